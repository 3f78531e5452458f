//! The command language: one text, one meaning, whatever carried it.
//!
//! The sources are in rooms; each imports only from rooms above it:
//!
//! | room | its contents |
//! |---|---|
//! | `parsed` | commands as data, and how each is written |
//! | `language` | words, roles, options, turns; how they are read and refused |
//! | `spec` | whose right a command takes, and the state it needs |
//! | `groups` | each command: its usage, its specification, its parser |
//! | `table` | the list of them |
//! | `parse`, `field`, `usages` | reading a line, or one field of a form |
//! | `redact`, `retype` | a command without possible passwords |

#![deny(clippy::wildcard_enum_match_arm)]

pub mod field;
mod groups;
mod language;
mod parse;
mod parsed;
mod redact;
mod retype;
mod spec;
mod table;
mod usages;

pub use language::{GameOptions, Refusal, line_text, looks_latin, turn_text};
pub(crate) use language::{Group, OptionSet, SERVER_OPTIONS, ServerOption, Usage};
pub use parse::parse;
pub use parsed::{
    Action, BoardAct, Command, Credential, GameCommand, HelpTopic, PlyRef, Selector, Setting,
};
pub use redact::redact;
pub use retype::retyped;
pub(crate) use spec::{Sent, Spec, Who};
pub use table::is_reserved;
pub(crate) use table::{COMMANDS, check_new_name, of_topic};
pub use usages::{usage_of, usages};
