//! Evaluation of the leaves of a search tree: by playouts, a network or a solver.

use carrick_games::{Board, Colour, Position};

use crate::playouts::{AmafCount, PlayoutTally, Playouts as _};
use crate::searchable::{Searchable, Tuning};

/// Evaluates positions at the leaves of a [search tree](crate::tree), one at a time.
///
/// [`PlayoutEvaluator`] plays random games; a network or an endgame solver would be alternatives.
/// The methods about turns and slots refer to the position evaluated last.
pub trait Evaluate<B: Board>: Send {
    /// Creates an evaluator for another thread of the search. It may share constant data, such as a
    /// network's weights, with this one.
    #[must_use]
    fn for_thread(&self) -> Self;

    /// Evaluates a position that is not over. `effort` is the number of batches of playouts, or an
    /// equivalent amount of work: 1 for most leaves, more for the root, and 0 if the winner is
    /// known and no statistics are needed.
    fn evaluate(&mut self, position: &Position<B>, effort: u32, random: &mut fastrand::Rng)
    -> Leaf;

    /// Prior of a turn: its value to its player, 0 to 1, before any visit. `leaf` is the evaluation
    /// of the position. If this returns `None`, the search makes a prior from that.
    fn prior(&self, turn: B::Turn, leaf: Leaf) -> Option<f32>;

    /// Whether a turn of a colour may win immediately; `false` only if that is impossible.
    fn may_win(&self, _turn: B::Turn, _colour: Colour) -> bool {
        true
    }

    /// The slot of a turn for AMAF statistics, if it has one: see
    /// [`Playouts::slot`](crate::Playouts::slot).
    fn slot(&self, _turn: B::Turn) -> Option<u16> {
        None
    }

    /// Results of the playouts in which a colour took a slot (AMAF).
    fn taken(&self, _slot: u16, _colour: Colour) -> AmafCount {
        AmafCount::default()
    }
}

/// Evaluation of a leaf, for the seat to move.
///
/// While a player sets up a refined opening of Anchor for both colours, it is the evaluation for
/// the colour that the player holds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Leaf {
    /// Expected share of the points, 0 to 1.
    pub value: f32,
    /// Expected margin at the end, in points, positive if the player is ahead; 0 in games that do
    /// not count points.
    pub margin: f32,
}

/// Evaluates positions by batches of playouts.
#[derive(Debug)]
pub struct PlayoutEvaluator<B: Searchable> {
    options: B::Options,
    tuning: Tuning,
    playouts: B::Playouts,
    tally: PlayoutTally,
    /// The colour to move in the position evaluated last.
    to_move: Colour,
}

impl<B: Searchable> PlayoutEvaluator<B> {
    /// Creates an evaluator of games with these options.
    #[must_use]
    pub fn new(options: B::Options, tuning: Tuning) -> Self {
        let playouts = B::Playouts::new(options);
        let tally = PlayoutTally::new(playouts.slots());
        Self { options, tuning, playouts, tally, to_move: Colour::Light }
    }

    /// The value of a position to a colour that leads by a margin, from the tally.
    fn value(&self, colour: Colour, margin: f32) -> f32 {
        let rate = self.tally.rate(colour);
        if self.tuning.margin_share == 0.0 {
            return rate;
        }
        let margin = margin / self.tuning.margin_scale;
        let squashed = 0.5 + 0.5 * margin / (1.0 + margin.abs());
        // While the winner is still open, nothing else counts.
        let decided = (2.0 * rate - 1.0).abs().powi(8);
        rate + self.tuning.margin_share * decided * (squashed - rate)
    }
}

impl<B: Searchable> Evaluate<B> for PlayoutEvaluator<B> {
    fn for_thread(&self) -> Self {
        Self::new(self.options, self.tuning)
    }

    fn evaluate(
        &mut self,
        position: &Position<B>,
        effort: u32,
        random: &mut fastrand::Rng,
    ) -> Leaf {
        let board = position.board();
        if board.options() != self.options {
            *self = Self::new(board.options(), self.tuning);
        }
        self.tally.clear();
        for _ in 0..effort {
            self.playouts.run(board, random, &mut self.tally);
        }
        self.to_move = board.to_move();
        let colour = board.colour_of(board.seat_to_move());
        let bias = board.playout_bias();
        let margin = self.tally.margin(colour) + if colour == self.to_move { bias } else { -bias };
        Leaf { value: self.value(colour, margin), margin }
    }

    fn prior(&self, turn: B::Turn, leaf: Leaf) -> Option<f32> {
        let taken = self.tally.taken(self.playouts.slot(turn)?, self.to_move);
        Some(taken.rate().unwrap_or(leaf.value))
    }

    /// A turn may win immediately if no playout in which it was taken was lost, or if it takes no
    /// slot.
    fn may_win(&self, turn: B::Turn, colour: Colour) -> bool {
        let Some(slot) = self.playouts.slot(turn) else { return true };
        self.tally.taken(slot, colour).rate().is_some_and(|rate| rate >= 1.0)
    }

    fn slot(&self, turn: B::Turn) -> Option<u16> {
        u16::try_from(self.playouts.slot(turn)?).ok()
    }

    #[inline]
    fn taken(&self, slot: u16, colour: Colour) -> AmafCount {
        self.tally.taken(slot.into(), colour)
    }
}
