//! What each place is worth, laid over a board.

use std::collections::BTreeMap;

use carrick_games::GameKind;

use crate::element::Element;
use crate::palette::Palette;
use crate::plane::At;
use crate::{Style, cubes, label, stones};

/// What turns at the places of a board are worth, places being named as turns name them.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Heat {
    /// The values, 0 to 1. A place where nothing can be played has none.
    pub values: BTreeMap<String, f32>,
    /// Where the best turn is. Others may have as high a value: a search trusts what it has looked at often.
    pub best: Option<String>,
}

/// The sizes of spots.
struct Sizes {
    /// The radius of the spot with the highest value, and of that with the lowest.
    largest: f64,
    smallest: f64,
    number_height: f64,
}

impl Sizes {
    /// Spots in holes cover the holes' names, which could not be read beside a number.
    const fn of(kind: GameKind) -> Self {
        let (unit, smallest) = match kind {
            GameKind::Ankor | GameKind::Boche => (cubes::EDGE, 0.36),
            GameKind::Antipod | GameKind::Anchor => (stones::SPACING, 0.2),
        };
        Self { largest: 0.46 * unit, smallest: smallest * unit, number_height: 0.26 * unit }
    }

    /// Whether a number fits on a spot.
    fn has_number(&self, radius: f64) -> bool {
        radius >= 1.04 * self.number_height
    }
}

/// A spot on every place that has a value. Sizes run from the lowest to the highest of those values,
/// so that small differences show; the numbers are per cent.
pub(crate) fn layer(
    kind: GameKind,
    places: &[(String, At)],
    heat: &Heat,
    style: &Style,
) -> Element {
    let drawing = Drawing { sizes: Sizes::of(kind), palette: Palette::of(style.theme) };
    let values = || heat.values.values().copied();
    let (least, most) = (values().fold(1.0, f32::min), values().fold(0.0, f32::max));
    let range = f64::from((most - least).max(0.01));
    let spots = places.iter().filter_map(|(place, at)| {
        let value = *heat.values.get(place)?;
        // Most turns are nearly as good as each other; the square parts the best of them.
        let share = (f64::from(value - least) / range).powi(2);
        Some(drawing.spot(place, *at, value, share, heat.best.as_ref() == Some(place)))
    });
    Element::group(spots.collect::<Vec<_>>()).with("pointer-events", "none")
}

struct Drawing {
    sizes: Sizes,
    palette: &'static Palette,
}

impl Drawing {
    fn spot(&self, place: &str, at: At, value: f32, share: f64, best: bool) -> Element {
        let Sizes { largest, smallest, number_height } = self.sizes;
        let radius = smallest + share * (largest - smallest);
        let per_cent = format!("{:.0}", 100.0 * value);
        let ink = self.palette.ink;
        let disc = Element::circle(at, radius).fill(self.palette.paper).stroke(ink, 0.03 * largest);
        let number = self
            .sizes
            .has_number(radius)
            .then(|| label::centred(&per_cent, at, number_height, ink));
        let ring = best.then(|| {
            let ring = Element::circle(at, 1.16 * largest).fill("none");
            ring.stroke(ink, 0.2 * largest)
        });
        let best = if best { ", the best" } else { "" };
        Element::new("g")
            .with("data-value", &per_cent)
            .title(format!("{place}: {per_cent} %{best}"))
            .children([disc].into_iter().chain(number).chain(ring))
    }
}
