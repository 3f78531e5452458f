//! Every setting of the configuration file, explained: for a file with all of them, and for the
//! tables in `docs/host/configure.md`.

#[cfg(test)]
mod tests;

use std::fmt::Write as _;
use std::io::Write;

use anyhow::Result;
use clap::{Arg, CommandFactory as _};

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

// The table of all settings.

/// A section of the file.
#[derive(Debug)]
struct Section {
    /// Its name, as between brackets; empty for the settings before the first section.
    name: &'static str,
    /// A sentence on when it is needed.
    about: &'static str,
    settings: &'static [Setting],
}

/// A setting.
#[derive(Debug)]
struct Setting {
    /// Its name in the file.
    key: &'static str,
    /// Name of the argument of `carrick serve` that says the same; empty if there is none.
    argument: &'static str,
    /// A value, in TOML: the default, or an example where there is none.
    value: &'static str,
    /// The default, in words.
    default: &'static str,
    about: &'static str,
}

const fn setting(
    key: &'static str,
    argument: &'static str,
    value: &'static str,
    default: &'static str,
    about: &'static str,
) -> Setting {
    Setting { key, argument, value, default, about }
}

/// All settings, by section.
const SECTIONS: &[Section] = &[
    Section { name: "", about: "", settings: SITE },
    Section {
        name: "site",
        about: "What you call the site, and where its pages link to. A public site needs an imprint and a \
                privacy policy in many countries.",
        settings: IDENTITY,
    },
    Section {
        name: "mail",
        about: "Mail that comes in. Without this section there is no mail at all.",
        settings: MAIL,
    },
    Section {
        name: "mail.out",
        about: "Mail that goes out: to a relay (host), or into a folder (maildir).",
        settings: MAIL_OUT,
    },
    Section {
        name: "mail.strangers",
        about: "Limits on mail from unknown senders, each for an hour.",
        settings: STRANGERS,
    },
];

const SITE: &[Setting] = &[
    setting(
        "listen",
        "listen",
        "\"127.0.0.1:8010\"",
        "127.0.0.1:8010",
        "address and port on which it listens",
    ),
    setting(
        "metrics",
        "metrics",
        "\"127.0.0.1:9464\"",
        "none",
        "address and port of metrics for Prometheus, which only operators should reach",
    ),
    setting(
        "base_url",
        "base_url",
        "\"https://carrick.example\"",
        "none",
        "address that readers type; without it the site is for this machine and its network",
    ),
    setting(
        "database",
        "db",
        "\"/var/lib/carrick/carrick.db\"",
        "carrick/carrick.db in the user's data folder",
        "the database: a file, or postgres://USER@HOST/DATABASE",
    ),
    setting(
        "key",
        "key",
        "\"/var/lib/carrick/carrick.key\"",
        "beside the database, ending in .key",
        "the secret key, from which links in mails are made",
    ),
    setting(
        "trusted_proxies",
        "trusted_proxies",
        "[\"127.0.0.1\", \"::1\"]",
        "none",
        "proxies, or networks of proxies, that are believed about where a reader comes from",
    ),
    setting(
        "security_contact",
        "security_contact",
        "\"security@carrick.example\"",
        "none",
        "where weaknesses are reported, served as /.well-known/security.txt: a mail address, or one that begins with https://",
    ),
    setting(
        "registration",
        "registration",
        "\"open\"",
        "open",
        "who may make an account: open, invite (only those whom you invite: `carrick admin invite anna`) or closed",
    ),
    setting(
        "guests",
        "guests",
        "true",
        "true",
        "whether visitors may play the computer before they sign up, where registration is open",
    ),
    setting(
        "threads",
        "threads",
        "2",
        "one per processor",
        "threads that the computer may think with",
    ),
    setting(
        "thinking_memory",
        "mebibytes",
        "256",
        "a quarter of the memory that the program may use, from 64 to 256",
        "memory for all searches of the computer together, in MiB",
    ),
    setting(
        "tables",
        "tables",
        "\"/var/lib/carrick/tables\"",
        "carrick/tables in the user's data folder",
        "folder with tables of solved boards, which the strongest level and analyses look into; read at the start",
    ),
    setting(
        "max_connections",
        "max_connections",
        "10000",
        "10000, or what open files allow",
        "connections at once",
    ),
    setting(
        "max_connections_per_address",
        "max_connections_per_address",
        "500",
        "a quarter of all, 500 at most",
        "connections at once from one network address",
    ),
    setting(
        "head_timeout",
        "head_timeout",
        "30",
        "30",
        "time for a request's head, and for the first byte on a new connection, in seconds",
    ),
    setting("body_timeout", "body_timeout", "15", "15", "time for a request's body, in seconds"),
    setting(
        "idle_timeout",
        "idle_timeout",
        "60",
        "60",
        "time that a connection may be idle between two requests, in seconds",
    ),
    setting(
        "write_timeout",
        "write_timeout",
        "30",
        "30",
        "time in which a client must read 64 KiB of an answer or all of it, in seconds",
    ),
    setting(
        "keep_days",
        "keep_days",
        "30",
        "30",
        "days for which messages and the log of requests are kept",
    ),
    setting(
        "log",
        "levels",
        "\"warn,carrick_web=info,carrick::serve=info\"",
        "warn,carrick_web=info,carrick::serve=info",
        "levels of the log: off, error, warn, info, debug or trace, also for parts of the program",
    ),
    setting("log_format", "log_format", "\"text\"", "text", "format of both logs: text or json"),
    setting(
        "access_log",
        "access_log",
        "\"/var/log/carrick/access.log\"",
        "none",
        "file with a line for each request; - is standard output",
    ),
];

const IDENTITY: &[Setting] = &[
    setting(
        "name",
        "",
        "\"Carrick\"",
        "Carrick",
        "name of the site, on its pages and in authenticator apps; the sender of emails is \"Carrick at\" and this name",
    ),
    setting(
        "links",
        "",
        "[{ text = \"Imprint\", url = \"/imprint\" }]",
        "none",
        "up to 10 links at the foot of every page, such as imprint, privacy policy and contact; each url is a path \
         of the same site, an address that begins with https://, or a mail address",
    ),
];

const MAIL: &[Setting] = &[
    setting(
        "address",
        "",
        "\"games@carrick.example\"",
        "must be given",
        "where commands go; all addresses of the server are in its domain",
    ),
    setting(
        "relay",
        "",
        "\"mx.carrick.example\"",
        "none",
        "name under which the relay signs Authentication-Results; without it no sender is proved",
    ),
    setting(
        "listen",
        "",
        "\"/run/carrick/mail/lmtp\"",
        "none",
        "where the relay delivers by LMTP: a socket, or a port of this machine such as 127.0.0.1:8024",
    ),
];

const MAIL_OUT: &[Setting] = &[
    setting("host", "", "\"smtp.example.org\"", "none", "the relay that takes our mail"),
    setting("port", "", "465", "465 with tls, 587 with starttls, 25 with none", "its port"),
    setting(
        "security",
        "",
        "\"tls\"",
        "tls",
        "how the connection is protected: tls, starttls or none",
    ),
    setting("user", "", "\"carrick\"", "none", "name to sign in with at the relay"),
    setting(
        "password_file",
        "",
        "\"/etc/carrick/relay-password\"",
        "none",
        "file with the password for it and nothing else; sent over TLS only",
    ),
    setting(
        "certificates",
        "",
        "\"/etc/carrick/ca.pem\"",
        "none",
        "PEM file with who signed the certificate of a relay of your own, in addition to those that browsers trust",
    ),
    setting(
        "maildir",
        "",
        "\"/var/lib/carrick/mail\"",
        "none",
        "a Maildir in place of a relay, for tests and trials",
    ),
    setting("connections", "", "2", "2", "mails that go at once"),
    setting("per_domain", "", "120", "120", "mails a minute to one domain"),
];

const STRANGERS: &[Setting] = &[
    setting("letters", "", "60", "60", "letters to unknown addresses"),
    setting("per_domain", "", "20", "20", "letters to unknown addresses of one domain"),
    setting("accounts", "", "20", "20", "accounts made by mail"),
];
