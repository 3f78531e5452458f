//! Terms of a new game, from numbers that a form or a program gives.

use std::fmt;

use super::GameOptions;
use super::options::{FORFEIT_TIME, INCREMENT, NAG_TIME, ServerOption, TOTAL_TIME};
use crate::state::Terms;

/// A number among the terms of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TermsNumber {
    /// Days for a turn before the game is forfeited.
    ForfeitDays,
    /// Days after which the player is reminded.
    NagDays,
    /// Days for all turns of a player together.
    TotalDays,
    /// Hours added to the total after each turn.
    IncrementHours,
}

impl TermsNumber {
    const fn option(self) -> ServerOption {
        match self {
            Self::ForfeitDays => FORFEIT_TIME,
            Self::NagDays => NAG_TIME,
            Self::TotalDays => TOTAL_TIME,
            Self::IncrementHours => INCREMENT,
        }
    }

    /// The largest it may be; the smallest is 1.
    #[must_use]
    pub const fn most(self) -> u16 {
        self.option().high
    }
}

/// Why terms cannot be had.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TermsError {
    /// A number is out of its range, or is none.
    OutOfRange(TermsNumber),
    /// There are hours to be added to a total, and there is no total.
    IncrementAlone,
}

impl fmt::Display for TermsError {
    /// Writes the fault, with the names that options have on a command line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OutOfRange(which) => {
                let option = which.option();
                write!(f, "{} {}", option.name, option.range_in_words())
            }
            Self::IncrementAlone => {
                write!(f, "{} needs {}, to which it adds", INCREMENT.name, TOTAL_TIME.name)
            }
        }
    }
}

impl std::error::Error for TermsError {}

/// The terms of a new game, put together from numbers that a form or a program gives one by one.
/// The others are as usual.
///
/// ```
/// use carrick_games::GameKind;
/// use carrick_service::command::{GameOptions, field::{NewTerms, TermsError, TermsNumber}};
/// let options = GameOptions::read(GameKind::Anchor, &[])?;
/// let mut terms = NewTerms::default();
/// terms.set(TermsNumber::IncrementHours, 12)?;
/// assert_eq!(terms.check(&options), Err(TermsError::IncrementAlone));
/// terms.read(TermsNumber::TotalDays, "60")?;
/// assert_eq!(terms.check(&options)?.total_days, Some(60));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct NewTerms {
    terms: Terms,
}

impl NewTerms {
    /// Sets a number.
    ///
    /// # Errors
    /// When it is out of its range.
    pub fn set(&mut self, which: TermsNumber, value: u16) -> Result<(), TermsError> {
        let option = which.option();
        if !option.allows(value) {
            return Err(TermsError::OutOfRange(which));
        }
        let terms = &mut self.terms;
        match which {
            TermsNumber::ForfeitDays => terms.forfeit_days = value,
            TermsNumber::NagDays => terms.nag_days = value,
            TermsNumber::TotalDays => terms.total_days = Some(value),
            TermsNumber::IncrementHours => terms.increment_hours = Some(value),
        }
        Ok(())
    }

    /// Sets a number from the text typed for it.
    ///
    /// # Errors
    /// When that is no whole number, or is out of its range.
    pub fn read(&mut self, which: TermsNumber, typed: &str) -> Result<(), TermsError> {
        let value = which.option().number(typed);
        self.set(which, value.ok_or(TermsError::OutOfRange(which))?)
    }

    /// Sets whether the game counts for ratings.
    pub const fn set_rated(&mut self, rated: bool) {
        self.terms.rated = rated;
    }

    /// The terms, for a game with these options: one with a handicap is unrated.
    ///
    /// # Errors
    /// When numbers do not go together.
    pub fn check(self, options: &GameOptions) -> Result<Terms, TermsError> {
        let Self { terms } = self;
        if terms.increment_hours.is_some() && terms.total_days.is_none() {
            return Err(TermsError::IncrementAlone);
        }
        Ok(Terms { rated: terms.rated && !options.is_handicap, ..terms })
    }
}
