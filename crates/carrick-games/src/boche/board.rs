//! Positions of Boche and how turns change them.

use super::illegal::{Fitting, Illegal};
use super::options::Options;
use super::rotation::Rotation;
use super::surface::Surface;
use super::topology::Topology;
use super::turns::{Turn, Turns, nearest_on, rotations_on};
use crate::cubes::{CellId, Cells, Lattice, MAX_CELLS, Place, Places};
use crate::play::hash::hash_of;
use crate::{Colour, GameKind, Outcome, Seat};

/// A position of Boche: the cubes, their visible surface, the player to move.
///
/// ```
/// use carrick_games::{Board as _, Game, TurnSet, Show as _, boche};
/// let game = Game::<boche::Board>::new(boche::Options::default());
/// assert_eq!(game.legal_turns().len(), 21 * 8);
/// let game = game.play_text("c:d3").unwrap();
/// assert_eq!(game.board().cells(), ["2,2,1:c"]);
/// assert_eq!(game.legal_turns().len(), 20 * 4 + 1); // and swap
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Board {
    options: Options,
    rotations: [Option<Rotation>; MAX_CELLS],
    full: Cells,
    spots: Cells,
    /// The cells that have a neighbour on their level.
    beside: Cells,
    surface: Surface,
    /// The colour of the nearest corners on level 0, once there is a cube.
    base: Option<Colour>,
    to_move: Colour,
    swapped: bool,
    last: Option<Turn>,
    outcome: Option<Outcome>,
}

impl Board {
    /// The board's cells and their names.
    #[must_use]
    pub fn lattice(&self) -> &'static Lattice {
        Lattice::of(self.options.size())
    }

    /// The rotation of the cube in a cell, if there is one.
    #[inline]
    #[must_use]
    pub const fn rotation(&self, id: CellId) -> Option<Rotation> {
        self.rotations[id.index()]
    }

    /// The colour of the nearest corners of cubes on a level, once there is a cube.
    #[must_use]
    pub const fn nearest_corner(&self, level: u8) -> Option<Colour> {
        match self.base {
            Some(base) => Some(nearest_on(base, level)),
            None => None,
        }
    }

    /// The cells where a cube may be played now, unless the game is over.
    #[inline]
    #[must_use]
    pub fn spots(&self) -> Cells {
        if self.options.adjacent() && self.base.is_some() {
            self.spots & (self.beside | !self.topology().holes)
        } else {
            self.spots
        }
    }

    /// The spot at a place, if there is one.
    #[must_use]
    pub fn spot_at(&self, place: Place) -> Option<CellId> {
        self.lattice().cells_over(place).find(|id| self.spots.contains(id.index()))
    }

    /// The rotations that may be played in a cell now: four, or eight on the empty board; none if
    /// the cell is not a spot.
    #[must_use]
    pub fn rotations_at(&self, id: CellId) -> &'static [Rotation] {
        if self.outcome.is_none() && self.spots().contains(id.index()) {
            self.fitting(id).rotations
        } else {
            &[]
        }
    }

    /// The turns that may be played at a place now.
    pub fn turns_at(&self, place: Place) -> impl Iterator<Item = Turn> + use<> {
        let spot = self.spot_at(place);
        let rotations = spot.map_or(&[][..], |cell| self.rotations_at(cell));
        let turn =
            move |cell| rotations.iter().map(move |&rotation| Turn::Place { cell, rotation });
        spot.into_iter().flat_map(turn)
    }

    /// Whether the cubes that rest on a cell hide it.
    #[must_use]
    pub fn is_covered(&self, id: CellId) -> bool {
        let resting = (0..3).filter_map(|axis| self.lattice().resting(id, axis));
        resting.filter(|over| self.full.contains(over.index())).count() == 3
    }

    /// The last turn; `None` before the first.
    #[must_use]
    pub const fn last_turn(&self) -> Option<Turn> {
        self.last
    }

    /// The cube placed by the last turn; `None` if that was a swap.
    #[must_use]
    pub const fn last_cube(&self) -> Option<CellId> {
        match self.last {
            Some(Turn::Place { cell, .. }) => Some(cell),
            _ => None,
        }
    }

    /// Whether the next turn may be a swap.
    #[must_use]
    pub fn can_swap(&self) -> bool {
        self.options.swap()
            && !self.swapped
            && self.to_move == Colour::Dark
            && self.outcome.is_none()
            && self.full.len() == 1
    }

    /// An empty board on which a [`Setup`](super::Setup) places cubes.
    pub(super) fn bare(options: Options, to_move: Colour, swapped: bool) -> Self {
        Self { to_move, swapped, ..<Self as crate::Board>::new(options) }
    }

    /// The board without its cubes, with the same player to move.
    pub(super) fn emptied(&self) -> Self {
        Self::bare(self.options, self.to_move, self.swapped)
    }

    /// Sets the last turn and the outcome.
    pub(super) const fn finished(self, last: Option<Turn>, outcome: Option<Outcome>) -> Self {
        Self { last, outcome, ..self }
    }

    /// Sets the last turn, and judges the whole position.
    pub(super) fn finish_setup(&mut self, last: Option<Turn>) {
        self.last = last;
        self.outcome = self.outcome_recounted();
    }

    /// Places a cube on a spot, without looking for a winner.
    #[inline]
    pub(super) fn stand(&mut self, cell: CellId, rotation: Rotation) {
        let topology = self.topology();
        let nearest = rotation.nearest();
        self.base.get_or_insert(nearest_on(nearest, topology.lattice.level(cell)));
        self.rotations[cell.index()] = Some(rotation);
        self.full.insert(cell.index());
        self.spots.remove(cell.index());
        for over in (0..3).filter_map(|axis| topology.lattice.resting(cell, axis)) {
            if topology.is_supported(&self.full, over) {
                self.spots.insert(over.index());
            }
        }
        self.beside |= topology.lattice.neighbours(cell);
        self.surface.place(topology, &self.full, cell, rotation);
    }

    #[inline]
    pub(super) fn topology(&self) -> &'static Topology {
        Topology::of(self.options.size())
    }

    #[inline]
    pub(super) const fn surface(&self) -> &Surface {
        &self.surface
    }

    /// The options as a field, not through the trait.
    #[inline]
    pub(super) const fn rules(&self) -> Options {
        self.options
    }

    /// The cells with cubes.
    #[inline]
    pub(super) const fn full(&self) -> Cells {
        self.full
    }

    #[inline]
    pub(super) fn is_full(&self) -> bool {
        self.spots.is_empty()
    }

    /// The rotations that match all edges in a cell.
    pub(super) fn fitting(&self, id: CellId) -> Fitting {
        Fitting { rotations: rotations_on(self.base, self.lattice().level(id)) }
    }

    /// Checks whether a cube can be played in a cell, in any rotation.
    pub(super) fn check_cell(&self, cell: CellId) -> Result<(), Illegal> {
        if cell.index() >= self.lattice().len() {
            return Err(Illegal::OffBoard);
        }
        if !self.spots.contains(cell.index()) {
            return Err(self.why_no_spot(cell));
        }
        if !self.spots().contains(cell.index()) {
            let with = Places::new(self.lattice(), self.spots() & self.topology().holes);
            return Err(Illegal::NotAdjacent { place: self.lattice().place(cell), with });
        }
        Ok(())
    }

    /// The reason why a cell is not a spot; for a cell with a cube, why the next cell above it is
    /// not one.
    fn why_no_spot(&self, cell: CellId) -> Illegal {
        let lattice = self.lattice();
        let place = lattice.place(cell);
        let missing_under = |cell| {
            let supports = (0..3).filter_map(|axis| lattice.support(cell, axis));
            let empty = supports.filter(|id| !self.full.contains(id.index()));
            Places::new(lattice, empty.map(CellId::index).collect())
        };
        if !self.full.contains(cell.index()) {
            return Illegal::NoSpot { place, missing: missing_under(cell) };
        }
        match lattice.cells_over(place).find(|id| !self.full.contains(id.index())) {
            Some(next) => Illegal::Occupied { place, missing: missing_under(next) },
            None => Illegal::Filled { place },
        }
    }

    fn check_swap(&self) -> Result<(), Illegal> {
        match self.full.len() {
            _ if !self.options.swap() => Err(Illegal::SwapOff),
            0 => Err(Illegal::SwapTooEarly),
            _ if self.can_swap() => Ok(()),
            _ => Err(Illegal::SwapTooLate),
        }
    }
}

impl crate::Board for Board {
    const KIND: GameKind = GameKind::Boche;
    type Options = Options;
    type Turn = Turn;
    type Turns = Turns;
    type Illegal = Illegal;
    type History = ();

    fn new(options: Options) -> Self {
        let topology = Topology::of(options.size());
        Self {
            options,
            rotations: [None; MAX_CELLS],
            full: Cells::EMPTY,
            spots: topology.holes,
            beside: Cells::EMPTY,
            surface: Surface::new(topology),
            base: None,
            to_move: Colour::Light,
            swapped: false,
            last: None,
            outcome: None,
        }
    }

    fn options(&self) -> Options {
        self.options
    }

    fn to_move(&self) -> Colour {
        self.to_move
    }

    fn seat_of(&self, colour: Colour) -> Seat {
        match (colour, self.swapped) {
            (Colour::Light, false) | (Colour::Dark, true) => Seat::First,
            _ => Seat::Second,
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    #[inline]
    fn legal_turns(&self) -> Turns {
        if self.outcome.is_some() {
            return Turns::default();
        }
        Turns::new(self.spots(), self.options.size(), self.base, self.can_swap())
    }

    fn check(&self, turn: Turn) -> Result<(), Illegal> {
        if self.outcome.is_some() {
            return Err(Illegal::Over);
        }
        match turn {
            Turn::Place { cell, rotation } => {
                self.check_cell(cell)?;
                let fitting = self.fitting(cell);
                if fitting.rotations.contains(&rotation) {
                    return Ok(());
                }
                let place = self.lattice().place(cell);
                Err(Illegal::WrongRotation { rotation, place, fitting })
            }
            Turn::Swap => self.check_swap(),
        }
    }

    #[inline]
    fn play_unchecked(&mut self, turn: Turn) {
        let mover = self.to_move;
        self.last = Some(turn);
        match turn {
            Turn::Place { cell, rotation } => {
                self.to_move = !mover;
                self.stand(cell, rotation);
                self.outcome = self.judge(self.topology().hexagon(cell), mover);
            }
            // The players exchange colours, and Dark is still to move, which is the first player
            // now.
            Turn::Swap => self.swapped = true,
        }
    }

    fn is_swap(turn: Turn) -> bool {
        turn == Turn::Swap
    }

    fn hash(&self) -> u128 {
        let cubes = self.full.iter().filter_map(|id| {
            let rotation = self.rotations[id]?;
            Some((8 * id + rotation as usize) as u64)
        });
        let rest = [self.to_move as u64, self.swapped.into()];
        hash_of(rest.into_iter().chain(cubes))
    }
}
