//! Suites with tools of their own: API, certificates, dependencies, fuzzing, kills, the laboratory,
//! the simulation, the soak.

pub(crate) mod api;
pub(crate) mod checkers;
pub(crate) mod deps;
pub(crate) mod fuzz;
pub(crate) mod kills;
pub(crate) mod lab;
mod postgres;
pub(crate) mod simulate;
pub(crate) mod soak;
