//! Anchor, by Steven Meyers (2000): territory on a hexagon, where a group is dead unless it is an
//! anchor, that is, touches enough sides of the board.
//!
//! ```
//! use carrick_games::{Colour, Game, Outcome, WinBy, anchor};
//! let mut game = Game::<anchor::Board>::new(anchor::Options::default());
//! for turn in ["A1", "C3", "H8", "pass", "pass"] {
//!     game = game.play_text(turn)?;
//! }
//! // A1 stands on a home corner of Black and is an anchor; H8 and C3 touch no side and are dead.
//! let score = game.board().score();
//! assert_eq!(score.dead, ["C3", "H8"]);
//! assert_eq!(score.total(Colour::Dark), 1 + 168);
//! assert_eq!(game.outcome(), Some(Outcome::Win { winner: Colour::Dark, by: WinBy::Score }));
//! # Ok::<(), carrick_games::PlayError<Game<anchor::Board>>>(())
//! ```

mod actions;
mod board;
pub mod drawing;
mod facts;
mod history;
mod illegal;
mod notation;
mod options;
mod point;
mod scoring;
mod setup;
mod symmetry;
mod topology;
mod turns;

pub use board::{Board, Stage};
pub(crate) use facts::FACTS;
pub use history::History;
pub use illegal::Illegal;
pub use options::{Opening, Options};
pub use point::Point;
pub use scoring::{Count, Group, Score};
pub use setup::{Setup, SetupError};
pub use topology::Mirroring;
pub use turns::{Turn, Turns};
