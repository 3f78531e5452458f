//! Everything that visits share: the site, the games, and timed requests.

use std::cell::{Cell, RefCell};
use std::path::PathBuf;
use std::time::Instant;

use carrick_games::{AnyGame, AnyOptions, GameKind, Seat, SizeLimits};
use carrick_service::BoardId;
use carrick_tokens::Keyring;
use fastrand::Rng;
use serde_json::{Value, json};

use super::client::{Answer, Client};
use super::games::{self, Answered, Game, Practice};
use super::meter::{Meter, count};
use super::{Outcome, people};

/// Levels that play, which all games have.
const LEVELS: [&str; 4] = ["novice1", "novice2", "1", "2"];

/// The site and its users.
pub(super) struct World {
    pub(super) piece: u32,
    /// Addresses of the site and of its mail, and the keys of tokens in its emails.
    pub(super) address: String,
    pub(super) socket: PathBuf,
    pub(super) keys: Keyring,
    /// Number of users; the first of them play by email.
    pub(super) users: usize,
    pub(super) with_mail: usize,
    /// Games that are not being played at the moment; those played by email are separate.
    pub(super) games: RefCell<Vec<Game>>,
    pub(super) mail_games: RefCell<Vec<Game>>,
    pub(super) practices: RefCell<Vec<Practice>>,
    pub(super) finished: RefCell<Vec<Answered>>,
    /// Finished games between people.
    pub(super) over: RefCell<Vec<BoardId>>,
    pub(super) random: RefCell<Rng>,
    /// Number of boards, emails and strangers so far, for their names.
    pub(super) made: Cell<u64>,
    pub(super) meter: Meter,
}

impl World {
    pub(super) fn below(&self, number: usize) -> usize {
        self.random.borrow_mut().usize(..number)
    }

    pub(super) fn next(&self) -> u64 {
        count(&self.made);
        self.made.get()
    }

    pub(super) fn take<T>(&self, from: &RefCell<Vec<T>>) -> Option<T> {
        let mut all = from.borrow_mut();
        let place = (!all.is_empty()).then(|| self.random.borrow_mut().usize(..all.len()))?;
        Some(all.swap_remove(place))
    }

    pub(super) fn some<T: Clone>(&self, of: &RefCell<Vec<T>>) -> Option<T> {
        let all = of.borrow();
        (!all.is_empty()).then(|| all[self.below(all.len())].clone())
    }

    /// A game to watch.
    pub(super) fn some_game(&self) -> Option<Game> {
        self.some(&self.games)
    }

    pub(super) fn turn_of(&self, legal: &[String]) -> Option<String> {
        (!legal.is_empty()).then(|| legal[self.below(legal.len())].clone())
    }

    pub(super) async fn connect(&self, user: usize) -> Outcome<Client> {
        Client::connect_from(people::network_address(user), &self.address).await
    }

    pub(super) async fn get(
        &self,
        client: &mut Client,
        kind: &'static str,
        path: &str,
        token: Option<&str>,
    ) -> Outcome<Answer> {
        let start = Instant::now();
        let answer = client.get(path, token).await?;
        self.answered(kind, path, start, answer, &[200])
    }

    pub(super) async fn post(
        &self,
        client: &mut Client,
        kind: &'static str,
        (path, token): (&str, &str),
        form: &str,
        wanted: &[u16],
    ) -> Outcome<Answer> {
        let start = Instant::now();
        let answer = client.post(path, token, form).await?;
        self.answered(kind, path, start, answer, wanted)
    }

    fn answered(
        &self,
        kind: &'static str,
        path: &str,
        start: Instant,
        answer: Answer,
        wanted: &[u16],
    ) -> Outcome<Answer> {
        self.meter.note(kind, start.elapsed());
        if [429, 503].contains(&answer.status) {
            count(&self.meter.put_off);
        }
        match wanted.contains(&answer.status) {
            true => Ok(answer),
            false => {
                let body: String = answer.body.chars().take(300).collect();
                Err(format!("{} for {path}: {body}", answer.status).into())
            }
        }
    }

    /// Two users who do not play by email.
    pub(super) fn pair(&self) -> [usize; 2] {
        let others = self.users - self.with_mail;
        let first = self.below(others);
        let second = (first + 1 + self.below(others - 1)) % others;
        [first + self.with_mail, second + self.with_mail]
    }

    /// Starts a game between two users; those who do not play by email are replaced.
    pub(super) async fn challenge(&self, mut players: [usize; 2]) -> Outcome<Game> {
        if players[0] >= self.with_mail {
            players = self.pair();
        }
        let (kind, options) = games::board(self.next() as usize);
        let wish = json!({
            "game": kind.name(), "options": options, "opponent": people::name(players[1]),
        });
        let board = self.begin("/api/v1/challenges", players[0], kind, &wish).await?;
        let options: Vec<&str> = options.split(' ').collect();
        let options = AnyOptions::parse(kind, &options, SizeLimits::Challenge)?;
        Ok(Game { board, players, game: AnyGame::new(options) })
    }

    /// Starts a game against the computer.
    pub(super) async fn begin_practice(&self, player: usize) -> Outcome<Practice> {
        let (kind, options) = games::board(self.next() as usize);
        let level = LEVELS[self.below(LEVELS.len())];
        let level = level.parse::<u8>().map_or_else(|_| json!(level), |number| json!(number));
        let wish =
            json!({ "game": kind.name(), "options": options, "level": level, "first": "me" });
        let board = self.begin("/api/v1/computer-games", player, kind, &wish).await?;
        Ok(Practice { board, player, seat: Seat::First, turns: Vec::new() })
    }

    async fn begin(
        &self,
        path: &str,
        user: usize,
        kind: GameKind,
        wish: &Value,
    ) -> Outcome<BoardId> {
        let mut client = self.connect(user).await?;
        let to = (path, &*people::token(user));
        let answer = self.post(&mut client, "a new board", to, &wish.to_string(), &[201]).await?;
        let made: Value = serde_json::from_str(&answer.body)?;
        let number = made["number"].as_u64().ok_or("a board without a number")?;
        Ok(BoardId { kind, number: number.try_into()? })
    }
}
