//! Playouts of Ankor: random games, one after another.
//!
//! Cubes move, so no two games show the same board after a few turns, and games have nothing to
//! share. This is faster than the public board for three reasons: a set of cells takes one word up
//! to size 6 and two up to size 8, contacts are found once a turn for both moves and paths, and
//! turns are counted rather than listed.
//!
//! A game may be cut off after some turns; then the player who is closer to connecting the sides
//! wins. Whole games are long, a hundred aimless moves and more, and say little about the position
//! they started in. (On size 5 with 30 ms a turn, cutting off after 8 turns won 10 of 16 games
//! against 20 turns, and 9 of 16 against whole games.)
//!
//! Repetition is ignored, because it does not happen in random games. The limit of a hundred moves
//! without an add ends games that lead nowhere.

use std::cmp::Ordering;
use std::sync::Arc;

use carrick_games::ankor::{Board, MOVES_WITHOUT_ADD, Options, Turn};
use carrick_games::{Bits, Colour};

use super::{PlayoutTally, Playouts};
use crate::ankor::{AddOrMove, AnkorPosition, BoardMap, CubeContacts, DistanceScratch, MoveReach};
use crate::portable;

/// Number of games in a batch.
const GAMES: u32 = 16;

/// Length of playouts of Ankor: whole games, or a number of turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlayoutLength {
    /// To the end of the game.
    Whole,
    /// Up to a number of turns; then the player who is closer to connecting the sides has won.
    Cut {
        /// Number of turns.
        turns: u16,
    },
}

impl Default for PlayoutLength {
    fn default() -> Self {
        Self::Cut { turns: 8 }
    }
}

/// Playouts of Ankor, 16 per batch. A slot is the cell to which a cube is added or moved.
#[derive(Debug, Clone)]
pub struct AnkorPlayouts(SizedPlayouts);

/// The playouts, one variant for each number of words in a set of cells.
#[derive(Debug, Clone)]
enum SizedPlayouts {
    Small(Box<PlayoutPlayer<1>>),
    Medium(Box<PlayoutPlayer<2>>),
    Large(Box<PlayoutPlayer<4>>),
}

impl Playouts<Board> for AnkorPlayouts {
    fn new(options: Options) -> Self {
        Self::with_length(options, PlayoutLength::default())
    }

    fn slots(&self) -> usize {
        match &self.0 {
            SizedPlayouts::Small(player) => player.map.cells.len(),
            SizedPlayouts::Medium(player) => player.map.cells.len(),
            SizedPlayouts::Large(player) => player.map.cells.len(),
        }
    }

    /// The cell where the turn places a cube, from the hand or from elsewhere on the board.
    fn slot(&self, turn: Turn) -> Option<usize> {
        match turn {
            Turn::Add(to) | Turn::Move { to, .. } => Some(to.index()),
            Turn::Swap | Turn::Pass => None,
        }
    }

    /// Plays 16 games.
    fn run(&mut self, board: &Board, rng: &mut fastrand::Rng, tally: &mut PlayoutTally) {
        match &mut self.0 {
            SizedPlayouts::Small(player) => player.run(board, rng, tally),
            SizedPlayouts::Medium(player) => player.run(board, rng, tally),
            SizedPlayouts::Large(player) => player.run(board, rng, tally),
        }
    }
}

impl AnkorPlayouts {
    /// Creates playouts of the given length.
    #[must_use]
    pub fn with_length(options: Options, length: PlayoutLength) -> Self {
        Self(match options.size() {
            ..=6 => SizedPlayouts::Small(Box::new(PlayoutPlayer::new(options, length))),
            7..=8 => SizedPlayouts::Medium(Box::new(PlayoutPlayer::new(options, length))),
            _ => SizedPlayouts::Large(Box::new(PlayoutPlayer::new(options, length))),
        })
    }

    /// Number of turns in all games so far.
    #[must_use]
    pub fn turns(&self) -> u64 {
        match &self.0 {
            SizedPlayouts::Small(player) => player.turns,
            SizedPlayouts::Medium(player) => player.turns,
            SizedPlayouts::Large(player) => player.turns,
        }
    }
}

/// Tables of a size, and scratch memory for a game.
#[derive(Debug, Clone)]
struct PlayoutPlayer<const W: usize> {
    map: Arc<BoardMap<W>>,
    contacts: CubeContacts<W>,
    reach: MoveReach<W>,
    distances: DistanceScratch<W>,
    length: PlayoutLength,
    /// The cells where each colour has placed cubes in the current game.
    taken: [Bits<W>; 2],
    turns: u64,
}

impl<const W: usize> PlayoutPlayer<W> {
    fn new(options: Options, length: PlayoutLength) -> Self {
        let map = Arc::new(BoardMap::new(options));
        Self {
            contacts: CubeContacts::new(&map),
            reach: MoveReach::new(&map),
            distances: DistanceScratch::new(&map),
            length,
            taken: [Bits::EMPTY; 2],
            turns: 0,
            map,
        }
    }

    fn run(&mut self, board: &Board, rng: &mut fastrand::Rng, tally: &mut PlayoutTally) {
        let start = AnkorPosition::of(board, 0);
        for _ in 0..GAMES {
            let light = match self.play(start, rng) {
                None => 1,
                Some(Colour::Light) => 2,
                Some(Colour::Dark) => 0,
            };
            tally.add_game(light, 0);
            for (colour, half_points) in [(Colour::Light, light), (Colour::Dark, 2 - light)] {
                for cell in self.taken[colour.index()] {
                    tally.add_taken(cell, colour, 1, half_points);
                }
            }
        }
    }

    /// Plays a game to its end and returns the winner.
    fn play(&mut self, mut position: AnkorPosition<W>, rng: &mut fastrand::Rng) -> Option<Colour> {
        self.taken = [Bits::EMPTY; 2];
        let mut moved = false;
        let last = match self.length {
            PlayoutLength::Whole => u64::MAX,
            PlayoutLength::Cut { turns } => self.turns + u64::from(turns),
        };
        loop {
            if self.turns >= last {
                return self.nearer(&position);
            }
            let mover = position.to_move;
            self.contacts.find(&self.map, &position, mover);
            // The opponent's move may have connected the mover's cubes by dropping a column.
            if moved && self.contacts.has_path(&self.map, position.own()) {
                return Some(mover);
            }
            if position.moves_without_add >= MOVES_WITHOUT_ADD || position.passes >= 2 {
                return None;
            }
            let step = self.choose(&position, rng);
            position.play(&self.map, step);
            self.turns += 1;
            moved = false;
            match step {
                AddOrMove::Add(to) => self.taken[mover.index()].insert(usize::from(to)),
                AddOrMove::Move { to, .. } => {
                    moved = true;
                    self.taken[mover.index()].insert(usize::from(to));
                    let own = position.cubes[mover.index()];
                    if self.map.touching.iter().all(|side| side.intersects(&own)) {
                        self.contacts.find(&self.map, &position, mover);
                        if self.contacts.has_path(&self.map, own) {
                            return Some(mover);
                        }
                    }
                }
                AddOrMove::Pass => {}
            }
        }
    }

    /// The colour that is closer to connecting the sides; `None` if the right to move makes up for
    /// the difference.
    fn nearer(&mut self, position: &AnkorPosition<W>) -> Option<Colour> {
        let mover = position.to_move;
        let [own, other] =
            [mover, !mover].map(|colour| self.distances.find(&self.map, position, colour).price);
        match own.cmp(&other) {
            Ordering::Less => Some(mover),
            Ordering::Equal => None,
            Ordering::Greater => Some(!mover),
        }
    }

    /// Draws one of the legal turns.
    #[inline]
    fn choose(&mut self, position: &AnkorPosition<W>, rng: &mut fastrand::Rng) -> AddOrMove {
        let adds = position.adds(&self.map);
        self.reach.find(&self.map, position, &self.contacts);
        let count = adds.len();
        let all = count + self.reach.moves();
        if all == 0 {
            return AddOrMove::Pass;
        }
        let index = portable::index(rng, all);
        let step = match index.checked_sub(count) {
            None => adds.nth(index).map(|hole| AddOrMove::Add(hole as u8)),
            Some(index) => self.reach.nth(index),
        };
        step.unwrap_or(AddOrMove::Pass)
    }
}

#[cfg(test)]
mod tests;
