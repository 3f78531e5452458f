//! Edits the configuration file: inserts the mail sections, and keeps comments and everything else.

use anyhow::{Result, bail};
use toml_edit::{DocumentMut, Item, Table, value};

use super::plan::Plan;

/// Mail settings that the configuration file already has.
#[derive(Debug, Default)]
pub(super) struct Known {
    pub(super) domain: Option<String>,
    /// Host of the relay, with its port if it has one.
    pub(super) relay: Option<String>,
    pub(super) security: Option<String>,
    pub(super) user: Option<String>,
    pub(super) pages: Option<String>,
    pub(super) incoming: Option<String>,
    pub(super) listen: Option<String>,
}

impl Known {
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
            domain: word(mail, "address")
                .and_then(|address| Some(address.rsplit_once('@')?.1.to_owned())),
            relay: host.map(|host| port.map_or(host.clone(), |port| format!("{host}:{port}"))),
            security: word(out, "security"),
            user: word(out, "user"),
            pages: document.get("base_url").and_then(Item::as_str).map(str::to_owned),
            incoming: word(mail, "relay"),
            listen: word(mail, "listen"),
        })
    }
}

/// Text of a configuration file with the mail sections inserted.
///
/// # Errors
/// When it is not valid TOML, or `mail` is not a section there.
pub(super) fn with_mail(before: &str, plan: &Plan) -> Result<String> {
    let mut document: DocumentMut = before.parse()?;
    document["base_url"] = value(&plan.pages);
    let mail = table(document.as_table_mut(), "mail")?;
    mail["address"] = value(plan.address());
    mail["relay"] = value(&plan.incoming);
    mail["listen"] = value(&plan.listen);
    let out = table(mail, "out")?;
    // An earlier transport, such as a Maildir, is replaced by this one.
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
    Ok(document.to_string())
}

fn set(table: &mut Table, key: &str, item: Option<Item>) {
    match item {
        Some(item) => table[key] = item,
        None => _ = table.remove(key),
    }
}

/// Table with a name, created if it is missing.
fn table<'a>(parent: &'a mut Table, name: &str) -> Result<&'a mut Table> {
    let item = parent.entry(name).or_insert_with(|| Item::Table(Table::new()));
    match item.as_table_mut() {
        Some(table) => Ok(table),
        None => {
            bail!("{name} is there already, and is no section of its own: write it as [{name}]")
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use expect_test::expect;

    use super::*;
    use crate::config::File;

    fn plan(relay: &str, user: &str) -> Plan {
        let security = if super::super::plan::is_here(relay) { "none" } else { "starttls" };
        let (url, incoming) = ("https://carrick.example", "mx.carrick.example");
        Plan::new("carrick.example", relay, security, user, url, incoming, None).unwrap()
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
    fn comments_and_what_else_stands_there_stay() {
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

    #[test]
    fn files_that_are_not_touched() {
        for (before, said) in [("mail = 3\n", "no section of its own"), ("mail = [", "TOML")] {
            let error = with_mail(before, &plan("127.0.0.1", "")).unwrap_err();
            assert!(format!("{error:#}").contains(said), "{before}: {error:#}");
        }
    }
}
