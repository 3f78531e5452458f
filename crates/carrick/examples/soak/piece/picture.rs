//! The picture of all pieces.

use plotters::coord::Shift;
use plotters::prelude::*;

use super::Outcome;
use super::sample::Sample;

const WIDTH: u32 = 900;
/// Height of a chart, and of the line of hours below the last.
const HEIGHT: u32 = 130;
const BELOW: u32 = 24;

/// Place of titles and of the vertical axis, and width of a letter, in pixels.
const LEFT: i32 = 56;
const LETTER: i32 = 7;

/// Line in a chart.
struct Line {
    name: &'static str,
    colour: RGBColor,
    value: fn(&Sample) -> f64,
}

/// Chart over the time that the server ran.
struct Chart {
    title: &'static str,
    lines: &'static [Line],
}

const CHARTS: [Chart; 7] = [
    Chart {
        title: "Resident memory, MB",
        lines: &[Line { name: "", colour: BLUE, value: |one| one.resident_mb }],
    },
    Chart {
        title: "Descriptors, streams and threads",
        lines: &[
            Line { name: "open descriptors", colour: BLUE, value: |one| one.descriptors as f64 },
            Line { name: "event streams", colour: RED, value: |one| one.streams },
            Line { name: "threads", colour: BLACK, value: |one| one.threads as f64 },
        ],
    },
    Chart {
        title: "Write-ahead log, MB",
        lines: &[Line { name: "", colour: BLUE, value: |one| one.log_mb }],
    },
    Chart {
        title: "Database, MB",
        lines: &[Line { name: "", colour: BLUE, value: |one| one.database_mb }],
    },
    Chart {
        title: "Answers, ms, and load average of the machine, tenths",
        lines: &[
            Line {
                name: "99th percentile",
                colour: RED,
                value: |one| one.all().map_or(0.0, |all| all.p99_ms),
            },
            Line {
                name: "median",
                colour: BLUE,
                value: |one| one.all().map_or(0.0, |all| all.p50_ms),
            },
            Line { name: "load", colour: RGBColor(150, 150, 150), value: |one| one.load * 10.0 },
        ],
    },
    Chart {
        title: "Processor time a request, ms",
        lines: &[Line { name: "", colour: BLUE, value: |one| one.processor_ms }],
    },
    Chart {
        title: "Waiting",
        lines: &[
            Line { name: "messages", colour: BLUE, value: |one| one.messages },
            Line {
                name: "turns, hints and reviews",
                colour: RED,
                value: |one| one.jobs + one.hints + one.reviews,
            },
        ],
    },
];

/// Draws all samples, piece after piece, as SVG.
pub(crate) fn draw(samples: &[Sample]) -> Outcome<String> {
    let times = running_minutes(samples);
    let mut svg = String::new();
    {
        let height = HEIGHT * CHARTS.len() as u32 + BELOW;
        let area = SVGBackend::with_string(&mut svg, (WIDTH, height)).into_drawing_area();
        area.fill(&WHITE)?;
        let (all, _) = area.split_vertically(HEIGHT * CHARTS.len() as u32);
        for (chart, part) in CHARTS.iter().zip(all.split_evenly((CHARTS.len(), 1))) {
            draw_chart(chart, &part, samples, &times)?;
        }
        let style = ("sans-serif", 14).into_text_style(&area);
        let below = "minutes that the server ran; a line where it was started again";
        area.draw_text(below, &style, (260, height as i32 - 20))?;
        area.present()?;
    }
    Ok(svg)
}

/// Time of each sample in minutes, without the pauses between pieces.
fn running_minutes(samples: &[Sample]) -> Vec<f64> {
    let (mut before, mut last) = (0.0, None::<&Sample>);
    let mut times = Vec::new();
    for sample in samples {
        if let Some(last) = last.filter(|last| last.piece != sample.piece) {
            before += last.seconds;
        }
        times.push((before + sample.seconds) / 60.0);
        last = Some(sample);
    }
    times
}

fn draw_chart(
    Chart { title, lines }: &Chart,
    area: &DrawingArea<SVGBackend<'_>, Shift>,
    samples: &[Sample],
    times: &[f64],
) -> Outcome<()> {
    let end = times.last().copied().unwrap_or(1.0);
    let values = lines.iter().flat_map(|line| samples.iter().map(line.value));
    let most = values.fold(1e-3, f64::max) * 1.1;
    let style = |colour| ("sans-serif", 14).with_color(colour).into_text_style(area);
    area.draw_text(title, &style(BLACK), (LEFT, 8))?;
    let mut right = LEFT + LETTER * (title.len() as i32 + 3);
    for &Line { name, colour, .. } in *lines {
        area.draw_text(name, &style(colour), (right, 8))?;
        right += LETTER * (name.len() as i32 + 3);
    }
    let mut chart = ChartBuilder::on(area)
        .margin(6)
        .margin_top(28)
        .margin_right(20)
        .set_label_area_size(LabelAreaPosition::Left, LEFT)
        .set_label_area_size(LabelAreaPosition::Bottom, 20)
        .build_cartesian_2d(0.0..end, 0.0..most)?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .max_light_lines(1)
        .y_labels(4)
        .x_labels(12)
        .x_label_formatter(&|x| format!("{x:.0}"))
        .y_label_formatter(&|y| format!("{y:.0}"))
        .label_style(("sans-serif", 12))
        .draw()?;
    let restarts = samples.windows(2).zip(times.windows(2));
    for (_, at) in restarts.filter(|(pair, _)| pair[0].piece != pair[1].piece) {
        let line = [(at[0], 0.0), (at[0], most)];
        chart.draw_series([PathElement::new(line, BLACK.mix(0.4))])?;
    }
    for &Line { colour, value, .. } in *lines {
        let mut before = 0;
        for some in samples.chunk_by(|one, other| one.piece == other.piece) {
            let values = some.iter().map(value);
            let points: Vec<(f64, f64)> = times[before..].iter().copied().zip(values).collect();
            chart.draw_series([PathElement::new(points, colour)])?;
            before += some.len();
        }
    }
    Ok(())
}
