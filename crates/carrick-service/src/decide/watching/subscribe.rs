//! Subscribing to a board; for its players, mail about it.

use carrick_games::GameKind;

use crate::command::{Credential, Refusal};
use crate::decide::case::{Case, as_watched, is_declined, no_such_board};
use crate::effects::{Addressee, BoardEvent, Decision, Event, Message, UserEvent};
use crate::people::BoardId;
use crate::playing::Table;
use crate::reply;
use crate::requests::Subscription;
use crate::state::{Stocks, User};

/// Maximum number of boards that a user watches one by one.
const MOST_WATCHED: u32 = 100;

/// Maximum number of boards that the users of one network address watch one by one.
const MOST_WATCHED_FROM_PLACE: u32 = 400;

impl Case<'_> {
    pub(in crate::decide) fn subscribe(
        self,
        board: BoardId,
        who: &Credential,
        on: bool,
    ) -> Result<Decision, Refusal> {
        let user = self.speaker(who)?;
        let record = self.state.boards.get(&board).ok_or_else(|| no_such_board(board))?;
        let BoardId { kind, number } = board;
        if record.seat_of(&user.id).is_some() {
            return self.mute(user, board, !on);
        }
        if is_declined(record.ended.as_ref()) {
            return Err(no_such_board(board));
        }
        if on && !record.subscribers.contains(&user.id) {
            self.may_watch_one_more(kind)?;
        }
        let mut after = as_watched(record);
        let watches_all = user.settings.game(kind).watches;
        let text = if on {
            after.subscribers.insert(user.id.clone());
            format!(
                "You get every turn of this board, and what its players say. To stop that:\n\n  \
                 {kind} unsubscribe {number} {} <password>\n\n{}",
                user.id,
                reply::whole_board(self.scene().reader_known(Some(user)), &Table::new(&after)?)
            )
        } else if watches_all {
            let still = format!(
                "You get the turns of {board} still, since you have subscribed to all boards. To stop \
                 that:"
            );
            let command = format!("{kind} unsubscribe all {} <password>", user.id);
            format!("{}\n  {command}\n", reply::wrapped(&still, 0))
        } else {
            format!("You get no turns of {board}.\n")
        };
        let mut decision = told_of(board, text);
        // A user who watches all boards may still subscribe to this one, and keep it afterwards.
        if watches_all || record.subscribers.contains(&user.id) != on {
            decision.events.push(Event::Board(
                board,
                BoardEvent::SubscriptionSet { user: user.id.clone(), on },
            ));
        }
        Ok(decision)
    }

    /// # Errors
    /// When the user, or everybody at their network address, watches many boards already.
    fn may_watch_one_more(self, kind: GameKind) -> Result<(), Refusal> {
        let Stocks { watched, watched_from_place, .. } = self.state.stocks;
        let whose = if watched >= MOST_WATCHED {
            format!("you watch {watched} boards, and the maximum is {MOST_WATCHED}")
        } else if watched_from_place >= MOST_WATCHED_FROM_PLACE {
            format!(
                "{watched_from_place} boards are watched from your network address, and the maximum is \
                 {MOST_WATCHED_FROM_PLACE}"
            )
        } else {
            return Ok(());
        };
        Err(Refusal::new(format!(
            "{whose}; `{kind} unsubscribe` stops one of yours, and each board's page shows its turns"
        )))
    }

    /// Stops all mail about a board for one of its players, or brings it again.
    fn mute(self, user: &User, board: BoardId, on: bool) -> Result<Decision, Refusal> {
        let was_muted = user.muted.contains(&board);
        if !on && !was_muted {
            return Err(Refusal::new(format!("you play on {board} and get every turn anyway")));
        }
        let from = Subscription::Board(board);
        let text = if on {
            let what = from.what(self.state, &user.id);
            let warning = from.warning(self.state, &user.id).unwrap_or_default();
            let said = format!("You no longer get {what}. {warning} To get it again:");
            format!("{}\n  {}\n", reply::wrapped(&said, 0), from.commands(&user.id))
        } else {
            format!("You get mail about {board} again.\n")
        };
        let mut decision = told_of(board, text);
        if was_muted != on {
            decision.events.push(Event::User(user.id.clone(), UserEvent::MuteSet { board, on }));
        }
        Ok(decision)
    }
}

/// Answer to the sender about their subscription to a board.
fn told_of(board: BoardId, text: String) -> Decision {
    let message = Message {
        to: Addressee::Sender,
        subject: format!("{} board {}: subscription", board.kind, board.number),
        text,
        board: Some(board),
        link: None,
    };
    Decision { messages: vec![message], ..Decision::default() }
}
