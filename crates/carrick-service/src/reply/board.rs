//! What is said about one board.

use std::fmt::Write as _;

use carrick_games::{Colour, DrawStyle, Proof, Seat};

use super::text::wrapped;
use super::turns::{Extent, turn_list};
use crate::table::Table;
use crate::{Addressee, Message, OfferKind, Terms, Userid};

/// Between the board and what a player says.
pub(super) const RULE: &str = "************************************************************";

/// The report of a turn, an offer or an end to one of the players.
pub(crate) fn report(table: &Table<'_>, to: Seat, remark: Option<(Seat, &str)>) -> Message {
    let remark = remark.map(|(seat, text)| (table.player(seat), text));
    watched(table, table.player(to), remark)
}

/// The report of a turn or an end to a user who may not be a player; the record holds nothing that
/// he must not see.
pub(crate) fn watched(table: &Table<'_>, to: &Userid, remark: Option<(&Userid, &str)>) -> Message {
    let board = table.record.id;
    let what = match (table.result(), table.game.seat_to_move()) {
        (None, Some(seat)) => format!("{} to move", table.player(seat)),
        (result, _) => result.unwrap_or_default(),
    };
    let text = match remark {
        Some((speaker, text)) => said(table, speaker, text),
        None => page(table, extent(table)),
    };
    Message {
        to: Addressee::User(to.clone()),
        subject: format!("{} board {}: {what}", board.kind, board.number),
        text,
        board: Some(board),
    }
}

/// What somebody says at a board, below the board.
pub(crate) fn said(table: &Table<'_>, speaker: &Userid, text: &str) -> String {
    let page = page(table, extent(table));
    format!("{page}\n{RULE}\n\n{speaker} says:\n\n{text}\n")
}

fn extent(table: &Table<'_>) -> Extent {
    if table.game.outcome().is_some() { Extent::Whole } else { Extent::LastRounds }
}

/// What the players are told about a new board; `how` says in a sentence what it came of.
pub(crate) fn new_board(table: &Table<'_>, how: &str) -> String {
    let mut text = page(table, Extent::Whole);
    let number = table.record.id.number;
    let kind = table.kind();
    let mover = table.game.seat_to_move().map_or(Seat::First, |seat| seat);
    let mover = table.player(mover);
    let warnings = table.game.options().warnings();
    let _ = write!(
        text,
        "\n{how} {mover} begins:\n\n  \
           {kind} move {number} {mover} password turn\n\n\
         `{kind} help` explains the game. To decline it, resign before your first turn:\n\n  \
           {kind} resign {number} userid password\n"
    );
    for warning in warnings {
        let _ = write!(text, "\nNote: {warning}\n");
    }
    text
}

/// The whole story of a board: every turn, and the position now.
pub(crate) fn whole_board(table: &Table<'_>) -> String {
    page(table, Extent::Whole)
}

/// The position after an earlier turn.
pub(crate) fn board_after(table: &Table<'_>, ply: usize) -> String {
    let game = table.game.at(ply);
    let mut text = title(table);
    let at = match ply {
        0 => "at the start".to_owned(),
        ply => format!("after turn {ply} of {}", table.record.turns.len()),
    };
    let _ = write!(text, "\nThe position {at}.\n\n");
    text.push_str(&turn_list(table, Extent::Until(ply)));
    text.push_str(&game.draw(DrawStyle::LABELLED));
    text
}

fn page(table: &Table<'_>, extent: Extent) -> String {
    let mut text = title(table);
    text.push('\n');
    text.push_str(&status(table));
    text.push('\n');
    text.push_str(&turn_list(table, extent));
    text.push_str(&table.game.draw(DrawStyle::LABELLED));
    text.push_str(&subscribers(table));
    text
}

/// Who else sees this, in a line or two; nothing when nobody does.
fn subscribers(table: &Table<'_>) -> String {
    const NAMED: usize = 10;
    let record = table.record;
    let watching = record.subscribers.iter().filter(|user| record.seat_of(user).is_none());
    let names: Vec<&str> = watching.map(Userid::as_str).collect();
    let shown = names.len().min(NAMED);
    let more = match names.len() - shown {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    match shown {
        0 => String::new(),
        _ => {
            format!("\n{}", wrapped(&format!("Subscribers: {}{more}.", names[..shown].join(", "))))
        }
    }
}

/// `Ankor board 101, alice (O) against bob (X)` and the options.
fn title(table: &Table<'_>) -> String {
    let record = table.record;
    let [first, second] =
        Seat::BOTH.map(|seat| format!("{} ({})", table.player(seat), table.colour_name(seat)));
    format!("{}: {first} - {second}\n{}\n", record.id, conditions(&record.options, &record.terms))
}

/// The options of the game and of the server.
pub(super) fn conditions(options: &str, terms: &Terms) -> String {
    let mut text = options.to_owned();
    if !terms.rated {
        text.push_str(", unrated");
    }
    let _ = write!(text, ", {} days a turn", terms.forfeit_days);
    if let Some(days) = terms.total_days {
        let _ = write!(text, ", {days} days in all");
    }
    if let Some(hours) = terms.increment_hours {
        let _ = write!(text, " and {hours} hours more for each turn");
    }
    text
}

/// Events, whose turn it is or the result with its reason, what is in hand, the ratings.
fn status(table: &Table<'_>) -> String {
    let mut text = String::new();
    if let Some(turn) = table.record.turns.last().filter(|turn| turn.text == "swap") {
        let _ = writeln!(
            text,
            "{} has swapped: the players have exchanged colours.",
            table.player(turn.seat)
        );
    }
    if let Some(offer) = table.record.offer {
        let by = table.player(offer.by);
        let what = match offer.kind {
            OfferKind::Draw => "a draw",
            OfferKind::Undo => "to take the last turn back",
        };
        let other = table.player(!offer.by);
        let _ = match offer.rejected {
            false => writeln!(text, "{by} proposes {what}; {other} may accept or reject it."),
            true => writeln!(text, "{by} proposed {what}; {other} has rejected it."),
        };
    }
    match (table.game.seat_to_move(), table.result()) {
        (Some(seat), _) => {
            let turn = table.record.turns.len() + 1;
            let colour =
                table.game.colour_to_move().map_or("", |colour| table.kind().colour_name(colour));
            let _ = writeln!(text, "Turn {turn}: {} to move, for {colour}.", table.player(seat));
        }
        (None, result) => {
            let _ = writeln!(text, "Over: {}.", result.unwrap_or_default());
            if let Some(sentence) = table.sentence() {
                let _ = writeln!(text, "{sentence}.");
            }
            text.push_str(&why(table));
        }
    }
    if let Some(hands) = table.game.in_hand() {
        let [light, dark] = Colour::BOTH.map(|colour| {
            format!("{} {}", table.kind().colour_name(colour), hands[colour.index()])
        });
        let _ = writeln!(text, "Cubes in hand: {light}, {dark}.");
    }
    if let Some(changes) = &table.record.rating_changes {
        let [first, second] = Seat::BOTH.map(|seat| {
            let change = &changes[seat.index()];
            format!("{} {} -> {}", table.player(seat), change.before.shown(), change.after.shown())
        });
        let _ = writeln!(text, "Ratings: {first}, {second}.");
    }
    text
}

/// The proof of a result, as far as words show it better than the marks on the board.
fn why(table: &Table<'_>) -> String {
    match table.game.proof() {
        Proof::Score(score) => {
            let kind = table.kind();
            let mut text = String::new();
            for colour in [Colour::Dark, Colour::Light] {
                let index = colour.index();
                let _ = writeln!(
                    text,
                    "{}: {} = {} prisoners + {} territory.",
                    kind.colour_name(colour),
                    score.total(colour),
                    score.prisoners[index],
                    score.territory[index]
                );
            }
            text
        }
        Proof::None | Proof::Path(_) | Proof::Ring(_) | Proof::Enclosure(_) => String::new(),
    }
}
