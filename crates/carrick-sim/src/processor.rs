//! A processor for each thread of the simulation, and the time that they were busy.

use std::fs;
use std::process::{Command, Stdio};
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// Keeps the calling thread, and every thread that it starts from now on, on one of the processors
/// that the program may use; a number that is too high begins with the first again. A thread that
/// is woken then waits until the one that works there waits. Where Linux's `taskset` and `chrt` are
/// missing, nothing happens.
///
/// A run is one piece of work that its threads hand to each other several thousand times. On two
/// processors one of them always sleeps, and waking it costs a quarter of the whole time. On one,
/// without the second rule, a reader of rows is woken for each of them.
pub(crate) fn stay_on(number: usize) {
    let Some((thread, processors)) = here() else { return };
    let Some(processor) = processors.iter().cycle().nth(number) else { return };
    let processor = processor.to_string();
    let mut taskset = Command::new("taskset");
    taskset.args(["--pid", "--cpu-list", &processor, &thread]);
    let mut chrt = Command::new("chrt");
    chrt.args(["--batch", "--pid", "0", &thread]);
    for mut command in [taskset, chrt] {
        // Without it the simulation is only slower.
        let _ = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
    }
}

/// Processor time of all threads so far.
pub(crate) fn time() -> Duration {
    clock_gettime(ClockId::ProcessCPUTime).try_into().unwrap_or_default()
}

/// The number of the calling thread, and the processors that it may use.
fn here() -> Option<(String, Vec<u32>)> {
    let thread = fs::read_link("/proc/thread-self").ok()?;
    let status = fs::read_to_string("/proc/thread-self/status").ok()?;
    let list = status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:"))?;
    Some((thread.file_name()?.to_str()?.to_owned(), listed(list.trim())?))
}

/// The numbers in a list such as `0-2,5`.
fn listed(list: &str) -> Option<Vec<u32>> {
    let mut all = Vec::new();
    for piece in list.split(',') {
        let (first, last) = piece.split_once('-').unwrap_or((piece, piece));
        all.extend(first.parse::<u32>().ok()?..=last.parse().ok()?);
    }
    Some(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_of_processors_is_read() {
        assert_eq!(listed("0-2,5"), Some(vec![0, 1, 2, 5]));
        assert_eq!(listed("3"), Some(vec![3]));
        assert_eq!(listed("0-x"), None);
        assert_eq!(listed(""), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_thread_stays_on_one_processor() {
        let may_use = || here().map(|(_, processors)| processors).unwrap_or_default();
        let all = may_use();
        let one = std::thread::spawn(move || {
            stay_on(1);
            may_use()
        });
        assert_eq!(one.join().ok(), Some(vec![all[1 % all.len()]]));
        assert_eq!(may_use(), all, "those of other threads stay what they were");
    }
}
