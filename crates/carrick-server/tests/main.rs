//! The integration tests, in one program: it is linked once, and its tests share the cores.

mod background;
#[path = "../../carrick-store/tests/store/cluster.rs"]
#[allow(dead_code, clippy::unwrap_used, reason = "tests of the store, which use all of it")]
mod cluster;
mod computer;
mod erasure;
mod events;
mod gate;
mod hints;
mod names;
mod reviews;
mod running;
mod season;
mod wrong_lines;
