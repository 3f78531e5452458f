//! Rating histories as line charts in SVG, drawn on the server so that no script is needed. A
//! table beside each has the same numbers, for readers who cannot see the chart or want them
//! exactly.

use std::fmt::Write as _;

use carrick_store::RatedGame;

/// Size of the drawing in its own units; the page scales it.
const WIDTH: f64 = 600.0;
const HEIGHT: f64 = 200.0;
/// Margins for the labels, at the left and above and below the line.
const LEFT: f64 = 48.0;
const EDGE: f64 = 14.0;

/// Minimum span of the rating axis, in points, so that a small change does not look like a cliff.
const LEAST_SPAN: f64 = 100.0;

/// The chart of a player's rating, with a title and a description in words. All games have the
/// same width. `games` are the last of `all` rated ones.
pub(crate) fn svg(title: &str, games: &[RatedGame], all: u64) -> String {
    let ratings: Vec<f64> = games.iter().map(|game| game.after.rating).collect();
    let low = ratings.iter().copied().fold(f64::INFINITY, f64::min);
    let high = ratings.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let (Some(first), Some(last)) = (ratings.first(), ratings.last()) else {
        return String::new();
    };
    let middle = f64::midpoint(low, high);
    let span = (high - low).max(LEAST_SPAN);
    let step = (WIDTH - LEFT - EDGE) / (ratings.len().max(2) - 1) as f64;
    let x = |place: usize| LEFT + step * place as f64;
    let y = |rating: f64| HEIGHT / 2.0 - (rating - middle) / span * (HEIGHT - 2.0 * EDGE);
    let begins = match all > ratings.len() as u64 {
        false => format!("{first:.0} after the first rated game"),
        true => format!("{first:.0} at the beginning of what is shown"),
    };
    let said = format!(
        "{title}: {begins}, {last:.0} after the last of {all}, between {low:.0} and {high:.0}."
    );
    let mut line = String::new();
    for (place, &rating) in ratings.iter().enumerate() {
        let _ = write!(line, "{:.1},{:.1} ", x(place), y(rating));
    }
    let mut labels = String::new();
    let shown = if high - low < 1.0 { vec![high] } else { vec![high, low] };
    for rating in shown {
        let at = y(rating);
        let _ = write!(
            labels,
            "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{WIDTH}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{rating:.0}</text>",
            LEFT - 6.0,
            at + 4.0
        );
    }
    let (end_x, end_y) = (x(ratings.len() - 1), y(*last));
    format!(
        "<svg class=\"chart\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{said}\">\
         {labels}<polyline points=\"{}\"/><circle cx=\"{end_x:.1}\" cy=\"{end_y:.1}\" r=\"4\"/></svg>",
        line.trim_end()
    )
}

#[cfg(test)]
mod tests {
    use carrick_games::GameKind;
    use carrick_service::{BoardId, RatingRecord};
    use jiff::Timestamp;

    use super::*;

    fn games(ratings: &[f64]) -> Vec<RatedGame> {
        let board = BoardId { kind: GameKind::Ankor, number: 101 };
        let after =
            |rating| RatingRecord { rating, deviation: 80.0, volatility: 0.06, games: [1; 3] };
        let game = |&rating| RatedGame { board, at: Timestamp::UNIX_EPOCH, after: after(rating) };
        ratings.iter().map(game).collect()
    }

    #[test]
    fn a_chart_stays_in_its_frame_and_says_what_it_shows() {
        assert_eq!(svg("Ankor", &[], 0), "");
        for ratings in [vec![1500.0], vec![1500.0, 1500.2], vec![1500.0, 1710.0, 1405.5]] {
            let drawn = svg("Ankor", &games(&ratings), ratings.len() as u64);
            let points = drawn.split("points=\"").nth(1).unwrap().split('"').next().unwrap();
            assert_eq!(points.split(' ').count(), ratings.len());
            for point in points.split(' ') {
                let (x, y) = point.split_once(',').unwrap();
                let (x, y): (f64, f64) = (x.parse().unwrap(), y.parse().unwrap());
                assert!((0.0..=WIDTH).contains(&x) && (0.0..=HEIGHT).contains(&y), "{point}");
            }
        }
        let said = "Ankor: 1500 after the first rated game, 1406 after the last of 3, between 1406 and 1710.";
        assert!(svg("Ankor", &games(&[1500.0, 1710.0, 1405.5]), 3).contains(said));
        let said = "Ankor: 1500 at the beginning of what is shown, 1406 after the last of 90, between 1406 and 1710.";
        assert!(svg("Ankor", &games(&[1500.0, 1710.0, 1405.5]), 90).contains(said));
    }
}
