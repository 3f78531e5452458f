//! Commands about a game other than its turns: conditional moves, submitted turns, undo, hints.
//!
//! First `queue`: conditional moves.

use carrick_coach::hint::{Hint, Step};

use crate::about::About;
use crate::decide::context::{DecisionContext, WaitingBounds};
use crate::decide::playing::{PlayerAtBoard, TurnsInProgress, said, tried};
use crate::effects::{Addressee, BoardEvent, Decision, Event, Message};
use crate::people::{BoardId, Userid, computer_level};
use crate::playing::{BoardInPlay, EngineUse, QueuedTurns, plays_alone};
use crate::refusal::{EngineWork, Refusal};
use crate::reply;
use crate::requests::Sender;
use crate::state::{AskedHint, BoardRecord, Expired, Offer, OfferKind, Plans, State};

/// The text with a queue, which only its player sees.
const BESIDE_QUEUE: &str = "The text with `queue`";

impl DecisionContext<'_> {
    pub(crate) fn queue(self, board: BoardId, line: Option<&str>) -> Result<Decision, Refusal> {
        let player = self.player(board)?;
        match line.map(QueuedTurns::read) {
            Some(queue) if queue.is_empty() => Err(Refusal::NoLine),
            Some(queue) if player.queued_before(&queue) => player.shown_again(BESIDE_QUEUE),
            Some(queue) => {
                player.must_go_on()?;
                if player.must_be_their_turn().is_ok() {
                    player.play_and_queue(queue)
                } else {
                    let queue = queue.checked(&player.table.game, player.seat, 0)?;
                    player.set_queue(&queue)
                }
            }
            None => {
                player.must_go_on()?;
                player.set_queue(&QueuedTurns::default())
            }
        }
    }
}

impl PlayerAtBoard<'_> {
    /// Whether this same line has just been queued and its first turn played.
    fn queued_before(&self, queue: &QueuedTurns) -> bool {
        let Ok((turn, rest)) = queue.clone().split_first() else { return false };
        let record = self.table.record;
        let left = record.plans.queues[self.seat.index()].as_deref();
        self.repeats_last_turn(&turn, None) && left == rest.stored().as_deref()
    }

    /// Keeps a queue until the opponent has moved.
    fn set_queue(self, queue: &QueuedTurns) -> Result<Decision, Refusal> {
        let before = &self.table.record.plans;
        let mut plans = before.clone();
        plans.queues[self.seat.index()] = queue.stored();
        let events = if plans == *before { vec![] } else { vec![self.plans_changed(&plans)] };
        let record = BoardRecord { plans, ..self.table.record.clone() };
        let table = BoardInPlay::with(&record, self.table.game);
        let player = PlayerAtBoard { table, ..self };
        Ok(Decision { events, ..player.shown_again(BESIDE_QUEUE)? })
    }

    /// Plays the first turn of the line, since it is their turn, and queues the rest.
    fn play_and_queue(self, queue: QueuedTurns) -> Result<Decision, Refusal> {
        let (turn, rest) = queue.split_first()?;
        let PlayerAtBoard { context, table, seat } = self;
        let words = context.body()?;
        let before = table.record.plans.clone();
        let game = tried(&table, &turn)?;
        let rest = match game.seat_to_move() {
            None => QueuedTurns::default(),
            Some(next) if next == seat && !rest.is_empty() => {
                return Err(Refusal::NothingToQueue);
            }
            Some(_) => rest.checked(&game, seat, 1)?,
        };
        let mut turns = TurnsInProgress::new(context, table);
        turns.play(seat, game);
        if let Some(text) = &words {
            turns.say(seat, text);
        }
        turns.queue(seat, &rest);
        turns.answer_from_queues();
        Ok(turns.decide(&before, words.as_deref().map(|text| (seat, text))))
    }

    pub(crate) fn plans_changed(&self, plans: &Plans) -> Event {
        Event::Board(self.table.record.id, BoardEvent::PlansChanged(plans.clone()))
    }
}

// `submit` and `confirm`: a private look at a turn, and then the turn.

impl DecisionContext<'_> {
    pub(crate) fn submit(
        self,
        board: BoardId,
        turn: &str,
        number: Option<u32>,
    ) -> Result<Decision, Refusal> {
        let player = self.player(board)?;
        player.must_go_on()?;
        player.must_be_next(number)?;
        player.must_be_their_turn()?;
        let game = tried(&player.table, turn)?;
        let submitted = game.last_turn();
        let before = &player.table.record.plans;
        let plans = Plans { submitted: submitted.clone(), ..before.clone() };
        let events = if plans == *before { vec![] } else { vec![player.plans_changed(&plans)] };
        let record = player.table.record;
        let table = BoardInPlay::with(record, game);
        let mut text = reply::submitted(&table, player.seat);
        if player.has_unsaid_words()? {
            let unsaid = player.unsaid("The text with `submit`");
            let unsaid = format!("{unsaid}; send it with `confirm`.");
            text.words.push_str(&format!("\n{}", reply::wrapped(&unsaid, 0)));
        }
        let message = Message {
            to: Addressee::User(table.player(player.seat).clone()),
            subject: format!(
                "{} board {}: {} submitted",
                board.kind,
                board.number,
                submitted.unwrap_or_default()
            ),
            text: text.words,
            board: Some(board),
            link: None,
            about: text.about,
        };
        Ok(Decision { events, messages: vec![message], refusal: None })
    }

    pub(crate) fn confirm(self, board: BoardId) -> Result<Decision, Refusal> {
        let player = self.player(board)?;
        match &player.table.record.plans.submitted {
            Some(turn) if player.must_be_their_turn().is_ok() => player.turn(turn, None),
            _ if player.has_just_moved() => player.repeated(),
            _ => {
                player.must_go_on()?;
                player.must_be_their_turn()?;
                let me = player.table.player(player.seat).clone();
                Err(Refusal::NothingSubmitted { board, me })
            }
        }
    }
}

impl PlayerAtBoard<'_> {
    /// Whether the last turn was theirs, or the queued answer to theirs.
    fn has_just_moved(&self) -> bool {
        let turns = &self.table.record.turns[self.first_of_last_turns()..];
        turns.first().is_some_and(|turn| turn.seat == self.seat)
    }
}

// `undo`: asking to take the last turn back, and taking it back.

impl PlayerAtBoard<'_> {
    /// Asks the opponent to let the player take back their last turn and all turns since. A
    /// finished practice game continues from there.
    pub(crate) fn ask_undo(self) -> Result<Decision, Refusal> {
        let practice = self.table.record.is_practice_of(self.seat);
        if let Some(result) = self.table.result().filter(|_| !practice) {
            let board = self.table.record.id;
            return Err(Refusal::Over { board, result, is_undo: true });
        }
        if self.table.last_turn_of(self.seat).is_none() {
            return Err(Refusal::NothingToUndo(self.table.record.id));
        }
        match self.table.record.offer {
            Some(offer) if offer.by != self.seat && !offer.rejected => {
                Err(self.answer_first(offer))
            }
            Some(offer) if offer.by == self.seat && offer.kind == OfferKind::Undo => {
                if offer.rejected {
                    let by = self.opponent().clone();
                    return Err(Refusal::Rejected { offer: OfferKind::Undo, by });
                }
                self.answer_again()
            }
            _ if practice => self.undo_in_practice(),
            _ => self.offer(OfferKind::Undo),
        }
    }

    /// Asks and takes back in one step: in a practice game the computer always agrees, so there is
    /// nothing to wait for. A finished game is reopened first.
    fn undo_in_practice(self) -> Result<Decision, Refusal> {
        let (board, by) = (self.table.record.id, self.seat);
        let offer = Offer { by, kind: OfferKind::Undo, rejected: false };
        let over = self.table.record.ended.is_some();
        let mut decision = self.take_back(offer)?;
        decision.events.insert(0, Event::Board(board, BoardEvent::OfferMade(offer)));
        if over {
            let expired = Expired::default();
            decision
                .events
                .insert(0, Event::Board(board, BoardEvent::Reopened { to_move: by, expired }));
        }
        Ok(decision)
    }

    /// Goes back to before the last turn of the player who asked, because their opponent agrees.
    pub(crate) fn take_back(self, offer: Offer) -> Result<Decision, Refusal> {
        let before = self.table.record;
        let opponent = || self.opponent().clone();
        let ply = self.table.last_turn_of(offer.by);
        let ply = ply.ok_or_else(|| Refusal::NothingToUndoOf(opponent()))?;
        let undone = BoardEvent::TurnsUndone { by: offer.by, ply: ply as u32 };
        let mut record = BoardRecord { ended: None, ..before.clone() };
        record.apply(&undone, self.context.now);
        let mut events = vec![Event::Board(record.id, undone)];
        let table = BoardInPlay::with(&record, self.table.game.at(ply));
        let words = self.context.words_beside_action()?;
        let remark = words.as_deref().map(|text| (self.seat, text));
        let messages = self.context.to_both(&table, remark, |seat, heard| {
            let dropped = before.plans.queues[seat.index()].as_ref().map(|line| {
                format!(
                    "Your queue has been dropped, because turns were taken back. It was: \
                         {line}."
                )
            });
            reply::report_with(self.context.snapshot(), &table, seat, dropped.as_slice(), heard)
        });
        events.extend(said(&table, remark));
        Ok(Decision { events, messages, refusal: None })
    }

    /// Makes an offer, which replaces any earlier one.
    pub(crate) fn offer(self, kind: OfferKind) -> Result<Decision, Refusal> {
        let offer = Offer { by: self.seat, kind, rejected: false };
        let board = self.table.record.id;
        let record = BoardRecord { offer: Some(offer), ..self.table.record.clone() };
        let table = BoardInPlay::with(&record, self.table.game);
        self.context.report_to_both(
            &table,
            self.seat,
            vec![Event::Board(board, BoardEvent::OfferMade(offer))],
        )
    }

    /// The opponent's offer is still open, and this player makes another.
    pub(crate) fn answer_first(&self, offer: Offer) -> Refusal {
        Refusal::OfferWaits { offer: offer.kind, by: self.opponent().clone() }
    }
}

// Hints in practice games: asking for one, and getting it step by step.

/// Limits of the queue, so that no hint takes longer than a few minutes.
const HINTS: WaitingBounds = WaitingBounds { work: EngineWork::Hints, most: 100 };

impl DecisionContext<'_> {
    /// Asks for a hint, or gives the next step of the existing one.
    ///
    /// # Errors
    /// When this is not a practice game, it is not the sender's turn, or too many hints are queued.
    pub(crate) fn hint(self, board: BoardId, step: Option<Step>) -> Result<Decision, Refusal> {
        let player = self.player(board)?;
        player.must_go_on()?;
        player.must_practise()?;
        player.must_be_their_turn()?;
        self.must_be_lent(self.speaker()?, EngineUse::Practice(&player.table.game))?;
        match &self.state.hint.asked {
            Some(AskedHint { hint: Some(hint), told, .. }) => {
                Ok(player.tell(hint, *told, step.unwrap_or_else(|| next(*told))))
            }
            Some(asked) => Ok(player.answer(format!("{} {}", asked.waits(), ask_again(board)))),
            None => player.ask_for_hint(),
        }
    }

    /// Whether the sender is known only from an email, whose answer comes too early for a hint.
    const fn is_mail(self) -> bool {
        matches!(self.request.sender, Sender::Address(_) | Sender::Claim(_))
    }
}

impl PlayerAtBoard<'_> {
    /// # Errors
    /// When this game must be played without help.
    fn must_practise(&self) -> Result<(), Refusal> {
        let record = self.table.record;
        if !plays_alone(record) {
            return Ok(());
        }
        let is_rated = computer_level(self.opponent()).is_some();
        Err(Refusal::NoHints { board: record.id, is_rated })
    }

    /// # Errors
    /// When too many hints are queued.
    fn ask_for_hint(self) -> Result<Decision, Refusal> {
        let (record, queue) = (self.table.record, &self.context.state.hint.queue);
        HINTS.must_have_room(queue, 1)?;
        let mailed = self.context.is_mail();
        let asked = AskedHint {
            generation: record.generation(),
            told: None,
            hint: None,
            ahead: queue.ahead,
            mailed,
        };
        let again = if mailed {
            "You get it by email as soon as it is found.".to_owned()
        } else {
            ask_again(record.id)
        };
        let marked = "From now on the game is marked as one with hints.";
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

    /// Gives a hint up to a step, or as far as it was given before.
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

/// Stores a hint that was found for a player, if their board has not changed. Sends its first step
/// if they asked for it by email, or if `tells` is set.
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

/// The step after those already given.
fn next(told: Option<Step>) -> Step {
    told.map_or(Step::Where, |told| told.next().unwrap_or(told))
}

fn ask_again(BoardId { kind, number }: BoardId) -> String {
    format!("To see it: `{kind} hint {number} <userid> <password>`, or the page of the board.")
}

fn message(to: Addressee, board: BoardId, text: String) -> Message {
    let subject = format!("{} board {}: hint", board.kind, board.number);
    let about = About::default();
    Message { to, subject, text, board: Some(board), link: None, about }
}
