//! A store in a folder of its own, and builders for its contents.

use std::path::{Path, PathBuf};
use std::time::Duration;

use carrick_games::{DrawBy, GameKind, Seat, WinBy};
use carrick_service::{
    Addressee, BoardId, BoardRecord, Decision, Ended, Ending, Event, Message, Needs, PasswordHash,
    RatingChange, RatingRecord, SeatResult, Sender, State, Terms, TurnRecord, User, Userid,
};
use carrick_store::{Committed, LogEntry, Settings, Store, StoreError};
use jiff::Timestamp;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, SqliteConnection};
use tempfile::TempDir;

/// A store in a temporary folder, which goes with it.
pub(crate) struct Fixture {
    pub(crate) store: Store,
    folder: TempDir,
}

impl Fixture {
    pub(crate) async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = open(&folder.path().join("carrick.db")).await.unwrap();
        Self { store, folder }
    }

    /// A store with the users ann, bob and cyd and these events.
    pub(crate) async fn with(events: Vec<Event>) -> Self {
        let fixture = Self::new().await;
        let users = ["ann", "bob", "cyd"].map(|name| Event::UserJoined(user(name)));
        fixture.write(users.into_iter().chain(events).collect()).await.unwrap();
        fixture
    }

    pub(crate) fn path(&self) -> PathBuf {
        self.folder.path().join("carrick.db")
    }

    pub(crate) async fn write(&self, events: Vec<Event>) -> Result<Committed, StoreError> {
        let decide = |_: &State| Decision { events, messages: vec![], refused: false };
        self.store.transaction(&Needs::default(), &entry(None), decide).await
    }

    pub(crate) async fn board(&self, board: BoardId) -> Option<BoardRecord> {
        let needs = Needs { boards: [board].into(), ..Needs::default() };
        self.store.read(&needs).await.unwrap().boards.remove(&board)
    }

    /// A connection past the store, to look at the tables and to break them.
    pub(crate) async fn raw(&self) -> SqliteConnection {
        raw(&self.path()).await
    }

    /// The answer of a query that gives one number.
    pub(crate) async fn number(&self, sql: &'static str) -> i64 {
        sqlx::query_scalar(sql).fetch_one(&mut self.raw().await).await.unwrap()
    }
}

/// How many users there are beside the computer's accounts, which are always there.
pub(crate) const PEOPLE: &str =
    "SELECT count(*) FROM users WHERE userid NOT LIKE 'level_' AND userid NOT LIKE 'novice_'";

pub(crate) async fn open(path: &Path) -> Result<Store, StoreError> {
    // Patient, since a busy machine may keep a writer waiting for long.
    let settings = Settings { busy_timeout: Duration::from_secs(120), ..Settings::default() };
    Store::open(path, &settings).await
}

pub(crate) async fn raw(path: &Path) -> SqliteConnection {
    SqliteConnectOptions::new().filename(path).connect().await.unwrap()
}

pub(crate) fn entry(id: Option<&str>) -> LogEntry {
    LogEntry {
        id: id.map(str::to_owned),
        at: minute(0),
        sender: Sender::Nobody,
        command: "help".into(),
        reply_to: None,
    }
}

/// A minute of the first of May 2008.
pub(crate) fn minute(minute: i64) -> Timestamp {
    Timestamp::from_second(1_209_600_000 + 60 * minute).unwrap()
}

pub(crate) fn name(name: &str) -> Userid {
    name.parse().unwrap()
}

pub(crate) fn user(id: &str) -> User {
    let password = Some(PasswordHash::from_stored(format!("$argon2id$of-{id}")));
    User::new(name(id), minute(0), password)
}

pub(crate) fn ankor(number: u32) -> BoardId {
    BoardId { kind: GameKind::Ankor, number }
}

pub(crate) fn board(id: BoardId, players: [&str; 2]) -> BoardRecord {
    BoardRecord::new(id, players.map(name), "-size=5", Terms::default(), minute(1))
}

pub(crate) fn opened(id: BoardId, players: [&str; 2]) -> Event {
    opened_as(board(id, players))
}

/// Turn `ply` of a board on which the seats take turns.
pub(crate) fn played(board: BoardId, ply: u32) -> Event {
    let seat = if ply % 2 == 1 { Seat::First } else { Seat::Second };
    Event::TurnPlayed { board, ply, turn: turn(ply, seat), to_move: Some(!seat) }
}

pub(crate) fn turn(ply: u32, seat: Seat) -> TurnRecord {
    TurnRecord { text: format!("d{ply}'"), seat, at: minute(i64::from(ply % 1000) + 1) }
}

pub(crate) fn ended(board: BoardId, result: SeatResult, at: i64) -> Event {
    Event::BoardEnded { board, ended: Ended { ending: ending(result), at: minute(at) } }
}

/// Some ending with this result.
pub(crate) fn ending(result: SeatResult) -> Ending {
    match result {
        SeatResult::Won(seat) => Ending::Won(seat, WinBy::Path),
        SeatResult::Draw => Ending::Drawn(DrawBy::Agreement),
        SeatResult::Declined(seat) => Ending::Declined(seat),
    }
}

pub(crate) fn rated(board: BoardId, user: &str, seat: Seat, change: RatingChange) -> Event {
    Event::RatingChanged { kind: board.kind, user: name(user), board, seat, change }
}

/// A rating of these points after as many wins; every digit of it must survive.
pub(crate) fn rating(points: f64, won: u32) -> RatingRecord {
    RatingRecord {
        rating: points + 0.1,
        deviation: 350.0 / 3.0,
        volatility: 0.06,
        games: [won, 0, 7],
    }
}

pub(crate) fn message(to: Option<&str>, subject: &str) -> Message {
    Message {
        to: to.map_or(Addressee::Sender, |to| Addressee::User(name(to))),
        subject: subject.into(),
        text: format!("{subject}:\nd3' ′ “quoted” \\ 'x'; --\n"),
        board: Some(ankor(101)),
        link: None,
    }
}

/// A challenge that made a board on which the first seat is to move.
pub(crate) fn opened_as(board: BoardRecord) -> Event {
    Event::BoardOpened { board: Box::new(board), to_move: Seat::First }
}
