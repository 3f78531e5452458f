//! Uniformly random games of Ankor. Sets of cells are no larger than the board needs, and turns are
//! counted rather than listed.

use carrick_games::Colour;
use carrick_games::ankor::{Board, History, MOVES_WITHOUT_ADD, Options, Turn};

use super::{AddOrMove, AnkorPosition, BoardMap, CubeContacts, MoveReach};
use crate::portable;

/// Random games of one size, in which all legal turns are equally likely: the laboratory's frozen
/// players use them to look ahead. There is one kind of tables for each number of words in a set of
/// cells.
#[derive(Debug)]
pub struct AnkorGames(SizedGames);

#[derive(Debug)]
enum SizedGames {
    Small(Box<GamesOfWidth<1>>),
    Medium(Box<GamesOfWidth<2>>),
    Large(Box<GamesOfWidth<4>>),
}

impl AnkorGames {
    /// Makes the tables for games with these options.
    #[must_use]
    pub fn new(options: Options) -> Self {
        Self(match options.size() {
            ..=6 => SizedGames::Small(Box::new(GamesOfWidth::new(options))),
            7..=8 => SizedGames::Medium(Box::new(GamesOfWidth::new(options))),
            _ => SizedGames::Large(Box::new(GamesOfWidth::new(options))),
        })
    }

    /// Plays a position that is not over to its end. Ignores repetitions, because they practically
    /// never occur three times. Calls `took` with every turn except passes, and its colour. Returns
    /// the winner's colour, or `None` after a draw.
    pub fn play_out(
        &mut self,
        board: &Board,
        history: &History,
        random: &mut fastrand::Rng,
        took: impl FnMut(Turn, Colour),
    ) -> Option<Colour> {
        let moves = history.moves_without_add();
        match &mut self.0 {
            SizedGames::Small(games) => games.play(AnkorPosition::of(board, moves), random, took),
            SizedGames::Medium(games) => games.play(AnkorPosition::of(board, moves), random, took),
            SizedGames::Large(games) => games.play(AnkorPosition::of(board, moves), random, took),
        }
    }
}

#[derive(Debug)]
struct GamesOfWidth<const W: usize> {
    map: BoardMap<W>,
    contacts: CubeContacts<W>,
    reach: MoveReach<W>,
}

impl<const W: usize> GamesOfWidth<W> {
    fn new(options: Options) -> Self {
        let map = BoardMap::new(options);
        Self { contacts: CubeContacts::new(&map), reach: MoveReach::new(&map), map }
    }

    fn play(
        &mut self,
        mut position: AnkorPosition<W>,
        random: &mut fastrand::Rng,
        mut took: impl FnMut(Turn, Colour),
    ) -> Option<Colour> {
        let mut moved = false;
        loop {
            let mover = position.to_move;
            self.contacts.find(&self.map, &position, mover);
            // The opponent's move may have connected the mover's cubes by dropping a column.
            if moved && self.contacts.has_path(&self.map, position.own()) {
                return Some(mover);
            }
            if position.moves_without_add >= MOVES_WITHOUT_ADD || position.passes >= 2 {
                return None;
            }
            let step = self.draw(&position, random);
            if step != AddOrMove::Pass {
                took(step.turn(), mover);
            }
            position.play(&self.map, step);
            moved = matches!(step, AddOrMove::Move { .. });
            if moved && self.joins(&position, mover) {
                return Some(mover);
            }
        }
    }

    /// Draws one of the legal turns.
    #[inline]
    fn draw(&mut self, position: &AnkorPosition<W>, random: &mut fastrand::Rng) -> AddOrMove {
        let adds = position.adds(&self.map);
        self.reach.find(&self.map, position, &self.contacts);
        let count = adds.len();
        let all = count + self.reach.moves();
        if all == 0 {
            return AddOrMove::Pass;
        }
        let index = portable::index(random, all);
        let step = match index.checked_sub(count) {
            None => adds.nth(index).map(|hole| AddOrMove::Add(hole as u8)),
            Some(index) => self.reach.nth(index),
        };
        step.unwrap_or(AddOrMove::Pass)
    }

    fn joins(&mut self, position: &AnkorPosition<W>, colour: Colour) -> bool {
        let own = position.cubes[colour.index()];
        if !self.map.touching.iter().all(|side| side.intersects(&own)) {
            return false;
        }
        self.contacts.find(&self.map, position, colour);
        self.contacts.has_path(&self.map, own)
    }
}
