//! A turn by the computer, or its answer to an offer.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use carrick_engine::{ChosenTurn, Exact, Limits, Thought, Value};
use carrick_games::{GameKind, PASS};
use carrick_service::{
    Action, BoardAction, BoardId, ComputerLevel, ComputerTask, EngineUse, Message, Move, Needs,
    OfferKind, Sender, State, Userid, decide_answer, running_game_of,
};
use carrick_store::{Job, LogEntry};
use jiff::{SignedDuration, Timestamp};
use tokio::sync::OwnedSemaphorePermit;
use tokio::{task, time};

use crate::computer::thinkers::{CachedSearch, LEAST_BYTES, Thinker};
use crate::computer::worker::{JobSlot, Length, Strength, WorkError, Worker, WorkerRun};
use crate::computer::yielding::{Rested, Yielding};

/// Lowest level at which the computer resigns a proved loss. Weaker levels continue to play,
/// because learners want to see their win on the board.
const RESIGNS_FROM: ComputerLevel = ComputerLevel::MIDDLE;

/// The computer's answer to a question on a board.
///
/// * A turn: the one that its level plays, or resignation when every turn is proved to lose.
/// * A request to take a turn back is granted in unrated games.
/// * A draw is accepted unless the computer thinks that it is ahead. In a rated game it must have
///   proved that it is not, so that no one gains points without playing for them.
///
/// `limits` bound the search of the strongest level; weaker levels need less. The same arguments
/// give the same answer, as long as one thread searches and the nodes end it.
#[must_use]
pub fn answer(task: &ComputerTask, limits: Limits<'_>) -> Move {
    match Thinker::new(task, LEAST_BYTES) {
        Some(mut thinker) => {
            answer_by(&mut |limits: Limits<'_>| thinker.choose(task, limits, &()), task, limits)
        }
        None => Move::Resign,
    }
}

/// A way to choose a turn.
type Choose<'c> = &'c mut dyn FnMut(Limits<'_>) -> Option<ChosenTurn<String>>;

/// The answer of a player that may have searched the game before; it also depends on the contents
/// of its tree.
fn answer_by(choose: Choose<'_>, task: &ComputerTask, limits: Limits<'_>) -> Move {
    match task.offer.map(|offer| offer.kind) {
        Some(OfferKind::Undo) if task.rated => Move::Reject,
        Some(OfferKind::Undo) => Move::Accept,
        Some(OfferKind::Draw) => {
            let choice = choose(limits);
            let agrees = choice.is_some_and(|choice| agrees(task, &choice.thought));
            if agrees { Move::Accept } else { Move::Reject }
        }
        None => match choose(limits) {
            Some(ChosenTurn { turn, thought }) if !gives_up(task, &thought) => Move::Play(turn),
            _ => Move::Resign,
        },
    }
}

/// Chat message after the opponent's second pass in a row.
const OFFER_TO_COUNT: &str =
    "You have passed twice in a row. If you pass again, I pass as well, and the game is counted.";

/// How clearly the opponent wants to count a practice game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CountWish {
    /// They have passed twice in a row.
    Guessed,
    /// They have passed again after that.
    Granted,
}

/// What an opponent wants who passes again and again in Anchor, whatever is left to gain. A rated
/// game is played to its end.
fn wish_to_count(task: &ComputerTask) -> Option<CountWish> {
    if task.rated || task.offer.is_some() || task.board.kind != GameKind::Anchor {
        return None;
    }
    let turns = task.game.turn_names();
    match turns.iter().rev().step_by(2).take_while(|turn| *turn == PASS).count() {
        0 | 1 => None,
        2 => Some(CountWish::Guessed),
        _ => Some(CountWish::Granted),
    }
}

/// Whether the computer accepts a draw; it need not be its turn.
fn agrees(task: &ComputerTask, thought: &Thought) -> bool {
    let (value, proved) = match task.game.seat_to_move() == Some(task.seat) {
        true => (thought.value, thought.proved),
        false => (1.0 - thought.value, thought.proved.map(Value::reversed)),
    };
    is_no_better_than_a_draw(value, proved, task.rated)
}

fn is_no_better_than_a_draw(value: f32, proved: Option<Value>, rated: bool) -> bool {
    match proved {
        Some(worth) => worth != Value::Win,
        None => !rated && value <= 0.5,
    }
}

fn gives_up(task: &ComputerTask, thought: &Thought) -> bool {
    let lost = thought.proved == Some(Value::Loss);
    lost && task.level >= RESIGNS_FROM && task.has_moved
}

// The worker's part: the search, and the decision that stores its answer.

impl<C> Worker<C>
where
    C: Fn() -> Timestamp,
{
    /// Searches for the answer to a claimed job, and stores it. A second thread helps the strongest
    /// level if one is free. `slot` is free for others after the search.
    pub(super) async fn play(
        &self,
        job: Job,
        length: Length,
        crew: &WorkerRun,
        slot: Option<JobSlot>,
    ) -> Result<Vec<Message>, WorkError> {
        let board = job.board()?;
        let needs = Needs { boards: [board].into(), ..Needs::default() };
        let state = self.store.read(&needs).await?;
        let Some(record) = state.boards.get(&board) else { return Ok(Vec::new()) };
        let Some(task) = ComputerTask::on(record) else {
            // Since the claim the opponent may have resigned, or taken a turn back.
            let is_game = record.game().is_ok();
            return if is_game { Ok(Vec::new()) } else { Err(WorkError::NoAnswer(board)) };
        };
        let player = record.players[task.seat.index()].clone();
        let opponent = record.players[(!task.seat).index()].clone();
        let start = Instant::now();
        let (chosen, said) = match self.running_game(&task, opponent).await? {
            Some(running) => unaided(&task, running),
            None => match wish_to_count(&task) {
                Some(CountWish::Granted) => (Move::Play(PASS.to_owned()), None),
                wish => {
                    let said = wish.map(|_| OFFER_TO_COUNT.to_owned());
                    (self.think(&task, length, crew).await?, said)
                }
            },
        };
        drop(slot);
        if crew.stopping.load(Ordering::Relaxed) {
            self.store.release_job(&job).await?;
            return Ok(Vec::new());
        }
        if let Some(metrics) = &self.metrics {
            metrics.thought(task.level, start.elapsed());
        }
        // If an answer appeared together with the opponent's own turn, they would not notice it.
        let early = (task.since + self.pace).duration_since((self.clock)());
        if early.is_positive() && early <= self.pace {
            time::sleep(early.unsigned_abs()).await;
        }
        // No two turns have the same time, even if the clock was set back.
        let now = self.store.time((self.clock)());
        let at = now.max(task.since + SignedDuration::from_micros(1));
        let turn = Action::Board(board, BoardAction::Move(chosen.clone(), None));
        let entry = LogEntry {
            id: None,
            at,
            command: turn.line(Some(&player)),
            sender: Sender::User(player),
            reply_to: None,
        };
        let decide = move |state: &State| decide_answer(state, &task, chosen, said, at);
        let committed = self.store.transaction(&needs, &entry, decide).await?;
        if committed.refused { Err(WorkError::NoAnswer(board)) } else { Ok(committed.messages) }
    }

    /// The opponent's running game without engine help in which the position of the computer's task
    /// for practice occurs.
    async fn running_game(
        &self,
        task: &ComputerTask,
        opponent: Userid,
    ) -> Result<Option<BoardId>, WorkError> {
        if task.rated {
            return Ok(None);
        }
        let mut needs = Needs::default();
        needs.running_games(task.board.kind, Some(&opponent));
        let running = self.store.read(&needs).await?.boards;
        let game = task.game.clone();
        let looked = task::spawn_blocking(move || {
            running_game_of(&opponent, EngineUse::Turn(&game), running.values())
        });
        looked.await.map_err(|_| WorkError::NoAnswer(task.board))
    }

    async fn think(
        &self,
        task: &ComputerTask,
        length: Length,
        crew: &WorkerRun,
    ) -> Result<Move, WorkError> {
        let is_strongest = task.level == ComputerLevel::MAX && length == Length::Long;
        let most = if is_strongest { self.strength.threads - 1 } else { 0 };
        let help = crew.help(most).await;
        let threads = 1 + help.as_ref().map_or(0, OwnedSemaphorePermit::num_permits);
        let strength = Strength { threads, ..self.strength };
        let bytes = match length {
            Length::Hurried => LEAST_BYTES,
            Length::Long | Length::Short => threads * crew.bytes,
        };
        let (board, task) = (task.board, task.clone());
        let (stopping, yielding) = (crew.stopping.clone(), crew.yielding.clone());
        let (thinkers, analyses) = (self.thinkers.clone(), self.analyses.clone());
        let exact = self.exact.clone();
        let thinking = task::spawn_blocking(move || {
            let _help = help;
            let _analyses_rest = analyses.as_ref().map(|analyses| analyses.begin());
            let _others_rest = (length == Length::Hurried).then(|| yielding.begin());
            let rests = (length == Length::Long).then_some(&*yielding);
            let mut thinking = thinkers.take(&task, bytes)?;
            Some(strength.answer(&mut thinking, &task, &stopping, rests, &*exact))
        });
        thinking.await.ok().flatten().ok_or(WorkError::NoAnswer(board))
    }
}

/// An answer that reveals nothing of what the computer thinks, and the reason for it: a random
/// turn, always the same one in a position.
fn unaided(task: &ComputerTask, running: BoardId) -> (Move, Option<String>) {
    let said = |what: &str| {
        Some(format!(
            "{what} without thinking, since this position belongs to {running}, which you are playing. I \
             will think again when that game has ended, or when this one takes another course."
        ))
    };
    match task.offer.map(|offer| offer.kind) {
        Some(OfferKind::Undo) => (Move::Accept, None),
        Some(OfferKind::Draw) => (Move::Reject, said("I reject a draw")),
        None => {
            let seed = (u64::from(task.board.number) << 32) | u64::from(task.generation);
            let turn = fastrand::Rng::with_seed(seed).choice(task.game.legal());
            (turn.map_or(Move::Resign, Move::Play), said("I play a turn"))
        }
    }
}

impl Strength {
    /// Answers within the time limit, or with the best answer so far if it is stopped. Pauses for
    /// other searches do not count.
    fn answer(
        self,
        thinking: &mut CachedSearch<'_>,
        task: &ComputerTask,
        stopping: &AtomicBool,
        yielding: Option<&Yielding>,
        exact: &dyn Exact,
    ) -> Move {
        let (start, rested) = (Instant::now(), Rested::default());
        let given_up = || stopping.load(Ordering::Relaxed);
        let stop = || {
            if let Some(yielding) = yielding {
                yielding.rest(&rested, given_up);
            }
            let rested = rested.time() / u32::try_from(self.threads).unwrap_or(u32::MAX);
            given_up() || start.elapsed() >= self.time + rested
        };
        let limits = Limits { nodes: self.nodes, stop: &stop, threads: self.threads };
        answer_by(&mut |limits: Limits<'_>| thinking.choose(task, limits, exact), task, limits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_computer_gives_draws_away_only_in_practice() {
        for (value, proved, practice, rated) in [
            (0.6, None, false, false),
            (0.5, None, true, false),
            (0.1, None, true, false),
            (1.0, Some(Value::Win), false, false),
            (0.5, Some(Value::Draw), true, true),
            (0.0, Some(Value::Loss), true, true),
        ] {
            let given = [false, true].map(|rated| is_no_better_than_a_draw(value, proved, rated));
            assert_eq!(given, [practice, rated], "{value} {proved:?}");
        }
    }
}
