//! Writes the outlines of the characters that labels use as a Rust table, so that the program needs
//! neither a font nor a font parser, which would be most of it in a web page.
//!
//! The outlines come from Hack, a typeface for small sizes, in `epaint_default_fonts` under the MIT
//! and Bitstream Vera licences.

use std::error::Error;
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use ttf_parser::{Face, OutlineBuilder};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    let face = Face::parse(epaint_default_fonts::HACK_REGULAR, 0)?;
    let capital = face.capital_height().ok_or("the font doesn't give the height of capitals")?;
    let zero = face.glyph_index('0').ok_or("the font has no 0")?;
    let advance = face.glyph_hor_advance(zero).ok_or("the font doesn't give the width of a 0")?;
    let mut table = format!(
        "pub(super) const CAPITAL: u16 = {capital};\npub(super) const ADVANCE: u16 = {advance};\n\
         pub(super) const GLYPHS: [&[Stroke]; 95] = [\n"
    );
    for c in ' '..='~' {
        let glyph = face.glyph_index(c).ok_or_else(|| format!("the font has no {c:?}"))?;
        let mut strokes = Strokes(String::new());
        // A blank has no outline.
        let _ = face.outline_glyph(glyph, &mut strokes);
        writeln!(table, "    // {c:?}\n    &[{}],", strokes.0)?;
    }
    table.push_str("];\n");
    let folder = env::var_os("OUT_DIR").ok_or("cargo sets OUT_DIR")?;
    fs::write(Path::new(&folder).join("glyphs.rs"), table)?;
    Ok(())
}

/// Strokes of an outline as Rust. Coordinates are in half font units, because some points are
/// halfway between two others.
struct Strokes(String);

impl Strokes {
    fn write(&mut self, name: &str, places: &[(f32, f32)]) {
        let _ = write!(self.0, "{name}(");
        for place in places.iter().flat_map(|&(x, y)| [x, y]) {
            let halves = place * 2.0;
            assert!(halves.fract() == 0.0 && halves.abs() < f32::from(i16::MAX), "{place}");
            let _ = write!(self.0, "{halves},");
        }
        self.0.push_str("), ");
    }
}

impl OutlineBuilder for Strokes {
    fn move_to(&mut self, x: f32, y: f32) {
        self.write("Move", &[(x, y)]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.write("Line", &[(x, y)]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.write("Quad", &[(x1, y1), (x, y)]);
    }

    fn curve_to(&mut self, _: f32, _: f32, _: f32, _: f32, _: f32, _: f32) {
        unreachable!("outlines of TrueType have quadratic curves only");
    }

    fn close(&mut self) {
        self.0.push_str("Close, ");
    }
}
