//! A run: lives of a server between crashes, rounds of work in each, the invariants after every
//! round and at the end.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use carrick_games::Seat;
use carrick_post::Delivered;
use carrick_server::{Failure, WorkError, rebuild_ratings};
use carrick_service::{Addressee, BoardFilter, BoardId, Needs, State, Userid};
use carrick_store::{Committed, Store, StoreError};
use fastrand::Rng;
use jiff::{SignedDuration, Timestamp};
use tokio::task::JoinHandle;

use crate::clients::{Asked, Clients, Via};
use crate::invariants::{Books, KnownBoards, Mails, Round, Secrets, to_move};
use crate::machine::{self, Conductor, Faults, MachineClock, happens};
use crate::relay::SimulatedRelay;
use crate::server::{Done, MEMBERS, SimulatedServer, Template, Violation, drive, holds, keys};
use crate::trace::{Tally, Trace};

const PROPER: &str = "nothing fails but what the simulation breaks";
const SAME: &str = "what comes twice is answered as it was";
const RATINGS: &str = "ratings replay to the same numbers";
const RECEIVERS: &str = "no one sees what belongs to others";

/// Default number of rounds of a run. Most faults coincide within few rounds, so many short runs
/// find more than a few long ones; one run in thirty-two is long, for faults that take time.
fn rounds_of(seed: u64) -> u32 {
    // Drawn separately, so that a seed starts the same way with any number of rounds.
    let mut rng = Rng::with_seed(!seed);
    if rng.u8(..32) == 0 { rng.u32(10..=20) } else { rng.u32(2..=4) }
}

/// A successful run.
#[derive(Debug, Clone)]
pub struct Run {
    /// The hash of its trace.
    pub trace: u64,
    /// Numbers of what happened.
    pub tally: Tally,
    /// The last lines of its trace, or all of them.
    pub lines: Vec<String>,
}

/// A run in which an invariant was broken.
#[derive(Debug, Clone, thiserror::Error)]
#[error("seed {seed}: {violation}")]
pub struct FailedRun {
    /// The seed.
    pub seed: u64,
    /// The invariant.
    pub violation: Violation,
    /// The last lines of the trace, or all of them.
    pub lines: Vec<String>,
}

/// Simulates a run of this many rounds, or as many as its seed determines, with files in an
/// existing folder. `keeps_all` keeps its whole trace.
///
/// # Errors
/// When an invariant is broken.
pub fn simulate(
    seed: u64,
    rounds: Option<u32>,
    template: &Template,
    folder: &Path,
    keeps_all: bool,
) -> Result<Run, Box<FailedRun>> {
    // A separate name, because threads of an earlier run may still be closing their files, by name.
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let folder = folder.join(format!("run{}", NUMBER.fetch_add(1, Ordering::Relaxed)));
    let trace = Trace::new(keeps_all);
    let mut world = World::new(seed, trace.clone(), template, &folder);
    world.rounds_left = rounds.unwrap_or(world.rounds_left);
    let ended = world.run();
    let _ = fs::remove_dir_all(&folder);
    match ended {
        Ok(()) => Ok(Run { trace: trace.hash(), tally: world.tally, lines: trace.lines() }),
        Err(violation) => Err(Box::new(FailedRun { seed, violation, lines: trace.lines() })),
    }
}

/// The world outside the server, which survives its crashes.
struct World<'w> {
    seed: u64,
    rng: Rng,
    faults: Faults,
    trace: Trace,
    clock: MachineClock,
    conductor: Conductor,
    relay: SimulatedRelay,
    folder: &'w Path,
    template: &'w [u8],
    life: u32,
    /// Number of processes that share the database.
    processes: u32,
    rounds_left: u32,
    /// Requests, and the positions of those on their way.
    asked: Vec<Asked>,
    wire: Vec<usize>,
    boards: KnownBoards,
    secrets: Secrets,
    mails: Mails,
    /// Number of the relay's emails that have been read.
    read: usize,
    round: Round,
    /// The life and the number of commits when all boards were last read.
    audited: Option<(u32, u64)>,
    tally: Tally,
}

impl<'w> World<'w> {
    fn new(seed: u64, trace: Trace, template: &'w Template, folder: &'w Path) -> Self {
        let mut rng = Rng::with_seed(seed);
        let faults = Faults::drawn(&mut rng);
        let is_steady = rng.bool();
        let clock = MachineClock::new();
        let conductor = Conductor::new(rng.fork(), trace.clone(), faults);
        let relay = SimulatedRelay::new(conductor.clone(), clock.clone(), rng.fork(), faults);
        Self {
            seed,
            faults,
            trace,
            clock,
            conductor,
            relay,
            folder,
            template: if is_steady { &template.steady } else { &template.usual },
            life: 0,
            processes: if rng.u8(..3) == 0 { 2 } else { 1 },
            rounds_left: rounds_of(seed),
            asked: Vec::new(),
            wire: Vec::new(),
            boards: KnownBoards::default(),
            secrets: Secrets::default(),
            mails: Mails::default(),
            read: 0,
            round: Round::default(),
            audited: None,
            tally: Tally::default(),
            rng,
        }
    }

    /// The database of a life.
    fn path(&self) -> PathBuf {
        self.folder.join(format!("life{}.db", self.life))
    }

    fn torn_path(&self) -> PathBuf {
        self.folder.join("torn.db")
    }

    fn run(&mut self) -> Result<(), Violation> {
        let made = fs::create_dir(self.folder);
        let written = made.and_then(|()| fs::write(self.path(), self.template));
        written.map_err(|error| Violation::new("there is a folder", error.to_string()))?;
        loop {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_time()
                .max_blocking_threads(1)
                .build()
                .map_err(|error| Violation::new("there is a runtime", error.to_string()))?;
            let has_crashed = runtime.block_on(self.live())?;
            // Whatever was in progress is gone.
            drop(runtime);
            machine::remove(&self.path());
            if !has_crashed {
                break;
            }
            self.life += 1;
            self.conductor.revive();
        }
        self.tally += self.conductor.tally();
        Ok(())
    }

    /// Lets a server live until it crashes, or until the end; returns whether it crashed.
    async fn live(&mut self) -> Result<bool, Violation> {
        self.trace.note(format_args!("life {}", self.life));
        let (path, clock) = (self.path(), self.clock.clone());
        let with = (self.seed, self.processes);
        let started =
            SimulatedServer::start(&path, &self.conductor, &self.relay, &clock, with).await;
        let mut server = started?;
        self.audit(&server.store).await?;
        while self.rounds_left > 0 {
            self.rounds_left -= 1;
            self.tally.rounds += 1;
            self.pass_time();
            let has_crashed = self.work(&mut server).await?;
            if has_crashed {
                self.leave_files();
                return Ok(true);
            }
            self.audit(&server.store).await?;
        }
        self.end(&mut server).await?;
        server.stop().await;
        Ok(false)
    }

    /// The files that a crash leaves for the next life.
    fn leave_files(&mut self) {
        let (now, next) = (self.path(), self.folder.join(format!("life{}.db", self.life + 1)));
        let drawn = self.rng.f64();
        if self.conductor.was_torn()
            && machine::tear(&self.torn_path(), &now, &next, drawn).is_some()
        {
            self.trace.note("torn");
        } else {
            machine::copy(&now, &next);
        }
        machine::remove(&self.torn_path());
    }

    fn pass_time(&mut self) {
        if happens(&mut self.rng, self.faults.set_back) {
            self.clock.set_back(SignedDuration::from_mins(self.rng.i64(1..300)));
        }
        let time = match self.rng.u8(..100) {
            0..60 => SignedDuration::from_secs(self.rng.i64(1..600)),
            60..85 => SignedDuration::from_mins(self.rng.i64(10..600)),
            _ => SignedDuration::from_hours(self.rng.i64(12..80)),
        };
        self.clock.pass(time);
        self.trace.note(self.clock.now());
    }

    /// Runs a round of work; returns whether the machine has crashed.
    async fn work(&mut self, server: &mut SimulatedServer) -> Result<bool, Violation> {
        self.round = Round { now: self.clock.now(), ..Round::default() };
        self.conductor.begin_round([self.path(), self.torn_path()]);
        let (mut tasks, mut clients, mut sends) = (Vec::new(), 0, false);
        for _ in 0..self.rng.u8(2..6) {
            match self.rng.u8(..100) {
                0..62 => {
                    if let Some(place) = self.next_asked() {
                        let what = &self.asked[place];
                        self.trace.note(format_args!("comes {what}"));
                        tasks.insert(clients, server.asks(place, what));
                        clients += 1;
                    }
                }
                62..82 => {
                    self.trace.note("sends");
                    sends = true;
                    tasks.extend(server.sends());
                }
                82..92 if !self.round.sweeps => {
                    self.trace.note("sweeps");
                    self.round.sweeps = true;
                    tasks.push(server.sweeps());
                }
                _ => {}
            }
        }
        self.let_computer_work(server, &mut tasks)?;
        // Sweeps and requests do all of their work here.
        let blocks = sends || !self.round.worked.is_empty();
        let blocking = if blocks { clients } else { tasks.len() };
        let gives_up = clients > 0 && happens(&mut self.rng, self.faults.gives_up);
        let gives_up = gives_up.then(|| (self.rng.u32(..6), self.rng.usize(..clients.max(1))));
        drive(&self.conductor, &tasks, blocking, gives_up).await?;
        let has_crashed = self.conductor.has_crashed();
        for task in tasks {
            if !task.is_finished() {
                continue;
            }
            match task.await {
                Ok(done) => self.hear(server, done)?,
                Err(error) => {
                    holds!(PROPER, error.is_cancelled(), "a task has panicked");
                    self.tally.unanswered += 1;
                }
            }
        }
        // Most requests that were cut off are sent again.
        let asked = &self.asked;
        let open = self.round.asked.iter().filter(|&&place| asked[place].answer.is_none());
        let again: Vec<usize> = open.copied().filter(|_| self.rng.u8(..10) > 0).collect();
        self.wire.extend(again);
        Ok(has_crashed)
    }

    /// The computer searches on most of the boards where it owes an answer.
    fn let_computer_work(
        &mut self,
        server: &SimulatedServer,
        tasks: &mut Vec<JoinHandle<Done>>,
    ) -> Result<(), Violation> {
        for (id, record) in &self.boards.known {
            let is_computer = |seat: Seat| {
                carrick_service::computer_level(&record.players[seat.index()]).is_some()
            };
            let owes = to_move(record)?.is_some_and(is_computer)
                || record.offer.is_some() && Seat::BOTH.into_iter().any(is_computer);
            if owes && record.ended.is_none() && self.rng.u8(..3) > 0 {
                self.trace.note(format_args!("works on {id}"));
                self.round.worked.insert(*id);
                tasks.push(server.works(*id));
            }
        }
        Ok(())
    }

    /// The next request: a new one, an answer to an email, or one that is on its way.
    fn next_asked(&mut self) -> Option<usize> {
        let is_late = !self.wire.is_empty() && self.rng.u8(..5) < 2;
        let place = if is_late {
            let place = self.rng.usize(..self.wire.len());
            self.wire.swap_remove(place)
        } else {
            let number = self.asked.len();
            // Clients answer one of the last few emails.
            let taken = self.relay.taken(self.relay.count().saturating_sub(6));
            let by_mail = !taken.is_empty() && self.rng.u8(..4) == 0;
            let mut clients = Clients {
                rng: &mut self.rng,
                boards: &self.boards,
                secrets: &mut self.secrets,
                number,
            };
            let asked = if by_mail { clients.answers(&taken) } else { clients.asks() }?;
            if let Via::Mail { sender, .. } = &asked.via {
                self.mails.writers.insert(sender.clone());
            }
            self.asked.push(asked);
            if happens(&mut self.rng, self.faults.doubled) {
                self.wire.push(number);
            }
            // Some are late.
            if self.rng.u8(..8) == 0 {
                self.wire.push(number);
                return None;
            }
            number
        };
        // A request that takes turns back is alone on its board, since earlier effects would leave
        // no trace.
        let board = self.asked[place].board;
        let takes_back = |asked: &Asked| asked.kind == crate::clients::RequestKind::Offers;
        let mut others = self.round.asked.iter().filter(|&&other| other != place);
        let is_in_the_way = board.is_some()
            && others.any(|&other| {
                let other = &self.asked[other];
                other.board == board && (takes_back(other) || takes_back(&self.asked[place]))
            });
        if is_in_the_way {
            self.wire.push(place);
            return None;
        }
        self.round.asked.insert(place);
        Some(place)
    }

    /// Handles the result of a task.
    fn hear(&mut self, server: &mut SimulatedServer, done: Done) -> Result<(), Violation> {
        match done {
            Done::Page(place, Ok(committed))
            | Done::Mail(place, Ok(Delivered::Done(committed))) => {
                self.hear_answer(place, committed)
            }
            Done::Page(place, Err(Failure::Store(error)))
            | Done::Mail(place, Err(Failure::Store(error))) => {
                self.trace.note(format_args!("{} fails: {error}", self.asked[place].id));
                self.tally.unanswered += 1;
                proper(&error)
            }
            Done::Page(_, Err(error)) | Done::Mail(_, Err(error)) => {
                Err(Violation::new(PROPER, error.to_string()))
            }
            Done::Mail(_, Ok(other)) => {
                Err(Violation::new("an answer to a mail is understood", format!("{other:?}")))
            }
            Done::Swept(Ok(swept)) => {
                self.trace.note(format_args!("swept, {} messages", swept.messages.len()));
                self.secrets.check_messages(None, &swept.messages)?;
                self.round.has_swept = swept.failed.is_none();
                swept.failed.as_ref().map_or(Ok(()), proper)
            }
            Done::Swept(Err(error)) => proper(&error),
            Done::Sent(outbox, did) => {
                server.take_back(outbox);
                match did {
                    Ok(did) => {
                        let (sent, failed) = (did.sent, did.failed.len());
                        self.trace.note(format_args!("sent {sent}, failed {failed}"));
                        self.mails.were_sent(self.round.now);
                        self.read_mails()
                    }
                    Err(error) => proper(&error),
                }
            }
            Done::Worked(board, Ok(messages)) => {
                self.trace.note(format_args!("worked on {board}"));
                self.secrets.check_messages(None, &messages)
            }
            Done::Worked(board, Err(error)) => match error {
                WorkError::Store(error) => proper(&error),
                error => Err(Violation::new(PROPER, format!("{board}: {error}"))),
            },
        }
    }

    /// Handles an answer to a request.
    fn hear_answer(&mut self, place: usize, committed: Committed) -> Result<(), Violation> {
        let Committed { refused, repeated, mut messages, .. } = committed;
        let asked = &mut self.asked[place];
        self.trace.note(format_args!(
            "{} is answered{}{}: {}",
            asked.id,
            if refused { ", refused" } else { "" },
            if repeated { ", again" } else { "" },
            messages.first().map_or("", |message| message.subject.as_str())
        ));
        self.tally.answers += 1;
        self.tally.refused += u64::from(refused);
        self.tally.repeated += u64::from(repeated);
        self.secrets.check_messages(Some(&asked.user), &messages)?;
        // Listeners without email are notified once, if at all.
        messages.retain(|message| !matches!(message.to, Addressee::Listener(_)));
        // A repeated refused request is decided again, unless it came by mail.
        let before = asked.answer.as_ref().filter(|(refused, _)| !refused || asked.is_mail());
        let is_first = before.is_none();
        if let Some((was_refused, before)) = before {
            let same = *was_refused == refused && (*before == messages || !repeated);
            holds!(SAME, same, "{}: {before:?}, then {messages:?}", asked.id);
        }
        if !refused {
            self.round.done.insert(place);
        }
        if is_first {
            asked.answer = Some((refused, messages));
        }
        if happens(&mut self.rng, self.faults.lost) {
            self.wire.push(place);
        }
        Ok(())
    }

    /// Reads the emails that have arrived.
    fn read_mails(&mut self) -> Result<(), Violation> {
        for mail in self.relay.taken(self.read) {
            let owner = MEMBERS.iter().find(|(_, all)| all.contains(&mail.to.as_str()));
            let owner: Option<Userid> = owner.and_then(|(name, _)| name.parse().ok());
            let subject = mail.field("Subject").unwrap_or_default();
            let board = board_in(&subject);
            // Text lines are cut anywhere.
            let text = mail.text.replace("=\r\n", "");
            self.secrets.check(owner.as_ref(), board, &text)?;
            let reply = mail.field("Reply-To").unwrap_or_default();
            let token = reply.split(['+', '@']).nth(1).unwrap_or_default();
            if let Ok(token) = keys().open::<carrick_tokens::ReplyToken>(token, mail.at) {
                let record = self.boards.known.get(&token.board);
                let player = record.map(|record| &record.players[token.seat.index()]);
                let is_theirs = player.is_none() || player == owner.as_ref();
                holds!(RECEIVERS, is_theirs, "{} can play for {player:?}", mail.to);
            }
        }
        self.read = self.relay.count();
        Ok(())
    }

    /// Looks at every board, without interference.
    async fn audit(&mut self, store: &Store) -> Result<(), Violation> {
        let commits = (self.life, self.conductor.commits());
        let is_same = self.audited.replace(commits) == Some(commits);
        let state = if is_same { None } else { Some(self.everything(store).await?) };
        let Self { boards, round, asked, mails, tally, .. } = self;
        boards.audit(state, &mut Books { round, asked, mails, tally })
    }

    /// All boards and members as they are stored.
    async fn everything(&self, store: &Store) -> Result<State, Violation> {
        self.conductor.stand_aside(true);
        let filter = BoardFilter {
            kind: None,
            player: None,
            running: true,
            ended_since: Some(Timestamp::MIN),
        };
        let members = MEMBERS.iter().filter_map(|(name, _)| name.parse().ok());
        let needs = Needs { whole: vec![filter], users: members.collect(), ..Needs::default() };
        let state = store.read(&needs).await;
        self.conductor.stand_aside(false);
        state.map_err(|error| Violation::new(PROPER, error.to_string()))
    }

    /// The end: all faults are over, requests on their way arrive, and all emails go out.
    async fn end(&mut self, server: &mut SimulatedServer) -> Result<(), Violation> {
        self.trace.note("calm");
        self.conductor.calm();
        self.relay.calm();
        let goes_back = std::mem::take(&mut self.faults).set_back > 0;
        let mut left: BTreeSet<usize> = std::mem::take(&mut self.wire).into_iter().collect();
        while let Some(place) = left.pop_first() {
            self.clock.pass(SignedDuration::from_secs(30));
            self.round = Round { now: self.clock.now(), ..Round::default() };
            self.round.asked.insert(place);
            let task = server.asks(place, &self.asked[place]);
            self.finish(server, task, false).await?;
            self.audit(&server.store).await?;
        }
        self.round = Round { now: self.clock.now(), sweeps: true, ..Round::default() };
        let task = server.sweeps();
        self.finish(server, task, false).await?;
        self.audit(&server.store).await?;
        self.empty_outbox(server).await?;
        self.conductor.stand_aside(true);
        let told = self.told(&server.store).await?;
        let taken = self.relay.taken(0);
        self.mails.check(&told, &taken, goes_back, &mut self.tally)?;
        let rebuilt = rebuild_ratings(&server.store).await;
        let rebuilt = rebuilt.map_err(|error| Violation::new(PROPER, error.to_string()))?;
        let is_right = rebuilt.changed == 0 && rebuilt.differences.is_empty();
        holds!(RATINGS, is_right, "{rebuilt:?}");
        Ok(())
    }

    /// Lets a task finish, which may use blocking threads.
    async fn finish(
        &mut self,
        server: &mut SimulatedServer,
        task: JoinHandle<Done>,
        blocks: bool,
    ) -> Result<(), Violation> {
        let tasks = [task];
        drive(&self.conductor, &tasks, if blocks { 0 } else { 1 }, None).await?;
        let [task] = tasks;
        match task.await {
            Ok(done) => self.hear(server, done),
            Err(_) => Err(Violation::new(PROPER, "a task has panicked")),
        }
    }

    /// Sends all emails, including postponed ones.
    async fn empty_outbox(&mut self, server: &mut SimulatedServer) -> Result<(), Violation> {
        for _ in 0..60 {
            self.round = Round { now: self.clock.now(), ..Round::default() };
            if let Some(task) = server.sends() {
                self.finish(server, task, true).await?;
            }
            self.conductor.stand_aside(true);
            let waiting = server.store.waiting_mail().await;
            self.conductor.stand_aside(false);
            let waiting = waiting.map_err(|error| Violation::new(PROPER, error.to_string()))?;
            holds!(PROPER, waiting.dead == 0, "emails were abandoned");
            if waiting.pending == 0 && waiting.waiting == 0 {
                return Ok(());
            }
            let now = self.clock.now();
            let wait = waiting.next.map_or(SignedDuration::ZERO, |next| next.duration_since(now));
            self.clock.pass(wait.max(SignedDuration::from_secs(10)));
        }
        self.conductor.stand_aside(true);
        Err(Violation::new(
            "every mail that was due goes out",
            format!(
                "the outbox is never empty: {:?} at {}",
                server.store.waiting_mail().await,
                self.clock.now()
            ),
        ))
    }

    /// All messages to each member.
    async fn told(
        &self,
        store: &Store,
    ) -> Result<BTreeMap<Userid, Vec<carrick_store::SentMessage>>, Violation> {
        let mut told = BTreeMap::new();
        for (name, _) in MEMBERS {
            let Ok(user) = name.parse::<Userid>() else { continue };
            let all = store.told(&user, None, 10_000).await;
            let all = all.map_err(|error| Violation::new(PROPER, error.to_string()))?;
            for message in &all {
                self.secrets.check(Some(&user), message.board, &message.text)?;
            }
            told.insert(user, all);
        }
        Ok(told)
    }
}

/// The board in a subject such as `ankor board 101: ann to move`.
fn board_in(subject: &str) -> Option<BoardId> {
    let words: Vec<&str> = subject.split([' ', ':']).collect();
    match words[..] {
        [kind, "board", number, ..] => {
            Some(BoardId { kind: kind.parse().ok()?, number: number.parse().ok()? })
        }
        _ => None,
    }
}

/// Checks that a failure of the store was caused by the simulation.
fn proper(error: &StoreError) -> Result<(), Violation> {
    match error {
        StoreError::Busy | StoreError::Failed { .. } => Ok(()),
        error => Err(Violation::new(PROPER, error.to_string())),
    }
}
