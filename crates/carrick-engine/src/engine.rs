//! The computer at full strength, for a game of any kind, with turns by their names.

use carrick_games::{
    AnyGame, Board as _, Game, Notation, TurnSet as _, anchor, ankor, antipod, boche,
};

use crate::ankor::AlphaBeta;
use crate::each_turn;
use crate::tactics::{Answers, answers, winning_turn};
use crate::tree::Search;
use crate::{Limits, Report, Searchable, Tuning, Value};

/// What a search found, with turns by their canonical names.
pub type Thought = Report<String>;

/// A search of a game of any kind, which it follows from turn to turn: alpha-beta for Ankor, the tree for
/// the others.
///
/// ```
/// use carrick_engine::{Engine, Limits};
/// use carrick_games::{AnyGame, AnyOptions, GameKind, Limits as Sizes};
/// let options = AnyOptions::parse(GameKind::Antipod, &["-radius=4"], Sizes::Challenge)?;
/// let game = AnyGame::new(options);
/// let thought = Engine::new(&game, 1).think(Limits::nodes(50));
/// assert!(game.play_text(thought.best().unwrap()).is_ok());
/// # Ok::<(), carrick_games::OptionError>(())
/// ```
#[derive(Debug)]
pub struct Engine {
    inside: Inside,
    seed: u64,
}

#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "few are held at a time")]
enum Inside {
    AlphaBeta(AlphaBeta, Game<ankor::Board>),
    Ankor(Search<ankor::Board>),
    Boche(Search<boche::Board>),
    Antipod(Search<antipod::Board>),
    Anchor(Search<anchor::Board>),
}

/// What the rules alone say of the next turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Urgent {
    /// This turn wins at once.
    Wins(String),
    /// After any other turn than these the opponent wins at once.
    Answers(Vec<String>),
    /// Neither.
    Nothing,
}

impl Urgent {
    pub(crate) fn of(game: &AnyGame) -> Self {
        match game {
            AnyGame::Ankor(game) => Self::on(game),
            AnyGame::Boche(game) => Self::on(game),
            AnyGame::Antipod(game) => Self::on(game),
            // A player who is behind in a settled game passes, though the opponent wins by passing too.
            AnyGame::Anchor(game) => match (Self::on(game), game.board().settle(0)) {
                (Self::Answers(_), Some(_)) => Self::Nothing,
                (urgent, _) => urgent,
            },
        }
    }

    fn on<B: Searchable + Notation>(game: &Game<B>) -> Self {
        let name = |turn| game.turn_name(turn).to_string();
        if let Some(turn) = winning_turn(game) {
            return Self::Wins(name(turn));
        }
        match answers(game) {
            Answers::Only(turns) if !turns.is_empty() => {
                Self::Answers(turns.into_iter().map(name).collect())
            }
            Answers::Only(_) | Answers::Any => Self::Nothing,
        }
    }
}

impl Engine {
    /// A search of a game's current position. With one thread the same seed gives the same thoughts.
    #[must_use]
    pub fn new(game: &AnyGame, seed: u64) -> Self {
        match game {
            AnyGame::Ankor(game) => {
                let inside = Inside::AlphaBeta(AlphaBeta::new(game, seed), game.clone());
                Self { inside, seed }
            }
            _ => Self::tree(game, seed, |tuning| tuning),
        }
    }

    /// The tree search, with constants made from those of the game.
    #[must_use]
    pub fn tree(game: &AnyGame, seed: u64, tune: impl FnOnce(Tuning) -> Tuning) -> Self {
        fn search<B: Searchable>(
            game: &Game<B>,
            seed: u64,
            tune: impl FnOnce(Tuning) -> Tuning,
        ) -> Search<B> {
            Search::with_tuning(game, seed, tune(B::TUNING))
        }
        let inside = match game {
            AnyGame::Ankor(game) => Inside::Ankor(search(game, seed, tune)),
            AnyGame::Boche(game) => Inside::Boche(search(game, seed, tune)),
            AnyGame::Antipod(game) => Inside::Antipod(search(game, seed, tune)),
            AnyGame::Anchor(game) => Inside::Anchor(search(game, seed, tune)),
        };
        Self { inside, seed }
    }

    /// Goes on to another position. What is known about it is kept when it belongs to the same game.
    pub fn follow(&mut self, game: &AnyGame) {
        match (&mut self.inside, game) {
            (Inside::AlphaBeta(_, followed), AnyGame::Ankor(game))
                if followed.board().options() == game.board().options() =>
            {
                *followed = game.clone();
            }
            (Inside::Ankor(search), AnyGame::Ankor(game)) => search.follow(game),
            (Inside::Boche(search), AnyGame::Boche(game)) => search.follow(game),
            (Inside::Antipod(search), AnyGame::Antipod(game)) => search.follow(game),
            (Inside::Anchor(search), AnyGame::Anchor(game)) => search.follow(game),
            _ => *self = Self::new(game, self.seed),
        }
    }

    /// Whether the search goes deeper in rounds and tells what each has found, so that to interrupt it would
    /// cost it the round.
    #[must_use]
    pub const fn thinks_in_rounds(&self) -> bool {
        matches!(self.inside, Inside::AlphaBeta(..))
    }

    /// Sets the maximum memory of the search tree in bytes, and prunes what is beyond it. The table of alpha-beta has
    /// a fixed size.
    pub fn set_memory(&mut self, bytes: usize) {
        match &mut self.inside {
            Inside::AlphaBeta(..) => {}
            Inside::Ankor(search) => search.set_memory(bytes),
            Inside::Boche(search) => search.set_memory(bytes),
            Inside::Antipod(search) => search.set_memory(bytes),
            Inside::Anchor(search) => search.set_memory(bytes),
        }
    }

    /// How many bytes of memory the search takes for what it has found.
    #[must_use]
    pub fn bytes(&self) -> usize {
        match &self.inside {
            Inside::AlphaBeta(search, _) => search.bytes(),
            Inside::Ankor(search) => search.bytes(),
            Inside::Boche(search) => search.bytes(),
            Inside::Antipod(search) => search.bytes(),
            Inside::Anchor(search) => search.bytes(),
        }
    }

    /// Thinks until a limit is reached or the position is decided. A tree goes on from there when it is called
    /// again; alpha-beta begins anew with what its table still knows.
    pub fn think(&mut self, limits: Limits<'_>) -> Thought {
        self.think_aloud(limits, 1, None)
    }

    /// The same with a value of its own for each of so many of the best turns (those of a tree all have one);
    /// where it [thinks in rounds](Self::thinks_in_rounds), `tell` hears what each has found.
    ///
    /// ```
    /// use carrick_engine::{Engine, Limits};
    /// use carrick_games::{AnyGame, AnyOptions, GameKind, Limits as Sizes};
    /// let game = AnyGame::new(AnyOptions::parse(GameKind::Ankor, &["-size=4"], Sizes::Challenge)?);
    /// let mut told = Vec::new();
    /// let mut tell = |thought: carrick_engine::Thought| told.push(thought.nodes);
    /// let thought = Engine::new(&game, 1).think_aloud(Limits::nodes(2000), 3, Some(&mut tell));
    /// assert!(told.len() > 1 && told.is_sorted() && told.last() <= Some(&thought.nodes));
    /// # Ok::<(), carrick_games::OptionError>(())
    /// ```
    pub fn think_aloud(
        &mut self,
        limits: Limits<'_>,
        lines: usize,
        tell: Option<&mut dyn FnMut(Thought)>,
    ) -> Thought {
        match &mut self.inside {
            Inside::AlphaBeta(search, game) => {
                let position = &*game;
                let mut tell =
                    tell.map(|tell| move |report: Report<_>| tell(report.named(position)));
                let tell = tell.as_mut().map(|tell| tell as &mut dyn FnMut(Report<ankor::Turn>));
                search.think_aloud(position, limits, lines, tell).named(position)
            }
            Inside::Ankor(search) => search.run_named(limits),
            Inside::Boche(search) => search.run_named(limits),
            Inside::Antipod(search) => search.run_named(limits),
            Inside::Anchor(search) => search.run_named(limits),
        }
    }

    /// Thinks so that every turn gets a value of its own, not only those that may be the best. This is
    /// for those who want to choose among several. Where all is settled, only the turns that lose no
    /// points are left to choose from.
    pub fn weigh(&mut self, limits: Limits<'_>) -> Thought {
        match &mut self.inside {
            Inside::AlphaBeta(search, game) => weigh(search, game, limits).named(game),
            _ => {
                let mut thought = self.think(limits);
                if thought.settled {
                    let best = thought.lines.first().and_then(|line| line.margin);
                    thought.lines.retain(|line| line.margin == best);
                }
                thought
            }
        }
    }
}

/// Gives each turn of Ankor an equal share of the nodes.
fn weigh(
    search: &mut AlphaBeta,
    game: &Game<ankor::Board>,
    limits: Limits<'_>,
) -> Report<ankor::Turn> {
    let share = (limits.nodes / game.legal_turns().len().max(1) as u64).max(1);
    let mut left = limits.nodes;
    let mut lines = each_turn::of(game, |after| {
        let report = search.run(after, Limits { nodes: share.min(left), ..limits });
        left -= report.nodes;
        report
    });
    lines.sort_by(|one, other| other.value.total_cmp(&one.value));
    let value = lines.first().map_or(0.5, |line| line.value);
    let proved = lines.first().and_then(|line| line.proved).filter(|&worth| worth == Value::Win);
    Report { value, proved, nodes: limits.nodes - left, lines, settled: false }
}
