//! The computer as an opponent, at one of its levels.

use carrick_games::{Game, TurnSet as _};

use super::level::{Level, LevelStrength};
use super::novice;
use super::opening::{self, Advice};
use crate::players::level::ChosenTurn;
use crate::portable;
use crate::report::{Report, Value};
use crate::search::Engine;
use crate::searchable::tactics::{Answers, answers, winning_turn};
use crate::searchable::{Habits, Searchable};
use crate::settings::{Limits, Memory, SearchParts};

/// The computer as an opponent: a level that follows one game.
///
/// [`AnyPlayer`](crate::AnyPlayer) does the same for any kind of game, with turns by their names.
#[derive(Debug)]
pub struct Player<B: Searchable> {
    level: Level,
    engine: Engine<B>,
    random: fastrand::Rng,
}

/// A turn that the rules alone decide, found before any search.
enum Urgent<T> {
    /// A turn that wins immediately.
    Wins(T),
    /// The only turns that keep the opponent from winning immediately.
    Answers(Vec<T>),
    /// No turn is forced.
    Nothing,
}

impl<T> Urgent<T> {
    fn of<B: Searchable<Turn = T>>(game: &Game<B>) -> Self {
        if let Some(turn) = winning_turn(game) {
            return Self::Wins(turn);
        }
        match answers(game) {
            // A player who is behind in a settled game passes, even though passing also lets the
            // opponent win.
            Answers::Only(turns) if !turns.is_empty() && game.board().settle(0).is_none() => {
                Self::Answers(turns)
            }
            Answers::Only(_) | Answers::Any => Self::Nothing,
        }
    }
}

impl<B: Searchable> Player<B> {
    /// Creates a player in a game. The seed determines its random choices.
    #[must_use]
    pub fn new(game: &Game<B>, level: Level, seed: u64, memory: Memory) -> Self {
        // The steps between the lower levels were measured without the parts that were added later.
        let parts = if level == Level::MAX { SearchParts::All } else { SearchParts::Measured };
        let engine = Engine::with_parts(game, seed, memory, parts);
        Self { level, engine, random: fastrand::Rng::with_seed(!seed) }
    }

    /// The player's level.
    #[must_use]
    pub const fn level(&self) -> Level {
        self.level
    }

    /// Memory of the search, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.engine.bytes()
    }

    /// Sets the maximum memory of the search in bytes; a table of positions keeps its size.
    pub fn set_memory(&mut self, bytes: usize) {
        self.engine.set_memory(bytes);
    }

    /// The turn to play in a position; `None` when the game is over. `limits` are those of the
    /// machine: levels below the strongest also stay within their own node budget.
    ///
    /// All levels open by the [measured values](crate::opening), or by a long enough search on
    /// boards that were not measured. The same decides when to swap, which novices never do: people
    /// who play them are still learning which colour is theirs. Every level looks before it
    /// searches. It plays a turn that wins immediately without a search, and if the opponent
    /// threatens to win immediately, it chooses only from turns that prevent it, unless a novice
    /// overlooks the threat.
    pub fn choose(&mut self, game: &Game<B>, limits: Limits<'_>) -> Option<ChosenTurn<B::Turn>> {
        let stays = self.level.is_novice() && game.legal_turns().iter().any(B::is_swap);
        let advice = match opening::advice(game, &mut self.random) {
            _ if stays => Advice::Keep,
            Advice::Play(choice) => return Some(choice),
            advice => advice,
        };
        let (answers, overlooked) = match Urgent::of(game) {
            Urgent::Wins(turn) => return ChosenTurn::known(vec![(turn, 1.0)], Some(Value::Win)),
            Urgent::Answers(_) if self.overlooks() => (None, true),
            Urgent::Answers(turns) => (Some(turns), false),
            Urgent::Nothing => (None, false),
        };
        let (advice, nodes_before) = match advice {
            Advice::Nothing => opening::advice_by_games(game, &mut self.random, limits),
            known => (known, 0),
        };
        let keeps = match advice {
            Advice::Play(choice) => return Some(choice),
            Advice::Keep => true,
            Advice::Nothing => false,
        };
        let limits = Limits { nodes: limits.nodes - nodes_before, ..limits };
        // The quick games may have used up all the time; a single node is enough to compare turns.
        let limits = if nodes_before > 0 && (limits.stop)() { Limits::nodes(1) } else { limits };
        self.engine.follow(game);
        let forced = answers.as_ref().is_some_and(|turns| turns.len() == 1);
        let level = if forced { self.level.min(Level::GLANCE) } else { self.level };
        let LevelStrength { nodes, temperature } = if !keeps && opening::settles_sides(game) {
            level.strength_for_a_side::<B>()
        } else {
            level.strength::<B>()
        };
        let limits = match nodes {
            Some(nodes) => Limits { nodes: nodes.min(limits.nodes), threads: 1, ..limits },
            None => limits,
        };
        let mut thought = if temperature > 0.0 {
            self.engine.score_all(limits)
        } else {
            self.engine.think(limits)
        };
        thought.nodes += nodes_before;
        if keeps && thought.lines.len() > 1 {
            // The search's value for a swap is known to be wrong.
            thought.lines.retain(|line| !B::is_swap(line.turn));
            if let Some(first) = thought.lines.first() {
                (thought.value, thought.proved) = (first.value, first.proved);
            }
        }
        let allowed = |turn: &B::Turn| answers.as_ref().is_none_or(|only| only.contains(turn));
        // Once the opponent has passed and nothing can be gained, a novice also sees that: an
        // opponent who passes wants to count, not to watch the board fill up.
        let counts = thought.settled && game.turns().last().is_some_and(|&last| B::is_pass(last));
        let turn = match self.level.habits::<B>().filter(|_| temperature > 0.0) {
            Some(_) if counts => {
                let pass =
                    thought.lines.iter().map(|line| line.turn).find(|&turn| B::is_pass(turn));
                pass.or_else(|| self.pick(&thought, 0.0, allowed))?
            }
            Some(habits) => {
                let overlooked = overlooked || thought.settled && self.overlooks();
                self.pick_as_novice(game, &thought, habits, overlooked, allowed)?
            }
            None => self.pick(&thought, temperature, allowed)?,
        };
        Some(ChosenTurn { turn, thought })
    }

    /// Whether the player overlooks what is urgent, at random.
    fn overlooks(&mut self) -> bool {
        let habits = self.level.habits::<B>();
        habits.is_some_and(|habits| self.random.f32() < habits.overlooks)
    }

    /// Draws a turn as a novice does, which may have overlooked something.
    fn pick_as_novice(
        &mut self,
        game: &Game<B>,
        thought: &Report<B::Turn>,
        habits: Habits,
        overlooked: bool,
        allowed: impl Fn(&B::Turn) -> bool,
    ) -> Option<B::Turn> {
        let random = &mut self.random;
        let careless = overlooked.then(|| novice::overlook(game, habits, random)).flatten();
        careless.or_else(|| novice::judge(game, thought, habits, allowed, random))
    }

    /// Draws one of the allowed turns by softmax over their values; at temperature 0, picks the
    /// best. Always plays a turn that is proved to win; plays one that is proved to lose only if
    /// all are.
    fn pick(
        &mut self,
        thought: &Report<B::Turn>,
        temperature: f32,
        allowed: impl Fn(&B::Turn) -> bool,
    ) -> Option<B::Turn> {
        let lost = |proved| proved == Some(Value::Loss);
        let allowed = || thought.lines.iter().filter(|line| allowed(&line.turn));
        let best = allowed().next().or_else(|| thought.lines.first())?;
        if temperature == 0.0 || best.proved == Some(Value::Win) {
            return Some(best.turn);
        }
        let open = || allowed().filter(|line| lost(best.proved) || !lost(line.proved));
        let highest = open().map(|line| line.value).fold(0.0, f32::max);
        let weight = |value: f32| portable::exp((value - highest) / temperature);
        let all: f32 = open().map(|line| weight(line.value)).sum();
        let mut drawn = self.random.f32() * all;
        for line in open() {
            drawn -= weight(line.value);
            if drawn <= 0.0 {
                return Some(line.turn);
            }
        }
        Some(best.turn)
    }
}
