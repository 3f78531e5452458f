//! Any of the four games behind one type, for whatever does not care which.
//!
//! A new game gets one variant in each of the two enums here; the compiler then names every `match`
//! that has to know it.

use std::fmt;

use crate::anchor::Score;
use crate::{
    ActionSpace as _, Board, Colour, DrawStyle, Game, GameKind, GameOptions, Illegal, OptionError,
    OptionInfo, Outcome, PlayError, Proof, Seat, Show, SizeLimits, TurnError, TurnSet, anchor,
    ankor, antipod, boche, perft,
};

/// The checked options of one of the games. `Display` gives their canonical form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnyOptions {
    /// Ankor's.
    Ankor(ankor::Options),
    /// Boche's.
    Boche(boche::Options),
    /// Antipod's.
    Antipod(antipod::Options),
    /// Anchor's.
    Anchor(anchor::Options),
}

macro_rules! from_options {
    ($($variant:ident $game:ident)*) => {$(
        impl From<$game::Options> for AnyOptions {
            fn from(options: $game::Options) -> Self {
                Self::$variant(options)
            }
        }
    )*};
}

from_options!(Ankor ankor Boche boche Antipod antipod Anchor anchor);

/// One of the four games in progress or finished.
///
/// ```
/// use carrick_games::{AnyGame, AnyOptions, GameKind, SizeLimits};
/// let options = AnyOptions::parse(GameKind::Anchor, &["-size=5"], SizeLimits::Challenge)?;
/// let game = AnyGame::new(options).play_text("e5").unwrap();
/// assert_eq!(game.turn_names(), ["E5"]);
/// assert_eq!(game.legal().len(), 60 + 2); // every empty point, swap and pass
/// # Ok::<(), carrick_games::OptionError>(())
/// ```
#[derive(Debug, Clone)]
#[expect(clippy::large_enum_variant, reason = "few are held at a time, and a box would allocate")]
pub enum AnyGame {
    /// A game of Ankor.
    Ankor(Game<ankor::Board>),
    /// A game of Boche.
    Boche(Game<boche::Board>),
    /// A game of Antipod.
    Antipod(Game<antipod::Board>),
    /// A game of Anchor.
    Anchor(Game<anchor::Board>),
}

/// Does the same with the game or the options inside, whichever it is.
macro_rules! with {
    ($any:expr, $inside:ident => $do:expr) => {
        match $any {
            Self::Ankor($inside) => $do,
            Self::Boche($inside) => $do,
            Self::Antipod($inside) => $do,
            Self::Anchor($inside) => $do,
        }
    };
}

impl AnyOptions {
    /// Reads the options of a game as they are typed.
    ///
    /// # Errors
    /// The first fault, with the range or the conflict.
    pub fn parse(kind: GameKind, words: &[&str], limits: SizeLimits) -> Result<Self, OptionError> {
        Ok(match kind {
            GameKind::Ankor => Self::Ankor(GameOptions::parse(words, limits)?),
            GameKind::Boche => Self::Boche(GameOptions::parse(words, limits)?),
            GameKind::Antipod => Self::Antipod(GameOptions::parse(words, limits)?),
            GameKind::Anchor => Self::Anchor(GameOptions::parse(words, limits)?),
        })
    }

    /// Every option of a game, described.
    #[must_use]
    pub const fn described(kind: GameKind) -> &'static [OptionInfo] {
        match kind {
            GameKind::Ankor => ankor::Options::DESCRIBED,
            GameKind::Boche => boche::Options::DESCRIBED,
            GameKind::Antipod => antipod::Options::DESCRIBED,
            GameKind::Anchor => anchor::Options::DESCRIBED,
        }
    }

    /// Which game they are for.
    #[must_use]
    pub const fn kind(self) -> GameKind {
        match self {
            Self::Ankor(_) => GameKind::Ankor,
            Self::Boche(_) => GameKind::Boche,
            Self::Antipod(_) => GameKind::Antipod,
            Self::Anchor(_) => GameKind::Anchor,
        }
    }

    /// What a player should know before playing with these options, one sentence each.
    #[must_use]
    pub fn warnings(self) -> Vec<String> {
        with!(self, options => options.warnings())
    }

    /// Whether one player starts with an advantage; such games are unrated.
    #[must_use]
    pub const fn is_handicap(self) -> bool {
        matches!(self, Self::Anchor(options) if matches!(options.opening(), anchor::Opening::Handicap(_)))
    }
}

impl fmt::Display for AnyOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        with!(self, options => options.fmt(f))
    }
}

impl AnyGame {
    /// The game before its first turn.
    #[must_use]
    pub fn new(options: AnyOptions) -> Self {
        match options {
            AnyOptions::Ankor(options) => Self::Ankor(Game::new(options)),
            AnyOptions::Boche(options) => Self::Boche(Game::new(options)),
            AnyOptions::Antipod(options) => Self::Antipod(Game::new(options)),
            AnyOptions::Anchor(options) => Self::Anchor(Game::new(options)),
        }
    }

    /// Which game it is.
    #[must_use]
    pub const fn kind(&self) -> GameKind {
        match self {
            Self::Ankor(_) => GameKind::Ankor,
            Self::Boche(_) => GameKind::Boche,
            Self::Antipod(_) => GameKind::Antipod,
            Self::Anchor(_) => GameKind::Anchor,
        }
    }

    /// The options it is played with.
    #[must_use]
    pub fn options(&self) -> AnyOptions {
        match self {
            Self::Ankor(game) => AnyOptions::Ankor(game.board().options()),
            Self::Boche(game) => AnyOptions::Boche(game.board().options()),
            Self::Antipod(game) => AnyOptions::Antipod(game.board().options()),
            Self::Anchor(game) => AnyOptions::Anchor(game.board().options()),
        }
    }

    /// Number of turns that have been played.
    #[must_use]
    pub fn ply(&self) -> usize {
        with!(self, game => game.turns().len())
    }

    /// All turns so far in canonical form.
    #[must_use]
    pub fn turn_names(&self) -> Vec<String> {
        with!(self, game => game.turns().iter().map(|&turn| game.turn_name(turn).to_string()).collect())
    }

    /// The turn last played, in canonical form.
    #[must_use]
    pub fn last_turn(&self) -> Option<String> {
        with!(self, game => game.turns().last().map(|&turn| game.turn_name(turn).to_string()))
    }

    /// All legal turns in canonical form, sorted bytewise; none when the game is over.
    #[must_use]
    pub fn legal(&self) -> Vec<String> {
        let mut names: Vec<String> = with!(self, game => {
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
        macro_rules! play {
            ($($variant:ident)*) => {
                match self {$(
                    Self::$variant(game) => game.play_text(text).map(Self::$variant).map_err(
                        |PlayError { game, reason }| {
                            Box::new(PlayError { game: Self::$variant(game), reason })
                        },
                    ),
                )*}
            };
        }
        play!(Ankor Boche Antipod Anchor)
    }

    /// Whether a turn may be played now, and if not, why.
    ///
    /// # Errors
    /// The reason, with the turn that was probably meant.
    pub fn check_text(&self, text: &str) -> Result<(), TurnError<Illegal>> {
        with!(self, game => game.legal_turn(text).map(|_| ()).map_err(TurnError::erase))
    }

    /// The number of a turn in the game's [`ActionSpace`](crate::ActionSpace).
    ///
    /// # Errors
    /// Why the turn may not be played.
    pub fn action(&self, text: &str) -> Result<usize, TurnError<Illegal>> {
        macro_rules! action {
            ($($variant:ident $game:ident)*) => {
                match self {$(
                    Self::$variant(game) => {
                        let turn = game.legal_turn(text).map_err(TurnError::erase)?;
                        Ok($game::Board::action(game.board().options(), turn))
                    }
                )*}
            };
        }
        action!(Ankor ankor Boche boche Antipod antipod Anchor anchor)
    }

    /// All turns that come to the same as one by a symmetry of the position, that included, in
    /// canonical form, sorted bytewise.
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
        with!(self, game => {
            let turn = game.legal_turn(text).map_err(TurnError::erase)?;
            let alike = game.alike(turn);
            let mut names: Vec<_> =
                alike.into_iter().map(|turn| game.turn_name(turn).to_string()).collect();
            names.sort_unstable();
            Ok(names)
        })
    }

    /// How the game ended, or `None` while it goes on.
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        with!(self, game => game.outcome())
    }

    /// What on the board proves the outcome.
    #[must_use]
    pub fn proof(&self) -> Proof {
        with!(self, game => game.proof())
    }

    /// Who makes the next turn; `None` when the game is over.
    #[must_use]
    pub fn seat_to_move(&self) -> Option<Seat> {
        with!(self, game => game.seat_to_move())
    }

    /// The colour the next turn plays for; `None` when the game is over.
    #[must_use]
    pub fn colour_to_move(&self) -> Option<Colour> {
        with!(self, game => game.outcome().is_none().then(|| game.board().to_move()))
    }

    /// The colour a seat holds at present.
    #[must_use]
    pub fn colour_of(&self, seat: Seat) -> Colour {
        with!(self, game => game.colour_of(seat))
    }

    /// The seat that holds a colour at present.
    #[must_use]
    pub fn seat_of(&self, colour: Colour) -> Seat {
        with!(self, game => game.board().seat_of(colour))
    }

    /// Anchor's count as if the game ended now; `None` for the other games.
    #[must_use]
    pub fn score(&self) -> Option<Score> {
        match self {
            Self::Anchor(game) => Some(game.board().score()),
            Self::Ankor(_) | Self::Boche(_) | Self::Antipod(_) => None,
        }
    }

    /// Ankor's cubes in hand, by [`Colour::index`]; `None` for the other games.
    #[must_use]
    pub fn in_hand(&self) -> Option<[u8; 2]> {
        match self {
            Self::Ankor(game) => Some(Colour::BOTH.map(|colour| game.board().hand(colour))),
            Self::Boche(_) | Self::Antipod(_) | Self::Anchor(_) => None,
        }
    }

    /// Every occupied place with what stands there, sorted.
    #[must_use]
    pub fn cells(&self) -> Vec<String> {
        with!(self, game => game.board().cells())
    }

    /// The position as text.
    #[must_use]
    pub fn draw(&self, style: DrawStyle) -> String {
        with!(self, game => game.board().draw(style))
    }

    /// The number of sequences of exactly `depth` turns; see [`perft()`].
    #[must_use]
    pub fn perft(&self, depth: u32) -> u64 {
        with!(self, game => perft(game, depth))
    }

    /// Replays the first `ply` turns; see [`Game::at`].
    #[must_use]
    pub fn at(&self, ply: usize) -> Self {
        match self {
            Self::Ankor(game) => Self::Ankor(game.at(ply)),
            Self::Boche(game) => Self::Boche(game.at(ply)),
            Self::Antipod(game) => Self::Antipod(game.at(ply)),
            Self::Anchor(game) => Self::Anchor(game.at(ply)),
        }
    }

    /// Ends a running game: the player in `seat` resigns.
    pub fn resign(&mut self, seat: Seat) {
        with!(self, game => game.resign(seat));
    }

    /// Ends a running game: the time of the player in `seat` ran out.
    pub fn forfeit(&mut self, seat: Seat) {
        with!(self, game => game.forfeit(seat));
    }

    /// Ends a running game: the players agree on a draw.
    pub fn agree_draw(&mut self) {
        with!(self, game => game.agree_draw());
    }
}
