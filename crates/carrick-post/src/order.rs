//! What an answer to a turn's mail may do.

use carrick_mail::reply::Reply;
use carrick_server::OnBoard;
use carrick_service::{Action, BoardId, Command, GameCommand, Refusal, Userid, command};
use carrick_tokens::{Power, ReplyToken, TokenError};

/// What the answer asks to be done on the token's board in the player's name, if the token allows it.
pub(crate) fn of(reply: &Reply, token: &ReplyToken, player: &Userid) -> OnBoard {
    if reply.line.is_empty() {
        return OnBoard::Nothing(Refusal::new(
            "your answer says nothing beside what it quotes; write your turn on its first line, alone, \
             above the quotation",
        ));
    }
    let (text, body) = reply.command(token.board, player);
    let command = match command::parse(&text) {
        Ok(command) => command,
        Err(_) => return OnBoard::Nothing(no_turn(&reply.line, token.board)),
    };
    match power(&command, token.board, player) {
        Some(power) if token.powers.allow(power) => OnBoard::Do(command, body),
        Some(Power::Resign) => OnBoard::AskWhetherHeResigns { has_words: body.is_some() },
        Some(_) => OnBoard::Nothing(Refusal::new(
            "the mail that you answered asks whether you resign, and `resign` is the one word that it \
             takes; a turn is an answer to the mail about that turn",
        )),
        None => OnBoard::Nothing(Refusal::new(
            "an answer to a turn's mail is a turn, or one of confirm, chat, propose, undo, accept, reject and \
             resign; other commands are the Subject of a mail of their own",
        )),
    }
}

/// What is said to an answer that begins with something else, in terms of the answer: the player has typed no
/// command.
fn no_turn(line: &str, board: BoardId) -> Refusal {
    let turn = board.kind.facts().turn;
    let is_one_word = !line.contains(' ');
    let why = match is_one_word && command::looks_latin(line) {
        true => ": it has a letter of another alphabet that looks like a Latin one",
        false => "",
    };
    Refusal::new(format!(
        "the first line of your answer is no turn{why}. So nothing was done. It should be a turn and nothing else, \
         such as {turn}; or one of pass, swap, resign, propose, undo, accept, reject and confirm; or chat, and \
         below it what you want to say. Answer that mail or this one; `{kind} help` says how turns are \
         written",
        kind = board.kind
    ))
}

/// The power that a command needs; none is enough for one that is not about this board, this player and
/// one of these actions.
fn power(command: &Command, board: BoardId, player: &Userid) -> Option<Power> {
    let Command::Game(_, command) = command else { return None };
    let (on, who, power) = match command {
        GameCommand::Move { board, who, action, .. } => {
            let power = match action {
                Action::Play(_) => Power::Play,
                Action::Propose | Action::Undo => Power::Offer,
                Action::Accept | Action::Reject => Power::Answer,
                Action::Resign => Power::Resign,
            };
            (board, who, power)
        }
        GameCommand::Chat(board, who) => (board, who, Power::Chat),
        GameCommand::Confirm(board, who) => (board, who, Power::Play),
        _ => return None,
    };
    (*on == board && who.user == *player && who.password.is_none()).then_some(power)
}

/// Why an address that looks like that of a turn's mail is none.
pub(crate) fn bad_token(error: TokenError) -> Refusal {
    Refusal::new(match error {
        TokenError::Expired => {
            "the mail that you answered is too old to be answered with a turn; `help commands` says how \
             a turn is played with a password"
        }
        TokenError::Malformed | TokenError::UnknownKey | TokenError::Forged => {
            "the address that your mail went to is no turn's; answer a mail about a turn without changing \
             the address, or play with your password: `help commands` says how"
        }
    })
}

/// Why nothing can be done on a board that is not there.
pub(crate) fn no_board(board: BoardId) -> Refusal {
    Refusal::new(format!("there is no {board} any more, so nothing was done"))
}

#[cfg(test)]
mod tests {
    use carrick_games::{GameKind, Seat};
    use carrick_mail::reply;
    use carrick_tokens::Powers;

    use super::*;

    /// What comes of the first line of an answer, to a turn's mail and to the question whether one resigns.
    #[track_caller]
    fn check(line: &str, to_move: &str, resigning: &str) {
        let ann: Userid = "ann".parse().unwrap();
        let found = [Powers::TO_MOVE, Powers::RESIGN].map(|powers| {
            let token = ReplyToken {
                board: BoardId { kind: GameKind::Ankor, number: 101 },
                generation: 3,
                seat: Seat::First,
                powers,
                expires: "2008-06-01T00:00:00Z".parse().unwrap(),
            };
            match of(&reply::read(line), &token, &ann) {
                OnBoard::Do(command, _) => command.to_string(),
                OnBoard::AskWhetherHeResigns { has_words } => {
                    assert!(!has_words);
                    "asks".to_owned()
                }
                OnBoard::Nothing(refusal) => format!("no: {refusal}").chars().take(20).collect(),
            }
        });
        assert_eq!(found, [to_move, resigning], "{line}");
    }

    #[test]
    fn what_an_answer_may_do() {
        let only_resigning = "no: The mail that yo";
        check("d3", "ankor move 101 ann - d3", only_resigning);
        check("Move d3-f4", "ankor move 101 ann - d3-f4", only_resigning);
        check("swap", "ankor move 101 ann - swap", only_resigning);
        check("propose", "ankor move 101 ann - propose", only_resigning);
        check("confirm", "ankor confirm 101 ann -", only_resigning);
        check("undo", "ankor move 101 ann - undo", only_resigning);
        check("accept", "ankor move 101 ann - accept", only_resigning);
        check("chat Hello", "ankor chat 101 ann -", only_resigning);
        check("resign", "asks", "ankor move 101 ann - resign");
        let no_turn = "no: Your answer says";
        check("", no_turn, no_turn);
        check("> d3", no_turn, no_turn);
        let other = "no: An answer to a t";
        check("queue d3 f4", other, other);
        // Of an East Asian keyboard.
        check("ｄ３－ｆ４", "ankor move 101 ann - d3-f4", only_resigning);
    }

    #[test]
    fn a_cyrillic_letter_is_told() {
        let board = BoardId { kind: GameKind::Ankor, number: 101 };
        assert!(no_turn("\u{441}3", board).to_string().contains("another alphabet"));
        assert!(!no_turn("x3", board).to_string().contains("another alphabet"));
        assert!(!no_turn("Да, хороший ход", board).to_string().contains("another alphabet"));
    }

    #[test]
    fn no_line_becomes_a_command_of_another_kind() {
        for line in [
            "d3 --unrated",
            "- d3",
            "102 ann - d3",
            "d3 bob -",
            "resign -size=5",
            "chat 102 bob -",
            "ankor move 102 ann - d3",
            "signoff ann -",
            "I am away until Monday",
        ] {
            let ann: Userid = "ann".parse().unwrap();
            let (text, _) =
                reply::read(line).command(BoardId { kind: GameKind::Ankor, number: 101 }, &ann);
            let Ok(command) = command::parse(&text) else { continue };
            let board = BoardId { kind: GameKind::Ankor, number: 101 };
            let is_ours = power(&command, board, &ann).is_some();
            assert!(is_ours && command.to_string().starts_with("ankor "), "{line}: {command}");
        }
    }
}
