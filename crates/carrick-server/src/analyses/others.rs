//! Turns that workers of other processes search for: analyses give way to them too.

use std::future::Future;
use std::pin::pin;
use std::time::Duration;

use carrick_store::Store;
use jiff::Timestamp;

use super::Analyses;

/// Interval at which the database is asked, while an analysis runs.
const LOOK_EVERY: Duration = Duration::from_millis(200);

impl Analyses {
    /// Lets the analyses pause while a worker of any process has claimed a turn, until `stop` is
    /// ready. A worker that died keeps its claim for a while, but no analysis pauses for longer
    /// than a few seconds in all.
    pub async fn give_way<C>(&self, store: &Store, clock: C, stop: impl Future<Output = ()>)
    where
        C: Fn() -> Timestamp,
    {
        let mut stop = pin!(stop);
        let mut turn = None;
        loop {
            tokio::select! {
                biased;
                () = &mut stop => return,
                () = tokio::time::sleep(LOOK_EVERY) => {}
            }
            // A database that fails is no reason to pause; those that need it tell of the failure.
            let is_owed =
                self.is_running() && matches!(store.claimed_job(clock()).await, Ok(Some(_)));
            turn = if is_owed { turn.or_else(|| Some(self.0.manners.begin())) } else { None };
        }
    }

    fn is_running(&self) -> bool {
        self.room().running > 0
    }
}
