//! The whole round: two people with nothing but mailboxes, whose mails go through Postfix both ways; and the
//! doctor, who looks at that round.

use std::collections::BTreeSet;
use std::fs;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::Command;

use carrick_games::GameKind;
use carrick_service::BoardId;
use carrick_store::Waiting;
use fastrand::Rng;
use mail_parser::{Message, MessageParser};
use tempfile::TempDir;

use crate::postfix::{self, Postfix};
use crate::server::{GAMES, RELAY, Server};

const PASSWORD: &str = "hunter22";

/// A server whose mail goes out through the Postfix that brings it in.
struct Round {
    // What is stopped first comes first.
    server: Server,
    postfix: Postfix,
    folder: TempDir,
    /// The mails that were read.
    read: BTreeSet<PathBuf>,
}

impl Round {
    fn new(postfix_settings: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let socket = postfix::socket_folder(folder.path()).join("socket");
        let postfix = Postfix::start_with(folder.path(), &socket, postfix_settings);
        let out = format!(
            "[mail.out]\nhost = \"127.0.0.1\"\nport = {}\nsecurity = \"none\"\nper_domain = 6000\n",
            postfix.port()
        );
        let server = Server::start_with(folder.path(), &socket, &out);
        Self { server, postfix, folder, read: BTreeSet::new() }
    }

    /// The mails in a user's mailbox that he has not read.
    fn mails(&mut self, user: &str) -> Vec<String> {
        let folder = self.folder.path().join("boxes").join(user).join("new");
        let mut mails = Vec::new();
        for entry in fs::read_dir(folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            if self.read.insert(path.clone()) {
                mails.push(fs::read_to_string(path).unwrap());
            }
        }
        mails
    }

    /// The mail with this Subject among those of a user that he has not read.
    #[track_caller]
    fn mail(&mut self, user: &str, subject: &str) -> String {
        let mails = self.mails(user);
        let with_it = |mail: &&String| parsed(mail).subject() == Some(subject);
        mails.iter().find(with_it).unwrap_or_else(|| panic!("{subject}: {mails:?}")).clone()
    }

    /// Mails a command.
    fn sends(&self, user: &str, subject: &str) {
        let from = format!("{user}@example.org");
        self.postfix.send(&from, GAMES, &format!("From: {from}\nSubject: {subject}\n\n"));
    }

    /// Two users, each with an address that he has confirmed by the link that was mailed there.
    fn with_ann_and_bob(mut self) -> Self {
        for user in ["ann", "bob"] {
            self.sends(user, &format!("signup {user} {PASSWORD} {user}@example.org"));
            self.postfix.wait_for_mails(2);
            let asks = self.mail(user, &format!("Is this the address of {user}?"));
            let text = parsed(&asks).body_text(0).unwrap().into_owned();
            let link = text.lines().find(|line| line.starts_with("http://")).unwrap();
            assert!(presses(link).contains("is confirmed"));
        }
        self
    }
}

fn parsed(mail: &str) -> Message<'_> {
    MessageParser::default().parse(mail.as_bytes()).unwrap()
}

/// The address that a mail is replied to, if it plays a turn.
fn play_address(mail: &str) -> Option<String> {
    let mail = parsed(mail);
    let to = mail.reply_to()?.first()?.address()?;
    to.starts_with("play+").then(|| to.to_owned())
}

/// Presses the button on the page of a link.
fn presses(link: &str) -> String {
    let (host, path) = link.trim_start_matches("http://").split_once('/').unwrap();
    let mut stream = TcpStream::connect(host).unwrap();
    write!(
        stream,
        "POST /{path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nContent-Length: 0\r\n\
         Connection: close\r\n\r\n"
    )
    .unwrap();
    let mut page = String::new();
    stream.read_to_string(&mut page).unwrap();
    page
}

/// A hundredth of a second; never what was waited for.
fn wait_a_moment() -> bool {
    std::thread::sleep(std::time::Duration::from_millis(10));
    false
}

/// Plays a game of random turns to its end, two turns of three by answering the mail about the turn before,
/// one by a command.
fn game(kind: GameKind, options: &str) {
    let mut round = Round::new("").with_ann_and_bob();
    let id = BoardId { kind, number: 101 };
    let challenge = format!("{kind} challenge {options} ann bob");
    let proof = format!("{RELAY}; dmarc=pass header.from=example.org");
    let fields = [("Subject", challenge.as_str()), ("Authentication-Results", &proof)];
    round.postfix.swaks("ann@example.org", GAMES, &fields, "");
    round.postfix.wait_for_mails(2);
    let mut random = Rng::with_seed(1);
    for ply in 0..300 {
        let record = round.server.board(id);
        let game = record.game().unwrap();
        let Some(seat) = game.seat_to_move() else { break };
        // Turns that bring the end nearer, where there are such.
        let mut legal = game.legal();
        let advances = |turn: &String| !turn.contains('-') && turn != "pass";
        if legal.iter().any(advances) {
            legal.retain(advances);
        }
        let turn = random.choice(&legal).unwrap();
        let user = record.players[seat.index()].to_string();
        let other = record.players[(!seat).index()].to_string();
        assert_eq!(round.mails(&other).iter().find_map(|mail| play_address(mail)), None, "{other}");
        let mails = round.mails(&user);
        let address = mails.iter().find_map(|mail| play_address(mail)).unwrap();
        if ply % 3 == 2 {
            round.sends(&user, &format!("{kind} move 101 {user} {PASSWORD} {turn}#{}", ply + 1));
        } else {
            let from = format!("{user}@example.org");
            let text = format!("From: {from}\nSubject: Re: your turn\n\n{turn}\n\n> a1\n");
            round.postfix.send(&from, &address, &text);
        }
        round.postfix.wait_for_mails(2);
        assert_eq!(round.server.board(id).turns.len(), ply + 1, "{turn}");
    }
    let ended = round.server.board(id).ended;
    assert!(ended.is_some(), "the game has an end");
    for user in ["ann", "bob"] {
        let mails = round.mails(user);
        let [mail] = &mails[..] else { panic!("{mails:?}") };
        assert_eq!(play_address(mail), None);
        let subject = parsed(mail).subject().unwrap().to_owned();
        assert!(subject.contains(" wins") || subject.contains("draw"), "{subject}");
    }
    // The mailbox may have a mail before the outbox has noted that it is sent.
    let is_at_rest = || {
        let Waiting { pending, waiting, dead, .. } = round.server.waiting_mail();
        (pending, waiting, dead) == (0, 0, 0)
    };
    let settled = (0..1000).any(|_| is_at_rest() || wait_a_moment());
    assert!(settled, "{:?}", round.server.waiting_mail());
}

#[test]
fn a_game_of_ankor_between_two_mailboxes() {
    game(GameKind::Ankor, "-size=4");
}

#[test]
fn a_game_of_boche_between_two_mailboxes() {
    game(GameKind::Boche, "-size=3");
}

#[test]
fn a_game_of_antipod_between_two_mailboxes() {
    game(GameKind::Antipod, "-radius=4");
}

#[test]
fn a_game_of_anchor_between_two_mailboxes() {
    game(GameKind::Anchor, "-size=3");
}

/// What the doctor says, and whether all is well.
fn doctor(round: &Round) -> (String, bool) {
    let done = Command::new(env!("CARGO_BIN_EXE_carrick"))
        .args(["doctor", "--timeout", "20", "--config"])
        .arg(round.folder.path().join("carrick.toml"))
        .output()
        .unwrap();
    let said = String::from_utf8(done.stdout).unwrap();
    assert_eq!(String::from_utf8_lossy(&done.stderr), "");
    (said, done.status.success())
}

#[test]
fn the_doctor_finds_out_a_relay_that_lets_others_speak_in_its_name() {
    let round = Round::new("");
    let (said, is_well) = doctor(&round);
    assert!(!is_well);
    assert!(said.contains("well  a mail to ourselves comes back"), "{said}");
    assert!(said.contains("ILL   whoever likes can write Authentication-Results"), "{said}");
    let strips = "header_checks = regexp:{ { /^Authentication-Results:[[:space:]]*mx\\.carrick\\.example\
                  [[:space:];]/ IGNORE } }\n";
    let round = Round::new(strips);
    let (said, _) = doctor(&round);
    assert!(said.contains("well  Authentication-Results that others wrote are stripped"), "{said}");
}

#[test]
fn the_doctor_says_what_does_not_work() {
    let mut round = Round::new("");
    round.server.stop();
    round.postfix.stop();
    let (said, is_well) = doctor(&round);
    assert!(!is_well);
    assert!(said.contains("ILL   nobody speaks LMTP at"), "{said}");
    assert!(said.contains("ILL   the relay does not take our mail: 127.0.0.1: "), "{said}");
}
