//! A processor for each thread of the simulation, and the time that the processors were busy.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// Keeps the calling thread, and every thread that it starts from now on, on one of the processors
/// that the program may use; numbers beyond the last start again from the first. A thread that
/// wakes up then waits until the running one waits (`chrt --batch`). Where the system supports
/// neither, this does nothing, and the simulation is slower.
///
/// A run is one piece of work that its threads hand to each other several thousand times. On two
/// processors one of them always sleeps, and waking it costs a quarter of the total time. On one
/// processor without the second rule, a reader of rows is woken for each row.
#[cfg(target_os = "linux")]
pub(crate) fn stay_on(number: usize) {
    use std::process::{Command, Stdio};

    use rustix::thread::{CpuSet, gettid, sched_setaffinity};

    let processors = processors();
    let Some(&processor) = processors.iter().cycle().nth(number) else { return };
    let mut one = CpuSet::new();
    one.set(processor);
    let _ = sched_setaffinity(None, &one);
    let mut batch = Command::new("chrt");
    batch.args(["--batch", "--pid", "0", &gettid().to_string()]);
    let _ = batch.stdout(Stdio::null()).stderr(Stdio::null()).status();
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn stay_on(_: usize) {}

/// The processors that the calling thread may use.
#[cfg(target_os = "linux")]
fn processors() -> Vec<usize> {
    use rustix::thread::{CpuSet, sched_getaffinity};

    let Ok(all) = sched_getaffinity(None) else { return Vec::new() };
    (0..CpuSet::MAX_CPU).filter(|&processor| all.is_set(processor)).collect()
}

/// Processor time of all threads so far.
pub(crate) fn time() -> Duration {
    clock_gettime(ClockId::ProcessCPUTime).try_into().unwrap_or_default()
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_thread_stays_on_one_processor() {
        let all = processors();
        let one = std::thread::spawn(|| {
            stay_on(1);
            processors()
        });
        assert_eq!(one.join().ok(), Some(vec![all[1 % all.len()]]));
        assert_eq!(processors(), all, "those of other threads stay what they were");
    }
}
