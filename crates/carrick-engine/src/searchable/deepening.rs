//! Interface of searches by iterative deepening.

use std::fmt;

use carrick_games::{Board, Game};

use crate::report::Report;
use crate::settings::Limits;

/// A search by iterative deepening, such as alpha-beta. Interrupting it loses the depth that it is
/// searching.
pub trait Deepening<B: Board>: fmt::Debug + Send {
    /// Searches a game's current position (multi-PV): each of the best `lines` turns, at least one,
    /// gets its own value. Calls `on_info` with a report whenever a depth is finished or another
    /// turn looks best.
    fn think_multi_pv(
        &mut self,
        game: &Game<B>,
        limits: Limits<'_>,
        lines: usize,
        on_info: Option<&mut dyn FnMut(Report<B::Turn>)>,
    ) -> Report<B::Turn>;

    /// Memory of the search, in bytes.
    fn bytes(&self) -> usize;
}
