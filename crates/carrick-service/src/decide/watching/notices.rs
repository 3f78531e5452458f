//! News of a whole game: the ends of its games, and every turn on every board.

use carrick_games::GameKind;

use crate::command::{Credential, Refusal};
use crate::decide::case::{Case, chosen};
use crate::effects::Decision;
use crate::people::GameSettings;
use crate::reply;

impl Case<'_> {
    pub(in crate::decide) fn notify(
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
        let choices = GameSettings { notify, ..user.settings.game(kind) };
        Ok(chosen(user, kind, choices, "notify", text))
    }

    pub(in crate::decide) fn subscribe_all(
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
        let choices = GameSettings { watches, ..user.settings.game(kind) };
        Ok(chosen(user, kind, choices, "subscription", text))
    }
}
