//! The laboratory: matches between computer players, plans of many of them, measures and reports.
//!
//! [`arena`] plays one match and keeps it in a file. A [`plan`] names many: [`run`] plays them into
//! a folder that can be interrupted and resumed at any point, and [`report`] makes tables, text and
//! plots of its games. Nothing depends on the machine's speed or its number of cores, and the clock
//! only tells how long the rest may take.

pub mod arena;
pub mod plan;
pub mod play;
pub mod reference;
pub mod report;
pub mod run;
pub mod solve;
pub mod stats;
