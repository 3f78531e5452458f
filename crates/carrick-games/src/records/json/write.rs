//! Writes records as JSON.

use serde::Serialize;

use crate::records::claim::result_word;
use crate::records::{Clocks, OneLine, RULES, Record, RecordedTurn};
use crate::{Colour, Outcome, Seat, WinBy};

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct JsonHeader<'a> {
    game: GameJson,
    #[serde(skip_serializing_if = "Option::is_none")]
    event: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    round: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    site: Option<SiteJson<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    date_start: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    date_end: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    date_generated: Option<String>,
    #[serde(skip_serializing_if = "is_false")]
    unrated: bool,
    players: [PlayerJson<'a>; 2],
    carrick: Carrick<'a>,
}

#[derive(Serialize)]
struct GameJson {
    name: &'static str,
    variants: Vec<String>,
}

#[derive(Serialize)]
struct SiteJson<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    gameid: &'a str,
}

#[derive(Serialize)]
struct PlayerJson<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    userid: &'a str,
    #[serde(skip_serializing_if = "is_false")]
    is_ai: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<u8>,
}

/// The parts of a record that the schema does not provide for.
#[derive(Serialize)]
struct Carrick<'a> {
    rules: u32,
    result: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    clocks: Option<ClocksRecord>,
    #[serde(skip_serializing_if = "str::is_empty")]
    comment: &'a str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<NoteRecord<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct ClocksRecord {
    #[serde(skip_serializing_if = "Option::is_none")]
    turn_days: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nag_days: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    total_days: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    increment_hours: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds_left: Option<[u32; 2]>,
}

#[derive(Serialize)]
struct NoteRecord<'a> {
    turn: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<String>,
    #[serde(skip_serializing_if = "str::is_empty")]
    comment: &'a str,
}

/// One turn of each player, in the order of the seats; `null` if the player did not play.
type RoundJson<'a> = [Option<&'a str>; 2];

/// Writes an indented header, and the moves with one round per line.
pub(in crate::records) fn write(record: &Record) -> String {
    // Strings and numbers can always be serialised, and line feeds in strings are escaped.
    let header = serde_json::to_string_pretty(&header(record)).unwrap_or_default();
    let rounds: Vec<String> = rounds(record.turns())
        .iter()
        .map(|round| serde_json::to_string(round).unwrap_or_default())
        .collect();
    let moves = match &*rounds {
        [] => "[]".to_owned(),
        rounds => format!("[\n    {}\n  ]", rounds.join(",\n    ")),
    };
    format!("{{\n  \"header\": {},\n  \"moves\": {moves}\n}}\n", header.replace('\n', "\n  "))
}

/// Writes a record on one line.
pub(in crate::records) fn write_line(record: &Record) -> String {
    let header = serde_json::to_string(&header(record)).unwrap_or_default();
    let moves = serde_json::to_string(&rounds(record.turns())).unwrap_or_default();
    format!("{{\"header\":{header},\"moves\":{moves}}}\n")
}

fn header(record: &Record) -> JsonHeader<'_> {
    let details = &record.details;
    let event = details.event.as_ref();
    JsonHeader {
        game: GameJson {
            name: record.kind().title(),
            variants: record.options().to_string().split(' ').map(str::to_owned).collect(),
        },
        event: event.map(|event| event.name.as_str()),
        round: event.map(|event| event.round.as_str()),
        site: details
            .site
            .as_ref()
            .map(|site| SiteJson { name: site.name.as_str(), gameid: site.game_id.as_str() }),
        date_start: details.started.map(|moment| moment.to_string()),
        date_end: details.ended.map(|moment| moment.to_string()),
        date_generated: details.generated.map(|moment| moment.to_string()),
        unrated: details.unrated,
        players: Seat::BOTH.map(|seat| player(record, seat)),
        carrick: Carrick {
            rules: RULES,
            result: result_word(record.kind(), record.outcome()).to_string(),
            clocks: details.clocks.map(clocks),
            comment: details.comment.as_str(),
            notes: notes(record.turns()),
        },
    }
}

fn player(record: &Record, seat: Seat) -> PlayerJson<'_> {
    let player = &record.details.players[seat.index()];
    let colour = record.game().colour_of(seat);
    PlayerJson {
        name: player.name.as_str(),
        userid: OneLine::as_str(&player.userid),
        is_ai: player.is_computer,
        score: score(record, colour),
        result: record.outcome().map(|outcome| match outcome.winner() {
            Some(winner) => u8::from(winner == colour),
            None => 1,
        }),
    }
}

/// The points of a colour, if they decided the game.
fn score(record: &Record, colour: Colour) -> Option<u16> {
    match record.outcome()? {
        Outcome::Win { by: WinBy::Score, .. } | Outcome::Draw(crate::DrawBy::Score) => {
            Some(record.game().score()?.total(colour))
        }
        Outcome::Win { .. } | Outcome::Draw(_) => None,
    }
}

fn clocks(clocks: Clocks) -> ClocksRecord {
    ClocksRecord {
        turn_days: clocks.turn_days,
        nag_days: clocks.nag_days,
        total_days: clocks.total_days,
        increment_hours: clocks.increment_hours,
        seconds_left: clocks.left_s,
    }
}

fn notes(turns: &[RecordedTurn]) -> Vec<NoteRecord<'_>> {
    let numbered = turns.iter().enumerate().map(|(index, turn)| NoteRecord {
        turn: index + 1,
        at: turn.note.at.map(|moment| moment.to_string()),
        comment: turn.note.comment.as_str(),
    });
    numbered.filter(|note| note.at.is_some() || !note.comment.is_empty()).collect()
}

/// Divides the turns into rounds. A round ends if the next turn is not that of a later seat.
fn rounds(turns: &[RecordedTurn]) -> Vec<RoundJson<'_>> {
    let mut rounds: Vec<RoundJson> = Vec::new();
    let mut last = Seat::Second;
    for turn in turns {
        if turn.seat <= last {
            rounds.push([None; 2]);
        }
        if let Some(round) = rounds.last_mut() {
            round[turn.seat.index()] = Some(&turn.text);
        }
        last = turn.seat;
    }
    rounds
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
const fn is_false(value: &bool) -> bool {
    !*value
}
