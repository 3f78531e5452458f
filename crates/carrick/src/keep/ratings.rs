//! `carrick ratings rebuild`: recomputes all ratings from the games.

use std::io::Write;

use anyhow::Result;
use carrick_server::rebuild_ratings;
use carrick_service::RatingRecord;

use crate::cli::{RatingsArguments, RatingsMode};
use crate::shell::with_existing_store;

/// Recomputes the ratings and prints the differences. Returns whether there were none.
pub(crate) fn run(arguments: &RatingsArguments, out: &mut impl Write) -> Result<bool> {
    let RatingsMode::Rebuild(database) = &arguments.what;
    let rebuilt = with_existing_store(database, async |store| Ok(rebuild_ratings(store).await?))?;
    for difference in &rebuilt.differences {
        let [stored, replayed] =
            [difference.stored, difference.replayed].map(|rating| shown(rating.as_ref()));
        writeln!(out, "{} {}: {stored} corrected to {replayed}", difference.kind, difference.user)?;
    }
    let games = match rebuilt.games {
        1 => "1 rated game".to_owned(),
        games => format!("{games} rated games"),
    };
    match rebuilt.changed {
        0 if rebuilt.differences.is_empty() => writeln!(out, "{games}: all ratings are right")?,
        0 => writeln!(out, "{games}")?,
        changed => writeln!(out, "{games}, of which {changed} were noted wrongly")?,
    }
    Ok(rebuilt.changed == 0 && rebuilt.differences.is_empty())
}

/// Formats a rating with all digits, since the last may be the one that differs.
fn shown(rating: Option<&RatingRecord>) -> String {
    rating.map_or_else(
        || "none".to_owned(),
        |RatingRecord { rating, deviation, volatility, games: [won, drawn, lost] }| {
            format!("{rating} +-{deviation} ({volatility}; {won}-{drawn}-{lost})")
        },
    )
}
