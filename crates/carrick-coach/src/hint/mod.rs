//! Hints: a good turn for the player to move, revealed in three steps.
//!
//! [`HintBudget::find`] searches a position once. The resulting [`Hint`] can be stored, and reveals
//! more with each step.
//! [`Step`]: where to look, which turn, and why. With the same budget a position gets the same
//! hint.

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use carrick_engine::opening::LATEST_SWAP_PLY;
use carrick_engine::{
    AnyEngine, AnyPlayer, Exact, Level, Limits, Memory, Thought, Value, node_microseconds,
    threats_by_name, winning_turns_by_name,
};
use carrick_games::cubes::{CellId, Lattice};
use carrick_games::{
    AnyGame, AnyOptions, Board, Outcome, PASS, SWAP, TurnSet as _, anchor, ankor, antipod, boche,
    match_game, percent,
};
use carrick_lessons::deed_of;
use serde::{Deserialize, Serialize};

use crate::analysis::counted;
use crate::puzzle::{Effort, proved_win};
use crate::steady::steady;

/// Maximum number of turns of a hint's line.
pub const LINE: usize = 6;

/// Step of a hint: how much of it is revealed.
///
/// ```
/// use carrick_coach::hint::Step;
/// assert_eq!("2".parse(), Ok(Step::Turn));
/// assert_eq!(Step::Where.next(), Some(Step::Turn));
/// let said = "a hint has three steps: 1 says where to look, 2 the turn, and 3, the last, why";
/// assert_eq!("4".parse::<Step>().unwrap_err().to_string(), said);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub enum Step {
    /// A part of the board.
    Where,
    /// The turn.
    Turn,
    /// The line, and the values before and after its first turn.
    Why,
}

/// Error for a number that is not a step of a hint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a hint has three steps: 1 says where to look, 2 the turn, and 3, the last, why")]
pub struct StepError;

impl Step {
    /// All steps in order.
    pub const ALL: [Self; 3] = [Self::Where, Self::Turn, Self::Why];

    /// Number of the step, from 1.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }

    /// The step after this one.
    #[must_use]
    pub const fn next(self) -> Option<Self> {
        match self {
            Self::Where => Some(Self::Turn),
            Self::Turn => Some(Self::Why),
            Self::Why => None,
        }
    }
}

impl TryFrom<u8> for Step {
    type Error = StepError;

    fn try_from(number: u8) -> Result<Self, StepError> {
        Self::ALL.into_iter().find(|step| step.number() == number).ok_or(StepError)
    }
}

impl From<Step> for u8 {
    fn from(step: Step) -> Self {
        step.number()
    }
}

impl std::str::FromStr for Step {
    type Err = StepError;

    fn from_str(text: &str) -> Result<Self, StepError> {
        text.parse::<u8>().map_err(|_| StepError)?.try_into()
    }
}

impl std::fmt::Display for Step {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.number().fmt(f)
    }
}

/// Value of a position to the player who gets the hint, and the search that found it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = FoundView))]
pub struct Found {
    /// 0 to 1; if proved, 0, one half or 1.
    #[cfg_attr(feature = "schema", schema(minimum = 0, maximum = 1))]
    pub value: f32,
    /// Whether the value is proved.
    pub proved: bool,
    /// Number of positions searched; 0 if no search was needed.
    pub nodes: u64,
}

impl Found {
    /// Result of a search of the player's own position.
    fn own(thought: &Thought, nodes: u64) -> Self {
        let value = thought.proved.map_or(thought.value, Value::points);
        Self { value, proved: thought.proved.is_some(), nodes }
    }

    /// A proved value.
    const fn proved(value: f32, nodes: u64) -> Self {
        Self { value, proved: true, nodes }
    }
}

/// A good turn for the player to move, and why it is good.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Hint {
    /// Canonical names of the turn and of those likely to follow; at most [`LINE`].
    pub line: Vec<String>,
    /// A place at or next to the turn's place, where the player is told to look; `None` for a turn
    /// without a place, such as `swap`.
    pub near: Option<String>,
    /// Value before the turn.
    pub before: Found,
    /// Value after the turn, from a separate search unless it is proved.
    pub after: Found,
}

impl Hint {
    /// The turn; empty only for a damaged hint.
    #[must_use]
    pub fn turn(&self) -> &str {
        self.line.first().map(String::as_str).unwrap_or_default()
    }

    /// The places to look at, including the turn's, in the position of the hint; empty for a turn
    /// without a place.
    #[must_use]
    pub fn region(&self, game: &AnyGame) -> Vec<String> {
        self.near.as_deref().map(|near| region(game, near)).unwrap_or_default()
    }

    /// The hint in words, up to a step: a sentence or a few for each step.
    ///
    /// ```
    /// use carrick_coach::hint::{HintBudget, Step};
    /// use carrick_games::{AnyGame, AnyOptions, GameKind, SizeLimits};
    /// let options = AnyOptions::parse(GameKind::Antipod, &["-radius=4"], SizeLimits::Challenge)?;
    /// let play = |game: AnyGame, turn| game.play_text(turn).unwrap();
    /// let game = ["d3", "a2", "d5", "b1"].into_iter().fold(AnyGame::new(options), play);
    /// let hint = HintBudget { nodes: 50, seed: 1 }.find(&game, &|| false).unwrap();
    /// let told = hint.told(&game, Step::Turn);
    /// assert!(told[0].starts_with("Look near "), "{told:?}");
    /// assert!(told[1].contains(hint.turn()) && told.len() == 2, "{told:?}");
    /// # Ok::<(), carrick_games::OptionError>(())
    /// ```
    #[must_use]
    pub fn told(&self, game: &AnyGame, step: Step) -> Vec<String> {
        let steps = Step::ALL.into_iter().filter(|&one| one <= step);
        steps.map(|one| of_step(self, game, one)).collect()
    }
}

// Parts of a board: a place and its neighbours.

/// A board whose places have neighbours.
trait Adjacency: Board {
    /// A place that can be seen.
    type Spot: Copy + PartialEq;

    /// All visible places.
    fn seen(&self) -> Vec<Self::Spot>;

    /// The neighbours of a place, including hidden ones.
    fn beside(&self, spot: Self::Spot) -> Vec<Self::Spot>;

    /// The name of a place, as turns write it.
    fn name(&self, spot: Self::Spot) -> String;

    /// A place and its visible neighbours; empty if no place has this name.
    fn around(&self, name: &str) -> Vec<Self::Spot> {
        let seen = self.seen();
        let Some(&at) = seen.iter().find(|&&spot| self.name(spot) == name) else {
            return Vec::new();
        };
        let beside = self.beside(at).into_iter().filter(|spot| seen.contains(spot));
        std::iter::once(at).chain(beside).collect()
    }
}

/// A place at or next to that of a turn, chosen by a seed so that it does not give the turn away.
/// `None` for a turn without a place.
fn beside(game: &AnyGame, turn: &str, seed: u64) -> Option<String> {
    let place = turn.rsplit(['-', ':']).next().unwrap_or(turn);
    match_game!(game, AnyGame(game) => {
        let around = game.board().around(place);
        let seed = seed.wrapping_add(game.turns().len() as u64 + 1);
        // The upper bits of a product are well mixed.
        let mixed = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
        let at = usize::try_from(mixed).unwrap_or_default().checked_rem(around.len())?;
        around.get(at).map(|&spot| game.board().name(spot))
    })
}

/// Names of a place and its neighbours, each once.
fn region(game: &AnyGame, near: &str) -> Vec<String> {
    match_game!(game, AnyGame(game) => {
        let board = game.board();
        let names: BTreeSet<String> =
            board.around(near).into_iter().map(|spot| board.name(spot)).collect();
        names.into_iter().collect()
    })
}

impl Adjacency for antipod::Board {
    type Spot = antipod::Point;

    fn seen(&self) -> Vec<Self::Spot> {
        self.sphere().points().iter().collect()
    }

    fn beside(&self, spot: Self::Spot) -> Vec<Self::Spot> {
        self.sphere().neighbours(spot).collect()
    }

    fn name(&self, spot: Self::Spot) -> String {
        self.sphere().place(spot).to_string()
    }
}

impl Adjacency for anchor::Board {
    type Spot = anchor::Point;

    fn seen(&self) -> Vec<Self::Spot> {
        self.points().collect()
    }

    fn beside(&self, spot: Self::Spot) -> Vec<Self::Spot> {
        self.neighbours(spot).collect()
    }

    fn name(&self, spot: Self::Spot) -> String {
        spot.to_string()
    }
}

impl Adjacency for ankor::Board {
    type Spot = CellId;

    fn seen(&self) -> Vec<CellId> {
        let shows = |&id: &CellId| {
            self.spots().contains(id.index()) || self.cube(id).is_some() && !self.is_covered(id)
        };
        self.lattice().ids().filter(shows).collect()
    }

    fn beside(&self, spot: CellId) -> Vec<CellId> {
        beside_cell(self.lattice(), spot)
    }

    fn name(&self, spot: CellId) -> String {
        self.lattice().place(spot).to_string()
    }
}

impl Adjacency for boche::Board {
    type Spot = CellId;

    fn seen(&self) -> Vec<CellId> {
        let shows = |&id: &CellId| {
            self.spots().contains(id.index()) || self.rotation(id).is_some() && !self.is_covered(id)
        };
        self.lattice().ids().filter(shows).collect()
    }

    fn beside(&self, spot: CellId) -> Vec<CellId> {
        beside_cell(self.lattice(), spot)
    }

    fn name(&self, spot: CellId) -> String {
        self.lattice().place(spot).to_string()
    }
}

/// The cells around one: on its level, below it and above it.
fn beside_cell(lattice: &Lattice, id: CellId) -> Vec<CellId> {
    let level = lattice.neighbours(id).iter().map(CellId::from_index);
    let below = (0..3).filter_map(|axis| lattice.support(id, axis));
    let above = (0..3).filter_map(|axis| lattice.resting(id, axis));
    level.chain(below).chain(above).collect()
}

// Budgets of hints, in nodes, and the search for a hint.

/// Time that the search for a hint takes at each game's measured speed, in milliseconds of one
/// core; the position after the turn takes half as much again.
const HINT_MS: u64 = 2000;

/// Memory of a search, in bytes.
const TREE_BYTES: usize = 16 << 20;

/// Budget of a hint: a number of nodes for the position, and a seed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HintBudget {
    /// Maximum number of nodes for the position; the one after the turn gets half as many again.
    pub nodes: u64,
    /// Seed of the searches, and of the choice of where to look.
    pub seed: u64,
}

impl HintBudget {
    /// The budget for a board: about three seconds of one core in all.
    ///
    /// ```
    /// use carrick_coach::hint::HintBudget;
    /// use carrick_games::{AnyOptions, GameKind, SizeLimits};
    /// let of = |size| AnyOptions::parse(GameKind::Anchor, &[size], SizeLimits::Challenge);
    /// let [small, large] = [of("-size=5")?, of("-size=10")?];
    /// assert!(HintBudget::of(large, 1).nodes < HintBudget::of(small, 1).nodes);
    /// # Ok::<(), carrick_games::OptionError>(())
    /// ```
    #[must_use]
    pub fn of(options: AnyOptions, seed: u64) -> Self {
        Self { nodes: (HINT_MS * 1000 / node_microseconds(options)).max(1), seed }
    }

    /// Finds a hint for the player to move, on one thread; `None` when the game is over, or when
    /// `stop` ended the search.
    ///
    /// A turn that wins immediately needs no search, and a turn that is proved to win comes before
    /// any other.
    #[must_use]
    pub fn find(&self, game: &AnyGame, stop: &(dyn Fn() -> bool + Sync)) -> Option<Hint> {
        self.find_by(game, &(), stop)
    }

    /// Finds a hint where exact values may be known: then a win is the shortest one, and a draw is
    /// never given away.
    #[must_use]
    pub fn find_by(
        &self,
        game: &AnyGame,
        exact: &dyn Exact,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<Hint> {
        game.seat_to_move()?;
        let best = self.best(game, exact, stop)?;
        let after = game.clone().play_text(&best.turn).ok()?;
        let (found, answer) = self.after(&best, &after, exact, stop);
        if stop() {
            return None;
        }
        let line = std::iter::once(best.turn.clone()).chain(answer).take(LINE).collect();
        let near = beside(game, &best.turn, self.seed);
        Some(Hint { line, near, before: best.found, after: found })
    }

    /// The turn to play.
    fn best(
        &self,
        game: &AnyGame,
        exact: &dyn Exact,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<Best> {
        if let Some(turn) = winning_turns_by_name(game).into_iter().next() {
            let found = Found::proved(1.0, 0);
            return Some(Best { turn, found, proved: Some(Value::Win), answer: Vec::new() });
        }
        let limits = Limits { nodes: self.nodes, stop, threads: 1 };
        if let Some(known) = exact.exact(game).filter(|known| known.proved.is_some()) {
            // A search chooses among the turns that keep a draw.
            let mut player = AnyPlayer::new(game, Level::MAX, self.seed, MEMORY);
            let choice = player.choose_by(game, limits, exact)?;
            return Some(Best::of(choice.turn, &known));
        }
        // The effort for the whole question whether a position is a puzzle.
        let effort = Effort::mining(game.kind()).times(2);
        if let Some((turn, nodes)) = proved_win(game, effort) {
            let found = Found::proved(1.0, nodes);
            return Some(Best { turn, found, proved: Some(Value::Win), answer: Vec::new() });
        }
        // While players may still choose sides, measured openings are more reliable than a search.
        if game.ply() <= LATEST_SWAP_PLY as usize {
            let mut player = AnyPlayer::new(game, Level::MAX, self.seed, MEMORY);
            let choice = player.choose(game, limits)?;
            return Some(Best::of(choice.turn, &choice.thought));
        }
        let thought = steady(AnyEngine::new(game, self.seed, MEMORY), limits);
        Some(Best::of(thought.best()?.clone(), &thought))
    }

    /// Value after the turn, and how play may continue.
    fn after(
        &self,
        best: &Best,
        after: &AnyGame,
        exact: &dyn Exact,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> (Found, Vec<String>) {
        if let Some(outcome) = after.outcome() {
            return (Found::proved(points(after, outcome), 0), Vec::new());
        }
        let limits = Limits { nodes: (self.nodes / 2).max(1), stop, threads: 1 };
        let known = exact.exact(after).filter(|known| known.proved.is_some());
        let thought =
            known.unwrap_or_else(|| steady(AnyEngine::new(after, self.seed, MEMORY), limits));
        let theirs = Found::own(&thought, thought.nodes);
        let answer = thought.lines.first().map(|line| {
            std::iter::once(line.turn.clone()).chain(line.continuation.clone()).collect()
        });
        let answer = answer.unwrap_or_default();
        match best.proved {
            // A shorter search may have missed the proof.
            Some(value) if !theirs.proved => {
                let answer = if best.answer.is_empty() { answer } else { best.answer.clone() };
                (Found::proved(value.points(), best.found.nodes), answer)
            }
            _ => (Found { value: 1.0 - theirs.value, ..theirs }, answer),
        }
    }
}

const MEMORY: Memory = Memory { tree: TREE_BYTES, table: Memory::TABLE };

/// The turn to play, and what is known about it.
struct Best {
    turn: String,
    /// Result for the position before it.
    found: Found,
    /// The proved value of the turn.
    proved: Option<Value>,
    /// The turns that are likely to follow.
    answer: Vec<String>,
}

impl Best {
    fn of(turn: String, thought: &Thought) -> Self {
        let line = thought.lines.iter().find(|line| line.turn == turn);
        Self {
            found: Found::own(thought, thought.nodes),
            proved: line.and_then(|line| line.proved),
            answer: line.map(|line| line.continuation.clone()).unwrap_or_default(),
            turn,
        }
    }
}

/// Points of the player who has just moved, for an outcome on the board.
fn points(after: &AnyGame, outcome: Outcome) -> f32 {
    let before = after.at(after.ply().saturating_sub(1));
    let mover = before.seat_to_move();
    match outcome.winner().map(|winner| after.seat_of(winner)) {
        None => 0.5,
        Some(winner) if Some(winner) == mover => 1.0,
        Some(_) => 0.0,
    }
}

// Hints in words.

/// One step of a hint.
fn of_step(hint: &Hint, game: &AnyGame, step: Step) -> String {
    match step {
        Step::Where => whereabouts(hint, game),
        Step::Turn => turn(hint, game),
        Step::Why => format!("{} {}", line(hint, game), values(hint, game.ply())),
    }
}

fn whereabouts(hint: &Hint, game: &AnyGame) -> String {
    match (&hint.near, hint.turn()) {
        (Some(near), _) => format!("Look near {near}: {}.", reason(hint, game, "near it")),
        (None, SWAP) => "Look at the whole board: which side would you rather have?".to_owned(),
        (None, PASS) => "Look at the whole board: does any turn still gain something?".to_owned(),
        (None, _) => format!("Look at the whole board: {}.", reason(hint, game, "on it")),
    }
}

/// A reason to look where the turn goes; it does not name the turn. `place` says where that is.
fn reason(hint: &Hint, game: &AnyGame, place: &str) -> String {
    let deed = deed(game, hint.turn());
    let is_won = hint.before.proved && hint.before.value == 1.0;
    if winning_turns_by_name(game).iter().any(|turn| turn == hint.turn()) {
        return match deed {
            Some(deed) => format!("you can {deed} and win"),
            None => "you can win immediately".to_owned(),
        };
    }
    if is_won {
        return format!("a turn {place} wins with best play (proved)");
    }
    if hint.before.proved && hint.before.value == 0.0 {
        return format!("every turn loses against best play, but one {place} holds out for long");
    }
    if !threats_by_name(game).is_empty() {
        return format!("your opponent threatens to win, and a turn {place} prevents that");
    }
    match deed {
        Some(deed) => format!("you can {deed} there"),
        None => format!("the best turn that the computer found is {place}"),
    }
}

fn turn(hint: &Hint, game: &AnyGame) -> String {
    let turn = hint.turn();
    match deed(game, turn) {
        Some(deed) => format!("The turn is {turn}, to {deed}."),
        None => format!("The turn is {turn}."),
    }
}

/// The line, with what its turns do.
fn line(hint: &Hint, game: &AnyGame) -> String {
    let mut game = game.clone();
    let mut told = Vec::new();
    for turn in &hint.line {
        told.push(match deed(&game, turn) {
            Some(deed) => format!("{turn} to {deed}"),
            None => turn.clone(),
        });
        let Ok(next) = game.clone().play_text(turn) else { break };
        game = next;
    }
    let ends = game.outcome().map(|outcome| outcome.sentence(game.kind()).to_string());
    let ends = ends.map(|sentence| format!(": {sentence}")).unwrap_or_default();
    let is_likely = if hint.line.len() > 1 { "Play may continue with" } else { "It is one turn:" };
    format!("{is_likely} {}{ends}.", told.join(", then "))
}

/// The values, and how each was found.
fn values(hint: &Hint, ply: usize) -> String {
    let Hint { before, after, .. } = hint;
    if before.proved && after.proved && before.value == after.value {
        return match before.value {
            1.0 => "It wins (proved).".to_owned(),
            0.0 => "Every turn loses (proved).".to_owned(),
            _ => "It is a draw (proved).".to_owned(),
        };
    }
    format!(
        "For you, the position is worth {} before the turn and {} after it.",
        found(*before, ply),
        found(*after, ply)
    )
}

/// A value and how it was found.
fn found(Found { value, proved, nodes }: Found, ply: usize) -> String {
    // A value without a search comes from measured openings while sides may be chosen, and later
    // from counting.
    let known = if ply <= LATEST_SWAP_PLY as usize { "from measured openings" } else { "counted" };
    match (proved, value) {
        (true, 1.0) => "a win (proved)".to_owned(),
        (true, 0.0) => "a loss (proved)".to_owned(),
        (true, _) => "a draw (proved)".to_owned(),
        (false, value) if nodes == 0 => format!("{} ({known})", percent(value)),
        (false, value) => format!("{} (search, {} positions)", percent(value), counted(nodes)),
    }
}

/// The most significant effect of a turn, in the infinitive.
fn deed(game: &AnyGame, turn: &str) -> Option<String> {
    deed_of(game, &game.clone().play_text(turn).ok()?)
}
