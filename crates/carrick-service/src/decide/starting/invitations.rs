//! The choices of players about challenges, and their limits of boards at once.

use carrick_games::GameKind;

use super::opening::boards;
use crate::command::{Credential, Refusal};
use crate::decide::case::{Case, chosen};
use crate::effects::Decision;
use crate::people::GameSettings;
use crate::reply;

impl Case<'_> {
    pub(in crate::decide) fn challenges(
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
        let choices = GameSettings { challenges: accept, ..user.settings.game(kind) };
        Ok(chosen(user, kind, choices, "challenges", text))
    }

    pub(in crate::decide) fn limit(
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
        let choices = GameSettings { limit, ..user.settings.game(kind) };
        Ok(chosen(user, kind, choices, "limit", text))
    }
}
