//! Turns a delivery into an email: the message's text, the position for the picture, and the
//! tokens, which are derived here and never stored.

use std::fmt;
use std::sync::Arc;

use carrick_games::AnyGame;
use carrick_mail::incoming::Site;
use carrick_mail::outgoing::{
    Cause, ComposeError, Composed, Drawn, MailParts, ShownPosition, Unsubscribe, compose_with,
};
use carrick_service::{
    Addressee, BoardId, BoardRecord, Declinable, Drawing, Link, MailedPuzzle, Message, MessageKind,
    Needs, Notification, Pictures, SeatResult, Start, State, Subscription, User, Userid,
};
use carrick_store::{Delivery, DeliveryId, Outgoing, Recipient};
use carrick_tokens::{
    BounceToken, ChangeToken, ConfirmToken, DeclineToken, Keyring, Powers, PuzzleToken, ReplyToken,
    UnsubscribeToken,
};
use jiff::{SignedDuration, Timestamp};

/// Configuration for writing emails: addresses, keys, pages.
#[derive(Clone)]
pub struct MailWriter {
    /// The server's addresses.
    pub site: Site,
    /// Name of the sender of emails, which contains `Carrick`.
    pub sender: String,
    /// Keys that seal tokens.
    pub keys: Keyring,
    /// Base address of the pages, without a slash at its end.
    pub pages: String,
    /// Whether players can open them: if so, emails about boards link to their pages.
    pub links_to_boards: bool,
    /// The page on which a user who asked for it can set a new password.
    pub reset: ResetAddress,
}

/// The address of the page on which a user who asked for it can set a new password.
pub type ResetAddress = Arc<dyn Fn(&Userid, Timestamp) -> String + Send + Sync>;

impl fmt::Debug for MailWriter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MailWriter").field("site", &self.site).field("pages", &self.pages).finish()
    }
}

/// Lifetime of the token in an address, unless its turn is played earlier.
const PLAYS_FOR: SignedDuration = SignedDuration::from_hours(90 * 24);

/// Lifetime of the link that declines a game, unless its player moves earlier.
const DECLINES_FOR: SignedDuration = SignedDuration::from_hours(90 * 24);

/// Lifetime of the link that confirms an address.
const CONFIRMS_FOR: SignedDuration = SignedDuration::from_hours(7 * 24);

/// Lifetime of the link that confirms a change of an account.
const CHANGES_FOR: SignedDuration = SignedDuration::from_hours(3 * 24);

/// State needed to write these deliveries.
pub(super) fn needs(deliveries: &[Delivery]) -> Needs {
    let mut needs = Needs::default();
    for Delivery { message, .. } in deliveries {
        needs.boards.extend(message.board);
        match &message.to {
            Recipient::User(user) => _ = needs.users.insert(user.clone()),
            // The solver of a puzzle is the user who has confirmed the address.
            Recipient::Address(address) if puzzle_in(message).is_some() => {
                needs.addresses.insert(address.clone());
            }
            Recipient::Address(_) => {}
        }
    }
    needs
}

impl MailWriter {
    /// Writes an email. `answered` is the `Message-ID` of the email that it answers. `None` if it
    /// is not worth sending, because its link would no longer work.
    ///
    /// Writing a delivery twice gives the same email, unless the game has continued in between:
    /// then the email loses its picture or token.
    pub(super) fn write(
        &self,
        drawn: &mut Drawn,
        delivery: &Delivery,
        state: &State,
        answered: Option<&str>,
    ) -> Result<Option<Composed>, ComposeError> {
        let message = &delivery.message;
        let user = match &message.to {
            Recipient::User(user) => state.users.get(user),
            Recipient::Address(address) => {
                let owner = puzzle_in(message).and_then(|_| state.owners.get(address));
                owner.and_then(|owner| state.users.get(owner))
            }
        };
        let link = match message.link.as_ref().filter(|link| !link.is_answer()) {
            Some(link) => match user.and_then(|user| self.link(link, user, message)) {
                Some(link) => Some(link),
                None => return Ok(None),
            },
            None => None,
        };
        let record = message.board.and_then(|board| state.boards.get(&board));
        let view = record.and_then(|record| PastBoard::of(record, message.created));
        let puzzle = puzzle_in(message);
        let drawing = message.about.drawing.as_ref();
        let is_present = |drawing| view.as_ref().is_some_and(|view| view.is_present(drawing));
        let is_blind = message.answer && !drawing.is_some_and(is_present);
        let shown = drawing.and_then(|drawing| {
            let game = drawing.game(view.as_ref().map(|view| &view.game))?;
            Some(ShownPosition { game, at: drawing.at })
        });
        let play = view.as_ref().zip(user).and_then(|(view, user)| {
            let resigns = message.link == Some(Link::Resign);
            // An answer that does not show the position would let the player play without seeing
            // it, perhaps a turn chosen for another position.
            if is_blind && !resigns {
                return None;
            }
            let powers = if resigns { Powers::RESIGN } else { Powers::TO_MOVE };
            view.token(user, powers, message.created)
        });
        let solve = puzzle
            .zip(user)
            .map(|(puzzle, user)| self.keys.seal(&PuzzleToken { user: user.id.clone(), puzzle }));
        let play = play.map(|token| self.keys.seal(&token)).or(solve);
        let shown = shown.filter(|_| {
            let choice = user.map_or(Pictures::Usual, |user| user.settings.pictures);
            let is_own = || {
                view.as_ref()
                    .zip(user)
                    .is_some_and(|(view, user)| view.is_by(user, message.created))
            };
            match choice {
                Pictures::All => true,
                Pictures::Usual => message.about.kind == MessageKind::Preview || !is_own(),
                Pictures::None => false,
            }
        });
        let from = user
            .filter(|_| !message.answer && (message.link.is_none() || puzzle.is_some()))
            .map(|user| (user, subscription(message, user)));
        let stop = from.map(|(user, from)| {
            (from, self.keys.seal(&UnsubscribeToken { user: user.id.clone(), from }))
        });
        let url = stop.as_ref().map(|(_, token)| format!("{}/stop/{token}", self.pages));
        let is_shown = self.links_to_boards;
        let stop = stop.as_ref().map(|(from, token)| Unsubscribe {
            from: *from,
            token,
            url: url.as_deref(),
            is_shown,
        });
        let pages = Some(self.pages.as_str()).filter(|_| self.links_to_boards);
        let board_page = record.zip(pages).filter(|(record, _)| {
            let result = record.ended.as_ref().map(|ended| ended.result());
            !matches!(result, Some(SeatResult::Declined(_)))
        });
        let board_page = board_page.map(|(record, pages)| board_page_of(pages, record.id));
        let puzzle_page = puzzle.zip(pages).map(|(MailedPuzzle { kind, number, .. }, pages)| {
            format!("{pages}/puzzles/{kind}/{number}")
        });
        let decline = record.zip(user).filter(|_| pages.is_some());
        let decline =
            decline.and_then(|(record, user)| self.decline(record, user, message.created));
        let DeliveryId { message: number, copy } = delivery.id;
        let bounce = u32::try_from(number).ok().zip(u8::try_from(copy).ok());
        let bounce = bounce.map(|(message, copy)| self.keys.seal(&BounceToken { message, copy }));
        let said = Message {
            to: Addressee::Sender,
            subject: message.subject.clone(),
            text: message.text.clone(),
            board: message.board,
            link: message.link.clone(),
            about: message.about.clone(),
        };
        let mail = MailParts {
            sender: &self.sender,
            row: message.number.unsigned_abs(),
            copy: delivery.id.copy,
            at: message.created,
            to: &delivery.to,
            message: &said,
            cause: if message.answer { Cause::Answer(answered) } else { Cause::Event },
            link: link.as_deref(),
            play: play.as_deref(),
            stop,
            bounce: bounce.as_deref(),
            shown: shown.as_ref(),
            board_page: board_page.as_deref(),
            puzzle_page: puzzle_page.as_deref(),
            decline: decline.as_deref(),
            pages,
        };
        compose_with(drawn, &self.site, &mail).map(Some)
    }

    /// The page that declines a game, for a player who could decline when the message was written
    /// and still can.
    fn decline(&self, record: &BoardRecord, user: &User, at: Timestamp) -> Option<String> {
        let seat = record.seat_of(&user.id)?;
        let is_possible = Declinable::of(Some(record), &user.id) == Declinable::Yes;
        let token = DeclineToken { board: record.id, seat, expires: at + DECLINES_FOR };
        is_possible.then(|| format!("{}/decline/{}", self.pages, self.keys.seal(&token)))
    }

    /// The link at a message's end; `None` if it no longer works.
    fn link(&self, link: &Link, user: &User, message: &Outgoing) -> Option<String> {
        let created = message.created;
        match link {
            Link::Resign | Link::Puzzle(_) => None,
            Link::Again(from) => {
                let token = UnsubscribeToken { user: user.id.clone(), from: *from };
                Some(format!("{}/stop/{}", self.pages, self.keys.seal(&token)))
            }
            Link::Reset => user.reset_asked.map(|asked| (self.reset)(&user.id, asked)),
            Link::Change(_) => {
                let number = u32::try_from(message.number).ok()?;
                let token =
                    ChangeToken { user: user.id.clone(), number, expires: created + CHANGES_FOR };
                Some(format!("{}/change/{}", self.pages, self.keys.seal(&token)))
            }
            Link::Confirm(address) => {
                let waits = |entry: &carrick_service::UserAddress| {
                    entry.address == *address && !entry.confirmed
                };
                let token = ConfirmToken {
                    user: user.id.clone(),
                    address: address.clone(),
                    expires: created + CONFIRMS_FOR,
                };
                let is_needed = user.addresses.iter().any(waits);
                is_needed.then(|| format!("{}/confirm/{}", self.pages, self.keys.seal(&token)))
            }
        }
    }
}

/// The subscription that emails such as this one belong to.
fn subscription(message: &Outgoing, user: &User) -> Subscription {
    if let Some(puzzle) = puzzle_in(message) {
        return Subscription::Puzzles(puzzle.kind);
    }
    let notice =
        Notification { kind: &message.about.kind, board: message.board, plays: message.plays };
    Subscription::of(notice, user)
}

/// The puzzle that an answer to a message is about.
fn puzzle_in(message: &Outgoing) -> Option<MailedPuzzle> {
    match message.link {
        Some(Link::Puzzle(puzzle)) => Some(puzzle),
        _ => None,
    }
}

/// The page of a board.
pub(super) fn board_page_of(pages: &str, BoardId { kind, number }: BoardId) -> String {
    format!("{pages}/{kind}/{number}")
}

/// A board as it was when a message was written.
struct PastBoard<'a> {
    record: &'a BoardRecord,
    game: AnyGame,
    /// Whether it is still so.
    is_current: bool,
}

impl<'a> PastBoard<'a> {
    /// Nothing if turns were taken back since, or the record is damaged.
    fn of(record: &'a BoardRecord, at: Timestamp) -> Option<Self> {
        if record.restarts.values().any(|&restart| restart > at) {
            return None;
        }
        let then = record.turns.iter().take_while(|turn| turn.at <= at).count();
        let ended_later = record.ended.as_ref().is_some_and(|ended| ended.at > at);
        let is_current = then == record.turns.len() && !ended_later;
        let game = match is_current {
            true => record.game(),
            false => {
                let mut before = BoardRecord { ended: None, ..record.clone() };
                before.turns.truncate(then);
                before.game()
            }
        };
        Some(Self { record, game: game.ok()?, is_current })
    }

    /// Whether a drawing shows that position, or the one after the submitted turn.
    fn is_present(&self, drawing: &Drawing) -> bool {
        let is_submitted = || match drawing.turns.as_slice() {
            [] => true,
            [turn] => self.record.plans.submitted.as_ref() == Some(turn),
            _ => false,
        };
        drawing.start == Start::Board(self.game.ply()) && is_submitted()
    }

    /// Whether a user has just played and the message reports nothing else: their own turn at that
    /// moment, and the opponent to move.
    fn is_by(&self, user: &User, at: Timestamp) -> bool {
        let Some(seat) = self.record.seat_of(&user.id) else { return false };
        let turns = self.record.turns.iter().take_while(|turn| turn.at <= at);
        let is_own = turns.last().is_some_and(|turn| turn.seat == seat && turn.at == at);
        is_own && self.game.seat_to_move() != Some(seat)
    }

    /// The token that plays the turn, for the player to move, while the board still has the
    /// position that they are shown. To confirm resigning, a player need not be to move.
    fn token(&self, user: &User, powers: Powers, at: Timestamp) -> Option<ReplyToken> {
        let seat = self.record.seat_of(&user.id)?;
        let is_his = powers == Powers::RESIGN || self.game.seat_to_move() == Some(seat);
        let plays = self.is_current && self.record.ended.is_none() && is_his;
        plays.then(|| ReplyToken {
            board: self.record.id,
            generation: self.record.generation(),
            seat,
            powers,
            expires: at + PLAYS_FOR,
        })
    }
}
