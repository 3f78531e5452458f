//! Lists: boards, standings.

use std::cmp::Reverse;
use std::fmt::Write as _;

use carrick_games::GameKind;

use super::wrap::COLUMNS;
use crate::people::Userid;
use crate::playing::Reader;
use crate::state::{BoardSummary, LISTED, RatingRecord, SeatResult};

/// One line a board.
pub(crate) fn board_list(reader: Reader<'_>, boards: &[&BoardSummary]) -> String {
    if boards.is_empty() {
        return "  no boards\n".to_owned();
    }
    let lines = boards.iter().map(|board| {
        let columns = [pair(board), board.options.clone(), reader.date(board.touched)];
        (board.id.number, columns, state(board))
    });
    rows(lines.collect())
}

/// One line a board, for the latest of them: in play first, then by when something happened there.
pub(crate) fn latest_boards(reader: Reader<'_>, mut boards: Vec<&BoardSummary>) -> String {
    if boards.len() <= LISTED {
        return board_list(reader, &boards);
    }
    boards.sort_by_key(|board| (board.ended.is_some(), Reverse(board.touched), board.id));
    boards.truncate(LISTED);
    boards.sort_by_key(|board| board.id);
    format!("{}  and more: these are the latest {LISTED}\n", board_list(reader, &boards))
}

/// Boards as a table: the number, columns as wide as the widest, and a last text. A column that
/// would make a line too long begins the next one.
pub(super) fn rows<const N: usize>(lines: Vec<(u32, [String; N], String)>) -> String {
    let mut widths = [0; N];
    for (_, columns, _) in &lines {
        for (width, column) in widths.iter_mut().zip(columns) {
            *width = column.len().max(*width);
        }
    }
    let mut text = String::new();
    for (number, columns, end) in lines {
        let mut line = format!("{number:6}");
        for (column, width) in columns.iter().chain([&end]).zip(widths.into_iter().chain([0])) {
            if line.len() + 2 + column.len() > COLUMNS {
                let _ = writeln!(text, "{}", line.trim_end());
                line = " ".repeat(8);
            }
            let _ = write!(line, "  {column:width$}");
        }
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

pub(super) fn pair(board: &BoardSummary) -> String {
    let [first, second] = &board.players;
    format!("{first}-{second}")
}

fn state(board: &BoardSummary) -> String {
    match (&board.ended, board.to_move) {
        (Some(ended), _) => match ended.result() {
            SeatResult::Won(seat) => {
                format!("{} won ({})", board.players[seat.index()], ended.reason())
            }
            SeatResult::Draw => format!("draw ({})", ended.reason()),
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
    let is_all = players.len() <= LISTED;
    players.truncate(LISTED);
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
    if !is_all {
        let _ = writeln!(text, "\nand more: these are the first {LISTED}");
    }
    if players.iter().any(|(_, rating)| rating.is_provisional()) {
        text.push_str("\n? provisional: too few games yet\n");
    }
    text
}
