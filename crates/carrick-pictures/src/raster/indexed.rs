//! PNG with a palette (colour quantization): a fraction of the bytes, for pictures that are
//! mailed.
//!
//! Boards have few colours, with soft edges between them. The palette keeps the most frequent
//! colours that can be told apart; every other colour becomes the nearest of these, so that only
//! edges lose shades.

use std::collections::HashMap;

use png::{BitDepth, ColorType, Compression, Encoder, Filter};
use resvg::tiny_skia::Pixmap;

use crate::PictureError;

/// A colour without transparency.
type Rgb = [u8; 3];

/// Options of a palette.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Palette {
    /// Maximum number of colours, from 1 to 256; more if more of them are areas.
    pub(crate) colours: usize,
    /// Minimum distance of two colours, in the RGB cube with edges of 255.
    pub(crate) apart: u32,
}

/// Number of pixels with equal neighbours on all sides from which a colour counts as an area, such
/// as a single small stone, and not as a shade of an edge.
const INSIDE_AN_AREA: usize = 3;

/// Encodes a picture, with white in place of transparency.
pub(crate) fn encode(pixmap: &Pixmap, kept: Palette) -> Result<Vec<u8>, PictureError> {
    let (width, height) = (pixmap.width(), pixmap.height());
    let (palette, indices) = indexed(&opaque(pixmap), width as usize, kept);
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, width, height);
    encoder.set_color(ColorType::Indexed);
    // `High` takes several times as long for files that are a few percent smaller.
    encoder.set_compression(Compression::Balanced);
    // Filters do not help: neighbouring indices are unrelated.
    encoder.set_filter(Filter::NoFilter);
    let (depth, bits) = match palette.len() {
        0..=4 => (BitDepth::Two, 2),
        5..=16 => (BitDepth::Four, 4),
        _ => (BitDepth::Eight, 8),
    };
    encoder.set_depth(depth);
    encoder.set_palette(palette.concat());
    let data = packed(&indices, width as usize, bits);
    let mut writer = encoder.write_header().map_err(|_| PictureError::Encoding)?;
    writer.write_image_data(&data).map_err(|_| PictureError::Encoding)?;
    writer.finish().map_err(|_| PictureError::Encoding)?;
    Ok(file)
}

/// Colours of a picture on white.
fn opaque(pixmap: &Pixmap) -> Vec<Rgb> {
    let on_white = |pixel: &resvg::tiny_skia::PremultipliedColorU8| {
        // Premultiplied: the rest of a pixel is white.
        let white = 255 - pixel.alpha();
        [pixel.red(), pixel.green(), pixel.blue()].map(|value| value.saturating_add(white))
    };
    pixmap.pixels().iter().map(on_white).collect()
}

/// Packs indices of `bits` bits into bytes, each row beginning with a new byte.
fn packed(indices: &[u8], width: usize, bits: usize) -> Vec<u8> {
    let a_byte = 8 / bits;
    let byte = |some: &[u8]| {
        let shifts = (0..a_byte).map(|place| 8 - bits * (place + 1));
        some.iter().zip(shifts).fold(0, |byte, (index, shift)| byte | index << shift)
    };
    indices.chunks(width.max(1)).flat_map(|row| row.chunks(a_byte).map(byte)).collect()
}

/// The palette, and the index of each pixel. `width` is that of a row, in pixels.
fn indexed(pixels: &[Rgb], width: usize, kept: Palette) -> (Vec<Rgb>, Vec<u8>) {
    // For each colour: how often it is inside an area, and how often it occurs.
    let mut counts: HashMap<Rgb, (usize, usize)> = HashMap::new();
    for run in pixels.chunk_by(|a, b| a == b) {
        counts.entry(run[0]).or_default().1 += run.len();
    }
    for (at, colour) in pixels.iter().enumerate() {
        let is_like = |other: Option<usize>| other.and_then(|at| pixels.get(at)) == Some(colour);
        let around = [at.checked_sub(1), Some(at + 1), at.checked_sub(width), Some(at + width)];
        if around.into_iter().all(is_like) {
            counts.entry(*colour).or_default().0 += 1;
        }
    }
    let mut common: Vec<(bool, usize, Rgb)> = counts
        .iter()
        .map(|(colour, &(inside, all))| (inside >= INSIDE_AN_AREA, all, *colour))
        .collect();
    common.sort_unstable_by(|a, b| b.cmp(a));
    let mut palette: Vec<Rgb> = Vec::new();
    for (is_area, _, colour) in common {
        if palette.len() >= 256 || palette.len() >= kept.colours && !is_area {
            break;
        }
        let near = |other: &Rgb| distance(*other, colour) < kept.apart.pow(2);
        if !palette.iter().any(near) {
            palette.push(colour);
        }
    }
    let mut places: HashMap<Rgb, u8> = HashMap::new();
    let mut indices = Vec::with_capacity(pixels.len());
    for run in pixels.chunk_by(|a, b| a == b) {
        let place = *places.entry(run[0]).or_insert_with(|| nearest(&palette, run[0]));
        indices.extend(std::iter::repeat_n(place, run.len()));
    }
    (palette, indices)
}

/// Squared distance of two colours.
fn distance(one: Rgb, other: Rgb) -> u32 {
    one.iter().zip(other).map(|(&a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
}

/// Index of the nearest colour of a palette.
fn nearest(palette: &[Rgb], colour: Rgb) -> u8 {
    let places = (0..=u8::MAX).zip(palette);
    places.min_by_key(|(_, other)| distance(**other, colour)).map_or(0, |(place, _)| place)
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHITE: Rgb = [255; 3];
    const BLACK: Rgb = [0; 3];
    const GREY: Rgb = [128; 3];
    const PALE: Rgb = [250; 3];

    #[test]
    fn the_colours_that_cover_most_stay_and_others_become_the_nearest() {
        let pixels = [&[WHITE; 500][..], &[BLACK; 300], &[PALE; 5], &[GREY; 2], &[[1; 3]]].concat();
        // So wide that no pixel has a row above it: no colour is an area.
        let palette = |colours, apart| indexed(&pixels, 1000, Palette { colours, apart });
        let (all, indices) = palette(256, 0);
        let again: Vec<Rgb> = indices.iter().map(|&index| all[usize::from(index)]).collect();
        assert_eq!(again, pixels, "few colours stay what they are");
        let (few, indices) = palette(3, 0);
        assert_eq!(few, [WHITE, BLACK, PALE]);
        assert_eq!(indices[800..], [2, 2, 2, 2, 2, 2, 2, 1], "grey is nearer to pale");
        let (apart, _) = palette(3, 40);
        assert_eq!(apart, [WHITE, BLACK, GREY], "what cannot be told apart counts once");
    }

    #[test]
    fn a_small_stone_keeps_its_colour_though_edges_have_more_pixels() {
        let width = 40;
        let mut pixels = vec![WHITE; width * 40];
        // Edges one pixel wide, and a stone of five by five.
        for row in 0..10 {
            pixels[row * 4 * width..][..width].fill(GREY);
        }
        for row in 11..16 {
            pixels[row * width + 7..][..5].fill(BLACK);
        }
        let (palette, _) = indexed(&pixels, width, Palette { colours: 2, apart: 40 });
        assert_eq!(palette, [WHITE, BLACK]);
        let (palette, _) = indexed(&pixels, width, Palette { colours: 1, apart: 40 });
        assert_eq!(palette, [WHITE, BLACK], "an area is shown in any case");
    }

    #[test]
    fn rows_are_packed_one_by_one() {
        assert_eq!(packed(&[1, 2, 3, 4, 5, 6], 3, 4), [0x12, 0x30, 0x45, 0x60]);
        assert_eq!(
            packed(&[1, 2, 3, 0, 1, 2, 3, 3, 3, 3], 5, 2),
            [0b0110_1100, 0b0100_0000, 0b1011_1111, 0b1100_0000]
        );
        assert_eq!(packed(&[1, 2], 2, 8), [1, 2]);
    }
}
