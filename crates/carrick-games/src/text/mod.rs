//! Games as people write them: turns, options, drawings, sentences, mistyped words.

pub(crate) mod canvas;
pub(crate) mod mistyped;
pub(crate) mod notation;
pub(crate) mod options;
pub(crate) mod percent;
pub(crate) mod show;
