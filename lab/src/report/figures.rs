//! Figures: every measure of every cell, as a table in long form.

use std::collections::{BTreeMap, HashSet};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use plotters::prelude::*;

use crate::plan::{CellOpening, Plan, PlanCell};
use crate::report::{Drama, ExactTables, ReportFile, with_pie};
use crate::run::{CellTally, GameLine, GamesOrigin, Winner};
use crate::stats::{Estimate, bootstrap_mean, quantile, wilson};

/// A measure of a cell.
#[derive(Debug, Clone)]
pub struct CellFigure<'c> {
    /// The cell.
    pub cell: &'c PlanCell,
    /// Name of the measure; docs/lab.md defines it.
    pub measure: String,
    /// Value, interval and number of observations. Ends that no number of games could show are
    /// infinite, and the ends of a quantile are NaN.
    pub estimate: Estimate,
    /// How the interval was calculated.
    pub interval: Interval,
}

/// Kind of an interval.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Interval {
    /// Wilson's, for a share of independent games.
    Wilson,
    /// From the variance of pairs of games.
    Pentanomial,
    /// The bootstrap's, for a mean.
    Bootstrap,
    /// No interval.
    None,
}

impl Interval {
    /// The kind in a word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Wilson => "wilson",
            Self::Pentanomial => "pentanomial",
            Self::Bootstrap => "bootstrap",
            Self::None => "none",
        }
    }
}

/// All figures of a cell; none if it has no games.
pub(super) fn of<'c>(cell: &'c PlanCell, measured: &Measured) -> Vec<CellFigure<'c>> {
    let mut all = Vec::new();
    let mut add = |measure: &str, estimate: Option<Estimate>, interval| {
        if let Some(estimate) = estimate {
            all.push(CellFigure { cell, measure: measure.to_owned(), estimate, interval });
        }
    };
    let first = measured.tally.first_points(cell);
    let of_first = match cell.opening {
        CellOpening::Own => Interval::Wilson,
        CellOpening::Random(_) | CellOpening::Even(_) => Interval::Pentanomial,
    };
    add("first player's points", first, of_first);
    if cell.first_turn.is_some() {
        add("value with pie rule", first.map(with_pie), of_first);
    }
    if !cell.is_alone() {
        add("player A's points", measured.tally.points(cell), Interval::Pentanomial);
        let elo = measured.tally.pairs.elo().map(|elo| Estimate {
            value: elo.estimate,
            low: elo.low,
            high: elo.high,
            n: 2 * measured.tally.pairs.len(),
        });
        add("player A's Elo over B", elo, Interval::Pentanomial);
    }
    add("draws", measured.draws(), Interval::Wilson);
    for (ending, share) in measured.shares() {
        add(ending, Some(share), Interval::Wilson);
    }
    add("split pairs", measured.split(cell), Interval::Wilson);
    add("length", measured.length(), Interval::Bootstrap);
    let n = measured.tally.games();
    let bare = |value| Some(Estimate { value, low: f64::NAN, high: f64::NAN, n });
    if let Some(quantiles) = measured.length_quantiles() {
        for (name, value) in ["length 5 %", "length median", "length 95 %"].iter().zip(quantiles) {
            add(name, bare(value), Interval::None);
        }
        add("distinct games", bare(measured.distinct() as f64), Interval::None);
    }
    if let Some([first, winner]) = measured.margins() {
        add("first player's margin", Some(first), Interval::Bootstrap);
        add("winner's margin", Some(winner), Interval::Bootstrap);
    }
    add("places used", measured.used(), Interval::Bootstrap);
    let names = match cell.is_alone() {
        true => ["exact turns", ""],
        false => ["player A's exact turns", "player B's exact turns"],
    };
    for (name, exactness) in names.into_iter().zip(measured.exactness(cell)) {
        add(name, exactness, Interval::Bootstrap);
    }
    add("branching", measured.branching(), Interval::Bootstrap);
    for (name, estimate) in measured.judgements() {
        add(name, Some(estimate), Interval::Bootstrap);
    }
    all
}

// Measures of one cell, from its games.

/// Measures of a cell. Keeps at most 56 bytes of each game.
#[derive(Debug, Clone, Default)]
pub struct Measured {
    /// Results.
    pub tally: CellTally,
    /// Number of games by what decided them: `draw: repetition`, `win: path`.
    pub endings: BTreeMap<String, u64>,
    lengths: Vec<f64>,
    branching: Vec<f64>,
    used: Vec<f64>,
    margins: Vec<f64>,
    /// Shares of the turns that kept the value, by player.
    exact: [Vec<f64>; 2],
    distinct: HashSet<u64>,
    judged: Vec<Drama>,
}

impl Measured {
    /// Adds the next game of the cell.
    pub(super) fn add(&mut self, line: &GameLine, cell: &PlanCell, tables: &ExactTables) {
        self.tally.add(line);
        self.used.push(f64::from(line.used) / cell.settings.start().places().max(1) as f64);
        for (shares, share) in self.exact.iter_mut().zip(tables.shares(cell, line)) {
            shares.extend(share);
        }
        self.margins.extend(line.margin.map(f64::from));
        let ending = if line.winner.is_none() { "draw" } else { "win" };
        *self.endings.entry(format!("{ending}: {}", line.reason)).or_default() += 1;
        self.lengths.push(f64::from(line.length));
        if !line.turns.is_empty() {
            self.branching.push(line.choices as f64 / line.turns.len() as f64);
        }
        self.judged.extend(Drama::of(line));
        let mut hasher = DefaultHasher::new();
        (&line.opening, &line.turns, line.winner == Some(Winner::First)).hash(&mut hasher);
        self.distinct.insert(hasher.finish());
    }

    /// Share of drawn games, whatever the reason.
    #[must_use]
    pub fn draws(&self) -> Option<Estimate> {
        wilson(self.tally.first[1] as f64, self.tally.games())
    }

    /// Share of games that ended in each way, ordered by name.
    pub fn shares(&self) -> impl Iterator<Item = (&str, Estimate)> {
        let games = self.tally.games();
        self.endings.iter().filter_map(move |(ending, &count)| {
            Some((ending.as_str(), wilson(count as f64, games)?))
        })
    }

    /// Mean number of turns of a game.
    #[must_use]
    pub fn length(&self) -> Option<Estimate> {
        bootstrap_mean(&self.lengths)
    }

    /// Number of turns that 5, 50 and 95 % of the games do not exceed.
    #[must_use]
    pub fn length_quantiles(&self) -> Option<[f64; 3]> {
        let mut sorted = self.lengths.clone();
        sorted.sort_unstable_by(f64::total_cmp);
        Some([quantile(&sorted, 0.05)?, quantile(&sorted, 0.5)?, quantile(&sorted, 0.95)?])
    }

    /// Mean number of legal turns in a position, averaged over games.
    #[must_use]
    pub fn branching(&self) -> Option<Estimate> {
        bootstrap_mean(&self.branching)
    }

    /// Mean share of the places where a piece was at some time.
    #[must_use]
    pub fn used(&self) -> Option<Estimate> {
        bootstrap_mean(&self.used)
    }

    /// Mean of the points by which the first seat won, and of those by which any player won; `None`
    /// if no game has a count.
    #[must_use]
    pub fn margins(&self) -> Option<[Estimate; 2]> {
        let won: Vec<f64> = self.margins.iter().map(|margin| margin.abs()).collect();
        Some([bootstrap_mean(&self.margins)?, bootstrap_mean(&won)?])
    }

    /// Mean share of a player's turns that kept the value, by [`MatchSide::index`]; the mean of
    /// both if a player plays itself.
    ///
    /// [`MatchSide::index`]: crate::arena::MatchSide::index
    #[must_use]
    pub fn exactness(&self, cell: &PlanCell) -> [Option<Estimate>; 2] {
        match cell.is_alone() {
            true => [bootstrap_mean(&self.exact.concat()), None],
            false => self.exact.each_ref().map(|shares| bootstrap_mean(shares)),
        }
    }

    /// Share of pairs in which each player won a game; `None` if games do not share openings.
    #[must_use]
    pub fn split(&self, cell: &PlanCell) -> Option<Estimate> {
        if cell.opening == crate::plan::CellOpening::Own {
            return None;
        }
        wilson(self.tally.split as f64, self.tally.pairs.len())
    }

    /// Means of a measure over the judged games that have it.
    fn judged(&self, measure: impl Fn(&Drama) -> Option<f64>) -> Option<Estimate> {
        let values: Vec<f64> = self.judged.iter().filter_map(measure).collect();
        bootstrap_mean(&values)
    }

    /// Measures of the judged games by their names: drama, lead changes, late uncertainty, and the
    /// share of the game after it was decided. Empty if no game was judged.
    pub fn judgements(&self) -> impl Iterator<Item = (&'static str, Estimate)> {
        let all = [
            ("drama", self.judged(|game| game.drama)),
            ("lead changes", self.judged(|game| Some(game.lead_changes))),
            ("late uncertainty", self.judged(|game| Some(game.late_uncertainty))),
            ("decided part", self.judged(|game| game.decided)),
        ];
        all.into_iter().filter_map(|(name, estimate)| Some((name, estimate?)))
    }

    /// Number of games that differ in their turns.
    #[must_use]
    pub fn distinct(&self) -> usize {
        self.distinct.len()
    }
}

// Plots of estimates with their intervals, as SVG.

/// A plot could not be drawn.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the plot {name} could not be drawn: {fault}")]
pub struct PlotError {
    /// The name of its file.
    pub name: String,
    /// The reason.
    pub fault: String,
}

/// Width of a plot in pixels.
const WIDTH: u32 = 820;
/// Height of a row in pixels.
const ROW: u32 = 24;
/// Height of everything but the rows, in pixels.
const AROUND: u32 = 110;
/// Approximate width of a letter of the labels, in pixels.
const LETTER: u32 = 7;

/// An estimate with its name.
struct FigureRow {
    label: String,
    estimate: Estimate,
}

/// The plots of all studies: the points of the first player (or of player A), and draws if any game
/// was drawn.
pub(super) fn plots(plan: &Plan, cells: &[Measured]) -> Result<Vec<ReportFile>, PlotError> {
    let mut plots = Vec::new();
    for (number, study) in crate::report::text::studies(plan, cells).enumerate() {
        let rows = |estimate: &dyn Fn(&PlanCell, &Measured) -> Option<Estimate>| {
            let row = |&(cell, measured): &(&PlanCell, &Measured)| {
                Some(FigureRow { label: label(cell), estimate: estimate(cell, measured)? })
            };
            study.iter().filter_map(row).collect::<Vec<FigureRow>>()
        };
        let mut add = |name: &str, title: &str, rows: &[FigureRow]| {
            if rows.is_empty() {
                return Ok(());
            }
            let name = format!("{name}-{}.svg", number + 1);
            let text = draw(title, rows)
                .map_err(|fault| PlotError { name: name.clone(), fault: fault.to_string() })?;
            plots.push(ReportFile { name, text });
            Ok(())
        };
        let alone = study.iter().all(|(cell, _)| cell.is_alone());
        let title = if alone { "Points of the first player" } else { "Points of player A" };
        add("points", title, &rows(&|cell, measured| measured.tally.points(cell)))?;
        if study.iter().any(|(_, measured)| measured.tally.first[1] > 0) {
            add("draws", "Share of drawn games", &rows(&|_, measured| measured.draws()))?;
        }
    }
    Ok(plots)
}

/// Name of a cell in a plot, without its study.
fn label(cell: &PlanCell) -> String {
    let kind = cell.options.kind();
    match &cell.first_turn {
        Some(first) => format!("{} ({}), {}", first.turn, first.alike, cell.players()),
        None => format!("{kind} {}, {}, {}", cell.options, cell.players(), cell.opening),
    }
}

/// Draws shares from 0 to 1, one row each, with a line at one half.
fn draw(title: &str, rows: &[FigureRow]) -> Result<String, Box<dyn std::error::Error>> {
    let mut svg = String::new();
    let longest = rows.iter().map(|row| row.label.chars().count()).max().unwrap_or(0);
    let labels = (LETTER * longest as u32).clamp(80, WIDTH / 2);
    let count = rows.len();
    {
        let size = (WIDTH, AROUND + ROW * count as u32);
        let area = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        area.fill(&WHITE)?;
        let mut chart = ChartBuilder::on(&area)
            .caption(title, ("sans-serif", 18))
            .margin(12)
            // The label of 100 % extends beyond the end of the axis.
            .margin_right(28)
            .set_label_area_size(LabelAreaPosition::Left, labels)
            .set_label_area_size(LabelAreaPosition::Bottom, 36)
            .build_cartesian_2d(0.0..1.0, (0..count).into_segmented())?;
        let label = |place: &SegmentValue<usize>| match place {
            SegmentValue::CenterOf(row) if *row < count => rows[count - 1 - row].label.clone(),
            _ => String::new(),
        };
        chart
            .configure_mesh()
            .disable_y_mesh()
            .y_labels(count + 1)
            .y_label_formatter(&label)
            .x_label_formatter(&|share| format!("{:.0} %", 100.0 * share))
            .label_style(("sans-serif", 16))
            .draw()?;
        let half = [(0.5, SegmentValue::Exact(0)), (0.5, SegmentValue::Exact(count))];
        chart.draw_series([PathElement::new(half, BLACK.mix(0.4))])?;
        for (at, FigureRow { estimate, .. }) in rows.iter().rev().enumerate() {
            let place = SegmentValue::CenterOf(at);
            let ends = [(estimate.low, place.clone()), (estimate.high, place.clone())];
            chart.draw_series([PathElement::new(ends, BLUE.stroke_width(2))])?;
            chart.draw_series([Circle::new((estimate.value, place), 4, BLUE.filled())])?;
        }
        area.present()?;
    }
    Ok(svg)
}

// Figures as CSV.

/// Names of the columns.
const COLUMNS: [&str; 15] = [
    "study",
    "game",
    "options",
    "players",
    "openings",
    "first_turn",
    "measure",
    "value",
    "low",
    "high",
    "n",
    "interval",
    "plan",
    "seed",
    "commit",
];

/// A table with a row for each figure. Unknown ends of intervals are empty.
pub(super) fn csv_table(
    origin: &GamesOrigin,
    figures: &[CellFigure<'_>],
) -> Result<String, csv::Error> {
    let mut table = csv::Writer::from_writer(Vec::new());
    table.write_record(COLUMNS)?;
    for CellFigure { cell, measure, estimate, interval } in figures {
        let number =
            |value: f64| if value.is_finite() { format!("{value:.6}") } else { String::new() };
        let first_turn = cell.first_turn.as_ref().map_or("", |first| &first.turn);
        table.write_record([
            &*cell.study,
            cell.options.kind().name(),
            &cell.options.to_string(),
            &cell.players(),
            &cell.opening.to_string(),
            first_turn,
            measure,
            &number(estimate.value),
            &number(estimate.low),
            &number(estimate.high),
            &estimate.n.to_string(),
            interval.word(),
            &origin.plan,
            &origin.seed.to_string(),
            origin.commit.as_deref().unwrap_or_default(),
        ])?;
    }
    let bytes = table.into_inner().map_err(|error| error.into_error())?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
