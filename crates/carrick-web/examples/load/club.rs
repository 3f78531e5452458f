//! Signed-in players and their games.

use carrick_games::{AnyGame, GameKind, Seat};
use carrick_server::{Incoming, handle};
use carrick_service::{BoardId, Decision, Event, Needs, Sender, User, Userid};
use carrick_store::{LogEntry, Session, Store, TokenHash};
use fastrand::Rng;
use jiff::{SignedDuration, Timestamp};
use sha2::{Digest as _, Sha256};

use crate::Outcome;

/// A game between two players of its own, all kinds in turn.
pub(crate) struct Game {
    board: BoardId,
    game: AnyGame,
    tokens: [String; 2],
    random: Rng,
}

pub(crate) struct Club {
    pub(crate) games: Vec<Game>,
}

impl Club {
    /// Creates players, their sessions and their boards, without passwords.
    pub(crate) async fn found(store: &Store, games: usize) -> Outcome<Self> {
        let mut club = Self { games: Vec::new() };
        for n in 0..games {
            let kind = GameKind::ALL[n % GameKind::ALL.len()];
            club.games.push(open(store, kind, n).await?);
        }
        Ok(club)
    }

    /// Checks that the database has all turns that were answered, and no others.
    pub(crate) async fn check(&self, store: &Store) -> Outcome<()> {
        for one in &self.games {
            let needs = Needs { boards: [one.board].into(), ..Needs::default() };
            let state = store.read(&needs).await?;
            let found: Vec<&str> =
                state.boards[&one.board].turns.iter().map(|turn| turn.text.as_str()).collect();
            if found != one.game.turn_names() {
                return Err(format!("{} is not as it was played", one.board).into());
            }
        }
        Ok(())
    }
}

async fn open(store: &Store, kind: GameKind, n: usize) -> Outcome<Game> {
    let now = Timestamp::now();
    let players: [Userid; 2] = [format!("first{n}").parse()?, format!("second{n}").parse()?];
    let events = players.iter().map(|id| Event::UserJoined(User::new(id.clone(), now, None)));
    let decision = Decision { events: events.collect(), messages: vec![], refused: false };
    let command = format!("signup {} *", players[0]);
    let entry = LogEntry { id: None, at: now, sender: Sender::Nobody, command, reply_to: None };
    store.transaction(&Needs::default(), &entry, |_| decision).await?;
    let mut tokens = [String::new(), String::new()];
    for (user, token) in players.iter().zip(&mut tokens) {
        *token = format!("{:064x}", 2 * n + usize::from(*user == players[1]) + 1);
        let hash = Sha256::digest(&*token).iter().map(|byte| format!("{byte:02x}")).collect();
        let session = Session {
            token: TokenHash(hash),
            user: user.clone(),
            guest: false,
            created: now,
            seen: now,
            expires: now + SignedDuration::from_hours(1),
            label: "load".into(),
        };
        store.begin_session(&session).await?;
    }
    let text = format!("{kind} challenge {} {}", players[0], players[1]);
    let sender = Sender::User(players[0].clone());
    let done =
        handle(store, None, Incoming { sender, text: &text, body: None, id: None }, now).await?;
    let board = done.messages.iter().find_map(|message| message.board).ok_or("no board")?;
    let needs = Needs { boards: [board].into(), ..Needs::default() };
    let game = store.read(&needs).await?.boards[&board].game()?;
    Ok(Game { board, game, tokens, random: Rng::with_seed(n as u64) })
}

impl Game {
    pub(crate) fn path(&self) -> String {
        format!("/{}/{}", self.board.kind, self.board.number)
    }

    /// A random legal turn; none when the game is over.
    pub(crate) fn choose(&mut self) -> Option<String> {
        let legal = self.game.legal();
        (!legal.is_empty()).then(|| legal[self.random.usize(..legal.len())].clone())
    }

    /// Session of the player to move, or of either when the game is over.
    pub(crate) fn token(&self) -> &str {
        &self.tokens[self.game.seat_to_move().unwrap_or(Seat::First).index()]
    }

    pub(crate) fn form(&self, turn: &str) -> String {
        let turn: String = turn.bytes().map(|byte| format!("%{byte:02X}")).collect();
        format!("turn={turn}&number={}", self.game.turn_names().len() + 1)
    }

    pub(crate) fn play(&mut self, turn: &str) -> Outcome<()> {
        self.game = self.game.clone().play_text(turn).map_err(|_| "an illegal turn")?;
        Ok(())
    }
}
