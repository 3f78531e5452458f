//! What the four games have in common: positions, sets of turns, options.

use std::fmt;
use std::hash::Hash;

use crate::{Colour, DrawStyle, GameKind, OptionError, Outcome, Proof, Seat, TurnError};

/// A position: everything the rules need except what lies further back than the last turn.
///
/// Boards have a fixed size, are `Copy`, and neither making moves, finding them nor detecting the
/// end of the game allocates memory. What the rules need of a game's past (repetition, mirrored
/// runs) is kept by a [`History`] inside a [`Game`](crate::Game).
pub trait Board: Copy + Eq + fmt::Debug + Send + Sync + 'static {
    /// Which game this is.
    const KIND: GameKind;
    /// The options of `challenge`, checked.
    type Options: GameOptions;
    /// One turn of one player. Ordered by where it is played.
    type Turn: Copy + Ord + Hash + fmt::Debug + Send + Sync + 'static;
    /// A set of turns without heap memory.
    type Turns: TurnSet<Turn = Self::Turn>;
    /// Why a well-formed turn may not be played, in the game's language.
    type Illegal: std::error::Error + Clone + PartialEq + Send + Sync + Into<crate::Illegal>;
    /// What the rules remember of the game's past; `()` when nothing.
    type History: History<Self>;

    /// The position before the first turn.
    fn new(options: Self::Options) -> Self;

    /// The options the position is played with.
    fn options(&self) -> Self::Options;

    /// The colour that the next turn plays for; after the end, that of the player who would have
    /// been next.
    fn to_move(&self) -> Colour;

    /// Who holds a colour.
    fn seat_of(&self, colour: Colour) -> Seat;

    /// The colour that a seat holds at present.
    fn colour_of(&self, seat: Seat) -> Colour {
        if self.seat_of(Colour::Light) == seat { Colour::Light } else { Colour::Dark }
    }

    /// Who makes the next turn.
    fn seat_to_move(&self) -> Seat {
        self.seat_of(self.to_move())
    }

    /// How the game has ended, if the position alone shows it. Cheap: found while playing.
    fn outcome(&self) -> Option<Outcome>;

    /// All legal turns as far as the position alone decides; none when the game is over.
    fn legal_turns(&self) -> Self::Turns;

    /// Whether a turn is legal as far as the position alone decides, and if not, why.
    ///
    /// # Errors
    /// The reason, naming places and cubes.
    fn check(&self, turn: Self::Turn) -> Result<(), Self::Illegal>;

    /// Plays a turn that is known to be legal. An illegal turn leaves a position without meaning,
    /// or panics; it never causes undefined behaviour.
    fn play_unchecked(&mut self, turn: Self::Turn);

    /// A number for hash tables: equal for positions that allow the same games to follow, which the
    /// last turn alone does not change; different, but for the accidents of 64 bits, for all others.
    fn key(&self) -> u64;

    /// Reads a turn as a player types it, in this position.
    ///
    /// # Errors
    /// When the text is no turn at all, or names places at which there is nothing to move or no
    /// spot to play on.
    fn parse_turn(&self, text: &str) -> Result<Self::Turn, TurnError<Self::Illegal>>;

    /// Writes a turn in its canonical form, which [`parse_turn`](Self::parse_turn) reads back in
    /// the position in which it was legal.
    ///
    /// # Errors
    /// Only those of the formatter.
    fn write_turn(&self, turn: Self::Turn, f: &mut fmt::Formatter<'_>) -> fmt::Result;

    /// Every occupied place with what stands there, sorted: `x,y,z:O` for cubes, `f14:Black` for
    /// points.
    fn cells(&self) -> Vec<String>;

    /// What on the board proves an outcome.
    fn proof(&self, outcome: Outcome) -> Proof;

    /// The position as text, every line without trailing blanks and ended by a line feed.
    fn draw(&self, style: DrawStyle) -> String;
}

/// A set of turns: counted, indexed and iterated without heap memory.
pub trait TurnSet: Clone + Default {
    /// What it holds.
    type Turn;

    /// How many turns there are.
    fn len(&self) -> usize;

    /// Whether there is none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The turn at a position between 0 and `len() - 1` of the set's own fixed order.
    fn nth(&self, index: usize) -> Option<Self::Turn>;

    /// The turns in the set's own order.
    fn iter(&self) -> impl Iterator<Item = Self::Turn> + '_;

    /// Whether a turn is among them.
    fn contains(&self, turn: &Self::Turn) -> bool;
}

/// What the rules of a game remember besides the position.
pub trait History<B: Board<History = Self>>: Clone + Default + fmt::Debug + Send + Sync {
    /// Takes the turns out of `turns` that the past forbids.
    fn restrict(&self, _board: &B, _turns: &mut B::Turns) {}

    /// Whether the past forbids a turn, and why.
    ///
    /// # Errors
    /// The reason.
    fn check(&self, _board: &B, _turn: B::Turn) -> Result<(), B::Illegal> {
        Ok(())
    }

    /// A number for hash tables, as [`Board::key`]: what the past has to say about the turns to come.
    fn key(&self) -> u64 {
        0
    }

    /// Takes note of a turn; returns an outcome when the past together with the new position ends
    /// the game. Called only with turns after which [`Board::outcome`] is still open.
    fn record(&mut self, _before: &B, _turn: B::Turn, _after: &B) -> Option<Outcome> {
        None
    }
}

impl<B: Board<History = ()>> History<B> for () {}

/// The options of a game, checked: their fields cannot hold what the rules refuse.
///
/// `Display` writes them as they are typed, defaults left out, `-size=n` or `-radius=n` always first
/// and always there.
pub trait GameOptions: Copy + Eq + Default + fmt::Debug + fmt::Display + Send + Sync {
    /// Every option of the game, for usage lines, help and "did you mean".
    const DESCRIBED: &'static [OptionInfo];

    /// Reads options as they are typed: words such as `-size=5` or `-noswap`.
    ///
    /// # Errors
    /// The first fault, with the range or the conflict.
    fn parse(words: &[&str], limits: Limits) -> Result<Self, OptionError>;

    /// What a player should know before he plays with these options (one sentence each).
    fn warnings(self) -> Vec<String> {
        Vec::new()
    }
}

/// One option of a game, described.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OptionInfo {
    /// The name with its dash: `-size`.
    pub name: &'static str,
    /// What follows `=`, for people: `n`, `swap|refined|none`; empty for a switch.
    pub value: &'static str,
    /// What it does, with range and default, in one sentence.
    pub meaning: &'static str,
}

/// Other spellings of options, as the original help pages have them in their notes.
const SPELLINGS: [(&str, &str); 2] =
    [("-immediate_win", "-immediate"), ("-immediate-win", "-immediate")];

impl OptionInfo {
    /// The option of this name among a game's, capitals aside, by whichever of its spellings.
    ///
    /// ```
    /// use carrick_games::{AnyOptions, GameKind, OptionInfo};
    /// let of_boche = AnyOptions::described(GameKind::Boche);
    /// let found = OptionInfo::named(of_boche, "-Immediate_Win");
    /// assert_eq!(found.map(|info| info.name), Some("-immediate"));
    /// ```
    #[must_use]
    pub fn named(described: &'static [Self], name: &str) -> Option<&'static Self> {
        let other = SPELLINGS.iter().find(|(spelling, _)| spelling.eq_ignore_ascii_case(name));
        let name = other.map_or(name, |&(_, canonical)| canonical);
        described.iter().find(|info| info.name.eq_ignore_ascii_case(name))
    }
}

/// Which sizes are accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limits {
    /// The sizes people may challenge each other to.
    Challenge,
    /// Those and the smaller ones that scripts and experiments use.
    Scripts,
}
