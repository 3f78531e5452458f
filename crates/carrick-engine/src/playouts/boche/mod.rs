//! Playouts of Boche: 512 random games at the same time.
//!
//! # The result of a random game
//!
//! When the board is full, three faces are visible for each hole, and the colour that connects the
//! three sides over them wins. A random turn turns its cube in one of four ways; any two of the
//! cube's faces are then independent fair coins, and only the third follows from them. On the full
//! board, all cubes except the one at the apex show one or two faces. So if nothing can end the
//! game earlier, a random game *is* a coin for each face, and neither the order of the turns nor
//! the hidden cubes need be drawn.
//!
//! If the order matters, because a group may be enclosed or a path wins immediately, the 512 games
//! of a batch place their cubes in the same order, which is drawn again for each batch. They then
//! show the same faces at all times, and only the connected pairs differ: still one bit per game.
//!
//! # Enclosures
//!
//! Random play encloses groups far too often: this decides 431 of 500 random games on size 6, by
//! groups that no player was watching. In Havannah, counting only rings with at least three stones
//! placed before the playout was worth 50 to 100 Elo. Boche is different: most games on size 6
//! between players of any of these kinds are decided by an enclosure, and a player that does not
//! see new ones coming loses. On size 6 with 40 ms a turn, counting [all](Enclosures::All)
//! enclosures won 24 of 30 games against counting those of [standing groups](Enclosures::Standing),
//! although a game takes sixty times as long. On size 4 it makes no difference (16 of 30), nor do
//! standing groups against [none](Enclosures::Ignored) on either size (21 of 40).

mod around;
mod enclosed;
mod flood;
mod growth;
mod standing;
mod surface;
#[cfg(test)]
mod tests;
mod view;

use carrick_games::boche::{Board, EndRule, Join, Options, Turn, nearest_on};
use carrick_games::cubes::{CellId, MAX_CELLS};
use carrick_games::{Board as _, Colour};

use super::block::{Instructions, Kernel, LANES, Lanes};
use super::{PlayoutTally, Playouts};
use crate::portable;
use around::Around;
use enclosed::Enclosed;
use growth::Growth;
use standing::StandingGroups;
use surface::PlayoutSurface;
use view::{ViewTables, axes, last_faces};

/// Enclosures that end a random game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Enclosures {
    /// All enclosures, as in the rules.
    #[default]
    All,
    /// No enclosures.
    Ignored,
    /// Those of standing groups, which touched no side before the random turns started. Such a
    /// group is enclosed if none of its points is connected to a side or to a corner of an empty
    /// hole, and it still shows at least `points` points and at least as many as `-kill` requires.
    Standing {
        /// Minimum number of points; a number below that of `-kill` has no effect.
        points: usize,
    },
}

/// Playouts of Boche, 512 at a time.
///
/// Slots are numbered by cell. A cell has one slot for each set of its faces that are visible on
/// the full board: bit `k` of the slot's position among them is set if the `k`-th of these faces,
/// by axis, joins its Light pair. A hidden cell has one slot.
#[derive(Debug)]
pub struct BochePlayouts {
    options: Options,
    counted: Counted,
    view: ViewTables,
    /// The cells whose faces are visible on the full board, in the order of the flood.
    last_faces: Vec<(u8, u8)>,
    slots: [u16; MAX_CELLS],
    slot_count: usize,
    surface: PlayoutSurface,
    standing: StandingGroups,
    around: Around,
    /// By cell that is filled in a playout: for each face, the games in which it joins its Light
    /// pair; and the games in which the cell was filled before the end.
    drawn: Vec<([Lanes; 3], Lanes)>,
    /// The cells filled in the last batch, in order if they had one.
    order: Vec<u8>,
    instructions: Instructions,
}

impl Playouts<Board> for BochePlayouts {
    fn new(options: Options) -> Self {
        Self::with_enclosures(options, Enclosures::default())
    }

    fn slots(&self) -> usize {
        self.slot_count
    }

    /// A slot is a visible cell of the full board with the set of its faces there that join their
    /// Light pairs; turns that differ only in faces that will be covered share it. Each hidden cell
    /// is one slot: unless a group is enclosed, a turn there only changes the player to move.
    fn slot(&self, turn: Turn) -> Option<usize> {
        let Turn::Place { cell, rotation } = turn else { return None };
        let light =
            |axis| rotation.joins_nearest_along(axis) == (rotation.nearest() == Colour::Light);
        let pattern = axes(self.view.shows_at_last[cell.index()])
            .enumerate()
            .fold(0, |pattern, (bit, axis)| pattern | usize::from(light(axis)) << bit);
        Some(usize::from(self.slots[cell.index()]) + pattern)
    }

    /// Plays 512 games (see [`BochePlayouts`]).
    fn run(&mut self, board: &Board, rng: &mut fastrand::Rng, tally: &mut PlayoutTally) {
        self.instructions.run(BocheRun { playouts: self, board, rng, tally });
    }
}

/// The enclosures that end a random game, with scratch memory for finding them.
#[derive(Debug)]
enum Counted {
    None,
    All(Enclosed),
    /// Those of standing groups with at least this many visible points.
    Standing(usize),
}

/// One call of [`BochePlayouts::run`].
struct BocheRun<'a> {
    playouts: &'a mut BochePlayouts,
    board: &'a Board,
    rng: &'a mut fastrand::Rng,
    tally: &'a mut PlayoutTally,
}

impl Kernel for BocheRun<'_> {
    type Output = ();

    #[inline(always)]
    fn work(self) {
        let Self { playouts, board, rng, tally } = self;
        let base = board.nearest_corner(0).unwrap_or_else(|| Colour::BOTH[portable::index(rng, 2)]);
        let light_wins = if playouts.can_end_early(board, base) {
            playouts.play_in_order(board, base, rng)
        } else {
            playouts.fill_at_once(board, base, rng)
        };
        tally.add_games(LANES as u32, 2 * light_wins.count(), 0);
        playouts.add_taken(light_wins, tally);
    }
}

impl BochePlayouts {
    /// Creates playouts that count the given enclosures.
    #[must_use]
    pub fn with_enclosures(options: Options, enclosures: Enclosures) -> Self {
        let view = ViewTables::new(options.size());
        let counted = match (options.end_rule(), enclosures) {
            (EndRule::Enclosure { kill, .. }, Enclosures::Standing { points }) => {
                Counted::Standing(points.max(usize::from(kill.get())))
            }
            (EndRule::Enclosure { kill, .. }, Enclosures::All) => {
                // A minimum of more points than any board shows means no enclosures.
                let kill = usize::from(kill.get());
                if kill > view.sites { Counted::None } else { Counted::All(Enclosed::new(kill)) }
            }
            _ => Counted::None,
        };
        let mut slots = [0; MAX_CELLS];
        let mut slot_count = 0;
        for id in view.lattice.ids() {
            slots[id.index()] = slot_count;
            slot_count += 1 << view.shows_at_last[id.index()].count_ones();
        }
        Self {
            options,
            counted,
            last_faces: last_faces(&view),
            slots,
            slot_count: usize::from(slot_count),
            surface: PlayoutSurface::new(),
            standing: StandingGroups::new(),
            around: Around::new(),
            drawn: vec![([Lanes::NONE; 3], Lanes::NONE); view.lattice.len()],
            order: Vec::with_capacity(view.lattice.len()),
            instructions: Instructions::default(),
            view,
        }
    }

    /// Sets the processor instructions, for tests and measurements.
    #[must_use]
    pub fn with_instructions(self, instructions: Instructions) -> Self {
        Self { instructions, ..self }
    }

    /// Whether a game from here may end before the board is full. If so, the surface and the
    /// standing groups are then those of the board.
    #[inline(always)]
    fn can_end_early(&mut self, board: &Board, base: Colour) -> bool {
        let immediate = self.options.immediate().is_some();
        if immediate || !matches!(self.counted, Counted::None) {
            self.show(board, base);
        }
        if let Counted::Standing(points) = self.counted {
            self.standing.find(&self.view, &self.surface, points);
        }
        immediate || !self.standing.is_empty() || matches!(self.counted, Counted::All(_))
    }

    /// Copies the visible faces of a board.
    #[inline(always)]
    fn show(&mut self, board: &Board, base: Colour) {
        self.surface.clear();
        // Supports come before what rests on them: x + y + z falls from level to level.
        for level in 0..self.view.lattice.size() {
            for cell in self.view.lattice.cells_of_level(level) {
                if let Some(rotation) = board.rotation(CellId::from_index(cell)) {
                    let nearest = nearest_on(base, level);
                    let light = [0, 1, 2].map(|axis| {
                        let near = rotation.joins_nearest_along(axis);
                        Lanes::splat(near == (nearest == Colour::Light))
                    });
                    self.surface.place(&self.view, cell, nearest, &light);
                }
            }
        }
    }

    /// Draws the visible faces of a full board. Returns the games that Light wins.
    #[inline(always)]
    fn fill_at_once(&mut self, board: &Board, base: Colour, rng: &mut fastrand::Rng) -> Lanes {
        self.order.clear();
        for id in self.view.lattice.ids() {
            if board.rotation(id).is_none() {
                self.order.push(id.index() as u8);
                self.drawn[id.index()].1 = Lanes::ALL;
                if self.view.shows_at_last[id.index()] != 0 {
                    self.draw(id.index(), base, rng);
                }
            }
        }
        self.surface.clear();
        for &(cell, axis) in &self.last_faces {
            let (cell, axis) = (usize::from(cell), usize::from(axis));
            let id = CellId::from_index(cell);
            let nearest = nearest_on(base, self.view.lattice.level(id));
            let light = match board.rotation(id) {
                Some(rotation) => {
                    let near = rotation.joins_nearest_along(axis);
                    Lanes::splat(near == (nearest == Colour::Light))
                }
                None => self.drawn[cell].0[axis],
            };
            self.surface.push(&self.view, cell, axis, nearest, light);
        }
        self.surface.spans(Colour::Light, &self.view.sides[..self.view.sites])
    }

    /// Turns the cube of a cell at random in each game.
    #[inline(always)]
    fn draw(&mut self, cell: usize, base: Colour, rng: &mut fastrand::Rng) {
        let level = self.view.lattice.level(CellId::from_index(cell));
        // All three faces join the nearest corner, or exactly one does: an odd number. Two are fair
        // coins. The third belongs to a face that will be covered, except at the apex.
        let mask = self.view.shows_at_last[cell];
        let third = (0..3).find(|axis| mask >> axis & 1 == 0).unwrap_or(2);
        let (one, other) = ((third + 1) % 3, (third + 2) % 3);
        let mut near = [Lanes::NONE; 3];
        near[one] = opposites(rng);
        near[other] = opposites(rng);
        near[third] = !(near[one] ^ near[other]);
        let flip = Lanes::splat(nearest_on(base, level) == Colour::Dark);
        self.drawn[cell].0 = near.map(|near| near ^ flip);
    }

    /// Plays the games turn by turn, all in the same cells. Returns the games that Light wins.
    #[inline(always)]
    fn play_in_order(&mut self, board: &Board, base: Colour, rng: &mut fastrand::Rng) -> Lanes {
        self.order.clear();
        let mut growth = Growth::of(board, &self.view);
        let mut mover = board.to_move();
        let mut open = Lanes::ALL;
        let mut light_wins = Lanes::NONE;
        while let Some(cell) = growth.next(&self.view, self.options.adjacent(), rng) {
            self.order.push(cell as u8);
            self.draw(cell, base, rng);
            let (light, filled_in) = &mut self.drawn[cell];
            *filled_in = open;
            let level = self.view.lattice.level(CellId::from_index(cell));
            self.surface.place(&self.view, cell, nearest_on(base, level), light);
            self.standing.cover(self.view.hexagons[cell][0]);
            for [winning, losing] in self.decided(cell, &growth, open).map(|by| by_mover(by, mover))
            {
                // A win of the mover comes before a win of the opponent by the same cube.
                let light = if mover == Colour::Light { winning } else { losing & !winning };
                light_wins |= light & open;
                open &= !(winning | losing);
            }
            mover = !mover;
            if !open.any() {
                return light_wins;
            }
        }
        light_wins | self.surface.spans(Colour::Light, &self.view.sides[..self.view.sites]) & open
    }

    /// The games that each colour has won by the cube in a cell: by an enclosure, then by a path.
    #[inline(always)]
    fn decided(&mut self, cell: usize, growth: &Growth, open: Lanes) -> [[Lanes; 2]; 2] {
        let mut decided = [[Lanes::NONE; 2]; 2];
        let empty = self.view.holes & !growth.full;
        if let Counted::All(enclosed) = &mut self.counted {
            let [light, dark] = enclosed.find(&self.view, &mut self.surface, cell, empty, open);
            decided[0] = [dark, light];
        } else if !self.standing.is_empty() {
            let [light, dark] = self.standing.enclosed(&self.view, &mut self.surface, empty, open);
            decided[0] = [dark, light];
        }
        match self.options.immediate() {
            None => {}
            Some(Join::Any) => {
                let sides = &self.view.sides[..self.view.sites];
                decided[1] = Colour::BOTH.map(|colour| self.surface.spans(colour, sides));
            }
            Some(Join::Face) => {
                self.around.update(&self.view, &self.surface);
                decided[1] = Colour::BOTH.map(|colour| self.around.spans(&self.surface, colour));
            }
        }
        decided
    }

    /// Adds AMAF statistics: for each filled cell, its slot in each game and the result.
    #[inline(always)]
    fn add_taken(&self, light_wins: Lanes, tally: &mut PlayoutTally) {
        for &cell in &self.order {
            let cell = usize::from(cell);
            let (light, filled_in) = &self.drawn[cell];
            let slot = usize::from(self.slots[cell]);
            let mut patterns = [Lanes::NONE; 8];
            patterns[0] = *filled_in;
            let mut count = 1;
            for axis in axes(self.view.shows_at_last[cell]) {
                for pattern in 0..count {
                    patterns[count + pattern] = patterns[pattern] & light[axis];
                    patterns[pattern] &= !light[axis];
                }
                count *= 2;
            }
            for (pattern, games) in patterns[..count].iter().enumerate() {
                let (number, light) = (games.count(), (*games & light_wins).count());
                tally.add_taken(slot + pattern, Colour::Light, number, 2 * light);
                tally.add_taken(slot + pattern, Colour::Dark, number, 2 * (number - light));
            }
        }
    }
}

/// A fair coin for each of the first half of the games, and the opposite for each of the others:
/// the average of a game and its opposite is steadier than that of two independent games.
#[inline(always)]
fn opposites(rng: &mut fastrand::Rng) -> Lanes {
    let mut lanes = Lanes::NONE;
    let (first, second) = lanes.0.split_at_mut(LANES / 64 / 2);
    for (word, opposite) in first.iter_mut().zip(second) {
        *word = rng.u64(..);
        *opposite = !*word;
    }
    lanes
}

/// The pair in the order mover, opponent.
const fn by_mover([light, dark]: [Lanes; 2], mover: Colour) -> [Lanes; 2] {
    match mover {
        Colour::Light => [light, dark],
        Colour::Dark => [dark, light],
    }
}
