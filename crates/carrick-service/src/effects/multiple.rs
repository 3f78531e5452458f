//! `multiple`: several commands in one body.
//!
//! Each line is a request of its own and stands alone: the next one sees the effect of the one
//! before, and the refusal of one does not concern the others. A carrier handles them one after
//! another, each as if it had come alone, in a transaction or behind a savepoint of its own.

use super::Decision;
use crate::command::Refusal;

/// The most commands in one body.
pub const MAX_COMMANDS: usize = 50;

/// The commands in a body, each with the number of its line; blank lines are skipped.
///
/// A line that is `multiple` again is not opened: as a command it is refused.
///
/// # Errors
/// When there is no command, or there are too many.
///
/// ```
/// let commands = carrick_service::commands_in(Some("list\n\n ankor show 101\n"))?;
/// assert_eq!(commands, [(1, "list"), (3, "ankor show 101")]);
/// # Ok::<(), carrick_service::Refusal>(())
/// ```
pub fn commands_in(body: Option<&str>) -> Result<Vec<(usize, &str)>, Refusal> {
    let lines = body.unwrap_or_default().lines().map(str::trim);
    let commands: Vec<_> = (1..).zip(lines).filter(|(_, line)| !line.is_empty()).collect();
    match commands.len() {
        0 => Err(Refusal::new(
            "the body is empty; multiple carries out the body, one command a line",
        )),
        count if count > MAX_COMMANDS => Err(Refusal::new(format!(
            "the body holds {count} commands, and {MAX_COMMANDS} are the most; nothing was carried out"
        ))),
        _ => Ok(commands),
    }
}

/// The decision on a command from a body; a refusal names its line.
#[must_use]
pub fn in_line(line: usize, mut decision: Decision) -> Decision {
    if decision.refused {
        for message in &mut decision.messages {
            message.text.insert_str(0, &format!("In line {line} of the body:\n"));
        }
    }
    decision
}
