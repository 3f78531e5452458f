//! The integration tests in one program, which is linked only once and runs its tests in parallel.

mod actions;
mod anchor;
mod ankor;
mod ankor_properties;
mod antipod;
mod boche;
mod boche_properties;
mod broken_records;
mod hashes;
mod mistyped;
mod no_allocation;
mod perft;
mod records;
mod studies;
mod support;
mod symmetries;
