//! The whole round: two people with only mailboxes, whose emails go through Postfix both ways; and
//! `carrick doctor`, which tests that round.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use carrick_games::GameKind;
use carrick_service::BoardId;
use carrick_store::MailQueueSizes;
use fastrand::Rng;
use mail_parser::{Message, MessageParser};
use tempfile::TempDir;

use super::browser::Browser;
use super::page::Page;
use super::postfix::{self, Postfix};
use super::server::{GAMES, RELAY, Server};
use super::{PASSWORD, next_turn, small};

/// A server whose outgoing mail goes through the Postfix that brings its incoming mail.
pub(crate) struct Round {
    // Fields are dropped in order: the server is stopped first.
    pub(crate) server: Server,
    pub(crate) postfix: Postfix,
    folder: TempDir,
    /// The emails that were read.
    read: BTreeSet<PathBuf>,
}

impl Round {
    pub(crate) fn new(postfix_settings: &str) -> Self {
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

    /// The file of the server's settings.
    pub(crate) fn settings(&self) -> PathBuf {
        self.folder.path().join("carrick.toml")
    }

    /// The unread emails in a user's mailbox.
    pub(crate) fn mails(&mut self, user: &str) -> Vec<String> {
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

    /// The email with this Subject among a user's unread ones.
    #[track_caller]
    pub(crate) fn mail(&mut self, user: &str, subject: &str) -> String {
        let mails = self.mails(user);
        let with_it = |mail: &&String| parsed(mail).subject() == Some(subject);
        mails.iter().find(with_it).unwrap_or_else(|| panic!("{subject}: {mails:?}")).clone()
    }

    /// Sends a command by email.
    pub(crate) fn sends(&self, user: &str, subject: &str) {
        let from = format!("{user}@example.org");
        self.postfix.send(&from, GAMES, &format!("From: {from}\nSubject: {subject}\n\n"));
    }

    /// A user signs up by email, and confirms the sender's address with the link that is sent
    /// there.
    pub(crate) fn signs_up(&mut self, user: &str) {
        self.sends(user, &format!("signup {user} {PASSWORD}"));
        self.postfix.wait_for_mails(1);
        let link = link_in(&self.mail(user, &format!("Is this the address of {user}?")));
        assert!(Browser::default().presses(&link).contains("is confirmed"));
    }

    /// Answers the email about a turn.
    pub(crate) fn replies(&mut self, user: &str, turn: &str) {
        let mails = self.mails(user);
        let address = mails.iter().find_map(|mail| play_address(mail)).unwrap();
        let from = format!("{user}@example.org");
        let text = format!("From: {from}\nSubject: Re: your turn\n\n{turn}\n\n> a1\n");
        self.postfix.send(&from, &address, &text);
    }

    fn with_ann_and_bob(mut self) -> Self {
        self.signs_up("ann");
        self.signs_up("bob");
        self
    }
}

pub(crate) fn parsed(mail: &str) -> Message<'_> {
    MessageParser::default().parse(mail.as_bytes()).unwrap()
}

/// The link at the end of an email.
pub(crate) fn link_in(mail: &str) -> String {
    let text = parsed(mail).body_text(0).unwrap().into_owned();
    text.lines().find(|line| line.starts_with("http://")).unwrap().to_owned()
}

/// The reply address of an email, if it plays a turn.
fn play_address(mail: &str) -> Option<String> {
    let mail = parsed(mail);
    let to = mail.reply_to()?.first()?.address()?;
    to.starts_with("play+").then(|| to.to_owned())
}

/// Sleeps for a hundredth of a second between polls; always true.
fn wait_a_moment() -> bool {
    std::thread::sleep(std::time::Duration::from_millis(10));
    false
}

/// Plays a game of random turns to its end, two turns of three by answering the email about the
/// previous turn, one by a command.
fn game(kind: GameKind) {
    let mut round = Round::new("").with_ann_and_bob();
    let id = BoardId { kind, number: 101 };
    let challenge = format!("{kind} challenge {} ann bob", small(kind));
    let proof = format!("{RELAY}; dmarc=pass header.from=example.org");
    let fields = [("Subject", challenge.as_str()), ("Authentication-Results", &proof)];
    round.postfix.swaks("ann@example.org", GAMES, &fields, "");
    round.postfix.wait_for_mails(2);
    let mut random = Rng::with_seed(1);
    for ply in 0..300 {
        let record = round.server.board(id);
        let Some((seat, turn)) = next_turn(&record, &mut random) else { break };
        let user = record.players[seat.index()].to_string();
        let other = record.players[(!seat).index()].to_string();
        assert_eq!(round.mails(&other).iter().find_map(|mail| play_address(mail)), None, "{other}");
        if ply % 3 == 2 {
            round.sends(&user, &format!("{kind} move 101 {user} {PASSWORD} {turn}#{}", ply + 1));
            assert!(round.mails(&user).iter().any(|mail| play_address(mail).is_some()));
        } else {
            round.replies(&user, &turn);
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
    // The mailbox may have an email before the outbox has recorded that it was sent.
    let is_at_rest = || {
        let MailQueueSizes { pending, waiting, dead, .. } = round.server.waiting_mail();
        (pending, waiting, dead) == (0, 0, 0)
    };
    let settled = (0..1000).any(|_| is_at_rest() || wait_a_moment());
    assert!(settled, "{:?}", round.server.waiting_mail());
}

#[test]
#[ignore = "needs Postfix and root: cargo xtask ci --install"]
fn a_game_of_ankor_between_two_mailboxes() {
    game(GameKind::Ankor);
}

#[test]
#[ignore = "needs Postfix and root: cargo xtask ci --install"]
fn a_game_of_boche_between_two_mailboxes() {
    game(GameKind::Boche);
}

#[test]
#[ignore = "needs Postfix and root: cargo xtask ci --install"]
fn a_game_of_antipod_between_two_mailboxes() {
    game(GameKind::Antipod);
}

#[test]
#[ignore = "needs Postfix and root: cargo xtask ci --install"]
fn a_game_of_anchor_between_two_mailboxes() {
    game(GameKind::Anchor);
}

/// Output of `carrick doctor`, and whether it found no fault.
fn doctor(round: &Round) -> (String, bool) {
    let done = Command::new(env!("CARGO_BIN_EXE_carrick"))
        .args(["doctor", "--timeout", "20", "--config"])
        .arg(round.settings())
        .output()
        .unwrap();
    let said = String::from_utf8(done.stdout).unwrap();
    assert_eq!(String::from_utf8_lossy(&done.stderr), "");
    (said, done.status.success())
}

#[test]
#[ignore = "needs Postfix and root: cargo xtask ci --install"]
fn links_change_a_forgotten_password_and_close_an_account() {
    let mut round = Round::new("").with_ann_and_bob();
    round.sends("ann", &format!("change password ann {PASSWORD} tulip-of-may"));
    round.postfix.wait_for_mails(2);
    let answer = round.mails("ann");
    let link = answer.iter().find(|mail| mail.contains("/change/")).map(|mail| link_in(mail));
    let link = link.unwrap_or_else(|| panic!("{answer:?}"));
    let mut browser = Browser::default();
    assert!(browser.looks_at(&link).contains("Should ann get the new command password?"));
    // A GET changes nothing.
    round.sends("ann", &format!("news ann {PASSWORD} on"));
    round.postfix.wait_for_mails(1);
    assert!(!round.mails("ann")[0].contains("do not match"));
    assert!(browser.presses(&link).contains("Your command password has been changed."));
    round.sends("ann", &format!("news ann {PASSWORD} off"));
    round.sends("ann", "news ann tulip-of-may off");
    round.postfix.wait_for_mails(2);
    let wrong: Vec<_> = round.mails("ann");
    let wrong = wrong.iter().filter(|mail| mail.contains("do not match"));
    assert_eq!(wrong.count(), 1, "the old password is worth nothing, the new one is the password");
}

#[test]
#[ignore = "needs Postfix and root: cargo xtask ci --install"]
fn the_doctor_detects_a_relay_that_lets_others_speak_in_its_name() {
    let round = Round::new("");
    let (said, is_well) = doctor(&round);
    assert!(!is_well);
    assert!(said.contains("ok    an email to ourselves comes back"), "{said}");
    assert!(said.contains("FAULT anyone can write Authentication-Results"), "{said}");
    let advised = Page::with_socket(Path::new("/run/carrick/lmtp")).main_cf();
    let strips = advised.lines().find(|line| line.starts_with("header_checks")).unwrap();
    let round = Round::new(&format!("{strips}\n"));
    let (said, _) = doctor(&round);
    assert!(said.contains("ok    forged Authentication-Results are removed"), "{said}");
}

#[test]
#[ignore = "needs Postfix and root: cargo xtask ci --install"]
fn the_doctor_tests_whether_complaints_reach_a_person() {
    let round = Round::new("");
    let (said, is_well) = doctor(&round);
    assert!(!is_well);
    assert!(said.contains("FAULT an email to postmaster@carrick.example came back"), "{said}");
    let advised = Page::with_socket(Path::new("/run/carrick/lmtp")).main_cf();
    // All except the milters, which are not installed.
    let lines =
        advised.lines().filter(|line| !line.contains("milter") && !line.starts_with("transport"));
    let lines: String = lines.map(|line| format!("{line}\n")).collect();
    // An alias leads to a local name, as in /etc/aliases.
    let aliases = "alias_maps = inline:{ { postmaster = root } { root = ann@example.org } }\n";
    let mut round = Round::new(&(lines + aliases));
    let (said, _) = doctor(&round);
    let unknown = "?     an email to postmaster@carrick.example was accepted and did not come back";
    assert!(said.contains(unknown), "{said}");
    round.postfix.wait_for_mails(1);
    assert!(round.mail("ann", "Whether complaints arrive").contains("so it does"));
}

/// Debian's Postfix keeps its lmtp service in a chroot: the lines of the page work there, and
/// without the line about the chroot no mail is delivered.
#[test]
#[ignore = "needs Postfix and root: cargo xtask ci --install"]
fn the_lines_of_the_page_work_as_debian_ships_postfix() {
    let folder = tempfile::tempdir().unwrap();
    let socket = postfix::socket_folder(folder.path()).join("socket");
    let server = Server::start(folder.path(), &socket);
    let page = Page::with_socket(&socket);
    // Programs on ports 8891 and 8893 do not matter here.
    let main = page.main_cf();
    let main: String = main
        .lines()
        .filter(|line| !line.contains("milter"))
        .map(|line| format!("{line}\n"))
        .collect();
    let mut postfix = Postfix::start_as_debian_has_it(folder.path(), &socket, &main);
    let message = format!("From: ann@example.org\nTo: {GAMES}\nSubject: list\n\n");
    let queued = postfix.send("ann@example.org", GAMES, &message);
    let status = postfix.outcome(&queued);
    assert!(status.starts_with("deferred"), "{status}");
    postfix.configure(&page.command("postconf -F"));
    postfix.flush();
    let mut status = postfix.outcome(&queued);
    while status.starts_with("deferred") {
        postfix.flush();
        status = postfix.outcome(&queued);
    }
    assert_eq!(status, super::TAKEN);
    drop(server);
}

#[test]
#[ignore = "needs Postfix and root: cargo xtask ci --install"]
fn the_doctor_reports_what_does_not_work() {
    let mut round = Round::new("");
    round.server.stop();
    round.postfix.stop();
    let (said, is_well) = doctor(&round);
    assert!(!is_well);
    assert!(said.contains("FAULT no server speaks LMTP at"), "{said}");
    assert!(said.contains("FAULT the relay does not accept our mail: 127.0.0.1: "), "{said}");
}
