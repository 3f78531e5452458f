//! Starting games: challenges, seeks, rematches, games against the computer, and who may ask for
//! one.

use carrick_games::{GameKind, Seat};
use jiff::SignedDuration;

use crate::about::{About, MessageKind};
use crate::command::{Action, BoardAction, GameAction};
use crate::decide::context::{
    DecisionContext, ask_for_challenge, is_declined, no_such_board, told,
};
use crate::effects::{Addressee, BoardEvent, Decision, Event, Message};
use crate::people::computer::account;
use crate::people::time::{current, plus};
use crate::people::{AbsenceKind, BoardId, Userid, computer_level};
use crate::playing::{BoardInPlay, new_game};
use crate::refusal::{AfterEnd, NotPaired, Refusal, Stock, UserRole};
use crate::reply;
use crate::requests::Sender;
use crate::state::{
    BoardRecord, Ended, Ending, Origin, SeatResult, Seek, StandIn, Terms, TurnRecord, User,
};

// Opening a board, for challenges, rematches and seeks alike.

/// How many boards a pair may have on which not both have moved.
const MAX_UNBEGUN: u32 = 5;

/// How many games of a kind a person may play at the same time. Boards on which they have not moved
/// do not count, because others can open those.
const MOST_IN_PLAY: u32 = 200;

/// How many boards of a game, opened with a player from one network address, may wait for that
/// player's first turn.
const MOST_UNANSWERED: u32 = 20;

/// How many games of all kinds the players from one network address may have in play in total.
const MOST_IN_PLAY_FROM_PLACE: u32 = 4000;

/// A board to be opened.
pub(crate) struct GameOpening<'a> {
    pub(crate) kind: GameKind,
    pub(crate) options: &'a str,
    pub(crate) terms: Terms,
    pub(crate) players: [&'a Userid; 2],
    pub(crate) origin: Origin,
    /// Whether it is a teaching game.
    pub(crate) teaching: bool,
    /// First turns that are given.
    pub(crate) given: Vec<String>,
    /// The player who still has to accept it.
    pub(crate) offered_to: Option<&'a User>,
}

impl<'a> DecisionContext<'a> {
    pub(crate) fn rematch(self, board: BoardId) -> Result<Decision, Refusal> {
        let speaker = self.speaker()?;
        let record = self.state.boards.get(&board).ok_or_else(|| no_such_board(board))?;
        let [first, second] = &record.players;
        let Some(seat) = record.seat_of(&speaker.id) else {
            return Err(Refusal::NotYourBoard {
                board,
                players: record.players.clone(),
                is_rematch: true,
            });
        };
        match record.ended.as_ref().map(|ended| ended.result()) {
            None => {
                return Err(Refusal::NotOver { board, wanted: AfterEnd::Rematch });
            }
            Some(SeatResult::Declined(_)) => return Err(no_such_board(board)),
            Some(_) => {}
        }
        let origin = Origin::RematchOf(board.number);
        if let Some(again) = self.offspring(board.kind, origin).next() {
            return match again.offered_to {
                Some(seat) if again.seat_of(&speaker.id) == Some(seat) => {
                    self.player(again.id)?.accept_game()
                }
                _ => self.opened_before(again, &speaker.id),
            };
        }
        let opponent = self.existing(&record.players[(!seat).index()], UserRole::OtherPlayer)?;
        self.must_be_open_to(speaker, opponent, board.kind, false)?;
        self.open(GameOpening {
            kind: board.kind,
            options: &record.options,
            terms: record.terms,
            players: [second, first],
            origin,
            teaching: record.teaching,
            given: Vec::new(),
            offered_to: Some(opponent),
        })
    }

    /// Declines a game that was offered to the sender, and offers another one instead.
    pub(crate) fn counter(
        self,
        board: BoardId,
        options: &str,
        terms: Terms,
        seat: Option<Seat>,
    ) -> Result<Decision, Refusal> {
        let player = self.player(board)?;
        player.must_go_on()?;
        let (me, other) = (player.seat, player.opponent());
        if player.table.record.offered_to != Some(me) {
            return Err(Refusal::NoOffer { opponent: other.clone(), accepts: false });
        }
        let (speaker, other) = (self.speaker()?, self.existing(other, UserRole::OtherPlayer)?);
        self.must_be_open_to(speaker, other, board.kind, true)?;
        let mut decision = self.open(GameOpening {
            kind: board.kind,
            options,
            terms,
            players: match seat.unwrap_or(me) {
                Seat::First => [&speaker.id, &other.id],
                Seat::Second => [&other.id, &speaker.id],
            },
            origin: Origin::Challenge,
            teaching: false,
            given: Vec::new(),
            offered_to: Some(other),
        })?;
        let ended = Ended { ending: Ending::Declined(me), at: self.now };
        decision.events.insert(0, Event::Board(board, BoardEvent::Ended(ended)));
        Ok(decision)
    }

    /// Checks that both players and the server allow these two to start another game. An invited
    /// speaker may do so even if the opponent does not accept challenges.
    pub(crate) fn must_be_open_to(
        self,
        speaker: &User,
        opponent: &User,
        kind: GameKind,
        invited: bool,
    ) -> Result<(), Refusal> {
        let (me, other) = (&speaker.id, &opponent.id);
        if speaker.suspended.is_some() {
            return Err(Refusal::Suspended);
        }
        if opponent.suspended.is_some() {
            return Err(Refusal::OpponentSuspended(other.clone()));
        }
        must_not_have_blocked(speaker, other)?;
        let refuses = !invited && !opponent.settings.game(kind).challenges;
        if refuses || opponent.blocked.contains(me) {
            let (opponent, me) = (other.clone(), me.clone());
            return Err(Refusal::NoChallenges { opponent, kind, me });
        }
        if current(&opponent.absences, self.now)
            .is_some_and(|absence| absence.kind == AbsenceKind::SignedOff)
        {
            return Err(Refusal::OpponentAway(other.clone()));
        }
        let unbegun = self.unbegun_boards(me, other);
        if unbegun >= MAX_UNBEGUN {
            let what = Stock::Unbegun(other.clone());
            return Err(Refusal::Full { what, count: unbegun, most: MAX_UNBEGUN });
        }
        let unanswered = self.state.unanswered.get(other).copied().unwrap_or(0);
        if unanswered >= MOST_UNANSWERED && computer_level(other).is_none() {
            let what = Stock::Unanswered { opponent: other.clone(), kind };
            return Err(Refusal::Full { what, count: unanswered, most: MOST_UNANSWERED });
        }
        let from_place = self.state.in_play_from_place;
        if from_place >= MOST_IN_PLAY_FROM_PLACE {
            let what = Stock::InPlayFromPlace;
            return Err(Refusal::Full { what, count: from_place, most: MOST_IN_PLAY_FROM_PLACE });
        }
        if let Some(limit) = self.limit_reached(opponent, kind) {
            let what = Stock::BoardsOf { opponent: other.clone(), kind };
            let count = self.boards_in_play(other, kind);
            return Err(Refusal::Full { what, count, most: limit });
        }
        if let Some(limit) = self.limit_reached(speaker, kind) {
            let what = Stock::OwnBoards { kind, me: me.clone() };
            let count = self.boards_in_play(me, kind);
            return Err(Refusal::Full { what, count, most: limit });
        }
        let is_busy = |user: &&User| {
            let most = computer_level(&user.id).map_or(MOST_IN_PLAY, |_| u32::MAX);
            self.state.begun.get(&(kind, user.id.clone())).copied().unwrap_or(0) >= most
        };
        if let Some(busy) = [speaker, opponent].into_iter().find(is_busy) {
            let what = Stock::InPlay { user: busy.id.clone(), kind };
            let count = self.state.begun.get(&(kind, busy.id.clone())).copied().unwrap_or(0);
            return Err(Refusal::Full { what, count, most: MOST_IN_PLAY });
        }
        Ok(())
    }

    /// Checks that both players and the server allow these two to start another game that someone
    /// else arranges.
    fn must_both_be_open(self, one: &User, other: &User, kind: GameKind) -> Result<(), Refusal> {
        for (user, opponent) in [(one, other), (other, one)] {
            let is_away = current(&user.absences, self.now)
                .is_some_and(|absence| absence.kind == AbsenceKind::SignedOff);
            let limit = self.limit_reached(user, kind);
            let why = if user.blocked.contains(&opponent.id) {
                NotPaired::Blocks(opponent.id.clone())
            } else if !user.settings.game(kind).challenges {
                NotPaired::NoChallenges(kind)
            } else if user.suspended.is_some() {
                NotPaired::Suspended
            } else if is_away {
                NotPaired::Away
            } else if let Some(limit) = limit {
                NotPaired::AtLimit { kind, limit }
            } else {
                continue;
            };
            return Err(Refusal::NotPaired { user: user.id.clone(), why });
        }
        let (one, other) = (&one.id, &other.id);
        let unbegun = self.unbegun_boards(one, other);
        if unbegun >= MAX_UNBEGUN {
            let what = Stock::UnbegunOf([one.clone(), other.clone()]);
            return Err(Refusal::Full { what, count: unbegun, most: MAX_UNBEGUN });
        }
        Ok(())
    }

    /// The player's limit of boards, if they have reached it.
    fn limit_reached(self, user: &User, kind: GameKind) -> Option<u32> {
        user.settings.game(kind).limit.filter(|&limit| self.boards_in_play(&user.id, kind) >= limit)
    }

    /// Decides who moves first: no one can choose the number of their board, so the player who
    /// asked for the game moves first on every other one.
    pub(crate) fn is_first_by_lot(self, kind: GameKind) -> bool {
        let next = self.state.next_number.get(&kind).copied().unwrap_or(BoardId::FIRST_NUMBER);
        next % 2 == 1
    }

    pub(crate) fn boards_in_play(self, user: &Userid, kind: GameKind) -> u32 {
        self.state.in_play.get(&(kind, user.clone())).copied().unwrap_or(0)
    }

    fn unbegun_boards(self, one: &Userid, other: &Userid) -> u32 {
        let both =
            |record: &&BoardRecord| record.players.contains(one) && record.players.contains(other);
        self.state
            .boards
            .values()
            .filter(both)
            .filter(|record| record.ended.is_none() && !record.has_begun())
            .count() as u32
    }

    /// The boards with the same origin that were not declined.
    fn offspring(self, kind: GameKind, origin: Origin) -> impl Iterator<Item = &'a BoardRecord> {
        self.state.boards.values().filter(move |record| {
            let is_its = record.id.kind == kind && record.origin == origin;
            is_its && !is_declined(record.ended.as_ref())
        })
    }

    /// Opens a board and tells both players, with the speaker's text. A level that the game does
    /// not have starts no new games.
    pub(crate) fn open(self, opening: GameOpening<'_>) -> Result<Decision, Refusal> {
        let GameOpening { kind, options, terms, players, origin, teaching, given, offered_to } =
            opening;
        for level in players.iter().filter_map(|&player| computer_level(player)) {
            level.check(kind)?;
        }
        let speaker = match self.request.password() {
            Some((user, _)) => Some(user),
            None => self.known().map(|user| &user.id).or(self.request.who()),
        };
        let said = speaker.zip(self.body()?);
        let number = self.state.next_number.get(&kind).copied().unwrap_or(BoardId::FIRST_NUMBER);
        let id = BoardId { kind, number };
        let mut record = BoardRecord::new(id, players.map(Userid::clone), options, terms, self.now);
        (record.origin, record.teaching) = (origin, teaching);
        // The computer accepts every game.
        let offered_to = offered_to.filter(|user| computer_level(&user.id).is_none());
        record.offered_to = offered_to.and_then(|user| record.seat_of(&user.id));
        let mut game = new_game(kind, options).ok_or(Refusal::NoGame)?;
        let to_move = game.seat_to_move().unwrap_or(Seat::First);
        record.given = u32::try_from(given.len()).unwrap_or(u32::MAX);
        let mut events = vec![Event::BoardOpened { board: Box::new(record.clone()), to_move }];
        for (ply, text) in (1..).zip(given) {
            let seat = game.seat_to_move().unwrap_or(Seat::First);
            game = game.play_text(&text).map_err(|_| Refusal::GivenDamaged)?;
            let turn = TurnRecord { text: text.into(), seat, at: self.now };
            record.turns.push(turn.clone());
            events.push(Event::Board(
                id,
                BoardEvent::TurnPlayed { ply, turn, to_move: game.seat_to_move() },
            ));
        }
        let table = BoardInPlay::with(&record, game);
        let remark = said.as_ref().map(|(user, text)| (*user, text.as_str()));
        let messages = Seat::BOTH.map(|seat| self.about_new_board(&table, seat, remark)).into();
        events.extend(
            said.map(|(user, text)| {
                Event::Board(id, BoardEvent::Said { user: user.clone(), text })
            }),
        );
        Ok(Decision { events, messages, refusal: None })
    }

    /// The answer to a player whose board was opened already.
    fn opened_before(self, record: &BoardRecord, user: &Userid) -> Result<Decision, Refusal> {
        let table = BoardInPlay::new(record)?;
        let seat = record.seat_of(user).unwrap_or(Seat::First);
        let messages = vec![self.about_new_board(&table, seat, None)];
        Ok(Decision { events: Vec::new(), messages, refusal: None })
    }

    /// Whether the sender arranges a game between two players without having to be one of them.
    fn is_between_others(self) -> bool {
        let is_challenge =
            matches!(self.request.action, Action::Game(_, GameAction::Challenge { .. }));
        self.request.sender == Sender::Console && is_challenge
    }

    fn about_new_board(
        self,
        table: &BoardInPlay<'_>,
        seat: Seat,
        remark: Option<(&Userid, &str)>,
    ) -> Message {
        let BoardId { kind, number } = table.record.id;
        let [first, second] = &table.record.players;
        let how = match table.record.origin {
            Origin::Challenge if self.is_between_others() => {
                "This game was started on the server itself.".to_owned()
            }
            Origin::Challenge => {
                let challenger = self.known().map_or(first, |user| &user.id);
                let teaching = match table.record.teaching {
                    true => {
                        " This is a teaching game: the board's page shows what the computer \
                         threatens."
                    }
                    false => "",
                };
                let given = match table.record.given {
                    0 => String::new(),
                    turns => format!(" It starts after turn {turns} of another game."),
                };
                match table.record.offered_to {
                    Some(_) => match self.request.action {
                        Action::Board(board, BoardAction::Counter { .. }) => {
                            format!(
                                "{challenger} offers this game in place of board {}.",
                                board.number
                            )
                        }
                        _ => format!("{challenger} offers this game."),
                    },
                    None => format!("{challenger} has started this game.{teaching}{given}"),
                }
            }
            Origin::RematchOf(earlier) => {
                format!("This is the rematch of board {earlier}, with colours exchanged.")
            }
            Origin::Seek(seek)
                if self.known().is_some_and(|taker| computer_level(&taker.id).is_some()) =>
            {
                format!(
                    "No one had taken seek {seek}, so the computer has; who moves first was \
                     decided at random. To offer a game to people only, use --people."
                )
            }
            Origin::Seek(seek) => {
                format!("Seek {seek} was taken; who moves first was decided at random.")
            }
        };
        let text = reply::new_board(self.snapshot(), table, seat, &how, remark);
        Message {
            to: Addressee::User(table.player(seat).clone()),
            subject: format!("New {kind} board {number} ({first}-{second})"),
            text: text.words,
            board: Some(table.record.id),
            link: None,
            about: About { kind: MessageKind::NewBoard, ..text.about },
        }
    }
}

/// Refuses a game with a user whom the speaker has blocked.
fn must_not_have_blocked(speaker: &User, other: &Userid) -> Result<(), Refusal> {
    if !speaker.blocked.contains(other) {
        return Ok(());
    }
    let (opponent, me) = (other.clone(), speaker.id.clone());
    Err(Refusal::HaveBlocked { opponent, me })
}

// Challenges: boards that are only offers until the other player accepts.

impl DecisionContext<'_> {
    pub(crate) fn challenge(
        self,
        kind: GameKind,
        options: &str,
        terms: Terms,
        players: [&Userid; 2],
    ) -> Result<Decision, Refusal> {
        let [first, second] = players;
        let (known, claimed) = (self.known(), self.claimed());
        let at_console = self.request.sender == Sender::Console;
        let speaker = known.or(claimed);
        if speaker.is_none() && !at_console {
            return Err(Refusal::UnprovedChallenge(kind));
        }
        let one = self.existing(first, UserRole::FirstPlayer)?;
        let other = self.existing(second, UserRole::SecondPlayer)?;
        if first == second {
            return Err(Refusal::AgainstOneself);
        }
        let Some(speaker) = speaker else {
            self.must_both_be_open(one, other, kind)?;
            return self.open(GameOpening {
                kind,
                options,
                terms,
                players,
                origin: Origin::Challenge,
                teaching: false,
                given: Vec::new(),
                offered_to: None,
            });
        };
        if speaker.id != *first && speaker.id != *second {
            return Err(Refusal::ChallengeOfOthers(speaker.id.clone()));
        }
        if known.is_none() {
            return ask_for_challenge(self, speaker);
        }
        let opponent = if speaker.id == *first { other } else { one };
        self.must_be_open_to(speaker, opponent, kind, false)?;
        self.open(GameOpening {
            kind,
            options,
            terms,
            players,
            origin: Origin::Challenge,
            teaching: false,
            given: Vec::new(),
            offered_to: Some(opponent),
        })
    }
}

// Seeks: open games that wait for an opponent.

/// How many seeks with different options a player may have in one game.
const MAX_SEEKS: u32 = 5;

/// How many seeks users of one network address may have, in all games.
const MAX_SEEKS_FROM_PLACE: u32 = 40;

/// How long a seek waits for people before the computer takes one of its games, and how long the
/// computer waits before it tries again.
pub(crate) const COMPUTER_WAITS: SignedDuration = SignedDuration::from_hours(24);

/// How long an invitation can be accepted.
const INVITATION: SignedDuration = SignedDuration::from_hours(24 * 14);

/// Whether a seek can be taken only by its link.
pub(crate) fn is_invitation(seek: &Seek) -> bool {
    seek.stand_in == StandIn::Invitation
}

/// The games that a seeker offers.
#[derive(Clone, Copy)]
pub(crate) struct SeekOffer<'a> {
    pub(crate) options: &'a str,
    pub(crate) terms: Terms,
    pub(crate) count: u32,
    pub(crate) stand_in: StandIn,
}

impl<'a> DecisionContext<'a> {
    /// Offers games; an offer that has the options of an earlier one replaces it.
    pub(crate) fn seek(
        self,
        kind: GameKind,
        SeekOffer { options, terms, count, stand_in }: SeekOffer<'_>,
    ) -> Result<Decision, Refusal> {
        let user = self.speaker()?;
        if let StandIn::Level(level) = stand_in {
            level.check(kind)?;
            if let Some(level) = account(level) {
                must_not_have_blocked(user, &level)?;
            }
        }
        let mine: Vec<&Seek> =
            self.open_seeks(kind).values().filter(|seek| seek.user == user.id).collect();
        let is_same =
            |seek: &&&Seek| seek.options == options && seek.terms == terms && !is_invitation(seek);
        let same = mine.iter().find(is_same);
        let seeks = mine.len() as u32;
        if same.is_none() && seeks >= MAX_SEEKS {
            let what = Stock::Seeks { kind, me: user.id.clone() };
            return Err(Refusal::Full { what, count: seeks, most: MAX_SEEKS });
        }
        let from_place = self.state.stocks.seeks_from_place;
        if same.is_none() && from_place >= MAX_SEEKS_FROM_PLACE {
            return Err(Refusal::Full {
                what: Stock::SeeksFromPlace,
                count: from_place,
                most: MAX_SEEKS_FROM_PLACE,
            });
        }
        // An offer that the computer has answered and that is made again waits like a new one.
        let waits = same
            .filter(|same| same.stand_in == stand_in && (same.due.is_some() || same.left == count));
        let computer_may = stand_in != StandIn::Nobody && computer_level(&user.id).is_none();
        let fresh = computer_may.then(|| plus(self.now, COMPUTER_WAITS));
        let number = same.map_or_else(|| self.next_seek(kind), |seek| seek.number);
        let seek = Seek {
            kind,
            number,
            user: user.id.clone(),
            options: options.to_owned(),
            terms,
            made: same.map_or(self.now, |seek| seek.made),
            left: count,
            stand_in,
            due: waits.map_or(fresh, |same| same.due),
        };
        let text = reply::seek(self.reader(), &seek);
        let mut decision = told(format!("{kind}: seek {number}"), text);
        if same.is_none_or(|same| **same != seek) {
            decision.events.push(Event::SeekSet(seek));
        }
        Ok(decision)
    }

    /// Offers a game to anyone who has the link of the invitation.
    pub(crate) fn invite(
        self,
        kind: GameKind,
        options: &str,
        terms: Terms,
    ) -> Result<Decision, Refusal> {
        let user = self.speaker()?;
        let mine = self.open_seeks(kind).values().filter(|seek| seek.user == user.id);
        let seeks = mine.count() as u32;
        if seeks >= MAX_SEEKS {
            let what = Stock::Seeks { kind, me: user.id.clone() };
            return Err(Refusal::Full { what, count: seeks, most: MAX_SEEKS });
        }
        let (number, due) = (self.next_seek(kind), plus(self.now, INVITATION));
        let seek = Seek {
            kind,
            number,
            user: user.id.clone(),
            options: options.to_owned(),
            terms,
            made: self.now,
            left: 1,
            stand_in: StandIn::Invitation,
            due: Some(due),
        };
        let until = self.reader().date(due);
        let text = format!(
            "Your invitation to {} has number {number}. Its link is on the page of open games and \
             is valid until {until}.",
            kind.title()
        );
        let mut decision = told(format!("{kind}: invitation {number}"), reply::wrapped(&text, 0));
        decision.events.push(Event::SeekSet(seek));
        Ok(decision)
    }

    /// Cancels one or all of the sender's seeks.
    pub(crate) fn cancel_seeks(
        self,
        kind: GameKind,
        which: Option<u32>,
    ) -> Result<Decision, Refusal> {
        let user = self.speaker()?;
        let text = match which {
            Some(seek) => format!("Seek {seek} of {} is closed now.\n", kind.title()),
            None => format!("You have no open seeks of {} now.\n", kind.title()),
        };
        let mut decision = told(format!("{kind}: seeks cancelled"), text);
        let is_meant = |seek: &&Seek| which.is_none_or(|which| seek.number == which);
        let mine = self.open_seeks(kind).values().filter(|seek| seek.user == user.id);
        let mine = mine.filter(is_meant);
        let gone = mine.map(|seek| Event::SeekSet(Seek { left: 0, ..seek.clone() }));
        decision.events.extend(gone);
        Ok(decision)
    }

    /// Takes one game of a seek; no player takes two games of the same seek.
    pub(crate) fn take(self, kind: GameKind, number: u32) -> Result<Decision, Refusal> {
        let taker = self.speaker()?;
        let origin = Origin::Seek(number);
        let seek = self.open_seeks(kind).get(&number);
        let seek = seek.filter(|seek| self.request.invited || !is_invitation(seek));
        if seek.is_some_and(|seek| seek.user == taker.id) {
            return Err(Refusal::OwnSeek { kind, seek: number, me: taker.id.clone() });
        }
        let mut boards = self.offspring(kind, origin);
        if let Some(board) = boards.find(|board| board.seat_of(&taker.id).is_some()) {
            return self.opened_before(board, &taker.id);
        }
        let seek = seek.ok_or(Refusal::NoSuchSeek { kind, seek: number })?;
        let seeker = self.existing(&seek.user, UserRole::Seeker)?;
        let is_computer = computer_level(&taker.id).is_some();
        if is_computer && seek.stand_in == StandIn::Nobody {
            return Err(Refusal::PeopleOnly(number));
        }
        self.must_be_open_to(taker, seeker, kind, true)?;
        let mut decision = self.open(GameOpening {
            kind,
            options: &seek.options,
            // Guests have no ratings.
            terms: Terms { rated: seek.terms.rated && !taker.id.is_guest(), ..seek.terms },
            players: if self.is_first_by_lot(kind) {
                [&seeker.id, &taker.id]
            } else {
                [&taker.id, &seeker.id]
            },
            origin,
            teaching: false,
            given: Vec::new(),
            offered_to: None,
        })?;
        let due = seek.due.filter(|_| !is_computer);
        decision.events.push(Event::SeekSet(Seek { left: seek.left - 1, due, ..seek.clone() }));
        Ok(decision)
    }

    fn next_seek(self, kind: GameKind) -> u32 {
        self.state.seeks.get(&kind).map_or(1, |(_, next)| *next)
    }
}
