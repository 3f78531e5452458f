//! Antipod: the sphere as two discs with a common rim.

use std::collections::BTreeMap;

use carrick_games::antipod::{Board, DrawnPlace, Half, Point, Sphere};
use carrick_games::{Game, GameKind};

use crate::Style;
use crate::drawing::annotation::GroupShape;
use crate::drawing::label::{self, MarkedPlaces, said};
use crate::drawing::palette::Palette;
use crate::drawing::picture::{BoundingBox, Element, Picture, Pictured, Vector, polyline};
use crate::overlays::{self, SizedGroup};
use crate::shapes::stones::{self, Disc, RADIUS, SPACING};

/// Distance from the rim to the edge of the disc.
const EDGE: f64 = 0.62 * SPACING;

const LABEL_HEIGHT: f64 = 0.38 * SPACING;

impl Pictured for Board {
    const UNIT: f64 = SPACING;

    fn picture(game: &Game<Self>, style: &Style) -> Picture {
        draw(game, style)
    }

    fn sites(game: &Game<Self>, style: &Style, place: &str) -> Vec<Vector> {
        let sphere = game.board().sphere();
        let Ok(point) = sphere.parse(place) else { return Vec::new() };
        sites_of(sphere, style, point)
    }

    fn group_at(game: &Game<Self>, style: &Style, place: &str) -> Option<GroupShape> {
        let sphere = game.board().sphere();
        let point = sphere.parse(place).ok()?;
        let group = game.board().groups().into_iter().find(|group| group.points.has(point))?;
        let stones = group.points.into_iter().flat_map(|point| sites_of(sphere, style, point));
        Some(GroupShape::Stones(stones.collect()))
    }
}

/// The discs side by side, or one above the other.
fn discs<'a>(sphere: &'a Sphere, style: &Style) -> [Disc<'a>; 2] {
    let room = if style.labels { 0.75 * SPACING } else { 0.0 };
    let apart = 2.0 * (Disc::rim(sphere) + EDGE + room) + 0.2 * SPACING;
    let right = if style.stacked { Vector::new(0.0, apart) } else { Vector::new(apart, 0.0) };
    Half::BOTH.map(|half| {
        let centre = if half == Half::Left { Vector::default() } else { right };
        Disc { sphere, half, centre }
    })
}

/// Positions of a point on the discs that show it.
fn sites_of(sphere: &Sphere, style: &Style, point: Point) -> Vec<Vector> {
    let on = |disc: &Disc<'_>| {
        let mut sites = disc.sites();
        sites.find(|&site| sphere.at(site) == Some(point)).map(|site| disc.at(site))
    };
    discs(sphere, style).iter().filter_map(on).collect()
}

/// Draws a position.
fn draw(game: &Game<Board>, style: &Style) -> Picture {
    let board = game.board();
    let sphere = board.sphere();
    let drawing = AntipodDrawing {
        board,
        sphere,
        palette: Palette::of(style.theme),
        last: board.last_turn().filter(|_| style.marks),
        marks: MarkedPlaces::of(game, style),
    };
    let discs = discs(sphere, style);
    let mut layers: Vec<Element> =
        discs.iter().map(|disc| drawing.disc(disc, style.labels)).collect();
    layers.extend(discs.iter().filter_map(|disc| drawing.chain(disc)));
    layers.extend(style.sizes.then(|| drawing.sizes(&discs)));
    let free = |disc: &Disc<'_>| drawing.free(disc);
    let places = discs.iter().flat_map(free).collect();
    let room = if style.labels { 0.75 * SPACING } else { 0.0 };
    let far = Disc::rim(sphere) + EDGE + room;
    let corners = [Vector::new(-far, -far), discs[1].centre + Vector::new(far, far)];
    Picture { bounds: BoundingBox::around(corners, 0.15 * SPACING), layers, places }
}

struct AntipodDrawing<'a> {
    board: &'a Board,
    sphere: &'static Sphere,
    palette: &'static Palette,
    last: Option<Point>,
    marks: MarkedPlaces,
}

impl AntipodDrawing<'_> {
    fn disc(&self, disc: &Disc<'_>, labels: bool) -> Element {
        let reach = Disc::rim(self.sphere);
        let ground = Element::circle(disc.centre, reach + EDGE)
            .fill(self.palette.board)
            .stroke(self.palette.frame, 0.08 * SPACING);
        let mut parts = vec![ground];
        parts.extend(self.lines(disc));
        let (taken, empty): (Vec<_>, Vec<_>) = disc.sites().partition(|&site| {
            self.sphere.at(site).is_some_and(|point| self.board.stone_at(point).is_some())
        });
        let draw =
            |sites: Vec<DrawnPlace>| sites.into_iter().filter_map(|site| self.site(disc, site));
        parts.push(stones::empties(Element::group(draw(empty)), self.palette));
        parts.push(Element::group(draw(taken)));
        if labels {
            parts.push(self.labels(disc));
        }
        Element::group(parts)
    }

    /// Lines between neighbours, and the rim, which is heavier because the other disc continues
    /// from there.
    fn lines(&self, disc: &Disc<'_>) -> [Element; 2] {
        let places = self.places(disc);
        let mut data = String::new();
        for (&point, &from) in &places {
            for other in self.sphere.neighbours(point).filter(|&other| other > point) {
                let along_rim = self.sphere.is_rim(point) && self.sphere.is_rim(other);
                if let Some(&to) = places.get(&other).filter(|_| !along_rim) {
                    data.push_str(&polyline(&[from, to]));
                }
            }
        }
        let rim = Element::circle(disc.centre, Disc::rim(self.sphere)).fill("none");
        [
            Element::path(data).line(self.palette.line, 0.03 * SPACING),
            rim.stroke(self.palette.line, 0.09 * SPACING),
        ]
    }

    /// Positions of the points on a disc.
    fn places(&self, disc: &Disc<'_>) -> BTreeMap<Point, Vector> {
        disc.sites().filter_map(|site| Some((self.sphere.at(site)?, disc.at(site)))).collect()
    }

    /// Empty points on a disc.
    fn free(&self, disc: &Disc<'_>) -> Vec<(String, Vector)> {
        let places = self.places(disc).into_iter();
        let free = places.filter(|&(point, _)| self.board.stone_at(point).is_none());
        free.map(|(point, at)| (self.sphere.place(point).to_string(), at)).collect()
    }

    fn site(&self, disc: &Disc<'_>, site: DrawnPlace) -> Option<Element> {
        let point = self.sphere.at(site)?;
        let at = disc.at(site);
        let stone = self.board.stone_at(point);
        let last = self.last == Some(point);
        let place = self.sphere.place(point).to_string();
        let words = self.marks.words(&place, last);
        let mut parts = match stone {
            Some(colour) => stones::stone(colour, at, RADIUS, self.palette).to_vec(),
            None => vec![stones::empty(at)],
        };
        if last {
            parts.push(stones::last_mark(at, false));
        }
        let twin = self.sphere.is_rim(point).then(|| {
            let half = if site.half == Half::Left { Half::Right } else { Half::Left };
            format!("p-{}", self.name(DrawnPlace { half, ..site }))
        });
        let stands = stone.map_or("empty", |colour| GameKind::Antipod.colour_name(colour));
        let element = Element::new("g")
            .standing(at)
            .with("id", format!("p-{}", self.name(site)))
            .with("data-place", place.clone())
            .with_some("data-twin", twin)
            .with_some("data-mark", (!words.is_empty()).then(|| words.join(" ")))
            .title(format!("{}, {stands}{}", self.both_names(point, site), said(&words)))
            .children(parts);
        Some(element)
    }

    /// Sizes of groups, on every disc that shows a part of them.
    fn sizes(&self, discs: &[Disc<'_>]) -> Element {
        let groups = self.board.groups();
        let seen = discs.iter().flat_map(|disc| {
            let places = self.places(disc);
            groups.iter().filter_map(move |group| {
                let members = group.points.into_iter();
                let members: Vec<Vector> =
                    members.filter_map(|p| places.get(&p).copied()).collect();
                let size = group.points.into_iter().count();
                let colour = group.colour;
                (!members.is_empty()).then_some(SizedGroup { colour, size, members })
            })
        });
        let grounds = overlays::of_stones(self.palette);
        overlays::sizes(&seen.collect::<Vec<_>>(), &[], SPACING, &grounds)
    }

    /// Name of a site; for a rim point, its name on this disc (`a3`, `a14`).
    fn name(&self, site: DrawnPlace) -> String {
        format!("{}{}", row_letter(site.row), self.sphere.number(site))
    }

    /// Canonical name of a point; for a rim point, with its other name in brackets.
    fn both_names(&self, point: Point, site: DrawnPlace) -> String {
        let place = self.sphere.place(point);
        if self.sphere.is_rim(point) {
            format!("{place} ({})", self.name(DrawnPlace { half: Half::Right, ..site }))
        } else {
            place.to_string()
        }
    }

    /// Part of the winning path or ring on a disc.
    fn chain(&self, disc: &Disc<'_>) -> Option<Element> {
        let places = self.places(disc);
        let proof: Vec<Option<Vector>> = self
            .marks
            .proof
            .iter()
            .map(|name| {
                let point = self.sphere.parse(name).ok()?;
                places.get(&point).copied()
            })
            .collect();
        let next = proof.iter().cycle().skip(1);
        let pairs =
            if self.marks.kind == "ring" { proof.len() } else { proof.len().saturating_sub(1) };
        let links: Vec<[Vector; 2]> = proof
            .iter()
            .zip(next)
            .take(pairs)
            .filter_map(|(&from, &to)| Some([from?, to?]))
            .collect();
        let beads: Vec<Vector> = proof.iter().copied().flatten().collect();
        stones::chain(&links, &beads)
    }

    /// Row letters at the left ends of the rows, numbers at the upper ends of the diagonals.
    fn labels(&self, disc: &Disc<'_>) -> Element {
        let radius = self.sphere.radius();
        let half = disc.half;
        let mut labels = Vec::new();
        for line in 1..2 * radius {
            let other = (line + 1).saturating_sub(radius).max(1);
            let row_end = DrawnPlace { half, row: line, column: other };
            let number_end = DrawnPlace { half, row: other, column: line };
            // The first corner is the end of a row and of a diagonal.
            let step =
                if line == 1 { (SPACING / Disc::rim(self.sphere)).to_degrees() } else { 0.0 };
            let number = self.sphere.number(number_end).to_string();
            for (text, site, turn) in [
                (row_letter(line).to_string(), row_end, -0.46 * step),
                (number, number_end, 0.1 * step),
            ] {
                let at = disc.beside(site, EDGE + 0.36 * SPACING, turn);
                labels.push(label::centred(&text, at, LABEL_HEIGHT, self.palette.ink));
            }
        }
        Element::group(labels)
    }
}

/// Letter of a row, counted from 1.
const fn row_letter(row: u8) -> char {
    (b'a' + row - 1) as char
}
