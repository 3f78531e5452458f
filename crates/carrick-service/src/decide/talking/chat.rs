//! Talking at a board. It is private to nobody: every subscriber hears it.

use std::collections::BTreeMap;

use jiff::{SignedDuration, Timestamp};

use crate::command::{Credential, Refusal};
use crate::decide::case::{Case, as_watched, has_blocked, is_declined, no_such_board};
use crate::effects::{BoardEvent, Decision, Event, Message};
use crate::people::{BoardId, Userid};
use crate::playing::{Scene, Table};
use crate::reply;
use crate::state::{BoardRecord, Readers, User};

/// How many times a user speaks at most in an hour, at all boards together. Remarks that come with
/// turns count, but are never refused; those beside offers and answers to them are.
const REMARKS_AN_HOUR: usize = 60;

/// Maximum number of remarks on a board. What is said beside a turn after that reaches the others,
/// and is not stored.
pub const MOST_REMARKS: u32 = 1000;

impl Case<'_> {
    pub(in crate::decide) fn chat(
        self,
        board: BoardId,
        who: &Credential,
    ) -> Result<Decision, Refusal> {
        let user = self.speaker(who)?;
        let record = self.state.boards.get(&board).ok_or_else(|| no_such_board(board))?;
        check_talk(record, &self.state.users, &user.id)?;
        let text = self.needed_body()?;
        let here = Readers::Board(board);
        let last = self.state.letters.iter().rfind(|letter| letter.to == here);
        if last.is_some_and(|letter| letter.text == text) {
            let messages = vec![spoken(self.scene(), record, &user.id, &user.id, &text)?];
            return Ok(Decision { events: Vec::new(), messages, refused: false });
        }
        self.must_not_have_spoken_too_often()?;
        if self.state.stocks.remarks >= MOST_REMARKS {
            return Err(Refusal::new(format!(
                "{MOST_REMARKS} remarks were made on {board}, which is the maximum; `message` writes to \
                 a player"
            )));
        }
        let users = &self.state.users;
        let listeners = record.players.iter();
        let messages = listeners
            .filter(|listener| is_here(users, listener) && !has_blocked(users, listener, &user.id))
            .map(|listener| spoken(self.scene(), record, &user.id, listener, &text))
            .collect::<Result<_, _>>()?;
        let events = vec![Event::Board(board, BoardEvent::Said { user: user.id.clone(), text })];
        Ok(Decision { events, messages, refused: false })
    }

    /// # Errors
    /// The sender has said as much in this hour as one may.
    pub(in crate::decide) fn must_not_have_spoken_too_often(self) -> Result<(), Refusal> {
        let since =
            self.now.saturating_sub(SignedDuration::from_hours(1)).unwrap_or(Timestamp::MIN);
        let remarks = self
            .state
            .letters
            .iter()
            .filter(|letter| letter.at >= since && matches!(letter.to, Readers::Board(_)));
        if remarks.count() >= REMARKS_AN_HOUR {
            return Err(Refusal::new(format!(
                "you may speak {REMARKS_AN_HOUR} times an hour, and have done so; try again later"
            )));
        }
        Ok(())
    }
}

/// The words of a player to the subscribers of a board, who have not heard of them by a report.
pub(in crate::decide) fn to_subscribers(
    scene: Scene<'_>,
    record: &BoardRecord,
    speaker: &Userid,
    text: &str,
) -> Vec<Message> {
    let users = &scene.state.users;
    let listeners = record.subscribers.iter().filter(|listener| record.seat_of(listener).is_none());
    listeners
        .filter(|listener| is_here(users, listener) && !has_blocked(users, listener, speaker))
        .filter_map(|listener| spoken(scene, record, speaker, listener, text).ok())
        .collect()
}

/// Whether a listener has not left the server.
fn is_here(users: &BTreeMap<Userid, User>, listener: &Userid) -> bool {
    users.get(listener).is_some_and(|listener| listener.deleted.is_none())
}

/// Whether somebody may talk at a board: a page offers that to nobody else. `users` has its
/// players.
#[must_use]
pub fn may_talk(record: &BoardRecord, users: &BTreeMap<Userid, User>, speaker: &Userid) -> bool {
    check_talk(record, users, speaker).is_ok()
}

/// Players may talk at any time; subscribers when nothing they say can help a player any more.
fn check_talk(
    record: &BoardRecord,
    users: &BTreeMap<Userid, User>,
    speaker: &Userid,
) -> Result<(), Refusal> {
    let board = record.id;
    let [first, second] = &record.players;
    if is_declined(record.ended.as_ref()) {
        return Err(no_such_board(board));
    }
    if record.seat_of(speaker).is_none() {
        if record.ended.is_none() {
            return Err(Refusal::new(format!(
                "only {first} and {second} talk at {board} while the game goes on"
            )));
        }
        if !record.subscribers.contains(speaker) {
            return Err(Refusal::new(format!(
                "only the players and subscribers of {board} talk there; to be one, type `{} \
                 subscribe {} {speaker} <password>`",
                board.kind, board.number
            )));
        }
    }
    match record.players.iter().find(|player| has_blocked(users, player, speaker)) {
        Some(player) => Err(Refusal::new(format!(
            "you cannot write to {player}, who takes no messages from you; nothing was sent"
        ))),
        None => Ok(()),
    }
}

/// A remark with the board, drawn for one who hears it.
fn spoken(
    scene: Scene<'_>,
    record: &BoardRecord,
    speaker: &Userid,
    listener: &Userid,
    text: &str,
) -> Result<Message, Refusal> {
    let watched;
    let record = match record.seat_of(listener) {
        Some(_) => record,
        None => {
            watched = as_watched(record);
            &watched
        }
    };
    Ok(reply::said(scene, &Table::new(record)?, listener, speaker, text))
}
