//! A review of a finished game, one position at a time. Each judged position is stored immediately,
//! so a worker that dies loses only one position; its claim expires, and the next worker continues
//! there.

use std::sync::Arc;

use carrick_coach::review::ReviewBudget;
use carrick_games::{AnyGame, AnyOptions, SizeLimits};
use carrick_service::{BoardId, Needs};
use carrick_store::{Hotseat, Job, ReviewedGame};
use jiff::Timestamp;

use crate::computer::worker::{BESIDE_CLAIM as CLAIM, WorkError, Worker};
use crate::computer::yielding::Pausing;

impl<C> Worker<C>
where
    C: Fn() -> Timestamp + Clone + Send + Sync + 'static,
{
    /// Reviews a game until all its positions are judged, or the worker stops.
    pub(super) async fn review(&self, mut job: Job, pausing: &Pausing) -> Result<(), WorkError> {
        let reviewed = ReviewedGame::of(&job)?;
        let game = self.reviewed(reviewed).await?;
        let game = Arc::new(game.ok_or(WorkError::NoReview(reviewed))?);
        let (times, judged) = self.store.claimed_review(&job).await?;
        let budget = ReviewBudget::of(game.options(), game.ply(), times, seed(job.board()?));
        let budget = ReviewBudget { nodes: budget.nodes.min(self.strength.nodes.max(1)), ..budget };
        for ply in judged as usize..=game.ply() {
            let (played, exact) = (game.clone(), self.exact.clone());
            let search = move |gives_up: &(dyn Fn() -> bool + Sync)| {
                budget.judge_by(&played, ply, &*exact, gives_up)
            };
            let Some((renewed, judged)) = self.search(job, pausing, search).await? else {
                return Ok(());
            };
            let Some(judged) = judged.map_err(|_| WorkError::NoReview(reviewed))? else {
                self.store.release_job(&renewed).await?;
                return Ok(());
            };
            let (is_last, until) = (ply == game.ply(), (self.clock)() + CLAIM);
            match self.store.add_judged(renewed, (ply as u32, &judged), is_last, until).await? {
                Some(next) => job = next,
                None => return Ok(()),
            }
        }
        Ok(())
    }

    /// The game to review, unless it no longer exists or cannot be replayed.
    async fn reviewed(&self, game: ReviewedGame) -> Result<Option<AnyGame>, WorkError> {
        match game {
            ReviewedGame::Board(board) => {
                let needs = Needs { boards: [board].into(), ..Needs::default() };
                let state = self.store.read(&needs).await?;
                Ok(state.boards.get(&board).and_then(|record| record.game().ok()))
            }
            ReviewedGame::Hotseat { number, .. } => {
                let kept = self.store.reviewed_hotseat(number).await?;
                Ok(kept.and_then(|kept| replayed(&kept)))
            }
        }
    }
}

/// A hotseat game after its turns.
fn replayed(kept: &Hotseat) -> Option<AnyGame> {
    let words: Vec<&str> = kept.options.split_whitespace().collect();
    let options = AnyOptions::parse(kept.kind, &words, SizeLimits::Scripts).ok()?;
    let play = |game: AnyGame, turn| game.play_text(turn).ok();
    kept.turns.split_whitespace().try_fold(AnyGame::new(options), play)
}

/// Seed of a board's reviews and hints, so that a repeated search with the same budget finds the
/// same.
pub(super) const fn seed(board: BoardId) -> u64 {
    (board.kind as u64) << 32 | board.number as u64
}
