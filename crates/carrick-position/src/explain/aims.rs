//! Aims of the colours and meanings of the marks on a board, for the box beside it.

use carrick_games::{AnyGame, Colour, GameKind, match_kind};
use carrick_lessons::aim_of;
use carrick_pictures::{Sample, sample};

use super::parts::Explain;

/// Aim of a colour.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Aim {
    /// Class of the sign: the colour of its pieces.
    pub sign: &'static str,
    /// The game's name for the colour.
    pub name: &'static str,
    /// The aim, in a sentence or two.
    pub said: String,
    /// Whether the next turn is for this colour.
    pub to_move: bool,
}

/// The aims of both colours, always in the order in which they begin.
#[must_use]
pub fn aims(game: &AnyGame) -> [Aim; 2] {
    let mover = game.colour_to_move();
    let first = AnyGame::new(game.options()).colour_to_move().unwrap_or(Colour::Light);
    let signs = match_kind!(game.kind(), B => <B as Explain>::SIGNS);
    [first, !first].map(|colour| Aim {
        sign: signs[colour.index()],
        name: game.kind().colour_name(colour),
        said: aim_of(game.options(), colour),
        to_move: mover == Some(colour),
    })
}

/// A mark on the board, for the legend.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
    /// A sample as an SVG document, drawn as on the board.
    pub svg: String,
    /// The meaning.
    pub means: &'static str,
}

/// A line of a legend.
pub(crate) type Entry = (Sample, &'static str);

/// The marks of a game, for the legend. Only in a teaching game does the computer say what it
/// threatens.
///
/// ```
/// use carrick_games::GameKind;
/// use carrick_position::marks;
/// let [with, without] = [true, false].map(|teaching| marks(GameKind::Boche, teaching));
/// assert_eq!(with.len(), without.len() + 1);
/// assert!(without.iter().all(|mark| mark.svg.starts_with("<svg ")));
/// ```
#[must_use]
pub fn marks(kind: GameKind, teaching: bool) -> Vec<Mark> {
    let legend = match_kind!(kind, B => <B as Explain>::LEGEND);
    let is_shown = |(what, _): &&Entry| {
        teaching || !matches!(what, Sample::ThreatOnPoint | Sample::ThreatInHole)
    };
    let mark = |&(what, means): &Entry| Mark { svg: sample(what), means };
    legend.iter().filter(is_shown).map(mark).collect()
}

#[cfg(test)]
mod tests {
    use carrick_games::{AnyOptions, SizeLimits};

    use super::*;

    #[test]
    fn the_order_of_the_colours_stays() {
        let options = AnyOptions::parse(GameKind::Antipod, &[], SizeLimits::Challenge).unwrap();
        let game = AnyGame::new(options);
        let names = |game: &AnyGame| aims(game).map(|aim| (aim.name, aim.to_move));
        assert_eq!(names(&game), [("White", true), ("Black", false)]);
        let game = game.play_text("f14").unwrap();
        assert_eq!(names(&game), [("White", false), ("Black", true)]);
        let mut over = game;
        over.agree_draw();
        assert_eq!(names(&over), [("White", false), ("Black", false)]);
        let options = AnyOptions::parse(GameKind::Anchor, &[], SizeLimits::Challenge).unwrap();
        assert_eq!(names(&AnyGame::new(options)), [("Black", true), ("White", false)]);
    }
}
