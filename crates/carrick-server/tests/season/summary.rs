//! The season at a glance, and everything that it must have seen.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use carrick_games::GameKind;
use carrick_service::SeatResult;

use super::club::Club;
use super::tally::{EVENTS, MOVES, OFFERS, endings};

/// Commands that are never refused.
const NEVER_REFUSED: [&str; 1] = ["help "];

/// Endings that the season does not reach: of some thousand random games on boards as large as
/// challenges allow, none ended by two passes. The games' own tests reach this end on a board of
/// size 2.
const NEVER_SEEN: &str = "drawn: passes";

/// Table of endings, commands and events.
pub(crate) async fn of(club: &mut Club) -> String {
    let ends = ends(club).await;
    let mut text = format!("{:24}", "");
    for kind in GameKind::ALL {
        let _ = write!(text, "{:>8}", kind.name());
    }
    text.push('\n');
    for (end, counts) in &ends {
        let _ = write!(text, "{end:24}");
        for count in counts {
            let _ = write!(text, "{count:8}");
        }
        text.push('\n');
    }
    let total: u32 = ends.values().flatten().sum();
    let turns: u32 = club.ever.values().map(|[turns, _]| turns).sum();
    let _ = writeln!(text, "\n{total} boards, {turns} turns, until {}\n", club.now.strftime("%F"));
    text + &club.tally.table()
}

/// Numbers of ends of each kind, by game.
async fn ends(club: &Club) -> BTreeMap<String, [u32; 4]> {
    let mut ends: BTreeMap<String, [u32; 4]> = BTreeMap::new();
    for (id, record) in club.everything().await.boards {
        let ended = record.ended.unwrap();
        let how = match ended.result() {
            SeatResult::Won(_) => "won",
            SeatResult::Draw => "drawn",
            SeatResult::Declined(_) => "no game",
        };
        let place = GameKind::ALL.iter().position(|kind| *kind == id.kind).unwrap();
        ends.entry(format!("{how}: {}", ended.reason())).or_default()[place] += 1;
    }
    ends
}

/// Names a command, an end, an offer or an event that the season has not seen.
pub(crate) async fn everything_was_used(club: &Club) {
    let mut missing = Vec::new();
    for line in carrick_service::command::usages() {
        let [accepted, refused] = club.tally.commands.get(line).copied().unwrap_or_default();
        let starts = |names: &[&str]| names.iter().any(|name| line.starts_with(name));
        if accepted == 0 {
            missing.push(format!("{line} was never accepted"));
        }
        if refused == 0 && !starts(&NEVER_REFUSED) {
            missing.push(format!("{line} was never refused"));
        }
    }
    let ends = ends(club).await;
    let unseen = |end: &String| !ends.contains_key(end) && end != NEVER_SEEN;
    missing.extend(endings().into_iter().filter(unseen));
    let seen = |list: &[&str], has: &dyn Fn(&str) -> bool| {
        list.iter().filter(|name| !has(name)).map(|name| (*name).to_owned()).collect::<Vec<_>>()
    };
    let tally = &club.tally;
    missing.extend(seen(EVENTS, &|name| tally.events.contains_key(name)));
    missing.extend(seen(MOVES, &|name| tally.moves.contains_key(name)));
    let offered = |name: &str| tally.offers.get(name).is_some_and(|counts| !counts.contains(&0));
    missing.extend(seen(OFFERS, &offered));
    assert!(missing.is_empty(), "the season has not seen:\n{}", missing.join("\n"));
}
