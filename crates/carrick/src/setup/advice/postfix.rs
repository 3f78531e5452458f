//! Postfix's lines, and those of OpenDKIM and OpenDMARC, which it asks.

use super::{LOCAL_PARTS, Plan, escaped, lmtp};

/// What goes into main.cf, and into the files of those that Postfix asks.
pub(super) fn postfix(plan: &Plan) -> String {
    let Plan { domain, incoming, listen, .. } = plan;
    let transport = match lmtp(listen) {
        Ok((host, port)) => format!("lmtp:inet:{host}:{port}"),
        Err(socket) => format!("lmtp:unix:{socket}"),
    };
    format!(
        "\nPostfix (3.7 or newer), in main.cf:\n\n\
         # The domain is no name of this machine itself: let it stand in none of these three.\n\
         myhostname = {incoming}\n\
         myorigin = $myhostname\n\
         mydestination = $myhostname, localhost\n\
         relay_domains = {domain}\n\
         transport_maps = inline:{{ {{ {domain} = {transport} }} }}\n\
         # What nobody here has is refused at once, and not bounced to whoever was forged.\n\
         relay_recipient_maps = regexp:{{ {{ /^(games|{LOCAL_PARTS})@{escaped}$$/ ok }} }}\n\
         # Complaints go to whoever keeps this machine, by postmaster's line in /etc/aliases.\n\
         virtual_alias_maps = inline:{{ {{ postmaster@{domain} = postmaster@localhost }} {{ abuse@{domain} = postmaster@localhost }} }}\n\
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
         PublicSuffixList /usr/share/publicsuffix/public_suffix_list.dat\n\
         SPFSelfValidate true\n\
         SPFIgnoreResults true\n\
         RejectFailures false\n\n\
         The list of public suffixes is in Debian's package publicsuffix.\n",
        escaped = escaped(domain),
        name = escaped(incoming)
    )
}
