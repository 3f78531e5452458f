//! `undo`: asking to take the last turn back, and doing it.

use super::play::{Player, said};
use crate::command::Refusal;
use crate::effects::{BoardEvent, Decision, Event};
use crate::playing::Table;
use crate::reply;
use crate::state::{BoardRecord, Expired, Offer, OfferKind};

impl Player<'_> {
    /// Asks the opponent for leave to take the player's last turn back, with the turns since. In a
    /// game for practice that is over, the game goes on from there.
    pub(super) fn ask_undo(self) -> Result<Decision, Refusal> {
        let practice = self.table.record.is_practice_of(self.seat);
        if let Some(result) = self.table.result().filter(|_| !practice) {
            return Err(Refusal::new(format!(
                "{} is over: {result}. Turns of a game that is over are taken back only in practice \
                 against the computer",
                self.table.record.id
            )));
        }
        if self.table.last_turn_of(self.seat).is_none() {
            return Err(Refusal::new(format!(
                "you have played no turn on {} that could be taken back",
                self.table.record.id
            )));
        }
        match self.table.record.offer {
            Some(offer) if offer.by != self.seat && !offer.rejected => {
                Err(self.answer_first(offer))
            }
            Some(offer) if offer.by == self.seat && offer.kind == OfferKind::Undo => {
                if offer.rejected {
                    return Err(Refusal::new(format!(
                        "taking the turn back was rejected by {}; you may ask again after the next turn",
                        self.opponent()
                    )));
                }
                self.answer_again()
            }
            _ if practice => self.undo_in_practice(),
            _ => self.offer(OfferKind::Undo),
        }
    }

    /// Asks and goes back in one: in a game for practice the computer agrees, and there is nothing
    /// to wait for. A game that is over is reopened first.
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

    /// Goes back to before the last turn of the player who asked for it, since their opponent
    /// agrees.
    pub(super) fn take_back(self, offer: Offer) -> Result<Decision, Refusal> {
        let before = self.table.record;
        let ply = self.table.last_turn_of(offer.by).ok_or_else(|| {
            Refusal::new(format!("there is no turn of {} to take back", self.opponent()))
        })?;
        let undone = BoardEvent::TurnsUndone { by: offer.by, ply: ply as u32 };
        let mut record = BoardRecord { ended: None, ..before.clone() };
        record.apply(&undone, self.case.now);
        let mut events = vec![Event::Board(record.id, undone)];
        let table = Table::with(&record, self.table.game.at(ply));
        let words = self.case.words_beside_action()?;
        let remark = words.as_deref().map(|text| (self.seat, text));
        let messages = self.case.to_both(&table, remark, |seat, heard| {
            let dropped = before.plans.queues[seat.index()].as_ref().map(|line| {
                format!("Your queue is dropped, since turns were taken back. It was: {line}.")
            });
            reply::report_with(self.case.scene(), &table, seat, dropped.as_slice(), heard)
        });
        events.extend(said(&table, remark));
        Ok(Decision { events, messages, refused: false })
    }

    /// Makes an offer in place of whatever was offered before.
    pub(super) fn offer(self, kind: OfferKind) -> Result<Decision, Refusal> {
        let offer = Offer { by: self.seat, kind, rejected: false };
        let board = self.table.record.id;
        let record = BoardRecord { offer: Some(offer), ..self.table.record.clone() };
        let table = Table::with(&record, self.table.game);
        self.case.report_to_both(
            &table,
            self.seat,
            vec![Event::Board(board, BoardEvent::OfferMade(offer))],
        )
    }

    /// An offer of the opponent's waits, and this player makes another.
    pub(super) fn answer_first(&self, offer: Offer) -> Refusal {
        let what = offer.kind.verb();
        let who = self.opponent();
        Refusal::new(format!("an offer waits to be accepted or rejected first: {who} {what}"))
    }
}
