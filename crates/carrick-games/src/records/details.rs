//! The details of a record in addition to its turns: players, place, dates, clocks.

use super::{Moment, OneLine, Prose};

/// Everything in a record that the rules do not need. By default, all details are empty.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Details {
    /// The players by [`Seat::index`](crate::Seat::index).
    pub players: [PlayerDetails; 2],
    /// Where it was played.
    pub site: Option<GameSite>,
    /// The tournament it belonged to.
    pub event: Option<Tournament>,
    /// When it started.
    pub started: Option<Moment>,
    /// When it ended.
    pub ended: Option<Moment>,
    /// When the record was made.
    pub generated: Option<Moment>,
    /// Whether the game did not affect ratings.
    pub unrated: bool,
    /// The time control, and the time on the clocks.
    pub clocks: Option<Clocks>,
    /// A comment on the game as a whole.
    pub comment: Prose,
}

/// One of the two players.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PlayerDetails {
    /// The name.
    pub name: OneLine,
    /// The player's name or number at the site; empty if unknown.
    pub userid: OneLine,
    /// Whether the player is a program.
    pub is_computer: bool,
}

/// The site of a game: a server, or a place.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct GameSite {
    /// The name of the server, or the place.
    pub name: OneLine,
    /// The game's name or number at the site; empty if unknown.
    pub game_id: OneLine,
}

/// The tournament a game belonged to.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tournament {
    /// The name of the tournament.
    pub name: OneLine,
    /// The round.
    pub round: OneLine,
}

/// Time control of a game, and the time left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Clocks {
    /// Days per turn, after which the game is forfeited.
    pub turn_days: Option<u16>,
    /// Days after which the player to move is reminded, repeatedly.
    pub nag_days: Option<u16>,
    /// Days for all turns of a player together.
    pub total_days: Option<u16>,
    /// Hours added to the total after each turn.
    pub increment_hours: Option<u16>,
    /// Seconds the players had left when the record was made, by
    /// [`Seat::index`](crate::Seat::index).
    pub left_s: Option<[u32; 2]>,
}

impl From<&str> for PlayerDetails {
    /// A person with that name.
    fn from(name: &str) -> Self {
        Self { name: name.into(), ..Self::default() }
    }
}
