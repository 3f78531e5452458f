//! Puzzles by email, all the way: requested, composed, answered, judged, sent daily.

use std::collections::BTreeMap;
use std::fs;
use std::sync::Arc;

use carrick_coach::puzzle::Puzzle;
use carrick_games::GameKind;
use carrick_post::Delivered;
use carrick_post::outbox::{MailWriter, Outbox, Pace};
use carrick_post::transport::Transport;
use carrick_server::sweep;
use carrick_service::{Event, MailedPuzzle, PuzzleTry, Subscription, UserEvent, day};
use carrick_tokens::{PuzzleToken, UnsubscribeToken};
use jiff::SignedDuration;
use mail_parser::{HeaderValue, MessageParser, MimeHeaders as _};

use super::office::{GAMES, Office, RELAY, name};

const BOCHE: GameKind = GameKind::Boche;

/// An email as its reader gets it.
#[derive(Debug)]
struct Letter {
    subject: String,
    text: String,
    reply_to: String,
    stop: String,
    has_picture: bool,
}

impl Letter {
    fn read(bytes: &[u8]) -> Self {
        let mail = MessageParser::default().parse(bytes).unwrap();
        let reply_to = mail.reply_to().and_then(|to| to.first()).and_then(|to| to.address());
        let stop = match mail.header("List-Unsubscribe") {
            Some(HeaderValue::Text(text)) => text.to_string(),
            Some(HeaderValue::Address(to)) => format!("{to:?}"),
            _ => String::new(),
        };
        let is_png = |kind: &mail_parser::ContentType<'_>| kind.subtype() == Some("png");
        Self {
            subject: mail.subject().unwrap().to_owned(),
            text: flat(&mail.body_text(0).unwrap()),
            reply_to: reply_to.unwrap_or_default().to_owned(),
            stop,
            has_picture: mail.attachments().any(|part| part.content_type().is_some_and(is_png)),
        }
    }
}

/// A text without its line breaks.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Sends everything that is queued, and returns the new emails by their Subjects.
async fn letters(office: &Office) -> BTreeMap<String, Letter> {
    let folder = office.folder.path().join("out");
    let mail_writer = MailWriter {
        sender: "Carrick".to_owned(),
        site: office.site.clone(),
        keys: office.keys.clone(),
        pages: "https://carrick.example".to_owned(),
        links_to_boards: true,
        reset: Arc::new(|_, _| String::new()),
    };
    let (transport, random) = (Transport::Maildir(folder.clone()), fastrand::Rng::with_seed(7));
    let now = office.now();
    let clock = move || now;
    let store = office.store.clone();
    let mut outbox = Outbox::new(store, transport, mail_writer, Pace::default(), clock, random);
    while outbox.turn().await.unwrap().sent > 0 {}
    let Ok(entries) = fs::read_dir(folder.join("new")) else { return BTreeMap::new() };
    let take = |entry: fs::DirEntry| {
        let letter = Letter::read(&fs::read(entry.path()).unwrap());
        fs::remove_file(entry.path()).unwrap();
        (letter.subject.clone(), letter)
    };
    entries.map(|entry| take(entry.unwrap())).collect()
}

async fn only_letter(office: &Office) -> Letter {
    let letters = letters(office).await;
    assert_eq!(letters.len(), 1, "{letters:?}");
    letters.into_values().next().unwrap()
}

/// Sends an answer, and returns the email that comes back.
async fn answers(office: &Office, to: &str, said: &str, number: u32) -> Letter {
    let message = format!(
        "From: ann@example.org\nMessage-ID: <{number}@example.org>\nSubject: Re: Boche\n\n{said}\n\n\
         On Thu, 1 May 2008 at 12:00, Carrick <{GAMES}> wrote:\n> Boche\n"
    );
    let Delivered::Done(_) = office.deliver(to, &message).await else { panic!("{said}") };
    only_letter(office).await
}

async fn tried(office: &Office, puzzle: &Puzzle) -> PuzzleTry {
    let tries = office.store.puzzle_tries(&name("ann"), BOCHE).await.unwrap();
    tries.get(&puzzle.number).copied().unwrap_or_default()
}

/// Today's puzzle; lets days pass until it has several turns.
async fn long(office: &Office) -> &'static Puzzle {
    loop {
        let today = MailedPuzzle::of_day(BOCHE, day::day_of(office.now())).unwrap();
        let puzzle = today.puzzle().unwrap();
        if puzzle.own_turns() > 1 {
            return puzzle;
        }
        office.later(SignedDuration::from_hours(24));
    }
}

async fn asks(office: &Office, text: &str) {
    let message = format!(
        "Authentication-Results: {RELAY}; dmarc=pass header.from=example.org\n\
         From: ann@example.org\nTo: {GAMES}\nMessage-ID: <{}@example.org>\nSubject: {text}\n\n",
        office.now().as_second()
    );
    assert!(!office.done(GAMES, &message).await.refused);
}

#[tokio::test]
async fn a_puzzle_is_requested_and_solved_by_email() {
    let office = Office::open().await;
    let puzzle = long(&office).await;
    asks(&office, "puzzle boche").await;
    let first = only_letter(&office).await;
    assert!(first.subject.starts_with("Boche puzzle of "), "{first:?}");
    assert!(first.has_picture && first.text.contains("You play "), "{first:?}");
    assert!(first.text.contains("Answer this mail with your turn"), "{}", first.text);
    let page = format!("https://carrick.example/puzzles/boche/{}", puzzle.number);
    assert!(first.text.contains(&page), "{}", first.text);

    // A slip, a wrong turn, then the right ones, each in answer to the previous email.
    let slip = answers(&office, &first.reply_to, "z9", 1).await;
    assert!(slip.text.contains("count as a try"), "{}", slip.text);
    assert_eq!(tried(&office, puzzle).await, PuzzleTry::default());
    let legal = puzzle.start.legal();
    let wrong = legal.iter().find(|turn| **turn != puzzle.solution[0]).unwrap();
    let refuted = answers(&office, &slip.reply_to, wrong, 2).await;
    assert!(refuted.text.starts_with("Not this one."), "{}", refuted.text);
    assert!(tried(&office, puzzle).await.failed);
    let mut to = refuted.reply_to;
    for (number, turn) in (3..).zip(puzzle.solution.iter().step_by(2)) {
        let letter = answers(&office, &to, &format!("Hello,\n\n{turn}"), number).await;
        let is_last = number as usize - 2 == puzzle.own_turns();
        let begins = if is_last { "Solved." } else { "Right." };
        assert!(letter.text.starts_with(begins), "{turn}: {}", letter.text);
        assert_eq!((letter.has_picture, letter.reply_to.is_empty()), (!is_last, is_last));
        to = letter.reply_to;
    }
    let after = tried(&office, puzzle).await;
    assert!(after.solved && after.failed, "{after:?}");
    let late = answers(&office, &first.reply_to, &puzzle.solution[0], 50).await;
    assert!(late.text.starts_with("You have already solved this puzzle"), "{}", late.text);
    assert_eq!(tried(&office, puzzle).await, after);
}

#[tokio::test]
async fn an_email_that_comes_twice_is_one_try() {
    let office = Office::open().await;
    let puzzle = long(&office).await;
    asks(&office, "puzzle boche").await;
    let first = only_letter(&office).await;
    let right = &puzzle.solution[0];
    answers(&office, &first.reply_to, right, 1).await;
    let again = format!(
        "From: ann@example.org\nMessage-ID: <1@example.org>\nSubject: Re: Boche\n\n{right}\n\n\
         On Thu, 1 May 2008 at 12:00, Carrick <{GAMES}> wrote:\n> Boche\n"
    );
    assert!(office.done(&first.reply_to, &again).await.repeated);
    assert!(letters(&office).await.is_empty());
    assert_eq!(tried(&office, puzzle).await, PuzzleTry { found: 1, failed: false, solved: false });
}

#[tokio::test]
async fn unclear_answers_get_a_sentence() {
    let office = Office::open().await;
    let puzzle = long(&office).await;
    asks(&office, "puzzle boche").await;
    let first = only_letter(&office).await;
    let today = MailedPuzzle::of_day(BOCHE, day::day_of(office.now())).unwrap();
    let address = |user: &str, puzzle| {
        let token = PuzzleToken { user: name(user), puzzle };
        office.site.play_address(&office.keys.seal(&token))
    };
    let none = address("ann", MailedPuzzle { number: 60_000, ..today });
    let letter = answers(&office, &none, &puzzle.solution[0], 1).await;
    assert!(letter.text.contains("no Boche puzzle 60000"), "{}", letter.text);
    // The next day, and a changed address.
    office.later(SignedDuration::from_hours(24));
    let letter = answers(&office, &first.reply_to, &puzzle.solution[0], 2).await;
    assert!(letter.text.contains("day is over"), "{}", letter.text);
    assert!(letter.text.contains(&puzzle.solution[0]), "{}", letter.text);
    let changed = first.reply_to.replacen("play+a", "play+b", 1);
    let letter = answers(&office, &changed, &puzzle.solution[0], 3).await;
    assert!(letter.text.contains("without changing"), "{}", letter.text);
    assert_eq!(tried(&office, puzzle).await, PuzzleTry::default());
    // This account no longer exists, so there is no one to answer either.
    office.happens(Event::User(name("bob"), UserEvent::Deleted(office.now()))).await;
    let message = "From: bob@example.org\nMessage-ID: <4@x.org>\nSubject: Re: Boche\n\na1\n";
    let done = office.done(&address("bob", today), message).await;
    assert!(done.refused && done.messages[0].text.contains("has been deleted"), "{done:?}");
    assert!(letters(&office).await.is_empty());
}

#[tokio::test]
async fn the_daily_puzzle_comes_once_a_day_until_it_is_stopped() {
    let office = Office::open().await;
    assert!(letters(&office).await.is_empty());
    office.does_as("ann", "boche set ann - zone=Europe/Paris puzzles=daily").await;
    let mut came = Vec::new();
    for _ in 0..48 {
        office.later(SignedDuration::from_hours(1));
        for _ in 0..2 {
            assert!(sweep(&office.store, office.now()).await.unwrap().failed.is_none());
        }
        came.extend(
            letters(&office).await.into_values().filter(|one| one.subject.contains("puzzle")),
        );
    }
    let subjects: Vec<&str> = came.iter().map(|one| one.subject.as_str()).collect();
    assert_eq!(subjects, ["Boche puzzle of 2 May 2008", "Boche puzzle of 3 May 2008"]);
    let token = PuzzleToken {
        user: name("ann"),
        puzzle: MailedPuzzle::of_day(BOCHE, day::day_named("2008-05-03").unwrap()).unwrap(),
    };
    assert_eq!(came[1].reply_to, office.site.play_address(&office.keys.seal(&token)));
    assert!(came[1].text.contains("To get no more puzzles of Boche:"), "{}", came[1].text);
    let from = Subscription::Puzzles(BOCHE);
    let stop = office.keys.seal(&UnsubscribeToken { user: name("ann"), from });
    assert!(came[1].stop.contains(&stop), "{:?}", came[1].stop);
    let message = "From: ann@example.org\nSubject: stop\n\n";
    let stopped = office.deliver(&office.site.stop_address(&stop), message).await;
    assert_eq!(stopped, Delivered::Stopped);
    office.forget_outbox().await;
    for _ in 0..3 {
        office.later(SignedDuration::from_hours(24));
        sweep(&office.store, office.now()).await.unwrap();
        let subjects: Vec<String> = letters(&office).await.into_keys().collect();
        assert!(subjects.iter().all(|one| !one.contains("puzzle")), "{subjects:?}");
    }
}
