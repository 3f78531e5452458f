//! The part that the command lines of `carrick` and `carrick-lab` share: games as words, numeric
//! arguments, standard output, output files, progress, signals, tables of solved boards.

mod data_folder;
pub mod interrupt;
pub mod out_file;
pub mod printed;
pub mod progress;
pub mod signal;
pub mod tables;
pub mod values;
pub mod words;

pub use data_folder::data_folder;
