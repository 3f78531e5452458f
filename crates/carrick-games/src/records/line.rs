//! One line of plain turns: `ankor -size=6: d3 swap d3-f4 X+resignation`.

use super::claim::{EndClaim, looks_like_result, result_word};
use super::options::parse_options;
use super::replay::RecordReplay;
use super::{Details, Record, RecordError, RecordFault};
use crate::{AnyOptions, GameKind};

/// A word, and the byte at which it starts.
type WordAt<'a> = (usize, &'a str);

/// Whether a text starts with the name of a game, as a line must.
pub(super) fn begins_with_game(text: &str) -> bool {
    let name = text.split(|c: char| !c.is_alphanumeric()).next();
    name.is_some_and(|name| name.parse::<GameKind>().is_ok())
}

pub(super) fn write(record: &Record) -> String {
    let mut line = format!("{} {}:", record.kind(), record.options());
    for turn in record.turns() {
        line.push(' ');
        line.push_str(&turn.text);
    }
    line.push_str(&format!(" {}\n", result_word(record.kind(), record.outcome())));
    line
}

pub(super) fn read(text: &str) -> Result<Record, RecordError> {
    let at = |byte, fault: RecordFault| RecordError::at(text, byte, fault);
    let head_end = text
        .find(':')
        .ok_or_else(|| at(0, RecordFault::Expected("a colon after the game and its options")))?;
    let options = read_head(text, head_end)?;
    let mut replay = RecordReplay::new(options);
    let mut words = words(text, head_end + 1);
    while let Some((byte, word)) = words.next() {
        if looks_like_result(word) {
            let claim =
                EndClaim::from_word(options.kind(), word).map_err(|fault| at(byte, fault))?;
            replay.settle(claim).map_err(|fault| at(byte, fault))?;
            if let Some((byte, _)) = words.next() {
                return Err(at(byte, RecordFault::Trailing));
            }
            break;
        }
        let number = replay.next_number();
        replay = replay.play(word).map_err(|fault| at(byte, fault).in_turn(number, word))?;
    }
    Ok(replay.finish(Details::default()))
}

/// The game and its options.
fn read_head(text: &str, end: usize) -> Result<AnyOptions, RecordError> {
    let mut head = words(&text[..end], 0);
    let (byte, name) = head.next().unwrap_or((0, ""));
    let kind: GameKind =
        name.parse().map_err(|fault: crate::UnknownGame| RecordError::at(text, byte, fault))?;
    let options: Vec<WordAt> = head.collect();
    let typed: Vec<&str> = options.iter().map(|&(_, word)| word).collect();
    parse_options(kind, &typed).map_err(|bad| {
        let word = bad.index.and_then(|index| options.get(index));
        RecordError::at(text, word.map_or(byte, |&(byte, _)| byte), bad.fault)
    })
}

/// The words of a text, starting at a byte.
fn words(text: &str, from: usize) -> impl Iterator<Item = WordAt<'_>> {
    let blank = |c: char| c.is_whitespace() || c == '\u{feff}';
    let mut next = from;
    text[from..].split(blank).filter_map(move |word| {
        let byte = next;
        next += word.len();
        next += text[next..].chars().next().map_or(0, char::len_utf8);
        (!word.is_empty()).then_some((byte, word))
    })
}
