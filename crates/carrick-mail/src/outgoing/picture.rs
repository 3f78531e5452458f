//! The board as a picture.

use carrick_games::AnyGame;
use carrick_pictures::{PictureError, Style, small_png, svg};

/// The picture's width in pixels, twice that of a narrow telephone, where its bytes allow.
const WIDTH_PX: u32 = 640;

/// Maximum size of a picture in bytes, before it is written as base64.
pub const MAX_PICTURE_BYTES: usize = 25_000;

/// Cache of the picture that was drawn last. Several people are told of a turn and see the same:
/// written one after another, their mails cost one drawing.
#[derive(Default)]
pub struct Drawn {
    svg: String,
    png: Vec<u8>,
}

impl Drawn {
    /// A position as a PNG file.
    pub(super) fn png(&mut self, game: &AnyGame) -> Result<Vec<u8>, PictureError> {
        let svg = svg(game, &Style { stacked: true, ..Style::default() });
        if svg != self.svg {
            let png = small_png(&svg, WIDTH_PX, MAX_PICTURE_BYTES)?;
            *self = Self { svg, png };
        }
        Ok(self.png.clone())
    }
}

impl std::fmt::Debug for Drawn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Drawn({} bytes)", self.png.len())
    }
}
