//! Errors of drawing and encoding pictures.

use crate::raster::{MAX_WIDTH_PX, MIN_WIDTH_PX};

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
