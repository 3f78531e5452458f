//! The integration tests in one program: it is linked only once, and its tests share the cores.

mod blocks;
mod endings;
mod last_cubes;
mod measured;
mod no_allocation;
mod proofs;
mod properties;
mod swaps;
mod tables;
mod tactics;
