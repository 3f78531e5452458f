//! Consequences that every decision has: deadlines, reports to subscribers, jobs of the computer's,
//! reviews of its games, mail that is wanted again.

mod audience;
mod jobs;
mod puzzles;
mod quiet;
mod reviews;
mod schedule;

use super::case::Case;
use crate::effects::Decision;

pub(in crate::decide) use audience::tell;
pub(in crate::decide) use jobs::call;

/// Adds the consequences of the decision of a command.
pub(in crate::decide) fn follow_up(case: Case<'_>, decision: &mut Decision) {
    quiet::end_quiet(case, decision);
    schedule::schedule(case.scene(), decision);
    puzzles::schedule(case.scene(), decision);
    tell(case.scene(), decision);
    call(case.scene(), decision);
}
