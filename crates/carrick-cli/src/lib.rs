//! What the command lines of `carrick` and `carrick-lab` share: games as words, numeric arguments,
//! standard output, output files, progress, signals, tables of solved boards.

pub mod out_file;
pub mod printed;
pub mod signal;
pub mod tables;
pub mod words;

pub use tables::data_folder;
