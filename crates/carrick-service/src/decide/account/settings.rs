//! `set`: how a player is told and shown things.

use carrick_games::GameKind;

use crate::command::{Credential, Refusal, Setting};
use crate::decide::case::{Case, told};
use crate::effects::{Decision, Event, UserEvent};
use crate::people::{Mailing, PuzzleMail};

impl Case<'_> {
    pub(in crate::decide) fn set(
        self,
        kind: GameKind,
        who: &Credential,
        settings: &[Setting],
    ) -> Result<Decision, Refusal> {
        let user = self.speaker(who)?;
        let before = user.display.get(&kind).copied().unwrap_or_default();
        let (mut zone, mut mailing, mut display) = (user.zone.clone(), user.mailing(), before);
        let (mut mail, mut appearance) = (user.mail, user.appearance);
        let mut choices = user.choices(kind);
        for setting in settings {
            match setting {
                Setting::Zone(chosen) => zone = chosen.clone(),
                Setting::Mail(chosen) => mailing = *chosen,
                Setting::TurnMail(on) => mail.turns = *on,
                Setting::Reminders(on) => mail.reminders = *on,
                Setting::Letters(on) => mail.letters = *on,
                Setting::Pictures(chosen) => mail.pictures = *chosen,
                Setting::Appearance(chosen) => appearance = Some(*chosen),
                Setting::Labels(on) => display.labels = *on,
                Setting::AllTurns(all) => display.all_turns = *all,
                Setting::Puzzles(chosen) => choices.puzzles = *chosen,
            }
        }
        // To ask for puzzles is to ask for mail.
        let asks = choices.puzzles.is_some() && choices != user.choices(kind);
        if asks && mailing == Mailing::Never {
            mailing = if user.daily { Mailing::Daily } else { Mailing::Each };
        }
        let time = zone.show(self.now);
        let on = |on: bool| if on { "on" } else { "off" };
        let text = format!(
            "In all games:\n  zone={zone} (it is {time})\n  mail={mailing}\n  turnmail={}\n  \
             reminders={}\n  letters={}\n  pictures={}\n  appearance={}\nIn {}:\n  labels={}\n  turns={}\n  \
             puzzles={}\n",
            on(mail.turns),
            on(mail.reminders),
            on(mail.letters),
            mail.pictures,
            appearance.unwrap_or_default(),
            kind.title(),
            on(display.labels),
            if display.all_turns { "all" } else { "last" },
            choices.puzzles.map_or("off", PuzzleMail::word),
        );
        let mut events = Vec::new();
        if zone != user.zone {
            events.push(Event::User(user.id.clone(), UserEvent::ZoneSet(zone)));
        }
        if let Some(appearance) = appearance.filter(|_| appearance != user.appearance) {
            events.push(Event::User(user.id.clone(), UserEvent::AppearanceSet(appearance)));
        }
        if mailing != user.mailing() {
            events.push(Event::User(user.id.clone(), UserEvent::MailingSet(mailing)));
        }
        if mail != user.mail {
            events.push(Event::User(user.id.clone(), UserEvent::MailChoicesSet(mail)));
        }
        if display != before {
            events.push(Event::User(user.id.clone(), UserEvent::DisplaySet { kind, display }));
        }
        if choices != user.choices(kind) {
            events.push(Event::User(user.id.clone(), UserEvent::ChoicesSet { kind, choices }));
        }
        Ok(Decision { events, ..told(format!("{kind}: settings"), text) })
    }
}
