//! Errors of drawing and encoding pictures.

use crate::raster::{MAX_WIDTH_PX, MIN_WIDTH_PX};

/// Error of drawing or encoding a picture.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PictureError {
    /// A width that is no use, or too much to draw.
    #[error(
        "a picture cannot be {given} pixels wide; a width is a number from {MIN_WIDTH_PX} to {MAX_WIDTH_PX}"
    )]
    Width {
        /// The width that was asked for, in pixels.
        given: u32,
    },
    /// A picture that is too tall when it is as wide as asked for.
    #[error("at that width the picture would be {height} pixels high, more than {MAX_WIDTH_PX}")]
    Height {
        /// The height it would have, in pixels.
        height: u32,
    },
    /// The text to draw from is not an SVG document, or an enormous one.
    #[error("this is not an SVG picture that can be drawn; `svg` makes one from a game")]
    NotSvg,
    /// The encoder of PNG files failed.
    #[error("the picture could not be written as PNG")]
    Encoding,
    /// A file name from which no format follows.
    #[error("the name of a picture must end in .svg or .png")]
    Extension,
}
