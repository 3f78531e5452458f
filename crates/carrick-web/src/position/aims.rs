//! Aims of the colours and meanings of the marks on a board, for the box beside it.

use carrick_games::{AnyGame, Colour, GameKind};
use carrick_lessons::aim_of;

/// Aim of a colour.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Aim {
    /// Class of the sign: the colour of its pieces.
    pub(crate) sign: &'static str,
    /// The game's name for the colour.
    pub(crate) name: &'static str,
    /// The aim, in a sentence or two.
    pub(crate) said: String,
    /// Whether the next turn is for this colour.
    pub(crate) to_move: bool,
}

/// The aims of both colours, that of the colour to move first.
pub(crate) fn aims(game: &AnyGame) -> [Aim; 2] {
    let mover = game.colour_to_move();
    let first = mover.unwrap_or(Colour::Light);
    [first, !first].map(|colour| Aim {
        sign: sign(game.kind(), colour),
        name: game.kind().colour_name(colour),
        said: aim_of(game.options(), colour),
        to_move: mover == Some(colour),
    })
}

/// Class of the sign of a colour, as the picture paints its pieces.
const fn sign(kind: GameKind, colour: Colour) -> &'static str {
    match (kind, colour) {
        (GameKind::Ankor | GameKind::Boche, Colour::Light) => "yellow",
        (GameKind::Ankor | GameKind::Boche, Colour::Dark) => "blue",
        (GameKind::Antipod | GameKind::Anchor, Colour::Light) => "white",
        (GameKind::Antipod | GameKind::Anchor, Colour::Dark) => "black",
    }
}

/// A mark on the board: the class that draws its sample, and its meaning.
pub(crate) type Mark = (&'static str, &'static str);

/// The marks of a game, for the legend.
pub(crate) const fn marks(kind: GameKind) -> &'static [Mark] {
    match kind {
        GameKind::Ankor => &[
            ("last", "the last turn"),
            ("selected", "the chosen cube"),
            ("target", "it can go here"),
            ("refused", "it cannot go here; point at it to read why"),
            ("pending", "the turn that you preview"),
            ("left", "the cube came from here"),
            ("proof", "the path that won"),
        ],
        GameKind::Boche => &[
            ("last", "the last cube"),
            ("pending", "the turn that you preview"),
            ("proof", "the path that won, or the group that is enclosed"),
        ],
        GameKind::Antipod => &[
            ("last", "the last turn"),
            ("pending", "the turn that you preview"),
            ("twin", "one point of the rim, drawn on both discs"),
            ("proof", "the path or the ring that won"),
        ],
        GameKind::Anchor => &[
            ("last", "the last turn"),
            ("pending", "the turn that you preview"),
            ("home black", "home corner of Black"),
            ("home white", "home corner of White"),
        ],
    }
}

#[cfg(test)]
mod tests {
    use carrick_games::{AnyOptions, SizeLimits};

    use super::*;

    #[test]
    fn the_colour_to_move_comes_first() {
        let options = AnyOptions::parse(GameKind::Antipod, &[], SizeLimits::Challenge).unwrap();
        let game = AnyGame::new(options);
        let names = |game: &AnyGame| aims(game).map(|aim| (aim.name, aim.to_move));
        assert_eq!(names(&game), [("White", true), ("Black", false)]);
        let game = game.play_text("f14").unwrap();
        assert_eq!(names(&game), [("Black", true), ("White", false)]);
        let mut over = game;
        over.agree_draw();
        assert_eq!(names(&over), [("White", false), ("Black", false)]);
    }
}
