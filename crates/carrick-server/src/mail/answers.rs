//! Answers to emails about turns and puzzles, by the player named by the token.

use carrick_coach::puzzle::Answer;
use carrick_service::{
    About, Action, Addressee, BoardAction, BoardId, BoardRecord, Decision, Evidence, Link,
    MailedPuzzle, Message, Move, Needs, PuzzleReply, Refusal, Request, Sender, State, Userid,
    answer_refusal, decide_puzzle, decide_untyped, with_board_below,
};
use carrick_store::{MailRequest, StoreError, UndoneMail};
use jiff::Timestamp;
use tokio::task;

use crate::mail::mail_limits;

/// Action of a player on a board, both named by a token: another board or player cannot be
/// expressed. Without `Debug`, since it contains chat.
pub enum OnBoard {
    /// A turn, or another action on the board.
    Act {
        /// The action.
        act: BoardAction,
        /// Chat sent with it.
        said: Option<String>,
    },
    /// Ask the player whether they really resign.
    AskWhetherToResign {
        /// Whether the email also contained chat, which is not sent.
        has_words: bool,
    },
    /// An impossible action, with the refusal.
    Nothing(Refusal),
}

/// The request of a player who answers the email about a board at this generation.
pub(super) fn on_board(
    player: &Userid,
    board: BoardId,
    generation: u32,
    order: OnBoard,
    at: Timestamp,
) -> MailRequest {
    let (act, body, asks_first) = match order {
        OnBoard::Act { act, said } => (act, said, None),
        OnBoard::AskWhetherToResign { has_words } => {
            (BoardAction::Move(Move::Resign, None), None, Some(has_words))
        }
        OnBoard::Nothing(refusal) => return refused_at_board(player.clone(), board, refusal, at),
    };
    let seen = Some(generation);
    let request = Request::by(player.clone(), Action::Board(board, act));
    let request = Request { body, seen, ..request };
    let (sender, logged) = (request.sender.clone(), request.line());
    let needs = request.needs(at);
    let player = player.clone();
    let decide = move |state: &State| {
        let decision = decide_untyped(state, &request, &Evidence::default(), at);
        let now = state.boards.get(&board).map(BoardRecord::generation);
        let told = match (now == seen, asks_first) {
            (true, Some(has_words)) if !decision.events.is_empty() => {
                return ask_whether_to_resign(board, has_words);
            }
            (true, _) if decision.refusal.is_some() => decision,
            (false, _) if decision.refusal.is_some() => {
                answer_refusal(Some(board.kind), Some(board), stale(board))
            }
            _ => return decision,
        };
        with_board_below(state, board, &player, told, at)
    };
    let otherwise = move |undone| undone_on(Some(board), &undone);
    MailRequest {
        sender,
        at,
        command: logged,
        needs,
        decide: Box::new(decide),
        otherwise: Box::new(otherwise),
    }
}

/// Asks the player again; they resign by answering to the address in that email.
fn ask_whether_to_resign(board: BoardId, has_words: bool) -> Decision {
    let BoardId { kind, number } = board;
    let unsaid = match has_words {
        true => "\nWhat you wrote with it was not sent; write it below that word.\n",
        false => "",
    };
    let text = format!(
        "You answered {board} with `resign`. Nothing has happened yet. To resign,\nreply to this email \
         with that word again:\n\n  resign\n{unsaid}\nTo continue the game, ignore this email.\n"
    );
    let message = Message {
        to: Addressee::Sender,
        subject: format!("{kind} board {number}: do you resign?"),
        text,
        board: Some(board),
        link: Some(Link::Resign),
        about: About::default(),
    };
    Decision { events: Vec::new(), messages: vec![message], refusal: None }
}

/// Refusal of an action on a board that does not exist.
pub(super) fn no_board(board: BoardId) -> Refusal {
    Refusal::in_words(format!("there is no {board} any more, so nothing was done"))
}

fn stale(board: BoardId) -> Refusal {
    Refusal::in_words(format!(
        "your answer came too late for {board}: since the email that you answered, a turn was played there \
         or taken back, so nothing was done"
    ))
}

/// A request that only refuses an action on a board; the answer shows the board.
fn refused_at_board(
    player: Userid,
    board: BoardId,
    refusal: Refusal,
    at: Timestamp,
) -> MailRequest {
    let decide = {
        let player = player.clone();
        move |state: &State| {
            let told = answer_refusal(Some(board.kind), Some(board), refusal);
            with_board_below(state, board, &player, told, at)
        }
    };
    MailRequest {
        needs: Needs { users: [player.clone()].into(), boards: [board].into(), ..Needs::default() },
        sender: Sender::User(player),
        at,
        command: format!("{} answer {}", board.kind, board.number),
        decide: Box::new(decide),
        otherwise: Box::new(move |undone| undone_on(Some(board), &undone)),
    }
}

// Answers to the email with a puzzle, by the user named by its token.

/// Answer of a solver, not judged yet. Without `Debug`, like everything that is written in emails.
pub enum OnPuzzle {
    /// A turn, as it was typed.
    Turn(String),
    /// The solver wants to see the solution.
    GiveUp,
    /// Neither, with the refusal.
    Unclear(Refusal),
}

/// The request of a user who answers the email with a puzzle. The turn is judged here, before the
/// transaction is open, since an answer to a wrong turn must be searched for.
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
            None => PuzzleReply::Unclear(Refusal::in_words(
                "the turn could not be judged; send it again",
            )),
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

/// The verdict on a turn; `None` if the puzzle does not exist or the search was cut off.
async fn judged(mailed: MailedPuzzle, turn: String) -> Option<Answer> {
    let puzzle = mailed.puzzle()?;
    let found = mailed.found as usize;
    task::spawn_blocking(move || puzzle.judge(found, &turn)).await.ok()
}

// Answers to commands in emails that were decided but then not written.

/// The answer to a command whose decision was not written.
pub(super) fn undone_on(board: Option<BoardId>, undone: &UndoneMail) -> Decision {
    match undone {
        UndoneMail::Store(error) => fault(board, error),
        UndoneMail::TooManyAccounts => answer_refusal(None, None, mail_limits::too_many_accounts()),
    }
}

/// The answer when a decision contradicts the database, which is a bug in this program; the cause
/// is in the log.
fn fault(board: Option<BoardId>, error: &StoreError) -> Decision {
    tracing::error!(%error, "a command in an email failed");
    let refusal = Refusal::in_words(
        "something went wrong on the server, so nothing was done; its operator can find the reason in \
         the log",
    );
    answer_refusal(board.map(|board| board.kind), board, refusal)
}
