//! Anchor: the hexagon, anchors tied to its sides, dead stones and territory.
//!
//! A1 is at the bottom. Lines of equal letter rise to the left and lines of equal number to the
//! right, as in text drawings.

use carrick_games::anchor::{Board, Count, Point, Turn};
use carrick_games::{Board as _, Colour, DrawBy, Game, GameKind, Outcome, WinBy};

use crate::drawing::annotation::GroupShape;
use crate::drawing::label::{self, MarkedPlaces, said};
use crate::drawing::palette::Palette;
use crate::drawing::picture::{
    BoundingBox, Element, Picture, Pictured, TRIANGLE, Vector, polygon, polyline,
};
use crate::overlays::{self, OwnershipOverlay, SizedGroup};
use crate::shapes::stones::{self, RADIUS, SPACING};
use crate::{Style, Theme};

/// Distances from the points on a side to the inner and the outer edge of the frame.
const INNER: f64 = 0.62;
const OUTER: f64 = 0.94;

const LABEL_HEIGHT: f64 = 0.4 * SPACING;

impl Pictured for Board {
    const UNIT: f64 = SPACING;

    fn picture(game: &Game<Self>, style: &Style) -> Picture {
        draw(game, style)
    }

    fn sites(game: &Game<Self>, _: &Style, place: &str) -> Vec<Vector> {
        let point = place.parse().ok().filter(|&point| game.board().has(point));
        point.map(place_of).into_iter().collect()
    }

    fn group_at(game: &Game<Self>, _: &Style, place: &str) -> Option<GroupShape> {
        let point: Point = place.parse().ok()?;
        let mut groups = game.board().groups().into_iter();
        let group = groups.find(|group| group.points.contains(&point))?;
        Some(GroupShape::Stones(group.points.into_iter().map(place_of).collect()))
    }
}

/// Draws a position.
fn draw(game: &Game<Board>, style: &Style) -> Picture {
    let board = game.board();
    let scored = style.score
        || matches!(
            game.outcome(),
            Some(Outcome::Win { by: WinBy::Score, .. } | Outcome::Draw(DrawBy::Score))
        );
    let drawing = AnchorDrawing {
        board,
        palette: Palette::of(style.theme),
        size: board.options().size(),
        count: scored.then(|| board.count()),
        last: match board.last_turn() {
            Some(Turn::Stone(point)) if style.marks => Some(point),
            _ => None,
        },
        marks: MarkedPlaces::of(game, style),
    };
    drawing.picture(style)
}

/// Draws a position with an ownership map.
pub(crate) fn draw_owned(game: &Game<Board>, style: &Style, owned: &OwnershipOverlay) -> Picture {
    let mut picture = draw(game, style);
    let board = game.board();
    let points =
        board.points().map(|point| (point.to_string(), place_of(point), board.stone_at(point)));
    picture.layers.push(overlays::ownership_layer(points, owned, style));
    if style.labels {
        let (legend, lowest) = overlays::legend(picture.bounds, owned.numbers, style);
        picture.layers.push(legend);
        picture.bounds.most.y = lowest;
    }
    picture
}

/// Projection of a point.
fn place_of(point: Point) -> Vector {
    place(f64::from(point.letter()), f64::from(point.number()))
}

fn place(letter: f64, number: f64) -> Vector {
    Vector::new(TRIANGLE * (letter - number), -(letter + number) / 2.0) * SPACING
}

struct AnchorDrawing<'a> {
    board: &'a Board,
    palette: &'static Palette,
    size: u8,
    /// The score, if the board is scored.
    count: Option<Count>,
    last: Option<Point>,
    marks: MarkedPlaces,
}

impl AnchorDrawing<'_> {
    fn picture(&self, style: &Style) -> Picture {
        let mut layers = vec![self.frame(), self.lines()];
        if self.count.is_some() {
            layers.extend(
                Colour::BOTH
                    .into_iter()
                    .flat_map(|colour| stones::bonds(&self.bonds(colour), colour, self.palette)),
            );
        }
        let (empty, taken): (Vec<_>, Vec<_>) =
            self.board.points().partition(|&point| self.is_bare(point));
        let points = |points: Vec<Point>| points.into_iter().map(|point| self.point(point));
        layers.push(stones::empties(Element::group(points(empty)), self.palette));
        layers.push(Element::group(points(taken)));
        layers.extend(style.sizes.then(|| self.sizes()));
        let mut bounds = BoundingBox::around(self.hexagon(OUTER), 0.2 * SPACING);
        if style.labels {
            layers.push(self.labels());
            bounds = BoundingBox::around(self.hexagon(OUTER + 0.85), 0.0);
            // A page shows the score as text, so its board keeps its size.
            if let Some(count) = self.count.as_ref().filter(|_| style.theme != Theme::Page) {
                let (lines, lowest) = self.totals(count, bounds);
                layers.push(lines);
                bounds.most.y = lowest;
            }
        }
        let free = self.board.points().filter(|&point| self.board.stone_at(point).is_none());
        let places = free.map(|point| (point.to_string(), place_of(point))).collect();
        Picture { bounds, layers, places }
    }

    fn sizes(&self) -> Element {
        let groups = self.board.groups().into_iter().map(|group| {
            let members: Vec<Vector> = group.points.iter().map(|&point| place_of(point)).collect();
            SizedGroup { colour: group.colour, size: members.len(), members }
        });
        let grounds = overlays::of_stones(self.palette);
        overlays::sizes(&groups.collect::<Vec<_>>(), &[], SPACING, &grounds)
    }

    fn centre(&self) -> Vector {
        place(f64::from(self.size), f64::from(self.size))
    }

    /// The six corners of a hexagon round the board at a distance (in points) from its sides,
    /// clockwise from A1.
    fn hexagon(&self, distance: f64) -> [Vector; 6] {
        let radius = (f64::from(self.size) - 1.0 + distance / TRIANGLE) * SPACING;
        std::array::from_fn(|corner| {
            self.centre() + Vector::polar(radius, 90.0 + 60.0 * corner as f64)
        })
    }

    /// The frame, with a patch at each corner in its owner's colour.
    fn frame(&self) -> Element {
        let rim = Element::path(polygon(&self.hexagon(OUTER))).fill(self.palette.frame);
        let inside = Element::path(polygon(&self.hexagon(INNER))).fill(self.palette.board);
        let (inner, outer) = (self.hexagon(INNER), self.hexagon(OUTER));
        let corners = self.board.points().filter_map(|point| {
            let owner = self.board.home_of(point)?;
            let towards = (place_of(point) - self.centre()).degrees();
            let corner = ((towards - 90.0).rem_euclid(360.0) / 60.0).round() as usize % 6;
            Some(self.home(point, owner, corner, &inner, &outer))
        });
        Element::group([rim, inside].into_iter().chain(corners))
    }

    /// A player's patch on the frame.
    fn home(
        &self,
        point: Point,
        owner: Colour,
        corner: usize,
        inner: &[Vector; 6],
        outer: &[Vector; 6],
    ) -> Element {
        let colours = self.palette.stone(owner);
        let along = |ring: &[Vector; 6], next: usize| {
            let step = ring[next % 6] - ring[corner];
            ring[corner] + step * (1.05 * SPACING / step.length())
        };
        let patch = [
            along(outer, corner + 5),
            outer[corner],
            along(outer, corner + 1),
            along(inner, corner + 1),
            inner[corner],
            along(inner, corner + 5),
        ];
        let owner = GameKind::Anchor.colour_name(owner);
        Element::group([])
            .title(format!("{point} is a home corner of {owner}"))
            .with("data-home", owner)
            .child(
                Element::path(polygon(&patch))
                    .fill(colours.fill)
                    .stroke(colours.edge, 0.05 * SPACING)
                    .with("stroke-linejoin", "round"),
            )
    }

    /// The lines of equal letter, of equal number, and in the third direction.
    fn lines(&self) -> Element {
        let mut data = String::new();
        for (letter, number) in [(1, 0), (0, 1), (1, 1)] {
            for first in self.board.points() {
                let back = Point::new(first.letter() - letter, first.number() - number);
                if back.is_some_and(|back| self.board.has(back)) {
                    continue;
                }
                let line = std::iter::successors(Some(first), |point| {
                    Point::new(point.letter() + letter, point.number() + number)
                        .filter(|&next| self.board.has(next))
                });
                if let Some(last) = line.last().filter(|&last| last != first) {
                    data.push_str(&polyline(&[place_of(first), place_of(last)]));
                }
            }
        }
        Element::path(data).line(self.palette.line, 0.035 * SPACING)
    }

    /// Links between the living stones of a colour, and from them to the sides.
    fn bonds(&self, colour: Colour) -> Vec<[Vector; 2]> {
        let mut bonds = Vec::new();
        let lives =
            |&point: &Point| self.board.stone_at(point) == Some(colour) && self.is_alive(point);
        for point in self.board.points().filter(lives) {
            let at = place_of(point);
            let neighbours: Vec<Point> = self.board.neighbours(point).collect();
            let own = neighbours
                .iter()
                .filter(|&&other| other > point && self.board.stone_at(other) == Some(colour));
            bonds.extend(own.map(|&other| [at, place_of(other)]));
            // The neighbours of a point on a side are further inside, so the sum of their
            // directions points inwards.
            let inwards =
                neighbours.iter().fold(Vector::default(), |sum, &to| sum + (place_of(to) - at));
            let reach = match neighbours.len() {
                6 => continue,
                3 => INNER / TRIANGLE,
                _ => INNER,
            };
            bonds.push([at, at - inwards * (reach * SPACING / inwards.length())]);
        }
        bonds
    }

    /// Whether a point has neither a stone nor territory.
    fn is_bare(&self, point: Point) -> bool {
        let owner = self.count.as_ref().and_then(|count| count.owner(point));
        owner.is_none() && self.board.stone_at(point).is_none()
    }

    fn is_alive(&self, point: Point) -> bool {
        self.count.as_ref().is_some_and(|count| !count.is_dead(point))
    }

    fn point(&self, point: Point) -> Element {
        let at = place_of(point);
        let stone = self.board.stone_at(point);
        let owner = self.count.as_ref().and_then(|count| count.owner(point));
        let dead = stone.is_some() && self.count.is_some() && !self.is_alive(point);
        let last = self.last == Some(point);
        let name = point.to_string();
        let mut words = self.marks.words(&name, last);
        words.extend(dead.then_some("dead"));
        let palette = self.palette;
        let mut parts = match (stone, owner) {
            (Some(colour), _) if dead => stones::dead(colour, owner, at, palette).collect(),
            (Some(colour), _) => stones::stone(colour, at, RADIUS, palette).to_vec(),
            (None, Some(owner)) => {
                let [tile, sign] = stones::territory(owner, at, palette);
                vec![stones::empties(stones::empty(at), palette), tile, sign]
            }
            (None, None) => vec![stones::empty(at)],
        };
        if last {
            parts.push(stones::last_mark(at, dead));
        }
        Element::new("g")
            .standing(at)
            .with("id", format!("p-{name}"))
            .with("data-place", name.clone())
            .with_some("data-owner", owner.map(|owner| GameKind::Anchor.colour_name(owner)))
            .with_some("data-mark", (!words.is_empty()).then(|| words.join(" ")))
            .title(self.said(&name, stone, owner, &words))
            .children(parts)
    }

    /// Title of a point.
    fn said(
        &self,
        name: &str,
        stone: Option<Colour>,
        owner: Option<Colour>,
        words: &[&'static str],
    ) -> String {
        let colour = |colour| GameKind::Anchor.colour_name(colour);
        let stands = stone.map_or("empty", colour);
        let living = stone.is_some() && self.count.is_some() && !words.contains(&"dead");
        let living = if living { ", of an anchor" } else { "" };
        let owner =
            owner.map_or_else(String::new, |owner| format!(", territory of {}", colour(owner)));
        format!("{name}, {stands}{living}{}{owner}", said(words))
    }

    /// Labels below the lower ends of the lines.
    fn labels(&self) -> Element {
        let mut labels = Vec::new();
        let far = OUTER / TRIANGLE + 0.42;
        for line in 1..2 * self.size {
            let other = f64::from((line + 1).saturating_sub(self.size).max(1));
            let own = f64::from(line);
            let letter = char::from(b'A' + line - 1).to_string();
            for (text, at) in
                [(letter, place(own, other - far)), (line.to_string(), place(other - far, own))]
            {
                labels.push(label::centred(&text, at, LABEL_HEIGHT, self.palette.ink));
            }
        }
        Element::group(labels)
    }

    /// The score below the board, and the lower edge of its text.
    fn totals(&self, count: &Count, bounds: BoundingBox) -> (Element, f64) {
        let height = LABEL_HEIGHT;
        let mut lines = Vec::new();
        let mut at = Vector::new(bounds.least.x + 0.5 * SPACING, bounds.most.y + height);
        for colour in [Colour::Dark, Colour::Light] {
            let text = count.said(colour);
            let room = bounds.size().x - 1.5 * SPACING;
            let height = height * (room / label::width(&text, height)).min(1.0);
            lines.extend(stones::territory(colour, at, self.palette));
            let start = at + Vector::new(0.4 * SPACING, 0.0);
            lines.push(label::left(&text, start, height, self.palette.ink));
            at.y += 0.6 * SPACING;
        }
        (Element::group(lines), at.y)
    }
}
