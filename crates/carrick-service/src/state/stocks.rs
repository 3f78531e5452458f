//! Numbers of stored things that may not grow without bound.

/// Numbers of what a user, and everybody at their network address, has stored.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Stocks {
    /// Remarks on the board in question.
    pub remarks: u32,
    /// Boards that the user watches one by one.
    pub watched: u32,
    /// Boards watched by users of the network address.
    pub watched_from_place: u32,
    /// Open seeks of users of the network address, in all games.
    pub seeks_from_place: u32,
}
