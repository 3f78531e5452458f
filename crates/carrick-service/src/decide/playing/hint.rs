//! Hints in practice games: asking for one, and hearing it step by step.

use carrick_coach::hint::{Hint, Step};

use super::play::Player;
use crate::command::{Credential, Refusal};
use crate::decide::case::{Case, QueueBounds};
use crate::effects::{Addressee, BoardEvent, Decision, Event, Message};
use crate::people::{BoardId, Userid, computer_level};
use crate::playing::{EngineUse, plays_alone};
use crate::reply;
use crate::requests::Sender;
use crate::state::{AskedHint, State};

/// Bounds of the queue, so that no hint waits longer than a few minutes.
const HINTS: QueueBounds = QueueBounds { what: "hints", most: 100, wait: "a few minutes" };

impl Case<'_> {
    /// Asks for a hint, or tells the next step of the one that there is.
    ///
    /// # Errors
    /// When this is no practice game, or not the sender's turn, or too many hints wait.
    pub(in crate::decide) fn hint(
        self,
        board: BoardId,
        who: &Credential,
        step: Option<Step>,
    ) -> Result<Decision, Refusal> {
        let player = self.player(board, who)?;
        player.must_go_on()?;
        player.must_practise()?;
        player.must_be_their_turn()?;
        self.must_be_lent(self.speaker(who)?, EngineUse::Practice(&player.table.game))?;
        match &self.state.hint.asked {
            Some(AskedHint { hint: Some(hint), told, .. }) => {
                Ok(player.tell(hint, *told, step.unwrap_or_else(|| next(*told))))
            }
            Some(asked) => Ok(player.answer(format!("{} {}", asked.waits(), ask_again(board)))),
            None => player.ask_for_hint(),
        }
    }

    /// Whether the sender is known by a mail alone, whose answer comes too early for a hint.
    const fn is_mail(self) -> bool {
        matches!(self.request.sender, Sender::Address(_) | Sender::Claim(_))
    }
}

impl Player<'_> {
    /// # Errors
    /// When players find their turns by themselves on this board.
    fn must_practise(&self) -> Result<(), Refusal> {
        let record = self.table.record;
        if !plays_alone(record) {
            return Ok(());
        }
        let BoardId { kind, .. } = record.id;
        let is_computer = computer_level(self.opponent()).is_some();
        let why = if is_computer { "the game is rated" } else { "it is a game between people" };
        Err(Refusal::new(format!(
            "there are no hints on {}: {why}, and you find your turns by yourself; hints are for \
             practice games, which `{kind} computer` begins",
            record.id
        )))
    }

    /// # Errors
    /// When too many hints wait.
    fn ask_for_hint(self) -> Result<Decision, Refusal> {
        let (record, queue) = (self.table.record, &self.case.state.hint.queue);
        HINTS.must_have_room(queue, 1)?;
        let mailed = self.case.is_mail();
        let asked = AskedHint {
            generation: record.generation(),
            told: None,
            hint: None,
            ahead: queue.ahead,
            mailed,
        };
        let again = if mailed {
            "It comes by mail when it is found.".to_owned()
        } else {
            ask_again(record.id)
        };
        let marked = "The game is marked as one with hints from now on.";
        let text = format!("{} {marked} {again}", asked.waits());
        let event = Event::Board(
            record.id,
            BoardEvent::HintAsked {
                generation: asked.generation,
                asker: record.players[self.seat.index()].clone(),
                mailed,
            },
        );
        let mut decision = self.answer(text);
        decision.events.push(event);
        Ok(decision)
    }

    /// Tells a hint up to a step, or as far as it was told before.
    fn tell(&self, hint: &Hint, told: Option<Step>, step: Step) -> Decision {
        let step = told.map_or(step, |told| told.max(step));
        let record = self.table.record;
        let text = reply::hint(record.id, &self.table.game, hint, step);
        let mut decision = Decision {
            messages: vec![message(Addressee::Sender, record.id, text)],
            ..Decision::default()
        };
        if told != Some(step) {
            let (board, generation) = (record.id, record.generation());
            decision.events.push(Event::Board(board, BoardEvent::HintTold { generation, step }));
        }
        decision
    }

    fn answer(&self, text: String) -> Decision {
        let board = self.table.record.id;
        let text = reply::wrapped(&text, 0);
        Decision { messages: vec![message(Addressee::Sender, board, text)], ..Decision::default() }
    }
}

/// Takes in a hint that was found for a player, if their board is still as it was. Its first step
/// is told to them where they asked for it by mail, or `tells` says so.
///
/// `state` must hold the board and its hint.
#[must_use]
pub fn decide_hint(
    state: &State,
    board: BoardId,
    generation: u32,
    asker: &Userid,
    hint: Hint,
    tells: bool,
) -> Decision {
    let waits = |asked: &&AskedHint| asked.generation == generation && asked.hint.is_none();
    let asked = state.hint.asked.as_ref().filter(waits);
    let record = state.boards.get(&board).filter(|record| record.ended.is_none());
    let (Some(asked), Some(game)) = (asked, record.and_then(|record| record.game().ok())) else {
        return Decision::default();
    };
    let tells = tells || asked.mailed;
    let mut decision = Decision::default();
    if tells {
        let text = reply::hint(board, &game, &hint, Step::Where);
        decision.messages.push(message(Addressee::User(asker.clone()), board, text));
    }
    decision.events.push(Event::Board(board, BoardEvent::HintFound { generation, hint }));
    if tells {
        decision
            .events
            .push(Event::Board(board, BoardEvent::HintTold { generation, step: Step::Where }));
    }
    decision
}

/// The step after those that were told.
fn next(told: Option<Step>) -> Step {
    told.map_or(Step::Where, |told| told.next().unwrap_or(told))
}

fn ask_again(BoardId { kind, number }: BoardId) -> String {
    format!("To see it: `{kind} hint {number} <userid> <password>`, or the page of the board.")
}

fn message(to: Addressee, board: BoardId, text: String) -> Message {
    let subject = format!("{} board {}: hint", board.kind, board.number);
    Message { to, subject, text, board: Some(board), link: None }
}
