//! Advice on what this program cannot set up itself: DNS records and the relay's configuration.
//!
//! The lines for Postfix, OpenDKIM and OpenDMARC are those with which `tests/by_mail` runs. Those
//! for Exim (Debian's 4.96, in the settings that Exim ships) and OpenSMTPD (Debian's 6.8, in those
//! of its package) were tried by hand with these programs: they deliver, strip, sign, refuse and
//! pass complaints on as they should, but for what Exim's DMARC, rspamd and its filter have to do
//! with them.

mod exim;
mod opensmtpd;
mod piece;
mod postfix;
mod socket;

use std::path::Path;

use super::plan::{Plan, is_here};
use crate::cli::RelayProgram;

use exim::exim;
use opensmtpd::opensmtpd;
use piece::{Piece, lines, printed, prose};
use postfix::postfix;

/// All advice for the administrators of the domain and of the relay.
pub(super) fn advice(plan: &Plan, program: Option<RelayProgram>, file: &Path) -> String {
    let mut pieces = dns(plan);
    let programs = match &program {
        Some(one) => std::slice::from_ref(one),
        None => &RelayProgram::ALL,
    };
    pieces.extend(programs.iter().flat_map(|program| of_relay(plan, *program)));
    if plan.user.is_some() {
        pieces.push(prose(
            "Put the relay's password into the file that `password_file` names, and let nobody but the \
             server read it\n(chmod 600).",
        ));
    }
    let file = file.display();
    pieces.extend([
        prose("Then"),
        lines(format!("carrick serve --config {file}\ncarrick doctor --config {file}")),
        prose("The second sends a mail to the server itself, and says what does not work yet."),
    ]);
    printed(&pieces)
}

fn of_relay(plan: &Plan, program: RelayProgram) -> Vec<Piece> {
    match program {
        RelayProgram::Postfix => postfix(plan),
        RelayProgram::Exim => exim(plan),
        RelayProgram::Opensmtpd => opensmtpd(plan),
    }
}

fn dns(plan: &Plan) -> Vec<Piece> {
    let Plan { domain, incoming, host, .. } = plan;
    let sends = if is_here(host) { incoming } else { host };
    vec![
        prose("In the DNS:"),
        lines(format!(
            "{incoming}.      A    the address of that machine (AAAA for IPv6)\n\
             {domain}.         MX   10 {incoming}.\n\
             {domain}.         TXT  \"v=spf1 mx a:{sends} -all\"\n\
             _dmarc.{domain}.  TXT  \"v=DMARC1; p=quarantine; rua=mailto:postmaster@{domain}\"\n"
        )),
        prose(format!(
            "If the relay belongs to somebody else, they publish a term for SPF (`include:…`): use it in place \
             of\n`a:{sends}`. Let the relay sign for {domain} (DKIM), and publish the key that it shows you \
             as\n`carrick._domainkey.{domain}`. Many providers take no mail without a valid signature."
        )),
        prose(format!(
            "Mail for postmaster@{domain} and abuse@{domain} must reach a person, not the server: others \
             complain\nthere (RFC 5321, RFC 2142). The lines below pass it on to the relay's administrator."
        )),
    ]
}

/// LMTP address: host and port, or else the path of a socket.
fn lmtp(listen: &str) -> Result<(&str, &str), &str> {
    match listen.starts_with('/') {
        true => Err(listen),
        false => listen.rsplit_once(':').ok_or(listen),
    }
}

/// Regular expression for the local parts of addresses with a token.
const LOCAL_PARTS: &str = "(play|stop|echo|bounce)\\+[a-z0-9]+";

/// Escapes a domain for a regular expression.
fn escaped(domain: &str) -> String {
    domain.replace('.', "\\.")
}

#[cfg(test)]
mod tests {
    use expect_test::expect_file;

    use super::*;

    /// `carrick setup mail` prints what docs/host/mail.md shows for a machine that is its own
    /// relay. `UPDATE_EXPECT=1` rewrites the page.
    #[test]
    fn the_page_shows_what_is_printed() {
        let page_file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/host/mail.md");
        let mut page = std::fs::read_to_string(&page_file).unwrap();
        let (url, incoming) = ("https://carrick.example", "mx.carrick.example");
        let listen = Some("/run/carrick/mail/lmtp");
        let plan = Plan::new("carrick.example", "localhost", "none", "", url, incoming, listen);
        let plan = plan.unwrap();
        let mut sections = vec![("dns".to_owned(), dns(&plan))];
        let relays = RelayProgram::ALL.iter();
        sections.extend(relays.map(|one| (one.name().to_owned(), of_relay(&plan, *one))));
        for (name, pieces) in sections {
            let [begin, end] =
                ["printed", "end of"].map(|mark| format!("<!-- {mark}: {name} -->\n"));
            let from = page.find(&begin).unwrap_or_else(|| panic!("{begin}")) + begin.len();
            let to = page.find(&end).unwrap_or_else(|| panic!("{end}"));
            let expected = format!("\n{}\n", piece::marked(&pieces));
            if std::env::var_os("UPDATE_EXPECT").is_some() {
                page.replace_range(from..to, &expected);
                std::fs::write(&page_file, &page).unwrap();
            } else {
                assert_eq!(&page[from..to], expected, "{name}");
            }
        }
    }

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
