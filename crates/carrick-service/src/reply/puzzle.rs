//! Puzzles of the day in emails and answers.

use carrick_coach::puzzle::{Puzzle, Refutation, said};
use carrick_games::GameKind;

use crate::about::{Start, Text};
use crate::effects::{Addressee, Link, Message};
use crate::people::{and, day};
use crate::reply::preview::position;
use crate::reply::wrapped;
use crate::requests::MailedPuzzle;
use crate::state::{PuzzleTry, RatingRecord};

/// Subject of all emails about a puzzle.
pub(crate) fn subject(mailed: MailedPuzzle) -> String {
    format!("{} puzzle of {}", mailed.kind.title(), day::in_words(mailed.day))
}

/// An email with a puzzle, to be answered with a turn; `None` if there is no such puzzle.
pub(crate) fn letter(mailed: MailedPuzzle, to: Addressee) -> Option<Message> {
    let puzzle = mailed.puzzle()?;
    let text = asked(mailed, puzzle).below(&format!("{}\n", title(mailed, puzzle)));
    let (subject, link) = (subject(mailed), Some(Link::Puzzle(mailed)));
    Some(Message { to, subject, text: text.words, board: None, link, about: text.about })
}

/// Puzzles one below the other, for a reader who cannot reply with a turn; `by_mail` and `is_known`
/// decide what to tell them about that.
pub(crate) fn shown(mailed: &[MailedPuzzle], by_mail: bool, is_known: bool) -> String {
    let one = |&mailed: &MailedPuzzle| {
        let puzzle = mailed.puzzle()?;
        Some(format!("{}\n{}\n", title(mailed, puzzle), asked(mailed, puzzle).words))
    };
    let puzzles: String = mailed.iter().filter_map(one).collect();
    let example = mailed.first().map_or(GameKind::Boche, |mailed| mailed.kind);
    let how = match (by_mail, is_known) {
        (true, true) => format!(
            "To solve one by email, ask for one game only, as in `puzzle {example}`, and reply \
             with your turn."
        ),
        (true, false) => {
            "To solve them by email you need an account that has confirmed the address you wrote \
             from: `signup <userid> <password>` creates one. On the site anyone can solve them, \
             under Puzzles."
                .to_owned()
        }
        (false, _) => format!(
            "To solve them on the site, see Puzzles. By email, send `puzzle {example}` and reply \
             to the answer with your turn."
        ),
    };
    format!("{puzzles}{}", wrapped(&how, 0))
}

/// The announcement that the puzzles come in separate emails.
pub(crate) fn announced(mailed: &[MailedPuzzle]) -> String {
    let games: Vec<&str> = mailed.iter().map(|one| one.kind.title()).collect();
    let games = and(&games);
    wrapped(
        &format!(
            "Today's puzzles of {games} come in one email each. Reply to each with your turn on \
             the first line."
        ),
        0,
    )
}

fn title(mailed: MailedPuzzle, puzzle: &Puzzle) -> String {
    let options = puzzle.start.options().to_string();
    let options = if options.is_empty() { String::new() } else { format!(", {options}") };
    format!("{}: puzzle {}{options}\n", subject(mailed), mailed.number)
}

/// The side to move, the task, and the position.
fn asked(mailed: MailedPuzzle, puzzle: &Puzzle) -> Text {
    let colour = puzzle.start.colour_to_move().map_or("", |it| mailed.kind.colour_name(it));
    let all = puzzle.own_turns();
    let sought = match (all, mailed.found) {
        (1, _) => "Exactly one turn wins. Which?".to_owned(),
        (_, 0) => format!(
            "Exactly one turn wins. Find it, and the next one after each defence: {all} turns in all."
        ),
        (_, found) => format!("Exactly one turn wins. You have found {found} of {all}. And now?"),
    };
    let text = wrapped(&format!("You play {colour}. {sought}"), 0);
    let game = puzzle.after(mailed.found as usize);
    let start = Start::New(mailed.kind, game.options().to_string());
    position(&game, start, game.turn_names()).below(&format!("{text}\n"))
}

/// The answer to a right turn that leaves more to find.
pub(crate) fn right(puzzle: &Puzzle, onward: MailedPuzzle) -> Text {
    let said = said::found(puzzle.line(), onward.found as usize);
    asked(onward, puzzle).below(&format!("{}\n", wrapped(&format!("Right. {said}"), 0)))
}

/// The answer to a wrong turn.
pub(crate) fn wrong(
    puzzle: &Puzzle,
    mailed: MailedPuzzle,
    turn: &str,
    refutation: Option<&Refutation>,
    rating: Option<&str>,
) -> Text {
    let said = said::refuted(turn, puzzle.line(), refutation);
    let rating = rating.map(|rating| format!(" {rating}")).unwrap_or_default();
    let head = wrapped(&format!("Not this one. {said}{rating} Try again."), 0);
    asked(mailed, puzzle).below(&format!("{head}\n"))
}

/// The answer to the turn that solves a puzzle.
pub(crate) fn solved(puzzle: &Puzzle, kept: &str) -> String {
    let said = said::found(puzzle.line(), puzzle.own_turns());
    let head = wrapped(&format!("Solved. This was the only way to win. {said}"), 0);
    format!("{head}\n{}\n{}", solution(puzzle), wrapped(kept, 0))
}

/// The answer to a solver who gives up.
pub(crate) fn given_up(puzzle: &Puzzle, rating: Option<&str>) -> String {
    let rating = rating.map(|rating| format!("\n{}", wrapped(rating, 0))).unwrap_or_default();
    format!("{}{rating}\n{}", solution(puzzle), next(puzzle.kind()))
}

/// The answer to a turn for a puzzle whose day is over.
pub(crate) fn over(puzzle: &Puzzle, day: u32) -> String {
    let head = format!(
        "This was the puzzle of {}, and that day is over, so your answer does not count.",
        day::in_words(day)
    );
    format!("{}\n{}\n{}", wrapped(&head, 0), solution(puzzle), next(puzzle.kind()))
}

/// The answer to a turn for a puzzle that was solved before.
pub(crate) fn solved_before(puzzle: &Puzzle, tried: PuzzleTry) -> String {
    let first = if tried.failed { ", not at the first try" } else { " at the first try" };
    let head = format!("You have already solved this puzzle{first}, so nothing has changed.");
    format!("{}\n{}\n{}", wrapped(&head, 0), solution(puzzle), next(puzzle.kind()))
}

/// The puzzle again, below the reason why nothing was done.
pub(crate) fn once_more(mailed: MailedPuzzle, why: &str) -> Text {
    let asked = mailed.puzzle().map(|puzzle| asked(mailed, puzzle)).unwrap_or_default();
    let head = wrapped(&format!("{why} Nothing was done, and it does not count as a try."), 0);
    asked.below(&format!("{head}\n"))
}

fn solution(puzzle: &Puzzle) -> String {
    let turns = puzzle.solution.join(", ");
    let line = wrapped(&format!("The solution: {turns}."), 2);
    format!("{line}{}", wrapped(&said::certainty(puzzle.certainty), 0))
}

fn next(kind: GameKind) -> String {
    wrapped(&format!("To get today's puzzle, send an email with the subject `puzzle {kind}`."), 0)
}

/// A rating before and after a try.
pub(crate) fn rating(kind: GameKind, before: &RatingRecord, after: &RatingRecord) -> String {
    let (before, after) = (before.shown(), after.shown());
    format!("Your rating as a solver of {} was {before} and is {after}.", kind.title())
}

/// The streak, and the rating where it has changed.
pub(crate) fn kept(streak: usize, rating: Option<&str>) -> String {
    let streak = match streak {
        0 => String::new(),
        1 => "Your streak: 1 day with a puzzle of the day.".to_owned(),
        days => format!("Your streak: {days} days in a row with a puzzle of the day."),
    };
    let rating = rating.unwrap_or("Only your first try counts, so your rating stays the same.");
    format!("{streak} {rating}").trim().to_owned()
}
