//! Sentences about positions, for reading and for screen readers.

use carrick_games::anchor::{Opening, Stage};
use carrick_games::{AnyGame, Board as _, Colour, DrawBy, GameKind, Outcome, Proof, WinBy};

use super::view::{Ending, ProofView, SpotView};

/// Explanation of a set-up turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Phase {
    /// Short form, for the line with the player to move.
    pub(crate) brief: &'static str,
    /// The task and its consequence.
    pub(crate) explained: &'static str,
}

/// The set-up phase of Anchor with `-pie=refined`, where one player moves for both colours, and
/// then the other chooses; `None` for other turns.
pub(crate) fn phase(game: &AnyGame) -> Option<Phase> {
    let AnyGame::Anchor(game) = game else { return None };
    let board = game.board();
    if board.options().opening() != Opening::Refined || board.outcome().is_some() {
        return None;
    }
    let (brief, explained) = match board.stage() {
        Stage::FirstSetUp => (
            "Setting up: a black stone, or a pass.",
            "Refined balancing, step 1 of 4. The first player sets up a start for both colours: a black stone, \
             a white one and a second black one, any of which a pass leaves out. Then the second player \
             chooses a colour; so make it as even as you can.",
        ),
        Stage::SecondSetUp => (
            "Setting up: a white stone, or a pass.",
            "Refined balancing, step 2 of 4. The first player goes on setting up the start: now a white stone, \
             or a pass to leave it out.",
        ),
        Stage::ThirdSetUp => (
            "Setting up: the second black stone, or a pass.",
            "Refined balancing, step 3 of 4. The first player ends the start with a second black stone, or \
             leaves it out by a pass. Then the second player chooses a colour.",
        ),
        Stage::MaySwap => (
            "Choosing a colour.",
            "Refined balancing, step 4 of 4. The start is set up, and White moves next. The second player chooses: \
             play White by making that move, or take Black by swapping colours; then the first player makes it.",
        ),
        Stage::FirstTurn | Stage::Play => return None,
    };
    Some(Phase { brief, explained })
}

/// The player to move, or how the game ended.
pub(crate) fn state(game: &AnyGame) -> String {
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
pub(super) fn listed<T: AsRef<str>>(words: &[T], word: &str) -> String {
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
pub(super) fn counted(count: usize, word: &str) -> String {
    if count == 1 { format!("1 {word}") } else { format!("{count} {word}s") }
}

/// ", touches 2 sides", or nothing.
pub(super) fn sides(touched: &[bool]) -> String {
    match touched.iter().filter(|&&touched| touched).count() {
        0 => ", touches no side".to_owned(),
        sides => format!(", touches {}", counted(sides, "side")),
    }
}

/// Describes how a game ended.
pub(super) fn ending(game: &AnyGame, outcome: Outcome, spots: &[SpotView]) -> Ending {
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
    let ids = places.iter().flat_map(|place| match game.kind() {
        GameKind::Ankor => vec![format!("c-{}", place.replace(',', "-"))],
        GameKind::Boche => vec![format!("v-{}", place.replace(',', "-"))],
        GameKind::Antipod | GameKind::Anchor => ids_at(spots, place),
    });
    Some(ProofView { kind, ids: ids.collect() })
}

/// Ids of the elements that show a place.
pub(super) fn ids_at(spots: &[SpotView], place: &str) -> Vec<String> {
    spots.iter().filter(|spot| spot.place == place).map(|spot| spot.id.clone()).collect()
}

/// Explains why the outcome ended the game.
fn explained(game: &AnyGame, outcome: Outcome) -> String {
    let name = |colour: Colour| game.kind().colour_name(colour);
    match (outcome, game.proof()) {
        (Outcome::Win { winner, by: WinBy::Enclosure }, Proof::Enclosure(points)) => format!(
            "The {loser} group of {points} points, marked with beads, touches no side of the board and \
             no empty hole, so it can never reach one: that decides the game for {winner}.",
            loser = name(!winner),
            points = points.len(),
            winner = name(winner),
        ),
        (Outcome::Win { winner, by: WinBy::Path }, Proof::Path(path)) => {
            let ends = game.kind().facts().joins.unwrap_or("sides");
            let steps = if game.kind() == GameKind::Boche { "points" } else { "pieces" };
            let (winner, length) = (name(winner), path.len());
            format!(
                "The line with beads shows {winner}'s path between the {ends}: {length} {steps}."
            )
        }
        (Outcome::Win { winner, by: WinBy::Ring }, Proof::Ring(ring)) => format!(
            "The line with beads shows {}'s ring of {} stones: {} can never join the centres across it.",
            name(winner),
            ring.len(),
            name(!winner),
        ),
        (_, Proof::Score(score)) => {
            let [white, black] = Colour::BOTH.map(|colour| score.total(colour));
            format!("Black has {black} points, White {white}: prisoners and territory.")
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
