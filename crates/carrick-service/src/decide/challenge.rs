//! Challenges: a board at once.

use carrick_games::GameKind;

use super::Case;
use super::opening::Opening;
use crate::command::Refusal;
use crate::{Decision, Origin, Terms, Userid};

impl Case<'_> {
    pub(super) fn challenge(
        self,
        kind: GameKind,
        options: &str,
        terms: Terms,
        players: [&Userid; 2],
    ) -> Result<Decision, Refusal> {
        let [first, second] = players;
        let (known, claimed) = (self.known(), self.claimed());
        let speaker = known.or(claimed).ok_or_else(|| {
            Refusal::new(format!(
                "a challenge comes from one of its two players and takes no password, and nothing shows \
                 that you are one of them. Challenge on the pages, where you are signed in; or by mail \
                 from an address that you have confirmed; or with `carrick do --as`. From anywhere \
                 `{kind} seek userid password` offers a game to everybody, and `{kind} rematch board \
                 userid password` another one to the same opponent"
            ))
        })?;
        let [one, other] =
            [self.existing(first, "first player")?, self.existing(second, "second player")?];
        if first == second {
            return Err(Refusal::new("a game needs two players; you have named one twice"));
        }
        if speaker.id != *first && speaker.id != *second {
            return Err(Refusal::new(format!(
                "a challenge comes from one of its two players, and you are {}",
                speaker.id
            )));
        }
        if known.is_none() {
            return Ok(self.asked_whether_he_challenges(speaker));
        }
        let opponent = if speaker.id == *first { other } else { one };
        self.must_be_open_to(speaker, opponent, kind, false)?;
        self.open(Opening { kind, options, terms, players, origin: Origin::Challenge })
    }
}
