//! Advice on what this program cannot set up itself: DNS records and the relay's configuration. The
//! texts are in the folder `advice`, as Markdown.
//!
//! The lines for Postfix, OpenDKIM and OpenDMARC are those that `tests/by_mail` runs. Those for
//! Exim (Debian's 4.96, with the settings that Exim ships) and OpenSMTPD (Debian's 6.8, with those
//! of its package) were tried by hand with these programs: they deliver, strip, sign, refuse and
//! pass on complaints as they should. Exim's DMARC, and rspamd and its filter, were not tried.
//! with them.

use std::path::Path;

use crate::cli::RelayProgram;
use crate::mail::setup::{SetupPlan, is_here};

/// All advice for the administrators of the domain and of the relay.
pub(super) fn advice(plan: &SetupPlan, program: Option<RelayProgram>, file: &Path) -> String {
    let mut text = dns(plan);
    let programs = match &program {
        Some(one) => std::slice::from_ref(one),
        None => &RelayProgram::ALL,
    };
    for program in programs {
        text += &format!("\n{}", of_relay(plan, *program));
    }
    if plan.user.is_some() {
        text += "\nPut the relay's password into the file that `password_file` names, which only the server \
                 should be able to\nread (chmod 600).\n";
    }
    let file = file.display();
    text += &format!(
        "\nThen\n\n```text\ncarrick serve --config {file}\ncarrick doctor --config {file}\n```\n\n\
         The second command sends an email to the server itself, and reports what does not work yet.\n"
    );
    // On a terminal, the blank lines around a block are enough without its fence.
    text.lines().filter(|line| !line.starts_with("```")).flat_map(|line| [line, "\n"]).collect()
}

fn dns(plan: &SetupPlan) -> String {
    let sends = if is_here(&plan.host) { &plan.incoming } else { &plan.host };
    filled(include_str!("advice/dns.md"), plan, &[("{sends}", sends)])
}

fn of_relay(plan: &SetupPlan, program: RelayProgram) -> String {
    let lmtp = lmtp(&plan.listen);
    match program {
        RelayProgram::Postfix => {
            let transport = match lmtp {
                Ok((host, port)) => format!("lmtp:inet:{host}:{port}"),
                Err(socket) => format!("lmtp:unix:{socket}"),
            };
            let chroot = include_str!("advice/postfix-chroot.md");
            let socket = socket_folder(plan, "postfix").map(|folder| format!("{chroot}\n{folder}"));
            let more = [("{transport}", &*transport), ("{socket}\n", &*socket.unwrap_or_default())];
            filled(include_str!("advice/postfix.md"), plan, &more)
        }
        RelayProgram::Exim => {
            let transport = match lmtp {
                Ok((host, port)) => format!(
                    "  driver = smtp\n  protocol = lmtp\n  hosts = {host}\n  port = {port}\n  \
                     allow_localhost\n  hosts_override"
                ),
                Err(socket) => format!("  driver = lmtp\n  socket = {socket}\n  batch_max = 50"),
            };
            let socket = socket_folder(plan, "Debian-exim").unwrap_or_default();
            let more = [("{transport}", &*transport), ("{socket}\n", &*socket)];
            filled(include_str!("advice/exim.md"), plan, &more)
        }
        RelayProgram::Opensmtpd => {
            // OpenSMTPD delivers as the user of the server.
            let socket = socket_folder(plan, SERVER).unwrap_or_default();
            filled(include_str!("advice/opensmtpd.md"), plan, &[("{socket}\n", &*socket)])
        }
    }
}

/// A text from the folder `advice`, with names in braces replaced by the settings of a plan and by
/// `more`.
fn filled(text: &str, plan: &SetupPlan, more: &[(&str, &str)]) -> String {
    // For regular expressions.
    let escaped = |domain: &str| domain.replace('.', "\\.");
    let names = [
        ("{domain}", &*plan.domain),
        ("{domain_escaped}", &*escaped(&plan.domain)),
        ("{incoming}", &*plan.incoming),
        ("{incoming_escaped}", &*escaped(&plan.incoming)),
        ("{listen}", &*plan.listen),
        // Local parts of addresses with a token.
        ("{local_parts}", "(play|stop|echo|bounce)\\+[a-z0-9]+"),
    ];
    let mut text = text.to_owned();
    for (name, value) in more.iter().chain(&names) {
        text = text.replace(name, value);
    }
    // If there is no socket.
    text.trim_end().replace("\n\n\n", "\n\n") + "\n"
}

/// LMTP address: host and port, or else the path of a socket.
fn lmtp(listen: &str) -> Result<(&str, &str), &str> {
    match listen.starts_with('/') {
        true => Err(listen),
        false => listen.rsplit_once(':').ok_or(listen),
    }
}

// Folder of the LMTP socket through which a relay delivers.

/// User that runs `carrick serve`.
const SERVER: &str = "carrick";

/// Advice on making the socket's folder so that a relay of this `group` can open the socket; `None`
/// if it delivers to a port.
fn socket_folder(plan: &SetupPlan, group: &str) -> Option<String> {
    let socket = lmtp(&plan.listen).err()?;
    let folder = socket.rsplit_once('/').map_or("/", |(folder, _)| folder);
    let mode = if group == SERVER { "0750" } else { "2750" };
    let whose = format!(
        "The socket's folder, which only the server (here the user {SERVER}) and the relay may enter"
    );
    let inside = folder.strip_prefix("/run/").filter(|inside| !inside.is_empty());
    let Some(inside) = inside else {
        let install = format!("install -d -o {SERVER} -g {group} -m {mode} {folder}");
        return Some(format!("{whose}:\n\n```text\n{install}\n```\n"));
    };
    let parents = inside.match_indices('/').map(|(at, _)| &inside[..at]);
    let made: String =
        parents.map(|parent| format!("d /run/{parent} 0755 root root -\n")).collect();
    Some(format!(
        "{whose}. /run is empty\nafter every boot, so let systemd create the folder each time; in \
         `/etc/tmpfiles.d/carrick.conf`:\n\n```text\n{made}d {folder} {mode} {SERVER} {group} -\n```\n\n\
         To create it now:\n\n```text\nsystemd-tmpfiles --create /etc/tmpfiles.d/carrick.conf\n```\n"
    ))
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
        let plan =
            SetupPlan::new("carrick.example", "localhost", "none", "", url, incoming, listen);
        let plan = plan.unwrap();
        let mut sections = vec![("dns".to_owned(), dns(&plan))];
        let relays = RelayProgram::ALL.iter();
        sections.extend(relays.map(|one| (one.name().to_owned(), of_relay(&plan, *one))));
        for (name, text) in sections {
            let [begin, end] =
                ["printed", "end of"].map(|mark| format!("<!-- {mark}: {name} -->\n"));
            let from = page.find(&begin).unwrap_or_else(|| panic!("{begin}")) + begin.len();
            let to = page.find(&end).unwrap_or_else(|| panic!("{end}"));
            let expected = format!("\n{text}\n");
            if std::env::var_os("UPDATE_EXPECT").is_some() {
                page.replace_range(from..to, &expected);
                std::fs::write(&page_file, &page).unwrap();
            } else {
                assert_eq!(&page[from..to], expected, "{name}");
            }
        }
    }

    #[test]
    fn the_printed_advice() {
        let (url, incoming) = ("https://carrick.example", "mx.carrick.example");
        for (name, relay, security, user, listen) in [
            ("relay-of-others", "smtp.example.org", "tls", "carrick", "127.0.0.1:8024"),
            ("relay-here", "localhost", "none", "", "/run/carrick/mail/lmtp"),
        ] {
            let plan = SetupPlan::new(
                "carrick.example",
                relay,
                security,
                user,
                url,
                incoming,
                Some(listen),
            );
            let text = advice(&plan.unwrap(), None, Path::new("carrick.toml"));
            expect_file![format!("goldens/{name}.txt")].assert_eq(&text);
        }
    }

    #[test]
    fn folders_below_run_are_created_at_every_boot_and_ports_need_none() {
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
            let plan = SetupPlan::new(
                "c.example",
                "localhost",
                "none",
                "",
                url,
                "mx.c.example",
                Some(listen),
            );
            let text = socket_folder(&plan.unwrap(), group).unwrap();
            assert!(text.contains(&format!("```text\n{}\n```", expected.trim_end())), "{text}");
        }
        let plan = SetupPlan::new(
            "c.example",
            "localhost",
            "none",
            "",
            "https://c.example",
            "mx.c.example",
            None,
        );
        assert_eq!(socket_folder(&plan.unwrap(), "postfix"), None);
    }
}
