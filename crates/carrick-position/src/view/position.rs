//! A position as JSON.
//!
//! Elements of the picture are named by their ids: `p-f14` for a point (Antipod, Anchor),
//! `c-2-2-1` for a hole, cube or spot, `v-2-3-1` for a lattice point of Boche. Seats are 1 and 2.

use serde::Serialize;

use super::solid::{Paint, Solid};

/// A position with its picture and everything that can be done in it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PositionView {
    /// `ankor`, `boche`, `antipod` or `anchor`.
    pub game: &'static str,
    /// The game's name as a title.
    pub title: &'static str,
    /// The options in their canonical form.
    pub options: String,
    /// Generation of the board, for a game on the server: grows with every turn, and whenever
    /// turns are taken back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generation: Option<u32>,
    /// All turns of the game, in canonical form.
    pub turns: Vec<String>,
    /// Number of them that are played here.
    pub ply: usize,
    /// Further turns played after those, in canonical form.
    pub then: Vec<String>,
    /// Number of the next turn.
    pub number: usize,
    /// Player of the next turn; absent when the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_move: Option<Mover>,
    /// Status as a sentence: the player to move, or how the game ended.
    pub said: String,
    /// Explanation of a set-up turn (Anchor's refined pie rule); absent for other turns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phase: Option<&'static str>,
    /// The last turn; absent before the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last: Option<LastTurn>,
    /// The computer's remark on the position in a teaching game, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub teaching: Option<Teaching>,
    /// Ids of the elements that notes in the picture mark: of a hint in a practice game.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub noted: Vec<String>,
    /// Elements of the picture that show a place, lowest first.
    pub spots: Vec<SpotView>,
    /// Turns without a place: `swap` and `pass`.
    pub others: Vec<Other>,
    /// Choices for the selected place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub selection: Option<Selection>,
    /// All groups.
    pub groups: Vec<Group>,
    /// Ankor: the links between cubes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub links: Option<Links>,
    /// Anchor: the score as if the game ended here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<Count>,
    /// Ankor: cubes in hand, of O and of X.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hands: Option<[u8; 2]>,
    /// Result and reason, once the game has ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ending: Option<Ending>,
    /// Cube games: number of levels with cubes.
    pub levels: u8,
    /// Overlays of this game.
    pub overlays: Vec<Overlay>,
    /// Distance between neighbouring points, or length of an edge, in the picture's units.
    pub unit: f64,
    /// Diameter of the smallest target, as a share of the unit.
    pub reach: f64,
    /// The picture as SVG.
    pub svg: String,
    /// Where the places are in space, when `show` asks for `solid`; absent for Anchor, whose board
    /// is flat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solid: Option<Solid>,
}

/// Colour, in the same words for all games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
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

/// Player of the next turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Mover {
    /// 1 for the player named first in the challenge, 2 for the other.
    pub seat: u8,
    /// Colour that the turn is for.
    pub colour: Colour,
    /// The game's name for the colour.
    pub name: &'static str,
}

/// The last turn and its effect.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct LastTurn {
    /// The turn in canonical form.
    pub turn: String,
    /// The turn as a sentence.
    pub said: String,
    /// Ids of the elements that were put down.
    pub landed: Vec<String>,
    /// Remarks for somebody who is learning the game, a sentence each: a cube was pinned, groups
    /// were joined.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<String>,
    /// Id of the element that a cube left.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<String>,
    /// Cubes that slid down into the gap, lowest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub dropped: Vec<Drop>,
    /// Boche: for each group that the turn has enclosed while the game goes on, the id of one of
    /// its points.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub enclosed: Vec<String>,
}

/// The computer's remark on a position of a teaching game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Teaching {
    /// The remark, in a sentence or two.
    pub said: String,
    /// Turns with which the computer wins, in canonical form.
    pub turns: Vec<String>,
    /// Ids of the elements at which they are played.
    pub ids: Vec<String>,
    /// Whether it warns of the last turn, after which the computer wins at once; otherwise the
    /// computer threatens to win.
    pub warns: bool,
}

/// Cube that slid down.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Drop {
    /// Id of the cell's element before.
    pub from: String,
    /// Id of the cell's element now.
    pub to: String,
}

/// Element that shows a place. At most one of `turn`, `to` and `rotations` is present. When none
/// is and the game goes on, `why` has the reason.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SpotView {
    /// The element's id.
    pub id: String,
    /// The name of the place.
    pub place: String,
    /// Accessible name.
    pub label: String,
    /// Horizontal position of its middle, in the picture's units.
    pub x: f64,
    /// Vertical position of its middle, downwards, in the picture's units.
    pub y: f64,
    /// Level, in the cube games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
    /// Colour of the stone or cube there; absent in Boche, where players share the cubes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub holds: Option<Colour>,
    /// Id of the other element of the same rim point.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub twin: Option<String>,
    /// Whether cubes cover it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub hidden: bool,
    /// Turn made by choosing it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<String>,
    /// Ankor: places to which the cube can move.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub to: Vec<String>,
    /// Boche: letters of the rotations that fit.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub rotations: String,
    /// Reason why it cannot be chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// Turn without a place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Other {
    /// `swap` or `pass`.
    pub turn: &'static str,
    /// Label of its button.
    pub label: &'static str,
    /// Reason why it cannot be played now; absent when it can.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// Choices for a selected place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Selection {
    /// The place.
    pub place: String,
    /// Id of its element.
    pub id: String,
    /// The choice as a sentence.
    pub said: String,
    /// Ankor: cells to which the cube can move.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub to: Vec<Target>,
    /// Ankor: the other spots, each with the reason why the cube cannot move there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub refused: Vec<Refused>,
    /// Boche: rotations that fit.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<Choice>,
}

/// Target of a selected cube.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Target {
    /// Id of the spot's element.
    pub id: String,
    /// Place of the spot.
    pub place: String,
    /// Turn that moves the cube there.
    pub turn: String,
}

/// Spot to which a selected cube cannot move.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Refused {
    /// Id of the spot's element.
    pub id: String,
    /// The reason.
    pub why: String,
}

/// Rotation that fits on a selected spot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Choice {
    /// Turn that plays it.
    pub turn: String,
    /// Letter of the rotation.
    pub letter: char,
    /// Points it would join or extend, or how it would decide the game.
    pub said: String,
    /// Small picture of the cube among its neighbours.
    pub svg: String,
    /// How the cube is painted as it stands.
    pub paint: Paint,
}

/// Connected stones, cubes or lattice points of one colour.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Group {
    /// Colour of the group.
    pub colour: Colour,
    /// Number of its members.
    pub size: usize,
    /// Description without a full stop: size, sides it touches, whether it is an anchor.
    pub said: String,
    /// Ids of its members' elements; a rim point of Antipod has two.
    pub ids: Vec<String>,
    /// Cube games: outline of its visible part, as the data of an SVG path with the fill rule
    /// `evenodd`, in the picture's units.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub outline: String,
}

/// Ankor's three kinds of link.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Links {
    /// Cubes whose contact shows: the links of paths.
    pub connected: Vec<[String; 2]>,
    /// Neighbours on a level: links for moving a cube, no part of a path.
    pub adjacent: Vec<[String; 2]>,
    /// Cubes that touch a side.
    pub tips: Vec<Tip>,
}

/// Cube that touches sides.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Tip {
    /// Id of its element.
    pub id: String,
    /// Number of sides.
    pub sides: usize,
}

/// Anchor's score. Pairs are White's and Black's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Count {
    /// Prisoners and territory.
    pub totals: [u16; 2],
    /// Dead stones of the opponent.
    pub prisoners: [u16; 2],
    /// Points of territory.
    pub territory: [u16; 2],
    /// The score as a sentence.
    pub said: String,
}

/// Result of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Ending {
    /// Winner; absent after a draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<Colour>,
    /// Reason in a word or two, as in records.
    pub reason: &'static str,
    /// Whether the position ended the game, rather than a resignation, agreement or clock.
    pub by_rules: bool,
    /// The result as a sentence.
    pub said: String,
    /// Explanation: further sentences on why the game ended.
    pub explained: String,
    /// Proof on the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<ProofView>,
}

/// Proof on the board of how a game ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ProofView {
    /// `path`, `ring` or `enclosure`.
    pub kind: &'static str,
    /// Ids of the elements, in order along a path or around a ring.
    pub ids: Vec<String>,
}

/// Overlay that can be drawn over the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Overlay {
    /// Word for `show`.
    pub show: &'static str,
    /// Label of its switch.
    pub label: &'static str,
    /// Description of its contents.
    pub means: &'static str,
}
