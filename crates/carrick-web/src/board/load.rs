//! Reading a board, with its game, from the store.

use std::collections::{BTreeMap, HashMap};

use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;
use carrick_games::{AnyGame, GameKind, PASS, SWAP, Seat, WinBy};
use carrick_position::{PositionError, PositionLook, PositionQuery, PositionView};
use carrick_server::Cost;
use carrick_service::{
    AskedHint, BoardId, BoardRecord, BoardSummary, Clock, ComputerLevel, Ended, Ending, OfferKind,
    Practice, RatingRecord, SeatResult, State, User, Userid, computer_level, may_talk,
};
use carrick_store::{BoardList, BoardNow, Cursor, Part, Remark, StoreError};
use jiff::Timestamp;

use super::analysis::may_teach;
use super::sheet::{self, notes_of};
use crate::app::App;
use crate::cost::{cost_of, cost_of_teaching};
use crate::pages::fault::Fault;
use crate::pages::labels::{self, of_level};
use crate::pages::session::Payer;

/// A board with its game, remarks, users and ratings, all read at the same moment.
#[derive(Debug)]
pub(crate) struct Loaded {
    /// Number of the last change before the read.
    pub(crate) seen: u64,
    pub(crate) record: BoardRecord,
    pub(crate) game: AnyGame,
    pub(crate) remarks: Vec<Remark>,
    pub(crate) users: BTreeMap<Userid, User>,
    pub(crate) ratings: BTreeMap<(GameKind, Userid), RatingRecord>,
    /// The next game between the same players.
    pub(crate) rematch: Option<BoardId>,
    /// The hint that was requested for its present position.
    pub(crate) hint: Option<AskedHint>,
    /// The seat of the person that the computer teaches; `None` before [`teach`](Self::teach).
    pub(crate) learner: Option<Seat>,
}

/// Extractor: the board that a URL names. It may not exist.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PathBoard(pub(crate) BoardId);

impl PathBoard {
    /// Parses the two parts of a board's path.
    pub(crate) fn read(kind: &str, number: &str) -> Result<Self, Fault> {
        let kind: GameKind = kind.parse().map_err(|_| Fault::PAGE)?;
        Ok(Self(BoardId::parse(kind, number).map_err(|_| Fault::BOARD)?))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for PathBoard {
    type Rejection = Fault;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Fault> {
        let words = Path::<HashMap<String, String>>::from_request_parts(parts, state).await;
        let Path(words) = words.map_err(|_| Fault::PAGE)?;
        let word = |name: &str| words.get(name).map(String::as_str).unwrap_or_default();
        Self::read(word("game"), word("number"))
    }
}

/// Loads a board with its game.
///
/// # Errors
/// When there is no such board, or its game was declined.
pub(crate) async fn load(app: &App, id: BoardId) -> Result<Loaded, Fault> {
    let BoardNow { seen, mut state, remarks, rematch } = app.store.board_now(id).await?;
    let record = state.boards.remove(&id).ok_or(Fault::BOARD)?;
    if matches!(&record.ended, Some(ended) if matches!(ended.result(), SeatResult::Declined(_))) {
        return Err(Fault::DECLINED);
    }
    let game = record.game().map_err(|_| {
        tracing::error!(%id, "a board is damaged");
        Fault::NotFound("This board is damaged; please tell the administrator.")
    })?;
    let State { users, ratings, .. } = state;
    let hint = sheet::asked(app, &record).await?;
    Ok(Loaded { seen, record, game, remarks, users, ratings, rematch, hint, learner: None })
}

/// The clocks of a board when it is a seat's turn. `users` contains the players.
pub(crate) fn clock<'a>(
    record: &'a BoardRecord,
    users: &BTreeMap<Userid, User>,
    to_move: Seat,
) -> Clock<'a> {
    let users = record.players.each_ref().map(|player| users.get(player));
    let absences = users.map(|user| user.map_or(&[][..], |user| &user.absences[..]));
    Clock::new(record, to_move, absences)
}

impl Loaded {
    pub(crate) const fn id(&self) -> BoardId {
        self.record.id
    }

    /// Path of the board's page.
    pub(crate) fn path(&self) -> String {
        path(self.record.id)
    }

    /// Lets the computer comment on the turns of a teaching game, unless one of its positions
    /// belongs to another game that the learner is playing.
    ///
    /// # Errors
    /// When the database fails, or too many ask.
    pub(crate) async fn teach(self, app: &App, payer: &Payer) -> Result<Self, Fault> {
        let Some(seat) = self.record.learner() else { return Ok(self) };
        let user = &self.record.players[seat.index()];
        let may = may_teach(app, payer, user, &self.game).await?;
        Ok(Self { learner: Some(seat).filter(|_| may), ..self })
    }

    /// A position of the board's game.
    ///
    /// # Errors
    /// If the query does not fit the game, the error names the wrong field.
    pub(crate) fn look(&self, query: &PositionQuery) -> Result<PositionView, PositionError> {
        let notes = notes_of(self.hint.as_ref(), &self.game);
        let look = PositionLook { learner: self.learner, notes, ..query.look()? };
        let view = carrick_position::look(&self.game, &look)?;
        Ok(PositionView { generation: Some(self.record.generation()), ..view })
    }

    /// Price of showing a position of the game.
    pub(crate) fn cost(&self) -> Cost {
        cost_of(&self.game) + cost_of_teaching(&self.game, self.learner)
    }

    /// The seat of a user, if they play here.
    pub(crate) fn seat_of(&self, user: Option<&Userid>) -> Option<Seat> {
        user.and_then(|user| self.record.seat_of(user))
    }

    /// Whether a user plays here and has played a turn; until then, resigning only declines the
    /// game.
    pub(crate) fn has_moved(&self, user: Option<&Userid>) -> bool {
        let seat = self.seat_of(user);
        seat.is_some_and(|seat| self.record.turns.iter().any(|turn| turn.seat == seat))
    }

    /// Whether a user may talk here.
    pub(crate) fn may_talk(&self, user: &Userid) -> bool {
        may_talk(&self.record, &self.users, user)
    }

    /// Whether the other player still has an account and could play another game with this one, as
    /// far as the board shows.
    pub(crate) fn may_go_on(&self, seat: Seat) -> bool {
        let [me, other] = [seat, !seat].map(|seat| &self.record.players[seat.index()]);
        let takes = |user: &User| {
            user.deleted.is_none()
                && !user.blocked.contains(me)
                && user.settings.game(self.record.id.kind).challenges
        };
        let mine = |user: &User| !user.blocked.contains(other);
        computer_level(other).is_some()
            || (self.users.get(other).is_some_and(takes) && self.users.get(me).is_some_and(mine))
    }

    /// Whether it is the user's turn.
    pub(crate) fn is_turn_of(&self, user: Option<&Userid>) -> bool {
        let seat = self.seat_of(user);
        seat.is_some() && self.record.ended.is_none() && self.game.seat_to_move() == seat
    }
}

/// Path of a board's page.
pub(crate) fn path(id: BoardId) -> String {
    format!("/{}/{}", id.kind, id.number)
}

/// Whether lists show a board: they leave out declined games.
pub(crate) fn visible_to(ended: Option<&carrick_service::Ended>) -> bool {
    !matches!(ended, Some(ended) if matches!(ended.result(), SeatResult::Declined(_)))
}

/// Number of games to search for those against the computer.
const LOOKED_THROUGH: u32 = 20;

/// Number of finished games of one kind after which there are no more comments on turns, unless the
/// player wants them.
const LEARNED: usize = 5;

/// Whether a user has finished enough games of one kind to see what a turn did without being told.
pub(crate) async fn is_experienced(
    app: &App,
    user: Option<&Userid>,
    kind: GameKind,
) -> Result<bool, StoreError> {
    let Some(user) = user else { return Ok(false) };
    Ok(finished(app, user, kind, LEARNED as u32).await?.len() >= LEARNED)
}

/// A player's last games of one kind against the computer; `None` if there are none.
pub(crate) async fn lately(
    app: &App,
    user: &Userid,
    kind: GameKind,
) -> Result<Option<Practice>, StoreError> {
    Ok(Practice::of(user, &finished(app, user, kind, LOOKED_THROUGH).await?))
}

/// A player's last finished games of one kind.
async fn finished(
    app: &App,
    user: &Userid,
    kind: GameKind,
    most: u32,
) -> Result<Vec<BoardSummary>, StoreError> {
    let list = BoardList {
        kind: Some(kind),
        player: Some(user.clone()),
        opponent: None,
        parts: vec![Part::Over(Timestamp::MIN)],
    };
    Ok(app.store.boards_page(&list, Cursor::Start, most).await?.rows)
}

/// A proposal for the next game, on the page of one that is over.
#[derive(Debug, Clone)]
pub(crate) struct Proposal {
    /// Results of the last games, in a sentence.
    pub(crate) said: String,
    /// The level to try, if it is a different one.
    pub(crate) level: Option<ComputerLevel>,
    /// Fields of the form for a new game, with their values: the options of the board.
    pub(crate) options: Vec<(String, String)>,
}

impl Proposal {
    /// The proposal for a player of a board; `None` if there is none.
    pub(crate) async fn of(
        app: &App,
        board: &Loaded,
        user: Option<&Userid>,
    ) -> Result<Option<Self>, StoreError> {
        let Some(user) = user.filter(|_| board.record.ended.is_some()) else { return Ok(None) };
        let Some(seat) = board.record.seat_of(user) else { return Ok(None) };
        let Some(level) = computer_level(&board.record.players[(!seat).index()]) else {
            return Ok(None);
        };
        let lately = lately(app, user, board.record.id.kind).await?;
        // The page of an old game does not mention later games at other levels.
        let Some(practice) = lately.filter(|practice| practice.level == level) else {
            return Ok(None);
        };
        let options = board.record.options.split_whitespace().map(option_field).collect();
        let said = match board.record.hints {
            0 => said(&practice),
            _ => format!("{} Games with hints don't count.", said(&practice)),
        };
        Ok(Some(Self { said, level: next(&practice), options }))
    }
}

/// Another level to try.
fn next(practice: &Practice) -> Option<ComputerLevel> {
    Some(practice.next()).filter(|&level| level != practice.level)
}

fn said(practice: &Practice) -> String {
    let Practice { level, won, drawn, games, .. } = *practice;
    let drew = match drawn {
        0 => String::new(),
        drawn => format!(" and drew {drawn}"),
    };
    format!("You won {won}{drew} of {games} against {}.", of_level(&level))
}

/// `-radius=4` as a form field; the value of a switch is 1.
pub(crate) fn option_field(option: &str) -> (String, String) {
    let (name, value) = option.split_once('=').unwrap_or((option, "1"));
    (name.to_owned(), value.to_owned())
}

/// The last event on a board as a sentence for a list; `None` if it was the reader's own.
pub(crate) fn happened(record: &BoardRecord, game: &AnyGame, me: Option<Seat>) -> Option<String> {
    let by_other = |seat: Seat| me != Some(seat);
    let last = record.turns.last().map(|turn| turn.seat);
    if let Some(ended) = &record.ended {
        let by = match ended.ending {
            Ending::Won(seat, WinBy::Resignation) => Some(!seat),
            Ending::Declined(seat) | Ending::NotBegun(seat) => Some(seat),
            Ending::Won(..) | Ending::Drawn(_) => {
                last.filter(|_| game.at(game.ply()).outcome().is_some())
            }
        };
        let said = format!("{}.", result(&record.players, ended, me));
        return by.is_none_or(by_other).then_some(said);
    }
    if let Some(made) = record.offer {
        let by = if made.rejected { !made.by } else { made.by };
        return by_other(by).then(|| offer(record, me).0);
    }
    let by = record.undone.by.or(last.filter(|_| record.turns.len() > record.given as usize));
    match by {
        Some(seat) => by_other(seat).then(|| last_event(record, game, me).0),
        None if record.offered_to.is_some() && record.offered_to != me => None,
        None if record.offered_to.is_some() => {
            let other = me.map(|me| labels::shown(&record.players[(!me).index()]));
            other.map(|other| format!("{other} offers you a game."))
        }
        None => Some(match me {
            Some(me) => {
                format!("a new game with {}.", labels::shown(&record.players[(!me).index()]))
            }
            None => "a new game.".to_owned(),
        }),
    }
}

/// How a game ended, in a few words.
pub(crate) fn result(players: &[Userid; 2], ended: &Ended, me: Option<Seat>) -> String {
    let name = |seat: Seat| labels::shown(&players[seat.index()]);
    match ended.result() {
        SeatResult::Won(seat) if me == Some(seat) => format!("you won ({})", ended.reason()),
        SeatResult::Won(seat) => format!("{} won ({})", name(seat), ended.reason()),
        SeatResult::Draw => format!("draw ({})", ended.reason()),
        SeatResult::Declined(_) => format!("no game ({})", ended.reason()),
    }
}

/// The last event as a sentence, and whether it is a turn, which the board shows.
pub(crate) fn last_event(record: &BoardRecord, game: &AnyGame, me: Option<Seat>) -> (String, bool) {
    if record.ended.is_some() {
        return (String::new(), false);
    }
    let has = |seat: Seat| named(record, seat, me, "You have", "has");
    if let Some(seat) = record.undone.by {
        return (format!("{} gone back to turn {}.", has(seat), game.ply() + 1), false);
    }
    let Some(last) = record.turns.last() else { return (String::new(), false) };
    let who = has(last.seat);
    match &*last.text {
        PASS => (format!("{who} passed."), false),
        SWAP => {
            let now = me.map(|me| record.id.kind.colour_name(game.colour_of(me)));
            let now = now.map(|colour| format!(": you are {colour} now")).unwrap_or_default();
            (format!("{who} swapped{now}."), false)
        }
        turn => (format!("{who} played {turn}."), true),
    }
}

/// The player as the subject of a sentence. Names keep their case.
pub(crate) fn named(
    record: &BoardRecord,
    seat: Seat,
    me: Option<Seat>,
    you: &str,
    they: &str,
) -> String {
    match me == Some(seat) {
        true => you.to_owned(),
        false => format!("{} {they}", labels::shown(&record.players[seat.index()])),
    }
}

/// A pending or rejected offer as a sentence, and whether the reader may answer it.
pub(crate) fn offer(record: &BoardRecord, me: Option<Seat>) -> (String, bool) {
    let Some(offer) = record.offer else { return (String::new(), false) };
    if offer.rejected {
        let who = named(record, !offer.by, me, "You have", "has");
        let what = match offer.kind {
            OfferKind::Draw => "a draw",
            OfferKind::Undo => "taking the turn back",
        };
        return (format!("{who} rejected {what}."), false);
    }
    let (you, they, what) = match offer.kind {
        OfferKind::Draw => ("You offer", "offers", "a draw"),
        OfferKind::Undo => ("You ask", "asks", "to take the last turn back"),
    };
    let who = named(record, offer.by, me, you, they);
    (format!("{who} {what}."), me.is_some_and(|me| me != offer.by))
}

/// A turn in the list of turns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TurnCell {
    pub(crate) ply: usize,
    pub(crate) text: String,
    /// Whether the page shows the position after this turn.
    pub(crate) here: bool,
}

/// A row of the list: a turn of the first player and the second player's answer. If a player moves
/// twice in a row, the other player's cell is empty.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct TurnRow {
    pub(crate) cells: [Option<TurnCell>; 2],
}

/// All turns of a board, with a mark at the one whose position is shown.
pub(crate) fn rounds(record: &BoardRecord, at: usize) -> Vec<TurnRow> {
    let mut rounds: Vec<TurnRow> = Vec::new();
    for (ply, turn) in (1..).zip(&record.turns) {
        let cell = TurnCell { ply, text: turn.text.to_string(), here: ply == at };
        match rounds.last_mut() {
            Some(round) if turn.seat == Seat::Second && round.cells[1].is_none() => {
                round.cells[1] = Some(cell);
            }
            _ => {
                let mut round = TurnRow::default();
                round.cells[turn.seat.index()] = Some(cell);
                rounds.push(round);
            }
        }
    }
    rounds
}

#[cfg(test)]
mod tests {
    use carrick_games::GameKind;
    use carrick_service::{BoardId, Terms, TurnRecord};

    use super::*;

    #[test]
    fn results_are_summed_up_in_a_sentence() {
        let (kind, level) = (GameKind::Anchor, ComputerLevel::MIN);
        for (won, drawn, games, sentence, to) in [
            (3, 0, 4, "You won 3 of 4 against Talc.", Some("novice2")),
            (0, 0, 2, "You won 0 of 2 against Talc.", None),
            (2, 1, 3, "You won 2 and drew 1 of 3 against Talc.", Some("novice2")),
            (1, 0, 1, "You won 1 of 1 against Talc.", None),
        ] {
            let practice = Practice { kind, level, won, drawn, games };
            assert_eq!(said(&practice), sentence);
            assert_eq!(next(&practice).map(ComputerLevel::name), to);
        }
    }

    #[test]
    fn options_become_fields() {
        let is = |option, name: &str, value: &str| {
            assert_eq!(option_field(option), (name.to_owned(), value.to_owned()));
        };
        is("-radius=4", "-radius", "4");
        is("-noswap", "-noswap", "1");
    }

    #[test]
    fn consecutive_turns_of_one_player_have_separate_rows() {
        let at = "2008-05-01T12:00:00Z".parse().unwrap();
        let id = BoardId { kind: GameKind::Ankor, number: 101 };
        let players = ["ann".parse().unwrap(), "bob".parse().unwrap()];
        let mut record = BoardRecord::new(id, players, "-size=6", Terms::default(), at);
        for (text, seat) in [
            ("d3", Seat::First),
            ("swap", Seat::Second),
            ("e2", Seat::First),
            ("f4", Seat::Second),
            ("f3", Seat::Second),
        ] {
            record.turns.push(TurnRecord { text: text.into(), seat, at });
        }
        let texts = |round: &TurnRow| {
            let text =
                |cell: &Option<TurnCell>| cell.as_ref().map_or("", |cell| &cell.text).to_owned();
            [text(&round.cells[0]), text(&round.cells[1])]
        };
        let rows: Vec<_> = rounds(&record, 3).iter().map(texts).collect();
        assert_eq!(rows, [["d3", "swap"], ["e2", "f4"], ["", "f3"]]);
        assert!(rounds(&record, 3)[1].cells[0].as_ref().unwrap().here);
    }
}
