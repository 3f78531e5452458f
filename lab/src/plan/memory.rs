//! Memory of a laboratory, bounded by the number of games that are played at once.

use std::num::NonZeroUsize;

use carrick_engine::Memory;

use super::cell::Cell;
use crate::arena::{Entrant, Side};

/// Maximum memory of all players together, in bytes: 2 GB less what positions, lines and reports
/// take.
const PLAYERS: usize = 1750 << 20;

/// Memory that a player takes at most, in bytes. A search prunes its tree at its limit.
const fn bytes(entrant: &Entrant) -> usize {
    match entrant {
        Entrant::Random | Entrant::Casual | Entrant::Pairing | Entrant::Mirror => 0,
        Entrant::Uct { .. }
        | Entrant::Rave { .. }
        | Entrant::Level(_)
        | Entrant::Search { .. }
        | Entrant::Tree { .. } => Memory::TREE + Memory::TABLE,
    }
}

/// Maximum number of games at once with which the players of all cells keep within their memory.
pub(super) fn most_threads(cells: &[Cell]) -> NonZeroUsize {
    let of_game = |cell: &Cell| {
        // A judge searches when the players have done so.
        let judge = cell.judge.as_ref().map_or(0, |_| Memory::TREE + Memory::TABLE);
        let players = Side::BOTH.map(|side| bytes(cell.settings.entrant(side)));
        players.into_iter().sum::<usize>().max(judge)
    };
    let most = cells.iter().map(of_game).max().unwrap_or(0);
    NonZeroUsize::new(PLAYERS / most.max(1)).unwrap_or(NonZeroUsize::MIN)
}
