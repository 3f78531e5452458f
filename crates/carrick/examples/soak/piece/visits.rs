//! Visits of users: turns by pages, programs and email, reading, signing in, the computer's help.

use std::cell::RefCell;
use std::net::Ipv4Addr;
use std::time::Instant;

use carrick_games::Seat;
use carrick_tokens::{Powers, ReplyToken};
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};

use super::client::Client;
use super::games::{self, Game};
use super::meter::count;
use super::relay::Relay;
use super::server::GAMES;
use super::world::World;
use super::{Outcome, people};

/// Purpose for which a user comes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Visit {
    /// Reads a board's page and sends a turn's form.
    Turn,
    /// A program reads a board and plays a turn.
    ProgramTurn,
    /// Answers an email about a turn.
    MailTurn,
    /// Plays against the computer.
    Practice,
    /// Asks for a hint against the computer.
    Hint,
    /// Asks for the review of a finished game.
    Review,
    Chat,
    Position,
    /// Reads pages, one after another.
    Read,
    SignIn,
    SignUp,
}

/// Visits per second of each kind at a hundred requests a second.
pub(super) const VISITS: [(Visit, f64); 11] = [
    (Visit::Turn, 16.0),
    (Visit::ProgramTurn, 8.0),
    (Visit::MailTurn, 1.0),
    (Visit::Practice, 0.3),
    (Visit::Hint, 1.0 / 60.0),
    (Visit::Review, 1.0 / 60.0),
    (Visit::Chat, 1.0),
    (Visit::Position, 10.0),
    (Visit::Read, 8.0),
    (Visit::SignIn, 0.25),
    (Visit::SignUp, 0.05),
];

/// Pages that are read; `{user}` is some user.
const PAGES: [&str; 20] = [
    "/about",
    "/boards",
    "/games",
    "/players",
    "/players/{user}",
    "/seeks",
    "/standings/antipod",
    "/standings/boche",
    "/search?q={user}",
    "/watching",
    "/account",
    "/rules/ankor",
    "/puzzles/anchor",
    "/new/anchor",
    "/explore/antipod",
    "/api/v1/me",
    "/api/v1/boards?state=ended&limit=50",
    "/api/v1/boards?state=waiting&player={user}",
    "/api/v1/users/{user}",
    "/api/v1/standings/ankor",
];

/// Number of pages read in one visit.
const PAGES_OF_A_VISIT: usize = 4;

impl World {
    pub(super) async fn visit(&self, visit: Visit) {
        let done = match visit {
            Visit::Turn => self.turn(false).await,
            Visit::ProgramTurn => self.turn(true).await,
            Visit::MailTurn => self.mail_turn().await,
            Visit::Practice => self.practice(false).await,
            Visit::Hint => self.practice(true).await,
            Visit::Review => self.review().await,
            Visit::Chat => self.chat().await,
            Visit::Position => self.position().await,
            Visit::Read => self.read().await,
            Visit::SignIn => self.sign_in().await,
            Visit::SignUp => self.sign_up().await,
        };
        if let Err(error) = done {
            self.meter.fail(format!("{visit:?}: {error}"));
        }
    }

    /// Plays a turn of some game on the page, or by a program. No other visit uses the game in the
    /// meantime.
    async fn turn(&self, by_program: bool) -> Outcome<()> {
        let Some(game) = self.take(&self.games) else { return Ok(()) };
        let Some(turn) = self.turn_of(&game.game.legal()) else { return Ok(()) };
        let user = game.mover();
        let number = game.game.ply() + 1;
        let mut client = self.connect(user).await?;
        let path = games::path(game.board);
        if by_program {
            let (path, token) = (format!("/api/v1/boards{path}"), people::token(user));
            self.get(&mut client, "a board by the API", &path, Some(&token)).await?;
            let form = json!({ "number": number, "generation": number - 1, "turn": turn });
            let (path, form) = (format!("{path}/turns"), form.to_string());
            let to = (path.as_str(), token.as_str());
            self.post(&mut client, "a turn by the API", to, &form, &[200, 201]).await?;
        } else {
            let token = people::session(user);
            self.get(&mut client, "a board's page", &path, Some(&token)).await?;
            let escaped: String = turn.bytes().map(|byte| format!("%{byte:02X}")).collect();
            let form = format!("turn={escaped}&number={number}");
            let to = format!("{path}/turn");
            let answer =
                self.post(&mut client, "a turn's form", (&to, &token), &form, &[303]).await?;
            if answer.location != path {
                return Err(format!("{path} leads to {}", answer.location).into());
            }
        }
        self.played(game, &turn, &self.games).await
    }

    /// Answers an email about a turn.
    async fn mail_turn(&self) -> Outcome<()> {
        let Some(game) = self.take(&self.mail_games) else { return Ok(()) };
        let Some(turn) = self.turn_of(&game.game.legal()) else { return Ok(()) };
        let token = self.keys.seal(&ReplyToken {
            board: game.board,
            generation: game.game.ply() as u32,
            seat: game.game.seat_to_move().unwrap_or(Seat::First),
            powers: Powers::TO_MOVE,
            expires: Timestamp::now() + SignedDuration::from_hours(1),
        });
        let from = people::mail_address(game.mover());
        let id = format!("{}.{}@example.org", self.piece, self.next());
        let message = format!(
            "From: {from}\r\nSubject: Re: your turn\r\nMessage-ID: <{id}>\r\n\r\n{turn}\r\n\r\nOn \
             Thu, 1 May 2008 at 12:00, Carrick <{GAMES}> wrote:\r\n{}",
            "> a line of the board that is quoted\r\n".repeat(40)
        );
        let start = Instant::now();
        let mut relay = Relay::connect(&self.socket).await?;
        relay.send(&format!("play+{token}@carrick.example"), &message).await?;
        self.meter.note("a turn by mail", start.elapsed());
        self.played(game, &turn, &self.mail_games).await
    }

    /// Returns a game after its turn, or a new one in its place if it is over.
    async fn played(&self, mut game: Game, turn: &str, back: &RefCell<Vec<Game>>) -> Outcome<()> {
        count(&self.meter.turns);
        game.play(turn)?;
        if game.game.legal().is_empty() {
            self.finished.borrow_mut().push((&game).into());
            self.over.borrow_mut().push(game.board);
            game = self.challenge(game.players).await?;
        }
        back.borrow_mut().push(game);
        Ok(())
    }

    /// Plays a turn against the computer if it is the user's, or asks for a hint.
    async fn practice(&self, asks_for_a_hint: bool) -> Outcome<()> {
        let Some(mut practice) = self.take(&self.practices) else { return Ok(()) };
        let user = practice.player;
        let (mut client, token) = (self.connect(user).await?, people::token(user));
        let path = format!("/api/v1/boards{}", games::path(practice.board));
        let answer = self.get(&mut client, "a board by the API", &path, Some(&token)).await?;
        let board: Value = serde_json::from_str(&answer.body)?;
        if !board["ended"].is_null() {
            self.finished.borrow_mut().push((&practice).into());
            practice = self.begin_practice(self.below(self.users)).await?;
        } else if board["to_move"]["userid"] == people::name(user) {
            if asks_for_a_hint {
                let (path, form) = (format!("{path}/hint"), json!({ "step": 3 }).to_string());
                let to = (path.as_str(), token.as_str());
                self.post(&mut client, "a hint", to, &form, &[200, 201, 202]).await?;
            } else {
                let legal: Vec<String> = serde_json::from_value(board["legal"].clone())?;
                let turn = self.turn_of(&legal).ok_or("no legal turn")?;
                let form = json!({
                    "number": board["next"], "generation": board["generation"], "turn": turn,
                });
                let (path, form) = (format!("{path}/turns"), form.to_string());
                let to = (path.as_str(), token.as_str());
                self.post(&mut client, "a turn by the API", to, &form, &[200, 201]).await?;
                count(&self.meter.turns);
                practice.turns.push(turn);
            }
        }
        self.practices.borrow_mut().push(practice);
        Ok(())
    }

    async fn review(&self) -> Outcome<()> {
        let Some(board) = self.some(&self.over) else { return Ok(()) };
        let user = self.below(self.users);
        let (mut client, token) = (self.connect(user).await?, people::token(user));
        let path = format!("/api/v1/boards{}/review", games::path(board));
        let form = json!({ "times": 1 }).to_string();
        let to = (path.as_str(), token.as_str());
        self.post(&mut client, "a review", to, &form, &[200, 201, 202, 409]).await?;
        Ok(())
    }

    async fn chat(&self) -> Outcome<()> {
        let Some(game) = self.some(&self.games) else { return Ok(()) };
        let user = game.mover();
        let (mut client, token) = (self.connect(user).await?, people::session(user));
        let path = format!("{}/chat", games::path(game.board));
        let form = format!("text=a+good+turn+{}", self.next());
        self.post(&mut client, "a remark", (&path, &token), &form, &[303]).await?;
        Ok(())
    }

    async fn position(&self) -> Outcome<()> {
        let Some(game) = self.some(&self.games) else { return Ok(()) };
        let user = self.below(self.users);
        let (mut client, token) = (self.connect(user).await?, people::session(user));
        let path = format!("{}/position", games::path(game.board));
        let answer = self.get(&mut client, "a position", &path, Some(&token)).await?;
        match answer.body.contains("<svg") {
            true => Ok(()),
            false => Err(format!("{path} has no picture").into()),
        }
    }

    async fn read(&self) -> Outcome<()> {
        let user = self.below(self.users);
        let mut client = self.connect(user).await?;
        for _ in 0..PAGES_OF_A_VISIT {
            let page = PAGES[self.below(PAGES.len())];
            let page = page.replace("{user}", &people::name(self.below(self.users)));
            let (kind, token) = match page.starts_with("/api/") {
                true => ("a list by the API", people::token(user)),
                false => ("a page", people::session(user)),
            };
            self.get(&mut client, kind, &page, Some(&token)).await?;
        }
        Ok(())
    }

    async fn sign_in(&self) -> Outcome<()> {
        let user = self.below(self.users);
        let mut client = self.connect(user).await?;
        self.get(&mut client, "a page", "/sign-in", None).await?;
        let password = people::PASSWORD.replace(' ', "+");
        let form = format!("user={}&password={password}", people::name(user));
        // A user who is already signed in signs in again, in another browser.
        self.post(&mut client, "signing in", ("/sign-in", ""), &form, &[303]).await?;
        Ok(())
    }

    async fn sign_up(&self) -> Outcome<()> {
        let number = self.next();
        // From addresses that no one else has.
        let own = Ipv4Addr::new(127, 9, (number >> 8) as u8, number as u8);
        let mut client = Client::connect_from(own, &self.address).await?;
        let password = people::PASSWORD.replace(' ', "+");
        let form = format!("user=new{}_{number}&password={password}", self.piece);
        self.post(&mut client, "signing up", ("/sign-up", ""), &form, &[303]).await?;
        Ok(())
    }
}
