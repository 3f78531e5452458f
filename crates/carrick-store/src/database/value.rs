//! Values of a statement's arguments, and of the columns of its rows.

use sqlx::Row as _;

use super::sqlite;

/// Argument of a statement. A missing one keeps its type, which a database may want to know.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Value {
    Integer(Option<i64>),
    Real(Option<f64>),
    Text(Option<String>),
    /// A truth value, which is stored as 0 or 1.
    Flag(Option<bool>),
}

/// A type whose values can be arguments.
pub(crate) trait Bind: Sized {
    /// The argument; without a value it is `NULL` of the type.
    fn bind(value: Option<Self>) -> Value;
}

impl Bind for i64 {
    fn bind(value: Option<Self>) -> Value {
        Value::Integer(value)
    }
}

impl Bind for f64 {
    fn bind(value: Option<Self>) -> Value {
        Value::Real(value)
    }
}

impl Bind for bool {
    fn bind(value: Option<Self>) -> Value {
        Value::Flag(value)
    }
}

impl Bind for String {
    fn bind(value: Option<Self>) -> Value {
        Value::Text(value)
    }
}

impl Bind for &str {
    fn bind(value: Option<Self>) -> Value {
        Value::Text(value.map(str::to_owned))
    }
}

impl<T: Bind + Clone> Bind for &T {
    fn bind(value: Option<Self>) -> Value {
        T::bind(value.cloned())
    }
}

impl<T: Bind> Bind for Option<T> {
    fn bind(value: Option<Self>) -> Value {
        T::bind(value.flatten())
    }
}

/// A row of a result.
pub(crate) struct Row(sqlite::Row);

impl From<sqlite::Row> for Row {
    fn from(row: sqlite::Row) -> Self {
        Self(row)
    }
}

/// A column of a row, by name or by its place.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Place {
    Named(&'static str),
    First,
}

/// A type whose values columns can have.
pub(crate) trait Column<'r>: Sized {
    fn of(row: &'r Row, place: Place) -> Result<Self, sqlx::Error>;
}

macro_rules! is_a_column {
    ($($type:ty),*) => {$(
        impl<'r> Column<'r> for $type {
            fn of(Row(row): &'r Row, place: Place) -> Result<Self, sqlx::Error> {
                match place {
                    Place::Named(name) => row.try_get(name),
                    Place::First => row.try_get(0),
                }
            }
        }
    )*};
}

is_a_column!(i64, f64, bool, String, &'r str);
is_a_column!(Option<i64>, Option<f64>, Option<bool>, Option<String>, Option<&'r str>);
