//! Texts about one board: reports, remarks, new boards.

use std::fmt::Write as _;

use carrick_coach::hint::{Hint, Step};
use carrick_coach::review::{Review, View};
use carrick_games::{AnyGame, Colour, PASS, SWAP, Seat};

use crate::about::{About, MessageKind, Start, Text};
use crate::effects::{Addressee, Message};
use crate::people::{BoardId, Userid, computer_level};
use crate::playing::{BoardInPlay, ReplyReader, Snapshot, rating};
use crate::reply::letters::clocks;
use crate::reply::wrapped;
use crate::state::{BoardRecord, DoneReview, Offer, OfferKind, Terms, hints_told};

/// Rule between the board and the words of a player.
pub(super) const RULE: &str = "************************************************************";

/// The report of a turn, an offer or an end to one of the players.
pub(crate) fn report(
    snapshot: Snapshot<'_>,
    table: &BoardInPlay<'_>,
    to: Seat,
    remark: Option<(Seat, &str)>,
) -> Message {
    report_with(snapshot, table, to, &[], remark)
}

/// The report to one of the players, with notices for that player alone.
pub(crate) fn report_with(
    snapshot: Snapshot<'_>,
    table: &BoardInPlay<'_>,
    to: Seat,
    notices: &[String],
    remark: Option<(Seat, &str)>,
) -> Message {
    let remark = remark.map(|(seat, text)| (table.player(seat), text));
    let private = sentences(notices) + &own(table, to);
    told(snapshot, table, table.player(to), &private, remark)
}

/// The report of a turn or an end to a user who does not play here. The record holds nothing that
/// they must not see.
pub(crate) fn watched(
    snapshot: Snapshot<'_>,
    table: &BoardInPlay<'_>,
    to: &Userid,
    remark: Option<(&Userid, &str)>,
) -> Message {
    told(snapshot, table, to, "", remark)
}

/// A remark at a board, below the board.
pub(crate) fn said(
    snapshot: Snapshot<'_>,
    table: &BoardInPlay<'_>,
    to: &Userid,
    speaker: &Userid,
    text: &str,
) -> Message {
    let private = table.record.seat_of(to).map(|seat| own(table, seat)).unwrap_or_default();
    let BoardId { kind, number } = table.record.id;
    let subject = format!("{kind} chat {number} {speaker}");
    let told = told(snapshot, table, to, &private, Some((speaker, text)));
    let about = About { kind: MessageKind::Chat(speaker.clone()), ..told.about };
    Message { subject, about, ..told }
}

/// `private` are lines for the reader alone.
fn told(
    snapshot: Snapshot<'_>,
    table: &BoardInPlay<'_>,
    to: &Userid,
    private: &str,
    remark: Option<(&Userid, &str)>,
) -> Message {
    let board = table.record.id;
    let offer = table.record.offer.filter(|offer| !offer.rejected);
    let what = match (table.result(), table.game.seat_to_move(), offer) {
        (None, _, Some(Offer { by, kind, .. })) => format!("{} {}", table.player(by), kind.verb()),
        (None, Some(seat), None) => format!("{} to move", table.player(seat)),
        (result, ..) => result.unwrap_or_default(),
    };
    let reader = snapshot.reader(to);
    let plays = table.record.seat_of(to).is_some();
    let reader = if plays { reader } else { reader.who_watches() };
    let whole = table.game.outcome().is_some() || reader.display(board.kind).all_turns;
    let extent = if whole { Extent::Whole } else { Extent::LastRounds };
    let mut text = page(reader, table, extent, private);
    add_remark(&mut text, remark);
    Message {
        to: if plays { Addressee::User(to.clone()) } else { Addressee::Listener(to.clone()) },
        subject: format!("{} board {}: {what}", board.kind, board.number),
        text: text.words,
        board: Some(board),
        link: None,
        about: About { kind: MessageKind::Report, ..text.about },
    }
}

/// The text about a new board for its players; `how` says in a sentence where it came from, and
/// `remark` contains what one of them said with it.
pub(crate) fn new_board(
    snapshot: Snapshot<'_>,
    table: &BoardInPlay<'_>,
    to: Seat,
    how: &str,
    remark: Option<(&Userid, &str)>,
) -> Text {
    let mut page = page(snapshot.reader(table.player(to)), table, Extent::Whole, "");
    let text = &mut page.words;
    let number = table.record.id.number;
    let kind = table.kind();
    let mover = table.game.seat_to_move().map_or(Seat::First, |seat| seat);
    let mover = table.player(mover);
    let warnings = table.game.options().warnings();
    let reader = table.player(to);
    let _ = if mover == reader && computer_level(mover).is_none() {
        let turn = some_turn(&table.game);
        write!(
            text,
            "\n{}\n  {kind} move {number} {mover} <password> {turn}\n",
            wrapped(&format!("{how} {mover} begins, for example with {turn}:"), 0)
        )
    } else {
        write!(text, "\n{}", wrapped(&format!("{how} {mover} begins."), 0))
    };
    let _ = write!(text, "\n`{kind} help` explains the game.\n");
    // Given turns count as the player's own, so resigning then is a loss, not a decline.
    let end = match table.record.offered_to {
        Some(seat) if seat == to => {
            let _ = write!(
                text,
                "To accept it, move, or:\n\n  {kind} move {number} {reader} <password> accept\n\n"
            );
            "To decline it, resign:"
        }
        Some(_) => "No clock runs until it is accepted. To withdraw it, resign:",
        None if table.has_moved(to) => "To give it up, resign:",
        None => "To decline it, resign before your first turn:",
    };
    let _ = write!(text, "{end}\n\n  {kind} resign {number} {reader} <password>\n");
    text.push_str(&handicap(snapshot, table));
    for warning in warnings {
        let _ = write!(text, "\n{}", wrapped(&format!("Note: {warning}"), 2));
    }
    add_remark(&mut page, remark);
    page
}

/// Adds the words of a player below the rule; nothing if there are none.
pub(crate) fn add_remark(text: &mut Text, remark: Option<(&Userid, &str)>) {
    if let Some((speaker, said)) = remark {
        let start = text.words.len();
        let _ = write!(text.words, "\n{RULE}\n\n");
        text.about.rule = Some(start..text.words.len());
        let _ = write!(text.words, "{speaker} says:\n\n{said}\n");
    }
}

/// A turn that may be played now, for an example: one from the middle of the board.
fn some_turn(game: &AnyGame) -> String {
    let mut legal = game.legal();
    legal.retain(|turn| turn != PASS && turn != SWAP);
    let middle = legal.len() / 2;
    legal.into_iter().nth(middle).unwrap_or_default()
}

/// The whole story of a board: every turn, and the position now.
pub(crate) fn whole_board(reader: ReplyReader<'_>, table: &BoardInPlay<'_>) -> Text {
    page(reader, table, Extent::Whole, "")
}

/// The whole story of a board for one of its players, with their secrets.
pub(crate) fn whole_board_for(
    reader: ReplyReader<'_>,
    table: &BoardInPlay<'_>,
    seat: Seat,
) -> Text {
    let you = format!("You are {}, and play {}.\n", table.player(seat), table.colour_name(seat));
    page(reader, table, Extent::Whole, &(you + &own(table, seat)))
}

/// The position after an earlier turn.
pub(crate) fn board_after(reader: ReplyReader<'_>, table: &BoardInPlay<'_>, ply: usize) -> Text {
    let mut text = Text::from(title(table));
    let at = match ply {
        0 => "at the start".to_owned(),
        ply => format!("after turn {ply} of {}", table.record.turns.len()),
    };
    let _ = write!(text.words, "\nThe position {at}.\n\n");
    text.words.push_str(&turn_list(table, Extent::Until(ply)));
    let then = BoardInPlay::with(table.record, table.game.at(ply));
    text.draw(then.drawing(reader.display(table.kind()).labels), Start::Board(ply), vec![]);
    text
}

/// `private` are lines for the reader alone.
pub(super) fn page(
    reader: ReplyReader<'_>,
    table: &BoardInPlay<'_>,
    extent: Extent,
    private: &str,
) -> Text {
    let (title, status, turns) = (title(table), status(reader, table), turn_list(table, extent));
    let mut text = Text::from(format!("{title}\n{status}{private}\n{turns}"));
    let drawn = table.drawing(reader.display(table.kind()).labels);
    text.draw(drawn, Start::Board(table.game.ply()), vec![]);
    text.words.push_str(&subscribers(table));
    text
}

/// The handicap that the ratings of two players of Anchor suggest, if any.
fn handicap(snapshot: Snapshot<'_>, table: &BoardInPlay<'_>) -> String {
    let kind = table.kind();
    let rating_of = |seat| snapshot.state.ratings.get(&(kind, table.player(seat).clone()));
    let [Some(first), Some(second)] = Seat::BOTH.map(rating_of) else { return String::new() };
    let options = table.game.options();
    let Some(options) = rating::suggested(options, [first, second]) else {
        return String::new();
    };
    let weaker = if first.rating < second.rating { Seat::First } else { Seat::Second };
    let (weak, strong) = (table.player(weaker), table.player(!weaker));
    format!(
        "\nBy their ratings ({} and {}), {weak} could get a handicap from {strong}:\n\n  \
           {kind} challenge {options} {weak} {strong}\n",
        first.shown(),
        second.shown()
    )
}

/// A line or two on who else sees this; nothing if no one does.
fn subscribers(table: &BoardInPlay<'_>) -> String {
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
            let named = names[..shown].join(", ");
            format!("\n{}", wrapped(&format!("Subscribers: {named}{more}."), 0))
        }
    }
}

/// `Ankor board 101, alice (O) against bob (X)` and the options.
pub(super) fn title(table: &BoardInPlay<'_>) -> String {
    let record = table.record;
    let [first, second] =
        Seat::BOTH.map(|seat| format!("{} ({})", table.player(seat), table.colour_name(seat)));
    let mut conditions = conditions(&record.options, &record.terms);
    if record.teaching {
        conditions.push_str(", a teaching game");
    }
    if let Some(hints) = hints_told(record.hints) {
        let _ = write!(conditions, ", {hints}");
    }
    let conditions = wrapped(&conditions, 2);
    format!("{}: {first} - {second}\n{conditions}", record.id)
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

/// Events, whose turn it is or the result with its reason, the cubes in hand, the ratings.
fn status(reader: ReplyReader<'_>, table: &BoardInPlay<'_>) -> String {
    let mut text = String::new();
    if let Some(turn) = table.record.turns.last().filter(|turn| &*turn.text == SWAP) {
        let _ = writeln!(
            text,
            "{} has swapped: the players have exchanged colours.",
            table.player(turn.seat)
        );
    }
    let running = table.result().is_none();
    if let Some(seat) = table.record.undone.by.filter(|_| running) {
        let turn = table.record.turns.len() + 1;
        let _ = writeln!(text, "{} has gone back to turn {turn}.", table.player(seat));
    }
    if let Some(offer) = table.record.offer {
        text.push_str(&wrapped(&offered(table, offer), 2));
    }
    match (table.game.seat_to_move(), table.result()) {
        (Some(seat), _) => {
            let turn = table.record.turns.len() + 1;
            let colour =
                table.game.colour_to_move().map_or("", |colour| table.kind().colour_name(colour));
            let _ = writeln!(text, "Turn {turn}: {} to move, for {colour}.", table.player(seat));
            text.push_str(&clocks(reader, table, seat));
        }
        (None, result) => {
            let _ = writeln!(text, "Over: {}.", result.unwrap_or_default());
            if let Some(sentence) = table.sentence() {
                let _ = writeln!(text, "{sentence}.");
            }
        }
    }
    text.push_str(&in_hand(&table.game));
    if let Some(changes) = &table.record.rating_changes {
        let [first, second] = Seat::BOTH.map(|seat| {
            let change = &changes[seat.index()];
            format!("{} {} -> {}", table.player(seat), change.before.shown(), change.after.shown())
        });
        text.push_str(&wrapped(&format!("Ratings: {first}, {second}."), 2));
    }
    text
}

fn offered(table: &BoardInPlay<'_>, offer: Offer) -> String {
    let by = table.player(offer.by);
    let other = table.player(!offer.by);
    let back = || match (
        table.last_turn_of(offer.by).map_or(0, |ply| ply + 1),
        table.record.turns.len(),
    ) {
        (first, last) if first == last => format!("turn {first}"),
        (first, last) if first + 1 == last => format!("turns {first} and {last}"),
        (first, last) => format!("turns {first} to {last}"),
    };
    match (offer.kind, offer.rejected) {
        (OfferKind::Draw, false) => {
            format!("{by} proposes a draw; {other} may accept or reject it.")
        }
        (OfferKind::Draw, true) => format!("{by} proposed a draw; {other} has rejected it."),
        (OfferKind::Undo, false) => {
            format!("{by} asks to take {} back; {other} may accept or reject it.", back())
        }
        (OfferKind::Undo, true) => {
            format!("{by} asked to take {} back; {other} has rejected it.", back())
        }
    }
}

/// Lines for this player alone: their submitted turn, their queue, an offer to answer.
fn own(table: &BoardInPlay<'_>, seat: Seat) -> String {
    let plans = &table.record.plans;
    let mut text = String::new();
    if table.game.seat_to_move() == Some(seat)
        && let Some(turn) = &plans.submitted
    {
        let _ = writeln!(text, "You have submitted {turn}; confirm plays it.");
    }
    if let Some(line) = &plans.queues[seat.index()] {
        text.push_str(&wrapped(&format!("You have queued: {line}."), 2));
    }
    if let Some(offer) = table.record.offer.filter(|offer| offer.by != seat && !offer.rejected) {
        let BoardId { kind, number } = table.record.id;
        let (by, you) = (table.player(offer.by), table.player(seat));
        let _ = write!(
            text,
            "To answer {by}:\n\n  {kind} move {number} {you} <password> accept\n  \
               {kind} move {number} {you} <password> reject\n"
        );
    }
    text
}

fn sentences(notices: &[String]) -> String {
    notices.iter().map(|notice| wrapped(notice, 2)).collect()
}

/// Ankor's cubes in hand; nothing for the other games.
pub(super) fn in_hand(game: &AnyGame) -> String {
    let Some(hands) = game.in_hand() else { return String::new() };
    let [light, dark] = Colour::BOTH
        .map(|colour| format!("{} {}", game.kind().colour_name(colour), hands[colour.index()]));
    format!("Cubes in hand: {light}, {dark}.\n")
}

// The list of turns, in a column for each seat.

/// How much of the list is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extent {
    /// The last four rounds.
    LastRounds,
    /// Everything.
    Whole,
    /// This many turns, from the first.
    Until(usize),
}

const ROUNDS_AFTER_A_TURN: usize = 4;

/// A row of the list: the number of its first turn, and a turn for each seat.
struct TurnListRow<'a> {
    number: usize,
    turns: [Option<&'a str>; 2],
}

/// The turn list, followed by a blank line; nothing before the first turn.
///
/// ```text
///       alice (O)  bob (X)
///    1  d3         f4
///    3  d3-e2
/// ```
pub(crate) fn turn_list(table: &BoardInPlay<'_>, extent: Extent) -> String {
    let rows = rows(table, extent);
    if rows.is_empty() {
        return String::new();
    }
    let skipped = match extent {
        Extent::LastRounds => rows.len().saturating_sub(ROUNDS_AFTER_A_TURN),
        Extent::Whole | Extent::Until(_) => 0,
    };
    let heads =
        Seat::BOTH.map(|seat| format!("{} ({})", table.player(seat), table.colour_name(seat)));
    let first_width = rows
        .iter()
        .filter_map(|row| row.turns[0])
        .chain([heads[0].as_str()])
        .map(|text| text.chars().count())
        .max()
        .unwrap_or(0);
    let mut text = format!("      {:first_width$}  {}\n", heads[0], heads[1]);
    for row in &rows[skipped..] {
        let [first, second] = row.turns.map(Option::unwrap_or_default);
        let line = format!("{:4}  {first:first_width$}  {second}", row.number);
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text.push('\n');
    text
}

/// A new row begins when the column of the turn's seat, or one to its right, is taken.
fn rows<'a>(table: &'a BoardInPlay<'_>, extent: Extent) -> Vec<TurnListRow<'a>> {
    let limit = match extent {
        Extent::Until(ply) => ply,
        Extent::LastRounds | Extent::Whole => usize::MAX,
    };
    let mut rows: Vec<TurnListRow<'a>> = Vec::new();
    for (index, turn) in table.record.turns.iter().take(limit).enumerate() {
        let column = turn.seat.index();
        let fits = rows.last().is_some_and(|row| row.turns[column..].iter().all(Option::is_none));
        if !fits {
            rows.push(TurnListRow { number: index + 1, turns: [None; 2] });
        }
        if let Some(row) = rows.last_mut() {
            row.turns[column] = Some(&turn.text);
        }
    }
    rows
}

// Reviews of finished games as text.

/// The review of a game for a reader: its summary, its turning points, and how to ask for a longer
/// look. `None` when the stored review is not one of this game.
pub(crate) fn review(record: &BoardRecord, done: &DoneReview, reader: &Userid) -> Option<String> {
    let BoardId { kind, number } = record.id;
    let review = Review::of(&record.game().ok()?, &done.judged).ok()?;
    let view = record.seat_of(reader).map_or(View::Onlooker, View::Player);
    let mut text = wrapped(&review.summary(view), 0);
    for point in &review.turning_points {
        let turn = &review.turns[point.ply - 1];
        let colour = review.colour(turn.seat);
        let told = review.told(point, view);
        text.push('\n');
        text += &wrapped(&format!("Turn {}, {} by {colour}. {told}", point.ply, turn.turn), 2);
        if turn.better().is_some() {
            text += &wrapped(&format!("  Better: {}", turn.best.join(" ")), 4);
        }
        if !turn.answer.is_empty() {
            text += &wrapped(&format!("  After {}: {}", turn.turn, turn.answer.join(" ")), 4);
        }
    }
    if let Some(more) = done.times.more() {
        let said = format!(
            "To have the computer look {more} times as long as usual: `{kind} review {number} \
             {reader} <password> {more}`."
        );
        text.push('\n');
        text += &wrapped(&said, 0);
    }
    Some(text)
}

// Hints as text.

/// A hint up to a step, and how to get more.
pub(crate) fn hint(board: BoardId, game: &AnyGame, hint: &Hint, step: Step) -> String {
    let BoardId { kind, number } = board;
    let mut text: String = hint.told(game, step).iter().map(|told| wrapped(told, 0)).collect();
    let more = match step {
        Step::Where => "The next step names the turn",
        Step::Turn => "The next step says why",
        Step::Why => return text,
    };
    text.push('\n');
    text += &wrapped(&format!("{more}: `{kind} hint {number} <userid> <password>`."), 0);
    text
}
