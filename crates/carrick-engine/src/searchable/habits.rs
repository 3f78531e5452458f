//! Weaknesses of novices.

/// Weaknesses of a novice in a game.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Habits {
    /// Probability of overlooking a threat to win at once, or what is left to do when all is
    /// settled, 0 to 1.
    pub overlooks: f32,
    /// Softmax temperature over the values of turns, as a level has one.
    pub temperature: f32,
    /// Distance from the last two turns, in steps, at which a turn is 1/e as likely to be thought
    /// of.
    pub reach: f32,
}
