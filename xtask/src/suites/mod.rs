//! Suites with tools of their own: API, certificates, dependencies, fuzzing, the laboratory, the
//! simulation.

pub(crate) mod api;
pub(crate) mod checkers;
pub(crate) mod deps;
pub(crate) mod fuzz;
pub(crate) mod lab;
pub(crate) mod simulate;
