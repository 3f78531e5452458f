//! Output of a match: progress line and final statistics, as text or JSON.

use std::io::Write;
use std::time::Instant;

use anyhow::Result;
use carrick_cli::printed::json_line;
use carrick_lab::arena::Standing;
use carrick_lab::arena::{Elo, Side, Spent, Sprt, Summary, Verdict};
use carrick_lab::play::Match;
use serde::Serialize;

/// Progress of the match in one line. `before` is the number of games already in the file when the
/// run `started`.
pub(super) fn how_far(
    settings: &Match,
    standing: &Standing<'_>,
    started: Instant,
    before: usize,
) -> String {
    let played = standing.games();
    let summary = standing.summary();
    let [won, drawn, lost] = summary.all();
    let mut line = format!("{played} games: +{won} ={drawn} -{lost}");
    if let Some(elo) = summary.pairs.elo() {
        line += &format!(", Elo {elo}");
    }
    match standing.test() {
        Some((_, ratio)) => line += &format!(", log-likelihood ratio {ratio:.2}"),
        None => {
            let seconds = started.elapsed().as_secs_f64() / (played - before).max(1) as f64;
            let left = f64::from(settings.games()) - played as f64;
            line += &format!(", {:.0} min left", (left * seconds / 60.0).ceil());
        }
    }
    line
}

/// Prints the statistics, as a table or as JSON.
pub(super) fn print(
    settings: &Match,
    standing: &Standing<'_>,
    json: bool,
    out: &mut impl Write,
) -> Result<()> {
    let summary = standing.summary();
    if json {
        return Ok(json_line(out, &Figures::new(settings, standing, &summary))?);
    }
    let [a, b] = settings.names();
    write!(
        out,
        "{a} against {b}: {}, {}, openings {}, seed {}, {} games\n\n{summary}",
        settings.game(),
        settings.allowance(),
        settings.openings(),
        settings.seed(),
        summary.games()
    )?;
    if let (Some(sprt), Some((verdict, ratio))) = (settings.sprt(), standing.test()) {
        let bound = Sprt::bound();
        let verdict = match verdict {
            Verdict::Better => format!("{a} is better"),
            Verdict::NotBetter => format!("{a} is not better"),
            Verdict::Open => "not decided".to_owned(),
        };
        writeln!(
            out,
            "\nSPRT {sprt}: {verdict}; log-likelihood ratio {ratio:.2}, bounds {:.2} and {bound:.2}",
            -bound
        )?;
    }
    Ok(())
}

/// JSON output of `--json`.
#[derive(Debug, Serialize)]
struct Figures {
    a: String,
    b: String,
    game: String,
    seconds: Option<f64>,
    nodes: Option<u64>,
    openings: String,
    seed: u64,
    games: u64,
    won: u64,
    drawn: u64,
    lost: u64,
    /// Games that A won, drew and lost as the first player; `as_second` as the second.
    as_first: [u64; 3],
    as_second: [u64; 3],
    /// Number of pairs in which A scored 0, ½, 1, 1½ and 2 points.
    pairs: [u64; 5],
    /// A's share of the points; below it the 95 % confidence interval.
    share: Option<f64>,
    share_interval: Option<(f64, f64)>,
    elo: Option<JsonElo>,
    superiority: Option<f64>,
    mean_turns: f64,
    /// Effort per turn, A's first.
    effort: [JsonEffort; 2],
    sprt: Option<JsonSprt>,
}

/// Elo difference and its interval; null stands for infinity.
#[derive(Debug, Serialize)]
struct JsonElo {
    estimate: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
}

#[derive(Debug, Serialize)]
struct JsonEffort {
    seconds: f64,
    nodes: f64,
    most_over_seconds: f64,
}

#[derive(Debug, Serialize)]
struct JsonSprt {
    elo: String,
    log_likelihood_ratio: f64,
    bounds: [f64; 2],
    verdict: &'static str,
}

impl Figures {
    fn new(settings: &Match, standing: &Standing<'_>, summary: &Summary) -> Self {
        let [a, b] = settings.names();
        let [won, drawn, lost] = summary.all();
        let [as_first, as_second] = summary.results;
        Self {
            a,
            b,
            game: settings.game(),
            seconds: settings.allowance().seconds(),
            nodes: settings.allowance().nodes(),
            openings: settings.openings().to_string(),
            seed: settings.seed(),
            games: summary.games(),
            won,
            drawn,
            lost,
            as_first,
            as_second,
            pairs: summary.pairs.counts(),
            share: summary.pairs.mean(),
            share_interval: summary.pairs.interval(),
            elo: summary.pairs.elo().map(JsonElo::new),
            superiority: summary.pairs.superiority(),
            mean_turns: summary.mean_plies,
            effort: Side::BOTH.map(|side| JsonEffort::new(summary.spent[side.index()])),
            sprt: settings.sprt().zip(standing.test()).map(JsonSprt::new),
        }
    }
}

impl JsonElo {
    fn new(elo: Elo) -> Self {
        let finite = |value: f64| value.is_finite().then_some(value);
        Self { estimate: finite(elo.estimate), low: finite(elo.low), high: finite(elo.high) }
    }
}

impl JsonEffort {
    fn new(spent: Spent) -> Self {
        Self {
            seconds: spent.seconds_a_turn(),
            nodes: spent.nodes_a_turn(),
            most_over_seconds: spent.overshoot.as_secs_f64(),
        }
    }
}

impl JsonSprt {
    fn new((sprt, (verdict, log_likelihood_ratio)): (Sprt, (Verdict, f64))) -> Self {
        Self {
            elo: sprt.to_string(),
            log_likelihood_ratio,
            bounds: [-Sprt::bound(), Sprt::bound()],
            verdict: match verdict {
                Verdict::Better => "better",
                Verdict::NotBetter => "not better",
                Verdict::Open => "open",
            },
        }
    }
}
