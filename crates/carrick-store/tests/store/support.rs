//! A store in a separate folder, and builders for its contents.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use carrick_games::{DrawBy, GameKind, Seat, WinBy};
use carrick_service::{
    About, Addressee, BoardEvent, BoardId, BoardRecord, Decision, Ended, Ending, Event, Message,
    Needs, PasswordHash, RatingChange, RatingRecord, SeatResult, Sender, State, Terms, TurnRecord,
    User, UserEvent, UserSettings, Userid,
};
use carrick_store::{Committed, Location, LogEntry, Most, Settings, Store, StoreError};
use jiff::Timestamp;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, SqliteConnection};
use tempfile::TempDir;

use crate::cluster;
use crate::plans::{Language, Watcher};

/// A store in a temporary folder, which is deleted with it, or in a database of the tests' server.
pub(crate) struct Fixture {
    pub(crate) store: Store,
    place: Place,
}

enum Place {
    File(TempDir),
    Server(cluster::Database),
}

impl Fixture {
    pub(crate) async fn new() -> Self {
        if !cluster::is_wanted() {
            return Self::in_file().await;
        }
        let database = cluster::Database::any().await;
        let store = open(&database.0).await.unwrap();
        Self { store, place: Place::Server(database) }
    }

    /// A store in a file, whichever database the tests use.
    pub(crate) async fn in_file() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = open_file(&folder.path().join("carrick.db")).await.unwrap();
        Self { store, place: Place::File(folder) }
    }

    /// A store with the users ann, bob and cyd and these events.
    pub(crate) async fn with(events: Vec<Event>) -> Self {
        Self::new().await.holding(events).await
    }

    /// Adds the users ann, bob and cyd and these events.
    pub(crate) async fn holding(self, events: Vec<Event>) -> Self {
        let users = ["ann", "bob", "cyd"].map(|name| Event::UserJoined(user(name)));
        self.write(users.into_iter().chain(events).collect()).await.unwrap();
        self
    }

    /// The file.
    pub(crate) fn path(&self) -> PathBuf {
        match &self.place {
            Place::File(folder) => folder.path().join("carrick.db"),
            Place::Server(database) => panic!("{} is not a file", database.0),
        }
    }

    /// The file or the address, as in `--db`.
    pub(crate) fn location(&self) -> String {
        match &self.place {
            Place::File(_) => self.path().to_str().unwrap().to_owned(),
            Place::Server(database) => database.0.clone(),
        }
    }

    pub(crate) async fn write(&self, events: Vec<Event>) -> Result<Committed, StoreError> {
        write(&self.store, events).await
    }

    pub(crate) async fn board(&self, board: BoardId) -> Option<BoardRecord> {
        let needs = Needs { boards: [board].into(), ..Needs::default() };
        self.store.read(&needs).await.unwrap().boards.remove(&board)
    }

    /// A connection to the file that bypasses the store, to look at the tables and to break them.
    pub(crate) async fn raw(&self) -> SqliteConnection {
        raw(&self.path()).await
    }

    /// Executes a statement directly, bypassing the store.
    pub(crate) async fn execute(&self, sql: &str) {
        let sql = sqlx::AssertSqlSafe(sql.to_owned());
        match &self.place {
            Place::File(_) => {
                sqlx::query(sql).execute(&mut self.raw().await).await.map(drop).unwrap();
            }
            Place::Server(database) => {
                let mut connection = cluster::raw(&database.0).await;
                sqlx::query(sql).execute(&mut connection).await.map(drop).unwrap();
            }
        }
    }

    /// Result of a query: the columns of its rows as text, separated by bars.
    pub(crate) async fn rows(&self, columns: &str, rest: &str) -> Vec<String> {
        let columns: Vec<String> = columns
            .split(", ")
            .map(|name| format!("coalesce(CAST({name} AS TEXT), '-')"))
            .collect();
        let sql = format!("SELECT {} {rest}", columns.join(" || '|' || "));
        let sql = sqlx::AssertSqlSafe(sql);
        match &self.place {
            Place::File(_) => sqlx::query_scalar(sql).fetch_all(&mut self.raw().await).await,
            Place::Server(database) => {
                sqlx::query_scalar(sql).fetch_all(&mut cluster::raw(&database.0).await).await
            }
        }
        .unwrap()
    }

    /// Result of a query for texts, without the table of the migrations.
    pub(crate) async fn texts(&self, sql: &'static str) -> Vec<String> {
        let mut texts: Vec<String> = match &self.place {
            Place::File(_) => sqlx::query_scalar(sql).fetch_all(&mut self.raw().await).await,
            Place::Server(database) => {
                sqlx::query_scalar(sql).fetch_all(&mut cluster::raw(&database.0).await).await
            }
        }
        .unwrap();
        texts.retain(|text| !text.starts_with("_sqlx_migrations"));
        texts
    }

    /// Result of a query for one number.
    pub(crate) async fn number(&self, sql: &str) -> i64 {
        let sql = sqlx::AssertSqlSafe(sql.to_owned());
        match &self.place {
            Place::File(_) => sqlx::query_scalar(sql).fetch_one(&mut self.raw().await).await,
            Place::Server(database) => {
                sqlx::query_scalar(sql).fetch_one(&mut cluster::raw(&database.0).await).await
            }
        }
        .unwrap()
    }

    /// Waits until no killed process has an open writing transaction.
    pub(crate) async fn settle(&self) {
        self.store.note_sweep(minute(0)).await.unwrap();
    }
}

/// Number of users in addition to the computer's accounts, which always exist.
pub(crate) const PEOPLE: &str =
    "SELECT count(*) FROM users WHERE userid NOT LIKE 'level_' AND userid NOT LIKE 'novice%'";

/// Writes events in one transaction.
pub(crate) async fn write(store: &Store, events: Vec<Event>) -> Result<Committed, StoreError> {
    let decide = |_: &State| Decision { events, messages: vec![], refusal: None };
    store.transaction(&Needs::default(), &entry(None), decide).await
}

/// Opens a database as `--db` would name it.
pub(crate) async fn open(location: &str) -> Result<Store, StoreError> {
    open_at(location.parse().unwrap()).await
}

pub(crate) async fn open_file(path: &Path) -> Result<Store, StoreError> {
    open_at(path.into()).await
}

async fn open_at(location: Location) -> Result<Store, StoreError> {
    // With a long timeout, since a busy machine may keep a writer waiting.
    let settings = Settings { busy_timeout: Duration::from_secs(120), ..Settings::default() };
    let language = if location.file().is_some() { Language::OfFile } else { Language::OfServer };
    let store = Store::open(location, &settings).await?;
    store.intercept(Arc::new(Watcher(language)));
    Ok(store)
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

/// Limits of this number for one user and of any number for a network address.
pub(crate) fn most(of_user: u32) -> Most {
    Most { of_user, from_place: u32::MAX }
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

/// Turn `ply` of a board on which the seats alternate.
pub(crate) fn played(board: BoardId, ply: u32) -> Event {
    let seat = if ply % 2 == 1 { Seat::First } else { Seat::Second };
    Event::Board(board, BoardEvent::TurnPlayed { ply, turn: turn(ply, seat), to_move: Some(!seat) })
}

pub(crate) fn turn(ply: u32, seat: Seat) -> TurnRecord {
    TurnRecord { text: format!("d{ply}'").into(), seat, at: minute(i64::from(ply % 1000) + 1) }
}

pub(crate) fn ended(board: BoardId, result: SeatResult, at: i64) -> Event {
    Event::Board(board, BoardEvent::Ended(Ended { ending: ending(result), at: minute(at) }))
}

/// An ending with this result.
pub(crate) fn ending(result: SeatResult) -> Ending {
    match result {
        SeatResult::Won(seat) => Ending::Won(seat, WinBy::Path),
        SeatResult::Draw => Ending::Drawn(DrawBy::Agreement),
        SeatResult::Declined(seat) => Ending::Declined(seat),
    }
}

pub(crate) fn rated(board: BoardId, user: &str, seat: Seat, change: RatingChange) -> Event {
    Event::Board(board, BoardEvent::RatingChanged { user: name(user), seat, change })
}

/// A rating with these points after this many wins; every digit of it must survive.
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
        about: About::default(),
    }
}

/// A challenge that opened a board on which the first seat is to move.
pub(crate) fn opened_as(board: BoardRecord) -> Event {
    Event::BoardOpened { board: Box::new(board), to_move: Seat::First }
}

/// New settings of a user: the default ones, changed.
pub(crate) fn set(user: &str, change: impl FnOnce(&mut UserSettings)) -> Event {
    let mut settings = UserSettings::default();
    change(&mut settings);
    Event::User(name(user), UserEvent::SettingsChanged(Box::new(settings)))
}
