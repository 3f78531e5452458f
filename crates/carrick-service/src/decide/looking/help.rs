//! `help`: the pages that were asked for, one below the other.

use crate::command::HelpTopic;
use crate::decide::case::told;
use crate::effects::Decision;
use crate::help;

/// The answer with the pages of help on these topics; without any, with the overview.
pub(in crate::decide) fn help_answer(topics: &[HelpTopic]) -> Decision {
    let text = match topics {
        [] => help::text(None),
        some => some.iter().map(|&topic| help::text(Some(topic))).collect::<Vec<_>>().join("\n"),
    };
    told("Carrick: help", text)
}
