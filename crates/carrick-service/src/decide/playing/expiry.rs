//! Boards whose time has run out: forfeits, draws that were offered, games that never began.

use carrick_games::Seat;

use crate::command::{Credential, Refusal};
use crate::decide::case::{Case, end};
use crate::effects::{Addressee, BoardEvent, Decision, Event, Message};
use crate::people::{BoardId, absence::Spoken};
use crate::playing::{Scene, Table};
use crate::reply;
use crate::state::{BoardRecord, Ended, Ending, Expired, OfferKind};

impl Case<'_> {
    /// The end of a board that a player finds when they come with a turn, an offer or a queue after
    /// the time has run out, whether or not anybody has looked before. `None` when it goes on.
    ///
    /// # Errors
    /// The sender has not proved who they are; or the record is damaged.
    pub(in crate::decide) fn too_late(
        self,
        board: BoardId,
        who: &Credential,
    ) -> Result<Option<Decision>, Refusal> {
        let user = self.speaker(who)?;
        let record = self.state.boards.get(&board);
        match record.filter(|one| one.ended.is_none() && one.players.contains(&user.id)) {
            Some(record) => expire(self.scene(), record),
            None => Ok(None),
        }
    }
}

/// Ends a board whose deadline has come; `None` when none has.
///
/// # Errors
/// When the record is damaged.
fn expire(scene: Scene<'_>, record: &BoardRecord) -> Result<Option<Decision>, Refusal> {
    let is_overdue = |seat| scene.clock(record, seat).is_overdue(scene.now);
    // Whose turn it is, only the game says; it need not be replayed while neither is late.
    if !Seat::BOTH.into_iter().any(is_overdue) {
        return Ok(None);
    }
    let table = Table::new(record)?;
    Ok(match table.game.seat_to_move() {
        Some(late) if is_overdue(late) => Some(expired(scene, table, late)),
        _ => None,
    })
}

/// The end of a board on which this seat did not move in time.
pub(in crate::decide) fn expired(scene: Scene<'_>, table: Table<'_>, late: Seat) -> Decision {
    if !table.record.has_begun() {
        return vanished(scene, &table, late);
    }
    let user = table.player(late).clone();
    let mut game = table.game;
    let offer = table.record.offer.filter(|offer| offer.by == !late && !offer.rejected);
    let accepted = offer.is_some_and(|offer| offer.kind == OfferKind::Draw);
    let why = if accepted {
        game.agree_draw();
        format!(
            "The time of {user} has run out, and the draw offered by {} counts as accepted.",
            table.record.players[(!late).index()]
        )
    } else {
        game.forfeit(late);
        format!("The time of {user} has run out.")
    };
    let why = reply::wrapped(&why, 0);
    let mut record = table.record.clone();
    let ended = Table::with(table.record, game.clone()).ended(scene.now);
    let mut events = vec![set_aside(&record)];
    events
        .extend(ended.into_iter().flat_map(|ended| end(&scene.state.ratings, &mut record, ended)));
    let table = Table::with(&record, game);
    let messages = Seat::BOTH.map(|seat| {
        let report = reply::report(scene, &table, seat, None);
        Message { text: format!("{why}\n{}", report.text), ..report }
    });
    Decision { events, messages: messages.into(), refused: false }
}

/// The game never began: nobody has won, and nobody sees it any more.
fn vanished(scene: Scene<'_>, table: &Table<'_>, late: Seat) -> Decision {
    let board = table.record.id;
    let waited = scene.clock(table.record, late).waited(scene.now);
    let why = format!(
        "{board} is gone: {} did not move in {}, and the game had not begun.",
        table.player(late),
        Spoken(waited)
    );
    let text = format!("{}No rating has changed.\n", reply::wrapped(&why, 0));
    let messages = Seat::BOTH.map(|seat| Message {
        to: Addressee::User(table.player(seat).clone()),
        subject: format!("{} board {}: not begun", board.kind, board.number),
        text: text.clone(),
        board: Some(board),
        link: None,
    });
    let ended = Ended { ending: Ending::NotBegun(late), at: scene.now };
    let mut record = table.record.clone();
    let mut events = vec![set_aside(&record)];
    events.extend(end(&scene.state.ratings, &mut record, ended));
    Decision { events, messages: messages.into(), refused: false }
}

/// Keeps the plans and the offer that the end forgets, should the game be reopened.
fn set_aside(record: &BoardRecord) -> Event {
    let expired = Expired { plans: record.plans.clone(), offer: record.offer };
    Event::Board(record.id, BoardEvent::Expired(expired))
}
