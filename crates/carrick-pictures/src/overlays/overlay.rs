//! Overlay: sizes of groups.

use std::borrow::Cow;

use carrick_games::Colour;

use crate::drawing::element::Element;
use crate::drawing::label;
use crate::drawing::palette::{Cube, NUMBERS, Palette};
use crate::drawing::plane::At;
use crate::shapes::cubes::PLATE;

/// Radius of a badge, as a share of the distance between neighbours.
const BADGE: f64 = 0.29;

/// Highest level of which cubes have a tone of their own: badges have the brightest.
const BRIGHTEST: u8 = 3;

/// A group with a badge: whose it is, its size, and where its members are.
#[derive(Debug)]
pub(crate) struct Sized {
    pub(crate) colour: Colour,
    pub(crate) size: usize,
    pub(crate) members: Vec<At>,
}

/// Ground of the badges of both colours, by [`Colour::index`].
pub(crate) type Grounds = [Cow<'static, str>; 2];

/// Badges in the colours of stones.
pub(crate) fn of_stones(palette: &Palette) -> Grounds {
    Colour::BOTH.map(|colour| palette.stone(colour).fill.into())
}

/// Badges in the colours of cubes, or of their paint.
pub(crate) fn of_cubes(cubes: fn(Colour) -> &'static Cube) -> Grounds {
    Colour::BOTH.map(|colour| cubes(colour).face(1, BRIGHTEST).into())
}

/// A badge for every group of two or more: its size in the group's colour, near the middle of its
/// members, and where it hides none of the `taken` places, which bear names, and no other badge.
/// `unit` is the distance between neighbours.
pub(crate) fn sizes(groups: &[Sized], taken: &[At], unit: f64, grounds: &Grounds) -> Element {
    let mut badges: Vec<At> = Vec::new();
    let mut shown = Vec::new();
    for group in groups.iter().filter(|group| group.size > 1) {
        let is_free = |at: &At| {
            let far = |from: &At, radii: f64| (*at - *from).length() > radii * unit;
            taken.iter().all(|name| far(name, BADGE + PLATE))
                && badges.iter().all(|other| far(other, 2.0 * BADGE))
        };
        let places = candidates(&group.members, unit);
        let Some(&at) = places.iter().find(|at| is_free(at)).or_else(|| places.first()) else {
            continue;
        };
        badges.push(at);
        shown.push(badge(group, at, unit, grounds));
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

fn badge(group: &Sized, at: At, unit: f64, grounds: &Grounds) -> Element {
    let size = group.size.to_string();
    let ink = NUMBERS[group.colour.index()];
    let ground = grounds[group.colour.index()].clone();
    let disc = Element::circle(at, BADGE * unit).fill(ground).stroke(ink, 0.04 * unit);
    let number = label::centred(&size, at, 0.24 * unit, ink);
    Element::group([disc, number]).with("data-size", size)
}
