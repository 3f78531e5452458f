//! Sentences about positions, for reading and for screen readers.

use carrick_games::{AnyGame, Colour, DrawBy, Outcome, Proof, WinBy, match_game, match_kind};

use super::parts::Explain;
use crate::view::{Ending, ProofView, SpotView};

/// Explanation of a set-up turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Phase {
    /// Short form, for the line with the player to move.
    pub brief: &'static str,
    /// The task and its consequence.
    pub explained: &'static str,
}

/// Explanation of a set-up turn; `None` for other turns.
#[must_use]
pub fn phase(game: &AnyGame) -> Option<Phase> {
    match_game!(game, AnyGame(game) => Explain::phase(game))
}

/// The player to move, or how the game ended.
#[must_use]
pub fn state(game: &AnyGame) -> String {
    let kind = game.kind();
    match (game.outcome(), game.colour_to_move()) {
        (Some(outcome), _) => format!("{}.", outcome.sentence(kind)),
        (None, Some(colour)) => {
            let does = phase(game).map(|phase| format!(" {}", phase.brief)).unwrap_or_default();
            format!("Turn {}: {} to move.{does}", game.ply() + 1, kind.colour_name(colour))
        }
        (None, None) => String::new(),
    }
}

/// "a, b or c".
#[must_use]
pub fn listed<T: AsRef<str>>(words: &[T], word: &str) -> String {
    match words {
        [] => String::new(),
        [only] => only.as_ref().to_owned(),
        [first @ .., last] => {
            let first: Vec<&str> = first.iter().map(AsRef::as_ref).collect();
            format!("{} {word} {}", first.join(", "), last.as_ref())
        }
    }
}

/// Count with a noun: "1 stone", "3 stones".
pub(crate) fn counted(count: usize, word: &str) -> String {
    if count == 1 { format!("1 {word}") } else { format!("{count} {word}s") }
}

/// ", touches 2 sides", or nothing.
pub(crate) fn sides(touched: &[bool]) -> String {
    match touched.iter().filter(|&&touched| touched).count() {
        0 => ", touches no side".to_owned(),
        sides => format!(", touches {}", counted(sides, "side")),
    }
}

/// Describes how a game ended.
pub(crate) fn ending(game: &AnyGame, outcome: Outcome, spots: &[SpotView]) -> Ending {
    Ending {
        winner: outcome.winner().map(Into::into),
        reason: outcome.reason(),
        by_rules: game.at(game.ply()).outcome().is_some(),
        said: format!("{}.", outcome.sentence(game.kind())),
        explained: explained(game, outcome),
        proof: proof(game, spots),
    }
}

fn proof(game: &AnyGame, spots: &[SpotView]) -> Option<ProofView> {
    let (kind, places) = match game.proof() {
        Proof::Path(places) => ("path", places),
        Proof::Ring(places) => ("ring", places),
        Proof::Enclosure(places) => ("enclosure", places),
        Proof::None | Proof::Score(_) => return None,
    };
    let ids = match_kind!(game.kind(), B => {
        places.iter().flat_map(|place| B::proved(place, spots)).collect()
    });
    Some(ProofView { kind, ids })
}

/// Ids of the elements that show a place.
pub(crate) fn ids_at(spots: &[SpotView], place: &str) -> Vec<String> {
    spots.iter().filter(|spot| spot.place == place).map(|spot| spot.id.clone()).collect()
}

/// Explains why the outcome ended the game.
fn explained(game: &AnyGame, outcome: Outcome) -> String {
    let name = |colour: Colour| game.kind().colour_name(colour);
    match (outcome, game.proof()) {
        (Outcome::Win { winner, by: WinBy::Enclosure }, Proof::Enclosure(points)) => format!(
            "The {loser} group of {points} points, marked with beads, touches no side of the board and \
             no empty hole: it is enclosed, and that decides the game for {winner}.",
            loser = name(!winner),
            points = points.len(),
            winner = name(winner),
        ),
        (Outcome::Win { winner, by: WinBy::Path }, Proof::Path(path)) => {
            let ends = game.kind().facts().joins.unwrap_or("sides");
            let steps = match_kind!(game.kind(), B => B::PATH_OF);
            let (winner, length) = (name(winner), path.len());
            format!(
                "The line with beads shows {winner}'s path between the {ends}: {length} {steps}."
            )
        }
        (Outcome::Win { winner, by: WinBy::Ring }, Proof::Ring(ring)) => format!(
            "The line with beads shows {}'s ring of {} stones: {} can never join the poles across it.",
            name(winner),
            ring.len(),
            name(!winner),
        ),
        (_, Proof::Score(score)) => {
            let [white, black] = Colour::BOTH.map(|colour| score.total(colour));
            let unit = if black == 1 { "point" } else { "points" };
            format!("Black has {black} {unit}, White {white}: prisoners and territory.")
        }
        (Outcome::Draw(by), _) => draw_explained(by).to_owned(),
        _ => String::new(),
    }
}

const fn draw_explained(by: DrawBy) -> &'static str {
    match by {
        DrawBy::Score => "Both have as many prisoners and points of territory.",
        DrawBy::Repetition => {
            "The same cubes stood in the same places, with the same player to move, for the third time."
        }
        DrawBy::NoProgress => "A hundred turns in a row moved cubes, and none added one.",
        DrawBy::Passes => "Neither player could add or move a cube.",
        DrawBy::Agreement => "The players agreed on it.",
    }
}
