//! Whether anything grew: the end of a piece beside its beginning, and the last piece beside the
//! first.

use std::fmt;

use super::sample::Sample;

/// Share of a piece in which caches fill, and at most so many seconds of it.
const WARM_UP: f64 = 0.2;
const WARM_UP_SECONDS: f64 = 300.0;

/// The fewest samples that are compared.
const FEWEST: usize = 6;

/// Figure of some samples.
type Figure = fn(&[&Sample]) -> f64;

/// Figure that must not grow: name with unit, how it is read, and growth that is no growth, as a
/// factor and an amount beside it.
struct Quantity {
    name: &'static str,
    figure: Figure,
    factor: f64,
    beside: f64,
}

/// Times are taken of the quarter of the samples in which they were best, since other programs run
/// on the machine; the processor time is that of all requests.
const QUANTITIES: [Quantity; 8] = [
    Quantity {
        name: "resident memory, MB",
        figure: |all| quantile(all, 0.5, |one| one.resident_mb),
        factor: 1.1,
        beside: 5.0,
    },
    Quantity {
        name: "open descriptors",
        figure: |all| quantile(all, 0.5, |one| one.descriptors as f64),
        factor: 1.05,
        beside: 5.0,
    },
    Quantity {
        name: "threads",
        figure: |all| quantile(all, 0.5, |one| one.threads as f64),
        factor: 1.1,
        beside: 5.0,
    },
    Quantity {
        name: "write-ahead log, MB",
        figure: |all| quantile(all, 0.9, |one| one.log_mb),
        factor: 1.25,
        beside: 4.0,
    },
    Quantity {
        name: "processor time a request, ms",
        figure: |all| {
            let spent: f64 = all.iter().map(|one| one.processor_ms * one.requests as f64).sum();
            spent / all.iter().map(|one| one.requests).sum::<usize>().max(1) as f64
        },
        factor: 1.25,
        beside: 0.2,
    },
    Quantity {
        name: "answer, median, ms",
        figure: |all| quantile(all, 0.25, |one| one.all().map_or(0.0, |all| all.p50_ms)),
        factor: 1.5,
        beside: 1.0,
    },
    Quantity {
        name: "answer, 99th percentile, ms",
        figure: |all| quantile(all, 0.25, |one| one.all().map_or(0.0, |all| all.p99_ms)),
        factor: 1.5,
        beside: 20.0,
    },
    Quantity {
        name: "jobs, hints, reviews and messages that wait",
        figure: |all| quantile(all, 0.5, |one| one.jobs + one.hints + one.reviews + one.messages),
        factor: 1.5,
        beside: 10.0,
    },
];

fn quantile(all: &[&Sample], share: f64, value: impl Fn(&Sample) -> f64) -> f64 {
    let mut values: Vec<f64> = all.iter().map(|one| value(one)).collect();
    values.sort_unstable_by(f64::total_cmp);
    let last = values.len().saturating_sub(1);
    values.get((last as f64 * share).round() as usize).copied().unwrap_or_default()
}

/// Figures of a quantity at two times.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Compared {
    pub(crate) name: &'static str,
    pub(crate) first: f64,
    pub(crate) last: f64,
    pub(crate) allowed: f64,
}

impl Compared {
    pub(crate) fn grew(&self) -> bool {
        self.last > self.allowed
    }
}

/// Comparison of two spans of time.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Verdict {
    pub(crate) spans: String,
    pub(crate) compared: Vec<Compared>,
    /// Load average of the machine in both.
    pub(crate) load: [f64; 2],
}

impl Verdict {
    fn of(spans: String, first: &[&Sample], last: &[&Sample]) -> Option<Self> {
        if first.len().min(last.len()) < FEWEST {
            return None;
        }
        let compared = QUANTITIES.iter().map(|Quantity { name, figure, factor, beside }| {
            let (first, last) = (figure(first), figure(last));
            Compared { name, first, last, allowed: first * factor + beside }
        });
        let load = [first, last].map(|some| quantile(some, 0.5, |one| one.load));
        Some(Self { spans, compared: compared.collect(), load })
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { spans, compared, load: [before, after] } = self;
        writeln!(f, "| {spans} | before | after | no growth up to |\n|---|---|---|---|")?;
        for Compared { name, first, last, allowed } in compared {
            writeln!(f, "| {name} | {first:.1} | {last:.1} | {allowed:.1} |")?;
        }
        writeln!(f, "| load average of the machine | {before:.1} | {after:.1} | |")?;
        let grew: Vec<&str> =
            compared.iter().filter(|one| one.grew()).map(|one| one.name).collect();
        match grew[..] {
            [] => writeln!(f, "\nNothing grew."),
            _ => writeln!(f, "\nThis grew: {}.", grew.join("; ")),
        }
    }
}

/// Samples of a piece without those in which caches filled.
fn warm(all: &[Sample], piece: u32) -> Vec<&Sample> {
    let of_piece = || all.iter().filter(|one| one.piece == piece);
    let length = of_piece().map(|one| one.seconds).fold(0.0, f64::max);
    let warm = (length * WARM_UP).min(WARM_UP_SECONDS);
    of_piece().filter(|one| one.seconds > warm).collect()
}

/// The last third of a piece beside its first, and the piece beside the first one. Nothing of a
/// piece that was too short.
pub(crate) fn judge(all: &[Sample], piece: u32) -> Vec<Verdict> {
    let samples = warm(all, piece);
    let third = samples.len() / 3;
    let (first, last) = (&samples[..third], &samples[samples.len() - third..]);
    let within = format!("piece {piece}, first and last third");
    let before = all.first().map(|one| one.piece).filter(|&first| first < piece);
    let across = before.and_then(|first| {
        Verdict::of(format!("pieces {first} and {piece}"), &warm(all, first), &samples)
    });
    Verdict::of(within, first, last).into_iter().chain(across).collect()
}
