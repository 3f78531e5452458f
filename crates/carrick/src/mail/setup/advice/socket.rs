//! Folder of the LMTP socket through which a relay delivers.

use super::piece::{Piece, lines, prose};
use super::{Plan, lmtp};

/// User that runs `carrick serve`.
const SERVER: &str = "carrick";

/// Advice on making the socket's folder so that a relay of this `group` can open the socket; empty
/// if it delivers to a port.
pub(super) fn socket_folder(plan: &Plan, group: &str) -> Vec<Piece> {
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

#[cfg(test)]
mod tests {
    use super::*;

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
