//! Whatever happens, the store answers like a few maps in memory.

use std::collections::{BTreeMap, BTreeSet};

use carrick_games::{GameKind, Seat};
use carrick_service::{
    Absence, AbsenceKind, Appearance, BoardEvent, BoardFilter, BoardId, BoardRecord, BoardSummary,
    ComputerLevel, Ended, Event, GameSettings, Keeps, Letter, Needs, Offer, OfferKind, Origin,
    PasswordHash, Pictures, Plans, PuzzleMail, RatingChange, RatingRecord, Readers, SeatResult,
    Seek, StandIn, State, Terms, TurnRecord, User, UserAddress, UserEvent, UserSettings, Userid,
};
use carrick_store::{Remark, StoreError};
use jiff::Timestamp;
use proptest::prelude::*;

use crate::support::*;

/// A board, with facts that the record does not contain.
#[derive(Debug, Clone)]
struct Board {
    record: BoardRecord,
    to_move: Option<Seat>,
    touched: Timestamp,
    remarks: Vec<Remark>,
}

/// The whole state, in memory.
#[derive(Debug, Clone, Default)]
struct Model {
    users: BTreeMap<Userid, User>,
    boards: BTreeMap<BoardId, Board>,
    ratings: BTreeMap<(GameKind, Userid), RatingRecord>,
    /// Users who have subscribed to a board, not to a game.
    subscribers: BTreeSet<(BoardId, Userid)>,
    /// All seeks, including those that are gone.
    seeks: BTreeMap<(GameKind, u32), Seek>,
    letters: Vec<Letter>,
}

impl Model {
    fn next_seek(&self, kind: GameKind) -> u32 {
        self.seeks.keys().filter(|(of, _)| *of == kind).count() as u32 + 1
    }

    /// A board as the store shows it.
    fn shown(&self, board: &Board) -> BoardRecord {
        let id = board.record.id;
        let of_board = self.subscribers.iter().filter(|(of, _)| *of == id);
        let of_game = self.users.values().filter(|user| user.settings.game(id.kind).watches);
        let all = of_board.map(|(_, user)| user).chain(of_game.map(|user| &user.id));
        BoardRecord { subscribers: all.cloned().collect(), ..board.record.clone() }
    }

    /// Everything that a user has written: remarks on boards with the minute, other text unchanged.
    fn written(&self, user: &Userid) -> Vec<Letter> {
        let mut written: Vec<_> =
            self.letters.iter().filter(|letter| letter.from == *user).cloned().collect();
        for (id, board) in &self.boards {
            let remarks = board.remarks.iter().filter(|remark| remark.user == *user);
            written.extend(remarks.map(|remark| Letter {
                from: user.clone(),
                to: Readers::Board(*id),
                text: remark.text.clone(),
                at: remark.at,
            }));
        }
        written
    }

    fn next(&self, kind: GameKind) -> u32 {
        let numbers = self.boards.keys().filter(|id| id.kind == kind).map(|id| id.number);
        numbers.max().map_or(BoardId::FIRST_NUMBER, |last| last + 1)
    }

    /// Applies an event; `None` when it contradicts the state.
    fn apply(&mut self, event: &Event, now: Timestamp) -> Option<()> {
        match event {
            Event::UserJoined(user) => {
                let is_new = !self.users.contains_key(&user.id);
                (is_new && self.are_free(&user.id, &user.addresses)).then_some(())?;
                self.users.insert(user.id.clone(), user.clone());
            }
            Event::User(id, event) => {
                self.may_change(id, event).then_some(())?;
                if let Some(user) = self.users.get_mut(id) {
                    user.apply(event);
                }
                if let UserEvent::Deleted(_) = event {
                    self.subscribers.retain(|(_, subscriber)| subscriber != id);
                    self.users.values_mut().for_each(|user| _ = user.blocked.remove(id));
                    self.letters.retain(|letter| letter.from != *id);
                    let seeks = self.seeks.values_mut().filter(|seek| seek.user == *id);
                    seeks.for_each(|seek| seek.left = 0);
                }
            }
            Event::BoardOpened { board: record, to_move } => {
                let known = record.players.iter().all(|player| self.users.contains_key(player));
                (known && record.id.number == self.next(record.id.kind)).then_some(())?;
                let (to_move, touched) = (Some(*to_move), record.created);
                let record = BoardRecord::clone(record);
                self.boards.insert(record.id, Board { record, to_move, touched, remarks: vec![] });
            }
            Event::Board(id, BoardEvent::SubscriptionSet { user, on }) => {
                let known = self.users.contains_key(user) && self.boards.contains_key(id);
                (known || !on).then_some(())?;
                match on {
                    true => self.subscribers.insert((*id, user.clone())),
                    false => self.subscribers.remove(&(*id, user.clone())),
                };
            }
            Event::Board(id, event) => {
                if let BoardEvent::RatingChanged { user, change, .. } = event {
                    let rating = self.ratings.entry((id.kind, user.clone()));
                    let rating = rating.or_insert(change.before);
                    (*rating == change.before).then_some(())?;
                    *rating = change.after;
                }
                if let BoardEvent::Said { user, .. } = event {
                    self.users.contains_key(user).then_some(())?;
                }
                self.boards.get_mut(id)?.apply(event, now)?;
            }
            Event::SeekSet(seek) => {
                let key = (seek.kind, seek.number);
                if seek.number == self.next_seek(seek.kind) {
                    (seek.left > 0 && self.users.contains_key(&seek.user)).then_some(())?;
                    self.seeks.insert(key, seek.clone());
                } else {
                    let open = self.seeks.get_mut(&key).filter(|open| open.left > 0)?;
                    (open.left, open.stand_in, open.due) = (seek.left, seek.stand_in, seek.due);
                    (open.user == seek.user).then_some(())?;
                }
            }
            Event::LetterWritten(letter) => {
                self.users.contains_key(&letter.from).then_some(())?;
                if let Readers::Users(to) = &letter.to {
                    to.iter().all(|user| self.users.contains_key(user)).then_some(())?;
                }
                self.letters.push(letter.clone());
            }
        }
        Some(())
    }

    /// Whether none of the confirmed addresses among these is confirmed by another user.
    fn are_free(&self, user: &Userid, addresses: &[UserAddress]) -> bool {
        let others = self.users.values().filter(|other| other.id != *user);
        let owned: Vec<_> = others.flat_map(|other| &other.addresses).collect();
        addresses.iter().all(|new| !new.confirmed || !owned.contains(&new))
    }

    fn may_change(&self, id: &Userid, event: &UserEvent) -> bool {
        let user = self.users.get(id);
        match event {
            UserEvent::PasswordChanged { .. }
            | UserEvent::ResetAsked(_)
            | UserEvent::SettingsChanged(_)
            | UserEvent::Deleted(_) => user.is_some_and(|user| user.deleted.is_none()),
            UserEvent::AddressesSet(new) => user.is_some() && self.are_free(id, new),
            UserEvent::MuteSet { on: false, .. } | UserEvent::BlockSet { on: false, .. } => true,
            UserEvent::MuteSet { board, .. } => user.is_some() && self.boards.contains_key(board),
            UserEvent::BlockSet { other, .. } => {
                user.is_some() && id != other && self.users.contains_key(other)
            }
            _ => user.is_some(),
        }
    }

    /// The state that the store should load.
    fn load(&self, needs: &Needs) -> State {
        let mut state = State::default();
        let any = |filters: &[BoardFilter], board: &Board| {
            filters.iter().any(|filter| matches(filter, board))
        };
        for (id, board) in &self.boards {
            let came = needs.offspring == Some((id.kind, board.record.origin));
            if needs.boards.contains(id) || any(&needs.whole, board) || came {
                state.boards.insert(*id, self.shown(board));
            }
            // Declined boards are in no list.
            if any(&needs.listed, board) && !declined(board) {
                state.summaries.push(board.summary());
            }
        }
        let owner = |address: &_| {
            let owns =
                |user: &&User| user.addresses.iter().any(|a| a.confirmed && a.address == *address);
            self.users.values().find(owns).map(|user| user.id.clone())
        };
        for address in &needs.addresses {
            state.owners.extend(owner(address).map(|owner| (address.clone(), owner)));
        }
        for kind in state.boards.values().filter(|board| board.ended.is_none()).map(|b| b.id.kind) {
            let notified = self.users.values().filter(|user| user.settings.game(kind).notify);
            state.notified.insert(kind, notified.map(|user| user.id.clone()).collect());
        }
        for &kind in &needs.seeks {
            let open = self.seeks.values().filter(|seek| seek.kind == kind && seek.left > 0);
            let open = open.map(|seek| (seek.number, seek.clone())).collect();
            state.seeks.insert(kind, (open, self.next_seek(kind)));
        }
        let readers = self.users.values().filter(|user| needs.news && user.settings.news);
        let boards = state.boards.values();
        let wanted: BTreeSet<Userid> = needs
            .users
            .iter()
            .chain(state.owners.values())
            .cloned()
            .chain(boards.clone().flat_map(|board| board.players.clone()))
            .chain(boards.flat_map(|board| board.subscribers.clone()))
            .chain(state.notified.values().flatten().cloned())
            .chain(state.seeks.values().flat_map(|(s, _)| s.values().map(|s| s.user.clone())))
            .chain(readers.map(|user| user.id.clone()))
            .collect();
        for id in wanted {
            state.users.extend(self.users.get(&id).map(|user| (id, user.clone())));
        }
        for (key, rating) in &self.ratings {
            let present = self.users.get(&key.1).is_some_and(|user| user.deleted.is_none());
            let in_standings = needs.standings == Some(key.0) && present;
            if in_standings || state.users.contains_key(&key.1) {
                state.ratings.insert(key.clone(), *rating);
            }
        }
        state.next_number.extend(needs.new_board.map(|kind| (kind, self.next(kind))));
        for (kind, user) in needs.new_board.iter().flat_map(|k| state.users.keys().map(|u| (*k, u)))
        {
            let mine = |board: &&Board| {
                let record = &board.record;
                record.id.kind == kind && record.ended.is_none() && record.seat_of(user).is_some()
            };
            let count = self.boards.values().filter(mine).count() as u32;
            if count > 0 {
                state.in_play.insert((kind, user.clone()), count);
            }
        }
        if let Some((user, _)) = &needs.letters {
            state.letters = self.written(user);
        }
        state
    }
}

impl Board {
    /// Applies an event; `None` when it contradicts the board.
    fn apply(&mut self, event: &BoardEvent, now: Timestamp) -> Option<()> {
        let Self { record, to_move, touched, remarks } = self;
        let turns = record.turns.len() as u32;
        let at = match event {
            BoardEvent::TurnPlayed { ply, turn, to_move: next } => {
                ((*to_move)? == turn.seat && *ply == turns + 1).then_some(())?;
                *to_move = *next;
                turn.at
            }
            BoardEvent::OfferMade(_) | BoardEvent::PlansChanged(_) => (*to_move).map(|_| now)?,
            BoardEvent::OfferRejected => {
                record.offer.filter(|offer| !offer.rejected).map(|_| now)?
            }
            BoardEvent::TurnsUndone { by, ply } => {
                (*to_move)?;
                (record.turns.get(*ply as usize)?.seat == *by).then_some(())?;
                remarks.iter_mut().for_each(|remark| remark.ply = remark.ply.min(*ply));
                *to_move = Some(*by);
                now
            }
            BoardEvent::Ended(ended) => {
                record.ended.is_none().then_some(())?;
                *to_move = None;
                ended.at
            }
            BoardEvent::RatingChanged { user, seat, .. } => {
                (record.players[seat.index()] == *user).then_some(*touched)?
            }
            BoardEvent::Said { user, text } => {
                let (user, text) = (user.clone(), text.clone());
                remarks.push(Remark { user, ply: turns, at: now, text });
                now
            }
            BoardEvent::Scheduled(_) => (*to_move).map(|_| *touched)?,
            BoardEvent::Nagged(nags) => {
                (to_move.is_some() && *nags > record.nags).then_some(*touched)?
            }
            _ => return None,
        };
        *touched = (*touched).max(at);
        record.apply(event, now);
        Some(())
    }

    fn summary(&self) -> BoardSummary {
        BoardSummary {
            id: self.record.id,
            players: self.record.players.clone(),
            options: self.record.options.clone(),
            ply: self.record.turns.len() as u32,
            given: self.record.given,
            hints: self.record.hints,
            to_move: self.to_move,
            offered_to: self.record.offered_to,
            ended: self.record.ended.clone(),
            touched: self.touched,
        }
    }
}

fn matches(filter: &BoardFilter, board: &Board) -> bool {
    let time = match &board.record.ended {
        None => filter.running,
        Some(ended) => filter.ended_since.is_some_and(|since| ended.at >= since),
    };
    let kind = filter.kind.is_none_or(|kind| kind == board.record.id.kind);
    time && kind && filter.player.as_ref().is_none_or(|user| board.record.players.contains(user))
}

fn declined(board: &Board) -> bool {
    let ended = board.record.ended.as_ref();
    ended.is_some_and(|ended| matches!(ended.result(), SeatResult::Declined(_)))
}

/// An attempt by a random user: usually possible, sometimes not.
#[derive(Debug, Clone)]
enum UserAttempt {
    Join { user: usize, address: Option<(usize, bool)> },
    Password { user: usize },
    Open { kind: GameKind, users: [usize; 2], skip: bool, terms: Terms, origin: Origin },
    Play { board: usize, seat: Seat, at: i64, slip: bool, last: bool },
    Offer { board: usize, by: Seat, kind: OfferKind },
    Reject { board: usize },
    Plan { board: usize, plans: Plans },
    Undo { board: usize, by: Option<Seat>, ply: u32 },
    End { board: usize, result: SeatResult, at: i64, points: Option<[f64; 2]> },
    Say { board: usize, user: usize, text: String },
    Nag { board: usize, nags: u16 },
    Away { user: usize, since: i64, minutes: i64, over: bool },
    Address { user: usize, address: (usize, bool) },
    Leave { user: usize },
    Set { user: usize, kind: GameKind, on: [bool; 9], how: usize, limit: Option<u32> },
    Mute { user: usize, board: usize, on: bool },
    Block { user: usize, other: usize, on: bool },
    Subscribe { user: usize, board: usize, on: bool },
    Seek { user: usize, kind: GameKind, number: u32, left: u32 },
    Write { user: usize, to: Option<Vec<usize>> },
}

const NAMES: [&str; 5] = ["ann", "bob", "cyd", "dan", "e_1"];
const MAILS: [&str; 3] = ["A@a.org", "a@a.org", "b@b.org"];

fn attempts() -> impl Strategy<Value = UserAttempt> {
    let seat = prop::sample::select(&Seat::BOTH[..]);
    let kind = prop::sample::select(&GameKind::ALL[..2]);
    let offer = prop::sample::select(&[OfferKind::Draw, OfferKind::Undo][..]);
    let result = seat.clone().prop_flat_map(|seat| {
        let all = [SeatResult::Won(seat), SeatResult::Draw, SeatResult::Declined(seat)];
        prop::sample::select(all.to_vec())
    });
    let terms =
        (any::<[u16; 3]>(), any::<bool>(), any::<bool>()).prop_map(|(n, total, rated)| Terms {
            forfeit_days: n[0],
            nag_days: n[1],
            total_days: total.then_some(n[2]),
            increment_hours: (total && rated).then_some(n[0]),
            rated,
        });
    let rarely = || prop::bool::weighted(0.1);
    let address = prop::option::of((0..MAILS.len(), any::<bool>()));
    let (user, board) = (0..NAMES.len(), 0_usize..6);
    let points = prop::option::of([0.0..3000.0, 0.0..3000.0]);
    let users = [user.clone(), user.clone()];
    let origins = [Origin::Challenge, Origin::RematchOf(101), Origin::Seek(1)];
    let origin = prop::sample::select(origins.to_vec());
    prop_oneof![
        2 => (user.clone(), address).prop_map(|(user, address)| UserAttempt::Join { user, address }),
        1 => user.clone().prop_map(|user| UserAttempt::Password { user }),
        1 => (board.clone(), 1..4_u16).prop_map(|(board, nags)| UserAttempt::Nag { board, nags }),
        1 => (user.clone(), 0..9_i64, 0..9_i64, any::<bool>())
            .prop_map(|(user, since, minutes, over)| UserAttempt::Away { user, since, minutes, over }),
        1 => (user.clone(), (0..MAILS.len(), any::<bool>()))
            .prop_map(|(user, address)| UserAttempt::Address { user, address }),
        1 => user.clone().prop_map(|user| UserAttempt::Leave { user }),
        3 => (kind, users, rarely(), terms, origin)
            .prop_map(|(kind, users, skip, terms, origin)| UserAttempt::Open { kind, users, skip, terms, origin }),
        8 => (board.clone(), seat.clone(), 0..90_i64, rarely(), rarely()).prop_map(
            |(board, seat, at, slip, last)| UserAttempt::Play { board, seat, at, slip, last }
        ),
        2 => (board.clone(), plans()).prop_map(|(board, plans)| UserAttempt::Plan { board, plans }),
        2 => (board.clone(), prop::option::weighted(0.2, seat.clone()), 0..6_u32)
            .prop_map(|(board, by, ply)| UserAttempt::Undo { board, by, ply }),
        2 => (board.clone(), seat, offer).prop_map(|(board, by, kind)| UserAttempt::Offer { board, by, kind }),
        2 => board.clone().prop_map(|board| UserAttempt::Reject { board }),
        2 => (board.clone(), result, 0..90_i64, points)
            .prop_map(|(board, result, at, points)| UserAttempt::End { board, result, at, points }),
        2 => (board, user, "\\PC{0,9}").prop_map(|(board, user, text)| UserAttempt::Say { board, user, text }),
        5 => social(),
    ]
}

fn social() -> impl Strategy<Value = UserAttempt> {
    let (user, board, on) = (0..NAMES.len(), 0_usize..6, any::<bool>());
    let kind = prop::sample::select(&GameKind::ALL[..2]);
    let to = prop::option::of(prop::collection::vec(user.clone(), 1..4));
    let limit = prop::option::of(1_u32..9);
    let settings = (user.clone(), kind.clone(), any::<[bool; 9]>(), 0..3_usize, limit)
        .prop_map(|(user, kind, on, how, limit)| UserAttempt::Set { user, kind, on, how, limit });
    prop_oneof![
        5 => settings,
        1 => (user.clone(), board.clone(), on)
            .prop_map(|(user, board, on)| UserAttempt::Mute { user, board, on }),
        1 => (user.clone(), user.clone(), on)
            .prop_map(|(user, other, on)| UserAttempt::Block { user, other, on }),
        1 => (user.clone(), board, on)
            .prop_map(|(user, board, on)| UserAttempt::Subscribe { user, board, on }),
        1 => (user.clone(), kind, 0_u32..3, 0_u32..3)
            .prop_map(|(user, kind, number, left)| UserAttempt::Seek { user, kind, number, left }),
        1 => (user, to).prop_map(|(user, to)| UserAttempt::Write { user, to }),
    ]
}

fn plans() -> impl Strategy<Value = Plans> {
    let text = || prop::option::of("[a-h][1-8]( [a-h][1-8])?");
    ([text(), text()], text()).prop_map(|(queues, submitted)| Plans { queues, submitted })
}

/// The events of an attempt, given the state of the model.
fn events(model: &Model, attempt: &UserAttempt) -> Vec<Event> {
    let user_of = |n: usize| name(NAMES[n]);
    let id_of = |n: usize| model.boards.keys().nth(n).copied().unwrap_or_else(|| ankor(777));
    match attempt.clone() {
        UserAttempt::Join { user: n, address } => {
            let address = address.map(|(mail, confirmed)| UserAddress {
                address: MAILS[mail].parse().unwrap(),
                confirmed,
                returned: false,
            });
            vec![Event::UserJoined(User {
                addresses: address.into_iter().collect(),
                ..user(NAMES[n])
            })]
        }
        UserAttempt::Password { user } => {
            let password = PasswordHash::from_stored(format!("$argon2id${}", model.boards.len()));
            let asked = Event::User(user_of(user), UserEvent::ResetAsked(minute(3)));
            match model.boards.len() % 2 {
                0 => vec![asked],
                _ => vec![Event::User(
                    user_of(user),
                    UserEvent::PasswordChanged { password, keeps: Keeps::default() },
                )],
            }
        }
        UserAttempt::Open { kind, users, skip, terms, origin } => {
            let id = BoardId { kind, number: model.next(kind) + u32::from(skip) };
            let mut record = board(id, users.map(|n| NAMES[n]));
            record.terms = terms;
            record.origin = origin;
            // A teaching game is unrated.
            record.teaching = !terms.rated && users[0] != users[1];
            record.given = if terms.rated { 0 } else { 3 };
            vec![opened_as(record)]
        }
        UserAttempt::Play { board, seat, at, slip, last } => {
            let id = id_of(board);
            let ply = model.boards.get(&id).map_or(1, |board| board.record.turns.len() as u32 + 1);
            let turn = TurnRecord { text: format!("d{ply}′").into(), seat, at: minute(at) };
            let to_move = (!last).then_some(!seat);
            let play = Event::Board(
                id,
                BoardEvent::TurnPlayed { ply: ply + u32::from(slip), turn, to_move },
            );
            let end = last.then(|| ended(id, SeatResult::Won(seat), at));
            [play].into_iter().chain(end).collect()
        }
        UserAttempt::Offer { board, by, kind } => {
            let offer = Offer { by, kind, rejected: false };
            vec![Event::Board(id_of(board), BoardEvent::OfferMade(offer))]
        }
        UserAttempt::Reject { board } => {
            vec![Event::Board(id_of(board), BoardEvent::OfferRejected)]
        }
        UserAttempt::Plan { board, plans } => {
            vec![Event::Board(id_of(board), BoardEvent::PlansChanged(plans))]
        }
        UserAttempt::Undo { board, by, ply } => {
            let board = id_of(board);
            let turn = || model.boards.get(&board)?.record.turns.get(ply as usize);
            let by = by.unwrap_or_else(|| turn().map_or(Seat::First, |turn| turn.seat));
            vec![Event::Board(board, BoardEvent::TurnsUndone { by, ply })]
        }
        UserAttempt::End { board, result, at, points } => {
            let board = id_of(board);
            let end = Ended { ending: ending(result), at: minute(at) };
            let mut events = vec![Event::Board(board, BoardEvent::Ended(end))];
            events.extend(points.map(|points| changes(model, board, points)).into_iter().flatten());
            events
        }
        UserAttempt::Say { board, user, text } => {
            vec![Event::Board(id_of(board), BoardEvent::Said { user: user_of(user), text })]
        }
        UserAttempt::Nag { board, nags } => {
            let board = id_of(board);
            vec![
                Event::Board(board, BoardEvent::Nagged(nags)),
                Event::Board(board, BoardEvent::Scheduled(minute(7))),
            ]
        }
        UserAttempt::Away { user, since, minutes, over } => {
            let (since, until) = (minute(since), minute(since + minutes));
            let kind = match minutes % 3 {
                0 => AbsenceKind::Vacation,
                1 => AbsenceKind::SignedOff,
                _ => AbsenceKind::Suspended,
            };
            let absence = Absence { since, until, kind, over };
            vec![Event::User(user_of(user), UserEvent::AbsenceSet(absence))]
        }
        UserAttempt::Address { user, address: (mail, confirmed) } => {
            let user = user_of(user);
            let addresses = vec![UserAddress {
                address: MAILS[mail].parse().unwrap(),
                confirmed,
                returned: false,
            }];
            vec![Event::User(user, UserEvent::AddressesSet(addresses))]
        }
        UserAttempt::Leave { user } => {
            vec![Event::User(user_of(user), UserEvent::Deleted(minute(9)))]
        }
        UserAttempt::Set { user, kind, on, how, limit } => {
            let user = user_of(user);
            let [challenges, watches, notify, labels, all_turns, news, turn_mail, letters, daily] =
                on;
            let before = model.users.get(&user).map(|user| user.settings.clone());
            let mut settings = UserSettings {
                zone: if labels { "Europe/Paris" } else { "UTC" }.parse().unwrap(),
                appearance: daily.then(|| Appearance { bare: !labels, ..Appearance::default() }),
                quiet: how == 0,
                daily,
                turn_mail,
                reminders: how == 1,
                letters,
                pictures: Pictures::ALL[how],
                news,
                ..before.unwrap_or_default()
            };
            let puzzles = daily.then_some(PuzzleMail::Weekly);
            let game =
                GameSettings { challenges, limit, watches, notify, puzzles, labels, all_turns };
            settings.set_game(kind, game);
            vec![Event::User(user, UserEvent::SettingsChanged(Box::new(settings)))]
        }
        UserAttempt::Mute { user, board, on } => {
            vec![Event::User(user_of(user), UserEvent::MuteSet { board: id_of(board), on })]
        }
        UserAttempt::Block { user, other, on } => {
            vec![Event::User(user_of(user), UserEvent::BlockSet { other: user_of(other), on })]
        }
        UserAttempt::Subscribe { user, board, on } => {
            vec![Event::Board(
                id_of(board),
                BoardEvent::SubscriptionSet { user: user_of(user), on },
            )]
        }
        UserAttempt::Seek { user, kind, number, left } => {
            let number = match number {
                0 => model.next_seek(kind),
                n => n,
            };
            let (user, options, terms, made) =
                (user_of(user), "-size=5".into(), Terms::default(), minute(1));
            let stored = model.seeks.get(&(kind, number));
            let user = stored.filter(|_| left > 0).map_or(user, |seek| seek.user.clone());
            // Every setting of when the computer accepts comes back.
            let stand_in = match left % 4 {
                0 => StandIn::Nobody,
                1 => StandIn::Nearest,
                2 => StandIn::Level(ComputerLevel::MIN),
                _ => StandIn::Level(ComputerLevel::MIDDLE),
            };
            let due = (stand_in != StandIn::Nobody && number % 2 == 1).then(|| minute(1441));
            let seek = Seek { kind, number, user, options, terms, made, left, stand_in, due };
            vec![Event::SeekSet(seek)]
        }
        UserAttempt::Write { user, to } => {
            let to = to
                .map_or(Readers::News, |to| Readers::Users(to.into_iter().map(user_of).collect()));
            let text = format!("letter {}", model.letters.len());
            vec![Event::LetterWritten(Letter { from: user_of(user), to, text, at: minute(0) })]
        }
    }
}

/// Rating changes of both players to these points.
fn changes(model: &Model, board: BoardId, points: [f64; 2]) -> Vec<Event> {
    let Some(record) = model.boards.get(&board).map(|board| &board.record) else { return vec![] };
    let change = |seat: Seat| {
        let user = record.players[seat.index()].clone();
        let key = (board.kind, user.clone());
        let before = model.ratings.get(&key).copied().unwrap_or_default();
        let [won, drawn, lost] = before.games;
        let games = [won + 1, drawn, lost];
        let after = RatingRecord { rating: points[seat.index()], games, ..before };
        let change = RatingChange { before, after };
        Event::Board(board, BoardEvent::RatingChanged { user, seat, change })
    };
    Seat::BOTH.map(change).into()
}

fn filters() -> impl Strategy<Value = BoardFilter> {
    let kind = prop::option::of(prop::sample::select(&GameKind::ALL[..2]));
    let player = prop::option::of(prop::sample::select(&NAMES[..]));
    (kind, player, any::<bool>(), prop::option::of(0..90_i64)).prop_map(
        |(kind, player, running, since)| BoardFilter {
            kind,
            player: player.map(name),
            running,
            ended_since: since.map(minute),
        },
    )
}

#[track_caller]
fn assert_same(found: &State, expected: &State) {
    assert_eq!(found.users, expected.users);
    assert_eq!(found.owners, expected.owners);
    assert_eq!(found.boards, expected.boards);
    assert_eq!(found.summaries, expected.summaries);
    assert_eq!(found.ratings, expected.ratings);
    assert_eq!(found.next_number, expected.next_number);
    assert_eq!(found.notified, expected.notified);
    assert_eq!(found.in_play, expected.in_play);
    assert_eq!(found.seeks, expected.seeks);
    assert_eq!(found.letters, expected.letters);
}

/// Makes all attempts on both sides, each in a transaction, and compares everything that can be
/// seen.
async fn check(attempts: Vec<Vec<UserAttempt>>, filters: [Vec<BoardFilter>; 2]) {
    let fixture = Fixture::new().await;
    let mut model = Model::default();
    for together in attempts {
        let mut after = model.clone();
        let mut all = Vec::new();
        let mut possible = true;
        for attempt in &together {
            let events = events(&after, attempt);
            for event in &events {
                possible = possible && after.apply(event, minute(0)).is_some();
            }
            all.extend(events);
        }
        match fixture.write(all.clone()).await {
            Ok(_) => assert!(possible, "written: {all:#?}"),
            Err(StoreError::Conflict(conflict)) => {
                assert!(!possible, "refused as {conflict}: {all:#?}");
            }
            Err(error) => panic!("{error:?}"),
        }
        if possible {
            model = after;
        }
    }
    let store = open(&fixture.location()).await.unwrap();
    let [listed, whole] = filters;
    let everything = Needs {
        users: NAMES.map(name).into(),
        addresses: MAILS.map(|mail| mail.parse().unwrap()).into(),
        boards: model.boards.keys().copied().chain([ankor(900)]).collect(),
        ..Needs::default()
    };
    let some = Needs { listed, whole, ..Needs::default() };
    let game = |kind| Needs {
        users: NAMES.map(name).into(),
        standings: Some(kind),
        new_board: Some(kind),
        offspring: Some((kind, Origin::RematchOf(101))),
        seeks: [kind].into(),
        news: true,
        letters: Some((name("ann"), minute(0))),
        ..Needs::default()
    };
    for needs in [everything, some, game(GameKind::Ankor), game(GameKind::Boche)] {
        assert_same(&store.read(&needs).await.unwrap(), &model.load(&needs));
    }
    for (id, board) in &model.boards {
        assert_eq!(store.remarks(*id).await.unwrap(), board.remarks);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_store_behaves_like_a_few_maps(
        attempts in prop::collection::vec(prop::collection::vec(attempts(), 1..4), 0..40),
        listed in prop::collection::vec(filters(), 0..3),
        whole in prop::collection::vec(filters(), 0..3),
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        // Some players, so that boards can be opened from the first attempt on.
        let join = |user| vec![UserAttempt::Join { user, address: None }];
        let attempts = [0, 1].map(join).into_iter().chain(attempts).collect();
        runtime.block_on(check(attempts, [listed, whole]));
    }
}
