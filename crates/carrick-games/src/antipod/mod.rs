//! Antipod (Cameron Browne, 2003): Hex on a sphere.
//!
//! Two hexagonal boards are the halves of a sphere; their rims are the same ring of points. Black,
//! who starts with a stone on each centre, tries to join them with a path. White, who starts with
//! the six corners and moves first, tries to separate them with a ring. Exactly one of the two
//! always happens: on a sphere divided into triangles, a path between two points can be stopped
//! only by a ring between them.
//!
//! ```
//! use carrick_games::{Board as _, Colour, Game, antipod};
//! let game = Game::<antipod::Board>::new(antipod::Options::default());
//! let game = game.play_text("a14").map_err(|refused| refused.reason)?;
//! assert_eq!(game.turn_name(game.turns()[0]).to_string(), "a3+"); // a rim point has two names
//! assert_eq!(game.board().to_move(), Colour::Dark);
//! # Ok::<(), carrick_games::TurnError<carrick_games::Illegal>>(())
//! ```

mod actions;
mod board;
mod chains;
pub mod drawing;
mod facts;
mod groups;
mod illegal;
mod notation;
mod options;
mod point;
mod proof;
mod setup;
mod sphere;
mod symmetry;

pub use board::{Board, Turn, Turns};
pub(crate) use facts::FACTS;
pub use groups::Group;
pub use illegal::Illegal;
pub use notation::Place;
pub use options::Options;
pub use point::{Point, PointSet};
pub use setup::{Setup, SetupError};
pub use sphere::{DrawnPlace, Half, Sphere};
pub use symmetry::SphereSymmetry;
