//! A position as JSON: its parts, and where they are in space.

mod position;
mod solid;

pub use self::position::{
    Choice, Colour, Count, Drop, Ending, Group, LastTurn, Links, Mover, Other, Overlay,
    PositionView, ProofView, Refused, Selection, SpotView, Target, Teaching, Tip,
};
pub use self::solid::{GlobePoint, Paint, PileCell, Solid};
pub(crate) use self::solid::{element, globe, paint_of, pile};
