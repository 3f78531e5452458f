//! The language of commands: words, roles, options, turns as they are typed, and how a command's
//! words are read. It knows no command; those there are it is handed as a [`Vocabulary`].

mod arguments;
mod game_options;
mod heading;
pub(in crate::command) mod options;
mod refusal;
mod role;
mod terms;
pub(in crate::command) mod turn;
mod usage;
mod vocabulary;
pub(in crate::command) mod words;

pub(in crate::command) use arguments::{Arguments, is_machine};
pub use game_options::GameOptions;
pub(in crate::command) use heading::Heading;
pub(crate) use options::{SERVER_OPTIONS, ServerOption};
pub use refusal::Refusal;
pub(in crate::command) use refusal::did_you_mean;
pub(in crate::command) use role::{Role, is_number, whole_number};
pub use terms::{NewTerms, TermsError, TermsNumber};
pub use turn::{line_text, looks_latin, turn_text};
pub(crate) use usage::{Group, OptionSet, Usage};
pub(in crate::command) use usage::{MANY, Parse};
pub(in crate::command) use vocabulary::{Vocabulary, game_names};
pub(in crate::command) use words::Word;
