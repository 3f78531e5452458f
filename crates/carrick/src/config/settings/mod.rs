//! Every setting of the configuration file, explained: for a file with all of them, and for the
//! tables in `docs/host/configure.md`.

mod table;
#[cfg(test)]
mod tests;

use std::fmt::Write as _;
use std::io::Write;

use anyhow::Result;
use clap::{Arg, CommandFactory as _};
use table::{SECTIONS, Section, Setting};

use crate::cli::Cli;

/// Prints a file in which every setting is explained and commented out.
pub(crate) fn print(out: &mut impl Write) -> Result<bool> {
    out.write_all(file().as_bytes())?;
    Ok(true)
}

/// Maximum length of a comment in the file, in characters.
const COLUMNS: usize = 88;

/// Arguments of `carrick serve`.
fn serve_arguments() -> Vec<Arg> {
    let mut program = Cli::command();
    program.build();
    let serve = program.find_subcommand("serve");
    serve.map(|serve| serve.get_arguments().cloned().collect()).unwrap_or_default()
}

/// Variables that are set for settings in sections: their names, sections, keys and values.
/// `CARRICK_MAIL_OUT_HOST` is `host` in `[mail.out]`.
pub(crate) fn variables() -> Vec<(String, &'static str, &'static str, toml::Value)> {
    let in_sections = SECTIONS.iter().filter(|section| !section.name.is_empty());
    let all = in_sections.flat_map(|section| {
        section.settings.iter().map(move |setting| (variable(section, setting), section, setting))
    });
    let set = all.filter_map(|(name, section, setting)| {
        let value = std::env::var(&name).ok().filter(|value| !value.is_empty())?;
        // What is no text is written as in the file.
        let read = format!("value = {value}").parse::<toml::Table>();
        let read = read.ok().and_then(|mut table| table.remove("value"));
        let is_text = setting.value.starts_with('"');
        let value = read.filter(|_| !is_text).unwrap_or_else(|| value.into());
        Some((name, section.name, setting.key, value))
    });
    set.collect()
}

/// Names of all variables for settings in sections.
pub(crate) fn variable_names() -> impl Iterator<Item = String> {
    let of = |section: &'static Section| {
        section.settings.iter().map(|setting| variable(section, setting))
    };
    SECTIONS.iter().filter(|section| !section.name.is_empty()).flat_map(of)
}

fn variable(section: &Section, setting: &Setting) -> String {
    format!("CARRICK_{}_{}", section.name.replace('.', "_"), setting.key).to_uppercase()
}

/// The flag and the variable that say the same as a setting, where there are any.
fn others(setting: &Setting, arguments: &[Arg]) -> String {
    let argument = arguments.iter().find(|one| one.get_id() == setting.argument);
    let flag = argument.and_then(Arg::get_long).map(|flag| format!("; also --{flag}"));
    let variable = argument.and_then(Arg::get_env).map(|name| format!(", {}", name.display()));
    flag.unwrap_or_default() + &variable.unwrap_or_default()
}

/// The file, with all settings commented out.
pub(crate) fn file() -> String {
    let arguments = serve_arguments();
    let mut file = wrapped(
        "Settings of Carrick, in TOML. A line that begins with # changes nothing. `carrick serve` reads \
         the file when it starts, so a change needs a restart. Flags and environment variables stand \
         over it.",
    );
    for section in SECTIONS {
        if !section.name.is_empty() {
            let _ = write!(file, "\n\n{}#[{}]\n", wrapped(section.about), section.name);
        }
        for setting in section.settings {
            let Setting { key, value, default, about, .. } = setting;
            let others = others(setting, &arguments);
            let explained = wrapped(&format!("{about} [default: {default}{others}]"));
            let _ = write!(file, "\n{explained}#{key} = {value}\n");
        }
    }
    file
}

/// Text as comments, in lines that are not too long; its first letter a capital.
fn wrapped(text: &str) -> String {
    let (mut lines, mut line) = (String::new(), "#".to_owned());
    for word in text.split_whitespace() {
        if line.chars().count() + 1 + word.chars().count() > COLUMNS {
            lines += &line;
            lines.push('\n');
            "#".clone_into(&mut line);
        }
        line.push(' ');
        if lines.is_empty() && line == "# " {
            let (first, rest) = word.split_at(word.chars().next().map_or(0, char::len_utf8));
            line += &first.to_uppercase();
            line += rest;
        } else {
            line += word;
        }
    }
    lines + &line + "\n"
}
