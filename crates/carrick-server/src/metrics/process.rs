//! Figures of the process itself, under the names that Prometheus's own libraries use.
//!
//! They are read from Linux's `/proc` for each request; figures that cannot be read are left out.
//! Only the process's own folder is read there, because a service manager may hide the rest.

use std::fmt;
use std::fs;
use std::time::{SystemTime, UNIX_EPOCH};

use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeMetric};
use prometheus_client::metrics::counter::ConstCounter;
use prometheus_client::metrics::gauge::ConstGauge;
use prometheus_client::registry::Unit;

/// Ticks per second of times in `/proc`: Linux shows programs a hundred, whatever the kernel uses.
const TICKS_A_SECOND: f64 = 100.0;

/// Collects the figures of this process.
#[derive(Debug)]
pub(super) struct Process {
    /// Start in seconds since 1970, which must never change: Prometheus takes a change for a
    /// restart.
    started: f64,
}

impl Process {
    /// A process that has started just now.
    pub(super) fn started_now() -> Self {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self { started: now.as_secs_f64() }
    }
}

impl Collector for Process {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> fmt::Result {
        let mut tell = |name, help, unit: Option<Unit>, metric: &dyn EncodeMetric| {
            let told =
                encoder.encode_descriptor(name, help, unit.as_ref(), metric.metric_type())?;
            metric.encode(told)
        };
        let read = |path| fs::read_to_string(path).unwrap_or_default();
        let help = "Start of the process, in seconds since 1970";
        tell("process_start_time", help, Some(Unit::Seconds), &ConstGauge::new(self.started))?;
        if let Some(used) = processor_seconds(&read("/proc/self/stat")) {
            let help = "Processor time that the process has used";
            tell("process_cpu", help, Some(Unit::Seconds), &ConstCounter::new(used))?;
        }
        let status = read("/proc/self/status");
        for (name, help, key) in [
            ("process_resident_memory", "Memory in use by the process", "VmRSS:"),
            ("process_virtual_memory", "Address space reserved by the process", "VmSize:"),
        ] {
            if let Some(bytes) = memory(&status, key) {
                tell(name, help, Some(Unit::Bytes), &ConstGauge::new(bytes))?;
            }
        }
        if let Ok(open) = fs::read_dir("/proc/self/fd") {
            // One of them is reading the folder.
            let open = open.count().saturating_sub(1);
            tell("process_open_fds", "Open file descriptors", None, &ConstGauge::new(open))?;
        }
        if let Some(most) = most_files(&read("/proc/self/limits")) {
            let help = "Maximum number of open file descriptors";
            tell("process_max_fds", help, None, &ConstGauge::new(most))?;
        }
        Ok(())
    }
}

/// Field of `/proc/self/stat` by its number in proc(5), from the third on. The second is the
/// program's name, which may contain anything.
fn field(stat: &str, number: usize) -> Option<f64> {
    let (_, fields) = stat.rsplit_once(')')?;
    fields.split_whitespace().nth(number.checked_sub(3)?)?.parse().ok()
}

fn processor_seconds(stat: &str) -> Option<f64> {
    Some((field(stat, 14)? + field(stat, 15)?) / TICKS_A_SECOND)
}

fn memory(status: &str, key: &str) -> Option<u64> {
    let kibibytes = after(status, key)?.trim().strip_suffix("kB")?;
    kibibytes.trim().parse::<u64>().ok()?.checked_mul(1024)
}

/// The current limit; `None` if there is no limit.
fn most_files(limits: &str) -> Option<u64> {
    after(limits, "Max open files")?.split_whitespace().next()?.parse().ok()
}

/// Rest of the line that starts like this.
fn after<'a>(text: &'a str, start: &str) -> Option<&'a str> {
    text.lines().find_map(|line| line.strip_prefix(start))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test stops at what it did not expect")]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_program_shifts_no_field() {
        let stat = "7 (a (b) c) S 1 7 7 0 -1 4194560 9 0 0 0 150 50 0 0 20 0 3 0 1234 99 5 1844";
        assert_eq!(processor_seconds(stat), Some(2.0));
        assert_eq!(processor_seconds("7 (carrick"), None);
    }

    #[test]
    fn sizes_and_limits_are_found_by_their_names() {
        let status = "Name:\tcarrick\nVmSize:\t    2048 kB\nVmRSS:\t     512 kB\n";
        assert_eq!(memory(status, "VmRSS:"), Some(512 << 10));
        assert_eq!(memory(status, "VmSize:"), Some(2048 << 10));
        assert_eq!(memory(status, "VmSwap:"), None);
        let limits = "Limit    Soft Limit  Hard Limit  Units\nMax open files  1024  4096  files\n";
        assert_eq!(most_files(limits), Some(1024));
        assert_eq!(most_files("Max open files  unlimited  unlimited  files\n"), None);
    }
}
