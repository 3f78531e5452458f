//! The report as Markdown.

use std::fmt::Write as _;

use super::ReportFile;
use crate::plan::{Plan, PlanCell};
use crate::report::figures::Measured;
use crate::report::{is_surely_even, ladder, with_pie};
use crate::run::GamesOrigin;
use crate::stats::Estimate;

/// A cell and what was measured in it.
type MeasuredRow<'r> = (&'r PlanCell, &'r Measured);

/// The cells of each study that have games.
pub(super) fn studies<'r>(
    plan: &'r Plan,
    cells: &'r [Measured],
) -> impl Iterator<Item = Vec<MeasuredRow<'r>>> {
    let mut studies: Vec<Vec<MeasuredRow<'r>>> = Vec::new();
    for row in plan.cells.iter().zip(cells) {
        match studies.last_mut() {
            Some(study) if study[0].0.study == row.0.study => study.push(row),
            _ => studies.push(vec![row]),
        }
    }
    let has_games = |&(_, measured): &MeasuredRow<'_>| measured.tally.games() > 0;
    studies.into_iter().map(move |study| study.into_iter().filter(has_games).collect())
}

/// The whole report.
pub(super) fn of(
    plan: &Plan,
    origin: &GamesOrigin,
    cells: &[Measured],
    plots: &[ReportFile],
) -> String {
    let games: u64 = cells.iter().map(|measured| measured.tally.games()).sum();
    let most: u64 = plan.cells.iter().map(|cell| u64::from(cell.settings.games())).sum();
    let commit = origin.commit.as_deref().unwrap_or("unknown");
    let mut text = format!(
        "# {}\n\nPlan `{}`, seed {}, commit {commit}: {games} games of at most {most}, in {} cells.\n\n\
         Points count a draw as half. Square brackets show the interval that contains the truth with a \
         probability of 95 %: Wilson's for shares of independent games, that of pairs where two games \
         share an opening, the bootstrap's for means. docs/lab.md defines the measures.\n",
        plan.question,
        plan.hash,
        plan.seed,
        plan.cells.len()
    );
    for (number, study) in studies(plan, cells).enumerate() {
        let Some(&(first, _)) = study.first() else { continue };
        let _ = write!(text, "\n## {}\n\n", first.study);
        balance(&mut text, &study);
        endings(&mut text, &study);
        if first.first_turn.is_some() {
            pies(&mut text, &study);
        }
        ladders(&mut text, &study);
        judgements(&mut text, &study);
        let ending = format!("-{}.svg", number + 1);
        for plot in plots.iter().filter(|plot| plot.name.ends_with(&ending)) {
            let _ = writeln!(text, "\n![{}]({})", first.study, plot.name);
        }
    }
    text
}

/// Points, draws, length, branching and split pairs of every cell.
fn balance(text: &mut String, study: &[MeasuredRow<'_>]) {
    text.push_str(
        "| board | players | openings | first player's points | draws | turns | legal turns | split pairs | games |\n\
         |---|---|---|---|---|---|---|---|---|\n",
    );
    for (cell, measured) in study {
        let length = measured.length().map(|length| format!("{:.1}", length.value));
        let branching = measured.branching().map(|count| format!("{:.1}", count.value));
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} | {} | {} | {} | {} |",
            board(cell),
            cell.players(),
            cell.opening,
            percent(measured.tally.first_points(cell)),
            percent(measured.draws()),
            length.unwrap_or_default(),
            branching.unwrap_or_default(),
            percent(measured.split(cell)),
            measured.tally.games(),
        );
    }
}

/// Shares of the ways in which games ended.
fn endings(text: &mut String, study: &[MeasuredRow<'_>]) {
    text.push_str("\n| board | players | openings | ended by | share |\n|---|---|---|---|---|\n");
    for (cell, measured) in study {
        for (ending, share) in measured.shares() {
            let _ = writeln!(
                text,
                "| {} | {} | {} | {ending} | {} |",
                board(cell),
                cell.players(),
                cell.opening,
                percent(Some(share)),
            );
        }
    }
}

/// First turns by their value with the pie rule, the most even first.
fn pies(text: &mut String, study: &[MeasuredRow<'_>]) {
    let mut turns: Vec<(&PlanCell, Estimate)> = study
        .iter()
        .filter_map(|(cell, measured)| Some((*cell, measured.tally.first_points(cell)?)))
        .collect();
    let value = |estimate: Estimate| with_pie(estimate).value;
    turns.sort_by(|one, other| value(other.1).total_cmp(&value(one.1)));
    let even = turns.iter().filter(|(_, estimate)| is_surely_even(*estimate)).count();
    let _ = write!(
        text,
        "\n{even} of {} classes of first turns surely give the first player 45 to 55 % of the points.\n\n\
         | board | players | first turn | alike | value | with the pie rule |\n|---|---|---|---|---|---|\n",
        turns.len()
    );
    for (cell, estimate) in turns {
        let Some(first) = &cell.first_turn else { continue };
        let _ = writeln!(
            text,
            "| {} {} | {} | {} | {} | {} | {} |",
            cell.options.kind(),
            cell.options,
            cell.players(),
            first.turn,
            first.alike,
            percent(Some(estimate)),
            percent(Some(with_pie(estimate))),
        );
    }
}

/// Elo of pairs of players and, for ladders, the sum of the steps.
fn ladders(text: &mut String, study: &[MeasuredRow<'_>]) {
    let matches: Vec<_> = study.iter().filter(|(cell, _)| !cell.is_alone()).collect();
    if matches.is_empty() {
        return;
    }
    text.push_str(
        "\n| board | openings | player A | player B | A's points | A's Elo over B | games |\n\
         |---|---|---|---|---|---|---|\n",
    );
    for (cell, measured) in &matches {
        let [a, b] = cell.settings.names();
        let elo = measured.tally.pairs.elo().map(|elo| elo.to_string());
        let _ = writeln!(
            text,
            "| {} | {} | {a} | {b} | {} | {} | {} |",
            board(cell),
            cell.opening,
            percent(measured.tally.points(cell)),
            elo.unwrap_or_default(),
            measured.tally.games(),
        );
    }
    let in_one = |one: &PlanCell, other: &PlanCell| {
        (one.options, one.opening) == (other.options, other.opening)
            && one.settings.names()[0] == other.settings.names()[1]
    };
    for steps in matches.chunk_by(|(one, _), (other, _)| in_one(one, other)) {
        if steps.len() < 2 {
            continue;
        }
        let (lowest, above): (_, Vec<_>) = (
            &steps[0].0.settings.names()[1],
            steps
                .iter()
                .filter_map(|(cell, measured)| {
                    let [a, _] = cell.settings.names();
                    Some((a, measured.tally.pairs.elo()?))
                })
                .collect(),
        );
        let _ = write!(
            text,
            "\nThe ladder of {}, {}:\n\n| player | Elo above the lowest |\n|---|---|\n",
            board(steps[0].0),
            steps[0].0.opening
        );
        for rung in ladder(lowest, &above) {
            let above = rung
                .above
                .map_or("unknown: a step was won in every game".to_owned(), |elo| elo.to_string());
            let _ = writeln!(text, "| {} | {above} |", rung.player);
        }
    }
}

/// Measures of the judged games.
fn judgements(text: &mut String, study: &[MeasuredRow<'_>]) {
    if study.iter().all(|(_, measured)| measured.judgements().next().is_none()) {
        return;
    }
    text.push_str(
        "\n| board | players | openings | judge | measure | mean | games |\n|---|---|---|---|---|---|---|\n",
    );
    for (cell, measured) in study {
        let Some((judge, _)) = &cell.judge else { continue };
        for (name, Estimate { value, low, high, n }) in measured.judgements() {
            let _ = writeln!(
                text,
                "| {} | {} | {} | {judge} | {name} | {value:.3} [{low:.3}, {high:.3}] | {n} |",
                board(cell),
                cell.players(),
                cell.opening,
            );
        }
    }
}

/// Game, options and first turn of a cell.
fn board(cell: &PlanCell) -> String {
    let first = cell.first_turn.as_ref().map(|first| format!(" {}", first.turn));
    format!("{} {}{}", cell.options.kind(), cell.options, first.unwrap_or_default())
}

/// A share in percent with its interval: `51.2 [46.3, 56.1]`.
fn percent(estimate: Option<Estimate>) -> String {
    let Some(Estimate { value, low, high, .. }) = estimate else { return String::new() };
    format!("{:.1} [{:.1}, {:.1}]", 100.0 * value, 100.0 * low, 100.0 * high)
}
