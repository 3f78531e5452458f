//! The table of settings is that of the code: of the file's types, of the flags, and of the
//! defaults. The document has it too.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use carrick_post::outbox::Pace;
use carrick_server::Strangers;
use carrick_web::ConnectionLimits;
use clap::Arg;

use super::{file, serve_arguments, wrapped};
use crate::config::settings::{SECTIONS, Section, Setting};
use crate::config::{DEFAULT_LISTEN, File};

/// The keys that the file's types know in a section, from the error about another one.
fn known_keys(section: &str) -> BTreeSet<String> {
    let header = if section.is_empty() { String::new() } else { format!("[{section}]\n") };
    let error = toml::from_str::<File>(&format!("{header}no_such_key = 1")).unwrap_err();
    let message = error.message();
    let (_, expected) = message.split_once("expected ").expect(message);
    expected.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

#[test]
fn every_setting_of_the_file_is_explained() {
    let sections: BTreeSet<&str> = SECTIONS.iter().map(|section| section.name).collect();
    for Section { name, settings, .. } in SECTIONS {
        let explained: BTreeSet<String> =
            settings.iter().map(|setting| setting.key.to_owned()).collect();
        let below = |key: &String| {
            let path = if name.is_empty() { key.clone() } else { format!("{name}.{key}") };
            sections.contains(path.as_str())
        };
        let known: BTreeSet<String> =
            known_keys(name).into_iter().filter(|key| !below(key)).collect();
        assert_eq!(explained, known, "[{name}]");
    }
}

/// Arguments of `carrick serve` that no file can say.
const FLAGS_ONLY: [&str; 4] = ["check", "config", "no_limits", "help"];

#[test]
fn every_flag_of_serve_is_a_setting() {
    let known: BTreeSet<String> = serve_arguments()
        .iter()
        .map(|argument| argument.get_id().to_string())
        .filter(|id| !FLAGS_ONLY.contains(&id.as_str()))
        .collect();
    let explained: BTreeSet<String> = SECTIONS
        .iter()
        .flat_map(|section| section.settings)
        .map(|setting| setting.argument.to_owned())
        .filter(|argument| !argument.is_empty())
        .collect();
    assert_eq!(explained, known);
}

#[test]
fn the_file_says_nothing_until_a_line_is_changed() {
    let text = file();
    assert!(text.lines().all(|line| line.is_empty() || line.starts_with('#')), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
    let read: File = toml::from_str(&text).unwrap();
    assert!(read.listen.is_none() && read.mail.is_none());
    let is_setting = |line: &str| line.starts_with("#[") || line.contains(" = ");
    let uncommented: String = text
        .lines()
        .filter_map(|line| line.strip_prefix('#').filter(|line| !line.starts_with(' ')))
        .filter(|line| is_setting(line) || line.starts_with('['))
        .flat_map(|line| [line, "\n"])
        .collect();
    let read: File = toml::from_str(&uncommented).unwrap();
    assert!(read.access_log.is_some() && read.mail.unwrap().out.is_some(), "{uncommented}");
}

fn default_of(section: &str, key: &str) -> (&'static str, &'static str) {
    let section = SECTIONS.iter().find(|one| one.name == section).unwrap();
    let setting = section.settings.iter().find(|one| one.key == key).unwrap();
    (setting.default, setting.value)
}

#[test]
fn the_defaults_are_those_of_the_code() {
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

#[test]
fn comments_are_wrapped() {
    let text = wrapped(&"word ".repeat(40));
    assert!(text.starts_with("# Word word") && text.lines().count() == 3, "{text}");
    assert!(text.ends_with("word\n"));
}

/// The tables of the document, by section.
fn tables() -> String {
    let arguments = serve_arguments();
    let mut text = String::new();
    for Section { name, about, settings } in SECTIONS {
        if name.is_empty() {
            text += "\n| flag | key | variable | what | default |\n|---|---|---|---|---|\n";
        } else {
            let _ =
                write!(text, "\n`[{name}]`: {about}\n\n| key | what | default |\n|---|---|---|\n");
        }
        for Setting { key, argument, default, about, .. } in *settings {
            if name.is_empty() {
                let found = arguments.iter().find(|one| one.get_id() == argument);
                let flag = found.map(flag).unwrap_or_default();
                let variable = found.map(variable).unwrap_or_default();
                let _ = writeln!(text, "| {flag} | `{key}` | {variable} | {about} | {default} |");
            } else {
                let _ = writeln!(text, "| `{key}` | {about} | {default} |");
            }
        }
    }
    text
}

fn flag(argument: &Arg) -> String {
    let value = argument.get_value_names().unwrap_or_default().join(" ");
    format!("`--{} {value}`", argument.get_long().unwrap_or_default())
}

fn variable(argument: &Arg) -> String {
    let variable = argument.get_env().map(|name| format!("`{}`", name.display()));
    variable.unwrap_or_default()
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
