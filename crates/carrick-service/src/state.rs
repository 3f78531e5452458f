//! The part of the server's state that a command needs to see.

use std::collections::{BTreeMap, BTreeSet};

use carrick_games::{GameKind, Seat};
use jiff::Timestamp;

use crate::{
    Absence, Address, BoardId, Ending, Letter, MailChoices, Mailing, Outages, PasswordHash, Seek,
    Userid, Zone,
};

/// A snapshot of what a command [needs](crate::Needs); what was asked for and is not there does not
/// exist.
#[derive(Debug, Clone, Default)]
pub struct State {
    /// Users by name.
    pub users: BTreeMap<Userid, User>,
    /// The user who has confirmed an address.
    pub owners: BTreeMap<Address, Userid>,
    /// Boards with all their turns.
    pub boards: BTreeMap<BoardId, BoardRecord>,
    /// Boards that match the [filters](crate::BoardFilter), one line's worth each, by number.
    pub summaries: Vec<BoardSummary>,
    /// How many games are over, where a history needs it.
    pub over: u32,
    /// What the player of a history won, drew and lost against each opponent.
    pub scores: BTreeMap<Userid, [u32; 3]>,
    /// Ratings of the users and games asked for, or of all players of a game for its standings.
    pub ratings: BTreeMap<(GameKind, Userid), RatingRecord>,
    /// The number the next board of a game gets.
    pub next_number: BTreeMap<GameKind, u32>,
    /// Who wants a mail at the end of each game: of the games of all boards that are here.
    pub notified: BTreeMap<GameKind, BTreeSet<Userid>>,
    /// How many boards of a game a user plays on at present, where that is not none.
    pub in_play: BTreeMap<(GameKind, Userid), u32>,
    /// All open seeks of a game by number, and the number its next one gets.
    pub seeks: BTreeMap<GameKind, (BTreeMap<u32, Seek>, u32)>,
    /// What a user has written lately, oldest first.
    pub letters: Vec<Letter>,
    /// When no server ran, if seeks are here. A board has [its own](BoardRecord::outages).
    pub outages: Outages,
    /// What was offered and queued on the board that was asked for, when its time ran out.
    pub expired: Option<Expired>,
}

/// An account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct User {
    /// The name.
    pub id: Userid,
    /// When the account was made.
    pub joined: Timestamp,
    /// The command password's hash; `None` for accounts that are played by nobody who types one.
    pub password: Option<PasswordHash>,
    /// When he last asked for a link that sets a new password, if it was not changed since.
    pub reset_asked: Option<Timestamp>,
    /// At most three.
    pub addresses: Vec<UserAddress>,
    /// Whether he reads the news that other users broadcast.
    pub news: bool,
    /// Whether he wants no mail but answers to what he asks himself.
    pub quiet: bool,
    /// Whether all that he did not ask for comes in one mail a day.
    pub daily: bool,
    /// Which kinds of mail come.
    pub mail: MailChoices,
    /// The boards that they play on and want no mail about.
    pub muted: BTreeSet<BoardId>,
    /// Who can neither challenge him nor write to him.
    pub blocked: BTreeSet<Userid>,
    /// What he has chosen, in the games where it is not the default.
    pub choices: BTreeMap<GameKind, Choices>,
    /// The time zone in which times are shown to him.
    pub zone: Zone,
    /// What else he has chosen to see, in the games where it is not the default.
    pub display: BTreeMap<GameKind, Display>,
    /// His vacations, past, present and planned, in their order.
    pub absences: Vec<Absence>,
    /// When they left for good. Only the name is left then, in old games.
    pub deleted: Option<Timestamp>,
    /// Whether this is an operator: somebody who may `broadcast`.
    pub operator: bool,
    /// Since when an operator has suspended the account: no play, no mail, no chat.
    pub suspended: Option<Timestamp>,
}

impl User {
    /// A new account with nothing chosen yet.
    #[must_use]
    pub fn new(id: Userid, joined: Timestamp, password: Option<PasswordHash>) -> Self {
        Self {
            id,
            joined,
            password,
            reset_asked: None,
            addresses: Vec::new(),
            news: false,
            quiet: false,
            daily: false,
            mail: MailChoices::default(),
            muted: BTreeSet::new(),
            blocked: BTreeSet::new(),
            choices: BTreeMap::new(),
            zone: Zone::default(),
            display: BTreeMap::new(),
            absences: Vec::new(),
            deleted: None,
            operator: false,
            suspended: None,
        }
    }

    /// How he gets mail that answers none of his own.
    #[must_use]
    pub const fn mailing(&self) -> Mailing {
        match (self.quiet, self.daily) {
            (true, _) => Mailing::Never,
            (false, true) => Mailing::Daily,
            (false, false) => Mailing::Each,
        }
    }

    /// What he has chosen in a game.
    #[must_use]
    pub fn choices(&self, kind: GameKind) -> Choices {
        self.choices.get(&kind).copied().unwrap_or_default()
    }
}

/// What a player has chosen in one game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choices {
    /// Whether others may challenge him.
    pub challenges: bool,
    /// On how many boards at once he plays at most.
    pub limit: Option<u32>,
    /// Whether he gets every turn of every board.
    pub watches: bool,
    /// Whether he gets a mail at each game's end.
    pub notify: bool,
}

impl Default for Choices {
    fn default() -> Self {
        Self { challenges: true, limit: None, watches: false, notify: false }
    }
}

/// What a player has chosen to see of a game's boards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Display {
    /// Row letters, numbers and the names of spots on the board.
    pub labels: bool,
    /// After a turn all turns, and not only those of the last four rounds.
    pub all_turns: bool,
}

impl Default for Display {
    fn default() -> Self {
        Self { labels: true, all_turns: false }
    }
}

/// A mail address of a user; used only once confirmed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UserAddress {
    /// The address.
    pub address: Address,
    /// Whether its owner has confirmed it.
    pub confirmed: bool,
    /// Whether he has to confirm it once more, because mail for it came back.
    pub returned: bool,
}

/// A board: two players, the options, and everything that has happened on it.
#[derive(Debug, Clone, PartialEq)]
pub struct BoardRecord {
    /// Its name.
    pub id: BoardId,
    /// The players, by [`Seat::index`].
    pub players: [Userid; 2],
    /// The game's options in canonical form.
    pub options: String,
    /// The server's options.
    pub terms: Terms,
    /// What it came of.
    pub origin: Origin,
    /// When the challenge was made.
    pub created: Timestamp,
    /// All turns, swaps and passes included.
    pub turns: Vec<TurnRecord>,
    /// How many times the player to move was reminded of this turn.
    pub nags: u16,
    /// The offer made since the last turn.
    pub offer: Option<Offer>,
    /// What the players have in mind.
    pub plans: Plans,
    /// What was taken back.
    pub undone: Undone,
    /// When a turn began anew because those from it on were taken back, or because the game came from
    /// elsewhere, by the turn's number.
    pub restarts: BTreeMap<u32, Timestamp>,
    /// When no server ran since the challenge was made.
    pub outages: Outages,
    /// How and when it ended.
    pub ended: Option<Ended>,
    /// What the game did to the ratings, by [`Seat::index`]; only when it ended and was rated.
    pub rating_changes: Option<[RatingChange; 2]>,
    /// Who gets every turn without playing: subscribers of this board and of the whole game.
    pub subscribers: BTreeSet<Userid>,
}

impl BoardRecord {
    /// A board on which nothing has happened yet.
    #[must_use]
    pub fn new(
        id: BoardId,
        players: [Userid; 2],
        options: impl Into<String>,
        terms: Terms,
        created: Timestamp,
    ) -> Self {
        Self {
            id,
            players,
            options: options.into(),
            terms,
            origin: Origin::Challenge,
            created,
            turns: Vec::new(),
            nags: 0,
            offer: None,
            plans: Plans::default(),
            undone: Undone::default(),
            restarts: BTreeMap::new(),
            outages: Outages::default(),
            ended: None,
            rating_changes: None,
            subscribers: BTreeSet::new(),
        }
    }

    /// The seat of a user who plays here.
    #[must_use]
    pub fn seat_of(&self, user: &Userid) -> Option<Seat> {
        Seat::BOTH.into_iter().find(|seat| self.players[seat.index()] == *user)
    }

    /// Whether both players have moved: clocks run and ratings count only from then on.
    #[must_use]
    pub fn has_begun(&self) -> bool {
        Seat::BOTH.into_iter().all(|seat| self.turns.iter().any(|turn| turn.seat == seat))
    }

    /// Grows by one with every turn and whenever turns are taken back: what was made for one
    /// generation of a board fits no other.
    #[must_use]
    pub fn generation(&self) -> u32 {
        self.turns.len() as u32 + self.undone.turns + self.undone.times
    }
}

/// What the players have in mind; each sees only his own.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Plans {
    /// The line that each seat has queued, as it is typed: `d3 f4, e2 e3`. Never that of a seat which
    /// is to move, for then it is played or dropped.
    pub queues: [Option<String>; 2],
    /// The turn that the player to move has looked at but not yet confirmed.
    pub submitted: Option<String>,
}

/// What there was on a board when its time ran out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Expired {
    /// What the players had in mind.
    pub plans: Plans,
    /// What was offered.
    pub offer: Option<Offer>,
}

/// What was taken back on a board.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Undone {
    /// How many times.
    pub times: u32,
    /// How many turns altogether.
    pub turns: u32,
    /// The highest number that a turn taken back had. A turn sent with that number or a lower one may
    /// be a late mail, written for a position that is no more.
    pub highest: u32,
    /// Whose turn was taken back, if none was played since.
    pub by: Option<Seat>,
}

/// What a board came of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Origin {
    /// A challenge.
    #[default]
    Challenge,
    /// The wish to play the board of this number again.
    RematchOf(u32),
    /// The seek of this number.
    Seek(u32),
}

/// The options of `challenge` with two dashes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Terms {
    /// Days for a turn before the game is forfeited.
    pub forfeit_days: u16,
    /// Days after which the player is reminded.
    pub nag_days: u16,
    /// Days for all turns of a player together; `None` for no limit.
    pub total_days: Option<u16>,
    /// Hours added to the total after each turn; only together with a total.
    pub increment_hours: Option<u16>,
    /// Whether the game counts for ratings.
    pub rated: bool,
}

impl Default for Terms {
    fn default() -> Self {
        Self { forfeit_days: 21, nag_days: 7, total_days: None, increment_hours: None, rated: true }
    }
}

/// One turn as it was played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TurnRecord {
    /// The turn in canonical notation.
    pub text: String,
    /// Who played it.
    pub seat: Seat,
    /// When.
    pub at: Timestamp,
}

/// An offer that the opponent may accept or reject.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Offer {
    /// Who made it.
    pub by: Seat,
    /// What is offered.
    pub kind: OfferKind,
    /// Whether it was rejected; it may be made again after the next turn.
    pub rejected: bool,
}

/// What can be offered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OfferKind {
    /// A draw.
    Draw,
    /// To take the offerer's last turn back.
    Undo,
}

impl OfferKind {
    /// What the offerer does: `offers a draw`.
    #[must_use]
    pub const fn verb(self) -> &'static str {
        match self {
            Self::Draw => "offers a draw",
            Self::Undo => "asks to take a turn back",
        }
    }
}

/// The end of a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ended {
    /// How.
    pub ending: Ending,
    /// When.
    pub at: Timestamp,
}

impl Ended {
    /// Who won.
    #[must_use]
    pub const fn result(&self) -> SeatResult {
        self.ending.result()
    }

    /// The reason in a word or two: see [`Ending::reason`].
    #[must_use]
    pub const fn reason(&self) -> &'static str {
        self.ending.reason()
    }
}

/// A result in terms of seats, which do not change when colours are swapped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SeatResult {
    /// This seat won.
    Won(Seat),
    /// Nobody did.
    Draw,
    /// This seat resigned before its first turn, or did not move before the game had begun: there
    /// was no game, and the board is gone for everybody. Kept so that its number is never used again.
    Declined(Seat),
}

impl SeatResult {
    /// The seat that won, if one did.
    #[must_use]
    pub const fn winner(self) -> Option<Seat> {
        match self {
            Self::Won(seat) => Some(seat),
            Self::Draw | Self::Declined(_) => None,
        }
    }
}

/// What a list of boards shows of one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoardSummary {
    /// Its name.
    pub id: BoardId,
    /// The players, by [`Seat::index`].
    pub players: [Userid; 2],
    /// The game's options in canonical form.
    pub options: String,
    /// How many turns have been played.
    pub ply: u32,
    /// Who is to move; `None` when it has ended.
    pub to_move: Option<Seat>,
    /// How it ended.
    pub ended: Option<Ended>,
    /// When something last happened on it.
    pub touched: Timestamp,
}

/// A player's Glicko-2 rating in one game.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RatingRecord {
    /// On the scale on which a new player has 1500.
    pub rating: f64,
    /// The rating deviation; a new player has 350.
    pub deviation: f64,
    /// Glicko-2's volatility; a new player has 0.06.
    pub volatility: f64,
    /// Rated games finished, by result: won, drawn, lost.
    pub games: [u32; 3],
}

/// A rating before and after a game.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RatingChange {
    /// Before.
    pub before: RatingRecord,
    /// After.
    pub after: RatingRecord,
}
