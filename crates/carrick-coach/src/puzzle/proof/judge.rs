//! Judging turns: which of them win, by proof, and how sure that is where nothing is proved.

use carrick_engine::{Engine, Limits, Memory, Searchable, Value};
use carrick_games::{Game, GameKind, Seat, TurnSet as _};

use super::carrier::Carrier;
use super::effort::Effort;
use super::solver::{Solver, has_carriers};

/// The exact value of a position to its player to move, where it is known without a search.
pub(in crate::puzzle) type Known<'k, B> = &'k dyn Fn(&Game<B>) -> Option<Value>;

/// Whether a seat can force a win in positions of one game.
pub(in crate::puzzle) struct Judge<'k, B: Searchable> {
    attacker: Seat,
    known: Known<'k, B>,
    solver: Solver,
    engine: Option<Engine<B>>,
    effort: Effort,
    seed: u64,
    /// Number of positions searched so far.
    pub(in crate::puzzle) spent: u64,
}

/// Finding about a position.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::puzzle) struct Finding {
    pub(in crate::puzzle) verdict: Verdict,
    /// Number of positions that were searched.
    pub(in crate::puzzle) nodes: u64,
}

/// Whether the attacker wins.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::puzzle) enum Verdict {
    /// They can force a win: proved.
    Wins,
    /// They cannot: proved.
    Fails,
    /// Neither was proved; the search's value for the attacker, 0 to 1.
    Open(f32),
}

/// The transposition table of a search for proofs, in bytes. Searches are short.
const MEMORY: Memory = Memory { tree: 64 << 20, table: 1 << 20 };

impl<'k, B: Searchable> Judge<'k, B> {
    /// A judge who searches, and looks up what a search does not settle.
    pub(in crate::puzzle) fn new(
        attacker: Seat,
        effort: Effort,
        seed: u64,
        known: Known<'k, B>,
    ) -> Self {
        let solver = Solver::new(attacker);
        Self { attacker, known, solver, engine: None, effort, seed, spent: 0 }
    }

    /// Changes the limits of the searches to come.
    pub(in crate::puzzle) const fn set_effort(&mut self, effort: Effort) {
        self.effort = effort;
    }

    /// A judge for the same player who knows nothing yet.
    pub(in crate::puzzle) fn afresh(&self) -> Self {
        Self::new(self.attacker, self.effort, self.seed, self.known)
    }

    /// Whether the attacker wins from a game's position, either player to move.
    ///
    /// The search comes first, since the number of its positions tells how hard a puzzle is.
    pub(in crate::puzzle) fn judge(&mut self, game: &Game<B>) -> Finding {
        let finding = self.search(game);
        let is_open = matches!(finding.verdict, Verdict::Open(_));
        let Some(value) = is_open.then(|| (self.known)(game)).flatten() else { return finding };
        let attacks = game.seat_to_move() == Some(self.attacker);
        let value = if attacks { value } else { value.reversed() };
        Finding::proved(value == Value::Win, finding.nodes)
    }

    fn search(&mut self, game: &Game<B>) -> Finding {
        let mut nodes = 0;
        if let Some(outcome) = game.outcome() {
            let winner = outcome.winner().map(|colour| game.board().seat_of(colour));
            return Finding::proved(winner == Some(self.attacker), 0);
        }
        if !may_repeat(B::KIND) {
            let (answer, expanded) = self.solver.solve(game.position(), self.effort.solver_nodes);
            nodes += expanded;
            self.spent += expanded;
            if let Some(wins) = answer {
                return Finding::proved(wins, nodes);
            }
        }
        if self.effort.engine_nodes == 0 {
            return Finding { verdict: Verdict::Open(0.5), nodes };
        }
        let engine = self.engine.get_or_insert_with(|| Engine::new(game, self.seed, MEMORY));
        engine.follow(game);
        let report = engine.think(Limits::nodes(self.effort.engine_nodes));
        nodes += report.nodes;
        self.spent += report.nodes;
        let attacks = game.seat_to_move() == Some(self.attacker);
        let verdict = match report.proved {
            Some(value) => {
                let value = if attacks { value } else { value.reversed() };
                return Finding::proved(value == Value::Win, nodes);
            }
            None => Verdict::Open(if attacks { report.value } else { 1.0 - report.value }),
        };
        Finding { verdict, nodes }
    }

    /// Findings about the positions after each legal turn of the attacker, in the order of the
    /// turns, as long as at most one of them wins; `None` as soon as a second one does.
    pub(in crate::puzzle) fn only_win(
        &mut self,
        game: &Game<B>,
    ) -> Option<Vec<(B::Turn, Finding)>> {
        let mut findings: Vec<(B::Turn, Finding)> = Vec::new();
        let mut refutations: Vec<Carrier> = Vec::new();
        let mut wins = 0;
        for turn in game.legal_turns().iter() {
            if refutations.iter().any(|carrier| !carrier.has(game.position(), turn)) {
                findings.push((turn, Finding::proved(false, 0)));
                continue;
            }
            let mut after = game.clone();
            after.play_unchecked(turn);
            let finding = self.judge(&after);
            wins += u32::from(finding.verdict == Verdict::Wins);
            if wins > 1 {
                return None;
            }
            if finding.verdict == Verdict::Fails && has_carriers(B::KIND) {
                refutations.extend(self.solver.carrier(after.position()));
            }
            findings.push((turn, finding));
        }
        Some(findings)
    }
}

impl Finding {
    const fn proved(wins: bool, nodes: u64) -> Self {
        Self { verdict: if wins { Verdict::Wins } else { Verdict::Fails }, nodes }
    }
}

/// Whether a position may come again, so that proofs are the engine's, which knows repetitions.
pub(in crate::puzzle) const fn may_repeat(kind: GameKind) -> bool {
    matches!(kind, GameKind::Ankor)
}
