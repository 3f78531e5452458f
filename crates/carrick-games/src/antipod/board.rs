//! Positions of Antipod and how turns change them.

use std::fmt;

use super::chains::Chains;
use super::{Illegal, Options, Point, PointSet, Sphere};
use crate::play::hash::hash_of;
use crate::{Colour, GameKind, Outcome, Seat, WinBy};

/// A turn: the point where the stone is placed.
pub type Turn = Point;

/// A set of turns: the empty points.
pub type Turns = PointSet;

/// A position of Antipod.
///
/// Two boards are equal if they look the same: the same stones, last turn and player to move.
///
/// ```
/// use carrick_games::{Board as _, Colour, TurnSet, antipod::{Board, Options}};
/// let mut board = Board::new(Options::default());
/// let turn = board.sphere().parse("f14")?;
/// assert!(board.legal_turns().contains(&turn));
/// board.play_unchecked(turn);
/// assert_eq!(board.stone_at(turn), Some(Colour::Light));
/// assert_eq!(board.check(turn).unwrap_err().to_string(),
///     "f14 is taken: a white stone stands there; any empty point is open to you");
/// # Ok::<(), carrick_games::NotationError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Board {
    sphere: &'static Sphere,
    stones: [PointSet; 2],
    chains: Chains,
    to_move: Colour,
    last: Option<Point>,
    winner: Option<Colour>,
}

impl Board {
    /// A board with only Black's stones on the two poles, which every position has.
    pub(super) fn with_centres(sphere: &'static Sphere) -> Self {
        let mut board = Self {
            sphere,
            stones: [PointSet::EMPTY; 2],
            chains: Chains::EMPTY,
            to_move: Colour::Light,
            last: None,
            winner: None,
        };
        for centre in sphere.centres() {
            board.place(centre, Colour::Dark);
        }
        board
    }

    /// Places a stone on an empty point, without changing the player to move.
    #[inline]
    pub(super) fn place(&mut self, point: Point, colour: Colour) {
        self.stones[colour.index()].insert(point);
        if self.chains.place(self.sphere, point, colour) {
            self.winner = Some(colour);
        }
    }

    /// Sets the player to move and the last turn.
    pub(super) const fn set_turn(&mut self, to_move: Colour, last: Option<Point>) {
        self.to_move = to_move;
        self.last = last;
    }

    /// The points, their names and how they are joined.
    #[must_use]
    pub const fn sphere(&self) -> &'static Sphere {
        self.sphere
    }

    /// All stones of a colour.
    #[must_use]
    pub const fn stones(&self, colour: Colour) -> PointSet {
        self.stones[colour.index()]
    }

    /// The colour of the stone on a point, if there is one.
    #[must_use]
    pub fn stone_at(&self, point: Point) -> Option<Colour> {
        Colour::BOTH.into_iter().find(|&colour| self.stones(colour).has(point))
    }

    /// The last turn, if there was one.
    #[must_use]
    pub const fn last_turn(&self) -> Option<Turn> {
        self.last
    }

    /// The legal turns at a point: the point itself, or an empty set.
    #[must_use]
    pub fn turns_at(&self, point: Point) -> Turns {
        crate::Board::check(self, point).map_or(PointSet::EMPTY, |()| [point].into_iter().collect())
    }
}

impl crate::Board for Board {
    const KIND: GameKind = GameKind::Antipod;
    type Options = Options;
    type Turn = Turn;
    type Turns = Turns;
    type Illegal = Illegal;
    type History = ();

    /// Black on the centres, White on the corners (rules: the help page of Antipod).
    fn new(options: Options) -> Self {
        let sphere = Sphere::of(options);
        let mut board = Self::with_centres(sphere);
        for corner in sphere.corners() {
            board.place(corner, Colour::Light);
        }
        board
    }

    fn options(&self) -> Options {
        self.sphere.options()
    }

    fn to_move(&self) -> Colour {
        self.to_move
    }

    /// The first player is White: there is no swap.
    fn seat_of(&self, colour: Colour) -> Seat {
        match colour {
            Colour::Light => Seat::First,
            Colour::Dark => Seat::Second,
        }
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.winner.map(|winner| {
            let by = if winner == Colour::Light { WinBy::Ring } else { WinBy::Path };
            Outcome::Win { winner, by }
        })
    }

    #[inline]
    fn legal_turns(&self) -> Turns {
        match self.winner {
            Some(_) => PointSet::EMPTY,
            None => {
                let [light, dark] = self.stones;
                PointSet(self.sphere.points().0 & !(light.0 | dark.0))
            }
        }
    }

    fn check(&self, turn: Turn) -> Result<(), Illegal> {
        if let Some(outcome) = self.outcome() {
            return Err(Illegal::Over { outcome });
        }
        if self.sphere.site(turn).is_none() {
            return Err(Illegal::OffBoard);
        }
        match self.stone_at(turn) {
            None => Ok(()),
            Some(_) if self.sphere.centres().contains(&turn) => {
                Err(Illegal::Centre { place: self.sphere.place(turn) })
            }
            Some(by) => Err(Illegal::Taken { place: self.sphere.place(turn), by }),
        }
    }

    #[inline]
    fn play_unchecked(&mut self, turn: Turn) {
        self.place(turn, self.to_move);
        self.to_move = !self.to_move;
        self.last = Some(turn);
    }

    fn hash(&self) -> u128 {
        let stones = self.stones.iter().flat_map(|stones| stones.0.words().iter().copied());
        hash_of([self.to_move as u64].into_iter().chain(stones))
    }
}

impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        let seen = |board: &Self| (board.sphere.options(), board.stones, board.to_move, board.last);
        seen(self) == seen(other)
    }
}

impl Eq for Board {}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Board")
            .field("options", &self.sphere.options())
            .field("cells", &crate::Show::cells(self))
            .field("to_move", &self.to_move)
            .field("last", &self.last)
            .finish()
    }
}
