//! Reviews of finished games by a worker, one position at a time.
//!
//! A review gives way to turns: it is begun when no turn is owed, takes no thread from them, and
//! pauses while every thread is taken. Each judged position is stored at once, so a worker that
//! dies loses one position; its claim expires, and the next worker goes on there.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use carrick_coach::review::{Budget, Judged};
use carrick_games::{AnyGame, AnyOptions, SizeLimits};
use carrick_service::{BoardId, Needs};
use carrick_store::{ClaimedReview, Hotseat, ReviewedGame, StoreError};
use jiff::{SignedDuration, Timestamp};
use tokio::sync::Semaphore;
use tokio::task;

use super::worker::{WorkError, Worker};

/// Duration of a claim.
const CLAIM: SignedDuration = SignedDuration::from_secs(60);

/// Interval at which a claim is renewed while a position takes long, which it does when it pauses.
const RENEW_EVERY: Duration = Duration::from_secs(20);

/// Interval at which a paused search looks whether it may go on.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// State of a review: when it has to pause, and whether to give up.
#[derive(Debug, Clone)]
pub(super) struct Reviewing {
    /// Threads of the worker's other searches.
    pub(super) threads: Arc<Semaphore>,
    /// The place of a search for which it pauses as well, while that is taken.
    pub(super) before: Option<Arc<Semaphore>>,
    /// Whether searches are to be given up.
    pub(super) stopping: Arc<AtomicBool>,
}

impl Reviewing {
    /// Pauses while all threads are taken; returns whether to give up.
    pub(super) fn gives_up(&self, lost: &AtomicBool) -> bool {
        let over = || self.stopping.load(Ordering::Relaxed) || lost.load(Ordering::Relaxed);
        let is_taken = |places: &Arc<Semaphore>| places.available_permits() == 0;
        while (is_taken(&self.threads) || self.before.as_ref().is_some_and(is_taken)) && !over() {
            std::thread::sleep(LOOK_EVERY);
        }
        over()
    }
}

impl<C> Worker<C>
where
    C: Fn() -> Timestamp,
{
    /// Claims the review that comes next.
    pub(super) async fn claim_review(&self) -> Result<Option<ClaimedReview>, StoreError> {
        let now = (self.clock)();
        self.store.claim_review(now, now + CLAIM).await
    }

    /// Reviews a game until all its positions are judged, or the worker stops.
    pub(super) async fn review(
        &self,
        mut claim: ClaimedReview,
        reviewing: &Reviewing,
    ) -> Result<(), WorkError> {
        let game = self.reviewed(claim.game).await?;
        let game = Arc::new(game.ok_or(WorkError::NoReview(claim.game))?);
        let seed = match claim.game {
            ReviewedGame::Board(board) => seed(board),
            ReviewedGame::Hotseat { kind, number } => seed(BoardId { kind, number }),
        };
        let budget = Budget::of(game.options(), game.ply(), claim.times, seed);
        let budget = Budget { nodes: budget.nodes.min(self.strength.nodes.max(1)), ..budget };
        while claim.judged as usize <= game.ply() {
            let (renewed, judged) = self.judge(claim, &game, budget, reviewing).await?;
            let Some(renewed) = renewed else { return Ok(()) };
            let Some(judged) = judged else {
                self.store.renew_review(renewed, (self.clock)()).await?;
                return Ok(());
            };
            let is_last = claim.judged as usize == game.ply();
            let until = (self.clock)() + CLAIM;
            match self.store.add_judged(renewed, &judged, is_last, until).await? {
                Some(next) => claim = next,
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

    /// Judges the next position. Returns the claim as it is then, unless it was lost, and the
    /// judged position, unless the worker stops.
    async fn judge(
        &self,
        mut claim: ClaimedReview,
        game: &Arc<AnyGame>,
        budget: Budget,
        reviewing: &Reviewing,
    ) -> Result<(Option<ClaimedReview>, Option<Judged>), WorkError> {
        let lost = Arc::new(AtomicBool::new(false));
        let (game, reviewing, is_lost) = (game.clone(), reviewing.clone(), lost.clone());
        let (ply, exact) = (claim.judged as usize, self.exact.clone());
        let mut search = task::spawn_blocking(move || {
            budget.judge_by(&game, ply, &*exact, &|| reviewing.gives_up(&is_lost))
        });
        loop {
            tokio::select! {
                judged = &mut search => {
                    let judged = judged.map_err(|_| WorkError::NoReview(claim.game))?;
                    return Ok((Some(claim), judged));
                }
                () = tokio::time::sleep(RENEW_EVERY) => {
                    let until = (self.clock)() + CLAIM;
                    match self.store.renew_review(claim, until).await? {
                        Some(renewed) => claim = renewed,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_review_pauses_while_every_thread_is_taken() {
        let threads = Arc::new(Semaphore::new(1));
        let hint = Arc::new(Semaphore::new(1));
        let (before, stopping) = (Some(hint.clone()), Arc::default());
        let reviewing = Reviewing { threads: threads.clone(), before, stopping };
        let lost = AtomicBool::new(false);
        assert!(!reviewing.gives_up(&lost), "a thread is free");
        let taken = threads.clone().try_acquire_owned().unwrap();
        std::thread::scope(|scope| {
            let paused = scope.spawn(|| reviewing.gives_up(&lost));
            drop(taken);
            assert!(!paused.join().unwrap(), "it goes on");
        });
        let looked_for = hint.try_acquire_owned().unwrap();
        std::thread::scope(|scope| {
            let paused = scope.spawn(|| reviewing.gives_up(&lost));
            drop(looked_for);
            assert!(!paused.join().unwrap(), "the hint is found");
        });
        let _taken = threads.try_acquire_owned().unwrap();
        lost.store(true, Ordering::Relaxed);
        assert!(reviewing.gives_up(&lost), "what is lost does not wait");
        lost.store(false, Ordering::Relaxed);
        reviewing.stopping.store(true, Ordering::Relaxed);
        assert!(reviewing.gives_up(&lost));
    }
}
