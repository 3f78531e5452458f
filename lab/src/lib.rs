//! The laboratory: matches between computer players, plans of many of them, measures and reports.
//!
//! [`arena`] plays one match and keeps it in a file. A [`plan`] describes many: [`run`] plays them
//! into a folder and can be interrupted and resumed at any point, and [`report`] turns its games
//! into tables, text and plots. Nothing depends on the machine's speed or its number of cores; the
//! clock only estimates how long the rest may take.

pub mod arena;
pub mod plan;
pub mod play;
pub mod reference;
pub mod report;
pub mod run;
pub mod solve;
pub mod stats;
