//! Games of the soak, and whether the database contains them as they were played.

use carrick_games::{AnyGame, GameKind, Seat};
use carrick_server::{Incoming, handle};
use carrick_service::{BoardFilter, BoardId, BoardRecord, Needs, Sender, Userid};
use carrick_store::{BoardList, Cursor, Part, Store};
use jiff::{SignedDuration, Timestamp};

use super::{Outcome, people};

/// Two users whose games run out of time.
pub(super) const SLEEPERS: [&str; 2] = ["sleeper1", "sleeper2"];

/// Boards with short games.
const OPTIONS: [(GameKind, &str); 4] = [
    (GameKind::Ankor, "-size=4"),
    (GameKind::Boche, "-size=4"),
    (GameKind::Antipod, "-radius=4"),
    (GameKind::Anchor, "-size=4"),
];

/// Number of boards that are compared at the same time.
const AT_ONCE: usize = 200;

/// The game and the options of the next board.
pub(super) fn board(number: usize) -> (GameKind, &'static str) {
    OPTIONS[number % OPTIONS.len()]
}

pub(super) fn path(board: BoardId) -> String {
    format!("/{}/{}", board.kind, board.number)
}

/// A game between two users.
#[derive(Debug, Clone)]
pub(super) struct Game {
    pub(super) board: BoardId,
    pub(super) players: [usize; 2],
    pub(super) game: AnyGame,
}

impl Game {
    /// Number of the user to move, or of the first user if the game is over.
    pub(super) fn mover(&self) -> usize {
        self.players[self.game.seat_to_move().unwrap_or(Seat::First).index()]
    }

    pub(super) fn play(&mut self, turn: &str) -> Outcome<()> {
        self.game = self.game.clone().play_text(turn).map_err(|_| "an illegal turn")?;
        Ok(())
    }
}

/// A game of a user against the computer.
#[derive(Debug, Clone)]
pub(super) struct Practice {
    pub(super) board: BoardId,
    pub(super) player: usize,
    pub(super) seat: Seat,
    /// The user's turns that were answered.
    pub(super) turns: Vec<String>,
}

/// Acknowledged turns of a board: all, or those of one seat.
#[derive(Debug, Clone)]
pub(super) struct Answered {
    board: BoardId,
    seat: Option<Seat>,
    turns: Vec<String>,
}

impl From<&Game> for Answered {
    fn from(Game { board, game, .. }: &Game) -> Self {
        Self { board: *board, seat: None, turns: game.turn_names() }
    }
}

impl From<&Practice> for Answered {
    fn from(Practice { board, seat, turns, .. }: &Practice) -> Self {
        Self { board: *board, seat: Some(*seat), turns: turns.clone() }
    }
}

/// All games in play, except those of the sleepers.
pub(super) async fn running(store: &Store) -> Outcome<(Vec<Game>, Vec<Practice>)> {
    let filter = BoardFilter { kind: None, player: None, running: true, ended_since: None };
    let needs = Needs { whole: vec![filter], ..Needs::default() };
    let state = store.read(&needs).await?;
    let (mut games, mut practices) = (Vec::new(), Vec::new());
    for (&board, record) in &state.boards {
        let [first, second] = &record.players;
        match (people::number(first), people::number(second)) {
            (Some(first), Some(second)) => {
                games.push(Game { board, players: [first, second], game: record.game()? });
            }
            (Some(player), None) => practices.push(practice(board, record, player, Seat::First)),
            (None, Some(player)) => practices.push(practice(board, record, player, Seat::Second)),
            (None, None) => {}
        }
    }
    Ok((games, practices))
}

fn practice(board: BoardId, record: &BoardRecord, player: usize, seat: Seat) -> Practice {
    Practice { board, player, seat, turns: of_seat(record, Some(seat)) }
}

fn of_seat(record: &BoardRecord, seat: Option<Seat>) -> Vec<String> {
    let turns = record.turns.iter().filter(|turn| seat.is_none_or(|seat| turn.seat == seat));
    turns.map(|turn| turn.text.to_string()).collect()
}

/// Checks that boards have exactly the acknowledged turns.
pub(super) async fn check(store: &Store, all: &[Answered]) -> Outcome<()> {
    for some in all.chunks(AT_ONCE) {
        let boards = some.iter().map(|one| one.board).collect();
        let state = store.read(&Needs { boards, ..Needs::default() }).await?;
        for Answered { board, seat, turns } in some {
            let record = state.boards.get(board).ok_or_else(|| format!("{board} is gone"))?;
            let found = of_seat(record, *seat);
            if found != *turns {
                return Err(format!("{board} is {found:?}, not {turns:?}").into());
            }
        }
    }
    Ok(())
}

/// Starts games of the sleepers yesterday, so that one runs out of time in each of the next
/// minutes.
pub(super) async fn put_to_sleep(store: &Store, minutes: u32) -> Outcome<()> {
    for minute in 1..=minutes {
        let at = Timestamp::now() - SignedDuration::from_hours(24)
            + SignedDuration::from_mins(i64::from(minute));
        let [first, second] = SLEEPERS;
        let challenge =
            format!("antipod challenge -radius=4 --forfeittime=1 --unrated {first} {second}");
        let board = command(store, first, &challenge, at).await?.ok_or("no board")?;
        let needs = Needs { boards: [board].into(), ..Needs::default() };
        let mut game = store.read(&needs).await?.boards[&board].game()?;
        // Clocks run once both have moved.
        for _ in 0..2 {
            let turn = game.legal().pop().ok_or("no legal turn")?;
            let mover = SLEEPERS[game.seat_to_move().ok_or("nobody to move")?.index()];
            let line = format!("antipod move {} {mover} - {turn}", board.number);
            command(store, mover, &line, at).await?;
            game = game.play_text(&turn).map_err(|_| "an illegal turn")?;
        }
    }
    Ok(())
}

async fn command(store: &Store, user: &str, text: &str, at: Timestamp) -> Outcome<Option<BoardId>> {
    let sender = Sender::User(user.parse()?);
    let done = handle(store, None, Incoming { sender, text, body: None, id: None }, at).await?;
    match done.refused {
        true => Err(format!("{text}: {:?}", done.messages).into()),
        false => Ok(done.messages.iter().find_map(|message| message.board)),
    }
}

/// Number of the sleepers' games that have run out of time.
pub(super) async fn run_out(store: &Store) -> Outcome<usize> {
    let player: Userid = SLEEPERS[0].parse()?;
    let parts = vec![Part::Over(Timestamp::UNIX_EPOCH)];
    let list = BoardList { player: Some(player), parts, ..BoardList::default() };
    Ok(store.boards_page(&list, Cursor::Start, 10_000).await?.rows.len())
}
