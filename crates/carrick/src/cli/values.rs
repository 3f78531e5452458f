//! Parsers of numeric arguments, with their error messages.

use std::ffi::OsStr;
use std::num::{NonZeroU16, NonZeroUsize};
use std::str::FromStr;
use std::time::Duration;

use carrick_cli::values::MOST_MEBIBYTES;
use carrick_store::Location;
use clap::builder::TypedValueParser;
use clap::error::ErrorKind;
use clap::{Arg, Command};
use jiff::Timestamp;
use serde::Deserialize;

/// Maximum number of threads: more than any search makes use of.
const MOST_THREADS: usize = 256;

/// Parses the location of a database. Its error does not repeat what was given, which may hold a
/// password.
#[derive(Debug, Clone, Copy)]
pub(super) struct LocationParser;

impl TypedValueParser for LocationParser {
    type Value = Location;

    fn parse_ref(
        &self,
        command: &Command,
        _: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Location, clap::Error> {
        Location::read(value)
            .map_err(|error| command.clone().error(ErrorKind::ValueValidation, error))
    }
}

/// Parses a number of threads.
pub(super) fn threads(text: &str) -> Result<usize, String> {
    number_of_threads(text.parse().unwrap_or_default())
}

/// A number of threads from a configuration file.
pub(crate) fn number_of_threads(threads: usize) -> Result<usize, String> {
    let fits = (1..=MOST_THREADS).contains(&threads);
    let expected = || format!("a number of threads from 1 to {MOST_THREADS} is expected");
    fits.then_some(threads).ok_or_else(expected)
}

/// Minimum memory of the computer, in MiB.
const LEAST_MEBIBYTES: usize = 64;

/// Parses the memory limit of searches.
pub(super) fn mebibytes(text: &str) -> Result<usize, String> {
    let number = text.parse().map_err(|_| wrong_memory())?;
    thinking_memory(number)
}

/// A memory limit from a configuration file, in MiB, as bytes.
pub(crate) fn thinking_memory(mebibytes: usize) -> Result<usize, String> {
    let fits = (LEAST_MEBIBYTES..=MOST_MEBIBYTES).contains(&mebibytes);
    if fits { Ok(mebibytes) } else { Err(wrong_memory()) }
}

fn wrong_memory() -> String {
    format!("a number of MiB from {LEAST_MEBIBYTES} to {MOST_MEBIBYTES} is expected")
}

/// Parses a number of turns to show.
pub(super) fn lines(text: &str) -> Result<usize, String> {
    let lines = text.parse().ok().filter(|&lines| lines >= 1);
    lines.ok_or_else(|| format!("a number of turns from 1 to {} is expected", usize::MAX))
}

/// Parses the time of a search.
pub(super) fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.001..=1e6).contains(seconds));
    seconds.ok_or_else(|| "a number of seconds from 0.001 to 1000000 is expected".to_owned())
}

/// A timeout in whole seconds, from one to a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(try_from = "u64")]
pub(crate) struct Seconds(u64);

impl Seconds {
    /// The timeout as a duration.
    pub(crate) const fn duration(self) -> Duration {
        Duration::from_secs(self.0)
    }
}

impl TryFrom<u64> for Seconds {
    type Error = &'static str;

    fn try_from(seconds: u64) -> Result<Self, &'static str> {
        let fits = (1..=86_400).contains(&seconds);
        if fits {
            Ok(Self(seconds))
        } else {
            Err("a number of seconds from 1 to 86400 is expected")
        }
    }
}

impl FromStr for Seconds {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        Self::try_from(text.parse::<u64>().unwrap_or_default())
    }
}

/// Parses a number of days.
pub(super) fn days(text: &str) -> Result<NonZeroU16, String> {
    text.parse().map_err(|_| format!("a number of days from 1 to {} is expected", u16::MAX))
}

/// Parses a number of connections.
pub(super) fn connections(text: &str) -> Result<NonZeroUsize, &'static str> {
    text.parse().map_err(|_| "a number of connections from 1 on is expected")
}

pub(super) fn moment(word: &str) -> Result<Timestamp, &'static str> {
    word.parse().map_err(|_| "expected a date, a time and its zone, such as 2008-05-01T12:00:00Z")
}
