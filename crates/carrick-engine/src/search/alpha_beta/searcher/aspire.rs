//! Aspiration windows: a turn's score is expected to be near that of the previous depth.

use super::{LimitReached, RunLimits, Searcher, Window};
use crate::ankor::{AddOrMove, AnkorPosition};
use crate::settings::SearchParts;

/// Minimum depth at which the score of the previous one is a good guess.
const FROM_DEPTH: i32 = 4;
/// By how much the score may differ from the guess at first, in hundredths of a placement.
const MARGIN: i32 = 30;

impl<const W: usize> Searcher<W> {
    /// Score of a root turn to its player, within a window that should be its whole range. The
    /// search first tries a narrow window around the guess, which cuts off more, and widens it as
    /// long as the score is outside.
    pub(super) fn aspire(
        &mut self,
        position: &AnkorPosition<W>,
        step: AddOrMove,
        guess: i32,
        whole: Window,
        budget: RunLimits<'_>,
    ) -> Result<i32, LimitReached> {
        if self.parts == SearchParts::Measured || whole.depth < FROM_DEPTH {
            return self.search_turn(position, step, 0, whole, budget);
        }
        let mut margin = MARGIN;
        let below = |margin: i32| (guess - margin).clamp(whole.alpha, whole.beta - 1);
        let above = |margin: i32| (guess + margin).clamp(whole.alpha + 1, whole.beta);
        let (mut alpha, mut beta) = (below(margin), above(margin));
        loop {
            let window = Window { alpha, beta, ..whole };
            let score = self.search_turn(position, step, 0, window, budget)?;
            // Two attempts are enough: a score far off is often a win or a loss.
            let wider = if margin == MARGIN { 8 * MARGIN } else { 2 * whole.beta };
            if score <= alpha && alpha > whole.alpha {
                alpha = below(wider);
            } else if score >= beta && beta < whole.beta {
                beta = above(wider);
            } else {
                return Ok(score);
            }
            margin = wider;
        }
    }
}
