//! Work on several threads whose results arrive in order.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;

/// Maximum number of jobs begun and not yet handed over. When one job takes very long, the others
/// wait before their results fill the memory.
const WINDOW: usize = 1024;

/// Jobs that are handed out to threads.
struct Queue<J> {
    state: Mutex<State<J>>,
    /// Signalled when the window has room again, or nothing is left to do.
    changed: Condvar,
}

struct State<J> {
    jobs: J,
    /// Number of jobs handed out.
    out: usize,
    /// Number of results handed over.
    over: usize,
    ended: bool,
}

impl<J: Iterator> Queue<J> {
    /// The next job and its number; `None` when there is none or the work has ended.
    fn take(&self) -> Option<(usize, J::Item)> {
        let mut state = self.lock();
        while !state.ended && state.out - state.over >= WINDOW {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if state.ended {
            return None;
        }
        let job = state.jobs.next()?;
        state.out += 1;
        Some((state.out - 1, job))
    }

    fn handed_over(&self) {
        self.lock().over += 1;
        self.changed.notify_all();
    }

    fn end(&self) {
        self.lock().ended = true;
        self.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, State<J>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Ends the work when it is dropped, by a panic as well: no thread waits for one that is gone.
struct Ending<'q, J: Iterator>(&'q Queue<J>);

impl<J: Iterator> Drop for Ending<'_, J> {
    fn drop(&mut self) {
        self.0.end();
    }
}

/// Does jobs on some threads, and calls `each` with the results in the order of the jobs, on the
/// calling thread, until it breaks off or fails. Jobs that are under way then are waited for, and
/// their results dropped.
///
/// ```
/// use std::num::NonZeroUsize;
/// use std::ops::ControlFlow;
/// use carrick_lab::play::in_order;
/// let mut squares = Vec::new();
/// let threads = NonZeroUsize::new(3).unwrap();
/// in_order(threads, 0..10, |job| job * job, |square| {
///     squares.push(square);
///     Ok::<_, ()>(if square < 36 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
/// }).unwrap();
/// assert_eq!(squares, [0, 1, 4, 9, 16, 25, 36]);
/// ```
///
/// # Errors
/// The first error of `each`.
pub fn in_order<J, R, E>(
    threads: NonZeroUsize,
    jobs: J,
    work: impl Fn(J::Item) -> R + Sync,
    mut each: impl FnMut(R) -> Result<ControlFlow<()>, E>,
) -> Result<(), E>
where
    J: Iterator + Send,
    R: Send,
{
    let state = Mutex::new(State { jobs, out: 0, over: 0, ended: false });
    let queue = Queue { state, changed: Condvar::new() };
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        let _ending = Ending(&queue);
        for _ in 0..threads.get() {
            let (sender, queue, work) = (sender.clone(), &queue, &work);
            scope.spawn(move || {
                let _ending = Ending(queue);
                while let Some((number, job)) = queue.take() {
                    if sender.send((number, work(job))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let (mut early, mut next) = (BTreeMap::new(), 0);
        for (number, result) in receiver {
            early.insert(number, result);
            while let Some(result) = early.remove(&next) {
                next += 1;
                queue.handed_over();
                if each(result)?.is_break() {
                    return Ok(());
                }
            }
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    fn threads(count: usize) -> NonZeroUsize {
        NonZeroUsize::new(count).unwrap()
    }

    #[test]
    fn results_come_in_order_whichever_thread_is_first() {
        for count in [1, 2, 7] {
            let mut found = Vec::new();
            // Odd jobs take longer.
            let work =
                |job: usize| (0..(job % 2) * 20_000).fold(job, |sum, _| std::hint::black_box(sum));
            let each = |result| {
                found.push(result);
                Ok::<_, ()>(ControlFlow::Continue(()))
            };
            in_order(threads(count), 0..3000, work, each).unwrap();
            assert!(found.into_iter().eq(0..3000), "{count} threads");
        }
    }

    #[test]
    fn an_error_ends_the_work() {
        let begun = AtomicUsize::new(0);
        let work = |job: usize| begun.fetch_max(job, Ordering::Relaxed);
        let failed = in_order(threads(2), 0.., work, |_| Err::<ControlFlow<()>, _>("full"));
        assert_eq!(failed, Err("full"));
        assert!(begun.into_inner() < 2 * WINDOW);
    }

    #[test]
    fn no_more_than_a_window_is_begun_while_the_first_job_lasts() {
        let begun = AtomicUsize::new(0);
        let work = |job: usize| {
            begun.fetch_add(1, Ordering::Relaxed);
            while job == 0 && begun.load(Ordering::Relaxed) < WINDOW {
                thread::yield_now();
            }
            begun.load(Ordering::Relaxed)
        };
        let mut first = None;
        let each = |count| {
            first.get_or_insert(count);
            Ok::<_, ()>(ControlFlow::Continue(()))
        };
        in_order(threads(2), 0..2 * WINDOW, work, each).unwrap();
        assert_eq!(first, Some(WINDOW));
    }

    #[test]
    #[should_panic(expected = "a scoped thread panicked")]
    fn a_panic_is_passed_on() {
        let work = |job: usize| assert!(job < 5, "a bug");
        let _ = in_order(threads(2), 0..10_000, work, |()| Ok::<_, ()>(ControlFlow::Continue(())));
    }
}
