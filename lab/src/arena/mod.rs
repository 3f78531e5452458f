//! A match between two players, kept in a file: what `carrick-lab arena` plays.

mod file;
mod record;
mod standing;

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use carrick_engine::arena::GameNumber;

pub use self::file::{FileError, GamesFile};
pub use self::record::{Record, RecordError};
pub use self::standing::Standing;
use crate::play::{DuelError, Match, in_order, play};

/// Plays the games that are not `done`, several at a time, until the match is decided. Calls `each`
/// after every finished game, in the order of their numbers.
///
/// # Errors
/// A player at fault, or the first error of `each`.
pub fn play_missing<E: From<DuelError> + From<RecordError> + Send>(
    settings: &Match,
    threads: NonZeroUsize,
    done: &HashSet<GameNumber>,
    standing: &mut Standing<'_>,
    mut each: impl FnMut(&Record, &Standing<'_>) -> Result<(), E>,
) -> Result<(), E> {
    if standing.is_decided() {
        return Ok(());
    }
    let over = AtomicBool::new(false);
    let missing = (0..settings.games()).map(GameNumber).filter(|number| !done.contains(number));
    let work = |number| -> Result<Option<Record>, E> {
        let duel = play(settings, number, &|| over.load(Ordering::Relaxed))?;
        Ok(duel.map(|duel| Record::new(settings, number, &duel)).transpose()?)
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
