//! `carrick setup mail`: the section of the settings, and what the keeper of the domain and of the relay must
//! do beside it.

mod advice;
mod file;
mod plan;

use std::io::{self, BufRead, IsTerminal as _, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};

use crate::cli::SetupMailArguments;
use advice::advice;
use plan::Plan;

/// Where the settings go when no file is named.
const DEFAULT_FILE: &str = "carrick.toml";

/// Writes the settings and says what else is to be done.
pub(crate) fn mail(arguments: &SetupMailArguments, out: &mut impl Write) -> Result<bool> {
    let stdin = io::stdin();
    let questions = stdin.is_terminal().then(|| stdin.lock());
    let plan = answers(arguments, questions, out)?;
    let path = arguments.config.clone().unwrap_or_else(|| PathBuf::from(DEFAULT_FILE));
    if arguments.print {
        writeln!(out, "{}", file::with_mail("", &plan)?)?;
    } else {
        write_settings(&path, &plan)?;
        writeln!(out, "{} has the sections [mail] and [mail.out] now.\n", path.display())?;
    }
    write!(out, "{}", advice(&plan, arguments.relay_program, &path))?;
    Ok(true)
}

/// What was said by flags, and the answers to what was not, if there is somebody to be asked.
fn answers(
    arguments: &SetupMailArguments,
    mut questions: Option<impl BufRead>,
    out: &mut impl Write,
) -> Result<Plan> {
    let mut ask = |flag: &str, given: &Option<String>, question: &str, usual: Option<&str>| {
        if let Some(given) = given {
            return Ok(given.clone());
        }
        match (&mut questions, usual) {
            (Some(reader), _) => question_of(reader, out, question, usual),
            (None, Some(usual)) => Ok(usual.to_owned()),
            (None, None) => bail!("{flag} is missing, and nobody sits here who could be asked"),
        }
    };
    let domain = ask("--domain", &arguments.domain, "The domain of the server's addresses", None)?;
    let relay_question = "The relay that mail is submitted to, as name or name:port";
    let relay = ask("--relay", &arguments.relay, relay_question, None)?;
    let usual = if plan::is_here(&relay) { "none" } else { "tls" };
    let security = ask("--security", &arguments.security, "tls, starttls or none", Some(usual))?;
    let user_question = "The name to sign in with at the relay, empty for none";
    let user = ask("--user", &arguments.user, user_question, Some(""))?;
    let pages = format!("https://{domain}");
    let pages = ask("--base-url", &arguments.base_url, "Where the site is", Some(&pages))?;
    let name = format!("mx.{domain}");
    let incoming = ask(
        "--incoming",
        &arguments.incoming,
        "The name of the machine that takes mail for the domain",
        Some(&name),
    )?;
    let listen = arguments.listen.as_deref();
    let plan = Plan::new(&domain, &relay, &security, &user, &pages, &incoming, listen)?;
    plan.believing(arguments.certificates.as_deref())
}

/// Asks until there is an answer.
fn question_of(
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
            bail!("the answers ended early; nothing was written");
        }
        match (line.trim(), usual) {
            ("", Some(usual)) => return Ok(usual.to_owned()),
            ("", None) => {}
            (answer, _) => return Ok(answer.to_owned()),
        }
    }
}

/// Puts the sections into the file, beside whatever stands there; whole or not at all.
fn write_settings(path: &Path, plan: &Plan) -> Result<()> {
    let before = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(error).with_context(|| format!("cannot read {}", path.display())),
    };
    let after = file::with_mail(&before, plan)
        .with_context(|| format!("{} is not right", path.display()))?;
    let draft = path.with_extension("toml.new");
    std::fs::write(&draft, after)
        .and_then(|()| std::fs::rename(&draft, path))
        .with_context(|| format!("cannot write {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_have_answers_that_are_usual() {
        let mut out = Vec::new();
        let arguments = SetupMailArguments::default();
        let typed = "carrick.example\n\nsmtp.example.org\n\ncarrick\n\n\n";
        let plan = answers(&arguments, Some(typed.as_bytes()), &mut out).unwrap();
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
    fn without_anybody_to_ask_flags_are_needed() {
        let mut out = Vec::new();
        let nobody = None::<&[u8]>;
        let error = answers(&SetupMailArguments::default(), nobody, &mut out).unwrap_err();
        assert!(error.to_string().contains("--domain is missing"), "{error}");
        let flags = SetupMailArguments {
            domain: Some("carrick.example".into()),
            relay: Some("localhost:2525".into()),
            ..SetupMailArguments::default()
        };
        let plan = answers(&flags, nobody, &mut out).unwrap();
        assert_eq!((plan.port, plan.security.as_str()), (Some(2525), "none"));
    }
}
