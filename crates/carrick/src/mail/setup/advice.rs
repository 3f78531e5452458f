//! Advice on what this program cannot set up itself: DNS records and the relay's configuration.
//!
//! The lines for Postfix, OpenDKIM and OpenDMARC are those with which `tests/by_mail` runs. Those
//! for Exim (Debian's 4.96, in the settings that Exim ships) and OpenSMTPD (Debian's 6.8, in those
//! of its package) were tried by hand with these programs: they deliver, strip, sign, refuse and
//! pass complaints on as they should, but for what Exim's DMARC, rspamd and its filter have to do
//! with them.

use std::path::Path;

use crate::cli::RelayProgram;
use crate::mail::setup::{Plan, is_here};

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

fn of_relay(plan: &Plan, program: RelayProgram) -> Vec<AdvicePiece> {
    match program {
        RelayProgram::Postfix => postfix(plan),
        RelayProgram::Exim => exim(plan),
        RelayProgram::Opensmtpd => opensmtpd(plan),
    }
}

fn dns(plan: &Plan) -> Vec<AdvicePiece> {
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

// Pieces of advice, printed alike on a terminal and in docs/host/mail.md.

/// A piece of advice.
#[derive(Debug, Clone, PartialEq, Eq)]
enum AdvicePiece {
    /// One or more sentences, in lines of at most 100 columns; backquotes surround what is typed.
    Prose(String),
    /// Lines of a file or commands, verbatim.
    Lines(String),
}

fn prose(text: impl Into<String>) -> AdvicePiece {
    AdvicePiece::Prose(text.into())
}

fn lines(text: impl Into<String>) -> AdvicePiece {
    AdvicePiece::Lines(text.into())
}

/// Formats advice for a terminal.
fn printed(pieces: &[AdvicePiece]) -> String {
    let shown = pieces.iter().map(|piece| match piece {
        AdvicePiece::Prose(text) | AdvicePiece::Lines(text) => text.trim_end(),
    });
    shown.collect::<Vec<_>>().join("\n\n") + "\n"
}

/// Formats advice as Markdown.
#[cfg(test)]
fn marked(pieces: &[AdvicePiece]) -> String {
    let shown = pieces.iter().map(|piece| match piece {
        AdvicePiece::Prose(text) => text.trim_end().to_owned(),
        AdvicePiece::Lines(text) => format!("```text\n{}\n```", text.trim_end()),
    });
    shown.collect::<Vec<_>>().join("\n\n") + "\n"
}

// Folder of the LMTP socket through which a relay delivers.

/// User that runs `carrick serve`.
const SERVER: &str = "carrick";

/// Advice on making the socket's folder so that a relay of this `group` can open the socket; empty
/// if it delivers to a port.
fn socket_folder(plan: &Plan, group: &str) -> Vec<AdvicePiece> {
    let Err(socket) = lmtp(&plan.listen) else { return Vec::new() };
    let folder = socket.rsplit_once('/').map_or("/", |(folder, _)| folder);
    let mode = if group == SERVER { "0750" } else { "2750" };
    let inside = folder.strip_prefix("/run/").filter(|inside| !inside.is_empty());
    let Some(inside) = inside else {
        return vec![
            prose(format!(
                "The socket's folder, which only the server (here the user {SERVER}) and the relay may enter:"
            )),
            lines(format!("install -d -o {SERVER} -g {group} -m {mode} {folder}")),
        ];
    };
    let mut made = String::new();
    let parents = inside.match_indices('/').map(|(at, _)| &inside[..at]);
    for parent in parents {
        made.push_str(&format!("d /run/{parent} 0755 root root -\n"));
    }
    made.push_str(&format!("d {folder} {mode} {SERVER} {group} -\n"));
    vec![
        prose(format!(
            "The socket's folder, which only the server (here the user {SERVER}) and the relay may enter. \
             /run is empty\nafter every boot, so let systemd make the folder each time; in \
             `/etc/tmpfiles.d/carrick.conf`:"
        )),
        lines(made),
        prose("This makes it now:"),
        lines("systemd-tmpfiles --create /etc/tmpfiles.d/carrick.conf"),
    ]
}

// Configuration lines for Postfix, and for OpenDKIM and OpenDMARC, which it asks.

/// Configuration for Postfix (main.cf), OpenDKIM and OpenDMARC.
fn postfix(plan: &Plan) -> Vec<AdvicePiece> {
    let mut pieces = vec![
        prose(
            "Postfix (3.7 or newer). Each command sets one setting of `main.cf`, and replaces the one that is \
             there. If your\nPostfix also handles other mail, look at `postconf -n` first, and add to the \
             values that it has:",
        ),
        lines(main_cf(plan)),
    ];
    if lmtp(&plan.listen).is_err() {
        pieces.push(prose(
            "Debian keeps Postfix's lmtp service in a chroot, where it does not find the socket. This lets \
             it out, and\nchanges nothing on other systems:",
        ));
        pieces.push(lines("postconf -F lmtp/unix/chroot=n"));
        pieces.extend(socket_folder(plan, "postfix"));
    }
    pieces.extend(opendkim(plan));
    pieces.extend(opendmarc(plan));
    pieces.push(prose("Restart all three: `systemctl restart opendkim opendmarc postfix`."));
    pieces
}

/// Commands that set the settings in `main.cf`, where a second line of a name would double it.
fn main_cf(plan: &Plan) -> String {
    let Plan { domain, incoming, listen, .. } = plan;
    let transport = match lmtp(listen) {
        Ok((host, port)) => format!("lmtp:inet:{host}:{port}"),
        Err(socket) => format!("lmtp:unix:{socket}"),
    };
    let settings = format!(
        "# The domain is not a name of this machine itself: it must be in none of these three.\n\
         myhostname = {incoming}\n\
         myorigin = $myhostname\n\
         mydestination = $myhostname, localhost\n\
         relay_domains = {domain}\n\
         transport_maps = inline:{{ {{ {domain} = {transport} }} }}\n\
         # Unknown addresses are refused at once, not bounced later to a sender who may be forged.\n\
         relay_recipient_maps = regexp:{{ {{ /^(games|{LOCAL_PARTS})@{escaped}$$/ ok }} }}\n\
         # Complaints go to this machine's administrator: see postmaster in /etc/aliases.\n\
         virtual_alias_maps = inline:{{ {{ postmaster@{domain} = postmaster@localhost }} {{ abuse@{domain} = postmaster@localhost }} }}\n\
         # Nobody else may write Authentication-Results in our name.\n\
         header_checks = regexp:{{ {{ /^Authentication-Results[[:space:]]*:[[:space:]]*{name}[[:space:];]/ IGNORE }} }}\n\
         smtpd_milters = inet:127.0.0.1:8891, inet:127.0.0.1:8893\n\
         non_smtpd_milters =\n\
         milter_default_action = tempfail\n",
        escaped = escaped(domain),
        name = escaped(incoming)
    );
    let command = |line: &str| match line.starts_with('#') {
        true => format!("{line}\n"),
        // No value has such a quotation mark in it.
        false => format!("postconf -e '{line}'\n"),
    };
    settings.lines().map(command).collect()
}

fn opendkim(plan: &Plan) -> Vec<AdvicePiece> {
    let Plan { domain, incoming, .. } = plan;
    vec![
        prose("OpenDKIM checks signatures and signs our mail, on port 8891. In `opendkim.conf`:"),
        lines(format!(
            "Mode sv\n\
             Socket inet:8891@127.0.0.1\n\
             AuthservID {incoming}\n\
             Domain {domain}\n\
             Selector carrick\n\
             KeyFile /etc/dkimkeys/carrick.private\n\
             SignHeaders *,+List-Unsubscribe-Post,+Message-ID\n"
        )),
        prose(
            "These lines replace others of the same names there. By default OpenDKIM does not sign the two fields \
             of the last\nline, and mail programs believe `List-Unsubscribe-Post` only if it is signed (RFC 8058). \
             This makes the key, which\nOpenDKIM's user must own, and `carrick.txt` with the line for the DNS:",
        ),
        lines(format!("opendkim-genkey -b 2048 -d {domain} -s carrick -D /etc/dkimkeys")),
    ]
}

fn opendmarc(plan: &Plan) -> Vec<AdvicePiece> {
    let incoming = &plan.incoming;
    vec![
        prose(
            "OpenDMARC judges a mail by its signature and by SPF, on port 8893. The list of public suffixes \
             is in Debian's\npackage `publicsuffix`. In `opendmarc.conf`:",
        ),
        lines(format!(
            "Socket inet:8893@127.0.0.1\n\
             AuthservID {incoming}\n\
             TrustedAuthservIDs {incoming}\n\
             PublicSuffixList /usr/share/publicsuffix/public_suffix_list.dat\n\
             SPFSelfValidate true\n\
             SPFIgnoreResults true\n\
             RejectFailures false\n"
        )),
    ]
}

// Configuration lines for Exim.

/// Configuration for Exim, by the part of its file that it belongs in.
fn exim(plan: &Plan) -> Vec<AdvicePiece> {
    let folder = socket_folder(plan, "Debian-exim");
    [main_part(plan), acls(plan), routers(plan), transports(plan), folder].concat()
}

fn main_part(plan: &Plan) -> Vec<AdvicePiece> {
    let Plan { domain, .. } = plan;
    vec![
        prose(format!(
            "Exim, in the main part of its configuration. If it has a line `domainlist relay_to_domains` \
             already, add\n{domain} there, after a colon, and take the other two lines:"
        )),
        lines(format!(
            "domainlist relay_to_domains = {domain}\n\
             acl_smtp_predata = carrick_predata\n\
             dmarc_tld_file = /usr/share/publicsuffix/public_suffix_list.dat\n"
        )),
        prose(format!(
            "{domain} must not be in `local_domains`. The line `dmarc_tld_file`, and `dmarc_status` below, \
             need an\nExim that was built with SUPPORT_DMARC (`exim -bV` lists it). Debian's was not: leave \
             both out there, and\nplayers type passwords."
        )),
    ]
}

fn acls(plan: &Plan) -> Vec<AdvicePiece> {
    let Plan { incoming, .. } = plan;
    vec![
        prose(
            "After `begin acl`. It removes Authentication-Results that others wrote, so that nobody else \
             speaks in our name:",
        ),
        lines("carrick_predata:\n  accept  remove_header = Authentication-Results\n"),
        prose("First in the ACL that `acl_smtp_data` names, such as `acl_check_data`:"),
        lines(format!(
            "  warn    dmarc_status  = accept : none : off\n  \
             warn    add_header    = :at_start:${{authresults {{{incoming}}}}}\n"
        )),
    ]
}

fn routers(plan: &Plan) -> Vec<AdvicePiece> {
    let Plan { domain, .. } = plan;
    vec![
        prose(
            "After `begin routers`, before all others. Complaints go to this machine's administrator. Unknown \
             addresses are\nrefused at once if the ACL for recipients has `require verify = recipient`, as in \
             the configuration that\nExim ships:",
        ),
        lines(format!(
            "carrick_complaints:\n  driver = redirect\n  domains = {domain}\n  local_parts = postmaster : abuse\n  \
             data = postmaster@$primary_hostname\n\n\
             carrick:\n  driver = manualroute\n  domains = {domain}\n  local_parts = games : \
             \\N^{LOCAL_PARTS}$\\N\n  transport = carrick_lmtp\n  route_list = * 127.0.0.1\n  self = send\n\n\
             carrick_nobody:\n  driver = redirect\n  domains = {domain}\n  allow_fail\n  \
             data = :fail: Nobody here has this address\n"
        )),
        prose(format!(
            "`/etc/aliases` must say who reads postmaster's mail, and the machine's own name \
             (`exim -bP primary_hostname`)\nmust not be {domain}."
        )),
    ]
}

fn transports(plan: &Plan) -> Vec<AdvicePiece> {
    let Plan { domain, listen, .. } = plan;
    let transport = match lmtp(listen) {
        Ok((host, port)) => format!(
            "carrick_lmtp:\n  driver = smtp\n  protocol = lmtp\n  hosts = {host}\n  port = {port}\n  \
             allow_localhost\n  hosts_override\n"
        ),
        Err(socket) => {
            format!("carrick_lmtp:\n  driver = lmtp\n  socket = {socket}\n  batch_max = 50\n")
        }
    };
    vec![
        prose("After `begin transports`:"),
        lines(transport),
        prose(format!(
            "In the transport by which mail goes out, such as `remote_smtp`; it signs what comes from {domain}:"
        )),
        lines(format!(
            "  dkim_domain = ${{if eqi{{${{domain:$h_from:}}}}{{{domain}}}{{{domain}}}}}\n  \
             dkim_selector = carrick\n  \
             dkim_private_key = /etc/exim4/carrick.private\n"
        )),
        prose("The key, which Exim's user must be able to read, and its line for the DNS:"),
        lines(format!(
            "openssl genrsa -out /etc/exim4/carrick.private 2048\n\
             echo \"carrick._domainkey.{domain}. TXT \\\"v=DKIM1; k=rsa; p=$(openssl rsa -in \
             /etc/exim4/carrick.private -pubout -outform der | openssl base64 -A)\\\"\"\n"
        )),
    ]
}

// Configuration lines for OpenSMTPD, and for rspamd, which it asks.

/// Configuration for OpenSMTPD and rspamd.
fn opensmtpd(plan: &Plan) -> Vec<AdvicePiece> {
    // OpenSMTPD delivers as the user of the server.
    [smtpd(plan), socket_folder(plan, "carrick"), rspamd(plan)].concat()
}

fn smtpd(plan: &Plan) -> Vec<AdvicePiece> {
    let Plan { domain, incoming, listen, .. } = plan;
    vec![
        prose(
            "OpenSMTPD, with rspamd, which checks SPF, DKIM and DMARC (`filter-rspamd`). In `smtpd.conf`, in \
             place of the\nlines `listen on`:",
        ),
        lines(format!(
            "filter rspamd proc-exec \"filter-rspamd\"\n\
             listen on 0.0.0.0 hostname {incoming} filter rspamd\n\
             listen on :: hostname {incoming} filter rspamd\n"
        )),
        prose("Before all other lines `match`, since the first that fits counts:"),
        lines(format!(
            "table carrick {{ \"^(games|{LOCAL_PARTS})@{escaped}$\" }}\n\
             table complaints {{ \"postmaster@{domain}\", \"abuse@{domain}\" }}\n\
             action \"carrick\" lmtp \"{listen}\" rcpt-to virtual {{ \"@\" = carrick }}\n\
             action \"complaints\" maildir virtual {{ \"@\" = keeper }}\n\
             match from any for rcpt-to regex <carrick> action \"carrick\"\n\
             match from any for rcpt-to <complaints> action \"complaints\"\n",
            escaped = escaped(domain)
        )),
        prose(
            "Here carrick is the user of this machine as whom it delivers, and keeper stands for the one who \
             reads\ncomplaints; OpenSMTPD delivers nothing to root. For mail that goes out, unless there are \
             such lines already:",
        ),
        lines(format!(
            "action \"relay\" relay helo {incoming}\n\
             match from local for any action \"relay\"\n"
        )),
    ]
}

fn rspamd(plan: &Plan) -> Vec<AdvicePiece> {
    let Plan { domain, incoming, .. } = plan;
    vec![
        prose("rspamd, in `local.d/milter_headers.conf`:"),
        lines(
            "use = [\"authentication-results\"];\n\
             routines { authentication-results { remove = 0; } }\n\
             authenticated_headers = [\"authentication-results\"];\n",
        ),
        prose("In `local.d/options.inc`, the name that the server believes:"),
        lines(format!("hostname = \"{incoming}\";\n")),
        prose("In `local.d/dkim_signing.conf`, to sign what goes out:"),
        lines(format!(
            "domain {{\n  {domain} {{\n    selector = \"carrick\";\n    \
             path = \"/var/lib/rspamd/dkim/carrick.private\";\n  }}\n}}\n"
        )),
        prose(
            "This makes that key, which rspamd's user must own, and prints its line for the DNS:",
        ),
        lines(format!(
            "rspamadm dkim_keygen -d {domain} -s carrick -k /var/lib/rspamd/dkim/carrick.private"
        )),
    ]
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
            let expected = format!("\n{}\n", marked(&pieces));
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
            expect_file![format!("goldens/{name}.txt")].assert_eq(&text);
        }
    }

    #[test]
    fn folders_below_run_are_made_at_every_boot_and_ports_need_none() {
        for (listen, group, expected) in [
            (
                "/run/carrick/mail/lmtp",
                "postfix",
                "d /run/carrick 0755 root root -\nd /run/carrick/mail 2750 carrick postfix -\n",
            ),
            ("/run/lmtp/x", "carrick", "d /run/lmtp 0750 carrick carrick -\n"),
            (
                "/srv/carrick/lmtp",
                "postfix",
                "install -d -o carrick -g postfix -m 2750 /srv/carrick",
            ),
        ] {
            let url = "https://c.example";
            let plan =
                Plan::new("c.example", "localhost", "none", "", url, "mx.c.example", Some(listen));
            let pieces = socket_folder(&plan.unwrap(), group);
            assert!(pieces.contains(&lines(expected)), "{pieces:?}");
        }
        let plan = Plan::new(
            "c.example",
            "localhost",
            "none",
            "",
            "https://c.example",
            "mx.c.example",
            None,
        );
        assert_eq!(socket_folder(&plan.unwrap(), "postfix"), []);
    }
}
