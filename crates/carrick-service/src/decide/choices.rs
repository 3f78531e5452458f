//! What a player chooses: who may challenge them and how often, whom they hear of, whom they block.

use carrick_games::GameKind;

use super::opening::boards;
use super::{Case, told};
use crate::command::{Credential, Refusal};
use crate::effects::{Decision, Event};
use crate::people::Userid;
use crate::reply;
use crate::state::{Choices, User};

impl Case<'_> {
    pub(super) fn challenges(
        self,
        kind: GameKind,
        who: &Credential,
        accept: bool,
    ) -> Result<Decision, Refusal> {
        let user = self.speaker(who)?;
        let (id, game) = (&user.id, kind.title());
        let text = if accept {
            format!("Other players may challenge you to {game}.\n")
        } else {
            let nobody = format!(
                "Nobody can challenge you to {game} now. Your boards go on, and you can still challenge \
                 others, seek games and take seeks. To be challenged again:"
            );
            format!("{}\n  {kind} accept {id} <password>\n", reply::wrapped(&nobody, 0))
        };
        let choices = Choices { challenges: accept, ..user.choices(kind) };
        Ok(choose(user, kind, choices, "challenges", text))
    }

    pub(super) fn limit(
        self,
        kind: GameKind,
        who: &Credential,
        limit: Option<u32>,
    ) -> Result<Decision, Refusal> {
        let user = self.speaker(who)?;
        let game = kind.title();
        let now = boards(self.boards_in_play(&user.id, kind));
        let text = match limit {
            Some(limit) => format!(
                "You play at most {} of {game} at once, and {now} at present.\n",
                boards(limit)
            ),
            None => format!("You play as many boards of {game} as you like, {now} at present.\n"),
        };
        let choices = Choices { limit, ..user.choices(kind) };
        Ok(choose(user, kind, choices, "limit", text))
    }

    pub(super) fn notify(
        self,
        kind: GameKind,
        who: &Credential,
        notify: bool,
    ) -> Result<Decision, Refusal> {
        let user = self.speaker(who)?;
        let (id, game) = (&user.id, kind.title());
        let text = if notify {
            format!(
                "You get the final position of each game of {game} that ends. To stop that:\n\n  \
                 {kind} notify {id} <password> off\n"
            )
        } else {
            format!("You are not told how games of {game} end, except your own.\n")
        };
        let choices = Choices { notify, ..user.choices(kind) };
        Ok(choose(user, kind, choices, "notify", text))
    }

    pub(super) fn subscribe_all(
        self,
        kind: GameKind,
        who: &Credential,
        watches: bool,
    ) -> Result<Decision, Refusal> {
        let user = self.speaker(who)?;
        let (id, game) = (&user.id, kind.title());
        let text = if watches {
            format!(
                "You get every turn of every board of {game}. To stop that:\n\n  \
                 {kind} unsubscribe all {id} <password>\n"
            )
        } else {
            reply::wrapped(
                &format!(
                    "You get turns of those boards of {game} only that you play on or have subscribed to \
                 one by one."
                ),
                0,
            )
        };
        let choices = Choices { watches, ..user.choices(kind) };
        Ok(choose(user, kind, choices, "subscription", text))
    }

    pub(super) fn news(self, who: &Credential, on: bool) -> Result<Decision, Refusal> {
        let user = self.speaker(who)?;
        let text = match on {
            true => "You read the news that other users broadcast.\n",
            false => "You do not read the news.\n",
        };
        let mut decision = told("Carrick: news", text);
        if user.news != on {
            decision.events.push(Event::NewsSet { user: user.id.clone(), on });
        }
        Ok(decision)
    }

    pub(super) fn block(
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
            decision.events.push(Event::BlockSet { user, other, on });
        }
        Ok(decision)
    }
}

/// The answer to a choice; the event only if something changes.
fn choose(user: &User, kind: GameKind, choices: Choices, what: &str, text: String) -> Decision {
    let mut decision = told(format!("{kind}: {what}"), text);
    if user.choices(kind) != choices {
        decision.events.push(Event::ChoicesSet { user: user.id.clone(), kind, choices });
    }
    decision
}
