//! Turns, offers and resignations, what follows from each turn, and the end when time runs out.

use carrick_games::{AnyGame, DrawBy, Seat, WinBy};

use crate::about::{About, Text};
use crate::command::Move;
use crate::decide::context::{DecisionContext, end, has_blocked, no_such_board};
use crate::effects::{Addressee, BoardEvent, Decision, Event, Message};
use crate::people::BoardId;
use crate::people::time::Spoken;
use crate::playing::{BoardInPlay, QueueAnswer, QueuedTurns, Snapshot};
use crate::refusal::Refusal;
use crate::reply;
use crate::state::{
    BoardRecord, Ended, Ending, Expired, Offer, OfferKind, Plans, Readers, SeatResult, TurnRecord,
};

// Turns, offers, resignations.

impl<'a> DecisionContext<'a> {
    pub(crate) fn play(
        self,
        board: BoardId,
        chosen: &Move,
        number: Option<u32>,
    ) -> Result<Decision, Refusal> {
        let player = match (self.seated(board)?, chosen) {
            (player, Move::Resign | Move::Reject) if player.has_declined() => {
                return player.declined_before();
            }
            (player, _) => player.of_a_game()?,
        };
        if !matches!(chosen, Move::Play(_)) {
            player.must_be_next(number)?;
        }
        match chosen {
            Move::Play(text) => player.turn(text, number),
            Move::Propose => player.propose(),
            Move::Accept => player.accept(),
            Move::Reject => player.reject(),
            Move::Resign => player.resign(),
            Move::Undo => player.ask_undo(),
        }
    }

    /// The sender at a board on which they play or have played.
    ///
    /// # Errors
    /// When the sender has not proved who they are, there is no such board, or it is not theirs.
    pub(crate) fn player(self, board: BoardId) -> Result<PlayerAtBoard<'a>, Refusal> {
        self.seated(board)?.of_a_game()
    }

    fn seated(self, board: BoardId) -> Result<PlayerAtBoard<'a>, Refusal> {
        let user = self.speaker()?;
        let record = self.state.boards.get(&board).ok_or_else(|| no_such_board(board))?;
        let seat = record.seat_of(&user.id).ok_or_else(|| Refusal::NotYourBoard {
            board,
            players: record.players.clone(),
            is_rematch: false,
        })?;
        Ok(PlayerAtBoard { context: self, table: BoardInPlay::new(record)?, seat })
    }
}

/// The game after a turn, if the turn can be played.
///
/// # Errors
/// When it cannot be played.
pub(crate) fn tried(table: &BoardInPlay<'_>, text: &str) -> Result<AnyGame, Refusal> {
    let board = table.record.id;
    table
        .game
        .clone()
        .play_text(text)
        .map_err(|error| Refusal::Turn { board, reason: error.reason })
}

/// A player at their board.
pub(crate) struct PlayerAtBoard<'a> {
    pub(crate) context: DecisionContext<'a>,
    pub(crate) table: BoardInPlay<'a>,
    pub(crate) seat: Seat,
}

impl<'a> PlayerAtBoard<'a> {
    /// The player, unless the game was declined and its board is gone.
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

impl PlayerAtBoard<'_> {
    /// Plays a turn, and the queued answers to it.
    pub(crate) fn turn(self, text: &str, number: Option<u32>) -> Result<Decision, Refusal> {
        let remark = self.context.body()?;
        if self.repeats_last_turn(text, number) {
            return self.repeated();
        }
        self.must_go_on()?;
        self.must_be_next(number)?;
        self.must_be_their_turn()?;
        let PlayerAtBoard { context, table, seat } = self;
        let before = &table.record.plans;
        let game = tried(&table, text)?;
        let mut turns = TurnsInProgress::new(context, table);
        turns.play(seat, game);
        if let Some(text) = &remark {
            turns.say(seat, text);
        }
        turns.answer_from_queues();
        Ok(turns.decide(before, remark.as_deref().map(|text| (seat, text))))
    }

    /// Accepts the game itself, which was only offered.
    pub(crate) fn accept_game(self) -> Result<Decision, Refusal> {
        let PlayerAtBoard { context, table, seat } = self;
        let accepted = BoardEvent::Accepted { to_move: table.game.seat_to_move() };
        let mut record = table.record.clone();
        record.apply(&accepted, context.now);
        let table = BoardInPlay::with(&record, table.game);
        let events = vec![Event::Board(record.id, accepted)];
        let mut decision = context.report_to_both(&table, seat, events)?;
        let said = format!("{} has accepted the game.\n", table.player(seat));
        decision.messages =
            decision.messages.into_iter().map(|message| message.below(&said)).collect();
        Ok(decision)
    }

    /// Whether the game is offered to the player, without an open offer of a draw or undo, which
    /// must be answered first.
    fn is_offered_the_game(&self) -> bool {
        let record = self.table.record;
        let asks = record.offer.is_some_and(|offer| offer.by != self.seat && !offer.rejected);
        record.offered_to == Some(self.seat) && !asks
    }

    /// Whether the player has accepted the game, and nothing has happened since.
    fn has_just_accepted(&self) -> bool {
        let record = self.table.record;
        let next = record.turns.len() as u32 + 1;
        let is_accepted = record.undone.times == 0 && record.restarts.contains_key(&next);
        is_accepted && record.offer.is_none() && !self.table.has_moved(self.seat)
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
                Err(Refusal::Rejected { offer: OfferKind::Draw, by: self.opponent().clone() })
            }
            Some(offer) if offer.by == self.seat && is_draw(offer) => self.answer_again(),
            _ => self.offer(OfferKind::Draw),
        }
    }

    /// Accepts the game, or the opponent's offer.
    fn accept(self) -> Result<Decision, Refusal> {
        let record = self.table.record;
        let agreed = Ending::Drawn(DrawBy::Agreement);
        if record.ended.as_ref().is_some_and(|ended| ended.ending == agreed) {
            return self.answer_again();
        }
        self.must_go_on()?;
        if self.is_offered_the_game() {
            return self.accept_game();
        }
        let taken_back = record.undone.by == Some(!self.seat) && record.offer.is_none();
        if taken_back || self.has_just_accepted() {
            return self.answer_again();
        }
        let offer = self.waiting_offer(true)?;
        if offer.kind == OfferKind::Undo {
            return self.take_back(offer);
        }
        self.end_by(AnyGame::agree_draw)
    }

    /// Rejects the game, or the opponent's offer.
    fn reject(self) -> Result<Decision, Refusal> {
        self.must_go_on()?;
        if self.is_offered_the_game() {
            return self.decline();
        }
        if self.table.record.offer.is_some_and(|offer| offer.by != self.seat && offer.rejected) {
            return self.answer_again();
        }
        let offer = Offer { rejected: true, ..self.waiting_offer(false)? };
        let board = self.table.record.id;
        let record = BoardRecord { offer: Some(offer), ..self.table.record.clone() };
        let table = BoardInPlay::with(&record, self.table.game);
        self.context.report_to_both(
            &table,
            self.seat,
            vec![Event::Board(board, BoardEvent::OfferRejected)],
        )
    }

    /// Resigns. Before the player's first turn this declines the game, and before the opponent has
    /// accepted it, this withdraws it.
    fn resign(self) -> Result<Decision, Refusal> {
        let resigned = Ending::Won(!self.seat, WinBy::Resignation);
        let already = self.table.record.ended.as_ref();
        if already.is_some_and(|ended| ended.ending == resigned) {
            return self.answer_again();
        }
        self.must_go_on()?;
        if self.table.record.offered_to.is_some() || !self.table.has_moved(self.seat) {
            return self.decline();
        }
        let seat = self.seat;
        self.end_by(|game| game.resign(seat))
    }

    /// Declines the game, with the player's text as the reason.
    fn decline(self) -> Result<Decision, Refusal> {
        let words = self.context.body()?;
        let remark = words.as_deref().map(|text| (self.seat, text));
        let ended = Ended { ending: Ending::Declined(self.seat), at: self.context.now };
        let mut decision = self.declined(remark);
        decision.events.extend(said(&self.table, remark));
        decision.events.push(Event::Board(self.table.record.id, BoardEvent::Ended(ended)));
        Ok(decision)
    }

    /// The answer to a player who has already declined the game.
    fn declined_before(self) -> Result<Decision, Refusal> {
        let mut decision = self.declined(None);
        if self.has_unsaid_words()? {
            let unsaid = format!("{}.", self.unsaid(UNSAID));
            let unsaid = format!("\n{}", reply::wrapped(&unsaid, 0));
            decision.messages.iter_mut().for_each(|message| message.text.push_str(&unsaid));
        }
        Ok(decision)
    }

    /// Ends the game by a declaration of a player, and tells both.
    fn end_by(self, declare: impl FnOnce(&mut AnyGame)) -> Result<Decision, Refusal> {
        let PlayerAtBoard { context, mut table, seat } = self;
        declare(&mut table.game);
        let mut record = BoardRecord { offer: None, ..table.record.clone() };
        let ended = table.ended(context.now);
        let events = ended.map(|ended| context.end(&mut record, ended)).unwrap_or_default();
        context.report_to_both(&BoardInPlay::with(&record, table.game), seat, events)
    }

    /// The messages to both players when the game was declined, with the player's text.
    fn declined(&self, remark: Option<(Seat, &str)>) -> Decision {
        let board = self.table.record.id;
        let who = self.table.player(self.seat);
        let declined = match self.table.record.offered_to {
            Some(seat) if seat == self.seat => format!("{who} has declined {board}."),
            Some(_) => format!("{who} has withdrawn the offer of {board}."),
            None => format!("{who} has declined {board} by resigning before the first turn."),
        };
        let text = reply::wrapped(&declined, 0) + "The board is gone, and no rating has changed.\n";
        let messages = self.context.to_both(&self.table, remark, |seat, heard| {
            let mut text = Text::from(&*text);
            reply::add_remark(&mut text, heard.map(|(by, said)| (self.table.player(by), said)));
            Message {
                to: Addressee::User(self.table.player(seat).clone()),
                subject: format!("{} board {}: declined", board.kind, board.number),
                text: text.words,
                board: Some(board),
                link: None,
                about: text.about,
            }
        });
        Decision { events: Vec::new(), messages, refusal: None }
    }

    /// Whether the text repeats the turn this player has just made.
    ///
    /// With a number this is certain. Without one, a turn that they could make now is a new turn (a
    /// player may pass twice in a row while setting up).
    pub(crate) fn repeats_last_turn(&self, text: &str, number: Option<u32>) -> bool {
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

    /// Number of turns before the last one was sent: turns with the same time are that turn and the
    /// queued answers to it.
    pub(crate) fn first_of_last_turns(&self) -> usize {
        let turns = &self.table.record.turns;
        let Some(last) = turns.last() else { return 0 };
        turns.iter().rposition(|turn| turn.at != last.at).map_or(0, |index| index + 1)
    }

    /// Whether a turn that is said to have this number is the next one.
    ///
    /// # Errors
    /// When it is not, or when it may be a late email: a turn of that number was played before and
    /// taken back. That is ruled out if the sender is known to have seen the board since.
    pub(crate) fn must_be_next(&self, number: Option<u32>) -> Result<(), Refusal> {
        let record = self.table.record;
        let next = record.turns.len() as u32 + 1;
        let Some(number) = number else { return Ok(()) };
        if number != next {
            return Err(Refusal::TurnNumber { number, next });
        }
        if number <= record.undone.highest && self.context.request.seen.is_none() {
            return Err(Refusal::PerhapsLate(number));
        }
        Ok(())
    }

    pub(crate) fn must_go_on(&self) -> Result<(), Refusal> {
        match self.table.result() {
            None => Ok(()),
            Some(result) => {
                Err(Refusal::Over { board: self.table.record.id, result, is_undo: false })
            }
        }
    }

    pub(crate) fn must_be_their_turn(&self) -> Result<(), Refusal> {
        if self.table.game.seat_to_move() == Some(self.seat) {
            return Ok(());
        }
        Err(Refusal::NotYourTurn { board: self.table.record.id, opponent: self.opponent().clone() })
    }

    fn waiting_offer(&self, accepts: bool) -> Result<Offer, Refusal> {
        let waits = |offer: &Offer| offer.by != self.seat && !offer.rejected;
        let opponent = || self.opponent().clone();
        let offer = self.table.record.offer.filter(waits);
        offer.ok_or_else(|| Refusal::NoOffer { opponent: opponent(), accepts })
    }

    pub(crate) fn opponent(&self) -> &crate::people::Userid {
        self.table.player(!self.seat)
    }

    /// The answer to a command that has already been done.
    pub(crate) fn answer_again(&self) -> Result<Decision, Refusal> {
        self.shown_again(&format!("This has already been done. {UNSAID}"))
    }

    /// The answer to a turn that has already been played. Chat that came only with the second copy
    /// is not passed on.
    pub(crate) fn repeated(&self) -> Result<Decision, Refusal> {
        self.shown_again(&format!("This turn has already been played. {UNSAID}"))
    }

    /// The board for this player only, with what only they may see. If the command came with a
    /// text, the answer says that `these` words were not passed on.
    pub(crate) fn shown_again(&self, these: &str) -> Result<Decision, Refusal> {
        let BoardId { kind, number } = self.table.record.id;
        let me = self.table.player(self.seat);
        let alone = format!("`{kind} chat {number} {me} <password>` sends a text on its own.");
        let notice = format!("{}; {alone}", self.unsaid(these));
        let notices = if self.has_unsaid_words()? { vec![notice] } else { vec![] };
        let report =
            reply::report_with(self.context.snapshot(), &self.table, self.seat, &notices, None);
        Ok(Decision { events: Vec::new(), messages: vec![report], refusal: None })
    }

    /// Whether the command came with a text that was not sent recently.
    pub(crate) fn has_unsaid_words(&self) -> Result<bool, Refusal> {
        let here = Readers::Board(self.table.record.id);
        let said = |text: &str| {
            self.context.state.letters.iter().any(|said| said.to == here && said.text == text)
        };
        Ok(self.context.body()?.is_some_and(|text| !said(&text)))
    }

    /// The sentence that `these` words were not passed on.
    pub(crate) fn unsaid(&self, these: &str) -> String {
        format!("{these} was not sent to {}", self.opponent())
    }
}

/// The text with a repeated command.
const UNSAID: &str = "The text with this copy";

fn is_draw(offer: Offer) -> bool {
    offer.kind == OfferKind::Draw
}

impl DecisionContext<'_> {
    /// A report to each player, drawn as that player sees the board, with the text that `speaker`
    /// sends with an action other than a turn.
    pub(crate) fn report_to_both(
        self,
        table: &BoardInPlay<'_>,
        speaker: Seat,
        mut events: Vec<Event>,
    ) -> Result<Decision, Refusal> {
        let words = self.words_beside_action()?;
        let remark = words.as_deref().map(|text| (speaker, text));
        let messages = self.to_both(table, remark, |seat, heard| {
            reply::report(self.snapshot(), table, seat, heard)
        });
        events.extend(said(table, remark));
        Ok(Decision { events, messages, refusal: None })
    }

    /// The text with an action other than a turn. It is limited, because offers, unlike turns, can
    /// be repeated endlessly.
    ///
    /// # Errors
    /// When it is too long, or the player has written too often.
    pub(crate) fn words_beside_action(self) -> Result<Option<String>, Refusal> {
        let words = self.body()?;
        if words.is_some() {
            self.must_not_have_spoken_too_often()?;
        }
        Ok(words)
    }

    /// A message to each player, with a text from one of them. It does not reach a player who has
    /// blocked the speaker; a note tells the speaker.
    pub(crate) fn to_both(
        self,
        table: &BoardInPlay<'_>,
        remark: Option<(Seat, &str)>,
        message: impl Fn(Seat, Option<(Seat, &str)>) -> Message,
    ) -> Vec<Message> {
        let users = &self.state.users;
        let blocked = remark
            .map(|(speaker, _)| speaker)
            .filter(|&speaker| has_blocked(users, table.player(!speaker), table.player(speaker)));
        let messages = Seat::BOTH.map(|seat| {
            let heard = remark.filter(|_| blocked != Some(!seat));
            let mut message = message(seat, heard);
            if blocked == Some(seat) {
                let other = table.player(!seat);
                let note = format!(
                    "\n{other} does not accept your messages and did not get this \
                                    text.\n"
                );
                message.text.push_str(&note);
            }
            message
        });
        messages.into()
    }
}

/// The event that a player said something at a board.
pub(crate) fn said(table: &BoardInPlay<'_>, remark: Option<(Seat, &str)>) -> Option<Event> {
    remark.map(|(seat, text)| {
        Event::Board(
            table.record.id,
            BoardEvent::Said { user: table.player(seat).clone(), text: text.to_owned() },
        )
    })
}

// The turns that one decision plays on a board, and their consequences.

/// A board on which turns are being played, with their events so far.
pub(crate) struct TurnsInProgress<'a> {
    context: DecisionContext<'a>,
    record: BoardRecord,
    game: AnyGame,
    events: Vec<Event>,
    /// Notices for one player only, by seat.
    notices: [Vec<String>; 2],
}

impl<'a> TurnsInProgress<'a> {
    /// The board as it is, before the turn.
    pub(crate) fn new(context: DecisionContext<'a>, table: BoardInPlay<'_>) -> Self {
        let record = table.record.clone();
        Self { context, record, game: table.game, events: Vec::new(), notices: Default::default() }
    }

    /// Plays a turn of `seat`: `game` is the game after it.
    pub(crate) fn play(&mut self, seat: Seat, game: AnyGame) {
        let text = game.last_turn().unwrap_or_default().into();
        let at = self.record.not_before_its_turn(self.context.now);
        if self.record.offered_to == Some(seat) {
            let accepted = BoardEvent::Accepted { to_move: Some(seat) };
            self.record.apply(&accepted, at);
            self.events.push(Event::Board(self.record.id, accepted));
        }
        let turn = TurnRecord { text, seat, at };
        self.game = game;
        let ply = self.record.turns.len() as u32 + 1;
        let played = BoardEvent::TurnPlayed { ply, turn, to_move: self.game.seat_to_move() };
        self.record.apply(&played, at);
        self.events.push(Event::Board(self.record.id, played));
        let table = BoardInPlay::with(&self.record, self.game.clone());
        if let Some(ended) = table.ended(at) {
            self.events.extend(self.context.end(&mut self.record, ended));
        }
    }

    /// Passes on a player's text with their turn.
    pub(crate) fn say(&mut self, seat: Seat, text: &str) {
        let user = self.record.players[seat.index()].clone();
        self.events
            .push(Event::Board(self.record.id, BoardEvent::Said { user, text: text.to_owned() }));
    }

    /// Replaces the queue of `seat`.
    pub(crate) fn queue(&mut self, seat: Seat, queue: &QueuedTurns) {
        if self.record.ended.is_none() {
            self.record.plans.queues[seat.index()] = queue.stored();
        }
    }

    /// Plays the queued answers to the last turn, the answers to those, and so on until a player
    /// must decide. This ends, because every answer shortens the queue that it comes from. The
    /// queue of a suspended player stays as it is.
    pub(crate) fn answer_from_queues(&mut self) {
        while let (Some(seat), Some(last)) = (self.game.seat_to_move(), self.record.turns.last()) {
            let player = self.context.state.users.get(&self.record.players[seat.index()]);
            let is_suspended = player.is_some_and(|user| user.suspended.is_some());
            let answers = last.seat != seat && !is_suspended;
            let Some(text) = self.record.plans.queues[seat.index()].take_if(|_| answers) else {
                break;
            };
            let before = self.game.at(self.record.turns.len() - 1);
            let dropped = match QueuedTurns::read(&text).answer(&before, &self.game) {
                QueueAnswer::Play { game, rest } => {
                    self.play(seat, *game);
                    self.queue(seat, &rest);
                    let turn = self.record.turns.last().map_or("", |turn| &turn.text);
                    self.notices[seat.index()].push(format!("Your queued {turn} was played."));
                    continue;
                }
                QueueAnswer::Unforeseen => {
                    format!("Your queue had no answer to {}, so it has been dropped.", last.text)
                }
                QueueAnswer::Illegal { turn, reason } => {
                    format!(
                        "Your queue has been dropped, because {turn} cannot be played: \
                             {reason}."
                    )
                }
            };
            self.notices[seat.index()].push(format!("{dropped} It was: {text}."));
        }
    }

    /// A report to each player, drawn as that player sees the board. `before` are the plans that
    /// the store holds.
    pub(crate) fn decide(mut self, before: &Plans, remark: Option<(Seat, &str)>) -> Decision {
        if self.record.ended.is_none() && self.record.plans.queues != before.queues {
            let plans = self.record.plans.clone();
            self.events.push(Event::Board(self.record.id, BoardEvent::PlansChanged(plans)));
        }
        let table = BoardInPlay::with(&self.record, self.game);
        let messages = self.context.to_both(&table, remark, |seat, heard| {
            reply::report_with(
                self.context.snapshot(),
                &table,
                seat,
                &self.notices[seat.index()],
                heard,
            )
        });
        Decision { events: self.events, messages, refusal: None }
    }
}

// Boards whose time has run out: forfeits, offered draws, games that never started.

impl DecisionContext<'_> {
    /// The end of a board whose time has run out when a player sends a turn, an offer or a queue,
    /// even if it has not been recorded yet. `None` while the game continues.
    ///
    /// # Errors
    /// When the sender has not proved who they are, or the record is damaged.
    pub(crate) fn too_late(self, board: BoardId) -> Result<Option<Decision>, Refusal> {
        let user = self.speaker()?;
        let record = self.state.boards.get(&board);
        match record.filter(|one| one.ended.is_none() && one.players.contains(&user.id)) {
            Some(record) => expire(self.snapshot(), record),
            None => Ok(None),
        }
    }
}

/// Ends a board whose deadline has passed; `None` if it has not.
///
/// # Errors
/// When the record is damaged.
fn expire(snapshot: Snapshot<'_>, record: &BoardRecord) -> Result<Option<Decision>, Refusal> {
    let is_overdue = |seat| snapshot.clock(record, seat).is_overdue(snapshot.now);
    // Only the game knows whose turn it is, but it need not be replayed while neither player is
    // late.
    if !Seat::BOTH.into_iter().any(is_overdue) {
        return Ok(None);
    }
    let table = BoardInPlay::new(record)?;
    Ok(match table.game.seat_to_move() {
        Some(late) if is_overdue(late) => Some(expired(snapshot, table, late)),
        _ => None,
    })
}

/// The end of a board on which this seat did not move in time.
pub(crate) fn expired(snapshot: Snapshot<'_>, table: BoardInPlay<'_>, late: Seat) -> Decision {
    if !table.record.has_begun() {
        return vanished(snapshot, &table, late);
    }
    let user = table.player(late).clone();
    let mut game = table.game;
    let offer = table.record.offer.filter(|offer| offer.by == !late && !offer.rejected);
    let accepted = offer.is_some_and(|offer| offer.kind == OfferKind::Draw);
    let why = if accepted {
        game.agree_draw();
        format!(
            "The time of {user} has run out, so the draw offered by {} counts as accepted.",
            table.record.players[(!late).index()]
        )
    } else {
        game.forfeit(late);
        format!("The time of {user} has run out.")
    };
    let why = reply::wrapped(&why, 0);
    let mut record = table.record.clone();
    let ended = BoardInPlay::with(table.record, game.clone()).ended(snapshot.now);
    let mut events = vec![set_aside(&record)];
    events.extend(
        ended.into_iter().flat_map(|ended| end(&snapshot.state.ratings, &mut record, ended)),
    );
    let table = BoardInPlay::with(&record, game);
    let messages = Seat::BOTH
        .map(|seat| reply::report(snapshot, &table, seat, None).below(&format!("{why}\n")));
    Decision { events, messages: messages.into(), refusal: None }
}

/// Ends a game that never started: no one has won, and it is no longer shown.
fn vanished(snapshot: Snapshot<'_>, table: &BoardInPlay<'_>, late: Seat) -> Decision {
    let board = table.record.id;
    let waited = Spoken(snapshot.clock(table.record, late).waited(snapshot.now));
    let late = table.record.offered_to.unwrap_or(late);
    let user = table.player(late);
    let why = match table.record.offered_to {
        Some(_) => format!("{board} is gone: {user} did not accept the game in {waited}."),
        None => {
            format!(
                "{board} is gone: {user} did not move in {waited}, and the game had not \
                     started."
            )
        }
    };
    let text = format!("{}No rating has changed.\n", reply::wrapped(&why, 0));
    let messages = Seat::BOTH.map(|seat| Message {
        to: Addressee::User(table.player(seat).clone()),
        subject: format!("{} board {}: not begun", board.kind, board.number),
        text: text.clone(),
        board: Some(board),
        link: None,
        about: About::default(),
    });
    let ended = Ended { ending: Ending::NotBegun(late), at: snapshot.now };
    let mut record = table.record.clone();
    let mut events = vec![set_aside(&record)];
    events.extend(end(&snapshot.state.ratings, &mut record, ended));
    Decision { events, messages: messages.into(), refusal: None }
}

/// Keeps the plans and the offer that the end of the game deletes, in case it is reopened.
fn set_aside(record: &BoardRecord) -> Event {
    let expired = Expired { plans: record.plans.clone(), offer: record.offer };
    Event::Board(record.id, BoardEvent::Expired(expired))
}
