//! Matches between players, and their statistics: Elo, SPRT, pentanomial pairs.
//!
//! Everything here is a function of its arguments: who plays ([`Entrant`]), which games are played
//! ([`Schedule`]), and what their results prove ([`Pairs`], [`Sprt`], [`Summary`]). Threads, files
//! and the clock are the caller's.
//!
//! Games come in pairs: one opening, played twice with the seats exchanged. A pair is the unit of
//! all statistics, since its two games depend on each other: an opening that is won for one seat,
//! no matter which player has it, says nothing about the players.

mod contestant;
mod elo;
mod entrant;
mod opening;
mod pairs;
mod schedule;
mod sprt;
mod summary;

pub use contestant::{Chosen, Contestant};
pub use elo::Elo;
pub use entrant::{Entrant, EntrantError};
pub use opening::{Openings, OpeningsError};
pub use pairs::{Pairs, Score};
pub use schedule::{GameNumber, OpeningError, Schedule, Side};
pub use sprt::{Sprt, SprtError, Verdict};
pub use summary::{Played, Spent, Summary};
