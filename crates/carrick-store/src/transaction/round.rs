//! Rounds: requests that were waiting at the same time and are carried out in one transaction.
//!
//! They are decided one after another. Most play a turn and do nothing else, so turns are not
//! written one by one: those of different boards wait until something else has to see them, and a
//! few statements then write all of them. When these contradict what is stored, they are undone,
//! and each turn is written by itself, to see which it was.

use std::collections::{BTreeSet, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};

use carrick_service::{
    Addressee, BoardEvent, BoardId, Decision, Event, Link, Message, Needs, State,
};
use tokio::sync::oneshot;

use crate::boards;
use crate::boards::turns::PlayedTurn;
use crate::boards::{record, turns};
use crate::database::{Columns as _, ForTurns, Lock, StoreError, Version, Writer};
use crate::mail::outbox;
use crate::store::{
    Committed, Known, LogEntry, Mail, Memory, Outcome, Queued, Request, Work, can_be_shared,
    changed_alone,
};
use crate::transaction::group::{Ahead, Group};
use crate::transaction::mail::GivenUp;
use crate::transaction::{load, log, mail, write};

struct Round<'r, 'c> {
    writer: &'r mut Writer<'c>,
    lock: Lock,
    known: &'r mut Known,
    /// Turns that are decided and not written yet, of different boards.
    turns: VecDeque<Turn>,
    group: &'r mut Group,
    ahead: &'r mut Ahead,
}

/// A request that plays a turn and does nothing else.
pub(super) struct Turn {
    pub(super) entry: LogEntry,
    pub(super) decision: Decision,
    pub(super) answer: oneshot::Sender<Outcome>,
}

/// Outcome of a request in a transaction.
enum Step {
    Done(Outcome),
    /// It plays a turn, which is not written yet.
    Turn(LogEntry, Decision),
    /// It must be carried out while nobody else writes.
    Left(Box<Request>),
}

/// Carries out a round, one request after another, after turns that are `decided` already. After an
/// error, the rest of the round is left, not begun.
pub(super) async fn carry_out(
    writer: &mut Writer<'_>,
    lock: Lock,
    waiting: &mut VecDeque<Queued>,
    decided: VecDeque<Turn>,
    group: &mut Group,
    (known, memory): (&mut Known, &Memory),
    ahead: &mut Ahead,
) -> Result<(), StoreError> {
    let loaded = load_together(writer, lock, in_common(waiting), (known, memory)).await;
    if let Err(error) = loaded {
        let answers = waiting.drain(..).map(|one| one.answer);
        let answers = decided.into_iter().map(|turn| turn.answer).chain(answers);
        group.done.extend(answers.map(|answer| (answer, Ok(Err(error.again())))));
        return Err(error);
    }
    for Turn { decision, .. } in &decided {
        note_turn(known, decision);
    }
    let mut round = Round { writer, lock, known, turns: decided, group, ahead };
    let ended = round.carry_out_all(waiting).await;
    if let Err(error) = &ended {
        let failed = round.turns.drain(..).map(|turn| (turn.answer, Ok(Err(error.again()))));
        round.group.done.extend(failed);
    }
    ended
}

impl Round<'_, '_> {
    async fn carry_out_all(&mut self, waiting: &mut VecDeque<Queued>) -> Result<(), StoreError> {
        while let Some(next) = waiting.front() {
            let state = self.state_for(&next.work);
            if state.is_none() {
                self.write_turns(false).await?;
            }
            let Some(Queued { work, answer, .. }) = waiting.pop_front() else { break };
            let step = match work {
                Work::Request(request) => self.carry_out(request, state).await,
                Work::Mail(mail) => self.take_in(mail).await.map(Step::Done),
            };
            match step.unwrap_or_else(|error| Step::Done(Ok(Err(error)))) {
                Step::Done(outcome) => self.finish(answer, outcome)?,
                Step::Turn(entry, decision) => {
                    self.turns.push_back(Turn { entry, decision, answer });
                }
                // Those after it are decided after it.
                Step::Left(request) => {
                    let work = Work::Request(*request);
                    self.group.left.push_back(Queued { work, is_exclusive: true, answer });
                    self.group.left.append(waiting);
                }
            }
        }
        self.write_turns(true).await
    }

    /// Notes the outcome of a request; an error after which the transaction cannot go on is
    /// returned, too.
    fn finish(
        &mut self,
        answer: oneshot::Sender<Outcome>,
        outcome: Outcome,
    ) -> Result<(), StoreError> {
        let broken = match &outcome {
            Ok(Err(error)) if error.is_failure() => Err(error.again()),
            _ => Ok(()),
        };
        self.group.done.push((answer, outcome));
        broken
    }

    /// The state that a request needs, if it was loaded and no turn that waits to be written says
    /// more about it.
    fn state_for(&self, work: &Work) -> Option<State> {
        let Work::Request(Request { needs, entry, .. }) = work else { return None };
        let is_same = |one: &Turn| (&one.entry.id, &one.entry.sender) == (&entry.id, &entry.sender);
        let may_repeat = entry.id.is_some() && self.turns.iter().any(is_same);
        if may_repeat { None } else { self.known.part(needs) }
    }

    async fn carry_out(
        &mut self,
        request: Request,
        state: Option<State>,
    ) -> Result<Step, StoreError> {
        let connection = self.writer.now().await?;
        if let Some(answer) = log::recorded(connection, &request.entry).await? {
            return Ok(Step::Done(Ok(Ok(answer))));
        }
        let state = match state {
            Some(state) => state,
            None => load::state(connection, &request.needs).await?,
        };
        let decision = if self.lock == Lock::Shared {
            let decide = request.decide.copy();
            match catch_unwind(AssertUnwindSafe(|| decide.decide(&state))) {
                Ok(decision) if !stays_on(&decision, &request.needs.boards) => {
                    return Ok(Step::Left(Box::new(request)));
                }
                decided => decided,
            }
        } else {
            catch_unwind(AssertUnwindSafe(|| request.decide.decide(&state)))
        };
        let decision = match decision {
            Ok(decision) => decision,
            Err(panic) => return Ok(Step::Done(Err(panic))),
        };
        // Some commands only ask the user to confirm something.
        let leaves_nothing = decision.events.is_empty() && !decision.messages.iter().any(asks);
        let entry = request.entry;
        // A refused request that comes again is decided again.
        let is_kept = entry.id.is_some() && decision.refusal.is_none();
        if leaves_nothing && !is_kept && entry.reply_to.is_none() {
            return Ok(Step::Done(Ok(Ok(log::committed(decision)))));
        }
        if note_turn(self.known, &decision) {
            return Ok(Step::Turn(entry, decision));
        }
        self.known.note(&decision.events);
        self.write_turns(false).await?;
        Ok(Step::Done(Ok(self.write_down(&entry, decision).await)))
    }

    async fn take_in(&mut self, mail: Mail) -> Result<Outcome, StoreError> {
        self.known.note_anything();
        match mail::take_in(self.writer.now().await?, mail).await {
            Ok((committed, is_written)) => {
                self.group.wrote |= is_written;
                Ok(Ok(Ok(committed)))
            }
            Err(GivenUp::Store(error)) => Err(error),
            Err(GivenUp::Panic(panic)) => Ok(Err(panic)),
        }
    }

    /// Writes the turns that wait for it; `is_last` says that nothing else of the round waits.
    /// After an error, those that are not answered are left.
    async fn write_turns(&mut self, is_last: bool) -> Result<(), StoreError> {
        if self.turns.len() > 1 {
            let messages = self.turns.iter().map(|turn| turn.decision.messages.len()).sum();
            let connection = self.writer.now().await?;
            let numbers = ForTurns::look_up(connection, self.turns.len(), messages).await?;
            let writing = write_together(self.writer, &self.turns, (messages, numbers));
            // What is left of the round comes before whatever else waits.
            let written = if is_last {
                self.ahead.while_doing(writing, self.known).await
            } else {
                writing.await
            };
            match written {
                Ok(()) => {
                    self.group.wrote = true;
                    let done = self.turns.drain(..);
                    let done =
                        done.map(|turn| (turn.answer, Ok(Ok(log::committed(turn.decision)))));
                    self.group.done.extend(done);
                }
                Err(error) if error.is_failure() => return Err(error),
                Err(_) => self.writer.undo().await?,
            }
        }
        while let Some(Turn { entry, decision, answer }) = self.turns.pop_front() {
            let written = self.write_down(&entry, decision).await;
            self.finish(answer, Ok(written))?;
        }
        Ok(())
    }

    /// Writes a decision whole, or nothing of it.
    async fn write_down(
        &mut self,
        entry: &LogEntry,
        decision: Decision,
    ) -> Result<Committed, StoreError> {
        self.writer.begin();
        let written = async {
            write::events(self.writer, &decision.events, entry.at).await?;
            log::record(self.writer, entry, decision).await
        };
        let written = written.await;
        if let Err(error) = &written {
            // It is not as was noted.
            self.known.note_anything();
            if !error.is_failure() {
                self.writer.undo().await?;
            }
        }
        self.group.wrote |= written.is_ok();
        written
    }
}

/// Boards and shared needs of the requests of a round.
fn in_common(waiting: &VecDeque<Queued>) -> (Vec<BoardId>, Needs) {
    let needs = || {
        waiting.iter().filter_map(|one| match &one.work {
            Work::Request(request) => Some(&request.needs),
            Work::Mail(_) => None,
        })
    };
    let boards = needs().flat_map(|needs| &needs.boards).copied().collect();
    (boards, shared(needs()))
}

/// Locks the boards of a round, unless nobody else writes, and loads the state that its requests
/// share, as far as it is not known.
async fn load_together(
    writer: &mut Writer<'_>,
    lock: Lock,
    (boards, shared): (Vec<BoardId>, Needs),
    (known, memory): (&mut Known, &Memory),
) -> Result<(), StoreError> {
    if lock == Lock::Shared {
        let locked = boards::lock(writer.now().await?, boards).await?;
        if let Some(first) = locked.first() {
            *known = memory.of_locked(Version::of_server(first.raw("alone")?), &shared);
        }
        for row in &locked {
            known.renew(row.board()?, |board| record::renewed(board, row))?;
        }
    }
    let lacks = known.lacks(shared);
    if lacks != Needs::default() {
        let loaded = load::state(writer.now().await?, &lacks).await?;
        known.add(lacks, loaded);
    }
    Ok(())
}

/// The shared part of several needs.
fn shared<'a>(needs: impl Iterator<Item = &'a Needs>) -> Needs {
    let mut shared = Needs::default();
    for needs in needs.filter(|needs| can_be_shared(needs)) {
        shared.boards.extend(&needs.boards);
        shared.users.extend(needs.users.iter().cloned());
    }
    shared
}

/// Whether a decision changes nothing but some boards: what belongs to each of them alone.
fn stays_on(decision: &Decision, boards: &BTreeSet<BoardId>) -> bool {
    let stays = |event| changed_alone(event).is_some_and(|board| boards.contains(&board));
    decision.events.iter().all(stays) && !decision.messages.iter().any(asks)
}

/// Notes the turn of a decision that does nothing else; returns whether it is such a one.
fn note_turn(known: &mut Known, decision: &Decision) -> bool {
    let turn = lone_turn(decision);
    if let Some(turn) = &turn {
        known.note_turn(turn);
    }
    turn.is_some()
}

/// Whether a message asks its user to confirm a change of their account.
pub(super) const fn asks(message: &Message) -> bool {
    matches!(message.link, Some(Link::Change(_)))
}

/// The turn of a decision, if it does nothing else on a board that is in play afterwards.
pub(super) fn lone_turn(decision: &Decision) -> Option<PlayedTurn<'_>> {
    let (played, due) = match decision.events.as_slice() {
        [played] => (played, None),
        [played, Event::Board(board, BoardEvent::Scheduled(due))] => (played, Some((board, *due))),
        _ => return None,
    };
    let Event::Board(board, BoardEvent::TurnPlayed { ply, turn, to_move: Some(to_move) }) = played
    else {
        return None;
    };
    let is_for_listener = |message: &Message| matches!(message.to, Addressee::Listener(_));
    let is_lone = due.is_none_or(|(scheduled, _)| scheduled == board)
        && decision.refusal.is_none()
        && !decision.messages.iter().any(|message| asks(message) || is_for_listener(message));
    is_lone.then(|| PlayedTurn {
        board: *board,
        ply: *ply,
        turn,
        to_move: *to_move,
        due: due.map_or(turn.at, |(_, due)| due),
        change: None,
    })
}

/// Writes the turns of different boards, their messages and the log in a statement for each table.
async fn write_together(
    writer: &mut Writer<'_>,
    turns: &VecDeque<Turn>,
    (messages, numbers): (usize, Option<ForTurns>),
) -> Result<(), StoreError> {
    writer.begin();
    if let Some(numbers) = &numbers {
        numbers.take(writer.later());
    }
    let first = numbers.as_ref().and_then(|numbers| numbers.change);
    let played = turns.iter().filter_map(|turn| lone_turn(&turn.decision));
    let played = (0..).zip(played).map(|(place, turn)| {
        let change = first.map(|first| first + place);
        PlayedTurn { change, ..turn }
    });
    turns::turns_played(writer.later(), &played.collect::<Vec<_>>());
    let numbers = match numbers {
        Some(numbers) => numbers,
        // Only now that no turn contradicts what is stored.
        None => ForTurns::of_server(writer.now().await?, turns.len(), messages).await?,
    };
    let batch = writer.later();
    let requested = numbers.requests.into_iter().zip(turns);
    log::put_each(batch, requested.clone().map(|(number, turn)| (number, &turn.entry)));
    let told = requested.flat_map(|(request, Turn { entry, decision, .. })| {
        let tells_news = decision.tells_news();
        decision.messages.iter().map(move |message| (request, entry, message, tells_news))
    });
    let told = told.zip(numbers.messages).map(|((request, entry, message, tells_news), number)| {
        ([number, request], entry, message, tells_news)
    });
    outbox::put_each(batch, told);
    writer.send().await
}
