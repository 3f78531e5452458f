//! Tries: judging a solver's turn, and sentences about it.

pub mod said;

use carrick_engine::{AnyEngine, Limits, Memory, node_microseconds, winning_turns_by_name};
use carrick_games::{AnyGame, Illegal, Outcome, TurnError};

use crate::puzzle::collection::{Puzzle, WinningLine};

// Judging a solver's turn.

/// Verdict on a solver's turn.
#[derive(Debug, Clone)]
pub enum Answer {
    /// The turn is right, and there is more to find.
    Right {
        /// The game after the turn and the best defence.
        after: Box<AnyGame>,
        /// The defence.
        reply: String,
    },
    /// The turn is right and the last one: the puzzle is solved.
    Solved {
        /// The game after it.
        after: Box<AnyGame>,
    },
    /// The turn is legal, but does not win.
    Wrong {
        /// The game after it.
        after: Box<AnyGame>,
        /// The opponent's answer; `None` if the game is over.
        refutation: Option<Refutation>,
    },
    /// The rules refuse the turn.
    Refused {
        /// The reason, with the turn that was probably meant.
        reason: TurnError<Illegal>,
    },
}

/// The opponent's answer to a turn that does not win.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refutation {
    /// The turn.
    pub turn: String,
    /// How the game ends with it, if it does.
    pub outcome: Option<Outcome>,
}

/// Time of the search that answers a wrong turn, in microseconds.
const REFUTATION_MICROSECONDS: u64 = 40_000;

/// Memory of the search for a refutation.
const MEMORY: Memory = Memory { tree: 16 << 20, table: 1 << 20 };

impl Puzzle {
    /// Judges a turn: [`WinningLine::judge`].
    ///
    /// ```
    /// use carrick_coach::puzzle::{Answer, Collection};
    /// use carrick_games::GameKind;
    /// let puzzle = &Collection::of(GameKind::Boche).puzzles[0];
    /// assert!(matches!(puzzle.judge(0, &puzzle.solution[0]), Answer::Solved { .. }));
    /// assert!(matches!(puzzle.judge(0, "z99"), Answer::Refused { .. }));
    /// ```
    #[must_use]
    pub fn judge(&self, found: usize, typed: &str) -> Answer {
        self.line().judge(found, typed)
    }
}

impl WinningLine<'_> {
    /// Judges a turn in the same way for pages, emails and programs. A search of about 40 ms finds
    /// the answer to a wrong turn; its number of positions depends only on the board.
    #[must_use]
    pub fn judge(&self, found: usize, typed: &str) -> Answer {
        let nodes = REFUTATION_MICROSECONDS.div_ceil(node_microseconds(self.start.options()));
        self.answer(found, typed, nodes)
    }

    /// Judges a turn as it was typed, after `found` of the solver's turns.
    ///
    /// The answer to a wrong turn is one that wins immediately, or else the one that a search of
    /// `nodes` positions finds. It is always the same.
    #[must_use]
    pub fn answer(&self, found: usize, typed: &str, nodes: u64) -> Answer {
        let (after, is_right) = match self.tried(found, typed) {
            Ok((after, is_right)) => (Box::new(after), is_right),
            Err(reason) => return Answer::Refused { reason },
        };
        if !is_right {
            let refutation = refute(&after, nodes);
            return Answer::Wrong { after, refutation };
        }
        match self.turns.get(2 * found + 1) {
            Some(reply) => {
                let reply = reply.clone();
                Answer::Right { after: Box::new(self.after(found + 1)), reply }
            }
            None => Answer::Solved { after },
        }
    }

    /// Returns the game after a turn as it was typed, and whether the turn is right, after `found`
    /// of the solver's turns. Nothing is searched.
    ///
    /// # Errors
    /// Returns why the rules refuse the turn.
    pub fn tried(&self, found: usize, typed: &str) -> Result<(AnyGame, bool), TurnError<Illegal>> {
        let turn: String = typed.split_whitespace().collect();
        let after = self.after(found).play_text(&turn).map_err(|refused| refused.reason)?;
        let is_right = after.last_turn().as_ref() == self.turns.get(2 * found);
        Ok((after, is_right))
    }
}

/// The opponent's best answer to a turn; `None` if the game is over.
fn refute(after: &AnyGame, nodes: u64) -> Option<Refutation> {
    after.seat_to_move()?;
    let at_once = winning_turns_by_name(after).into_iter().next();
    let best = || AnyEngine::new(after, 1, MEMORY).think(Limits::nodes(nodes)).best().cloned();
    let turn = at_once.or_else(best)?;
    let outcome = after.clone().play_text(&turn).ok()?.outcome();
    Some(Refutation { turn, outcome })
}
