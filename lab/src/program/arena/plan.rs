//! Settings of a match, from the command line.

use std::time::Duration;

use anyhow::{Context, Result, ensure};
use carrick_cli::words::{new_game, play};
use carrick_lab::arena::Entrant;
use carrick_lab::play::{Allowance, Match};

use crate::cli::ArenaArguments;

const DEFAULT_GAMES: u32 = 100;
const DEFAULT_ALLOWANCE: Allowance = Allowance::Time(Duration::from_millis(100));

/// Checks the command line's settings.
///
/// # Errors
/// A sentence about the first invalid setting.
pub(super) fn settings(arguments: &ArenaArguments) -> Result<Match> {
    let (game, turns) = new_game(&arguments.game, &arguments.words)?;
    let start = play(game, &turns)?;
    let entrant = |name: &str, which| {
        let entrant: Entrant = name.to_ascii_lowercase().parse().context(which)?;
        anyhow::Ok(entrant)
    };
    let entrants = [entrant(&arguments.a, "player A")?, entrant(&arguments.b, "player B")?];
    let games = match (arguments.games, arguments.sprt) {
        (Some(games), _) => games,
        (None, Some(_)) => Match::MOST_GAMES,
        (None, None) => DEFAULT_GAMES,
    };
    ensure!(
        games > 0 && games.is_multiple_of(2) && games <= Match::MOST_GAMES,
        "games come in pairs: --games takes an even number from 2 to {}",
        Match::MOST_GAMES
    );
    let (openings, seed) = (arguments.openings, arguments.seed);
    let allowance = allowance(arguments);
    Ok(Match::new(entrants, start, allowance, openings, seed, games, arguments.sprt)?)
}

fn allowance(arguments: &ArenaArguments) -> Allowance {
    match (arguments.seconds, arguments.nodes) {
        (_, Some(nodes)) => Allowance::Nodes(nodes),
        (Some(seconds), None) => Allowance::Time(Duration::from_secs_f64(seconds)),
        (None, None) => DEFAULT_ALLOWANCE,
    }
}
