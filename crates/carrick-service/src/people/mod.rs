//! People: their names, passwords, time zones, absences, how they get mail, how pages look to them.
//!
//! Values that are checked once and then trusted, and nothing about boards but their names. The
//! accounts that the computer plays for are here as well.

pub(crate) mod absence;
mod appearance;
pub(crate) mod computer;
pub mod day;
pub mod hashing;
mod ids;
mod mailing;
pub(crate) mod names;
mod password;
mod scope;
mod settings;
mod zone;

pub use absence::{Absence, AbsenceKind};
pub use appearance::{Appearance, BoardSize, BoardView, Look, Remarks, Theme, UnknownAppearance};
pub use computer::{
    ComputerLevel, ComputerLevelError, IsComputer, computer_level, must_be_a_person,
};
pub(crate) use ids::and;
pub use ids::{Address, AddressError, BoardId, BoardIdError, Userid, UseridError};
pub use mailing::{
    Mailing, Pictures, PuzzleMail, UnknownMailing, UnknownPictures, UnknownPuzzleMail,
};
pub use names::GUEST;
pub use password::{Password, PasswordError, PasswordHash};
pub use scope::{Scope, Scopes, UnknownScope};
pub use settings::{GameSettings, UserSettings};
pub use zone::{Zone, ZoneError};
