//! Labels as outlines, which look the same everywhere and need no font.
//!
//! `build.rs` extracts the outlines of printable ASCII from a typeface; other characters are drawn
//! as blanks.

use std::collections::BTreeSet;

use carrick_games::{Game, OutcomeProof, Show};

use crate::Style;
use crate::drawing::picture::{Element, Num, Vector, nearest};

/// A stroke of an outline, in halves of the font's units.
#[derive(Debug, Clone, Copy)]
enum Stroke {
    Move(i16, i16),
    Line(i16, i16),
    Quad(i16, i16, i16, i16),
    Close,
}

/// The outlines, indexed by character from the blank on, and the height and width of characters.
mod glyphs {
    use super::Stroke::{self, Close, Line, Move, Quad};

    include!(concat!(env!("OUT_DIR"), "/glyphs.rs"));
}

/// Reduction of letter spacing, as a share of a character's width.
const TIGHTEN: f64 = 0.06;

/// Text centred on a position; `height` is that of its capitals.
pub(crate) fn centred(text: &str, centre: Vector, height: f64, colour: &'static str) -> Element {
    let size = FontScale::of(height);
    let start = Vector::new(centre.x - size.width(text) / 2.0, centre.y + height / 2.0);
    outline(text, start, &size, colour)
}

/// Text that starts at a position, centred vertically on its capitals.
pub(crate) fn left(text: &str, start: Vector, height: f64, colour: &'static str) -> Element {
    outline(text, Vector::new(start.x, start.y + height / 2.0), &FontScale::of(height), colour)
}

/// Width of a text.
pub(crate) fn width(text: &str, height: f64) -> f64 {
    FontScale::of(height).width(text)
}

fn outline(text: &str, start: Vector, size: &FontScale, colour: &'static str) -> Element {
    let mut pen =
        Pen { data: String::new(), start, scale: size.per_unit, at: [0; 2], began: [0; 2] };
    for c in text.chars() {
        for &stroke in glyph(c) {
            pen.draw(stroke);
        }
        pen.start.x += size.advance;
    }
    Element::path(pen.data).fill(colour).with("data-label", text.to_owned())
}

/// Outline of a character; empty if there is none.
fn glyph(c: char) -> &'static [Stroke] {
    let index = (c as usize).checked_sub(usize::from(b' '));
    index.and_then(|index| glyphs::GLYPHS.get(index)).copied().unwrap_or_default()
}

/// The font at a given size. Hack is monospaced, so one width fits all characters.
struct FontScale {
    per_unit: f64,
    advance: f64,
}

impl FontScale {
    fn of(capital_height: f64) -> Self {
        let per_unit = capital_height / f64::from(glyphs::CAPITAL);
        let advance = f64::from(glyphs::ADVANCE) * per_unit * (1.0 - TIGHTEN);
        Self { per_unit, advance }
    }

    fn width(&self, text: &str) -> f64 {
        self.advance * text.chars().count() as f64
    }
}

/// Writes outlines as path data, with y downwards instead of upwards. Steps are relative, which
/// keeps them short, and in whole tenths, so that errors do not add up.
struct Pen {
    data: String,
    start: Vector,
    scale: f64,
    /// Current position, in tenths.
    at: [i64; 2],
    /// Start of the current contour, where closing it ends.
    began: [i64; 2],
}

impl Pen {
    fn draw(&mut self, stroke: Stroke) {
        match stroke {
            Stroke::Move(x, y) => {
                self.write('m', &[(x, y)]);
                self.began = self.at;
            }
            Stroke::Line(x, y) => self.write('l', &[(x, y)]),
            Stroke::Quad(x1, y1, x, y) => self.write('q', &[(x1, y1), (x, y)]),
            Stroke::Close => {
                self.data.push('z');
                self.at = self.began;
            }
        }
    }

    fn write(&mut self, command: char, places: &[(i16, i16)]) {
        self.data.push(command);
        let from = self.at;
        for (index, &(x, y)) in places.iter().enumerate() {
            let x = self.start.x + f64::from(x) / 2.0 * self.scale;
            let y = self.start.y - f64::from(y) / 2.0 * self.scale;
            self.at = [x, y].map(|place| nearest(place * 10.0));
            for (axis, (to, from)) in self.at.into_iter().zip(from).enumerate() {
                let step = to - from;
                // A minus sign separates numbers as a blank does.
                if step >= 0 && (index, axis) != (0, 0) {
                    self.data.push(' ');
                }
                Num(step as f64 / 10.0).write_to(&mut self.data);
            }
        }
    }
}

// Markers over a position: the last turn, winning paths, rings and groups.

/// Winning places, and the place of the last turn. Empty if there is nothing to mark.
#[derive(Debug, Default)]
pub(crate) struct MarkedPlaces {
    /// Kind of the proof: `path`, `ring` or `enclosure`.
    pub(crate) kind: &'static str,
    /// Places of the proof in order, as [`OutcomeProof`] writes them.
    pub(crate) proof: Vec<String>,
    places: BTreeSet<String>,
}

impl MarkedPlaces {
    /// Marks of a position.
    pub(crate) fn of<B: Show>(game: &Game<B>, style: &Style) -> Self {
        if !style.marks {
            return Self::default();
        }
        let (kind, proof) = match game.proof() {
            OutcomeProof::Path(places) => ("path", places),
            OutcomeProof::Ring(places) => ("ring", places),
            OutcomeProof::Enclosure(places) => ("enclosure", places),
            OutcomeProof::None | OutcomeProof::Score(_) => ("", Vec::new()),
        };
        Self { kind, places: proof.iter().cloned().collect(), proof }
    }

    /// Whether a place is part of the proof.
    pub(crate) fn won(&self, place: &str) -> bool {
        self.places.contains(place)
    }

    /// Words for `data-mark`: the kind of proof, and whether the place is that of the last turn.
    pub(crate) fn words(&self, place: &str, last: bool) -> Vec<&'static str> {
        let won = self.won(place).then_some(self.kind);
        won.into_iter().chain(last.then_some("last")).collect()
    }
}

/// The words of marks, as a title contains them.
pub(crate) fn said(words: &[&'static str]) -> String {
    let said = words.iter().map(|&word| match word {
        "path" => ", on the winning path",
        "ring" => ", in the winning ring",
        "enclosure" => ", in the enclosed group",
        "last" => ", last turn",
        "dead" => ", dead",
        other => other,
    });
    said.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_font_has_every_character_of_the_labels() {
        for c in ('a'..='z').chain('A'..='Z').chain('0'..='9').chain("'+-=, ".chars()) {
            assert_eq!(glyph(c).is_empty(), c == ' ', "{c:?}");
        }
    }

    #[test]
    fn a_label_has_the_height_that_was_asked_for() {
        // The outline of an H starts at its upper left corner, and goes down by 20 at some point.
        let element = centred("H", Vector::default(), 20.0, "#000").to_string();
        assert!(element.contains(" d=\"m-5.9-10l") && element.contains("l0 20l"), "{element}");
    }
}
