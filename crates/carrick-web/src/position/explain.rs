//! The parts of a position view that depend on the game.

use carrick_games::{Board, Game};
use carrick_pictures::Style;
use carrick_server::Cost;

use super::PositionError;
use super::aims::Mark;
use super::last::told;
use super::solid::Solid;
use super::view::{Count, Group, LastTurn, Links, Other, Overlay, Selection, SpotView};
use super::words::{Phase, ids_at};

/// A game whose positions are explained on pages.
pub(super) trait Explain: Board {
    /// The cost of drawing a board of size 10, beside what its turns cost.
    const COST_OF_TEN: Cost;

    /// Diameter of the smallest target, as a share of the picture's unit.
    const REACH: f64;

    /// Overlays of the game.
    const OVERLAYS: &'static [Overlay] = &[SIZES];

    /// Classes of the signs of Light and Dark, as the picture paints their pieces.
    const SIGNS: [&'static str; 2];

    /// The marks on the board, for the legend.
    const LEGEND: &'static [Mark];

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
pub(super) struct Parts {
    pub(super) others: Vec<Other>,
    pub(super) selection: Option<Selection>,
    pub(super) groups: Vec<Group>,
    pub(super) links: Option<Links>,
    pub(super) count: Option<Count>,
    pub(super) levels: u8,
}

pub(super) const SIZES: Overlay =
    Overlay { show: "sizes", label: "Group sizes", means: "every group bears its size" };
