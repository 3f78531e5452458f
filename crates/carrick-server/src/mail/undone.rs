//! Answers to commands in mails that were decided and then not carried out.

use carrick_service::{BoardId, Decision, Refusal, answer_refusal};
use carrick_store::{StoreError, Undone};

use super::stranger;

/// The answer to a command whose decision was not carried out.
pub(super) fn undone_on(board: Option<BoardId>, undone: &Undone) -> Decision {
    match undone {
        Undone::Store(error) => fault(board, error),
        Undone::TooManyAccounts => answer_refusal(None, None, &stranger::too_many_accounts()),
    }
}

/// The answer when a decision contradicts the database: a fault of this program, with the cause in
/// the log.
fn fault(board: Option<BoardId>, error: &StoreError) -> Decision {
    tracing::error!(%error, "a command in a mail was not carried out");
    let refusal = Refusal::new(
        "the server made a mistake with this command, so nothing was done; its administrator finds \
         the reason in the log",
    );
    answer_refusal(board.map(|board| board.kind), board, &refusal)
}
