//! Configuration lines for Exim.

use super::piece::{Piece, lines, prose};
use super::socket::socket_folder;
use super::{LOCAL_PARTS, Plan, lmtp};

/// Configuration for Exim, by the part of its file that it belongs in.
pub(super) fn exim(plan: &Plan) -> Vec<Piece> {
    let folder = socket_folder(plan, "Debian-exim");
    [main_part(plan), acls(plan), routers(plan), transports(plan), folder].concat()
}

fn main_part(plan: &Plan) -> Vec<Piece> {
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

fn acls(plan: &Plan) -> Vec<Piece> {
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

fn routers(plan: &Plan) -> Vec<Piece> {
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

fn transports(plan: &Plan) -> Vec<Piece> {
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
