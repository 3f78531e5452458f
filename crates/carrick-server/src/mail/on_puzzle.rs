//! Answers to the mail of a puzzle, by the user whom its token names.

use carrick_coach::puzzle::Answer;
use carrick_service::{MailedPuzzle, PuzzleReply, Refusal, Sender, State, Userid, decide_puzzle};
use carrick_store::MailRequest;
use jiff::Timestamp;
use tokio::task;

use super::undone::undone_on;

/// Answer of a solver, not judged yet. Without `Debug`, as all that is written in mails.
pub enum OnPuzzle {
    /// A turn, as it was typed.
    Turn(String),
    /// The solver wants to see the solution.
    GiveUp,
    /// Neither, with the refusal.
    Unclear(Refusal),
}

/// The request of a user who answers the mail of a puzzle. Its turn is judged here, before the
/// transaction is open, since a wrong one is searched for an answer.
pub(super) async fn on_puzzle(
    user: Userid,
    mailed: MailedPuzzle,
    order: OnPuzzle,
    at: Timestamp,
) -> MailRequest {
    let reply = match order {
        OnPuzzle::GiveUp => PuzzleReply::GiveUp,
        OnPuzzle::Unclear(refusal) => PuzzleReply::Unclear(refusal),
        OnPuzzle::Turn(turn) => match judged(mailed, turn).await {
            Some(answer) => PuzzleReply::Turn(answer),
            None => {
                PuzzleReply::Unclear(Refusal::new("the turn could not be judged; send it again"))
            }
        },
    };
    let kind = mailed.kind;
    MailRequest {
        sender: Sender::User(user.clone()),
        at,
        command: format!("{kind} answer puzzle {}", mailed.number),
        needs: mailed.needs(&user),
        decide: Box::new(move |state: &State| decide_puzzle(state, &user, mailed, &reply, at)),
        otherwise: Box::new(move |undone| {
            let mut told = undone_on(None, &undone);
            told.messages.iter_mut().for_each(|one| one.subject = format!("{kind}: error"));
            told
        }),
    }
}

/// The verdict on a turn; `None` where there is no such puzzle or the search was cut off.
async fn judged(mailed: MailedPuzzle, turn: String) -> Option<Answer> {
    let puzzle = mailed.puzzle()?;
    let found = mailed.found as usize;
    task::spawn_blocking(move || puzzle.judge(found, &turn)).await.ok()
}
