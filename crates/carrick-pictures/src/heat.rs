//! What each place is worth, laid over a board.

use std::collections::BTreeMap;

use crate::Style;
use crate::element::Element;
use crate::label;
use crate::palette::Palette;
use crate::plane::At;
use crate::stones::SPACING;

/// The radius of the spot of the best place, and of one that is worth nothing beside it.
const LARGEST: f64 = 0.46 * SPACING;
const SMALLEST: f64 = 0.2 * SPACING;

const LABEL_HEIGHT: f64 = 0.26 * SPACING;

/// Smaller spots bear no number.
const LEAST_NUMBERED: f64 = 0.27 * SPACING;

/// A spot on every place that has a value. Sizes run from the worst to the best of those values, so
/// that small differences show; the numbers are per cent.
pub(crate) fn layer(
    places: &[(String, At)],
    values: &BTreeMap<&str, f32>,
    style: &Style,
) -> Element {
    let palette = Palette::of(style.theme);
    let valued = || values.values().copied();
    let (least, most) = (valued().fold(1.0, f32::min), valued().fold(0.0, f32::max));
    let range = f64::from((most - least).max(0.01));
    let spots = places.iter().filter_map(|(place, at)| {
        let value = *values.get(place.as_str())?;
        // Most turns are nearly as good as each other; the square parts the best of them.
        let share = (f64::from(value - least) / range).powi(2);
        let radius = SMALLEST + share * (LARGEST - SMALLEST);
        Some(spot(place, *at, value, radius, value >= most, palette))
    });
    Element::group(spots.collect::<Vec<_>>()).with("pointer-events", "none")
}

fn spot(place: &str, at: At, value: f32, radius: f64, best: bool, palette: &Palette) -> Element {
    let per_cent = format!("{:.0}", 100.0 * value);
    let disc = Element::circle(at, radius).fill(palette.paper).stroke(palette.ink, 0.03 * SPACING);
    let number = (radius >= LEAST_NUMBERED)
        .then(|| label::centred(&per_cent, at, LABEL_HEIGHT, palette.ink));
    let ring = best.then(|| {
        let ring = Element::circle(at, 1.16 * LARGEST).fill("none");
        ring.stroke(palette.ink, 0.09 * SPACING)
    });
    Element::new("g")
        .with("data-value", &per_cent)
        .title(format!("{place}: {per_cent} %"))
        .children([disc].into_iter().chain(number).chain(ring))
}
