//! A mail from what it asks to its stored answer: its effects, the record of it and what is said
//! are one transaction.

use std::mem;

use carrick_games::Seat;
use carrick_service::{
    Address, Addressee, BoardId, Command, Decision, Message, Needs, Refusal, Request, Sender,
    State, Userid, answer_refusal, command, commands_in, decide,
};
use carrick_store::{Arrival, Committed, MailRequest, MailTask, Store, Undone};
use jiff::{SignedDuration, Timestamp};

use super::evidence::Gathered;
use super::gates::Entrance;
use super::mail_limits::{MailLimits, SenderGroup};
use super::on_board::{OnBoard, no_board, on_board};
use super::stranger;
use super::undone::undone_on;
use crate::commands::Failure;
use crate::commands::handle::{from_line, turned_away};

/// A mail that came in.
#[derive(Debug, Clone)]
pub struct Mailed {
    /// Its name, by which a second delivery is known: see [`Arrival::id`].
    pub id: String,
    /// Its `Message-ID`, without brackets.
    pub message_id: Option<String>,
    /// Where it says that it comes from.
    pub from: Address,
    /// Whether that is proved.
    pub proved: bool,
}

/// What a mail asks. Without `Debug`, since it may hold a password.
pub enum MailAsks<'a> {
    /// To carry out a command, or those in the body of a `multiple`.
    Command {
        /// The command's line.
        text: &'a str,
        /// The lines that go with it.
        body: Option<String>,
    },
    /// To do something on a board that a token names, in the name of the player in a seat of it.
    /// The answer goes to that player, whatever the mail says of where it came from.
    Turn {
        /// On which board.
        board: BoardId,
        /// In whose name.
        seat: Seat,
        /// Only as long as nothing was played or taken back there since it had this generation.
        generation: u32,
        /// What.
        order: OnBoard,
    },
    /// Nothing that could be done, for this reason.
    Nothing(Refusal),
}

/// Carries out what a mail asks, once; when this returns, its effects and its answer are on the
/// disk. A second delivery is answered as the first was: its answer is in the outbox already.
///
/// Passwords are verified and hashed here, before the transaction is open, through the gates. Who
/// sits in a seat is read within it.
///
/// # Errors
/// Only what is wrong with the database or the machine; then nothing has happened, and the mail may
/// come again.
pub async fn take_in(
    limits: &MailLimits,
    store: &Store,
    mail: Mailed,
    asks: MailAsks<'_>,
    now: Timestamp,
) -> Result<Committed, Failure> {
    let Mailed { id, message_id, from, proved } = mail;
    let arrival = Arrival {
        id,
        at: now,
        message_id,
        domain: limits.fingerprint(SenderGroup::Domain(from.domain())),
        allowance: limits.strangers.allowance(),
    };
    let task = match asks {
        MailAsks::Command { text, body } => {
            let entrance = Entrance { gates: &limits.gates, from: &from, proved };
            let mut gathered = Gathered::new(store, entrance);
            let whence = From { address: &from, proved };
            let requests = requests(&mut gathered, whence, text, body, now).await?;
            let command = command::redact(text);
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
        MailAsks::Nothing(refusal) => {
            let request = answer_refused(refusal, now);
            let (sender, command) = (limits.at_address(from, proved), request.command.clone());
            MailTask::Commands { sender, command, requests: vec![request] }
        }
    };
    Ok(store.take_in(arrival, task, joined).await?)
}

/// An answer to a turn's mail that is refused before it is known whose it is.
fn answer_refused(refusal: Refusal, at: Timestamp) -> MailRequest {
    refused(Sender::Nobody, "answer".to_owned(), None, refusal, at)
}

/// Where a mail comes from.
#[derive(Clone, Copy)]
struct From<'a> {
    /// What it says itself: the address of an account that it makes and names none for.
    address: &'a Address,
    /// Whether that is proved.
    proved: bool,
}

impl From<'_> {
    fn sender(self) -> Sender {
        let sender = if self.proved { Sender::Address } else { Sender::Claim };
        sender(self.address.clone())
    }
}

/// A command, or each of those in the body of a `multiple`.
async fn requests(
    gathered: &mut Gathered<'_>,
    from: From<'_>,
    text: &str,
    body: Option<String>,
    now: Timestamp,
) -> Result<Vec<MailRequest>, Failure> {
    if !matches!(command::parse(text), Ok(Command::Multiple)) {
        return Ok(vec![request(gathered, from, None, text, body, now).await?]);
    }
    let commands = match commands_in(body.as_deref()) {
        Ok(commands) => commands,
        Err(refusal) => {
            return Ok(vec![refused(from.sender(), command::redact(text), None, refusal, now)]);
        }
    };
    let mut requests = Vec::with_capacity(commands.len());
    let mut signs_up = false;
    // Two turns are never of the same moment.
    for ((line, text), micros) in commands.into_iter().zip(0..) {
        let at = now + SignedDuration::from_micros(micros);
        let is_signup = matches!(command::parse(text), Ok(Command::Signup { .. }));
        requests.push(if is_signup && mem::replace(&mut signs_up, true) {
            let (sender, logged) = (from.sender(), command::redact(text));
            refused(sender, logged, Some(line), stranger::one_account_a_mail(), at)
        } else {
            request(gathered, from, Some(line), text, None, at).await?
        });
    }
    Ok(requests)
}

/// A command from its text, its password verified.
async fn request(
    gathered: &mut Gathered<'_>,
    from: From<'_>,
    line: Option<usize>,
    text: &str,
    body: Option<String>,
    at: Timestamp,
) -> Result<MailRequest, Failure> {
    let sender = from.sender();
    let logged = command::redact(text);
    let mut command = match command::parse(text) {
        Ok(command) => command,
        Err(refusal) => {
            return Ok(match answered(text) {
                Some(Answered::Board(board)) => {
                    refused(sender, logged, line, not_to_commands(board), at)
                }
                Some(Answered::Letter(writer)) => not_to_writer(sender, logged, line, writer, at),
                None => refused(sender, logged, line, refusal, at),
            });
        }
    };
    if let Command::Signup { addresses, .. } = &mut command
        && addresses.is_empty()
    {
        addresses.push(from.address.clone());
    }
    let request = Request { sender: sender.clone(), command, body, seen: None };
    let evidence = match gathered.evidence(&request).await? {
        Ok(evidence) => evidence,
        Err(too_many) => return Ok(refused(sender, logged, line, turned_away(too_many), at)),
    };
    let (needs, board) = (request.needs(at), request.board());
    let whence = (!from.proved).then(|| from.address.clone());
    let decide = move |state: &State| {
        let decision = answered_here(state, &request, decide(state, &request, &evidence, at));
        let decision = match &whence {
            Some(whence) => stranger::asks_only(whence, decision),
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

/// A mail of the server's that a Subject answers.
enum Answered {
    /// One about a board: `Re: ankor board 101: ann to move`.
    Board(BoardId),
    /// What a user has written: `Re: Message from ann`.
    Letter(Userid),
}

/// Which mail of the server's a Subject answers that is no command.
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
    Refusal::new(format!(
        "your answer to a mail about a board came to the address for commands, where its Subject is no \
         command, so nothing was done. Only the mail that says it is your turn is answered with a turn, and the \
         answer goes to the address that your program takes from its Reply-To (play+…). Otherwise a turn is the \
         Subject of a new mail, such as `{kind} move {number} <userid> <password> <turn>`"
    ))
}

/// What is said to an answer to what another user has written. They are named when they are one:
/// else the name may be any word.
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
        let refusal = Refusal::new(format!(
            "your answer to what a user has written came to the address for commands, where its Subject is no \
             command, so it was not sent. To write to a user, put `message <userid> <password> {writer}` \
             into the Subject of a new mail, with your own userid and command password, and your words below"
        ));
        from_line(line, answer_refusal(None, None, &refusal))
    };
    let otherwise = move |undone: Undone| from_line(line, undone_on(None, &undone));
    MailRequest {
        sender,
        at,
        command,
        needs,
        decide: Box::new(decide),
        otherwise: Box::new(otherwise),
    }
}

/// A player who has confirmed no address is told in the answer what they would be told as a player.
fn answered_here(state: &State, request: &Request, mut decision: Decision) -> Decision {
    let speaker = request.command.credential().and_then(|who| state.users.get(&who.user));
    let Some(speaker) = speaker.filter(|_| !decision.refused) else { return decision };
    if !speaker.addresses.iter().any(|entry| entry.confirmed) {
        let to = Addressee::User(speaker.id.clone());
        let told = decision.messages.iter_mut().filter(|message| message.to == to);
        // What ends with a link is for confirmed addresses alone.
        told.filter(|message| message.link.is_none()).for_each(|message| {
            message.to = Addressee::Sender;
        });
    }
    decision
}

/// What could not be understood, or not be done.
fn refused(
    sender: Sender,
    command: String,
    line: Option<usize>,
    refusal: Refusal,
    at: Timestamp,
) -> MailRequest {
    let answer = answer_refusal(None, None, &refusal);
    MailRequest {
        sender,
        at,
        command,
        needs: Needs::default(),
        decide: Box::new(move |_| from_line(line, answer)),
        otherwise: Box::new(move |undone| from_line(line, undone_on(None, &undone))),
    }
}

/// One answer of those to several commands.
fn joined(answers: Vec<Message>) -> Message {
    let boards = answers.iter().map(|answer| answer.board);
    let board = boards.clone().next().flatten();
    let texts: Vec<_> =
        answers.iter().map(|answer| format!("{}\n\n{}", answer.subject, answer.text)).collect();
    Message {
        to: Addressee::Sender,
        subject: format!("Carrick: answers to {} commands", answers.len()),
        text: texts.join(&format!("\n{}\n\n", "-".repeat(60))),
        board: board.filter(|board| boards.clone().all(|other| other == Some(*board))),
        link: None,
    }
}
