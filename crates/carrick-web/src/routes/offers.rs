//! Offered games, as pages show them to the two players.

use std::collections::BTreeMap;

use carrick_games::{GameKind, Seat};
use carrick_service::{BoardRecord, Ended, Needs, RatingRecord, SeatResult, User, Userid};
use carrick_store::StoreError;
use jiff::Timestamp;

use crate::app::App;
use crate::board::{self, Loaded};
use crate::pages::labels::{self, NamedPlayer, When};
use crate::pages::session::Visitor;
use crate::routes::shared::pictures;

/// A game that one player offers to another, with its terms.
#[derive(Debug)]
pub(crate) struct GameOffer {
    /// Path of the board.
    pub(crate) path: String,
    pub(crate) title: &'static str,
    /// The other player.
    pub(crate) other: NamedPlayer,
    /// Whether the reader may accept it; otherwise the other player may.
    pub(crate) to_me: bool,
    pub(crate) options: String,
    pub(crate) terms: String,
    /// The reader's colour, and whether the reader moves first.
    pub(crate) colour: String,
    /// Ratings of the reader and of the other player.
    pub(crate) ratings: [String; 2],
    /// When the offer expires.
    pub(crate) until: When,
    /// URLs of pictures of the board, for light and dark themes.
    pub(crate) pictures: [String; 2],
    /// URL of the form that proposes other terms.
    pub(crate) other_terms: String,
}

/// The next game between the players of a finished one.
#[derive(Debug)]
pub(crate) struct NextGame {
    /// Path of its board.
    pub(crate) path: String,
    pub(crate) name: String,
    /// Who offers it, or that it has begun.
    pub(crate) said: String,
    /// Whether the reader may accept it.
    pub(crate) to_me: bool,
}

impl NextGame {
    /// The rematch of a finished game, unless it was declined.
    pub(crate) async fn after(
        app: &App,
        board: &Loaded,
        reader: Option<&Visitor>,
    ) -> Result<Option<Self>, StoreError> {
        let Some(id) = board.rematch.filter(|_| board.record.ended.is_some()) else {
            return Ok(None);
        };
        let needs = Needs { boards: [id].into(), ..Needs::default() };
        let next = app.store.read(&needs).await?.boards.remove(&id);
        // It may have been declined since the board was loaded.
        let next = next.filter(|next| {
            let result = next.ended.as_ref().map(Ended::result);
            !matches!(result, Some(SeatResult::Declined(_)))
        });
        Ok(next.map(|next| Self::new(&next, reader)))
    }

    fn new(record: &BoardRecord, reader: Option<&Visitor>) -> Self {
        let me = reader.and_then(|reader| record.seat_of(reader.id()));
        let offered_to = record.offered_to.filter(|_| record.ended.is_none());
        let said = match offered_to {
            Some(to) => {
                let who = board::named(record, !to, me, "You offer", "offers");
                format!("{who} a rematch, with colours exchanged:")
            }
            None => "The next game, with colours exchanged:".to_owned(),
        };
        Self {
            path: board::path(record.id),
            name: record.id.to_string(),
            said,
            to_me: offered_to.is_some() && me == offered_to,
        }
    }
}

impl GameOffer {
    /// The offer of a board, for its reader; `None` if it has been accepted, no longer exists, or
    /// does not concern the reader.
    pub(crate) fn of(
        record: &BoardRecord,
        users: &BTreeMap<Userid, User>,
        ratings: &BTreeMap<(GameKind, Userid), RatingRecord>,
        reader: Option<&Visitor>,
        now: Timestamp,
    ) -> Option<Self> {
        let to = record.offered_to.filter(|_| record.ended.is_none())?;
        let (kind, reader) = (record.id.kind, reader?);
        let me = record.seat_of(reader.id())?;
        let other = &record.players[(!me).index()];
        let rating = |user: &Userid| match ratings.get(&(kind, user.clone())) {
            Some(rating) => rating.shown(),
            None => "no rating yet".to_owned(),
        };
        let first = if me == Seat::First { "you move first" } else { "you move second" };
        let colour = kind.colour_name(record.game().ok()?.colour_of(me));
        Some(Self {
            path: board::path(record.id),
            title: kind.title(),
            other: NamedPlayer::of(other),
            to_me: me == to,
            options: labels::options_in_words(kind, &record.options),
            terms: board::terms(&record.terms),
            colour: format!("You play {colour}; {first}"),
            ratings: [rating(reader.id()), rating(other)],
            until: reader.when(board::clock(record, users, to).deadline(), now),
            pictures: pictures(kind, &record.options, "", "no-labels"),
            other_terms: format!("/new/{kind}?counter={}", record.id.number),
        })
    }
}
