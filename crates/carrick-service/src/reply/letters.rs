//! Texts between turns: messages between users, deadlines, reminders, the end of a vacation.

use std::fmt::Write as _;

use carrick_games::Seat;
use jiff::{SignedDuration, Timestamp};

use crate::about::{About, MessageKind, Text};
use crate::effects::{Addressee, Message};
use crate::people::time::{Spoken, current, left_sentence};
use crate::people::{AbsenceKind, Userid};
use crate::playing::{BoardInPlay, ReplyReader, Snapshot};
use crate::reply::board::{Extent, RULE, page};
use crate::reply::lists::board_list;
use crate::reply::wrapped;
use crate::state::BoardSummary;

/// A message to one of its recipients.
pub(crate) fn letter(from: &Userid, to: &Userid, all: &str, text: &str) -> String {
    let head = wrapped(&format!("{from} writes to {all}."), 0);
    format!(
        "{head}\n  message {to} <password> {from}    answers\n  \
           block {to} <password> {from}      stops that\n\n{RULE}\n\n{text}\n"
    )
}

/// News to one of its readers.
pub(crate) fn news(from: &Userid, to: &Userid, text: &str) -> String {
    format!(
        "{from} writes to all readers of the news.\n\n  message {to} <password> {from}    \
         answers\n  news {to} <password> off    stops the news\n\n{RULE}\n\n{text}\n"
    )
}

// Texts about time: deadlines, clocks, reminders, the end of a vacation.

/// By when the player to move must move, whether they are away, and the clocks if there is a total
/// time.
pub(super) fn clocks(reader: ReplyReader<'_>, table: &BoardInPlay<'_>, seat: Seat) -> String {
    let snapshot = reader.snapshot;
    let clock = snapshot.clock(table.record, seat);
    if let Some(to) = table.record.offered_to {
        let (user, until) = (table.player(to), reader.time(clock.deadline()));
        return format!("Offered to {user}, who may accept until {until}.\n");
    }
    let user = table.player(seat);
    let mut text = String::new();
    if let Some(absence) = current(snapshot.absences(user), snapshot.now) {
        let until = reader.time(absence.until);
        let _ = match absence.kind {
            AbsenceKind::SignedOff => {
                writeln!(text, "{user} has signed off, until {until} at the latest.")
            }
            AbsenceKind::Vacation => writeln!(text, "{user} is on vacation until {until}."),
            AbsenceKind::Suspended => {
                writeln!(text, "{user} is suspended by the operator; the game is paused.")
            }
        };
    }
    let deadline = || reader.time(clock.deadline());
    let _ = match (clock.is_untimed(), clock.runs()) {
        (true, _) => writeln!(text, "{user} is the computer and answers within seconds."),
        (false, true) => writeln!(text, "{user} has until {}.", deadline()),
        (false, false) => writeln!(text, "Without a turn by {} the game is cancelled.", deadline()),
    };
    let left = Seat::BOTH.map(|seat| (table.player(seat), clock.left(seat, snapshot.now)));
    if let [(first, Some(of_first)), (second, Some(of_second))] = left {
        let (of_first, of_second) = (Spoken(of_first), Spoken(of_second));
        let left = format!("Time left: {first} {of_first}, {second} {of_second}.");
        text.push_str(&wrapped(&left, 2));
    }
    text
}

/// The reminder that it is a player's turn.
pub(crate) fn nag(snapshot: Snapshot<'_>, table: &BoardInPlay<'_>, to: Seat) -> Message {
    let board = table.record.id;
    let user = table.player(to);
    let clock = snapshot.clock(table.record, to);
    let waited = Spoken(clock.waited(snapshot.now));
    let reader = snapshot.reader(user);
    let deadline = reader.time(clock.deadline());
    let mut text = format!("It is your turn on {board}, and has been for {waited}.\n");
    text.push_str(&if clock.runs() {
        format!("If you have not moved by {deadline}, you lose the game.\n\n")
    } else {
        format!("If you have not moved by {deadline}, the game is cancelled.\n\n")
    });
    let Text { words, about } = page(reader, table, Extent::LastRounds, "").below(&text);
    Message {
        to: Addressee::User(user.clone()),
        subject: format!("Nag: {} board {}", board.kind, board.number),
        text: words,
        board: Some(board),
        link: None,
        about: About { kind: MessageKind::Reminder, ..about },
    }
}

/// The text at the end of a vacation, with the boards on which it is the user's turn.
pub(crate) fn vacation_ended(
    reader: ReplyReader<'_>,
    user: &Userid,
    at: Timestamp,
    left: SignedDuration,
) -> String {
    let waits = |board: &&BoardSummary| {
        board.awaited().is_some_and(|seat| board.players[seat.index()] == *user)
    };
    let mut text = format!(
        "Your vacation ended on {}; your clocks run again.\n{}\n",
        reader.time(at),
        left_sentence(left)
    );
    let mut boards: Vec<&BoardSummary> =
        reader.snapshot.state.summaries.iter().filter(waits).collect();
    boards.sort_by_key(|board| board.id);
    if !boards.is_empty() {
        text.push_str("\nIt is your turn on these boards:\n");
    }
    for kind in carrick_games::GameKind::ALL {
        let of_kind: Vec<_> =
            boards.iter().copied().filter(|board| board.id.kind == kind).collect();
        if !of_kind.is_empty() {
            let _ = write!(text, "\n{}\n{}", kind.title(), board_list(reader, &of_kind));
        }
    }
    text
}
