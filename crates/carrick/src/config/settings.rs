//! `carrick.toml`: a configuration file that explains every setting, all of them commented out.
//! `carrick setup settings` prints it.

#[cfg(test)]
mod tests;

use std::io::Write;

use anyhow::Result;

/// The file. A line that begins with `#` and no space is a section or a setting.
pub(crate) const FILE: &str = include_str!("carrick.toml");

/// Prints the file.
pub(crate) fn print(out: &mut impl Write) -> Result<bool> {
    out.write_all(FILE.as_bytes())?;
    Ok(true)
}

/// A setting in the file.
#[derive(Debug, Clone, Copy)]
struct Setting {
    /// Its section, as between brackets; empty for the settings before the first section.
    section: &'static str,
    key: &'static str,
    /// Its default or an example, in TOML.
    value: &'static str,
}

/// All settings, in the order of the file.
fn all() -> impl Iterator<Item = Setting> {
    let mut section = "";
    FILE.lines().filter_map(move |line| {
        let line = line.strip_prefix('#').filter(|line| !line.starts_with(' '))?;
        if let Some(name) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            section = name;
        }
        let (key, value) = line.split_once(" = ")?;
        Some(Setting { section, key, value })
    })
}

/// Settings in sections, each with its variable: `CARRICK_MAIL_OUT_HOST` is `host` in `[mail.out]`.
/// The variables of the settings before the first section come from clap.
fn in_sections() -> impl Iterator<Item = (String, Setting)> {
    all().filter(|setting| !setting.section.is_empty()).map(|setting| {
        let section = setting.section.replace('.', "_");
        (format!("CARRICK_{section}_{}", setting.key).to_uppercase(), setting)
    })
}

/// Names of all variables for settings in sections.
pub(crate) fn variable_names() -> impl Iterator<Item = String> {
    in_sections().map(|(name, _)| name)
}

/// Variables that are set for settings in sections: their names, sections, keys and values.
pub(crate) fn variables() -> Vec<(String, &'static str, &'static str, toml::Value)> {
    let set = in_sections().filter_map(|(name, Setting { section, key, value: example })| {
        let value = std::env::var(&name).ok().filter(|value| !value.is_empty())?;
        // A value that is not a text is written as in the file.
        let read = format!("value = {value}").parse::<toml::Table>();
        let read = read.ok().and_then(|mut table| table.remove("value"));
        let is_text = example.starts_with('"');
        let value = read.filter(|_| !is_text).unwrap_or_else(|| value.into());
        Some((name, section, key, value))
    });
    set.collect()
}
