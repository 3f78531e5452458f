//! Server tasks on the command line: a single command, due work, the computer's turns,
//! administration, links and tokens.

use std::collections::BTreeSet;
use std::future::pending;
use std::io::{self, IsTerminal, Read, Write};
use std::net::SocketAddr;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use carrick_cli::tables::OnDemand;
use carrick_cli::{signal, tables};
use carrick_games::GameKind;
use carrick_server::{
    Incoming, Metrics, PACE, Strength, WorkError, Worker, administer, handle, sweep,
};
use carrick_service::{
    Action, Addressee, AdminAction, BoardAction, BoardId, Decision, Event, Message, Needs, Outage,
    Sender, UserEvent, Userid, Zone, command, must_be_a_person,
};
use carrick_store::{Account, Conflict, LogEntry, Store, StoreError};
use carrick_web::{make_token, reset_link};
use jiff::{SignedDuration, Timestamp};
use tokio::net::TcpListener;

use crate::cli::{
    AdminArguments, AdminMode, ConfigArguments, DoArguments, ResetArguments, Switch, TickArguments,
    TokenArguments, WorkerArguments,
};
use crate::config::{Config, DEFAULT_LISTEN, File, Thinking, WrongSettings, key};
use crate::program::commit;
use crate::shell::{
    with_existing_store, with_existing_store_to_read, with_store, with_store_in, with_store_to_ask,
};
use crate::system::processors;

// `carrick do`: runs one command of the server.

/// Runs the command and prints every message it causes. Returns whether it was accepted.
pub(crate) fn act(arguments: &DoArguments, out: &mut impl Write) -> Result<bool> {
    let sender = match (&arguments.user, &arguments.from) {
        (Some(user), _) => Sender::User(user.parse().context("--as")?),
        (None, Some(address)) => Sender::Address(address.parse().context("--from")?),
        (None, None) => Sender::Console,
    };
    let text = arguments.command.join(" ");
    let now = arguments.clock.time();
    let action = command::parse(&text).map(|command| command.action);
    let wants_body = action.as_ref().is_ok_and(Action::wants_body);
    let hinted = match &action {
        Ok(Action::Board(board, BoardAction::Hint(_))) => Some(*board),
        _ => None,
    };
    let is_question = action.map_or(true, |action| action.is_question());
    let body = if takes_body(arguments, wants_body) { Some(body()?) } else { None };
    let incoming = Incoming { sender: sender.clone(), text: &text, body, id: arguments.id.clone() };
    let act = async |store: &Store| -> Result<_> {
        if let Sender::User(user) = &sender {
            must_exist(store, user).await?;
        }
        let answer = handle(store, None, incoming, now).await?;
        print_all(&answer.messages, &sender, out)?;
        if !arguments.leave {
            out.flush()?;
            let worker = Worker::new(store.clone(), Strength::default(), arguments.clock.reader());
            let tables = OnDemand::of(arguments.tables.tables.clone());
            let worker = worker.with_exact(Arc::new(tables));
            let told = |message: &Message| message.to != Addressee::Sender;
            let changed = answer.messages.iter().filter(|message| told(message));
            // A hint that was just asked for is found now, and printed.
            let boards: BTreeSet<BoardId> = changed
                .filter_map(|message| message.board)
                .chain(hinted.filter(|_| !answer.refused))
                .collect();
            for board in boards {
                answer_of_computer(&worker.answer_on(board).await, out)?;
            }
        }
        Ok(answer)
    };
    // A question leaves a database of an earlier release unchanged, unless a named request records
    // the answer.
    let answer = if is_question && arguments.id.is_none() {
        with_store_to_ask(&arguments.database, act)
    } else {
        with_store(&arguments.database, act)
    }?;
    Ok(!answer.refused)
}

/// Prints the messages of the computer's answer, if there is one. A missing answer is not the
/// command's fault: the next worker finds the job.
fn answer_of_computer(
    answer: &Result<Vec<Message>, WorkError>,
    out: &mut impl Write,
) -> io::Result<()> {
    match answer {
        Ok(messages) if messages.is_empty() => Ok(()),
        Ok(messages) => {
            writeln!(out)?;
            print_all(messages, &Sender::Nobody, out)
        }
        Err(error) => writeln!(io::stderr(), "carrick: {error}"),
    }
}

/// Prints messages as emails, with a blank line between them.
pub(crate) fn print_all(
    messages: &[Message],
    sender: &Sender,
    out: &mut impl Write,
) -> io::Result<()> {
    // Messages that end with a link are only for email.
    let messages = messages.iter().filter(|message| message.link.is_none());
    for (index, message) in messages.enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        print(message, sender, out)?;
    }
    Ok(())
}

/// Fails for a user who never signed up. (Users who have left may repeat their last request.)
async fn must_exist(store: &Store, user: &Userid) -> Result<()> {
    let needs = Needs { users: [user.clone()].into(), ..Needs::default() };
    if store.read(&needs).await?.users.contains_key(user) {
        return Ok(());
    }
    bail!("--as does not name a user of this server; `signup userid password` makes an account")
}

/// Whether to read the command's body from standard input: because a flag asks for it, or because
/// the command needs a body and standard input is not a terminal.
fn takes_body(arguments: &DoArguments, wanted: bool) -> bool {
    arguments.body || (wanted && !io::stdin().is_terminal())
}

fn body() -> Result<String> {
    let mut bytes = Vec::new();
    io::stdin().read_to_end(&mut bytes)?;
    String::from_utf8(bytes).context("the body is not text in UTF-8")
}

/// Prints a message as an email.
pub(crate) fn print(message: &Message, sender: &Sender, out: &mut impl Write) -> io::Result<()> {
    let to = match (&message.to, sender) {
        (Addressee::User(user) | Addressee::Listener(user), _)
        | (Addressee::Sender, Sender::User(user)) => user.to_string(),
        (Addressee::Sender, Sender::Address(address)) => address.to_string(),
        (Addressee::Sender, Sender::Nobody | Sender::Console | Sender::Claim(_)) => {
            "you".to_owned()
        }
    };
    write!(out, "To: {to}\nSubject: {}\n\n{}", message.subject, message.text)
}

// `carrick admin`: changes to accounts and boards by the server's operator.

/// Runs `carrick admin` and prints the result. Returns whether the action was accepted.
pub(crate) fn admin(arguments: &AdminArguments, out: &mut impl Write) -> Result<bool> {
    let now = arguments.clock.time();
    let action = match &arguments.what {
        AdminMode::Reopen { kind, number } => return reopen(arguments, board(*kind, *number), out),
        AdminMode::Invite { user, base_url, key } => {
            let config = ConfigArguments { key: key.clone(), database: arguments.database.clone() };
            let asked = LinkRequest { user: userid(user)?, is_new: true, now };
            return asked.link(&config, base_url.as_ref(), out);
        }
        AdminMode::Users { after, limit } => {
            let after = after.as_deref().map(userid).transpose()?;
            return users(arguments, after.as_ref(), *limit, out);
        }
        AdminMode::Remarks { kind, number } => {
            return remarks(arguments, board(*kind, *number), out);
        }
        AdminMode::Operator { user, switch } => {
            AdminAction::SetOperator { user: userid(user)?, on: *switch == Switch::On }
        }
        AdminMode::Suspend { user } => AdminAction::Suspend(userid(user)?),
        AdminMode::Delete { user } => AdminAction::Delete(userid(user)?),
        AdminMode::Restore { user } => AdminAction::Restore(userid(user)?),
        AdminMode::DeleteRemark { kind, number, place } => {
            AdminAction::DeleteRemark { board: board(*kind, *number), place: *place }
        }
        AdminMode::EndSessions { user } => AdminAction::EndSessions(userid(user)?),
        AdminMode::ResetSecondFactor { user } => AdminAction::ResetSecondFactor(userid(user)?),
        AdminMode::Rename { user, to } => {
            AdminAction::Rename { user: userid(user)?, to: userid(to)? }
        }
    };
    let (said, done) = with_existing_store(&arguments.database, async |store| {
        carry_out(store, action, now).await
    })?;
    write!(out, "{said}")?;
    Ok(done)
}

/// Reopens a game that ended because time ran out, and prints every message that this causes.
fn reopen(arguments: &AdminArguments, board: BoardId, out: &mut impl Write) -> Result<bool> {
    let now = arguments.clock.time();
    let done = with_existing_store(&arguments.database, async |store| {
        Ok(carrick_server::reopen(store, board, now).await?)
    })?;
    print_all(&done.messages, &Sender::Nobody, out)?;
    Ok(!done.refused)
}

/// Runs an action. Returns the sentence to print, and whether the action was accepted.
async fn carry_out(store: &Store, action: AdminAction, now: Timestamp) -> Result<(String, bool)> {
    let committed = match administer(store, action, now).await {
        Err(StoreError::Conflict(Conflict::NoRemark { board, place })) => bail!(
            "there is no remark {place} on {board}; `carrick admin remarks {} {}` lists them",
            board.kind,
            board.number
        ),
        Err(StoreError::Conflict(Conflict::UserExists(name))) => {
            bail!("someone else had the name {name} before; choose another")
        }
        committed => committed?,
    };
    let mut answers = committed.messages.into_iter();
    let said = answers.find(|message| message.to == Addressee::Sender);
    Ok((said.map(|message| message.text).unwrap_or_default(), !committed.refused))
}

fn userid(text: &str) -> Result<Userid> {
    text.parse().with_context(|| format!("{text} is not a userid"))
}

const fn board(kind: GameKind, number: u32) -> BoardId {
    BoardId { kind, number }
}

fn users(
    arguments: &AdminArguments,
    after: Option<&Userid>,
    limit: u32,
    out: &mut impl Write,
) -> Result<bool> {
    let accounts = with_existing_store_to_read(&arguments.database, async |store| {
        Ok(store.accounts(after, limit).await?)
    })?;
    writeln!(
        out,
        "{:<20}  {:<10}  {:<10}  {:>7}  notes",
        "userid", "joined", "last seen", "in play"
    )?;
    for account in &accounts {
        writeln!(out, "{}", line(account).trim_end())?;
    }
    if let Some(last) = accounts.last().filter(|_| accounts.len() == limit as usize) {
        writeln!(out, "`carrick admin users --after {}` lists more.", last.user)?;
    }
    Ok(true)
}

/// Formats an account as one line.
fn line(account: &Account) -> String {
    let date = |at: Timestamp| Zone::default().show_date(at);
    let mut notes: Vec<String> = Vec::new();
    notes.extend(account.suspended.map(|at| format!("suspended since {}", date(at))));
    notes.extend(account.operator.then(|| "operator".to_owned()));
    notes.extend(account.second_factor.then(|| "second factor".to_owned()));
    notes.extend(account.address.clone());
    format!(
        "{:<20}  {:<10}  {:<10}  {:>7}  {}",
        account.user.as_str(),
        date(account.joined),
        account.seen.map_or_else(|| "-".to_owned(), date),
        account.in_play,
        notes.join(", ")
    )
}

fn remarks(arguments: &AdminArguments, board: BoardId, out: &mut impl Write) -> Result<bool> {
    let remarks = with_existing_store_to_read(&arguments.database, async |store| {
        Ok(store.remarks(board).await?)
    })?;
    if remarks.is_empty() {
        writeln!(out, "There are no remarks on {board}.")?;
    }
    for (place, remark) in (1..).zip(&remarks) {
        let when = Zone::default().show(remark.at);
        writeln!(out, "{place}. {} after turn {}, {when}:", remark.user, remark.ply)?;
        for line in remark.text.lines() {
            writeln!(out, "   {line}")?;
        }
    }
    Ok(true)
}

// `carrick reset`: makes a password reset link, which the operator passes on.

/// Makes the link and prints it on its own line.
pub(crate) fn reset_password(arguments: &ResetArguments, out: &mut impl Write) -> Result<bool> {
    let now = arguments.clock.time();
    let user: Userid = arguments.user.parse().context("whose passwords?")?;
    let asked = LinkRequest { user, is_new: false, now };
    asked.link(&arguments.config, arguments.base_url.as_ref(), out)
}

/// A link to make.
struct LinkRequest {
    user: Userid,
    /// Whether to make the account.
    is_new: bool,
    now: Timestamp,
}

impl LinkRequest {
    /// Makes the link and prints it on its own line.
    fn link(
        &self,
        arguments: &ConfigArguments,
        base_url: Option<&String>,
        out: &mut impl Write,
    ) -> Result<bool> {
        let config = Config::of(arguments, base_url, File::read(arguments)?)?;
        config.must_exist()?;
        must_be_a_person(&self.user)?;
        let base = match &config.base_url {
            Some(url) => url.clone(),
            None => format!("http://{DEFAULT_LISTEN}").parse()?,
        };
        key::read(config.key()?)?;
        with_store_in(&config.database, async |store| self.note(store).await)?;
        let keys = key::read_or_make(config.key()?)?;
        writeln!(out, "{}", reset_link(&base, &keys, &self.user, self.now))?;
        Ok(true)
    }

    /// Records the request: only the link of the latest request is valid.
    async fn note(&self, store: &Store) -> Result<()> {
        let Self { user, is_new, now: at } = self;
        if *is_new {
            let done = administer(store, AdminAction::Invite(user.clone()), *at).await?;
            match done.messages.first() {
                Some(answer) if done.refused => bail!("{}", answer.text.trim_end()),
                _ => return Ok(()),
            }
        }
        let needs = Needs { users: [user.clone()].into(), ..Needs::default() };
        match store.read(&needs).await?.users.get(user) {
            Some(found) if found.deleted.is_none() => {}
            _ => bail!("there is no user {user}; `carrick admin users` lists the users"),
        }
        let events = vec![Event::User(user.clone(), UserEvent::ResetAsked(*at))];
        let entry = LogEntry {
            id: None,
            at: *at,
            sender: Sender::Nobody,
            command: format!("reset {user}"),
            reply_to: None,
        };
        let decide = move |_: &_| Decision { events, ..Decision::default() };
        store.transaction(&needs, &entry, decide).await?;
        Ok(())
    }
}

// `carrick token`: makes an API token, which a program sends instead of a password.

/// Makes a token and prints it on its own line.
pub(crate) fn token(arguments: &TokenArguments, out: &mut impl Write) -> Result<bool> {
    let now = arguments.clock.time();
    let user: Userid = arguments.user.parse().context("whose token?")?;
    must_be_a_person(&user)?;
    let name = arguments.name.trim().to_owned();
    if name.is_empty() || name.chars().count() > 40 || name.chars().any(char::is_control) {
        bail!("a name has 1 to 40 characters, none of them control characters");
    }
    let scopes = arguments.scopes.iter().copied().collect();
    let made = with_store(&arguments.database, async |store| {
        let needs = Needs { users: [user.clone()].into(), ..Needs::default() };
        match store.read(&needs).await?.users.get(&user) {
            Some(found) if found.deleted.is_none() => {}
            _ => bail!("there is no user {user}; carrick do \"signup {user} password\" makes one"),
        }
        Ok(make_token(store, &user, name, scopes, arguments.days, now).await?)
    })?;
    let Ok((_, token)) = made else {
        bail!(
            "{user}, or their network address, has the maximum number of tokens; revoke one first"
        );
    };
    writeln!(out, "{}", token.reveal())?;
    Ok(true)
}

// `carrick tick`: does what is due: reminders, forfeits, seeks.

/// Sweeps once and prints every message that results.
pub(crate) fn tick(arguments: &TickArguments, out: &mut impl Write) -> Result<bool> {
    let now = arguments.clock.time();
    let swept = with_store(&arguments.database, async |store| Ok(sweep(store, now).await?))?;
    if let Some(Outage { since, until }) = swept.outage {
        let _ = writeln!(
            io::stderr(),
            "carrick: no server ran from {since:.0} to {until:.0}; everything due is postponed by that time"
        );
    }
    print_all(&swept.messages, &Sender::Nobody, out)?;
    match swept.failed {
        Some(error) => Err(error.into()),
        None => Ok(true),
    }
}

// `carrick worker`: plays the computer's turns for as long as it runs.

/// Works through the computer's jobs and prints every message they cause.
pub(crate) fn work(arguments: &WorkerArguments, out: &mut impl Write) -> Result<bool> {
    let settings = || -> Result<_> {
        let mut file = File::read_of(&arguments.database)?;
        let (memory, tables) = (&arguments.memory, &arguments.tables);
        let thinking = Thinking::of(arguments.threads, memory, tables, &mut file)?;
        Ok((thinking, arguments.database.location_beside(file.database.take())?))
    };
    let (thinking, location) = settings().map_err(WrongSettings::mark)?;
    let threads = thinking.threads.unwrap_or_else(processors).max(1);
    let clock = arguments.clock.running();
    let tables = tables::all(thinking.tables.as_deref(), |said| {
        let _ = writeln!(io::stderr(), "carrick: {said}");
    })?;
    let (mut unanswered, mut unwritten) = (0, None);
    with_store_in(&location, async |store| {
        let now = clock.clone();
        let worker = Worker::new(store.clone(), Strength::default(), clock);
        // With `--once` there are no spectators, so the computer does not slow down.
        let worker = if arguments.once { worker } else { worker.with_pace(PACE) };
        let metrics = arguments.metrics.map(|_| Metrics::new(env!("CARGO_PKG_VERSION"), commit()));
        let worker = worker.with_exact(Arc::new(tables)).with_metrics(metrics.clone());
        let worker = match thinking.bytes {
            Some(bytes) => worker.with_memory(bytes),
            None => worker,
        };
        let mut failure = None;
        let report = |done| match tell(done, &mut failure, out, &mut io::stderr()) {
            Ok(answered) => unanswered += u32::from(!answered),
            Err(error) => unwritten = Some(error),
        };
        if arguments.once {
            let wait = |board, until: Timestamp| tell_of_wait(board, until.duration_since(now()));
            worker.run_once(threads, report, wait).await?;
        } else {
            // A worker that stops during a search returns the job, so that the next worker need not
            // wait.
            let stop = signal::to_stop()?;
            let _ = writeln!(
                io::stderr(),
                "carrick: the computer plays for {location}, on {threads} thread{}",
                if threads == 1 { "" } else { "s" }
            );
            let serving = match arguments.metrics.zip(metrics) {
                Some((at, metrics)) => Some(serve_metrics(at, metrics, store, now).await?),
                None => None,
            };
            let stop = async {
                stop.await;
            };
            tokio::select! {
                () = worker.run(threads, stop, report) => {}
                // Listens, so that a turn from another process is answered immediately.
                never = store.listen() => match never {},
                () = async {
                    if let Some(serving) = serving {
                        serving.await;
                    }
                    pending().await
                } => {}
            }
        }
        Ok(())
    })
    .map_err(|error| match error.downcast() {
        Ok(error) => WrongSettings::of_store(error),
        Err(error) => error,
    })?;
    match unwritten {
        Some(error) => Err(error.into()),
        None => Ok(unanswered == 0),
    }
}

/// Starts serving metrics at an address; they are served while the returned future runs.
async fn serve_metrics(
    at: SocketAddr,
    metrics: Metrics,
    store: &Store,
    now: impl Fn() -> Timestamp + Send + Sync + 'static,
) -> Result<impl Future<Output = ()>> {
    let listener = TcpListener::bind(at).await;
    let listener = listener.with_context(|| format!("cannot serve metrics on {at}"))?;
    let address = listener.local_addr()?;
    let _ = writeln!(io::stderr(), "carrick: metrics are at http://{address}/metrics");
    Ok(carrick_web::serve_metrics(listener, metrics, store.clone(), Arc::new(now), pending()))
}

/// Prints the result of a job; prints a failure only once until a job succeeds. Returns whether it
/// succeeded; a failed job is tried again later.
fn tell(
    done: Result<Vec<Message>, WorkError>,
    failure: &mut Option<String>,
    out: &mut impl Write,
    errors: &mut impl Write,
) -> io::Result<bool> {
    match done {
        Ok(messages) => {
            if failure.take().is_some() {
                let _ = writeln!(errors, "carrick: the computer answers again");
            }
            for message in &messages {
                print(message, &Sender::Nobody, out)?;
                writeln!(out)?;
            }
            out.flush()?;
            Ok(true)
        }
        Err(error) => {
            let said = error.to_string();
            if failure.as_ref() != Some(&said) {
                let _ = writeln!(errors, "carrick: {said}");
                *failure = Some(said);
            }
            Ok(false)
        }
    }
}

/// Explains why nothing happens for a while.
fn tell_of_wait(board: BoardId, at_most: SignedDuration) {
    let seconds = at_most.as_secs().max(0) + 1;
    let _ = writeln!(
        io::stderr(),
        "carrick: another worker has {board}; waiting until it is answered, or {seconds} s if it has died"
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_is_printed_once_until_something_succeeds() {
        let (mut failure, mut out, mut errors) = (None, Vec::new(), Vec::new());
        let busy = || Err(WorkError::Store(carrick_store::StoreError::Busy));
        for (done, answered) in
            [(busy(), false), (busy(), false), (Ok(Vec::new()), true), (busy(), false)]
        {
            assert_eq!(tell(done, &mut failure, &mut out, &mut errors).unwrap(), answered);
        }
        let said = busy().map(drop).unwrap_err();
        let told =
            format!("carrick: {said}\ncarrick: the computer answers again\ncarrick: {said}\n");
        assert_eq!(String::from_utf8(errors).unwrap(), told);
        assert!(out.is_empty());
    }
}
