//! Overlay: sizes of groups.

use crate::drawing::element::Element;
use crate::drawing::label;
use crate::drawing::palette::Palette;
use crate::drawing::plane::At;
use crate::shapes::cubes::PLATE;

/// Radius of a badge, as a share of the distance between neighbours.
const BADGE: f64 = 0.29;

/// A badge for every group of two or more: its size, near the middle of its members, and where it
/// hides none of the `taken` places, which bear names, and no other badge. `unit` is the distance
/// between neighbours.
pub(crate) fn sizes(
    groups: &[(usize, Vec<At>)],
    taken: &[At],
    unit: f64,
    palette: &Palette,
) -> Element {
    let mut badges: Vec<At> = Vec::new();
    let mut shown = Vec::new();
    for (size, members) in groups.iter().filter(|(size, _)| *size > 1) {
        let is_free = |at: &At| {
            let far = |from: &At, radii: f64| (*at - *from).length() > radii * unit;
            taken.iter().all(|name| far(name, BADGE + PLATE))
                && badges.iter().all(|other| far(other, 2.0 * BADGE))
        };
        let places = candidates(members, unit);
        let Some(&at) = places.iter().find(|at| is_free(at)).or_else(|| places.first()) else {
            continue;
        };
        badges.push(at);
        shown.push(badge(*size, at, unit, palette));
    }
    Element::group(shown).with("pointer-events", "none")
}

/// Places for a group's badge, the best first: on its members, then between two of them, each by
/// distance from the middle of all.
fn candidates(members: &[At], unit: f64) -> Vec<At> {
    let share = 1.0 / members.len().max(1) as f64;
    let middle = members.iter().fold(At::default(), |sum, &at| sum + at * share);
    let far = |at: &At| (*at - middle).length();
    let nearest_first = |places: &mut Vec<At>| {
        places.sort_by(|one, other| far(one).total_cmp(&far(other)));
    };
    let mut on = members.to_vec();
    nearest_first(&mut on);
    let mut between: Vec<At> = members
        .iter()
        .enumerate()
        .flat_map(|(index, &one)| members[index + 1..].iter().map(move |&other| (one, other)))
        .filter(|&(one, other)| (one - other).length() < 1.8 * unit)
        .map(|(one, other)| (one + other) * 0.5)
        .collect();
    nearest_first(&mut between);
    on.extend(between);
    on
}

fn badge(size: usize, at: At, unit: f64, palette: &Palette) -> Element {
    let disc =
        Element::circle(at, BADGE * unit).fill(palette.paper).stroke(palette.ink, 0.04 * unit);
    let number = label::centred(&size.to_string(), at, 0.24 * unit, palette.ink);
    Element::group([disc, number]).with("data-size", size.to_string())
}
