//! In which order games have ended.

use jiff::Timestamp;

use crate::BoardId;

/// Puts games that have come from several sources in the order of their ends.
///
/// The games of one source stay in the order they stand in, even where their times say otherwise: a
/// source knows best, and its clock may have been set back. Where two sources say the same time, the
/// earlier source goes first.
///
/// ```
/// use carrick_games::GameKind;
/// use carrick_service::{BoardId, exchange::end_order};
/// let game = |number, day: i64| {
///     (BoardId { kind: GameKind::Ankor, number }, jiff::Timestamp::from_second(day * 86_400).unwrap())
/// };
/// let here = vec![game(101, 1), game(102, 9), game(103, 5), game(104, 12)];
/// let file = vec![game(201, 5), game(202, 9)];
/// let numbers: Vec<u32> = end_order([here, file]).iter().map(|board| board.number).collect();
/// assert_eq!(numbers, [101, 201, 102, 103, 202, 104]);
/// ```
#[must_use]
pub fn end_order(sources: impl IntoIterator<Item = Vec<(BoardId, Timestamp)>>) -> Vec<BoardId> {
    let mut all = Vec::new();
    for source in sources {
        let mut latest = Timestamp::MIN;
        for (board, at) in source {
            latest = latest.max(at);
            all.push((latest, board));
        }
    }
    all.sort_by_key(|&(latest, _)| latest);
    all.into_iter().map(|(_, board)| board).collect()
}
