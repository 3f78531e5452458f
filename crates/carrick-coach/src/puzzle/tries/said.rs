//! Sentences about puzzles and tries, for pages, emails and the engine in a page.

pub use carrick_lessons::refused;

use carrick_games::percent;

use crate::puzzle::collection::{Grade, Puzzle, WinningLine};
use crate::puzzle::ending::PuzzleEnding;
use crate::puzzle::proof::Certainty;
use crate::puzzle::tries::Refutation;

/// The weakest level of the computer that finds a puzzle.
#[must_use]
pub fn grade(grade: Grade) -> String {
    match grade {
        Grade::Level(level) => {
            format!("The weakest computer level that finds it is {}.", level.title())
        }
        Grade::Beyond => "No computer level finds it.".to_owned(),
    }
}

/// How certain it is that there is only one solution.
#[must_use]
pub fn certainty(certainty: Certainty) -> String {
    match certainty {
        Certainty::Proved { .. } => {
            "Proved: this turn wins against any defence, and no other does.".to_owned()
        }
        Certainty::Searched { nodes, second } => format!(
            "Proved to win against any defence. The other turns were only searched, not proved to fail: \
             in {nodes} positions, the next best one reached a value of {}.",
            percent(second)
        ),
    }
}

/// The game that a puzzle comes from.
#[must_use]
pub fn source(puzzle: &Puzzle) -> String {
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

/// What happens after a wrong turn.
#[must_use]
pub fn refuted(tried: &str, line: WinningLine<'_>, refutation: Option<&Refutation>) -> String {
    let kind = line.kind();
    let opponent = line.start.colour_to_move().map_or("", |colour| kind.colour_name(!colour));
    match refutation {
        None => format!("After {tried} the game is over, but not won."),
        Some(Refutation { turn, outcome: Some(outcome) }) => format!(
            "After {tried} {opponent} answers {turn}, and the game is over. {}.",
            outcome.sentence(kind)
        ),
        Some(Refutation { turn, outcome: None }) => {
            format!("After {tried} {opponent} answers {turn}, and the win is gone.")
        }
    }
}

/// What the turns found so far lead to; empty before the first.
///
/// ```
/// use carrick_coach::puzzle::{Collection, said};
/// use carrick_games::GameKind;
/// let puzzle = &Collection::of(GameKind::Boche).puzzles[0];
/// assert_eq!(said::found(puzzle.line(), 0), "");
/// assert!(said::found(puzzle.line(), puzzle.own_turns()).ends_with('.'));
/// ```
#[must_use]
pub fn found(line: WinningLine<'_>, found: usize) -> String {
    let kind = line.kind();
    let turn = |index: usize| line.turns.get(index).map_or("", String::as_str);
    if found == line.own_turns() {
        return match line.after(found).outcome() {
            Some(outcome) => format!("{}.", outcome.sentence(kind)),
            None => {
                "The win is now certain: whatever the defence, more than one turn wins.".to_owned()
            }
        };
    }
    if found == 0 {
        return String::new();
    }
    let opponent = line.start.colour_to_move().map_or("", |colour| kind.colour_name(!colour));
    let (mine, reply) = (turn(2 * found - 2), turn(2 * found - 1));
    format!("{mine} it is. {opponent} defends with {reply}.")
}

/// Why the last turn of a solution wins: what it threatens, and how few replies stop that. Empty
/// when the game is over.
///
/// ```
/// use carrick_coach::puzzle::{Collection, said};
/// use carrick_games::GameKind;
/// let line = Collection::of(GameKind::Antipod).puzzles[0].line();
/// let why = said::why(line, &line.ending());
/// assert!(why.is_empty() || why.ends_with('.'));
/// ```
#[must_use]
pub fn why(line: WinningLine<'_>, ending: &PuzzleEnding) -> String {
    let kind = line.kind();
    let after = line.after(line.own_turns());
    let Some(loser) = after.colour_to_move() else { return String::new() };
    let [winner, loser] = [!loser, loser].map(|colour| kind.colour_name(colour));
    let threats = match &*ending.threats {
        [] => {
            return format!("{winner} threatens nothing yet, but every reply of {loser}'s loses.");
        }
        all if all.len() > MOST_NAMED => format!("in {} ways", all.len()),
        all => format!("with {}", listed(all, "or")),
    };
    let defences = match &*ending.defences {
        [] => format!("No reply of {loser}'s stops that."),
        [only] => format!("Only {only} stops that, and not for long."),
        all if all.len() > MOST_NAMED => {
            format!("{} replies stop that for a turn; any other loses immediately.", all.len())
        }
        all => format!("Only {} stop that, and not for long.", listed(all, "and")),
    };
    format!("{winner} threatens to win immediately, {threats}. {defences}")
}

/// Maximum number of turns that a sentence names.
const MOST_NAMED: usize = 4;

/// Turns as a list in a sentence.
fn listed(turns: &[String], word: &str) -> String {
    match turns {
        [before @ .., last] if !before.is_empty() => format!("{} {word} {last}", before.join(", ")),
        turns => turns.concat(),
    }
}
