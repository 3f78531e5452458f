//! Games against the computer.

use carrick_games::GameKind;

use super::opening::Opening;
use crate::command::{Credential, Refusal};
use crate::decide::case::Case;
use crate::effects::Decision;
use crate::people::{ComputerLevel, ComputerLevelError, computer::account};
use crate::state::{Origin, Terms};

impl Case<'_> {
    /// `<game> computer`: a game for practice, which counts for no rating, so that turns may be
    /// taken back. Who wants to be rated challenges `level5` by name. In a teaching game the site's
    /// page of the board also says what the computer threatens.
    pub(in crate::decide) fn computer(
        self,
        kind: GameKind,
        who: &Credential,
        options: &str,
        level: ComputerLevel,
        teaching: bool,
    ) -> Result<Decision, Refusal> {
        let speaker = self.speaker(who)?;
        let computer = account(level).and_then(|user| self.state.users.get(&user));
        let computer = computer.ok_or_else(|| Refusal::new(ComputerLevelError.to_string()))?;
        self.must_be_open_to(speaker, computer, kind, false)?;
        let terms = Terms { rated: false, ..Terms::default() };
        let mut players = [&speaker.id, &computer.id];
        if !self.is_first_by_lot(kind) {
            players.reverse();
        }
        self.open(Opening { kind, options, terms, players, origin: Origin::Challenge, teaching })
    }
}
