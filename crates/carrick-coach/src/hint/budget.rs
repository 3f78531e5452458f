//! Budgets of hints, in nodes, and the search for one.

use carrick_engine::opening::LATEST_SWAP_PLY;
use carrick_engine::{AnyEngine, AnyPlayer, Exact, Level, Limits, Memory, Thought, Value};
use carrick_engine::{node_microseconds, winning_turns_by_name};
use carrick_games::{AnyGame, AnyOptions, Outcome};

use super::{Found, Hint, LINE, near};
use crate::puzzle::{Effort, proved_win};
use crate::steady::steady;

/// Time that the search for a hint takes by the measured speed of each game, in milliseconds of one
/// core; half as much again is spent on the position after the turn.
const HINT_MS: u64 = 2000;

/// Memory of a search, in bytes.
const TREE_BYTES: usize = 16 << 20;

/// Budget of a hint: nodes for the position, and a seed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// Maximum number of nodes for the position; half as many again go to the one after the turn.
    pub nodes: u64,
    /// Seed of the searches, and of the choice where the player is told to look.
    pub seed: u64,
}

impl Budget {
    /// The budget on a board: about three seconds of one core in all.
    ///
    /// ```
    /// use carrick_coach::hint::Budget;
    /// use carrick_games::{AnyOptions, GameKind, SizeLimits};
    /// let of = |size| AnyOptions::parse(GameKind::Anchor, &[size], SizeLimits::Challenge);
    /// let [small, large] = [of("-size=5")?, of("-size=10")?];
    /// assert!(Budget::of(large, 1).nodes < Budget::of(small, 1).nodes);
    /// # Ok::<(), carrick_games::OptionError>(())
    /// ```
    #[must_use]
    pub fn of(options: AnyOptions, seed: u64) -> Self {
        Self { nodes: (HINT_MS * 1000 / node_microseconds(options)).max(1), seed }
    }

    /// Finds a hint for the player to move, with one thread; `None` when the game is over, or when
    /// `stop` ended the search.
    ///
    /// A turn that wins at once is taken without a search, and one that wins by proof before any
    /// other.
    #[must_use]
    pub fn find(&self, game: &AnyGame, stop: &(dyn Fn() -> bool + Sync)) -> Option<Hint> {
        self.find_by(game, &(), stop)
    }

    /// Finds a hint where exact values may be known: then a win is the shortest one, and a draw is
    /// never given away.
    #[must_use]
    pub fn find_by(
        &self,
        game: &AnyGame,
        exact: &dyn Exact,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<Hint> {
        game.seat_to_move()?;
        let best = self.best(game, exact, stop)?;
        let after = game.clone().play_text(&best.turn).ok()?;
        let (found, answer) = self.after(&best, &after, exact, stop);
        if stop() {
            return None;
        }
        let line = std::iter::once(best.turn.clone()).chain(answer).take(LINE).collect();
        let near = near::beside(game, &best.turn, self.seed);
        Some(Hint { line, near, before: best.found, after: found })
    }

    /// The turn to be played.
    fn best(
        &self,
        game: &AnyGame,
        exact: &dyn Exact,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<Best> {
        if let Some(turn) = winning_turns_by_name(game).into_iter().next() {
            let found = Found::proved(1.0, 0);
            return Some(Best { turn, found, proved: Some(Value::Win), answer: Vec::new() });
        }
        let limits = Limits { nodes: self.nodes, stop, threads: 1 };
        if let Some(known) = exact.exact(game).filter(|known| known.proved.is_some()) {
            // Among the turns that keep a draw a search chooses.
            let mut player = AnyPlayer::new(game, Level::MAX, self.seed, MEMORY);
            let choice = player.choose_by(game, limits, exact)?;
            return Some(Best::of(choice.turn, &known));
        }
        // As much as the question takes whether a position is a puzzle at all.
        let effort = Effort::mining(game.kind()).times(2);
        if let Some((turn, nodes)) = proved_win(game, effort) {
            let found = Found::proved(1.0, nodes);
            return Some(Best { turn, found, proved: Some(Value::Win), answer: Vec::new() });
        }
        // While sides may be chosen, the measured openings know more than a search.
        if game.ply() <= LATEST_SWAP_PLY as usize {
            let mut player = AnyPlayer::new(game, Level::MAX, self.seed, MEMORY);
            let choice = player.choose(game, limits)?;
            return Some(Best::of(choice.turn, &choice.thought));
        }
        let thought = steady(AnyEngine::new(game, self.seed, MEMORY), limits);
        Some(Best::of(thought.best()?.clone(), &thought))
    }

    /// Value after the turn, and how play may go on.
    fn after(
        &self,
        best: &Best,
        after: &AnyGame,
        exact: &dyn Exact,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> (Found, Vec<String>) {
        if let Some(outcome) = after.outcome() {
            return (Found::proved(points(after, outcome), 0), Vec::new());
        }
        let limits = Limits { nodes: (self.nodes / 2).max(1), stop, threads: 1 };
        let known = exact.exact(after).filter(|known| known.proved.is_some());
        let thought =
            known.unwrap_or_else(|| steady(AnyEngine::new(after, self.seed, MEMORY), limits));
        let theirs = Found::own(&thought, thought.nodes);
        let answer = thought.lines.first().map(|line| {
            std::iter::once(line.turn.clone()).chain(line.continuation.clone()).collect()
        });
        let answer = answer.unwrap_or_default();
        match best.proved {
            // A shorter search may have missed the proof.
            Some(value) if !theirs.proved => {
                let answer = if best.answer.is_empty() { answer } else { best.answer.clone() };
                (Found::proved(value.points(), best.found.nodes), answer)
            }
            _ => (Found { value: 1.0 - theirs.value, ..theirs }, answer),
        }
    }
}

const MEMORY: Memory = Memory { tree: TREE_BYTES, table: Memory::TABLE };

/// The turn to be played, and what is known of it.
struct Best {
    turn: String,
    /// The finding about the position before it.
    found: Found,
    /// The proved value of the turn.
    proved: Option<Value>,
    /// The turns that are likely to follow.
    answer: Vec<String>,
}

impl Best {
    fn of(turn: String, thought: &Thought) -> Self {
        let line = thought.lines.iter().find(|line| line.turn == turn);
        Self {
            found: Found::own(thought, thought.nodes),
            proved: line.and_then(|line| line.proved),
            answer: line.map(|line| line.continuation.clone()).unwrap_or_default(),
            turn,
        }
    }
}

/// Points of the player who has just moved, for an outcome on the board.
fn points(after: &AnyGame, outcome: Outcome) -> f32 {
    let before = after.at(after.ply().saturating_sub(1));
    let mover = before.seat_to_move();
    match outcome.winner().map(|winner| after.seat_of(winner)) {
        None => 0.5,
        Some(winner) if Some(winner) == mover => 1.0,
        Some(_) => 0.0,
    }
}
