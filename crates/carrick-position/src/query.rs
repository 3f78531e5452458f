//! Position queries and their errors.

use carrick_games::{
    AnyGame, AnyOptions, GameKind, Illegal, OptionError, Seat, SizeLimits, TurnError, UnknownGame,
};
use carrick_pictures::{Annotation, LinkStyles, Orientation, Style, Theme};
use serde::{Deserialize, Serialize};

// Position queries: the turns of a game, the number of them to play, and drawing options.

/// Maximum number of turns that are replayed. Games on the largest usual boards are all shorter,
/// except that Ankor's rules would allow longer ones.
pub const MAX_TURNS: usize = 1000;

/// Words of `show`, for errors and documentation.
pub(crate) const SHOW_WORDS: &str = "territory, sizes, connected, adjacent, tips, stacked, \
                                     tip-right, solid, no-labels, no-marks, and level-0 to level-9";

/// The word that asks for positions in space as well as the picture.
const SOLID: &str = "solid";

/// Parameters of the position endpoint, unparsed.
///
/// | parameter | meaning |
/// |---|---|
/// | `game` | `ankor`, `boche`, `antipod` or `anchor` |
/// | `options` | as in a challenge, separated by blanks: `-size=5 -noswap` |
/// | `turns` | the game's turns, separated by blanks or commas |
/// | `ply` | how many of them are played; if left out, all |
/// | `then` | further turns, played after those |
/// | `select` | the place of a cube to move (Ankor) or a spot to fill (Boche) |
/// | `show` | overlays and other changes to the picture, separated by blanks or commas: see below |
/// | `theme` | `page` (default), `light` or `dark` |
///
/// Words of `show`: `territory`, `sizes`, `connected`, `adjacent`, `tips`, `stacked`, `tip-right`,
/// `no-labels`, `no-marks` and `level-2`; `solid` adds the positions of the places in space.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
#[expect(missing_docs, reason = "the table above describes them")]
pub struct PositionQuery {
    pub game: String,
    pub options: String,
    pub turns: String,
    pub ply: String,
    pub then: String,
    pub select: String,
    pub show: String,
    pub theme: String,
}

/// Which position of a game to show, and how to draw it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PositionLook {
    /// Number of the game's turns to play; `None` for all.
    pub ply: Option<usize>,
    /// Further turns after those, as typed.
    pub then: Vec<String>,
    /// The selected place, for turns that take a second choice.
    pub select: Option<String>,
    /// Drawing options.
    pub style: Style,
    /// Whether the answer includes the positions of places in space.
    pub solid: bool,
    /// Seat of the learner in a teaching game, whom the computer warns.
    pub learner: Option<Seat>,
    /// Notes to draw over the last position of the game, when that is the one shown.
    pub notes: Vec<Annotation>,
}

impl PositionQuery {
    /// The game of the query, with all its turns.
    ///
    /// # Errors
    /// The first invalid word.
    pub fn game(&self) -> Result<AnyGame, PositionError> {
        self.game_within(SizeLimits::Scripts)
    }

    /// The game, with options within `limits`.
    ///
    /// # Errors
    /// The first invalid word.
    pub fn game_within(&self, limits: SizeLimits) -> Result<AnyGame, PositionError> {
        let kind: GameKind = self.game.parse()?;
        let words: Vec<&str> = self.options.split_ascii_whitespace().collect();
        let game = AnyGame::new(AnyOptions::parse(kind, &words, limits)?);
        let turns: Vec<&str> = words_of(&self.turns).collect();
        check_length(turns.len())?;
        play(game, turns, "turns")
    }

    /// The game at the requested position: after `ply` turns, followed by those of `then`.
    ///
    /// ```
    /// use carrick_position::PositionQuery;
    /// let query = PositionQuery { game: "anchor".into(), turns: "A1 B2 C3".into(), ply: "1".into(),
    ///     then: "D4".into(), ..PositionQuery::default() };
    /// assert_eq!(query.game_there()?.turn_names(), ["A1", "D4"]);
    /// # Ok::<(), carrick_position::PositionError>(())
    /// ```
    ///
    /// # Errors
    /// The first invalid word.
    pub fn game_there(&self) -> Result<AnyGame, PositionError> {
        let game = self.game()?;
        let PositionLook { ply, then, .. } = self.look()?;
        check_length(then.len())?;
        let there = match ply {
            Some(ply) if ply > game.ply() => {
                return Err(PositionError::Ply { played: game.ply() });
            }
            Some(ply) => game.at(ply),
            None => game,
        };
        play(there, then.iter().map(String::as_str), "then")
    }

    /// Number of turns in the query, including those to try.
    #[must_use]
    pub fn count_turns(&self) -> usize {
        words_of(&self.turns).count() + words_of(&self.then).count()
    }

    /// Parses how to show the game.
    ///
    /// # Errors
    /// The first invalid word.
    pub fn look(&self) -> Result<PositionLook, PositionError> {
        let ply = match self.ply.trim() {
            "" => None,
            // Only the game knows the maximum; a text that isn't a number counts as too many.
            ply => Some(ply.parse().unwrap_or(usize::MAX)),
        };
        let select = Some(self.select.trim()).filter(|place| !place.is_empty());
        Ok(PositionLook {
            ply,
            then: words_of(&self.then).map(str::to_owned).collect(),
            select: select.map(str::to_owned),
            style: self.style()?,
            solid: words_of(&self.show).any(|word| word == SOLID),
            learner: None,
            notes: Vec::new(),
        })
    }

    fn style(&self) -> Result<Style, PositionError> {
        let theme = match self.theme.trim() {
            "" | "page" => Theme::Page,
            "light" => Theme::Light,
            "dark" => Theme::Dark,
            _ => return Err(PositionError::Theme),
        };
        let mut style = Style { theme, ..Style::default() };
        for (index, word) in words_of(&self.show).enumerate() {
            let known = (word == SOLID).then_some(());
            let known = known.or_else(|| lay_over(&mut style, word));
            known.ok_or(PositionError::Show { number: index + 1 })?;
        }
        Ok(style)
    }
}

/// Applies a word of `show` to a style; `None` for unknown words.
fn lay_over(style: &mut Style, word: &str) -> Option<()> {
    let LinkStyles { connected, adjacent, tips } = &mut style.links;
    match word {
        "territory" => style.score = true,
        "sizes" => style.sizes = true,
        "connected" => *connected = true,
        "adjacent" => *adjacent = true,
        "tips" => *tips = true,
        "stacked" => style.stacked = true,
        "tip-right" => style.orientation = Orientation::TipRight,
        "no-labels" => style.labels = false,
        "no-marks" => style.marks = false,
        _ => {
            let level: u8 = word.strip_prefix("level-")?.parse().ok()?;
            style.peel = Some(level).filter(|&level| level <= 9);
            style.peel?;
        }
    }
    Some(())
}

/// Refuses more turns than [`MAX_TURNS`].
pub(crate) const fn check_length(given: usize) -> Result<(), PositionError> {
    if given > MAX_TURNS { Err(PositionError::TooManyTurns { given }) } else { Ok(()) }
}

/// Plays further turns of a game.
pub(crate) fn play<'a>(
    mut game: AnyGame,
    turns: impl IntoIterator<Item = &'a str>,
    field: &'static str,
) -> Result<AnyGame, PositionError> {
    for turn in turns {
        let number = game.ply() + 1;
        game = game.play_text(turn).map_err(|refused| {
            let reason = refused.reason;
            PositionError::Turn { number, field, reason }
        })?;
    }
    Ok(game)
}

fn words_of(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c == ',' || c.is_ascii_whitespace()).filter(|word| !word.is_empty())
}

// Errors of position queries.

/// Why a query has no position.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum PositionError {
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// The options are not valid for the game.
    #[error(transparent)]
    Options(#[from] OptionError),
    /// More turns than are replayed for one query.
    #[error("there are {given} turns; the maximum for showing a position is {MAX_TURNS}")]
    TooManyTurns {
        /// Number of turns given.
        given: usize,
    },
    /// An illegal turn.
    #[error("turn {number} cannot be played: {reason}")]
    Turn {
        /// Its number, from 1 at the start of the game.
        number: usize,
        /// The parameter that contains it: `turns` or `then`.
        field: &'static str,
        /// The reason.
        reason: TurnError<Illegal>,
    },
    /// `ply` is not a number of turns of the game.
    #[error("ply must be a number from 0 to {played}, the number of turns played")]
    Ply {
        /// Number of turns of the game.
        played: usize,
    },
    /// Nothing can be selected at the place.
    #[error("nothing can be chosen there: {why}")]
    Select {
        /// The reason.
        why: String,
    },
    /// An unknown word in `show`.
    #[error("word {number} of show is not known; the words are {SHOW_WORDS}")]
    Show {
        /// Its number, from 1.
        number: usize,
    },
    /// An unknown theme.
    #[error("theme is one of page, light and dark")]
    Theme,
}

impl PositionError {
    /// Refuses a selection in the games of stones, where a turn is a single choice.
    pub(crate) fn unless_unselected(select: Option<&str>) -> Result<(), Self> {
        match select {
            None => Ok(()),
            Some(_) => Err(Self::Select {
                why: "a stone is played in one step: choose its point".to_owned(),
            }),
        }
    }

    /// The parameter at fault.
    #[must_use]
    pub const fn field(&self) -> &'static str {
        match self {
            Self::Game(_) => "game",
            Self::Options(_) => "options",
            Self::TooManyTurns { .. } => "turns",
            Self::Turn { field, .. } => field,
            Self::Ply { .. } => "ply",
            Self::Select { .. } => "select",
            Self::Show { .. } => "show",
            Self::Theme => "theme",
        }
    }

    /// The error as the endpoint's response.
    #[must_use]
    pub fn problem(&self) -> QueryProblem {
        let (number, meant) = match self {
            Self::Turn { number, reason, .. } => (Some(*number), reason.meant()),
            _ => (None, None),
        };
        let meant = meant.map(str::to_owned);
        QueryProblem { error: self.to_string(), field: self.field(), number, meant }
    }
}

impl QueryProblem {
    /// An error that is not about a parameter.
    #[must_use]
    pub const fn sentence(error: String) -> Self {
        Self { error, field: "", number: None, meant: None }
    }
}

/// An error as JSON.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct QueryProblem {
    /// Explanation as a sentence.
    pub error: String,
    /// The parameter at fault; empty for none.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub field: &'static str,
    /// Number of the turn at fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<usize>,
    /// The turn that was probably meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub meant: Option<String>,
}
