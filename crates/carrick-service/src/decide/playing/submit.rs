//! `submit` and `confirm`: a private look at a turn, and then the turn.

use super::play::{Player, tried};
use crate::command::{Credential, Refusal};
use crate::decide::case::Case;
use crate::effects::{Addressee, Decision, Message};
use crate::people::BoardId;
use crate::playing::Table;
use crate::reply;
use crate::state::Plans;

impl Case<'_> {
    pub(in crate::decide) fn submit(
        self,
        board: BoardId,
        who: &Credential,
        turn: &str,
        number: Option<u32>,
    ) -> Result<Decision, Refusal> {
        let player = self.player(board, who)?;
        player.must_go_on()?;
        player.must_be_next(number)?;
        player.must_be_their_turn()?;
        let game = tried(&player.table, turn)?;
        let submitted = game.last_turn();
        let before = &player.table.record.plans;
        let plans = Plans { submitted: submitted.clone(), ..before.clone() };
        let events = if plans == *before { vec![] } else { vec![player.plans_changed(&plans)] };
        let record = player.table.record;
        let table = Table::with(record, game);
        let mut text = reply::submitted(&table, player.seat);
        if player.has_unsaid_words()? {
            let unsaid = player.unsaid("What is written beside `submit`");
            let unsaid = format!("{unsaid}; write it beside `confirm`.");
            text.push_str(&format!("\n{}", reply::wrapped(&unsaid, 0)));
        }
        let message = Message {
            to: Addressee::User(table.player(player.seat).clone()),
            subject: format!(
                "{} board {}: {} submitted",
                board.kind,
                board.number,
                submitted.unwrap_or_default()
            ),
            text,
            board: Some(board),
            link: None,
        };
        Ok(Decision { events, messages: vec![message], refused: false })
    }

    pub(in crate::decide) fn confirm(
        self,
        board: BoardId,
        who: &Credential,
    ) -> Result<Decision, Refusal> {
        let player = self.player(board, who)?;
        match &player.table.record.plans.submitted {
            Some(turn) if player.must_be_their_turn().is_ok() => player.turn(turn, None),
            _ if player.has_just_moved() => player.repeated(),
            _ => {
                player.must_go_on()?;
                player.must_be_their_turn()?;
                let BoardId { kind, number } = board;
                Err(Refusal::new(format!(
                    "you have submitted no turn on {board}, or a turn has been played since; \
                     `{kind} submit {number} {} <password> <turn>` shows what a turn would do",
                    player.table.player(player.seat)
                )))
            }
        }
    }
}

impl Player<'_> {
    /// Whether the last turn was theirs, or the opponent's queue has answered it at once.
    fn has_just_moved(&self) -> bool {
        let turns = &self.table.record.turns[self.first_of_last_turns()..];
        turns.first().is_some_and(|turn| turn.seat == self.seat)
    }
}
