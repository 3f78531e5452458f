//! Checkpoints of the write-ahead log, alongside the writing.

use std::future::Future;
use std::pin::pin;
use std::time::Duration;

use carrick_store::{Store, StoreError};
use tokio::sync::watch;
use tokio::time::{Instant, sleep, timeout};

/// Maximum delay between a commit and the checkpoint, so that many commits share one.
const AFTER: Duration = Duration::from_secs(3);

/// Maximum interval between checkpoints, for unannounced commits, such as those of other processes.
const EVERY: Duration = Duration::from_secs(60);

/// Interval at which commits are counted, and the minimum delay.
const COUNTED: Duration = Duration::from_millis(100);

/// Number of commits after which the checkpoint is not postponed any more. When many turns share
/// each commit, the checkpoint writes some 130 pages; the log has room for more than eight times as
/// many.
const MANY: u64 = 8;

/// Checkpoints the write-ahead log of a database file until `stop` is ready: some seconds after a
/// commit, and repeatedly while there are many. So little is left for the commit that finds the log
/// too long and has to checkpoint it while all others wait. Failures of the database go to
/// `report`.
///
/// ```
/// use std::time::Duration;
///
/// use carrick_server::run_checkpoints;
/// use carrick_store::{Settings, Store};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("carrick.db");
/// let store = Store::open(&path, &Settings::default()).await?;
/// let stop = tokio::time::sleep(Duration::from_millis(10));
/// run_checkpoints(store, stop, |error| eprintln!("{error}")).await;
/// # Ok(())
/// # }
/// ```
pub async fn run_checkpoints(
    store: Store,
    stop: impl Future<Output = ()>,
    mut report: impl FnMut(StoreError),
) {
    let mut stop = pin!(stop);
    if store.is_on_server() {
        // A server does this automatically.
        return stop.await;
    }
    let mut commits = store.commits();
    loop {
        tokio::select! {
            () = &mut stop => return,
            () = moment(&mut commits) => {}
        }
        if let Err(error) = store.checkpoint().await {
            report(error);
        }
    }
}

/// Waits for the moment of the next checkpoint.
async fn moment(commits: &mut watch::Receiver<u64>) {
    let before = *commits.borrow_and_update();
    if timeout(EVERY, commits.changed()).await.is_err() {
        return;
    }
    let latest = Instant::now() + AFTER;
    loop {
        sleep(COUNTED).await;
        if *commits.borrow_and_update() - before >= MANY || Instant::now() >= latest {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How long it takes until a checkpoint, with commits at this interval.
    async fn waits(commit_every: Duration) -> Duration {
        let (sender, mut receiver) = watch::channel(0);
        let begin = Instant::now();
        tokio::select! {
            () = moment(&mut receiver) => {}
            () = async {
                loop {
                    sleep(commit_every).await;
                    sender.send_modify(|count| *count += 1);
                }
            } => {}
        }
        begin.elapsed()
    }

    #[tokio::test(start_paused = true)]
    async fn more_commits_bring_the_checkpoint_sooner() {
        for (commit_every, earliest, latest) in [
            (Duration::from_secs(3600), EVERY, EVERY),
            (Duration::from_secs(10), Duration::from_secs(13), Duration::from_millis(13_100)),
            (Duration::from_millis(100), Duration::from_millis(800), Duration::from_millis(900)),
            (Duration::from_millis(15), Duration::from_millis(115), Duration::from_millis(220)),
            (Duration::from_millis(2), Duration::from_millis(102), Duration::from_millis(110)),
        ] {
            let waited = waits(commit_every).await;
            assert!((earliest..=latest).contains(&waited), "{commit_every:?}: {waited:?}");
        }
    }
}
