//! `queue`: conditional moves.

use super::course::Course;
use super::play::{Player, tried};
use crate::command::{Credential, Refusal};
use crate::decide::case::Case;
use crate::effects::{BoardEvent, Decision, Event};
use crate::people::BoardId;
use crate::playing::{Queue, Table};
use crate::state::{BoardRecord, Plans};

/// The words beside a queue, which is for its player alone.
const BESIDE_QUEUE: &str = "What is written beside `queue`";

impl Case<'_> {
    pub(in crate::decide) fn queue(
        self,
        board: BoardId,
        who: &Credential,
        line: Option<&str>,
    ) -> Result<Decision, Refusal> {
        let player = self.player(board, who)?;
        match line.map(Queue::read) {
            Some(queue) if queue.is_empty() => Err(Refusal::of_words(
                "the line of moves is missing; `clear` in its place forgets what is queued",
            )),
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
                player.set_queue(&Queue::default())
            }
        }
    }
}

impl Player<'_> {
    /// Whether this very line has just been queued, and its first turn played at once.
    fn queued_before(&self, queue: &Queue) -> bool {
        let Ok((turn, rest)) = queue.clone().split_first() else { return false };
        let record = self.table.record;
        let left = record.plans.queues[self.seat.index()].as_deref();
        self.repeats_last_turn(&turn, None) && left == rest.stored().as_deref()
    }

    /// Keeps a queue until the opponent has moved.
    fn set_queue(self, queue: &Queue) -> Result<Decision, Refusal> {
        let before = &self.table.record.plans;
        let mut plans = before.clone();
        plans.queues[self.seat.index()] = queue.stored();
        let events = if plans == *before { vec![] } else { vec![self.plans_changed(&plans)] };
        let record = BoardRecord { plans, ..self.table.record.clone() };
        let table = Table::with(&record, self.table.game);
        let player = Player { table, ..self };
        Ok(Decision { events, ..player.shown_again(BESIDE_QUEUE)? })
    }

    /// Plays the first turn of the line, since it is their turn, and queues the rest.
    fn play_and_queue(self, queue: Queue) -> Result<Decision, Refusal> {
        let (turn, rest) = queue.split_first()?;
        let Player { case, table, seat } = self;
        let words = case.body()?;
        let before = table.record.plans.clone();
        let game = tried(&table, &turn)?;
        let rest = match game.seat_to_move() {
            None => Queue::default(),
            Some(next) if next == seat && !rest.is_empty() => {
                return Err(Refusal::new(
                    "you are to move again after that, so there is nothing to queue yet; play it with \
                     move",
                ));
            }
            Some(_) => rest.checked(&game, seat, 1)?,
        };
        let mut course = Course::new(case, table);
        course.play(seat, game);
        if let Some(text) = &words {
            course.say(seat, text);
        }
        course.queue(seat, &rest);
        course.answer_from_queues();
        Ok(course.decide(&before, words.as_deref().map(|text| (seat, text))))
    }

    pub(super) fn plans_changed(&self, plans: &Plans) -> Event {
        Event::Board(self.table.record.id, BoardEvent::PlansChanged(plans.clone()))
    }
}
