//! Positions of Anchor and how turns change them.

use super::history::History;
use super::illegal::Illegal;
use super::options::{Opening, Options};
use super::point::Point;
use super::scoring::{self, Count, Group, Score};
use super::topology::{BOARD, NEIGHBOURS, Points, SIDES, handicap_points, home_of};
use super::turns::{Turn, Turns};
use crate::play::hash::hash_of;
use crate::{Colour, GameKind, Outcome, Seat};

/// A position of Anchor.
///
/// ```
/// use carrick_games::{Board as _, TurnSet, Show as _, Notation as _, anchor::{Board, Options}};
/// let mut board = Board::new(Options::default());
/// assert_eq!(board.legal_turns().len(), 169 + 1); // every point, or a pass
/// board.play_unchecked(board.parse_turn("H8")?);
/// assert_eq!(board.cells(), ["H8:Black"]);
/// # Ok::<(), carrick_games::TurnError<carrick_games::anchor::Illegal>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Board {
    pub(super) options: Options,
    /// The stones of each colour, by [`Colour::index`].
    pub(super) stones: [Points; 2],
    /// Number of empty points.
    pub(super) empty: u16,
    pub(super) to_move: Colour,
    /// The seat that holds Black.
    pub(super) black: Seat,
    pub(super) stage: Stage,
    pub(super) last: Option<Turn>,
    /// Passes in a row, without those of the setup.
    pub(super) passes: u8,
    pub(super) outcome: Option<Outcome>,
}

/// The stage of the opening.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Stage {
    /// The first turn of a game with `-pie=swap`.
    FirstTurn,
    /// `-pie=refined`, no turn set up yet: the first player plays for Black.
    FirstSetUp,
    /// `-pie=refined`, one turn set up: the first player plays for White.
    SecondSetUp,
    /// `-pie=refined`, two turns set up: the first player plays for Black again.
    ThirdSetUp,
    /// The second player may swap instead of playing.
    MaySwap,
    /// The opening is over.
    Play,
}

impl Stage {
    /// The stage in which a game with the given opening starts.
    pub(super) const fn first(opening: Opening) -> Self {
        match opening {
            Opening::Swap => Self::FirstTurn,
            Opening::Refined => Self::FirstSetUp,
            Opening::Plain | Opening::Handicap(_) => Self::Play,
        }
    }

    /// The stage after a turn.
    const fn after(self, turn: Turn) -> Self {
        match (self, turn) {
            (Self::FirstTurn, Turn::Stone(_)) | (Self::ThirdSetUp, _) => Self::MaySwap,
            (Self::FirstSetUp, _) => Self::SecondSetUp,
            (Self::SecondSetUp, _) => Self::ThirdSetUp,
            (Self::FirstTurn | Self::MaySwap | Self::Play, _) => Self::Play,
        }
    }

    /// Whether the first player is setting up a position for both colours.
    pub(super) const fn is_set_up(self) -> bool {
        matches!(self, Self::FirstSetUp | Self::SecondSetUp | Self::ThirdSetUp)
    }
}

impl Board {
    /// Whether the board has a point.
    #[must_use]
    pub fn has(&self, point: Point) -> bool {
        BOARD[usize::from(self.options.size())].contains(point.index())
    }

    /// All points of the board.
    pub fn points(&self) -> impl Iterator<Item = Point> + use<> {
        BOARD[usize::from(self.options.size())].iter().map(Point::at)
    }

    /// The colour of the stone on a point.
    #[must_use]
    pub fn stone_at(&self, point: Point) -> Option<Colour> {
        let at = point.index();
        Colour::BOTH.into_iter().find(|colour| self.stones[colour.index()].contains(at))
    }

    /// Number of stones of a colour on the board.
    #[must_use]
    pub fn stones(&self, colour: Colour) -> usize {
        self.stones[colour.index()].len()
    }

    /// The neighbours of a point on the board: six inside, four on a side, three at a corner.
    ///
    /// ```
    /// use carrick_games::{Board as _, Colour, anchor::{Board, Options}};
    /// let board = Board::new(Options::default());
    /// let corner = "A1".parse()?;
    /// assert_eq!(board.neighbours(corner).count(), 3);
    /// assert_eq!(board.home_of(corner), Some(Colour::Dark));
    /// # Ok::<(), carrick_games::NotationError>(())
    /// ```
    pub fn neighbours(&self, point: Point) -> impl Iterator<Item = Point> + use<> {
        let board = BOARD[usize::from(self.options.size())];
        (NEIGHBOURS[point.index()] & board).iter().map(Point::at)
    }

    /// Which of the six sides a point is on. They are counted round the board, starting with the
    /// side between A1 and A8 (of size 8), followed by the one between A8 and H15. A corner is on
    /// two sides.
    ///
    /// ```
    /// use carrick_games::{Board as _, anchor::{Board, Options}};
    /// let board = Board::new(Options::default());
    /// assert_eq!(board.sides_of("A8".parse()?), [true, true, false, false, false, false]);
    /// # Ok::<(), carrick_games::NotationError>(())
    /// ```
    #[must_use]
    pub fn sides_of(&self, point: Point) -> [bool; 6] {
        SIDES[usize::from(self.options.size())].map(|side| side.contains(point.index()))
    }

    /// The colour whose home corner a point is; `None` if the point is not a corner.
    #[must_use]
    pub fn home_of(&self, point: Point) -> Option<Colour> {
        home_of(self.options.size(), point)
    }

    /// The turn that plays on a point, if it is legal as far as the position decides;
    /// [`check`](crate::Board::check) gives the reason if it is not.
    #[must_use]
    pub fn turn_at(&self, point: Point) -> Option<Turn> {
        let turn = Turn::Stone(point);
        crate::Board::check(self, turn).is_ok().then_some(turn)
    }

    /// The turn that led to the position.
    #[must_use]
    pub const fn last_turn(&self) -> Option<Turn> {
        self.last
    }

    /// The stage of the opening.
    #[must_use]
    pub const fn stage(&self) -> Stage {
        self.stage
    }

    /// The count as if the game ended now, computed without heap memory.
    #[must_use]
    pub fn count(&self) -> Count {
        Count::of(self.options.size(), &self.stones)
    }

    /// The count as if the game ended now, with the names of points.
    #[must_use]
    pub fn score(&self) -> Score {
        Score::of(self.options.size(), &self.stones, &self.count())
    }

    /// All groups: White's first, then Black's, each sorted by first point.
    ///
    /// ```
    /// use carrick_games::{Game, anchor};
    /// let game = Game::<anchor::Board>::new(anchor::Options::default());
    /// let game = game.play_text("A1").unwrap().play_text("H8").unwrap();
    /// let living = game.board().groups().into_iter().map(|group| group.is_anchor);
    /// assert_eq!(living.collect::<Vec<_>>(), [false, true]); // H8 touches no side
    /// ```
    #[must_use]
    pub fn groups(&self) -> Vec<Group> {
        scoring::groups(self.options.size(), &self.stones)
    }

    /// The empty board, with Black to move.
    pub(super) fn empty(options: Options) -> Self {
        Self {
            options,
            stones: [Points::EMPTY; 2],
            empty: BOARD[usize::from(options.size())].len() as u16,
            to_move: Colour::Dark,
            black: Seat::First,
            stage: Stage::first(options.opening()),
            last: None,
            passes: 0,
            outcome: None,
        }
    }

    /// Puts a stone on an empty point.
    #[inline]
    pub(super) fn put(&mut self, point: Point, colour: Colour) {
        self.stones[colour.index()].insert(point.index());
        self.empty -= 1;
    }

    /// The stone that the player to move would mirror: the stone of the opponent's preceding turn.
    /// During the setup, the preceding turns are the player's own.
    pub(super) const fn stone_to_mirror(&self) -> Option<Point> {
        match self.last {
            Some(Turn::Stone(point)) if !self.stage.is_set_up() => Some(point),
            _ => None,
        }
    }

    fn check_stone(&self, point: Point) -> Result<(), Illegal> {
        if !self.has(point) {
            return Err(Illegal::OffBoard { point, size: self.options.size() });
        }
        self.stone_at(point).map_or(Ok(()), |stone| Err(Illegal::Occupied { point, stone }))
    }

    fn check_swap(&self) -> Result<(), Illegal> {
        match (self.options.opening(), self.stage) {
            (_, Stage::MaySwap) => Ok(()),
            (Opening::Plain | Opening::Handicap(_), _) => Err(Illegal::NoPie),
            (Opening::Refined, stage) if stage.is_set_up() => Err(Illegal::RefinedTooEarly),
            (Opening::Refined, _) => Err(Illegal::RefinedTooLate),
            (Opening::Swap, Stage::FirstTurn) => Err(Illegal::SwapTooEarly),
            (Opening::Swap, _) if self.passes > 0 && self.stones == [Points::EMPTY; 2] => {
                Err(Illegal::SwapOfPass)
            }
            (Opening::Swap, _) => Err(Illegal::SwapTooLate),
        }
    }
}

impl crate::Board for Board {
    const KIND: GameKind = GameKind::Anchor;
    type Options = Options;
    type Turn = Turn;
    type Turns = Turns;
    type Illegal = Illegal;
    type History = History;

    fn new(options: Options) -> Self {
        let mut board = Self::empty(options);
        if let Opening::Handicap(count) = options.opening() {
            for point in handicap_points(options.size()).take(usize::from(count)) {
                board.put(point, Colour::Dark);
            }
            board.to_move = Colour::Light;
        }
        board
    }

    fn options(&self) -> Options {
        self.options
    }

    fn to_move(&self) -> Colour {
        self.to_move
    }

    fn seat_of(&self, colour: Colour) -> Seat {
        match colour {
            Colour::Dark => self.black,
            Colour::Light => !self.black,
        }
    }

    /// The seat that makes the next turn: during the setup, the first player for both colours.
    fn seat_to_move(&self) -> Seat {
        if self.stage.is_set_up() { Seat::First } else { self.seat_of(self.to_move) }
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    #[inline]
    fn legal_turns(&self) -> Turns {
        if self.outcome.is_some() {
            return Turns::default();
        }
        let points = BOARD[usize::from(self.options.size())] & !(self.stones[0] | self.stones[1]);
        Turns::new(points, self.empty, self.stage == Stage::MaySwap)
    }

    fn check(&self, turn: Turn) -> Result<(), Illegal> {
        if self.outcome.is_some() {
            return Err(Illegal::Over);
        }
        match turn {
            Turn::Stone(point) => self.check_stone(point),
            Turn::Swap => self.check_swap(),
            Turn::Pass => Ok(()),
        }
    }

    #[inline]
    fn play_unchecked(&mut self, turn: Turn) {
        match turn {
            Turn::Stone(point) => {
                self.put(point, self.to_move);
                self.passes = 0;
                self.to_move = !self.to_move;
            }
            // White moves next, but it is the other player now.
            Turn::Swap => self.black = !self.black,
            Turn::Pass => {
                self.passes += u8::from(!self.stage.is_set_up());
                self.to_move = !self.to_move;
                if self.passes == 2 {
                    self.outcome = Some(self.count().outcome());
                }
            }
        }
        self.stage = self.stage.after(turn);
        self.last = Some(turn);
    }

    fn is_swap(turn: Turn) -> bool {
        turn == Turn::Swap
    }

    fn is_pass(turn: Turn) -> bool {
        turn == Turn::Pass
    }

    fn hash(&self) -> u128 {
        let stones = self.stones.iter().flat_map(|stones| stones.words().iter().copied());
        let rest = [self.to_move as u64, self.black as u64, self.stage as u64, self.passes.into()];
        hash_of(rest.into_iter().chain(stones))
    }
}
