//! `preview`: positions that might be.

use carrick_games::GameKind;

use super::boards::ply_at;
use crate::command::{PlyRef, Refusal};
use crate::decide::case::{Case, played, told};
use crate::effects::Decision;
use crate::people::BoardId;
use crate::playing::new_game;
use crate::reply;

impl Case<'_> {
    pub(in crate::decide) fn preview(
        self,
        board: BoardId,
        position: Option<PlyRef>,
        moves: &[String],
    ) -> Result<Decision, Refusal> {
        let table = self.table(board)?;
        let ply = ply_at(&table, position)?;
        // A result that was agreed or declared is no part of the position.
        let game = played(table.game.at(ply), moves)?;
        let subject = format!("{} board {}: preview", board.kind, board.number);
        let mut decision = told(subject, reply::preview(&table, ply, &game));
        decision.messages.iter_mut().for_each(|message| message.board = Some(board));
        Ok(decision)
    }

    pub(in crate::decide) fn preview_new(
        self,
        kind: GameKind,
        options: &str,
        moves: &[String],
    ) -> Result<Decision, Refusal> {
        let game =
            new_game(kind, options).ok_or_else(|| Refusal::new("those options make no game"))?;
        let game = played(game, moves)?;
        Ok(told(format!("{kind}: preview"), reply::preview_new(&game)))
    }
}
