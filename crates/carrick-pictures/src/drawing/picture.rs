//! SVG document around a board.

use carrick_games::{AnyGame, Board, Game};

use crate::drawing::annotation::Shape;
use crate::drawing::element::Element;
use crate::drawing::palette::Palette;
use crate::drawing::plane::{At, Bounds, Num};
use crate::{Spot, Style, Theme};

/// A game whose positions can be drawn.
pub(crate) trait Pictured: Board {
    /// The distance between neighbouring points, or the length of a cube's edge.
    const UNIT: f64;

    /// The radius of the smallest spots of a heat map, as a share of the unit.
    const SMALLEST_SPOT: f64 = 0.2;

    /// Draws a position.
    fn picture(game: &Game<Self>, style: &Style) -> Picture;

    /// Outlines of the groups of cubes, in the order of the board's groups, where there are cubes.
    fn outlines(_game: &Game<Self>, _style: &Style) -> Vec<String> {
        Vec::new()
    }

    /// Positions at which a place is shown: two for a rim point of Antipod, none for a place that
    /// the board lacks.
    fn sites(game: &Game<Self>, style: &Style, place: &str) -> Vec<At>;

    /// The group that shows at a place.
    fn group_at(game: &Game<Self>, style: &Style, place: &str) -> Option<Shape>;
}

/// A board that has been drawn.
pub(crate) struct Picture {
    /// Visible part of the plane.
    pub(crate) bounds: Bounds,
    /// Elements, lowest first.
    pub(crate) layers: Vec<Element>,
    /// Positions of the places where something may be played, by their names in turns.
    pub(crate) places: Vec<(String, At)>,
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

    /// Finishes the SVG document for an `<img>`, in which nothing can be pointed at and nobody
    /// reads titles: without ids, names and titles of places.
    pub(crate) fn finish_small(mut self, style: &Style) -> String {
        let layers = std::mem::take(&mut self.layers);
        self.layers = layers.into_iter().map(Element::anonymous).collect();
        written(self.document(style).children(self.contents(style)))
    }

    /// The document's element, empty.
    fn document(&self, style: &Style) -> Element {
        let size = self.bounds.size();
        let view_box = format!("{} {} {}", self.bounds.least, Num(size.x), Num(size.y));
        Element::new("svg")
            .with("xmlns", "http://www.w3.org/2000/svg")
            .with("viewBox", view_box)
            .with("role", "img")
            .with("data-theme", theme_name(style.theme))
    }

    /// The paper and what is drawn on it.
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
