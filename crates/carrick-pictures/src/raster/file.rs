//! Picture files: formats and encoding.

use std::path::Path;

use carrick_games::AnyGame;

use crate::{PictureError, Style, png, svg};

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
    /// When the extension is another one.
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

/// Encodes a picture as a file. The width matters for PNG only (800 pixels by default); an SVG has
/// any size.
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
/// When the width is out of [`png()`]'s range.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_follow_from_names() {
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
