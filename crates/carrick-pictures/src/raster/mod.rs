//! SVG to PNG, with resvg.

pub(crate) mod error;
pub(crate) mod file;
mod indexed;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{ImageHrefResolver, Options, Tree};

use crate::PictureError;
use crate::raster::indexed::Palette;

/// Minimum width of a PNG, in pixels.
pub const MIN_WIDTH_PX: u32 = 16;
/// Maximum width and height of a PNG, in pixels.
pub const MAX_WIDTH_PX: u32 = 4096;

/// Maximum size of an SVG document, in bytes; the largest boards stay far below.
const MAX_SVG_BYTES: usize = 4 << 20;

/// Renders an SVG document as a PNG of the given width; the height follows.
///
/// The pictures of this crate need no font. Texts and linked images in other documents are left
/// out: nothing but the document is read.
///
/// # Errors
/// When the width is not from [`MIN_WIDTH_PX`] to [`MAX_WIDTH_PX`], the picture would be higher
/// than that, or the text is not an SVG document.
pub fn png(svg: &str, width_px: u32) -> Result<Vec<u8>, PictureError> {
    rendered(svg, width_px)?.encode_png().map_err(|_| PictureError::Encoding)
}

/// Palettes of small pictures, from the most shades to the fewest.
const PALETTES: [Palette; 4] = [
    Palette { colours: 256, apart: 0 },
    Palette { colours: 16, apart: 24 },
    Palette { colours: 8, apart: 32 },
    Palette { colours: 4, apart: 40 },
];

/// Small pictures are tried at `n / PARTS` of the wanted width, from `PARTS` down to `NARROWEST`.
const PARTS: usize = 16;
const NARROWEST: usize = 4;

/// Renders a PNG on white with as many pixels and shades as fit in `max_bytes`, for pictures that
/// are mailed. Returns the narrowest one if even that is larger.
///
/// # Errors
/// As [`png()`].
pub fn small_png(svg: &str, width_px: u32, max_bytes: usize) -> Result<Vec<u8>, PictureError> {
    let mut parts = PARTS;
    loop {
        let width = (width_px * parts as u32 / PARTS as u32).max(MIN_WIDTH_PX.min(width_px));
        let pixmap = rendered(svg, width)?;
        let mut file = Vec::new();
        for palette in PALETTES {
            file = indexed::encode(&pixmap, palette)?;
            if file.len() <= max_bytes {
                return Ok(file);
            }
        }
        if parts <= NARROWEST {
            return Ok(file);
        }
        // Edges cost most, and their length grows with the width.
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
    // The height was rounded to whole pixels; this fills it to the edge.
    let scale_y = height as f32 / tree.size().height();
    resvg::render(&tree, Transform::from_scale(scale, scale_y), &mut pixmap.as_mut());
    Ok(pixmap)
}

/// Options that open no file, whatever the document refers to.
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
