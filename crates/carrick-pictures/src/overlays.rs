//! Layers over a board: links, outlines of groups, heat maps, ownership maps, exact values.

use std::borrow::Cow;
use std::collections::BTreeMap;

use carrick_games::ankor::Board;
use carrick_games::cubes::{CellId, Cells};
use carrick_games::{Colour, GameKind, percent};

use crate::drawing::label;
use crate::drawing::palette::{Cube, LINKS, MarkStroke, NUMBERS, Palette};
use crate::drawing::picture::{
    BoundingBox, Element, Num, Picture, Pictured, Vector, nearest, polyline,
};
use crate::shapes::cubes::{Arc, EDGE, PLATE, ProjectedFace, Projection, unit};
use crate::shapes::stones::{self, SPACING};
use crate::{LinkStyles, Style};

// Overlay: sizes of groups.

/// Radius of a badge, as a share of the distance between neighbours.
const BADGE: f64 = 0.29;

/// Highest level with a separate tone for cubes; badges have this tone, the brightest.
const BRIGHTEST: u8 = 3;

/// A group with a badge: its colour and size, and the positions of its members.
#[derive(Debug)]
pub(crate) struct SizedGroup {
    pub(crate) colour: Colour,
    pub(crate) size: usize,
    pub(crate) members: Vec<Vector>,
}

/// Background colours of the badges of both colours, by [`Colour::index`].
pub(crate) type Grounds = [Cow<'static, str>; 2];

/// Badges in the colours of stones.
pub(crate) fn of_stones(palette: &Palette) -> Grounds {
    Colour::BOTH.map(|colour| palette.stone(colour).fill.into())
}

/// Badges in the colours of cubes, or of their paint.
pub(crate) fn of_cubes(cubes: fn(Colour) -> &'static Cube) -> Grounds {
    Colour::BOTH.map(|colour| cubes(colour).face(1, BRIGHTEST).into())
}

/// A badge for every group of two or more. It shows the group's size in its colour, near the middle
/// of its members, without covering another badge or one of the `taken` places, which show names.
/// `unit` is the distance between neighbours.
pub(crate) fn sizes(
    groups: &[SizedGroup],
    taken: &[Vector],
    unit: f64,
    grounds: &Grounds,
) -> Element {
    let mut badges: Vec<Vector> = Vec::new();
    let mut shown = Vec::new();
    for group in groups.iter().filter(|group| group.size > 1) {
        let is_free = |at: &Vector| {
            let far = |from: &Vector, radii: f64| (*at - *from).length() > radii * unit;
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

/// Positions for a group's badge, best first: on its members, then between two of them, each by
/// distance from the middle of all members.
fn candidates(members: &[Vector], unit: f64) -> Vec<Vector> {
    let share = 1.0 / members.len().max(1) as f64;
    let middle = members.iter().fold(Vector::default(), |sum, &at| sum + at * share);
    let far = |at: &Vector| (*at - middle).length();
    let nearest_first = |places: &mut Vec<Vector>| {
        places.sort_by(|one, other| far(one).total_cmp(&far(other)));
    };
    let mut on = members.to_vec();
    nearest_first(&mut on);
    let mut between: Vec<Vector> = members
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

fn badge(group: &SizedGroup, at: Vector, unit: f64, grounds: &Grounds) -> Element {
    let size = group.size.to_string();
    let ink = NUMBERS[group.colour.index()];
    let ground = grounds[group.colour.index()].clone();
    let disc = Element::circle(at, BADGE * unit).fill(ground).stroke(ink, 0.04 * unit);
    let number = label::centred(&size, at, 0.24 * unit, ink);
    Element::group([disc, number]).with("data-size", size)
}

// Heat map: the value of the turn at each place, drawn over a board.

/// Heat map: values of turns, by the name of their place. Turns without a place, such as `swap`,
/// are included under their own names, and are shown below the board.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Heat {
    /// Values from 0 to 1. Places without a legal turn have none.
    pub values: BTreeMap<String, f32>,
    /// The best turn, by its place or its own name. Other turns may have the same value or a higher
    /// one, because a search prefers turns that it visited often.
    pub best: Option<String>,
}

/// Radii of the spots of a heat map.
struct SpotRadii {
    /// Radius for the highest value; the next is for the lowest.
    largest: f64,
    smallest: f64,
    number_height: f64,
}

impl SpotRadii {
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
/// span the range from the lowest to the highest value, so that small differences are visible; the
/// numbers are in percent.
pub(crate) fn lay_heat<B: Pictured>(picture: &mut Picture, heat: &Heat, style: &Style) {
    let drawing = HeatDrawing { sizes: SpotRadii::of::<B>(), palette: Palette::of(style.theme) };
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
            // Most turns are almost equally good; squaring makes the best stand out.
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

/// A value in words, for readers who can't see sizes and rings.
fn said(name: &str, value: f32, best: bool) -> String {
    format!("{name}: {}{}", percent(value), if best { ", the best" } else { "" })
}

/// The number on a spot, from 1 to 99: an estimate is never shown as certain.
fn number(value: f32) -> String {
    format!("{:.0}", (100.0 * value).clamp(1.0, 99.0))
}

struct HeatDrawing {
    sizes: SpotRadii,
    palette: &'static Palette,
}

impl HeatDrawing {
    fn spot(&self, place: &str, at: Vector, value: f32, share: f64, best: bool) -> Element {
        let SpotRadii { largest, smallest, number_height } = self.sizes;
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
    fn beneath(&self, said: &str, value: f32, bounds: &mut BoundingBox) -> Element {
        let height = 1.2 * self.sizes.number_height;
        let middle = 0.5 * (bounds.least.x + bounds.most.x);
        let half = 0.5 * label::width(said, height) + height;
        let at = Vector::new(middle, bounds.most.y + 0.8 * height);
        bounds.least.x = bounds.least.x.min(middle - half);
        bounds.most = Vector::new(bounds.most.x.max(middle + half), bounds.most.y + 2.3 * height);
        Element::new("g").with("data-value", number(value)).title(said).child(label::centred(
            said,
            at,
            height,
            self.palette.ink,
        ))
    }
}

// Overlay: Ankor's three kinds of link. Each has a colour and a style of line.

/// The chosen links of the given cubes; `None` if there are none to draw.
pub(crate) fn link_layer(
    board: &Board,
    view: &Projection,
    cubes: &[CellId],
    links: LinkStyles,
) -> Option<Element> {
    let drawing = LinkDrawing { board, view, cubes };
    let [connected, adjacent, tips] = LINKS;
    let kinds = [
        (links.adjacent, "adjacent", drawing.between(Board::adjacent_to), adjacent, true),
        (links.connected, "connected", drawing.between(Board::connected_to), connected, false),
        (links.tips, "tip", drawing.tips(), tips, false),
    ];
    let asked = kinds.into_iter().filter(|(asked, _, data, ..)| *asked && !data.is_empty());
    let layers: Vec<Element> =
        asked.map(|(_, name, data, mark, broken)| lines(name, &data, mark, broken)).collect();
    (!layers.is_empty()).then(|| Element::group(layers).with("pointer-events", "none"))
}

struct LinkDrawing<'a> {
    board: &'a Board,
    view: &'a Projection,
    cubes: &'a [CellId],
}

impl LinkDrawing<'_> {
    /// A line between any two linked cubes.
    fn between(&self, linked: fn(&Board, CellId) -> Cells) -> String {
        let mut data = String::new();
        for &id in self.cubes {
            let others = linked(self.board, id).iter().map(CellId::from_index);
            for other in others.filter(|other| *other > id && self.cubes.contains(other)) {
                data.push_str(&polyline(&[self.view.middle(id), self.view.middle(other)]));
            }
        }
        data
    }

    /// An arrow from every cube to each side that it touches.
    fn tips(&self) -> String {
        let mut data = String::new();
        for &id in self.cubes {
            let touches = self.board.touches(id);
            for side in (0..3).filter(|&side| touches[side]) {
                data.push_str(&self.arrow(self.view.middle(id), side));
            }
        }
        data
    }

    /// An arrow towards the side whose points have the coordinate 0 on an axis.
    fn arrow(&self, from: Vector, axis: usize) -> String {
        let ahead = self.view.at(unit(axis)) * -1.0;
        let across = Vector::new(-ahead.y, ahead.x);
        let tip = from + ahead * 0.85;
        let wing = |side: f64| tip + ahead * -0.24 + across * (side * 0.2);
        polyline(&[from, tip]) + &polyline(&[wing(-1.0), tip, wing(1.0)])
    }
}

fn lines(name: &'static str, data: &str, mark: MarkStroke, broken: bool) -> Element {
    let dashes = broken.then(|| format!("{} {}", Num(0.03 * EDGE), Num(0.2 * EDGE)));
    Element::group([
        Element::path(data.to_owned()).line(mark.casing, 0.19 * EDGE),
        Element::path(data.to_owned())
            .line(mark.core, 0.1 * EDGE)
            .with_some("stroke-dasharray", dashes),
    ])
    .with("data-link", name)
}

// Outlines of groups in the cube games, as path data.
//
// The visible part of a group is a set of pieces: faces in Ankor, painted parts of faces in Boche.
// The edges of all pieces run in the same direction of rotation. So an edge between two pieces of a
// group occurs in both directions and cancels out; the remaining edges form closed lines.

/// Grid units for comparing positions: fine enough to tell corners apart, and chosen so that no
/// corner is halfway between two grid points.
const PER_UNIT: f64 = 8.0;

/// A position on the grid for comparing.
type Key = [i64; 2];

/// Edges of pieces, by start and end. Arcs never cancel out, because there is always another group
/// behind them.
#[derive(Debug, Default)]
pub(crate) struct Outline {
    edges: BTreeMap<Key, Vec<RegionEdge>>,
}

#[derive(Debug)]
struct RegionEdge {
    from: Vector,
    to: Vector,
    arc: Option<Arc>,
}

impl Outline {
    /// Adds a whole face.
    pub(crate) fn add_face(&mut self, face: &ProjectedFace) {
        for at in 0..4 {
            self.line(face.corners[at], face.corners[(at + 1) % 4]);
        }
    }

    /// Adds the quarter of a disc around a corner of a face.
    pub(crate) fn add_quarter(&mut self, face: &ProjectedFace, corner: usize) {
        let (at, arc) = (face.corners[corner], face.arc(corner));
        let [from, to] = arc.ends;
        self.line(at, from);
        self.push(RegionEdge { from, to, arc: Some(arc) });
        self.line(to, at);
    }

    /// Adds the band of a face that joins a corner, 0 or 1, to the opposite one.
    pub(crate) fn add_band(&mut self, face: &ProjectedFace, corner: usize) {
        for first in [corner, corner + 2] {
            let arc = face.arc((first + 1) % 4).reversed();
            let [from, to] = arc.ends;
            self.line(face.corners[first], from);
            self.push(RegionEdge { from, to, arc: Some(arc) });
            self.line(to, face.corners[(first + 2) % 4]);
        }
    }

    fn line(&mut self, from: Vector, to: Vector) {
        let back = self.edges.get_mut(&key(to));
        let twin = back.and_then(|edges| {
            let at =
                edges.iter().position(|edge| edge.arc.is_none() && key(edge.to) == key(from))?;
            Some(edges.swap_remove(at))
        });
        if twin.is_none() {
            self.push(RegionEdge { from, to, arc: None });
        }
    }

    fn push(&mut self, edge: RegionEdge) {
        self.edges.entry(key(edge.from)).or_default().push(edge);
    }

    /// Path data of the closed lines.
    pub(crate) fn into_path(mut self) -> String {
        let mut data = String::new();
        while let Some(mut edges) = self.edges.first_entry() {
            let Some(first) = edges.get_mut().pop() else {
                edges.remove();
                continue;
            };
            data.push('M');
            first.from.write_to(&mut data);
            let mut next = Some(first);
            while let Some(edge) = next {
                match &edge.arc {
                    Some(arc) => arc.write_curve(&mut data),
                    None => {
                        data.push('L');
                        edge.to.write_to(&mut data);
                    }
                }
                next = self.edges.get_mut(&key(edge.to)).and_then(Vec::pop);
            }
            data.push('Z');
        }
        data
    }
}

fn key(at: Vector) -> Key {
    [at.x, at.y].map(|place| nearest(place * PER_UNIT))
}

// Ownership map of Anchor: the likely owner of each point, drawn over a board.

/// Ownership map: the probability that each point belongs to Black at the end of the game.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct OwnershipOverlay {
    /// Probability from 0 (certainly White's) to 1 (certainly Black's), by the names of the points.
    pub black: BTreeMap<String, f32>,
    /// Whether the points show the probability as a number, in percent.
    pub numbers: bool,
}

/// Half the width of the smallest and the largest tile: on an undecided and on a certain point.
const LEAST: f64 = 0.08 * SPACING;
const MOST: f64 = 0.27 * SPACING;

/// Half the width of a tile with a number.
const NUMBERED: f64 = 0.32 * SPACING;

const LEGEND_HEIGHT: f64 = 0.28 * SPACING;

/// Tiles on the points that may become territory, larger for higher probabilities: a plus for
/// Black, a minus for White. A stone that is likely to live has a tile only if numbers are shown.
pub(crate) fn ownership_layer(
    points: impl Iterator<Item = (String, Vector, Option<Colour>)>,
    ownership: &OwnershipOverlay,
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
fn numbered(owner: Colour, per_cent: &str, at: Vector, palette: &Palette) -> [Element; 2] {
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
pub(crate) fn legend(bounds: BoundingBox, numbers: bool, style: &Style) -> (Element, f64) {
    let palette = Palette::of(style.theme);
    let mut at = Vector::new(bounds.least.x + 0.6 * SPACING, bounds.most.y + 0.3 * SPACING);
    let how = if numbers { "in %" } else { "the larger, the likelier" };
    let mut parts = Vec::new();
    for colour in [Colour::Dark, Colour::Light] {
        let name = GameKind::Anchor.colour_name(colour);
        let text = match colour {
            Colour::Dark => format!("likely {name}'s"),
            Colour::Light => format!("likely {name}'s: {how}"),
        };
        parts.extend(stones::signed_tile(colour, at, MOST, palette));
        let start = at + Vector::new(0.45 * SPACING, 0.0);
        let room = bounds.most.x - start.x - 0.2 * SPACING;
        let height = LEGEND_HEIGHT * (room / label::width(&text, LEGEND_HEIGHT)).min(1.0);
        parts.push(label::left(&text, start, height, palette.ink));
        at.y += 0.7 * SPACING;
    }
    (Element::group(parts), at.y)
}

// Map of exact values: which turns win, draw or lose.

/// Result of a turn for the player who plays it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum TurnResult {
    /// The turn loses.
    Loss,
    /// The turn draws.
    Draw,
    /// The turn wins.
    Win,
}

impl TurnResult {
    const fn word(self) -> &'static str {
        match self {
            Self::Win => "wins",
            Self::Draw => "draws",
            Self::Loss => "loses",
        }
    }

    /// Colours of the disc and of the text on it. They also differ in lightness.
    const fn colours(self) -> [&'static str; 2] {
        match self {
            Self::Win => ["#0b6e4f", "#ffffff"],
            Self::Draw => ["#f2d479", "#111111"],
            Self::Loss => ["#ffffff", "#8c1c13"],
        }
    }
}

/// Values of turns by the name of their place: the result, and a short text such as a number of
/// turns. Wins have a plus before the text, losses a minus, draws an equals sign.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Verdicts(pub BTreeMap<String, (TurnResult, String)>);

/// Draws a disc on every place with a value.
pub(crate) fn lay_verdicts<B: Pictured>(picture: &mut Picture, verdicts: &Verdicts, style: &Style) {
    let edge = Palette::of(style.theme).ink;
    let (radius, height) = (0.4 * B::UNIT, 0.26 * B::UNIT);
    let discs = picture.places.iter().filter_map(|(place, at)| {
        let (verdict, text) = verdicts.0.get(place.as_str())?;
        let [fill, ink] = verdict.colours();
        let sign = match verdict {
            TurnResult::Win => "+",
            TurnResult::Draw => "=",
            TurnResult::Loss => "-",
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
