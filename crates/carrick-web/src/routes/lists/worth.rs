//! Games worth watching: the order of the boards that visitors see first.
//!
//! Among the games in play in which both players have moved, the latest hundred are ranked:
//!
//! 1. games between two members before those with the computer or a guest;
//! 2. games in which something happened within a day before those that wait;
//! 3. longer games before shorter ones, since more is at stake on a fuller board;
//! 4. of equally long ones, the one that was moved last.
//!
//! Ratings play no part: most players of a small club have none, and guests never do.
//!
//! The store finds the hundred by walking an index, so that the cost does not grow with the number
//! of games.

use std::cmp::Reverse;

use carrick_games::GameKind;
use carrick_service::BoardSummary;
use carrick_store::{BoardList, Cursor, Part};
use jiff::{SignedDuration, Timestamp};

use crate::app::App;
use crate::pages::fault::Fault;
use crate::pages::names;

/// Time since the last turn within which a game is lively.
const LIVELY: SignedDuration = SignedDuration::from_hours(24);

/// Number of games that are ranked.
const CANDIDATES: u32 = 100;

/// The games worth watching, of one game or of all, at most `most`.
pub(super) async fn worth_watching(
    app: &App,
    kind: Option<GameKind>,
    most: usize,
) -> Result<Vec<BoardSummary>, Fault> {
    let list = BoardList { kind, parts: vec![Part::Begun], ..BoardList::default() };
    let mut boards = app.store.boards_page(&list, Cursor::Start, CANDIDATES).await?.rows;
    let now = app.now();
    boards.sort_by_key(|board| rank(board, now));
    boards.truncate(most);
    Ok(boards)
}

fn rank(board: &BoardSummary, now: Timestamp) -> impl Ord + use<> {
    let strangers = board.players.iter().filter(|player| !names::is_member(player)).count();
    let waits = now.duration_since(board.touched) > LIVELY;
    (strangers.min(1), waits, Reverse(board.ply), Reverse(board.touched))
}

#[cfg(test)]
mod tests {
    use super::*;
    use carrick_games::Seat;
    use carrick_service::BoardId;

    fn board(number: u32, players: [&str; 2], ply: u32, second: i64) -> BoardSummary {
        BoardSummary {
            id: BoardId { kind: GameKind::Ankor, number },
            players: players.map(|player| player.parse().unwrap()),
            options: String::new(),
            ply,
            given: 0,
            hints: 0,
            to_move: Some(Seat::First),
            ended: None,
            touched: Timestamp::from_second(second).unwrap(),
        }
    }

    #[test]
    fn games_between_people_come_first_and_long_ones_before_short_ones() {
        let mut boards = [
            board(1, ["ann", "level9"], 60, 9),
            board(2, ["guest_0123456789", "level1"], 2, 8),
            board(3, ["ann", "bob"], 4, 5),
            board(4, ["bob", "ann"], 30, 1),
            board(5, ["cyd", "bob"], 4, 7),
        ];
        let now = Timestamp::from_second(10).unwrap();
        boards.sort_by_key(|board| rank(board, now));
        assert_eq!(boards.each_ref().map(|board| board.id.number), [4, 5, 3, 1, 2]);
        // Two days later the games between people wait; one that was moved since comes before them.
        boards[2].touched = Timestamp::from_second(2 * 24 * 3600).unwrap();
        boards
            .sort_by_key(|board| rank(board, Timestamp::from_second(2 * 24 * 3600 + 10).unwrap()));
        assert_eq!(boards.map(|board| board.id.number), [3, 4, 5, 1, 2]);
    }
}
