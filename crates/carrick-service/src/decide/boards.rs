//! Looking at boards: `show`, `games`, `list`, `standings`.

use carrick_games::GameKind;

use super::play::no_such_board;
use super::{Case, told};
use crate::command::{Position, Refusal, Selector};
use crate::table::Table;
use crate::{BoardId, BoardSummary, Decision, SeatResult, Userid, reply};

impl Case<'_> {
    pub(super) fn show(
        self,
        kind: GameKind,
        boards: &[(BoardId, Option<Position>)],
    ) -> Result<Decision, Refusal> {
        let shown = boards
            .iter()
            .map(|&(board, position)| self.show_one(board, position))
            .collect::<Result<Vec<_>, _>>()?;
        let subject = match boards {
            [(board, _)] => format!("{kind} board {}", board.number),
            _ => format!("{kind}: boards"),
        };
        Ok(told(subject, shown.join("\n")))
    }

    fn show_one(self, board: BoardId, position: Option<Position>) -> Result<String, Refusal> {
        let record = self
            .state
            .boards
            .get(&board)
            .filter(|record| !is_declined(record.ended.as_ref()))
            .ok_or_else(|| no_such_board(board))?;
        let table = Table::new(record)?;
        let last = record.turns.len() as u32;
        let ply = match position {
            None => return Ok(reply::whole_board(&table)),
            Some(Position::After(ply)) => Some(ply).filter(|&ply| ply <= last),
            Some(Position::Back(back)) => last.checked_sub(back),
        };
        let ply = ply.ok_or_else(|| {
            let turns = if last == 1 { "1 turn".to_owned() } else { format!("{last} turns") };
            Refusal::new(format!(
                "{board} has {turns}: #0 is the start, #{last} the position now, and #-1 one turn back"
            ))
        })?;
        Ok(reply::board_after(&table, ply as usize))
    }

    pub(super) fn show_of(
        self,
        kind: GameKind,
        users: &[Userid],
        selector: Option<Selector>,
    ) -> Result<Decision, Refusal> {
        self.all_exist(users)?;
        let mut shown = Vec::new();
        for record in self.state.boards.values() {
            let played_by_them = record.players.iter().any(|player| users.contains(player));
            if record.id.kind != kind || !played_by_them || is_declined(record.ended.as_ref()) {
                continue;
            }
            let table = Table::new(record)?;
            let to_move = table.game.seat_to_move().map(|seat| table.player(seat));
            let wanted = match selector {
                Some(Selector::Next) => to_move.is_some_and(|user| users.contains(user)),
                _ => true,
            };
            if wanted {
                shown.push(reply::whole_board(&table));
            }
        }
        if shown.is_empty() {
            shown.push(format!("No such boards of {}.\n", kind.title()));
        }
        Ok(told(format!("{kind}: boards"), shown.join("\n")))
    }

    pub(super) fn games(
        self,
        kind: GameKind,
        users: &[Userid],
        selector: Option<Selector>,
    ) -> Result<Decision, Refusal> {
        self.all_exist(users)?;
        let wanted = |summary: &&BoardSummary| match selector {
            Some(Selector::Next) => summary.to_move.is_some_and(|seat| {
                users.is_empty() || users.contains(&summary.players[seat.index()])
            }),
            _ => true,
        };
        let boards: Vec<_> = self.listed(Some(kind)).filter(wanted).collect();
        Ok(told(format!("{kind}: games"), reply::board_list(&boards)))
    }

    pub(super) fn list(self, kinds: &[GameKind]) -> Decision {
        let all = if kinds.is_empty() { &GameKind::ALL[..] } else { kinds };
        let sections = all.iter().map(|&kind| {
            let boards: Vec<_> = self.listed(Some(kind)).collect();
            let seeks = reply::seek_list(self.open_seeks(kind));
            format!("{}\n{}{seeks}", kind.title(), reply::board_list(&boards))
        });
        told("Carrick: boards", sections.collect::<Vec<_>>().join("\n"))
    }

    pub(super) fn standings(self, kind: GameKind) -> Decision {
        let players = self.state.ratings.iter().filter(|((of, _), _)| *of == kind);
        let players = players.map(|((_, user), rating)| (user, rating)).collect();
        told(format!("{kind}: standings"), reply::standings(kind, players))
    }

    fn listed(&self, kind: Option<GameKind>) -> impl Iterator<Item = &BoardSummary> {
        let of_kind =
            move |summary: &&BoardSummary| kind.is_none_or(|kind| summary.id.kind == kind);
        let summaries = self.state.summaries.iter();
        summaries.filter(of_kind).filter(|summary| !is_declined(summary.ended.as_ref()))
    }

    fn all_exist(self, users: &[Userid]) -> Result<(), Refusal> {
        for (index, user) in users.iter().enumerate() {
            let which = if users.len() == 1 {
                "player".to_owned()
            } else {
                format!("player number {}", index + 1)
            };
            self.existing(user, &which)?;
        }
        Ok(())
    }
}

fn is_declined(ended: Option<&crate::Ended>) -> bool {
    ended.is_some_and(|ended| matches!(ended.result, SeatResult::Declined(_)))
}
