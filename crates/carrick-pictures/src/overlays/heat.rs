//! Heat map: the value of a turn at each place, drawn over a board.

use std::collections::BTreeMap;

use carrick_games::percent;

use crate::Style;
use crate::drawing::element::Element;
use crate::drawing::label;
use crate::drawing::palette::Palette;
use crate::drawing::picture::{Picture, Pictured};
use crate::drawing::plane::{At, Bounds};

/// Heat map: values of turns, by the name of their place. A turn without a place, such as `swap`,
/// is listed by its own name, and is shown below the board.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Heat {
    /// Values from 0 to 1. A place without a legal turn has none.
    pub values: BTreeMap<String, f32>,
    /// The best turn, by its place or its own name. Others may have as high a value: a search
    /// prefers turns that it visited often.
    pub best: Option<String>,
}

/// Radii of the spots of a heat map.
struct Sizes {
    /// Radius for the highest value, and for the lowest.
    largest: f64,
    smallest: f64,
    number_height: f64,
}

impl Sizes {
    const fn of<B: Pictured>() -> Self {
        let unit = B::UNIT;
        Self { largest: 0.46 * unit, smallest: B::SMALLEST_SPOT * unit, number_height: 0.26 * unit }
    }

    /// Whether a number fits on a spot.
    fn has_number(&self, radius: f64) -> bool {
        radius >= 1.04 * self.number_height
    }
}

/// Draws a spot on every place with a value, and writes the other values below the board. Sizes
/// span the range from the lowest to the highest value, so that small differences show; the
/// numbers are in percent.
pub(crate) fn lay<B: Pictured>(picture: &mut Picture, heat: &Heat, style: &Style) {
    let drawing = Drawing { sizes: Sizes::of::<B>(), palette: Palette::of(style.theme) };
    let is_best = |name: &str| heat.best.as_deref() == Some(name);
    let on_board = picture
        .places
        .iter()
        .filter_map(|(place, at)| Some((place.as_str(), *at, *heat.values.get(place)?)));
    let on_board: Vec<_> = on_board.collect();
    let values = || on_board.iter().map(|&(.., value)| value);
    let (least, most) = (values().fold(1.0, f32::min), values().fold(0.0, f32::max));
    let range = f64::from((most - least).max(0.01));
    let mut layer: Vec<_> = on_board
        .iter()
        .map(|&(place, at, value)| {
            // Most turns are nearly equally good; squaring separates the best.
            let share = (f64::from(value - least) / range).powi(2);
            drawing.spot(place, at, value, share, is_best(place))
        })
        .collect();
    let has_place = |name: &str| on_board.iter().any(|&(place, ..)| place == name);
    for (turn, &value) in heat.values.iter().filter(|(name, _)| !has_place(name)) {
        let said = said(turn, value, is_best(turn));
        layer.push(drawing.beneath(&said, value, &mut picture.bounds));
    }
    picture.layers.push(Element::group(layer).with("pointer-events", "none"));
}

/// A value in words, for readers who cannot see sizes and rings.
fn said(name: &str, value: f32, best: bool) -> String {
    format!("{name}: {}{}", percent(value), if best { ", the best" } else { "" })
}

/// The number on a spot, from 1 to 99: nothing is called certain here either.
fn number(value: f32) -> String {
    format!("{:.0}", (100.0 * value).clamp(1.0, 99.0))
}

struct Drawing {
    sizes: Sizes,
    palette: &'static Palette,
}

impl Drawing {
    fn spot(&self, place: &str, at: At, value: f32, share: f64, best: bool) -> Element {
        let Sizes { largest, smallest, number_height } = self.sizes;
        let radius = smallest + share * (largest - smallest);
        let number = number(value);
        let ink = self.palette.ink;
        let disc = Element::circle(at, radius).fill(self.palette.paper).stroke(ink, 0.03 * largest);
        let written =
            self.sizes.has_number(radius).then(|| label::centred(&number, at, number_height, ink));
        let ring = best.then(|| {
            let ring = Element::circle(at, 1.16 * largest).fill("none");
            ring.stroke(ink, 0.2 * largest)
        });
        Element::new("g")
            .with("data-value", number.clone())
            .title(said(place, value, best))
            .children([disc].into_iter().chain(written).chain(ring))
    }

    /// Adds a line of text below everything else, and extends the bounds.
    fn beneath(&self, said: &str, value: f32, bounds: &mut Bounds) -> Element {
        let height = 1.2 * self.sizes.number_height;
        let middle = 0.5 * (bounds.least.x + bounds.most.x);
        let half = 0.5 * label::width(said, height) + height;
        let at = At::new(middle, bounds.most.y + 0.8 * height);
        bounds.least.x = bounds.least.x.min(middle - half);
        bounds.most = At::new(bounds.most.x.max(middle + half), bounds.most.y + 2.3 * height);
        Element::new("g").with("data-value", number(value)).title(said).child(label::centred(
            said,
            at,
            height,
            self.palette.ink,
        ))
    }
}
