//! `carrick-lab arena`: matches between computer players. This part reads arguments and prints;
//! games, files, schedule and statistics are in [`carrick_lab::arena`].

use std::fs::OpenOptions;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use carrick_cli::out_file::open_to_write;
use carrick_cli::printed::{ProgressLine, json_line};
use carrick_cli::words::{new_game, play};
use carrick_lab::arena::{
    Elo, Entrant, GameRecord, GamesFile, MatchSide, MatchStanding, Spent, Sprt, SprtState, Summary,
    play_missing,
};
use carrick_lab::play::{Match, TurnAllowance};
use serde::{Deserialize, Serialize};

use crate::cli::ArenaArguments;

/// Plays the match, or the rest of it, and prints the statistics.
pub(crate) fn run(arguments: &ArenaArguments, out: &mut impl Write) -> Result<bool> {
    let settings = settings(arguments)?;
    let (mut file, records) = match &arguments.out {
        Some(path) => {
            let (file, records) = open(path, &settings)?;
            (Some(file), records)
        }
        None => (None, Vec::new()),
    };
    let mut standing = MatchStanding::new(&settings);
    for record in &records {
        standing.add(record.played());
    }
    let (mut progress, started, before) = (ProgressLine::start(), Instant::now(), standing.games());
    let cores = || thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let threads = arguments.concurrency.unwrap_or_else(cores);
    let done = records.iter().map(GameRecord::number).collect();
    play_missing(&settings, threads, &done, &mut standing, |record, standing| {
        if let Some(file) = &mut file {
            file.append(record)?;
        }
        progress.show(|| how_far(&settings, standing, started, before));
        anyhow::Ok(())
    })?;
    drop(progress);
    print(&settings, &standing, arguments.json, out)?;
    Ok(true)
}

/// Opens or creates the file of a match, and returns the games in it.
fn open(path: &Path, settings: &Match) -> Result<(GamesFile, Vec<GameRecord>)> {
    let mut how = OpenOptions::new();
    how.read(true).write(true).create(true).truncate(false);
    let file = open_to_write(&how, path)?;
    Ok(GamesFile::open(file, path, settings)?)
}

// Settings of a match, from the command line.

const DEFAULT_GAMES: u32 = 100;
const DEFAULT_ALLOWANCE: TurnAllowance = TurnAllowance::Time(Duration::from_millis(100));

/// Checks the command line's settings.
///
/// # Errors
/// Returns a sentence about the first invalid setting.
fn settings(arguments: &ArenaArguments) -> Result<Match> {
    let (game, turns) = new_game(&arguments.game, &arguments.words)?;
    let start = play(game, &turns)?;
    let entrant = |name: &str, which| {
        let entrant: Entrant = name.to_ascii_lowercase().parse().context(which)?;
        anyhow::Ok(entrant)
    };
    let entrants = [entrant(&arguments.a, "player A")?, entrant(&arguments.b, "player B")?];
    let games = match (arguments.games, arguments.sprt) {
        (Some(games), _) => games,
        (None, Some(_)) => Match::MOST_GAMES,
        (None, None) => DEFAULT_GAMES,
    };
    ensure!(
        games > 0 && games.is_multiple_of(2) && games <= Match::MOST_GAMES,
        "games come in pairs: --games takes an even number from 2 to {}",
        Match::MOST_GAMES
    );
    let (openings, seed) = (arguments.openings, arguments.seed);
    let allowance = allowance(arguments);
    Ok(Match::new(entrants, start, allowance, openings, seed, games, arguments.sprt)?)
}

fn allowance(arguments: &ArenaArguments) -> TurnAllowance {
    match (arguments.seconds, arguments.nodes) {
        (_, Some(nodes)) => TurnAllowance::Nodes(nodes),
        (Some(seconds), None) => TurnAllowance::Time(Duration::from_secs_f64(seconds)),
        (None, None) => DEFAULT_ALLOWANCE,
    }
}

// Output of a match: progress line and final statistics, as text or JSON.

/// Progress of the match in one line. `before` is the number of games already in the file when the
/// run `started`.
fn how_far(
    settings: &Match,
    standing: &MatchStanding<'_>,
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
fn print(
    settings: &Match,
    standing: &MatchStanding<'_>,
    json: bool,
    out: &mut impl Write,
) -> Result<()> {
    let summary = standing.summary();
    if json {
        return Ok(json_line(out, &MatchFigures::new(settings, standing, &summary))?);
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
            SprtState::Better => format!("{a} is better"),
            SprtState::NotBetter => format!("{a} is not better"),
            SprtState::Open => "not decided".to_owned(),
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
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct MatchFigures {
    pub(crate) a: String,
    pub(crate) b: String,
    pub(crate) game: String,
    pub(crate) seconds: Option<f64>,
    pub(crate) nodes: Option<u64>,
    pub(crate) openings: String,
    pub(crate) seed: u64,
    pub(crate) games: u64,
    pub(crate) won: u64,
    pub(crate) drawn: u64,
    pub(crate) lost: u64,
    /// Games that A won, drew and lost as the first player; `as_second` has those as the second.
    pub(crate) as_first: [u64; 3],
    pub(crate) as_second: [u64; 3],
    /// Number of pairs in which A scored 0, ½, 1, 1½ and 2 points.
    pub(crate) pairs: [u64; 5],
    /// A's share of the points, followed by the 95 % confidence interval.
    pub(crate) share: Option<f64>,
    pub(crate) share_interval: Option<(f64, f64)>,
    pub(crate) elo: Option<JsonElo>,
    pub(crate) superiority: Option<f64>,
    pub(crate) mean_turns: f64,
    /// Effort per turn, A's first.
    pub(crate) effort: [JsonEffort; 2],
    pub(crate) sprt: Option<JsonSprt>,
}

/// Elo difference and its interval; null means infinity.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct JsonElo {
    pub(crate) estimate: Option<f64>,
    pub(crate) low: Option<f64>,
    pub(crate) high: Option<f64>,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct JsonEffort {
    pub(crate) seconds: f64,
    pub(crate) nodes: f64,
    pub(crate) most_over_seconds: f64,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct JsonSprt {
    pub(crate) elo: String,
    pub(crate) log_likelihood_ratio: f64,
    pub(crate) bounds: [f64; 2],
    pub(crate) verdict: String,
}

impl MatchFigures {
    fn new(settings: &Match, standing: &MatchStanding<'_>, summary: &Summary) -> Self {
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
            effort: MatchSide::BOTH.map(|side| JsonEffort::new(summary.spent[side.index()])),
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
    fn new((sprt, (verdict, log_likelihood_ratio)): (Sprt, (SprtState, f64))) -> Self {
        Self {
            elo: sprt.to_string(),
            log_likelihood_ratio,
            bounds: [-Sprt::bound(), Sprt::bound()],
            verdict: match verdict {
                SprtState::Better => "better",
                SprtState::NotBetter => "not better",
                SprtState::Open => "open",
            }
            .to_owned(),
        }
    }
}
