//! Values of a statement's arguments, and of the columns of its rows.

use sqlx::{Column as _, Row as _, TypeInfo as _};

use super::{postgres, sqlite};

/// Argument of a statement. A missing one keeps its type, which a database may want to know.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Value {
    Integer(Option<i64>),
    Real(Option<f64>),
    Text(Option<String>),
    /// A truth value, which is stored as 0 or 1.
    Flag(Option<bool>),
}

impl Value {
    /// Whether it is a value, and not a missing one.
    pub(crate) const fn is_some(&self) -> bool {
        match self {
            Self::Integer(value) => value.is_some(),
            Self::Real(value) => value.is_some(),
            Self::Text(value) => value.is_some(),
            Self::Flag(value) => value.is_some(),
        }
    }

    /// PostgreSQL's name of its type.
    pub(crate) const fn type_name(&self) -> &'static str {
        match self {
            Self::Integer(_) | Self::Flag(_) => "BIGINT",
            Self::Real(_) => "DOUBLE PRECISION",
            Self::Text(_) => "TEXT",
        }
    }

    /// A missing value of the type of this one.
    pub(crate) const fn null(&self) -> Self {
        match self {
            Self::Integer(_) => Self::Integer(None),
            Self::Real(_) => Self::Real(None),
            Self::Text(_) => Self::Text(None),
            Self::Flag(_) => Self::Flag(None),
        }
    }
}

/// Rows, filled up to a power of two with rows of nulls: so few texts of statements serve tables of
/// values of all lengths, and stay prepared.
pub(crate) fn filled(mut rows: Vec<Vec<Value>>) -> Vec<Vec<Value>> {
    if let Some(first) = rows.first() {
        let nulls = first.iter().map(Value::null).collect();
        rows.resize(rows.len().next_power_of_two(), nulls);
    }
    rows
}

/// A type whose values can be arguments.
pub(crate) trait Bind: Sized {
    /// The argument; without a value it is `NULL` of the type.
    fn bind(value: Option<Self>) -> Value;

    /// This value as an argument.
    fn value(self) -> Value {
        Self::bind(Some(self))
    }
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
        Value::Text(value.map(without_nul))
    }
}

impl Bind for &str {
    fn bind(value: Option<Self>) -> Value {
        Value::Text(value.map(str::to_owned).map(without_nul))
    }
}

/// Text without NUL, which PostgreSQL cannot hold: U+FFFD takes its place, as in HTML.
fn without_nul(text: String) -> String {
    if text.contains('\0') { text.replace('\0', "\u{fffd}") } else { text }
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
pub(crate) enum Row {
    Sqlite(sqlite::Row),
    Postgres(postgres::Row),
}

/// A column of a row, by name or by its place.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Place {
    Named(&'static str),
    At(usize),
}

/// A type whose values columns can have.
pub(crate) trait Column<'r>: Sized {
    fn of(row: &'r Row, place: Place) -> Result<Self, sqlx::Error>;
}

/// Reads a column of a row of either driver.
macro_rules! read {
    ($row:expr, $place:expr) => {
        match $place {
            Place::Named(name) => $row.try_get(name),
            Place::At(at) => $row.try_get(at),
        }
    };
}

macro_rules! is_a_column {
    ($($type:ty),*) => {$(
        impl<'r> Column<'r> for $type {
            fn of(row: &'r Row, place: Place) -> Result<Self, sqlx::Error> {
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
    fn of(row: &Row, place: Place) -> Result<Self, sqlx::Error> {
        match row {
            Row::Sqlite(row) => read!(row, place),
            // A column is a number; an expression may be a truth value.
            Row::Postgres(row) => {
                let column = match place {
                    Place::Named(name) => row.try_column(name)?,
                    Place::At(at) => row.try_column(at)?,
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
    fn of(row: &Row, place: Place) -> Result<Self, sqlx::Error> {
        let missing = || sqlx::Error::Decode("a truth value is missing".into());
        Option::<Self>::of(row, place)?.ok_or_else(missing)
    }
}
