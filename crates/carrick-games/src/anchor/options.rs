//! The options of an Anchor challenge: `-size`, `-handicap` and `-pie`.

use std::fmt;

use super::topology::BOARD;
use crate::text::options::option_words;
use crate::{GameOptions, OptionChoices, OptionError, OptionInfo, SizeLimits};

/// The largest board.
pub(super) const MAX_SIZE: u8 = 10;

const DEFAULT_SIZE: u8 = 8;
const MAX_HANDICAP: u8 = 7;
/// On smaller boards, the handicap points would coincide with the centre.
const MIN_HANDICAP_SIZE: u8 = 4;

/// The options of a game of Anchor, checked.
///
/// ```
/// use carrick_games::{GameOptions, SizeLimits, anchor::{Opening, Options}};
/// let options = Options::parse(&["-size=6", "-pie=refined"], SizeLimits::Challenge)?;
/// assert_eq!(options, Options::new(6, Opening::Refined)?);
/// assert_eq!(options.to_string(), "-size=6 -pie=refined");
/// # Ok::<(), carrick_games::OptionError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Options {
    size: u8,
    opening: Opening,
}

/// The opening: pie rule or handicap.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Opening {
    /// `-pie=swap`: the second player may answer the first stone by taking it over.
    #[default]
    Swap,
    /// `-pie=refined`: the first player sets up a position of up to three stones, and the second
    /// chooses a side.
    Refined,
    /// `-pie=none`: the first turn is not balanced.
    Plain,
    /// `-handicap=k`: k black stones (1 to 7) are on the board at the start, and White starts.
    Handicap(u8),
}

impl Options {
    /// Options given directly, not as text: sizes 2 to 10.
    ///
    /// # Errors
    /// If the size or the handicap is out of range, or the board is too small for a handicap.
    pub fn new(size: u8, opening: Opening) -> Result<Self, OptionError> {
        let (low, high) = sizes(SizeLimits::Scripts);
        if !(low..=high).contains(&i32::from(size)) {
            return Err(OptionError::OutOfRange { option: "-size", low, high });
        }
        if let Opening::Handicap(stones) = opening {
            let (low, high) = (1, i32::from(MAX_HANDICAP));
            if !(low..=high).contains(&i32::from(stones)) {
                return Err(OptionError::OutOfRange { option: "-handicap", low, high });
            }
            if size < MIN_HANDICAP_SIZE {
                let least = MIN_HANDICAP_SIZE;
                return Err(OptionError::NeedsSize { option: "-handicap", least });
            }
        }
        Ok(Self { size, opening })
    }

    /// The number of points to a side of the board.
    #[must_use]
    pub const fn size(self) -> u8 {
        self.size
    }

    /// The opening: pie rule or handicap.
    #[must_use]
    pub const fn opening(self) -> Opening {
        self.opening
    }
}

impl Default for Options {
    fn default() -> Self {
        Self { size: DEFAULT_SIZE, opening: Opening::Swap }
    }
}

impl GameOptions for Options {
    const DESCRIBED: &'static [OptionInfo] = &[
        OptionInfo {
            name: "-size",
            value: "n",
            meaning: "points to a side, 3 to 10 (default 8)",
            label: "Size of the board",
            choices: OptionChoices::Range { low: 3, high: 10, usual: 8, of: "points to a side" },
        },
        OptionInfo {
            name: "-handicap",
            value: "k",
            meaning: "number of black stones on the board at the start, 1 to 7; then White starts, the \
                      size is 4 or more, there is no pie rule, and no rating changes",
            label: "Handicap",
            choices: OptionChoices::Words(&[
                ("", "none"),
                ("1", "1 black stone, White starts"),
                ("2", "2 black stones, White starts"),
                ("3", "3 black stones, White starts"),
                ("4", "4 black stones, White starts"),
                ("5", "5 black stones, White starts"),
                ("6", "6 black stones, White starts"),
                ("7", "7 black stones, White starts"),
            ]),
        },
        OptionInfo {
            name: "-pie",
            value: "swap|refined|none",
            meaning: "how the first move is balanced: swap (default; the second player may take it \
                      over), refined (one player places up to three stones of both \
                      colours, the other chooses a side) or none",
            label: "The first move",
            choices: OptionChoices::Words(&[
                ("", "may be taken over by the other"),
                ("refined", "one sets stones, one picks a side"),
                ("none", "stays with Black"),
            ]),
        },
    ];

    fn parse(words: &[&str], limits: SizeLimits) -> Result<Self, OptionError> {
        let (low, high) = sizes(limits);
        let mut size = DEFAULT_SIZE;
        let mut pie = None;
        let mut handicap = None;
        for word in option_words(Self::DESCRIBED, words) {
            let word = word?;
            match word.name {
                "-size" => size = word.number(low, high, "8")? as u8,
                "-handicap" => {
                    let stones = word.number(1, i32::from(MAX_HANDICAP), "3")?;
                    handicap = Some(Opening::Handicap(stones as u8));
                }
                _ => {
                    let choice = word.choice("swap, refined, none")?;
                    pie = Some([Opening::Swap, Opening::Refined, Opening::Plain][choice]);
                }
            }
        }
        if handicap.is_some() && pie.is_some() {
            return Err(OptionError::Excludes { first: "-handicap", second: "-pie" });
        }
        Self::new(size, handicap.or(pie).unwrap_or_default())
    }

    fn size(self) -> u8 {
        self.size
    }

    fn places(self) -> usize {
        BOARD[usize::from(self.size)].len()
    }

    fn is_handicap(self) -> bool {
        matches!(self.opening, Opening::Handicap(_))
    }

    fn warnings(self) -> Vec<String> {
        match self.opening {
            Opening::Handicap(_) => vec!["a handicap game is not rated".to_owned()],
            Opening::Plain => {
                vec!["without a pie rule nothing balances the first move".to_owned()]
            }
            Opening::Swap | Opening::Refined => Vec::new(),
        }
    }
}

impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "-size={}", self.size)?;
        match self.opening {
            Opening::Swap => Ok(()),
            Opening::Refined => f.write_str(" -pie=refined"),
            Opening::Plain => f.write_str(" -pie=none"),
            Opening::Handicap(stones) => write!(f, " -handicap={stones}"),
        }
    }
}

const fn sizes(limits: SizeLimits) -> (i32, i32) {
    match limits {
        SizeLimits::Challenge => (3, MAX_SIZE as i32),
        SizeLimits::Scripts => (2, MAX_SIZE as i32),
    }
}
