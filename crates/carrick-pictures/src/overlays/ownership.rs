//! Ownership map of Anchor: the likely owner of each point, drawn over a board.

use std::collections::BTreeMap;

use carrick_games::{Colour, GameKind};

use crate::Style;
use crate::drawing::element::Element;
use crate::drawing::label;
use crate::drawing::palette::Palette;
use crate::drawing::plane::{At, Bounds};
use crate::shapes::stones::{self, SPACING};

/// Ownership map: the probability that each point is Black's at the end of the game.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Ownership {
    /// Probability from 0 (White's for certain) to 1 (Black's), by the names of the points.
    pub black: BTreeMap<String, f32>,
    /// Whether the points show it as a number, in percent.
    pub numbers: bool,
}

/// Half the width of the smallest and the largest tile: on an undecided and on a certain point.
const LEAST: f64 = 0.08 * SPACING;
const MOST: f64 = 0.27 * SPACING;

/// Half the width of a tile with a number.
const NUMBERED: f64 = 0.32 * SPACING;

const LEGEND_HEIGHT: f64 = 0.28 * SPACING;

/// Tiles on the points that may become somebody's, larger for higher probabilities: a plus for
/// Black, a minus for White, like territory. A stone that is likely to live has a tile only for
/// its number.
pub(crate) fn layer(
    points: impl Iterator<Item = (String, At, Option<Colour>)>,
    ownership: &Ownership,
    style: &Style,
) -> Element {
    let palette = Palette::of(style.theme);
    let tiles = points.filter_map(|(name, at, stone)| {
        let black = *ownership.black.get(&name)?;
        let owner = if black >= 0.5 { Colour::Dark } else { Colour::Light };
        let share = f64::from(black.max(1.0 - black));
        let per_cent = format!("{:.0}", 100.0 * share);
        let owner_name = GameKind::Anchor.colour_name(owner);
        let tile = Element::new("g")
            .with("data-owned", per_cent.clone())
            .title(format!("{name}: {owner_name}'s with {per_cent} %"));
        Some(if ownership.numbers {
            tile.children(numbered(owner, &per_cent, at, palette))
        } else if stone == Some(owner) {
            tile
        } else {
            let half = LEAST + (2.0 * share - 1.0) * (MOST - LEAST);
            tile.children(stones::signed_tile(owner, at, half, palette))
        })
    });
    Element::group(tiles.collect::<Vec<_>>()).with("pointer-events", "none")
}

/// A tile with a number; its sign shows the owner, as on the other tiles.
fn numbered(owner: Colour, per_cent: &str, at: At, palette: &Palette) -> [Element; 2] {
    let sign = match owner {
        Colour::Dark => '+',
        Colour::Light => '-',
    };
    let text = format!("{sign}{per_cent}");
    let height = 0.26 * SPACING;
    let fits = (1.85 * NUMBERED / label::width(&text, height)).min(1.0);
    let glyph = palette.stone(owner).glyph;
    let number = label::centred(&text, at, fits * height, glyph);
    [stones::tile(owner, at, NUMBERED, palette), number]
}

/// Legend of the tiles, below the board, and its lower edge.
pub(crate) fn legend(bounds: Bounds, numbers: bool, style: &Style) -> (Element, f64) {
    let palette = Palette::of(style.theme);
    let mut at = At::new(bounds.least.x + 0.6 * SPACING, bounds.most.y + 0.3 * SPACING);
    let how = if numbers { "in per cent" } else { "the larger, the likelier" };
    let mut parts = Vec::new();
    for colour in [Colour::Dark, Colour::Light] {
        let name = GameKind::Anchor.colour_name(colour);
        let text = match colour {
            Colour::Dark => format!("likely {name}'s"),
            Colour::Light => format!("likely {name}'s: {how}"),
        };
        parts.extend(stones::signed_tile(colour, at, MOST, palette));
        let start = at + At::new(0.45 * SPACING, 0.0);
        let room = bounds.most.x - start.x - 0.2 * SPACING;
        let height = LEGEND_HEIGHT * (room / label::width(&text, LEGEND_HEIGHT)).min(1.0);
        parts.push(label::left(&text, start, height, palette.ink));
        at.y += 0.7 * SPACING;
    }
    (Element::group(parts), at.y)
}
