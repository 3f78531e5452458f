//! Labels as outlines: they look alike everywhere and need no font.
//! The outlines are those of Hack, a typeface for small sizes, from `epaint_default_fonts` under
//! the MIT and Bitstream Vera licences.

use std::fmt::Write as _;
use std::sync::LazyLock;

use ttf_parser::{Face, OutlineBuilder};

use crate::drawing::element::Element;
use crate::drawing::plane::{At, Num};

static FACE: LazyLock<Face<'static>> = LazyLock::new(|| {
    Face::parse(epaint_default_fonts::HACK_REGULAR, 0)
        .expect("the font inside the program is sound")
});

/// Reduction of letter spacing, as a share of a character's width.
const TIGHTEN: f64 = 0.06;

/// Text centred on a position; `height` is that of its capitals.
pub(crate) fn centred(text: &str, centre: At, height: f64, colour: &str) -> Element {
    let size = Scale::of(height);
    let start = At::new(centre.x - size.width(text) / 2.0, centre.y + height / 2.0);
    outline(text, start, &size, colour)
}

/// Text that begins at a position, centred vertically on its capitals.
pub(crate) fn left(text: &str, start: At, height: f64, colour: &str) -> Element {
    outline(text, At::new(start.x, start.y + height / 2.0), &Scale::of(height), colour)
}

/// Width of a text.
pub(crate) fn width(text: &str, height: f64) -> f64 {
    Scale::of(height).width(text)
}

fn outline(text: &str, start: At, size: &Scale, colour: &str) -> Element {
    let mut pen =
        Pen { data: String::new(), start, scale: size.per_unit, at: [0; 2], began: [0; 2] };
    for c in text.chars() {
        if let Some(glyph) = FACE.glyph_index(c) {
            // A blank has no outline.
            let _ = FACE.outline_glyph(glyph, &mut pen);
        }
        pen.start.x += size.advance;
    }
    Element::path(pen.data).fill(colour).with("data-label", text)
}

/// The font at a size. Hack is monospaced: one width serves all characters.
struct Scale {
    per_unit: f64,
    advance: f64,
}

impl Scale {
    fn of(capital_height: f64) -> Self {
        let capital = f64::from(FACE.capital_height().unwrap_or(1493));
        let advance = FACE.glyph_index('0').and_then(|zero| FACE.glyph_hor_advance(zero));
        let per_unit = capital_height / capital;
        let advance = f64::from(advance.unwrap_or(1233)) * per_unit * (1.0 - TIGHTEN);
        Self { per_unit, advance }
    }

    fn width(&self, text: &str) -> f64 {
        self.advance * text.chars().count() as f64
    }
}

/// Writes outlines as path data, with the font's upward y turned downwards. Steps are relative,
/// which keeps them short, and in whole tenths, so that errors do not add up.
struct Pen {
    data: String,
    start: At,
    scale: f64,
    /// Current position, in tenths.
    at: [i64; 2],
    /// Start of the current contour, to which closing it returns.
    began: [i64; 2],
}

impl Pen {
    fn write(&mut self, command: char, places: &[(f32, f32)]) {
        self.data.push(command);
        let from = self.at;
        for (index, &(x, y)) in places.iter().enumerate() {
            let x = self.start.x + f64::from(x) * self.scale;
            let y = self.start.y - f64::from(y) * self.scale;
            self.at = [x, y].map(|place| (place * 10.0).round() as i64);
            for (axis, (to, from)) in self.at.into_iter().zip(from).enumerate() {
                let step = to - from;
                // A sign separates numbers as well as a blank does.
                if step >= 0 && (index, axis) != (0, 0) {
                    self.data.push(' ');
                }
                // Writing to a string cannot fail.
                let _ = write!(self.data, "{}", Num(step as f64 / 10.0));
            }
        }
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.write('m', &[(x, y)]);
        self.began = self.at;
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.write('l', &[(x, y)]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.write('q', &[(x1, y1), (x, y)]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.write('c', &[(x1, y1), (x2, y2), (x, y)]);
    }

    fn close(&mut self) {
        self.data.push('z');
        self.at = self.began;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_font_has_every_character_of_the_labels() {
        for c in ('a'..='z').chain('A'..='Z').chain('0'..='9').chain("'+-=, ".chars()) {
            assert!(FACE.glyph_index(c).is_some(), "{c:?}");
        }
    }

    #[test]
    fn a_label_is_as_high_as_asked_for() {
        // The outline of an H begins at its upper left corner, and somewhere goes down by 20.
        let element = centred("H", At::default(), 20.0, "#000").to_string();
        assert!(element.contains(" d=\"m-5.9-10l") && element.contains("l0 20l"), "{element}");
    }
}
