//! The parts of a position view that are specific to each game.

mod anchor;
mod ankor;
mod antipod;
mod boche;
