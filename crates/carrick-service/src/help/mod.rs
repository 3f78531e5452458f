//! Help: the texts players read. Pages are text files; commands, options and drawings are filled in
//! where a line says `{{…}}`.

mod commands;
mod fill;

use carrick_games::{GameKind, games};

use crate::command::HelpTopic;

/// A page of help, in lines of at most 78 columns; the overview when no topic is named.
///
/// ```
/// use carrick_service::{HelpTopic, help};
/// assert!(help::text(Some(HelpTopic::Commands)).contains("rematch board userid password"));
/// ```
#[must_use]
pub fn text(topic: Option<HelpTopic>) -> String {
    match topic {
        None => fill::fill(include_str!("overview.txt"), None),
        Some(HelpTopic::Commands) => commands::page(),
        Some(HelpTopic::Command(name)) => commands::chapter(name),
        Some(HelpTopic::Tutorial) => fill::fill(include_str!("tutorial.txt"), None),
        Some(HelpTopic::Game(kind)) => fill::fill(page(kind), Some(kind)),
    }
}

/// The page of a game: the file that has its name.
const fn page(kind: GameKind) -> &'static str {
    macro_rules! pages {
        ($kind:ident $($variant:ident $module:ident,)*) => {
            match $kind {
                $(GameKind::$variant => include_str!(concat!(stringify!($module), ".txt")),)*
            }
        };
    }
    games!(pages! { kind })
}
