//! Reader of large messages: one at a time, on a thread of its own.
//!
//! A hostile one costs some milliseconds and ten megabytes. With many threads that took turns, each
//! kept the memory of its last one: a hundred messages of a megabyte came to sixty more than they
//! held.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, mpsc};
use std::thread;

use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

type Job = Box<dyn FnOnce() + Send>;

/// Reads large messages one at a time. Clones share one thread, which ends with the last of them.
#[derive(Clone)]
pub(crate) struct LargeMailReader {
    free: Arc<Semaphore>,
    jobs: mpsc::Sender<Job>,
}

/// The right to read a large message, kept until the work is done, even if nobody waits for that
/// any more.
pub(crate) type ReadingPermit = Arc<OwnedSemaphorePermit>;

impl LargeMailReader {
    pub(crate) fn new() -> Self {
        let (jobs, work) = mpsc::channel::<Job>();
        let reading = move || work.into_iter().for_each(|job| job());
        if let Err(error) = thread::Builder::new().name("large mails".to_owned()).spawn(reading) {
            tracing::warn!(%error, "no thread for large mails; they are read among the others");
        }
        Self { free: Arc::new(Semaphore::new(1)), jobs }
    }

    /// Waits until no other message is read. The semaphore is never closed.
    pub(crate) async fn permit(&self) -> Option<ReadingPermit> {
        self.free.clone().acquire_owned().await.ok().map(Arc::new)
    }

    /// Runs work on the thread of large messages.
    ///
    /// # Panics
    /// When the work does.
    pub(crate) async fn work<T: Send + 'static>(
        &self,
        permit: ReadingPermit,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> T {
        let (tell, told) = oneshot::channel();
        let job: Job = Box::new(move || {
            let done = catch_unwind(AssertUnwindSafe(work));
            drop(permit);
            // Nobody may wait for it any more.
            let _ = tell.send(done);
        });
        if let Err(mpsc::SendError(job)) = self.jobs.send(job) {
            job();
        }
        match told.await {
            Ok(Ok(done)) => done,
            Ok(Err(panic)) => resume_unwind(panic),
            // The thread tells every outcome; only a program that ends drops a job.
            Err(_) => std::future::pending().await,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn work_is_done_one_after_the_other_and_a_fault_ends_only_its_own() {
        let reader = LargeMailReader::new();
        let permit = reader.permit().await.unwrap();
        assert_eq!(reader.free.available_permits(), 0);
        assert_eq!(reader.work(permit, || 6 * 7).await, 42);
        let other = reader.clone();
        let faulty = tokio::spawn(async move {
            let permit = other.permit().await.unwrap();
            other.work(permit, || panic!("a fault")).await
        });
        assert!(faulty.await.is_err_and(|error| error.is_panic()));
        let permit = reader.permit().await.unwrap();
        let name = reader.work(permit, || thread::current().name().map(str::to_owned)).await;
        assert_eq!(name.as_deref(), Some("large mails"));
    }
}
