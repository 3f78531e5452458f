//! Boards of the database, and what was played on them.

use carrick_games::{AnyGame, GameKind};
use carrick_server::{Incoming, handle};
use carrick_service::{BoardId, Decision, Event, Needs, PasswordHash, Sender, User, Userid};
use carrick_store::{LogEntry, Store};
use fastrand::Rng;
use jiff::Timestamp;

use crate::Outcome;

/// A board, its game as far as it was answered, and the source of its turns.
pub(crate) struct Board {
    pub(crate) id: BoardId,
    pub(crate) game: AnyGame,
    random: Rng,
}

/// Creates the two players of a board, with a password or without.
pub(crate) async fn sign_up(
    store: &Store,
    n: usize,
    password: Option<&PasswordHash>,
) -> Outcome<[Userid; 2]> {
    let now = Timestamp::now();
    let players: [Userid; 2] = [format!("first{n}").parse()?, format!("second{n}").parse()?];
    let joins = |id: &Userid| Event::UserJoined(User::new(id.clone(), now, password.cloned()));
    let events = players.iter().map(joins).collect();
    let decision = Decision { events, messages: vec![], refusal: None };
    let command = format!("signup {} *", players[0]);
    let entry = LogEntry { id: None, at: now, sender: Sender::Nobody, command, reply_to: None };
    store.transaction(&Needs::default(), &entry, |_| decision).await?;
    Ok(players)
}

impl Board {
    /// Opens a board by a challenge of the first player's.
    pub(crate) async fn open(
        store: &Store,
        kind: GameKind,
        [first, second]: &[Userid; 2],
        seed: u64,
    ) -> Outcome<Self> {
        let text = format!("{kind} challenge {first} {second}");
        let sender = Sender::User(first.clone());
        let incoming = Incoming { sender, text: &text, body: None, id: None };
        let done = handle(store, None, incoming, Timestamp::now()).await?;
        let id = done.messages.iter().find_map(|message| message.board).ok_or("no board")?;
        let needs = Needs { boards: [id].into(), ..Needs::default() };
        let game = store.read(&needs).await?.boards[&id].game()?;
        Ok(Self { id, game, random: Rng::with_seed(seed) })
    }

    /// A random legal turn; none when the game is over.
    pub(crate) fn choose(&mut self) -> Option<String> {
        let legal = self.game.legal();
        (!legal.is_empty()).then(|| legal[self.random.usize(..legal.len())].clone())
    }

    pub(crate) fn play(&mut self, turn: &str) -> Outcome<()> {
        self.game = self.game.clone().play_text(turn).map_err(|_| "an illegal turn")?;
        Ok(())
    }

    /// Checks that the database has all turns that were answered, and no others.
    pub(crate) async fn check(&self, store: &Store) -> Outcome<()> {
        let needs = Needs { boards: [self.id].into(), ..Needs::default() };
        let state = store.read(&needs).await?;
        let found: Vec<&str> =
            state.boards[&self.id].turns.iter().map(|turn| &*turn.text).collect();
        if found != self.game.turn_names() {
            return Err(format!("{} is not as it was played", self.id).into());
        }
        Ok(())
    }
}
