//! SVG to PNG, with resvg.

use std::collections::HashMap;
use std::path::Path;

use carrick_games::AnyGame;
use png::{BitDepth, ColorType, Compression, Encoder, Filter};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{ImageHrefResolver, Options, Tree};

use crate::{Style, svg};

/// Minimum width of a PNG, in pixels.
pub const MIN_WIDTH_PX: u32 = 16;
/// Maximum width and height of a PNG, in pixels.
pub const MAX_WIDTH_PX: u32 = 4096;

/// Maximum size of an SVG document, in bytes; the largest boards need much less.
const MAX_SVG_BYTES: usize = 4 << 20;

/// Renders an SVG document as a PNG of the given width and the matching height.
///
/// The pictures of this crate need no font. In other documents, texts and linked images are left
/// out: only the document itself is read.
///
/// # Errors
/// If the width is not from [`MIN_WIDTH_PX`] to [`MAX_WIDTH_PX`], the picture would be higher than
/// that, or the text is not an SVG document.
pub fn png(svg: &str, width_px: u32) -> Result<Vec<u8>, PictureError> {
    rendered(svg, width_px)?.encode_png().map_err(|_| PictureError::Encoding)
}

/// Palettes of small pictures, from the most shades to the fewest.
const PALETTES: [IndexedPalette; 4] = [
    IndexedPalette { colours: 256, apart: 0 },
    IndexedPalette { colours: 16, apart: 24 },
    IndexedPalette { colours: 8, apart: 32 },
    IndexedPalette { colours: 4, apart: 40 },
];

/// Small pictures are tried at `n / PARTS` of the wanted width, from `PARTS` down to `NARROWEST`.
const PARTS: usize = 16;
const NARROWEST: usize = 4;

/// Renders a PNG on white with as many pixels and shades as fit in `max_bytes`, for emails. Returns
/// the narrowest one if even that is larger.
///
/// # Errors
/// Like [`png()`].
pub fn small_png(svg: &str, width_px: u32, max_bytes: usize) -> Result<Vec<u8>, PictureError> {
    let mut parts = PARTS;
    loop {
        let width = (width_px * parts as u32 / PARTS as u32).max(MIN_WIDTH_PX.min(width_px));
        let pixmap = rendered(svg, width)?;
        let mut file = Vec::new();
        for palette in PALETTES {
            file = encode_indexed(&pixmap, palette)?;
            if file.len() <= max_bytes {
                return Ok(file);
            }
        }
        if parts <= NARROWEST {
            return Ok(file);
        }
        // Edges take most of the bytes, and their length grows with the width.
        let fitting = parts * max_bytes / file.len();
        parts = fitting.clamp(NARROWEST, parts - 1);
    }
}

fn rendered(svg: &str, width_px: u32) -> Result<Pixmap, PictureError> {
    if !(MIN_WIDTH_PX..=MAX_WIDTH_PX).contains(&width_px) {
        return Err(PictureError::Width { given: width_px });
    }
    if svg.len() > MAX_SVG_BYTES {
        return Err(PictureError::NotSvg);
    }
    let tree = Tree::from_str(svg, &sealed()).map_err(|_| PictureError::NotSvg)?;
    let scale = width_px as f32 / tree.size().width();
    let height = (tree.size().height() * scale).round().max(1.0) as u32;
    if height > MAX_WIDTH_PX {
        return Err(PictureError::Height { height });
    }
    let mut pixmap = Pixmap::new(width_px, height).ok_or(PictureError::Encoding)?;
    // The height was rounded to whole pixels; this stretches the picture to the edge.
    let scale_y = height as f32 / tree.size().height();
    resvg::render(&tree, Transform::from_scale(scale, scale_y), &mut pixmap.as_mut());
    Ok(pixmap)
}

/// Options that prevent the document from opening any file.
fn sealed() -> Options<'static> {
    Options {
        resources_dir: None,
        image_href_resolver: ImageHrefResolver {
            resolve_data: Box::new(|_, _, _| None),
            resolve_string: Box::new(|_, _| None),
        },
        ..Options::default()
    }
}

// PNG with a palette (colour quantization), which takes a fraction of the bytes, for emails.
//
// Boards have few colours, with soft edges between them. The palette keeps the most frequent
// colours that can be told apart. Every other colour is replaced by the nearest of these, so only
// edges lose shades.

/// A colour without transparency.
type RgbBytes = [u8; 3];

/// Options of a palette.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct IndexedPalette {
    /// Maximum number of colours, from 1 to 256. Exceeded if there are more colours that form
    /// areas.
    pub(crate) colours: usize,
    /// Minimum distance between two colours, in the RGB cube with edges of 255.
    pub(crate) apart: u32,
}

/// Number of pixels with equal neighbours on all sides from which a colour counts as an area (such
/// as a single small stone) and not as a shade of an edge.
const INSIDE_AN_AREA: usize = 3;

/// Encodes a picture, with white instead of transparency.
pub(crate) fn encode_indexed(
    pixmap: &Pixmap,
    kept: IndexedPalette,
) -> Result<Vec<u8>, PictureError> {
    let (width, height) = (pixmap.width(), pixmap.height());
    let (palette, indices) = indexed(&opaque(pixmap), width as usize, kept);
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, width, height);
    encoder.set_color(ColorType::Indexed);
    // `High` takes several times as long, and makes files only a few percent smaller.
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
fn opaque(pixmap: &Pixmap) -> Vec<RgbBytes> {
    let on_white = |pixel: &resvg::tiny_skia::PremultipliedColorU8| {
        // Colours are premultiplied by alpha; the rest of a pixel is white.
        let white = 255 - pixel.alpha();
        [pixel.red(), pixel.green(), pixel.blue()].map(|value| value.saturating_add(white))
    };
    pixmap.pixels().iter().map(on_white).collect()
}

/// Packs indices of `bits` bits into bytes; each row starts with a new byte.
fn packed(indices: &[u8], width: usize, bits: usize) -> Vec<u8> {
    let a_byte = 8 / bits;
    let byte = |some: &[u8]| {
        let shifts = (0..a_byte).map(|place| 8 - bits * (place + 1));
        some.iter().zip(shifts).fold(0, |byte, (index, shift)| byte | index << shift)
    };
    indices.chunks(width.max(1)).flat_map(|row| row.chunks(a_byte).map(byte)).collect()
}

/// The palette, and the index of each pixel. `width` is the length of a row, in pixels.
fn indexed(pixels: &[RgbBytes], width: usize, kept: IndexedPalette) -> (Vec<RgbBytes>, Vec<u8>) {
    // For each colour: how often it is inside an area, and how often it occurs in total.
    let mut counts: HashMap<RgbBytes, (usize, usize)> = HashMap::new();
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
    let mut common: Vec<(bool, usize, RgbBytes)> = counts
        .iter()
        .map(|(colour, &(inside, all))| (inside >= INSIDE_AN_AREA, all, *colour))
        .collect();
    common.sort_unstable_by(|a, b| b.cmp(a));
    let mut palette: Vec<RgbBytes> = Vec::new();
    for (is_area, _, colour) in common {
        if palette.len() >= 256 || palette.len() >= kept.colours && !is_area {
            break;
        }
        let near = |other: &RgbBytes| distance(*other, colour) < kept.apart.pow(2);
        if !palette.iter().any(near) {
            palette.push(colour);
        }
    }
    let mut places: HashMap<RgbBytes, u8> = HashMap::new();
    let mut indices = Vec::with_capacity(pixels.len());
    for run in pixels.chunk_by(|a, b| a == b) {
        let place = *places.entry(run[0]).or_insert_with(|| nearest(&palette, run[0]));
        indices.extend(std::iter::repeat_n(place, run.len()));
    }
    (palette, indices)
}

/// Squared distance of two colours.
fn distance(one: RgbBytes, other: RgbBytes) -> u32 {
    one.iter().zip(other).map(|(&a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
}

/// Index of the nearest colour of a palette.
fn nearest(palette: &[RgbBytes], colour: RgbBytes) -> u8 {
    let places = (0..=u8::MAX).zip(palette);
    places.min_by_key(|(_, other)| distance(**other, colour)).map_or(0, |(place, _)| place)
}

// Picture files: formats and encoding.

/// Default width of a PNG, in pixels.
const DEFAULT_WIDTH_PX: u32 = 800;

/// File format of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// SVG: scalable, with names and titles.
    Svg,
    /// PNG.
    Png,
}

impl Format {
    /// The format for a file name's extension: `board.svg`, `board.PNG`.
    ///
    /// # Errors
    /// If the extension is a different one.
    pub fn of_path(path: &Path) -> Result<Self, PictureError> {
        let extension = path.extension().and_then(|extension| extension.to_str());
        match extension.map(str::to_ascii_lowercase).as_deref() {
            Some("svg") => Ok(Self::Svg),
            Some("png") => Ok(Self::Png),
            _ => Err(PictureError::Extension),
        }
    }

    /// Media type of the format.
    #[must_use]
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Svg => "image/svg+xml",
            Self::Png => "image/png",
        }
    }
}

/// Encodes a picture as a file. The width is used only for PNG (800 pixels by default), because an
/// SVG can have any size.
///
/// ```
/// use carrick_games::{AnyGame, AnyOptions, GameKind, SizeLimits};
/// use carrick_pictures::{Format, Style, encode};
/// let options = AnyOptions::parse(GameKind::Antipod, &["-radius=4"], SizeLimits::Challenge);
/// let format = Format::of_path("board.png".as_ref())?;
/// let bytes = encode(&AnyGame::new(options.unwrap()), &Style::default(), format, Some(320))?;
/// assert_eq!(&bytes[1..4], b"PNG");
/// # Ok::<(), carrick_pictures::PictureError>(())
/// ```
///
/// # Errors
/// If the width is out of [`png()`]'s range.
pub fn encode(
    game: &AnyGame,
    style: &Style,
    format: Format,
    width_px: Option<u32>,
) -> Result<Vec<u8>, PictureError> {
    let document = svg(game, style);
    match format {
        Format::Svg => Ok(document.into_bytes()),
        Format::Png => png(&document, width_px.unwrap_or(DEFAULT_WIDTH_PX)),
    }
}

// Errors of drawing and encoding pictures.

/// Error of drawing or encoding a picture.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PictureError {
    /// A width that is too small or too large.
    #[error(
        "a picture cannot be {given} pixels wide; a width is a number from {MIN_WIDTH_PX} to {MAX_WIDTH_PX}"
    )]
    Width {
        /// The width in pixels.
        given: u32,
    },
    /// A picture too tall at the given width.
    #[error("at that width the picture would be {height} pixels high, more than {MAX_WIDTH_PX}")]
    Height {
        /// The height it would have, in pixels.
        height: u32,
    },
    /// The text is not an SVG document, or too large.
    #[error("this is not an SVG picture that can be drawn; `svg` makes one from a game")]
    NotSvg,
    /// The PNG encoder failed.
    #[error("the picture could not be written as PNG")]
    Encoding,
    /// A file name with an unknown extension.
    #[error("the name of a picture must end in .svg or .png")]
    Extension,
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHITE: RgbBytes = [255; 3];
    const BLACK: RgbBytes = [0; 3];
    const GREY: RgbBytes = [128; 3];
    const PALE: RgbBytes = [250; 3];

    #[test]
    fn frequent_colours_stay_and_others_become_the_nearest() {
        let pixels = [&[WHITE; 500][..], &[BLACK; 300], &[PALE; 5], &[GREY; 2], &[[1; 3]]].concat();
        // So wide that no pixel has a row above it: there are no areas.
        let palette = |colours, apart| indexed(&pixels, 1000, IndexedPalette { colours, apart });
        let (all, indices) = palette(256, 0);
        let again: Vec<RgbBytes> = indices.iter().map(|&index| all[usize::from(index)]).collect();
        assert_eq!(again, pixels, "a picture with few colours does not change");
        let (few, indices) = palette(3, 0);
        assert_eq!(few, [WHITE, BLACK, PALE]);
        assert_eq!(indices[800..], [2, 2, 2, 2, 2, 2, 2, 1], "grey is nearer to pale");
        let (apart, _) = palette(3, 40);
        assert_eq!(apart, [WHITE, BLACK, GREY], "colours that are too alike count once");
    }

    #[test]
    fn a_small_stone_keeps_its_colour_if_edges_have_more_pixels() {
        let width = 40;
        let mut pixels = vec![WHITE; width * 40];
        // Edges one pixel wide, and a stone of five by five.
        for row in 0..10 {
            pixels[row * 4 * width..][..width].fill(GREY);
        }
        for row in 11..16 {
            pixels[row * width + 7..][..5].fill(BLACK);
        }
        let (palette, _) = indexed(&pixels, width, IndexedPalette { colours: 2, apart: 40 });
        assert_eq!(palette, [WHITE, BLACK]);
        let (palette, _) = indexed(&pixels, width, IndexedPalette { colours: 1, apart: 40 });
        assert_eq!(palette, [WHITE, BLACK], "an area always keeps its colour");
    }

    #[test]
    fn each_row_starts_with_a_new_byte() {
        assert_eq!(packed(&[1, 2, 3, 4, 5, 6], 3, 4), [0x12, 0x30, 0x45, 0x60]);
        assert_eq!(
            packed(&[1, 2, 3, 0, 1, 2, 3, 3, 3, 3], 5, 2),
            [0b0110_1100, 0b0100_0000, 0b1011_1111, 0b1100_0000]
        );
        assert_eq!(packed(&[1, 2], 2, 8), [1, 2]);
    }

    #[test]
    fn formats_are_recognised_by_file_extension() {
        let cases = [
            ("board.svg", Ok(Format::Svg)),
            ("deep/board.v2.PNG", Ok(Format::Png)),
            ("board.jpg", Err(PictureError::Extension)),
            ("svg", Err(PictureError::Extension)),
        ];
        for (name, format) in cases {
            assert_eq!(Format::of_path(Path::new(name)), format, "{name}");
        }
    }
}
