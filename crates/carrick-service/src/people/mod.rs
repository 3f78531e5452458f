//! People: their names, passwords, time zones, absences, how they get mail, how pages look to them.
//!
//! Values that are checked once and then trusted, and nothing about boards but their names. The
//! accounts that the computer plays for are here as well.

pub(crate) mod computer;
pub mod day;
pub mod hashing;
pub(crate) mod names;
mod password;
mod setting_table;
mod settings;
pub(crate) mod time;

pub use computer::{
    ComputerLevel, ComputerLevelError, IsComputer, computer_level, must_be_a_person,
};
pub(crate) use names::and;
pub use names::{Address, AddressError, BoardId, BoardIdError, GUEST, Userid, UseridError};
pub use password::{Password, PasswordError, PasswordHash, Scope, Scopes, UnknownScope};
pub(crate) use setting_table::SettingCommand;
pub use setting_table::{NoSuchValue, SettingValues, SettingsPatch, UserSetting};
pub use settings::{
    Appearance, BoardSize, BoardView, GameSettings, Look, Mailing, Pictures, PuzzleMail, Remarks,
    Theme, UnknownAppearance, UserSettings,
};
pub use time::{Absence, AbsenceKind, Zone, ZoneError};
