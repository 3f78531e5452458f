//! Exactness: the share of turns that keep the value, by tables of solved boards.

use std::collections::BTreeMap;

use carrick_engine::tables::TooFar;
use carrick_engine::tables::{AnyTable, Score};
use carrick_games::{AnyGame, AnyOptions, GameKind};

use crate::arena::Side;
use crate::plan::Cell;
use crate::run::Line;

/// The tables of the boards of cells that ask for exactness.
#[derive(Debug, Default)]
pub(super) struct Tables(BTreeMap<(GameKind, String), AnyTable>);

impl Tables {
    /// Solves the boards of the cells that ask for it, each once.
    ///
    /// # Errors
    /// A distance does not fit into a table.
    pub(super) fn of(cells: &[Cell]) -> Result<Self, TooFar> {
        let mut tables = BTreeMap::new();
        for cell in cells.iter().filter(|cell| cell.exact) {
            let key = key(cell.options);
            if tables.contains_key(&key) {
                continue;
            }
            let Some(mut table) = AnyTable::new(cell.options) else { continue };
            while !table.is_complete() {
                table.advance()?;
            }
            tables.insert(key, table);
        }
        Ok(Self(tables))
    }

    /// Shares of the turns of a game that kept the value, by [`Side::index`]; `None` for a player
    /// of whom no turn is settled. Turns of the opening are nobody's.
    pub(super) fn shares(&self, cell: &Cell, line: &Line) -> [Option<f64>; 2] {
        let mut kept = [(0_u32, 0_u32); 2];
        if let Some(table) = self.0.get(&key(cell.options)).filter(|_| cell.exact) {
            let mut game = AnyGame::new(cell.options);
            for (ply, turn) in line.opening.iter().chain(&line.turns).enumerate() {
                let seat = game.seat_to_move();
                if ply >= line.opening.len()
                    && let Some(seat) = seat
                    && let Some(keeps) = keeps(table, &game, turn)
                {
                    let (right, all) = &mut kept[line.number().side_in(seat).index()];
                    *right += u32::from(keeps);
                    *all += 1;
                }
                // A line that was not verified may hold anything.
                let Ok(next) = game.play_text(turn) else { break };
                game = next;
            }
        }
        Side::BOTH.map(|side| {
            let (right, all) = kept[side.index()];
            (all > 0).then(|| f64::from(right) / f64::from(all))
        })
    }
}

/// Whether a turn keeps the value of the position, points included in games of points; `None`
/// where the table does not settle one of them.
fn keeps(table: &AnyTable, game: &AnyGame, turn: &str) -> Option<bool> {
    let solution = table.solution(game).ok()?;
    let value = |score: Score| (score.value, score.margin);
    let played = solution.turns.iter().find(|solved| solved.turn == turn)?;
    Some(value(played.score?) == value(solution.score?))
}

fn key(options: AnyOptions) -> (GameKind, String) {
    (options.kind(), AnyTable::table_options(options))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // a test may stop at what it did not expect

    use carrick_games::SizeLimits;

    use super::*;

    #[test]
    fn a_turn_that_throws_the_win_away_does_not_keep_the_value() {
        // Of the first turns b:a1, d:b1 and c:b2 alone win.
        let words = ["-size=2", "-noswap"];
        let options = AnyOptions::parse(GameKind::Boche, &words, SizeLimits::Scripts).unwrap();
        let mut table = AnyTable::new(options).unwrap();
        while !table.is_complete() {
            table.advance().unwrap();
        }
        let game = AnyGame::new(options);
        assert_eq!(keeps(&table, &game, "b:a1"), Some(true));
        assert_eq!(keeps(&table, &game, "a:a1"), Some(false));
        // What is lost already cannot be lost by a turn.
        let lost = game.play_text("b:a1").unwrap();
        let turns = lost.legal();
        assert!(turns.iter().all(|turn| keeps(&table, &lost, turn) == Some(true)));
        assert_eq!(keeps(&table, &lost, "x"), None);
    }
}
