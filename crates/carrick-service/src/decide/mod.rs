//! The decisions: the effect of a command, as a pure function of the state.
//!
//! | module | its decisions |
//! |---|---|
//! | `context` | none: what a decision may look at, and helpers that all decisions share |
//! | `looking`, `starting`, `computer`, `account` | commands, grouped as `help commands` does |
//! | `playing`, `planning`, `watching`, `talking` | the other groups of commands |
//! | `puzzles` | puzzles that are requested, emailed and answered |
//! | `follow_up` | consequences of every decision: deadlines, reports, jobs |
//! | `dispatch` | any command: by the function of its group, or by a link that is emailed first |
//! | `decline`, `due` | requests that were not typed |
//! | `operator` | administration on the server itself |

mod account;
mod computer;
mod context;
mod decline;
mod dispatch;
mod due;
mod follow_up;
mod looking;
mod operator;
mod planning;
mod playing;
mod puzzles;
mod starting;
mod talking;
mod watching;

pub use account::decide_guest;
pub(crate) use computer::PracticeChoices;
pub use computer::decide_answer;
pub(crate) use context::DecisionContext;
pub use context::{LINKS_A_DAY, answer_refusal};
pub use decline::{Declinable, decide_decline, decline_request};
pub use dispatch::{decide, decide_change, decide_untyped};
pub use due::decide_due;
pub(crate) use looking::help_answer;
pub use looking::with_board_below;
pub use operator::{AdminAction, decide_admin, decide_reopen, reopen_needs};
pub use planning::decide_hint;
pub use puzzles::decide_puzzle;
pub(crate) use starting::SeekOffer;
pub use talking::{MOST_REMARKS, may_talk};
pub use watching::{decide_again, decide_stop, one_more_may_wait};
