//! Matches between players, kept in files, and their statistics: Elo, SPRT, pentanomial pairs.
//!
//! An [`Entrant`] is a player and a [`Schedule`] lists the games; [`PairCounts`], [`Sprt`] and
//! [`Summary`] show what their results prove. All of these are functions of their arguments.
//!
//! Games come in pairs: one opening, played twice with the seats exchanged. A pair is the unit of
//! all statistics, because its two games depend on each other: an opening that wins for one seat,
//! no matter which player has it, says nothing about the players.

mod entrant;
mod opening;
mod pairs;
mod record;
mod schedule;
mod sprt;
mod summary;

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

pub use self::entrant::{Entrant, EntrantError};
pub use self::opening::{Openings, OpeningsError};
pub use self::pairs::{GamePoints, PairCounts};
pub use self::record::{GameRecord, MatchRecordError};
pub use self::schedule::{GameNumber, MatchSide, OpeningError, Schedule};
pub use self::sprt::{Sprt, SprtError, SprtState};
pub use self::summary::{Spent, Summary, SummaryGame};
use crate::play::{DuelError, Match, in_order, play};
pub use entrant::{Contestant, EntrantTurn};
pub use pairs::MatchStanding;
pub(crate) use record::replayed;
pub use record::{FileError, GamesFile};
pub use sprt::Elo;

/// Plays the games that are not `done`, several at a time, until the match is decided. Calls `each`
/// after every finished game, in the order of their numbers.
///
/// # Errors
/// If a player is at fault, or the first error of `each`.
pub fn play_missing<E: From<DuelError> + From<MatchRecordError> + Send>(
    settings: &Match,
    threads: NonZeroUsize,
    done: &HashSet<GameNumber>,
    standing: &mut MatchStanding<'_>,
    mut each: impl FnMut(&GameRecord, &MatchStanding<'_>) -> Result<(), E>,
) -> Result<(), E> {
    if standing.is_decided() {
        return Ok(());
    }
    let over = AtomicBool::new(false);
    let missing = (0..settings.games()).map(GameNumber).filter(|number| !done.contains(number));
    let work = |number| -> Result<Option<GameRecord>, E> {
        let duel = play(settings, number, &|| over.load(Ordering::Relaxed))?;
        Ok(duel.map(|duel| GameRecord::new(settings, number, &duel)).transpose()?)
    };
    in_order(threads, missing, work, |played| {
        let record = played.and_then(|played| match played {
            Some(record) => {
                standing.add(record.played());
                each(&record, standing).map(|()| standing.is_decided())
            }
            None => Ok(true),
        });
        over.store(!matches!(record, Ok(false)), Ordering::Relaxed);
        record
            .map(|decided| if decided { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    })
}
