//! Endgame solver for Anchor: counts points once little of the board is open.
//!
//! Towards the end, most of the board is settled: a turn there loses a point or nothing. Playouts
//! see no difference between such turns, because the winner wins with all of them and the loser
//! loses. A player would keep filling their own territory, and a player who is behind would never
//! pass, because passing would end the game. So once little is open, all of it is searched for
//! points.
//!
//! The result is counted, not proved. A point is open if it changes its owner in more than a few of
//! some thousand random games. The search misses fights that take six or more consecutive turns in
//! one place.

use carrick_games::anchor::{Board, Point, Stage, Turn};
use carrick_games::{Board as _, Colour};

use crate::playouts::{AnchorPlayouts, Ownership, PlayoutTally, Playouts as _};

/// Maximum number of open points for which the rest of the game is searched.
const MAX_OPEN: usize = 8;

/// Number of blocks of random games that have to agree.
const BLOCKS: usize = 8;

/// A point is open if the player who seldom owns it does so in more than this share of random
/// games.
const OPEN_SHARE: f32 = 0.01;

/// Values of turns in points, once the rest of the game has been searched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settled<T> {
    /// The turns that may matter, with the number of points by which their player is ahead at the
    /// end if both play well. The best come first; among equals, passing does. Any other turn is
    /// worse than passing or makes no difference.
    pub margins: Vec<(T, i16)>,
}

/// Searches the rest of a game of Anchor for points; `None` while too much is open.
///
/// ```
/// use carrick_engine::settled::settle;
/// use carrick_games::anchor::{Options, Setup, Turn};
/// use carrick_games::{Colour, GameOptions as _, SizeLimits};
/// let mut setup = Setup::new(Options::parse(&["-size=3"], SizeLimits::Challenge)?);
/// for point in ["A1", "B2", "C3", "D4", "E5"] {
///     setup.stones.push((point.parse()?, Colour::Dark)); // from corner to corner
/// }
/// for point in ["A2", "B3", "C4", "D5", "B1", "C2", "D3", "E4"] {
///     setup.stones.push((point.parse()?, Colour::Light));
/// }
/// let settled = settle(&setup.board()?, 1).ok_or("much is open")?;
/// let find = |turn| settled.margins.iter().find(|&&(other, _)| other == turn);
/// let points = |turn| find(turn).map(|found| found.1);
/// // Something is left to gain.
/// assert_eq!(settled.margins[0].0, Turn::Stone("C5".parse()?));
/// assert!(points(settled.margins[0].0) > points(Turn::Pass));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn settle(board: &Board, seed: u64) -> Option<Settled<Turn>> {
    if board.stage() != Stage::Play || board.outcome().is_some() {
        return None;
    }
    let open = open_points(board, seed)?;
    let is_last = empty_points(board).nth(1).is_none();
    let memory = vec![None; 4 * 3_usize.pow(open.len() as u32)];
    let mut ending = EndingSearch { memory, open };
    let mut margins = vec![(Turn::Pass, ending.margin_of_pass(board, 0))];
    for place in 0..ending.open.len() {
        margins.push((Turn::Stone(ending.open[place]), ending.margin_of_stone(board, 0, place)));
    }
    margins.sort_by_key(|&(_, margin)| -margin);
    // A last point that gains nothing is settled.
    if margins[0].0 == Turn::Pass && is_last {
        margins.truncate(1);
    }
    Some(Settled { margins })
}

/// The empty points that may become either colour's; `None` if there are too many.
fn open_points(board: &Board, seed: u64) -> Option<Vec<Point>> {
    // Random games never pass: the player to move always fills the last point.
    if empty_points(board).nth(1).is_none() {
        return Some(empty_points(board).collect());
    }
    let mut playouts = AnchorPlayouts::new(board.options());
    let mut random = fastrand::Rng::with_seed(seed);
    let mut tally = PlayoutTally::new(playouts.slots());
    let mut ownership = Ownership::new(playouts.slots());
    let mut open = Vec::new();
    for block in 0..BLOCKS {
        playouts.run_with_ownership(board, &mut random, &mut tally, &mut ownership);
        let is_open = |point: &Point| {
            let share = ownership.share(playouts.slot_of(*point), Colour::Dark);
            share.min(1.0 - share) > OPEN_SHARE
        };
        open = empty_points(board).filter(is_open).collect();
        // One block is enough to recognise a middle game.
        if block == 0 && open.len() > 2 * MAX_OPEN {
            return None;
        }
    }
    (open.len() <= MAX_OPEN).then_some(open)
}

fn empty_points(board: &Board) -> impl Iterator<Item = Point> {
    board.points().filter(|&point| board.stone_at(point).is_none())
}

/// The search over all sequences of turns on the open points.
struct EndingSearch {
    open: Vec<Point>,
    /// Transposition table: margins by the stones on the open points, whether the last turn was a
    /// pass, and the player to move.
    memory: Vec<Option<i16>>,
}

impl EndingSearch {
    /// The final margin of the player to move with best play. `stones` has one base-three digit for
    /// each open point: empty, or a stone of the first or second colour.
    fn margin(&mut self, board: &Board, stones: usize, passed: bool) -> i16 {
        let index = 4 * stones + 2 * usize::from(passed) + board.to_move().index();
        if let Some(known) = self.memory[index] {
            return known;
        }
        let mut best = if passed { margin_now(board) } else { self.margin_of_pass(board, stones) };
        for place in 0..self.open.len() {
            if board.stone_at(self.open[place]).is_none() {
                best = best.max(self.margin_of_stone(board, stones, place));
            }
        }
        self.memory[index] = Some(best);
        best
    }

    fn margin_of_stone(&mut self, board: &Board, stones: usize, place: usize) -> i16 {
        let digit = (1 + board.to_move().index()) * 3_usize.pow(place as u32);
        let mut after = *board;
        after.play_unchecked(Turn::Stone(self.open[place]));
        -self.margin(&after, stones + digit, false)
    }

    fn margin_of_pass(&mut self, board: &Board, stones: usize) -> i16 {
        let mut after = *board;
        after.play_unchecked(Turn::Pass);
        if after.outcome().is_some() {
            return margin_now(board);
        }
        -self.margin(&after, stones, true)
    }
}

/// The margin of the player to move if the game ends now.
fn margin_now(board: &Board) -> i16 {
    let count = board.count();
    let total = |colour| count.total(colour) as i16;
    total(board.to_move()) - total(!board.to_move())
}

#[cfg(test)]
mod tests {
    use carrick_games::anchor::Options;
    use carrick_games::{AnyGame, AnyOptions, GameOptions as _, SizeLimits};

    use super::*;

    /// Checks the last empty point, which loses its value by passing.
    #[track_caller]
    fn check(turns: &str, last: &str, stone: i16, pass: i16) {
        let options = Options::parse(&["-size=2", "-pie=none"], SizeLimits::Scripts).unwrap();
        let play = |game: AnyGame, turn: &str| game.play_text(turn).unwrap();
        let game = turns.split(' ').fold(AnyGame::new(AnyOptions::Anchor(options)), play);
        let AnyGame::Anchor(game) = game else { panic!("the game is Anchor") };
        let last = Turn::Stone(last.parse().unwrap());
        let mut margins = vec![(last, stone), (Turn::Pass, pass)];
        margins.sort_by_key(|&(_, margin)| -margin);
        assert_eq!(settle(game.board(), 1), Some(Settled { margins }), "{turns}");
    }

    #[test]
    fn the_last_empty_point_is_still_open() {
        check("B1 A1 B2 B3 C2 C3", "A2", 2, 0);
        check("B1 A1 C3 B3 A2 B2", "C2", -2, -7);
        check("C3 B2 A2 B3 pass A1 B1", "C2", 6, 2);
        check("C2 A2 B1 B2 pass C3 pass A1", "B3", 0, -1);
    }
}
