//! Evaluation of the leaves of a search tree: by playouts, or by whatever else can.

use carrick_games::{Board, Colour, Position};

use crate::{Playouts as _, Searchable, Taken, Tally, Tuning};

/// Estimates positions at the leaves of a [tree](crate::tree), one at a time.
///
/// [`PlayoutEvaluator`] plays random games; a network or an endgame solver would be others. What an
/// evaluator says about turns and slots is about the position that it evaluated last.
pub trait Evaluate<B: Board>: Send {
    /// An evaluator for another thread, which shares with this one what never changes.
    #[must_use]
    fn for_thread(&self) -> Self;

    /// Estimates a position that is not over. `effort` is 1 for most leaves, more for the root, and
    /// 0 where the winner is known and nothing needs to be found out.
    fn evaluate(&mut self, position: &Position<B>, effort: u32, random: &mut fastrand::Rng)
    -> Leaf;

    /// First value of a turn to its player, 0 to 1, before it is visited; `None` leaves it to the
    /// search, which judges a swap or a pass by what becomes of the sides.
    fn prior(&self, turn: B::Turn, leaf: Leaf) -> Option<f32>;

    /// Whether a turn of a colour may win at once; `false` only where it surely does not.
    fn may_win(&self, _turn: B::Turn, _colour: Colour) -> bool {
        true
    }

    /// The slot that a turn takes, if statistics are kept of it further up the tree (AMAF).
    fn slot(&self, _turn: B::Turn) -> Option<u16> {
        None
    }

    /// How a colour fared in the playouts in which it took a slot.
    fn taken(&self, _slot: u16, _colour: Colour) -> Taken {
        Taken::default()
    }
}

/// Estimate of a position, to the player to move.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Leaf {
    /// Expected share of the points, 0 to 1.
    pub value: f32,
    /// Expected lead at the end, in points; 0 in games that count none.
    pub margin: f32,
}

/// Evaluates positions by batches of random games.
#[derive(Debug)]
pub struct PlayoutEvaluator<B: Searchable> {
    options: B::Options,
    tuning: Tuning,
    playouts: B::Playouts,
    tally: Tally,
    /// The colour to move in the position that was evaluated last.
    to_move: Colour,
}

impl<B: Searchable> PlayoutEvaluator<B> {
    /// An evaluator of games with these options.
    #[must_use]
    pub fn new(options: B::Options, tuning: Tuning) -> Self {
        let playouts = B::Playouts::new(options);
        let tally = Tally::new(playouts.slots());
        Self { options, tuning, playouts, tally, to_move: Colour::Light }
    }

    /// What the tally says a position is worth to a colour that leads by a margin.
    fn value(&self, colour: Colour, margin: f32) -> f32 {
        let rate = self.tally.rate(colour);
        if self.tuning.margin_share == 0.0 {
            return rate;
        }
        let margin = margin / self.tuning.margin_scale;
        let squashed = 0.5 + 0.5 * margin / (1.0 + margin.abs());
        // Where the winner is still open nothing else counts.
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

    /// Playouts leave it open that a turn wins at once: they lost none of the games in which it was
    /// taken, or it takes nothing.
    fn may_win(&self, turn: B::Turn, colour: Colour) -> bool {
        let Some(slot) = self.playouts.slot(turn) else { return true };
        self.tally.taken(slot, colour).rate().is_some_and(|rate| rate >= 1.0)
    }

    fn slot(&self, turn: B::Turn) -> Option<u16> {
        u16::try_from(self.playouts.slot(turn)?).ok()
    }

    #[inline]
    fn taken(&self, slot: u16, colour: Colour) -> Taken {
        self.tally.taken(slot.into(), colour)
    }
}
