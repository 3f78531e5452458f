//! The count of Anchor on masks of points.

use carrick_games::Colour;
use carrick_games::anchor::{Board, Point};

/// The points of a small board, in the order of letters and numbers.
#[derive(Debug)]
pub(super) struct Points {
    points: Vec<Point>,
    /// The neighbours of every set of the lower ten points, and of every set of the others.
    near: [Vec<u32>; 2],
    sides: [u32; 6],
    /// By colour, whether a group lives that touches the sides of a set.
    lives: [[bool; 64]; 2],
}

const LOW: usize = 10;

impl Points {
    pub(super) fn of(board: &Board) -> Self {
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

    pub(super) const fn len(&self) -> usize {
        self.points.len()
    }

    /// A colour's stones on a board.
    pub(super) fn stones(&self, board: &Board, colour: Colour) -> u32 {
        let points = self.points.iter().enumerate();
        let own = points.filter(|(_, point)| board.stone_at(**point) == Some(colour));
        own.fold(0, |all, (at, _)| all | 1 << at)
    }

    /// Black's points less White's if the game ended with these stones.
    pub(super) fn lead(&self, black: u32, white: u32) -> i16 {
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

    /// The connected part of a set with its lowest point, and the neighbours of its points.
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
