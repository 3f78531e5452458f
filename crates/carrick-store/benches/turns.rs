//! Commands per second, compared with bare inserts on the same disk.
//!
//! A command is one transaction that loads a board, plays a turn on it, queues two messages and
//! writes the log; it is compared with a bare `INSERT` in its own commit, into a file with the same
//! settings, in the same run. The two alternate, so that a busy disk slows both; medians are
//! compared.
//!
//! ```text
//! cargo bench -p carrick-store --bench turns
//! ```
#![allow(clippy::print_stdout, reason = "printing is what a benchmark does")]

use std::error::Error;
use std::path::Path;
use std::time::{Duration, Instant};

use carrick_games::{GameKind, Seat};
use carrick_service::{
    About, Addressee, BoardEvent, BoardId, BoardRecord, Decision, Event, Message, Needs, Sender,
    State, Terms, TurnRecord, User, Userid,
};
use carrick_store::{LogEntry, Settings, Store, StoreError};
use jiff::Timestamp;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions as _, Executor as _, SqliteConnection};

const BOARDS: u32 = 10;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    // `cargo test` also runs it, to see that it works; only `cargo bench` passes this flag.
    let commands = if std::env::args().any(|argument| argument == "--bench") { 2000 } else { 50 };
    let folder = tempfile::tempdir()?;
    let store = Store::open(folder.path().join("carrick.db"), &Settings::default()).await?;
    let mut bare = bare(&folder.path().join("bare.db")).await?;
    set_up(&store).await?;
    let (mut turns, mut inserts) = (Vec::new(), Vec::new());
    for n in 0..commands {
        turns.push(play(&store, n).await?);
        inserts.push(insert(&mut bare, n).await?);
    }
    check(&store, &mut bare, commands).await?;
    let (turns, inserts) = (median(turns), median(inserts));
    let rate = |time: Duration| 1.0 / time.as_secs_f64();
    println!(
        "commands with one turn  {:8.0} per second (boards of up to {} turns)",
        rate(turns),
        commands / BOARDS
    );
    println!("bare INSERT; COMMIT     {:8.0} per second", rate(inserts));
    println!("a command costs         {:8.2} bare commits", turns.div_duration_f64(inserts));
    Ok(())
}

/// A database of one table, with the store's settings.
async fn bare(path: &Path) -> sqlx::Result<SqliteConnection> {
    let options = SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full);
    let mut connection = options.connect().await?;
    connection.execute("CREATE TABLE bare (n INTEGER NOT NULL PRIMARY KEY, word TEXT)").await?;
    Ok(connection)
}

async fn insert(connection: &mut SqliteConnection, n: u32) -> sqlx::Result<Duration> {
    let start = Instant::now();
    let query = sqlx::query("INSERT INTO bare VALUES ($1, $2)").bind(i64::from(n)).bind("d3'");
    query.execute(connection).await?;
    Ok(start.elapsed())
}

async fn play(store: &Store, n: u32) -> Result<Duration, StoreError> {
    let board = board(n % BOARDS);
    let needs = Needs { boards: [board].into(), ..Needs::default() };
    let entry = entry(n.to_string());
    let start = Instant::now();
    let committed = store.transaction(&needs, &entry, move |state| turn(state, board)).await?;
    let elapsed = start.elapsed();
    assert_eq!(committed.messages.len(), 2);
    Ok(elapsed)
}

/// The next turn of a board, and a message to each player with the text of a drawing.
fn turn(state: &State, board: BoardId) -> Decision {
    let record = &state.boards[&board];
    let ply = record.turns.len() as u32 + 1;
    let seat = if ply % 2 == 1 { Seat::First } else { Seat::Second };
    let turn = TurnRecord { text: "d3'".into(), seat, at: Timestamp::UNIX_EPOCH };
    let message = |user: &Userid| Message {
        to: Addressee::User(user.clone()),
        subject: format!("{board}"),
        text: ". ".repeat(700),
        board: Some(board),
        link: None,
        about: About::default(),
    };
    Decision {
        events: vec![Event::Board(
            board,
            BoardEvent::TurnPlayed { ply, turn, to_move: Some(!seat) },
        )],
        messages: record.players.iter().map(message).collect(),
        refusal: None,
    }
}

async fn set_up(store: &Store) -> Result<(), Box<dyn Error>> {
    let players: [Userid; 2] = ["ann".parse()?, "bob".parse()?];
    let join = |id: &Userid| {
        let joined = Timestamp::UNIX_EPOCH;
        Event::UserJoined(User::new(id.clone(), joined, None))
    };
    let open = |n| {
        let (id, terms) = (board(n), Terms::default());
        let board = BoardRecord::new(id, players.clone(), "", terms, Timestamp::UNIX_EPOCH);
        Event::BoardOpened { board: Box::new(board), to_move: Seat::First }
    };
    let events = players.iter().map(join).chain((0..BOARDS).map(open)).collect();
    let decide = |_: &State| Decision { events, messages: vec![], refusal: None };
    store.transaction(&Needs::default(), &entry("set up".into()), decide).await?;
    Ok(())
}

/// Checks that everything that was timed has been stored.
async fn check(store: &Store, bare: &mut SqliteConnection, all: u32) -> Result<(), Box<dyn Error>> {
    let needs = Needs { boards: (0..BOARDS).map(board).collect(), ..Needs::default() };
    let all = all as usize;
    let boards = store.read(&needs).await?.boards;
    assert_eq!(boards.values().map(|board| board.turns.len()).sum::<usize>(), all);
    assert!(boards.values().all(|board| board.turns.len() == all / BOARDS as usize));
    assert_eq!(store.pending(u32::MAX).await?.len(), 2 * all);
    let rows: i64 = sqlx::query_scalar("SELECT count(*) FROM bare").fetch_one(bare).await?;
    assert_eq!(rows, all as i64);
    Ok(())
}

fn board(n: u32) -> BoardId {
    BoardId { kind: GameKind::Ankor, number: BoardId::FIRST_NUMBER + n }
}

fn entry(id: String) -> LogEntry {
    LogEntry {
        id: Some(id),
        at: Timestamp::UNIX_EPOCH,
        sender: Sender::Nobody,
        command: "ankor move 101 ann * d3'".into(),
        reply_to: None,
    }
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}
