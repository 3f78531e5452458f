//! Form fields and query parameters.

use std::convert::Infallible;

use axum::Form;
use axum::extract::{FromRequest, FromRequestParts, Query, Request as HttpRequest};
use axum::http::request::Parts;
use carrick_games::GameKind;
use carrick_server::{
    At, Budget, CommandRequest, Failure, GAME, ParsedLine, TurnedAway, carry_out, handle_parsed,
};
use carrick_service::{
    Action, Addressee, BoardId, Credential, Keeps, Password, RatingRecord, Request, Sender, Userid,
};
use carrick_store::{BoardKey, Committed, Cursor, Page, StandingKey};
use jiff::Timestamp;

use super::fault::Fault;
use super::refusal::in_words;
use super::session::Visitor;
use crate::app::App;
use crate::network::access::AccessRefusal;
use crate::site::address::{hex, sha256};

/// Form fields, in their order.
#[derive(Debug, Clone, Default)]
pub(crate) struct Fields(Vec<(String, String)>);

impl Fields {
    /// A field's text, trimmed; empty when it was not filled in.
    pub(crate) fn text(&self, name: &str) -> &str {
        self.raw(name).trim()
    }

    /// A field's text as it was typed.
    pub(crate) fn raw(&self, name: &str) -> &str {
        self.0.iter().find(|(found, _)| found == name).map_or("", |(_, value)| value)
    }

    /// A field's text if it is a single word of the command language.
    pub(crate) fn word(&self, name: &str) -> Option<&str> {
        let text = self.text(name);
        (!text.is_empty() && !text.chars().any(|c| c.is_whitespace() || c.is_control()))
            .then_some(text)
    }

    /// Whether a form has such a field, filled in or not.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.0.iter().any(|(found, _)| found == name)
    }

    /// A number from a hidden field; `None` when the form has none.
    ///
    /// # Errors
    /// When it is not a number. Then the form has been changed since the page made it, and its
    /// guard is unknown.
    pub(crate) fn hidden_number(&self, name: &str) -> Result<Option<u32>, Fault> {
        let text = self.text(name);
        if text.is_empty() { Ok(None) } else { text.parse().map(Some).map_err(|_| Fault::FORM) }
    }

    /// All values of a field, such as check boxes with the same name.
    pub(crate) fn all<'f>(&'f self, name: &'f str) -> impl Iterator<Item = &'f str> {
        self.0.iter().filter(move |(found, _)| found == name).map(|(_, value)| value.trim())
    }

    /// All fields with their values, as a text that differs for different fields.
    pub(crate) fn content(&self) -> String {
        format!("{:?}", self.0)
    }

    /// Adds fields that take precedence over existing ones with the same name.
    pub(crate) fn with(self, more: impl IntoIterator<Item = (String, String)>) -> Self {
        Self(more.into_iter().chain(self.0).collect())
    }

    /// Whether a check box was ticked.
    pub(crate) fn ticked(&self, name: &str) -> bool {
        !self.text(name).is_empty()
    }
}

/// Extractor: query parameters of a page.
#[derive(Debug, Clone, Default)]
pub(crate) struct QueryFields(pub(crate) Fields);

impl<S: Send + Sync> FromRequest<S> for Fields {
    type Rejection = Fault;

    async fn from_request(request: HttpRequest, state: &S) -> Result<Self, Fault> {
        let form = Form::<Vec<(String, String)>>::from_request(request, state).await;
        match form {
            Ok(Form(fields)) => Ok(Self(fields)),
            Err(_) => Err(Fault::Bad("This form could not be read; it may be too long.")),
        }
    }
}

impl<S: Send + Sync> FromRequestParts<S> for QueryFields {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        let query = Query::<Vec<(String, String)>>::from_request_parts(parts, state).await;
        Ok(Self(query.map(|Query(fields)| Fields(fields)).unwrap_or_default()))
    }
}

/// Maximum number of rows on a page.
pub(crate) const ROWS: u32 = 100;

/// Refusal of a pagination key that cannot be read.
pub(crate) const BAD_PLACE: Fault = Fault::Bad(
    "This address contains a place in the list that cannot be read. Follow the links below the \
     list, or remove everything from the question mark on to start at the top.",
);

/// Links to the previous and next page; empty if there is no such page.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct PageLinks {
    pub(crate) newer: String,
    pub(crate) older: String,
}

impl PageLinks {
    /// Links around a page of boards. `path` may have a query already.
    pub(crate) fn around(path: &str, page: &Page<carrick_service::BoardSummary>) -> Self {
        let join = if path.contains('?') { '&' } else { '?' };
        let link = |word: &str, board: Option<&carrick_service::BoardSummary>, there: bool| {
            let place = board.filter(|_| there).map(|board| write_place(&BoardKey::of(board)));
            place.map_or_else(String::new, |place| format!("{path}{join}{word}={place}"))
        };
        Self {
            newer: link("after", page.rows.first(), page.before),
            older: link("before", page.rows.last(), page.after),
        }
    }

    /// Whether there is another page.
    pub(crate) fn any(&self) -> bool {
        !self.newer.is_empty() || !self.older.is_empty()
    }
}

/// The pagination key in a query of boards: `?before=` for older ones, `?after=` for newer ones.
///
/// # Errors
/// When the key cannot be read.
pub(crate) fn from(asked: &QueryFields) -> Result<Cursor<BoardKey>, Fault> {
    let place = |name: &str| read_place(asked.0.text(name)).ok_or(BAD_PLACE);
    if asked.0.has("before") {
        return Ok(Cursor::After(place("before")?));
    }
    if asked.0.has("after") {
        return Ok(Cursor::Before(place("after")?));
    }
    Ok(Cursor::Start)
}

/// Writes the pagination key of a board: `over,2008-05-01T08:00:00Z,antipod-150`.
pub(crate) fn write_place(place: &BoardKey) -> String {
    let state = if place.over { "over" } else { "playing" };
    format!("{state},{},{}", place.at, write_board(place.board))
}

pub(crate) fn read_place(text: &str) -> Option<BoardKey> {
    let mut words = text.split(',');
    let over = match words.next()? {
        "over" => true,
        "playing" => false,
        _ => return None,
    };
    let at = read_time(words.next()?)?;
    let board = read_board(words.next()?)?;
    words.next().is_none().then_some(BoardKey { over, at, board })
}

/// Reads a time that the database can compare.
fn read_time(text: &str) -> Option<Timestamp> {
    text.parse().ok()
}

/// Writes a board's name: `antipod-150`.
pub(crate) fn write_board(board: BoardId) -> String {
    format!("{}-{}", board.kind, board.number)
}

pub(crate) fn read_board(text: &str) -> Option<BoardId> {
    let (kind, number) = text.split_once('-')?;
    BoardId::parse(kind.parse().ok()?, number).ok()
}

/// Writes a pagination key of the standings: `100,settled,1612.4,bob`, the hundredth player.
pub(crate) fn write_standing(rank: u64, place: &StandingKey) -> String {
    let sort = if place.provisional { "provisional" } else { "settled" };
    format!("{rank},{sort},{},{}", place.rating, place.user)
}

pub(crate) fn read_standing(text: &str) -> Option<(u64, StandingKey)> {
    let mut words = text.split(',');
    let rank: u32 = words.next()?.parse().ok()?;
    let provisional = match words.next()? {
        "provisional" => true,
        "settled" => false,
        _ => return None,
    };
    let rating: f64 = words.next()?.parse().ok().filter(|rating: &f64| rating.is_finite())?;
    let user: Userid = words.next()?.parse().ok()?;
    let place = StandingKey { provisional, rating, user };
    words.next().is_none().then_some((rank.into(), place))
}

/// Reads a pagination key of rated games: `2008-05-01T08:00:00Z,antipod-150`.
pub(crate) fn read_rated(text: &str) -> Option<(Timestamp, BoardId)> {
    let (at, board) = text.split_once(',')?;
    Some((read_time(at)?, read_board(board)?))
}

/// Reads a pagination key of open games: `antipod-3`.
pub(crate) fn read_seek(text: &str) -> Option<(GameKind, u32)> {
    let (kind, number) = text.split_once('-')?;
    Some((kind.parse().ok()?, number.parse().ok()?))
}

/// Reads a pagination key of a search for players: `bby/bobby`, which is the end of the name,
/// starting with the searched text, and the whole name.
pub(crate) fn read_name(text: &str) -> Option<&str> {
    let word = |word: &str| {
        let sign = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
        (1..=20).contains(&word.len()) && word.bytes().all(sign)
    };
    let (ending, name) = text.split_once('/')?;
    (word(ending) && word(name)).then_some(text)
}

/// Sort key of a player in the standings.
pub(crate) fn standing_key(user: &Userid, rating: &RatingRecord) -> StandingKey {
    StandingKey { provisional: rating.is_provisional(), rating: rating.rating, user: user.clone() }
}

/// Answer to a command, as its sender may see it.
#[derive(Debug, Clone)]
pub(crate) struct CommandAnswer {
    pub(crate) refused: bool,
    /// The reason, if the command was decided now.
    pub(crate) refusal: Option<carrick_service::Refusal>,
    pub(crate) subject: String,
    pub(crate) text: String,
    pub(crate) board: Option<BoardId>,
}

impl CommandAnswer {
    /// The answer to a command that was turned away before it was decided.
    pub(crate) const fn turned_away(text: String) -> Self {
        Self { refused: true, refusal: None, subject: String::new(), text, board: None }
    }

    /// The refusal, worded for pages; `None` if the command succeeded.
    pub(crate) fn refusal(&self) -> Option<String> {
        let told = || self.refusal.as_ref().map_or_else(|| self.text.clone(), in_words);
        self.refused.then(told)
    }
}

/// Runs a user's command with its body lines. `seen` is the generation of the board that the page
/// showed.
pub(crate) async fn give(
    app: &App,
    visitor: &Visitor,
    action: Action,
    body: Option<String>,
    seen: Option<u32>,
) -> Result<CommandAnswer, Fault> {
    if let Err(too_many) = may_act(app, visitor) {
        return Ok(CommandAnswer::turned_away(too_many));
    }
    let request = Request { body, seen, ..Request::by(visitor.id().clone(), action) };
    send(app, &visitor.address, request.into()).await
}

/// Runs a user's command from a form that has a key in its field `once`. If the form is sent twice,
/// for instance by a double click, the command runs once and the second answer repeats the first.
/// The key is stored, so only keys in the format of [`once`] are accepted.
pub(crate) async fn give_once(
    app: &App,
    visitor: &Visitor,
    action: Action,
    fields: &Fields,
) -> Result<CommandAnswer, Fault> {
    if let Err(too_many) = may_act(app, visitor) {
        return Ok(CommandAnswer::turned_away(too_many));
    }
    let key = fields.text("once");
    if !key.is_empty() && !is_key(key) {
        return Err(Fault::FORM);
    }
    let id = (!key.is_empty()).then(|| format!("page/{key}/{}", sha256(&fields.content())));
    let request = Request::by(visitor.id().clone(), action);
    let request = CommandRequest { request, id, keeps: Keeps::default() };
    send(app, &visitor.address, request).await
}

/// A new key for a form whose command runs only once; empty if there are no random numbers.
pub(crate) fn once() -> String {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).map(|()| hex(&bytes)).unwrap_or_default()
}

fn is_key(text: &str) -> bool {
    text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Runs a request from someone without a session, or one that is charged elsewhere. `from` is the
/// network address, for the limits on passwords.
pub(crate) async fn give_as(
    app: &App,
    from: &str,
    request: Request,
) -> Result<CommandAnswer, Fault> {
    send(app, from, request.into()).await
}

/// Changes a user's command password. `from` names the client in the queue for hashing.
pub(crate) async fn change_command_password(
    app: &App,
    user: &Userid,
    from: &str,
    new: Password,
    keeps: Keeps,
) -> Result<CommandAnswer, Fault> {
    let who = Credential { user: user.clone(), password: None, new_password: Some(new) };
    let request = Request::by(user.clone(), Action::ChangePassword);
    let request = Request { credential: Some(who), ..request };
    send(app, from, CommandRequest { request, id: None, keeps }).await
}

/// Runs a request and picks the messages for its sender.
async fn send(app: &App, from: &str, request: CommandRequest) -> Result<CommandAnswer, Fault> {
    if request.request.action.begins_a_game() {
        app.charge(&[(Budget::Games, from, GAME)])?;
    }
    let at = At { gate: &app.gate, sender: from, place: None };
    let sender = request.request.sender.clone();
    let committed = carry_out(&app.store, Some(at), request, app.now()).await;
    Ok(done(committed.map_err(|failure| turned_away(app, from, failure))?, &sender, None))
}

/// Charges one action to a user. Over the limit, the refusal is an answer like any other, so that
/// the page is shown again with the typed text.
pub(crate) fn may_act(app: &App, visitor: &Visitor) -> Result<(), String> {
    app.charge(&[(Budget::Changes, visitor.id().as_str(), 1)]).map_err(|too_many| {
        let _ = visitor.put_off.set(too_many);
        Fault::from(too_many).to_string()
    })
}

/// Runs a command line that a person typed at a network address. Attempts at passwords and stored
/// data are counted by that address.
pub(crate) async fn act_on_text(
    app: &App,
    sender: Sender,
    from: &str,
    line: ParsedLine<'_>,
    body: Option<String>,
) -> Result<CommandAnswer, Fault> {
    let place = app.address_hash(from);
    let at = At { gate: &app.gate, sender: from, place: Some(&place) };
    // A visitor who shows a user's password may read what is said to that user.
    let shown =
        line.command().and_then(|line| line.credential.as_ref()).map(|who| who.user.clone());
    let (store, now) = (&app.store, app.now());
    let committed = handle_parsed(store, Some(at), sender.clone(), line, body, now).await;
    let committed = committed.map_err(|failure| turned_away(app, from, failure))?;
    let shown = shown.filter(|_| !committed.refused);
    Ok(done(committed, &sender, shown.as_ref()))
}

/// The fault of a command that failed. The log notes network addresses that guess passwords.
fn turned_away(app: &App, from: &str, failure: Failure) -> Fault {
    if matches!(failure, Failure::TurnedAway(TurnedAway::TooMany(_))) {
        app.log_refusal(AccessRefusal::Guesses, "", from);
    }
    failure.into()
}

/// Picks the messages for the sender of a command, or for the user whose password they showed.
fn done(committed: Committed, sender: &Sender, shown: Option<&Userid>) -> CommandAnswer {
    let is_me = |user: &Userid| {
        matches!(sender, Sender::User(me) if me == user) || shown.is_some_and(|me| me == user)
    };
    let mine = |to: &Addressee| to.user().is_none_or(is_me);
    // Messages with a link go by mail only.
    let Committed { refused, refusal, messages, .. } = committed;
    let mut mine = messages.into_iter().filter(|one| mine(&one.to) && one.link.is_none());
    let Some(first) = mine.next() else {
        let text = "This is done.\n".to_owned();
        return CommandAnswer { refused, refusal, subject: "Done".to_owned(), text, board: None };
    };
    let rest = mine.map(|one| format!("\n{}\n\n{}", one.subject, one.text));
    CommandAnswer {
        refused,
        refusal,
        subject: first.subject,
        text: first.text + &rest.collect::<String>(),
        board: first.board,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_places_can_be_read() {
        for text in [
            "over,2008-05-01T08:00:00.123456Z,antipod-150",
            "playing,1970-01-01T00:00:00Z,ankor-101",
        ] {
            let place = read_place(text).unwrap();
            assert_eq!(write_place(&place), text);
        }
        for text in ["100,settled,1612.4375,bob", "7,provisional,-3,level1"] {
            let (rank, place) = read_standing(text).unwrap();
            assert_eq!(write_standing(rank, &place), text);
        }
        assert_eq!(read_seek("boche-3"), Some((GameKind::Boche, 3)));
        assert!(read_rated("2008-05-01T08:00:00Z,antipod-150").is_some());
        assert_eq!(read_name("bby/bobby"), Some("bby/bobby"));
    }

    #[test]
    fn malformed_places_are_rejected() {
        for text in [
            "",
            "over",
            "over,now,antipod-150",
            "over,2008-05-01T08:00:00Z,go-1",
            "x,y,z,",
            "over,2008-05-01T08:00:00Z,antipod-150,",
            "playing,99999-01-01T00:00:00Z,ankor-101",
        ] {
            assert_eq!(read_place(text), None, "{text}");
        }
        for text in [
            "",
            "1,settled,NaN,bob",
            "1,settled,inf,bob",
            "-1,settled,1,bob",
            "1,settled,1",
            "1,firm,1,bob",
        ] {
            assert_eq!(read_standing(text), None, "{text}");
        }
        for text in ["", "bob", "/bob", "B/bob", "%/bob", "a/b/c"] {
            assert_eq!(read_name(text), None, "{text}");
        }
    }
}
