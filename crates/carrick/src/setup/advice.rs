//! What is to be done where this program has no hand in: in the DNS, and at the relay.
//!
//! The lines for Postfix, OpenDKIM and OpenDMARC are those with which `tests/by_mail` runs. Those for Exim (4.96) and
//! OpenSMTPD (6.8) were tried by hand with these programs, to a socket and to a port: they deliver, strip and
//! refuse as they should. Exim's for DMARC and those for rspamd were not tried.

use std::fmt::Write as _;
use std::path::Path;

use super::plan::{Plan, is_here};
use crate::cli::RelayProgram;

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

fn postfix(plan: &Plan) -> String {
    let Plan { domain, incoming, listen, .. } = plan;
    let transport = match lmtp(listen) {
        Ok((host, port)) => format!("lmtp:inet:{host}:{port}"),
        Err(socket) => format!("lmtp:unix:{socket}"),
    };
    format!(
        "\nPostfix (3.7 or newer), in main.cf:\n\n\
         relay_domains = {domain}\n\
         transport_maps = inline:{{ {{ {domain} = {transport} }} }}\n\
         # What nobody here has is refused at once, and not bounced to whoever was forged.\n\
         relay_recipient_maps = regexp:{{ {{ /^(games|{LOCAL_PARTS})@{escaped}$$/ ok }} }}\n\
         # Complaints go to whoever keeps this machine.\n\
         virtual_alias_maps = inline:{{ {{ postmaster@{domain} = postmaster }} {{ abuse@{domain} = postmaster }} }}\n\
         # Who we are in Authentication-Results is for us alone to say.\n\
         header_checks = regexp:{{ {{ /^Authentication-Results[[:space:]]*:[[:space:]]*{name}[[:space:];]/ IGNORE }} }}\n\
         smtpd_milters = inet:127.0.0.1:8891, inet:127.0.0.1:8893\n\
         non_smtpd_milters =\n\
         milter_default_action = tempfail\n\n\
         OpenDKIM checks signatures and makes ours, on port 8891; in opendkim.conf:\n\n\
         Mode sv\n\
         Socket inet:8891@127.0.0.1\n\
         AuthservID {incoming}\n\
         Domain {domain}\n\
         Selector carrick\n\
         KeyFile /etc/dkimkeys/carrick.private\n\n\
         `opendkim-genkey -b 2048 -d {domain} -s carrick -D /etc/dkimkeys` makes that key, which OpenDKIM's\n\
         user must own, and carrick.txt, which is its line for the DNS.\n\n\
         OpenDMARC looks at both, on port 8893; in opendmarc.conf:\n\n\
         Socket inet:8893@127.0.0.1\n\
         AuthservID {incoming}\n\
         TrustedAuthservIDs {incoming}\n\
         SPFSelfValidate true\n\
         SPFIgnoreResults true\n\
         RejectFailures false\n",
        escaped = escaped(domain),
        name = escaped(incoming)
    )
}

fn exim(plan: &Plan) -> String {
    let Plan { domain, incoming, listen, .. } = plan;
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
        "\nExim, at the head of its configuration:\n\n\
         domainlist relay_to_domains = {domain}\n\
         dmarc_tld_file = /usr/share/publicsuffix/public_suffix_list.dat\n\n\
         The second line, and the first one for acl_smtp_data, need an Exim built with SUPPORT_DMARC. Many are \
         not\n(`exim -bV` says): leave both out there, and players type passwords.\n\n\
         In an ACL before data (acl_smtp_predata); who we are in Authentication-Results is for us alone to \
         say:\n\n\
         accept  remove_header = Authentication-Results\n\n\
         In the ACL for data (acl_smtp_data):\n\n\
         warn    dmarc_status  = accept : none : off\n\
         warn    add_header    = :at_start:${{authresults {{{incoming}}}}}\n\n\
         Before all other routers; what nobody here has is refused at once where the ACL for recipients has\n\
         `require verify = recipient`:\n\n\
         carrick:\n  driver = manualroute\n  domains = {domain}\n  local_parts = games : \
         \\N^{LOCAL_PARTS}$\\N\n  transport = carrick_lmtp\n  route_list = * 127.0.0.1\n  self = send\n\n\
         Among the transports:\n\n{transport}\n"
    )
}

fn opensmtpd(plan: &Plan) -> String {
    let Plan { domain, incoming, listen, .. } = plan;
    format!(
        "\nOpenSMTPD, in smtpd.conf, with the filters of rspamd (filter-rspamd), which checks SPF, DKIM \
         and DMARC:\n\n\
         table carrick {{ \"^(games|{LOCAL_PARTS})@{escaped}$\" }}\n\
         filter rspamd proc-exec \"filter-rspamd\"\n\
         listen on all hostname {incoming} filter rspamd\n\
         action \"carrick\" lmtp \"{listen}\" rcpt-to virtual {{ \"@\" = carrick }}\n\
         match from any for rcpt-to regex <carrick> action \"carrick\"\n\n\
         where carrick is the user of the machine as whom it delivers.\n\n\
         rspamd, in local.d/milter_headers.conf:\n\n\
         use = [\"authentication-results\"];\n\
         routines {{ authentication-results {{ remove = 0; }} }}\n\
         authenticated_headers = [\"authentication-results\"];\n\n\
         and in local.d/options.inc, the name that the server believes:\n\n\
         hostname = \"{incoming}\";\n",
        escaped = escaped(domain)
    )
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
            expect_file![format!("goldens/{name}.txt")].assert_eq(&text);
        }
    }
}
