//! What first turns are worth where they may be swapped, as measured beforehand, and what follows from it.
//!
//! `cargo xtask openings` finds out what every first turn is worth and writes `opening/values.txt`. With that the
//! first player opens near even, so that he loses little whatever the other does, and the second player
//! swaps when the opener's side is the better one. Boards that were not measured are left to the search,
//! which is long enough for that at every level; in Boche quick games tell whether to swap.

mod games;
mod values;

use std::sync::LazyLock;

use carrick_games::{AnyGame, GameKind};

use crate::{Choice, Limits};
pub use values::{FirstTurn, Values, ValuesError};

/// The measured tables.
const MEASURED: &str = include_str!("opening/values.txt");

/// The table of a game's options, if such boards were measured.
///
/// ```
/// use carrick_engine::opening;
/// use carrick_games::{AnyGame, AnyOptions, GameKind, Limits};
/// let options = AnyOptions::parse(GameKind::Ankor, &[], Limits::Challenge)?;
/// let values = opening::values(&AnyGame::new(options)).unwrap();
/// assert!(values.worth("d3") > values.worth("a1")); // the middle is worth more than a corner
/// # Ok::<(), carrick_games::OptionError>(())
/// ```
#[must_use]
pub fn values(game: &AnyGame) -> Option<&'static Values> {
    // A test reads the text, so it is never left out here.
    static TABLES: LazyLock<Vec<Values>> =
        LazyLock::new(|| Values::read_all(MEASURED).unwrap_or_default());
    let options = game.options();
    TABLES.iter().find(|table| table.options() == options)
}

/// What the tables say of the next turn.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Advice {
    /// This turn: a first one that is near even, or a swap.
    Play(Choice),
    /// The opener's side is the worse one: anything but a swap.
    Keep,
    /// Nothing: no swap is near, or no such board was measured.
    Nothing,
}

/// What the tables say of a game's next turn. Chance decides among the first turns that are near even.
pub(crate) fn advice(game: &AnyGame, random: &mut fastrand::Rng) -> Advice {
    let Some(values) = values(game) else { return Advice::Nothing };
    match game.turn_names().as_slice() {
        [] => open(values, random).map_or(Advice::Nothing, Advice::Play),
        [first] => match values.worth(first) {
            Some(worth) if worth > 0.5 => swap(worth, 0),
            Some(_) => Advice::Keep,
            // A pass cannot be swapped.
            None => Advice::Nothing,
        },
        _ => Advice::Nothing,
    }
}

/// So many nodes tell by quick games whether to swap. A turn of a game takes one: that makes thirty games on size 5 and
/// a few on size 10, where they take three seconds.
pub(crate) const QUICK_GAMES_NODES: u64 = 600;

/// What quick games say of a swap that may be played now, and how many nodes they took: in Boche, where no
/// search does.
pub(crate) fn advice_by_games(
    game: &AnyGame,
    random: &mut fastrand::Rng,
    limits: Limits<'_>,
) -> (Advice, u64) {
    if game.kind() != GameKind::Boche || !game.legal().iter().any(|turn| turn == "swap") {
        return (Advice::Nothing, 0);
    }
    // Something is left to choose another turn with.
    let nodes = QUICK_GAMES_NODES.min(limits.nodes / 2);
    let (share, nodes) = games::share(game, random.u64(..), Limits { nodes, ..limits });
    let advice = match share {
        Some(share) if share < 0.5 => swap(1.0 - share, nodes),
        Some(_) => Advice::Keep,
        None => Advice::Nothing,
    };
    (advice, nodes)
}

/// The advice to swap for the better side, which so many nodes have found.
fn swap(worth: f32, nodes: u64) -> Advice {
    match Choice::known(vec![("swap".to_owned(), worth)], None) {
        Some(mut choice) => {
            choice.thought.nodes = nodes;
            Advice::Play(choice)
        }
        None => Advice::Nothing,
    }
}

/// A refined opening has three turns before the swap, every other has one.
pub(crate) const LATEST: usize = 3;

/// Whether the next turn decides who has which side: a swap may be played now, or after the opening that this
/// turn belongs to.
pub(crate) fn settles_sides(game: &AnyGame) -> bool {
    let mut game = game.clone();
    while game.turn_names().len() <= LATEST {
        let turns = game.legal();
        if turns.iter().any(|turn| turn == "swap") {
            return true;
        }
        // Whatever is played tells, but for a pass, which cannot be swapped.
        let next = turns.iter().find(|&turn| turn != "pass");
        let Some(after) = next.and_then(|turn| game.clone().play_text(turn).ok()) else {
            return false;
        };
        game = after;
    }
    false
}

/// One of the openings that are near even, and the others.
fn open(values: &Values, random: &mut fastrand::Rng) -> Option<Choice> {
    let mut near = values.near_even();
    random.shuffle(&mut near);
    let turns = near.into_iter().map(|first| (first.turn.clone(), first.unless_swapped()));
    Choice::known(turns.collect(), None)
}

#[cfg(test)]
mod tests;
