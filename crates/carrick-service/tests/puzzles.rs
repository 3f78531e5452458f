//! Puzzles by email: the results of answers, and when the puzzles of the day are emailed.
#![allow(clippy::unwrap_used)] // a panic is how a test fails

use carrick_coach::puzzle::{Collection, Puzzle};
use carrick_games::GameKind;
use carrick_service::{
    Addressee, Decision, Due, Event, Evidence, GameSettings, Link, MailedPuzzle, Message,
    PuzzleMail, PuzzleReply, PuzzleTry, Refusal, Request, Sender, State, User, UserEvent, Userid,
    command, day, decide, decide_due, decide_puzzle,
};
use jiff::{SignedDuration, Timestamp};

const BOCHE: GameKind = GameKind::Boche;

fn ann() -> Userid {
    "ann".parse().unwrap()
}

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

/// Noon of a day.
fn noon(day: u32) -> Timestamp {
    Timestamp::from_second((i64::from(day) * 24 + 12) * 3600).unwrap()
}

/// A puzzle of several turns, with its first day.
fn long() -> (&'static Puzzle, u32) {
    let all = Collection::of(BOCHE);
    let day = (20_000..).find(|&day| all.of_day(day).unwrap().own_turns() > 1).unwrap();
    (all.of_day(day).unwrap(), day)
}

fn state() -> State {
    let mut state = State::default();
    state.users.insert(ann(), User::new(ann(), Timestamp::UNIX_EPOCH, None));
    state
}

/// The state after a decision.
fn apply(state: &mut State, decision: &Decision) {
    for event in &decision.events {
        match event {
            Event::User(_, UserEvent::PuzzleTried(tried)) => {
                state.puzzle.tried = tried.tried;
                if let Some([solver, puzzle]) = tried.ratings {
                    (state.puzzle.solver, state.puzzle.puzzle) = (Some(solver), Some(puzzle));
                }
                state.puzzle.days.extend(tried.day);
            }
            event => state.apply(event, Timestamp::UNIX_EPOCH),
        }
    }
}

fn only(decision: &Decision) -> &Message {
    let [message] = decision.messages.as_slice() else { panic!("{decision:?}") };
    assert_eq!(message.to, Addressee::Sender);
    message
}

/// The text with its lines joined, so that wrapped sentences can be found.
fn flat(message: &Message) -> String {
    message.text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Answers a puzzle, and checks the reply and whether replying to it continues the puzzle with this
/// many turns found.
#[track_caller]
fn check(state: &mut State, mailed: MailedPuzzle, reply: &str, says: &[&str], onward: Option<u32>) {
    let puzzle = mailed.puzzle().unwrap();
    let order = match reply {
        "give up" => PuzzleReply::GiveUp,
        "?" => PuzzleReply::Unclear(Refusal::in_words("that is no turn")),
        turn => PuzzleReply::Turn(puzzle.line().answer(mailed.found as usize, turn, 50)),
    };
    let decision = decide_puzzle(state, &ann(), mailed, &order, noon(mailed.day));
    let message = only(&decision);
    let text = flat(message);
    for said in says {
        assert!(text.contains(said), "{reply}: {said:?} is not in:\n{}", message.text);
    }
    assert!(message.text.lines().all(|line| line.chars().count() <= 78), "{}", message.text);
    let next = match message.link {
        Some(Link::Puzzle(next)) => Some(next),
        _ => None,
    };
    assert_eq!(next, onward.map(|found| MailedPuzzle { found, ..mailed }), "{reply}");
    apply(state, &decision);
}

#[test]
fn a_puzzle_is_solved_by_answering_emails() {
    let (puzzle, day) = long();
    let mailed = MailedPuzzle::of_day(BOCHE, day).unwrap();
    let mut state = state();
    for (found, turn) in (0..).zip(puzzle.solution.iter().step_by(2)) {
        let mailed = MailedPuzzle { found, ..mailed };
        if found as usize + 1 < puzzle.own_turns() {
            let defence = &puzzle.solution[2 * found as usize + 1];
            let said = format!("Right. {turn} it is.");
            check(&mut state, mailed, turn, &[&said, defence, "And now?"], Some(found + 1));
        } else {
            let solution = format!("The solution: {}.", puzzle.solution.join(", "));
            let says = [
                "Solved. This was the only way to win.",
                &solution,
                "Proved:",
                "Your streak: 1 day with a puzzle of the day.",
                "Your rating as a solver of Boche was 1500? and is",
            ];
            check(&mut state, mailed, turn, &says, None);
        }
    }
    assert!(state.puzzle.tried.solved && !state.puzzle.tried.failed);
    assert_eq!(state.puzzle.days, [day]);
    // An email that was already answered is answered again.
    let before = state.puzzle.clone();
    let says = ["already solved this puzzle at the first try, so nothing has changed"];
    for reply in [&*puzzle.solution[0], "z99", "give up"] {
        check(&mut state, mailed, reply, &says, None);
    }
    assert_eq!(state.puzzle, before);
}

#[test]
fn an_unclear_answer_is_refused_and_the_puzzle_stays_open() {
    let (puzzle, day) = long();
    let mailed = MailedPuzzle::of_day(BOCHE, day).unwrap();
    let legal = puzzle.start.legal();
    let wrong = legal.iter().find(|turn| **turn != puzzle.solution[0]).unwrap();
    let mut state = state();
    check(
        &mut state,
        mailed,
        "?",
        &["That is no turn. Nothing was done", "count as a try"],
        Some(0),
    );
    check(
        &mut state,
        mailed,
        "z99",
        &["Nothing was done, and it does not count as a try."],
        Some(0),
    );
    assert_eq!(state.puzzle.tried, PuzzleTry::default());
    let counted = ["Not this one.", wrong, "was 1500? and is", "Try again.", "You play"];
    check(&mut state, mailed, wrong, &counted, Some(0));
    assert!(state.puzzle.tried.failed);
    let rated = state.puzzle.clone();
    check(&mut state, mailed, wrong, &["Not this one.", "Try again."], Some(0));
    let solution = format!("The solution: {}.", puzzle.solution.join(", "));
    check(&mut state, mailed, "give up", &[&solution, "subject `puzzle boche`"], None);
    assert_eq!(state.puzzle, rated, "only the first try counts");
}

#[test]
fn an_answer_to_an_expired_or_missing_puzzle_changes_nothing() {
    let (puzzle, day) = long();
    let mailed = MailedPuzzle::of_day(BOCHE, day).unwrap();
    let reply = PuzzleReply::Turn(puzzle.line().answer(0, &puzzle.solution[0], 50));
    let told = |state: &State, mailed, now| {
        let decision = decide_puzzle(state, &ann(), mailed, &reply, now);
        assert!(decision.events.is_empty(), "{decision:?}");
        flat(only(&decision))
    };
    let tomorrow = noon(day) + SignedDuration::from_hours(24);
    let text = told(&state(), mailed, tomorrow);
    for said in ["that day is over", &*puzzle.solution.join(", "), "subject `puzzle boche`"] {
        assert!(text.contains(said), "{text}");
    }
    let none = MailedPuzzle { number: 65_535, ..mailed };
    let past_the_end = MailedPuzzle { found: 7, ..mailed };
    for mailed in [none, past_the_end] {
        assert!(
            told(&state(), mailed, noon(day)).contains("here is no Boche puzzle"),
            "{mailed:?}"
        );
    }
    assert!(
        told(&State::default(), mailed, noon(day))
            .contains("has been deleted, so nothing was done")
    );
    let mut suspended = state();
    suspended.users.get_mut(&ann()).unwrap().suspended = Some(noon(day));
    assert!(told(&suspended, mailed, noon(day)).contains("suspended"));
}

fn asks(state: &State, sender: Sender, text: &str, now: Timestamp) -> Decision {
    let command = command::parse(text).unwrap();
    let request = Request::typed(sender, command, None);
    decide(state, &request, &Evidence::default(), now)
}

#[test]
fn only_a_known_sender_of_a_mail_can_answer_with_a_turn() {
    let mut state = state();
    let [own, strange] = ["ann@x.org", "eve@x.org"].map(|it| it.parse().unwrap());
    state.owners.insert(own, ann());
    let own = || "ann@x.org".parse().unwrap();
    let now = noon(20_000);
    for (sender, text, links, said) in [
        (Sender::Address(own()), "puzzle boche", 1, "You play"),
        (Sender::Claim(own()), "puzzle boche", 1, "You play"),
        (Sender::Address(own()), "puzzle", GameKind::ALL.len(), "come in one email each"),
        (Sender::Claim(own()), "puzzle", 0, "ask for one game only"),
        (Sender::Claim(strange), "puzzle boche", 0, "you need an account"),
        (Sender::User(ann()), "puzzle boche ankor", 0, "To solve them on the site, see Puzzles"),
        (Sender::Nobody, "puzzle boche", 0, "By email, send `puzzle boche`"),
        (Sender::Nobody, "puzzle anchor", 0, "By email, send `puzzle anchor`"),
    ] {
        let decision = asks(&state, sender.clone(), text, now);
        assert!(decision.refusal.is_none() && decision.events.is_empty());
        assert!(flat(&decision.messages[0]).contains(said), "{sender:?} {decision:?}");
        let linked = decision.messages.iter().filter(|message| message.link.is_some());
        assert_eq!(linked.count(), links, "{sender:?} {text}");
    }
}

/// Sweeps at every hour of some days, and returns the games whose puzzles were emailed, with the
/// times.
fn swept(state: &mut State, from: &str, hours: i64) -> Vec<(String, GameKind)> {
    let mut mailed = Vec::new();
    for hour in 0..hours {
        let now = at(from) + SignedDuration::from_hours(hour);
        // Two servers may see that it is due; the second one finds it done.
        for _ in 0..2 {
            let due = Due::Puzzles(ann());
            let decision = decide_due(state, &due, now);
            for message in &decision.messages {
                let Some(Link::Puzzle(puzzle)) = message.link else { panic!("{message:?}") };
                assert_eq!(message.to, Addressee::User(ann()));
                assert_eq!(puzzle.day, state.users[&ann()].settings.zone.day(now));
                mailed.push((now.to_string()[..13].to_owned(), puzzle.kind));
            }
            apply(state, &decision);
        }
    }
    mailed
}

fn wants(state: &mut State, text: &str, now: &str) {
    let decision = asks(state, Sender::User(ann()), text, at(now));
    assert!(decision.refusal.is_none(), "{decision:?}");
    apply(state, &decision);
}

#[test]
fn each_day_of_the_reader_has_its_puzzles_once() {
    let mut state = state();
    assert_eq!(swept(&mut state, "2026-11-20T00:00:00Z", 48), [], "nothing unless asked for");
    wants(
        &mut state,
        "boche set ann - zone=Pacific/Auckland puzzles=daily",
        "2026-11-20T12:30:00Z",
    );
    wants(&mut state, "ankor set ann - puzzles=weekly", "2026-11-20T12:40:00Z");
    // At seven in Auckland it is six in the evening before in UTC; the 23rd is a Monday.
    let found = swept(&mut state, "2026-11-20T13:00:00Z", 72);
    let expected = [
        ("2026-11-20T18", BOCHE),
        ("2026-11-21T18", BOCHE),
        ("2026-11-22T18", GameKind::Ankor),
        ("2026-11-22T18", BOCHE),
    ];
    assert_eq!(found, expected.map(|(time, kind)| (time.to_owned(), kind)));
    // They travel to Honolulu, where the 23rd comes again but has already had its puzzles.
    wants(&mut state, "boche set ann - zone=Pacific/Honolulu", "2026-11-23T14:00:00Z");
    let found = swept(&mut state, "2026-11-23T15:00:00Z", 48);
    assert_eq!(found, [("2026-11-24T17".to_owned(), BOCHE)]);
    // A server that was down for days does not catch up.
    let found = swept(&mut state, "2026-11-28T20:00:00Z", 1);
    assert_eq!(found, [("2026-11-28T20".to_owned(), BOCHE)]);
    wants(&mut state, "boche set ann - puzzles=off", "2026-11-29T00:00:00Z");
    assert!(state.users[&ann()].puzzles.due.is_some(), "Ankor still comes on Mondays");
    wants(&mut state, "ankor set ann - puzzles=off", "2026-11-29T00:00:00Z");
    assert_eq!(state.users[&ann()].puzzles.due, None);
    assert_eq!(swept(&mut state, "2026-11-29T00:00:00Z", 72), []);
}

#[test]
fn a_user_who_stopped_mail_gets_no_puzzles_and_asking_for_them_resumes_mail() {
    let mut state = state();
    wants(&mut state, "boche set ann - puzzles=daily", "2026-11-20T00:00:00Z");
    let user = state.users.get_mut(&ann()).unwrap();
    user.settings.quiet = true;
    assert_eq!(swept(&mut state, "2026-11-20T00:00:00Z", 48), []);
    let puzzles = Some(PuzzleMail::Daily);
    let user = state.users.get_mut(&ann()).unwrap();
    user.settings.set_game(BOCHE, GameSettings::default());
    let asked = asks(&state, Sender::User(ann()), "boche set ann - puzzles=daily", noon(20_000));
    let [Event::User(_, UserEvent::SettingsChanged(settings)), ..] = asked.events.as_slice() else {
        panic!("{asked:?}")
    };
    assert_eq!((settings.game(BOCHE).puzzles, settings.quiet), (puzzles, false));
    assert!(day::day_of(noon(20_000)) == 20_000);
}
