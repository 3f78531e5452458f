//! Anchor: every state of sizes 2 and 3, backwards from the full board, with exact margins.
//!
//! A state has a stone or none on every point, with Black to move after a turn that was not a pass.
//! A state with White to move is the half turn of one with Black to move and the colours exchanged:
//! the half turn exchanges the home corners. The rule against mirror play cannot matter, because
//! ten stones that mirror ten others need twenty points.

use carrick_games::anchor::{Board, Options, Point, Stage, Turn};
use carrick_games::{Board as _, Colour, Position};

use crate::tables::sets::{Subsets, cells, make_room, new_bit, spread, squeeze};
use crate::tables::table::{Coding, TableLayout, Tabled, TooFar};

/// Largest board that is solved by a table.
const MAX_SIZE: u8 = 3;

/// The table of a board of Anchor.
#[derive(Debug)]
pub struct Anchor {
    points: SmallBoardPoints,
    subsets: Subsets,
    /// By number of stones, the first state; the last entry is the number of all states.
    starts: Vec<usize>,
}

impl Tabled for Board {
    type Shape = Anchor;

    fn shape(options: Options) -> Option<Anchor> {
        (options.size() <= MAX_SIZE).then(|| Anchor::of(&Board::new(options)))
    }

    fn table_options(options: Options) -> String {
        format!("-size={}", options.size())
    }

    fn lead_of_dark(&self) -> Option<i16> {
        let count = self.count();
        Some(count.total(Colour::Dark) as i16 - count.total(Colour::Light) as i16)
    }
}

impl Anchor {
    fn of(board: &Board) -> Self {
        let points = SmallBoardPoints::of(board);
        let subsets = Subsets::of(points.len());
        let mut starts = vec![0];
        for stones in 0..=points.len() {
            starts.push(starts[stones] + (subsets.of_size(stones).len() << stones));
        }
        Self { points, subsets, starts }
    }

    /// The first state with stones on these points, whichever of them are Black's.
    fn block(&self, taken: u32) -> usize {
        let stones = taken.count_ones() as usize;
        self.starts[stones] + (self.subsets.rank(taken) << stones)
    }

    /// The half turn of a set of points, whose order it reverses.
    const fn half_turn(&self, set: u32) -> u32 {
        set.reverse_bits() >> (32 - self.points.len())
    }

    /// The blocks that a stone on each empty point leads to.
    fn next_blocks(&self, taken: u32) -> Vec<NextStone> {
        let all = (1 << self.points.len()) - 1;
        cells(all & !taken)
            .map(|place| {
                let after = taken | 1 << place;
                let turned = self.half_turn(after);
                NextStone {
                    place,
                    bit: new_bit(taken, place),
                    block: self.block(after),
                    turned_block: self.block(turned),
                }
            })
            .collect()
    }

    /// The margin of a state, given those of all with more stones.
    fn solve(&self, table: &[u8], taken: u32, black: u32, nexts: &[NextStone]) -> i16 {
        let stones = taken.count_ones();
        let (mut for_black, mut for_white) = (i16::MIN, i16::MIN);
        for next in nexts {
            let room = make_room(black, taken, next.place);
            // White's stones after the half turn are Black's, in reverse order.
            let white = !(room | next.bit) & ((2 << stones) - 1);
            let turned = white.reverse_bits() >> (31 - stones);
            let after_black = i16::from(table[next.turned_block + turned as usize]) - 128;
            let after_white = i16::from(table[next.block + room as usize]) - 128;
            for_black = for_black.max(-after_black);
            for_white = for_white.max(-after_white);
        }
        // White's best turn after Black has passed: passing as well ends the game.
        let stones = spread(black as usize, taken);
        let ended = self.points.lead(stones, taken & !stones);
        for_black.max(-for_white.max(-ended))
    }
}

/// A stone on an empty point.
struct NextStone {
    place: usize,
    /// Its bit among the stones.
    bit: u32,
    block: usize,
    /// The block after the half turn.
    turned_block: usize,
}

impl TableLayout<Board> for Anchor {
    const CODING: Coding = Coding::Margin;

    fn states(&self) -> usize {
        self.starts[self.points.len() + 1]
    }

    fn working_bytes(&self) -> usize {
        8 << self.points.len()
    }

    fn fill(&self, table: &mut [u8], filled: usize) -> Result<usize, TooFar> {
        let stones = self.starts.partition_point(|&start| start < filled) - 1;
        let rank = (filled - 1 - self.starts[stones]) >> stones;
        let taken = self.subsets.of_size(stones)[rank];
        let start = self.block(taken);
        let nexts = self.next_blocks(taken);
        for black in 0..1 << stones {
            let margin = self.solve(table, taken, black, &nexts);
            table[start + black as usize] = (margin + 128) as u8;
        }
        Ok(start)
    }

    fn index(&self, position: &Position<Board>) -> Option<usize> {
        let board = position.board();
        if board.stage() != Stage::Play || board.last_turn() == Some(Turn::Pass) {
            return None;
        }
        let [mut own, mut other] =
            [board.to_move(), !board.to_move()].map(|colour| self.points.stones(board, colour));
        if board.to_move() == Colour::Light {
            (own, other) = (self.half_turn(own), self.half_turn(other));
        }
        let taken = own | other;
        Some(self.block(taken) + squeeze(own, taken))
    }
}

// The count of Anchor on masks of points.

/// The points of a small board, in the order of letters and numbers.
#[derive(Debug)]
struct SmallBoardPoints {
    points: Vec<Point>,
    /// The neighbours of every set of the lower ten points, and of every set of the others.
    near: [Vec<u32>; 2],
    sides: [u32; 6],
    /// By colour, whether a group that touches the sides of a set lives.
    lives: [[bool; 64]; 2],
}

const LOW: usize = 10;

impl SmallBoardPoints {
    fn of(board: &Board) -> Self {
        let points: Vec<Point> = board.points().collect();
        let bit = |point| points.iter().position(|&at| at == point).map_or(0, |at| 1 << at);
        let neighbours: Vec<u32> = points
            .iter()
            .map(|&at| board.neighbours(at).fold(0u32, |near, next| near | bit(next)))
            .collect();
        let near_of = |from: usize, len: usize| {
            let near = |set: usize| {
                let members = neighbours.iter().skip(from).take(len).enumerate();
                members.filter(|(at, _)| set >> at & 1 != 0).fold(0, |all, (_, near)| all | near)
            };
            (0..1 << len).map(near).collect::<Vec<u32>>()
        };
        let mut sides = [0; 6];
        for &point in &points {
            for (side, touches) in sides.iter_mut().zip(board.sides_of(point)) {
                *side |= if touches { bit(point) } else { 0 };
            }
        }
        let near = [near_of(0, LOW), near_of(LOW, points.len().saturating_sub(LOW))];
        let lives = Colour::BOTH
            .map(|colour| std::array::from_fn(|touched: usize| is_anchor(board, colour, touched)));
        Self { points, near, sides, lives }
    }

    const fn len(&self) -> usize {
        self.points.len()
    }

    /// A colour's stones on a board.
    fn stones(&self, board: &Board, colour: Colour) -> u32 {
        let points = self.points.iter().enumerate();
        let own = points.filter(|(_, point)| board.stone_at(**point) == Some(colour));
        own.fold(0, |all, (at, _)| all | 1 << at)
    }

    /// Black's points minus White's if the game ended with these stones.
    fn lead(&self, black: u32, white: u32) -> i16 {
        let alive = [self.alive(white, Colour::Light), self.alive(black, Colour::Dark)];
        let mut lead = (white & !alive[0]).count_ones() as i16;
        lead -= (black & !alive[1]).count_ones() as i16;
        let mut empty = ((1 << self.len()) - 1) & !(alive[0] | alive[1]);
        while empty != 0 {
            let (region, border) = self.region(empty);
            empty &= !region;
            let points = region.count_ones() as i16;
            match [border & alive[0] != 0, border & alive[1] != 0] {
                [true, false] => lead -= points,
                [false, true] => lead += points,
                _ => {}
            }
        }
        lead
    }

    /// The stones of a colour whose groups live.
    ///
    /// Source: rules of Anchor, "Life".
    fn alive(&self, stones: u32, colour: Colour) -> u32 {
        let (mut left, mut alive) = (stones, 0);
        while left != 0 {
            let (group, _) = self.region(left);
            left &= !group;
            let sides = self.sides.iter().enumerate();
            let touched =
                sides.fold(0, |all, (at, side)| all | usize::from(group & side != 0) << at);
            if self.lives[colour.index()][touched] {
                alive |= group;
            }
        }
        alive
    }

    /// The connected part of a set that contains its lowest point, and the neighbours of its
    /// points.
    fn region(&self, set: u32) -> (u32, u32) {
        let mut region = set & set.wrapping_neg();
        loop {
            let near = self.near[0][region as usize & ((1 << LOW) - 1)]
                | self.near[1][region as usize >> LOW];
            let grown = region | near & set;
            if grown == region {
                return (region, near);
            }
            region = grown;
        }
    }
}

/// Whether a group of a colour is an anchor that touches the sides of a set.
fn is_anchor(board: &Board, colour: Colour, touched: usize) -> bool {
    let corner = |point: &Point| {
        let sides = board.sides_of(*point).into_iter().enumerate();
        let meeting = sides.fold(0, |all, (at, touches)| all | usize::from(touches) << at);
        board.home_of(*point) == Some(!colour) && meeting == touched
    };
    match touched.count_ones() {
        0 | 1 => false,
        2 => !board.points().any(|point| corner(&point)),
        _ => true,
    }
}
