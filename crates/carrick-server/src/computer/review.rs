//! A review of a finished game, one position at a time. Each judged position is stored immediately, so
//! a worker that dies loses one position; its claim expires, and the next worker continues there.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use carrick_coach::review::{Budget, Judged};
use carrick_games::{AnyGame, AnyOptions, SizeLimits};
use carrick_service::{BoardId, Needs};
use carrick_store::{Hotseat, Job, ReviewedGame};
use jiff::Timestamp;
use tokio::task;

use crate::computer::worker::{BESIDE_CLAIM as CLAIM, WorkError, Worker};
use crate::computer::yielding::Pausing;

/// Interval at which a claim is renewed while a position takes long, which it does when it pauses.
const RENEW_EVERY: Duration = Duration::from_secs(20);

impl<C> Worker<C>
where
    C: Fn() -> Timestamp,
{
    /// Reviews a game until all its positions are judged, or the worker stops.
    pub(super) async fn review(&self, mut job: Job, pausing: &Pausing) -> Result<(), WorkError> {
        let reviewed = ReviewedGame::of(&job)?;
        let game = self.reviewed(reviewed).await?;
        let game = Arc::new(game.ok_or(WorkError::NoReview(reviewed))?);
        let (times, judged) = self.store.claimed_review(&job).await?;
        let budget = Budget::of(game.options(), game.ply(), times, seed(job.board()?));
        let budget = Budget { nodes: budget.nodes.min(self.strength.nodes.max(1)), ..budget };
        for ply in judged as usize..=game.ply() {
            let (renewed, judged) = self.judge(job, &game, ply, budget, pausing).await?;
            let Some(renewed) = renewed else { return Ok(()) };
            let Some(judged) = judged else {
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

    /// The game to review, unless it is gone or cannot be replayed.
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

    /// Judges the position after `ply` turns. Returns the job with its claim as it is then, unless
    /// the claim was lost, and the judged position, unless the worker stops.
    async fn judge(
        &self,
        mut job: Job,
        game: &Arc<AnyGame>,
        ply: usize,
        budget: Budget,
        pausing: &Pausing,
    ) -> Result<(Option<Job>, Option<Judged>), WorkError> {
        let reviewed = ReviewedGame::of(&job)?;
        let lost = Arc::new(AtomicBool::new(false));
        let (game, pausing, is_lost) = (game.clone(), pausing.clone(), lost.clone());
        let exact = self.exact.clone();
        let mut search = task::spawn_blocking(move || {
            budget.judge_by(&game, ply, &*exact, &|| pausing.gives_up(&is_lost))
        });
        loop {
            tokio::select! {
                judged = &mut search => {
                    let judged = judged.map_err(|_| WorkError::NoReview(reviewed))?;
                    return Ok((Some(job), judged));
                }
                () = tokio::time::sleep(RENEW_EVERY) => {
                    let until = (self.clock)() + CLAIM;
                    match self.store.renew_job(job, until).await? {
                        Some(renewed) => job = renewed,
                        None => {
                            lost.store(true, Ordering::Relaxed);
                            return Ok((None, None));
                        }
                    }
                }
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

/// Seed of a board's reviews and hints: what is made again with the same budget finds the same.
pub(super) const fn seed(board: BoardId) -> u64 {
    (board.kind as u64) << 32 | board.number as u64
}
