//! Challenges: a board at once.

use carrick_games::GameKind;

use super::opening::Opening;
use crate::command::Refusal;
use crate::decide::case::{Case, ask_for_challenge};
use crate::effects::Decision;
use crate::people::Userid;
use crate::requests::Sender;
use crate::state::{Origin, Terms};

impl Case<'_> {
    pub(in crate::decide) fn challenge(
        self,
        kind: GameKind,
        options: &str,
        terms: Terms,
        players: [&Userid; 2],
    ) -> Result<Decision, Refusal> {
        let [first, second] = players;
        let (known, claimed) = (self.known(), self.claimed());
        let at_console = self.request.sender == Sender::Console;
        let speaker = known.or(claimed);
        let nobody = || {
            Refusal::new(format!(
                "a challenge comes from one of its two players and takes no password, and nothing shows \
                 that you are one of them. Challenge on the pages, where you are signed in; or by mail \
                 from an address that you have confirmed; or with `carrick do --as`. From anywhere \
                 `{kind} seek <userid> <password>` offers a game to everybody, and `{kind} rematch <board> \
                 <userid> <password>` another one to the same opponent"
            ))
        };
        if speaker.is_none() && !at_console {
            return Err(nobody());
        }
        let [one, other] =
            [self.existing(first, "first player")?, self.existing(second, "second player")?];
        if first == second {
            return Err(Refusal::new("a game needs two players; you have named one twice"));
        }
        let Some(speaker) = speaker else {
            self.must_both_be_open(one, other, kind)?;
            return self.open(Opening {
                kind,
                options,
                terms,
                players,
                origin: Origin::Challenge,
                teaching: false,
                given: Vec::new(),
            });
        };
        if speaker.id != *first && speaker.id != *second {
            return Err(Refusal::new(format!(
                "a challenge comes from one of its two players, and you are {}",
                speaker.id
            )));
        }
        if known.is_none() {
            return ask_for_challenge(self, speaker);
        }
        let opponent = if speaker.id == *first { other } else { one };
        self.must_be_open_to(speaker, opponent, kind, false)?;
        self.open(Opening {
            kind,
            options,
            terms,
            players,
            origin: Origin::Challenge,
            teaching: false,
            given: Vec::new(),
        })
    }
}
