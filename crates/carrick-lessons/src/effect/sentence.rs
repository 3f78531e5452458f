//! Effects as sentences for the players.

use carrick_games::{AnyGame, Colour, GameKind};

use super::{Effect, anchor, antipod};

/// The turn that sentences are about. Each sentence names its subject: a place, and whose piece is
/// there.
#[derive(Debug)]
pub(super) struct Subject<'a> {
    after: &'a AnyGame,
    /// Name of the colour that played.
    mover: &'static str,
    /// Name of the other colour.
    other: &'static str,
    place: String,
}

impl<'a> Subject<'a> {
    /// The turn of a colour that led to a position.
    pub(super) fn new(after: &'a AnyGame, mover: Colour) -> Self {
        let name = |colour| after.kind().colour_name(colour);
        // The text of a turn ends with the place: `b2-c3`, `a:b2`, `f4`.
        let turn = after.last_turn().unwrap_or_default();
        let place = turn.rsplit(['-', ':']).next().unwrap_or_default().to_owned();
        Self { after, mover: name(mover), other: name(!mover), place }
    }

    /// "O's cube at c2".
    fn cube_at(&self, place: &str) -> String {
        match owner(self.after, place) {
            Some(colour) => {
                format!("{}'s cube at {place}", self.after.kind().colour_name(colour))
            }
            None => format!("The cube at {place}"),
        }
    }
}

/// The colour of the cube at a place of Ankor's board. Cubes three levels apart have the same name;
/// if their colours differ, the result is `None`.
fn owner(game: &AnyGame, place: &str) -> Option<Colour> {
    let AnyGame::Ankor(game) = game else { return None };
    let (board, lattice) = (game.board(), game.board().lattice());
    let cells = lattice.ids().filter(|&id| lattice.place(id).to_string() == place);
    let mut colours = cells.filter_map(|id| board.cube(id));
    let first = colours.next()?;
    colours.all(|colour| colour == first).then_some(first)
}

impl Effect {
    /// The effect as a sentence for someone who is learning the game; `None` for an effect that is
    /// obvious from the board or from the result of the game.
    pub(super) fn sentence(&self, subject: &Subject<'_>) -> Option<String> {
        let Subject { mover, other, place, .. } = subject;
        let kind = subject.after.kind();
        let piece = match kind {
            GameKind::Ankor | GameKind::Boche => "cube",
            GameKind::Antipod | GameKind::Anchor => "stone",
        };
        Some(match (self, kind) {
            (Self::Drops(at), _) => {
                format!(
                    "{} has dropped into the gap, as does every cube above it in the same straight \
                     line.",
                    subject.cube_at(at)
                )
            }
            (Self::Pins(at), _) => {
                format!("{} carries two cubes or more: it is pinned.", subject.cube_at(at))
            }
            (Self::Frees(at), _) => {
                format!("{} carries at most one cube now: it can move again.", subject.cube_at(at))
            }
            (Self::Joins(groups), _) => {
                format!(
                    "The {piece} at {place} has joined {} groups of {mover} into one.",
                    number(*groups)
                )
            }
            (Self::Touches(3), GameKind::Boche) => format!(
                "A group of {mover} touches all three sides now. It wins if it is still whole when the \
                 board is full: a cube in a nest can cut it."
            ),
            (Self::Touches(sides), GameKind::Boche) if *sides > 1 => {
                format!("A group of {mover} touches {sides} of the three sides now.")
            }
            (Self::Touches(sides), GameKind::Ankor) if *sides > 1 => {
                format!(
                    "{mover}'s group with the cube at {place} touches {sides} of the three sides."
                )
            }
            (Self::Splits(parts), _) => format!(
                "A group of {other} split into {parts} parts: the cube at {place} hides faces that joined \
                 them."
            ),
            (Self::Rim, _) => {
                format!("{place} is a rim point: {mover}'s stone there is on both discs.")
            }
            (Self::Bridges(_), _) => {
                let ways = antipod::ways(subject.after, place).join(" and ");
                format!(
                    "{mover}'s stone at {place} can be joined to another group of {mover}'s by {ways}; \
                     {other} can close only one of them in a turn."
                )
            }
            (Self::Anchor, _) => {
                let touched = match anchor::sides_touched(subject.after, place) {
                    2 => format!("two sides, which do not meet at a home corner of {other}'s"),
                    sides => format!("{} sides", number(sides)),
                };
                format!(
                    "{mover}'s group with the stone at {place} touches {touched}: it is an anchor."
                )
            }
            (Self::Dead, _) => {
                let touched = match anchor::sides_touched(subject.after, place) {
                    0 => "no side".to_owned(),
                    1 => "one side only".to_owned(),
                    _ => format!("only two sides, which meet at a home corner of {other}'s"),
                };
                format!("{mover}'s stone at {place} is dead for now: its group touches {touched}.")
            }
            (
                Self::Wins(_)
                | Self::Loses(_)
                | Self::Draws(_)
                | Self::Swaps
                | Self::Passes
                | Self::Level(_)
                | Self::Connects(_)
                | Self::Touches(_)
                | Self::GroupOf(_)
                | Self::Pole
                | Self::Owns(_),
                _,
            ) => return None,
        })
    }
}

/// A small number as a word.
fn number(count: usize) -> String {
    match count {
        2 => "two".to_owned(),
        3 => "three".to_owned(),
        more => more.to_string(),
    }
}
