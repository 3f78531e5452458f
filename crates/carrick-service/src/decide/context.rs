//! The context of a decision: the request, its evidence and the state, with helpers that all
//! decisions share.

use std::collections::BTreeMap;

use carrick_games::{AnyGame, GameKind, Seat};
use jiff::Timestamp;

use crate::about::{About, Text};
use crate::effects::{Addressee, BoardEvent, Decision, Event, Link, Message, UserEvent};
use crate::people::{BoardId, UserSettings, Userid};
use crate::playing::{ReplyReader, Snapshot, rating};
use crate::refusal::{EngineWork, QueueShare, Refusal, Stock, UserRole};
use crate::reply;
use crate::requests::{AccountChange, Evidence, Request, Sender};
use crate::state::{
    BoardRecord, Ended, Plans, QueueNow, RatingRecord, SeatResult, Seek, State, User,
};

/// Everything a decision may look at.
#[derive(Clone, Copy)]
pub(crate) struct DecisionContext<'a> {
    pub(crate) state: &'a State,
    pub(crate) request: &'a Request,
    pub(crate) evidence: &'a Evidence,
    pub(crate) now: Timestamp,
}

impl<'a> DecisionContext<'a> {
    pub(crate) const fn snapshot(self) -> Snapshot<'a> {
        Snapshot { state: self.state, now: self.now }
    }

    /// The sender, as the reader of the answer.
    pub(crate) fn reader(self) -> ReplyReader<'a> {
        self.snapshot().reader_known(self.known())
    }

    /// The open seeks of a game, by number.
    pub(crate) fn open_seeks(self, kind: GameKind) -> &'a BTreeMap<u32, Seek> {
        const NONE: &BTreeMap<u32, Seek> = &BTreeMap::new();
        self.state.seeks.get(&kind).map_or(NONE, |(seeks, _)| seeks)
    }
}

// The sender of a request as a user: known, claimed or proved.

impl<'a> DecisionContext<'a> {
    /// The user whom the sender is known to be, without a password.
    pub(crate) fn known(self) -> Option<&'a User> {
        match &self.request.sender {
            Sender::Nobody | Sender::Console | Sender::Claim(_) => None,
            Sender::User(user) => self.here(user),
            Sender::Address(address) => self.here(self.state.owners.get(address)?),
        }
    }

    /// The user who confirmed the address that an unproved email claims to come from.
    pub(crate) fn claimed(self) -> Option<&'a User> {
        let Sender::Claim(address) = &self.request.sender else { return None };
        self.here(self.state.owners.get(address)?)
    }

    /// A user, unless they have left.
    fn here(self, user: &Userid) -> Option<&'a User> {
        self.state.users.get(user).filter(|user| user.deleted.is_none())
    }

    /// The user who asks, with proof.
    ///
    /// # Errors
    /// A wrong password or an unknown user, in the same words; or a suspended account.
    pub(crate) fn speaker(self) -> Result<&'a User, Refusal> {
        let user = self.proved()?;
        match user.suspended {
            Some(_) => Err(Refusal::Suspended),
            None => Ok(user),
        }
    }

    /// The user whom the request names, proved or not.
    pub(crate) fn named(self) -> Option<&'a User> {
        self.state.users.get(self.request.who()?)
    }

    /// Whether the sender is this user beyond doubt, even if the user has left.
    pub(crate) fn is_session_of(self, user: &User) -> bool {
        matches!(&self.request.sender, Sender::User(known) if *known == user.id)
    }

    /// The user who asks, with proof, suspended or not.
    fn proved(self) -> Result<&'a User, Refusal> {
        let user = self.named();
        if self.request.password().is_none() {
            return match (user, self.known()) {
                (Some(user), Some(known)) if user.id == known.id => Ok(known),
                (_, Some(known)) => Err(Refusal::KnownAs(known.id.clone())),
                (_, None) => Err(Refusal::PasswordNeeded),
            };
        }
        let proved = self.evidence.verified.as_ref();
        match user {
            Some(user) if proved.is_some() && user.password.as_ref() == proved => Ok(user),
            _ => Err(Refusal::WrongPassword),
        }
    }

    /// A user who must exist.
    ///
    /// # Errors
    /// When there is none. The refusal does not repeat the name, which may be a misplaced password.
    pub(crate) fn existing(self, user: &Userid, role: UserRole) -> Result<&'a User, Refusal> {
        self.here(user).ok_or(Refusal::NoSuchUser(role))
    }
}

// Answers to the sender: plain ones, refusals, and answers to choices.

/// An answer only to the sender, without effects.
pub(crate) fn told(subject: impl Into<String>, text: impl Into<Text>) -> Decision {
    let Text { words, about } = text.into();
    let message = Message {
        to: Addressee::Sender,
        subject: subject.into(),
        text: words,
        board: None,
        link: None,
        about,
    };
    Decision { messages: vec![message], ..Decision::default() }
}

/// The answer to a command that was refused or could not be understood.
#[must_use]
pub fn answer_refusal(
    kind: Option<GameKind>,
    board: Option<BoardId>,
    refusal: Refusal,
) -> Decision {
    answer_with_usage(kind, board, refusal, None)
}

/// The answer to a command that was refused, with its usage line.
pub(crate) fn answer_with_usage(
    kind: Option<GameKind>,
    board: Option<BoardId>,
    refusal: Refusal,
    usage: Option<String>,
) -> Decision {
    let subject = match (board, kind) {
        (Some(BoardId { kind, number }), _) => format!("{kind} board {number}: error"),
        (None, Some(kind)) => format!("{kind}: error"),
        (None, None) => "Carrick: error".to_owned(),
    };
    let usage = usage.map(|usage| format!("\nUsage: {usage}")).unwrap_or_default();
    let text = format!("{refusal}{usage}").lines().map(|line| reply::wrapped(line, 0)).collect();
    let about = About::default();
    let message = Message { to: Addressee::Sender, subject, text, board, link: None, about };
    Decision { events: Vec::new(), messages: vec![message], refusal: Some(refusal) }
}

/// The event for new settings, if they differ.
pub(crate) fn settings_changed(user: &User, settings: UserSettings) -> Option<Event> {
    (settings != user.settings)
        .then(|| Event::User(user.id.clone(), UserEvent::SettingsChanged(Box::new(settings))))
}

// A board as anyone may see it, and players who have blocked each other.

/// The refusal for a board that does not exist or no longer exists.
pub(crate) const fn no_such_board(board: BoardId) -> Refusal {
    Refusal::NoSuchBoard(board)
}

/// Whether a board is gone because one of its players declined the game.
pub(crate) fn is_declined(ended: Option<&Ended>) -> bool {
    ended.is_some_and(|ended| matches!(ended.result(), SeatResult::Declined(_)))
}

/// A board as anyone may see it: without offers and without the players' plans.
pub(crate) fn as_watched(record: &BoardRecord) -> BoardRecord {
    BoardRecord { offer: None, plans: Plans::default(), ..record.clone() }
}

/// Whether a listener has blocked a speaker.
pub(crate) fn has_blocked(
    users: &BTreeMap<Userid, User>,
    listener: &Userid,
    speaker: &Userid,
) -> bool {
    users.get(listener).is_some_and(|listener| listener.blocked.contains(speaker))
}

/// The game after these moves.
///
/// # Errors
/// The first one that cannot be played, and why.
pub(crate) fn played(mut game: AnyGame, moves: &[String]) -> Result<AnyGame, Refusal> {
    for (turn, number) in moves.iter().zip(1..) {
        let number = (moves.len() > 1).then_some(number);
        game = game
            .play_text(turn)
            .map_err(|error| Refusal::TriedTurn { number, reason: error.reason })?;
    }
    Ok(game)
}

// The body of a command.

/// Maximum length of the text with a command, in characters.
const MAX_CHARACTERS: u32 = 4_000;

impl DecisionContext<'_> {
    /// The body of the command, ready to be passed on; `None` when it is empty.
    pub(crate) fn body(self) -> Result<Option<String>, Refusal> {
        let Some(body) = &self.request.body else { return Ok(None) };
        let lines: Vec<String> = body
            .trim()
            .lines()
            .map(|line| line.trim_end().chars().filter(|c| !c.is_control()).collect())
            .collect();
        let text = without_tokens(&lines.join("\n"));
        let length = text.chars().count();
        if length > MAX_CHARACTERS as usize {
            return Err(Refusal::Full {
                what: Stock::Text,
                count: u32::try_from(length).unwrap_or(u32::MAX),
                most: MAX_CHARACTERS,
            });
        }
        Ok(Some(text).filter(|text| !text.is_empty()))
    }

    /// The body of a command that makes no sense without one.
    pub(crate) fn needed_body(self) -> Result<String, Refusal> {
        self.body()?.ok_or(Refusal::NoWords)
    }
}

/// The server's addresses whose token acts for anyone who knows it.
const WITH_TOKEN: [&str; 3] = ["play+", "stop+", "bounce+"];

/// Minimum length of the letters and digits after a `+` that make a token rather than a word.
const TOKEN: usize = 16;

/// What a link has before its token.
const OF_LINKS: [&str; 5] = ["/stop/", "/decline/", "/confirm/", "/change/", "/reset/"];

/// A text without tokens: a quoted email may contain the address that plays the user's turn, or the
/// link at its end.
fn without_tokens(text: &str) -> String {
    without(&without(text, '+', &WITH_TOKEN), '/', &OF_LINKS)
}

/// A text without the tokens after these names, each of which ends with a punctuation mark.
fn without(text: &str, mark: char, names: &[&str]) -> String {
    let mut clean = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(mark) {
        let (before, behind) = rest.split_at(at + 1);
        clean.push_str(before);
        let length = behind.bytes().take_while(u8::is_ascii_alphanumeric).count();
        let is_token = length >= TOKEN && names.iter().any(|name| ends_with(&clean, name));
        rest = if is_token {
            clean.push('…');
            &behind[length..]
        } else {
            behind
        };
    }
    clean + rest
}

fn ends_with(text: &str, end: &str) -> bool {
    let at = text.len().checked_sub(end.len());
    at.and_then(|at| text.get(at..)).is_some_and(|tail| tail.eq_ignore_ascii_case(end))
}

// Limits of the queues in which users wait for the computer.

/// Maximum number of queued requests of one user.
const MOST_OF_ASKER: u32 = 4;

/// Maximum number of queued requests from one network address, so that no address fills a queue.
const MOST_OF_PLACE: u32 = 8;

/// Bounds of one queue.
pub(crate) struct WaitingBounds {
    /// The work that waits in it.
    pub(crate) work: EngineWork,
    /// Maximum number of queued requests in total.
    pub(crate) most: u32,
}

impl WaitingBounds {
    /// Checks that there is room for a request that counts as `cost`.
    ///
    /// # Errors
    /// When too many are queued: by this user, from this network address, or in total.
    pub(crate) fn must_have_room(&self, queue: &QueueNow, cost: u32) -> Result<(), Refusal> {
        let Self { work, most } = *self;
        let QueueNow { waiting, of_asker, of_place, .. } = *queue;
        let (whose, waiting, most) = if of_asker >= MOST_OF_ASKER {
            (QueueShare::Yours, of_asker, MOST_OF_ASKER)
        } else if of_place + cost > MOST_OF_PLACE {
            (QueueShare::FromPlace, of_place, MOST_OF_PLACE)
        } else if waiting >= most {
            (QueueShare::All, waiting, most)
        } else {
            return Ok(());
        };
        Err(Refusal::QueueFull { work, whose, waiting, cost, most })
    }
}

// The end of a board, and the resulting change of the ratings.

impl DecisionContext<'_> {
    /// Ends a board with the ratings as they are.
    pub(crate) fn end(self, record: &mut BoardRecord, ended: Ended) -> Vec<Event> {
        end(&self.state.ratings, record, ended)
    }
}

/// Ends a board: the record is completed, and the events are returned, ratings included.
pub(crate) fn end(
    ratings: &BTreeMap<(GameKind, Userid), RatingRecord>,
    record: &mut BoardRecord,
    ended: Ended,
) -> Vec<Event> {
    let board = record.id;
    let winner = ended.result().winner();
    let counts = record.terms.rated
        && record.has_begun()
        && !matches!(ended.result(), SeatResult::Declined(_));
    let at = ended.at;
    let mut happened = vec![BoardEvent::Ended(ended)];
    if counts {
        let rating_of = |seat: Seat| {
            let key = (board.kind, record.players[seat.index()].clone());
            ratings.get(&key).copied().unwrap_or_default()
        };
        let changes = rating::rate(Seat::BOTH.map(rating_of), winner);
        happened.extend(Seat::BOTH.map(|seat| {
            let (user, change) = (record.players[seat.index()].clone(), changes[seat.index()]);
            BoardEvent::RatingChanged { user, seat, change }
        }));
    }
    happened.iter().for_each(|event| record.apply(event, at));
    happened.into_iter().map(|event| Event::Board(board, event)).collect()
}

// Messages with a link that confirms a request made in a user's name.

/// The answer to a change of an account that its user must confirm by a link.
pub(crate) fn ask_for_change(user: &Userid, change: AccountChange) -> Decision {
    let mut answer = told("Carrick: a link", reply::wrapped(&not_yet(NOTHING_CHANGED), 0));
    answer.messages.push(letter(user, change));
    answer
}

/// The answer to a challenge in an email that only claims to come from a user, who must confirm it
/// by a link.
///
/// # Errors
/// When the text with the challenge is too long.
pub(crate) fn ask_for_challenge(
    context: DecisionContext<'_>,
    user: &User,
) -> Result<Decision, Refusal> {
    let mut answer = told("Carrick: a link", reply::wrapped(&not_yet(NOTHING_BEGUN), 0));
    let action = Box::new(context.request.action.clone());
    answer.messages.push(letter(&user.id, AccountChange::Challenge(action, context.body()?)));
    Ok(answer)
}

fn letter(user: &Userid, change: AccountChange) -> Message {
    let question = change.question(user);
    let text = match &change {
        AccountChange::Challenge(_, words) => format!(
            "An email from your address, probably sent by you, asks: should {question}? The link \
             below does it, once, and within three days{}. If it was not you, do nothing: no game \
             starts.",
            if words.is_some() { ", and passes on the text that came with it" } else { "" }
        ),
        _ => format!(
            "Someone who knows your command password, probably you, asks by email: should \
             {question}? The link below does it, once, and within three days. If it was not you, \
             ignore it and nothing changes. But then choose another command password, since \
             someone knows yours; `reset {user}` emails you a link for that."
        ),
    };
    Message {
        to: Addressee::User(user.clone()),
        subject: change.title(user),
        text: reply::wrapped(&text, 0),
        board: None,
        link: Some(Link::Change(change)),
        about: About::default(),
    }
}

/// Maximum number of links that a user is sent a day for account changes, and separately for
/// challenges: a stranger's challenges cannot use up the links that the user needs to change their
/// account.
pub const LINKS_A_DAY: u32 = 10;

const NOTHING_CHANGED: &str = "Nothing has changed yet: you need to confirm it, since anyone who \
                               knows your command password could ask for it.";

const NOTHING_BEGUN: &str = "The game has not started yet: a challenge takes no password, and \
                             nothing proves that this email is yours.";

fn not_yet(why: &str) -> String {
    format!(
        "{why} A link to confirm it goes to your confirmed email addresses, up to {LINKS_A_DAY} a \
         day, and is valid for three days."
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_left_out() {
        for (said, kept) in [
            ("<play+abcdefghij234567abcd@c.example> wrote:", "<play+…@c.example> wrote:"),
            ("PLAY+ABCDEFGHIJ234567ABCD", "PLAY+…"),
            ("a stop+abcdefghij234567 b bounce+abcdefghij234567", "a stop+… b bounce+…"),
            (
                "play+d3, 1+1, ann+abcdefghij234567abcd@x.org",
                "play+d3, 1+1, ann+abcdefghij234567abcd@x.org",
            ),
            ("é+é play+", "é+é play+"),
            ("http://c.example/stop/abcdefghij234567abcd?x", "http://c.example/stop/…?x"),
            ("/confirm/abcdefghij234567 /change/abcdefghij234567", "/confirm/… /change/…"),
            ("/decline/abcdefghij234567.", "/decline/…."),
            ("non/stop/abc 1/2/3", "non/stop/abc 1/2/3"),
        ] {
            assert_eq!(without_tokens(said), kept, "{said}");
        }
    }

    const BOUNDS: WaitingBounds = WaitingBounds { work: EngineWork::Reviews, most: 400 };

    #[test]
    fn no_user_and_no_network_address_fills_a_queue() {
        // Requests of the user, of the address and in total; how much the next one counts.
        for (of_asker, of_place, waiting, cost, said) in [
            (0, 0, 0, 1, ""),
            (3, 7, 399, 1, ""),
            (0, 0, 399, 8, ""),
            (4, 4, 4, 1, "you are waiting for 4 reviews"),
            (0, 8, 8, 1, "8 reviews requested from your network address"),
            (0, 1, 1, 8, "this one counts as 8"),
            (0, 0, 400, 1, "400 reviews are waiting"),
        ] {
            let queue = QueueNow { waiting, of_asker, of_place, ahead: 0 };
            let refused =
                BOUNDS.must_have_room(&queue, cost).err().map(|refusal| refusal.to_string());
            let told = refused.unwrap_or_default();
            assert!(
                told.to_lowercase().contains(said) && told.is_empty() == said.is_empty(),
                "{queue:?}: {told}"
            );
        }
    }
}
