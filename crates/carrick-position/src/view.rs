//! A position as JSON: its parts, and their positions in space.

use std::collections::HashMap;

use carrick_games::antipod;
use carrick_games::boche::{self, Rotation};
use carrick_games::cubes::{CellId, Lattice};
use carrick_pictures::{Style, direction};
use serde::Serialize;

// A position as JSON.
//
// Elements of the picture have these ids: `p-f14` for a point (Antipod, Anchor), `c-2-2-1` for a
// hole, cube or spot, `v-2-3-1` for a lattice point of Boche. Seats are 1 and 2.

/// A position with its picture and all the turns that can be chosen.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PositionView {
    /// `ankor`, `boche`, `antipod` or `anchor`.
    pub game: &'static str,
    /// The game's name as a title.
    pub title: &'static str,
    /// The options in their canonical form.
    pub options: String,
    /// Generation of the board, for a game on the server: it increases with every turn, and
    /// whenever turns are taken back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generation: Option<u32>,
    /// All turns of the game, in canonical form.
    pub turns: Vec<String>,
    /// Number of these turns that have been played in this position.
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
    /// Explanation of a setup turn (Anchor's refined pie rule); absent for other turns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phase: Option<&'static str>,
    /// The last turn; absent before the first turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last: Option<LastTurn>,
    /// The computer's remark on the position in a teaching game, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub teaching: Option<Teaching>,
    /// Ids of the elements that notes in the picture mark, such as a hint in a practice game.
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
    pub groups: Vec<GroupView>,
    /// Ankor: the links between cubes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub links: Option<Links>,
    /// Anchor: the score as if the game ended here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<ScoreView>,
    /// Ankor: cubes in hand, of O and of X.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hands: Option<[u8; 2]>,
    /// Result and reason, once the game has ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ending: Option<EndingView>,
    /// Cube games: number of levels that hold cubes.
    pub levels: u8,
    /// Overlays of this game.
    pub overlays: Vec<Overlay>,
    /// Distance between neighbouring points, or length of an edge, in the picture's units.
    pub unit: f64,
    /// Diameter of the smallest target, as a share of the unit.
    pub reach: f64,
    /// The picture as SVG.
    pub svg: String,
    /// Positions of the places in space, when `show` contains `solid`; absent for Anchor, whose
    /// board is flat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solid: Option<Solid>,
}

/// A colour, with the same words for all games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Colour))]
#[serde(rename_all = "lowercase")]
pub enum ColourView {
    /// O, Light or White.
    Light,
    /// X, Dark or Black.
    Dark,
}

impl From<carrick_games::Colour> for ColourView {
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
    /// Colour whose turn it is.
    pub colour: ColourView,
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
    /// Ids of the elements that were placed.
    pub landed: Vec<String>,
    /// Remarks for someone who is learning the game, a sentence each: a cube was pinned, groups
    /// were joined.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<String>,
    /// Id of the element that a cube left.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<String>,
    /// Cubes that slid down into the gap, lowest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub dropped: Vec<Drop>,
    /// Boche: one point id for each group that the turn has enclosed without ending the game.
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
    /// Whether it warns that the computer can now win immediately because of the last turn;
    /// otherwise the computer threatens to win.
    pub warns: bool,
}

/// A cube that slid down.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Drop {
    /// Id of the cell's element before the turn.
    pub from: String,
    /// Id of the cell's element after the turn.
    pub to: String,
}

/// An element that shows a place. At most one of `turn`, `to` and `rotations` is present. If none
/// is and the game is not over, `why` gives the reason.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SpotView {
    /// The element's id.
    pub id: String,
    /// The name of the place.
    pub place: String,
    /// Accessible name.
    pub label: String,
    /// Horizontal position of its centre, in the picture's units.
    pub x: f64,
    /// Vertical position of its centre, downwards, in the picture's units.
    pub y: f64,
    /// Level, in the cube games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
    /// Colour of the stone or cube there; absent in Boche, where players share the cubes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub holds: Option<ColourView>,
    /// Id of the other element that shows the same rim point.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub twin: Option<String>,
    /// Whether other cubes cover it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub hidden: bool,
    /// The turn that choosing it makes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<String>,
    /// Ankor: places that the cube can move to.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub to: Vec<String>,
    /// Boche: letters of the rotations that fit.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub rotations: String,
    /// Reason why it cannot be chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// A turn without a place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Other {
    /// `swap` or `pass`.
    pub turn: &'static str,
    /// Label of its button.
    pub label: &'static str,
    /// Reason why it cannot be played now; absent if it can.
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
    /// Ankor: cells that the cube can move to.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub to: Vec<Target>,
    /// Ankor: the other spots, each with the reason why the cube cannot move there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub refused: Vec<RefusedSpot>,
    /// Boche: rotations that fit.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<Choice>,
}

/// A target of a selected cube.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Target {
    /// Id of the spot's element.
    pub id: String,
    /// Place of the spot.
    pub place: String,
    /// The turn that moves the cube there.
    pub turn: String,
}

/// A spot that a selected cube cannot move to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Refused))]
pub struct RefusedSpot {
    /// Id of the spot's element.
    pub id: String,
    /// The reason.
    pub why: String,
}

/// A rotation that fits a selected spot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Choice {
    /// The turn that plays it.
    pub turn: String,
    /// Letter of the rotation.
    pub letter: char,
    /// Groups that it would join or extend, or how it would decide the game.
    pub said: String,
    /// Small picture of the cube and its neighbours.
    pub svg: String,
    /// How the cube is painted in this rotation.
    pub paint: Paint,
}

/// Connected stones, cubes or lattice points of one colour.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Group))]
pub struct GroupView {
    /// Colour of the group.
    pub colour: ColourView,
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
    /// Pairs of cubes with visible contact: the links of paths.
    pub connected: Vec<[String; 2]>,
    /// Neighbours on a level: links for moving a cube, but not for paths.
    pub adjacent: Vec<[String; 2]>,
    /// Cubes that touch a side.
    pub tips: Vec<Tip>,
}

/// A cube that touches sides.
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
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Count))]
pub struct ScoreView {
    /// Prisoners and territory.
    pub totals: [u16; 2],
    /// The opponent's dead stones.
    pub prisoners: [u16; 2],
    /// Points of territory.
    pub territory: [u16; 2],
    /// The score as a sentence.
    pub said: String,
}

/// Result of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Ending))]
pub struct EndingView {
    /// Winner; absent after a draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<ColourView>,
    /// Reason in a word or two, as in records.
    pub reason: &'static str,
    /// Whether the position ended the game, rather than a resignation, agreement or clock.
    pub by_rules: bool,
    /// The result as a sentence.
    pub said: String,
    /// Further sentences that explain why the game ended.
    pub explained: String,
    /// The proof on the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<ProofView>,
}

/// A proof on the board of how a game ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ProofView {
    /// `path`, `ring` or `enclosure`.
    pub kind: &'static str,
    /// Ids of the elements, in order along a path or around a ring.
    pub ids: Vec<String>,
}

/// An overlay that can be drawn over the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Overlay {
    /// Its word in `show`.
    pub show: &'static str,
    /// Label of its switch.
    pub label: &'static str,
    /// What it shows.
    pub means: &'static str,
}

// Positions of a board's places in space, for a view in three dimensions.

/// Positions of a board's places in space.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "form", rename_all = "lowercase")]
pub enum Solid {
    /// Ankor and Boche: cubes in a cubic lattice that stands on its corner. The cube in the cell
    /// `[x, y, z]` has its nearest corner at that point and its deepest at `[x+1, y+1, z+1]`; cubes
    /// nearer to the viewer have smaller sums of coordinates.
    Pile {
        /// Holes to a side; the holes are the cells whose coordinates add up to `size - 1`.
        size: u8,
        /// The cells of all spots.
        cells: Vec<PileCell>,
    },
    /// Antipod: points of a sphere. Each of the two discs shows one half.
    Globe {
        /// Points along each edge of a half.
        radius: u8,
        /// All points; each rim point is listed once.
        points: Vec<GlobePoint>,
        /// Neighbours, as pairs of indices into `points`.
        lines: Vec<[usize; 2]>,
    },
}

/// A cell of a pile.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PileCell {
    /// Id of the spot's element.
    pub id: String,
    /// Its coordinates `[x, y, z]`.
    pub cell: [u8; 3],
    /// Boche: paint of the cube in the cell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paint: Option<Paint>,
}

/// Paint on the upper faces of a cube in Boche.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Paint {
    /// The colour of its nearest corner.
    pub nearest: ColourView,
    /// For each upper face, towards smaller x, y and z: whether its band joins the nearest corner
    /// to the far one, rather than the other two corners. The band's colour is that of the corners
    /// it joins.
    pub joins: [bool; 3],
}

/// A point of a globe.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GlobePoint {
    /// Ids of the elements that show it: one, or two for a rim point.
    pub ids: Vec<String>,
    /// Its direction from the centre, as a unit vector: right, up and towards the viewer. The left
    /// disc's centre is at the top.
    pub at: [f64; 3],
}

impl From<Rotation> for Paint {
    fn from(rotation: Rotation) -> Self {
        let joins = [0, 1, 2].map(|axis| rotation.joins_nearest_along(axis));
        Self { nearest: rotation.nearest().into(), joins }
    }
}

/// Paint of Boche's cubes that `style` shows, by cell.
pub(crate) fn paint_of(board: &boche::Board, style: &Style) -> impl Fn(CellId) -> Option<Paint> {
    let top = style.peel.unwrap_or(u8::MAX);
    move |id| {
        let rotation = board.rotation(id).filter(|_| board.lattice().level(id) <= top);
        rotation.map(Into::into)
    }
}

/// Cells of the spots of a pyramid.
pub(crate) fn pile(
    lattice: &Lattice,
    spots: &[SpotView],
    painted: impl Fn(CellId) -> Option<Paint>,
) -> Solid {
    let cells: HashMap<String, CellId> =
        lattice.ids().map(|id| (element(lattice, id), id)).collect();
    let cell = |spot: &SpotView| {
        let &id = cells.get(&spot.id)?;
        let cell = lattice.cell(id).coordinates();
        Some(PileCell { id: spot.id.clone(), cell, paint: painted(id) })
    };
    Solid::Pile { size: lattice.size(), cells: spots.iter().filter_map(cell).collect() }
}

/// Points of a sphere, with the elements that show them.
pub(crate) fn globe(sphere: &antipod::Sphere, spots: &[SpotView]) -> Solid {
    let mut elements: HashMap<&str, Vec<String>> = HashMap::new();
    for spot in spots {
        elements.entry(&spot.place).or_default().push(spot.id.clone());
    }
    let point = |point| {
        let ids = elements.remove(sphere.place(point).to_string().as_str())?;
        Some(GlobePoint { ids, at: direction(sphere, point)? })
    };
    // Points are numbered from 0 without gaps, so a number is an index.
    let points = sphere.points().into_iter().filter_map(point).collect();
    let lines = sphere.points().into_iter().flat_map(|one| {
        let later = sphere.neighbours(one).filter(move |&other| other > one);
        later.map(move |other| [one.index(), other.index()])
    });
    Solid::Globe { radius: sphere.radius(), points, lines: lines.collect() }
}

/// Id of a cell's element.
pub(crate) fn element(lattice: &Lattice, id: CellId) -> String {
    let cell = lattice.cell(id);
    format!("c-{}-{}-{}", cell.x, cell.y, cell.z)
}
