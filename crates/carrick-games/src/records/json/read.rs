//! Reads records from JSON.

use serde_json::Value;

use super::field::Field;
use crate::records::claim::EndClaim;
use crate::records::options::parse_options;
use crate::records::replay::RecordReplay;
use crate::records::{
    Clocks, Details, GameSite, Moment, OneLine, PlayerDetails, Prose, RULES, Record, RecordError,
    RecordFault, Tournament,
};
use crate::{AnyOptions, GameKind, Seat};

const WHOLE: &str = "a whole number";

pub(in crate::records) fn read(text: &str) -> Result<Record, RecordError> {
    let value: Value = serde_json::from_str(text).map_err(|error| syntax_error(text, &error))?;
    let root = Field::root(&value);
    let header = root.required("header")?;
    let details = read_details(&header)?;
    let mut replay = RecordReplay::new(read_options(&header)?);
    for round in root.required("moves")?.items()? {
        replay = play_round(replay, &round)?;
    }
    if let Some(carrick) = header.optional("carrick")? {
        read_notes(&carrick, &mut replay)?;
    }
    settle(&header, &mut replay)?;
    Ok(replay.finish(details))
}

/// The message of the parser without the place, which the error gives separately.
fn syntax_error(text: &str, error: &serde_json::Error) -> RecordError {
    let message = error.to_string();
    let message = message.rsplit_once(" at line ").map_or(&*message, |(message, _)| message);
    let line_start: usize =
        text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
    // The parser's columns are bytes, counted from 1.
    let byte = line_start + error.column().saturating_sub(1);
    RecordError::at(text, byte, RecordFault::Json(message.to_owned()))
}

fn read_options(header: &Field) -> Result<AnyOptions, RecordError> {
    let game = header.required("game")?;
    let name = game.required("name")?;
    let kind: GameKind =
        name.text()?.parse().map_err(|fault: crate::UnknownGame| name.error(fault))?;
    let Some(variants) = game.optional("variants")? else {
        return parse_options(kind, &[]).map_err(|bad| game.error(bad.fault));
    };
    let words = variants.items()?.map(|word| word.text()).collect::<Result<Vec<_>, _>>()?;
    parse_options(kind, &words).map_err(|bad| {
        let word = bad.index.and_then(|index| variants.items().ok()?.nth(index));
        word.unwrap_or(variants).error(bad.fault)
    })
}

fn read_details(header: &Field) -> Result<Details, RecordError> {
    let carrick = header.optional("carrick")?;
    let ours = |key| carrick.as_ref().map_or(Ok(None), |carrick: &Field| carrick.optional(key));
    if let Some(rules) = ours("rules")? {
        match rules.number::<u32>("the number of a version")? {
            1..=RULES => {}
            other => return Err(rules.error(RecordFault::Rules(other))),
        }
    }
    let line = |key| -> Result<Option<OneLine>, RecordError> {
        header.optional(key)?.map(|field| field.text().map(OneLine::from)).transpose()
    };
    let event = match (line("event")?, line("round")?) {
        (None, None) => None,
        (name, round) => {
            Some(Tournament { name: name.unwrap_or_default(), round: round.unwrap_or_default() })
        }
    };
    let comment = ours("comment")?.map(|field| field.text().map(Prose::from)).transpose()?;
    Ok(Details {
        players: read_players(header)?,
        site: header.optional("site")?.map(|site| read_site(&site)).transpose()?,
        event,
        started: moment(header, "date-start")?,
        ended: moment(header, "date-end")?,
        generated: moment(header, "date-generated")?,
        unrated: header.flag("unrated")?,
        clocks: ours("clocks")?.map(|clocks| read_clocks(&clocks)).transpose()?,
        comment: comment.unwrap_or_default(),
    })
}

fn read_players(header: &Field) -> Result<[PlayerDetails; 2], RecordError> {
    let players = header.required("players")?;
    let mut both = <[PlayerDetails; 2]>::default();
    for (player, field) in both.iter_mut().zip(players.pair()?) {
        let userid = field.optional("userid")?;
        *player = PlayerDetails {
            name: field.required("name")?.text()?.into(),
            userid: userid.map(|id| id.text().map(OneLine::from)).transpose()?.unwrap_or_default(),
            is_computer: field.flag("is_ai")?,
        };
    }
    Ok(both)
}

fn read_site(site: &Field) -> Result<GameSite, RecordError> {
    let game_id = match site.optional("gameid")? {
        Some(id) => id.text_or_number()?.as_str().into(),
        None => OneLine::default(),
    };
    Ok(GameSite { name: site.required("name")?.text()?.into(), game_id })
}

fn read_clocks(clocks: &Field) -> Result<Clocks, RecordError> {
    let number = |key| {
        clocks
            .optional(key)?
            .map(|field| field.number("a whole number from 0 to 65535"))
            .transpose()
    };
    let left_s = clocks.optional("seconds-left")?.map(|left| {
        let [first, second] = left.pair()?;
        let seconds = |field: Field| field.number("a whole number of seconds");
        Ok([seconds(first)?, seconds(second)?])
    });
    Ok(Clocks {
        turn_days: number("turn-days")?,
        nag_days: number("nag-days")?,
        total_days: number("total-days")?,
        increment_hours: number("increment-hours")?,
        left_s: left_s.transpose()?,
    })
}

fn moment(object: &Field, key: &str) -> Result<Option<Moment>, RecordError> {
    let read = |field: Field| {
        field.text()?.parse().map_err(|fault: crate::records::NotAMoment| field.error(fault))
    };
    object.optional(key)?.map(read).transpose()
}

/// Plays the turns of one round. They are in the order of the seats, unless they name a seat.
fn play_round(mut replay: RecordReplay, round: &Field) -> Result<RecordReplay, RecordError> {
    let entries = round.items()?;
    let mut turns = Vec::with_capacity(2);
    for (index, entry) in entries.enumerate().filter(|(_, entry)| !entry.is_null()) {
        let Some(&seat) = Seat::BOTH.get(index) else {
            return Err(entry.error(RecordFault::Expected("one turn of each of the two players")));
        };
        let (order, turn) = if entry.is_text() {
            (index as i64, entry)
        } else {
            let order =
                entry.optional("sequence")?.map(|order| order.number::<i64>(WHOLE)).transpose()?;
            (order.unwrap_or(index as i64), entry.required("move")?)
        };
        turns.push((order, seat, turn));
    }
    turns.sort_by_key(|&(order, ..)| order);
    for (_, seat, turn) in turns {
        let number = replay.next_number();
        let text = turn.text()?;
        if let Some((expected, _)) = replay.to_move().filter(|&(expected, _)| expected != seat) {
            let expected = ["the first player", "the second player"][expected.index()];
            return Err(turn.error(RecordFault::WrongPlayer(expected)).in_turn(number, text));
        }
        replay = replay.play(text).map_err(|fault| turn.error(fault).in_turn(number, text))?;
    }
    Ok(replay)
}

fn read_notes(carrick: &Field, replay: &mut RecordReplay) -> Result<(), RecordError> {
    let Some(notes) = carrick.optional("notes")? else { return Ok(()) };
    for entry in notes.items()? {
        let number = entry.required("turn")?;
        let turns = replay.next_number() - 1;
        let Some(note) = replay.note_mut(number.number("the number of a turn")?) else {
            return Err(number.error(RecordFault::NoSuchTurn(turns)));
        };
        note.at = moment(&entry, "at")?;
        if let Some(comment) = entry.optional("comment")? {
            note.comment = comment.text()?.into();
        }
    }
    Ok(())
}

/// Checks our word for the end of the game, then the players' results, against the turns.
fn settle(header: &Field, replay: &mut RecordReplay) -> Result<(), RecordError> {
    let kind = replay.game().kind();
    let carrick = header.optional("carrick")?;
    if let Some(result) = carrick.map_or(Ok(None), |carrick| carrick.optional("result"))? {
        EndClaim::from_word(kind, result.text()?)
            .and_then(|claim| replay.settle(claim))
            .map_err(|fault| result.error(fault))?;
    }
    let players = header.required("players")?;
    let mut results = Vec::with_capacity(2);
    for player in players.pair()? {
        results.extend(
            player.optional("result")?.map(|field| field.number::<i64>(WHOLE)).transpose()?,
        );
    }
    let claim = match *results {
        [first, second] if first == second => EndClaim::Drawn,
        [first, second] => {
            let winner = if first > second { Seat::First } else { Seat::Second };
            EndClaim::Won(replay.game().colour_of(winner))
        }
        _ => EndClaim::Nothing,
    };
    replay.settle(claim).map_err(|fault| players.error(fault))
}
