//! Past games.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use carrick_games::GameKind;

use super::lists::{pair, rows};
use crate::people::Userid;
use crate::playing::Reader;
use crate::state::{BoardSummary, Ended, SeatResult};

/// One line for each of the latest games, the last of them last. With a player, the results of all
/// games against each opponent.
pub(crate) fn history(
    reader: Reader<'_>,
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
    let skipped = (reader.scene.state.over as usize).saturating_sub(games.len());
    let _ = match player {
        _ if skipped == 0 => Ok(()),
        None => {
            writeln!(text, "  {skipped} earlier games; `{kind} history userid` lists a player's\n")
        }
        Some(_) => writeln!(text, "  {skipped} earlier games, which count below\n"),
    };
    let lines = games.iter().map(|(game, ended)| {
        let turns = if game.ply == 1 { "1 turn".to_owned() } else { format!("{} turns", game.ply) };
        let columns = [reader.date(ended.at), pair(game), result(game, ended), turns];
        (game.id.number, columns, game.options.clone())
    });
    text.push_str(&rows(lines.collect()));
    if player.is_some() {
        text.push_str(&head_to_head(&reader.scene.state.scores));
    }
    text
}

fn result(game: &BoardSummary, ended: &Ended) -> String {
    match ended.result() {
        SeatResult::Won(seat) => format!("{} won ({})", game.players[seat.index()], ended.reason()),
        SeatResult::Draw => format!("draw ({})", ended.reason()),
        SeatResult::Declined(seat) => format!("declined by {}", game.players[seat.index()]),
    }
}

fn head_to_head(results: &BTreeMap<Userid, [u32; 3]>) -> String {
    let width = results.keys().map(|user| user.as_str().len()).max().unwrap_or(0).max(7);
    let mut text = format!("\n  {:width$}   won  drawn   lost\n", "against");
    let mut line = |name: &str, [won, drawn, lost]: [u32; 3]| {
        let _ = writeln!(text, "  {name:width$}  {won:4}  {drawn:5}  {lost:5}");
    };
    let mut total = [0; 3];
    for (user, result) in results {
        line(user.as_str(), *result);
        total = [0, 1, 2].map(|column| total[column] + result[column]);
    }
    if results.len() > 1 {
        line("all", total);
    }
    text
}
