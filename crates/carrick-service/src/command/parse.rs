//! A text becomes a command.

use super::language::{Arguments, Heading, Parse, Refusal, words};
use super::parsed::Command;
use super::table::VOCABULARY;

/// Reads a command as a player types it.
///
/// Additions of mail programs (`Re:`, a trailing ` **`) and the case of every word but passwords
/// are ignored.
///
/// ```
/// use carrick_service::{Command, GameCommand, command};
/// let command = command::parse("Re: Ankor move 101 Ann hunter22 D3-f4 #5").unwrap();
/// assert!(matches!(command, Command::Game(_, GameCommand::Move { number: Some(5), .. })));
///
/// let refusal = command::parse("ankor move 101 ann d3-f4#5").unwrap_err();
/// assert!(refusal.to_string().starts_with("The password is missing."));
/// ```
///
/// # Errors
/// A sentence that names the fault and a way on, and repeats no word that could be a secret.
pub fn parse(text: &str) -> Result<Command, Refusal> {
    let words = words::split(text)?;
    let heading = Heading::read(VOCABULARY, &words)?;
    let mut arguments = Arguments::new(heading, words[heading.length..].to_vec());
    match (heading.usage.parse, heading.kind) {
        (Parse::Alone(parse), _) => parse(&mut arguments),
        (Parse::OfGame(parse), Some(kind)) => {
            parse(kind, &mut arguments).map(|game| Command::Game(kind, game))
        }
        (Parse::OfGame(_), None) => Err(arguments.refuse("the name of a game comes first")),
    }
}
