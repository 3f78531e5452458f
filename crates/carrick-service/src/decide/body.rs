//! The lines that come with a command.

use super::Case;
use crate::command::Refusal;

/// How long what a user writes can be, in characters.
const MAX_CHARACTERS: usize = 4_000;

impl Case<'_> {
    /// The lines that came with the command, fit to be passed on; `None` when there are none.
    pub(super) fn body(self) -> Result<Option<String>, Refusal> {
        let Some(body) = &self.request.body else { return Ok(None) };
        let lines: Vec<String> = body
            .trim()
            .lines()
            .map(|line| line.trim_end().chars().filter(|c| !c.is_control()).collect())
            .collect();
        let text = lines.join("\n");
        let length = text.chars().count();
        if length > MAX_CHARACTERS {
            return Err(Refusal::new(format!(
                "what you write has {length} characters, and {MAX_CHARACTERS} are the most; nothing \
                 was done"
            )));
        }
        Ok(Some(text).filter(|text| !text.is_empty()))
    }

    /// The same where there is nothing to do without them.
    pub(super) fn needed_body(self) -> Result<String, Refusal> {
        self.body()?.ok_or_else(|| {
            Refusal::new(
                "there is nothing to pass on; what you want to say goes below the command: into the \
                 body of a mail, or on the command line to standard input",
            )
        })
    }
}
