//! PNG from SVG, by resvg.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{ImageHrefResolver, Options, Tree};

use crate::indexed::Palette;
use crate::{PictureError, indexed};

/// The narrowest PNG that is made, in pixels.
pub const MIN_WIDTH_PX: u32 = 16;
/// The widest PNG that is made, in pixels; also the tallest.
pub const MAX_WIDTH_PX: u32 = 4096;

/// The longest document that is read; boards of the largest sizes stay far below.
const MAX_SVG_BYTES: usize = 4 << 20;

/// Draws an SVG document as a PNG file of the given width; the height follows.
///
/// The pictures made here need no font. Texts and linked images in other documents are left out:
/// nothing but the document is read.
///
/// # Errors
/// When the width is not from [`MIN_WIDTH_PX`] to [`MAX_WIDTH_PX`], the picture would be higher
/// than that, or the text is not an SVG document.
pub fn png(svg: &str, width_px: u32) -> Result<Vec<u8>, PictureError> {
    rendered(svg, width_px)?.encode_png().map_err(|_| PictureError::Encoding)
}

/// The palettes of small pictures, from the most shades to the fewest.
const PALETTES: [Palette; 4] = [
    Palette { colours: 256, apart: 0 },
    Palette { colours: 16, apart: 24 },
    Palette { colours: 8, apart: 32 },
    Palette { colours: 4, apart: 40 },
];

/// Widths of small pictures are so many parts of the one that is wanted; the narrowest is a
/// quarter.
const PARTS: usize = 16;
const NARROWEST: usize = 4;

/// A PNG on white, with as many pixels and shades as have room in a number of bytes: for pictures
/// that are mailed. The narrowest is returned where even that is larger.
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
        // What costs most are edges, which are as long as the picture is wide.
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
    // The height was rounded to whole pixels: filled to the edge, no strip stays bare.
    let scale_y = height as f32 / tree.size().height();
    resvg::render(&tree, Transform::from_scale(scale, scale_y), &mut pixmap.as_mut());
    Ok(pixmap)
}

/// Options under which no file is opened, whatever the document refers to.
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
