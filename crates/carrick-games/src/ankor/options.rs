//! The options of an Ankor challenge.

use std::fmt;

use crate::cubes::Lattice;
use crate::text::options::option_words;
use crate::{GameOptions, OptionChoices, OptionError, OptionInfo, SizeLimits};

const SIZE: &str = "-size";
const WIN_HEIGHT: &str = "-win_height";
const NO_SWAP: &str = "-noswap";

/// Size, win height and swap, checked.
///
/// ```
/// use carrick_games::{GameOptions, SizeLimits, ankor};
/// let options = ankor::Options::parse(&["-win_height=-1", "-size=4"], SizeLimits::Challenge)?;
/// assert_eq!(options.to_string(), "-size=4 -win_height=-1");
/// assert_eq!(options.win_height(), ankor::WinHeight::Any);
/// # Ok::<(), carrick_games::OptionError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Options {
    size: u8,
    win_height: WinHeight,
    swap: bool,
}

/// Maximum level at which cubes touch the sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum WinHeight {
    /// Up to this level: 0 for cubes in holes only, 1 also for a tip between two holes.
    Level(u8),
    /// At any level.
    Any,
}

impl Options {
    /// Holes to a side.
    #[must_use]
    pub const fn size(self) -> u8 {
        self.size
    }

    /// Maximum level at which cubes touch the sides, as it was typed.
    #[must_use]
    pub const fn win_height(self) -> WinHeight {
        self.win_height
    }

    /// Whether the second turn may be a swap.
    #[must_use]
    pub const fn swap(self) -> bool {
        self.swap
    }

    /// The highest level at which a cube touches a side.
    #[must_use]
    pub const fn highest_touch(self) -> u8 {
        match self.win_height {
            WinHeight::Level(level) => level,
            WinHeight::Any => self.size - 1,
        }
    }

    /// Number of cubes per player: half the number that fills the board, rounded up.
    #[must_use]
    pub const fn cubes_each(self) -> u8 {
        let size = self.size as u16;
        (size * (size + 1) * (size + 2) / 6).div_ceil(2) as u8
    }
}

impl Default for Options {
    fn default() -> Self {
        Self { size: 6, win_height: WinHeight::Level(1), swap: true }
    }
}

impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{SIZE}={}", self.size)?;
        match self.win_height {
            WinHeight::Level(1) => {}
            WinHeight::Level(level) => write!(f, " {WIN_HEIGHT}={level}")?,
            WinHeight::Any => write!(f, " {WIN_HEIGHT}=-1")?,
        }
        if self.swap { Ok(()) } else { write!(f, " {NO_SWAP}") }
    }
}

impl GameOptions for Options {
    const DESCRIBED: &'static [OptionInfo] = &[
        OptionInfo {
            name: SIZE,
            value: "n",
            meaning: "holes to a side, 3 to 10 (default 6)",
            label: "Size of the board",
            choices: OptionChoices::Range { low: 3, high: 10, usual: 6, of: "holes to a side" },
        },
        OptionInfo {
            name: WIN_HEIGHT,
            value: "h",
            meaning: "the highest level at which a cube touches a side, 0 to one less than the size, \
                      or -1 for any (default 1)",
            label: "Cubes may touch a side",
            choices: OptionChoices::Words(&[
                ("", "up to level 1"),
                ("0", "only from the holes"),
                ("2", "up to level 2"),
                ("3", "up to level 3"),
                ("-1", "at any level"),
            ]),
        },
        OptionInfo {
            name: NO_SWAP,
            value: "",
            meaning: "play without the swap",
            label: "The first move",
            choices: OptionChoices::Words(&[
                ("", "may be taken over by the other"),
                ("1", "stays with its player"),
            ]),
        },
    ];

    fn parse(words: &[&str], limits: SizeLimits) -> Result<Self, OptionError> {
        let mut options = Self::default();
        let smallest = match limits {
            SizeLimits::Challenge => 3,
            SizeLimits::Scripts => 2,
        };
        let mut height = None;
        for word in option_words(Self::DESCRIBED, words) {
            let word = word?;
            match word.name {
                SIZE => options.size = word.number(smallest, 10, "6")? as u8,
                WIN_HEIGHT => height = Some(word),
                _ => {
                    word.switch()?;
                    options.swap = false;
                }
            }
        }
        // The range depends on the size, which may follow later on the line.
        if let Some(word) = height {
            options.win_height = match word.number(-1, i32::from(options.size) - 1, "1")? {
                -1 => WinHeight::Any,
                level => WinHeight::Level(level as u8),
            };
        }
        Ok(options)
    }

    fn size(self) -> u8 {
        self.size
    }

    fn places(self) -> usize {
        Lattice::of(self.size).len()
    }

    fn warnings(self) -> Vec<String> {
        // The apex requires all three holes to be filled, and then no cube is left that could move
        // there.
        if self.size == 2 {
            return vec!["On a board of size 2 no one can win.".to_owned()];
        }
        if self.highest_touch() == self.size - 1 {
            return vec!["At this win height a single cube on the apex wins.".to_owned()];
        }
        Vec::new()
    }
}
