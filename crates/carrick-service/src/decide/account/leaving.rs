//! Deleting an account.

use carrick_games::Seat;

use crate::command::{Credential, Refusal};
use crate::decide::case::{Case, end, told};
use crate::effects::{Addressee, Decision, Event, Message, UserEvent};
use crate::playing::{Scene, Table};
use crate::reply;
use crate::requests::Sender;
use crate::state::{BoardRecord, Ended, Ending, State, User};

impl Case<'_> {
    /// `delete uid pw`
    pub(in crate::decide) fn delete(self, who: &Credential) -> Result<Decision, Refusal> {
        let repeated = |user: &&User| {
            let known = matches!(&self.request.sender, Sender::User(known) if *known == user.id);
            user.deleted.is_some() && known && who.password.is_none()
        };
        if let Some(user) = self.state.users.get(&who.user).filter(repeated) {
            return Ok(farewell(user));
        }
        let user = self.speaker(who)?;
        leave(self.scene(), user, farewell(user))
    }
}

/// Adds to an answer what happens when a user leaves. The state must hold their running boards.
///
/// # Errors
/// When a board is damaged.
pub(in crate::decide) fn leave(
    scene: Scene<'_>,
    user: &User,
    mut decision: Decision,
) -> Result<Decision, Refusal> {
    // Each resignation is rated on top of the one before.
    let mut state = scene.state.clone();
    for record in scene.state.boards.values() {
        let seat = Seat::BOTH.into_iter().find(|seat| record.players[seat.index()] == user.id);
        if let (Some(seat), None) = (seat, &record.ended) {
            let told = resign_for_good(scene, &mut state, record, seat)?;
            decision.events.extend(told.events);
            decision.messages.extend(told.messages);
        }
    }
    decision.events.push(Event::User(user.id.clone(), UserEvent::Deleted(scene.now)));
    Ok(decision)
}

/// Ends a board on which a player resigns because they leave; only the opponent is told.
fn resign_for_good(
    scene: Scene<'_>,
    state: &mut State,
    record: &BoardRecord,
    seat: Seat,
) -> Result<Decision, Refusal> {
    let mut table = Table::new(record)?;
    let at = scene.now;
    let declines = !table.has_moved(seat);
    let ended = if declines {
        Some(Ended { ending: Ending::Declined(seat), at })
    } else {
        table.game.resign(seat);
        table.ended(at)
    };
    let mut record = record.clone();
    let events = ended.map(|ended| end(&state.ratings, &mut record, ended)).unwrap_or_default();
    for event in &events {
        state.apply(event, at);
    }
    let table = Table::with(&record, table.game);
    let leaver = table.player(seat);
    let message = if declines {
        Message {
            to: Addressee::User(table.player(!seat).clone()),
            subject: format!("{} board {}: declined", record.id.kind, record.id.number),
            text: reply::wrapped(
                &format!(
                    "{leaver} has left the server before moving on {}. The board is gone, and \
                         no rating has changed.",
                    record.id
                ),
                0,
            ),
            board: Some(record.id),
            link: None,
        }
    } else {
        let report = reply::report(scene, &table, !seat, None);
        Message { text: format!("{leaver} has left the server.\n\n{}", report.text), ..report }
    };
    Ok(Decision { events, messages: vec![message], refused: false })
}

fn farewell(user: &User) -> Decision {
    let id = &user.id;
    told(
        "Carrick: account deleted",
        reply::wrapped(
            &format!(
                "The account {id} is deleted. Your games are resigned. Passwords, mail addresses, \
                 settings and everything you have written are erased. Only the name stays, in old \
                 games and with their ratings, and nobody else can take it."
            ),
            0,
        ),
    )
}
