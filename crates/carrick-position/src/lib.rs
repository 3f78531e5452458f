//! Position views: everything that a page needs to show a position and choose turns in it.
//!
//! Pages don't need to know the rules. [`look`] tells them which places can be chosen and why
//! others cannot, the targets of a selected cube, the effect of a rotation, groups, links, the
//! score, the result, accessible names and the picture. A preview is a view with one more turn;
//! exploring adds several turns; a half-chosen turn is [`PositionLook::select`].
//!
//! ```
//! use carrick_position::{PositionQuery, answer};
//! let query = PositionQuery { game: "antipod".into(), turns: "f14 f9".into(), ..PositionQuery::default() };
//! let view = answer(&query)?;
//! assert_eq!(view.said, "Turn 3: White to move.");
//! assert_eq!(view.last.unwrap().said, "Black plays f9.");
//! let f14 = view.spots.iter().find(|spot| spot.place == "f14").unwrap();
//! assert_eq!(f14.why.as_deref(),
//!     Some("f14 is taken: a white stone stands there; any empty point is open to you"));
//! # Ok::<(), carrick_position::PositionError>(())
//! ```
//!
//! [`PositionView`] documents the answer. Fields may be added, but are never removed. With the
//! feature `schema`, its types implement the schemas of OpenAPI documents.

mod build;
mod explain;
mod games;
mod query;
mod view;

pub use build::{look, notes_on_line, notes_on_places, notes_on_played, picture, remark_on};
pub use explain::{Aim, LegendMark, Phase, aims, listed, marks, phase, state};
pub use query::{MAX_TURNS, PositionError, PositionLook, PositionQuery, QueryProblem};
pub use view::{
    Choice, ColourView, Drop, EndingView, GlobePoint, GroupView, LastTurn, Links, Mover, Other,
    Overlay, Paint, PileCell, PositionView, ProofView, RefusedSpot, ScoreView, Selection, Solid,
    SpotView, Target, Teaching, Tip,
};

/// The position that a query describes, without any other source.
///
/// # Errors
/// The first fault of the query, with its parameter.
pub fn answer(query: &PositionQuery) -> Result<PositionView, PositionError> {
    let game = query.game()?;
    look(&game, &query.look()?)
}
