//! Boards: opening, playing and ending them, their remarks and watchers, lists of boards, and open
//! seeks.

pub(crate) mod change;
mod hotseat;
pub(crate) mod lists;
pub(crate) mod record;
pub(crate) mod seek;
mod select;
mod study;
pub(crate) mod turns;
pub(crate) mod watching;

pub use change::{CHANGES, Change};
pub use hotseat::{HandedIn, Hotseat, OfflineGame, OfflineOpponent};
pub(crate) use lists::board_summary;
pub use lists::{BoardKey, BoardList, Part};
pub(crate) use select::Which;
pub use study::KeptStudy;
pub use watching::Remark;
pub(crate) use watching::remark;
