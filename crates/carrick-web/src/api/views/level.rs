//! Levels of the computer in JSON: a number from 1 to 9, or the name of one for beginners.

use std::borrow::Cow;
use std::fmt;

use carrick_games::GameKind;
use carrick_service::{ComputerLevel, ComputerLevelError};
use serde::de::{Deserialize, Deserializer, Error, Visitor};
use serde::{Serialize, Serializer};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, OneOfBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

/// A level of the computer, as programs write it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::api) struct LevelView(pub(in crate::api) ComputerLevel);

impl From<ComputerLevel> for LevelView {
    fn from(level: ComputerLevel) -> Self {
        Self(level)
    }
}

impl Serialize for LevelView {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.number() {
            Some(number) => serializer.serialize_u8(number),
            None => serializer.serialize_str(self.0.name()),
        }
    }
}

impl<'de> Deserialize<'de> for LevelView {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Reader)
    }
}

struct Reader;

impl Visitor<'_> for Reader {
    type Value = LevelView;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a level: a number from 1 to 9, or novice1 to novice{}", GameKind::MOST_NOVICES)
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<LevelView, E> {
        let level = u8::try_from(number).ok().and_then(ComputerLevel::numbered);
        level.map(LevelView).ok_or_else(|| E::custom(ComputerLevelError::Unknown))
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<LevelView, E> {
        let level = ComputerLevel::all().find(|level| level.name() == name);
        level.map(LevelView).ok_or_else(|| E::custom(ComputerLevelError::Unknown))
    }
}

impl PartialSchema for LevelView {
    fn schema() -> RefOr<Schema> {
        let names = ComputerLevel::all().filter(|level| level.number().is_none());
        let name = ObjectBuilder::new()
            .schema_type(Type::String)
            .enum_values(Some(names.map(ComputerLevel::name)));
        let number =
            ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(1)).maximum(Some(9));
        let about = "A level of the computer: 1 to 9, or one for beginners, of which each game has its \
                     own number.";
        OneOfBuilder::new().description(Some(about)).item(name).item(number).into()
    }
}

impl ToSchema for LevelView {
    fn name() -> Cow<'static, str> {
        "Level".into()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{from_value, json, to_value};

    use super::*;

    #[test]
    fn what_is_written_is_read() {
        for level in ComputerLevel::all() {
            let written = to_value(LevelView(level)).unwrap();
            assert_eq!(written.is_number(), level.number().is_some());
            assert_eq!(from_value::<LevelView>(written).unwrap(), LevelView(level));
        }
        assert_eq!(from_value::<LevelView>(json!("level3")).unwrap().0.number(), Some(3));
        for wrong in [json!(0), json!(10), json!(-1), json!(1.5), json!("novice0"), json!(null)] {
            let error = from_value::<LevelView>(wrong).unwrap_err().to_string();
            assert!(error.contains("novice1 to novice"), "{error}");
        }
    }
}
