//! Practice against the computer: how it went lately, and the level to try next.

use carrick_games::GameKind;
use carrick_service::{BoardSummary, ComputerLevel, Practice, Userid, computer_level};
use carrick_store::{BoardList, Cursor, Part, StoreError};
use jiff::Timestamp;

use super::load::Loaded;
use crate::app::App;
use crate::pages::labels::of_level;

/// Number of games that are looked through for those against the computer.
const LOOKED_THROUGH: u32 = 20;

/// Number of finished games of a kind after which its turns are remarked on no more, unless the
/// player wants it.
const LEARNED: usize = 5;

/// Whether a user has finished enough games of a kind to see by themselves what a turn did.
pub(crate) async fn is_experienced(
    app: &App,
    user: Option<&Userid>,
    kind: GameKind,
) -> Result<bool, StoreError> {
    let Some(user) = user else { return Ok(false) };
    Ok(finished(app, user, kind, LEARNED as u32).await?.len() >= LEARNED)
}

/// A player's last games of a kind against the computer; `None` without any.
pub(crate) async fn lately(
    app: &App,
    user: &Userid,
    kind: GameKind,
) -> Result<Option<Practice>, StoreError> {
    Ok(Practice::of(user, &finished(app, user, kind, LOOKED_THROUGH).await?))
}

/// A player's last finished games of a kind.
async fn finished(
    app: &App,
    user: &Userid,
    kind: GameKind,
    most: u32,
) -> Result<Vec<BoardSummary>, StoreError> {
    let list = BoardList {
        kind: Some(kind),
        player: Some(user.clone()),
        opponent: None,
        parts: vec![Part::Over(Timestamp::MIN)],
    };
    Ok(app.store.boards_page(&list, Cursor::Start, most).await?.rows)
}

/// A game to go on with, proposed on the page of one that is over.
#[derive(Debug, Clone)]
pub(crate) struct Proposal {
    /// Results of the last games, in a sentence.
    pub(crate) said: String,
    /// The level to try, when that is another one.
    pub(crate) level: Option<ComputerLevel>,
    /// The fields of the form for a new game, and what they hold: the options of the board.
    pub(crate) options: Vec<(String, String)>,
}

impl Proposal {
    /// The proposal for a player of a board; `None` where there is nothing to say.
    pub(crate) async fn of(
        app: &App,
        board: &Loaded,
        user: Option<&Userid>,
    ) -> Result<Option<Self>, StoreError> {
        let Some(user) = user.filter(|_| board.record.ended.is_some()) else { return Ok(None) };
        let Some(seat) = board.record.seat_of(user) else { return Ok(None) };
        let Some(level) = computer_level(&board.record.players[(!seat).index()]) else {
            return Ok(None);
        };
        let lately = lately(app, user, board.record.id.kind).await?;
        // On the page of an old game nothing is said of those that came later at other levels.
        let Some(practice) = lately.filter(|practice| practice.level == level) else {
            return Ok(None);
        };
        let options = board.record.options.split_whitespace().map(field).collect();
        Ok(Some(Self { said: said(&practice), level: next(&practice), options }))
    }
}

/// Another level to try.
fn next(practice: &Practice) -> Option<ComputerLevel> {
    Some(practice.next()).filter(|&level| level != practice.level)
}

fn said(practice: &Practice) -> String {
    let Practice { level, won, drawn, games, .. } = *practice;
    let drew = match drawn {
        0 => String::new(),
        drawn => format!(" and drew {drawn}"),
    };
    format!("You won {won}{drew} of {games} against {}.", of_level(&level))
}

/// `-radius=4` as a field of a form; a switch holds a one.
fn field(option: &str) -> (String, String) {
    let (name, value) = option.split_once('=').unwrap_or((option, "1"));
    (name.to_owned(), value.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_it_went_is_said_in_a_sentence() {
        let (kind, level) = (GameKind::Anchor, ComputerLevel::MIN);
        for (won, drawn, games, sentence, to) in [
            (3, 0, 4, "You won 3 of 4 against novice1.", Some("novice2")),
            (0, 0, 2, "You won 0 of 2 against novice1.", None),
            (2, 1, 3, "You won 2 and drew 1 of 3 against novice1.", Some("novice2")),
            (1, 0, 1, "You won 1 of 1 against novice1.", None),
        ] {
            let practice = Practice { kind, level, won, drawn, games };
            assert_eq!(said(&practice), sentence);
            assert_eq!(next(&practice).map(ComputerLevel::name), to);
        }
    }

    #[test]
    fn options_become_fields() {
        let is = |option, name: &str, value: &str| {
            assert_eq!(field(option), (name.to_owned(), value.to_owned()));
        };
        is("-radius=4", "-radius", "4");
        is("-noswap", "-noswap", "1");
    }
}
