//! Everything a board on a page needs to know about a position.
//!
//! The page knows no rules: what may be chosen and why something else may not, where a chosen cube
//! can go, what a rotation would join, groups, links, the count, how a game ended, what to read
//! aloud and the picture itself are all said by [`look`]. A preview is the same with one more turn;
//! exploring is the same with some more; a turn that is half chosen is [`Look::select`].
//!
//! ```
//! use carrick_web::position::{Query, answer};
//! let query = Query { game: "antipod".into(), turns: "f14 f9".into(), ..Query::default() };
//! let view = answer(&query)?;
//! assert_eq!(view.said, "Turn 3: White to move.");
//! assert_eq!(view.last.unwrap().said, "Black plays f9.");
//! let f14 = view.spots.iter().find(|spot| spot.place == "f14").unwrap();
//! assert_eq!(f14.why.as_deref(),
//!     Some("f14 is taken: a white stone stands there; any empty point is open to you"));
//! # Ok::<(), carrick_web::position::PositionError>(())
//! ```
//!
//! What stands where in the answer is described at [`PositionView`]; fields are only ever added.

mod anchor;
mod ankor;
mod antipod;
mod boche;
mod build;
mod cost;
mod error;
mod last;
mod query;
mod view;
mod words;

pub use build::look;
pub(crate) use cost::{PIXELS, cost_of};
pub use error::{PositionError, Problem};
pub use query::{Look, MAX_TURNS, Query};
pub use view::{
    Choice, Colour, Count, Drop, Ending, Group, LastTurn, Links, Mover, Other, Overlay,
    PositionView, ProofView, Refused, Selection, SpotView, Target, Tip,
};
pub(crate) use words::{phase, state};

/// The position that a query asks for, from nothing but the query.
///
/// # Errors
/// What is wrong with the query, and where.
pub fn answer(query: &Query) -> Result<PositionView, PositionError> {
    let game = query.game()?;
    look(&game, &query.look()?)
}
