//! Overlay: sizes of groups.

use crate::drawing::element::Element;
use crate::drawing::label;
use crate::drawing::palette::Palette;
use crate::drawing::plane::At;

/// A badge for every group of two or more: its size, on the member nearest to their middle. `unit`
/// is the distance between neighbours.
pub(crate) fn sizes(groups: &[(usize, Vec<At>)], unit: f64, palette: &Palette) -> Element {
    let badges = groups.iter().filter(|(size, _)| *size > 1).filter_map(|(size, members)| {
        let share = 1.0 / members.len().max(1) as f64;
        let middle = members.iter().fold(At::default(), |sum, &at| sum + at * share);
        let far = |at: &At| (*at - middle).length();
        let at = members.iter().copied().min_by(|one, other| far(one).total_cmp(&far(other)))?;
        Some(badge(*size, at, unit, palette))
    });
    Element::group(badges.collect::<Vec<_>>()).with("pointer-events", "none")
}

fn badge(size: usize, at: At, unit: f64, palette: &Palette) -> Element {
    let disc =
        Element::circle(at, 0.29 * unit).fill(palette.paper).stroke(palette.ink, 0.04 * unit);
    let number = label::centred(&size.to_string(), at, 0.24 * unit, palette.ink);
    Element::group([disc, number]).with("data-size", size.to_string())
}
