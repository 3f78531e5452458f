//! The options of a Boche challenge.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::num::NonZeroU16;

use crate::cubes::Lattice;
use crate::text::options::option_words;
use crate::{GameOptions, OptionChoices, OptionError, OptionInfo, SizeLimits};

const SIZE: &str = "-size";
const KILL: &str = "-kill";
const FILL_BOARD: &str = "-fill_board";
const ADJACENT: &str = "-adjacent";
const IMMEDIATE: &str = "-immediate";
const JOIN_FACE: &str = "-join_face";
const JOIN_ANY: &str = "-join_any";
const NO_SWAP: &str = "-noswap";

/// The minimum size of an enclosed group unless `-kill` sets another.
const KILL_DEFAULT: NonZeroU16 = NonZeroU16::new(4).unwrap();
/// More points than any board has.
const KILL_MAX: i32 = 999;

/// Size, end rule, joining, placing and swap, checked.
///
/// Options are equal if the same ones were typed, except for a `-join_face` or a `-kill` without
/// effect. Those are still written, so that players are warned.
///
/// ```
/// use carrick_games::{GameOptions, SizeLimits, boche};
/// let options = boche::Options::parse(&["-immediate", "-size=4"], SizeLimits::Challenge)?;
/// assert_eq!(options.to_string(), "-size=4 -immediate");
/// assert_eq!(options.immediate(), Some(boche::Join::Face));
/// # Ok::<(), carrick_games::OptionError>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Options {
    size: u8,
    end_rule: EndRule,
    join: Join,
    /// Whether the join was given explicitly, only for the warning.
    join_named: bool,
    /// The value of a `-kill` given with `-fill_board`, only for the warning.
    idle_kill: Option<NonZeroU16>,
    adjacent: bool,
    swap: bool,
}

/// What can end a game before the board is full.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EndRule {
    /// Nothing (`-fill_board`).
    FullBoard,
    /// An enclosed group.
    Enclosure {
        /// Minimum number of points of the group (`-kill`).
        kill: NonZeroU16,
        /// Whether a path between the three sides also ends the game (`-immediate`).
        immediate: bool,
    },
}

/// The steps that a winning path may take from face to face around a point, in an immediate game.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Join {
    /// Between cubes only if they share a face.
    #[default]
    Face,
    /// Between any two faces that meet at the point.
    Any,
}

impl Options {
    /// Holes to a side.
    #[inline]
    #[must_use]
    pub const fn size(self) -> u8 {
        self.size
    }

    /// The ways the game can end before the board is full.
    #[inline]
    #[must_use]
    pub const fn end_rule(self) -> EndRule {
        self.end_rule
    }

    /// The steps of a path that wins immediately; `None` if paths count only on the full board.
    #[must_use]
    pub const fn immediate(self) -> Option<Join> {
        match self.end_rule {
            EndRule::Enclosure { immediate: true, .. } => Some(self.join),
            _ => None,
        }
    }

    /// Whether a cube in a hole, after the first, needs a neighbour.
    #[must_use]
    pub const fn adjacent(self) -> bool {
        self.adjacent
    }

    /// Whether the second turn may be a swap.
    #[must_use]
    pub const fn swap(self) -> bool {
        self.swap
    }

    /// Number of cubes that fill the board.
    #[must_use]
    pub const fn cubes(self) -> usize {
        let size = self.size as usize;
        size * (size + 1) * (size + 2) / 6
    }

    /// Whether a join was given that has no effect.
    const fn has_idle_join(&self) -> bool {
        self.join_named && self.immediate().is_none()
    }

    /// The options that affect the game, for comparison.
    const fn key(&self) -> (u8, EndRule, Join, bool, bool) {
        (self.size, self.end_rule, self.join, self.adjacent, self.swap)
    }
}

impl PartialEq for Options {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Options {}

impl Hash for Options {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            size: 6,
            end_rule: EndRule::Enclosure { kill: KILL_DEFAULT, immediate: false },
            join: Join::Face,
            join_named: false,
            idle_kill: None,
            adjacent: false,
            swap: true,
        }
    }
}

impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{SIZE}={}", self.size)?;
        match self.end_rule {
            EndRule::FullBoard => {
                if let Some(kill) = self.idle_kill {
                    write!(f, " {KILL}={kill}")?;
                }
                write!(f, " {FILL_BOARD}")?;
            }
            EndRule::Enclosure { kill, immediate } => {
                if kill != KILL_DEFAULT {
                    write!(f, " {KILL}={kill}")?;
                }
                if immediate {
                    write!(f, " {IMMEDIATE}")?;
                }
            }
        }
        if self.join == Join::Any {
            write!(f, " {JOIN_ANY}")?;
        } else if self.has_idle_join() {
            write!(f, " {JOIN_FACE}")?;
        }
        if self.adjacent {
            write!(f, " {ADJACENT}")?;
        }
        if self.swap { Ok(()) } else { write!(f, " {NO_SWAP}") }
    }
}

/// The words given that others can contradict.
#[derive(Default)]
struct GivenRules {
    kill: Option<NonZeroU16>,
    fill_board: bool,
    immediate: bool,
    join_face: bool,
    join_any: bool,
}

impl GivenRules {
    fn check(&self) -> Result<(), OptionError> {
        let pairs = [
            (self.fill_board, FILL_BOARD, self.immediate, IMMEDIATE),
            (self.join_face, JOIN_FACE, self.join_any, JOIN_ANY),
        ];
        match pairs.into_iter().find(|&(one, _, other, _)| one && other) {
            Some((_, first, _, second)) => Err(OptionError::Excludes { first, second }),
            None => Ok(()),
        }
    }

    fn end_rule(&self) -> EndRule {
        if self.fill_board {
            EndRule::FullBoard
        } else {
            let kill = self.kill.unwrap_or(KILL_DEFAULT);
            EndRule::Enclosure { kill, immediate: self.immediate }
        }
    }
}

impl GameOptions for Options {
    const DESCRIBED: &'static [OptionInfo] = &[
        OptionInfo {
            name: SIZE,
            value: "n",
            meaning: "holes to a side, 2 to 10 (default 6)",
            label: "Size of the board",
            choices: OptionChoices::Range { low: 2, high: 10, usual: 6, of: "holes to a side" },
        },
        OptionInfo {
            name: KILL,
            value: "n",
            meaning: "how many points an enclosed group must have to decide the game, 1 or more \
                      (default 4)",
            label: "You win by enclosing a group of",
            choices: OptionChoices::Words(&[
                ("", "4 points or more"),
                ("1", "any size"),
                ("2", "2 points or more"),
                ("3", "3 points or more"),
                ("6", "6 points or more"),
                ("8", "8 points or more"),
            ]),
        },
        OptionInfo {
            name: FILL_BOARD,
            value: "",
            meaning: "play until the board is full; enclosed groups do not count",
            label: "Enclosing such a group",
            choices: OptionChoices::Words(&[("", "wins immediately"), ("1", "counts for nothing")]),
        },
        OptionInfo {
            name: IMMEDIATE,
            value: "",
            meaning: "a path between the three sides wins immediately, not only on the full board",
            label: "A path between the three sides",
            choices: OptionChoices::Words(&[
                ("", "wins on the full board"),
                ("1", "wins immediately"),
            ]),
        },
        OptionInfo {
            name: JOIN_FACE,
            value: "",
            meaning: "with -immediate: around a point the path passes only between cubes that \
                      share a face (default)",
            label: "Paths keep to faces",
            choices: OptionChoices::Words(&[]),
        },
        OptionInfo {
            name: JOIN_ANY,
            value: "",
            meaning: "with -immediate: around a point the path passes between any cubes",
            label: "Around a point, a path passes",
            choices: OptionChoices::Words(&[
                ("", "cubes that share a face"),
                ("1", "between any cubes"),
            ]),
        },
        OptionInfo {
            name: ADJACENT,
            value: "",
            meaning: "a cube in a hole, after the first, needs a neighbour on the board",
            label: "A cube in a hole may stand",
            choices: OptionChoices::Words(&[("", "anywhere"), ("1", "only next to another cube")]),
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

    fn parse(words: &[&str], _limits: SizeLimits) -> Result<Self, OptionError> {
        let mut options = Self::default();
        let mut given = GivenRules::default();
        for word in option_words(Self::DESCRIBED, words) {
            let word = word?;
            match word.name {
                SIZE => options.size = word.number(2, 10, "6")? as u8,
                KILL => given.kill = NonZeroU16::new(word.number(1, KILL_MAX, "4")? as u16),
                switch => {
                    word.switch()?;
                    match switch {
                        FILL_BOARD => given.fill_board = true,
                        IMMEDIATE => given.immediate = true,
                        JOIN_FACE => given.join_face = true,
                        JOIN_ANY => given.join_any = true,
                        ADJACENT => options.adjacent = true,
                        _ => options.swap = false,
                    }
                }
            }
        }
        given.check()?;
        options.end_rule = given.end_rule();
        options.join = if given.join_any { Join::Any } else { Join::Face };
        options.join_named = given.join_any || given.join_face;
        options.idle_kill = given.kill.filter(|_| given.fill_board);
        Ok(options)
    }

    fn size(self) -> u8 {
        self.size
    }

    fn places(self) -> usize {
        Lattice::of(self.size).len()
    }

    fn warnings(self) -> Vec<String> {
        let mut warnings = Vec::new();
        if self.cubes() % 2 == 1 {
            warnings.push(format!(
                "A board of size {} takes {} cubes, an odd number: the same player has both the \
                 first and the last.",
                self.size,
                self.cubes()
            ));
        }
        if self.idle_kill.is_some() {
            warnings.push(format!(
                "{KILL} does nothing with {FILL_BOARD}: enclosed groups do not count."
            ));
        }
        if self.has_idle_join() {
            let name = if self.join == Join::Any { JOIN_ANY } else { JOIN_FACE };
            warnings.push(format!("{name} matters only with {IMMEDIATE}."));
        }
        warnings
    }
}
