//! Orders in answers to emails about turns, as far as the token allows them.

#![deny(clippy::wildcard_enum_match_arm)]

use carrick_games::GameKind;
use carrick_mail::Doubt;
use carrick_mail::reply::{Intent, Reply};
use carrick_server::{OnBoard, OnPuzzle};
use carrick_service::{BoardAction, BoardId, Move, Refusal, command};
use carrick_tokens::{Power, ReplyToken, TokenError};

/// The order in an answer on the token's board, if the token allows it.
pub(crate) fn on_board(reply: Result<&Reply, &Doubt>, token: &ReplyToken) -> OnBoard {
    let reply = match reply {
        Ok(reply) => reply,
        Err(doubt) => return OnBoard::Nothing(Refusal::in_words(doubt.to_string())),
    };
    let (act, said) = match reply.intent(token.board.kind) {
        Intent::Act { act, said } => (act, said),
        Intent::Queue => {
            return OnBoard::Nothing(Refusal::in_words(
                "an answer to an email about a turn is a turn, or one of confirm, chat, propose, undo, accept, reject \
                 and resign; for other commands, send a new email with the command as its Subject",
            ));
        }
        Intent::Unclear => return OnBoard::Nothing(no_turn(&reply.line, token.board)),
        Intent::Nothing => {
            return OnBoard::Nothing(Refusal::in_words(
                "your answer contains only a quotation; write your turn alone on its first line, above the quotation",
            ));
        }
    };
    match power(&act) {
        Some(power) if token.powers.allow(power) => OnBoard::Act { act, said },
        Some(Power::Resign) => OnBoard::AskWhetherToResign { has_words: reply.rest.is_some() },
        Some(Power::Play | Power::Offer | Power::Answer | Power::Chat) | None => {
            OnBoard::Nothing(Refusal::in_words(
                "the email that you answered asks whether you resign, so its only answer is `resign`; to play a turn, \
                 answer the email about that turn",
            ))
        }
    }
}

/// The power that an act needs; `None` for an act that no email can do.
const fn power(act: &BoardAction) -> Option<Power> {
    match act {
        BoardAction::Confirm => Some(Power::Play),
        BoardAction::Chat => Some(Power::Chat),
        BoardAction::Move(Move::Play(_), _) => Some(Power::Play),
        BoardAction::Move(Move::Propose | Move::Undo, _) => Some(Power::Offer),
        BoardAction::Move(Move::Accept | Move::Reject, _) => Some(Power::Answer),
        BoardAction::Move(Move::Resign, _) => Some(Power::Resign),
        BoardAction::Queue(_)
        | BoardAction::Preview(..)
        | BoardAction::Submit(..)
        | BoardAction::Hint(_)
        | BoardAction::Subscribe(_)
        | BoardAction::Review(_)
        | BoardAction::Rematch
        | BoardAction::Counter { .. }
        | BoardAction::Retry { .. } => None,
    }
}

/// Refuses an answer that begins with something else, in terms of the answer: the player has not
/// typed a command.
fn no_turn(line: &str, board: BoardId) -> Refusal {
    let turn = board.kind.facts().turn;
    let is_one_word = !line.contains(' ');
    let why = match is_one_word && command::looks_latin(line) {
        true => ": it contains a letter of another alphabet that looks like a Latin one",
        false => "",
    };
    Refusal::in_words(format!(
        "the first line of your answer is not a turn{why}. So nothing was done. It should be a turn and nothing else, \
         such as {turn}; or one of pass, swap, resign, propose, undo, accept, reject and confirm; or chat, with \
         what you want to say below it. Answer that email or this one; `{kind} help` shows how to write \
         turns",
        kind = board.kind
    ))
}

/// Refuses an address that looks like a reply address for a turn but is not one.
pub(crate) fn bad_token(error: TokenError) -> Refusal {
    Refusal::in_words(match error {
        TokenError::Expired => {
            "the email that you answered is too old for a turn; `help commands` shows how to play a turn \
             with your password"
        }
        TokenError::Malformed | TokenError::UnknownKey | TokenError::Forged => {
            "you wrote to an address that is not valid for a turn; answer an email about a turn without changing \
             the address, or play with your password: `help commands` shows how"
        }
    })
}

// Turns in answers to emails with puzzles.

/// Lines that ask for the solution; resigning does the same.
const GIVES_UP: [&str; 4] = ["give up", "giveup", "solution", "resign"];

/// The turn in an answer, parsed like a turn on a board of the game.
pub(crate) fn on_puzzle(reply: Result<&Reply, &Doubt>, kind: GameKind) -> OnPuzzle {
    let reply = match reply {
        Ok(reply) => reply,
        Err(doubt) => return OnPuzzle::Unclear(Refusal::in_words(doubt.to_string())),
    };
    if GIVES_UP.iter().any(|words| reply.line.eq_ignore_ascii_case(words)) {
        return OnPuzzle::GiveUp;
    }
    match reply.intent(kind) {
        Intent::Act { act: BoardAction::Move(Move::Play(turn), _), .. } => OnPuzzle::Turn(turn),
        Intent::Nothing => OnPuzzle::Unclear(Refusal::in_words(
            "your answer contains only a quotation; write your turn alone on its first line, above the quotation",
        )),
        Intent::Act { .. } | Intent::Queue | Intent::Unclear => {
            OnPuzzle::Unclear(Refusal::in_words(format!(
                "the first line of your answer is not a turn; it should be a turn and nothing else, such as {}, or \
                 `give up`. `{kind} help` shows how to write turns",
                kind.facts().turn
            )))
        }
    }
}

#[cfg(test)]
mod tests {
    use carrick_games::{GameKind, Seat};
    use carrick_mail::reply;
    use carrick_tokens::Powers;

    use super::*;

    const BOARD: BoardId = BoardId { kind: GameKind::Ankor, number: 101 };

    fn asked(line: &str, powers: Powers) -> OnBoard {
        let token = ReplyToken {
            board: BOARD,
            generation: 3,
            seat: Seat::First,
            powers,
            expires: "2008-06-01T00:00:00Z".parse().unwrap(),
        };
        on_board(reply::read(line).as_ref(), &token)
    }

    /// Checks the order in the first line of an answer to an email about a turn, and to the
    /// question whether a player resigns.
    #[track_caller]
    fn check(line: &str, to_move: &str, resigning: &str) {
        let found = [Powers::TO_MOVE, Powers::RESIGN].map(|powers| match asked(line, powers) {
            OnBoard::Act { act: BoardAction::Move(chosen, _), .. } => chosen.to_string(),
            OnBoard::Act { act, .. } => format!("{act:?}").to_lowercase(),
            OnBoard::AskWhetherToResign { has_words } => {
                assert!(!has_words);
                "asks".to_owned()
            }
            OnBoard::Nothing(refusal) => format!("no: {refusal}").chars().take(20).collect(),
        });
        assert_eq!(found, [to_move, resigning], "{line}");
    }

    #[test]
    fn what_an_answer_may_do() {
        let only_resigning = "no: The email that y";
        check("d3", "d3", only_resigning);
        check("Move d3-f4", "d3-f4", only_resigning);
        check("swap", "swap", only_resigning);
        check("propose", "propose", only_resigning);
        check("confirm", "confirm", only_resigning);
        check("undo", "undo", only_resigning);
        check("accept", "accept", only_resigning);
        check("chat Hello", "chat", only_resigning);
        let in_doubt = "no: It is not certai";
        check("c2\nadfhiai3tumodm46ijflyr4ewqv5m", in_doubt, in_doubt);
        check("resign", "asks", "resign");
        let no_turn = "no: Your answer cont";
        check("", no_turn, no_turn);
        check("> d3", no_turn, no_turn);
        let other = "no: An answer to an ";
        check("queue d3 f4", other, other);
        // From an East Asian keyboard.
        check("ｄ３－ｆ４", "d3-f4", only_resigning);
    }

    #[test]
    fn a_cyrillic_letter_is_told() {
        assert!(no_turn("\u{441}3", BOARD).to_string().contains("another alphabet"));
        assert!(!no_turn("x3", BOARD).to_string().contains("another alphabet"));
        assert!(!no_turn("Да, хороший ход", BOARD).to_string().contains("another alphabet"));
    }

    /// An answer acts on its own board and for its own player, as the returned type guarantees; a
    /// line that names others is not a turn.
    #[test]
    fn no_line_is_about_another_board_or_player() {
        for line in [
            "d3 --unrated",
            "102 ann - d3",
            "d3 bob -",
            "resign -size=5",
            "ankor move 102 ann - d3",
            "signoff ann -",
            "I am away until Monday",
        ] {
            let is_refused = matches!(asked(line, Powers::TO_MOVE), OnBoard::Nothing(_));
            assert!(is_refused, "{line}");
        }
        let OnBoard::Act { act, .. } = asked("- d3", Powers::TO_MOVE) else { panic!() };
        let turn = Move::Play("-d3".to_owned());
        assert_eq!(act, BoardAction::Move(turn, None), "no game has such a turn");
        let OnBoard::Act { act, said } = asked("chat 102 bob -", Powers::TO_MOVE) else { panic!() };
        assert_eq!((act, said.as_deref()), (BoardAction::Chat, Some("102 bob -")));
    }

    #[test]
    fn what_an_answer_says() {
        for (text, expected) in [
            ("a:d2'", "turn a:d2'"),
            ("Hello,\n\nA:D2'\n\nthis one?", "turn a:d2'"),
            ("move a:d2'", "turn a:d2'"),
            ("Give up", "gives up"),
            ("solution.", "gives up"),
            ("resign", "gives up"),
            ("> a:d2'", "Your answer contains only"),
            ("propose", "The first line of your an"),
            ("a:d2'\nadfhiai3tumodm46ijflyr4ewqv5m", "It is not certain"),
            ("no idea", "The first line of your an"),
        ] {
            let found = match on_puzzle(reply::read(text).as_ref(), GameKind::Boche) {
                OnPuzzle::Turn(turn) => format!("turn {turn}"),
                OnPuzzle::GiveUp => "gives up".to_owned(),
                OnPuzzle::Unclear(refusal) => refusal.to_string(),
            };
            assert!(found.starts_with(expected), "{text:?}: {found}");
        }
    }
}
