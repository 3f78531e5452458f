//! Reports of alpha-beta: scores of the root's turns, proofs, principal variations.

use carrick_games::Game;
use carrick_games::ankor::{Board, Turn};

use super::score::{proved, value_of};
use super::{MAX_DEPTH, RootTurn, Searcher};
use crate::ankor::{AddOrMove, AnkorPosition};
use crate::report::{Report, ReportLine, Value};

impl<const W: usize> Searcher<W> {
    pub(super) fn report(
        &self,
        game: &Game<Board>,
        position: &AnkorPosition<W>,
        roots: &[RootTurn],
    ) -> Report<Turn> {
        let line = |turn, score: i32, nodes: u64, continuation| ReportLine {
            turn,
            value: value_of(score),
            proved: proved(score),
            margin: None,
            visits: u32::try_from(nodes).unwrap_or(u32::MAX),
            continuation,
        };
        let mut lines: Vec<ReportLine<Turn>> = roots
            .iter()
            .map(|root| {
                line(root.step.turn(), root.score, root.nodes, self.continuation(position, root))
            })
            .collect();
        // A depth that was stopped may have refuted some turns and not reached the others. Then the
        // best turn is the one that was best before, among those not known to lose.
        let holds = |line: &ReportLine<Turn>| line.proved != Some(Value::Loss);
        let front = lines.iter().position(holds).unwrap_or_default();
        if front > 0 {
            lines[..=front].rotate_right(1);
        }
        // The sort is stable: the best turn of the search stays first among equals. A turn that was
        // searched less deeply than the best, or only shown to be no better, may have a higher
        // number, but that does not make it better.
        if let [best, others @ ..] = &mut lines[..] {
            others.sort_by(|a, b| b.value.total_cmp(&a.value));
            for line in others {
                line.value = line.value.min(best.value);
            }
        }
        if game.board().can_swap()
            && let Some(best) = roots.get(front)
        {
            // After a swap, the other player is in this player's position.
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
            depth: u32::try_from(self.finished).ok(),
        }
    }

    /// The principal variation after a turn of the root, continued from the transposition table.
    /// The table contains no position that ends the game, by a repetition or otherwise, because
    /// these are never searched.
    fn continuation(&self, position: &AnkorPosition<W>, root: &RootTurn) -> Vec<Turn> {
        let mut position = *position;
        position.play(&self.map, root.step);
        let mut seen = vec![position.hash()];
        let mut turns = Vec::new();
        let mut line = root.line.iter().copied();
        loop {
            let key = position.hash();
            let best = || Some(self.table.get(self.table_key(&position, key))?.best);
            let Some(packed) = line.next().or_else(best).filter(|&best| best != AddOrMove::NONE)
            else {
                break;
            };
            let step = AddOrMove::unpack(packed);
            position.play(&self.map, step);
            turns.push(step.turn());
            if seen.contains(&position.hash()) || turns.len() >= MAX_DEPTH as usize {
                break;
            }
            seen.push(position.hash());
        }
        turns
    }
}
