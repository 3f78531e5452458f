//! The last event on a board, and how a game ended, in words.

use carrick_games::{AnyGame, PASS, SWAP, Seat, WinBy};
use carrick_service::{BoardRecord, Ended, Ending, OfferKind, SeatResult, Userid};

use crate::pages::names;

/// The last event on a board as a sentence for a list; `None` where the reader did it.
pub(crate) fn happened(record: &BoardRecord, game: &AnyGame, me: Option<Seat>) -> Option<String> {
    let by_other = |seat: Seat| me != Some(seat);
    let last = record.turns.last().map(|turn| turn.seat);
    if let Some(ended) = &record.ended {
        let by = match ended.ending {
            Ending::Won(seat, WinBy::Resignation) => Some(!seat),
            Ending::Declined(seat) | Ending::NotBegun(seat) => Some(seat),
            Ending::Won(..) | Ending::Drawn(_) => {
                last.filter(|_| game.at(game.ply()).outcome().is_some())
            }
        };
        let said = format!("{}.", result(&record.players, ended, me));
        return by.is_none_or(by_other).then_some(said);
    }
    if let Some(made) = record.offer {
        let by = if made.rejected { !made.by } else { made.by };
        return by_other(by).then(|| offer(record, me).0);
    }
    let by = record.undone.by.or(last.filter(|_| record.turns.len() > record.given as usize));
    match by {
        Some(seat) => by_other(seat).then(|| lately(record, game, me).0),
        None => Some(match me {
            Some(me) => {
                format!("a new game with {}.", names::shown(&record.players[(!me).index()]))
            }
            None => "a new game.".to_owned(),
        }),
    }
}

/// How a game ended, in a few words.
pub(super) fn result(players: &[Userid; 2], ended: &Ended, me: Option<Seat>) -> String {
    let name = |seat: Seat| names::shown(&players[seat.index()]);
    match ended.result() {
        SeatResult::Won(seat) if me == Some(seat) => format!("you won ({})", ended.reason()),
        SeatResult::Won(seat) => format!("{} won ({})", name(seat), ended.reason()),
        SeatResult::Draw => format!("draw ({})", ended.reason()),
        SeatResult::Declined(_) => format!("no game ({})", ended.reason()),
    }
}

/// The last event as a sentence, and whether it is a turn that the board shows.
pub(super) fn lately(record: &BoardRecord, game: &AnyGame, me: Option<Seat>) -> (String, bool) {
    if record.ended.is_some() {
        return (String::new(), false);
    }
    let has = |seat: Seat| named(record, seat, me, "You have", "has");
    if let Some(seat) = record.undone.by {
        return (format!("{} gone back to turn {}.", has(seat), game.ply() + 1), false);
    }
    let Some(last) = record.turns.last() else { return (String::new(), false) };
    let who = has(last.seat);
    match &*last.text {
        PASS => (format!("{who} passed."), false),
        SWAP => {
            let now = me.map(|me| record.id.kind.colour_name(game.colour_of(me)));
            let now = now.map(|colour| format!(": you are {colour} now")).unwrap_or_default();
            (format!("{who} swapped{now}."), false)
        }
        turn => (format!("{who} played {turn}."), true),
    }
}

/// The player as the subject of a sentence; a name is written as its owner writes it.
pub(super) fn named(
    record: &BoardRecord,
    seat: Seat,
    me: Option<Seat>,
    you: &str,
    they: &str,
) -> String {
    match me == Some(seat) {
        true => you.to_owned(),
        false => format!("{} {they}", names::shown(&record.players[seat.index()])),
    }
}

/// A pending or rejected offer as a sentence, and whether the reader may answer it.
pub(super) fn offer(record: &BoardRecord, me: Option<Seat>) -> (String, bool) {
    let Some(offer) = record.offer else { return (String::new(), false) };
    if offer.rejected {
        let who = named(record, !offer.by, me, "You have", "has");
        let what = match offer.kind {
            OfferKind::Draw => "a draw",
            OfferKind::Undo => "taking the turn back",
        };
        return (format!("{who} rejected {what}."), false);
    }
    let (you, they, what) = match offer.kind {
        OfferKind::Draw => ("You offer", "offers", "a draw"),
        OfferKind::Undo => ("You ask", "asks", "to take the last turn back"),
    };
    let who = named(record, offer.by, me, you, they);
    (format!("{who} {what}."), me.is_some_and(|me| me != offer.by))
}
