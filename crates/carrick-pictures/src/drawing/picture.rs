//! The SVG document of a board.

use std::borrow::Cow;
use std::fmt::{self, Display};
use std::ops::{Add, Mul, Sub};

use carrick_games::{AnyGame, Board, Game};

use crate::drawing::annotation::GroupShape;
use crate::drawing::palette::Palette;
use crate::{Style, Theme};

/// A game whose positions can be drawn.
pub(crate) trait Pictured: Board {
    /// The distance between neighbouring points, or the length of a cube's edge.
    const UNIT: f64;

    /// The radius of the smallest spots of a heat map, as a share of the unit.
    const SMALLEST_SPOT: f64 = 0.2;

    /// Draws a position.
    fn picture(game: &Game<Self>, style: &Style) -> Picture;

    /// Outlines of the groups of cubes, in the order of the board's groups; empty in games without
    /// cubes.
    fn outlines(_game: &Game<Self>, _style: &Style) -> Vec<String> {
        Vec::new()
    }

    /// Positions at which a place is shown: two for a rim point of Antipod; empty if the board has
    /// no such place.
    fn sites(game: &Game<Self>, style: &Style, place: &str) -> Vec<Vector>;

    /// The group that is visible at a place.
    fn group_at(game: &Game<Self>, style: &Style, place: &str) -> Option<GroupShape>;
}

/// A board that has been drawn.
pub(crate) struct Picture {
    /// Visible part of the plane.
    pub(crate) bounds: BoundingBox,
    /// Elements, lowest first.
    pub(crate) layers: Vec<Element>,
    /// Positions of the places where a turn may be played, with their names in turns.
    pub(crate) places: Vec<(String, Vector)>,
}

impl Picture {
    /// Elements that show a place, lowest first.
    pub(crate) fn spots(&self) -> Vec<Spot> {
        let standings = self.layers.iter().flat_map(Element::standings);
        standings.filter_map(|(element, at)| Spot::of(element, at)).collect()
    }

    /// Finishes the SVG document.
    pub(crate) fn finish(self, game: &AnyGame, style: &Style) -> String {
        let document = self.document(style).title(title(game)).description(description(game));
        written(document.children(self.contents(style)))
    }

    /// Finishes the SVG document for an `<img>`, where places can't be selected and titles aren't
    /// read: without ids, names and titles of places.
    pub(crate) fn finish_small(mut self, style: &Style) -> String {
        let layers = std::mem::take(&mut self.layers);
        self.layers = layers.into_iter().map(Element::anonymous).collect();
        written(self.document(style).children(self.contents(style)))
    }

    /// The root element of the document, without contents.
    fn document(&self, style: &Style) -> Element {
        let size = self.bounds.size();
        let view_box = format!("{} {} {}", self.bounds.least, Num(size.x), Num(size.y));
        Element::new("svg")
            .with("xmlns", "http://www.w3.org/2000/svg")
            .with("viewBox", view_box)
            .with("role", "img")
            .with("data-theme", theme_name(style.theme))
    }

    /// The background and the drawing on it.
    fn contents(self, style: &Style) -> impl Iterator<Item = Element> {
        let (least, size) = (self.bounds.least, self.bounds.size());
        let paper = Element::new("rect")
            .with("x", Num(least.x))
            .with("y", Num(least.y))
            .with("width", Num(size.x))
            .with("height", Num(size.y))
            .fill(Palette::of(style.theme).paper);
        std::iter::once(paper).chain(self.layers)
    }
}

/// The text of a document.
fn written(document: Element) -> String {
    let mut text = String::new();
    document.write_to(&mut text);
    text.push('\n');
    text
}

const fn theme_name(theme: Theme) -> &'static str {
    match theme {
        Theme::Light => "light",
        Theme::Dark => "dark",
        Theme::Page => "page",
    }
}

/// Title: the game, its options, and the player to move or the result.
fn title(game: &AnyGame) -> String {
    let kind = game.kind();
    let state = match (game.outcome(), game.colour_to_move()) {
        (Some(outcome), _) => outcome.sentence(kind).to_string(),
        (None, Some(colour)) => format!("{} to move", kind.colour_name(colour)),
        (None, None) => String::new(),
    };
    format!("{} {}: {state}", kind.title(), game.options())
}

/// Description: progress of the game, and every occupied place.
fn description(game: &AnyGame) -> String {
    let turns = match game.ply() {
        0 => "Before the first turn.".to_owned(),
        1 => "After one turn".to_owned(),
        ply => format!("After {ply} turns"),
    };
    let last = game.last_turn().map_or_else(String::new, |turn| format!("; the last was {turn}."));
    let cells = game.cells();
    let occupied = if cells.is_empty() {
        "The board is empty.".to_owned()
    } else {
        format!("Occupied: {}.", cells.join(" "))
    };
    format!("{turns}{last} {occupied}")
}

// SVG elements, which always make well-formed documents.

/// Value of an attribute; most are constants and need no allocation.
pub(crate) type AttributeValue = Cow<'static, str>;

/// An SVG element with its attributes and children.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Element {
    name: &'static str,
    attributes: Vec<(&'static str, AttributeValue)>,
    text: String,
    children: Vec<Element>,
    /// Position of the hole, spot, cube or point that the element shows, if it shows one.
    stands: Option<Vector>,
}

impl Element {
    pub(crate) const fn new(name: &'static str) -> Self {
        Self {
            name,
            attributes: Vec::new(),
            text: String::new(),
            children: Vec::new(),
            stands: None,
        }
    }

    /// A group of elements.
    pub(crate) fn group(children: impl IntoIterator<Item = Self>) -> Self {
        Self::new("g").children(children)
    }

    /// Path with the given data.
    pub(crate) fn path(data: impl Into<AttributeValue>) -> Self {
        Self::new("path").with("d", data)
    }

    /// A circle.
    pub(crate) fn circle(centre: Vector, radius: f64) -> Self {
        Self::new("circle")
            .with("cx", Num(centre.x))
            .with("cy", Num(centre.y))
            .with("r", Num(radius))
    }

    /// Adds an attribute.
    pub(crate) fn with(mut self, name: &'static str, value: impl Into<AttributeValue>) -> Self {
        self.attributes.push((name, value.into()));
        self
    }

    /// Adds an attribute if it has a value.
    pub(crate) fn with_some(
        self,
        name: &'static str,
        value: Option<impl Into<AttributeValue>>,
    ) -> Self {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    pub(crate) fn fill(self, colour: impl Into<AttributeValue>) -> Self {
        self.with("fill", colour)
    }

    pub(crate) fn stroke(self, colour: impl Into<AttributeValue>, width: f64) -> Self {
        self.with("stroke", colour).with("stroke-width", Num(width))
    }

    /// Stroke only, with round ends and joins.
    pub(crate) fn line(self, colour: impl Into<AttributeValue>, width: f64) -> Self {
        self.fill("none")
            .stroke(colour, width)
            .with("stroke-linecap", "round")
            .with("stroke-linejoin", "round")
    }

    /// Adds a `<title>`, which browsers show as a tooltip.
    pub(crate) fn title(self, text: impl Into<String>) -> Self {
        self.child(Self::new("title").text(text))
    }

    /// Adds a `<desc>`.
    pub(crate) fn description(self, text: impl Into<String>) -> Self {
        self.child(Self::new("desc").text(text))
    }

    /// Marks the element as showing a place, at this position.
    pub(crate) fn standing(mut self, at: Vector) -> Self {
        self.stands = Some(at);
        self
    }

    /// Elements that show places, lowest first, with their positions.
    pub(crate) fn standings(&self) -> Vec<(&Self, Vector)> {
        let own = self.stands.map(|at| (self, at));
        own.into_iter().chain(self.children.iter().flat_map(Self::standings)).collect()
    }

    /// Value of an attribute.
    pub(crate) fn attribute(&self, name: &str) -> Option<&str> {
        let found = self.attributes.iter().find(|(own, _)| *own == name);
        found.map(|(_, value)| &**value)
    }

    /// Whether it has children other than its title.
    pub(crate) fn has_picture(&self) -> bool {
        self.children.iter().any(|child| child.name != "title")
    }

    /// Text of its title.
    pub(crate) fn said(&self) -> Option<&str> {
        let title = self.children.iter().find(|child| child.name == "title");
        title.map(|title| title.text.as_str())
    }

    /// A copy without ids, names and titles, to be used along with an element that has them.
    pub(crate) fn anonymous(mut self) -> Self {
        self.attributes.retain(|(name, _)| !matches!(*name, "id" | "data-place" | "data-mark"));
        self.children.retain(|child| child.name != "title");
        self.children = self.children.into_iter().map(Self::anonymous).collect();
        self
    }

    /// A copy without an attribute, which is removed from all descendants too.
    pub(crate) fn without(mut self, attribute: &str) -> Self {
        self.attributes.retain(|(name, _)| *name != attribute);
        self.children = self.children.into_iter().map(|child| child.without(attribute)).collect();
        self
    }

    /// Sets the text.
    pub(crate) fn text(self, text: impl Into<String>) -> Self {
        Self { text: text.into(), ..self }
    }

    pub(crate) fn child(mut self, child: Self) -> Self {
        self.children.push(child);
        self
    }

    pub(crate) fn children(mut self, children: impl IntoIterator<Item = Self>) -> Self {
        self.children.extend(children);
        self
    }
}

impl Element {
    /// Appends the element to a document.
    pub(crate) fn write_to(&self, out: &mut String) {
        out.push('<');
        out.push_str(self.name);
        for (name, value) in &self.attributes {
            out.push(' ');
            out.push_str(name);
            out.push_str("=\"");
            escape(value, out);
            out.push('"');
        }
        if self.text.is_empty() && self.children.is_empty() {
            out.push_str("/>");
            return;
        }
        out.push('>');
        escape(&self.text, out);
        // Each part of the picture has its own line, which includes the children of the part.
        let has_lines = matches!(self.name, "svg" | "g") && self.children.len() > 1;
        let lines = if has_lines { "\n" } else { "" };
        for child in &self.children {
            out.push_str(lines);
            child.write_to(out);
        }
        out.push_str(lines);
        out.push_str("</");
        out.push_str(self.name);
        out.push('>');
    }
}

impl Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        self.write_to(&mut text);
        f.write_str(&text)
    }
}

/// Appends a text with its markup characters escaped.
fn escape(text: &str, out: &mut String) {
    let is_markup = |byte| matches!(byte, b'&' | b'<' | b'>' | b'"');
    let mut rest = text;
    while let Some(at) = rest.bytes().position(is_markup) {
        out.push_str(&rest[..at]);
        out.push_str(match rest.as_bytes()[at] {
            b'&' => "&amp;",
            b'<' => "&lt;",
            b'>' => "&gt;",
            _ => "&quot;",
        });
        rest = &rest[at + 1..];
    }
    out.push_str(rest);
}

// Plane geometry: x to the right, y downwards.

/// Height of an equilateral triangle with sides of 1: half the square root of three.
pub(crate) const TRIANGLE: f64 = 0.866_025_403_784_438_6;

/// Point or vector in the plane.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Vector {
    pub(crate) x: f64,
    pub(crate) y: f64,
}

impl Vector {
    pub(crate) const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    /// The point at a given distance and angle from the origin, clockwise from the right.
    pub(crate) fn polar(distance: f64, degrees: f64) -> Self {
        let (sin, cos) = degrees.to_radians().sin_cos();
        Self::new(distance * cos, distance * sin)
    }

    /// Angle of a vector, clockwise from the right, in degrees from -180 to 180.
    pub(crate) fn degrees(self) -> f64 {
        self.y.atan2(self.x).to_degrees()
    }

    pub(crate) fn length(self) -> f64 {
        self.x.hypot(self.y)
    }

    /// The point at a share of the way to another.
    pub(crate) fn towards(self, other: Self, share: f64) -> Self {
        self + (other - self) * share
    }

    /// Cross product; positive if the turn from one vector to the other is clockwise on the screen.
    pub(crate) fn cross(self, other: Self) -> f64 {
        self.x * other.y - self.y * other.x
    }
}

impl Add for Vector {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self::new(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Vector {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self::new(self.x - other.x, self.y - other.y)
    }
}

impl Mul<f64> for Vector {
    type Output = Self;

    fn mul(self, factor: f64) -> Self {
        Self::new(self.x * factor, self.y * factor)
    }
}

impl Vector {
    /// Appends the coordinates, with a space between.
    pub(crate) fn write_to(self, out: &mut String) {
        Num(self.x).write_to(out);
        out.push(' ');
        Num(self.y).write_to(out);
    }
}

impl fmt::Display for Vector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", Num(self.x), Num(self.y))
    }
}

/// Number format of pictures: up to one decimal. This is precise enough, keeps files small, and
/// hides the last bits, where sines differ between machines.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Num(pub(crate) f64);

impl Num {
    /// Appends the number. A picture has thousands of them.
    pub(crate) fn write_to(self, out: &mut String) {
        let tenths = nearest(self.0 * 10.0);
        if tenths < 0 {
            out.push('-');
        }
        let (whole, tenth) = (tenths.unsigned_abs() / 10, tenths.unsigned_abs() % 10);
        let mut digits = itoa::Buffer::new();
        out.push_str(digits.format(whole));
        if tenth != 0 {
            out.push('.');
            out.push_str(digits.format(tenth));
        }
    }
}

impl fmt::Display for Num {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        self.write_to(&mut text);
        f.write_str(&text)
    }
}

impl From<Num> for Cow<'static, str> {
    fn from(number: Num) -> Self {
        let mut text = String::new();
        number.write_to(&mut text);
        text.into()
    }
}

/// The nearest whole number, halves away from zero. Unlike [`f64::round`], it never calls a
/// function on processors that lack an instruction for rounding.
pub(crate) fn nearest(number: f64) -> i64 {
    (number + 0.5_f64.copysign(number)) as i64
}

/// Bounding box.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct BoundingBox {
    pub(crate) least: Vector,
    pub(crate) most: Vector,
}

impl BoundingBox {
    /// Bounding box of points, with a margin.
    pub(crate) fn around(places: impl IntoIterator<Item = Vector>, margin: f64) -> Self {
        let far = Vector::new(f64::INFINITY, f64::INFINITY);
        let mut bounds = Self { least: far, most: far * -1.0 };
        for at in places {
            bounds.least = Vector::new(bounds.least.x.min(at.x), bounds.least.y.min(at.y));
            bounds.most = Vector::new(bounds.most.x.max(at.x), bounds.most.y.max(at.y));
        }
        let margin = Vector::new(margin, margin);
        Self { least: bounds.least - margin, most: bounds.most + margin }
    }

    pub(crate) fn size(&self) -> Vector {
        self.most - self.least
    }
}

/// Path data of a polygon.
pub(crate) fn polygon(corners: &[Vector]) -> String {
    let mut data = polyline(corners);
    data.push('Z');
    data
}

/// Path data of a polyline.
pub(crate) fn polyline(places: &[Vector]) -> String {
    let mut data = String::new();
    for (index, at) in places.iter().enumerate() {
        data.push(if index == 0 { 'M' } else { 'L' });
        at.write_to(&mut data);
    }
    data
}

// Clickable elements of a picture: holes, spots, cubes and points.

/// A clickable element: a hole, a spot, a cube or a point.
#[derive(Debug, Clone, PartialEq)]
pub struct Spot {
    /// The element's `id`.
    pub id: String,
    /// The name of the place, as in turns.
    pub place: String,
    /// Text of the element's `<title>`: the place, its contents and marks.
    pub title: String,
    /// The `id` of the other element for the same rim point of Antipod.
    pub twin: Option<String>,
    /// Whether it is completely covered by cubes.
    pub hidden: bool,
    /// Horizontal position, in the units of the picture's `viewBox`.
    pub x: f64,
    /// Distance from the top edge, downwards.
    pub y: f64,
}

impl Spot {
    pub(crate) fn of(element: &Element, at: Vector) -> Option<Self> {
        Some(Self {
            id: element.attribute("id")?.to_owned(),
            place: element.attribute("data-place")?.to_owned(),
            title: element.said()?.to_owned(),
            twin: element.attribute("data-twin").map(str::to_owned),
            hidden: !element.has_picture(),
            x: (at.x * 10.0).round() / 10.0,
            y: (at.y * 10.0).round() / 10.0,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_in_texts_is_escaped() {
        let element = Element::new("g").with("data-place", "a\"<").title("x & y > z");
        let written = "<g data-place=\"a&quot;&lt;\"><title>x &amp; y &gt; z</title></g>";
        assert_eq!(element.to_string(), written);
    }

    #[test]
    fn numbers_are_short() {
        let cases = [
            (0.04, "0"),
            (-0.04, "0"),
            (-0.05, "-0.1"),
            (12.0, "12"),
            (-3.149, "-3.1"),
            (1023.96, "1024"),
            (f64::NEG_INFINITY, "-922337203685477580.8"),
        ];
        for (number, written) in cases {
            assert_eq!(Num(number).to_string(), written);
        }
    }

    #[test]
    fn angles_run_clockwise() {
        assert_eq!(Vector::new(0.0, 1.0).degrees(), 90.0);
        assert_eq!(Vector::polar(2.0, 90.0).to_string(), "0 2");
        assert!(Vector::new(1.0, 0.0).cross(Vector::new(0.0, 1.0)) > 0.0);
    }
}
