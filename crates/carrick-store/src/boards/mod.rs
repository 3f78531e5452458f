//! Boards: opening, playing and ending them, their remarks and watchers, lists of boards, open
//! seeks.
//!
//! Imports `database`, `store`, `schedule` (outages) and `ratings` (rating changes).

pub(crate) mod change;
mod handed_in;
mod hotseat;
pub(crate) mod list;
pub(crate) mod plan;
pub(crate) mod play;
pub(crate) mod record;
pub(crate) mod remark;
pub(crate) mod reopen;
pub(crate) mod seek;
mod select;
mod study;
pub(crate) mod subscription;
mod summary;
pub(crate) mod undo;

pub use change::{CHANGES, Change};
pub use handed_in::{HandedIn, OfflineGame, OfflineOpponent};
pub use hotseat::Hotseat;
pub use list::{BoardKey, BoardList, Part};
pub use remark::Remark;
pub(crate) use select::Which;
pub use study::KeptStudy;
pub(crate) use summary::board_summary;
