//! Games as records, on their way out of this server and into it.
//!
//! A record that goes out holds what everybody may see of a board: players, options, terms, turns
//! with their times, how it ended. Queues, offers, remarks and turns that were taken back stay
//! here.
//!
//! A record that comes in has been played turn by turn when the [`Record`] was read. Here it
//! becomes a board:
//!
//! * A player is the account of that name; a player without one gets one, without password or
//!   address, so that nobody else can take the name.
//! * A turn without a time was played when the turn before it was, the first when the game began; a
//!   game without a beginning began when it is first heard of.
//! * The board keeps the number it had on a server such as this one if that is free, and gets the
//!   next one otherwise.
//! * A game that is here already is not made again, however often it comes ([`Known`]).
//! * Finished games are rated unless their record says otherwise, in the order in which they ended
//!   ([`Import::ends`], [`EndOrder`]).
//! * A game that goes on does so from now on: the player to move has the whole time for that turn.

mod export;
mod fault;
mod import;
mod incoming;
mod order;

pub use carrick_games::records::Record;
pub use export::record_of;
pub use fault::{Divergence, ImportFault};
pub use import::{End, Import, Known, Pair};
pub use incoming::{Incoming, Naming};
pub use order::EndOrder;

/// Name of this server in records, as the place where games were played.
const SITE: &str = "Carrick";
