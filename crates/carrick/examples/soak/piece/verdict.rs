//! Whether anything grew: compares the end of a piece with its beginning, and the last piece with
//! the first.

use std::fmt;

use super::sample::Sample;

/// Share of a piece in which caches fill, and its maximum in seconds.
const WARM_UP: f64 = 0.2;
const WARM_UP_SECONDS: f64 = 300.0;

/// Minimum number of samples to compare.
const FEWEST: usize = 6;

/// Figure of some samples.
type Figure = fn(&[&Sample]) -> f64;

/// Maximum difference of load averages for comparing times.
const LOAD_APART: f64 = 0.5;

/// A figure that must not grow: its name with unit, how it is read, and tolerated growth, as a
/// factor and an additional amount.
struct Quantity {
    name: &'static str,
    figure: Figure,
    factor: f64,
    beside: f64,
    /// Whether it is a time, which other programs on the machine lengthen.
    is_time: bool,
}

/// Times are compared only between samples with the same load of the machine.
const QUANTITIES: [Quantity; 8] = [
    Quantity {
        name: "resident memory, MB",
        // The computer's searches come and go, by a tenth of it from one minute to the next.
        figure: |all| quantile(all, 0.5, |one| one.resident_mb),
        factor: 1.15,
        beside: 10.0,
        is_time: false,
    },
    Quantity {
        name: "open descriptors",
        figure: |all| quantile(all, 0.5, |one| one.descriptors as f64),
        factor: 1.05,
        beside: 5.0,
        is_time: false,
    },
    Quantity {
        name: "threads",
        figure: |all| quantile(all, 0.5, |one| one.threads as f64),
        factor: 1.1,
        beside: 5.0,
        is_time: false,
    },
    Quantity {
        name: "write-ahead log, MB",
        figure: |all| quantile(all, 0.9, |one| one.log_mb),
        factor: 1.25,
        beside: 4.0,
        is_time: false,
    },
    Quantity {
        name: "processor time a request, ms",
        figure: |all| {
            let spent: f64 = all.iter().map(|one| one.processor_ms * one.requests as f64).sum();
            spent / all.iter().map(|one| one.requests).sum::<usize>().max(1) as f64
        },
        factor: 1.25,
        beside: 0.2,
        is_time: true,
    },
    Quantity {
        name: "answer, median, ms",
        figure: |all| quantile(all, 0.5, |one| one.all().map_or(0.0, |all| all.p50_ms)),
        factor: 1.5,
        beside: 1.0,
        is_time: true,
    },
    Quantity {
        name: "answer, 99th percentile, ms",
        figure: |all| quantile(all, 0.5, |one| one.all().map_or(0.0, |all| all.p99_ms)),
        factor: 1.5,
        beside: 20.0,
        is_time: true,
    },
    Quantity {
        name: "jobs, hints, reviews and messages that wait",
        figure: |all| quantile(all, 0.5, |one| one.jobs + one.hints + one.reviews + one.messages),
        factor: 1.5,
        beside: 10.0,
        is_time: false,
    },
];

/// A quantile of a value of samples; 0 if there are none.
pub(super) fn quantile(all: &[&Sample], share: f64, value: impl Fn(&Sample) -> f64) -> f64 {
    let mut values: Vec<f64> = all.iter().map(|one| value(one)).collect();
    values.sort_unstable_by(f64::total_cmp);
    let last = values.len().saturating_sub(1);
    values.get((last as f64 * share).round() as usize).copied().unwrap_or_default()
}

/// Pairs of samples, one of each span, with the same load of the machine.
fn of_like_load<'a>(first: &[&'a Sample], last: &[&'a Sample]) -> [Vec<&'a Sample>; 2] {
    let by_load = |some: &[&'a Sample]| {
        let mut some = some.to_vec();
        some.sort_by(|one, other| one.load.total_cmp(&other.load));
        some
    };
    let (first, last) = (by_load(first), by_load(last));
    let (mut at, mut other) = (0, 0);
    let mut pairs = [Vec::new(), Vec::new()];
    while let (Some(one), Some(two)) = (first.get(at), last.get(other)) {
        let apart = one.load - two.load;
        if apart.abs() <= LOAD_APART {
            pairs[0].push(*one);
            pairs[1].push(*two);
        }
        at += usize::from(apart <= LOAD_APART);
        other += usize::from(apart >= -LOAD_APART);
    }
    pairs
}

/// Figures of a quantity in two spans of time.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Compared {
    pub(crate) name: &'static str,
    pub(crate) first: f64,
    pub(crate) last: f64,
    /// Its maximum permitted value; `None` if the machine's load was never the same.
    pub(crate) allowed: Option<f64>,
}

impl Compared {
    pub(crate) fn grew(&self) -> bool {
        self.allowed.is_some_and(|allowed| self.last > allowed)
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
        let [first_alike, last_alike] = of_like_load(first, last);
        let compared =
            QUANTITIES.iter().map(|Quantity { name, figure, factor, beside, is_time }| {
                let is_judged = !is_time || first_alike.len() >= FEWEST;
                let (first, last) = match *is_time && is_judged {
                    true => (figure(&first_alike), figure(&last_alike)),
                    false => (figure(first), figure(last)),
                };
                Compared { name, first, last, allowed: is_judged.then(|| first * factor + beside) }
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
            let allowed = allowed.map(|allowed| format!("{allowed:.1}"));
            let allowed = allowed.as_deref().unwrap_or("not judged: never the same load");
            writeln!(f, "| {name} | {first:.1} | {last:.1} | {allowed} |")?;
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

/// Compares the last third of a piece with its first third, and the piece with the first one. Empty
/// for a piece that was too short.
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
