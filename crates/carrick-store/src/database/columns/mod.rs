//! Columns as values of the store, sequences, and statements about several keys.

pub(crate) mod column;
pub(crate) mod counter;
mod keys;

pub(crate) use self::column::{Columns, offer_kind, parse_seat, result, seat, time};
pub(crate) use self::counter::{ForTurns, with_numbers};
pub(crate) use self::keys::{CHUNK, of_users, padded, push_among};
