//! Why a winning turn wins: what it threatens, what stops that, and a line to the end of the game.

use carrick_engine::{
    AnyEngine, Limits, Memory, node_microseconds, threats_by_name, winning_turns_by_name,
};
use carrick_games::AnyGame;

use crate::puzzle::collection::WinningLine;

/// Maximum number of turns from the solution to the end of the game in a line that is shown.
const MOST_TURNS: usize = 15;

/// Time of the search for each of these turns, in microseconds.
const TURN_MICROSECONDS: u64 = 10_000;

/// Memory of such a search.
const MEMORY: Memory = Memory { tree: 16 << 20, table: 1 << 20 };

/// What follows the last turn of a solution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PuzzleEnding {
    /// The solver's turns that would win immediately if the opponent did nothing.
    pub threats: Vec<String>,
    /// The opponent's replies that delay all of these for a turn.
    pub defences: Vec<String>,
    /// A line to the solver's win; the opponent's turn is first. Empty when the game is over, or
    /// when a quick search finds no short one.
    pub turns: Vec<String>,
}

impl WinningLine<'_> {
    /// Finds what follows the last turn. The number of positions searched depends only on the
    /// board, so the answer is always the same.
    ///
    /// ```
    /// use carrick_coach::puzzle::Collection;
    /// use carrick_games::GameKind;
    /// let puzzle = &Collection::of(GameKind::Antipod).puzzles[0];
    /// let ending = puzzle.line().ending();
    /// assert_eq!(ending, puzzle.line().ending());
    /// ```
    #[must_use]
    pub fn ending(&self) -> PuzzleEnding {
        let after = self.after(self.own_turns());
        if after.outcome().is_some() {
            return PuzzleEnding { threats: Vec::new(), defences: Vec::new(), turns: Vec::new() };
        }
        let threats = threats_by_name(&after);
        let stops = |reply: &String| {
            let next = after.clone().play_text(reply);
            next.is_ok_and(|next| winning_turns_by_name(&next).is_empty())
        };
        let defences = match threats.is_empty() {
            true => Vec::new(),
            false => after.legal().into_iter().filter(stops).collect(),
        };
        PuzzleEnding { threats, defences, turns: line_to_the_win(&after) }
    }
}

/// Turns from a position where the loser is to move to the end, if a search finds it soon.
fn line_to_the_win(lost: &AnyGame) -> Vec<String> {
    let Some(loser) = lost.colour_to_move() else { return Vec::new() };
    let nodes = TURN_MICROSECONDS.div_ceil(node_microseconds(lost.options()));
    let mut game = lost.clone();
    let mut turns = Vec::new();
    while game.outcome().is_none() && turns.len() < MOST_TURNS {
        let wins = winning_turns_by_name(&game).into_iter().next();
        let best = || AnyEngine::new(&game, 1, MEMORY).think(Limits::nodes(nodes)).best().cloned();
        let Some(turn) = wins.or_else(best) else { break };
        let Ok(next) = game.clone().play_text(&turn) else { break };
        game = next;
        turns.push(turn);
    }
    let won = game.outcome().and_then(|outcome| outcome.winner()) == Some(!loser);
    if won { turns } else { Vec::new() }
}
