//! Where large messages are read: one at a time, on a thread of its own.
//!
//! What a hostile one costs is some milliseconds and ten megabytes. With many threads that took turns each kept
//! what its last one had needed: a hundred messages of a megabyte came to sixty more than they held.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, mpsc};
use std::thread;

use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

type Job = Box<dyn FnOnce() + Send>;

/// The desk. A clone is the same one; the thread ends with the last.
#[derive(Clone)]
pub(crate) struct Desk {
    free: Arc<Semaphore>,
    jobs: mpsc::Sender<Job>,
}

/// The right to the desk, kept until the work is done, even if nobody waits for that any more.
pub(crate) type Place = Arc<OwnedSemaphorePermit>;

impl Desk {
    pub(crate) fn new() -> Self {
        let (jobs, work) = mpsc::channel::<Job>();
        let reading = move || work.into_iter().for_each(|job| job());
        if let Err(error) = thread::Builder::new().name("large mails".to_owned()).spawn(reading) {
            tracing::warn!(%error, "no thread for large mails; they are read among the others");
        }
        Self { free: Arc::new(Semaphore::new(1)), jobs }
    }

    /// Waits until the desk is free. The semaphore is never closed.
    pub(crate) async fn place(&self) -> Option<Place> {
        self.free.clone().acquire_owned().await.ok().map(Arc::new)
    }

    /// Does work at the desk.
    ///
    /// # Panics
    /// When the work does.
    pub(crate) async fn work<T: Send + 'static>(
        &self,
        place: Place,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> T {
        let (tell, told) = oneshot::channel();
        let job: Job = Box::new(move || {
            let done = catch_unwind(AssertUnwindSafe(work));
            drop(place);
            // Nobody may wait for it any more.
            let _ = tell.send(done);
        });
        if let Err(mpsc::SendError(job)) = self.jobs.send(job) {
            job();
        }
        match told.await {
            Ok(Ok(done)) => done,
            Ok(Err(panic)) => resume_unwind(panic),
            // The thread tells whatever becomes of the work; only a program that ends drops a job.
            Err(_) => std::future::pending().await,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn work_is_done_one_after_the_other_and_a_fault_ends_only_its_own() {
        let desk = Desk::new();
        let place = desk.place().await.unwrap();
        assert_eq!(desk.free.available_permits(), 0);
        assert_eq!(desk.work(place, || 6 * 7).await, 42);
        let other = desk.clone();
        let faulty = tokio::spawn(async move {
            let place = other.place().await.unwrap();
            other.work(place, || panic!("a fault")).await
        });
        assert!(faulty.await.is_err_and(|error| error.is_panic()));
        let place = desk.place().await.unwrap();
        let name = desk.work(place, || thread::current().name().map(str::to_owned)).await;
        assert_eq!(name.as_deref(), Some("large mails"));
    }
}
