//! An email from its requests to its stored answer: its effects, its record and its answer are one
//! transaction.

use std::mem;

use carrick_games::Seat;
use carrick_service::{
    About, Action, Address, Addressee, BoardId, Decision, Drawing, Evidence, MailedPuzzle, Message,
    Needs, Password, PasswordHash, Refusal, Request, Sender, Start, State, SyntaxError,
    TypedCommand, Userid, answer_refusal, command, commands_in, decide,
};
use carrick_store::{ArrivedMail, Committed, MailRequest, MailTask, Store, StoreError, UndoneMail};
use jiff::{SignedDuration, Timestamp};

use crate::commands::{
    CommandRunner, Failure, ParsedLine, RequestedWork, action_of, from_line, one_account,
    turned_away,
};
use crate::limits::{At, Gate, GuessSource, TooMany, TurnedAway};
use crate::mail::answers::{OnBoard, OnPuzzle, no_board, on_board, on_puzzle, undone_on};
use crate::mail::mail_limits;
use crate::mail::mail_limits::{MailLimits, SenderGroup};

/// An incoming email.
#[derive(Debug, Clone)]
pub struct Mailed {
    /// Id of the email: a second email with the same id is a second delivery. See
    /// [`ArrivedMail::id`].
    pub id: String,
    /// Its `Message-ID`, without brackets.
    pub message_id: Option<String>,
    /// Address that the email gives as its sender.
    pub from: Address,
    /// Whether the sender is proved.
    pub proved: bool,
}

/// Request of an email. Without `Debug`, since it may contain a password.
pub enum MailAsks<'a> {
    /// A command, or those in the body of a `multiple`.
    Command {
        /// Command line.
        text: &'a str,
        /// Lines of the body.
        body: Option<String>,
    },
    /// An action on a board named by a token, by the player in a seat of it. The answer goes to
    /// that player, whatever sender the email gives.
    Turn {
        /// Board named by the token.
        board: BoardId,
        /// Seat named by the token.
        seat: Seat,
        /// Generation named by the token: nothing is done if a turn was played or taken back since.
        generation: u32,
        /// The action.
        order: OnBoard,
    },
    /// An answer to the email with a puzzle, by the user named by its token. The answer goes to
    /// that user, whatever sender the email gives.
    Puzzle {
        /// User named by the token.
        user: Userid,
        /// Puzzle named by the token.
        puzzle: MailedPuzzle,
        /// The answer.
        order: OnPuzzle,
    },
    /// An impossible request, with the refusal.
    Nothing(Refusal),
}

/// Runs the requests of an email, once; when this returns, effects and answer are on the disk. A
/// second delivery gets the first answer, which is already in the outbox.
///
/// Passwords are verified and hashed here, before the transaction is open, through the gates. The
/// player in a seat is looked up within it.
///
/// # Errors
/// Failures of the database or the machine; then nothing has happened, and the email may be
/// delivered again.
pub async fn take_in(
    limits: &MailLimits,
    store: &Store,
    mail: Mailed,
    asks: MailAsks<'_>,
    now: Timestamp,
) -> Result<Committed, Failure> {
    let Mailed { id, message_id, from, proved } = mail;
    let now = store.time(now);
    let arrival = ArrivedMail {
        id,
        at: now,
        message_id,
        domain: limits.fingerprint(SenderGroup::Domain(from.domain())),
        allowance: limits.strangers.allowance(),
    };
    let task = match asks {
        MailAsks::Command { text, body } => {
            let entrance = SenderGates { gates: &limits.gates, from: &from, proved };
            let mut gathered = Gathered::new(store, entrance);
            let whence = From { address: &from, proved };
            let RequestedWork { commands, games, .. } = ParsedLine::new(text).asks(body.as_deref());
            let counted_as = limits.fingerprint(SenderGroup::Address { address: &from, proved });
            let command = command::redact(text);
            let requests = match limits.commands.charge_commands(&counted_as, commands, games) {
                Ok(()) => requests(&mut gathered, whence, text, body, now).await?,
                Err(wait) => {
                    vec![refused(whence.sender(), command.clone(), None, too_many(wait), now)]
                }
            };
            MailTask::Commands { sender: limits.at_address(from, proved), command, requests }
        }
        MailAsks::Turn { board, seat, generation, order } => {
            let limits = limits.clone();
            let request = move |player: Option<&Userid>| match player {
                Some(player) => {
                    (limits.player(player), on_board(player, board, generation, order, now))
                }
                None => (limits.at_address(from, proved), answer_refused(no_board(board), now)),
            };
            MailTask::FromSeat { board, seat, request: Box::new(request) }
        }
        MailAsks::Puzzle { user, puzzle, order } => {
            let sender = limits.player(&user);
            let request = on_puzzle(user, puzzle, order, now).await;
            let command = request.command.clone();
            MailTask::Commands { sender, command, requests: vec![request] }
        }
        MailAsks::Nothing(refusal) => {
            let request = answer_refused(refusal, now);
            let (sender, command) = (limits.at_address(from, proved), request.command.clone());
            MailTask::Commands { sender, command, requests: vec![request] }
        }
    };
    Ok(store.take_in(arrival, task, joined).await?)
}

/// Refusal of an email from an address that sent too many commands.
fn too_many(commands: TooMany) -> Refusal {
    Refusal::in_words(format!(
        "many commands came from your address, so nothing in this email was done; send it again in {}",
        commands.in_words()
    ))
}

/// Refusal of an answer to the email about a turn, when the player is not known.
fn answer_refused(refusal: Refusal, at: Timestamp) -> MailRequest {
    refused(Sender::Nobody, "answer".to_owned(), None, refusal, at)
}

/// Sender address of an email.
#[derive(Clone, Copy)]
struct From<'a> {
    /// Address that the email gives. A new account gets it if its command names no address.
    address: &'a Address,
    /// Whether it is proved.
    proved: bool,
}

impl From<'_> {
    fn sender(self) -> Sender {
        let sender = if self.proved { Sender::Address } else { Sender::Claim };
        sender(self.address.clone())
    }
}

/// Requests of a command, or of each command in the body of a `multiple`.
async fn requests(
    gathered: &mut Gathered<'_>,
    from: From<'_>,
    text: &str,
    body: Option<String>,
    now: Timestamp,
) -> Result<Vec<MailRequest>, Failure> {
    let typed = Typed::read(None, text);
    if !matches!(action_of(&typed.command), Some(Action::Multiple)) {
        return Ok(vec![request(gathered, from, typed, body, now).await?]);
    }
    let commands = match commands_in(body.as_deref()) {
        Ok(commands) => commands,
        Err(refusal) => {
            return Ok(vec![refused(from.sender(), typed.logged(), None, refusal, now)]);
        }
    };
    let mut requests = Vec::with_capacity(commands.len());
    let mut signs_up = false;
    // No two turns have the same time.
    for ((line, text), micros) in commands.into_iter().zip(0..) {
        let at = now + SignedDuration::from_micros(micros);
        let typed = Typed::read(Some(line), text);
        let is_signup = matches!(action_of(&typed.command), Some(Action::Signup(_)));
        requests.push(if is_signup && mem::replace(&mut signs_up, true) {
            let (sender, logged) = (from.sender(), typed.logged());
            refused(sender, logged, Some(line), one_account(), at)
        } else {
            request(gathered, from, typed, None, at).await?
        });
    }
    Ok(requests)
}

/// A command line of an email, parsed once.
struct Typed<'a> {
    /// Its line in the body; `None` for a Subject.
    line: Option<usize>,
    text: &'a str,
    command: Result<TypedCommand, SyntaxError>,
}

impl<'a> Typed<'a> {
    fn read(line: Option<usize>, text: &'a str) -> Self {
        Self { line, text, command: command::parse(text) }
    }

    /// Its text for the log, without secrets.
    fn logged(&self) -> String {
        command::redact(self.text)
    }
}

/// The request of a command line, with its password verified.
async fn request(
    gathered: &mut Gathered<'_>,
    from: From<'_>,
    typed: Typed<'_>,
    body: Option<String>,
    at: Timestamp,
) -> Result<MailRequest, Failure> {
    let sender = from.sender();
    let logged = typed.logged();
    let Typed { line, text, command } = typed;
    let mut command = match command {
        Ok(command) => command,
        Err(error) => {
            return Ok(match answered(text) {
                Some(Answered::Board(board)) => {
                    refused(sender, logged, line, not_to_commands(board), at)
                }
                Some(Answered::Letter(writer)) => not_to_writer(sender, logged, line, writer, at),
                None => refused(sender, logged, line, error.into(), at),
            });
        }
    };
    if let Action::Signup(addresses) = &mut command.action
        && addresses.is_empty()
    {
        addresses.push(from.address.clone());
    }
    let request = Request::typed(sender.clone(), command, body);
    let evidence = match gathered.evidence(&request).await? {
        Ok(evidence) => evidence,
        Err(too_many) => return Ok(refused(sender, logged, line, turned_away(too_many), at)),
    };
    let (needs, board) = (request.needs(at), request.board());
    let whence = (!from.proved).then(|| from.address.clone());
    let decide = move |state: &State| {
        let decision = answered_here(state, &request, decide(state, &request, &evidence, at));
        let decision = match &whence {
            Some(whence) => mail_limits::asks_only(whence, decision),
            None => decision,
        };
        from_line(line, decision)
    };
    let otherwise = move |undone| from_line(line, undone_on(board, &undone));
    Ok(MailRequest {
        sender,
        at,
        command: logged,
        needs,
        decide: Box::new(decide),
        otherwise: Box::new(otherwise),
    })
}

/// The server's email that a Subject answers.
enum Answered {
    /// An email about a board: `Re: ankor board 101: ann to move`.
    Board(BoardId),
    /// A letter from a user: `Re: Message from ann`.
    Letter(Userid),
}

/// Finds the email that a Subject answers, if the Subject is not a command.
fn answered(subject: &str) -> Option<Answered> {
    let is_colon = |letter| matches!(letter, ':' | '：');
    let subject = subject.to_lowercase();
    let (re, subject) = subject.split_once(is_colon)?;
    if !(2..=5).contains(&re.chars().count()) {
        return None;
    }
    let is_gap = |letter: char| letter.is_whitespace() || is_colon(letter);
    let words: Vec<_> = subject.split(is_gap).filter(|word| !word.is_empty()).collect();
    words.windows(3).find_map(|three| match three {
        [kind, "board" | "chat", number] => {
            let (kind, number) = kind.parse().ok().zip(number.parse().ok())?;
            Some(Answered::Board(BoardId { kind, number }))
        }
        ["message" | "news", "from", writer] => writer.parse().ok().map(Answered::Letter),
        _ => None,
    })
}

fn not_to_commands(BoardId { kind, number }: BoardId) -> Refusal {
    Refusal::in_words(format!(
        "your answer to an email about a board came to the address for commands, where its Subject is not a \
         command, so nothing was done. Only the email that says it is your turn can be answered with a turn; your \
         answer goes to the address that your program takes from its Reply-To (play+…). Otherwise, send a turn \
         as the Subject of a new email, such as `{kind} move {number} <userid> <password> <turn>`"
    ))
}

/// Answers a reply to another user's letter. The name is repeated only if that user exists:
/// otherwise it may be any word.
fn not_to_writer(
    sender: Sender,
    command: String,
    line: Option<usize>,
    writer: Userid,
    at: Timestamp,
) -> MailRequest {
    let needs = Needs { users: [writer.clone()].into(), ..Needs::default() };
    let decide = move |state: &State| {
        let writer = state.users.get(&writer).map_or("somebody", |user| user.id.as_str());
        let refusal = Refusal::in_words(format!(
            "your answer to a user's message came to the address for commands, where its Subject is not a \
             command, so it was not sent. To write to a user, put `message <userid> <password> {writer}` \
             into the Subject of a new email, with your own userid and command password, and your text below"
        ));
        from_line(line, answer_refusal(None, None, refusal))
    };
    let otherwise = move |undone: UndoneMail| from_line(line, undone_on(None, &undone));
    MailRequest {
        sender,
        at,
        command,
        needs,
        decide: Box::new(decide),
        otherwise: Box::new(otherwise),
    }
}

/// Moves notifications for a player without a confirmed address into the answer.
fn answered_here(state: &State, request: &Request, mut decision: Decision) -> Decision {
    let speaker = request.credential.as_ref().and_then(|who| state.users.get(&who.user));
    let Some(speaker) = speaker.filter(|_| decision.refusal.is_none()) else { return decision };
    if !speaker.addresses.iter().any(|entry| entry.confirmed) {
        let to = Addressee::User(speaker.id.clone());
        let told = decision.messages.iter_mut().filter(|message| message.to == to);
        // Links are only for confirmed addresses.
        told.filter(|message| message.link.is_none()).for_each(|message| {
            message.to = Addressee::Sender;
        });
    }
    decision
}

/// A request that only refuses a command.
fn refused(
    sender: Sender,
    command: String,
    line: Option<usize>,
    refusal: Refusal,
    at: Timestamp,
) -> MailRequest {
    let answer = answer_refusal(None, None, refusal);
    MailRequest {
        sender,
        at,
        command,
        needs: Needs::default(),
        decide: Box::new(move |_| from_line(line, answer)),
        otherwise: Box::new(move |undone| from_line(line, undone_on(None, &undone))),
    }
}

/// Combines the answers to several commands into one. If all are about one board, the answer has
/// the drawing of its latest position.
fn joined(answers: Vec<Message>) -> Message {
    let boards = answers.iter().map(|answer| answer.board);
    let board = boards.clone().next().flatten();
    let board = board.filter(|board| boards.clone().all(|other| other == Some(*board)));
    let (mut text, mut shown) = (String::new(), None);
    for answer in &answers {
        if !text.is_empty() {
            text += &format!("\n{}\n\n", "-".repeat(60));
        }
        text += &format!("{}\n\n", answer.subject);
        let drawing = answer.about.clone().moved(text.len()).drawing;
        if let Some(Drawing { start: Start::Board(ply), turns, .. }) = &drawing
            && turns.is_empty()
            && shown.as_ref().is_none_or(|&(latest, _)| *ply > latest)
        {
            shown = Some((*ply, drawing));
        }
        text += &answer.text;
    }
    let drawing = shown.and_then(|(_, drawing)| drawing).filter(|_| board.is_some());
    Message {
        to: Addressee::Sender,
        subject: format!("Carrick: answers to {} commands", answers.len()),
        text,
        board,
        link: None,
        about: About { drawing, ..About::default() },
    }
}

// Verification of the passwords in an email, before its transaction is open.

/// Passwords of an email, each verified once: fifty commands of one player cost the same as one.
pub(super) struct Gathered<'a> {
    store: &'a Store,
    entrance: SenderGates<'a>,
    known: Vec<VerifiedPassword>,
}

/// A verified password, with its hash if it was right.
struct VerifiedPassword {
    user: Userid,
    password: Password,
    verified: Option<PasswordHash>,
}

impl<'a> Gathered<'a> {
    pub(super) const fn new(store: &'a Store, entrance: SenderGates<'a>) -> Self {
        Self { store, entrance, known: Vec::new() }
    }

    /// Collects the evidence for a request, or the reason why its password was not verified.
    pub(super) async fn evidence(
        &mut self,
        request: &Request,
    ) -> Result<Result<Evidence, TurnedAway>, Failure> {
        let Some((user, password)) = request.password() else {
            return CommandRunner { store: self.store, at: None }.guess(request).await;
        };
        let same = |known: &&VerifiedPassword| known.user == *user && known.password == *password;
        if request.new_password().is_none()
            && let Some(known) = self.known.iter().find(same)
        {
            let verified = known.verified.clone();
            return Ok(Ok(Evidence { verified, ..Evidence::default() }));
        }
        let at = Some(self.entrance.at(self.store, user).await?);
        let evidence = match (CommandRunner { store: self.store, at }).guess(request).await? {
            Ok(evidence) => evidence,
            Err(turned_away) => return Ok(Err(turned_away)),
        };
        // An account created in one line may play in the next.
        let is_new = matches!(request.action, Action::Signup(_));
        let verified =
            evidence.verified.clone().or_else(|| evidence.hashed.clone().filter(|_| is_new));
        self.known.push(VerifiedPassword {
            user: user.clone(),
            password: password.clone(),
            verified,
        });
        Ok(Ok(evidence))
    }
}

// Password gates for mail. A sender address can be forged, and guesses under a forged one could use
// up a player's limit. So there are three gates with separate limits: for mail from elsewhere, for
// mail that claims the player's address, and for mail that is proved to come from it.

/// The gates of mail. Clones share them.
#[derive(Debug, Clone)]
pub(super) struct MailGates {
    elsewhere: Gate,
    claimed: Gate,
    proved: Gate,
}

/// The gates, with the sender of a mail.
#[derive(Debug, Clone, Copy)]
pub(super) struct SenderGates<'a> {
    pub(super) gates: &'a MailGates,
    pub(super) from: &'a Address,
    pub(super) proved: bool,
}

impl MailGates {
    /// Gates that share the hashing queue of another gate, and count guesses separately.
    pub(super) fn beside(gate: &Gate) -> Self {
        Self {
            elsewhere: gate.for_source(GuessSource::MailFromElsewhere),
            claimed: gate.for_source(GuessSource::ClaimedMail),
            proved: gate.for_source(GuessSource::ProvedMail),
        }
    }
}

impl<'a> SenderGates<'a> {
    /// The gate for a guess at a user's password.
    pub(super) async fn at(self, store: &Store, user: &Userid) -> Result<At<'a>, StoreError> {
        let needs = Needs { users: [user.clone()].into(), ..Needs::default() };
        let state = store.read(&needs).await?;
        let addresses = state.users.get(user).map_or(&[][..], |user| &user.addresses);
        let is_his = addresses.iter().any(|entry| entry.confirmed && entry.address == *self.from);
        let gate = match (is_his, self.proved) {
            (true, true) => &self.gates.proved,
            (true, false) => &self.gates.claimed,
            (false, _) => &self.gates.elsewhere,
        };
        Ok(At { gate, sender: self.from.as_str(), place: None })
    }
}
