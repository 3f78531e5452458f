//! `carrick.toml` agrees with the code: with the file's types, the flags, and the defaults. The
//! document contains it as tables.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use carrick_post::outbox::Pace;
use carrick_server::Strangers;
use carrick_web::ConnectionLimits;
use clap::{Arg, CommandFactory as _};

use super::{FILE, all};
use crate::cli::Cli;
use crate::config::{DEFAULT_LISTEN, File};

/// A setting with the comment above it.
#[derive(Debug)]
struct Explained {
    section: &'static str,
    key: &'static str,
    value: &'static str,
    about: String,
    default: String,
    /// The equivalent flag, without its dashes, and the variable; empty if there is none.
    flag: String,
    variable: String,
}

/// The comment at the end of a text, as one line.
fn comment(text: &str) -> String {
    let lines: Vec<&str> = text.lines().rev().map_while(|line| line.strip_prefix("# ")).collect();
    lines.into_iter().rev().collect::<Vec<_>>().join(" ")
}

fn explained() -> Vec<Explained> {
    let mut rest = FILE;
    let explain = |super::Setting { section, key, value }: super::Setting| {
        let (above, below) = rest.split_once(&format!("\n#{key} = {value}\n")).expect(key);
        rest = below;
        let text = comment(above);
        let (about, more) = text.split_once(" [default: ").expect(key);
        let more = more.strip_suffix(']').expect(key);
        let (default, others) = more.split_once("; also --").unwrap_or((more, ""));
        let (flag, variable) = others.split_once(", ").unwrap_or_default();
        let [about, default, flag, variable] = [about, default, flag, variable].map(str::to_owned);
        Explained { section, key, value, about, default, flag, variable }
    };
    all().map(explain).collect()
}

fn sections() -> BTreeSet<&'static str> {
    all().map(|setting| setting.section).collect()
}

/// The keys that the file's types accept in a section, from the error about an unknown one.
fn known_keys(section: &str) -> BTreeSet<String> {
    let header = if section.is_empty() { String::new() } else { format!("[{section}]\n") };
    let error = toml::from_str::<File>(&format!("{header}no_such_key = 1")).unwrap_err();
    let message = error.message();
    let (_, expected) = message.split_once("expected ").expect(message);
    expected.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

#[test]
fn every_setting_of_the_file_is_explained() {
    let sections = sections();
    for name in &sections {
        let explained: BTreeSet<String> = all()
            .filter(|setting| setting.section == *name)
            .map(|setting| setting.key.to_owned())
            .collect();
        let below = |key: &String| {
            let path = if name.is_empty() { key.clone() } else { format!("{name}.{key}") };
            sections.contains(path.as_str())
        };
        let known: BTreeSet<String> =
            known_keys(name).into_iter().filter(|key| !below(key)).collect();
        assert_eq!(explained, known, "[{name}]");
    }
}

/// Arguments of `carrick serve`.
fn serve_arguments() -> Vec<Arg> {
    let mut program = Cli::command();
    program.build();
    let serve = program.find_subcommand("serve").unwrap();
    serve.get_arguments().cloned().collect()
}

/// Arguments of `carrick serve` that cannot be in a file.
const FLAGS_ONLY: [&str; 4] = ["check", "config", "no-limits", "help"];

#[test]
fn every_flag_of_serve_is_a_setting() {
    let long = |argument: &Arg| argument.get_long().unwrap_or_default().to_owned();
    let variable = |argument: &Arg| {
        argument.get_env().map(|name| name.display().to_string()).unwrap_or_default()
    };
    let known: BTreeSet<(String, String)> = serve_arguments()
        .iter()
        .map(|argument| (long(argument), variable(argument)))
        .filter(|(flag, _)| !FLAGS_ONLY.contains(&flag.as_str()))
        .collect();
    let explained: BTreeSet<(String, String)> = explained()
        .into_iter()
        .filter(|setting| !setting.flag.is_empty())
        .map(|setting| (setting.flag, setting.variable))
        .collect();
    assert_eq!(explained, known);
}

#[test]
fn the_file_says_nothing_until_a_line_is_changed() {
    assert!(FILE.lines().all(|line| line.is_empty() || line.starts_with('#')));
    assert!(FILE.lines().all(|line| line.chars().count() <= 100));
    let read: File = toml::from_str(FILE).unwrap();
    assert!(read.listen.is_none() && read.mail.is_none());
    let is_setting = |line: &str| line.starts_with("#[") || line.contains(" = ");
    let uncommented: String = FILE
        .lines()
        .filter_map(|line| line.strip_prefix('#').filter(|line| !line.starts_with(' ')))
        .filter(|line| is_setting(line) || line.starts_with('['))
        .flat_map(|line| [line, "\n"])
        .collect();
    let read: File = toml::from_str(&uncommented).unwrap();
    assert!(read.access_log.is_some() && read.mail.unwrap().out.is_some(), "{uncommented}");
}

#[test]
fn the_defaults_are_those_of_the_code() {
    let settings = explained();
    let default_of = |section: &str, key: &str| {
        let mut found = settings.iter();
        let found = found.find(|one| one.section == section && one.key == key).unwrap();
        (found.default.as_str(), found.value)
    };
    let (bounds, pace, strangers) =
        (ConnectionLimits::default(), Pace::default(), Strangers::default());
    for (section, key, default) in [
        ("", "head_timeout", bounds.head.as_secs()),
        ("", "body_timeout", bounds.body.as_secs()),
        ("", "idle_timeout", bounds.idle.as_secs()),
        ("", "write_timeout", bounds.write.as_secs()),
        ("mail.out", "connections", pace.lines.into()),
        ("mail.out", "per_domain", pace.per_domain.into()),
        ("mail.strangers", "letters", strangers.letters.into()),
        ("mail.strangers", "per_domain", strangers.per_domain.into()),
        ("mail.strangers", "accounts", strangers.accounts.into()),
    ] {
        let default = default.to_string();
        assert_eq!(default_of(section, key), (default.as_str(), default.as_str()), "{key}");
    }
    assert_eq!(default_of("", "listen").0, DEFAULT_LISTEN);
    assert_eq!(default_of("", "max_connections").1, bounds.connections.to_string());
    assert_eq!(default_of("", "max_connections_per_address").1, bounds.per_address.to_string());
}

/// The tables of the document, by section.
fn tables() -> String {
    let arguments = serve_arguments();
    let value_of = |flag: &str| {
        let argument = arguments.iter().find(|one| one.get_long() == Some(flag)).expect(flag);
        argument.get_value_names().unwrap_or_default().join(" ")
    };
    let (mut text, mut last) = (String::new(), None);
    for Explained { section, key, about, default, flag, variable, .. } in explained() {
        if last.replace(section) != Some(section) {
            text += &match section {
                "" => "\n| flag | key | variable | what | default |\n|---|---|---|---|---|\n"
                    .to_owned(),
                _ => format!(
                    "\n`[{section}]`: {}\n\n| key | what | default |\n|---|---|---|\n",
                    comment(FILE.split(&format!("\n#[{section}]\n")).next().unwrap())
                ),
            };
        }
        let about = within_a_sentence(&about);
        let _ = match section {
            "" => writeln!(
                text,
                "| `--{flag} {}` | `{key}` | `{variable}` | {about} | {default} |",
                value_of(&flag)
            ),
            _ => writeln!(text, "| `{key}` | {about} | {default} |"),
        };
    }
    text
}

/// A text with a lower-case first letter, unless its first word is an abbreviation.
fn within_a_sentence(text: &str) -> String {
    let word = text.split(' ').next().unwrap_or_default();
    let first = text.chars().next().unwrap();
    match word.len() > 1 && word.chars().all(char::is_uppercase) {
        true => text.to_owned(),
        false => first.to_lowercase().to_string() + &text[first.len_utf8()..],
    }
}

/// `UPDATE_EXPECT=1` rewrites the document.
#[test]
fn the_document_has_the_table() {
    const MARKS: [&str; 2] = ["<!-- all settings -->\n", "\n<!-- end of all settings -->"];
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/host/configure.md");
    let mut page = fs::read_to_string(&path).unwrap();
    let [from, to] = MARKS.map(|mark| page.find(mark).expect(mark));
    let (from, expected) = (from + MARKS[0].len(), tables());
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        page.replace_range(from..to, &expected);
        fs::write(&path, page).unwrap();
    } else {
        assert_eq!(&page[from..to], expected);
    }
}
