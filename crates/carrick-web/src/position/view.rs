//! A position as JSON.
//!
//! Elements of the picture are named by their ids: `p-f14` for a point (Antipod, Anchor), `c-2-2-1`
//! for a hole, cube or spot, `v-2-3-1` for a lattice point of Boche. Seats are 1 and 2.

use serde::Serialize;
use utoipa::ToSchema;

/// A position and all that can be done with it.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct PositionView {
    /// `ankor`, `boche`, `antipod` or `anchor`.
    pub game: &'static str,
    /// The game's name as a title.
    pub title: &'static str,
    /// The options in their canonical form.
    pub options: String,
    /// Of a board: its generation, which grows with every turn and whenever turns are taken back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generation: Option<u32>,
    /// All turns of the game that is looked at, in canonical form.
    pub turns: Vec<String>,
    /// How many of them are followed.
    pub ply: usize,
    /// The turns played after those, in canonical form.
    pub then: Vec<String>,
    /// The number of the next turn.
    pub number: usize,
    /// Who plays it; absent when the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_move: Option<Mover>,
    /// A sentence: whose turn it is, or how the game ended.
    pub said: String,
    /// What is special about this turn of the opening, if anything is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phase: Option<&'static str>,
    /// The last turn; absent before the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last: Option<LastTurn>,
    /// Every element of the picture that shows a place, lowest first.
    pub spots: Vec<SpotView>,
    /// Turns without a place: `swap` and `pass`.
    pub others: Vec<Other>,
    /// What can be done with the place that has been chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub selection: Option<Selection>,
    /// All groups.
    pub groups: Vec<Group>,
    /// Ankor: the links between cubes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub links: Option<Links>,
    /// Anchor: the count as if the game ended here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<Count>,
    /// Ankor: cubes in hand, of O and of X.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hands: Option<[u8; 2]>,
    /// How the game ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ending: Option<Ending>,
    /// The cube games: how many levels have cubes.
    pub levels: u8,
    /// What can be laid over this game's boards.
    pub overlays: Vec<Overlay>,
    /// The distance between neighbouring points, or the length of an edge, in the picture's units.
    pub unit: f64,
    /// The picture.
    pub svg: String,
}

/// A colour in one word, the same for all games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Colour {
    /// O, Light or White.
    Light,
    /// X, Dark or Black.
    Dark,
}

impl From<carrick_games::Colour> for Colour {
    fn from(colour: carrick_games::Colour) -> Self {
        match colour {
            carrick_games::Colour::Light => Self::Light,
            carrick_games::Colour::Dark => Self::Dark,
        }
    }
}

/// Who plays the next turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Mover {
    /// 1 for the player named first in the challenge, 2 for the other.
    pub seat: u8,
    /// The colour the turn is for.
    pub colour: Colour,
    /// What the game calls it.
    pub name: &'static str,
}

/// The last turn and what it changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct LastTurn {
    /// Its canonical form.
    pub turn: String,
    /// A sentence that tells it.
    pub said: String,
    /// The elements of what was put down.
    pub landed: Vec<String>,
    /// The element that a cube left.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<String>,
    /// Cubes that slid down into the gap, lowest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub dropped: Vec<Drop>,
}

/// A cube that slid down.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Drop {
    /// The element of the cell where it was.
    pub from: String,
    /// The element of the cell where it is.
    pub to: String,
}

/// An element that shows a place. Of `turn`, `to` and `rotations` at most one is there; when none
/// is and the game goes on, `why` tells the reason.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct SpotView {
    /// The element's id.
    pub id: String,
    /// The name of the place.
    pub place: String,
    /// What to read aloud.
    pub label: String,
    /// Where its middle is, in the picture's units.
    pub x: f64,
    /// Where its middle is downwards, in the picture's units.
    pub y: f64,
    /// The level, in the cube games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
    /// Whose stone or cube it is; never in Boche, where cubes are shared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub holds: Option<Colour>,
    /// The other element of the same rim point.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub twin: Option<String>,
    /// Whether cubes hide it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub hidden: bool,
    /// The turn that choosing it makes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<String>,
    /// Ankor: the places to which the cube can move.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub to: Vec<String>,
    /// Boche: the letters of the rotations that fit.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub rotations: String,
    /// Why it cannot be chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// A turn without a place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Other {
    /// `swap` or `pass`.
    pub turn: &'static str,
    /// What a button says.
    pub label: &'static str,
    /// Why it cannot be played now; absent when it can.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// What can be done with the place that has been chosen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Selection {
    /// The place.
    pub place: String,
    /// Its element.
    pub id: String,
    /// A sentence: what can be chosen now.
    pub said: String,
    /// Ankor: where the cube can go.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub to: Vec<Target>,
    /// Ankor: the other spots, and why the cube cannot go there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub refused: Vec<Refused>,
    /// Boche: the rotations that fit.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<Choice>,
}

/// Where a chosen cube can go.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Target {
    /// The spot's element.
    pub id: String,
    /// Its place.
    pub place: String,
    /// The turn.
    pub turn: String,
}

/// Where a chosen cube cannot go.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Refused {
    /// The spot's element.
    pub id: String,
    /// Why not.
    pub why: String,
}

/// A rotation that fits on a chosen spot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Choice {
    /// The turn.
    pub turn: String,
    /// The rotation's letter.
    pub letter: char,
    /// What it would join, extend, or decide.
    pub said: String,
    /// A small picture of the cube among its neighbours.
    pub svg: String,
}

/// Connected stones, cubes or lattice points of one colour.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Group {
    /// Whose it is.
    pub colour: Colour,
    /// How many members it has.
    pub size: usize,
    /// A sentence without a full stop: its size, the sides it touches, whether it lives.
    pub said: String,
    /// The elements of its members; a rim point of Antipod has two.
    pub ids: Vec<String>,
}

/// Ankor's three kinds of link.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct Links {
    /// Cubes whose contact shows: what paths are made of.
    pub connected: Vec<[String; 2]>,
    /// Neighbours of a level: ways for a cube that moves, no part of a path.
    pub adjacent: Vec<[String; 2]>,
    /// Cubes that touch a side.
    pub tips: Vec<Tip>,
}

/// A cube that touches sides.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Tip {
    /// Its element.
    pub id: String,
    /// How many sides.
    pub sides: usize,
}

/// Anchor's count. Pairs are White's and Black's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Count {
    /// Prisoners and territory.
    pub totals: [u16; 2],
    /// Dead stones taken.
    pub prisoners: [u16; 2],
    /// Points of territory.
    pub territory: [u16; 2],
    /// A sentence.
    pub said: String,
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Ending {
    /// Who won; absent after a draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<Colour>,
    /// What decided it, in a word or two, as in records.
    pub reason: &'static str,
    /// Whether the position itself ended it, and no resignation, agreement or clock.
    pub by_rules: bool,
    /// A sentence.
    pub said: String,
    /// More sentences: why that ended the game.
    pub explained: String,
    /// What on the board proves it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<ProofView>,
}

/// What on the board proves how a game ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ProofView {
    /// `path`, `ring` or `enclosure`.
    pub kind: &'static str,
    /// The elements, in order along a path or round a ring.
    pub ids: Vec<String>,
}

/// Something that can be laid over the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct Overlay {
    /// The word for `show`.
    pub show: &'static str,
    /// What a switch says.
    pub label: &'static str,
    /// What it shows.
    pub means: &'static str,
}
