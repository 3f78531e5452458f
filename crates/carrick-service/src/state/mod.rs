//! The snapshot that decisions are made from, as plain data that the store loads.
//!
//! [`Needs`] names the parts to load, [`State`] holds them: users, boards, seeks, letters, ratings
//! and outages.

mod apply;
mod board;
mod ending;
mod hint;
mod latest;
mod letter;
mod needs;
mod outage;
mod puzzle;
mod rating_record;
mod review;
mod seek;
mod snapshot;
mod stocks;
mod turns;
mod user;

pub use board::{
    BoardRecord, BoardSummary, Expired, Offer, OfferKind, Origin, Plans, Terms, Undone, hints_told,
};
pub use ending::{Ended, Ending, SeatResult};
pub use hint::{AskedHint, HintNow, QueueNow};
pub use latest::{BELIEVED_AFTER, Fallen, Latest};
pub use letter::{Letter, Readers};
pub use needs::{BoardFilter, LISTED, Needs};
pub use outage::{Outage, Outages};
pub(crate) use puzzle::PUZZLE_HOUR;
pub use puzzle::{PuzzleSchedule, PuzzleStanding, PuzzleStep, PuzzleTried, PuzzleTry, PuzzleTurn};
pub use rating_record::{RatingChange, RatingRecord};
pub use review::{DoneReview, ReviewNow, ReviewUnderWay};
pub use seek::{Seek, StandIn};
pub use snapshot::State;
pub use stocks::Stocks;
pub use turns::{TurnRecord, Turns};
pub use user::{User, UserAddress};
