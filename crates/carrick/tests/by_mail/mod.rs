//! Games by mail through real programs: Postfix delivers mail to `carrick serve` by LMTP; swaks and
//! our own client send it. Postfix starts as root. `cargo xtask ci --install` installs both and
//! runs these tests; with both installed, `cargo test --test program -- --ignored by_mail::` does.
#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod browser;
mod dmarc;
mod killed;
mod mixed;
mod names;
mod page;
mod postfix;
mod round;
mod server;
mod submission;

use carrick_games::{AnyOptions, GameKind, Seat, SizeLimits};
use carrick_service::{BoardId, BoardRecord, Userid};
use fastrand::Rng;
use postfix::Postfix;
use server::{GAMES, RELAY, Server};
use tempfile::TempDir;

const TAKEN: &str = "sent (250 2.0.0 Accepted)";
const PASSWORD: &str = "hunter22";

/// A server with its relay, and ann and bob, who have signed up by mail.
struct Club {
    // Fields are dropped in order: Postfix is stopped first.
    postfix: Postfix,
    server: Server,
    _folder: TempDir,
}

impl Club {
    fn found() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let socket = postfix::socket_folder(folder.path()).join("socket");
        let server = Server::start(folder.path(), &socket);
        let postfix = Postfix::start(folder.path(), &socket);
        let mut club = Self { postfix, server, _folder: folder };
        for user in ["ann", "bob"] {
            let queued = club.proved(user, &format!("signup {user} {PASSWORD}"), "");
            assert_eq!(club.postfix.outcome(&queued), TAKEN);
        }
        let welcome = ["ann", "bob"].map(|user| {
            let asked = format!("{user}: Is this the address of {user}?");
            [format!("{user}@example.org: Welcome to Carrick, {user}"), asked]
        });
        let mut said = club.server.said();
        said.sort();
        let mut welcome = welcome.concat();
        welcome.sort();
        assert_eq!(said, welcome);
        club.server.confirm_addresses();
        club
    }

    /// Sends an email with swaks that the relay has authenticated.
    fn proved(&self, user: &str, subject: &str, body: &str) -> String {
        let from = format!("{user}@example.org");
        let proof = format!("{RELAY}; dmarc=pass header.from=example.org");
        let fields = [("Subject", subject), ("Authentication-Results", &proof)];
        self.postfix.swaks(&from, GAMES, &fields, body)
    }

    /// Plays a turn in one of three ways, and checks that it is played.
    fn play(&mut self, board: BoardId, user: &Userid, seat: Seat, turn: &str) {
        let BoardId { kind, number } = board;
        let before = self.server.board(board);
        let from = format!("{user}@example.org");
        let ply = before.turns.len();
        let queued = match ply % 3 {
            0 => {
                let subject = format!("{kind} move {number} {user} {PASSWORD} {turn}#{}", ply + 1);
                let head = format!("From: {from}\nMessage-ID: <{kind}.{ply}@example.org>\n");
                self.postfix.send(&from, GAMES, &format!("{head}Subject: {subject}\n\n"))
            }
            1 => {
                let to = self.server.play_address(&before, seat);
                let message = format!(
                    "From: {user} <{from}>\nSubject: Re: {kind} board {number}\nContent-Type: \
                     text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n\
                     {}\n\nOn Thu, 1 May 2008 at 12:00, Carrick <{GAMES}> wrote:\n> a1\n",
                    turn.replace('=', "=3D").replace('\'', "=E2=80=99")
                );
                self.postfix.send(&from, &to, &message)
            }
            _ => {
                self.proved(user.as_str(), &format!("Re: {kind} move {number} {user} - {turn}"), "")
            }
        };
        assert_eq!(self.postfix.outcome(&queued), TAKEN);
        let after = self.server.board(board);
        assert_eq!(after.turns.len(), ply + 1, "{turn}: {:?}", self.server.said());
    }
}

/// The options of a game's smallest board on which one side is likely to win.
fn small(kind: GameKind) -> String {
    let size = |size: u8| format!("{}={size}", kind.facts().size_option);
    let is_there =
        |size: &String| AnyOptions::parse(kind, &[size.as_str()], SizeLimits::Challenge).is_ok();
    let least = if kind == GameKind::Ankor { 4 } else { 3 };
    (least..=10).map(size).find(is_there).unwrap()
}

/// The seat to move on a board, and a random turn of its player, if possible one that brings the
/// end nearer; `None` when the game is over.
fn next_turn(record: &BoardRecord, random: &mut Rng) -> Option<(Seat, String)> {
    let game = record.game().unwrap();
    let seat = game.seat_to_move()?;
    let mut legal = game.legal();
    let advances = |turn: &String| !turn.contains('-') && turn != "pass";
    if legal.iter().any(advances) {
        legal.retain(advances);
    }
    Some((seat, random.choice(&legal)?.clone()))
}

/// Plays a game of random turns to its end.
fn game(kind: GameKind) {
    let mut club = Club::found();
    let challenge = club.proved("ann", &format!("{kind} challenge {} ann bob", small(kind)), "");
    assert_eq!(club.postfix.outcome(&challenge), TAKEN);
    let board = BoardId { kind, number: 101 };
    let opened = ["ann", "bob"].map(|user| format!("{user}: New {kind} board 101 (ann-bob)"));
    assert_eq!(club.server.said(), opened);
    let mut random = Rng::with_seed(1);
    for _ in 0..300 {
        let record = club.server.board(board);
        let Some((seat, turn)) = next_turn(&record, &mut random) else { break };
        club.play(board, &record.players[seat.index()].clone(), seat, &turn);
        let told = club.server.said();
        assert!(told.len() == 2 && told[0].starts_with("ann: ") && told[1].starts_with("bob: "));
    }
    let ended = club.server.board(board).ended;
    assert!(ended.is_some(), "the game has an end");
}

#[test]
#[ignore = "needs Postfix and root: cargo xtask ci --install"]
fn a_game_of_ankor_by_mail() {
    game(GameKind::Ankor);
}

#[test]
#[ignore = "needs Postfix and root: cargo xtask ci --install"]
fn a_game_of_boche_by_mail() {
    game(GameKind::Boche);
}

#[test]
#[ignore = "needs Postfix and root: cargo xtask ci --install"]
fn a_game_of_antipod_by_mail() {
    game(GameKind::Antipod);
}

#[test]
#[ignore = "needs Postfix and root: cargo xtask ci --install"]
fn a_game_of_anchor_by_mail() {
    game(GameKind::Anchor);
}

#[test]
#[ignore = "needs Postfix and root: cargo xtask ci --install"]
fn replies_to_the_relay_for_refused_emails() {
    let mut club = Club::found();
    let unknown = club.postfix.send("ann@example.org", "root@carrick.example", "Subject: list\n\n");
    let status = club.postfix.outcome(&unknown);
    assert!(status.starts_with("bounced") && status.contains("550 5.1.1"), "{status}");
    let large = format!("From: ann@example.org\nSubject: list\n\n{}", "x\n".repeat(600_000));
    let large = club.postfix.send("ann@example.org", GAMES, &large);
    let status = club.postfix.outcome(&large);
    // The relay has nothing to return: Carrick tells the sender that it is too large.
    assert_eq!(status, TAKEN);
    assert_eq!(club.server.said(), ["ann@example.org: Carrick: error"]);
    // A bounce of our email is ignored, without another bounce.
    let bounce = club.postfix.send("", GAMES, "From: MAILER-DAEMON@example.org\nSubject: list\n\n");
    assert_eq!(club.postfix.outcome(&bounce), TAKEN);
    assert_eq!(club.server.said(), Vec::<String>::new());
}

#[test]
#[ignore = "needs Postfix and root: cargo xtask ci --install"]
fn mail_waits_for_a_stopped_server_and_is_processed_once() {
    let mut club = Club::found();
    let challenge = club.proved("ann", "anchor challenge -size=3 -pie=none ann bob", "");
    assert_eq!(club.postfix.outcome(&challenge), TAKEN);
    club.server.stop();
    let subject = format!("anchor move 101 ann {PASSWORD} c3");
    let message =
        format!("From: ann@example.org\nMessage-ID: <1@example.org>\nSubject: {subject}\n\n");
    let queued = club.postfix.send("ann@example.org", GAMES, &message);
    let status = club.postfix.outcome(&queued);
    assert!(status.starts_with("deferred"), "{status}");
    club.server.start_again();
    club.postfix.flush();
    let mut status = club.postfix.outcome(&queued);
    while status.starts_with("deferred") {
        club.postfix.flush();
        status = club.postfix.outcome(&queued);
    }
    assert_eq!(status, TAKEN);
    let again = club.postfix.send("ann@example.org", GAMES, &message);
    assert_eq!(club.postfix.outcome(&again), TAKEN);
    let board = club.server.board(BoardId { kind: GameKind::Anchor, number: 101 });
    assert_eq!(board.turns.len(), 1);
}
