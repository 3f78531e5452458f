//! Rules, engine and coach for a web page: functions that take and give JSON.
//!
//! `cargo xtask wasm` builds this crate for `wasm32-unknown-unknown`; a worker of the page
//! (`assets/engine/worker.js` in `carrick-web`) calls it. On other targets it is an ordinary
//! library, so that tests can compare what both play: the same seed and nodes give the same turn.
//!
//! Every answer is a JSON object. One that has the field `error` says in a sentence why there is
//! nothing else in it, as answers of the position endpoint do.
//!
//! ```
//! let asked = r#"{ "game": "antipod", "turns": "f14 f9", "level": "level2", "seed": 7 }"#;
//! let turn = carrick_wasm::turn(asked, &|| false);
//! assert!(turn.starts_with(r#"{"turn":""#), "{turn}");
//! let refused = carrick_wasm::turn(r#"{ "game": "chess" }"#, &|| false);
//! assert!(refused.starts_with(r#"{"error":""#), "{refused}");
//! ```

mod analysing;
mod answer;
mod asked;
#[cfg(target_arch = "wasm32")]
pub mod bridge;
mod lessons;
mod puzzles;
mod thinking;

pub use analysing::Analysing;
pub use lessons::judge;
pub use puzzles::solve;
pub use thinking::{report, turn};

use asked::asked;
use carrick_position::PositionQuery;

/// The position of a query, as the position endpoint answers it.
///
/// ```
/// let view = carrick_wasm::position(r#"{ "game": "ankor", "turns": "d3" }"#);
/// assert!(view.contains(r#""said":"Turn 2: X to move.""#), "{view}");
/// ```
#[must_use]
pub fn position(query: &str) -> String {
    answer::json(
        asked(query).and_then(|query: PositionQuery| Ok(carrick_position::answer(&query)?)),
    )
}
