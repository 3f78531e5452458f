//! The club: its database, its clock, and a record of everything that happened there.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use carrick_coach::hint::HintBudget;
use carrick_games::{AnyGame, AnyOptions, GameKind, SizeLimits};
use carrick_server::{Incoming, handle, sweep};
use carrick_service::{
    Action, Addressee, BoardAction, BoardEvent, BoardFilter, BoardId, BoardRecord, Decision, Event,
    Evidence, MailedPuzzle, Message, Needs, PasswordHash, PuzzleReply, Request, Sender, State,
    UserEvent, Userid, answer_refusal, command, day, decide, decide_due, decide_hint,
    decide_puzzle, decide_reopen, reopen_needs,
};
use carrick_store::{Location, LogEntry, Settings, Store};
use fastrand::Rng;
use jiff::{SignedDuration, Timestamp};
use tempfile::TempDir;

use super::tables::Tables;
use super::tally::{self, Tally};
use crate::cluster;
use crate::running::never_stops;

/// A club, from the first day of 2008 on.
pub(crate) struct Club {
    place: Place,
    pub(crate) store: Store,
    pub(crate) tables: Tables,
    pub(crate) rng: Rng,
    pub(crate) now: Timestamp,
    /// Whether new boards may still be opened.
    pub(crate) is_open: bool,
    pub(crate) tally: Tally,
    /// Numbers of turns and of undos that a board has ever seen.
    pub(crate) ever: BTreeMap<BoardId, [u32; 2]>,
    /// Every password that a member has ever had.
    pub(crate) passwords: Vec<String>,
    /// Every queued line, with its board and its owner, who alone may read it.
    pub(crate) queued: Vec<(Userid, BoardId, String)>,
    /// Lines of prose that are too long.
    pub(crate) wide: BTreeSet<String>,
    /// Pairs of users where the first has blocked the second.
    pub(crate) blocks: BTreeSet<(Userid, Userid)>,
    /// Users who have left for good.
    pub(crate) deleted: BTreeSet<Userid>,
}

/// Where the club's database is: in a file, or on the tests' server.
enum Place {
    Folder(TempDir),
    Server(cluster::Database),
}

impl Place {
    async fn any() -> Self {
        match cluster::is_wanted() {
            true => Self::Server(cluster::Database::any().await),
            false => Self::Folder(folder()),
        }
    }

    fn location(&self) -> String {
        match self {
            Self::Folder(folder) => folder.path().join("club.db").to_str().unwrap().to_owned(),
            Self::Server(database) => database.0.clone(),
        }
    }
}

/// Result of a command.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) refused: bool,
    pub(crate) messages: Vec<Message>,
    pub(crate) events: Vec<Event>,
}

impl Answer {
    /// Whether a board ended, even if only because the time had run out.
    pub(crate) fn is_end(&self) -> bool {
        self.events.iter().any(|event| matches!(event, Event::Board(_, BoardEvent::Ended(_))))
    }
}

impl Club {
    pub(crate) async fn found(seed: u64) -> Self {
        let place = Place::any().await;
        let location = place.location();
        let store = location.parse::<Location>().unwrap();
        let store = Store::open(store, &Settings::default()).await.unwrap();
        never_stops(&location).await;
        Self {
            tables: Tables::open(&location).await,
            place,
            store,
            rng: Rng::with_seed(seed),
            now: "2008-01-01T00:00:00Z".parse().unwrap(),
            is_open: true,
            tally: Tally::default(),
            ever: BTreeMap::new(),
            passwords: Vec::new(),
            queued: Vec::new(),
            wide: BTreeSet::new(),
            blocks: BTreeSet::new(),
            deleted: BTreeSet::new(),
        }
    }

    /// Lets some seconds pass, so that no two things happen at the same time.
    pub(crate) fn wait(&mut self) {
        self.now += SignedDuration::from_secs(self.rng.i64(5..40));
    }

    /// A command of an authenticated user.
    pub(crate) async fn says(&mut self, user: &Userid, text: &str) -> Answer {
        self.send(&Sender::User(user.clone()), text, None, None).await
    }

    /// Sends a command that must be accepted.
    pub(crate) async fn does(&mut self, user: &Userid, text: &str) -> Answer {
        let answer = self.says(user, text).await;
        let told = answer.messages.first().map(|message| &message.text);
        assert!(!answer.refused, "{user} was refused `{text}`: {told:?}");
        answer
    }

    /// Sends a command with a body.
    pub(crate) async fn says_with(&mut self, user: &Userid, text: &str, body: &str) -> Answer {
        self.send(&Sender::User(user.clone()), text, Some(body), None).await
    }

    /// A command from an unknown sender.
    pub(crate) async fn hears(&mut self, text: &str) -> Answer {
        self.send(&Sender::Nobody, text, None, None).await
    }

    /// Runs a command, and compares the result with the pure decision.
    pub(crate) async fn send(
        &mut self,
        sender: &Sender,
        text: &str,
        body: Option<&str>,
        id: Option<&str>,
    ) -> Answer {
        self.wait();
        let parsed = command::parse(text).map(|command| command.action);
        let is_multiple = matches!(parsed, Ok(Action::Multiple));
        let foreseen =
            if is_multiple { None } else { Some(self.foresee(sender, text, body).await) };
        let before = if is_multiple { self.plies().await } else { BTreeMap::new() };
        let version = self.tables.version().await;
        let incoming = Incoming {
            sender: sender.clone(),
            text,
            body: body.map(str::to_owned),
            id: id.map(str::to_owned),
        };
        let done = handle(&self.store, None, incoming, self.now).await.unwrap();
        self.tally.repeated += u32::from(done.repeated);
        if done.refused && id.is_none() && !is_multiple {
            let after = self.tables.version().await;
            assert_eq!(version, after, "a refused command has changed the database: {text}");
        }
        self.audit(sender, &done.messages);
        self.count(text, done.refused);
        let mut events = Vec::new();
        if let (Some(foreseen), false) = (foreseen, done.repeated) {
            assert_eq!(foreseen.messages, done.messages, "what was said is not what was decided");
            assert_eq!(foreseen.refusal.is_some(), done.refused);
            if let (Ok(Action::Board(_, BoardAction::Move(chosen, _))), false) =
                (&parsed, done.refused)
            {
                *self.tally.moves.entry(tally::chosen(chosen)).or_default() += 1;
            }
            self.note(&foreseen.events);
            self.note_boards(&foreseen.events).await;
            events = foreseen.events;
        }
        if is_multiple {
            for (board, ply) in self.plies().await {
                let played = ply - before.get(&board).copied().unwrap_or(0);
                self.ever.entry(board).or_default()[0] += played;
            }
        }
        Answer { refused: done.refused, messages: done.messages, events }
    }

    /// Sends a command twice, as carriers do, with an id for the delivery or without: the second
    /// time nothing happens, and the sender gets the same answer.
    pub(crate) async fn says_twice(&mut self, user: &Userid, text: &str, id: Option<&str>) {
        let sender = Sender::User(user.clone());
        let first = self.send(&sender, text, None, id).await;
        let version = self.tables.version().await;
        let second = self.send(&sender, text, None, id).await;
        assert_eq!(first.refused, second.refused, "sent twice, answered differently: {text}");
        let after = self.tables.version().await;
        assert_eq!(version, after, "what was sent twice was done twice: {text}");
        if id.is_some() {
            // Listeners without email are notified once, if at all.
            let [first, second] = [first, second].map(|answer| {
                let mut messages = answer.messages;
                messages.retain(|message| !matches!(message.to, Addressee::Listener(_)));
                messages
            });
            assert_eq!(first, second, "{text}");
        }
    }

    /// The decision on the current state.
    async fn foresee(&self, sender: &Sender, text: &str, body: Option<&str>) -> Decision {
        let command = match command::parse(text) {
            Ok(command) => command,
            Err(error) => return answer_refusal(None, None, error.into()),
        };
        let request = Request::typed(sender.clone(), command, body.map(str::to_owned));
        let mut evidence = Evidence::default();
        if let Some((user, password)) = request.password() {
            let stored = self.store.password_of(user).await.unwrap();
            evidence.verified = stored.filter(|hash| hash.verifies(password));
        }
        if let Some((user, password)) = request.new_password() {
            let stored = self.store.password_of(user).await.unwrap();
            evidence.new_verified = stored.filter(|hash| hash.verifies(password));
            evidence.hashed = PasswordHash::new(password, &[0; 16]);
        }
        let state = self.store.read(&request.needs(self.now)).await.unwrap();
        decide(&state, &request, &evidence, self.now)
    }

    /// Sweeps.
    pub(crate) async fn sweep(&mut self) {
        self.wait();
        for due in self.store.due(self.now).await.unwrap() {
            let state = self.store.read(&due.needs()).await.unwrap();
            self.note(&decide_due(&state, &due, self.now).events);
        }
        let swept = sweep(&self.store, self.now).await.unwrap();
        assert!(swept.failed.is_none(), "{:?}", swept.failed);
        self.audit(&Sender::Nobody, &swept.messages);
    }

    /// An operator reopens a game that ended on time.
    pub(crate) async fn reopens(&mut self, board: BoardId) {
        self.wait();
        let state = self.store.read(&reopen_needs(board)).await.unwrap();
        self.note(&decide_reopen(&state, board, self.now).events);
        let done = carrick_server::reopen(&self.store, board, self.now).await.unwrap();
        assert!(!done.refused, "{:?}", done.messages);
        self.audit(&Sender::Nobody, &done.messages);
    }

    /// The computer finds the hint that a player is waiting for.
    pub(crate) async fn finds_hint(&mut self, record: &BoardRecord, asker: &Userid) {
        let (board, generation) = (record.id, record.generation());
        let hint =
            HintBudget { nodes: 10, seed: 1 }.find(&record.game().unwrap(), &|| false).unwrap();
        let needs = Needs {
            boards: [board].into(),
            hint: Some((board, asker.clone())),
            ..Needs::default()
        };
        let state = self.store.read(&needs).await.unwrap();
        let decision = decide_hint(&state, board, generation, asker, hint, false);
        self.note(&decision.events);
        let entry = LogEntry {
            id: None,
            at: self.now,
            command: "a hint is found".to_owned(),
            sender: Sender::User(asker.clone()),
            reply_to: None,
        };
        self.store.transaction(&needs, &entry, move |_| decision).await.unwrap();
    }

    /// Answers the email with a puzzle with its first turn.
    pub(crate) async fn solves_a_puzzle(&mut self, user: &Userid) {
        self.wait();
        let now = self.now;
        let mailed = MailedPuzzle::of_day(GameKind::Boche, day::day_of(now)).unwrap();
        let puzzle = mailed.puzzle().unwrap();
        let reply = PuzzleReply::Turn(puzzle.judge(0, &puzzle.solution[0]));
        let state = self.state(mailed.needs(user)).await;
        let foreseen = decide_puzzle(&state, user, mailed, &reply, now);
        let sender = Sender::User(user.clone());
        let command = "boche answer puzzle".to_owned();
        let entry = LogEntry { id: None, at: now, sender: sender.clone(), command, reply_to: None };
        let solver = user.clone();
        let decide = move |state: &State| decide_puzzle(state, &solver, mailed, &reply, now);
        let done = self.store.transaction(&mailed.needs(user), &entry, decide).await.unwrap();
        assert_eq!(done.messages, foreseen.messages);
        self.audit(&sender, &done.messages);
        self.note(&foreseen.events);
    }

    fn note(&mut self, events: &[Event]) {
        self.tally.happened(events);
        for event in events {
            match event {
                Event::BoardOpened { board, .. } => _ = self.ever.entry(board.id).or_default(),
                Event::Board(board, BoardEvent::TurnPlayed { .. }) => {
                    self.ever.entry(*board).or_default()[0] += 1
                }
                Event::Board(board, BoardEvent::TurnsUndone { .. }) => {
                    self.ever.entry(*board).or_default()[1] += 1
                }
                Event::User(user, UserEvent::BlockSet { other, on }) => {
                    let pair = (user.clone(), other.clone());
                    if *on {
                        self.blocks.insert(pair);
                    } else {
                        self.blocks.remove(&pair);
                    }
                }
                Event::User(user, UserEvent::Deleted(_)) => _ = self.deleted.insert(user.clone()),
                _ => {}
            }
        }
    }

    /// Notes facts that only the board itself shows: whose a queue is, and what was rejected.
    async fn note_boards(&mut self, events: &[Event]) {
        for event in events {
            let (Event::Board(board, BoardEvent::PlansChanged(_))
            | Event::Board(board, BoardEvent::OfferRejected)) = event
            else {
                continue;
            };
            let record = self.board(*board).await;
            if let (Event::Board(_, BoardEvent::OfferRejected), Some(offer)) = (event, record.offer)
            {
                self.tally.offers_of(offer.kind)[2] += 1;
            }
            for (owner, line) in record.players.iter().zip(record.plans.queues) {
                let line = line.map(|line| (owner.clone(), *board, line));
                self.queued.extend(line.filter(|line| !self.queued.contains(line)));
            }
        }
    }

    fn count(&mut self, text: &str, refused: bool) {
        match command::usage_of(text) {
            Some(line) => {
                self.tally.commands.entry(line).or_default()[usize::from(refused)] += 1;
            }
            None => self.tally.unknown += 1,
        }
    }

    /// Checks the invariants of every message.
    fn audit(&mut self, sender: &Sender, messages: &[Message]) {
        self.tally.messages += messages.len() as u32;
        for message in messages {
            let to = match (&message.to, sender) {
                (Addressee::User(user), _) | (Addressee::Sender, Sender::User(user)) => Some(user),
                _ => None,
            };
            super::messages::check(self, to, message);
        }
    }

    pub(crate) async fn state(&self, needs: Needs) -> State {
        self.store.read(&needs).await.unwrap()
    }

    pub(crate) async fn board(&self, board: BoardId) -> BoardRecord {
        let needs = Needs { boards: [board].into(), ..Needs::default() };
        self.state(needs).await.boards.remove(&board).unwrap()
    }

    /// Boards on which a user plays, or all boards in play.
    pub(crate) async fn running(&self, player: Option<&Userid>) -> Vec<BoardRecord> {
        let filter =
            BoardFilter { kind: None, player: player.cloned(), running: true, ended_since: None };
        let needs = Needs { whole: vec![filter], ..Needs::default() };
        self.state(needs).await.boards.into_values().collect()
    }

    /// Every board that ever existed, and everyone who played.
    pub(crate) async fn everything(&self) -> State {
        let since = Some(Timestamp::MIN);
        let filter = BoardFilter { kind: None, player: None, running: true, ended_since: since };
        let needs = Needs { whole: vec![filter.clone()], listed: vec![filter], ..Needs::default() };
        self.state(needs).await
    }

    /// Number of turns on each board.
    async fn plies(&mut self) -> BTreeMap<BoardId, u32> {
        let sql = "SELECT kind || ' ' || number || ' ' || ply FROM boards";
        let ply = |row: String| {
            let mut words = row.split(' ');
            let mut word = || words.next().unwrap();
            let kind: GameKind = word().parse().unwrap();
            (BoardId { kind, number: word().parse().unwrap() }, word().parse().unwrap())
        };
        self.tables.text(sql).await.into_iter().map(ply).collect()
    }

    /// A random board, in play or not.
    pub(crate) async fn any_board(&mut self) -> Option<BoardRecord> {
        let board = self.rng.choice(self.ever.keys().copied().collect::<Vec<_>>())?;
        Some(self.board(board).await)
    }

    /// The file of the database, if it is one.
    pub(crate) fn file(&self) -> Option<PathBuf> {
        match &self.place {
            Place::Folder(_) => Some(self.place.location().into()),
            Place::Server(_) => None,
        }
    }
}

/// A folder in memory, if the machine has one: a season makes some ten thousand commits, and
/// waiting for the disk at each takes minutes.
fn folder() -> TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap()
}

/// The game of a record, turn by turn.
pub(crate) fn replayed(record: &BoardRecord) -> AnyGame {
    let turns = record.turns.iter();
    turns.fold(opening(record.id.kind, &record.options), |game, turn| {
        game.play_text(&turn.text).unwrap_or_else(|error| {
            panic!(
                "{}: the stored turn {} cannot be played: {}",
                record.id, turn.text, error.reason
            )
        })
    })
}

pub(crate) fn opening(kind: GameKind, options: &str) -> AnyGame {
    let words: Vec<&str> = options.split_whitespace().collect();
    AnyGame::new(AnyOptions::parse(kind, &words, SizeLimits::Scripts).unwrap())
}
