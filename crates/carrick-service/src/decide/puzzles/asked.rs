//! `puzzle`: today's puzzles.

use carrick_games::GameKind;

use crate::decide::case::{Case, told};
use crate::effects::{Addressee, Decision};
use crate::people::Zone;
use crate::reply::puzzle;
use crate::requests::{MailedPuzzle, Sender};
use crate::state::User;

impl Case<'_> {
    /// Shows the puzzles of the day. A known sender of a mail is answered with one that they answer
    /// with their turn; where they ask for several, each has a mail of its own.
    pub(in crate::decide) fn puzzle(self, kinds: &[GameKind]) -> Decision {
        let kinds = if kinds.is_empty() { &GameKind::ALL[..] } else { kinds };
        let reader = self.known().or(self.claimed());
        let day =
            reader.map_or_else(Zone::default, |user| user.settings.zone.clone()).day(self.now);
        let mailed: Vec<MailedPuzzle> =
            kinds.iter().filter_map(|&kind| MailedPuzzle::of_day(kind, day)).collect();
        let by_mail = matches!(self.request.sender, Sender::Address(_) | Sender::Claim(_));
        let solver = reader.filter(|user| by_mail && user.suspended.is_none());
        match (solver, mailed.as_slice()) {
            // Their address is one of this user's, so that nobody else sees the answer.
            (Some(_), &[only]) => {
                let letter = puzzle::letter(only, Addressee::Sender);
                Decision { messages: letter.into_iter().collect(), ..Decision::default() }
            }
            (Some(user), _) if matches!(self.request.sender, Sender::Address(_)) => {
                several(user, &mailed)
            }
            _ => {
                told("Carrick: today's puzzles", puzzle::shown(&mailed, by_mail, solver.is_some()))
            }
        }
    }
}

/// The answer that names the puzzles, and a mail of each.
fn several(user: &User, mailed: &[MailedPuzzle]) -> Decision {
    let mut decision = told("Carrick: today's puzzles", puzzle::announced(mailed));
    let to = || Addressee::User(user.id.clone());
    decision.messages.extend(mailed.iter().filter_map(|&one| puzzle::letter(one, to())));
    decision
}
