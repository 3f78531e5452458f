//! Engine and player for a game of any kind, with turns by their canonical names.
//!
//! Everything else in this crate is generic over the game and typed; this module creates and reads
//! names.

use std::collections::BTreeMap;

use carrick_games::{AnyGame, Game, Notation, Position, games, match_game};

use crate::players::{ChosenTurn, Level, Player};
use crate::playouts::maps;
use crate::report::{Exact, Report, ReportLine, Value};
use crate::search::{Engine, each_turn};
use crate::searchable::tactics::{threats, winning_turns};
use crate::searchable::{Searchable, Tuning};
use crate::settings::{Limits, Memory, SearchParts};

/// Result of a search, with turns by their canonical names.
pub type Thought = Report<String>;

/// Defines an enum with one variant for each game, around a generic type.
macro_rules! any {
    ($(#[$doc:meta])* $any:ident($of:ident) $($variant:ident $module:ident,)*) => {
        $(#[$doc])*
        #[derive(Debug)]
        pub struct $any(Inside<$($of<carrick_games::$module::Board>),*>);
    };
}

macro_rules! inside {
    ($($variant:ident $module:ident,)*) => {
        #[derive(Debug)]
        enum Inside<$($variant),*> {
            $($variant($variant),)*
        }
    };
}

games!(inside! {});

/// Creates an enum of `any!` from an [`AnyGame`], by an expression for the typed game.
macro_rules! make {
    (@ $game:tt $inside:ident $make:tt $($variant:ident $module:ident,)*) => {
        match $game {
            $(AnyGame::$variant($inside) => Inside::$variant($make),)*
        }
    };
    ($game:expr, $inside:ident => $make:expr) => {
        games!(make! { @ ($game) $inside { $make } })
    };
}

/// Evaluates an expression for the typed value and a typed game of the same kind, or another
/// expression if the kinds differ.
macro_rules! with_game {
    (@ $both:tt $inside:ident $of:ident $do:tt $else:tt $($variant:ident $module:ident,)*) => {
        match $both {
            $((Inside::$variant($inside), AnyGame::$variant($of)) => $do,)*
            _ => $else,
        }
    };
    ($any:expr, $game:expr, ($inside:ident, $of:ident) => $do:expr, _ => $else:expr) => {
        games!(with_game! { @ ($any, $game) $inside $of { $do } { $else } })
    };
}

games!(any! {
    /// A search of a game of any kind, which it follows from turn to turn.
    ///
    /// ```
    /// use carrick_engine::{AnyEngine, Limits, Memory};
    /// use carrick_games::{AnyGame, AnyOptions, GameKind, SizeLimits};
    /// let options = AnyOptions::parse(GameKind::Antipod, &["-radius=4"], SizeLimits::Challenge)?;
    /// let game = AnyGame::new(options);
    /// let thought = AnyEngine::new(&game, 1, Memory::default()).think(Limits::nodes(50));
    /// assert!(game.play_text(thought.best().unwrap()).is_ok());
    /// # Ok::<(), carrick_games::OptionError>(())
    /// ```
    AnyEngine(Engine)
});

impl AnyEngine {
    /// Creates a search of a game's current position, with all [`SearchParts`]. On one thread the
    /// same seed gives the same reports.
    #[must_use]
    pub fn new(game: &AnyGame, seed: u64, memory: Memory) -> Self {
        Self::with_parts(game, seed, memory, SearchParts::All)
    }

    /// Creates a search with only some of its parts, as the levels below the ninth use it.
    #[must_use]
    pub fn with_parts(game: &AnyGame, seed: u64, memory: Memory, parts: SearchParts) -> Self {
        Self(make!(game, game => Engine::with_parts(game, seed, memory, parts)))
    }

    /// Creates the tree search, with constants derived from those of the game.
    #[must_use]
    pub fn tree(
        game: &AnyGame,
        seed: u64,
        memory: Memory,
        tune: impl FnOnce(Tuning) -> Tuning,
    ) -> Self {
        fn tree<B: Searchable>(
            game: &Game<B>,
            seed: u64,
            memory: Memory,
            tune: impl FnOnce(Tuning) -> Tuning,
        ) -> Engine<B> {
            Engine::tree(game, seed, memory, tune(B::TUNING))
        }
        Self(make!(game, game => tree(game, seed, memory, tune)))
    }

    /// Moves the search to another position. Keeps what it found out about it if it belongs to the
    /// same game.
    pub fn follow(&mut self, game: &AnyGame) {
        let (seed, memory, parts) = match_game!(&self.0, Inside(engine) => engine.beginning());
        with_game!(&mut self.0, game, (engine, game) => engine.follow(game),
            _ => *self = Self::with_parts(game, seed, memory, parts));
    }

    /// Whether the search uses iterative deepening and reports each depth. Interrupting it loses
    /// the depth that it is searching.
    #[must_use]
    pub const fn thinks_in_rounds(&self) -> bool {
        match_game!(&self.0, Inside(engine) => engine.thinks_in_rounds())
    }

    /// Sets the maximum memory of the search in bytes, and prunes a tree that exceeds it. A table
    /// keeps its size; the tree gets the rest.
    pub fn set_memory(&mut self, bytes: usize) {
        match_game!(&mut self.0, Inside(engine) => engine.set_memory(bytes));
    }

    /// Memory of the tree and the table of positions, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        match_game!(&self.0, Inside(engine) => engine.bytes())
    }

    /// Searches until a limit is reached or the position is decided; see [`Engine::think`].
    pub fn think(&mut self, limits: Limits<'_>) -> Thought {
        self.think_multi_pv(limits, 1, None)
    }

    /// Searches and gives each of a number of the best turns its own value (multi-PV); see
    /// [`Engine::think_multi_pv`].
    ///
    /// ```
    /// use carrick_engine::{AnyEngine, Limits, Memory, Thought};
    /// use carrick_games::{AnyGame, AnyOptions, GameKind, SizeLimits};
    /// let options = AnyOptions::parse(GameKind::Ankor, &["-size=4"], SizeLimits::Challenge)?;
    /// let game = AnyGame::new(options);
    /// let mut nodes = Vec::new();
    /// let mut on_info = |thought: Thought| nodes.push(thought.nodes);
    /// let mut engine = AnyEngine::new(&game, 1, Memory::default());
    /// let thought = engine.think_multi_pv(Limits::nodes(2000), 3, Some(&mut on_info));
    /// assert!(nodes.len() > 1 && nodes.is_sorted() && nodes.last() <= Some(&thought.nodes));
    /// # Ok::<(), carrick_games::OptionError>(())
    /// ```
    pub fn think_multi_pv(
        &mut self,
        limits: Limits<'_>,
        lines: usize,
        on_info: Option<&mut dyn FnMut(Thought)>,
    ) -> Thought {
        fn think<B: Searchable + Notation>(
            engine: &mut Engine<B>,
            limits: Limits<'_>,
            lines: usize,
            on_info: Option<&mut dyn FnMut(Thought)>,
        ) -> Thought {
            let root = engine.root().clone();
            let mut on_info =
                on_info.map(|on_info| |report: Report<B::Turn>| on_info(report.named(&root)));
            let on_info = on_info.as_mut().map(|on_info| on_info as &mut dyn FnMut(_));
            engine.think_multi_pv(limits, lines, on_info).named(&root)
        }
        match_game!(&mut self.0, Inside(engine) => think(engine, limits, lines, on_info))
    }

    /// Searches so that every turn gets its own value; see [`Engine::score_all`].
    pub fn score_all(&mut self, limits: Limits<'_>) -> Thought {
        match_game!(&mut self.0, Inside(engine) => {
            let report = engine.score_all(limits);
            report.named(engine.root())
        })
    }
}

games!(any! {
    /// The computer as an opponent in a game of any kind; see [`Player`].
    AnyPlayer(Player)
});

impl AnyPlayer {
    /// Creates a player in a game. The seed determines its random choices.
    #[must_use]
    pub fn new(game: &AnyGame, level: Level, seed: u64, memory: Memory) -> Self {
        Self(make!(game, game => Player::new(game, level, seed, memory)))
    }

    /// The player's level.
    #[must_use]
    pub const fn level(&self) -> Level {
        match_game!(&self.0, Inside(player) => player.level())
    }

    /// Memory of the search, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        match_game!(&self.0, Inside(player) => player.bytes())
    }

    /// Sets the maximum memory of the search in bytes; a table of positions keeps its size.
    pub fn set_memory(&mut self, bytes: usize) {
        match_game!(&mut self.0, Inside(player) => player.set_memory(bytes));
    }

    /// The turn to play in a position; `None` when the game is over, or is not of the kind that the
    /// player was created for. See [`Player::choose`].
    pub fn choose(&mut self, game: &AnyGame, limits: Limits<'_>) -> Option<ChosenTurn<String>> {
        fn choose<B: Searchable + Notation>(
            player: &mut Player<B>,
            game: &Game<B>,
            limits: Limits<'_>,
        ) -> Option<ChosenTurn<String>> {
            let ChosenTurn { turn, thought } = player.choose(game, limits)?;
            let turn = game.turn_name(turn).to_string();
            Some(ChosenTurn { turn, thought: thought.named(game.position()) })
        }
        with_game!(&mut self.0, game, (player, game) => choose(player, game, limits), _ => None)
    }

    /// The turn to play if exact values may be known; only the strongest level uses them.
    ///
    /// It wins as soon as possible and delays a loss. A search chooses among the turns that keep a
    /// draw, to make it hard for the opponent. It also tells whether a loss is visible, because a
    /// player should not resign what the opponent may not find.
    pub fn choose_by(
        &mut self,
        game: &AnyGame,
        limits: Limits<'_>,
        exact: &dyn Exact,
    ) -> Option<ChosenTurn<String>> {
        let known = if self.level() == Level::MAX { exact.exact(game) } else { None };
        let Some(known) = known.filter(|known| known.proved.is_some()) else {
            return self.choose(game, limits);
        };
        let best = known.best()?.clone();
        if known.proved == Some(Value::Win) {
            return Some(ChosenTurn { turn: best, thought: known });
        }
        let chosen = self.choose(game, limits)?;
        if known.proved == Some(Value::Loss) {
            return Some(ChosenTurn { turn: best, ..chosen });
        }
        let keeps = |turn: &String| {
            let line = known.lines.iter().find(|line| line.turn == *turn);
            line.is_some_and(|line| line.proved == Some(Value::Draw))
        };
        let others = chosen.thought.lines.iter().map(|line| &line.turn);
        let turn = std::iter::once(&chosen.turn).chain(others).find(|turn| keeps(turn));
        let turn = turn.cloned().unwrap_or(best);
        Some(ChosenTurn { turn, thought: Thought { nodes: chosen.thought.nodes, ..known } })
    }
}

/// Value of each legal turn to its player, by name; see [`each_turn`](crate::each_turn()).
///
/// ```
/// use carrick_engine::{AnyEngine, Limits, Memory, each_named_turn};
/// use carrick_games::{AnyGame, AnyOptions, GameKind, SizeLimits};
/// let options = AnyOptions::parse(GameKind::Antipod, &["-radius=2"], SizeLimits::Scripts)?;
/// let game = AnyGame::new(options);
/// let lines = each_named_turn(&game, |after| {
///     AnyEngine::new(after, 1, Memory::default()).think(Limits::nodes(10))
/// });
/// assert_eq!(lines.len(), game.legal().len());
/// assert!(lines.iter().all(|line| line.visits <= 10));
/// # Ok::<(), carrick_games::OptionError>(())
/// ```
pub fn each_named_turn(
    game: &AnyGame,
    mut think: impl FnMut(&AnyGame) -> Thought,
) -> Vec<ReportLine<String>> {
    match_game!(game, AnyGame(game) of B => {
        let think = |after: &Game<B>| think(&after.clone().into());
        let lines = each_turn(game, think);
        lines.into_iter().map(|line| line.named(game.position())).collect()
    })
}

/// Gives turns that a symmetry of the position maps onto each other the same value, that of the
/// first of them; see [`crate::maps::even_out`]. Lines of other positions stay unchanged.
///
/// ```
/// use carrick_engine::{AnyEngine, Limits, Memory, even_out_by_name};
/// use carrick_games::{AnyGame, AnyOptions, GameKind, SizeLimits};
/// let options = AnyOptions::parse(GameKind::Ankor, &["-size=4"], SizeLimits::Challenge)?;
/// let game = AnyGame::new(options);
/// let mut lines = AnyEngine::new(&game, 1, Memory::default()).think(Limits::nodes(2000)).lines;
/// even_out_by_name(&game, &mut lines);
/// let corners = lines.iter().filter(|line| ["a1", "d1", "d4"].contains(&line.turn.as_str()));
/// let values: Vec<f32> = corners.map(|line| line.value).collect();
/// assert_eq!(values, [values[0]; 3]);
/// # Ok::<(), carrick_games::OptionError>(())
/// ```
pub fn even_out_by_name(game: &AnyGame, lines: &mut [ReportLine<String>]) {
    match_game!(game, AnyGame(game) => {
        let line = |line: &ReportLine<String>| {
            let &ReportLine { value, proved, margin, visits, .. } = line;
            let turn = game.parse_turn(&line.turn).ok()?;
            Some(ReportLine { turn, value, proved, margin, visits, continuation: Vec::new() })
        };
        let typed: Option<Vec<_>> = lines.iter().map(line).collect();
        let Some(mut typed) = typed else { return };
        maps::even_out(game, &mut typed);
        for (line, even) in lines.iter_mut().zip(typed) {
            (line.value, line.proved, line.margin) = (even.value, even.proved, even.margin);
        }
    });
}

/// How often the player of each turn wins, by the turn's name, 0 to 1; see [`Searchable::pivotal`].
///
/// ```
/// use carrick_engine::pivotal_by_name;
/// use carrick_games::{AnyGame, AnyOptions, GameKind, SizeLimits};
/// let options = AnyOptions::parse(GameKind::Antipod, &["-radius=4"], SizeLimits::Challenge)?;
/// let shares = pivotal_by_name(&AnyGame::new(options), 1);
/// assert!(shares.values().all(|share| (0.4..1.0).contains(share)));
/// # Ok::<(), carrick_games::OptionError>(())
/// ```
#[must_use]
pub fn pivotal_by_name(game: &AnyGame, seed: u64) -> BTreeMap<String, f32> {
    match_game!(game, AnyGame(game) of B => {
        let shares = B::pivotal(game, seed).into_iter();
        shares.map(|(turn, share)| (game.turn_name(turn).to_string(), share)).collect()
    })
}

/// Names of the turns with which the player to move wins immediately; see
/// [`tactics::winning_turns`](crate::tactics::winning_turns).
///
/// ```
/// use carrick_engine::winning_turns_by_name;
/// use carrick_games::{AnyGame, AnyOptions, GameKind, SizeLimits};
/// let options = AnyOptions::parse(GameKind::Anchor, &[], SizeLimits::Challenge)?;
/// let game = AnyGame::new(options).play_text("A1")?.play_text("pass")?;
/// assert_eq!(winning_turns_by_name(&game), ["pass"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn winning_turns_by_name(game: &AnyGame) -> Vec<String> {
    match_game!(game, AnyGame(game) => names(game, winning_turns(game)))
}

/// Names of the turns with which the opponent threatens to win; see
/// [`tactics::threats`](crate::tactics::threats).
///
/// ```
/// use carrick_engine::threats_by_name;
/// use carrick_games::{AnyGame, AnyOptions, GameKind, SizeLimits};
/// let options = AnyOptions::parse(GameKind::Anchor, &[], SizeLimits::Challenge)?;
/// assert!(threats_by_name(&AnyGame::new(options)).is_empty());
/// # Ok::<(), carrick_games::OptionError>(())
/// ```
#[must_use]
pub fn threats_by_name(game: &AnyGame) -> Vec<String> {
    match_game!(game, AnyGame(game) => names(game, threats(game)))
}

/// Canonical names of turns.
fn names<B: Notation>(game: &Game<B>, turns: Vec<B::Turn>) -> Vec<String> {
    turns.into_iter().map(|turn| game.turn_name(turn).to_string()).collect()
}

impl<T: Copy> Report<T> {
    /// The report with turns by their canonical names, in the position that was searched.
    fn named<B: Notation<Turn = T>>(self, root: &Position<B>) -> Thought {
        let Self { lines, value, proved, nodes, settled, depth } = self;
        let lines = lines.into_iter().map(|line| line.named(root)).collect();
        Report { lines, value, proved, nodes, settled, depth }
    }
}

impl<T: Copy> ReportLine<T> {
    /// The line with turns by their canonical names, in the position where it starts.
    fn named<B: Notation<Turn = T>>(self, root: &Position<B>) -> ReportLine<String> {
        let mut position = root.clone();
        self.map(|turn| {
            let name = position.board().turn_name(turn).to_string();
            position.play_unchecked(turn);
            name
        })
    }
}
