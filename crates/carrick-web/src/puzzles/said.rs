//! Sentences about puzzles and about tries.

use carrick_coach::puzzle::{Certainty, Grade, Puzzle, Refutation};
use carrick_games::{Illegal, NotationError, TurnError};

/// The weakest that finds a puzzle.
pub(crate) fn grade(grade: Grade) -> String {
    match grade {
        Grade::Level(level) => {
            format!("The weakest level of the computer that finds it is {level}.")
        }
        Grade::Beyond => "No level of the computer finds it.".to_owned(),
    }
}

/// How sure it is that there is one solution.
pub(crate) fn certainty(certainty: Certainty) -> String {
    match certainty {
        Certainty::Proved { .. } => {
            "Proved: this turn wins against any defence, and no other does.".to_owned()
        }
        Certainty::Searched { nodes, second } => format!(
            "Proved to win against any defence. That no other turn wins was searched, not proved: in \
             {nodes} positions the next best turn came to a value of {:.0} %.",
            100.0 * second
        ),
    }
}

/// The game from which a puzzle comes.
pub(crate) fn source(puzzle: &Puzzle) -> String {
    let source = &puzzle.source;
    let [first, second] = &source.players;
    let turn = puzzle.start.ply();
    let game = match source.from.as_str() {
        "server" => format!("{} {}", puzzle.kind().title(), source.game),
        "self-play" => format!("game {} played for the collection", source.game),
        file => format!("game {} of {file}", source.game),
    };
    let varied = if source.varied { ", with a better defence" } else { "" };
    format!("After turn {turn} of {game}: {first} against {second}{varied}.")
}

/// Consequence of a wrong turn.
pub(crate) fn refuted(tried: &str, puzzle: &Puzzle, refutation: Option<&Refutation>) -> String {
    let kind = puzzle.kind();
    let opponent = puzzle.start.colour_to_move().map_or("", |colour| kind.colour_name(!colour));
    match refutation {
        None => format!("After {tried} the game is over, and not won."),
        Some(Refutation { turn, outcome: Some(outcome) }) => format!(
            "After {tried} {opponent} answers {turn}, and the game is over. {}.",
            outcome.sentence(kind)
        ),
        Some(Refutation { turn, outcome: None }) => {
            format!("After {tried} {opponent} answers {turn}, and there is no win any more.")
        }
    }
}

/// A refusal of the rules as a sentence, with a capital letter unless it begins with a place.
pub(crate) fn refused(reason: &TurnError<Illegal>) -> String {
    let text = reason.to_string();
    let place = !matches!(reason, TurnError::Notation(NotationError::Form { .. }))
        && text.chars().nth(1).is_some_and(|second| second.is_ascii_digit());
    let end = if text.ends_with('?') { "" } else { "." };
    let mut letters = text.chars();
    match letters.next() {
        Some(first) if !place => format!("{}{}{end}", first.to_uppercase(), letters.as_str()),
        _ => format!("{text}{end}"),
    }
}
