//! Weaknesses of novices.

/// Weaknesses of a novice in a game.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Habits {
    /// Probability of overlooking a threat to win immediately, or what is left to do when
    /// everything is settled, 0 to 1.
    pub overlooks: f32,
    /// Softmax temperature over the values of turns, as for a level.
    pub temperature: f32,
    /// Distance from the last two turns, in steps, at which the player is 1/e as likely to think of
    /// a turn.
    pub reach: f32,
}
