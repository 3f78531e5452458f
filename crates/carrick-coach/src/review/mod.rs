//! Reviews of finished games: who was ahead when, where the game changed hands, and what was
//! better there.
//!
//! A review is made in two steps. [`Budget::judge`] searches one position after another, each with
//! its own number of nodes and from its own seed; a [`Judged`] position can be stored, so a review
//! that is broken off goes on where it was. [`Review::of`] then reads the finished game and all its
//! judged positions, and draws the conclusions, without searching.
//!
//! Values are those of the player in the first seat, whatever colour they hold: seats do not change
//! with a swap, and a swap that takes the better side loses nothing.

mod budget;
mod course;
mod judged;
mod report;
mod summary;

pub use budget::{Budget, Times, TimesError};
pub use course::{CLEAR, Lead, STAYS};
pub use judged::{Judged, LINE};
pub use report::{Review, ReviewError, ReviewedTurn, TurningPoint, Worth};
pub use summary::View;
