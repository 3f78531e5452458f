//! Ratings as JSON.

use carrick_service::RatingRecord;
use serde::Serialize;
use utoipa::ToSchema;

/// A Glicko-2 rating.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(in crate::api) struct Rating {
    #[schema(example = 1612.4)]
    rating: f64,
    #[schema(example = 87.2)]
    deviation: f64,
    /// Whether it rests on too few games to be reliable.
    provisional: bool,
    won: u32,
    drawn: u32,
    lost: u32,
}

impl From<&RatingRecord> for Rating {
    fn from(record: &RatingRecord) -> Self {
        let [won, drawn, lost] = record.games;
        Self {
            rating: record.rating,
            deviation: record.deviation,
            provisional: record.is_provisional(),
            won,
            drawn,
            lost,
        }
    }
}
