//! Tables of first turns' values, read from text.

use carrick_games::{AnyGame, AnyOptions, GameKind, SizeLimits};

/// Table of the measured values of first turns, for one game and its options.
#[derive(Debug, Clone, PartialEq)]
pub struct Values {
    options: AnyOptions,
    first_turns: Vec<FirstTurn>,
}

/// A first turn and its value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FirstTurn {
    /// The turn's number in the game's [`ActionSpace`](carrick_games::ActionSpace).
    pub action: usize,
    /// Value to the player who makes it if the opponent does not swap: the share of the points, 0
    /// to 1.
    pub value: f32,
}

/// Error for an unreadable line of a table.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct ValuesError {
    /// Number of the line, from 1.
    pub line: usize,
    /// What is wrong with the line.
    pub fault: &'static str,
}

impl FirstTurn {
    /// Value to its player if the opponent swaps whenever that is better for the opponent.
    #[must_use]
    pub const fn unless_swapped(&self) -> f32 {
        self.value.min(1.0 - self.value)
    }
}

impl Values {
    /// Reads tables: a line with the game and its options, followed by lines with a value in % and
    /// the turns that have it. Empty lines and lines that start with `#` are ignored.
    ///
    /// ```
    /// use carrick_engine::opening::Values;
    /// let tables = Values::read_all("ankor -size=3\n 71.5  b1 b2\n 20  a1\n")?;
    /// let values = tables[0].first_turns().iter().map(|first| first.value);
    /// assert!(values.eq([0.715, 0.715, 0.2]));
    /// let error = Values::read_all("ankor -size=3\n 101  a1\n").unwrap_err();
    /// assert_eq!(error.to_string(), "line 2: a value is a number from 0 to 100");
    /// # Ok::<(), carrick_engine::opening::ValuesError>(())
    /// ```
    ///
    /// # Errors
    /// Returns the first line that has neither form.
    pub fn read_all(text: &str) -> Result<Vec<Self>, ValuesError> {
        let mut tables: Vec<(Self, AnyGame)> = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let error = |fault| ValuesError { line: number, fault };
            let words: Vec<&str> = line.split_whitespace().collect();
            let Some((&first, rest)) = words.split_first() else { continue };
            if first.starts_with('#') {
                continue;
            }
            if let Ok(kind) = first.parse::<GameKind>() {
                let options = AnyOptions::parse(kind, rest, SizeLimits::Scripts)
                    .map_err(|_| error("the game has no such options"))?;
                let table = Self { options, first_turns: Vec::new() };
                tables.push((table, AnyGame::new(options)));
                continue;
            }
            let (table, empty) =
                tables.last_mut().ok_or_else(|| error("a line with the game must come first"))?;
            let percent: f32 = first
                .parse()
                .ok()
                .filter(|percent| (0.0..=100.0).contains(percent))
                .ok_or_else(|| error("a value is a number from 0 to 100"))?;
            let value = percent / 100.0;
            for turn in rest {
                let action =
                    empty.action(turn).map_err(|_| error("the game has no such first turn"))?;
                table.first_turns.push(FirstTurn { action, value });
            }
        }
        Ok(tables.into_iter().map(|(table, _)| table).collect())
    }

    /// The game's options.
    #[must_use]
    pub const fn options(&self) -> AnyOptions {
        self.options
    }

    /// All first turns that may be swapped, the best first.
    #[must_use]
    pub fn first_turns(&self) -> &[FirstTurn] {
        &self.first_turns
    }

    /// Value of a first turn to its player, 0 to 1, by the turn's number in the action space;
    /// `None` for a number that is not in the table.
    #[must_use]
    pub fn value(&self, action: usize) -> Option<f32> {
        self.first_turns.iter().find(|first| first.action == action).map(|first| first.value)
    }

    /// The nearly even first turns: those further from even than the nearest one by at most a tenth
    /// of the range between best and worst. There are several, so that a player's games differ.
    #[must_use]
    pub fn near_even(&self) -> Vec<&FirstTurn> {
        let values = || self.first_turns.iter().map(|first| first.value);
        let spread = values().fold(0.0, f32::max) - values().fold(1.0, f32::min);
        let nearest = self.first_turns.iter().map(FirstTurn::unless_swapped).fold(0.0, f32::max);
        let least = nearest - spread / 10.0;
        self.first_turns.iter().filter(|first| first.unless_swapped() >= least).collect()
    }
}
