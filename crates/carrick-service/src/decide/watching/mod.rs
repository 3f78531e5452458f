//! Watching boards, and stopping the mails that come of it.

mod notices;
mod stop;
mod subscribe;

pub use stop::{decide_again, decide_stop};
