//! Change feed: numbered changes of boards, for live pages of every process.
//!
//! Numbers become visible in order: taking one locks the counter's row until the transaction ends,
//! so the next number cannot be taken before this one is visible or has been rolled back. A reader
//! that has seen a number has therefore missed none below it.

use std::collections::BTreeSet;

use carrick_service::{BoardEvent, BoardId, Event, Origin, SeatResult, Userid};

use crate::database::{Bind as _, Columns, Connection, StatementBatch, StoreError, counter, query};
use crate::store::Store;

/// Name of the counter of changes of open seeks.
const SEEKS: &str = "change of seeks";
/// Maximum number of changes that one call returns.
pub const CHANGES: usize = 1000;

/// A change of a board, with everything that subscribers need to decide whether it concerns them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// Number of the change. It grows with every change of any board, in the order in which changes
    /// become visible.
    pub number: u64,
    /// Board that changed.
    pub board: BoardId,
    /// The board's [generation](carrick_service::BoardRecord::generation) after the change. Offers,
    /// remarks and ends without a turn do not change it.
    pub generation: u32,
    /// Players of the board, by seat.
    pub players: [Userid; 2],
    /// Whether both players have just agreed to a game in which neither has moved.
    pub begins: bool,
}

/// Gives a new change number to each board that these events visibly change. Queued lines and
/// submitted turns are private and get no number, which would reveal them to the opponent.
pub(crate) fn note_events(batch: &mut StatementBatch, events: &[Event]) {
    let boards: BTreeSet<BoardId> = events.iter().flat_map(seen_on).collect();
    for board in boards {
        changed(batch, board);
    }
    for event in events {
        if let Event::Board(board, BoardEvent::Ended(ended)) = event
            && matches!(ended.result(), SeatResult::Declined(_))
        {
            put(batch, *board, EARLIER);
        }
    }
    if events.iter().any(|event| matches!(event, Event::SeekSet(_))) {
        counter::advance(batch, SEEKS);
    }
}

/// Boards whose pages an event changes. A rematch also changes the page of the finished game, which
/// links to it.
fn seen_on(event: &Event) -> impl Iterator<Item = BoardId> {
    let earlier = match event {
        Event::BoardOpened { board, .. } => match board.origin {
            Origin::RematchOf(number) => Some(BoardId { kind: board.id.kind, number }),
            Origin::Challenge | Origin::Seek(_) => None,
        },
        _ => None,
    };
    let is_seen = !matches!(event, Event::Board(_, event) if !event.is_seen());
    event.board().filter(|_| is_seen).into_iter().chain(earlier)
}

/// Gives a board the next change number: one row, or none if the board does not exist.
pub(crate) fn changed(batch: &mut StatementBatch, board: BoardId) {
    put(batch, board, ITSELF);
}

/// Gives the next change number to the board that a [statement](ITSELF) selects.
fn put(batch: &mut StatementBatch, board: BoardId, statement: &'static str) {
    counter::advance(batch, counter::CHANGE);
    batch.add(statement).bind_board(board);
}

/// Statement that gives the change number taken last to the board whose number is in this column of
/// the board `$1 $2`.
macro_rules! put_change {
    ($number:literal) => {
        concat!(
            "INSERT INTO board_changes (kind, number, change) SELECT kind, ",
            $number,
            ", (SELECT next - 1 FROM counters WHERE name = 'change') \
             FROM boards WHERE kind = $1 AND number = $2 AND ",
            $number,
            " IS NOT NULL ON CONFLICT (kind, number) DO UPDATE SET change = excluded.change",
        )
    };
}

/// For the board itself.
const ITSELF: &str = put_change!("number");

/// For the board whose rematch it is, if it is one.
const EARLIER: &str = put_change!("rematch_of");

/// Gives change numbers to different existing boards, in this order.
pub(crate) fn put_each(
    batch: &mut StatementBatch,
    boards: impl Iterator<Item = BoardId>,
    first: i64,
) {
    let row = |(change, board): (i64, BoardId)| {
        vec![board.kind.name().value(), i64::from(board.number).value(), change.value()]
    };
    batch.add_rows(
        [
            "INSERT INTO board_changes (kind, number, change) SELECT * FROM",
            "WHERE v.column1 IS NOT NULL \
             ON CONFLICT (kind, number) DO UPDATE SET change = excluded.change",
        ],
        (first..).zip(boards).map(row).collect(),
    );
}

/// Number of the last change; 0 when there was none.
pub(crate) async fn last(connection: &mut Connection) -> Result<u64, StoreError> {
    let next = counter::next(connection, counter::CHANGE).await?.unwrap_or(1);
    u64::try_from(next - 1).map_err(|_| StoreError::Corrupt { column: "next" })
}

/// Number of changes of open seeks so far.
pub(crate) async fn of_seeks(connection: &mut Connection) -> Result<u64, StoreError> {
    let next = counter::next(connection, SEEKS).await?.unwrap_or(1);
    u64::try_from(next - 1).map_err(|_| StoreError::Corrupt { column: "next" })
}

/// First boards that changed after a number, in order, with the last change of each.
pub(crate) async fn since(
    connection: &mut Connection,
    number: u64,
) -> Result<Vec<Change>, StoreError> {
    let sql = "SELECT b.kind, b.number, c.change, \
               b.ply + b.undone_turns + b.undone_times AS generation, \
               b.first_player, b.second_player, CAST(CASE WHEN b.ended IS NULL AND b.ply = 0 \
               AND b.offered_to IS NULL THEN 1 ELSE 0 END AS BIGINT) AS begins FROM board_changes c \
               JOIN boards b ON b.kind = c.kind AND b.number = c.number \
               WHERE c.change > $1 ORDER BY c.change LIMIT $2";
    let number = i64::try_from(number).unwrap_or(i64::MAX);
    let rows = query(sql).bind(number).bind(CHANGES as i64).fetch_all(connection).await?;
    let change = |row| {
        Ok(Change {
            number: Columns::whole(row, "change")?,
            board: Columns::board(row)?,
            generation: Columns::whole(row, "generation")?,
            players: Columns::players(row)?,
            begins: Columns::whole::<u8>(row, "begins")? == 1,
        })
    };
    rows.iter().map(change).collect()
}

impl Store {
    /// Number of the last [`Change`]; 0 when there was none yet.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn last_change(&self) -> Result<u64, StoreError> {
        last(&mut self.database.reader().await?).await
    }

    /// Number of changes of open seeks so far, by any process.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn seek_changes(&self) -> Result<u64, StoreError> {
        of_seeks(&mut self.database.reader().await?).await
    }

    /// Boards that any process has changed after the change of this number, in order, with the last
    /// change of each. At most [`CHANGES`] are returned: to get all, ask again from the last one.
    /// When nothing has changed, the call costs one look at an index.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn changes_since(&self, number: u64) -> Result<Vec<Change>, StoreError> {
        since(&mut self.database.reader().await?, number).await
    }
}
