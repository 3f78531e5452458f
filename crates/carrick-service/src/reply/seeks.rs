//! Open seeks.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::board::conditions;
use super::wrap::{hanging, wrapped};
use crate::playing::Reader;
use crate::state::{LISTED, Seek, StandIn};

/// The answer to a player who offers games.
pub(crate) fn seek(reader: Reader<'_>, seek: &Seek) -> String {
    let Seek { kind, number, user, .. } = seek;
    let offer = format!(
        "You offer {} of {}: {}.",
        games(seek.left),
        kind.title(),
        conditions(&seek.options, &seek.terms)
    );
    let take = format!("{kind} take {number} <userid> <password>");
    let cancel = format!("{kind} seek {user} <password> cancel");
    // A longer name than usual pushes only its own line out.
    let width = take.len().max(cancel.len()).min(41);
    let computer = wrapped(&about_computer(reader, seek), 0);
    format!(
        "{}\n  \
           {take:width$}  takes one, as others will type it\n  \
           {cancel:width$}  takes your offers back\n\n\
         Boards open when they are taken; who moves first is decided at random.\n{computer}",
        wrapped(&offer, 2)
    )
}

/// One line a seek, the latest ones, under a heading; nothing when there is none.
pub(crate) fn seek_list(reader: Reader<'_>, seeks: &BTreeMap<u32, Seek>) -> String {
    let Some(first) = seeks.values().next() else { return String::new() };
    let more = seeks.len().saturating_sub(LISTED);
    let seeks = || seeks.values().skip(more);
    let width = seeks().map(|seek| seek.user.as_str().len()).max().unwrap_or(0);
    let mut text =
        format!("  open seeks (to take one: {} take <seek> <userid> <password>)\n", first.kind);
    for seek in seeks() {
        let conditions = conditions(&seek.options, &seek.terms);
        let (number, left) = (seek.number, games(seek.left));
        let head = format!("{number:6}  {:width$}  ", seek.user);
        text.push_str(&hanging(
            &head,
            &format!("{conditions}, {left}{}", takers(reader, seek)),
            head.len(),
        ));
    }
    if more > 0 {
        let _ = writeln!(text, "  and more: these are the latest {LISTED}");
    }
    text
}

/// Whether and when the computer takes a game.
fn about_computer(reader: Reader<'_>, seek: &Seek) -> String {
    let Some(due) = seek.due else {
        return match seek.stand_in {
            StandIn::Nobody => "Only people take them.".to_owned(),
            _ => String::new(),
        };
    };
    let level = match seek.stand_in {
        StandIn::Level(level) => format!("{level} takes one."),
        _ => "the computer takes one, at the level nearest to your rating. --level=1..9 or \
              a novice names another, and with --people it takes none."
            .to_owned(),
    };
    format!("If nobody has by {}, {level}", reader.time(due))
}

/// The level that takes a game besides people, and from when, in a few words for a list.
fn takers(reader: Reader<'_>, seek: &Seek) -> String {
    match (seek.stand_in, seek.due) {
        (StandIn::Nobody, _) => ", people only".to_owned(),
        (_, None) => String::new(),
        (StandIn::Level(level), Some(due)) => format!(", {level} from {}", reader.date(due)),
        (StandIn::Nearest, Some(due)) => format!(", the computer from {}", reader.date(due)),
    }
}

fn games(count: u32) -> String {
    if count == 1 { "1 game".to_owned() } else { format!("{count} games") }
}
