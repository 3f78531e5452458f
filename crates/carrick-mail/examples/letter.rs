//! Writes an email as players get it to standard output, for opening in a mail program: `cargo run
//! -p carrick-mail --example letter -- ankor > letter.eml`

use std::io::Write as _;

use carrick_games::{AnyGame, AnyOptions, GameKind, Seat, SizeLimits};
use carrick_mail::incoming::Site;
use carrick_mail::outgoing::{Cause, MailParts, ShownPosition, Unsubscribe, compose};
use carrick_service::{About, Addressee, BoardId, Message};
use carrick_tokens::{Keyring, Powers, ReplyToken, Subscription, UnsubscribeToken};

#[expect(clippy::unwrap_used, reason = "an example of valid values")]
fn main() {
    let kind: GameKind = std::env::args().nth(1).unwrap_or("ankor".into()).parse().unwrap();
    let mut game = AnyGame::new(AnyOptions::parse(kind, &[], SizeLimits::Challenge).unwrap());
    for _ in 0..9 {
        let turns = game.legal();
        game = game.play_text(&turns[turns.len() * 3 / 7]).unwrap();
    }
    let board = BoardId { kind, number: 101 };
    let at = "2008-05-01T12:00:00Z".parse().unwrap();
    let text = format!(
        "{board}: ann (O) - bob (X)\n21 days a turn\n\nTurn 10: bob to move.\nbob must move by 2008-05-22 12:00 \
         UTC.\n\n       ann      bob\n   7   d3       e4\n   9   c2\n\n{}\n{}\n\nann says:\n\nGood luck & \
         <see> you!\n",
        game.draw(Default::default()),
        "*".repeat(60)
    );
    let message = Message {
        to: Addressee::User("bob".parse().unwrap()),
        subject: format!("{kind} board 101: bob to move"),
        text,
        board: Some(board),
        link: None,
        about: About::default(),
    };
    let site = Site { commands: "games@carrick.example".parse().unwrap(), relay: None };
    let keys = Keyring::new([7; 32]);
    let powers = Powers::TO_MOVE;
    let play =
        keys.seal(&ReplyToken { board, generation: 9, seat: Seat::Second, powers, expires: at });
    let from = Subscription::Board(board);
    let stop = keys.seal(&UnsubscribeToken { user: "bob".parse().unwrap(), from });
    let url = format!("https://carrick.example/stop/{stop}");
    let shown =
        message.text.find(&game.draw(Default::default())).map(|at| ShownPosition { game, at });
    let mail = MailParts {
        sender: "Carrick",
        row: 7,
        copy: 0,
        at,
        to: &"bob@example.org".parse().unwrap(),
        message: &message,
        cause: Cause::Event,
        link: None,
        play: Some(&play),
        stop: Some(Unsubscribe { from, token: &stop, url: Some(&url), is_shown: true }),
        bounce: None,
        shown: shown.as_ref(),
        board_page: Some("https://carrick.example/ankor/101"),
        puzzle_page: None,
        decline: None,
        pages: Some("https://carrick.example"),
    };
    std::io::stdout().write_all(&compose(&site, &mail).unwrap().bytes).unwrap();
}
