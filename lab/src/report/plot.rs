//! Plots of estimates with their intervals, as SVG.

use plotters::prelude::*;

use super::ReportFile;
use super::measured::Measured;
use crate::plan::{Cell, Plan};
use crate::stats::Estimate;

/// A plot could not be drawn.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the plot {name} could not be drawn: {fault}")]
pub struct PlotError {
    /// Its file.
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
/// Width of a letter of the labels in pixels, roughly.
const LETTER: u32 = 7;

/// An estimate with its name.
struct Row {
    label: String,
    estimate: Estimate,
}

/// The plots of all studies: the points of the first player (or of player A), and draws where a
/// game was drawn.
pub(super) fn of(plan: &Plan, cells: &[Measured]) -> Result<Vec<ReportFile>, PlotError> {
    let mut plots = Vec::new();
    for (number, study) in super::text::studies(plan, cells).enumerate() {
        let rows = |estimate: &dyn Fn(&Cell, &Measured) -> Option<Estimate>| {
            let row = |&(cell, measured): &(&Cell, &Measured)| {
                Some(Row { label: label(cell), estimate: estimate(cell, measured)? })
            };
            study.iter().filter_map(row).collect::<Vec<Row>>()
        };
        let mut add = |name: &str, title: &str, rows: &[Row]| {
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
fn label(cell: &Cell) -> String {
    let kind = cell.options.kind();
    match &cell.first_turn {
        Some(first) => format!("{} ({}), {}", first.turn, first.alike, cell.players()),
        None => format!("{kind} {}, {}, {}", cell.options, cell.players(), cell.opening),
    }
}

/// Draws shares from 0 to 1, one row each, with a line at one half.
fn draw(title: &str, rows: &[Row]) -> Result<String, Box<dyn std::error::Error>> {
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
            // The label of 100 % stands beyond the end of the axis.
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
        for (at, Row { estimate, .. }) in rows.iter().rev().enumerate() {
            let place = SegmentValue::CenterOf(at);
            let ends = [(estimate.low, place.clone()), (estimate.high, place.clone())];
            chart.draw_series([PathElement::new(ends, BLUE.stroke_width(2))])?;
            chart.draw_series([Circle::new((estimate.value, place), 4, BLUE.filled())])?;
        }
        area.present()?;
    }
    Ok(svg)
}
