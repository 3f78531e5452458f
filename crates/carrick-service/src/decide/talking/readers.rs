//! `news` and `block`: readers of the news, and users from whom one hears nothing.

use crate::command::{Credential, Refusal};
use crate::decide::case::{Case, settings_changed, told};
use crate::effects::{Decision, Event, UserEvent};
use crate::people::{UserSettings, Userid};
use crate::reply;

impl Case<'_> {
    pub(in crate::decide) fn news(self, who: &Credential, on: bool) -> Result<Decision, Refusal> {
        let user = self.speaker(who)?;
        let text = match on {
            true => "You read the news that other users broadcast.\n",
            false => "You do not read the news.\n",
        };
        let mut decision = told("Carrick: news", text);
        let settings = UserSettings { news: on, ..user.settings.clone() };
        decision.events.extend(settings_changed(user, settings));
        Ok(decision)
    }

    pub(in crate::decide) fn block(
        self,
        who: &Credential,
        other: &Userid,
        on: bool,
    ) -> Result<Decision, Refusal> {
        let user = self.speaker(who)?;
        let (id, other) = (&user.id, &self.existing(other, "player to block")?.id);
        if id == other {
            return Err(Refusal::new("you cannot block yourself"));
        }
        let text = if on {
            let blocked = format!(
                "{other} can neither challenge you nor write to you. Boards that you play together go \
                 on. To take that back:"
            );
            format!("{}\n  block {id} <password> {other} off\n", reply::wrapped(&blocked, 0))
        } else {
            format!("{other} may challenge you and write to you.\n")
        };
        let mut decision = told("Carrick: block", text);
        if user.blocked.contains(other) != on {
            let (user, other) = (id.clone(), other.clone());
            decision.events.push(Event::User(user, UserEvent::BlockSet { other, on }));
        }
        Ok(decision)
    }
}
