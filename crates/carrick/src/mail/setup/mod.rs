//! `carrick setup mail`: writes the mail sections of the configuration file, and gives advice on
//! the DNS and the relay.

mod advice;
mod file;

use std::io::{self, BufRead, IsTerminal as _, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use carrick_cli::out_file;
use carrick_post::{LmtpAddress, transport};
use carrick_service::Address;
use carrick_web::BaseUrl;

use crate::cli::SetupMailArguments;
use crate::config::{USUAL_FILE, usual_file};
use crate::mail::setup::advice::advice;
use crate::mail::setup::file::FileSettings;

/// Writes the configuration file and prints the advice.
pub(crate) fn mail(arguments: &SetupMailArguments, out: &mut impl Write) -> Result<bool> {
    let stdin = io::stdin();
    let questions = stdin.is_terminal().then(|| stdin.lock());
    let path = arguments.config.clone().or_else(usual_file);
    let path = path.unwrap_or_else(|| PathBuf::from(USUAL_FILE));
    let known = FileSettings::of(&settings(&path)?)
        .with_context(|| format!("{} is not right", path.display()))?;
    let plan = answers(arguments, &known, questions, out)?;
    if arguments.print {
        writeln!(out, "{}", file::with_mail("", &plan)?)?;
    } else {
        write_settings(&path, &plan)?;
        writeln!(out, "{} now has the sections [mail] and [mail.out].", path.display())?;
        writeln!(out, "{}", known.kept(arguments, &plan))?;
    }
    write!(out, "{}", advice(&plan, arguments.relay_program, &path))?;
    Ok(true)
}

/// A question: the flag that answers it, its text, and a check of the answer.
struct SetupQuestion {
    flag: &'static str,
    text: &'static str,
    check: fn(&str) -> Result<()>,
}

const DOMAIN: SetupQuestion = SetupQuestion {
    flag: "--domain",
    text: "The domain of the server's addresses",
    check: |answer| domain_name(answer).map(drop),
};
const RELAY: SetupQuestion = SetupQuestion {
    flag: "--relay",
    text: "The relay for outgoing mail, as name or name:port",
    check: |answer| host_and_port(answer).map(drop),
};
const SECURITY: SetupQuestion =
    SetupQuestion { flag: "--security", text: "tls, starttls or none", check: check_security };
const USER: SetupQuestion = SetupQuestion {
    flag: "--user",
    text: "The user name for the relay, empty for none",
    check: |_| Ok(()),
};
const PAGES: SetupQuestion = SetupQuestion {
    flag: "--base-url",
    text: "The address of the site",
    check: |answer| address_of_site(answer).map(drop),
};
const INCOMING: SetupQuestion = SetupQuestion {
    flag: "--incoming",
    text: "The name of the machine that receives mail for the domain",
    check: |answer| domain_name(answer).map(drop),
};

/// Answers from flags, and from questions at the terminal if there is one. The values in the file
/// are the defaults.
fn answers(
    arguments: &SetupMailArguments,
    known: &FileSettings,
    mut questions: Option<impl BufRead>,
    out: &mut impl Write,
) -> Result<SetupPlan> {
    let mut ask = |question: &SetupQuestion, given: &Option<String>, usual: Option<String>| {
        if let Some(given) = given {
            (question.check)(given).context(question.flag)?;
            return Ok(given.clone());
        }
        match (&mut questions, usual) {
            (Some(reader), usual) => question.ask(reader, out, usual.as_deref()),
            (None, Some(usual)) => Ok(usual),
            (None, None) => {
                bail!("{} is missing, and there is no terminal to ask for it", question.flag)
            }
        }
    };
    let known_domain = known.address.as_ref().map(|address| address.domain().to_owned());
    let domain = ask(&DOMAIN, &arguments.domain, known_domain.clone())?;
    let relay = ask(&RELAY, &arguments.relay, known.relay.clone())?;
    let same_relay = known.relay.as_ref() == Some(&relay);
    let usual = if is_here(&relay) { "none" } else { "tls" };
    let usual = known.security.clone().filter(|_| same_relay).unwrap_or_else(|| usual.to_owned());
    let security = ask(&SECURITY, &arguments.security, Some(usual))?;
    let usual = known.user.clone().filter(|_| same_relay).unwrap_or_default();
    let user = ask(&USER, &arguments.user, Some(usual))?;
    let pages = known.pages.clone().unwrap_or_else(|| format!("https://{domain}"));
    let pages = ask(&PAGES, &arguments.base_url, Some(pages))?;
    let usual = known.incoming.clone().filter(|_| known_domain.as_ref() == Some(&domain));
    let incoming = usual.unwrap_or_else(|| format!("mx.{domain}"));
    let incoming = ask(&INCOMING, &arguments.incoming, Some(incoming))?;
    let listen = arguments.listen.as_deref().or(known.listen.as_deref());
    let plan = SetupPlan::new(&domain, &relay, &security, &user, &pages, &incoming, listen)?;
    plan.at(known.address.as_ref()).believing(arguments.certificates.as_deref())
}

impl SetupQuestion {
    /// Asks until the answer is valid.
    fn ask(
        &self,
        reader: &mut impl BufRead,
        out: &mut impl Write,
        usual: Option<&str>,
    ) -> Result<String> {
        loop {
            let answer = answer_to(reader, out, self.text, usual)?;
            match (self.check)(&answer) {
                Ok(()) => return Ok(answer),
                Err(wrong) => writeln!(out, "Please try again: {wrong:#}.")?,
            }
        }
    }
}

/// Asks until something is typed or the default is accepted.
fn answer_to(
    reader: &mut impl BufRead,
    out: &mut impl Write,
    question: &str,
    usual: Option<&str>,
) -> Result<String> {
    loop {
        match usual {
            Some(usual) if !usual.is_empty() => write!(out, "{question} [{usual}]: ")?,
            _ => write!(out, "{question}: ")?,
        }
        out.flush()?;
        let mut line = String::new();
        if reader.read_line(&mut line)? == 0 {
            bail!("the input ended before all questions were answered; nothing was written");
        }
        match (line.trim(), usual) {
            ("", Some(usual)) => return Ok(usual.to_owned()),
            ("", None) => {}
            (answer, _) => return Ok(answer.to_owned()),
        }
    }
}

/// Text of the configuration file; empty if there is none.
fn settings(path: &Path) -> Result<String> {
    match std::fs::read_to_string(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(String::new()),
        read => read.with_context(|| format!("cannot read {}", path.display())),
    }
}

/// Inserts the sections into the file, and keeps everything else in it.
fn write_settings(path: &Path, plan: &SetupPlan) -> Result<()> {
    let after = file::with_mail(&settings(path)?, plan)
        .with_context(|| format!("{} is not right", path.display()))?;
    out_file::write(path, after.as_bytes())
}

// Mail settings to set up, checked.

/// Default address where the relay delivers by LMTP.
const LISTEN: &str = "127.0.0.1:8024";

/// Name of the usual address for commands.
const NAME: &str = "games";

/// Mail settings to set up.
#[derive(Debug, Clone, PartialEq, Eq)]
struct SetupPlan {
    /// Part of the address for commands before the `@`.
    name: String,
    domain: String,
    /// Host name of the relay for outgoing mail.
    host: String,
    port: Option<u16>,
    security: String,
    user: Option<String>,
    /// File with the certificates of an authority that signed the relay's certificate and that
    /// browsers do not trust.
    certificates: Option<String>,
    pages: String,
    /// Machine that receives mail for the domain; its name (authserv-id) is in
    /// `Authentication-Results`.
    incoming: String,
    listen: String,
}

impl SetupPlan {
    /// Checks the answers.
    fn new(
        domain: &str,
        relay: &str,
        security: &str,
        user: &str,
        pages: &str,
        incoming: &str,
        listen: Option<&str>,
    ) -> Result<Self> {
        let domain = domain_name(domain).context("the domain")?;
        let incoming = domain_name(incoming).context("the machine that receives mail")?;
        let (host, port) = host_and_port(relay)?;
        check_security(security)?;
        let user = Some(user).filter(|user| !user.is_empty()).map(str::to_owned);
        if user.is_some() && security == "none" && !is_here(host) {
            bail!("a password is sent only over TLS; choose tls or starttls, or no user name");
        }
        let pages = address_of_site(pages)?;
        let listen = listen.unwrap_or(LISTEN);
        if let Err(wrong) = listen.parse::<LmtpAddress>() {
            bail!("{wrong}");
        }
        Ok(Self {
            name: NAME.to_owned(),
            domain,
            host: host.to_owned(),
            port,
            security: security.to_owned(),
            user,
            certificates: None,
            pages: pages.to_string(),
            incoming,
            listen: listen.to_owned(),
        })
    }

    /// Trusts the certificates in a file when connecting to the relay.
    fn believing(self, certificates: Option<&Path>) -> Result<Self> {
        let Some(file) = certificates else { return Ok(self) };
        if self.security == "none" {
            bail!(
                "certificates are used only with TLS; choose tls or starttls, or leave out --certificates"
            );
        }
        // The server may be started in another folder.
        let file = std::path::absolute(file).context("the file of certificates")?;
        let file = file.to_str().context("the name of the file of certificates is not UTF-8")?;
        Ok(Self { certificates: Some(file.to_owned()), ..self })
    }

    /// Address for commands.
    fn address(&self) -> String {
        format!("{}@{}", self.name, self.domain)
    }

    /// Uses the known address for commands, or its name in a new domain.
    fn at(self, known: Option<&Address>) -> Self {
        let name = known.map_or(self.name, |known| {
            let known = known.to_string();
            known.rsplit_once('@').map_or(NAME, |(name, _)| name).to_owned()
        });
        Self { name, ..self }
    }
}

/// Whether a relay runs on this machine.
fn is_here(relay: &str) -> bool {
    let host = relay.rsplit_once(':').map_or(relay, |(host, _)| host);
    transport::is_here(host)
}

/// Splits a relay into host and port, if it has one.
fn host_and_port(relay: &str) -> Result<(&str, Option<u16>)> {
    Ok(match relay.rsplit_once(':') {
        Some((host, port)) if !host.contains(':') => {
            // The number parser's own message would not help the operator.
            match port.parse() {
                Ok(port) if port > 0 => (host, Some(port)),
                _ => bail!("the relay's port is a number from 1 to 65535, such as 587"),
            }
        }
        _ => (relay, None),
    })
}

fn check_security(security: &str) -> Result<()> {
    match security {
        "tls" | "starttls" | "none" => Ok(()),
        _ => bail!("the connection to the relay is protected by tls, starttls or none"),
    }
}

fn address_of_site(pages: &str) -> Result<BaseUrl> {
    pages.parse().context("the address of the site")
}

/// Checks a domain name that is to be part of an address.
fn domain_name(word: &str) -> Result<String> {
    let word = word.trim().trim_end_matches('.');
    let address: Result<Address, _> = format!("x@{word}").parse();
    match address {
        Ok(address) if word.contains('.') => Ok(address.domain().to_owned()),
        _ => bail!("a domain looks like carrick.example: letters, digits, - and dots"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_have_default_answers() {
        let mut out = Vec::new();
        let arguments = SetupMailArguments::default();
        let typed = "carrick.example\n\nsmtp.example.org\n\ncarrick\n\n\n";
        let plan = answers(&arguments, &FileSettings::default(), Some(typed.as_bytes()), &mut out)
            .unwrap();
        assert_eq!(
            (plan.domain.as_str(), plan.host.as_str()),
            ("carrick.example", "smtp.example.org")
        );
        assert_eq!((plan.security.as_str(), plan.user.as_deref()), ("tls", Some("carrick")));
        assert_eq!(plan.pages, "https://carrick.example");
        let asked = String::from_utf8(out).unwrap();
        assert_eq!(asked.matches("The relay").count(), 2, "an empty answer is no answer: {asked}");
        assert!(asked.contains("tls, starttls or none [tls]: "));
    }

    #[test]
    fn flags_are_needed_without_a_terminal() {
        let mut out = Vec::new();
        let nobody = None::<&[u8]>;
        let known = FileSettings::default();
        let error = answers(&SetupMailArguments::default(), &known, nobody, &mut out).unwrap_err();
        assert!(error.to_string().contains("--domain is missing"), "{error}");
        let flags = SetupMailArguments {
            domain: Some("carrick.example".into()),
            relay: Some("localhost:2525".into()),
            ..SetupMailArguments::default()
        };
        let plan = answers(&flags, &known, nobody, &mut out).unwrap();
        assert_eq!((plan.port, plan.security.as_str()), (Some(2525), "none"));
    }

    #[test]
    fn a_wrong_answer_is_asked_for_again_immediately() {
        let mut out = Vec::new();
        let typed =
            "my club\nclub.example\nsmtp.example.org:x\nsmtp.example.org\nssl\n\n\nclub\n\n\n";
        let arguments = SetupMailArguments::default();
        let plan = answers(&arguments, &FileSettings::default(), Some(typed.as_bytes()), &mut out)
            .unwrap();
        assert_eq!((plan.domain.as_str(), plan.security.as_str()), ("club.example", "tls"));
        let asked = String::from_utf8(out).unwrap();
        assert_eq!(asked.matches("Please try again: ").count(), 4, "{asked}");
        assert!(asked.contains("The address of the site [https://club.example]"), "{asked}");
        let flags = SetupMailArguments { domain: Some("my club".into()), ..arguments };
        let error =
            answers(&flags, &FileSettings::default(), None::<&[u8]>, &mut Vec::new()).unwrap_err();
        assert!(format!("{error:#}").starts_with("--domain: "), "{error:#}");
    }

    /// Changing one setting keeps the others.
    #[test]
    fn settings_in_the_file_stay_without_a_flag() {
        let flags = |words: &str| SetupMailArguments {
            domain: Some("carrick.example".into()),
            relay: Some("smtp.example.org:587".into()),
            security: Some("starttls".into()),
            user: Some("carrick".into()),
            base_url: Some("https://games.example".into()),
            incoming: Some("in.carrick.example".into()),
            listen: Some(words.into()),
            ..SetupMailArguments::default()
        };
        let nobody = None::<&[u8]>;
        let of = |arguments: &SetupMailArguments, known: &FileSettings| {
            answers(arguments, known, nobody, &mut Vec::new()).unwrap()
        };
        let plan = of(&flags("/run/carrick/lmtp"), &FileSettings::default());
        let known = FileSettings::of(&file::with_mail("", &plan).unwrap()).unwrap();
        assert_eq!(of(&SetupMailArguments::default(), &known), plan);
        let moved = SetupMailArguments { relay: Some("localhost".into()), ..Default::default() };
        let moved = of(&moved, &known);
        assert_eq!((moved.user, moved.security.as_str()), (None, "none"), "those were the other's");
        assert_eq!(moved.listen, "/run/carrick/lmtp");
    }

    #[test]
    fn the_site_and_the_address_stay_unless_a_flag_names_them() {
        let before = "base_url = \"https://play.club.example/\" # behind nginx\n\n\
                  [mail]\naddress = \"club@club.example\" # since May\n";
        let known = FileSettings::of(before).unwrap();
        let relay = || SetupMailArguments { relay: Some("localhost".into()), ..Default::default() };
        let domain = SetupMailArguments { domain: Some("carrick.example".into()), ..relay() };
        let pages =
            SetupMailArguments { base_url: Some("https://carrick.example".into()), ..relay() };
        let old = "base_url = \"https://play.club.example/\" # behind nginx\n";
        let stays =
            ["base_url stays https://play.club.example; ", "address stays club@club.example; "];
        for (flags, lines, said) in [
            (relay(), [old, "address = \"club@club.example\" # since May\n"], stays.to_vec()),
            (domain, [old, "address = \"club@carrick.example\"\n"], stays[..1].to_vec()),
            (
                pages,
                ["base_url = \"https://carrick.example\"", "# since May\n"],
                stays[1..].to_vec(),
            ),
        ] {
            let plan = answers(&flags, &known, None::<&[u8]>, &mut Vec::new()).unwrap();
            let after = file::with_mail(before, &plan).unwrap();
            assert!(lines.iter().all(|line| after.contains(line)), "{after}");
            let kept = known.kept(&flags, &plan);
            let is_said = |line: &&str| kept.contains(line);
            assert_eq!(stays.into_iter().filter(is_said).collect::<Vec<_>>(), said, "{kept}");
        }
    }

    #[test]
    fn wrong_plans() {
        for (domain, relay, security, user, said) in [
            ("carrick", "r.example", "tls", "", "looks like carrick.example"),
            ("ca rrick.example", "r.example", "tls", "", "looks like carrick.example"),
            ("c.example", "r.example:smtp", "tls", "", "a number from 1 to 65535"),
            ("c.example", "r.example:99999", "tls", "", "a number from 1 to 65535, such as 587"),
            ("c.example", "r.example:0", "tls", "", "a number from 1 to 65535"),
            ("c.example", "r.example", "ssl", "", "tls, starttls or none"),
            ("c.example", "r.example", "none", "carrick", "only over TLS"),
        ] {
            let url = "https://c.example";
            let plan = SetupPlan::new(domain, relay, security, user, url, "mx.c.example", None);
            let error = format!("{:#}", plan.unwrap_err());
            assert!(error.contains(said), "{domain} {relay}: {error}");
        }
        let here = SetupPlan::new(
            "c.example",
            "localhost",
            "none",
            "",
            "https://c.example",
            "mx.c.example",
            None,
        );
        let error = here.unwrap().believing(Some(Path::new("/etc/ca.pem"))).unwrap_err();
        assert!(error.to_string().contains("only with TLS"), "{error}");
        let away = Some("0.0.0.0:24");
        let plan =
            SetupPlan::new("c.example", "r", "tls", "", "https://c.example", "mx.c.example", away);
        assert!(plan.unwrap_err().to_string().contains("127.0.0.1"));
    }
}
