//! Positions of Ankor and how turns change them.

use super::history::History;
use crate::ankor::illegal::{Illegal, Instead};
use crate::ankor::options::Options;
use crate::ankor::stack::{Stack, Topology};
use crate::ankor::turns::{Turn, Turns};
use crate::cubes::{CellId, Cells, Lattice};
use crate::play::hash::hash_of;
use crate::{Colour, DrawBy, GameKind, Outcome, Seat, WinBy};

/// A position of Ankor: the cubes on the board, the player to move, the cubes in hand.
///
/// ```
/// use carrick_games::{Board as _, Game, TurnSet, Show as _, ankor};
/// let game = Game::<ankor::Board>::new(ankor::Options::default());
/// assert_eq!(game.legal_turns().len(), 21);
/// let game = game.play_text("d3").unwrap();
/// assert_eq!(game.board().cells(), ["2,2,1:O"]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Board {
    options: Options,
    stack: Stack,
    hands: [u8; 2],
    to_move: Colour,
    swapped: bool,
    /// Number of passes in a row.
    passes: u8,
    last: Option<Turn>,
    outcome: Option<Outcome>,
}

impl Board {
    /// The board's cells and their names.
    #[must_use]
    pub fn lattice(&self) -> &'static Lattice {
        Lattice::of(self.options.size())
    }

    /// Number of cubes a player has left to add.
    #[must_use]
    pub const fn hand(&self, colour: Colour) -> u8 {
        self.hands[colour.index()]
    }

    /// The colour of the cube in a cell, if there is one.
    #[must_use]
    pub fn cube(&self, id: CellId) -> Option<Colour> {
        self.stack.colour(id)
    }

    /// Whether a cell is hidden by cubes that rest on it.
    #[must_use]
    pub fn is_covered(&self, id: CellId) -> bool {
        self.stack.carried(self.topology(), id) == 0b111
    }

    /// The empty cells where a cube would be supported: every empty hole, and every nest of three
    /// cubes. A player may not be allowed to place one there.
    #[must_use]
    pub const fn spots(&self) -> Cells {
        self.stack.spots()
    }

    /// Whether two cubes of one colour, one resting on the other, are connected: their contact is
    /// visible.
    #[must_use]
    pub fn are_connected(&self, one: CellId, other: CellId) -> bool {
        let carried = self.stack.carried(self.topology(), one);
        self.cube(one).is_some_and(|colour| {
            let own = self.stack.of(colour);
            self.stack.connected(self.topology(), &own, one, carried).contains(other.index())
        })
    }

    /// The last turn; `None` before the first.
    #[must_use]
    pub const fn last_turn(&self) -> Option<Turn> {
        self.last
    }

    /// The cube placed by the last turn, if that added or moved one.
    #[must_use]
    pub const fn last_cube(&self) -> Option<CellId> {
        match self.last {
            Some(Turn::Add(at) | Turn::Move { to: at, .. }) => Some(at),
            _ => None,
        }
    }

    /// Whether the next turn may be a swap.
    #[must_use]
    pub fn can_swap(&self) -> bool {
        self.options.swap()
            && !self.swapped
            && self.to_move == Colour::Dark
            && self.stack.all().len() == 1
    }

    /// A position with an unchecked last turn; see [`Setup`](crate::ankor::setup::Setup).
    pub(in crate::ankor) fn found(
        options: Options,
        stack: Stack,
        to_move: Colour,
        swapped: bool,
        last: Option<Turn>,
    ) -> Self {
        let hands = Colour::BOTH.map(|colour| options.cubes_each() - stack.of(colour).len() as u8);
        let mut board =
            Self { options, stack, hands, to_move, swapped, passes: 0, last, outcome: None };
        board.find_winner(!to_move);
        board
    }

    /// The board with other cubes and another last turn.
    pub(in crate::ankor) const fn with(self, stack: Stack, last: Option<Turn>) -> Self {
        Self { stack, last, ..self }
    }

    pub(in crate::ankor) fn topology(&self) -> &'static Topology {
        Topology::of(self.options.size())
    }

    pub(in crate::ankor) const fn stack(&self) -> &Stack {
        &self.stack
    }

    fn can_add(&self) -> bool {
        self.hand(self.to_move) > 0 && self.stack.spots().intersects(&self.topology().holes())
    }

    /// Looks for a winning path of the mover, and then of the opponent.
    fn find_winner(&mut self, mover: Colour) {
        let topology = self.topology();
        self.outcome = [mover, !mover]
            .into_iter()
            .find(|&colour| self.has_path(topology, colour))
            .map(|winner| Outcome::Win { winner, by: WinBy::Path });
    }

    fn check_add(&self, hole: CellId) -> Result<(), Illegal> {
        let topology = self.topology();
        let holes = self.stack.spots() & topology.holes();
        let place = topology.lattice.place(hole);
        let instead = Instead::new("free holes are ", topology.lattice, holes);
        if self.hand(self.to_move) == 0 {
            let instead = Instead::new("you can move ", topology.lattice, self.movable());
            return Err(Illegal::HandEmpty { instead });
        }
        if topology.lattice.level(hole) != 0 {
            return Err(Illegal::NotAHole { place, instead });
        }
        if self.stack.has(hole) {
            return Err(Illegal::Occupied { place, instead });
        }
        Ok(())
    }

    fn check_swap(&self) -> Result<(), Illegal> {
        match self.stack.all().len() {
            _ if !self.options.swap() => Err(Illegal::SwapOff),
            0 => Err(Illegal::SwapTooEarly),
            _ if self.can_swap() => Ok(()),
            _ => Err(Illegal::SwapTooLate),
        }
    }

    fn check_pass(&self) -> Result<(), Illegal> {
        let topology = self.topology();
        let instead = if self.can_add() {
            let holes = self.stack.spots() & topology.holes();
            Instead::new("you can add a cube at ", topology.lattice, holes)
        } else {
            let movable = self.movable();
            if movable.is_empty() {
                return Ok(());
            }
            Instead::new("you can move ", topology.lattice, movable)
        };
        Err(Illegal::CannotPass { instead })
    }
}

impl crate::Board for Board {
    const KIND: GameKind = GameKind::Ankor;
    type Options = Options;
    type Turn = Turn;
    type Turns = Turns;
    type Illegal = Illegal;
    type History = History;

    fn new(options: Options) -> Self {
        Self {
            options,
            stack: Stack::new(Topology::of(options.size())),
            hands: [options.cubes_each(); 2],
            to_move: Colour::Light,
            swapped: false,
            passes: 0,
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

    fn legal_turns(&self) -> Turns {
        let mut turns = Turns::new(self.options.size());
        if self.outcome.is_some() {
            return turns;
        }
        if self.hand(self.to_move) > 0 {
            turns.set_adds(self.stack.spots() & self.topology().holes());
        }
        self.add_moves(&mut turns);
        if self.can_swap() {
            turns.allow_swap();
        } else if crate::TurnSet::is_empty(&turns) {
            turns.allow_pass();
        }
        turns
    }

    fn check(&self, turn: Turn) -> Result<(), Illegal> {
        if self.outcome.is_some() {
            return Err(Illegal::Over);
        }
        match turn {
            Turn::Add(hole) => self.check_add(hole),
            Turn::Move { from, to } => self.check_move(from, to),
            Turn::Swap => self.check_swap(),
            Turn::Pass => self.check_pass(),
        }
    }

    fn play_unchecked(&mut self, turn: Turn) {
        let mover = self.to_move;
        let topology = self.topology();
        self.last = Some(turn);
        self.to_move = !mover;
        self.passes = if turn == Turn::Pass { self.passes + 1 } else { 0 };
        match turn {
            // A new cube in a hole carries nothing and rests on nothing, so it is not connected to
            // any cube and covers no contact: no path starts or ends with it.
            Turn::Add(hole) => {
                self.stack.place(topology, hole, mover);
                self.hands[mover.index()] -= 1;
            }
            Turn::Move { from, to } => {
                self.stack.take(topology, from);
                self.stack.place(topology, to, mover);
                self.find_winner(mover);
            }
            Turn::Swap => {
                self.swapped = true;
                self.to_move = mover;
            }
            Turn::Pass if self.passes == 2 => self.outcome = Some(Outcome::Draw(DrawBy::Passes)),
            Turn::Pass => {}
        }
    }

    fn is_swap(turn: Turn) -> bool {
        turn == Turn::Swap
    }

    fn is_pass(turn: Turn) -> bool {
        turn == Turn::Pass
    }

    fn hash(&self) -> u128 {
        let cubes = self.stack.cubes().iter().flat_map(|cells| cells.words().iter().copied());
        let rest = [self.to_move as u64, self.swapped.into(), self.passes.into()];
        hash_of(rest.into_iter().chain(cubes))
    }
}
