//! Running commands: typed ones, parsed ones, links in emails, and administration.

use std::mem;

use carrick_service::{
    Action, AdminAction, BoardId, Decision, Evidence, GUEST, Keeps, Needs, Password, PasswordHash,
    Refusal, Replay, Request, Sender, State, Subscription, SyntaxError, TypedCommand, Userid,
    answer_refusal, command, commands_in, decide, decide_admin, decide_again, decide_change,
    decide_decline, decide_guest, decide_reopen, decide_stop, decline_request, in_line,
    reopen_needs,
};
use carrick_store::{Committed, LogEntry, Rebuilt, Store, StoreError};
use jiff::{SignedDuration, Timestamp};

use crate::limits::{At, Busy, TooMany, TurnedAway};

// Handling of one command: parse, verify passwords, decide, store.

/// A command line typed by a person, and what its carrier knows about it.
#[derive(Debug)]
pub struct Incoming<'a> {
    /// Sender, as far as known.
    pub sender: Sender,
    /// Command line.
    pub text: &'a str,
    /// Lines of the body.
    pub body: Option<String>,
    /// The carrier's id for this request: a second request with the same id is a second delivery.
    pub id: Option<String>,
}

/// A command line with its meaning, parsed once: for carriers that must know which command it is
/// before it runs.
#[derive(Debug)]
pub struct ParsedLine<'a> {
    text: &'a str,
    command: Result<TypedCommand, SyntaxError>,
}

impl<'a> ParsedLine<'a> {
    /// Parses a command line. An invalid one is kept as a line, since its refusal is an answer.
    #[must_use]
    pub fn new(text: &'a str) -> Self {
        Self { text, command: command::parse(text) }
    }

    /// The command; `None` when the line is refused.
    #[must_use]
    pub fn command(&self) -> Option<&TypedCommand> {
        self.command.as_ref().ok()
    }

    /// Work that it asks for, or that the commands in its body ask for.
    #[must_use]
    pub fn asks(&self, body: Option<&str>) -> RequestedWork {
        let mut asks = RequestedWork::default();
        match action_of(&self.command) {
            Some(Action::Multiple) => {
                for (_, line) in commands_in(body).unwrap_or_default() {
                    asks.add(line, action_of(&command::parse(line)));
                }
                // A refused line also counts as a command.
                asks.commands = asks.commands.max(1);
            }
            action => asks.add(self.text, action),
        }
        asks
    }
}

/// Work that a line asks for, with the lines in its body: rate limits charge for each.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RequestedWork {
    /// Number of commands.
    pub commands: u32,
    /// Number of words in all of them. Each word may be a turn to replay.
    pub words: u32,
    /// Number of new accounts.
    pub sign_ups: u32,
    /// Number of links for a new password.
    pub resets: u32,
    /// Number of games that would start.
    pub games: u32,
}

impl RequestedWork {
    fn add(&mut self, text: &str, action: Option<&Action>) {
        self.commands += 1;
        self.words += u32::try_from(text.split_whitespace().count()).unwrap_or(u32::MAX);
        self.sign_ups += u32::from(matches!(action, Some(Action::Signup(_))));
        self.resets += u32::from(matches!(action, Some(Action::Reset(_))));
        self.games += u32::from(action.is_some_and(Action::begins_a_game));
    }
}

/// A request from a form or from a program.
#[derive(Debug)]
pub struct CommandRequest {
    /// The request.
    pub request: Request,
    /// The carrier's id for this request: a second request with the same id is a second delivery.
    pub id: Option<String>,
    /// For `change password`: sessions and tokens that stay valid.
    pub keeps: Keeps,
}

impl From<Request> for CommandRequest {
    fn from(request: Request) -> Self {
        Self { request, id: None, keeps: Keeps::default() }
    }
}

/// Reason why a command could neither be run nor refused.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The system provides no random numbers for the salt of a new password.
    #[error("the machine gives no random numbers")]
    Random(#[from] getrandom::Error),
    /// The gate did not check the password, right or wrong, because there were too many wrong ones
    /// or too many are waiting. Nothing is recorded, so the same request can be run later.
    #[error(transparent)]
    TurnedAway(#[from] TurnedAway),
}

/// Runs a command line that a person typed. When this returns, its effects and messages are on
/// disk.
///
/// Passwords are verified and hashed here, before a transaction is open. With a gate, which is for
/// untrusted senders, wrong passwords are rate-limited by account and by sender, and only a few are
/// hashed at the same time. Beyond the limit every password is turned away, right or wrong, whether
/// or not the account exists. The password of a new account does not count as a guess.
///
/// The commands in the body of a `multiple` run one after another, each in a separate transaction
/// and with a separate id, so that each is recognised when it is sent again. With a gate, one
/// `multiple` creates at most one account.
///
/// # Errors
/// Failures of the database or the machine, and passwords that the gate turns away; in a `multiple`
/// the answer reports that. Mistakes in the command are an answer, not an error.
///
/// ```
/// use carrick_server::{Incoming, handle};
/// use carrick_service::Sender;
/// use carrick_store::{Settings, Store};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("carrick.db");
/// # let now = "2008-05-01T12:00:00Z".parse()?;
/// let store = Store::open(&path, &Settings::default()).await?;
/// let from_nobody = |text| Incoming { sender: Sender::Nobody, text, body: None, id: None };
///
/// let answer = handle(&store, None, from_nobody("signup camb tulip7"), now).await?;
/// assert!(!answer.refused);
/// // The name is theirs now; to say so is an answer too.
/// assert!(handle(&store, None, from_nobody("signup camb rose88"), now).await?.refused);
/// # Ok(())
/// # }
/// ```
pub async fn handle(
    store: &Store,
    at: Option<At<'_>>,
    incoming: Incoming<'_>,
    now: Timestamp,
) -> Result<Committed, Failure> {
    let command = command::parse(incoming.text).map_err(Refusal::from);
    CommandRunner { store, at }.handle(incoming, command, store.time(now)).await
}

/// Runs a command line that its carrier has already parsed; otherwise like [`handle()`].
///
/// # Errors
/// Those of [`handle()`].
pub async fn handle_parsed(
    store: &Store,
    at: Option<At<'_>>,
    sender: Sender,
    line: ParsedLine<'_>,
    body: Option<String>,
    now: Timestamp,
) -> Result<Committed, Failure> {
    let ParsedLine { text, command } = line;
    let incoming = Incoming { sender, text, body, id: None };
    let command = command.map_err(Refusal::from);
    CommandRunner { store, at }.handle(incoming, command, store.time(now)).await
}

/// Runs a request; for passwords and the gate, see [`handle()`]. The log shows it as it would be
/// typed. A `multiple`, which only exists as text, does nothing here.
///
/// # Errors
/// Those of [`handle()`].
pub async fn carry_out(
    store: &Store,
    at: Option<At<'_>>,
    request: CommandRequest,
    now: Timestamp,
) -> Result<Committed, Failure> {
    let CommandRequest { request, id, keeps } = request;
    let now = store.time(now);
    let entry = log_entry(id, &request.sender, &request.line(), now);
    CommandRunner { store, at }.carry_out(entry, request, keeps, None, now).await
}

/// The action of a line that was understood.
pub(crate) fn action_of<E>(command: &Result<TypedCommand, E>) -> Option<&Action> {
    command.as_ref().ok().map(|command| &command.action)
}

/// The store and the gate that commands run with.
#[derive(Clone, Copy)]
pub(crate) struct CommandRunner<'a> {
    pub(crate) store: &'a Store,
    pub(crate) at: Option<At<'a>>,
}

impl CommandRunner<'_> {
    /// Runs a command line, given together with the parsed command.
    async fn handle(
        self,
        incoming: Incoming<'_>,
        command: Result<TypedCommand, Refusal>,
        now: Timestamp,
    ) -> Result<Committed, Failure> {
        if !matches!(action_of(&command), Some(Action::Multiple)) {
            return self.handle_one(incoming, command, None, now).await;
        }
        let commands = match commands_in(incoming.body.as_deref()) {
            Ok(commands) => commands,
            Err(refusal) => {
                let Incoming { id, sender, text, .. } = incoming;
                let entry = log_entry(id, &sender, text, now);
                return refuse(self.store, &entry, None, refusal).await;
            }
        };
        let mut all = Committed { repeated: true, ..Committed::default() };
        let mut signs_up = false;
        // No two turns have the same time.
        let moments = (0..).map(|place| now + SignedDuration::from_micros(place));
        for ((line, text), at) in commands.into_iter().zip(moments) {
            let one = Incoming {
                sender: incoming.sender.clone(),
                text,
                body: None,
                id: incoming.id.as_ref().map(|id| format!("{id}/{line}")),
            };
            let mut command = command::parse(text).map_err(Refusal::from);
            if self.at.is_some()
                && matches!(action_of(&command), Some(Action::Signup(_)))
                && mem::replace(&mut signs_up, true)
            {
                command = Err(one_account());
            }
            let done = self.handle_one(one, command, Some(line), at).await?;
            all.messages.extend(done.messages);
            all.refused |= done.refused;
            all.repeated &= done.repeated;
            all.turns += done.turns;
        }
        Ok(all)
    }

    /// Runs a command that came alone, or in a line of a body.
    async fn handle_one(
        self,
        incoming: Incoming<'_>,
        command: Result<TypedCommand, Refusal>,
        line: Option<usize>,
        now: Timestamp,
    ) -> Result<Committed, Failure> {
        let Incoming { sender, text, body, id } = incoming;
        let entry = log_entry(id, &sender, text, now);
        match command {
            Ok(command) => {
                let request = Request::typed(sender, command, body);
                self.carry_out(entry, request, Keeps::default(), line, now).await
            }
            Err(refusal) => refuse(self.store, &entry, line, refusal).await,
        }
    }

    /// Runs a parsed request.
    async fn carry_out(
        self,
        entry: LogEntry,
        request: Request,
        keeps: Keeps,
        line: Option<usize>,
        now: Timestamp,
    ) -> Result<Committed, Failure> {
        let evidence = match self.guess(&request).await? {
            Ok(evidence) => Evidence { keeps, ..evidence },
            Err(away) => {
                if line.is_none() {
                    return Err(away.into());
                }
                // Not recorded, so that the same request can be run later.
                let entry = LogEntry { id: None, ..entry };
                return refuse(self.store, &entry, line, turned_away(away)).await;
            }
        };
        if let (Some(place), Some((user, _)), Some(_)) =
            (self.at.and_then(|at| at.place), request.password(), &evidence.verified)
        {
            self.store.note_place(user, place).await?;
        }
        let needs = request.needs(now);
        let answer = move |state: &State| from_line(line, decide(state, &request, &evidence, now));
        Ok(self.store.transaction(&needs, &entry, answer).await?)
    }

    /// Collects the evidence for a request, unless its password may not be verified now: there were
    /// too many recent guesses, or too many are waiting. Choosing a password at sign-up does not
    /// count as a guess.
    pub(crate) async fn guess(
        self,
        request: &Request,
    ) -> Result<Result<Evidence, TurnedAway>, Failure> {
        let (Some(at), Some((account, _))) = (self.at, request.password()) else {
            return self.gather(request).await;
        };
        let signs_up = matches!(request.action, Action::Signup(_));
        if signs_up && self.store.password_of(account).await?.is_none() {
            return self.gather(request).await;
        }
        let _turn = at.turn(account).await;
        if let Err(too_many) = at.charge(account).await {
            return Ok(Err(too_many.into()));
        }
        let gathered = self.gather(request).await?;
        if gathered.is_err() {
            at.refund(account).await;
        }
        Ok(gathered)
    }

    /// Verifies and hashes the passwords of a request before any transaction is open.
    async fn gather(self, request: &Request) -> Result<Result<Evidence, TurnedAway>, Failure> {
        let registration = self.at.map(|at| at.gate.registration()).unwrap_or_default();
        let mut evidence = Evidence { registration, ..Evidence::default() };
        // The account whose guess was right; it is refunded once.
        let mut is_right = None;
        if let Some((user, password)) = request.password() {
            // For an unknown account a dummy hash is verified, which takes the same time.
            let stored = self.store.password_of(user).await?;
            let known = stored.is_some();
            let hash = stored.unwrap_or_else(PasswordHash::of_nobody);
            let (hash, matches) = match self.verify(hash, password).await {
                Ok(verified) => verified,
                Err(away) => return Ok(Err(away)),
            };
            evidence.verified = (matches && known).then_some(hash);
            is_right = Some(user).filter(|_| evidence.verified.is_some());
        }
        if let Some((user, password)) = request.new_password() {
            if let Some(stored) = self.store.password_of(user).await? {
                let (hash, matches) = match self.verify(stored, password).await {
                    Ok(verified) => verified,
                    Err(away) => return Ok(Err(away)),
                };
                evidence.new_verified = matches.then_some(hash);
            }
            let mut salt = [0; 16];
            getrandom::fill(&mut salt)?;
            let password = password.clone();
            evidence.hashed = match self.hash(move || PasswordHash::new(&password, &salt)).await {
                Ok(hashed) => hashed,
                Err(away) => return Ok(Err(away)),
            };
        }
        if let (Some(at), Some(user)) = (self.at, is_right) {
            at.refund(user).await;
        }
        Ok(Ok(evidence))
    }

    /// Verifies a password; returns the hash, and whether it matches.
    async fn verify(
        self,
        hash: PasswordHash,
        password: &Password,
    ) -> Result<(PasswordHash, bool), TurnedAway> {
        let password = password.clone();
        self.hash(move || {
            let matches = hash.verifies(&password);
            (hash, matches)
        })
        .await
    }

    async fn hash<T: Send + 'static>(
        self,
        hash: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, TurnedAway> {
        match self.at {
            Some(at) => at.hash(hash).await,
            None => Ok(hash()),
        }
    }
}

/// The refusal of a second account in one body.
pub(crate) fn one_account() -> Refusal {
    Refusal::in_words(
        "a body makes one account, and an earlier line already signs up; send this one separately",
    )
}

/// The refusal when a password was not verified.
pub(crate) fn turned_away(away: TurnedAway) -> Refusal {
    match away {
        TurnedAway::TooMany(TooMany { wait }) => {
            let minutes = TooMany { wait }.seconds().div_ceil(60);
            let unit = if minutes == 1 { "minute" } else { "minutes" };
            Refusal::in_words(format!(
                "too many wrong passwords came for this userid or from you, so this one was not checked; \
                 try again in {minutes} {unit}"
            ))
        }
        TurnedAway::Hashes(too_many) => Refusal::in_words(format!(
            "many passwords from you are being checked, so this one was not; try again in {}",
            too_many.in_words()
        )),
        TurnedAway::Busy(Busy) => Refusal::in_words(
            "too many passwords are waiting to be checked, so this one was not; try again in a minute",
        ),
    }
}

/// Answers a command that was not understood.
async fn refuse(
    store: &Store,
    entry: &LogEntry,
    line: Option<usize>,
    refusal: Refusal,
) -> Result<Committed, Failure> {
    let answer = move |_: &State| from_line(line, answer_refusal(None, None, refusal));
    Ok(store.transaction(&Needs::default(), entry, answer).await?)
}

pub(crate) fn from_line(line: Option<usize>, decision: Decision) -> Decision {
    match line {
        Some(line) => in_line(line, decision),
        None => decision,
    }
}

fn log_entry(id: Option<String>, sender: &Sender, text: &str, now: Timestamp) -> LogEntry {
    let command = command::redact(text);
    LogEntry { id, at: now, sender: sender.clone(), command, reply_to: None }
}

// Buttons behind links in emails: unsubscribe, subscribe again, decline a game.

/// Unsubscribes a user from emails; a second time changes nothing. With `tells`, a last email
/// reports what was stopped, for users who unsubscribe without a page.
///
/// # Errors
/// When the database fails.
pub async fn stop(
    store: &Store,
    user: Userid,
    from: Subscription,
    tells: bool,
    now: Timestamp,
) -> Result<(), StoreError> {
    let now = store.time(now);
    let (needs, entry) = (from.needs(&user), link_entry(&user, "stop", now));
    let decide = move |state: &State| decide_stop(state, &user, from, tells);
    store.transaction(&needs, &entry, decide).await?;
    Ok(())
}

/// Subscribes a user again to emails that they have stopped.
///
/// # Errors
/// When the database fails.
pub async fn bring_again(
    store: &Store,
    user: Userid,
    from: Subscription,
    now: Timestamp,
) -> Result<(), StoreError> {
    let now = store.time(now);
    let (needs, entry) = (from.needs(&user), link_entry(&user, "stop off", now));
    store.transaction(&needs, &entry, move |state| decide_again(state, &user, from)).await?;
    Ok(())
}

/// Declines a board for a player, and returns the answer, even if it cannot be declined.
///
/// # Errors
/// When the database fails.
pub async fn decline(
    store: &Store,
    user: Userid,
    board: BoardId,
    now: Timestamp,
) -> Result<Committed, StoreError> {
    let now = store.time(now);
    let needs: Needs = decline_request(&user, board).needs(now);
    let entry = link_entry(&user, &format!("{} decline {}", board.kind, board.number), now);
    let decide = move |state: &State| decide_decline(state, &user, board, now);
    store.transaction(&needs, &entry, decide).await
}

fn link_entry(user: &Userid, command: &str, at: Timestamp) -> LogEntry {
    let sender = Sender::User(user.clone());
    LogEntry { id: None, at, sender, command: command.to_owned(), reply_to: None }
}

// Confirmed account changes.

/// Makes the account change that an email asks its user to confirm, and returns the answer. It
/// happens once; a second confirmation gets the same answer. `None` when no such email to this user
/// is known any more.
///
/// # Errors
/// When the database fails; nothing has changed.
pub async fn change_account(
    store: &Store,
    user: &Userid,
    letter: u32,
    now: Timestamp,
) -> Result<Option<Committed>, StoreError> {
    let now = store.time(now);
    let found = store.account_change(i64::from(letter)).await?;
    let Some((_, change)) = found.filter(|(whose, _)| whose == user) else { return Ok(None) };
    let entry = LogEntry {
        id: Some(format!("letter {letter}")),
        at: now,
        sender: Sender::User(user.clone()),
        command: "change".to_owned(),
        reply_to: None,
    };
    let user = user.clone();
    let needs = change.needs(&user, now);
    let decide = move |state: &_| decide_change(state, &user, &change, now);
    store.transaction(&needs, &entry, decide).await.map(Some)
}

// Administration: operators' actions on accounts and boards.

/// Log entry of an operator's action, as the command line after `carrick`.
pub(crate) const fn admin_entry(command: String, at: Timestamp) -> LogEntry {
    LogEntry { id: None, at, sender: Sender::Nobody, command, reply_to: None }
}

/// Runs an operator's action on an account or a board, and logs it. The first message is for the
/// operator; others are in the outbox.
///
/// # Errors
/// When the database fails, or when the remark does not exist
/// ([`carrick_store::Conflict::NoRemark`]).
pub async fn administer(
    store: &Store,
    action: AdminAction,
    now: Timestamp,
) -> Result<Committed, StoreError> {
    let now = store.time(now);
    let entry = admin_entry(action.to_string(), now);
    let needs = action.needs();
    let decide = move |state: &_| decide_admin(state, &action, now);
    store.transaction(&needs, &entry, decide).await
}

// Guests: visitors who play before they sign up.

/// Creates the account of a new guest, with the next number that is not part of a name.
///
/// # Errors
/// When the database fails.
pub async fn make_guest(store: &Store, now: Timestamp) -> Result<Userid, StoreError> {
    let now = store.time(now);
    loop {
        let name = format!("{GUEST}{}", store.next_guest().await?);
        let guest: Userid = name.parse().map_err(|_| StoreError::Corrupt { column: "next" })?;
        let needs = Needs { users: [guest.clone()].into(), ..Needs::default() };
        let decide = {
            let guest = guest.clone();
            move |state: &_| decide_guest(state, &guest, now)
        };
        if !store
            .transaction(&needs, &admin_entry(format!("guest {guest}"), now), decide)
            .await?
            .refused
        {
            return Ok(guest);
        }
    }
}

// Recomputation of ratings.

/// Recomputes all ratings from the finished games, corrects stored ones that differ, and reports
/// the differences. If all ratings are right, nothing is written.
///
/// # Errors
/// When the database fails; then nothing was corrected.
pub async fn rebuild_ratings(store: &Store) -> Result<Rebuilt, StoreError> {
    store.rebuild_ratings(Replay::default()).await
}

// Reopening of a game that ended on time, by an operator.

/// Reopens a game that ended on time, with all ratings as if it had not, and notifies its players.
/// A refusal changes nothing.
///
/// # Errors
/// When the database fails; then nothing has changed.
pub async fn reopen(
    store: &Store,
    board: BoardId,
    now: Timestamp,
) -> Result<Committed, StoreError> {
    let now = store.time(now);
    let entry = admin_entry(format!("admin reopen {} {}", board.kind, board.number), now);
    let decide = |state: &_| decide_reopen(state, board, now);
    store.reopen(&reopen_needs(board), &entry, decide, Replay::default()).await
}
