//! The eight ways to turn a cube of Boche, each drawn close up.

use carrick_games::boche::Rotation;
use carrick_games::{AnyGame, AnyOptions, GameKind, SizeLimits};
use carrick_pictures::{Style, Theme, close_up};

use super::markdown::escaped;

/// The eight rotations of a cube, each with its letter below.
pub(super) fn rotations() -> String {
    let cubes = Rotation::ALL.map(|rotation| {
        let letter = rotation.letter();
        let picture = turned(letter).unwrap_or_default();
        let shows = escaped(&said(letter));
        format!(
            "<li><span role=\"img\" aria-label=\"{shows}\">{picture}</span><b>{letter}</b> \
             <small>{}</small></li>",
            face(letter)
        )
    });
    format!("<ul class=\"rotations\">{}</ul>\n", cubes.concat())
}

/// A cube in a rotation, close up.
fn turned(letter: char) -> Option<String> {
    let options = AnyOptions::parse(GameKind::Boche, &["-size=2"], SizeLimits::Challenge).ok()?;
    let game = AnyGame::new(options).play_text(&format!("{letter}:a1")).ok()?;
    let AnyGame::Boche(game) = game else { return None };
    let style = Style { theme: Theme::Page, marks: false, ..Style::default() };
    Some(close_up(&game, game.board().last_cube()?, &style))
}

/// Word for the faces of a cube in rotation `a` or `e`.
const ALL: &str = "all three";

/// The faces that join the nearest corner to the far one, as they lie in the picture.
const fn face(letter: char) -> &'static str {
    match letter {
        'a' | 'e' => ALL,
        'b' | 'f' => "lower",
        'c' | 'g' => "upper left",
        _ => "upper right",
    }
}

/// Describes the picture of a cube: its faces as they lie in the picture.
fn said(letter: char) -> String {
    let middle = if letter < 'e' { "Dark" } else { "Light" };
    let faces = match face(letter) {
        ALL => format!("{ALL} faces join"),
        one => format!("only the {one} face joins"),
    };
    format!(
        "Rotation {letter}: {middle}'s corner in the middle, and {faces} it to the corner opposite."
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words about a cube agree with the rules: which of its faces join the nearest corner to
    /// the far one.
    #[test]
    fn eight_cubes_are_told_apart() {
        let shown = rotations();
        assert_eq!(shown.matches("<svg").count(), 8);
        for letter in 'a'..='h' {
            assert!(shown.contains(&format!("aria-label=\"Rotation {letter}: ")), "{letter}");
            assert!(
                shown.contains(&format!("<b>{letter}</b> <small>{}<", face(letter))),
                "{letter}"
            );
        }
    }
}
