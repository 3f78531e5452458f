//! Mail again for a user who had stopped all of it and now asks for some.

use crate::command::Spec;
use crate::decide::case::Case;
use crate::effects::{Decision, Event, UserEvent};

/// A user who wanted no mail any more asks for some, and so gets all again.
pub(super) fn end_quiet(case: Case<'_>, decision: &mut Decision) {
    let Spec { who, wants_mail, .. } = case.request.command.spec();
    let Some(who) = who.user().filter(|_| wants_mail && !decision.refused) else { return };
    if case.state.users.get(who).is_some_and(|user| user.quiet) {
        decision.events.push(Event::User(who.clone(), UserEvent::QuietSet(false)));
    }
}
