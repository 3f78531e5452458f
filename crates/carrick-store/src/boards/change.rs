//! Change feed: numbered changes of boards, for live pages of every process.
//!
//! Numbers become visible in order: taking one locks the counter's row until the transaction ends,
//! so nobody takes the next before this one can be seen, or never will be. A reader that has seen a
//! number has therefore missed none below it. In a file the transaction that changes a board takes
//! the number. On a server that would make all turns wait for each other until they are committed,
//! so a turn only takes the board's old number away, and the number of its change is taken after
//! the commit, for all boards that wait for one: by those who [read changes](Store::changes_since),
//! whichever process made them.

use std::collections::BTreeSet;

use carrick_service::{BoardEvent, BoardId, Event, Origin, SeatResult, Userid};

use crate::database::{
    Batch, Bind as _, Columns, Connection, Dialect, Lock, QueryBuilder, StoreError, counter, query,
};
use crate::store::Store;

const SERIES: &str = counter::CHANGE;

/// Counts the changes of open seeks.
const SEEKS: &str = "change of seeks";
/// Maximum number of changes returned at once.
pub const CHANGES: usize = 1000;

/// A change of a board, with everything that a subscriber needs in order to see whether it concerns
/// them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// Grows with every change of any board, in the order in which they became visible.
    pub number: u64,
    /// Board that changed.
    pub board: BoardId,
    /// The board's [generation](carrick_service::BoardRecord::generation) now. An offer, something
    /// said, or an end without a turn leaves it as it was.
    pub generation: u32,
    /// Players of the board, by seat.
    pub players: [Userid; 2],
}

/// Gives a new change number to each board that these events change for everybody. Queued lines and
/// submitted turns are private, so they are no change: a number would tell the opponent of them.
pub(crate) fn note_events(batch: &mut Batch, events: &[Event]) {
    let boards: BTreeSet<BoardId> = events.iter().flat_map(seen_on).collect();
    for board in boards {
        counter::changed(batch, board, counter::ITSELF);
    }
    for event in events {
        if let Event::Board(board, BoardEvent::Ended(ended)) = event
            && matches!(ended.result(), SeatResult::Declined(_))
        {
            counter::changed(batch, *board, counter::EARLIER);
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

/// Change numbers of boards that are written together, for their rows; none where they are taken
/// after the commit.
pub(crate) async fn numbers(
    connection: &mut Connection,
    boards: usize,
) -> Result<impl Iterator<Item = Option<i64>> + use<>, StoreError> {
    let first = if connection.dialect() == Dialect::Postgres {
        None
    } else {
        Some(counter::take(connection, SERIES, boards).await?)
    };
    Ok((0..).map(move |place| first.map(|first| first + place)))
}

/// Whether a board has changed whose change has no number yet.
async fn any_uncounted(connection: &mut Connection) -> Result<bool, StoreError> {
    let sql = "SELECT 1 FROM board_changes WHERE change IS NULL LIMIT 1";
    Ok(query(sql).fetch_optional(connection).await?.is_some())
}

/// Gives numbers to changes that have none, at most [`CHANGES`], and returns how many there were.
/// Boards of turns that are being written are left: who commits those looks again.
async fn count(connection: &mut Connection) -> Result<usize, StoreError> {
    let sql = "SELECT kind, number FROM board_changes WHERE change IS NULL \
               ORDER BY kind, number LIMIT $1 FOR NO KEY UPDATE SKIP LOCKED";
    let rows = query(sql).bind(CHANGES as i64).fetch_all(connection).await?;
    let boards: Vec<BoardId> = rows.iter().map(Columns::board).collect::<Result<_, _>>()?;
    if !boards.is_empty() {
        let first = counter::take(connection, SERIES, boards.len()).await?;
        let mut update = QueryBuilder::new("UPDATE board_changes SET change = v.column3 FROM (");
        let row = |(change, board): (i64, &BoardId)| {
            vec![board.kind.name().value(), i64::from(board.number).value(), change.value()]
        };
        update.push_rows((first..).zip(&boards).map(row).collect());
        update.push(
            ") AS v WHERE board_changes.kind = v.column1 AND board_changes.number = v.column2",
        );
        update.build().execute(connection).await?;
    }
    Ok(boards.len())
}

/// Number of the last change; 0 when there was none.
pub(crate) async fn last(connection: &mut Connection) -> Result<u64, StoreError> {
    let next = counter::next(connection, SERIES).await?.unwrap_or(1);
    u64::try_from(next - 1).map_err(|_| StoreError::Corrupt { column: "next" })
}

/// Number of changes of open seeks so far.
pub(crate) async fn of_seeks(connection: &mut Connection) -> Result<u64, StoreError> {
    let next = counter::next(connection, SEEKS).await?.unwrap_or(1);
    u64::try_from(next - 1).map_err(|_| StoreError::Corrupt { column: "next" })
}

/// The first boards that changed after a number, the last change of each, in order.
pub(crate) async fn since(
    connection: &mut Connection,
    number: u64,
) -> Result<Vec<Change>, StoreError> {
    let sql = "SELECT b.kind, b.number, c.change, \
               b.ply + b.undone_turns + b.undone_times AS generation, \
               b.first_player, b.second_player FROM board_changes c \
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

    /// Boards that changed after the change of this number, each with its last change, in order, by
    /// any process. At most [`CHANGES`] are returned: to get all, ask again from the last one. When
    /// nothing has changed, this is one look at an index.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn changes_since(&self, number: u64) -> Result<Vec<Change>, StoreError> {
        self.count_changes().await?;
        since(&mut self.database.reader().await?, number).await
    }

    /// Gives numbers to the changes that wait for one, and so tells other processes of them. In a
    /// file they have them already.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn count_changes(&self) -> Result<(), StoreError> {
        if !self.database.is_on_server()
            || !any_uncounted(&mut self.database.reader().await?).await?
        {
            return Ok(());
        }
        loop {
            let mut transaction = self.database.begin_write_with(Lock::Nothing).await?;
            let counted = count(&mut transaction).await?;
            transaction.commit().await?;
            if counted < CHANGES {
                return Ok(());
            }
        }
    }
}
