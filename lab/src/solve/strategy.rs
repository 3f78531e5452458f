//! Strategies: one winning turn for every answer of the opponent. For the format, see
//! `docs/certificates.md`.

use std::collections::{BTreeMap, HashSet};
use std::io::{self, Write};

use carrick_engine::Value;
use carrick_engine::tables::{AnyTable, FORMAT, RULES, TableLayout as _, Tabled, score_of};
use carrick_games::{AnyOptions, Game, GameKind, Position, Seat, TurnSet as _, match_game};
use data_encoding::HEXLOWER;
use serde::Serialize;
use sha2::{Digest as _, Sha256};

/// Word in the head that identifies it as the head of a strategy.
const KIND: &str = "carrick strategy";

/// A winner's turn in every position that can arise from the start of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Strategy {
    game: &'static str,
    options: String,
    winner: Seat,
    /// The state after the winner's turn, by the state before it. Positions in which a turn wins
    /// immediately are left out.
    turns: BTreeMap<usize, usize>,
    /// Number of bytes in the number of a state.
    width: usize,
}

/// Why there is no strategy to write.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoStrategy {
    /// The table is for another board, or not complete.
    #[error("the table of this board is not available")]
    Table,
    /// The game is a draw.
    #[error("the game is a draw, so there is no winning strategy")]
    Draw,
    /// Positions may repeat, or the game is decided by points.
    #[error(
        "strategies are written for Boche and Antipod, in which every turn brings the end closer"
    )]
    Game,
    /// The first turns are not states of the table.
    #[error("a strategy is written for games without a swap; add -noswap")]
    Swap,
}

/// The first line of a file.
#[derive(Serialize)]
struct StrategyHead<'s> {
    certificate: &'static str,
    format: u32,
    rules: u32,
    game: &'static str,
    options: &'s str,
    winner: &'static str,
    positions: usize,
    sha256: String,
}

impl Strategy {
    /// Number of positions for which a turn is named.
    #[must_use]
    pub fn len(&self) -> usize {
        self.turns.len()
    }

    /// Whether no turn of the winner needs to be named.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.turns.is_empty()
    }

    /// Writes the strategy: its head as a line of JSON, then the numbers of two states for each
    /// position, those before and after the winner's turn.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let states = self.turns.iter().flat_map(|(&before, &after)| [before, after]);
        let bytes = |state: usize| (state as u64).to_le_bytes().into_iter().take(self.width);
        let body: Vec<u8> = states.flat_map(bytes).collect();
        let head = StrategyHead {
            certificate: KIND,
            format: FORMAT,
            rules: RULES,
            game: self.game,
            options: &self.options,
            winner: if self.winner == Seat::First { "first" } else { "second" },
            positions: self.len(),
            sha256: HEXLOWER.encode(&Sha256::digest(&body)),
        };
        serde_json::to_writer(&mut *out, &head)?;
        out.write_all(b"\n")?;
        out.write_all(&body)?;
        out.flush()
    }
}

/// A winning strategy from the start of a game, from the complete table.
///
/// # Errors
/// If the table is for another game, or there is no strategy.
pub fn strategy(table: &AnyTable, options: AnyOptions) -> Result<Strategy, NoStrategy> {
    let is_own =
        options.kind() == table.kind() && AnyTable::table_options(options) == table.options();
    if !is_own || !table.is_complete() {
        return Err(NoStrategy::Table);
    }
    let has_end = matches!(table.kind(), GameKind::Boche | GameKind::Antipod);
    if !has_end {
        return Err(NoStrategy::Game);
    }
    if matches!(options, AnyOptions::Boche(options) if options.swap()) {
        return Err(NoStrategy::Swap);
    }
    match_game!(options, AnyOptions(options) of B => {
        let shape = <B as Tabled>::shape(options).ok_or(NoStrategy::Table)?;
        of_table::<B>(&shape, table.bytes(), &Game::new(options))
    })
}

/// The strategy of the winner of a board on which positions cannot repeat, from its complete table.
fn of_table<B: Tabled>(
    shape: &B::Shape,
    table: &[u8],
    start: &Game<B>,
) -> Result<Strategy, NoStrategy> {
    let start = start.position();
    let options = start.board().options();
    let first = start.board().seat_to_move();
    let winner = match score_of::<B>(shape, table, start, first).value {
        Value::Win => first,
        Value::Draw => return Err(NoStrategy::Draw),
        Value::Loss => !first,
    };
    // The empty board of Boche is not a state, but no other state has its number.
    let state = |position: &Position<B>| shape.index(position).unwrap_or(0);
    let (mut turns, mut met, mut open) = (BTreeMap::new(), HashSet::new(), vec![start.clone()]);
    while let Some(position) = open.pop() {
        let number = state(&position);
        if position.outcome().is_some() || !met.insert(number) {
            continue;
        }
        let legal = position.legal_turns();
        let next = legal.iter().map(|turn| {
            let mut next = position.clone();
            next.play_unchecked(turn);
            next
        });
        if position.board().seat_to_move() != winner {
            open.extend(next);
            continue;
        }
        let best = next.min_by_key(|next| {
            let score = score_of::<B>(shape, table, next, winner);
            (score.value != Value::Win, score.distance, state(next))
        });
        let Some(best) = best.filter(|best| best.outcome().is_none()) else { continue };
        turns.insert(number, state(&best));
        open.push(best);
    }
    let width = if u32::try_from(shape.states()).is_ok() { 4 } else { 8 };
    Ok(Strategy { game: B::KIND.name(), options: B::table_options(options), winner, turns, width })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // a test may stop at what it did not expect

    use super::*;

    #[test]
    fn state_numbers_are_as_wide_as_the_board_needs() {
        for (width, state) in [(4, 0xffff_fffe), (8, 0x2_cc00_0000)] {
            let strategy = Strategy {
                game: "boche",
                options: String::new(),
                winner: Seat::Second,
                turns: BTreeMap::from([(7, state)]),
                width,
            };
            let mut file = Vec::new();
            strategy.write(&mut file).unwrap();
            let body = &file[file.iter().position(|&byte| byte == b'\n').unwrap() + 1..];
            let mut expected = vec![0; 2 * width];
            expected[0] = 7;
            expected[width..].copy_from_slice(&(state as u64).to_le_bytes()[..width]);
            assert_eq!(body, expected);
        }
    }
}
