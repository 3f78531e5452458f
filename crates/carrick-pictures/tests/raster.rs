//! PNG files: their size, their contents without any font, and refusals.
#![allow(clippy::unwrap_used)] // also in the helpers, where a panic is the failure of the test

use crate::support::{new_game, random_game};
use carrick_games::GameKind;
use carrick_pictures::{Format, MAX_WIDTH_PX, PictureError, Style, Theme, encode, png, svg};
use resvg::tiny_skia::Pixmap;

/// Number of different colours in a picture.
fn colours(pixmap: &Pixmap) -> usize {
    let mut seen: Vec<u32> = pixmap
        .pixels()
        .iter()
        .map(|pixel| u32::from_ne_bytes([pixel.red(), pixel.green(), pixel.blue(), pixel.alpha()]))
        .collect();
    seen.sort_unstable();
    seen.dedup();
    seen.len()
}

#[test]
fn every_game_at_three_widths() {
    for kind in GameKind::ALL {
        let game = random_game(kind, "", 1, 20);
        for theme in [Theme::Light, Theme::Dark] {
            let picture = svg(&game, &Style { theme, ..Style::default() });
            for width in [320, 640, 1200] {
                let bytes = png(&picture, width).unwrap();
                assert_eq!(bytes, png(&picture, width).unwrap());
                let pixmap = Pixmap::decode_png(&bytes).unwrap();
                assert_eq!(pixmap.width(), width);
                assert!(pixmap.height() >= width / 3 && pixmap.height() <= 2 * width, "{kind}");
                assert!(colours(&pixmap) > 50, "{kind}");
                // The background extends to all four corners.
                let (right, bottom) = (pixmap.width() - 1, pixmap.height() - 1);
                let corners = [(0, 0), (right, 0), (0, bottom), (right, bottom)];
                let corners = corners.map(|(x, y)| pixmap.pixel(x, y).unwrap());
                assert!(corners.iter().all(|&corner| corner == corners[0]), "{kind} {width}");
            }
        }
    }
}

/// The renderer is built without font support, so labels are visible only because they are
/// outlines.
#[test]
fn labels_are_visible_without_any_font() {
    for kind in GameKind::ALL {
        let picture = svg(&new_game(kind, ""), &Style::default());
        assert!(!picture.contains("<text"), "{kind}");
        let unlabelled: String = picture
            .lines()
            .filter(|line| !line.starts_with("<path") || !line.contains("data-label"))
            .flat_map(|line| [line, "\n"])
            .collect();
        let pixels = |picture: &str| {
            let pixmap = Pixmap::decode_png(&png(picture, 640).unwrap()).unwrap();
            pixmap.data().to_vec()
        };
        let (with, without) = (pixels(&picture), pixels(&unlabelled));
        assert_eq!(with.len(), without.len());
        let differ = with.chunks(4).zip(without.chunks(4)).filter(|(a, b)| a != b).count();
        assert!(differ > 500, "{kind}: only {differ} pixels are labels");
    }
}

#[test]
fn invalid_sizes_and_texts_are_refused() {
    let board = svg(&new_game(GameKind::Anchor, "-size=3"), &Style::default());
    let tall = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1 100\"/>";
    let wide = MAX_WIDTH_PX + 1;
    let cases = [
        (board.as_str(), 0, PictureError::Width { given: 0 }),
        (board.as_str(), wide, PictureError::Width { given: wide }),
        (tall, 100, PictureError::Height { height: 10_000 }),
        ("", 320, PictureError::NotSvg),
        ("<html/>", 320, PictureError::NotSvg),
    ];
    for (document, width, error) in cases {
        assert_eq!(png(document, width), Err(error));
    }
    let said = PictureError::Width { given: 0 }.to_string();
    assert_eq!(said, "a picture cannot be 0 pixels wide; a width is a number from 16 to 4096");
}

#[test]
fn linked_files_are_not_read() {
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/anchor.svg");
    let document = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 10 10\">\
         <image href=\"{manifest}\" width=\"10\" height=\"10\"/></svg>"
    );
    let pixmap = Pixmap::decode_png(&png(&document, 100).unwrap()).unwrap();
    assert_eq!(colours(&pixmap), 1);
}

#[test]
fn both_formats_can_be_written() {
    let game = new_game(GameKind::Ankor, "-size=3");
    let style = Style::default();
    let document = encode(&game, &style, Format::Svg, Some(5)).unwrap();
    assert_eq!(document, svg(&game, &style).into_bytes());
    let bytes = encode(&game, &style, Format::Png, None).unwrap();
    assert_eq!(Pixmap::decode_png(&bytes).unwrap().width(), 800);
    assert!(encode(&game, &style, Format::Png, Some(5)).is_err());
}
