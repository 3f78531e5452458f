//! Composes an email: its fields, its texts and its picture.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use carrick_games::AnyGame;
use carrick_pictures::PictureError;
use carrick_service::{Address, BoardId, Link, Message, Subscription};
use jiff::Timestamp;
use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Attachment, Mailbox, MultiPart, SinglePart};

use crate::incoming::Site;
use crate::outgoing::page::{Drawn, Foot, InlineImage, ShownPosition, page};

/// The parts of an email; without `Debug`, because they contain tokens.
#[derive(Clone, Copy)]
pub struct MailParts<'a> {
    /// Name of the sender, which contains `Carrick`: answers recognise a quotation by it.
    pub sender: &'a str,
    /// Number of its row in the outbox.
    pub row: u64,
    /// Number of this copy of the row: a user may have several addresses.
    pub copy: u32,
    /// Date of the email.
    pub at: Timestamp,
    /// Address of the recipient.
    pub to: &'a Address,
    /// Subject and text.
    pub message: &'a Message,
    /// Cause of the email.
    pub cause: Cause<'a>,
    /// The link at its end: required when the message [calls for one](Message::link), and used only
    /// then.
    pub link: Option<&'a str>,
    /// The token that plays the turn; only for the player to move.
    pub play: Option<&'a str>,
    /// How to unsubscribe from such emails.
    pub stop: Option<Unsubscribe<'a>>,
    /// The token in the address to which it comes back if it cannot be delivered.
    pub bounce: Option<&'a str>,
    /// The position drawn in the message's text, for a picture above the drawing.
    pub shown: Option<&'a ShownPosition>,
    /// The page of the board that it is about.
    pub board_page: Option<&'a str>,
    /// The page of the puzzle that it is about.
    pub puzzle_page: Option<&'a str>,
    /// The page with a button that declines the game, for a player who has not moved.
    pub decline: Option<&'a str>,
    /// Base address of the pages, without a slash at the end: lines that are addresses of boards
    /// there also become links.
    pub pages: Option<&'a str>,
}

/// Cause of an email.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause<'a> {
    /// It answers an email with this `Message-ID`, given without brackets.
    Answer(Option<&'a str>),
    /// Something happened.
    Event,
}

/// A way to unsubscribe from emails of a kind; without `Debug`, because it contains a token.
#[derive(Clone, Copy)]
pub struct Unsubscribe<'a> {
    /// The subscription that ends; the email names it as its list.
    pub from: Subscription,
    /// The token.
    pub token: &'a str,
    /// The page that stops them with one click (RFC 8058), if there are pages; it ends with the
    /// token.
    pub url: Option<&'a str>,
    /// Whether the page is also named below the text.
    pub is_shown: bool,
}

/// An email ready to be sent.
#[derive(Clone, PartialEq, Eq)]
pub struct Composed {
    /// Its `Message-ID`, without brackets.
    pub id: String,
    /// The envelope's sender; `None` for answers, which need no bounces.
    pub sender: Option<Address>,
    /// The envelope's recipient.
    pub to: Address,
    /// Head and body, with lines ended by CRLF.
    pub bytes: Vec<u8>,
}

impl std::fmt::Debug for Composed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Composed({} bytes to {})", self.bytes.len(), self.to)
    }
}

/// Reason why an email could not be composed.
#[derive(Debug, thiserror::Error)]
pub enum ComposeError {
    /// An address that the mail library refuses.
    #[error("the address cannot be written in an email's head")]
    Address(#[from] lettre::address::AddressError),
    /// An invalid address for bounces.
    #[error("the address for bounces is not valid")]
    Bounce(#[from] carrick_service::AddressError),
    /// A head without a required field.
    #[error(transparent)]
    Head(#[from] lettre::error::Error),
    /// A message that makes no sense without its link.
    #[error("the message ends with a link, but none was given")]
    NoLink,
    /// The picture could not be drawn.
    #[error(transparent)]
    Picture(#[from] PictureError),
}

/// Text below an email whose answer plays a turn. It belongs to the email, like the address, and
/// not to the answer to a command.
const HOW_TO_PLAY: &str = "
Answer this mail with your turn on its first line, and it is played. What you
write below that line is said to your opponent.
";

/// Text below an email whose answer is a turn in a puzzle.
const HOW_TO_SOLVE: &str = "
Answer this mail with your turn on its first line. `give up` there shows the
solution, and counts as a wrong try.
";

/// Phrases of emails, which identify pieces of a quoted email.
pub(crate) const PHRASES: [&str; 11] = [
    HOW_TO_PLAY,
    HOW_TO_SOLVE,
    "Answer this mail with your turn on its first line, and it is played.",
    "What you write below that line is said to your opponent.",
    "Answer this mail with your turn on its first line.",
    "`give up` there shows the solution, and counts as a wrong try.",
    "The board on the site:",
    "The puzzle on the site:",
    "To decline this game:",
    "To get no more mail about this board:",
    "To get no more reminders:",
];

/// Links in emails, and the lengths of their tokens, in characters.
pub(crate) const LINKS: [(&str, &[usize]); 5] = [
    ("/stop/", &[52, 53, 58]),
    ("/decline/", &[42]),
    ("/change/", &[61]),
    ("/reset/", &[68]),
    // The token for an address is as long as the address.
    ("/confirm/", &[]),
];

/// Composes an email. The same input gives the same bytes.
///
/// # Errors
/// When an address or the picture is impossible, or a link is missing.
pub fn compose(site: &Site, mail: &MailParts<'_>) -> Result<Composed, ComposeError> {
    compose_with(&mut Drawn::default(), site, mail)
}

/// Composes an email, and reuses the last picture if it shows the same position.
///
/// # Errors
/// See [`compose`].
pub fn compose_with(
    drawn: &mut Drawn,
    site: &Site,
    mail: &MailParts<'_>,
) -> Result<Composed, ComposeError> {
    let host = site.host();
    let id = message_id(mail.row, mail.copy, host);
    let mut builder = lettre::Message::builder()
        .from(mailbox(Some(mail.sender), site.commands.as_str())?)
        .to(mailbox(None, mail.to.as_str())?)
        .date(system_time(mail.at))
        .subject(HeaderLine::new(&mail.message.subject).into_string())
        .message_id(Some(format!("<{id}>")));
    if let Some(token) = mail.play {
        builder = builder.reply_to(mailbox(Some(mail.sender), &site.play_address(token))?);
    }
    let answered = match mail.cause {
        Cause::Answer(id) => id,
        Cause::Event => None,
    };
    let thread = mail.message.board.map(|board| root(board, host));
    let references: Vec<_> = thread.as_deref().into_iter().chain(answered).map(bracketed).collect();
    if let Some(last) = answered.or(thread.as_deref()) {
        builder = builder.in_reply_to(bracketed(last)).references(references.join(" "));
    }
    for (name, value) in fields(site, mail) {
        builder = builder.raw_header(HeaderValue::new(name, HeaderLine::new(&value).into_string()));
    }
    let bytes = builder.multipart(body(drawn, mail, &id)?)?.formatted();
    let sender = match mail.cause {
        Cause::Answer(_) => None,
        Cause::Event => Some(match mail.bounce {
            Some(token) => site.bounce_address(token).parse()?,
            None => site.commands.clone(),
        }),
    };
    Ok(Composed { id, sender, to: mail.to.clone(), bytes })
}

/// Fields for programs: automatic mail, mailing list, unsubscribing.
fn fields(site: &Site, mail: &MailParts<'_>) -> Vec<(HeaderName, String)> {
    let name = HeaderName::new_from_ascii_str;
    let submitted = match mail.cause {
        Cause::Answer(_) => "auto-replied",
        Cause::Event => "auto-generated",
    };
    let mut fields = vec![
        (name("Auto-Submitted"), submitted.to_owned()),
        // Exchange obeys this field and not the previous one.
        (name("X-Auto-Response-Suppress"), "All".to_owned()),
    ];
    let list = match (mail.stop, mail.message.board) {
        // A recipient who leaves the list leaves the one that the email names.
        (Some(stop), _) => list_id(stop.from, site.host()),
        (None, board) => board.map(|board| board_list(board, site.host())),
    };
    fields.extend(list.map(|list| (name("List-ID"), list)));
    if let Some(stop) = mail.stop {
        let by_mail = format!("<mailto:{}>", site.stop_address(stop.token));
        match stop.url {
            Some(url) => {
                fields.push((name("List-Unsubscribe"), format!("<{url}>, {by_mail}")));
                fields
                    .push((name("List-Unsubscribe-Post"), "List-Unsubscribe=One-Click".to_owned()));
            }
            None => fields.push((name("List-Unsubscribe"), by_mail)),
        }
    }
    fields
}

fn body(drawn: &mut Drawn, mail: &MailParts<'_>, id: &str) -> Result<MultiPart, ComposeError> {
    let mut text = mail.message.text.clone();
    let mut link = None;
    if mail.message.link.as_ref().is_some_and(|link| !link.is_answer()) {
        let page = mail.link.ok_or(ComposeError::NoLink)?;
        text.push_str(&format!("\n{page}\n"));
        link = Some(page);
    }
    if mail.play.is_some() {
        text.push_str(match &mail.message.link {
            None => HOW_TO_PLAY,
            Some(Link::Puzzle(_)) => HOW_TO_SOLVE,
            Some(_) => "",
        });
    }
    let cid = format!("board.{id}");
    let picture = mail.shown.map(|ShownPosition { game, at }| InlineImage {
        cid: &cid,
        alternative: alternative(game),
        before: *at,
        leads_to: mail.board_page.or(mail.puzzle_page),
    });
    let foot = foot(mail);
    let html = page(&mail.message.subject, &text, link, mail.pages, picture, &foot);
    for Foot { words, url } in &foot {
        text.push_str(&format!("\n{words}:\n{url}\n"));
    }
    let (outer, inner) = (boundary("a", id, [&text, &html]), boundary("r", id, [&text, &html]));
    let html = SinglePart::html(html);
    let alternatives = MultiPart::alternative().boundary(outer).singlepart(SinglePart::plain(text));
    let Some(ShownPosition { game, .. }) = mail.shown else {
        return Ok(alternatives.singlepart(html));
    };
    let picture = drawn.png(game)?;
    let content_type = ContentType::parse("image/png").unwrap_or(ContentType::TEXT_PLAIN);
    let picture =
        Attachment::new_inline_with_name(cid, "board.png".to_owned()).body(picture, content_type);
    let related = MultiPart::related().boundary(inner).singlepart(html).singlepart(picture);
    Ok(alternatives.multipart(related))
}

/// The links below the text.
fn foot<'a>(mail: &MailParts<'a>) -> Vec<Foot<'a>> {
    let link = |words: &str, url| Foot { words: words.to_owned(), url };
    let board = mail.board_page.map(|url| link("The board on the site", url));
    let decline = mail.decline.map(|url| link("To decline this game", url));
    let stop = mail.stop.filter(|stop| stop.is_shown);
    let stop = stop.and_then(|Unsubscribe { from, url, .. }| Some(link(&no_more(from), url?)));
    let puzzle = mail.puzzle_page.map(|url| link("The puzzle on the site", url));
    board.into_iter().chain(puzzle).chain(decline).chain(stop).collect()
}

/// Text of the unsubscribe link.
fn no_more(from: Subscription) -> String {
    match from {
        Subscription::Board(_) => "To get no more mail about this board".to_owned(),
        Subscription::Game(kind) => format!("To get no more mail about others' {}", kind.title()),
        Subscription::News => "To get no more news".to_owned(),
        Subscription::Turns => "To get no more mail about turns".to_owned(),
        Subscription::Reminders => "To get no more reminders".to_owned(),
        Subscription::Letters => "To get no more messages of users by mail".to_owned(),
        Subscription::Puzzles(kind) => format!("To get no more puzzles of {}", kind.title()),
        Subscription::Everything => "To get no more mail".to_owned(),
    }
}

/// Alternative text of the picture, for readers who cannot see it.
fn alternative(game: &AnyGame) -> String {
    let last = game.last_turn().map_or_else(String::new, |turn| format!(" after {turn}"));
    format!("The board{last}; it is drawn in letters below.")
}

/// Boundary of MIME parts, a line that is in neither text, so that a player's words cannot end a
/// part. The same email always has the same one.
fn boundary(kind: &str, id: &str, texts: [&str; 2]) -> String {
    let name = id.split('@').next().unwrap_or_default();
    let mut boundary = format!("=_carrick.{kind}.{name}");
    while texts.iter().any(|text| text.contains(&boundary)) {
        boundary.push('_');
    }
    boundary
}

fn mailbox(name: Option<&str>, address: &str) -> Result<Mailbox, ComposeError> {
    Ok(Mailbox::new(name.map(str::to_owned), address.parse()?))
}

fn bracketed(id: &str) -> String {
    format!("<{}>", HeaderLine::new(id).into_string())
}

fn system_time(at: Timestamp) -> SystemTime {
    UNIX_EPOCH + Duration::from_secs(at.as_second().max(0).unsigned_abs())
}

// Text for an email's head.

/// One line without control characters: whatever it was made of, it cannot start another field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct HeaderLine(String);

impl HeaderLine {
    /// Control characters become spaces; at most 200 characters are kept.
    pub(super) fn new(text: &str) -> Self {
        let blank = |letter: char| {
            if letter.is_control() || letter == '\u{2028}' || letter == '\u{2029}' {
                ' '
            } else {
                letter
            }
        };
        Self(text.chars().map(blank).take(200).collect::<String>().trim().to_owned())
    }

    pub(super) fn into_string(self) -> String {
        self.0
    }
}

// Threads of emails: `Message-ID`s, and the lists that emails belong to.

/// The `Message-ID` of a copy of a row in the outbox, without brackets. An email that is sent twice
/// has the same one both times.
///
/// ```
/// assert_eq!(carrick_mail::outgoing::message_id(7, 0, "carrick.example"), "o7.0@carrick.example");
/// ```
#[must_use]
pub fn message_id(row: u64, copy: u32, host: &str) -> String {
    format!("o{row}.{copy}@{host}")
}

/// The email that all emails about a board answer. It is never sent; mail programs group the emails
/// that name it.
pub(super) fn root(board: BoardId, host: &str) -> String {
    format!("{}-{}@{host}", board.kind, board.number)
}

/// The name of a board's list (RFC 2919).
pub(super) fn board_list(board: BoardId, host: &str) -> String {
    format!("{board} <{}-{}.{host}>", board.kind, board.number)
}

/// The name of the list that a user leaves by unsubscribing (RFC 2919); emails that always come are
/// on none.
pub(super) fn list_id(from: Subscription, host: &str) -> Option<String> {
    Some(match from {
        Subscription::Board(board) => board_list(board, host),
        Subscription::Game(kind) => format!("All games of {} <{kind}.{host}>", kind.title()),
        Subscription::News => format!("News <news.{host}>"),
        Subscription::Turns => format!("Turns <turns.{host}>"),
        Subscription::Reminders => format!("Reminders <reminders.{host}>"),
        Subscription::Letters => format!("Messages <letters.{host}>"),
        Subscription::Puzzles(kind) => {
            format!("Puzzles of {} <puzzles.{kind}.{host}>", kind.title())
        }
        Subscription::Everything => format!("Carrick <all.{host}>"),
    })
}

#[cfg(test)]
mod tests {
    use carrick_games::{GameKind, Seat};
    use carrick_service::BoardId;
    use carrick_tokens::{ChangeToken, DeclineToken, Keyring, ResetToken, UnsubscribeToken};

    use super::*;

    #[test]
    fn phrases_are_those_of_emails() {
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let foot = |from| no_more(from) + ":";
        let board = BoardId { kind: GameKind::Ankor, number: 101 };
        for text in [
            words(HOW_TO_PLAY),
            words(HOW_TO_SOLVE),
            foot(Subscription::Board(board)),
            foot(Subscription::Reminders),
        ] {
            let left = PHRASES.iter().fold(text.clone(), |text, phrase| text.replace(phrase, ""));
            assert_eq!(left.trim(), "", "{text}");
        }
    }

    #[test]
    fn tokens_have_their_lengths() {
        let keys = Keyring::new([7; 32]);
        let at = Timestamp::UNIX_EPOCH;
        let board = BoardId { kind: GameKind::Ankor, number: 101 };
        let user: carrick_service::Userid = "ann".parse().unwrap();
        let stop = |from| keys.seal(&UnsubscribeToken { user: user.clone(), from });
        let decline = DeclineToken { board, seat: Seat::First, expires: at };
        let change = ChangeToken { user: user.clone(), number: 7, expires: at };
        let reset = ResetToken { user: user.clone(), asked: at, expires: at };
        for (path, token) in [
            ("/stop/", stop(Subscription::Board(board))),
            ("/stop/", stop(Subscription::News)),
            ("/stop/", stop(Subscription::Puzzles(GameKind::Ankor))),
            ("/decline/", keys.seal(&decline)),
            ("/change/", keys.seal(&change)),
            ("/reset/", keys.seal(&reset)),
        ] {
            let (_, lengths) = LINKS.into_iter().find(|(link, _)| *link == path).unwrap();
            assert!(lengths.contains(&token.len()), "{path}{token}");
        }
    }

    #[test]
    fn nothing_can_start_a_field() {
        let line = HeaderLine::new("a\r\nBcc: b@example.org\u{0}\n c").into_string();
        assert_eq!(line, "a  Bcc: b@example.org   c");
        assert_eq!(HeaderLine::new(&"x".repeat(999)).into_string().len(), 200);
    }
}
