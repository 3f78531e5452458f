//! Signed-in players and their games.

use carrick_games::{GameKind, Seat};
use carrick_service::Needs;
use carrick_store::{Session, Store, TokenHash};
use jiff::{SignedDuration, Timestamp};
use sha2::{Digest as _, Sha256};

use crate::Outcome;
use crate::board::{Board, sign_up};

/// A game between two players of its own, all kinds in turn.
pub(crate) struct Game {
    board: Board,
    tokens: [String; 2],
    /// A turn that was sent and not answered.
    pending: Option<String>,
}

/// The database's record of a game, compared with what was answered.
pub(crate) enum Found {
    /// Every answered turn; one that was cut off is not there, if there was one.
    AsAnswered { cut_off: bool },
    /// The turn that was cut off too.
    CutOffTurnToo,
}

pub(crate) struct Club {
    pub(crate) games: Vec<Game>,
    /// Number of the last game.
    opened: usize,
}

impl Club {
    /// Creates players, their sessions and their boards, without passwords.
    pub(crate) async fn found(store: &Store, games: usize) -> Outcome<Self> {
        let mut club = Self { games: Vec::new(), opened: games };
        for n in 0..games {
            let kind = GameKind::ALL[n % GameKind::ALL.len()];
            club.games.push(open(store, kind, n).await?);
        }
        Ok(club)
    }

    /// Checks that the database has all turns that were answered, and no others.
    pub(crate) async fn check(&self, store: &Store) -> Outcome<()> {
        for one in &self.games {
            one.board.check(store).await?;
        }
        Ok(())
    }

    /// Opens a new game in the place of each that is over.
    pub(crate) async fn replace_finished(&mut self, store: &Store) -> Outcome<()> {
        for place in 0..self.games.len() {
            if self.games[place].board.game.legal().is_empty() {
                self.replace(place, store).await?;
            }
        }
        Ok(())
    }

    /// Opens a new game in the place of each.
    pub(crate) async fn replace_all(&mut self, store: &Store) -> Outcome<()> {
        for place in 0..self.games.len() {
            self.replace(place, store).await?;
        }
        Ok(())
    }

    async fn replace(&mut self, place: usize, store: &Store) -> Outcome<()> {
        self.opened += 1;
        let kind = GameKind::ALL[self.opened % GameKind::ALL.len()];
        self.games[place] = open(store, kind, self.opened).await?;
        Ok(())
    }
}

async fn open(store: &Store, kind: GameKind, n: usize) -> Outcome<Game> {
    let now = Timestamp::now();
    let players = sign_up(store, n, None).await?;
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
    let board = Board::open(store, kind, &players, n as u64).await?;
    Ok(Game { board, tokens, pending: None })
}

impl Game {
    pub(crate) fn path(&self) -> String {
        format!("/{}/{}", self.board.id.kind, self.board.id.number)
    }

    /// A random legal turn; none when the game is over.
    pub(crate) fn choose(&mut self) -> Option<String> {
        self.board.choose()
    }

    /// The turn that was cut off, or a random one, which counts as cut off until it is answered.
    pub(crate) fn begin(&mut self) -> Option<String> {
        if self.pending.is_none() {
            self.pending = self.choose();
        }
        self.pending.clone()
    }

    /// Compares the game with the database, and goes on from what is there.
    pub(crate) async fn compare(&mut self, store: &Store) -> Outcome<Found> {
        let needs = Needs { boards: [self.board.id].into(), ..Needs::default() };
        let found = store.read(&needs).await?.boards[&self.board.id].game()?.turn_names();
        if found == self.board.game.turn_names() {
            return Ok(Found::AsAnswered { cut_off: self.pending.is_some() });
        }
        if let Some(turn) = self.pending.clone() {
            self.play(&turn)?;
            if found == self.board.game.turn_names() {
                return Ok(Found::CutOffTurnToo);
            }
        }
        Err(format!("{} is not as it was played: {found:?}", self.board.id).into())
    }

    /// Session of the player to move, or of either when the game is over.
    pub(crate) fn token(&self) -> &str {
        &self.tokens[self.board.game.seat_to_move().unwrap_or(Seat::First).index()]
    }

    pub(crate) fn form(&self, turn: &str) -> String {
        let turn: String = turn.bytes().map(|byte| format!("%{byte:02X}")).collect();
        format!("turn={turn}&number={}", self.board.game.turn_names().len() + 1)
    }

    pub(crate) fn play(&mut self, turn: &str) -> Outcome<()> {
        self.board.play(turn)?;
        self.pending = None;
        Ok(())
    }
}
