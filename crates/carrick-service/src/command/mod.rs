//! The command language: a text means the same however it arrives.
//!
//! | module | its contents |
//! |---|---|
//! | `action` | actions as data, and how each is typed |
//! | `words`, `arguments`, `options` | the words of a line, read one by one |
//! | `usage`, `syntax_error` | what a command is called and takes, and what is wrong with a line |
//! | `groups` | each command: its usage, its specification, its parser |
//! | `table`, `spec` | the list of them; whose right each takes, the state it needs, what decides it |
//! | `field` | one field of a form |
//! | `redact` | a command without possible passwords |

#![deny(clippy::wildcard_enum_match_arm)]

mod action;
mod arguments;
pub mod field;
mod groups;
mod options;
mod redact;
mod spec;
mod syntax_error;
mod table;
mod usage;
mod words;

pub use action::{
    Action, BoardAction, Credential, GameAction, HelpTopic, Move, PlyRef, Selector, TypedCommand,
};
use arguments::{CommandArguments, Heading};
use table::VOCABULARY;
use usage::Parse;

pub use options::CheckedOptions;
pub(crate) use options::{SERVER_OPTIONS, ServerOption};
pub use redact::{redact, retyped};
pub(crate) use spec::Sent;
pub use syntax_error::SyntaxError;
pub(crate) use table::{COMMANDS, check_new_name, of_topic};
pub use table::{is_reserved, usage_of, usages};
pub(crate) use usage::{CommandGroup, OptionSet, Usage};
pub use words::{line_text, looks_latin, turn_text};

// Parsing a text into a command.

/// Reads a command as a player types it.
///
/// Additions of mail programs (`Re:`, a trailing ` **`) and the case of every word but passwords
/// are ignored.
///
/// ```
/// use carrick_service::{Action, BoardAction, command};
/// let command = command::parse("Re: Ankor move 101 Ann hunter22 D3-f4 #5").unwrap();
/// assert!(matches!(command.action, Action::Board(_, BoardAction::Move(_, Some(5)))));
///
/// let error = command::parse("ankor move 101 ann d3-f4#5").unwrap_err();
/// assert!(error.to_string().starts_with("The password is missing."));
/// ```
///
/// # Errors
/// A sentence that names the fault and suggests what to do, without repeating any word that could
/// be a secret.
pub fn parse(text: &str) -> Result<TypedCommand, SyntaxError> {
    let words = words::split(text)?;
    let heading = Heading::read(VOCABULARY, &words)?;
    let mut arguments = CommandArguments::new(heading, words[heading.length..].to_vec());
    let action = match (heading.usage.parse, heading.kind) {
        (Parse::Alone(parse), _) => parse(&mut arguments)?,
        (Parse::OfGame(parse), Some(kind)) => parse(kind, &mut arguments)?,
        (Parse::OfGame(_), None) => {
            return Err(arguments.refuse("the name of a game comes first"));
        }
    };
    Ok(TypedCommand { action, credential: arguments.credential })
}
