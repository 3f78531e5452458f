//! Writes records as SGF.

use super::letter;
use super::value::{clock_words, escape};
use crate::records::claim::margin_of;
use crate::records::{Details, Moment, RULES, Record, RecordedTurn};
use crate::{AnyOptions, Colour, Outcome, WinBy};

const DAY_S: u64 = 24 * 60 * 60;
/// Line width; lines are broken only between nodes.
const WIDTH: usize = 78;

pub(in crate::records) fn write(record: &Record) -> String {
    let mut sgf = String::from("(;");
    write_root(record, &mut sgf);
    write_turns(record.turns(), &mut sgf);
    sgf.push_str(")\n");
    sgf
}

/// Writes the root, with separate lines for format, game, players, place, time and comment.
fn write_root(record: &Record, sgf: &mut String) {
    let details = &record.details;
    write_game(record.options(), sgf);
    for colour in [Colour::Dark, Colour::Light] {
        write_player(record, colour, sgf);
    }
    if let Some(result) = result(record) {
        property(sgf, "RE", &result);
    }
    if details.unrated {
        property(sgf, "UNRATED", "");
    }
    end_line(sgf);
    write_place(details, sgf);
    end_line(sgf);
    write_times(details, sgf);
    end_line(sgf);
    if !details.comment.is_empty() {
        property(sgf, "GC", details.comment.as_str());
        end_line(sgf);
    }
}

/// Writes the format, and the game with its options.
pub(super) fn write_game(options: AnyOptions, sgf: &mut String) {
    let kind = options.kind();
    let options = options.to_string();
    let version = env!("CARGO_PKG_VERSION");
    property(sgf, "FF", "4");
    property(sgf, "CA", "UTF-8");
    property(sgf, "AP", &format!("Carrick:{version}"));
    property(sgf, "GM", &kind.facts().sgf.to_string());
    let size = options.split(' ').find_map(|word| {
        let (name, size) = word.split_once('=')?;
        (name == kind.facts().size_option).then_some(size)
    });
    if let Some(size) = size {
        property(sgf, "SZ", size);
    }
    end_line(sgf);
    property(sgf, "RU", &format!("{} {RULES}", kind.title()));
    property(sgf, "OPTIONS", &options);
    end_line(sgf);
}

/// Ends a line unless it is empty.
pub(super) fn end_line(sgf: &mut String) {
    if !sgf.ends_with('\n') {
        sgf.push('\n');
    }
}

/// Writes the player who has a colour at the end.
fn write_player(record: &Record, colour: Colour, sgf: &mut String) {
    let player = &record.details.players[record.game().seat_of(colour).index()];
    if !player.name.is_empty() {
        property(sgf, &format!("P{}", letter(colour)), player.name.as_str());
    }
    if !player.userid.is_empty() {
        property(sgf, &format!("USER{}", letter(colour)), player.userid.as_str());
    }
    if player.is_computer {
        property(sgf, &format!("COMPUTER{}", letter(colour)), "");
    }
}

/// Writes where the game was played, and in which tournament.
fn write_place(details: &Details, sgf: &mut String) {
    if let Some(event) = &details.event {
        property(sgf, "EV", event.name.as_str());
        property(sgf, "RO", event.round.as_str());
    }
    if let Some(site) = &details.site {
        property(sgf, "PC", site.name.as_str());
        if !site.game_id.is_empty() {
            property(sgf, "GN", site.game_id.as_str());
        }
    }
}

/// Writes when the game was played, and its time control.
fn write_times(details: &Details, sgf: &mut String) {
    if let Some(dates) = dates(details.started, details.ended) {
        property(sgf, "DT", &dates);
    }
    let moments =
        [("BEGUN", details.started), ("ENDED", details.ended), ("GENERATED", details.generated)];
    for (name, moment) in moments {
        if let Some(moment) = moment {
            property(sgf, name, &moment.to_string());
        }
    }
    if let Some(clocks) = details.clocks {
        if let Some(days) = clocks.total_days {
            property(sgf, "TM", &(u64::from(days) * DAY_S).to_string());
        }
        property(sgf, "CLOCK", &clock_words(clocks));
    }
}

/// The dates on which a game started and ended.
fn dates(started: Option<Moment>, ended: Option<Moment>) -> Option<String> {
    let days = [started, ended].into_iter().flatten().map(|moment| moment.date().to_string());
    let mut days: Vec<String> = days.collect();
    days.dedup();
    (!days.is_empty()).then(|| days.join(","))
}

/// The value of `RE`; `None` if the game is not over.
fn result(record: &Record) -> Option<String> {
    Some(match record.outcome()? {
        Outcome::Draw(_) => "Draw".to_owned(),
        Outcome::Win { winner, by } => {
            let winner_letter = letter(winner);
            match by {
                WinBy::Resignation => format!("{winner_letter}+R"),
                WinBy::Time => format!("{winner_letter}+T"),
                WinBy::Score => {
                    let margin = margin_of(record.game(), winner).unwrap_or_default();
                    format!("{winner_letter}+{margin}")
                }
                WinBy::Path | WinBy::Ring | WinBy::Enclosure => format!("{winner_letter}+"),
            }
        }
    })
}

fn write_turns(turns: &[RecordedTurn], sgf: &mut String) {
    let mut line_start = sgf.len();
    for turn in turns {
        let mut node = String::from(";");
        property(&mut node, letter(turn.colour), &turn.text);
        if let Some(at) = turn.note.at {
            property(&mut node, "STAMP", &at.to_string());
        }
        if !turn.note.comment.is_empty() {
            property(&mut node, "C", turn.note.comment.as_str());
        }
        if sgf.len() > line_start && sgf.len() + node.len() - line_start > WIDTH {
            sgf.push('\n');
            line_start = sgf.len();
        }
        sgf.push_str(&node);
    }
}

pub(super) fn property(sgf: &mut String, name: &str, value: &str) {
    sgf.push_str(name);
    sgf.push('[');
    sgf.push_str(&escape(value));
    sgf.push(']');
}
