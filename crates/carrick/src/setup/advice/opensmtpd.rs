//! OpenSMTPD's lines, and those of rspamd, which it asks.

use super::{LOCAL_PARTS, Plan, escaped};

/// What goes into its settings, and into those of rspamd.
pub(super) fn opensmtpd(plan: &Plan) -> String {
    smtpd(plan) + &rspamd(plan)
}

fn smtpd(plan: &Plan) -> String {
    let Plan { domain, incoming, listen, .. } = plan;
    format!(
        "\nOpenSMTPD, in smtpd.conf, with the filters of rspamd (filter-rspamd), which checks SPF, DKIM \
         and DMARC. These in\nplace of the lines `listen on`:\n\n\
         filter rspamd proc-exec \"filter-rspamd\"\n\
         listen on 0.0.0.0 hostname {incoming} filter rspamd\n\
         listen on :: hostname {incoming} filter rspamd\n\n\
         these before all other lines `match`, of which the first that fits counts:\n\n\
         table carrick {{ \"^(games|{LOCAL_PARTS})@{escaped}$\" }}\n\
         table complaints {{ \"postmaster@{domain}\", \"abuse@{domain}\" }}\n\
         action \"carrick\" lmtp \"{listen}\" rcpt-to virtual {{ \"@\" = carrick }}\n\
         action \"complaints\" maildir virtual {{ \"@\" = keeper }}\n\
         match from any for rcpt-to regex <carrick> action \"carrick\"\n\
         match from any for rcpt-to <complaints> action \"complaints\"\n\n\
         and for mail that goes out these, if there are none such already:\n\n\
         action \"relay\" relay helo {incoming}\n\
         match from local for any action \"relay\"\n\n\
         where carrick is the user of the machine as whom it delivers, and keeper the one who reads complaints;\n\
         OpenSMTPD delivers nothing to root.\n",
        escaped = escaped(domain)
    )
}

fn rspamd(plan: &Plan) -> String {
    let Plan { domain, incoming, .. } = plan;
    format!(
        "\nrspamd, in local.d/milter_headers.conf:\n\n\
         use = [\"authentication-results\"];\n\
         routines {{ authentication-results {{ remove = 0; }} }}\n\
         authenticated_headers = [\"authentication-results\"];\n\n\
         in local.d/options.inc, the name that the server believes:\n\n\
         hostname = \"{incoming}\";\n\n\
         and in local.d/dkim_signing.conf, for what goes out:\n\n\
         domain {{\n  {domain} {{\n    selector = \"carrick\";\n    \
         path = \"/var/lib/rspamd/dkim/carrick.private\";\n  }}\n}}\n\n\
         `rspamadm dkim_keygen -d {domain} -s carrick -k /var/lib/rspamd/dkim/carrick.private` makes that key, \
         which rspamd's\nuser must own, and prints its line for the DNS.\n"
    )
}
