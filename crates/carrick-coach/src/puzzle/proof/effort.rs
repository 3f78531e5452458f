//! Limits of the searches that find and prove puzzles.

use carrick_games::GameKind;

/// Limits of the searches behind one puzzle, in positions; so a puzzle is the same on every
/// machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effort {
    /// Maximum number of positions that the solver expands for one turn; 0 in a game whose
    /// positions may come again, where the engine proves.
    pub solver_nodes: u64,
    /// Maximum number of positions that the engine searches for one turn; 0 where only the solver
    /// is asked.
    pub engine_nodes: u64,
}

impl Effort {
    /// The limits with which puzzles are mined.
    ///
    /// Nine of ten late positions that can be settled at all take fewer than a thousand a turn. The
    /// others are left: there is no end of games, and a long proof is hard to see for people.
    #[must_use]
    pub const fn mining(kind: GameKind) -> Self {
        match kind {
            GameKind::Ankor => Self { solver_nodes: 0, engine_nodes: 2500 },
            GameKind::Boche | GameKind::Anchor => Self { solver_nodes: 6000, engine_nodes: 0 },
            GameKind::Antipod => Self { solver_nodes: 2500, engine_nodes: 0 },
        }
    }

    /// These limits with another maximum for one turn, of whichever search proves.
    #[must_use]
    pub const fn with_nodes(self, nodes: u64) -> Self {
        match self {
            Self { solver_nodes: 0, .. } => Self { engine_nodes: nodes, ..self },
            Self { .. } => Self { solver_nodes: nodes, ..self },
        }
    }

    /// A number of times these limits.
    ///
    /// ```
    /// use carrick_coach::puzzle::Effort;
    /// use carrick_games::GameKind;
    /// let effort = Effort::mining(GameKind::Ankor).times(2);
    /// assert_eq!((effort.solver_nodes, effort.engine_nodes), (0, 5000));
    /// ```
    #[must_use]
    pub const fn times(self, factor: u64) -> Self {
        Self {
            solver_nodes: self.solver_nodes.saturating_mul(factor),
            engine_nodes: self.engine_nodes.saturating_mul(factor),
        }
    }
}
