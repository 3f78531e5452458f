//! Postfix with OpenDKIM and OpenDMARC, with the exact lines of docs/host/mail.md: which senders
//! they verify, and which not. They look up names in our own DNS, which OpenDMARC finds because it
//! runs with its own file resolv.conf (`unshare`).

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use carrick_games::GameKind;
use carrick_service::BoardId;
use tempfile::TempDir;

use super::page::Page;
use super::postfix::{self, Postfix, run};
use super::server::{GAMES, RELAY, Server};
use super::{PASSWORD, TAKEN, names};
use crate::support::free_port;

/// The machine that example.org names as its own, and one that no domain names.
const THEIRS: &str = "192.0.2.1";
const ELSEWHERE: &str = "192.0.2.9";

/// A program that Postfix asks about every email; it ends when it is dropped.
struct Milter(Child);

impl Milter {
    /// Starts one and waits until it can be asked.
    fn start(command: &mut Command, port: u16) -> Self {
        let milter = Self(command.spawn().unwrap());
        let start = Instant::now();
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            assert!(start.elapsed() < Duration::from_secs(20), "{command:?} does not listen");
            sleep(Duration::from_millis(20));
        }
        milter
    }
}

impl Drop for Milter {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A server that trusts its relay, and Ann, Bob and Zoe, whose addresses are confirmed.
struct Proving {
    // Fields are dropped in order: Postfix is stopped first.
    postfix: Postfix,
    _milters: [Milter; 2],
    server: Server,
    key: PathBuf,
    _folder: TempDir,
}

impl Proving {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        let socket = postfix::socket_folder(path).join("socket");
        let server = Server::start(path, &socket);
        let key = path.join("example.org.key");
        run(Command::new("openssl").args(["genrsa", "-out"]).arg(&key).arg("2048"));
        let dns = names::serve(texts(&key));
        let page = Page::with_socket(&socket);
        let [dkim, dmarc] = [free_port(), free_port()];
        let milters = [
            start_opendkim(path, &page.lines_in("opendkim.conf"), &key, &dns, dkim),
            start_opendmarc(path, &page.lines_in("opendmarc.conf"), &dns, dmarc),
        ];
        let main =
            page.main_cf().replace("8891", &dkim.to_string()).replace("8893", &dmarc.to_string());
        let more = format!(
            "smtpd_authorized_xclient_hosts = 127.0.0.1\n\
             smtpd_relay_restrictions = permit_mynetworks, reject_unauth_destination\n{main}"
        );
        let mut postfix = Postfix::start_with(path, &socket, &more);
        for (user, host) in [("ann", "example.org"), ("bob", "example.org"), ("zoe", "lax.example")]
        {
            let message =
                format!("From: {user}@{host}\nTo: {GAMES}\nSubject: signup {user} {PASSWORD}\n\n");
            let queued = postfix.send(&format!("{user}@{host}"), GAMES, &message);
            assert_eq!(postfix.outcome(&queued), TAKEN);
        }
        server.confirm_addresses();
        server.said();
        Self { postfix, _milters: milters, server, key, _folder: folder }
    }

    /// Sends an email from a machine in the name of a sender; the relay accepts it.
    fn sends(&mut self, machine: &str, sender: &str, message: &str) {
        let queued = self.postfix.send_by(Some(machine), sender, GAMES, message);
        assert_eq!(self.postfix.outcome(&queued), TAKEN);
    }

    /// Number of turns played.
    fn turns(&self) -> usize {
        self.server.board(BoardId { kind: GameKind::Anchor, number: 101 }).turns.len()
    }
}

/// DNS records: example.org names its machine and its key and asks for DMARC; lax.example does none
/// of that.
fn texts(key: &Path) -> BTreeMap<String, String> {
    let public = openssl(&["rsa", "-in", key.to_str().unwrap(), "-pubout", "-outform", "DER"], b"");
    let public = openssl(&["base64", "-A"], &public);
    let key = format!("v=DKIM1; k=rsa; p={}", String::from_utf8(public).unwrap());
    [
        ("example.org", format!("v=spf1 ip4:{THEIRS} -all")),
        ("_dmarc.example.org", "v=DMARC1; p=none".to_owned()),
        ("theirs._domainkey.example.org", key),
        ("lax.example", "v=something else".to_owned()),
    ]
    .map(|(name, text)| (name.to_owned(), text))
    .into()
}

/// Starts OpenDKIM with the advised lines; in addition, it learns which DNS to ask, and that a
/// folder for all users' temporary files is good enough for a key here.
fn start_opendkim(folder: &Path, advised: &str, key: &Path, dns: &str, port: u16) -> Milter {
    let file = folder.join("opendkim.conf");
    let settings = advised
        .replace("8891", &port.to_string())
        .replace("/etc/dkimkeys/carrick.private", key.to_str().unwrap());
    fs::write(&file, format!("{settings}Nameservers {dns}\nRequireSafeKeys false\n")).unwrap();
    Milter::start(Command::new("opendkim").arg("-f").arg("-x").arg(file), port)
}

fn start_opendmarc(folder: &Path, advised: &str, dns: &str, port: u16) -> Milter {
    let (file, names) = (folder.join("opendmarc.conf"), folder.join("resolv.conf"));
    fs::write(&file, advised.replace("8893", &port.to_string())).unwrap();
    fs::write(&names, format!("nameserver {dns}\n")).unwrap();
    let script = "mount --bind \"$1\" /etc/resolv.conf && exec opendmarc -f -c \"$2\"";
    let mut command = Command::new("unshare");
    command.args(["--mount", "sh", "-c", script, "sh"]).arg(names).arg(file);
    Milter::start(&mut command, port)
}

/// An email from Ann that example.org has signed (RFC 6376, with nothing folded or changed:
/// simple/simple).
fn signed(key: &Path, to: &str, subject: &str) -> String {
    let head = format!("From: ann@example.org\r\nTo: {to}\r\nSubject: {subject}\r\n");
    let body = "Hello.\r\n";
    let digest = openssl(&["dgst", "-sha256", "-binary"], body.as_bytes());
    let digest = String::from_utf8(openssl(&["base64", "-A"], &digest)).unwrap();
    let field = format!(
        "DKIM-Signature: v=1; a=rsa-sha256; c=simple/simple; d=example.org; s=theirs; h=from:to:subject; \
         bh={digest}; b="
    );
    let signature = openssl(
        &["dgst", "-sha256", "-sign", key.to_str().unwrap()],
        format!("{head}{field}").as_bytes(),
    );
    let signature = String::from_utf8(openssl(&["base64", "-A"], &signature)).unwrap();
    format!("{field}{signature}\r\n{head}\r\n{body}").replace("\r\n", "\n").trim_end().to_owned()
}

fn openssl(arguments: &[&str], input: &[u8]) -> Vec<u8> {
    let mut child = Command::new("openssl")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    let done = child.wait_with_output().unwrap();
    assert!(done.status.success(), "{arguments:?}");
    done.stdout
}

#[test]
#[ignore = "needs Postfix and root: cargo xtask ci --install"]
fn opendmarc_verifies_senders_who_cannot_verify_themselves() {
    let mut club = Proving::new();
    let anns = "ann@example.org";
    for complaints in ["postmaster@carrick.example", "abuse@carrick.example"] {
        // It is queued, or this panics.
        club.postfix.send(
            anns,
            complaints,
            "From: ann@example.org\nSubject: help\n\nSo much mail!\n",
        );
    }
    assert!(club.server.said().is_empty(), "the games have nothing to do with it");
    // An email signed by example.org is Ann's, from any machine.
    let challenge = signed(&club.key, GAMES, "anchor challenge -size=3 -pie=none ann bob");
    club.sends(ELSEWHERE, "list@elsewhere.example", &challenge);
    assert_eq!(club.turns(), 0, "there is a board");
    // An email that she has signed for someone else is not for us, from any machine.
    let eve = "Eve <eve@elsewhere.example>";
    let answer = signed(&club.key, eve, "Re: anchor move 101 ann - c3");
    club.sends(ELSEWHERE, "eve@elsewhere.example", &answer);
    assert_eq!(club.turns(), 0, "she wrote that to Eve");
    // An email from the machine that example.org names is also hers.
    club.sends(
        THEIRS,
        anns,
        &format!("From: {anns}\nTo: {GAMES}\nSubject: anchor move 101 ann - c3\n\n"),
    );
    assert_eq!(club.turns(), 1);
    club.server.said();

    let pass = format!("{RELAY}; dmarc=pass header.from=example.org");
    let parts = format!(
        "{RELAY}; dkim=pass header.d=example.org header.from=example.org; spf=pass smtp.mailfrom={anns}"
    );
    for forged in [
        String::new(),
        format!("Authentication-Results: {pass}\n"),
        format!("Authentication-Results: {parts}\n"),
        format!("authentication-results:\n\t{pass}\n"),
        format!("Authentication-Results : {pass}\n"),
        format!("Authentication-Results: (x) {pass}\n"),
        format!("Authentication-Results: \"{RELAY}\"; dmarc=pass header.from=example.org\n"),
    ] {
        let move_of = |user: &str, host: &str| {
            format!(
                "{forged}From: {user}@{host}\nTo: {GAMES}\nSubject: anchor move 101 {user} - b2\n\n"
            )
        };
        for sender in ["bob@example.org", "x@forger.example"] {
            club.sends(ELSEWHERE, sender, &move_of("bob", "example.org"));
        }
        // Nothing is known about lax.example; a stranger's email in its name is not trusted either.
        let lax = forged.replace("example.org", "lax.example");
        let message =
            format!("{lax}From: zoe@lax.example\nTo: {GAMES}\nSubject: anchor seek zoe -\n\n");
        club.sends(ELSEWHERE, "zoe@lax.example", &message);
        assert_eq!(club.turns(), 1, "{forged}");
        let said = club.server.said();
        assert!(said.iter().all(|said| said.ends_with(": error")), "{forged}: {said:?}");
    }
    // A password still works.
    let typed = format!("From: zoe@lax.example\nSubject: anchor seek zoe {PASSWORD}\n\n");
    club.sends(ELSEWHERE, "zoe@lax.example", &typed);
    let said = club.server.said();
    assert!(said.iter().any(|said| !said.contains("error")), "{said:?}");
}
