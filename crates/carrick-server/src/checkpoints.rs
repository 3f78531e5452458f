//! Checkpoints of the write-ahead log, beside the writing.

use std::future::Future;
use std::pin::pin;
use std::time::Duration;

use carrick_store::{Store, StoreError};
use tokio::sync::watch;
use tokio::time::{Instant, sleep, timeout};

/// Maximum delay between a commit and the checkpoint, so that many commits share one.
const AFTER: Duration = Duration::from_secs(3);

/// Maximum interval between checkpoints, for commits that are not announced, such as those of other
/// processes.
const EVERY: Duration = Duration::from_secs(60);

/// Interval in which commits are counted.
const COUNTED: Duration = Duration::from_millis(100);

/// Number of commits in such an interval after which the checkpoint is not put off any more.
const MANY: u64 = 4;

/// Checkpoints the write-ahead log of a database file until `stop` is ready: some seconds after a
/// commit, and again and again while there are many. Then little is left for the commit that finds
/// the log too long and has to do it while all others wait. Failures of the database go to
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
    let mut commits = store.commits();
    let mut stop = pin!(stop);
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
    let _ = timeout(EVERY, commits.changed()).await;
    let latest = Instant::now() + AFTER;
    let mut before = *commits.borrow_and_update();
    while Instant::now() < latest {
        sleep(COUNTED).await;
        let now = *commits.borrow_and_update();
        if now - before >= MANY {
            break;
        }
        before = now;
    }
}
