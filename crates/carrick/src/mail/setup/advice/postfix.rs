//! Configuration lines for Postfix, and for OpenDKIM and OpenDMARC, which it asks.

use super::piece::{Piece, lines, prose};
use super::socket::socket_folder;
use super::{LOCAL_PARTS, Plan, escaped, lmtp};

/// Configuration for Postfix (main.cf), OpenDKIM and OpenDMARC.
pub(super) fn postfix(plan: &Plan) -> Vec<Piece> {
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

fn opendkim(plan: &Plan) -> Vec<Piece> {
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

fn opendmarc(plan: &Plan) -> Vec<Piece> {
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
