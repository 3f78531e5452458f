//! The collected puzzles of the four games.

use std::collections::HashMap;
use std::sync::LazyLock;

use carrick_games::{GameKind, text_of};

use super::line::{Puzzle, PuzzleError};
use super::twins::twin_key;

/// The puzzles of one game, by number.
#[derive(Debug, Clone)]
pub struct Collection {
    /// The puzzles, in the order of their numbers.
    pub puzzles: Vec<Puzzle>,
}

/// Error of a file of puzzles, with its line.
#[derive(Debug, thiserror::Error)]
pub enum CollectionError {
    /// A line is no puzzle.
    #[error("line {line}: {fault}")]
    Line {
        /// Line of the file, from 1.
        line: usize,
        /// The fault.
        fault: PuzzleError,
    },
    /// The numbers do not grow.
    #[error("line {line}: number {number} does not come after the one before it")]
    Number {
        /// Line of the file, from 1.
        line: usize,
        /// The number.
        number: u32,
    },
    /// Two puzzles are the same position, but for a symmetry of the board.
    #[error("line {line}: this is the position of line {other}, or its image under a symmetry")]
    Twin {
        /// Line of the file, from 1.
        line: usize,
        /// The earlier line.
        other: usize,
    },
    /// A puzzle of another game.
    #[error("line {line}: this is a puzzle of {kind}, in a file of another game")]
    Game {
        /// Line of the file, from 1.
        line: usize,
        /// The puzzle's game.
        kind: GameKind,
    },
}

impl Collection {
    /// The text file of a game's puzzles.
    #[must_use]
    pub const fn source(kind: GameKind) -> &'static str {
        text_of!(kind, "../../../puzzles/", ".jsonl")
    }

    /// The puzzles of a game, parsed once.
    ///
    /// ```
    /// use carrick_coach::puzzle::Collection;
    /// use carrick_games::GameKind;
    /// let puzzle = &Collection::of(GameKind::Boche).puzzles[0];
    /// assert_eq!(puzzle.kind(), GameKind::Boche);
    /// ```
    ///
    /// # Panics
    /// When a file has a fault. The files are part of the program, and tests read all of them.
    #[must_use]
    pub fn of(kind: GameKind) -> &'static Self {
        static ALL: [LazyLock<Collection>; GameKind::ALL.len()] = [
            LazyLock::new(|| Collection::read_own(GameKind::ALL[0])),
            LazyLock::new(|| Collection::read_own(GameKind::ALL[1])),
            LazyLock::new(|| Collection::read_own(GameKind::ALL[2])),
            LazyLock::new(|| Collection::read_own(GameKind::ALL[3])),
        ];
        &ALL[kind as usize]
    }

    fn read_own(kind: GameKind) -> Self {
        match Self::parse(Self::source(kind)) {
            Ok(collection) => collection,
            Err(error) => panic!("the puzzles of {kind}: {error}"),
        }
    }

    /// Reads puzzles of one game, one a line; blank lines do not matter.
    ///
    /// # Errors
    /// The first fault, with its line: also a number out of order and a twin.
    pub fn parse(text: &str) -> Result<Self, CollectionError> {
        let mut puzzles: Vec<Puzzle> = Vec::new();
        let mut seen: HashMap<u128, usize> = HashMap::new();
        for (line, text) in (1..).zip(text.lines()).filter(|(_, text)| !text.trim().is_empty()) {
            let puzzle =
                Puzzle::parse(text).map_err(|fault| CollectionError::Line { line, fault })?;
            if let Some(last) = puzzles.last() {
                if last.number >= puzzle.number {
                    return Err(CollectionError::Number { line, number: puzzle.number });
                }
                if last.kind() != puzzle.kind() {
                    return Err(CollectionError::Game { line, kind: puzzle.kind() });
                }
            }
            if let Some(other) = seen.insert(twin_key(&puzzle.start), line) {
                return Err(CollectionError::Twin { line, other });
            }
            puzzles.push(puzzle);
        }
        Ok(Self { puzzles })
    }

    /// The puzzle with a number.
    #[must_use]
    pub fn get(&self, number: u32) -> Option<&Puzzle> {
        let index = self.puzzles.binary_search_by_key(&number, |puzzle| puzzle.number).ok()?;
        self.puzzles.get(index)
    }
}
