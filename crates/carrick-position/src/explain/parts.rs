//! The parts of a position view that depend on the game.

use carrick_games::{Board, Game};
use carrick_pictures::Style;

use super::aims::Entry;
use super::last::told;
use super::words::{Phase, ids_at};
use crate::query::PositionError;
use crate::view::{Count, Group, LastTurn, Links, Other, Overlay, Selection, Solid, SpotView};

/// A game whose positions are explained on pages.
pub(crate) trait Explain: Board {
    /// Diameter of the smallest target, as a share of the picture's unit.
    const REACH: f64;

    /// Overlays of the game.
    const OVERLAYS: &'static [Overlay] = &[SIZES];

    /// Classes of the signs of Light and Dark, as the picture paints their pieces.
    const SIGNS: [&'static str; 2];

    /// The marks on the board, for the legend.
    const LEGEND: &'static [Entry];

    /// Noun for the members of a winning path.
    const PATH_OF: &'static str = "pieces";

    /// Describes each spot, the turns it allows, and the rest of the position.
    ///
    /// # Errors
    /// When nothing can be selected at the place.
    fn describe(
        game: &Game<Self>,
        spots: &mut [SpotView],
        select: Option<&str>,
        style: &Style,
    ) -> Result<Parts, PositionError>;

    /// Describes the last turn, by `who`, which took a place.
    fn last(
        who: &str,
        _before: &Game<Self>,
        _after: &Game<Self>,
        turn: String,
        spots: &[SpotView],
    ) -> LastTurn {
        let landed = ids_at(spots, &turn);
        let said = format!("{who} plays {turn}.");
        told(turn, said, landed)
    }

    /// Explanation of a set-up turn; `None` for other turns.
    fn phase(_game: &Game<Self>) -> Option<Phase> {
        None
    }

    /// Positions of the board's places in space; `None` for a board that is flat. Cubes above the
    /// highest level that `style` shows are left out.
    fn solid(_game: &Game<Self>, _spots: &[SpotView], _style: &Style) -> Option<Solid> {
        None
    }

    /// Ids of the elements at which a turn is played.
    fn played_at(turn: &str, spots: &[SpotView]) -> Vec<String> {
        ids_at(spots, turn)
    }

    /// Ids of the elements that show a place of a proof.
    fn proved(place: &str, spots: &[SpotView]) -> Vec<String> {
        ids_at(spots, place)
    }
}

/// The parts of a position view that not every game has.
#[derive(Default)]
pub(crate) struct Parts {
    pub(crate) others: Vec<Other>,
    pub(crate) selection: Option<Selection>,
    pub(crate) groups: Vec<Group>,
    pub(crate) links: Option<Links>,
    pub(crate) count: Option<Count>,
    pub(crate) levels: u8,
}

pub(crate) const SIZES: Overlay = Overlay {
    show: "sizes",
    label: "Group sizes",
    means: "a group of two or more bears its size, on a disc of its colour; point at a group, or move to it, to see and read which it is",
};
