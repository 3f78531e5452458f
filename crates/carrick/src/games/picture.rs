//! `carrick draw`: writes a picture of a position to a file.

use anyhow::Result;
use carrick_cli::{out_file, words};
use carrick_pictures::{Format, Style, Theme, encode};

use crate::cli::DrawArguments;

pub(crate) fn draw(arguments: &DrawArguments) -> Result<bool> {
    let game = words::game(&arguments.game)?;
    let format = Format::of_path(&arguments.out)?;
    let style = Style {
        theme: if arguments.dark { Theme::Dark } else { Theme::Light },
        labels: !arguments.bare,
        score: arguments.score,
        stacked: arguments.stacked,
        ..Style::default()
    };
    let bytes = encode(&game, &style, format, arguments.width)?;
    out_file::write(&arguments.out, &bytes)?;
    Ok(true)
}
