//! Ankor: retrograde analysis of sizes 2 to 4.
//!
//! A state is a stack with a colour for each of its cubes, from the view of the player to move. A
//! cube never leaves the board, so the states of one number of cubes of each colour are solved
//! after all those with more: adding leads to those, moving stays. Within them values spread
//! backwards from the end of the game, nearest first, and what is left over is drawn.
//!
//! Neither repetition nor a hundred moves without an add matter to these values where
//! [`history_allows`] says so; `docs/certificates.md` has the argument.

mod links;
mod spread;
mod states;

use std::collections::HashMap;

use carrick_games::ankor::{Board, MOVES_WITHOUT_ADD, Options, WinHeight};
use carrick_games::{Board as _, Colour, Game, Position, Show as _};

pub(crate) use self::links::Sides;
use self::states::States;
use crate::tables::score::{Coding, Score};
use crate::tables::table::{Shape, Tabled, TooFar};

/// Largest board that is solved by a table.
const MAX_SIZE: u8 = 4;

/// The table of a board of Ankor.
#[derive(Debug)]
pub struct Ankor {
    states: States,
    sides: Sides,
}

impl Tabled for Board {
    type Shape = Ankor;

    fn shape(options: Options) -> Option<Ankor> {
        (options.size() <= MAX_SIZE).then(|| {
            let states = States::of(options.size(), options.cubes_each().into());
            let sides = Sides::of(states.stacks(), options.highest_touch());
            Ankor { states, sides }
        })
    }

    /// Win heights that come to the same have the same table.
    fn table_options(options: Options) -> String {
        let any = options.highest_touch() + 1 == options.size();
        let height = match options.win_height() {
            _ if any => -1,
            WinHeight::Any => -1,
            WinHeight::Level(level) => i32::from(level),
        };
        format!("-size={} -win_height={height}", options.size())
    }
}

impl Shape<Board> for Ankor {
    const CODING: Coding = Coding::Distance;

    fn states(&self) -> usize {
        self.states.len()
    }

    fn working_bytes(&self) -> usize {
        // Edges forwards and backwards of the largest group of states, some thirty each.
        self.states.largest_group() * 300
    }

    fn fill(&self, table: &mut [u8], filled: usize) -> Result<usize, TooFar> {
        let cubes = self.states.layer_before(filled);
        for own in self.states.own_counts(cubes) {
            if 2 * own <= cubes {
                spread::solve(&self.states, &self.sides, table, cubes, own)?;
            }
        }
        Ok(self.states.layer(cubes).start)
    }

    fn index(&self, position: &Position<Board>) -> Option<usize> {
        let board = position.board();
        let masks = masks(board);
        let mover = board.to_move().index();
        // The table knows of no swap.
        let swap_is_ahead = board.options().swap() && masks == [0; 2];
        (!swap_is_ahead && !board.can_swap())
            .then(|| self.states.index(masks[mover], masks[1 - mover]))
    }
}

/// The cubes of each colour as masks.
fn masks(board: &Board) -> [u32; 2] {
    let mut masks = [0; 2];
    for id in board.lattice().ids() {
        if let Some(colour) = board.cube(id) {
            masks[colour.index()] |= 1 << id.index();
        }
    }
    masks
}

/// Whether a score from the table holds in a game with its past.
///
/// The table knows of no past. A draw holds in any: each player can keep to drawn positions, and
/// the rules about the past only make draws. A winner who hurries never repeats a position, since
/// each of their turns brings the end nearer. So a win holds if no position has come twice since
/// the last add, and if it takes no more moves than are left of the hundred. A turn that ends the
/// game ends it whatever was before.
pub(crate) fn history_allows(game: &Game<Board>, score: Score) -> bool {
    let Some(distance) = score.distance.filter(|&distance| distance > 1) else { return true };
    let moves = game.history().moves_without_add();
    if moves == 0 {
        return usize::from(distance) <= usize::from(MOVES_WITHOUT_ADD);
    }
    let mut seen: HashMap<(Vec<String>, Colour), u32> = HashMap::new();
    let mut again = Position::<Board>::new(game.board().options());
    let last_add = game.turns().len() - turns_since_add(game);
    for (ply, &turn) in game.turns().iter().enumerate() {
        again.play_unchecked(turn);
        let is_counted = !Board::is_pass(turn) && !Board::is_swap(turn);
        if ply + 1 >= last_add && is_counted {
            *seen.entry((again.board().cells(), again.board().to_move())).or_default() += 1;
        }
    }
    let is_repeated = seen.values().any(|&times| times > 1);
    !is_repeated && moves + usize::from(distance) <= usize::from(MOVES_WITHOUT_ADD)
}

/// Number of turns after the last add.
fn turns_since_add(game: &Game<Board>) -> usize {
    use carrick_games::ankor::Turn;
    game.turns().iter().rev().take_while(|turn| !matches!(turn, Turn::Add(_))).count()
}
