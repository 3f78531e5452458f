//! Watching boards, and stopping the mails that come of it.

mod notices;
mod review;
mod stop;
mod subscribe;

pub use review::one_more_may_wait;
pub use stop::{decide_again, decide_stop};
