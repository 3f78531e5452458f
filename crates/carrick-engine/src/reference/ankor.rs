//! Random games of Ankor for the reference players, with sets of cells no larger than the board
//! needs and turns that are counted rather than listed.

use carrick_games::Colour;
use carrick_games::ankor::{Board, History, MOVES_WITHOUT_ADD, Options, Turn};

use super::RandomGames;
use crate::ankor::{Contacts, Map, Position, Reach, Step};
use crate::portable;

/// The tables of a size: one kind for each number of words that a set of cells takes.
#[derive(Debug)]
pub struct AnkorGames(Sized);

#[derive(Debug)]
enum Sized {
    Small(Box<Games<1>>),
    Medium(Box<Games<2>>),
    Large(Box<Games<4>>),
}

/// Repetitions are ignored: in random games a position practically never occurs three times.
impl RandomGames for Board {
    type Memory = AnkorGames;

    fn memory(options: Options) -> AnkorGames {
        AnkorGames(match options.size() {
            ..=6 => Sized::Small(Box::new(Games::new(options))),
            7..=8 => Sized::Medium(Box::new(Games::new(options))),
            _ => Sized::Large(Box::new(Games::new(options))),
        })
    }

    fn play_out(
        &self,
        history: &History,
        memory: &mut AnkorGames,
        random: &mut fastrand::Rng,
        took: impl FnMut(Turn, Colour),
    ) -> Option<Colour> {
        let moves = history.moves_without_add();
        match &mut memory.0 {
            Sized::Small(games) => games.play(Position::of(self, moves), random, took),
            Sized::Medium(games) => games.play(Position::of(self, moves), random, took),
            Sized::Large(games) => games.play(Position::of(self, moves), random, took),
        }
    }
}

#[derive(Debug)]
struct Games<const W: usize> {
    map: Map<W>,
    contacts: Contacts<W>,
    reach: Reach<W>,
}

impl<const W: usize> Games<W> {
    fn new(options: Options) -> Self {
        let map = Map::new(options);
        Self { contacts: Contacts::new(&map), reach: Reach::new(&map), map }
    }

    fn play(
        &mut self,
        mut position: Position<W>,
        random: &mut fastrand::Rng,
        mut took: impl FnMut(Turn, Colour),
    ) -> Option<Colour> {
        let mut moved = false;
        loop {
            let mover = position.to_move;
            self.contacts.find(&self.map, &position, mover);
            // The opponent's move may have joined the mover's cubes, where a column dropped.
            if moved && self.contacts.has_path(&self.map, position.own()) {
                return Some(mover);
            }
            if position.moves_without_add >= MOVES_WITHOUT_ADD || position.passes >= 2 {
                return None;
            }
            let step = self.draw(&position, random);
            if step != Step::Pass {
                took(step.turn(), mover);
            }
            position.play(&self.map, step);
            moved = matches!(step, Step::Move { .. });
            if moved && self.joins(&position, mover) {
                return Some(mover);
            }
        }
    }

    /// One of the legal turns.
    #[inline]
    fn draw(&mut self, position: &Position<W>, random: &mut fastrand::Rng) -> Step {
        let adds = position.adds(&self.map);
        self.reach.find(&self.map, position, &self.contacts);
        let count = adds.len();
        let all = count + self.reach.moves();
        if all == 0 {
            return Step::Pass;
        }
        let index = portable::index(random, all);
        let step = match index.checked_sub(count) {
            None => adds.nth(index).map(|hole| Step::Add(hole as u8)),
            Some(index) => self.reach.nth(index),
        };
        step.unwrap_or(Step::Pass)
    }

    fn joins(&mut self, position: &Position<W>, colour: Colour) -> bool {
        let own = position.cubes[colour.index()];
        if !self.map.touching.iter().all(|side| side.intersects(&own)) {
            return false;
        }
        self.contacts.find(&self.map, position, colour);
        self.contacts.has_path(&self.map, own)
    }
}
