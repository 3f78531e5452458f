//! A record as the board it would be.

use std::collections::BTreeMap;
use std::hash::{Hash as _, Hasher};

use carrick_games::records::{Clocks, Details, Moment, PlayerDetails, Record};
use carrick_games::{AnyOptions, OptionError, Outcome, Seat, SizeLimits};
use jiff::{SignedDuration, Timestamp};

use crate::exchange::{SITE, moment};
use crate::people::{BoardId, Userid, UseridError, computer_level};
use crate::state::{BoardRecord, Ended, Ending, Terms, TurnRecord};

/// Which users the names in records mean, and other corrections of records.
#[derive(Debug, Clone, Default)]
pub struct Naming {
    /// Userids for names that are not valid userids, or whose accounts here have other names.
    pub userids: BTreeMap<String, Userid>,
    /// The players of records without names, by [`Seat::index`].
    pub unnamed: Option<[Userid; 2]>,
    /// Whether all games are unrated.
    pub unrated: bool,
}

/// The board that a record would be.
#[derive(Debug, Clone, PartialEq)]
pub struct IncomingGame {
    /// The board. Its number is the one it had where it was played, if that was a server such as
    /// this.
    pub(super) board: BoardRecord,
    /// Whether the record says which board it was, and when that began: both together name a game.
    pub(super) numbered: bool,
    /// The seat to move; `None` when the game is over.
    pub(super) to_move: Option<Seat>,
    /// Which moments the record states; the others were filled in.
    stated: Stated,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Stated {
    created: bool,
    ended: bool,
    turns: Vec<bool>,
}

impl IncomingGame {
    /// Looks at a record.
    ///
    /// # Errors
    /// When it cannot be a board of this server, or is from the future.
    pub fn new(record: &Record, naming: &Naming, now: Timestamp) -> Result<Self, ImportFault> {
        let details = &record.details;
        let players = players(&details.players, naming)?;
        let options = record.options().to_string();
        let words: Vec<&str> = options.split_whitespace().collect();
        let is_handicap =
            AnyOptions::parse(record.kind(), &words, SizeLimits::Challenge)?.is_handicap();
        let goes_on = record.outcome().is_none();
        let rated = !details.unrated && !naming.unrated && !is_handicap;
        let terms = Terms { rated, ..terms(details.clocks, goes_on)? };
        let times = EventTimes::of(record, now)?;
        let number = number(details);
        let id = BoardId { kind: record.kind(), number: number.unwrap_or(BoardId::FIRST_NUMBER) };
        let mut board = BoardRecord::new(id, players, options, terms, times.created);
        let turns = record.turns().iter().zip(&times.turns);
        board.turns = turns
            .map(|(turn, &at)| TurnRecord { text: turn.text.as_str().into(), seat: turn.seat, at })
            .collect();
        board.ended = ended(record, times.ended);
        let stated = Stated {
            created: details.started.is_some(),
            ended: details.ended.is_some(),
            turns: record.turns().iter().map(|turn| turn.note.at.is_some()).collect(),
        };
        let to_move = record.game().seat_to_move();
        Ok(Self { board, numbered: number.is_some(), to_move, stated })
    }

    /// A fingerprint that is equal for equal games, and almost never for others.
    pub(super) fn fingerprint(&self, hasher: &mut impl Hasher) {
        self.board.options.hash(hasher);
        self.board.created.hash(hasher);
        for turn in &self.board.turns {
            (&turn.text, turn.at).hash(hasher);
        }
    }

    /// The players.
    #[must_use]
    pub const fn players(&self) -> &[Userid; 2] {
        &self.board.players
    }

    /// The board that it becomes, with the seat to move there. In a game that is still in play, the
    /// turn starts again.
    #[must_use]
    pub fn into_board(self, id: BoardId, now: Timestamp) -> (BoardRecord, Option<Seat>) {
        let mut board = BoardRecord { id, ..self.board };
        if board.ended.is_none() {
            board.restarts.insert(board.turns.len() as u32 + 1, now);
        }
        (board, self.to_move)
    }

    /// Whether the board has the same name here as there, and began at the same moment: then it can
    /// only be the same game.
    pub(super) fn is_namesake_of(&self, board: &BoardRecord) -> bool {
        self.numbered && self.board.id == board.id && self.begins_as(board)
    }

    /// Whether the board is this very game, or the record is of an earlier time when it went on.
    pub(super) fn is_known_as(&self, board: &BoardRecord) -> bool {
        let (mine, here) = (&self.board.turns, &board.turns);
        let goes_on_there = self.board.ended.is_none() && self.stated.created;
        let turns_fit = mine.len() == here.len() || (goes_on_there && mine.len() < here.len());
        let same_turn = |((mine, here), stated): ((&TurnRecord, &TurnRecord), &bool)| {
            mine.text == here.text && (!stated || same_moment(mine.at, here.at))
        };
        let ends_alike = match (&self.board.ended, &board.ended) {
            (None, None) => true,
            (None, Some(_)) => goes_on_there,
            (Some(_), None) => false,
            (Some(mine), Some(here)) => {
                mine.ending == here.ending && (!self.stated.ended || same_moment(mine.at, here.at))
            }
        };
        self.begins_as(board)
            && turns_fit
            && ends_alike
            && mine.iter().zip(here).zip(&self.stated.turns).all(same_turn)
    }

    /// How a board with the same name differs from this game.
    pub(super) fn divergence_from(&self, board: &BoardRecord) -> Divergence {
        let (mine, here) = (&self.board.turns, &board.turns);
        let mut pairs = (1..).zip(mine.iter().zip(here));
        match pairs.find(|(_, (mine, here))| mine.text != here.text) {
            Some((number, (mine, here))) => Divergence::Turn {
                number,
                there: mine.text.to_string(),
                here: here.text.to_string(),
            },
            None if mine.len() != here.len() => {
                Divergence::Length { there: mine.len(), here: here.len() }
            }
            None => Divergence::Circumstances,
        }
    }

    fn begins_as(&self, board: &BoardRecord) -> bool {
        self.board.id.kind == board.id.kind
            && self.board.players == board.players
            && self.board.options == board.options
            && (!self.stated.created || same_moment(self.board.created, board.created))
    }
}

/// Records know seconds, boards know more.
fn same_moment(one: Timestamp, other: Timestamp) -> bool {
    moment(one) == moment(other)
}

fn players(players: &[PlayerDetails; 2], naming: &Naming) -> Result<[Userid; 2], ImportFault> {
    let nobody = |player: &PlayerDetails| player.name.is_empty() && player.userid.is_empty();
    let [first, second] = match &naming.unnamed {
        Some(unnamed) if players.iter().all(nobody) => unnamed.clone(),
        _ => [userid(&players[0], "first", naming)?, userid(&players[1], "second", naming)?],
    };
    if first == second { Err(ImportFault::OnePlayer(first)) } else { Ok([first, second]) }
}

fn userid(
    player: &PlayerDetails,
    which: &'static str,
    naming: &Naming,
) -> Result<Userid, ImportFault> {
    const LONGEST: usize = 40;
    let named = if player.userid.is_empty() { &player.name } else { &player.userid };
    let name = named.as_str();
    if name.is_empty() {
        return Err(ImportFault::NoName(which));
    }
    if let Some(user) = naming.userids.get(name) {
        return Ok(user.clone());
    }
    let user: Userid = name.parse().map_err(|source| ImportFault::NoUserid {
        name: name.chars().take(LONGEST).collect(),
        which,
        source,
    })?;
    if computer_level(&user).is_some() && !player.is_computer {
        return Err(ImportFault::Reserved(user));
    }
    Ok(user)
}

fn terms(clocks: Option<Clocks>, goes_on: bool) -> Result<Terms, ImportFault> {
    let clocks = clocks.unwrap_or_default();
    let default = Terms::default();
    let terms = Terms {
        forfeit_days: clocks.turn_days.unwrap_or(default.forfeit_days),
        nag_days: clocks.nag_days.unwrap_or(default.nag_days),
        total_days: clocks.total_days,
        increment_hours: clocks.increment_hours,
        ..default
    };
    if terms.increment_hours.is_some() && terms.total_days.is_none() {
        return Err(ImportFault::Clocks(
            "the clocks have an increment, but no total time to add it to",
        ));
    }
    if goes_on && (terms.forfeit_days == 0 || terms.total_days == Some(0)) {
        return Err(ImportFault::Clocks(
            "the game is in play, but its clocks leave no time for a turn",
        ));
    }
    Ok(terms)
}

/// The board's number on a server such as this one, if its beginning is known too. No one has
/// played as many games as eight digits can count: a higher number cannot be a board's, and the
/// next one would not fit.
fn number(details: &Details) -> Option<u32> {
    details.started?;
    let site = details.site.as_ref().filter(|site| site.name.as_str() == SITE)?;
    let id = site.game_id.as_str();
    let digits = (1..=8).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_digit());
    if digits && !id.starts_with('0') { id.parse().ok() } else { None }
}

fn ended(record: &Record, at: Timestamp) -> Option<Ended> {
    let ending = match record.outcome()? {
        Outcome::Win { winner, by } => Ending::Won(record.game().seat_of(winner), by),
        Outcome::Draw(by) => Ending::Drawn(by),
    };
    Some(Ended { ending, at })
}

/// How far ahead a day may be that has started in another time zone.
const TOMORROW: SignedDuration = SignedDuration::from_hours(14);

/// When everything happened, with gaps filled.
struct EventTimes {
    created: Timestamp,
    turns: Vec<Timestamp>,
    ended: Timestamp,
}

impl EventTimes {
    fn of(record: &Record, now: Timestamp) -> Result<Self, ImportFault> {
        let details = &record.details;
        let past = |at: Option<Moment>, what: &dyn Fn() -> String| {
            at.map(|at| {
                let future = || ImportFault::Future { what: what(), at };
                let time = Timestamp::from_second(at.unix_s()).map_err(|_| future())?;
                if time <= now + TOMORROW { Ok(time.min(now)) } else { Err(future()) }
            })
            .transpose()
        };
        let started = past(details.started, &|| "the beginning".to_owned())?;
        let turns = record.turns().iter().enumerate();
        let turns =
            turns.map(|(index, turn)| past(turn.note.at, &|| format!("turn {}", index + 1)));
        let turns: Vec<Option<Timestamp>> = turns.collect::<Result<_, _>>()?;
        let ended = past(details.ended, &|| "the end".to_owned())?;
        let known = started.into_iter().chain(turns.iter().copied().flatten().chain(ended).min());
        let created = known.into_iter().next().unwrap_or(now);
        let mut last = created;
        let turns = turns.into_iter().map(|at| {
            last = at.unwrap_or(last);
            last
        });
        let turns: Vec<Timestamp> = turns.collect();
        Ok(Self { created, turns, ended: ended.unwrap_or(last) })
    }
}

// Why a record does not become a board.

/// Why a record, though its turns are legal, does not become a board here.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ImportFault {
    /// A player is not named.
    #[error("the record does not name its {0} player")]
    NoName(&'static str),
    /// A name that cannot be a userid.
    #[error("\"{name}\", the {which} player, has no userid; {source}")]
    NoUserid {
        /// The name, shortened when it is long.
        name: String,
        /// `first` or `second`.
        which: &'static str,
        /// The form of a userid.
        source: UseridError,
    },
    /// A command word, or a name that is reserved for guests, the computer or the people who run a
    /// server, or looks like one.
    #[error("{0} is a name that players here cannot choose")]
    Reserved(Userid),
    /// One player in both seats.
    #[error("{0} plays against themselves")]
    OnePlayer(Userid),
    /// There is no account with that name, and none should be made.
    #[error("there is no user {0}")]
    NoUser(Userid),
    /// A running game of a player who has left.
    #[error("{0} has deleted their account and cannot continue a game")]
    Left(Userid),
    /// Options that this server does not play.
    #[error("a board of this server cannot have these options: {0}")]
    Options(#[from] OptionError),
    /// An increment of nothing, or turns without time.
    #[error("{0}")]
    Clocks(&'static str),
    /// A moment in the future.
    #[error("{what} is dated {at}, which is in the future")]
    Future {
        /// `the beginning`, `turn 3`.
        what: String,
        /// When.
        at: Moment,
    },
    /// A game that is already here and differs.
    #[error("this is {board}, which is here and differs: in the record {by}")]
    Diverged {
        /// The board here.
        board: BoardId,
        /// How they differ.
        by: Divergence,
    },
    /// A game that comes in two different versions.
    #[error("this is {board}, which is in another record too and differs: here {by}")]
    DivergedThere {
        /// The board as the records call it.
        board: BoardId,
        /// How they differ; `here` is the other record.
        by: Divergence,
    },
}

/// The first thing in which a record differs from the board that it is about.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Divergence {
    /// A turn.
    #[error("turn {number} is {there}, not {here}")]
    Turn {
        /// Counted from 1.
        number: usize,
        /// In the record.
        there: String,
        /// On the board.
        here: String,
    },
    /// The record has more turns.
    #[error("it has {}, not {}", turns(*.there), turns(*.here))]
    Length {
        /// How many the record has.
        there: usize,
        /// How many the board has.
        here: usize,
    },
    /// The end, or the time of something.
    #[error("the turns are the same, but not their times or the end")]
    Circumstances,
}

fn turns(count: usize) -> String {
    if count == 1 { "1 turn".to_owned() } else { format!("{count} turns") }
}
