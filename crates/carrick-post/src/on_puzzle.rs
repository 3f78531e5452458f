//! Turns in answers to the mails of puzzles.

use carrick_games::GameKind;
use carrick_mail::Doubt;
use carrick_mail::reply::{Intent, Reply};
use carrick_server::OnPuzzle;
use carrick_service::{Action, BoardAct, Refusal};

/// Lines that ask for the solution; to resign is the same.
const GIVES_UP: [&str; 4] = ["give up", "giveup", "solution", "resign"];

/// The turn in an answer, read as one on a board of the game is.
pub(crate) fn of(reply: Result<&Reply, &Doubt>, kind: GameKind) -> OnPuzzle {
    let reply = match reply {
        Ok(reply) => reply,
        Err(doubt) => return OnPuzzle::Unclear(Refusal::in_words(doubt.to_string())),
    };
    if GIVES_UP.iter().any(|words| reply.line.eq_ignore_ascii_case(words)) {
        return OnPuzzle::GiveUp;
    }
    match reply.intent(kind) {
        Intent::Act { act: BoardAct::Action { action: Action::Play(turn), .. }, .. } => {
            OnPuzzle::Turn(turn)
        }
        Intent::Nothing => OnPuzzle::Unclear(Refusal::in_words(
            "your answer says nothing beside what it quotes; write your turn on its first line, alone, above \
             the quotation",
        )),
        Intent::Act { .. } | Intent::Queue | Intent::Unclear => {
            OnPuzzle::Unclear(Refusal::in_words(format!(
                "the first line of your answer is no turn; it should be a turn and nothing else, such as {}, or \
                 `give up`. `{kind} help` says how turns are written",
                kind.facts().turn
            )))
        }
    }
}

#[cfg(test)]
mod tests {
    use carrick_mail::reply;

    use super::*;

    #[test]
    fn what_an_answer_says() {
        for (text, expected) in [
            ("a:d2'", "turn a:d2'"),
            ("Hello,\n\nA:D2'\n\nthis one?", "turn a:d2'"),
            ("move a:d2'", "turn a:d2'"),
            ("Give up", "gives up"),
            ("solution.", "gives up"),
            ("resign", "gives up"),
            ("> a:d2'", "Your answer says nothing"),
            ("propose", "The first line of your an"),
            ("a:d2'\nadfhiai3tumodm46ijflyr4ewqv5m", "It is not certain"),
            ("no idea", "The first line of your an"),
        ] {
            let found = match of(reply::read(text).as_ref(), GameKind::Boche) {
                OnPuzzle::Turn(turn) => format!("turn {turn}"),
                OnPuzzle::GiveUp => "gives up".to_owned(),
                OnPuzzle::Unclear(refusal) => refusal.to_string(),
            };
            assert!(found.starts_with(expected), "{text:?}: {found}");
        }
    }
}
