//! A JSON value that knows its path.

use serde_json::Value;

use crate::records::{RecordError, RecordFault};

/// A value and its path: `header.players[1].name`.
pub(super) struct Field<'a> {
    value: &'a Value,
    path: String,
}

impl<'a> Field<'a> {
    /// The record as a whole.
    pub(super) const fn root(value: &'a Value) -> Self {
        Self { value, path: String::new() }
    }

    /// An error about this value.
    pub(super) fn error(&self, fault: impl Into<RecordFault>) -> RecordError {
        match &*self.path {
            "" => RecordError::whole(fault.into()),
            path => RecordError::field(path, fault),
        }
    }

    /// A required value of an object.
    pub(super) fn required(&self, key: &'static str) -> Result<Self, RecordError> {
        self.optional(key)?.ok_or_else(|| self.error(RecordFault::Missing(key)))
    }

    /// A value of an object; `None` if it is `null` or missing.
    pub(super) fn optional(&self, key: &str) -> Result<Option<Self>, RecordError> {
        let Value::Object(object) = self.value else {
            return Err(self.error(RecordFault::Expected("an object")));
        };
        let path = || match &*self.path {
            "" => key.to_owned(),
            parent => format!("{parent}.{key}"),
        };
        let value = object.get(key).filter(|value| !value.is_null());
        Ok(value.map(|value| Self { value, path: path() }))
    }

    /// The values of an array.
    pub(super) fn items(&self) -> Result<impl Iterator<Item = Self>, RecordError> {
        let Value::Array(items) = self.value else {
            return Err(self.error(RecordFault::Expected("an array")));
        };
        let numbered = items.iter().enumerate();
        Ok(numbered.map(|(index, value)| Self { value, path: format!("{}[{index}]", self.path) }))
    }

    /// The values of an array of two.
    pub(super) fn pair(&self) -> Result<[Self; 2], RecordError> {
        let mut items = self.items()?;
        match (items.next(), items.next(), items.next()) {
            (Some(first), Some(second), None) => Ok([first, second]),
            _ => Err(self.error(RecordFault::Expected("an array of two"))),
        }
    }

    pub(super) fn is_null(&self) -> bool {
        self.value.is_null()
    }

    pub(super) fn is_text(&self) -> bool {
        self.value.is_string()
    }

    pub(super) fn text(&self) -> Result<&'a str, RecordError> {
        self.value.as_str().ok_or_else(|| self.error(RecordFault::Expected("a string")))
    }

    pub(super) fn text_or_number(&self) -> Result<String, RecordError> {
        match self.value {
            Value::String(text) => Ok(text.clone()),
            Value::Number(number) => Ok(number.to_string()),
            _ => Err(self.error(RecordFault::Expected("a string or a number"))),
        }
    }

    /// A whole number in the range of the type; `expected` describes it in errors.
    pub(super) fn number<N: TryFrom<i64>>(&self, expected: &'static str) -> Result<N, RecordError> {
        let number = self.value.as_i64().and_then(|number| N::try_from(number).ok());
        number.ok_or_else(|| self.error(RecordFault::Expected(expected)))
    }

    /// Whether a value of an object is true; `false` if it is missing.
    pub(super) fn flag(&self, key: &str) -> Result<bool, RecordError> {
        match self.optional(key)? {
            None => Ok(false),
            Some(field) => field
                .value
                .as_bool()
                .ok_or_else(|| field.error(RecordFault::Expected("true or false"))),
        }
    }
}
