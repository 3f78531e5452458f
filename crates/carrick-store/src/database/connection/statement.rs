//! Statements with their arguments, how they are executed, and the values of columns.

use std::fmt::Display;
use std::marker::PhantomData;

use carrick_service::BoardId;
use sqlx::{AssertSqlSafe, Column as _, Row as _, SqlSafeStr, SqlStr, TypeInfo as _};

use crate::database::connection::connected::Connection;
use crate::database::connection::error::StoreError;
use crate::database::connection::{postgres, sqlite};

/// A statement; its arguments are `$1`, `$2` and so on.
#[must_use = "a statement does nothing until it is executed"]
pub(crate) struct Query {
    pub(crate) sql: SqlStr,
    pub(crate) values: Vec<SqlValue>,
    /// Whether a connection keeps it prepared for the next time.
    pub(crate) is_kept: bool,
}

/// Starts a statement. Its text must come from the program itself: `AssertSqlSafe` marks one that
/// was assembled.
pub(crate) fn query(sql: impl SqlSafeStr) -> Query {
    Query { sql: sql.into_sql_str(), values: Vec::new(), is_kept: true }
}

/// Starts a statement of whose rows only the first column is read.
pub(crate) fn query_scalar<T>(sql: impl SqlSafeStr) -> Scalar<T> {
    Scalar { query: query(sql), value: PhantomData }
}

/// Number of rows that a statement has changed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RowsChanged(pub(crate) u64);

impl RowsChanged {
    pub(crate) const fn rows_affected(self) -> u64 {
        self.0
    }
}

impl Query {
    /// Binds the next argument.
    pub(crate) fn bind(mut self, value: impl Bind) -> Self {
        self.values.push(value.value());
        self
    }

    /// Binds the next two arguments: the game and the number of a board.
    pub(crate) fn bind_board(self, board: BoardId) -> Self {
        self.bind(board.kind.name()).bind(i64::from(board.number))
    }

    /// Marks a statement that is hardly ever executed again.
    pub(crate) fn once(self) -> Self {
        Self { is_kept: false, ..self }
    }

    /// Its text and its arguments.
    pub(crate) fn parts(&self) -> (&str, &[SqlValue]) {
        (self.sql.as_str(), &self.values)
    }

    pub(crate) async fn execute(
        self,
        connection: &mut Connection,
    ) -> Result<RowsChanged, StoreError> {
        Ok(connection.execute(self).await?)
    }

    pub(crate) async fn fetch_all(
        self,
        connection: &mut Connection,
    ) -> Result<Vec<Row>, StoreError> {
        Ok(connection.fetch_all(self).await?)
    }

    pub(crate) async fn fetch_optional(
        self,
        connection: &mut Connection,
    ) -> Result<Option<Row>, StoreError> {
        Ok(connection.fetch_optional(self).await?)
    }

    pub(crate) async fn fetch_one(self, connection: &mut Connection) -> Result<Row, StoreError> {
        let row = connection.fetch_optional(self).await?;
        Ok(row.ok_or(sqlx::Error::RowNotFound)?)
    }
}

/// Executes several reading statements together and returns the rows of each. With SQLite this is
/// one round trip to its thread, which costs several times as much as a small statement.
pub(crate) async fn fetch_each<const N: usize>(
    connection: &mut Connection,
    queries: [Query; N],
) -> Result<[Vec<Row>; N], StoreError> {
    let each = connection.fetch_each(queries.into()).await?;
    each.try_into().map_err(|_| sqlx::Error::RowNotFound.into())
}

/// A statement of whose rows only the first column is read.
#[must_use = "a statement does nothing until it is executed"]
pub(crate) struct Scalar<T> {
    query: Query,
    value: PhantomData<fn() -> T>,
}

impl<T: for<'r> Column<'r>> Scalar<T> {
    /// Binds the next argument.
    pub(crate) fn bind(self, value: impl Bind) -> Self {
        Self { query: self.query.bind(value), ..self }
    }

    /// Binds the next two arguments: the game and the number of a board.
    pub(crate) fn bind_board(self, board: BoardId) -> Self {
        Self { query: self.query.bind_board(board), ..self }
    }

    pub(crate) async fn fetch_all(self, connection: &mut Connection) -> Result<Vec<T>, StoreError> {
        self.query.fetch_all(connection).await?.iter().map(first).collect()
    }

    pub(crate) async fn fetch_optional(
        self,
        connection: &mut Connection,
    ) -> Result<Option<T>, StoreError> {
        self.query.fetch_optional(connection).await?.as_ref().map(first).transpose()
    }

    pub(crate) async fn fetch_one(self, connection: &mut Connection) -> Result<T, StoreError> {
        first(&self.query.fetch_one(connection).await?)
    }
}

fn first<T: for<'r> Column<'r>>(row: &Row) -> Result<T, StoreError> {
    Ok(T::of(row, ColumnRef::At(0))?)
}

/// A statement that is assembled piece by piece.
pub(crate) struct QueryBuilder {
    sql: String,
    values: Vec<SqlValue>,
}

impl QueryBuilder {
    pub(crate) fn new(sql: impl Into<String>) -> Self {
        Self { sql: sql.into(), values: Vec::new() }
    }

    /// Adds a piece of text. It must come from the program itself.
    pub(crate) fn push(&mut self, sql: impl AsRef<str>) -> &mut Self {
        self.sql.push_str(sql.as_ref());
        self
    }

    /// Adds an argument and its number.
    pub(crate) fn push_bind(&mut self, value: impl Bind) -> &mut Self {
        self.push_value(value.value())
    }

    fn push_value(&mut self, value: SqlValue) -> &mut Self {
        self.values.push(value);
        let number = self.values.len();
        self.show(format_args!("${number}"))
    }

    fn show(&mut self, piece: impl Display) -> &mut Self {
        use std::fmt::Write as _;
        // Writing to a string cannot fail.
        let _ = write!(self.sql, "{piece}");
        self
    }

    /// Puts a separator between the pieces that follow.
    pub(crate) const fn separated(&mut self, separator: &'static str) -> Separated<'_> {
        Separated { query: self, separator, is_first: true }
    }

    /// Adds a `VALUES` list with a row for each item.
    pub(crate) fn push_values<I: IntoIterator>(
        &mut self,
        items: I,
        mut row: impl FnMut(Separated<'_>, I::Item),
    ) -> &mut Self {
        self.push("VALUES ");
        for (number, item) in items.into_iter().enumerate() {
            self.push(if number > 0 { ", (" } else { "(" });
            row(self.separated(", "), item);
            self.push(")");
        }
        self
    }

    /// Adds a `VALUES` list of rows, [padded](filled) with nulls, which equal nothing.
    pub(crate) fn push_rows(&mut self, rows: Vec<Vec<SqlValue>>) -> &mut Self {
        self.push_values(filled(rows), |mut row, values| {
            for value in values {
                row.push_value(value);
            }
        })
    }

    /// Builds the statement and empties the builder.
    pub(crate) fn build(&mut self) -> Query {
        let Self { sql, values } = self;
        let sql = AssertSqlSafe(std::mem::take(sql)).into_sql_str();
        Query { sql, values: std::mem::take(values), is_kept: true }
    }

    /// Only the text, for tests of its plan.
    #[cfg(test)]
    pub(crate) fn into_string(self) -> String {
        self.sql
    }
}

/// Pieces of a statement with a separator between them.
pub(crate) struct Separated<'q> {
    query: &'q mut QueryBuilder,
    separator: &'static str,
    is_first: bool,
}

impl Separated<'_> {
    fn next(&mut self) {
        if !std::mem::take(&mut self.is_first) {
            self.query.push(self.separator);
        }
    }

    pub(crate) fn push(&mut self, sql: impl AsRef<str>) -> &mut Self {
        self.next();
        self.push_unseparated(sql)
    }

    pub(crate) fn push_bind(&mut self, value: impl Bind) -> &mut Self {
        self.next();
        self.push_bind_unseparated(value)
    }

    fn push_value(&mut self, value: SqlValue) {
        self.next();
        self.query.push_value(value);
    }

    pub(crate) fn push_unseparated(&mut self, sql: impl AsRef<str>) -> &mut Self {
        self.query.push(sql);
        self
    }

    pub(crate) fn push_bind_unseparated(&mut self, value: impl Bind) -> &mut Self {
        self.query.push_bind(value);
        self
    }
}

// Values of a statement's arguments, and of the columns of its rows.

/// Argument of a statement. A missing value keeps its type, which a database may need.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum SqlValue {
    Integer(Option<i64>),
    Real(Option<f64>),
    Text(Option<String>),
    /// A truth value, which is stored as 0 or 1.
    Flag(Option<bool>),
}

impl SqlValue {
    /// Whether it has a value.
    pub(crate) const fn is_some(&self) -> bool {
        match self {
            Self::Integer(value) => value.is_some(),
            Self::Real(value) => value.is_some(),
            Self::Text(value) => value.is_some(),
            Self::Flag(value) => value.is_some(),
        }
    }

    /// PostgreSQL's name for its type.
    pub(crate) const fn type_name(&self) -> &'static str {
        match self {
            Self::Integer(_) | Self::Flag(_) => "BIGINT",
            Self::Real(_) => "DOUBLE PRECISION",
            Self::Text(_) => "TEXT",
        }
    }

    /// A missing value of the same type.
    pub(crate) const fn null(&self) -> Self {
        match self {
            Self::Integer(_) => Self::Integer(None),
            Self::Real(_) => Self::Real(None),
            Self::Text(_) => Self::Text(None),
            Self::Flag(_) => Self::Flag(None),
        }
    }
}

/// Pads rows with rows of nulls to a power of two: so a few texts of statements serve tables of
/// values of all lengths, and stay prepared.
pub(crate) fn filled(mut rows: Vec<Vec<SqlValue>>) -> Vec<Vec<SqlValue>> {
    if let Some(first) = rows.first() {
        let nulls = first.iter().map(SqlValue::null).collect();
        rows.resize(rows.len().next_power_of_two(), nulls);
    }
    rows
}

/// A type whose values can be arguments.
pub(crate) trait Bind: Sized {
    /// The argument; `None` becomes `NULL` of the type.
    fn bind(value: Option<Self>) -> SqlValue;

    /// This value as an argument.
    fn value(self) -> SqlValue {
        Self::bind(Some(self))
    }
}

impl Bind for i64 {
    fn bind(value: Option<Self>) -> SqlValue {
        SqlValue::Integer(value)
    }
}

impl Bind for f64 {
    fn bind(value: Option<Self>) -> SqlValue {
        SqlValue::Real(value)
    }
}

impl Bind for bool {
    fn bind(value: Option<Self>) -> SqlValue {
        SqlValue::Flag(value)
    }
}

impl Bind for String {
    fn bind(value: Option<Self>) -> SqlValue {
        SqlValue::Text(value.map(without_nul))
    }
}

impl Bind for &str {
    fn bind(value: Option<Self>) -> SqlValue {
        SqlValue::Text(value.map(str::to_owned).map(without_nul))
    }
}

/// Replaces NUL, which PostgreSQL cannot store, with U+FFFD, as HTML does.
fn without_nul(text: String) -> String {
    if text.contains('\0') { text.replace('\0', "\u{fffd}") } else { text }
}

impl<T: Bind + Clone> Bind for &T {
    fn bind(value: Option<Self>) -> SqlValue {
        T::bind(value.cloned())
    }
}

impl<T: Bind> Bind for Option<T> {
    fn bind(value: Option<Self>) -> SqlValue {
        T::bind(value.flatten())
    }
}

/// A row of a result.
pub(crate) enum Row {
    Sqlite(sqlite::Row),
    Postgres(postgres::Row),
}

/// A column of a row, by name or by its place.
#[derive(Debug, Clone, Copy)]
pub(crate) enum ColumnRef {
    Named(&'static str),
    At(usize),
}

/// A type that columns can be read as.
pub(crate) trait Column<'r>: Sized {
    fn of(row: &'r Row, place: ColumnRef) -> Result<Self, sqlx::Error>;
}

/// Reads a column of a row of either driver.
macro_rules! read {
    ($row:expr, $place:expr) => {
        match $place {
            ColumnRef::Named(name) => $row.try_get(name),
            ColumnRef::At(at) => $row.try_get(at),
        }
    };
}

macro_rules! is_a_column {
    ($($type:ty),*) => {$(
        impl<'r> Column<'r> for $type {
            fn of(row: &'r Row, place: ColumnRef) -> Result<Self, sqlx::Error> {
                match row {
                    Row::Sqlite(row) => read!(row, place),
                    Row::Postgres(row) => read!(row, place),
                }
            }
        }
    )*};
}

is_a_column!(i64, f64, String, &'r str);
is_a_column!(Option<i64>, Option<f64>, Option<String>, Option<&'r str>);

impl Column<'_> for Option<bool> {
    fn of(row: &Row, place: ColumnRef) -> Result<Self, sqlx::Error> {
        match row {
            Row::Sqlite(row) => read!(row, place),
            // A column is a number, but an expression may be a Boolean.
            Row::Postgres(row) => {
                let column = match place {
                    ColumnRef::Named(name) => row.try_column(name)?,
                    ColumnRef::At(at) => row.try_column(at)?,
                };
                if column.type_info().name() == "BOOL" {
                    return read!(row, place);
                }
                let number: Option<i64> = read!(row, place)?;
                Ok(number.map(|number| number != 0))
            }
        }
    }
}

impl Column<'_> for bool {
    fn of(row: &Row, place: ColumnRef) -> Result<Self, sqlx::Error> {
        let missing = || sqlx::Error::Decode("a truth value is missing".into());
        Option::<Self>::of(row, place)?.ok_or_else(missing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_make_a_statement_and_number_its_arguments() {
        let mut query = QueryBuilder::new("SELECT a FROM b WHERE c = ");
        query.push_bind(1_i64).push(" AND d IN (");
        let mut among = query.separated(", ");
        among.push_bind("x").push("y").push_unseparated("z").push_bind_unseparated(None::<bool>);
        query.push(")");
        let query = query.build();
        assert_eq!(query.sql.as_str(), "SELECT a FROM b WHERE c = $1 AND d IN ($2, yz$3)");
        let [one, x] = [SqlValue::Integer(Some(1)), SqlValue::Text(Some("x".to_owned()))];
        assert_eq!(query.values, [one, x, SqlValue::Flag(None)]);
    }

    #[test]
    fn each_item_is_a_row_of_values() {
        let mut query = QueryBuilder::new("INSERT INTO a ");
        query.push_values([1_i64, 2], |mut row, item| {
            row.push_bind(item).push_bind(item * 10);
        });
        assert_eq!(query.into_string(), "INSERT INTO a VALUES ($1, $2), ($3, $4)");
    }

    #[test]
    fn rows_of_nulls_pad_a_list_of_values_to_a_power_of_two() {
        let mut query = QueryBuilder::new("");
        query.push_rows([1_i64, 2, 3].map(|number| vec![number.value(), "x".value()]).into());
        let query = query.build();
        assert_eq!(query.sql.as_str(), "VALUES ($1, $2), ($3, $4), ($5, $6), ($7, $8)");
        assert_eq!(
            query.values[4..],
            [3_i64.value(), "x".value(), SqlValue::Integer(None), SqlValue::Text(None)]
        );
    }
}
