//! What the search says about the position it was asked about.

use carrick_games::Game;
use carrick_games::ankor::{Board, Turn};

use super::super::{Position, Step};
use super::score::{proved, value_of};
use super::{MAX_DEPTH, Root, Searcher};
use crate::{Line, Report};

impl<const W: usize> Searcher<W> {
    pub(super) fn report(
        &self,
        game: &Game<Board>,
        position: &Position<W>,
        roots: &[Root],
    ) -> Report<Turn> {
        let line = |turn, score: i32, nodes: u64, continuation| Line {
            turn,
            value: if nodes > 0 { value_of(score) } else { 0.5 },
            proved: proved(score).filter(|_| nodes > 0),
            margin: None,
            visits: u32::try_from(nodes).unwrap_or(u32::MAX),
            continuation,
        };
        let mut lines: Vec<Line<Turn>> = roots
            .iter()
            .map(|root| {
                line(
                    root.step.turn(),
                    root.score,
                    root.nodes,
                    self.continuation(position, root.step),
                )
            })
            .collect();
        // Stable: the best of the search stays first among equals.
        if let [_, others @ ..] = &mut lines[..] {
            others.sort_by(|a, b| b.value.total_cmp(&a.value));
        }
        if game.board().can_swap()
            && let Some(best) = roots.first()
        {
            // After a swap the other player stands where this one stands now.
            let swap = line(Turn::Swap, -best.score, best.nodes, Vec::new());
            let at = lines.partition_point(|line| line.value >= swap.value);
            lines.insert(at, swap);
        }
        Report {
            value: lines.first().map_or(0.5, |best| best.value),
            proved: lines.first().and_then(|best| best.proved),
            nodes: self.nodes,
            lines,
            settled: false,
        }
    }

    /// The turns that the table holds best after a turn.
    fn continuation(&self, position: &Position<W>, step: Step) -> Vec<Turn> {
        let mut position = *position;
        position.play(&self.map, step);
        let mut seen = vec![position.key()];
        let mut turns = Vec::new();
        while let Some(entry) = self.table.get(position.key())
            && entry.best != Step::NONE
        {
            let step = Step::unpack(entry.best);
            position.play(&self.map, step);
            turns.push(step.turn());
            if seen.contains(&position.key()) || turns.len() >= MAX_DEPTH as usize {
                break;
            }
            seen.push(position.key());
        }
        turns
    }
}
