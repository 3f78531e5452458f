//! Price of drawing a position. It is known in advance, from the size of the board and the number
//! of turns.

use carrick_games::{
    AnyGame, AnyOptions, GameKind, GameOptions as _, Seat, SizeLimits, match_game,
};
use carrick_position::{MAX_TURNS, PositionQuery};
use carrick_server::Cost;

/// Price of rendering a PNG, in addition to the drawing.
pub(crate) const PIXELS: Cost = 300;

/// Price of a remark, in multiples of that of a picture. Remarks on Ankor take longest, because
/// most of its turns may join the sides: a novice, who looks at more turns, takes 4 ms for each on
/// the default board.
const REMARK: Cost = 2;

/// Price of drawing a board of size 10, in addition to that of its turns.
const fn of_size_ten(kind: GameKind) -> Cost {
    match kind {
        GameKind::Ankor => 25,
        GameKind::Boche => 30,
        GameKind::Antipod => 45,
        GameKind::Anchor => 15,
    }
}

/// Price of drawing a game of this length. Measured: the largest board of Antipod after 430 turns
/// takes about 7 ms, and twice that for the full view.
fn cost(options: AnyOptions, turns: usize) -> Cost {
    let of_ten = of_size_ten(options.kind());
    let side = Cost::from(match_game!(options, AnyOptions(options) => options.size()));
    let turns = turns.min(MAX_TURNS) as Cost;
    5 + side * side * of_ten / 100 + turns / 8
}

/// Number of turns that can be read and replayed for one unit of [`Cost`].
const TURNS_REPLAYED: u64 = 20;

/// Price of reading boards with these numbers of turns and replaying them.
pub(crate) fn cost_of_replay(turns: impl Iterator<Item = u32>) -> Cost {
    let turns: u64 = turns.map(u64::from).sum();
    Cost::try_from(turns / TURNS_REPLAYED).unwrap_or(Cost::MAX)
}

/// Price of drawing a game.
pub(crate) fn cost_of(game: &AnyGame) -> Cost {
    cost(game.options(), game.ply())
}

/// Price of the computer's remark on a position in a teaching game, in addition to that of the
/// picture.
pub(crate) fn cost_of_teaching(game: &AnyGame, learner: Option<Seat>) -> Cost {
    learner.map_or(0, |_| REMARK * cost_of(game))
}

/// Price of drawing the game of a query. An invalid query costs no more than it takes to find that
/// out.
pub(crate) fn cost_of_query(query: &PositionQuery) -> Cost {
    let words: Vec<&str> = query.options.split_ascii_whitespace().take(50).collect();
    let options = query.game.parse::<GameKind>().ok();
    let options =
        options.and_then(|kind| AnyOptions::parse(kind, &words, SizeLimits::Scripts).ok());
    options.map_or(5, |options| cost(options, query.count_turns()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(game: &str, options: &str, turns: usize, cost: Cost) {
        let turns = "a1 ".repeat(turns);
        let query = PositionQuery {
            game: game.into(),
            options: options.into(),
            turns,
            ..PositionQuery::default()
        };
        assert_eq!(cost_of_query(&query), cost, "{game} {options}");
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
