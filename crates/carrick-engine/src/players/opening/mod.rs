//! Opening book of first turns that may be swapped: their measured values, and how players use
//! them.
//!
//! `carrick-lab openings` measures every first turn and writes `values.txt`. With it, the first
//! player opens nearly even and loses little whatever the opponent does; the second player swaps if
//! the opener's side is the better one. On boards that were not measured, the search decides; it is
//! long enough for that at every level. In Boche, quick games decide whether to swap.

mod games;
mod values;

use std::sync::LazyLock;

use carrick_games::{AnyOptions, Board, Game, TurnSet as _};

use crate::players::level::ChosenTurn;
use crate::portable;
use crate::searchable::Searchable;
use crate::settings::Limits;
pub use values::{FirstTurn, Values, ValuesError};

/// The measured tables.
const MEASURED: &str = include_str!("values.txt");

/// The table for a game's options, if such boards were measured.
///
/// ```
/// use carrick_engine::opening;
/// use carrick_games::{ActionSpace as _, AnyOptions, Game, ankor::{Board, Options}};
/// let options = Options::default();
/// let values = opening::values(AnyOptions::Ankor(options)).unwrap();
/// let game = Game::<Board>::new(options);
/// let value = |name| Some(values.value(Board::action(options, game.parse_turn(name).ok()?)));
/// assert!(value("d3") > value("a1")); // the middle is worth more than a corner
/// ```
#[must_use]
pub fn values(options: AnyOptions) -> Option<&'static Values> {
    // A test reads the text, so this never loses a table.
    static TABLES: LazyLock<Vec<Values>> =
        LazyLock::new(|| Values::read_all(MEASURED).unwrap_or_default());
    TABLES.iter().find(|table| table.options() == options)
}

/// Advice of the opening tables on the next turn.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Advice<T> {
    /// Play this turn: a nearly even first turn, or a swap.
    Play(ChosenTurn<T>),
    /// Do not swap: the opener's side is the worse one.
    Keep,
    /// No advice: no swap is near, or such boards were not measured.
    Nothing,
}

/// Advice of the opening tables on a game's next turn. Picks at random among the nearly even first
/// turns.
pub(crate) fn advice<B: Searchable>(game: &Game<B>, random: &mut fastrand::Rng) -> Advice<B::Turn> {
    let options = game.board().options();
    let Some(values) = values(options.into()) else { return Advice::Nothing };
    match game.turns() {
        [] => open::<B>(values, options, random).map_or(Advice::Nothing, Advice::Play),
        &[first] => match values.value(B::action(options, first)) {
            Some(value) if value > 0.5 => swap(game, value, 0),
            Some(_) => Advice::Keep,
            // A pass cannot be swapped.
            None => Advice::Nothing,
        },
        _ => Advice::Nothing,
    }
}

/// Node budget of the quick games that decide whether to swap. A turn takes one node, so this is
/// enough for thirty games on size 5 and a few on size 10, where they take three seconds.
pub(crate) const QUICK_GAMES_NODES: u64 = 600;

/// Advice from quick games on a swap that may be played now, and the nodes they took; for Boche,
/// where a search cannot tell.
pub(crate) fn advice_by_games<B: Searchable>(
    game: &Game<B>,
    random: &mut fastrand::Rng,
    limits: Limits<'_>,
) -> (Advice<B::Turn>, u64) {
    if !B::SWAPS_BY_GAMES || !game.legal_turns().iter().any(B::is_swap) {
        return (Advice::Nothing, 0);
    }
    // Half of the nodes are left for choosing another turn.
    let nodes = QUICK_GAMES_NODES.min(limits.nodes / 2);
    let (share, nodes) = games::share(game, random.u64(..), Limits { nodes, ..limits });
    let advice = match share {
        Some(share) if share < 0.5 => swap(game, 1.0 - share, nodes),
        Some(_) => Advice::Keep,
        None => Advice::Nothing,
    };
    (advice, nodes)
}

/// Advises a swap to the better side, if that is legal, after `nodes` nodes.
fn swap<B: Board>(game: &Game<B>, value: f32, nodes: u64) -> Advice<B::Turn> {
    let swap = game.legal_turns().iter().find(|&turn| B::is_swap(turn));
    let choice = swap.and_then(|swap| ChosenTurn::known(vec![(swap, value)], None));
    choice.map_or(Advice::Nothing, |mut choice| {
        choice.thought.nodes = nodes;
        Advice::Play(choice)
    })
}

/// Maximum number of turns before a swap: three in a refined opening, one in any other. It is also
/// the last ply at which a swap may be played.
pub const LATEST_SWAP_PLY: u32 = 3;

/// Whether the next turn decides about the sides: a swap may be played now, or after the opening to
/// which this turn belongs.
pub(crate) fn settles_sides<B: Board>(game: &Game<B>) -> bool {
    let mut game = game.clone();
    while game.turns().len() <= LATEST_SWAP_PLY as usize {
        let turns = game.legal_turns();
        if turns.iter().any(B::is_swap) {
            return true;
        }
        // Any turn shows it, except a pass, which cannot be swapped.
        let Some(next) = turns.iter().find(|&turn| !B::is_pass(turn)) else { return false };
        game.play_unchecked(next);
    }
    false
}

/// Draws one of the nearly even openings; the report also lists the others.
fn open<B: Searchable>(
    values: &Values,
    options: B::Options,
    random: &mut fastrand::Rng,
) -> Option<ChosenTurn<B::Turn>> {
    let mut near = values.near_even();
    portable::shuffle(random, &mut near);
    let turn =
        |first: &FirstTurn| Some((B::turn_of(options, first.action)?, first.unless_swapped()));
    ChosenTurn::known(near.into_iter().filter_map(turn).collect(), None)
}

#[cfg(test)]
mod tests;
