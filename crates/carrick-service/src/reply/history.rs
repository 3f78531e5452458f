//! Past games.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use carrick_games::{GameKind, Seat};

use super::lists::{date, pair, rows};
use crate::{BoardSummary, Ended, SeatResult, Userid};

/// How many games are listed; with a player's name, all of his are.
const LONGEST: usize = 200;

/// One line a finished game, the latest last. With a player, his results against each opponent.
pub(crate) fn history(
    kind: GameKind,
    games: &[(&BoardSummary, &Ended)],
    player: Option<&Userid>,
) -> String {
    let mut text = format!("{} history", kind.title());
    if let Some(player) = player {
        let _ = write!(text, " of {player}");
    }
    text.push_str("\n\n");
    if games.is_empty() {
        text.push_str("  no finished games\n");
        return text;
    }
    let skipped = match player {
        None => games.len().saturating_sub(LONGEST),
        Some(_) => 0,
    };
    if skipped > 0 {
        let _ =
            writeln!(text, "  {skipped} earlier games; `{kind} history userid` lists a player's\n");
    }
    let lines = games[skipped..].iter().map(|(game, ended)| {
        let turns = if game.ply == 1 { "1 turn".to_owned() } else { format!("{} turns", game.ply) };
        let columns = [date(ended.at).to_string(), pair(game), result(game, ended), turns];
        (game.id.number, columns, game.options.clone())
    });
    text.push_str(&rows(lines.collect()));
    if let Some(player) = player {
        text.push_str(&head_to_head(games, player));
    }
    text
}

fn result(game: &BoardSummary, ended: &Ended) -> String {
    match ended.result {
        SeatResult::Won(seat) => format!("{} won ({})", game.players[seat.index()], ended.reason),
        SeatResult::Draw => format!("draw ({})", ended.reason),
        SeatResult::Declined(seat) => format!("declined by {}", game.players[seat.index()]),
    }
}

fn head_to_head(games: &[(&BoardSummary, &Ended)], player: &Userid) -> String {
    let mut results: BTreeMap<&Userid, [u32; 3]> = BTreeMap::new();
    for (game, ended) in games {
        let seat = if game.players[0] == *player { Seat::First } else { Seat::Second };
        let column = match ended.result {
            SeatResult::Won(winner) if winner == seat => 0,
            SeatResult::Draw | SeatResult::Declined(_) => 1,
            SeatResult::Won(_) => 2,
        };
        results.entry(&game.players[(!seat).index()]).or_default()[column] += 1;
    }
    let width = results.keys().map(|user| user.as_str().len()).max().unwrap_or(0).max(7);
    let mut text = format!("\n  {:width$}   won  drawn   lost\n", "against");
    let mut line = |name: &str, [won, drawn, lost]: [u32; 3]| {
        let _ = writeln!(text, "  {name:width$}  {won:4}  {drawn:5}  {lost:5}");
    };
    let mut total = [0; 3];
    for (user, result) in &results {
        line(user.as_str(), *result);
        total = [0, 1, 2].map(|column| total[column] + result[column]);
    }
    if results.len() > 1 {
        line("all", total);
    }
    text
}
