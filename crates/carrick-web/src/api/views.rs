//! Boards, levels and ratings as JSON.

use std::borrow::Cow;
use std::fmt;

use carrick_games::{GameKind, Seat};
use carrick_position::ColourView;
use carrick_service::{
    BoardSummary, ComputerLevel, ComputerLevelError, Ended, OfferKind, RatingRecord, Terms, Userid,
    computer_level,
};
use serde::de::{Deserializer, Error, Visitor};
use serde::{Deserialize, Serialize, Serializer};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, OneOfBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

use crate::api::games::GameName;
use crate::board::{self, Loaded};

/// A board with everything that has happened on it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Board)]
pub(crate) struct BoardView {
    pub(crate) game: GameName,
    #[schema(minimum = 101)]
    pub(crate) number: u32,
    /// The board's page.
    #[schema(example = "https://carrick.example/antipod/101")]
    pub(crate) url: String,
    /// The players in the order of the challenge: the first one moves first.
    #[schema(min_items = 2, max_items = 2)]
    players: Vec<PlayerView>,
    /// The game's options in canonical form.
    #[schema(example = "-radius=4")]
    options: String,
    terms: TermsView,
    /// Whether it is a teaching game; absent if it is not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    teaching: bool,
    /// Number of turns that were already played at the start, in a game that starts from a
    /// position; absent if there are none.
    #[serde(skip_serializing_if = "is_zero")]
    given: u32,
    /// Number of turns for which a player asked for a hint; absent if there are none.
    #[serde(skip_serializing_if = "is_zero")]
    hints: u32,
    #[schema(format = DateTime)]
    created: String,
    /// Whether both players have moved. Only then do clocks run and does the game count.
    begun: bool,
    /// Increases with every turn, and whenever turns are taken back.
    generation: u32,
    /// All turns, including swaps and passes; the first has number 1.
    turns: Vec<TurnView>,
    /// Number of the next turn.
    #[schema(minimum = 1)]
    next: u32,
    /// The player who has not accepted the game yet. Until they do, it is only an offer and no
    /// clock runs. Absent once they have.
    #[serde(skip_serializing_if = "Option::is_none")]
    offered_to: Option<String>,
    /// The player to move; absent when the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    to_move: Option<ToMove>,
    /// All legal turns, in the form in which you send them; empty when the game is over.
    legal: Vec<String>,
    /// The offer made since the last turn, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    offer: Option<OfferView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ended: Option<EndView>,
    /// The players' ratings after the game, in the same order as the players; only for rated games.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(min_items = 2, max_items = 2)]
    ratings_after: Option<Vec<Rating>>,
    /// Your own view; absent unless you play here and your token has the scope `read`.
    #[serde(skip_serializing_if = "Option::is_none")]
    you: Option<You>,
}

/// A player on a board.
#[derive(Debug, Serialize, ToSchema)]
struct PlayerView {
    #[schema(example = "camb")]
    userid: String,
    /// The colour that they play at present; a swap changes it.
    colour: ColourView,
    /// The game's name for this colour.
    #[schema(example = "Dark")]
    colour_name: &'static str,
    /// The level of a computer player.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(inline)]
    computer: Option<LevelView>,
    /// Their rating in this game; absent before their first rated game.
    #[serde(skip_serializing_if = "Option::is_none")]
    rating: Option<Rating>,
}

/// Time control, and whether the game is rated.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub(crate) struct TermsView {
    /// Days for each turn before the game is forfeited.
    #[schema(example = 21)]
    forfeit_days: u16,
    /// Days after which the player is reminded.
    #[schema(example = 7)]
    nag_days: u16,
    /// Days for all turns of a player together.
    #[serde(skip_serializing_if = "Option::is_none")]
    total_days: Option<u16>,
    /// Hours added to the total after each turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    increment_hours: Option<u16>,
    /// Whether the game counts for ratings.
    rated: bool,
}

impl From<&Terms> for TermsView {
    fn from(terms: &Terms) -> Self {
        Self {
            forfeit_days: terms.forfeit_days,
            nag_days: terms.nag_days,
            total_days: terms.total_days,
            increment_hours: terms.increment_hours,
            rated: terms.rated,
        }
    }
}

/// A turn that was played.
#[derive(Debug, Serialize, ToSchema)]
struct TurnView {
    #[schema(minimum = 1)]
    number: u32,
    /// In canonical notation.
    #[schema(example = "f4")]
    turn: String,
    userid: String,
    #[schema(format = DateTime)]
    at: String,
}

/// The player to move, with the deadline.
#[derive(Debug, Serialize, ToSchema)]
struct ToMove {
    userid: String,
    colour: ColourView,
    /// Deadline, including absences; absent when there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = DateTime)]
    deadline: Option<String>,
    /// Seconds left of their total time, if it is limited.
    #[serde(skip_serializing_if = "Option::is_none")]
    left_seconds: Option<i64>,
}

/// Kind of an offer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum OfferName {
    Draw,
    /// To take back the last turn of the player who offers.
    Undo,
}

/// An offer.
#[derive(Debug, Serialize, ToSchema)]
struct OfferView {
    by: String,
    offers: OfferName,
    /// Whether it was rejected. It can be repeated after the next turn.
    rejected: bool,
}

/// How a game ended.
#[derive(Debug, Serialize, ToSchema)]
struct EndView {
    /// The winner; absent after a draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    winner: Option<String>,
    /// The reason, as in game records.
    #[schema(example = "path")]
    reason: String,
    #[schema(format = DateTime)]
    at: String,
}

/// The caller's own view of a board.
#[derive(Debug, Serialize, ToSchema)]
struct You {
    /// Whether the caller is to move.
    to_move: bool,
    /// The caller's queue of conditional turns.
    #[serde(skip_serializing_if = "Option::is_none")]
    queue: Option<String>,
}

/// A board in a list.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BoardLine {
    pub(crate) game: GameName,
    #[schema(minimum = 101)]
    pub(crate) number: u32,
    /// The players in the order of the challenge.
    #[schema(min_items = 2, max_items = 2)]
    players: Vec<String>,
    options: String,
    /// Number of turns played.
    ply: u32,
    /// Number of turns for which a player asked for a hint; absent if there are none.
    #[serde(skip_serializing_if = "is_zero")]
    hints: u32,
    /// The player who has not accepted the game yet; absent once they have.
    #[serde(skip_serializing_if = "Option::is_none")]
    offered_to: Option<String>,
    /// The player to move; absent when the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    to_move: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ended: Option<EndView>,
    /// Time of the last event on the board.
    #[schema(format = DateTime)]
    touched: String,
}

impl BoardLine {
    pub(crate) fn new(board: &BoardSummary) -> Self {
        Self {
            game: board.id.kind.into(),
            number: board.id.number,
            players: board.players.iter().map(Userid::to_string).collect(),
            options: board.options.clone(),
            ply: board.ply,
            hints: board.hints,
            offered_to: board.offered_to.map(|seat| board.players[seat.index()].to_string()),
            to_move: board.to_move.map(|seat| board.players[seat.index()].to_string()),
            ended: board.ended.as_ref().map(|ended| end(ended, &board.players)),
            touched: board.touched.to_string(),
        }
    }
}

fn end(ended: &Ended, players: &[Userid; 2]) -> EndView {
    EndView {
        winner: ended.result().winner().map(|seat| players[seat.index()].to_string()),
        reason: ended.reason().to_owned(),
        at: ended.at.to_string(),
    }
}

/// Whether a number is left out of the answer.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands out references")]
const fn is_zero(number: &u32) -> bool {
    *number == 0
}

impl BoardView {
    /// A board as the reader sees it. `me` is a reader who may see their own view; `base` is the
    /// site's base URL.
    pub(crate) fn new(
        board: &Loaded,
        me: Option<&Userid>,
        base: &str,
        now: jiff::Timestamp,
    ) -> Self {
        let record = &board.record;
        let running = record.ended.is_none();
        let turns = (1..).zip(&record.turns).map(|(number, turn)| TurnView {
            number,
            turn: turn.text.to_string(),
            userid: record.players[turn.seat.index()].to_string(),
            at: turn.at.to_string(),
        });
        let after = record.rating_changes.as_ref();
        Self {
            game: record.id.kind.into(),
            number: record.id.number,
            url: format!("{base}{}", board.path()),
            players: Seat::BOTH.map(|seat| player(board, seat)).into(),
            options: record.options.clone(),
            terms: (&record.terms).into(),
            teaching: record.teaching,
            given: record.given,
            hints: record.hints,
            created: record.created.to_string(),
            begun: record.has_begun(),
            generation: record.generation(),
            turns: turns.collect(),
            next: record.turns.len() as u32 + 1,
            offered_to: record.offered_to.map(|seat| record.players[seat.index()].to_string()),
            to_move: running.then(|| to_move(board, now)).flatten(),
            legal: if running { board.game.legal() } else { Vec::new() },
            offer: record.offer.filter(|_| running).map(|offer| OfferView {
                by: record.players[offer.by.index()].to_string(),
                offers: match offer.kind {
                    OfferKind::Draw => OfferName::Draw,
                    OfferKind::Undo => OfferName::Undo,
                },
                rejected: offer.rejected,
            }),
            ended: record.ended.as_ref().map(|ended| end(ended, &record.players)),
            ratings_after: after.map(|both| both.iter().map(|one| (&one.after).into()).collect()),
            you: board.seat_of(me).map(|seat| You {
                to_move: board.is_turn_of(me),
                queue: record.plans.queues[seat.index()].clone(),
            }),
        }
    }
}

fn player(board: &Loaded, seat: Seat) -> PlayerView {
    let kind = board.record.id.kind;
    let user = &board.record.players[seat.index()];
    let colour = board.game.colour_of(seat);
    PlayerView {
        userid: user.to_string(),
        colour: colour.into(),
        colour_name: kind.colour_name(colour),
        computer: computer_level(user).map(LevelView),
        rating: board.ratings.get(&(kind, user.clone())).map(Rating::from),
    }
}

fn to_move(board: &Loaded, now: jiff::Timestamp) -> Option<ToMove> {
    let record = &board.record;
    let seat = board.game.seat_to_move()?;
    let clock = board::clock(record, &board.users, seat);
    let timed = !clock.is_untimed();
    Some(ToMove {
        userid: record.players[seat.index()].to_string(),
        colour: board.game.colour_of(seat).into(),
        deadline: timed.then(|| clock.deadline().to_string()),
        left_seconds: clock.left(seat, now).filter(|_| timed).map(|left| left.as_secs()),
    })
}

/// A level of the computer, as programs write it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LevelView(pub(crate) ComputerLevel);

impl From<ComputerLevel> for LevelView {
    fn from(level: ComputerLevel) -> Self {
        Self(level)
    }
}

impl Serialize for LevelView {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.number() {
            Some(number) => serializer.serialize_u8(number),
            None => serializer.serialize_str(self.0.name()),
        }
    }
}

impl<'de> Deserialize<'de> for LevelView {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ViewReader)
    }
}

struct ViewReader;

impl Visitor<'_> for ViewReader {
    type Value = LevelView;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a level: a number from 1 to 9, or novice1 to novice{}", GameKind::MOST_NOVICES)
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<LevelView, E> {
        let level = u8::try_from(number).ok().and_then(ComputerLevel::numbered);
        level.map(LevelView).ok_or_else(|| E::custom(ComputerLevelError::Unknown))
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<LevelView, E> {
        let level = ComputerLevel::all().find(|level| level.name() == name);
        level.map(LevelView).ok_or_else(|| E::custom(ComputerLevelError::Unknown))
    }
}

impl PartialSchema for LevelView {
    fn schema() -> RefOr<Schema> {
        let names = ComputerLevel::all().filter(|level| level.number().is_none());
        let name = ObjectBuilder::new()
            .schema_type(Type::String)
            .enum_values(Some(names.map(ComputerLevel::name)));
        let number =
            ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(1)).maximum(Some(9));
        let about = "A level of the computer: 1 to 9, or one for beginners. How many beginner levels \
                     there are depends on the game.";
        OneOfBuilder::new().description(Some(about)).item(name).item(number).into()
    }
}

impl ToSchema for LevelView {
    fn name() -> Cow<'static, str> {
        "Level".into()
    }
}

/// A Glicko-2 rating.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Rating {
    #[schema(example = 1612.4)]
    rating: f64,
    #[schema(example = 87.2)]
    deviation: f64,
    /// Whether it rests on too few games to be reliable.
    provisional: bool,
    won: u32,
    drawn: u32,
    lost: u32,
}

impl From<&RatingRecord> for Rating {
    fn from(record: &RatingRecord) -> Self {
        let [won, drawn, lost] = record.games;
        Self {
            rating: record.rating,
            deviation: record.deviation,
            provisional: record.is_provisional(),
            won,
            drawn,
            lost,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{from_value, json, to_value};

    use super::*;

    #[test]
    fn what_is_written_is_read() {
        for level in ComputerLevel::all() {
            let written = to_value(LevelView(level)).unwrap();
            assert_eq!(written.is_number(), level.number().is_some());
            assert_eq!(from_value::<LevelView>(written).unwrap(), LevelView(level));
        }
        assert_eq!(from_value::<LevelView>(json!("level3")).unwrap().0.number(), Some(3));
        for wrong in [json!(0), json!(10), json!(-1), json!(1.5), json!("novice0"), json!(null)] {
            let error = from_value::<LevelView>(wrong).unwrap_err().to_string();
            assert!(error.contains("novice1 to novice"), "{error}");
        }
    }
}
