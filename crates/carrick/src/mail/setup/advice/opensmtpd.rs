//! Configuration lines for OpenSMTPD, and for rspamd, which it asks.

use super::piece::{Piece, lines, prose};
use super::socket::socket_folder;
use super::{LOCAL_PARTS, Plan, escaped};

/// Configuration for OpenSMTPD and rspamd.
pub(super) fn opensmtpd(plan: &Plan) -> Vec<Piece> {
    // OpenSMTPD delivers as the user of the server.
    [smtpd(plan), socket_folder(plan, "carrick"), rspamd(plan)].concat()
}

fn smtpd(plan: &Plan) -> Vec<Piece> {
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

fn rspamd(plan: &Plan) -> Vec<Piece> {
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
