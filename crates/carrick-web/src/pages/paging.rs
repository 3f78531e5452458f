//! Pagination: keys in URLs, and links to the previous and next page.

use carrick_games::GameKind;
use carrick_service::{BoardId, RatingRecord, Userid};
use carrick_store::{BoardKey, Cursor, Page, StandingKey};
use jiff::Timestamp;

use super::fault::Fault;
use super::fields::QueryFields;

/// Maximum number of rows on a page.
pub(crate) const ROWS: u32 = 100;

/// Refusal of a pagination key that cannot be read.
pub(crate) const BAD_PLACE: Fault = Fault::Bad(
    "This address names a place in the list that cannot be read. Follow the links below a list, or leave out what \
     follows the question mark to begin at its top.",
);

/// Links to the previous and next page; empty where there is none.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Links {
    pub(crate) newer: String,
    pub(crate) older: String,
}

impl Links {
    /// Links around a page of boards. `path` may have a query already.
    pub(crate) fn around(path: &str, page: &Page<carrick_service::BoardSummary>) -> Self {
        let join = if path.contains('?') { '&' } else { '?' };
        let link = |word: &str, board: Option<&carrick_service::BoardSummary>, there: bool| {
            let place = board.filter(|_| there).map(|board| write_place(&BoardKey::of(board)));
            place.map_or_else(String::new, |place| format!("{path}{join}{word}={place}"))
        };
        Self {
            newer: link("after", page.rows.first(), page.before),
            older: link("before", page.rows.last(), page.after),
        }
    }

    /// Whether there is another page.
    pub(crate) fn any(&self) -> bool {
        !self.newer.is_empty() || !self.older.is_empty()
    }
}

/// The pagination key in a query of boards: `?before=` for older ones, `?after=` for newer ones.
///
/// # Errors
/// When the key cannot be read.
pub(crate) fn from(asked: &QueryFields) -> Result<Cursor<BoardKey>, Fault> {
    let place = |name: &str| read_place(asked.0.text(name)).ok_or(BAD_PLACE);
    if asked.0.has("before") {
        return Ok(Cursor::After(place("before")?));
    }
    if asked.0.has("after") {
        return Ok(Cursor::Before(place("after")?));
    }
    Ok(Cursor::Start)
}

/// Writes the pagination key of a board: `over,2008-05-01T08:00:00Z,antipod-150`.
pub(crate) fn write_place(place: &BoardKey) -> String {
    let state = if place.over { "over" } else { "playing" };
    format!("{state},{},{}", place.at, write_board(place.board))
}

pub(crate) fn read_place(text: &str) -> Option<BoardKey> {
    let mut words = text.split(',');
    let over = match words.next()? {
        "over" => true,
        "playing" => false,
        _ => return None,
    };
    let at = read_time(words.next()?)?;
    let board = read_board(words.next()?)?;
    words.next().is_none().then_some(BoardKey { over, at, board })
}

/// Reads a time that the database can compare.
fn read_time(text: &str) -> Option<Timestamp> {
    text.parse().ok()
}

/// Writes a board's name: `antipod-150`.
pub(crate) fn write_board(board: BoardId) -> String {
    format!("{}-{}", board.kind, board.number)
}

pub(crate) fn read_board(text: &str) -> Option<BoardId> {
    let (kind, number) = text.split_once('-')?;
    BoardId::parse(kind.parse().ok()?, number).ok()
}

/// Writes a pagination key of the standings: `100,settled,1612.4,bob`, the hundredth player.
pub(crate) fn write_standing(rank: u64, place: &StandingKey) -> String {
    let sort = if place.provisional { "provisional" } else { "settled" };
    format!("{rank},{sort},{},{}", place.rating, place.user)
}

pub(crate) fn read_standing(text: &str) -> Option<(u64, StandingKey)> {
    let mut words = text.split(',');
    let rank: u32 = words.next()?.parse().ok()?;
    let provisional = match words.next()? {
        "provisional" => true,
        "settled" => false,
        _ => return None,
    };
    let rating: f64 = words.next()?.parse().ok().filter(|rating: &f64| rating.is_finite())?;
    let user: Userid = words.next()?.parse().ok()?;
    let place = StandingKey { provisional, rating, user };
    words.next().is_none().then_some((rank.into(), place))
}

/// Reads a pagination key of rated games: `2008-05-01T08:00:00Z,antipod-150`.
pub(crate) fn read_rated(text: &str) -> Option<(Timestamp, BoardId)> {
    let (at, board) = text.split_once(',')?;
    Some((read_time(at)?, read_board(board)?))
}

/// Reads a pagination key of open games: `antipod-3`.
pub(crate) fn read_seek(text: &str) -> Option<(GameKind, u32)> {
    let (kind, number) = text.split_once('-')?;
    Some((kind.parse().ok()?, number.parse().ok()?))
}

/// Reads a pagination key of a search for players: `bby/bobby`, the rest of the name from where
/// the searched text was found, and the name.
pub(crate) fn read_name(text: &str) -> Option<&str> {
    let word = |word: &str| {
        let sign = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
        (1..=20).contains(&word.len()) && word.bytes().all(sign)
    };
    let (ending, name) = text.split_once('/')?;
    (word(ending) && word(name)).then_some(text)
}

/// Sort key of a player in the standings.
pub(crate) fn standing_key(user: &Userid, rating: &RatingRecord) -> StandingKey {
    StandingKey { provisional: rating.is_provisional(), rating: rating.rating, user: user.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_read_as_they_are_written() {
        for text in [
            "over,2008-05-01T08:00:00.123456Z,antipod-150",
            "playing,1970-01-01T00:00:00Z,ankor-101",
        ] {
            let place = read_place(text).unwrap();
            assert_eq!(write_place(&place), text);
        }
        for text in ["100,settled,1612.4375,bob", "7,provisional,-3,level1"] {
            let (rank, place) = read_standing(text).unwrap();
            assert_eq!(write_standing(rank, &place), text);
        }
        assert_eq!(read_seek("boche-3"), Some((GameKind::Boche, 3)));
        assert!(read_rated("2008-05-01T08:00:00Z,antipod-150").is_some());
        assert_eq!(read_name("bby/bobby"), Some("bby/bobby"));
    }

    #[test]
    fn anything_else_is_no_place() {
        for text in [
            "",
            "over",
            "over,now,antipod-150",
            "over,2008-05-01T08:00:00Z,go-1",
            "x,y,z,",
            "over,2008-05-01T08:00:00Z,antipod-150,",
            "playing,99999-01-01T00:00:00Z,ankor-101",
        ] {
            assert_eq!(read_place(text), None, "{text}");
        }
        for text in [
            "",
            "1,settled,NaN,bob",
            "1,settled,inf,bob",
            "-1,settled,1,bob",
            "1,settled,1",
            "1,firm,1,bob",
        ] {
            assert_eq!(read_standing(text), None, "{text}");
        }
        for text in ["", "bob", "/bob", "B/bob", "%/bob", "a/b/c"] {
            assert_eq!(read_name(text), None, "{text}");
        }
    }
}
