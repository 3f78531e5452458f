//! Map of exact values: which turns win, draw or lose.

use std::collections::BTreeMap;

use crate::Style;
use crate::drawing::element::Element;
use crate::drawing::label;
use crate::drawing::palette::Palette;
use crate::drawing::picture::{Picture, Pictured};

/// Result of a turn to the player who plays it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// The turn loses.
    Loss,
    /// The turn draws.
    Draw,
    /// The turn wins.
    Win,
}

impl Verdict {
    const fn word(self) -> &'static str {
        match self {
            Self::Win => "wins",
            Self::Draw => "draws",
            Self::Loss => "loses",
        }
    }

    /// Colours of the disc and of what stands on it. They differ in lightness too.
    const fn colours(self) -> [&'static str; 2] {
        match self {
            Self::Win => ["#0b6e4f", "#ffffff"],
            Self::Draw => ["#f2d479", "#111111"],
            Self::Loss => ["#ffffff", "#8c1c13"],
        }
    }
}

/// Values of turns by the name of their place: the result, and a short text such as a number of
/// turns. A win has a plus before it, a loss a minus, a draw an equals sign.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Verdicts(pub BTreeMap<String, (Verdict, String)>);

/// Draws a disc on every place with a value.
pub(crate) fn lay<B: Pictured>(picture: &mut Picture, verdicts: &Verdicts, style: &Style) {
    let edge = Palette::of(style.theme).ink;
    let (radius, height) = (0.4 * B::UNIT, 0.26 * B::UNIT);
    let discs = picture.places.iter().filter_map(|(place, at)| {
        let (verdict, text) = verdicts.0.get(place.as_str())?;
        let [fill, ink] = verdict.colours();
        let sign = match verdict {
            Verdict::Win => "+",
            Verdict::Draw => "=",
            Verdict::Loss => "-",
        };
        let shown = format!("{sign}{text}");
        let disc = Element::circle(*at, radius).fill(fill).stroke(edge, 0.03 * B::UNIT);
        let said = format!("{place} {} {text}", verdict.word());
        let group =
            Element::new("g").with("data-value", shown.clone()).title(said.trim_end().to_owned());
        Some(group.child(disc).child(label::centred(&shown, *at, height, ink)))
    });
    let layer: Vec<_> = discs.collect();
    picture.layers.push(Element::group(layer).with("pointer-events", "none"));
}
