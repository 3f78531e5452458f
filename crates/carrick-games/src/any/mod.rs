//! Any of the games as one type, with turns as text, for front ends and records.

pub(crate) mod dispatch;
pub(crate) mod facts;
pub(crate) mod kind;

use std::fmt;

use crate::anchor::Score;
use crate::{
    ActionSpace, Board, Colour, DrawStyle, Game, GameKind, GameOptions as _, Illegal, Notation,
    OptionError, OptionInfo, Outcome, OutcomeProof, PlayError, Seat, Show, SizeLimits, Symmetric,
    Symmetry as _, TurnError, TurnSet as _, match_game, match_kind, perft,
};

type OptionsOf<B> = <B as Board>::Options;

/// Defines an enum with one variant for each game, around a type of the game's board.
macro_rules! any {
    ($(#[$meta:meta])* $any:ident($of:ident) $($variant:ident $module:ident,)*) => {
        $(#[$meta])*
        #[derive(Debug, Clone)]
        pub enum $any {
            $(#[doc = concat!(stringify!($variant), "'s.")]
            $variant($of<crate::$module::Board>),)*
        }

        $(impl From<$of<crate::$module::Board>> for $any {
            fn from(inside: $of<crate::$module::Board>) -> Self {
                Self::$variant(inside)
            }
        })*
    };
}

/// Maps the variants of an enum that `any` has defined to kinds of games.
macro_rules! kind_of {
    ($any:ident $($variant:ident $module:ident,)*) => {
        match $any {
            $(Self::$variant(_) => GameKind::$variant,)*
        }
    };
}

games!(any! {
    /// The checked options of one of the games. `Display` gives their canonical form.
    #[derive(Copy, PartialEq, Eq)]
    AnyOptions(OptionsOf)
});

games!(any! {
    /// A game of any kind, in progress or finished.
    ///
    /// ```
    /// use carrick_games::{AnyGame, AnyOptions, GameKind, SizeLimits};
    /// let options = AnyOptions::parse(GameKind::Anchor, &["-size=5"], SizeLimits::Challenge)?;
    /// let game = AnyGame::new(options).play_text("e5").unwrap();
    /// assert_eq!(game.turn_names(), ["E5"]);
    /// assert_eq!(game.legal().len(), 60 + 2); // every empty point, swap and pass
    /// # Ok::<(), carrick_games::OptionError>(())
    /// ```
    #[expect(clippy::large_enum_variant, reason = "few are held at a time, and a box would allocate")]
    AnyGame(Game)
});

impl AnyOptions {
    /// Reads the options of a game as typed.
    ///
    /// # Errors
    /// The first fault, with the valid range or the conflict.
    pub fn parse(kind: GameKind, words: &[&str], limits: SizeLimits) -> Result<Self, OptionError> {
        match_kind!(kind, B => <B as Board>::Options::parse(words, limits).map(Into::into))
    }

    /// Descriptions of all options of a game.
    #[must_use]
    pub const fn described(kind: GameKind) -> &'static [OptionInfo] {
        match_kind!(kind, B => <B as Board>::Options::DESCRIBED)
    }

    /// The kind of game that the options are for.
    #[must_use]
    pub const fn kind(self) -> GameKind {
        games!(kind_of! { self })
    }

    /// Warnings about these options for players, one sentence each.
    #[must_use]
    pub fn warnings(self) -> Vec<String> {
        match_game!(self, Self(options) => options.warnings())
    }

    /// Whether one player starts with an advantage; such games are unrated.
    #[must_use]
    pub fn is_handicap(self) -> bool {
        match_game!(self, Self(options) => options.is_handicap())
    }
}

impl fmt::Display for AnyOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match_game!(self, Self(options) => options.fmt(f))
    }
}

impl AnyGame {
    /// The game before its first turn.
    #[must_use]
    pub fn new(options: AnyOptions) -> Self {
        match_game!(options, AnyOptions(options) of B => Game::<B>::new(options).into())
    }

    /// Number of the board's places, where cubes or stones can be.
    #[must_use]
    pub fn places(&self) -> usize {
        match_game!(self, Self(game) => game.board().options().places())
    }

    /// The kind of game.
    #[must_use]
    pub const fn kind(&self) -> GameKind {
        games!(kind_of! { self })
    }

    /// The options of the game.
    #[must_use]
    pub fn options(&self) -> AnyOptions {
        match_game!(self, Self(game) => game.board().options().into())
    }

    /// Number of turns that have been played.
    #[must_use]
    pub fn ply(&self) -> usize {
        match_game!(self, Self(game) => game.turns().len())
    }

    /// All turns so far in canonical form.
    #[must_use]
    pub fn turn_names(&self) -> Vec<String> {
        match_game!(self, Self(game) => game.turns().iter().map(|&turn| game.turn_name(turn).to_string()).collect())
    }

    /// The last turn, in canonical form.
    #[must_use]
    pub fn last_turn(&self) -> Option<String> {
        match_game!(self, Self(game) => game.turns().last().map(|&turn| game.turn_name(turn).to_string()))
    }

    /// All legal turns in canonical form, sorted bytewise; empty if the game is over.
    #[must_use]
    pub fn legal(&self) -> Vec<String> {
        let mut names: Vec<String> = match_game!(self, Self(game) => {
            game.legal_turns().iter().map(|turn| game.turn_name(turn).to_string()).collect()
        });
        names.sort_unstable();
        names
    }

    /// Reads and plays a turn.
    ///
    /// # Errors
    /// The reason, and the unchanged game.
    pub fn play_text(self, text: &str) -> Result<Self, Box<PlayError<Self>>> {
        match_game!(self, Self(game) => game.play_text(text).map(Self::from).map_err(
            |PlayError { game, reason }| Box::new(PlayError { game: Self::from(game), reason }),
        ))
    }

    /// Checks whether a turn may be played now.
    ///
    /// # Errors
    /// The reason, with the turn that was probably meant.
    pub fn check_text(&self, text: &str) -> Result<(), TurnError<Illegal>> {
        match_game!(self, Self(game) => game.legal_turn(text).map(|_| ()).map_err(TurnError::erase))
    }

    /// The number of a turn in the game's [`ActionSpace`].
    ///
    /// # Errors
    /// Why the turn may not be played.
    pub fn action(&self, text: &str) -> Result<usize, TurnError<Illegal>> {
        fn action<B: ActionSpace + Notation>(
            game: &Game<B>,
            text: &str,
        ) -> Result<usize, TurnError<B::Illegal>> {
            Ok(B::action(game.board().options(), game.legal_turn(text)?))
        }
        match_game!(self, Self(game) => action(game, text).map_err(TurnError::erase))
    }

    /// All turns that are equivalent to a turn by a symmetry of the position, including the turn
    /// itself, in canonical form, sorted bytewise.
    ///
    /// ```
    /// use carrick_games::{AnyGame, AnyOptions, GameKind, SizeLimits};
    /// let options = AnyOptions::parse(GameKind::Anchor, &[], SizeLimits::Challenge)?;
    /// assert_eq!(AnyGame::new(options).alike("a1").unwrap(), ["A1", "H15", "O8"]);
    /// # Ok::<(), carrick_games::OptionError>(())
    /// ```
    ///
    /// # Errors
    /// Why the turn may not be played.
    pub fn alike(&self, text: &str) -> Result<Vec<String>, TurnError<Illegal>> {
        match_game!(self, Self(game) => {
            let turn = game.legal_turn(text).map_err(TurnError::erase)?;
            let alike = game.alike(turn);
            let mut names: Vec<_> =
                alike.into_iter().map(|turn| game.turn_name(turn).to_string()).collect();
            names.sort_unstable();
            Ok(names)
        })
    }

    /// How the game ended; `None` if it is not over.
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        match_game!(self, Self(game) => game.outcome())
    }

    /// Proof of the outcome on the board.
    #[must_use]
    pub fn proof(&self) -> OutcomeProof {
        match_game!(self, Self(game) => game.proof())
    }

    /// Seat to move; `None` when the game is over.
    #[must_use]
    pub fn seat_to_move(&self) -> Option<Seat> {
        match_game!(self, Self(game) => game.seat_to_move())
    }

    /// The colour of the next turn; `None` when the game is over.
    #[must_use]
    pub fn colour_to_move(&self) -> Option<Colour> {
        match_game!(self, Self(game) => game.outcome().is_none().then(|| game.board().to_move()))
    }

    /// The colour a seat holds at present.
    #[must_use]
    pub fn colour_of(&self, seat: Seat) -> Colour {
        match_game!(self, Self(game) => game.colour_of(seat))
    }

    /// The seat that holds a colour at present.
    #[must_use]
    pub fn seat_of(&self, colour: Colour) -> Seat {
        match_game!(self, Self(game) => game.board().seat_of(colour))
    }

    /// The count as if the game ended now, in games that are decided by a count.
    #[must_use]
    pub fn score(&self) -> Option<Score> {
        match_game!(self, Self(game) => game.board().score_now())
    }

    /// Pieces in hand, by [`Colour::index`], in games with a limited number of pieces.
    #[must_use]
    pub fn in_hand(&self) -> Option<[u8; 2]> {
        match_game!(self, Self(game) => game.board().in_hand())
    }

    /// Every occupied place with its cube or stone, sorted: `x,y,z:O` for cubes, `f14:Black` for
    /// points.
    #[must_use]
    pub fn cells(&self) -> Vec<String> {
        match_game!(self, Self(game) => game.board().cells())
    }

    /// The [cells](Self::cells) of the position's images under all symmetries of the board,
    /// starting with its own. Two positions are equivalent by a symmetry if one has the cells of an
    /// image of the other.
    ///
    /// ```
    /// use carrick_games::{AnyGame, AnyOptions, GameKind, SizeLimits};
    /// let options = AnyOptions::parse(GameKind::Anchor, &[], SizeLimits::Challenge)?;
    /// let game = |turn| AnyGame::new(options).play_text(turn).unwrap();
    /// assert!(game("a1").images().contains(&game("o8").cells()));
    /// assert!(!game("a1").images().contains(&game("b2").cells()));
    /// # Ok::<(), carrick_games::OptionError>(())
    /// ```
    #[must_use]
    pub fn images(&self) -> Vec<Vec<String>> {
        fn images<B: Symmetric + Show>(board: &B) -> Vec<Vec<String>> {
            B::Symmetry::all().map(|by| board.image(by).cells()).collect()
        }
        match_game!(self, Self(game) => images(game.board()))
    }

    /// The position as text.
    #[must_use]
    pub fn draw(&self, style: DrawStyle) -> String {
        match_game!(self, Self(game) => game.board().draw(style))
    }

    /// Perft: the number of sequences of exactly `depth` turns; see [`perft()`].
    #[must_use]
    pub fn perft(&self, depth: u32) -> u64 {
        match_game!(self, Self(game) => perft(game, depth))
    }

    /// The game after its first `ply` turns, played again; see [`Game::at`].
    #[must_use]
    pub fn at(&self, ply: usize) -> Self {
        match_game!(self, Self(game) => game.at(ply).into())
    }

    /// Ends a running game: the player in `seat` resigns.
    pub fn resign(&mut self, seat: Seat) {
        match_game!(self, Self(game) => game.resign(seat));
    }

    /// Ends a running game: the time of the player in `seat` ran out.
    pub fn forfeit(&mut self, seat: Seat) {
        match_game!(self, Self(game) => game.forfeit(seat));
    }

    /// Ends a running game: the players agree on a draw.
    pub fn agree_draw(&mut self) {
        match_game!(self, Self(game) => game.agree_draw());
    }
}
