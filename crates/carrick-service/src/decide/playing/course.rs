//! The course of a board: turns played on it, and the consequences of each.

use carrick_games::{AnyGame, Seat};

use crate::decide::case::Case;
use crate::effects::{BoardEvent, Decision, Event};
use crate::playing::{Answer, Queue, Table};
use crate::reply;
use crate::state::{BoardRecord, Plans, TurnRecord};

/// A board on which turns are being played, with their events so far.
pub(super) struct Course<'a> {
    case: Case<'a>,
    record: BoardRecord,
    game: AnyGame,
    events: Vec<Event>,
    /// Notices for each player alone.
    notices: [Vec<String>; 2],
}

impl<'a> Course<'a> {
    /// The board as it is, before the turn.
    pub(super) fn new(case: Case<'a>, table: Table<'_>) -> Self {
        let record = table.record.clone();
        Self { case, record, game: table.game, events: Vec::new(), notices: Default::default() }
    }

    /// Plays a turn of `seat`: `game` is the game after it.
    pub(super) fn play(&mut self, seat: Seat, game: AnyGame) {
        let text = game.last_turn().unwrap_or_default().into();
        let at = self.record.not_before_its_turn(self.case.now);
        let turn = TurnRecord { text, seat, at };
        self.game = game;
        let ply = self.record.turns.len() as u32 + 1;
        let played = BoardEvent::TurnPlayed { ply, turn, to_move: self.game.seat_to_move() };
        self.record.apply(&played, at);
        self.events.push(Event::Board(self.record.id, played));
        let table = Table::with(&self.record, self.game.clone());
        if let Some(ended) = table.ended(at) {
            self.events.extend(self.case.end(&mut self.record, ended));
        }
    }

    /// Passes on the words of a player beside their turn.
    pub(super) fn say(&mut self, seat: Seat, text: &str) {
        let user = self.record.players[seat.index()].clone();
        self.events
            .push(Event::Board(self.record.id, BoardEvent::Said { user, text: text.to_owned() }));
    }

    /// Replaces the queue of `seat`.
    pub(super) fn queue(&mut self, seat: Seat, queue: &Queue) {
        if self.record.ended.is_none() {
            self.record.plans.queues[seat.index()] = queue.stored();
        }
    }

    /// Plays the queued answers to the last turn, the answers to those, and so on until somebody
    /// must think. It ends, since every answer shortens the queue that it comes from. The queue of
    /// a suspended player stays as it is.
    pub(super) fn answer_from_queues(&mut self) {
        while let (Some(seat), Some(last)) = (self.game.seat_to_move(), self.record.turns.last()) {
            let player = self.case.state.users.get(&self.record.players[seat.index()]);
            let is_suspended = player.is_some_and(|user| user.suspended.is_some());
            let answers = last.seat != seat && !is_suspended;
            let Some(text) = self.record.plans.queues[seat.index()].take_if(|_| answers) else {
                break;
            };
            let before = self.game.at(self.record.turns.len() - 1);
            let dropped = match Queue::read(&text).answer(&before, &self.game) {
                Answer::Play { game, rest } => {
                    self.play(seat, *game);
                    self.queue(seat, &rest);
                    let turn = self.record.turns.last().map_or("", |turn| &turn.text);
                    self.notices[seat.index()].push(format!("Your queued {turn} was played."));
                    continue;
                }
                Answer::Unforeseen => {
                    format!("Your queue had no answer to {}, and is dropped.", last.text)
                }
                Answer::Illegal { turn, reason } => {
                    format!("Your queue is dropped, since {turn} cannot be played: {reason}.")
                }
            };
            self.notices[seat.index()].push(format!("{dropped} It was: {text}."));
        }
    }

    /// A report to each player, drawn as that player sees the board. `before` are the plans that
    /// the store holds.
    pub(super) fn decide(mut self, before: &Plans, remark: Option<(Seat, &str)>) -> Decision {
        if self.record.ended.is_none() && self.record.plans.queues != before.queues {
            let plans = self.record.plans.clone();
            self.events.push(Event::Board(self.record.id, BoardEvent::PlansChanged(plans)));
        }
        let table = Table::with(&self.record, self.game);
        let messages = self.case.to_both(&table, remark, |seat, heard| {
            reply::report_with(self.case.scene(), &table, seat, &self.notices[seat.index()], heard)
        });
        Decision { events: self.events, messages, refused: false }
    }
}
