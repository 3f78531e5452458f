//! Uniformly random games of Ankor, with sets of cells no larger than the board needs and turns
//! that are counted rather than listed.

use carrick_games::Colour;
use carrick_games::ankor::{Board, History, MOVES_WITHOUT_ADD, Options, Turn};

use super::{Contacts, Map, Position, Reach, Step};
use crate::portable;

/// Random games of a size, in which each legal turn is as likely as any other: what frozen players
/// of the laboratory look ahead with. The tables are of one kind for each number of words that a
/// set of cells takes.
#[derive(Debug)]
pub struct AnkorGames(Sized);

#[derive(Debug)]
enum Sized {
    Small(Box<Games<1>>),
    Medium(Box<Games<2>>),
    Large(Box<Games<4>>),
}

impl AnkorGames {
    /// Makes the tables for games with these options.
    #[must_use]
    pub fn new(options: Options) -> Self {
        Self(match options.size() {
            ..=6 => Sized::Small(Box::new(Games::new(options))),
            7..=8 => Sized::Medium(Box::new(Games::new(options))),
            _ => Sized::Large(Box::new(Games::new(options))),
        })
    }

    /// Plays a position that is not over to its end, repetitions ignored: they practically never
    /// occur three times. `took` is called for every turn except passes, with its colour. Returns
    /// the winner's colour, `None` after a draw.
    pub fn play_out(
        &mut self,
        board: &Board,
        history: &History,
        random: &mut fastrand::Rng,
        took: impl FnMut(Turn, Colour),
    ) -> Option<Colour> {
        let moves = history.moves_without_add();
        match &mut self.0 {
            Sized::Small(games) => games.play(Position::of(board, moves), random, took),
            Sized::Medium(games) => games.play(Position::of(board, moves), random, took),
            Sized::Large(games) => games.play(Position::of(board, moves), random, took),
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
