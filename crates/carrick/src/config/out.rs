//! Section `[mail.out]` of the configuration file: outgoing mail.

use std::fs;
use std::net::IpAddr;
use std::num::{NonZeroU8, NonZeroU16};
use std::path::PathBuf;

use anyhow::{Context as _, Result, bail};
use carrick_post::outbox::Pace;
use carrick_post::transport::{Login, Relay, Security, Transport, is_here};
use serde::Deserialize;

/// Settings for outgoing mail: a relay (smarthost), or a Maildir.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Out {
    /// Host name of the relay.
    pub(crate) host: Option<String>,
    pub(crate) port: Option<u16>,
    #[serde(default)]
    pub(crate) security: SecurityWord,
    pub(crate) user: Option<String>,
    /// File that contains only the relay's password.
    pub(crate) password_file: Option<PathBuf>,
    /// File of PEM certificates to trust in addition to those that browsers trust.
    pub(crate) certificates: Option<PathBuf>,
    /// Maildir to write to instead of a relay, for tests and trials.
    pub(crate) maildir: Option<PathBuf>,
    /// Maximum number of parallel connections.
    pub(crate) connections: Option<NonZeroU8>,
    /// Maximum number of emails per minute to one domain.
    pub(crate) per_domain: Option<NonZeroU16>,
}

/// Encryption of the connection to the relay.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum SecurityWord {
    /// TLS from the first byte.
    #[default]
    Tls,
    /// TLS after `STARTTLS`.
    StartTls,
    /// No encryption.
    None,
}

impl From<SecurityWord> for Security {
    fn from(word: SecurityWord) -> Self {
        match word {
            SecurityWord::Tls => Self::Tls,
            SecurityWord::StartTls => Self::StartTls,
            SecurityWord::None => Self::Plain,
        }
    }
}

impl Out {
    /// Rate limits of outgoing mail, defaults filled in.
    pub(crate) fn pace(&self) -> Pace {
        let usual = Pace::default();
        Pace {
            lines: self.connections.map_or(usual.lines, NonZeroU8::get),
            per_domain: self.per_domain.map_or(usual.per_domain, NonZeroU16::get),
        }
    }

    /// Whether the relay runs on this machine.
    pub(crate) fn is_here(&self) -> bool {
        self.host.as_deref().is_some_and(is_here)
    }

    /// Transport for outgoing mail. `name` is the server's name in the SMTP greeting.
    pub(crate) fn transport(&self, name: &str) -> Result<Transport> {
        match (&self.host, &self.maildir) {
            (Some(host), None) => Ok(Transport::Relay(self.relay(host, name)?)),
            (None, Some(folder)) => {
                let above = folder.parent().filter(|above| !above.as_os_str().is_empty());
                if above.is_some_and(|above| !above.is_dir()) {
                    bail!("maildir: there is no folder to create {} in", folder.display());
                }
                if folder.is_dir() {
                    tempfile::tempfile_in(folder).with_context(|| {
                        format!("maildir: cannot write into {}", folder.display())
                    })?;
                }
                Ok(Transport::Maildir(folder.clone()))
            }
            _ => bail!(
                "mail goes to a relay or into a folder: [mail.out] needs either host or maildir"
            ),
        }
    }

    fn relay(&self, host: &str, name: &str) -> Result<Relay> {
        if !is_host(host) {
            bail!(
                "host: {host:?} is not the name or address of a machine, such as smtp.example.org"
            );
        }
        if self.port == Some(0) {
            bail!("port: a number from 1 to 65535 is expected, such as 587");
        }
        let security = Security::from(self.security);
        let port = self.port.unwrap_or_else(|| security.port());
        let login = match (&self.user, &self.password_file) {
            (Some(user), Some(file)) => {
                let password = fs::read_to_string(file)
                    .with_context(|| format!("cannot read the password in {}", file.display()))?;
                let password = password.trim_end_matches(['\r', '\n']).to_owned();
                Some(Login { user: user.clone(), password })
            }
            (None, None) => None,
            _ => bail!("[mail.out] needs both user and password_file, or neither"),
        };
        let relay = Relay::new(host, port, name, security, login)?;
        Ok(match &self.certificates {
            Some(file) => relay.trusting(file)?,
            None => relay,
        })
    }
}

/// Whether a text can be the name or the address of a machine.
fn is_host(host: &str) -> bool {
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || "-_".contains(letter);
    let mut parts = host.strip_suffix('.').unwrap_or(host).split('.');
    host.parse::<IpAddr>().is_ok()
        || parts.all(|part| !part.is_empty() && part.len() <= 63 && part.chars().all(is_part))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn transport(section: &str) -> Result<Transport> {
        let out: Out = toml::from_str(section)?;
        out.transport("carrick.example")
    }

    #[test]
    fn relays_and_maildirs() {
        let relay = |section| format!("{:?}", transport(section).unwrap());
        assert_eq!(relay("host = \"r.example\""), "Relay(Relay(r.example:465, Tls, None))");
        assert_eq!(
            relay("host = \"r.example\"\nsecurity = \"starttls\""),
            "Relay(Relay(r.example:587, StartTls, None))"
        );
        assert_eq!(
            relay("host = \"127.0.0.1\"\nport = 2525\nsecurity = \"none\""),
            "Relay(Relay(127.0.0.1:2525, Plain, None))"
        );
        assert_eq!(relay("maildir = \"/tmp/mail\""), "Maildir(\"/tmp/mail\")");
    }

    #[test]
    fn a_password_is_never_shown_and_sent_only_over_tls() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("password");
        fs::write(&file, "s3cret\n").unwrap();
        let login = format!("user = \"c\"\npassword_file = {:?}\nhost = \"r.example\"\n", file);
        let shown = format!("{:?}", transport(&login).unwrap());
        assert!(shown.contains("user: \"c\"") && !shown.contains("s3cret"), "{shown}");
        let error = transport(&format!("{login}security = \"none\"\n")).unwrap_err();
        assert!(error.to_string().contains("only over TLS"), "{error}");
    }

    #[test]
    fn faults_in_the_section_on_outgoing_mail() {
        for (section, said) in [
            ("", "either host or maildir"),
            ("host = \"r\"\nmaildir = \"/m\"", "either host or maildir"),
            ("host = \"r\"\nuser = \"c\"", "both user and password_file"),
            ("host = \"r\"\nconnections = 0", "a nonzero"),
            ("host = \"r\"\nper_domain = 0", "a nonzero"),
            ("host = \"\"", "not the name or address of a machine"),
            ("host = \"my relay\"", "not the name or address of a machine"),
            ("host = \"r.example:587\"", "not the name or address of a machine"),
            ("host = \"https://r.example\"", "not the name or address of a machine"),
            ("host = \"r\"\nport = 0", "from 1 to 65535"),
            ("maildir = \"/nonexistent/a/b\"", "there is no folder to create /nonexistent/a/b in"),
            ("maildir = \"/proc\"", "cannot write into /proc"),
            ("host = \"r\"\nsecurity = \"ssl\"", "unknown variant `ssl`"),
            ("host = \"r\"\npassword = \"x\"", "unknown field `password`"),
            ("host = \"r\"\ncertificates = \"/nowhere.pem\"", "/nowhere.pem cannot be read"),
            ("host = \"r\"\ncertificates = \"Cargo.toml\"", "it contains none"),
        ] {
            let error = transport(section).unwrap_err();
            assert!(format!("{error:#}").contains(said), "{section}: {error:#}");
        }
    }
}
