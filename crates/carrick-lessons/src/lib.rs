//! Lessons for the four games, the aim of each colour, and what a turn did, in words.
//!
//! An [`Effect`] is a fact about one turn: it pinned a cube, joined two groups, won. [`effects_of`]
//! finds them all by comparing the positions before and after. Boards show them as remarks, and
//! lessons use them as goals: a step asks for a turn, and any legal turn with the effects of its
//! [`Goal`] is right. The lessons are text files in the folder `lessons`; for their format, see
//! [`Lesson::parse`].

mod aim;
mod effect;
mod goal;
mod lesson;
mod parse;
mod step;

pub use aim::aim_of;
pub use effect::{Effect, UnknownEffect, deed_of, effects_of, remarks_on};
pub use goal::Goal;
pub use lesson::Lesson;
pub use parse::LessonError;
pub use step::{Foreseen, LessonFigure, LessonStep, TryVerdict, refused};
