//! Edits the configuration file: inserts the mail sections, and keeps comments and everything else.

use anyhow::{Result, bail};
use carrick_service::Address;
use toml_edit::{DocumentMut, Item, Table, value};

use crate::cli::SetupMailArguments;
use crate::config::File;
use crate::mail::setup::SetupPlan;

/// Mail settings that are already in the configuration file.
#[derive(Debug, Default)]
pub(super) struct FileSettings {
    /// Address for commands.
    pub(super) address: Option<Address>,
    /// Host of the relay, with its port if it has one.
    pub(super) relay: Option<String>,
    pub(super) security: Option<String>,
    pub(super) user: Option<String>,
    pub(super) pages: Option<String>,
    pub(super) incoming: Option<String>,
    pub(super) listen: Option<String>,
}

impl FileSettings {
    /// A sentence about what stays unchanged because no flag names it; empty if there is nothing.
    pub(super) fn kept(&self, arguments: &SetupMailArguments, plan: &SetupPlan) -> String {
        let address = self.address.as_ref().map(ToString::to_string);
        let kept = [
            ("base_url", "--base-url", arguments.base_url.is_none(), &self.pages, &plan.pages),
            ("address", "--domain", arguments.domain.is_none(), &address, &plan.address()),
        ];
        let kept = kept.into_iter().filter(|(.., is_free, known, planned)| {
            *is_free && known.as_ref().is_some_and(|known| is_same(known, planned))
        });
        kept.map(|(key, flag, _, _, planned)| {
            format!("{key} stays {planned}; {flag} changes it.\n")
        })
        .collect()
    }

    /// Parses a configuration file.
    ///
    /// # Errors
    /// When it is not valid TOML.
    pub(super) fn of(text: &str) -> Result<Self> {
        let document: DocumentMut = text.parse()?;
        let mail = document.get("mail");
        let out = mail.and_then(|mail| mail.get("out"));
        let word = |section: Option<&Item>, key| {
            section.and_then(|section| section.get(key)?.as_str().map(str::to_owned))
        };
        let port = out.and_then(|out| out.get("port")?.as_integer());
        let host = word(out, "host");
        Ok(Self {
            address: word(mail, "address").and_then(|address| address.parse().ok()),
            relay: host.map(|host| port.map_or(host.clone(), |port| format!("{host}:{port}"))),
            security: word(out, "security"),
            user: word(out, "user"),
            pages: document.get("base_url").and_then(Item::as_str).map(str::to_owned),
            incoming: word(mail, "relay"),
            listen: word(mail, "listen"),
        })
    }
}

/// Text of a configuration file with the mail sections: where `carrick setup settings` has prepared
/// them, or else at the end, after all other settings, commented out or not.
///
/// # Errors
/// When it is not valid TOML, or `mail` is not a section in it.
pub(super) fn with_mail(before: &str, plan: &SetupPlan) -> Result<String> {
    let mut document: DocumentMut = before.parse()?;
    if let Some(prepared) = uncommented(before, &document, plan) {
        document = prepared;
    }
    put(document.as_table_mut(), "base_url", &plan.pages);
    let mut more = DocumentMut::new();
    let new_mail = !document.contains_key("mail");
    let mail = table(if new_mail { more.as_table_mut() } else { document.as_table_mut() }, "mail")?;
    put(mail, "address", &plan.address());
    put(mail, "relay", &plan.incoming);
    put(mail, "listen", &plan.listen);
    if mail.contains_key("out") || new_mail {
        fill_out(table(mail, "out")?, plan);
    } else {
        let mail = table(more.as_table_mut(), "mail")?;
        mail.set_implicit(true);
        fill_out(table(mail, "out")?, plan);
    }
    let (mut text, more) = (document.to_string(), more.to_string());
    if !more.is_empty() {
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        text += "\n";
        text += &more;
    }
    // Writes nothing that the server could not read.
    toml::from_str::<File>(&text)?;
    Ok(text)
}

/// Fills in the section for outgoing mail.
fn fill_out(out: &mut Table, plan: &SetupPlan) {
    // An earlier transport, such as a Maildir, is replaced.
    out.remove("maildir");
    out["host"] = value(&plan.host);
    set(out, "port", plan.port.map(|port| value(i64::from(port))));
    out["security"] = value(&plan.security);
    set(out, "user", plan.user.as_ref().map(value));
    if let Some(file) = &plan.certificates {
        out["certificates"] = value(file);
    }
    match &plan.user {
        Some(_) if out.get("password_file").is_none() => {
            out["password_file"] = value("/etc/carrick/relay-password");
        }
        Some(_) => {}
        None => _ = out.remove("password_file"),
    }
}

/// A document in which the lines that `carrick setup settings` has prepared for the settings of a
/// plan are uncommented; `None` if that would change the meaning of other lines.
fn uncommented(before: &str, document: &DocumentMut, plan: &SetupPlan) -> Option<DocumentMut> {
    let mut out = vec!["host", "security"];
    out.extend(plan.port.map(|_| "port"));
    out.extend(plan.user.as_ref().map(|_| "user"));
    out.extend(plan.user.as_ref().map(|_| "password_file"));
    out.extend(plan.certificates.as_ref().map(|_| "certificates"));
    let sections =
        [("", vec!["base_url"]), ("mail", vec!["address", "relay", "listen"]), ("mail.out", out)];
    let known = |section: &str, key: Option<&str>| {
        let mut found = Some(document.as_item());
        for name in section.split('.').filter(|name| !name.is_empty()).chain(key) {
            found = found.and_then(|item| item.get(name));
        }
        found.is_some()
    };
    // The section that a line belongs to, and whether that section was prepared.
    let (mut section, mut is_prepared) = (String::new(), true);
    let mut done: Vec<(String, String)> = Vec::new();
    let mut text = String::new();
    for line in before.split_inclusive('\n') {
        let said = line.trim_end();
        let prepared = said.strip_prefix('#');
        let header = |line: &str| Some(line.strip_prefix('[')?.strip_suffix(']')?.to_owned());
        let mut take = false;
        if let Some(name) = header(said) {
            (section, is_prepared) = (name, true);
        } else if let Some(name) = prepared.and_then(header) {
            let is_ours = name == "mail" || name == "mail.out";
            take = is_ours && !known(&name, None) && !done.contains(&(name.clone(), String::new()));
            is_prepared = take;
            done.push((name.clone(), String::new()));
            section = name;
        } else if let Some((key, _)) = prepared.and_then(|line| line.split_once(" = ")) {
            let wanted =
                sections.iter().any(|(name, keys)| *name == section && keys.contains(&key));
            let this = (section.clone(), key.to_owned());
            take = is_prepared && wanted && !known(&section, Some(key)) && !done.contains(&this);
            if take {
                done.push(this);
            }
        }
        text += if take { line.strip_prefix('#').unwrap_or(line) } else { line };
    }
    let prepared: DocumentMut = text.parse().ok()?;
    let of_site = |document: &DocumentMut| {
        let keys =
            document.iter().filter(|(_, item)| !item.is_table()).map(|(key, _)| key.to_owned());
        keys.filter(|key| key != "base_url").collect::<Vec<_>>()
    };
    (of_site(&prepared) == of_site(document)).then_some(prepared)
}

/// Sets a text, but leaves an equal one as it is written, with its comment.
fn put(table: &mut Table, key: &str, text: &str) {
    let old = table.get(key).and_then(Item::as_str);
    if !old.is_some_and(|old| is_same(old, text)) {
        table[key] = value(text);
    }
}

/// Whether two texts are the same, with or without a slash at the end.
fn is_same(one: &str, other: &str) -> bool {
    one.trim_end_matches('/') == other.trim_end_matches('/')
}

fn set(table: &mut Table, key: &str, item: Option<Item>) {
    match item {
        Some(item) => table[key] = item,
        None => _ = table.remove(key),
    }
}

/// The table with a name, created if it is missing.
fn table<'a>(parent: &'a mut Table, name: &str) -> Result<&'a mut Table> {
    let item = parent.entry(name).or_insert_with(|| Item::Table(Table::new()));
    match item.as_table_mut() {
        Some(table) => Ok(table),
        None => {
            bail!("{name} is already there, but is not a section: write it as [{name}]")
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use expect_test::expect;

    use super::*;
    use crate::config::settings;

    fn plan(relay: &str, user: &str) -> SetupPlan {
        let security = if super::super::is_here(relay) { "none" } else { "starttls" };
        let (url, incoming) = ("https://carrick.example", "mx.carrick.example");
        SetupPlan::new("carrick.example", relay, security, user, url, incoming, None).unwrap()
    }

    #[test]
    fn a_new_file() {
        let plan = plan("smtp.example.org", "carrick").believing(Some(Path::new("/etc/ca.pem")));
        let text = with_mail("", &plan.unwrap()).unwrap();
        expect![[r#"
            base_url = "https://carrick.example"

            [mail]
            address = "games@carrick.example"
            relay = "mx.carrick.example"
            listen = "127.0.0.1:8024"

            [mail.out]
            host = "smtp.example.org"
            security = "starttls"
            user = "carrick"
            certificates = "/etc/ca.pem"
            password_file = "/etc/carrick/relay-password"
        "#]]
        .assert_eq(&text);
        let file: File = toml::from_str(&text).unwrap();
        assert!(format!("{file:?}").contains("smtp.example.org"));
    }

    #[test]
    fn comments_and_other_settings_stay() {
        let before = "# Our club.\nbase_url = \"https://old.example\" # see the wiki\nthreads = 3\n\n\
                      [mail]\n# Since May.\naddress = \"old@old.example\"\n\n[mail.out]\n\
                      maildir = \"/tmp/mail\"\nper_domain = 30 # they asked us to\n";
        let text = with_mail(before, &plan("127.0.0.1:2525", "")).unwrap();
        expect![[r##"
            # Our club.
            base_url = "https://carrick.example"
            threads = 3

            [mail]
            # Since May.
            address = "games@carrick.example"
            relay = "mx.carrick.example"
            listen = "127.0.0.1:8024"

            [mail.out]
            per_domain = 30 # they asked us to
            host = "127.0.0.1"
            port = 2525
            security = "none"
        "##]]
        .assert_eq(&text);
        let again = with_mail(&text, &plan("127.0.0.1:2525", "")).unwrap();
        assert_eq!(again, text, "twice is once");
    }

    /// The lines of a text that are neither empty nor comments.
    fn said(text: &str) -> Vec<&str> {
        text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect()
    }

    #[test]
    fn prepared_lines_are_used_and_every_other_one_can_still_be_uncommented() {
        let database = "database = \"/var/lib/carrick/carrick.db\"";
        let prepared = settings::FILE.replace(&format!("#{database}"), database);
        let text = with_mail(&prepared, &plan("smtp.example.org", "carrick")).unwrap();
        assert_eq!(
            said(&text),
            [
                "base_url = \"https://carrick.example\"",
                database,
                "[mail]",
                "address = \"games@carrick.example\"",
                "relay = \"mx.carrick.example\"",
                "listen = \"127.0.0.1:8024\"",
                "[mail.out]",
                "host = \"smtp.example.org\"",
                "security = \"starttls\"",
                "user = \"carrick\"",
                "password_file = \"/etc/carrick/relay-password\"",
            ]
        );
        assert_eq!(with_mail(&text, &plan("smtp.example.org", "carrick")).unwrap(), text);
        for (line, sets) in [
            ("#trusted_proxies = [\"127.0.0.1\", \"::1\"]", "trusted_proxies: [Proxy"),
            ("#access_log = ", "access_log: Some("),
            ("#max_connections = ", "max_connections: Some("),
        ] {
            assert!(text.contains(line), "{line}");
            let more = text.replace(line, &line[1..]);
            let file: File = toml::from_str(&more).unwrap();
            assert!(format!("{file:?}").contains(sets), "{file:?}");
        }
    }

    #[test]
    fn sections_come_after_every_comment_on_other_settings() {
        for before in [
            "database = \"/x.db\"\n\n# Behind nginx.\n#trusted_proxies = [\"127.0.0.1\"]\n",
            "database = \"/x.db\"\n\n# Behind nginx.\n#trusted_proxies = [\"127.0.0.1\"]",
            "#[mail]\n#trusted_proxies = [\"127.0.0.1\"]\ndatabase = \"/x.db\"\n",
            "database = \"/x.db\"\n[mail]\naddress = \"a@b.example\"\n[mail.strangers]\nletters = 3\n",
        ] {
            let text = with_mail(before, &plan("127.0.0.1:2525", "")).unwrap();
            let more = text.replace("#trusted", "trusted");
            let file: File = toml::from_str(&more).unwrap();
            let shown = format!("{file:?}");
            assert!(shown.contains("/x.db") && shown.contains("port: Some(2525)"), "{text}");
            assert_eq!(
                shown.contains("trusted_proxies: []"),
                !before.contains("trusted"),
                "{text}"
            );
            let lost = said(before).into_iter().filter(|line| !line.starts_with("address"));
            assert_eq!(lost.filter(|line| !text.contains(line)).count(), 0, "{text}");
        }
    }

    #[test]
    fn files_that_are_not_touched() {
        for (before, said) in [
            ("mail = 3\n", "is not a section"),
            ("mail = [", "TOML"),
            ("acess_log = \"-\"\n", "unknown field `acess_log`"),
        ] {
            let error = with_mail(before, &plan("127.0.0.1", "")).unwrap_err();
            assert!(format!("{error:#}").contains(said), "{before}: {error:#}");
        }
    }
}
