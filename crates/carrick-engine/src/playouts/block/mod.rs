//! Bit-parallel playouts for games whose random play is a random fill: 512 games in one block, one
//! bit per game.
//!
//! The stones of a block are a [`PerPoint`]: for each point the games in which Black has it.
//! [`fill_balanced`] deals them, [`Sweeps`] floods connected stones, and [`Instructions`] chooses
//! the processor's instructions.

mod fill;
mod instructions;
mod lanes;
mod sweeps;

pub use fill::{MAX_POINTS, PerPoint, fill_balanced, no_stones};
pub use instructions::{Instructions, Kernel};
pub use lanes::{LANES, Lanes};
pub use sweeps::Sweeps;
