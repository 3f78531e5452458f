//! Reviews of finished games: showing the one there is, and asking for one.

use carrick_coach::review::Times;

use crate::command::{Credential, Refusal};
use crate::decide::case::{Case, is_declined, no_such_board};
use crate::effects::{Addressee, Decision, Event, Message};
use crate::people::BoardId;
use crate::reply;
use crate::state::{BoardRecord, ReviewNow};

/// Maximum number of reviews that a user waits for.
const MOST_OF_ASKER: u32 = 4;

/// Maximum number of reviews that wait in all, so that none waits longer than an hour or two.
const MOST: u32 = 400;

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
        one_more_may_wait(now)?;
        let times = times.unwrap_or(Times::ONE);
        let place = match now.waiting {
            0 => "The review begins as soon as the computer owes no turn.".to_owned(),
            1 => "The review waits: one other is not done yet.".to_owned(),
            others => format!("The review waits: {others} others are not done yet."),
        };
        let text = format!("{place} {}", ask_again(board));
        let mut decision = told(board, reply::wrapped(&text, 0));
        decision.events.push(Event::ReviewAsked { board, times, asker: Some(user.id.clone()) });
        Ok(decision)
    }
}

/// Checks that one more review may be asked for, by the user whose reviews were counted.
///
/// # Errors
/// When too many wait already, of this user or in all.
pub fn one_more_may_wait(now: &ReviewNow) -> Result<(), Refusal> {
    if now.waiting_of_asker >= MOST_OF_ASKER {
        return Err(Refusal::new(format!(
            "{} reviews that you asked for are not done yet, and {MOST_OF_ASKER} are the most; ask again \
             when one of them is done",
            now.waiting_of_asker
        )));
    }
    if now.waiting >= MOST {
        return Err(Refusal::new(format!(
            "{} reviews wait already, and {MOST} are the most; ask again in an hour",
            now.waiting
        )));
    }
    Ok(())
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
