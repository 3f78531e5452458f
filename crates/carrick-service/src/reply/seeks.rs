//! Open seeks.

use std::collections::BTreeMap;

use super::board::conditions;
use super::wrap::{hanging, wrapped};
use crate::Seek;

/// The answer to a player who offers games.
pub(crate) fn seek(seek: &Seek) -> String {
    let Seek { kind, number, user, .. } = seek;
    let offer = format!(
        "You offer {} of {}: {}.",
        games(seek.left),
        kind.title(),
        conditions(&seek.options, &seek.terms)
    );
    let take = format!("{kind} take {number} userid password");
    let cancel = format!("{kind} seek {user} password cancel");
    // A longer name than usual pushes only its own line out.
    let width = take.len().max(cancel.len()).min(41);
    format!(
        "{}\n  \
           {take:width$}  takes one, as others will type it\n  \
           {cancel:width$}  takes all your offers back\n\n\
         Boards open when they are taken; the lot decides who moves first.\n",
        wrapped(&offer, 2)
    )
}

/// One line a seek, under a heading; nothing when there is none.
pub(crate) fn seek_list(seeks: &BTreeMap<u32, Seek>) -> String {
    let Some(first) = seeks.values().next() else { return String::new() };
    let width = seeks.values().map(|seek| seek.user.as_str().len()).max().unwrap_or(0);
    let mut text =
        format!("  open seeks (to take one: {} take seek userid password)\n", first.kind);
    for seek in seeks.values() {
        let conditions = conditions(&seek.options, &seek.terms);
        let (number, left) = (seek.number, games(seek.left));
        let head = format!("{number:6}  {:width$}  ", seek.user);
        text.push_str(&hanging(&head, &format!("{conditions}, {left}"), head.len()));
    }
    text
}

fn games(count: u32) -> String {
    if count == 1 { "1 game".to_owned() } else { format!("{count} games") }
}
