//! A hundred thousand command lines, most of them wrong, one after another through a store on disk:
//! none panics, no answer contains a password, and a refused line changes nothing.
//!
//! The lines are those of the tables of right and wrong commands, and variants of them with words
//! left out, doubled, exchanged, mistyped or taken from other lines. Every line is parsed, its
//! needs are loaded, it is decided and, if it was accepted, stored. Only two things differ from a
//! server: passwords are compared instead of hashed, which would take an hour, and the few commands
//! that would lock the players out (`delete`, `change password`, `signoff`) are decided but not
//! stored.
//!
//! Every run is the same. A failing line is printed; add it to one of the tables.
#![allow(clippy::unwrap_used)] // a panic is how a test fails

mod club;
mod slips;

use carrick_service::{Addressee, Decision, command};
use club::{Club, Fate};

/// Number of lines for each database, during which it ages a few weeks.
const LINES_OF_CLUB: usize = 5000;

/// The widest line of an answer that does not show a board.
const COLUMNS: usize = 78;

/// Counters of outcomes.
#[derive(Debug, Default, Clone, Copy)]
struct Tally {
    not_understood: usize,
    refused: usize,
    answered: usize,
    changed: usize,
}

#[test]
fn ten_thousand_lines() {
    answer_lines(10_000);
}

#[test]
#[ignore = "takes minutes: cargo xtask release-check"]
fn a_hundred_thousand_lines() {
    answer_lines(100_000);
}

fn answer_lines(count: usize) {
    let threads: Vec<_> = (0..2)
        .map(|half| {
            std::thread::spawn(move || {
                let clubs = (0..count / LINES_OF_CLUB).filter(|club| club % 2 == half);
                clubs.map(|club| lines_in_one_club(club as u64)).collect::<Vec<_>>()
            })
        })
        .collect();
    let tallies = threads.into_iter().flat_map(|thread| thread.join().unwrap());
    let total = tallies.reduce(|left, right| Tally {
        not_understood: left.not_understood + right.not_understood,
        refused: left.refused + right.refused,
        answered: left.answered + right.answered,
        changed: left.changed + right.changed,
    });
    let total = total.unwrap();
    // Not all lines may fail at the first word.
    assert!(total.not_understood > count / 5 && total.refused > count / 10, "{total:?}");
    assert!(total.answered > count / 50 && total.changed > count / 100, "{total:?}");
}

fn lines_in_one_club(seed: u64) -> Tally {
    let mut random = fastrand::Rng::with_seed(seed);
    let corpus = slips::corpus();
    let mut club = Club::new();
    let mut tally = Tally::default();
    let mut before = club.version();
    for number in 0..LINES_OF_CLUB {
        let line = slips::line(&corpus, &mut random);
        let (fate, decision) = club.says(&line, &mut random);
        let context = || format!("club {seed}, line {number}: {line:?}");
        match fate {
            Fate::NotUnderstood => tally.not_understood += 1,
            Fate::Refused => tally.refused += 1,
            Fate::Answered => tally.answered += 1,
            Fate::Changed => tally.changed += 1,
        }
        let after = club.version();
        assert_eq!(
            after != before,
            fate == Fate::Changed,
            "{}: the database has changed, or has not",
            context()
        );
        before = after;
        assert!(decision.events.is_empty() || decision.refusal.is_none(), "{}", context());
        check_answer(&decision, &club, &context);
        let log = command::redact(&line).to_lowercase();
        assert!(!log.contains(slips::MARK), "{}: logged as {log}", context());
    }
    tally
}

/// Checks an answer: it contains no password; a refusal is a sentence, perhaps with a usage line.
fn check_answer(decision: &Decision, club: &Club, context: &impl Fn() -> String) {
    assert!(
        decision.messages.iter().any(|message| message.to == Addressee::Sender)
            || decision.refusal.is_none() && !decision.messages.is_empty(),
        "{}: no answer",
        context()
    );
    for message in &decision.messages {
        let said = format!("{}\n\n{}", message.subject, message.text);
        club.has_no_password(&said, context);
        assert!(!message.subject.contains('\n') && message.subject.chars().count() <= COLUMNS);
        assert!(said.ends_with('\n'), "{}\n{said}", context());
        if decision.refusal.is_some() {
            assert!(
                !said.to_lowercase().contains(slips::MARK),
                "{}: repeats a word\n{said}",
                context()
            );
            let widest = said.lines().map(|line| line.chars().count()).max();
            assert!(widest <= Some(COLUMNS), "{}: too wide\n{said}", context());
            let sentence = message.text.split("\nUsage: ").next().unwrap().trim_end();
            assert!(sentence.ends_with(['.', '?', '!']), "{}: no sentence\n{said}", context());
        }
    }
}
