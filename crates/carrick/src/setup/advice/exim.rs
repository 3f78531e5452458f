//! Exim's lines.

use super::{LOCAL_PARTS, Plan, lmtp};

/// What goes into which part of its configuration.
pub(super) fn exim(plan: &Plan) -> String {
    [main_part(plan), acls(plan), routers(plan), transports(plan)].concat()
}

fn main_part(plan: &Plan) -> String {
    let Plan { domain, .. } = plan;
    format!(
        "\nExim, in the main part of its configuration: {domain} as one more of the domains in the line\n\
         `domainlist relay_to_domains` (with a colon between), or that line where there is none; and the others:\n\n\
         domainlist relay_to_domains = {domain}\n\
         acl_smtp_predata = carrick_predata\n\
         dmarc_tld_file = /usr/share/publicsuffix/public_suffix_list.dat\n\n\
         The last line, and the first one for acl_smtp_data, need an Exim built with SUPPORT_DMARC. Many are \
         not, such as\nthose of Debian (`exim -bV` says): leave both out there, and players type passwords.\n\
         {domain} is not among the local_domains.\n"
    )
}

fn acls(plan: &Plan) -> String {
    let Plan { incoming, .. } = plan;
    format!(
        "\nBehind `begin acl`; who we are in Authentication-Results is for us alone to say:\n\n\
         carrick_predata:\n  accept  remove_header = Authentication-Results\n\n\
         First in the ACL that acl_smtp_data names, such as acl_check_data:\n\n  \
         warn    dmarc_status  = accept : none : off\n  \
         warn    add_header    = :at_start:${{authresults {{{incoming}}}}}\n"
    )
}

fn routers(plan: &Plan) -> String {
    let Plan { domain, .. } = plan;
    format!(
        "\nBehind `begin routers`, before all others. Complaints go to whoever keeps this machine; what nobody \
         here has is\nrefused at once where the ACL for recipients has `require verify = recipient`, as it is \
         shipped:\n\n\
         carrick_complaints:\n  driver = redirect\n  domains = {domain}\n  local_parts = postmaster : abuse\n  \
         data = postmaster@$primary_hostname\n\n\
         carrick:\n  driver = manualroute\n  domains = {domain}\n  local_parts = games : \
         \\N^{LOCAL_PARTS}$\\N\n  transport = carrick_lmtp\n  route_list = * 127.0.0.1\n  self = send\n\n\
         carrick_nobody:\n  driver = redirect\n  domains = {domain}\n  allow_fail\n  \
         data = :fail: Nobody here has this address\n\n\
         postmaster stands in /etc/aliases; the machine's own name (`exim -bP primary_hostname`) is not {domain}.\n"
    )
}

fn transports(plan: &Plan) -> String {
    let Plan { domain, listen, .. } = plan;
    let transport = match lmtp(listen) {
        Ok((host, port)) => format!(
            "carrick_lmtp:\n  driver = smtp\n  protocol = lmtp\n  hosts = {host}\n  port = {port}\n  \
             allow_localhost\n  hosts_override"
        ),
        Err(socket) => {
            format!("carrick_lmtp:\n  driver = lmtp\n  socket = {socket}\n  batch_max = 50")
        }
    };
    format!(
        "\nBehind `begin transports`:\n\n{transport}\n\n\
         In the transport by which mail goes out, such as remote_smtp; it signs what comes from {domain}:\n\n  \
         dkim_domain = ${{if eqi{{${{domain:$h_from:}}}}{{{domain}}}{{{domain}}}}}\n  \
         dkim_selector = carrick\n  \
         dkim_private_key = /etc/exim4/carrick.private\n\n\
         The key, which Exim's user must be able to read, and its line for the DNS:\n\n  \
         openssl genrsa -out /etc/exim4/carrick.private 2048\n  \
         echo \"carrick._domainkey.{domain}. TXT \\\"v=DKIM1; k=rsa; p=$(openssl rsa -in \
         /etc/exim4/carrick.private -pubout -outform der | openssl base64 -A)\\\"\"\n"
    )
}
