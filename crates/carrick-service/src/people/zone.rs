//! Time zones: times are shown as clocks in the reader's country show them.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::day;

/// A time zone of the IANA database, such as `Europe/Paris`; UTC unless chosen.
///
/// ```
/// use carrick_service::Zone;
/// let zone: Zone = "europe/paris".parse()?;
/// assert_eq!(zone.name(), "Europe/Paris");
/// assert_eq!(zone.show("2008-05-01T12:00:00Z".parse().unwrap()), "2008-05-01 14:00 CEST");
/// # Ok::<(), carrick_service::ZoneError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(try_from = "String", into = "String")]
pub struct Zone(TimeZone);

/// The word is not the name of a time zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a time zone is a continent and a city, such as Europe/Paris, or UTC")]
pub struct ZoneError;

impl Zone {
    /// The name in the IANA database.
    #[must_use]
    pub fn name(&self) -> &str {
        self.0.iana_name().unwrap_or("UTC")
    }

    /// A moment in this zone, to the minute, with the zone's abbreviation.
    #[must_use]
    pub fn show(&self, at: Timestamp) -> String {
        at.to_zoned(self.0.clone()).strftime("%Y-%m-%d %H:%M %Z").to_string()
    }

    /// A moment in this zone, to the minute, as people write it: "1 May 2008, 14:00 CEST".
    #[must_use]
    pub fn show_in_words(&self, at: Timestamp) -> String {
        at.to_zoned(self.0.clone()).strftime("%-d %B %Y, %H:%M %Z").to_string()
    }

    /// The day of a moment in this zone.
    #[must_use]
    pub fn show_date(&self, at: Timestamp) -> String {
        at.to_zoned(self.0.clone()).strftime("%Y-%m-%d").to_string()
    }

    /// The day that calendars in this zone show at a moment, counted from 1970-01-01.
    ///
    /// ```
    /// use carrick_service::{Zone, day};
    /// let zone: Zone = "Pacific/Auckland".parse()?;
    /// let at = "2026-11-24T18:00:00Z".parse().unwrap();
    /// assert_eq!(zone.day(at), day::day_of(at) + 1);
    /// # Ok::<(), carrick_service::ZoneError>(())
    /// ```
    #[must_use]
    pub fn day(&self, at: Timestamp) -> u32 {
        day::of_date(at.to_zoned(self.0.clone()).date())
    }

    /// The next moment after `now` at which clocks in this zone show a full hour, from 0 to 23.
    /// Where they skip it, as when summer begins, it is the moment at which they would have shown
    /// it.
    #[must_use]
    pub fn next(&self, hour: i8, now: Timestamp) -> Timestamp {
        let today = now.to_zoned(self.0.clone()).date();
        let days = [Some(today), today.tomorrow().ok()].into_iter().flatten();
        let moments = days.filter_map(|day| {
            let at = day.at(hour, 0, 0, 0).to_zoned(self.0.clone()).ok()?;
            Some(at.timestamp())
        });
        moments.into_iter().find(|&at| at > now).unwrap_or(Timestamp::MAX)
    }

    /// The names of all zones.
    pub(crate) fn names() -> impl Iterator<Item = String> {
        jiff::tz::db().available().map(|name| name.to_string())
    }
}

impl Default for Zone {
    fn default() -> Self {
        Self(TimeZone::UTC)
    }
}

impl FromStr for Zone {
    type Err = ZoneError;

    fn from_str(word: &str) -> Result<Self, ZoneError> {
        let zone = TimeZone::get(word).map_err(|_| ZoneError)?;
        if zone.is_unknown() { Err(ZoneError) } else { Ok(Self(zone)) }
    }
}

impl fmt::Debug for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Zone({})", self.name())
    }
}

impl fmt::Display for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl TryFrom<String> for Zone {
    type Error = ZoneError;

    fn try_from(text: String) -> Result<Self, ZoneError> {
        text.parse()
    }
}

impl From<Zone> for String {
    fn from(value: Zone) -> Self {
        value.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zones_that_are_and_are_not() {
        for (word, name) in [
            ("utc", "UTC"),
            ("Asia/Kathmandu", "Asia/Kathmandu"),
            ("america/argentina/buenos_aires", "America/Argentina/Buenos_Aires"),
        ] {
            assert_eq!(word.parse::<Zone>().unwrap().name(), name);
        }
        for word in ["", "Europe", "Europe/Pari", "paris", "+02:00", "Etc/Unknown", "../etc/passwd"]
        {
            assert!(word.parse::<Zone>().is_err(), "{word}");
        }
    }

    #[test]
    fn summer_and_winter() {
        let paris: Zone = "Europe/Paris".parse().unwrap();
        let winter = "2008-12-31T23:30:00Z".parse().unwrap();
        assert_eq!(paris.show(winter), "2009-01-01 00:30 CET");
        assert_eq!(paris.show_date(winter), "2009-01-01");
        assert_eq!(Zone::default().show(winter), "2008-12-31 23:30 UTC");
    }
}
