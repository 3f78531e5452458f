//! Price of drawing a position, known before it is drawn: by the size of the board and the number
//! of turns.

use carrick_games::{AnyGame, AnyOptions, GameKind, GameOptions as _, SizeLimits, match_game};
use carrick_server::Cost;

use super::explain::Explain;
use super::{MAX_TURNS, Query};

/// Price of rendering a PNG, beside the drawing.
pub(crate) const PIXELS: Cost = 300;

/// Price of drawing a game of this length. Measured: the largest board of Antipod after 430 turns
/// takes some 7 ms, and twice that for the full view.
fn cost(options: AnyOptions, turns: usize) -> Cost {
    let (side, of_ten) = match_game!(options, AnyOptions(options) of B => {
        (options.size(), <B as Explain>::COST_OF_TEN)
    });
    let side = Cost::from(side);
    let turns = turns.min(MAX_TURNS) as Cost;
    5 + side * side * of_ten / 100 + turns / 8
}

/// Price of drawing a game.
pub(crate) fn cost_of(game: &AnyGame) -> Cost {
    cost(game.options(), game.ply())
}

impl Query {
    /// Price of drawing the queried game. An invalid query costs as much as finding that out at
    /// most.
    pub(crate) fn cost(&self) -> Cost {
        let words: Vec<&str> = self.options.split_ascii_whitespace().take(50).collect();
        let options = self.game.parse::<GameKind>().ok();
        let options =
            options.and_then(|kind| AnyOptions::parse(kind, &words, SizeLimits::Scripts).ok());
        options.map_or(5, |options| cost(options, self.count_turns()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(game: &str, options: &str, turns: usize, cost: Cost) {
        let turns = "a1 ".repeat(turns);
        let query = Query { game: game.into(), options: options.into(), turns, ..Query::default() };
        assert_eq!(query.cost(), cost, "{game} {options}");
    }

    #[test]
    fn larger_boards_and_longer_games_cost_more() {
        check("ankor", "-size=4", 0, 9);
        check("ankor", "-size=10", 0, 30);
        check("boche", "-size=10", 160, 55);
        check("antipod", "-radius=4", 0, 12);
        check("antipod", "-radius=10", 430, 103);
        check("anchor", "-size=10", 80, 30);
        // Turns beyond the limit are not replayed.
        check("antipod", "-radius=10", 30_000, 175);
        check("chess", "", 430, 5);
        check("antipod", "-radius=99", 430, 5);
    }
}
