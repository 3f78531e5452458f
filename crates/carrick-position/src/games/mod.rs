//! The part of each game in a position view.

mod anchor;
mod ankor;
mod antipod;
mod boche;
