//! Values of a reviewed game as a line chart in SVG, drawn on the server so that no script is
//! needed. A table beside it has the same numbers.

use std::fmt::Write as _;

use carrick_coach::review::Review;
use carrick_games::Seat;

/// Size of the drawing in its own units; the page scales it.
const WIDTH: f32 = 600.0;
const HEIGHT: f32 = 160.0;
/// Margins: at the sides, and above and below the line.
const SIDE: f32 = 10.0;
const EDGE: f32 = 8.0;

/// The chart of a game's values to one seat, which is ahead where the line is high. The position
/// after `at` turns is marked; every position is a link to `path` at its turn.
pub(super) fn svg(review: &Review, seat: Seat, path: &str, at: usize) -> String {
    let turns = review.turns.len();
    let step = (WIDTH - 2.0 * SIDE) / turns.max(1) as f32;
    let x = |ply: usize| SIDE + step * ply as f32;
    let of_seat = |value: f32| if seat == Seat::First { value } else { 1.0 - value };
    let y = |value: f32| EDGE + (1.0 - of_seat(value)) * (HEIGHT - 2.0 * EDGE);
    let mut drawn = format!(
        "<svg class=\"chart review-graph\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"group\" \
         aria-label=\"Values of the game, turn by turn; the table below has the numbers.\">"
    );
    for (value, class) in [(0.0, "grid"), (0.5, "grid middle"), (1.0, "grid")] {
        let at = y(value);
        let _ = write!(
            drawn,
            "<line class=\"{class}\" x1=\"{SIDE}\" x2=\"{}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/>",
            WIDTH - SIDE
        );
    }
    let now = x(at.min(turns));
    let _ = write!(
        drawn,
        "<line class=\"now\" x1=\"{now:.1}\" x2=\"{now:.1}\" y1=\"{EDGE}\" y2=\"{}\"/>",
        HEIGHT - EDGE
    );
    let points = review.values.iter().enumerate();
    let points = points.map(|(ply, worth)| format!("{:.1},{:.1}", x(ply), y(worth.value)));
    let _ = write!(drawn, "<polyline points=\"{}\"/>", points.collect::<Vec<_>>().join(" "));
    // Wide strips are easy to hit; the turning points alone are reached by Tab, the others by the
    // table.
    for (ply, _) in review.values.iter().enumerate() {
        let left = (x(ply) - step / 2.0).max(0.0);
        let _ = write!(
            drawn,
            "<a href=\"{path}?at={ply}\" tabindex=\"-1\" aria-hidden=\"true\"><rect class=\"hit\" x=\"{left:.1}\" \
             y=\"0\" width=\"{step:.1}\" height=\"{HEIGHT}\"><title>{}</title></rect></a>",
            title(review, ply)
        );
    }
    for point in &review.turning_points {
        let value = review.values[point.ply].value;
        let _ = write!(
            drawn,
            "<a href=\"{path}?at={}\" aria-label=\"{}\"><circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"6\"/></a>",
            point.ply,
            title(review, point.ply),
            x(point.ply),
            y(value)
        );
    }
    drawn.push_str("</svg>");
    drawn
}

/// "Turn 14, g7".
fn title(review: &Review, ply: usize) -> String {
    match ply.checked_sub(1).and_then(|before| review.turns.get(before)) {
        Some(turn) => format!("Turn {ply}, {}", turn.turn),
        None => "Before the first turn".to_owned(),
    }
}
