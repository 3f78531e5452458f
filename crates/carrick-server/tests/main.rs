//! The integration tests, in one program: it is linked once, and its tests share the cores.

mod background;
mod computer;
mod events;
mod gate;
mod hints;
mod reviews;
mod running;
mod season;
mod wrong_lines;
