//! The integration tests, in one program: it is linked once, and its tests share the cores.

mod clocks;
mod columns;
mod commands;
mod exchange;
mod help;
mod latest;
mod letters;
mod puzzles;
mod replies;
mod secrets;
mod stocks;
