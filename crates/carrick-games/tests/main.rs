//! The integration tests, in one program: it is linked once, and its tests share the cores.

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
