//! Lists: boards, standings.

use std::fmt::Write as _;

use carrick_games::GameKind;

use crate::scene::Reader;
use crate::{BoardSummary, RatingRecord, SeatResult, Userid};

/// One line a board.
pub(crate) fn board_list(reader: Reader<'_>, boards: &[&BoardSummary]) -> String {
    if boards.is_empty() {
        return "  no boards\n".to_owned();
    }
    let width = boards.iter().map(|board| pair(board).len()).max().unwrap_or(0);
    let options_width = boards.iter().map(|board| board.options.len()).max().unwrap_or(0);
    let mut text = String::new();
    for board in boards {
        let line = format!(
            "{:6}  {:width$}  {:options_width$}  {}  {}",
            board.id.number,
            pair(board),
            board.options,
            reader.date(board.touched),
            state(board)
        );
        let _ = writeln!(text, "{line}");
    }
    text
}

fn pair(board: &BoardSummary) -> String {
    let [first, second] = &board.players;
    format!("{first}-{second}")
}

fn state(board: &BoardSummary) -> String {
    match (&board.ended, board.to_move) {
        (Some(ended), _) => match ended.result {
            SeatResult::Won(seat) => {
                format!("{} won ({})", board.players[seat.index()], ended.reason)
            }
            SeatResult::Draw => format!("draw ({})", ended.reason),
            SeatResult::Declined(seat) => format!("declined by {}", board.players[seat.index()]),
        },
        (None, Some(seat)) => {
            format!("turn {}, {} to move", board.ply + 1, board.players[seat.index()])
        }
        (None, None) => format!("{} turns", board.ply),
    }
}

/// The players of a game by rating: established ratings first, then provisional ones.
pub(crate) fn standings(kind: GameKind, mut players: Vec<(&Userid, &RatingRecord)>) -> String {
    if players.is_empty() {
        return format!("Nobody has finished a rated game of {} yet.\n", kind.title());
    }
    players.sort_by(|(a_name, a), (b_name, b)| {
        let provisional = a.is_provisional().cmp(&b.is_provisional());
        provisional.then(b.rating.total_cmp(&a.rating)).then(a_name.cmp(b_name))
    });
    let width = players.iter().map(|(user, _)| user.as_str().len()).max().unwrap_or(0).max(6);
    let mut text = format!(
        "{} standings (Glicko-2)\n\n      {:width$}  rating         won  drawn   lost\n",
        kind.title(),
        "player"
    );
    for (place, (user, rating)) in players.iter().enumerate() {
        let [won, drawn, lost] = rating.games;
        let line = format!(
            "{:4}  {user:width$}  {:<6} +-{:<4}  {won:4}  {drawn:5}  {lost:5}",
            place + 1,
            rating.shown(),
            format!("{:.0}", 2.0 * rating.deviation)
        );
        let _ = writeln!(text, "{line}");
    }
    if players.iter().any(|(_, rating)| rating.is_provisional()) {
        text.push_str("\n? provisional: too few games yet\n");
    }
    text
}
