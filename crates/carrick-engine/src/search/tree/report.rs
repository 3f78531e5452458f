//! Reports of the tree search: values, proofs and principal variations of the root's turns.

use carrick_games::TurnSet as _;

use super::Search;
use super::select::proved_value;
use super::store::{NodeId, TreeEdge};
use crate::endgame::Reach;
use crate::report::{Report, ReportLine, Value};
use crate::searchable::Searchable;
use crate::searchable::tactics::{Answers, answers_among};
use crate::settings::Limits;

/// Number of positions that the solver may look at to continue the best line to its end.
const POSITIONS_A_LINE: u32 = 4096;

impl<B: Searchable, E> Search<B, E> {
    pub(super) fn report(&self, nodes: u64) -> Report<B::Turn> {
        let root = self.tree.node(NodeId::ROOT);
        let mut lines: Vec<ReportLine<B::Turn>> = self
            .tree
            .edges(NodeId::ROOT)
            .iter()
            .map(|edge| ReportLine {
                turn: edge.turn,
                value: edge.value(),
                proved: proved_value(&self.tree, root.mover, edge),
                margin: edge.margin().filter(|_| B::COUNTS_POINTS),
                visits: edge.visits,
                continuation: Vec::new(),
            })
            .collect();
        if lines.is_empty() {
            // There was not even one visit: the first legal turn is as good as any.
            let first = self.root.legal_turns().nth(0);
            lines.extend(first.map(|turn| ReportLine {
                turn,
                value: 0.5,
                proved: None,
                margin: None,
                visits: 0,
                continuation: Vec::new(),
            }));
        }
        lines.sort_by(|one, other| other.rank().total_cmp(&one.rank()));
        if root.proved == Some(Value::Loss)
            && let Answers::Only(answers) =
                answers_among(self.root.board(), &self.root.legal_turns())
        {
            // Everything loses, but not immediately: the opponent must find the turns.
            lines.sort_by_key(|line| !answers.contains(&line.turn));
        }
        for line in &mut lines {
            line.continuation = self.continuation(line.turn);
        }
        let value = match (root.proved, lines.first()) {
            (Some(worth), _) => worth.points(),
            (None, Some(line)) => line.value,
            (None, None) => 0.5,
        };
        Report { value, proved: root.proved, nodes, lines, settled: false, depth: None }
    }

    /// A report by counted points, if little enough of the board is open (see
    /// [`settled`](crate::settled)).
    pub(super) fn settled(&self) -> Option<Report<B::Turn>> {
        if !self.tuning.settles {
            return None;
        }
        let settled = self.root.board().settle(self.seed)?;
        let turns = self.root.legal_turns();
        let known = settled.margins.iter().filter(|(turn, _)| turns.contains(turn));
        let mut lines: Vec<_> =
            known.map(|&(turn, margin)| settled_line(turn, margin, Some(margin))).collect();
        // Turns that are not among them are no better than passing.
        let least = settled.margins.iter().map(|&(_, margin)| margin).min()?;
        for turn in turns.iter() {
            if lines.iter().all(|line| line.turn != turn) {
                lines.push(settled_line(turn, least, None));
            }
        }
        let value = lines.first()?.value;
        Some(Report { lines, value, proved: None, nodes: 0, settled: true, depth: None })
    }

    /// Continues proved lines with the turns that the endgame solver knows, the best one to the
    /// end.
    pub(super) fn continue_to_the_end(&mut self, report: &mut Report<B::Turn>, limits: Limits<'_>) {
        let Some(solver) = &mut self.solver else { return };
        for (place, line) in report.lines.iter_mut().enumerate() {
            if line.proved.is_none() {
                continue;
            }
            let mut position = self.root.clone();
            for &turn in std::iter::once(&line.turn).chain(&line.continuation) {
                position.play_unchecked(turn);
            }
            if place == 0 && solver.reach(position.board()) >= Reach::Leaf {
                // The tree has proved it by other turns.
                solver.solve(position.board(), POSITIONS_A_LINE, &|| (limits.stop)());
            }
            line.continuation.extend(solver.line(position.board()));
        }
    }

    /// The principal variation after a turn of the root.
    fn continuation(&self, turn: B::Turn) -> Vec<B::Turn> {
        let mut turns = Vec::new();
        let first = self.tree.edges(NodeId::ROOT).iter().find(|edge| edge.turn == turn);
        let mut next = first.and_then(|edge| edge.child);
        while let Some(id) = next {
            let mover = self.tree.node(id).mover;
            let best = self.tree.edges(id).iter().filter(|edge| edge.visits > 0).max_by(|a, b| {
                let rank = |edge: &TreeEdge<B::Turn>| {
                    rank(proved_value(&self.tree, mover, edge), edge.visits, edge.value())
                };
                rank(a).total_cmp(&rank(b))
            });
            let Some(best) = best else { break };
            turns.push(best.turn);
            next = best.child.filter(|_| turns.len() < 64);
        }
        turns
    }
}

/// Sort key of turns: proved wins first, proved losses last, and the others by number of visits and
/// then by value.
fn rank(proved: Option<Value>, visits: u32, value: f32) -> f32 {
    match proved {
        Some(Value::Win) => f32::MAX,
        Some(Value::Loss) => value - 2.0,
        _ => visits as f32 + value,
    }
}

impl<T> ReportLine<T> {
    fn rank(&self) -> f32 {
        rank(self.proved, self.visits, self.value)
    }
}

/// A turn after which everything is settled.
fn settled_line<T>(turn: T, margin: i16, known: Option<i16>) -> ReportLine<T> {
    let value = match margin {
        ..=-1 => 0.0,
        0 => 0.5,
        1.. => 1.0,
    };
    let margin = known.map(f32::from);
    ReportLine { turn, value, proved: None, margin, visits: 0, continuation: Vec::new() }
}
