//! Why a position is no puzzle.

/// Why a position was thrown out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, thiserror::Error)]
pub enum Dull {
    /// The game is over, or its sides are not settled yet.
    #[error("not in play")]
    NotInPlay,
    /// There is at most one legal turn, or one that keeps the opponent from winning at once.
    #[error("forced replies")]
    Forced,
    /// No win was found for the player to move.
    #[error("no win found")]
    NoWin,
    /// More than one turn wins.
    #[error("more than one winning turn")]
    Several,
    /// The searches could not tell whether some other turn wins as well.
    #[error("not settled within the limits")]
    Unclear,
    /// One turn wins at once, or nothing but passing does, and there are enough of such puzzles.
    #[error("wins at once or by passing")]
    AtOnce,
    /// The first level finds a puzzle of one turn.
    #[error("one turn, obvious to level1")]
    Obvious,
    /// The position, or its image under a symmetry, is a puzzle already.
    #[error("twins")]
    Twin,
    /// Another puzzle on such a board has this solution of several turns: they look alike.
    #[error("solution of another puzzle")]
    SameSolution,
    /// The game has given a puzzle from about there already.
    #[error("near another puzzle of the game")]
    SameGame,
}

impl Dull {
    /// All of them, in the order in which they are looked for.
    pub const ALL: [Self; 10] = [
        Self::NotInPlay,
        Self::Forced,
        Self::NoWin,
        Self::Several,
        Self::Unclear,
        Self::AtOnce,
        Self::Obvious,
        Self::Twin,
        Self::SameSolution,
        Self::SameGame,
    ];
}
