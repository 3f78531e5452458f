//! Analyses of positions, for people: values with how they were got, the best lines, a map.
//!
//! An [`Analyser`] works in slices and reports after each, so that a thread of a server and a
//! worker of a web page both can pass its reports on and stop in between.

mod analyser;
mod every_turn;
mod map;
mod words;

use carrick_engine::Value;
use carrick_games::{Colour, GameKind};
use serde::Serialize;

pub use analyser::{Analyser, AnalysisOptions, GameOver};
pub use every_turn::{Think, every_turn};
pub use map::{MapKind, PlaceMap};
pub use words::{NOT_SEARCHED, chances, counted, is_searched};

/// Report of an analysis: everything that a page shows of it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Analysis {
    /// Number of turns before the position.
    pub ply: usize,
    /// Colour of the player to move.
    pub to_move: Side,
    /// Value of the position to the player of each colour, Light first.
    pub values: [SideValue; 2],
    /// How the values were got.
    pub how: How,
    /// Whether the colours may still be exchanged by a swap: then a value belongs to the player
    /// who holds the colour now.
    pub swap: bool,
    /// Value of the position as a sentence, such as "Black 63 % (search, 12,000 positions)."
    pub said: String,
    /// The best turns, best first.
    pub lines: Vec<AnalysedLine>,
    /// Number of positions searched so far.
    pub nodes: u64,
    /// Number of turns that were looked ahead in full, in a game whose search works in rounds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Map of all places; only in the last report, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub map: Option<PlaceMap>,
    /// Whether this is the last report.
    pub done: bool,
}

/// A colour, with its name in the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Side {
    /// The colour: `light` or `dark`.
    pub colour: SideColour,
    /// Its name in the game, such as White.
    pub name: &'static str,
}

/// One of the two colours of a game; see [`Colour`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum SideColour {
    /// O, Light or White.
    Light,
    /// X, Dark or Black.
    Dark,
}

impl Side {
    pub(crate) const fn of(kind: GameKind, colour: Colour) -> Self {
        let name = kind.colour_name(colour);
        match colour {
            Colour::Light => Self { colour: SideColour::Light, name },
            Colour::Dark => Self { colour: SideColour::Dark, name },
        }
    }
}

/// Value of a position to one player.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SideValue {
    /// The colour that the player holds.
    #[serde(flatten)]
    pub side: Side,
    /// Expected share of the points, 0 to 1.
    pub value: f32,
}

/// How a value was got.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum How {
    /// Share of random games that the player wins: nothing was searched yet.
    Fills,
    /// Value of a search. In a tree it is the share won of the random games at its leaves, in
    /// Ankor it is made from distances.
    Search,
    /// The rest of the game was counted in points, since little of the board is open.
    Counted,
    /// Proved by search to the end of the game.
    Proved {
        /// The result to the player to move: `win`, `draw` or `loss`.
        #[cfg_attr(feature = "schema", schema(value_type = String))]
        result: Value,
    },
}

/// One of the best turns, and how play may go on.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct AnalysedLine {
    /// The turn, in canonical form.
    pub turn: String,
    /// Value to the player of the turn, 0 to 1.
    pub value: f32,
    /// The proved result to the player of the turn: `win`, `draw` or `loss`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<String>))]
    pub proved: Option<Value>,
    /// Expected lead of the player of the turn at the end, in points, where points are counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin: Option<f32>,
    /// Number of positions searched after the turn.
    pub visits: u32,
    /// The best turns after it, in order.
    pub continuation: Vec<String>,
    /// The value in words, and whose it is: "Black 63 %", "Black wins, proved" or "not searched".
    pub said: String,
}
