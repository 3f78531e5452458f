//! Proofs that a player wins: proof-number search, and judging turns by it.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hasher};
use std::marker::PhantomData;

use carrick_engine::proof_number::{Child, ProofNumbers, Prover, Stopped, prove};
use carrick_engine::{Engine, Limits, Memory, Searchable, Value};
use carrick_games::{
    ActionSpace, AnyGame, Game, GameKind, Notation, Position, Seat, TurnSet as _, match_game,
};
use serde::{Deserialize, Serialize};

// Whether a player can force a win by the rules alone: depth-first proof-number search.

/// A search that answers one question: can this seat force a win from here?
///
/// It plays turns until the rules end the game, so its answer is a proof as long as no two
/// positions share a 128-bit hash key. It is for games in which positions cannot repeat: in Ankor,
/// a table of proofs would have to know how each position was reached.
///
/// In a game where an extra stone never hurts its owner, a won position has a carrier: the places
/// that the winner's strategy needs. Wherever the loser plays outside the carrier, the same
/// strategy wins. So after one refutation, only the turns inside its carrier have to be tried (the
/// must-play region).
#[derive(Debug)]
pub(in crate::puzzle) struct Solver {
    attacker: Seat,
    table: HashMap<u128, ProofNumbers, ByKey>,
    /// Carriers of solved positions, in games that have them.
    carriers: HashMap<u128, TurnMask, ByKey>,
    expanded: u64,
    budget: u64,
}

impl Solver {
    /// Creates a solver of positions of one game, for one seat.
    pub(in crate::puzzle) fn new(attacker: Seat) -> Self {
        Self {
            attacker,
            table: HashMap::default(),
            carriers: HashMap::default(),
            expanded: 0,
            budget: 0,
        }
    }

    /// Whether the attacker can force a win, and the number of positions expanded; `None` when the
    /// budget of expanded positions ran out.
    pub(in crate::puzzle) fn solve<B: Searchable>(
        &mut self,
        position: &Position<B>,
        budget: u64,
    ) -> (Option<bool>, u64) {
        if let Some(outcome) = position.outcome() {
            let winner = outcome.winner().map(|colour| position.board().seat_of(colour));
            return (Some(winner == Some(self.attacker)), 0);
        }
        (self.expanded, self.budget) = (0, budget);
        let mut task = ProofTask { solver: self, game: PhantomData };
        let numbers = prove(&mut task, position, position.hash());
        let attacks = position.board().seat_to_move() == self.attacker;
        let answer = match numbers {
            Ok(ProofNumbers { win: 0, .. }) => Some(attacks),
            Ok(ProofNumbers { loss: 0, .. }) => Some(!attacks),
            _ => None,
        };
        (answer, self.expanded)
    }

    /// Carrier of the winner's strategy in a solved position.
    pub(in crate::puzzle) fn carrier<B: Searchable>(
        &self,
        position: &Position<B>,
    ) -> Option<TurnMask> {
        self.carriers.get(&position.hash()).copied()
    }
}

/// A search of positions of one game.
struct ProofTask<'a, B> {
    solver: &'a mut Solver,
    game: PhantomData<B>,
}

impl<B: Searchable> Prover for ProofTask<'_, B> {
    type Position = Position<B>;
    type Turn = B::Turn;
    /// Union of the carriers of all refutations so far.
    type Node = TurnMask;

    fn enter(&mut self) -> Result<(), Stopped> {
        // The first position is always expanded.
        if self.solver.expanded > 0 && self.solver.expanded >= self.solver.budget {
            return Err(Stopped);
        }
        self.solver.expanded += 1;
        Ok(())
    }

    fn looked_at(&self) -> u64 {
        self.solver.expanded
    }

    fn list(
        &mut self,
        position: &Position<B>,
        _: u128,
        children: &mut Vec<Child<B::Turn>>,
    ) -> Result<TurnMask, (ProofNumbers, TurnMask)> {
        let mover = position.board().seat_to_move();
        let (mut carrier, first) = (TurnMask::default(), children.len());
        for turn in position.legal_turns().iter() {
            let after = played(position, turn);
            let Some(outcome) = after.outcome() else {
                children.push(Child { turn, key: after.hash(), numbers: ProofNumbers::UNKNOWN });
                continue;
            };
            let winner = outcome.winner().map(|colour| after.board().seat_of(colour));
            let attacked = winner == Some(self.solver.attacker);
            if attacked == (mover == self.solver.attacker) {
                return Err((ProofNumbers::WON, TurnMask::of(position, turn)));
            }
        }
        if has_carriers(B::KIND) {
            answer_threats(position, &mut carrier, children, first);
        }
        if children.len() == first { Err((ProofNumbers::LOST, carrier)) } else { Ok(carrier) }
    }

    /// Reads the numbers of all positions, and drops the turns that the refutation of another turn
    /// also refutes.
    fn renew(
        &mut self,
        position: &Position<B>,
        carrier: &mut TurnMask,
        children: &mut Vec<Child<B::Turn>>,
        first: usize,
    ) {
        for child in &mut children[first..] {
            child.numbers = self.known(child.key).unwrap_or(ProofNumbers::UNKNOWN);
        }
        if !has_carriers(B::KIND) {
            return;
        }
        let mut index = first;
        while let Some(&Child { turn, key, numbers }) = children.get(index) {
            index += 1;
            let refuted = numbers.win == 0;
            let Some(needed) = self.solver.carriers.get(&key).filter(|_| refuted) else { continue };
            *carrier = carrier.and(*needed);
            let before = children.len();
            retain_from(children, first, |other| other == turn || needed.has(position, other));
            if children.len() < before {
                index = first;
            }
        }
    }

    /// Turns that end the game are never tried.
    fn after(&self, position: &Position<B>, turn: B::Turn) -> Result<Position<B>, ProofNumbers> {
        Ok(played(position, turn))
    }

    fn known(&self, key: u128) -> Option<ProofNumbers> {
        self.solver.table.get(&key).copied()
    }

    fn keep(
        &mut self,
        position: &Position<B>,
        key: u128,
        numbers: ProofNumbers,
        carrier: &TurnMask,
        children: &[Child<B::Turn>],
        _: u64,
    ) {
        self.solver.table.insert(key, numbers);
        if !numbers.is_proved() {
            return;
        }
        // A winner needs what their turn needs; a position that is proved immediately has no such
        // turn.
        let winning = children.iter().find(|child| child.numbers.loss == 0);
        let carrier = match winning {
            Some(child) if numbers.win == 0 => {
                let after = self.solver.carriers.get(&child.key).copied().unwrap_or_default();
                after.and(TurnMask::of(position, child.turn))
            }
            _ => *carrier,
        };
        self.solver.carriers.insert(key, carrier);
    }
}

fn played<B: Searchable>(position: &Position<B>, turn: B::Turn) -> Position<B> {
    let mut after = position.clone();
    after.play_unchecked(turn);
    after
}

/// Drops the turns from `first` on that do not fit.
fn retain_from<T: Copy>(children: &mut Vec<Child<T>>, first: usize, fits: impl Fn(T) -> bool) {
    let mut kept = first;
    for index in first..children.len() {
        if fits(children[index].turn) {
            children.swap(kept, index);
            kept += 1;
        }
    }
    children.truncate(kept);
}

/// Whether an extra stone never hurts its owner, so that won positions have carriers.
pub(in crate::puzzle) const fn has_carriers(kind: GameKind) -> bool {
    matches!(kind, GameKind::Antipod)
}

/// Keeps only the answer when the opponent threatens to win immediately, and nothing when they have
/// two threats. The turns start at `first`.
fn answer_threats<B: Searchable>(
    position: &Position<B>,
    carrier: &mut TurnMask,
    children: &mut Vec<Child<B::Turn>>,
    first: usize,
) {
    let opponent = !position.board().seat_to_move();
    let wins = |before: &Position<B>, turn: B::Turn| {
        let after = played(before, turn);
        let winner = after.outcome().and_then(|outcome| outcome.winner());
        winner.map(|colour| after.board().seat_of(colour)) == Some(opponent)
    };
    // The first turn stands in for a pass, and the second one tests the first.
    let &[Child { turn: one, .. }, Child { turn: other, .. }, ..] = &children[first..] else {
        return;
    };
    let (after_one, after_other) = (played(position, one), played(position, other));
    let mut threats: Vec<B::Turn> =
        after_one.legal_turns().iter().filter(|&turn| wins(&after_one, turn)).collect();
    if wins(&after_other, one) {
        threats.push(one);
    }
    for &threat in threats.iter().take(2) {
        *carrier = carrier.and(TurnMask::of(position, threat));
    }
    match threats.as_slice() {
        [] => {}
        [threat] => retain_from(children, first, |turn| turn == *threat),
        _ => children.truncate(first),
    }
}

/// Hashes keys that are already hashes.
#[derive(Debug, Clone, Copy, Default)]
struct ByKey;

/// The lower half of a key.
#[derive(Debug, Default)]
struct HalfKeyHasher(u64);

impl BuildHasher for ByKey {
    type Hasher = HalfKeyHasher;

    fn build_hasher(&self) -> HalfKeyHasher {
        HalfKeyHasher::default()
    }
}

impl Hasher for HalfKeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u128(&mut self, key: u128) {
        self.0 = key as u64;
    }
}

// Judging turns: which of them win by proof, and how certain that is where nothing is proved.

/// The exact value of a position for its player to move, if it is known without a search.
pub(in crate::puzzle) type KnownValue<'k, B> = &'k dyn Fn(&Game<B>) -> Option<Value>;

/// Decides whether a seat can force a win in positions of one game.
pub(in crate::puzzle) struct WinJudge<'k, B: Searchable> {
    attacker: Seat,
    known: KnownValue<'k, B>,
    solver: Solver,
    engine: Option<Engine<B>>,
    effort: Effort,
    seed: u64,
    /// Number of positions searched so far.
    pub(in crate::puzzle) spent: u64,
}

/// Result for a position.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::puzzle) struct ProofFinding {
    pub(in crate::puzzle) verdict: ProofVerdict,
    /// Number of positions that were searched.
    pub(in crate::puzzle) nodes: u64,
}

/// Whether the attacker wins.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::puzzle) enum ProofVerdict {
    /// The attacker can force a win: proved.
    Wins,
    /// The attacker cannot: proved.
    Fails,
    /// Neither is proved; the search's value for the attacker, 0 to 1.
    Open(f32),
}

/// Memory for the transposition table of a proof search, in bytes. Searches are short.
const MEMORY: Memory = Memory { tree: 64 << 20, table: 1 << 20 };

impl<'k, B: Searchable> WinJudge<'k, B> {
    /// A judge that searches, and looks up what a search does not settle.
    pub(in crate::puzzle) fn new(
        attacker: Seat,
        effort: Effort,
        seed: u64,
        known: KnownValue<'k, B>,
    ) -> Self {
        let solver = Solver::new(attacker);
        Self { attacker, known, solver, engine: None, effort, seed, spent: 0 }
    }

    /// Changes the limits of later searches.
    pub(in crate::puzzle) const fn set_effort(&mut self, effort: Effort) {
        self.effort = effort;
    }

    /// A judge for the same player that knows nothing yet.
    pub(in crate::puzzle) fn afresh(&self) -> Self {
        Self::new(self.attacker, self.effort, self.seed, self.known)
    }

    /// Decides whether the attacker wins from a game's position, with either player to move.
    ///
    /// The search comes first, because its number of positions shows how hard a puzzle is.
    pub(in crate::puzzle) fn judge(&mut self, game: &Game<B>) -> ProofFinding {
        let finding = self.search(game);
        let is_open = matches!(finding.verdict, ProofVerdict::Open(_));
        let Some(value) = is_open.then(|| (self.known)(game)).flatten() else { return finding };
        let attacks = game.seat_to_move() == Some(self.attacker);
        let value = if attacks { value } else { value.reversed() };
        ProofFinding::proved(value == Value::Win, finding.nodes)
    }

    fn search(&mut self, game: &Game<B>) -> ProofFinding {
        let mut nodes = 0;
        if let Some(outcome) = game.outcome() {
            let winner = outcome.winner().map(|colour| game.board().seat_of(colour));
            return ProofFinding::proved(winner == Some(self.attacker), 0);
        }
        if !may_repeat(B::KIND) {
            let (answer, expanded) = self.solver.solve(game.position(), self.effort.solver_nodes);
            nodes += expanded;
            self.spent += expanded;
            if let Some(wins) = answer {
                return ProofFinding::proved(wins, nodes);
            }
        }
        if self.effort.engine_nodes == 0 {
            return ProofFinding { verdict: ProofVerdict::Open(0.5), nodes };
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
                return ProofFinding::proved(value == Value::Win, nodes);
            }
            None => ProofVerdict::Open(if attacks { report.value } else { 1.0 - report.value }),
        };
        ProofFinding { verdict, nodes }
    }

    /// Results for the positions after each legal turn of the attacker, in the order of the turns,
    /// as long as at most one of them wins; `None` as soon as a second one does.
    pub(in crate::puzzle) fn only_win(
        &mut self,
        game: &Game<B>,
    ) -> Option<Vec<(B::Turn, ProofFinding)>> {
        let mut findings: Vec<(B::Turn, ProofFinding)> = Vec::new();
        let mut refutations: Vec<TurnMask> = Vec::new();
        let mut wins = 0;
        for turn in game.legal_turns().iter() {
            if refutations.iter().any(|carrier| !carrier.has(game.position(), turn)) {
                findings.push((turn, ProofFinding::proved(false, 0)));
                continue;
            }
            let mut after = game.clone();
            after.play_unchecked(turn);
            let finding = self.judge(&after);
            wins += u32::from(finding.verdict == ProofVerdict::Wins);
            if wins > 1 {
                return None;
            }
            if finding.verdict == ProofVerdict::Fails && has_carriers(B::KIND) {
                refutations.extend(self.solver.carrier(after.position()));
            }
            findings.push((turn, finding));
        }
        Some(findings)
    }
}

impl ProofFinding {
    const fn proved(wins: bool, nodes: u64) -> Self {
        Self { verdict: if wins { ProofVerdict::Wins } else { ProofVerdict::Fails }, nodes }
    }
}

/// Whether positions may repeat. If so, the engine, which knows repetitions, does the proofs.
pub(in crate::puzzle) const fn may_repeat(kind: GameKind) -> bool {
    matches!(kind, GameKind::Ankor)
}

// A turn that is proved to win, for helping a player.

/// A turn that is proved to win for the player to move, and the number of positions that the proof
/// took. `None` when there is no such turn, when it was not found within the effort, or in games
/// where the engine does the proofs.
#[must_use]
pub fn proved_win(game: &AnyGame, effort: Effort) -> Option<(String, u64)> {
    match_game!(game, AnyGame(game) => winning_turn(game, effort))
}

fn winning_turn<B: Searchable + Notation>(game: &Game<B>, effort: Effort) -> Option<(String, u64)> {
    if may_repeat(B::KIND) {
        return None;
    }
    let effort = Effort { engine_nodes: 0, ..effort };
    let mut judge = WinJudge::new(game.seat_to_move()?, effort, 1, &|_| None);
    if judge.judge(game).verdict != ProofVerdict::Wins {
        return None;
    }
    // The table still contains what the proof found out about the positions after each turn.
    judge.set_effort(effort.with_nodes(1));
    game.legal_turns().iter().find_map(|turn| {
        let mut after = game.clone();
        after.play_unchecked(turn);
        let wins = judge.judge(&after).verdict == ProofVerdict::Wins;
        wins.then(|| (game.turn_name(turn).to_string(), judge.spent))
    })
}

// Carriers: the places that a winning strategy needs.

/// A set of turns, by their numbers in the game's action space.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::puzzle) struct TurnMask([u64; 8]);

impl TurnMask {
    /// The set of one turn.
    pub(in crate::puzzle) fn of<B: ActionSpace>(position: &Position<B>, turn: B::Turn) -> Self {
        let mut set = Self::default();
        let (word, bit) = place(position, turn);
        // Games with more turns have no carriers.
        if let Some(word) = set.0.get_mut(word) {
            *word |= bit;
        }
        set
    }

    /// Whether a turn is in the set.
    pub(in crate::puzzle) fn has<B: ActionSpace>(
        self,
        position: &Position<B>,
        turn: B::Turn,
    ) -> bool {
        let (word, bit) = place(position, turn);
        self.0.get(word).is_none_or(|word| word & bit != 0)
    }

    /// Union of both sets.
    pub(in crate::puzzle) fn and(self, other: Self) -> Self {
        let mut both = self;
        for (word, more) in both.0.iter_mut().zip(other.0) {
            *word |= more;
        }
        both
    }
}

/// Word and bit of a turn.
fn place<B: ActionSpace>(position: &Position<B>, turn: B::Turn) -> (usize, u64) {
    let action = B::action(position.board().options(), turn);
    (action / 64, 1 << (action % 64))
}

// How certain it is that a puzzle has one solution.

/// How certain it is that exactly one turn wins. That this one wins is always proved.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Certainty {
    /// Every other turn was proved not to win, by searching to the end of the game.
    Proved {
        /// Number of positions that the proofs of all turns took in total.
        nodes: u64,
    },
    /// Some other turns were only searched, and did not turn out to win.
    Searched {
        /// Number of positions searched for all turns in total.
        nodes: u64,
        /// Value of the second-best turn to its player, 0 to 1.
        second: f32,
    },
}

impl Certainty {
    /// Whether everything was proved.
    #[must_use]
    pub const fn is_proved(self) -> bool {
        matches!(self, Self::Proved { .. })
    }
}

// Limits of the searches that find and prove puzzles.

/// Limits of the searches for one puzzle, in positions, so that a puzzle is the same on every
/// machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effort {
    /// Maximum number of positions that the solver expands for one turn; 0 in a game where
    /// positions may repeat and the engine does the proofs.
    pub solver_nodes: u64,
    /// Maximum number of positions that the engine searches for one turn; 0 if only the solver is
    /// used.
    pub engine_nodes: u64,
}

impl Effort {
    /// The limits for mining puzzles.
    ///
    /// Of the late positions that can be settled at all, nine in ten take fewer than a thousand
    /// positions per turn. The others are skipped: there are always more games, and people can
    /// hardly see a long proof.
    #[must_use]
    pub const fn mining(kind: GameKind) -> Self {
        match kind {
            GameKind::Ankor => Self { solver_nodes: 0, engine_nodes: 2500 },
            GameKind::Boche | GameKind::Anchor => Self { solver_nodes: 6000, engine_nodes: 0 },
            GameKind::Antipod => Self { solver_nodes: 2500, engine_nodes: 0 },
        }
    }

    /// These limits with another maximum for one turn, for whichever search does the proofs.
    #[must_use]
    pub const fn with_nodes(self, nodes: u64) -> Self {
        match self {
            Self { solver_nodes: 0, .. } => Self { engine_nodes: nodes, ..self },
            Self { .. } => Self { solver_nodes: nodes, ..self },
        }
    }

    /// Multiplies these limits.
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
