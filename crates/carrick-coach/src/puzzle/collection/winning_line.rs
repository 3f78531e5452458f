//! The part of a puzzle by which turns are judged.

use carrick_games::{AnyGame, GameKind};

use super::line::Puzzle;

/// A position with one winning turn, and the line that wins.
///
/// ```
/// use carrick_coach::puzzle::WinningLine;
/// use carrick_games::{AnyGame, AnyOptions, GameKind, SizeLimits};
/// let options = AnyOptions::parse(GameKind::Anchor, &[], SizeLimits::Challenge)?;
/// let (start, turns) = (AnyGame::new(options), ["A1", "B2", "C3"].map(str::to_owned));
/// let line = WinningLine { start: &start, turns: &turns };
/// assert_eq!(line.own_turns(), 2);
/// assert_eq!(line.after(1).turn_names(), ["A1", "B2"]);
/// # Ok::<(), carrick_games::OptionError>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct WinningLine<'a> {
    /// The game up to the position in which the solver is to move.
    pub start: &'a AnyGame,
    /// The solver's turns and the replies in between, beginning and ending with the solver's.
    pub turns: &'a [String],
}

impl WinningLine<'_> {
    /// The game.
    #[must_use]
    pub const fn kind(&self) -> GameKind {
        self.start.kind()
    }

    /// Number of turns that the solver has to find.
    #[must_use]
    pub const fn own_turns(&self) -> usize {
        self.turns.len().div_ceil(2)
    }

    /// The game when so many of the solver's turns were found and answered; the end of the line
    /// when there are fewer.
    #[must_use]
    pub fn after(&self, found: usize) -> AnyGame {
        let turns = self.turns.iter().take(2 * found);
        turns.fold(self.start.clone(), |game, turn| {
            game.play_text(turn).unwrap_or_else(|refused| refused.game)
        })
    }
}

impl Puzzle {
    /// The part by which turns are judged.
    #[must_use]
    pub fn line(&self) -> WinningLine<'_> {
        WinningLine { start: &self.start, turns: &self.solution }
    }

    /// Number of turns that the solver has to find.
    #[must_use]
    pub const fn own_turns(&self) -> usize {
        self.solution.len().div_ceil(2)
    }

    /// The game when so many of the solver's turns were found and answered; the end of the solution
    /// when there are fewer.
    #[must_use]
    pub fn after(&self, found: usize) -> AnyGame {
        self.line().after(found)
    }
}
