//! Consequences that every decision has: deadlines, reports to subscribers, jobs of the computer's,
//! reviews of its games, mail that is wanted again.

// Each match names every event, so that the compiler asks of a new one what follows from it.
#![deny(clippy::wildcard_enum_match_arm)]

/// Pattern of the events that are no part of a game's course: accounts, choices, letters, and notes
/// of the server's own.
macro_rules! beside_the_game {
    () => {
        Event::UserJoined(_)
            | Event::PasswordChanged { .. }
            | Event::ResetAsked { .. }
            | Event::AbsenceSet { .. }
            | Event::AddressesSet { .. }
            | Event::ZoneSet { .. }
            | Event::AppearanceSet { .. }
            | Event::MailingSet { .. }
            | Event::MailChoicesSet { .. }
            | Event::MuteSet { .. }
            | Event::DisplaySet { .. }
            | Event::UserDeleted { .. }
            | Event::LetterWritten(_)
            | Event::ChoicesSet { .. }
            | Event::NewsSet { .. }
            | Event::QuietSet { .. }
            | Event::BlockSet { .. }
            | Event::PuzzleTried { .. }
            | Event::PuzzlesScheduled { .. }
            | Event::SubscriptionSet { .. }
            | Event::OperatorSet { .. }
            | Event::SuspensionSet { .. }
            | Event::RemarkDeleted { .. }
            | Event::SessionsEnded { .. }
            | Event::SecondFactorRemoved { .. }
            | Event::UserRenamed { .. }
            | Event::SeekSet(_)
            | Event::PlansChanged { .. }
            | Event::Scheduled { .. }
            | Event::Nagged { .. }
            | Event::JobMade { .. }
            | Event::JobGone { .. }
            | Event::ReviewAsked { .. }
            | Event::HintAsked { .. }
            | Event::HintFound { .. }
            | Event::HintTold { .. }
    };
}

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
