//! Answers to a turn's mail: a request on the board that the token names, by the player whom it
//! names.

use carrick_service::{
    Action, Addressee, BoardId, BoardRecord, Command, Credential, Decision, Evidence, GameCommand,
    Link, Message, Needs, Refusal, Request, Sender, State, Userid, answer_refusal, decide_untyped,
    with_board_below,
};
use carrick_store::MailRequest;
use jiff::Timestamp;

use super::undone::undone_on;

/// What is to be done on a board that a token names, by the player whom it names: no other board
/// and no other player can be said. Without `Debug`, since it holds what was said.
pub enum OnBoard {
    /// A turn or another action.
    Act {
        /// What.
        action: Action,
        /// The number the turn must have.
        number: Option<u32>,
        /// What is said with it.
        said: Option<String>,
    },
    /// To play the turn that was submitted.
    Confirm {
        /// What is said with it.
        said: Option<String>,
    },
    /// To say something.
    Chat {
        /// What.
        said: Option<String>,
    },
    /// To ask the player whether they really resign.
    AskWhetherToResign {
        /// Whether words were written beside it, which are not sent.
        has_words: bool,
    },
    /// Nothing, for this reason.
    Nothing(Refusal),
}

/// What is to be done on a board while it is of a generation.
pub(super) fn on_board(
    player: &Userid,
    board: BoardId,
    generation: u32,
    order: OnBoard,
    at: Timestamp,
) -> MailRequest {
    let sender = Sender::User(player.clone());
    let who = Credential { user: player.clone(), password: None };
    let (command, body, asks_first) = match order {
        OnBoard::Act { action, number, said } => {
            (GameCommand::Move { board, who, action, number }, said, None)
        }
        OnBoard::Confirm { said } => (GameCommand::Confirm(board, who), said, None),
        OnBoard::Chat { said } => (GameCommand::Chat(board, who), said, None),
        OnBoard::AskWhetherToResign { has_words } => {
            let (action, number) = (Action::Resign, None);
            (GameCommand::Move { board, who, action, number }, None, Some(has_words))
        }
        OnBoard::Nothing(refusal) => return refused_at_board(player.clone(), board, refusal, at),
    };
    let command = Command::Game(board.kind, command);
    let logged = command.to_string();
    let seen = Some(generation);
    let request = Request { sender: sender.clone(), command, body, seen };
    let needs = request.needs(at);
    let player = player.clone();
    let decide = move |state: &State| {
        let decision = decide_untyped(state, &request, &Evidence::default(), at);
        let now = state.boards.get(&board).map(BoardRecord::generation);
        let told = match (now == seen, asks_first) {
            (true, Some(has_words)) if !decision.events.is_empty() => {
                return ask_whether_to_resign(board, has_words);
            }
            (true, _) if decision.refused => decision,
            (false, _) if decision.refused => {
                answer_refusal(Some(board.kind), Some(board), &stale(board))
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

/// The player is asked once more; the address that they answer to resigns.
fn ask_whether_to_resign(board: BoardId, has_words: bool) -> Decision {
    let BoardId { kind, number } = board;
    let unsaid = match has_words {
        true => "\nWhat you wrote beside it was not sent; write it beside that word.\n",
        false => "",
    };
    let text = format!(
        "You answered {board} with `resign`. Nothing has happened yet. To resign,\nanswer this mail with \
         that word once more:\n\n  resign\n{unsaid}\nTo play on, forget this mail.\n"
    );
    let message = Message {
        to: Addressee::Sender,
        subject: format!("{kind} board {number}: do you resign?"),
        text,
        board: Some(board),
        link: Some(Link::Resign),
    };
    Decision { events: Vec::new(), messages: vec![message], refused: false }
}

/// The reason why nothing can be done on a board that is not there.
pub(super) fn no_board(board: BoardId) -> Refusal {
    Refusal::new(format!("there is no {board} any more, so nothing was done"))
}

fn stale(board: BoardId) -> Refusal {
    Refusal::new(format!(
        "your answer came too late for {board}: since the mail that you answered, a turn was played there \
         or taken back, so nothing was done"
    ))
}

/// What an answer on a board asks in vain; the player sees the board below.
fn refused_at_board(
    player: Userid,
    board: BoardId,
    refusal: Refusal,
    at: Timestamp,
) -> MailRequest {
    let decide = {
        let player = player.clone();
        move |state: &State| {
            let told = answer_refusal(Some(board.kind), Some(board), &refusal);
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
