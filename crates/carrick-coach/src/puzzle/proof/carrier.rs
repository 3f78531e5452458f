//! Carriers: the places that a winning strategy needs.

use carrick_games::{ActionSpace, Position};

/// A set of turns, by their numbers in the game's action space.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::puzzle) struct Carrier([u64; 8]);

impl Carrier {
    /// The set of one turn.
    pub(in crate::puzzle) fn of<B: ActionSpace>(position: &Position<B>, turn: B::Turn) -> Self {
        let mut set = Self::default();
        let (word, bit) = place(position, turn);
        // Games with more turns have no carriers.
        if let Some(word) = set.0.get_mut(word) {
            *word |= bit;
        }
        set
    }

    /// Whether a turn is in the set.
    pub(in crate::puzzle) fn has<B: ActionSpace>(
        self,
        position: &Position<B>,
        turn: B::Turn,
    ) -> bool {
        let (word, bit) = place(position, turn);
        self.0.get(word).is_none_or(|word| word & bit != 0)
    }

    /// Both sets together.
    pub(in crate::puzzle) fn and(self, other: Self) -> Self {
        let mut both = self;
        for (word, more) in both.0.iter_mut().zip(other.0) {
            *word |= more;
        }
        both
    }
}

/// Word and bit of a turn.
fn place<B: ActionSpace>(position: &Position<B>, turn: B::Turn) -> (usize, u64) {
    let action = B::action(position.board().options(), turn);
    (action / 64, 1 << (action % 64))
}
