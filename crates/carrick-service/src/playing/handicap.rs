//! The handicap that a difference of ratings suggests, for Anchor.
//!
//! The measure is that of Go: on 19 by 19, which has 361 points, a stone is worth a rank, and a
//! rank is 100 points of rating. A stone is worth the more the smaller the board, in proportion, so
//! that a difference of `d` on a board of `p` points makes
//!
//! ```text
//! stones = d * p / 36100, rounded, 7 at most
//! ```
//!
//! On the default board of 169 points that is one stone for every 214 points of rating. No more
//! than a suggestion: nobody has measured Anchor.

use carrick_games::AnyOptions;
use carrick_games::anchor::{Opening, Options};

use crate::state::RatingRecord;

/// A stone's worth of rating times the points of the board on which it is worth that.
const WORTH: f64 = 100.0 * 361.0;

/// The options with which the weaker of two players gets the stones they should, on a board as
/// large as with these options. None when it is not Anchor or has a handicap already, when a rating
/// is provisional, when the difference makes no whole stone, or when the board is too small for
/// handicaps.
pub(crate) fn suggested(options: AnyOptions, ratings: [&RatingRecord; 2]) -> Option<Options> {
    let AnyOptions::Anchor(options) = options else { return None };
    if matches!(options.opening(), Opening::Handicap(_))
        || ratings.iter().any(|rating| rating.is_provisional())
    {
        return None;
    }
    let size = f64::from(options.size());
    let points = 3.0 * size * (size - 1.0) + 1.0;
    let difference = (ratings[0].rating - ratings[1].rating).abs();
    let stones = (difference * points / WORTH).round().min(7.0) as u8;
    Options::new(options.size(), Opening::Handicap(stones)).ok()
}

#[cfg(test)]
mod tests {
    use carrick_games::{GameKind, SizeLimits};

    use super::*;

    #[track_caller]
    fn check(options: &str, ratings: [f64; 2], stones: Option<u8>) {
        let established =
            |rating| RatingRecord { rating, deviation: 60.0, ..RatingRecord::default() };
        let words: Vec<_> = options.split(' ').collect();
        let kind = if options.contains("radius") { GameKind::Antipod } else { GameKind::Anchor };
        let options = AnyOptions::parse(kind, &words, SizeLimits::Challenge).unwrap();
        let [first, second] = ratings.map(established);
        let suggestion = suggested(options, [&first, &second]).map(Options::opening);
        assert_eq!(suggestion, stones.map(Opening::Handicap), "{options:?} {ratings:?}");
    }

    #[test]
    fn stones_by_difference_and_size() {
        for (options, difference, stones) in [
            ("-size=8", 0.0, None),
            ("-size=8", 106.0, None),
            ("-size=8", 107.0, Some(1)),
            ("-size=8", 214.0, Some(1)),
            ("-size=8", 427.0, Some(2)),
            ("-size=8", 3000.0, Some(7)),
            ("-size=10", 200.0, Some(2)),
            ("-size=5", 200.0, None),
            ("-size=5", 600.0, Some(1)),
            ("-size=3", 3000.0, None),
            ("-size=8 -handicap=2", 400.0, None),
            ("-radius=4", 400.0, None),
        ] {
            check(options, [1500.0 + difference, 1500.0], stones);
            check(options, [1500.0, 1500.0 + difference], stones);
        }
    }

    #[test]
    fn provisional_ratings_suggest_nothing() {
        let options = AnyOptions::parse(GameKind::Anchor, &[], SizeLimits::Challenge).unwrap();
        let new = RatingRecord::default();
        let strong = RatingRecord { rating: 2500.0, deviation: 60.0, ..new };
        assert_eq!(suggested(options, [&new, &strong]), None);
    }
}
