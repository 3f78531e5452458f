//! Vacations; signing off and on.

use jiff::SignedDuration;

use crate::command::{Credential, Refusal};
use crate::decide::case::{Case, told};
use crate::effects::{Decision, Event, UserEvent};
use crate::people::{
    Absence, AbsenceKind,
    absence::{Spoken, current, left, left_sentence, longest, plus},
};
use crate::state::User;

impl<'a> Case<'a> {
    /// `vacation uid pw days`: so many days from now, or from the beginning of the one under way.
    /// Counted from there, a repeat changes nothing.
    pub(in crate::decide) fn vacation(
        self,
        who: &Credential,
        days: u16,
    ) -> Result<Decision, Refusal> {
        let user = self.speaker(who)?;
        let (since, others) = self.beginning(user);
        let until = plus(since, SignedDuration::from_hours(24 * i64::from(days)));
        if until <= self.now {
            return Err(Refusal::new(
                "your vacation has lasted longer than that already; `vacation <userid> <password> off` \
                 ends it",
            ));
        }
        if until > longest(&others, since) {
            let left = left(&others, since);
            return Err(Refusal::new(if left.is_zero() {
                "there are 30 days of vacation in a year, and yours are used up".to_owned()
            } else {
                let left = Spoken(left);
                format!("there are 30 days of vacation in a year, and you have only {left} left")
            }));
        }
        Ok(self.away(user, Absence { since, until, kind: AbsenceKind::Vacation, over: false }))
    }

    /// `signoff uid pw`: until they sign on again, or the days of vacation are used up.
    pub(in crate::decide) fn signoff(self, who: &Credential) -> Result<Decision, Refusal> {
        let user = self.speaker(who)?;
        let (since, others) = self.beginning(user);
        let until = longest(&others, since);
        if until < plus(since, SignedDuration::from_hours(24)) || until <= self.now {
            return Err(Refusal::new(
                "signing off is charged to the vacation, and of your 30 days of this year not one is \
                 left",
            ));
        }
        Ok(self.away(user, Absence { since, until, kind: AbsenceKind::SignedOff, over: false }))
    }

    /// `vacation uid pw off` and `signon uid pw`.
    pub(in crate::decide) fn back(self, who: &Credential) -> Result<Decision, Refusal> {
        let user = self.speaker(who)?;
        let mut absences = user.absences.clone();
        let mut events = Vec::new();
        if let Some(absence) = absences.iter_mut().find(|absence| absence.covers(self.now)) {
            *absence = Absence { until: self.now, over: true, ..*absence };
            events.push(Event::User(user.id.clone(), UserEvent::AbsenceSet(*absence)));
        }
        let left = left_sentence(left(&absences, self.now));
        let text = format!("You are here: your clocks run.\n{left}\n");
        Ok(Decision { events, ..told("Carrick: you are here", text) })
    }

    /// When the absence begins or began that a command is about, and all the others.
    fn beginning(self, user: &User) -> (jiff::Timestamp, Vec<Absence>) {
        let since = current(&user.absences, self.now).map_or(self.now, |absence| absence.since);
        let others = user.absences.iter().copied().filter(|absence| absence.since != since);
        (since, others.collect())
    }

    fn away(self, user: &'a User, absence: Absence) -> Decision {
        let (_, mut all) = self.beginning(user);
        all.push(absence);
        let reader = self.scene().reader_known(Some(user));
        let (since, until) = (reader.time(absence.since), reader.time(absence.until));
        let left = left_sentence(left(&all, self.now));
        let (subject, text) = if absence.kind == AbsenceKind::SignedOff {
            let text = format!(
                "You have signed off since {since}. Your clocks and reminders\nstand still, and nobody \
                 can challenge you, until you `signon`, or until\n{until}, when this year's vacation is \
                 used up.\n"
            );
            ("Carrick: signed off", text)
        } else {
            let text = format!(
                "Your vacation lasts from {since}\nto {until}. Until then your clocks and reminders \
                 stand still.\n`vacation {} <password> off` ends it earlier.\n{left}\n",
                user.id
            );
            ("Carrick: vacation", text)
        };
        let event = Event::User(user.id.clone(), UserEvent::AbsenceSet(absence));
        let known = user.absences.contains(&absence);
        let events = if known { Vec::new() } else { vec![event] };
        Decision { events, ..told(subject, text) }
    }
}
