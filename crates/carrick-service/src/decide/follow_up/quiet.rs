//! Mail again for a user who had stopped all of it and now asks for some.

use crate::command::Spec;
use crate::decide::case::{Case, settings_changed};
use crate::effects::{Decision, Event};
use crate::people::UserSettings;

/// A user who wanted no mail any more asks for some, and so gets all again.
pub(super) fn end_quiet(case: Case<'_>, decision: &mut Decision) {
    let Spec { who, wants_mail, .. } = case.request.command.spec();
    let Some(who) = who.user().filter(|_| wants_mail && !decision.refused) else { return };
    let Some(user) = case.state.users.get(who) else { return };
    // The decision may have changed other settings.
    let mut after = user.clone();
    for event in &decision.events {
        if let Event::User(id, event) = event
            && id == who
        {
            after.apply(event);
        }
    }
    let settings = UserSettings { quiet: false, ..after.settings.clone() };
    decision.events.extend(settings_changed(&after, settings));
}
