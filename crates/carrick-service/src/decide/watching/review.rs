//! Reviews of finished games: showing the one there is, and asking for one.

use carrick_coach::review::Times;

use crate::command::{Credential, Refusal};
use crate::decide::case::{Case, QueueBounds, is_declined, no_such_board};
use crate::effects::{Addressee, BoardEvent, Decision, Event, Message};
use crate::people::BoardId;
use crate::playing::EngineUse;
use crate::reply;
use crate::state::{BoardRecord, ReviewNow};

/// Bounds of the queue, so that no review waits longer than an hour or two.
const REVIEWS: QueueBounds = QueueBounds { what: "reviews", most: 400, wait: "an hour" };

impl Case<'_> {
    /// Shows the review of a board, or asks for one.
    ///
    /// # Errors
    /// When the game cannot be reviewed, or too many reviews wait.
    pub(in crate::decide) fn review(
        self,
        board: BoardId,
        who: &Credential,
        times: Option<Times>,
    ) -> Result<Decision, Refusal> {
        let user = self.speaker(who)?;
        let record = self.state.boards.get(&board).ok_or_else(|| no_such_board(board))?;
        may_be_reviewed(record)?;
        if let Ok(game) = record.game() {
            self.must_be_lent(user, EngineUse::Game(&game))?;
        }
        let now = &self.state.review;
        let positions = record.turns.len() + 1;
        let enough = |done: Times| times.is_none_or(|times| done >= times);
        if let Some(done) = now.done.as_ref().filter(|done| enough(done.times)) {
            let damaged = || Refusal::new(format!("the review of {board} is damaged here"));
            let text = reply::review(record, done, &user.id).ok_or_else(damaged)?;
            return Ok(told(board, text));
        }
        if let Some(under_way) = &now.under_way {
            if enough(under_way.times) {
                let text = format!("{} {}", under_way.told(positions), ask_again(board));
                return Ok(told(board, reply::wrapped(&text, 0)));
            }
            return Err(Refusal::new(format!(
                "a shorter review of {board} is on its way; ask for a longer one when it is done"
            )));
        }
        let times = times.unwrap_or(Times::ONE);
        one_more_may_wait(now, times)?;
        let place = match now.queue.ahead {
            0 => "The review begins as soon as the computer owes no turn.".to_owned(),
            1 => "The review waits: one other comes before it.".to_owned(),
            ahead => format!("The review waits: {ahead} others come before it."),
        };
        let text = format!("{place} {}", ask_again(board));
        let mut decision = told(board, reply::wrapped(&text, 0));
        decision.events.push(Event::Board(
            board,
            BoardEvent::ReviewAsked { times, asker: Some(user.id.clone()) },
        ));
        Ok(decision)
    }
}

/// Checks that one more review of this length may be asked for, by the user who was counted.
///
/// # Errors
/// When too many wait already: of this user, from this network address, or in all.
pub fn one_more_may_wait(now: &ReviewNow, times: Times) -> Result<(), Refusal> {
    REVIEWS.must_have_room(&now.queue, times.get().into())
}

/// Checks that a game is over and has something to review.
fn may_be_reviewed(record: &BoardRecord) -> Result<(), Refusal> {
    let board = record.id;
    if is_declined(record.ended.as_ref()) {
        return Err(no_such_board(board));
    }
    if record.ended.is_none() {
        return Err(Refusal::new(format!(
            "the game on {board} is not over; it can be reviewed when it is"
        )));
    }
    if record.turns.is_empty() {
        return Err(Refusal::new(format!(
            "no turn was played on {board}, so there is nothing to review"
        )));
    }
    Ok(())
}

fn ask_again(board: BoardId) -> String {
    let BoardId { kind, number } = board;
    format!("To see it: `{kind} review {number} <userid> <password>`, or the page of the board.")
}

fn told(board: BoardId, text: String) -> Decision {
    let message = Message {
        to: Addressee::Sender,
        subject: format!("{} board {}: review", board.kind, board.number),
        text,
        board: Some(board),
        link: None,
    };
    Decision { messages: vec![message], ..Decision::default() }
}
