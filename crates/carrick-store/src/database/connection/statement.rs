//! Statements with their arguments, and their execution.

use std::fmt::Display;
use std::marker::PhantomData;

use sqlx::{AssertSqlSafe, SqlSafeStr, SqlStr};

use super::connected::Connection;
use super::error::StoreError;
use super::value::{Bind, Column, Place, Row, Value, filled};

/// A statement; its arguments are `$1`, `$2` and so on.
#[must_use = "a statement does nothing until it is executed"]
pub(crate) struct Query {
    pub(crate) sql: SqlStr,
    pub(crate) values: Vec<Value>,
    /// Whether a connection keeps it prepared for the next time.
    pub(crate) is_kept: bool,
}

/// Begins a statement. Its text must be the program's own: `AssertSqlSafe` marks one that was put
/// together.
pub(crate) fn query(sql: impl SqlSafeStr) -> Query {
    Query { sql: sql.into_sql_str(), values: Vec::new(), is_kept: true }
}

/// Begins a statement whose rows have one column that is wanted, the first.
pub(crate) fn query_scalar<T>(sql: impl SqlSafeStr) -> Scalar<T> {
    Scalar { query: query(sql), value: PhantomData }
}

/// Number of rows that a statement has changed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Done(pub(crate) u64);

impl Done {
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

    /// A statement that is hardly ever executed again.
    pub(crate) fn once(self) -> Self {
        Self { is_kept: false, ..self }
    }

    /// Its text and its arguments.
    pub(crate) fn parts(&self) -> (&str, &[Value]) {
        (self.sql.as_str(), &self.values)
    }

    pub(crate) async fn execute(self, connection: &mut Connection) -> Result<Done, StoreError> {
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

/// A statement whose rows have one column that is wanted.
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
    Ok(T::of(row, Place::At(0))?)
}

/// A statement that is put together piece by piece.
pub(crate) struct QueryBuilder {
    sql: String,
    values: Vec<Value>,
}

impl QueryBuilder {
    pub(crate) fn new(sql: impl Into<String>) -> Self {
        Self { sql: sql.into(), values: Vec::new() }
    }

    /// Adds a piece of text. It must be the program's own.
    pub(crate) fn push(&mut self, sql: impl AsRef<str>) -> &mut Self {
        self.sql.push_str(sql.as_ref());
        self
    }

    /// Adds an argument and its number.
    pub(crate) fn push_bind(&mut self, value: impl Bind) -> &mut Self {
        self.push_value(value.value())
    }

    fn push_value(&mut self, value: Value) -> &mut Self {
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

    /// Adds a `VALUES` list of rows, [filled] up with nulls, to which nothing is equal.
    pub(crate) fn push_rows(&mut self, rows: Vec<Vec<Value>>) -> &mut Self {
        self.push_values(filled(rows), |mut row, values| {
            for value in values {
                row.push_value(value);
            }
        })
    }

    /// The statement; the builder is empty then.
    pub(crate) fn build(&mut self) -> Query {
        let Self { sql, values } = self;
        let sql = AssertSqlSafe(std::mem::take(sql)).into_sql_str();
        Query { sql, values: std::mem::take(values), is_kept: true }
    }

    /// The text alone, to look at its plan.
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

    fn push_value(&mut self, value: Value) {
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
        let [one, x] = [Value::Integer(Some(1)), Value::Text(Some("x".to_owned()))];
        assert_eq!(query.values, [one, x, Value::Flag(None)]);
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
    fn rows_of_nulls_fill_a_list_of_values_up_to_a_power_of_two() {
        let mut query = QueryBuilder::new("");
        query.push_rows([1_i64, 2, 3].map(|number| vec![number.value(), "x".value()]).into());
        let query = query.build();
        assert_eq!(query.sql.as_str(), "VALUES ($1, $2), ($3, $4), ($5, $6), ($7, $8)");
        assert_eq!(
            query.values[4..],
            [3_i64.value(), "x".value(), Value::Integer(None), Value::Text(None)]
        );
    }
}
