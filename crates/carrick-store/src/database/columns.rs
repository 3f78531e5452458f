//! Conversion between columns and values of the store, and statements about several keys.

use std::str::FromStr;

use carrick_games::{GameKind, Seat};
use carrick_service::{
    BoardId, Ended, Ending, Offer, OfferKind, Origin, RatingRecord, SeatResult, Terms, Userid,
};
use jiff::Timestamp;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::database::connection::{Column, ColumnRef, Query, QueryBuilder, Row, StoreError};

// Conversions between values and columns, in both directions.

/// Microseconds since 1970, PostgreSQL's own resolution; anything finer is cut off.
pub(crate) fn time(at: Timestamp) -> i64 {
    at.as_microsecond()
}

pub(crate) fn seat(seat: Seat) -> &'static str {
    match seat {
        Seat::First => "first",
        Seat::Second => "second",
    }
}

pub(crate) fn offer_kind(kind: OfferKind) -> &'static str {
    match kind {
        OfferKind::Draw => "draw",
        OfferKind::Undo => "undo",
    }
}

pub(crate) fn result(result: SeatResult) -> &'static str {
    match result {
        SeatResult::Won(winner) => seat(winner),
        SeatResult::Draw => "draw",
        SeatResult::Declined(Seat::First) => "declined first",
        SeatResult::Declined(Seat::Second) => "declined second",
    }
}

pub(crate) fn parse_seat(word: &str) -> Option<Seat> {
    Seat::BOTH.into_iter().find(|&one| seat(one) == word)
}

fn parse_offer_kind(word: &str) -> Option<OfferKind> {
    [OfferKind::Draw, OfferKind::Undo].into_iter().find(|&kind| offer_kind(kind) == word)
}

fn parse_result(word: &str) -> Option<SeatResult> {
    let [won, declined] = [SeatResult::Won, SeatResult::Declined].map(|of| Seat::BOTH.map(of));
    [SeatResult::Draw].into_iter().chain(won).chain(declined).find(|&one| result(one) == word)
}

/// A value as JSON, for this column.
pub(crate) fn json(value: &impl Serialize, column: &'static str) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(|_| StoreError::Corrupt { column })
}

/// Typed access to the columns of a row by name. A value that this crate cannot have written is
/// [`StoreError::Corrupt`].
pub(crate) trait Columns {
    /// A column as the database returns it.
    fn raw<'r, T: Column<'r>>(&'r self, column: &'static str) -> Result<T, StoreError>;

    /// A value stored as text.
    fn parsed<T: FromStr>(&self, column: &'static str) -> Result<T, StoreError> {
        self.raw::<&str>(column)?.parse().map_err(|_| StoreError::Corrupt { column })
    }

    /// A value stored as JSON.
    fn json<T: DeserializeOwned>(&self, column: &'static str) -> Result<T, StoreError> {
        serde_json::from_str(self.raw(column)?).map_err(|_| StoreError::Corrupt { column })
    }

    /// An integer that fits into the type.
    fn whole<T: TryFrom<i64>>(&self, column: &'static str) -> Result<T, StoreError> {
        T::try_from(self.raw(column)?).map_err(|_| StoreError::Corrupt { column })
    }

    /// An integer that fits into the type, or `NULL`.
    fn some_whole<T: TryFrom<i64>>(&self, column: &'static str) -> Result<Option<T>, StoreError> {
        let number: Option<i64> = self.raw(column)?;
        number.map(|n| T::try_from(n).map_err(|_| StoreError::Corrupt { column })).transpose()
    }

    fn time(&self, column: &'static str) -> Result<Timestamp, StoreError> {
        Timestamp::from_microsecond(self.raw(column)?).map_err(|_| StoreError::Corrupt { column })
    }

    fn some_time(&self, column: &'static str) -> Result<Option<Timestamp>, StoreError> {
        let micros: Option<i64> = self.raw(column)?;
        let time = |micros| Timestamp::from_microsecond(micros);
        micros.map(time).transpose().map_err(|_| StoreError::Corrupt { column })
    }

    /// A word of a fixed set, or `NULL`.
    fn some_word<T>(
        &self,
        column: &'static str,
        parse: fn(&str) -> Option<T>,
    ) -> Result<Option<T>, StoreError> {
        let word: Option<&str> = self.raw(column)?;
        word.map(|word| parse(word).ok_or(StoreError::Corrupt { column })).transpose()
    }

    fn some_seat(&self, column: &'static str) -> Result<Option<Seat>, StoreError> {
        self.some_word(column, parse_seat)
    }

    fn seat(&self, column: &'static str) -> Result<Seat, StoreError> {
        self.some_seat(column)?.ok_or(StoreError::Corrupt { column })
    }

    /// The board in the columns `kind` and `number`.
    fn board(&self) -> Result<BoardId, StoreError> {
        Ok(BoardId { kind: self.parsed("kind")?, number: self.whole("number")? })
    }

    fn players(&self) -> Result<[Userid; 2], StoreError> {
        Ok([self.parsed("first_player")?, self.parsed("second_player")?])
    }

    fn terms(&self) -> Result<Terms, StoreError> {
        Ok(Terms {
            forfeit_days: self.whole("forfeit_days")?,
            nag_days: self.whole("nag_days")?,
            total_days: self.some_whole("total_days")?,
            increment_hours: self.some_whole("increment_hours")?,
            rated: self.raw("rated")?,
        })
    }

    fn origin(&self) -> Result<Origin, StoreError> {
        let (rematch_of, seek) = (self.some_whole("rematch_of")?, self.some_whole("seek")?);
        let rematch = rematch_of.map(Origin::RematchOf);
        Ok(rematch.or(seek.map(Origin::Seek)).unwrap_or_default())
    }

    fn offer(&self) -> Result<Option<Offer>, StoreError> {
        let kind = self.some_word("offer_kind", parse_offer_kind)?;
        kind.map(|kind| {
            Ok(Offer { by: self.seat("offer_by")?, kind, rejected: self.raw("offer_rejected")? })
        })
        .transpose()
    }

    fn ended(&self) -> Result<Option<Ended>, StoreError> {
        let result = self.some_word("result", parse_result)?;
        result
            .map(|result| {
                let reason: String = self.raw("reason")?;
                let ending = Ending::from_words(result, &reason);
                let ending = ending.ok_or(StoreError::Corrupt { column: "reason" })?;
                Ok(Ended { ending, at: self.time("ended")? })
            })
            .transpose()
    }

    /// The rating in these columns: rating, deviation, volatility, won, drawn, lost.
    fn rating(&self, columns: [&'static str; 6]) -> Result<RatingRecord, StoreError> {
        let [rating, deviation, volatility, won, drawn, lost] = columns;
        Ok(RatingRecord {
            rating: self.raw(rating)?,
            deviation: self.raw(deviation)?,
            volatility: self.raw(volatility)?,
            games: [self.whole(won)?, self.whole(drawn)?, self.whole(lost)?],
        })
    }

    fn kind(&self) -> Result<GameKind, StoreError> {
        self.parsed("kind")
    }
}

impl Columns for Row {
    fn raw<'r, T: Column<'r>>(&'r self, column: &'static str) -> Result<T, StoreError> {
        T::of(self, ColumnRef::Named(column)).map_err(|error| match error {
            sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_) => {
                StoreError::Corrupt { column }
            }
            other => StoreError::Database(other.into()),
        })
    }
}

// Statements about several keys: `IN` lists are padded to a few lengths, so that only a few texts
// are prepared.

/// Maximum number of keys in one statement; databases limit a statement's parameters and depth.
pub(crate) const CHUNK: usize = 100;

/// Pads a list with its last item to a power of two in length, so that one prepared statement
/// serves many lengths.
pub(crate) fn padded<T>(things: &[T]) -> impl Iterator<Item = &T> {
    let number = if things.is_empty() { 0 } else { things.len().next_power_of_two() };
    things.iter().chain(things.last().into_iter().cycle()).take(number)
}

/// Statement for the rows of users: `select` names the columns and the table, which has a column
/// `userid`; `order` may be empty.
pub(crate) fn of_users(select: &str, users: &[Userid], order: &str) -> Query {
    let mut query = QueryBuilder::new(select);
    push_among(query.push(" WHERE userid"), users);
    query.push(order).build()
}

pub(crate) fn push_among(query: &mut QueryBuilder, users: &[Userid]) {
    query.push(" IN (");
    let mut among = query.separated(", ");
    for user in padded(users) {
        among.push_bind(user.as_str().to_owned());
    }
    query.push(")");
}
