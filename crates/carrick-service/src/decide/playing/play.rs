//! Turns, offers, resignations.

use carrick_games::{AnyGame, DrawBy, Seat, WinBy};

use super::course::Course;
use crate::command::{Action, Credential, Refusal};
use crate::decide::case::{Case, no_such_board};
use crate::effects::{Addressee, Decision, Event, Message};
use crate::people::BoardId;
use crate::playing::Table;
use crate::reply;
use crate::state::{BoardRecord, Ended, Ending, Offer, OfferKind, Readers, SeatResult};

impl<'a> Case<'a> {
    pub(in crate::decide) fn play(
        self,
        board: BoardId,
        who: &Credential,
        action: &Action,
        number: Option<u32>,
    ) -> Result<Decision, Refusal> {
        let player = match (self.seated(board, who)?, action) {
            (player, Action::Resign) if player.has_declined() => return Ok(player.declined()),
            (player, _) => player.of_a_game()?,
        };
        if !matches!(action, Action::Play(_)) {
            player.must_be_next(number)?;
        }
        match action {
            Action::Play(text) => player.turn(text, number),
            Action::Propose => player.propose(),
            Action::Accept => player.accept(),
            Action::Reject => player.reject(),
            Action::Resign => player.resign(),
            Action::Undo => player.ask_undo(),
        }
    }

    /// The sender at a board on which there is, or was, a game that they play.
    ///
    /// # Errors
    /// The sender has not proved who they are; there is no such board; it is not theirs.
    pub(super) fn player(self, board: BoardId, who: &Credential) -> Result<Player<'a>, Refusal> {
        self.seated(board, who)?.of_a_game()
    }

    fn seated(self, board: BoardId, who: &Credential) -> Result<Player<'a>, Refusal> {
        let user = self.speaker(who)?;
        let record = self.state.boards.get(&board).ok_or_else(|| no_such_board(board))?;
        let [first, second] = &record.players;
        let seat = record.seat_of(&user.id).ok_or_else(|| {
            Refusal::new(format!("{board} is played by {first} and {second}, not by you"))
        })?;
        Ok(Player { case: self, table: Table::new(record)?, seat })
    }
}

/// The game after a turn, if the turn can be played.
///
/// # Errors
/// Why not.
pub(super) fn tried(table: &Table<'_>, text: &str) -> Result<AnyGame, Refusal> {
    table.game.clone().play_text(text).map_err(|error| {
        let reason = error.reason;
        let sentence = match reason.meant() {
            Some(_) => reason.to_string(),
            None => {
                let BoardId { kind, number } = table.record.id;
                format!("{reason}; `{kind} show {number}` shows the board")
            }
        };
        Refusal::of_turn(sentence, &reason)
    })
}

/// A player at their board.
pub(super) struct Player<'a> {
    pub(super) case: Case<'a>,
    pub(super) table: Table<'a>,
    pub(super) seat: Seat,
}

impl<'a> Player<'a> {
    /// The player, unless the game was declined: then there is no board any more.
    fn of_a_game(self) -> Result<Self, Refusal> {
        match self.table.record.ended.as_ref().map(|ended| ended.result()) {
            Some(SeatResult::Declined(_)) => Err(no_such_board(self.table.record.id)),
            _ => Ok(self),
        }
    }

    fn has_declined(&self) -> bool {
        let ended = self.table.record.ended.as_ref();
        ended.is_some_and(|ended| ended.ending == Ending::Declined(self.seat))
    }
}

impl Player<'_> {
    /// Plays a turn, and the queued answers to it.
    pub(super) fn turn(self, text: &str, number: Option<u32>) -> Result<Decision, Refusal> {
        let remark = self.case.body()?;
        if self.repeats_last_turn(text, number) {
            return Ok(self.repeated(remark.as_deref()));
        }
        self.must_go_on()?;
        self.must_be_next(number)?;
        self.must_be_their_turn()?;
        let Player { case, table, seat } = self;
        let before = &table.record.plans;
        let game = tried(&table, text)?;
        let mut course = Course::new(case, table);
        course.play(seat, game);
        if let Some(text) = &remark {
            course.say(seat, text);
        }
        course.answer_from_queues();
        Ok(course.decide(before, remark.as_deref().map(|text| (seat, text))))
    }

    /// Offers a draw, or accepts the opponent's offer.
    fn propose(self) -> Result<Decision, Refusal> {
        self.must_go_on()?;
        match self.table.record.offer {
            Some(offer) if offer.by != self.seat && !offer.rejected => match offer.kind {
                OfferKind::Draw => self.accept(),
                OfferKind::Undo => Err(self.answer_first(offer)),
            },
            Some(offer) if offer.by == self.seat && is_draw(offer) && offer.rejected => {
                Err(Refusal::new(format!(
                    "a draw was rejected by {}; you may offer one again after the next turn",
                    self.opponent()
                )))
            }
            Some(offer) if offer.by == self.seat && is_draw(offer) => Ok(self.answer_again()),
            _ => Ok(self.offer(OfferKind::Draw)),
        }
    }

    /// Accepts the opponent's offer.
    fn accept(self) -> Result<Decision, Refusal> {
        let record = self.table.record;
        let agreed = Ending::Drawn(DrawBy::Agreement);
        if record.ended.as_ref().is_some_and(|ended| ended.ending == agreed) {
            return Ok(self.answer_again());
        }
        self.must_go_on()?;
        let taken_back = record.undone.by == Some(!self.seat) && record.offer.is_none();
        if taken_back {
            return Ok(self.answer_again());
        }
        let offer = self.waiting_offer("accept")?;
        if offer.kind == OfferKind::Undo {
            return self.take_back(offer);
        }
        Ok(self.end_by(AnyGame::agree_draw))
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
        let table = Table::with(&record, self.table.game);
        Ok(self.case.report_to_both(&table, vec![Event::OfferRejected { board }], None))
    }

    /// Resigns; before one's first turn, declines the game.
    fn resign(self) -> Result<Decision, Refusal> {
        let resigned = Ending::Won(!self.seat, WinBy::Resignation);
        let already = self.table.record.ended.as_ref();
        if already.is_some_and(|ended| ended.ending == resigned) {
            return Ok(self.answer_again());
        }
        self.must_go_on()?;
        let Player { case, table, seat } = self;
        if !table.has_moved(seat) {
            let ended = Ended { ending: Ending::Declined(seat), at: case.now };
            let event = Event::BoardEnded { board: table.record.id, ended };
            let mut decision = Player { case, table, seat }.declined();
            decision.events.push(event);
            return Ok(decision);
        }
        Ok(Player { case, table, seat }.end_by(|game| game.resign(seat)))
    }

    /// Ends the game by a declaration of a player, and tells both.
    fn end_by(self, declare: impl FnOnce(&mut AnyGame)) -> Decision {
        let Player { case, mut table, .. } = self;
        declare(&mut table.game);
        let mut record = BoardRecord { offer: None, ..table.record.clone() };
        let ended = table.ended(case.now);
        let events = ended.map(|ended| case.end(&mut record, ended)).unwrap_or_default();
        case.report_to_both(&Table::with(&record, table.game), events, None)
    }

    /// The messages to both players when the game was declined.
    fn declined(&self) -> Decision {
        let board = self.table.record.id;
        let who = self.table.player(self.seat);
        let declined = format!("{who} has declined {board} by resigning before moving.");
        let text = reply::wrapped(&declined, 0) + "The board is gone, and no rating has changed.\n";
        let messages = Seat::BOTH
            .map(|seat| Message {
                to: Addressee::User(self.table.player(seat).clone()),
                subject: format!("{} board {}: declined", board.kind, board.number),
                text: text.clone(),
                board: Some(board),
                link: None,
            })
            .into();
        Decision { events: Vec::new(), messages, refused: false }
    }

    /// Whether the text is the turn this player has just made, sent once more.
    ///
    /// With a number that is certain. Without one, a turn that they could make now is a new turn
    /// (a player may pass twice in a row while setting up).
    pub(super) fn repeats_last_turn(&self, text: &str, number: Option<u32>) -> bool {
        let turns = &self.table.record.turns;
        let first = self.first_of_last_turns();
        let ply = match number {
            Some(number) => number as usize,
            None => first + 1,
        };
        let Some(turn) = turns.get(ply.wrapping_sub(1)).filter(|turn| turn.seat == self.seat)
        else {
            return false;
        };
        let fits = match number {
            Some(_) => ply > first,
            None => {
                self.table.game.seat_to_move() != Some(self.seat)
                    || self.table.game.check_text(text).is_err()
            }
        };
        let replayed = || self.table.game.at(ply - 1).play_text(text).ok()?.last_turn();
        fits && replayed().is_some_and(|name| name == *turn.text)
    }

    /// How many turns there were before the last one was sent: those of one moment are that turn
    /// and the queued answers to it.
    pub(super) fn first_of_last_turns(&self) -> usize {
        let turns = &self.table.record.turns;
        let Some(last) = turns.last() else { return 0 };
        turns.iter().rposition(|turn| turn.at != last.at).map_or(0, |index| index + 1)
    }

    /// Whether a turn that is said to have this number is the next one.
    ///
    /// # Errors
    /// It is not, or it may be a late mail: a turn of that number was played before and taken back.
    /// A sender who is known to have seen the board after that wrote no such mail.
    pub(super) fn must_be_next(&self, number: Option<u32>) -> Result<(), Refusal> {
        let record = self.table.record;
        let next = record.turns.len() as u32 + 1;
        let Some(number) = number else { return Ok(()) };
        if number != next {
            let past = if number < next { "has been played already" } else { "is not reached yet" };
            return Err(Refusal::new(format!("turn {number} {past}; the next is turn {next}")));
        }
        if number <= record.undone.highest && self.case.request.seen.is_none() {
            return Err(Refusal::new(format!(
                "turn {number} was played before and taken back, so this may be a mail of that time that \
                 came late; if it is not, type it again without #{number}"
            )));
        }
        Ok(())
    }

    pub(super) fn must_go_on(&self) -> Result<(), Refusal> {
        match self.table.result() {
            None => Ok(()),
            Some(result) => {
                Err(Refusal::new(format!("{} is over: {result}", self.table.record.id)))
            }
        }
    }

    pub(super) fn must_be_their_turn(&self) -> Result<(), Refusal> {
        if self.table.game.seat_to_move() == Some(self.seat) {
            return Ok(());
        }
        Err(Refusal::new(format!("it is {}'s turn on {}", self.opponent(), self.table.record.id)))
    }

    fn waiting_offer(&self, verb: &str) -> Result<Offer, Refusal> {
        self.table.record.offer.filter(|offer| offer.by != self.seat && !offer.rejected).ok_or_else(
            || Refusal::new(format!("there is no offer of {} to {verb}", self.opponent())),
        )
    }

    pub(super) fn opponent(&self) -> &crate::people::Userid {
        self.table.player(!self.seat)
    }

    /// The answer to a command whose effect is there already.
    pub(super) fn answer_again(&self) -> Decision {
        self.repeated(None)
    }

    /// The answer to a turn that is played already. Chat that came only with the second
    /// copy is not passed on.
    fn repeated(&self, remark: Option<&str>) -> Decision {
        let BoardId { kind, number } = self.table.record.id;
        let unsaid = format!(
            "This turn is played already. What is written beside it this time was not sent to {}; \
             `{kind} chat {number} {} <password>` sends words alone.",
            self.opponent(),
            self.table.player(self.seat)
        );
        let here = Readers::Board(self.table.record.id);
        let was_said = |text: &str| {
            self.case.state.letters.iter().any(|said| said.to == here && said.text == text)
        };
        let is_unsaid = remark.is_some_and(|text| !was_said(text));
        let notices = if is_unsaid { std::slice::from_ref(&unsaid) } else { &[] };
        let report = reply::report_with(self.case.scene(), &self.table, self.seat, notices, None);
        Decision { events: Vec::new(), messages: vec![report], refused: false }
    }
}

fn is_draw(offer: Offer) -> bool {
    offer.kind == OfferKind::Draw
}

impl Case<'_> {
    /// A report to each player, drawn as that player sees the board.
    pub(super) fn report_to_both(
        self,
        table: &Table<'_>,
        events: Vec<Event>,
        remark: Option<(Seat, &str)>,
    ) -> Decision {
        let report = |seat| reply::report(self.scene(), table, seat, remark);
        Decision { events, messages: Seat::BOTH.map(report).into(), refused: false }
    }
}
