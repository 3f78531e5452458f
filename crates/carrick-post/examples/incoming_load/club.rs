//! Players with passwords, and their games.

use carrick_games::{AnyGame, GameKind, Seat};
use carrick_server::{Incoming, handle};
use carrick_service::{
    BoardId, Decision, Event, Needs, Password, PasswordHash, Sender, User, Userid,
};
use carrick_store::{LogEntry, Store};
use carrick_tokens::{Powers, ReplyToken};
use fastrand::Rng;
use jiff::{SignedDuration, Timestamp};

use crate::{Outcome, server};

/// Everybody's password.
pub(crate) const PASSWORD: &str = "hunter22";

/// A game between two players of its own, all kinds in turn.
pub(crate) struct Game {
    board: BoardId,
    game: AnyGame,
    random: Rng,
}

pub(crate) struct Club {
    pub(crate) games: Vec<Game>,
}

impl Club {
    pub(crate) async fn found(store: &Store, games: usize) -> Outcome<Self> {
        let password: Password = PASSWORD.parse()?;
        let hash = PasswordHash::new(&password, &[7; 16]).ok_or("no hash")?;
        let mut club = Self { games: Vec::new() };
        for n in 0..games {
            let kind = GameKind::ALL[n % GameKind::ALL.len()];
            club.games.push(open(store, kind, n, &hash).await?);
        }
        Ok(club)
    }

    /// Everything that was taken is in the database, and nothing else.
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

async fn open(store: &Store, kind: GameKind, n: usize, hash: &PasswordHash) -> Outcome<Game> {
    let now = Timestamp::now();
    let players: [Userid; 2] = [format!("first{n}").parse()?, format!("second{n}").parse()?];
    let joins = |id: &Userid| Event::UserJoined(User::new(id.clone(), now, Some(hash.clone())));
    let events = players.iter().map(joins).collect();
    let decision = Decision { events, messages: vec![], refused: false };
    let command = format!("signup {} *", players[0]);
    let entry = LogEntry { id: None, at: now, sender: Sender::Nobody, command, reply_to: None };
    store.transaction(&Needs::default(), &entry, |_| decision).await?;
    let text = format!("{kind} challenge {} {}", players[0], players[1]);
    let sender = Sender::User(players[0].clone());
    let done =
        handle(store, None, Incoming { sender, text: &text, body: None, id: None }, now).await?;
    let board = done.messages.iter().find_map(|message| message.board).ok_or("no board")?;
    let needs = Needs { boards: [board].into(), ..Needs::default() };
    let game = store.read(&needs).await?.boards[&board].game()?;
    Ok(Game { board, game, random: Rng::with_seed(n as u64) })
}

impl Game {
    /// Some legal turn; none when the game is over.
    pub(crate) fn choose(&mut self) -> Option<String> {
        let legal = self.game.legal();
        (!legal.is_empty()).then(|| legal[self.random.usize(..legal.len())].clone())
    }

    /// The address that the mail to the player to move is answered to.
    pub(crate) fn address(&self) -> String {
        let token = ReplyToken {
            board: self.board,
            generation: self.game.turn_names().len() as u32,
            seat: self.game.seat_to_move().unwrap_or(Seat::First),
            powers: Powers::TO_MOVE,
            expires: Timestamp::now() + SignedDuration::from_hours(1),
        };
        let token = server::keys().seal(&token);
        format!("play+{token}@carrick.example")
    }

    pub(crate) fn play(&mut self, turn: &str) -> Outcome<()> {
        self.game = self.game.clone().play_text(turn).map_err(|_| "an illegal turn")?;
        Ok(())
    }
}
