//! The clients: members who play by page and by mail, based on what they saw last.

use std::fmt;
use std::sync::Arc;

use carrick_games::{AnyGame, GameKind};
use carrick_service::{BoardId, BoardRecord, Message, Userid, computer_level};
use carrick_tokens::ReplyToken;
use fastrand::Rng;

use crate::invariants::{KnownBoards, Secrets};
use crate::relay::Taken;
use crate::server::{MEMBERS, keys};

/// Small boards of every game, on which games are short.
const GAMES: [(GameKind, &str); 4] = [
    (GameKind::Ankor, "-size=3"),
    (GameKind::Anchor, "-size=3 -pie=none"),
    (GameKind::Antipod, "-radius=4"),
    (GameKind::Boche, "-size=3"),
];

/// Maximum number of boards in a run.
const BOARDS: usize = 4;

/// The clients, with what they need to write a request.
pub(crate) struct Clients<'c> {
    pub(crate) rng: &'c mut Rng,
    pub(crate) boards: &'c KnownBoards,
    pub(crate) secrets: &'c mut Secrets,
    /// Number of requests so far, for the id of the next.
    pub(crate) number: usize,
}

impl Clients<'_> {
    /// A request from a page.
    pub(crate) fn asks(&mut self) -> Option<Asked> {
        let is_few = self.boards.known.len() < BOARDS;
        let opens = if self.boards.known.is_empty() { 100 } else { 6 };
        if is_few && self.rng.u32(..100) < opens {
            return self.opens();
        }
        let running: Vec<&BoardRecord> =
            self.boards.known.values().filter(|record| record.ended.is_none()).collect();
        let Some(record) = self.rng.choice(running) else { return self.writes() };
        let game = record.game().ok()?;
        let seat = game.seat_to_move()?;
        let [mover, waiter] = [seat, !seat].map(|seat| record.players[seat.index()].clone());
        let is_person = |user: &Userid| computer_level(user).is_none();
        match self.rng.u8(..100) {
            0..60 if is_person(&mover) => self.plays(record, &game, &mover),
            60..72 if is_person(&waiter) => self.queues(record, game, &waiter),
            72..86 => {
                let word = ["propose", "accept", "reject", "undo"];
                let word = self.rng.choice(word)?;
                let user = if self.rng.bool() { mover } else { waiter };
                is_person(&user).then(|| self.on_board(record, &user, RequestKind::Offers, word))
            }
            86..88 => {
                let user = if self.rng.bool() { mover } else { waiter };
                is_person(&user)
                    .then(|| self.on_board(record, &user, RequestKind::Resigns, "resign"))
            }
            88..93 => self.looks(record),
            93..97 => self.leaves(),
            _ => self.writes(),
        }
    }

    /// A turn on a board with a player to move.
    fn plays(&mut self, record: &BoardRecord, game: &AnyGame, user: &Userid) -> Option<Asked> {
        let turn = self.turn(game)?;
        let mut asked = self.on_board(record, user, RequestKind::Turn(turn.clone()), &turn);
        if let Via::Page { seen, .. } = &mut asked.via {
            *seen = (self.rng.u8(..4) > 0).then_some(asked.generation);
        }
        Some(asked)
    }

    /// A random legal turn, rarely one that fills the player's own territory.
    fn turn(&mut self, game: &AnyGame) -> Option<String> {
        let legal = game.legal();
        let is_pass = legal.iter().any(|turn| turn == "pass");
        if is_pass && game.ply() > 8 && self.rng.bool() {
            return Some("pass".to_owned());
        }
        self.rng.choice(legal)
    }

    fn name(&self) -> String {
        format!("r{}", self.number)
    }

    fn member(&mut self) -> Option<Userid> {
        let (name, _) = self.rng.choice(MEMBERS)?;
        name.parse().ok()
    }

    /// A command on a board, without the generation that was seen.
    fn on_board(
        &self,
        record: &BoardRecord,
        user: &Userid,
        kind: RequestKind,
        rest: &str,
    ) -> Asked {
        let BoardId { kind: game, number } = record.id;
        let text = match &kind {
            RequestKind::Queues => format!("{game} queue {number} {user} - {rest}"),
            RequestKind::Resigns => format!("{game} resign {number} {user} -"),
            _ => format!("{game} move {number} {user} - {rest}"),
        };
        Asked {
            board: Some(record.id),
            generation: record.generation(),
            kind,
            ..self.plain(user, text, None)
        }
    }

    fn plain(&self, user: &Userid, text: String, body: Option<String>) -> Asked {
        Asked {
            id: self.name(),
            user: user.clone(),
            board: None,
            generation: 0,
            kind: RequestKind::Other,
            via: Via::Page { text, body, seen: None },
            is_used: false,
            answer: None,
        }
    }

    fn opens(&mut self) -> Option<Asked> {
        let (kind, options) = self.rng.choice(GAMES)?;
        let (user, other) = (self.member()?, self.member()?);
        let is_alone = self.rng.u8(..5) == 0 || user == other;
        let text = if is_alone {
            format!("{kind} computer {options} --level=novice1 {user} -")
        } else {
            let mut terms = format!("--forfeittime={}", self.rng.u8(1..6));
            if self.rng.bool() {
                terms += &format!(" --nagtime={}", self.rng.u8(1..3));
            }
            if self.rng.bool() {
                terms += &format!(" --totaltime={}", self.rng.u8(2..8));
                if self.rng.bool() {
                    terms += &format!(" --increment={}", self.rng.u8(1..30));
                }
            }
            if self.rng.u8(..5) == 0 {
                terms += " --unrated";
            }
            format!("{kind} challenge {options} {terms} {user} {other}")
        };
        let other = (!is_alone).then_some(other);
        Some(Asked { kind: RequestKind::Opens(kind, other), ..self.plain(&user, text, None) })
    }

    /// Turns of both players that a waiting player queues.
    fn queues(&mut self, record: &BoardRecord, game: AnyGame, user: &Userid) -> Option<Asked> {
        let (mut next, mut line) = (game, Vec::new());
        for _ in 0..4 {
            let Some(turn) = self.rng.choice(next.legal()) else { break };
            next = next.play_text(&turn).ok()?;
            line.push(turn);
        }
        line.truncate(line.len() / 2 * 2);
        let line = line.join(" ");
        // A shorter line may occur anywhere by chance.
        if line.split(' ').count() > 3 {
            self.secrets.queue(&line, record.id, user);
        }
        Some(self.on_board(record, user, RequestKind::Queues, &line))
    }

    /// A look at a board or at lists, by any user.
    fn looks(&mut self, record: &BoardRecord) -> Option<Asked> {
        let user = self.member()?;
        let BoardId { kind, number } = record.id;
        let text = match self.rng.u8(..5) {
            0 => format!("{kind} show {number}"),
            1 => format!("{kind} showas {user} - all"),
            2 => format!("all show {} all", record.players[0]),
            3 => format!("{kind} ratings"),
            _ => format!("{kind} games {}", record.players[1]),
        };
        Some(self.plain(&user, text, None))
    }

    fn leaves(&mut self) -> Option<Asked> {
        let user = self.member()?;
        let text = match self.rng.u8(..4) {
            0 | 1 => format!("vacation {user} - {}", self.rng.u8(1..6)),
            2 => format!("vacation {user} - off"),
            _ => format!("signon {user} -"),
        };
        Some(self.plain(&user, text, None))
    }

    /// A letter.
    fn writes(&mut self) -> Option<Asked> {
        let (user, other) = (self.member()?, self.member()?);
        let word = self.secrets.letter([&user, &other]);
        let text = format!("message {user} - {other}");
        Some(self.plain(&user, text, Some(format!("Between us: {word}.\n"))))
    }

    /// An answer to an email that arrived some time ago.
    pub(crate) fn answers(&mut self, taken: &[Arc<Taken>]) -> Option<Asked> {
        let mail = self.rng.choice(taken)?;
        let field = mail.field("Reply-To")?;
        let recipient = field.split(['<', '>']).nth(1)?.to_owned();
        let (local, _) = recipient.split_once('@')?;
        let token = keys().open::<ReplyToken>(local.strip_prefix("play+")?, mail.at).ok()?;
        let record = self.boards.known.get(&token.board)?;
        let user = record.players[token.seat.index()].clone();
        let game = record.game().ok()?;
        let turn = if game.seat_to_move() == Some(token.seat) {
            self.turn(&game)?
        } else {
            // A late answer: the turn that it asked for has already been played.
            game.at(game.ply().saturating_sub(1)).legal().first()?.clone()
        };
        let sender = mail.to.clone();
        let id = self.name();
        let message = format!(
            "From: <{sender}>\r\nTo: <{recipient}>\r\nMessage-ID: <{id}@client.example>\r\n\
             Subject: Re: your turn\r\n\r\n{turn}\r\n"
        );
        let message = Arc::new(message.into_bytes());
        Some(Asked {
            board: Some(token.board),
            generation: token.generation,
            kind: RequestKind::Turn(turn),
            via: Via::Mail { message, sender, recipient },
            ..self.plain(&user, String::new(), None)
        })
    }
}

// Requests of clients, by page or by mail: each has an id, so that it can be delivered twice.

/// Kind of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum RequestKind {
    /// Opens a board of a game against another user, or the computer.
    Opens(GameKind, Option<Userid>),
    /// Plays a turn, given in its canonical form.
    Turn(String),
    /// Queues turns on a board.
    Queues,
    /// Resigns.
    Resigns,
    /// Offers something, or answers an offer.
    Offers,
    /// Asks or changes something else.
    Other,
}

/// How a request travels.
#[derive(Debug, Clone)]
pub(crate) enum Via {
    /// From a page or a program: a command, its body, and the generation of the board that was
    /// seen.
    Page { text: String, body: Option<String>, seen: Option<u32> },
    /// By email: the message, its sender and its recipient.
    Mail { message: Arc<Vec<u8>>, sender: String, recipient: String },
}

/// A request, and its outcome.
#[derive(Debug, Clone)]
pub(crate) struct Asked {
    /// The id that its carrier gives it.
    pub(crate) id: String,
    pub(crate) user: Userid,
    pub(crate) board: Option<BoardId>,
    /// The generation of the board when it was made.
    pub(crate) generation: u32,
    pub(crate) kind: RequestKind,
    pub(crate) via: Via,
    /// Whether an observed effect has been attributed to it; it can explain only one.
    pub(crate) is_used: bool,
    /// The answer that was received: whether it was a refusal, and its messages.
    pub(crate) answer: Option<(bool, Vec<Message>)>,
}

impl Asked {
    pub(crate) const fn is_mail(&self) -> bool {
        matches!(self.via, Via::Mail { .. })
    }

    /// Whether it may run on a board of this generation.
    pub(crate) fn is_meant_for(&self, generation: u32) -> bool {
        matches!(self.via, Via::Page { seen: None, .. }) || self.generation == generation
    }
}

impl fmt::Display for Asked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { id, user, board, generation, kind, via, .. } = self;
        match via {
            Via::Page { text, seen, .. } => {
                write!(f, "{id} of {user}, having seen {seen:?}: {text}")
            }
            Via::Mail { sender, .. } => {
                write!(f, "{id} from {sender}, for {user} on {board:?} at {generation}: {kind:?}")
            }
        }
    }
}
