//! What is to be done where this program has no hand in: in the DNS, and at the relay.
//!
//! The lines for Postfix, OpenDKIM and OpenDMARC are those with which `tests/by_mail` runs. Those for Exim (Debian's
//! 4.96, in the settings that Exim ships) and OpenSMTPD (Debian's 6.8, in those of its package) were tried by hand
//! with these programs: they deliver, strip, sign, refuse and pass complaints on as they should, but for what Exim's
//! DMARC, rspamd and its filter have to do with them.

mod exim;
mod opensmtpd;
mod postfix;

use std::fmt::Write as _;
use std::path::Path;

use super::plan::{Plan, is_here};
use crate::cli::RelayProgram;

use exim::exim;
use opensmtpd::opensmtpd;
use postfix::postfix;

/// All that the keeper of the domain and of the relay must do.
pub(super) fn advice(plan: &Plan, program: Option<RelayProgram>, file: &Path) -> String {
    let mut text = dns(plan);
    let programs = match &program {
        Some(one) => std::slice::from_ref(one),
        None => &RelayProgram::ALL,
    };
    for program in programs {
        text.push_str(&match program {
            RelayProgram::Postfix => postfix(plan),
            RelayProgram::Exim => exim(plan),
            RelayProgram::Opensmtpd => opensmtpd(plan),
        });
    }
    let _ = write!(
        text,
        "\nThen\n\n  carrick serve --config {file}\n  carrick doctor --config {file}\n\n\
         of which the second mails itself and says what does not work yet.\n",
        file = file.display()
    );
    if plan.user.is_some() {
        text.push_str(
            "Before that, put the relay's password into the file that password_file names, and let \
             nobody but the\nserver read it (chmod 600).\n",
        );
    }
    text
}

fn dns(plan: &Plan) -> String {
    let Plan { domain, incoming, host, .. } = plan;
    let sends = if is_here(host) { incoming } else { host };
    format!(
        "In the DNS:\n\n\
         {incoming}.      A    the address of that machine (AAAA for IPv6)\n\
         {domain}.         MX   10 {incoming}.\n\
         {domain}.         TXT  \"v=spf1 mx a:{sends} -all\"\n\
         _dmarc.{domain}.  TXT  \"v=DMARC1; p=quarantine; rua=mailto:postmaster@{domain}\"\n\n\
         A relay of somebody else has a line of its own for SPF (include:…); take that in place of a:{sends}.\n\
         DKIM: let the relay sign for {domain} and publish the key that it shows you, under\n\
         carrick._domainkey.{domain}. Without a signature that fits, much of the world takes no mail.\n\n\
         postmaster@{domain} and abuse@{domain} must reach you, and not the games: others complain \
         there\n(RFC 5321 and RFC 2142). Let the relay pass them on to yourself.\n"
    )
}

/// Where LMTP is spoken, as a host and a port or a socket.
fn lmtp(listen: &str) -> Result<(&str, &str), &str> {
    match listen.starts_with('/') {
        true => Err(listen),
        false => listen.rsplit_once(':').ok_or(listen),
    }
}

/// The addresses with a token, as a regular expression for what stands before the @.
const LOCAL_PARTS: &str = "(play|stop|echo|bounce)\\+[a-z0-9]+";

/// A domain as a regular expression.
fn escaped(domain: &str) -> String {
    domain.replace('.', "\\.")
}

#[cfg(test)]
mod tests {
    use expect_test::expect_file;

    use super::*;

    #[test]
    fn what_is_said() {
        let (url, incoming) = ("https://carrick.example", "mx.carrick.example");
        for (name, relay, security, user, listen) in [
            ("relay-of-others", "smtp.example.org", "tls", "carrick", "127.0.0.1:8024"),
            ("relay-here", "localhost", "none", "", "/run/carrick/mail/lmtp"),
        ] {
            let plan =
                Plan::new("carrick.example", relay, security, user, url, incoming, Some(listen));
            let text = advice(&plan.unwrap(), None, Path::new("carrick.toml"));
            expect_file![format!("../goldens/{name}.txt")].assert_eq(&text);
        }
    }
}
