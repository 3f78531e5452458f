//! The score sheet next to a board: players, clocks, state, result.

use carrick_coach::hint::{Hint, Step};
use carrick_games::{AnyGame, DrawBy, Seat, WinBy};
use carrick_pictures::Annotation;
use carrick_position::{notes_on_line, notes_on_places, phase};
use carrick_service::{
    AskedHint, BoardRecord, BoardSummary, Ending, ReviewNow, SeatResult, Terms, Userid,
    computer_level, hints_told,
};
use jiff::Timestamp;

use super::analysis::not_reviewed;
use super::load::{Loaded, clock, last_event, named, offer, result};
use crate::app::App;
use crate::pages::fault::Fault;
use crate::pages::labels::{self, When};
use crate::pages::session::{Payer, Visitor};

/// A player, with clock and rating.
#[derive(Debug, Clone)]
pub(crate) struct SheetPlayer {
    pub(crate) name: String,
    /// Display name.
    pub(crate) shown: String,
    pub(crate) colour: &'static str,
    pub(crate) rating: String,
    /// How much this game changed the rating: "+12"; empty for no change.
    pub(crate) gain: String,
    pub(crate) to_move: bool,
    pub(crate) you: bool,
    pub(crate) won: bool,
}

/// A remark in the chat of a board. The page highlights the places that it mentions.
#[derive(Debug, Clone)]
pub(crate) struct Remarked {
    pub(crate) user: String,
    pub(crate) when: When,
    pub(crate) ply: u32,
    /// The words, each with a flag: whether it may be a place.
    pub(crate) words: Vec<(String, bool)>,
}

/// The score sheet: players, state, last turn, offers, remarks.
#[derive(Debug, Clone)]
pub(crate) struct ScoreSheet {
    pub(crate) title: String,
    pub(crate) options: String,
    pub(crate) terms: String,
    pub(crate) players: [SheetPlayer; 2],
    /// Whose turn it is, or how the game ended, addressed to the reader.
    pub(crate) status: String,
    /// CSS class of that sentence: `turn`, `won` or `lost` for the reader; otherwise empty.
    pub(crate) tone: &'static str,
    /// The deadline, or that the computer is thinking.
    pub(crate) deadline: DeadlineSentence,
    /// The last event as a sentence; empty when the game is over or has not begun.
    pub(crate) lately: String,
    /// Whether that event is a turn, which the board shows.
    pub(crate) lately_is_shown: bool,
    /// A pending or rejected offer, as a sentence.
    pub(crate) offer: String,
    /// Whether the reader may answer the offer.
    pub(crate) may_answer: bool,
    pub(crate) remarks: Vec<Remarked>,
}

impl ScoreSheet {
    pub(crate) fn new(board: &Loaded, reader: Option<&Visitor>, now: Timestamp) -> Self {
        let record = &board.record;
        let me = board.seat_of(reader.map(Visitor::id));
        let zone = reader.map(|reader| reader.zone.clone()).unwrap_or_default();
        let when = |at: Timestamp| When::new(at, now, &zone);
        let players = Seat::BOTH.map(|seat| player(board, seat, me));
        let (offer, may_answer) = offer(record, me);
        let (lately, lately_is_shown) = last_event(record, &board.game, me);
        Self {
            title: record.id.to_string(),
            options: labels::options_in_words(record.id.kind, &record.options),
            terms: conditions(record),
            players,
            status: status_of(board, me),
            tone: tone(board, me),
            deadline: deadline(board, me, now, when),
            lately,
            lately_is_shown,
            offer,
            may_answer,
            remarks: board
                .remarks
                .iter()
                .map(|remark| Remarked {
                    user: labels::shown(&remark.user),
                    when: when(remark.at),
                    ply: remark.ply,
                    words: words(&remark.text),
                })
                .collect(),
        }
    }
}

/// The terms of a game, and what is special about it.
fn conditions(record: &BoardRecord) -> String {
    let mut said = terms(&record.terms);
    if record.teaching {
        said.push_str(", a teaching game");
    } else if record.given > 0 {
        said = format!("{said}, started after turn {} of another game", record.given);
    }
    match hints_told(record.hints) {
        Some(hints) => format!("{said}, {hints}"),
        None => said,
    }
}

/// The deadline of a turn: a sentence with a time in it.
#[derive(Debug, Clone, Default)]
pub(crate) struct DeadlineSentence {
    pub(crate) before: String,
    pub(crate) at: Option<When>,
    pub(crate) after: String,
}

impl DeadlineSentence {
    pub(crate) fn is_empty(&self) -> bool {
        self.before.is_empty()
    }

    fn said(sentence: &str) -> Self {
        Self { before: sentence.to_owned(), ..Self::default() }
    }
}

fn player(board: &Loaded, seat: Seat, me: Option<Seat>) -> SheetPlayer {
    let record = &board.record;
    let user = &record.players[seat.index()];
    let rating = board.ratings.get(&(record.id.kind, user.clone()));
    let won = record.ended.as_ref().is_some_and(|ended| ended.result() == SeatResult::Won(seat));
    SheetPlayer {
        name: user.to_string(),
        shown: labels::shown(user),
        colour: record.id.kind.colour_name(board.game.colour_of(seat)),
        rating: rating.map(|rating| rating.shown()).unwrap_or_default(),
        gain: gain(record, seat).unwrap_or_default(),
        to_move: record.ended.is_none() && board.game.seat_to_move() == Some(seat),
        you: me == Some(seat),
        won,
    }
}

/// What an offered game is waiting for.
fn offered(record: &BoardRecord, to: Seat, me: Option<Seat>) -> String {
    let [to_user, by_user] = [to, !to].map(|seat| labels::shown(&record.players[seat.index()]));
    match me {
        Some(me) if me == to => format!("{by_user} offers you this game."),
        Some(_) => format!("Waiting for {to_user} to accept this game."),
        None => format!("{by_user} offers {to_user} this game."),
    }
}

/// The change of a player's rating through a game, with its sign.
fn gain(record: &BoardRecord, seat: Seat) -> Option<String> {
    let change = record.rating_changes.as_ref()?[seat.index()];
    // Ratings are shown as whole numbers.
    let points = change.after.rating.round() - change.before.rating.round();
    Some(match points < 0.0 {
        true => format!("−{:.0}", -points),
        false => format!("+{points:.0}"),
    })
}

fn status_of(board: &Loaded, me: Option<Seat>) -> String {
    let record = &board.record;
    if let Some(to) = record.offered_to.filter(|_| record.ended.is_none()) {
        return offered(record, to, me);
    }
    if let Some(ended) = &record.ended {
        let Some(winner) = ended.result().winner() else { return how(ended.ending, false) };
        let who = match me {
            Some(_) => "You".to_owned(),
            None => labels::shown(&record.players[winner.index()]),
        };
        let said = format!("{who} {}", how(ended.ending, me == Some(!winner)));
        let gain = me.and_then(|me| gain(record, me)).map(|gain| format!(": {gain}"));
        return said + &gain.unwrap_or_default();
    }
    let does = phase(&board.game).map(|phase| format!(" {}", phase.brief)).unwrap_or_default();
    match board.game.seat_to_move() {
        Some(seat) if me == Some(seat) => format!("Your turn.{does}"),
        Some(seat) => {
            let player = &record.players[seat.index()];
            match computer_level(player) {
                Some(level) => {
                    format!("The computer ({}) is thinking…", labels::of_level(&level))
                }
                None => format!("{}’s turn.{does}", labels::shown(player)),
            }
        }
        None => String::new(),
    }
}

/// How a game ended, to follow the name of its winner or, if `lost`, of its loser.
fn how(ending: Ending, lost: bool) -> String {
    let [won, gone] = match ending {
        Ending::Won(_, WinBy::Path) => ["won with a path", "lost to a path"],
        Ending::Won(_, WinBy::Ring) => ["won with a ring", "lost to a ring"],
        Ending::Won(_, WinBy::Enclosure) => {
            ["won by enclosing a group", "lost: a group is enclosed"]
        }
        Ending::Won(_, WinBy::Score) => ["won on points", "lost on points"],
        Ending::Won(_, WinBy::Resignation) => ["won by resignation", "lost by resignation"],
        Ending::Won(_, WinBy::Time) => ["won on time", "lost on time"],
        Ending::Drawn(DrawBy::Score) => ["Draw on points"; 2],
        Ending::Drawn(DrawBy::Repetition) => ["Draw by repetition"; 2],
        Ending::Drawn(DrawBy::NoProgress) => ["Draw: no cube was added in a hundred moves"; 2],
        Ending::Drawn(DrawBy::Passes) => ["Draw: both players passed"; 2],
        Ending::Drawn(DrawBy::Agreement) => ["Draw by agreement"; 2],
        Ending::Declined(_) | Ending::NotBegun(_) => [""; 2],
    };
    if lost { gone } else { won }.to_owned()
}

/// CSS class of the sentence about a board's state.
fn tone(board: &Loaded, me: Option<Seat>) -> &'static str {
    let Some(me) = me else { return "" };
    match &board.record.ended {
        None if board.game.seat_to_move() == Some(me) => "turn",
        None => "",
        Some(ended) => match ended.result().winner() {
            Some(winner) if winner == me => "won",
            Some(_) => "lost",
            None => "",
        },
    }
}

fn deadline(
    board: &Loaded,
    me: Option<Seat>,
    now: Timestamp,
    when: impl Fn(Timestamp) -> When,
) -> DeadlineSentence {
    let record = &board.record;
    let Some(seat) = board.game.seat_to_move().filter(|_| record.ended.is_none()) else {
        return DeadlineSentence::default();
    };
    let clock = clock(record, &board.users, seat);
    if record.offered_to.is_some() {
        return DeadlineSentence {
            before: "The offer is open until".to_owned(),
            at: Some(when(clock.deadline())),
            after: ". No clock runs until the game is accepted.".to_owned(),
        };
    }
    if clock.is_untimed() {
        return DeadlineSentence::said("The computer answers within seconds.");
    }
    // No one is waiting for an unstarted game against the computer.
    if !clock.runs() && record.players.iter().any(|player| computer_level(player).is_some()) {
        return DeadlineSentence::default();
    }
    let who = named(record, seat, me, "You have", "has");
    let user = board.users.get(&record.players[seat.index()]);
    let is_away = user.is_some_and(|user| user.absences.iter().any(|one| one.covers(now)));
    let away = if is_away { " The clock is stopped for a vacation." } else { "" };
    let (before, after) = match clock.runs() {
        true => (format!("{who} until"), "."),
        false if me == Some(seat) => {
            ("Make your first move by".to_owned(), ", or the game is cancelled.")
        }
        false => (format!("{who} until"), " for the first move, or the game is cancelled."),
    };
    DeadlineSentence { before, at: Some(when(clock.deadline())), after: format!("{after}{away}") }
}

/// The time limits, and whether the game is rated.
pub(crate) fn terms(terms: &Terms) -> String {
    let mut text = format!("{} days a turn", terms.forfeit_days);
    if let Some(days) = terms.total_days {
        text.push_str(&format!(", {days} days in all"));
    }
    if let Some(hours) = terms.increment_hours {
        text.push_str(&format!(", {hours} hours more after each turn"));
    }
    text.push_str(if terms.rated { ", rated" } else { ", unrated" });
    text
}

/// Splits a text into words, and marks those that look like a place. The picture knows which places
/// the board really has.
pub(crate) fn words(text: &str) -> Vec<(String, bool)> {
    let mut words: Vec<(String, bool)> = Vec::new();
    let is_part = |c: char| c.is_alphanumeric() || c == '\'' || c == '+';
    for c in text.chars() {
        match words.last_mut() {
            Some((word, _)) if word.chars().last().is_some_and(is_part) == is_part(c) => {
                word.push(c)
            }
            _ => words.push((c.to_string(), false)),
        }
    }
    for (word, is_place) in &mut words {
        let mut bytes = word.bytes();
        *is_place = bytes.next().is_some_and(|byte| byte.is_ascii_alphabetic())
            && bytes.next().is_some_and(|byte| byte.is_ascii_digit())
            && word.len() <= 5
            && bytes.all(|byte| byte.is_ascii_digit() || byte == b'\'' || byte == b'+');
    }
    words
}

/// A board's state in a list: the player to move, or the result.
pub(crate) fn status(board: &BoardSummary, me: Option<&Userid>) -> String {
    let seat_of_me = Seat::BOTH.into_iter().find(|seat| Some(&board.players[seat.index()]) == me);
    if let Some(to) = board.offered_to.filter(|_| board.ended.is_none()) {
        return match seat_of_me {
            Some(me) if me == to => "offered to you".to_owned(),
            _ => format!("offered to {}", labels::shown(&board.players[to.index()])),
        };
    }
    match (&board.ended, board.to_move) {
        (Some(ended), _) => result(&board.players, ended, seat_of_me),
        (None, Some(seat)) if Some(seat) == seat_of_me => "your turn".to_owned(),
        (None, Some(seat)) if computer_level(&board.players[seat.index()]).is_some() => {
            "the computer is thinking".to_owned()
        }
        (None, Some(seat)) => format!("{}’s turn", labels::shown(&board.players[seat.index()])),
        (None, None) => String::new(),
    }
}

/// The reviews of a board, or why a user may not see them yet; `None` while the game is running or
/// if it has no turns.
pub(crate) async fn reviews(
    app: &App,
    payer: &Payer,
    user: Option<&Userid>,
    board: &Loaded,
) -> Result<Option<Result<ReviewNow, String>>, Fault> {
    let played = |result| !matches!(result, SeatResult::Declined(_));
    let ended = board.record.ended.as_ref().is_some_and(|ended| played(ended.result()));
    if !ended || board.record.turns.is_empty() {
        return Ok(None);
    }
    let now = app.store.review(board.id()).await?;
    let is_told = now.done.is_some();
    if let Some(user) = user.filter(|_| is_told)
        && let Some(postponed) = not_reviewed(app, payer, user, &board.game).await?
    {
        return Ok(Some(Err(postponed)));
    }
    Ok(Some(Ok(now)))
}

/// The hint that was requested for a board's present position, if any.
pub(crate) async fn asked(app: &App, record: &BoardRecord) -> Result<Option<AskedHint>, Fault> {
    if record.hints == 0 || record.ended.is_some() {
        return Ok(None);
    }
    let asked = app.store.hint(record.id).await?.asked;
    Ok(asked.filter(|asked| asked.generation == record.generation()))
}

/// The marks of a hint, on the position for which it was found; empty until then.
pub(crate) fn notes_of(asked: Option<&AskedHint>, game: &AnyGame) -> Vec<Annotation> {
    match asked.and_then(AskedHint::shown) {
        None => Vec::new(),
        Some((hint, Step::Where)) => notes_on_places(hint.region(game)),
        Some((hint, Step::Turn)) => notes_on_line(&hint.line[..hint.line.len().min(1)]),
        Some((hint, Step::Why)) => notes_on_line(&hint.line),
    }
}

/// Help with a player's turn.
#[derive(Debug, Clone)]
pub(crate) struct HintPart {
    /// The steps shown so far, in order.
    pub(crate) told: Vec<String>,
    /// Its place in the queue while the computer looks for it.
    pub(crate) waits: Option<String>,
    /// Label of the button that shows more, and the step that it requests.
    pub(crate) more: Option<(&'static str, Step)>,
    /// Explanation of the numbers on the board.
    pub(crate) marks: &'static str,
}

impl HintPart {
    /// The help for the player to move in a practice game.
    pub(crate) fn new(board: &Loaded) -> Self {
        let Some(asked) = &board.hint else {
            let more = Some(("Where should I look?", Step::Where));
            return Self { told: Vec::new(), waits: None, more, marks: "" };
        };
        match asked.shown() {
            None => {
                let waits = Some(asked.waits());
                Self { told: Vec::new(), waits, more: None, marks: "" }
            }
            Some((hint, step)) => Self::shown(&board.game, hint, step),
        }
    }

    /// The last step, or that the computer looks for it, for windows in which the hint is out of
    /// sight.
    pub(crate) fn now(&self) -> Option<&String> {
        self.waits.as_ref().or(self.told.last())
    }

    fn shown(game: &AnyGame, hint: &Hint, step: Step) -> Self {
        let (more, marks) = match step {
            Step::Where if hint.near.is_none() => (Some(("Which turn?", Step::Turn)), ""),
            Step::Where => {
                (Some(("Which turn?", Step::Turn)), "Rings on the board mark the places.")
            }
            Step::Turn => (Some(("Why?", Step::Why)), ""),
            Step::Why => (None, "Numbers on the board show the line: odd ones are yours."),
        };
        Self { told: hint.told(game, step), waits: None, more, marks }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_look_like_places_are_marked() {
        let places = |text: &str| -> Vec<String> {
            words(text).into_iter().filter(|word| word.1).map(|word| word.0).collect()
        };
        assert_eq!(places("Why not d3, or f4''?  a3+!"), ["d3", "f4''", "a3+"]);
        assert_eq!(places("hello 2 you, abc3 x"), Vec::<String>::new());
        let whole: String = words("a  b\nd3.").into_iter().map(|word| word.0).collect();
        assert_eq!(whole, "a  b\nd3.");
    }
}
