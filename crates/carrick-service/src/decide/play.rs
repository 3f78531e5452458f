//! Turns, offers, resignations.

use carrick_games::Seat;

use super::Case;
use crate::command::{Action, Credential, Refusal};
use crate::table::Table;
use crate::{
    Addressee, BoardId, BoardRecord, Decision, Ended, Event, Message, Offer, OfferKind,
    RatingChange, SeatResult, TurnRecord, rating, reply,
};

impl<'a> Case<'a> {
    pub(super) fn play(
        self,
        board: BoardId,
        who: &Credential,
        action: &Action,
        number: Option<u32>,
    ) -> Result<Decision, Refusal> {
        let user = self.speaker(who)?;
        let record = self.state.boards.get(&board).ok_or_else(|| no_such_board(board))?;
        let [first, second] = &record.players;
        let seat = Seat::BOTH.into_iter().find(|seat| record.players[seat.index()] == user.id);
        let seat = seat.ok_or_else(|| {
            Refusal::new(format!("{board} is played by {first} and {second}, not by you"))
        })?;
        let player = Player { case: self, table: Table::new(record)?, seat };
        if let Some(SeatResult::Declined(by)) = record.ended.as_ref().map(|ended| ended.result) {
            let again = *action == Action::Resign && by == seat;
            return if again { Ok(player.declined()) } else { Err(no_such_board(board)) };
        }
        match action {
            Action::Play(text) => player.turn(text, number),
            Action::Propose => player.propose(),
            Action::Accept => player.accept(),
            Action::Reject => player.reject(),
            Action::Resign => player.resign(),
            Action::Undo => Err(super::not_yet("asking to take a turn back")),
        }
    }
}

/// The refusal for a board that does not exist, or exists no more.
pub(super) fn no_such_board(board: BoardId) -> Refusal {
    let BoardId { kind, number } = board;
    Refusal::new(format!(
        "there is no {kind} board {number}; `{kind} games` lists the boards there are"
    ))
}

/// A player at his board.
struct Player<'a> {
    case: Case<'a>,
    table: Table<'a>,
    seat: Seat,
}

impl Player<'_> {
    /// Plays a turn.
    fn turn(self, text: &str, number: Option<u32>) -> Result<Decision, Refusal> {
        let remark = self.case.body()?;
        if self.repeats_last_turn(text, number) {
            let messages = vec![self.report(self.seat, remark.as_deref())];
            return Ok(Decision { events: Vec::new(), messages, refused: false });
        }
        self.must_go_on()?;
        let ply = self.table.record.turns.len() as u32 + 1;
        if let Some(number) = number.filter(|&number| number != ply) {
            let past = if number < ply { "has been played already" } else { "is not reached yet" };
            return Err(Refusal::new(format!("turn {number} {past}; the next is turn {ply}")));
        }
        self.must_be_his_turn()?;
        let Player { case, table, seat } = self;
        let game = table.game.play_text(text).map_err(|error| {
            Refusal::new(format!(
                "{}; `{} show {}` shows the board",
                error.reason, table.record.id.kind, table.record.id.number
            ))
        })?;
        let turn = TurnRecord { text: game.last_turn().unwrap_or_default(), seat, at: case.now };
        let mut record = BoardRecord { offer: None, ..table.record.clone() };
        record.turns.push(turn.clone());
        let mut table = Table { record: &record, game };
        let board = record.id;
        let mut events =
            vec![Event::TurnPlayed { board, ply, turn, to_move: table.game.seat_to_move() }];
        if let Some(text) = &remark {
            let user = table.player(seat).clone();
            events.push(Event::Said { board, user, text: text.clone() });
        }
        let mut ended_record = record.clone();
        if let Some(ended) = table.ended(case.now) {
            events.extend(case.end(&mut ended_record, ended));
            table.record = &ended_record;
        }
        Ok(case.report_to_both(&table, events, remark.as_deref().map(|text| (seat, text))))
    }

    /// Offers a draw, or accepts the opponent's offer.
    fn propose(self) -> Result<Decision, Refusal> {
        self.must_go_on()?;
        match self.table.record.offer {
            Some(offer) if offer.by != self.seat && !offer.rejected => self.accept(),
            Some(offer) if offer.by == self.seat && offer.rejected => Err(Refusal::new(format!(
                "{} has rejected a draw; you may offer one again after the next turn",
                self.opponent()
            ))),
            Some(offer) if offer.by == self.seat => Ok(self.answer_again()),
            _ => {
                let offer = Offer { by: self.seat, kind: OfferKind::Draw, rejected: false };
                let board = self.table.record.id;
                let record = BoardRecord { offer: Some(offer), ..self.table.record.clone() };
                let table = Table { record: &record, game: self.table.game };
                Ok(self.case.report_to_both(&table, vec![Event::OfferMade { board, offer }], None))
            }
        }
    }

    /// Accepts the opponent's offer.
    fn accept(self) -> Result<Decision, Refusal> {
        let record = self.table.record;
        if record.ended.as_ref().is_some_and(|ended| ended.reason == "agreement") {
            return Ok(self.answer_again());
        }
        self.must_go_on()?;
        self.waiting_offer("accept")?;
        let mut record = BoardRecord { offer: None, ..record.clone() };
        let mut game = self.table.game;
        game.agree_draw();
        let ended = Table { record: self.table.record, game: game.clone() }.ended(self.case.now);
        let events = ended.map(|ended| self.case.end(&mut record, ended)).unwrap_or_default();
        Ok(self.case.report_to_both(&Table { record: &record, game }, events, None))
    }

    /// Rejects the opponent's offer.
    fn reject(self) -> Result<Decision, Refusal> {
        self.must_go_on()?;
        if self.table.record.offer.is_some_and(|offer| offer.by != self.seat && offer.rejected) {
            return Ok(self.answer_again());
        }
        let offer = Offer { rejected: true, ..self.waiting_offer("reject")? };
        let board = self.table.record.id;
        let record = BoardRecord { offer: Some(offer), ..self.table.record.clone() };
        let table = Table { record: &record, game: self.table.game };
        Ok(self.case.report_to_both(&table, vec![Event::OfferRejected { board }], None))
    }

    /// Resigns; before one's first turn, declines the game.
    fn resign(self) -> Result<Decision, Refusal> {
        let already = self.table.record.ended.as_ref();
        if already.is_some_and(|ended| {
            ended.reason == "resignation" && ended.result == SeatResult::Won(!self.seat)
        }) {
            return Ok(self.answer_again());
        }
        self.must_go_on()?;
        let Player { case, mut table, seat } = self;
        if !table.has_moved(seat) {
            let ended = Ended {
                result: SeatResult::Declined(seat),
                reason: "declined".to_owned(),
                at: case.now,
            };
            let event = Event::BoardEnded { board: table.record.id, ended };
            let mut decision = Player { case, table, seat }.declined();
            decision.events.push(event);
            return Ok(decision);
        }
        table.game.resign(seat);
        let mut record = BoardRecord { offer: None, ..table.record.clone() };
        let ended = table.ended(case.now);
        let events = ended.map(|ended| case.end(&mut record, ended)).unwrap_or_default();
        Ok(case.report_to_both(&Table { record: &record, game: table.game }, events, None))
    }

    /// What both players are told when the game was declined.
    fn declined(&self) -> Decision {
        let board = self.table.record.id;
        let text = format!(
            "{} has declined {board} by resigning before moving. The board is gone, and no rating \
             has changed.\n",
            self.table.player(self.seat)
        );
        let messages = Seat::BOTH
            .map(|seat| Message {
                to: Addressee::User(self.table.player(seat).clone()),
                subject: format!("{} board {}: declined", board.kind, board.number),
                text: text.clone(),
                board: Some(board),
            })
            .into();
        Decision { events: Vec::new(), messages, refused: false }
    }

    /// Whether the text is the turn this player has just made, sent once more.
    ///
    /// With a number that is certain. Without one, a turn that he could make now is a new turn
    /// (a player may pass twice in a row while setting up).
    fn repeats_last_turn(&self, text: &str, number: Option<u32>) -> bool {
        let ply = self.table.record.turns.len();
        let Some(last) = self.table.record.turns.last().filter(|last| last.seat == self.seat)
        else {
            return false;
        };
        let fits = match number {
            Some(number) => number as usize == ply,
            None => {
                self.table.game.seat_to_move() != Some(self.seat)
                    || self.table.game.check_text(text).is_err()
            }
        };
        let replayed = || self.table.game.at(ply - 1).play_text(text).ok()?.last_turn();
        fits && replayed().is_some_and(|name| name == last.text)
    }

    fn must_go_on(&self) -> Result<(), Refusal> {
        match self.table.result() {
            None => Ok(()),
            Some(result) => {
                Err(Refusal::new(format!("{} is over: {result}", self.table.record.id)))
            }
        }
    }

    fn must_be_his_turn(&self) -> Result<(), Refusal> {
        if self.table.game.seat_to_move() == Some(self.seat) {
            return Ok(());
        }
        Err(Refusal::new(format!(
            "it is not your turn on {}, but that of {}",
            self.table.record.id,
            self.opponent()
        )))
    }

    fn waiting_offer(&self, verb: &str) -> Result<Offer, Refusal> {
        self.table.record.offer.filter(|offer| offer.by != self.seat && !offer.rejected).ok_or_else(
            || Refusal::new(format!("there is no offer of {} to {verb}", self.opponent())),
        )
    }

    fn opponent(&self) -> &crate::Userid {
        self.table.player(!self.seat)
    }

    /// The answer to a command whose effect is there already.
    fn answer_again(&self) -> Decision {
        Decision {
            events: Vec::new(),
            messages: vec![self.report(self.seat, None)],
            refused: false,
        }
    }

    fn report(&self, seat: Seat, remark: Option<&str>) -> Message {
        reply::report(&self.table, seat, remark.map(|text| (self.seat, text)))
    }
}

impl Case<'_> {
    /// A report to each player, drawn for himself. A remark does not reach a player who has blocked the
    /// speaker, and the speaker is told so.
    fn report_to_both(
        self,
        table: &Table<'_>,
        events: Vec<Event>,
        remark: Option<(Seat, &str)>,
    ) -> Decision {
        let mut messages = Seat::BOTH.map(|seat| {
            let heard = remark.filter(|&(speaker, _)| {
                !self.is_blocked_by(table.player(speaker), table.player(seat))
            });
            reply::report(table, seat, heard)
        });
        if let Some((speaker, _)) = remark
            && self.is_blocked_by(table.player(speaker), table.player(!speaker))
        {
            let other = table.player(!speaker);
            let note = format!("\n{other} takes no messages from you and was not told this.\n");
            messages[speaker.index()].text.push_str(&note);
        }
        Decision { events, messages: messages.into(), refused: false }
    }

    /// Ends a board: the record is completed, and the events are returned, ratings included.
    fn end(self, record: &mut BoardRecord, ended: Ended) -> Vec<Event> {
        let board = record.id;
        let winner = match ended.result {
            SeatResult::Won(seat) => Some(seat),
            SeatResult::Draw | SeatResult::Declined(_) => None,
        };
        record.ended = Some(ended.clone());
        let mut events = vec![Event::BoardEnded { board, ended }];
        if record.terms.rated && record.has_begun() {
            let before = Seat::BOTH.map(|seat| {
                let key = (board.kind, record.players[seat.index()].clone());
                self.state.ratings.get(&key).copied().unwrap_or_default()
            });
            let changes: [RatingChange; 2] = rating::rate(before, winner);
            record.rating_changes = Some(changes);
            events.extend(Seat::BOTH.map(|seat| Event::RatingChanged {
                kind: board.kind,
                user: record.players[seat.index()].clone(),
                board,
                seat,
                change: changes[seat.index()],
            }));
        }
        events
    }
}
