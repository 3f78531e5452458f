//! Thinking time: processor time of the thread that searches. Other load on the machine does not
//! count, so a busy machine measures the same as an idle one.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use rustix::time::{ClockId, clock_gettime};

/// Stopwatch for the processor time of the thread that made it. It must be read on that thread
/// only.
pub(crate) struct Clock {
    started: Instant,
    used_before: Duration,
    allowed: Option<Duration>,
    /// Earliest moment at which the time can be up, in nanoseconds since the start: a thread never
    /// uses more processor time than wall time, which is read tens of times faster.
    look_at: AtomicU64,
}

impl Clock {
    /// Starts a clock; `None` means no limit.
    pub(crate) fn start(allowed: Option<Duration>) -> Self {
        Self {
            started: Instant::now(),
            used_before: used_by_thread(),
            allowed,
            look_at: AtomicU64::new(allowed.map_or(u64::MAX, nanoseconds)),
        }
    }

    /// Processor time used since the start.
    pub(crate) fn used(&self) -> Duration {
        used_by_thread().saturating_sub(self.used_before)
    }

    /// Whether the allowed time is used up.
    pub(crate) fn is_up(&self) -> bool {
        let Some(allowed) = self.allowed else { return false };
        let passed = nanoseconds(self.started.elapsed());
        if passed < self.look_at.load(Ordering::Relaxed) {
            return false;
        }
        let left = allowed.saturating_sub(self.used());
        self.look_at.store(passed.saturating_add(nanoseconds(left)), Ordering::Relaxed);
        left.is_zero()
    }
}

fn used_by_thread() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    // Neither number is negative: the kernel counts from the thread's start.
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}

/// Duration in whole nanoseconds; `u64` has room for five centuries.
fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use std::hint::black_box;

    use super::*;

    /// Keeps the processor busy until the time is up, and returns the number of times that the
    /// clock was read.
    fn work_until_up(clock: &Clock) -> u64 {
        (1..).find(|&asked| black_box(asked) > 0 && clock.is_up()).unwrap_or(0)
    }

    #[test]
    fn time_is_up_when_it_is_used_and_not_before() {
        for allowed in [1, 5, 20].map(Duration::from_millis) {
            let clock = Clock::start(Some(allowed));
            assert!(work_until_up(&clock) > 1);
            assert!(clock.used() >= allowed);
            assert!(clock.is_up());
        }
    }

    #[test]
    fn who_waits_for_others_uses_nothing() {
        let clock = Clock::start(Some(Duration::from_millis(20)));
        let other = std::thread::spawn(|| {
            let clock = Clock::start(Some(Duration::from_millis(200)));
            work_until_up(&clock);
            clock.started.elapsed()
        });
        let passed = other.join().unwrap();
        assert!(passed >= Duration::from_millis(200) && clock.started.elapsed() >= passed);
        assert!(!clock.is_up(), "{:?} used", clock.used());
    }

    #[test]
    fn without_a_limit_time_is_never_up() {
        let clock = Clock::start(None);
        assert!(!clock.is_up());
        assert!(clock.used() < Duration::from_secs(1));
    }
}
