//! Copies a whole database into another one, from a file to a server or the other way round.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use crate::database::{
    Alone, AssertSqlSafe, Column as _, ColumnRef, ColumnType, Connection, Database, Dialect, Had,
    Location, Row, Settings, SqlValue, StoreError, TableShape, UNFINISHED, query, query_scalar,
};

/// Maximum number of rows to read or write with one statement.
const ROWS: usize = 500;

/// Maximum number of values in a statement. SQLite accepts up to 32,766.
const VALUES: usize = 20_000;

/// Contents of a copy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Copied {
    /// Number of tables.
    pub tables: usize,
    /// Number of rows of all tables.
    pub rows: u64,
    /// Number of rows copied by this call. Others may have existed: from an earlier attempt, or
    /// written by triggers.
    pub written: u64,
}

/// Reason why a database was not copied.
#[derive(Debug, thiserror::Error)]
pub enum CopyError {
    /// Source and target are the same database.
    #[error("{0} cannot be copied to itself; name another database to copy to")]
    Same(Location),
    /// The source does not exist.
    #[error("there is no database {0}")]
    Missing(Location),
    /// A program has one of them open.
    #[error(
        "{0} is in use: stop `carrick serve` and whatever else has it open, so that nothing is written \
         during the copy, and copy again"
    )]
    InUse(Location),
    /// The target already has contents.
    #[error("{0} already has users or games; copy to a new file or to an empty database")]
    NotEmpty(Location),
    /// A table of the copy differs from the source.
    #[error("the copy in {to} differs in the table {table}; run the command again to fix it")]
    Differs {
        /// The target.
        to: Location,
        /// Name of the table.
        table: String,
    },
    /// A database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Number of rows of a table, and a sum over all of their values that does not depend on their
/// order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Total {
    rows: u64,
    sum: u64,
}

impl Total {
    fn add(&mut self, row: &[SqlValue]) {
        let mut hasher = DefaultHasher::new();
        for value in row {
            match value {
                SqlValue::Integer(value) => value.hash(&mut hasher),
                SqlValue::Real(value) => value.map(f64::to_bits).hash(&mut hasher),
                SqlValue::Text(value) => value.hash(&mut hasher),
                SqlValue::Flag(value) => value.map(i64::from).hash(&mut hasher),
            }
        }
        self.rows += 1;
        self.sum = self.sum.wrapping_add(hasher.finish());
    }
}

/// Copies everything from one database to another one that is new or empty. Either can be a file or
/// a database on a server. No one else may have either open.
///
/// Afterwards the copy is compared with the source, by the number of rows of each table and a sum
/// over all values. Until then nothing else can open the target. The next call continues an
/// interrupted attempt: tables that already match are left as they are.
///
/// `show` gets the current step, and the number of rows so far.
///
/// # Errors
/// When a database is in use, when the target already has contents, and when one of them fails.
pub async fn copy(
    from: &Location,
    to: &Location,
    show: &mut dyn FnMut(&str, u64),
) -> Result<Copied, CopyError> {
    if is_same(from, to) {
        return Err(CopyError::Same(to.clone()));
    }
    if from.file().is_some_and(|file| !file.exists()) {
        return Err(CopyError::Missing(from.clone()));
    }
    let as_it_is = Settings { upgrade: false, ..Settings::DEFAULT };
    Database::open(from, &as_it_is).await?.close().await;
    // Checked before the target is opened, which would create a file: a refused copy leaves
    // nothing.
    let mut source = alone(from).await?;
    let is_new = match Database::open(to, &Settings::DEFAULT).await {
        Ok(made) => {
            made.close().await;
            true
        }
        Err(StoreError::Unfinished { .. }) => false,
        Err(error) => return Err(error.into()),
    };
    let mut target = alone(to).await?;
    if is_new {
        let own: i64 = query_scalar(CONTENTS).fetch_one(&mut target.connection).await?;
        if own > 0 {
            return Err(CopyError::NotEmpty(to.clone()));
        }
        target.execute(format!("CREATE TABLE {UNFINISHED} (one BIGINT)")).await?;
    }
    let copied = fill(&mut source, &mut target, to, show).await?;
    if target.connection.dialect() == Dialect::Postgres {
        // Until the server does this automatically, its plans rest only on the sizes of the tables.
        target.execute("ANALYZE".to_owned()).await?;
    }
    target.execute(format!("DROP TABLE {UNFINISHED}")).await?;
    target.close().await;
    source.close().await;
    Ok(copied)
}

/// Whether two locations are known to be of the same database.
fn is_same(one: &Location, other: &Location) -> bool {
    let real = |location: &Location| location.file().and_then(|file| file.canonicalize().ok());
    one == other || real(one).is_some_and(|file| real(other) == Some(file))
}

/// Number of things in a database that do not come from its schema.
const CONTENTS: &str =
    "SELECT (SELECT count(*) FROM requests) + (SELECT count(*) FROM users WHERE joined > 0)";

async fn alone(location: &Location) -> Result<Alone, CopyError> {
    match Alone::open(location).await? {
        Had::Alone(alone) => Ok(*alone),
        Had::InUse => Err(CopyError::InUse(location.clone())),
    }
}

/// Copies the tables that differ, and compares all of them.
async fn fill(
    source: &mut Alone,
    target: &mut Alone,
    to: &Location,
    show: &mut dyn FnMut(&str, u64),
) -> Result<Copied, CopyError> {
    let tables = source.tables().await?;
    let mut totals = Vec::with_capacity(tables.len());
    let mut differing = Vec::new();
    let mut read = 0;
    for table in &tables {
        let total = total(&mut source.connection, table, &mut |rows| {
            read += rows;
            show("read", read);
        })
        .await?;
        if total != self::total(&mut target.connection, table, &mut |_| {}).await? {
            differing.push(table);
        }
        totals.push(total);
    }
    // Triggers write tables without references while others are filled. Those tables must be empty
    // then.
    let is_written_by_triggers = |table: &&TableShape| {
        table.refers_to.is_empty() && !tables.iter().any(|one| one.refers_to.contains(&table.name))
    };
    if !differing.is_empty() {
        for table in tables.iter().filter(is_written_by_triggers) {
            target.empty(table).await?;
        }
    }
    let mut copied = Copied { tables: tables.len(), rows: 0, written: 0 };
    for (table, wanted) in tables.iter().zip(&totals) {
        if *wanted != total(&mut target.connection, table, &mut |_| {}).await? {
            target.execute("BEGIN".to_owned()).await?;
            target.empty(table).await?;
            copy_rows(source, target, table, &mut |rows| {
                copied.written += rows;
                show("copied", copied.written);
            })
            .await?;
            target.execute("COMMIT".to_owned()).await?;
        }
        copied.rows += wanted.rows;
    }
    let mut compared = 0;
    for (table, wanted) in tables.iter().zip(&totals) {
        let total = total(&mut target.connection, table, &mut |rows| {
            compared += rows;
            show("compared", compared);
        })
        .await?;
        if *wanted != total {
            return Err(CopyError::Differs { to: to.clone(), table: table.name.clone() });
        }
    }
    Ok(copied)
}

async fn total(
    connection: &mut Connection,
    table: &TableShape,
    show: &mut dyn FnMut(u64),
) -> Result<Total, StoreError> {
    let (mut total, mut after) = (Total::default(), None);
    loop {
        let rows = rows_after(connection, table, after.as_deref()).await?;
        rows.iter().for_each(|row| total.add(row));
        show(rows.len() as u64);
        match rows.last() {
            Some(last) if rows.len() == ROWS => after = Some(key(table, last)),
            _ => return Ok(total),
        }
    }
}

async fn copy_rows(
    source: &mut Alone,
    target: &mut Alone,
    table: &TableShape,
    show: &mut dyn FnMut(u64),
) -> Result<(), StoreError> {
    let mut after = None;
    loop {
        let rows = rows_after(&mut source.connection, table, after.as_deref()).await?;
        for some in rows.chunks((VALUES / table.columns.len().max(1)).max(1)) {
            insert(&mut target.connection, table, some).await?;
            show(some.len() as u64);
        }
        match rows.last() {
            Some(last) if rows.len() == ROWS => after = Some(key(table, last)),
            _ => return Ok(()),
        }
    }
}

/// The values of a row's key.
fn key(table: &TableShape, row: &[SqlValue]) -> Vec<SqlValue> {
    let value = |name: &String| {
        let at = table.columns.iter().position(|(column, _)| column == name)?;
        row.get(at).cloned()
    };
    table.key.iter().filter_map(value).collect()
}

/// Names of columns, quoted because some are words of SQL.
fn quoted<'a>(names: impl Iterator<Item = &'a String>) -> String {
    names.map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ")
}

/// Next rows in the order of their keys.
async fn rows_after(
    connection: &mut Connection,
    table: &TableShape,
    after: Option<&[SqlValue]>,
) -> Result<Vec<Vec<SqlValue>>, StoreError> {
    let columns = quoted(table.columns.iter().map(|(name, _)| name));
    let key = quoted(table.key.iter());
    let from = match after {
        None => String::new(),
        Some(after) => format!("WHERE ({key}) > ({})", numbered(1, after.len())),
    };
    let sql = format!("SELECT {columns} FROM {} {from} ORDER BY {key} LIMIT {ROWS}", table.name);
    let mut select = query(AssertSqlSafe(sql));
    select.values.extend(after.into_iter().flatten().cloned());
    let rows = select.fetch_all(connection).await?;
    let kinds = || table.columns.iter().map(|(_, kind)| *kind).enumerate();
    rows.iter().map(|row| kinds().map(|(at, kind)| value(row, at, kind)).collect()).collect()
}

/// Value of a column, by its position.
fn value(row: &Row, at: usize, kind: ColumnType) -> Result<SqlValue, StoreError> {
    let place = ColumnRef::At(at);
    Ok(match kind {
        ColumnType::Integer => SqlValue::Integer(Option::of(row, place)?),
        ColumnType::Real => SqlValue::Real(Option::of(row, place)?),
        ColumnType::Text => SqlValue::Text(Option::of(row, place)?),
    })
}

/// Arguments from `first` on: `$1, $2`.
fn numbered(first: usize, count: usize) -> String {
    (first..first + count).map(|number| format!("${number}")).collect::<Vec<_>>().join(", ")
}

async fn insert(
    connection: &mut Connection,
    table: &TableShape,
    rows: &[Vec<SqlValue>],
) -> Result<(), StoreError> {
    let width = table.columns.len();
    let columns = quoted(table.columns.iter().map(|(name, _)| name));
    let dialect = connection.dialect();
    let tuple = |row: usize| {
        let arguments = (row * width + 1..).take(width).map(|number| dialect.argument(number));
        format!("({})", arguments.collect::<Vec<_>>().join(", "))
    };
    let tuples = (0..rows.len()).map(tuple).collect::<Vec<_>>().join(", ");
    let sql = format!("INSERT INTO {} ({columns}) VALUES {tuples}", table.name);
    // Only full batches have the same text again.
    let mut insert = query(AssertSqlSafe(sql)).once();
    insert.values.extend(rows.iter().flatten().cloned());
    insert.execute(connection).await.map(drop)
}
