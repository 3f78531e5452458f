//! Proofs by virtual connections on spheres of Antipod that are too large for a table.

mod closure;
mod derivation;
mod fill;
mod lists;
mod net;
mod order;
mod prover;

use std::fmt;
use std::io::{self, Write};

use carrick_engine::{Limits, Value};
use carrick_games::antipod::{Board, Sphere};
use carrick_games::{AnyGame, Board as _, Colour, Game, TurnSet as _};

use self::derivation::{Builder, Derivation};
use self::net::Net;
use self::prover::Connector;
use crate::score::Score;
use crate::solution::{Solution, Solved};
use crate::table::Tabled;

/// Largest sphere that is searched for connections: 218 points.
const MAX_RADIUS: u8 = 7;
/// Number of nodes that a position counts in which connections are looked for.
pub const COST: u64 = 100;
/// Memory of one position that is remembered, in bytes, about.
const ENTRY_BYTES: usize = 512;
/// Number of positions in which a proof that spares turns by symmetry is looked for: where there is
/// one, it is short.
const SPARING: u64 = 10_000;

/// A proof that Black wins a position of Antipod, whatever White does: connections that follow from
/// one another.
#[derive(Debug, Clone)]
pub struct Connections {
    options: String,
    /// By colour, the stones that are not there at the start.
    stones: [Vec<usize>; 2],
    derivation: Derivation,
}

impl Connections {
    /// Number of steps of the proof.
    #[must_use]
    pub const fn steps(&self) -> usize {
        self.derivation.len()
    }

    /// Writes the proof, in the format that is told in `docs/certificates.md`.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        self.derivation.write(&self.options, &self.stones, out)
    }
}

/// Values of a position and its turns, found by connections.
pub struct Found {
    /// The values.
    pub solution: Solution,
    /// Number of positions whose connections were looked for.
    pub positions: u64,
    /// The proof, if it was wanted and Black wins.
    pub connections: Option<Connections>,
}

impl fmt::Debug for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Found").field("solution", &self.solution).finish_non_exhaustive()
    }
}

/// Whether a game is one in which connections are looked for: Antipod up to radius 7.
#[must_use]
pub fn has_connections(game: &AnyGame) -> bool {
    matches!(game, AnyGame::Antipod(game) if game.board().options().radius() <= MAX_RADIUS)
}

/// Proves values of a position and its turns by connections; `None` where they are not looked for,
/// or the game is over.
///
/// A position in which connections are looked for counts as [`COST`] nodes, as it takes as long.
/// The position itself comes first, with three quarters of the nodes; what is left is shared
/// equally by the turns that are not settled with it. `bytes` bounds the memory. `progress` hears
/// of each search that begins, with the number of all.
///
/// ```
/// use carrick_engine::{Limits, Value};
/// use carrick_games::{AnyGame, AnyOptions, GameKind, SizeLimits};
/// let options = AnyOptions::parse(GameKind::Antipod, &["-radius=3"], SizeLimits::Scripts)?;
/// let (game, limits) = (AnyGame::new(options), Limits::nodes(10_000));
/// let found = carrick_solve::connect(&game, limits, 1 << 24, false, |_, _| ()).unwrap();
/// assert_eq!(found.solution.score.unwrap().value, Value::Loss);
/// # Ok::<(), carrick_games::OptionError>(())
/// ```
#[must_use]
pub fn connect(
    game: &AnyGame,
    limits: Limits<'_>,
    bytes: usize,
    wants_proof: bool,
    progress: impl FnMut(usize, usize),
) -> Option<Found> {
    let AnyGame::Antipod(game) = game else { return None };
    let sphere = Sphere::of(game.board().options());
    if sphere.radius() > MAX_RADIUS || game.outcome().is_some() {
        return None;
    }
    match sphere.len() {
        ..=64 => Some(solve::<1>(Net::of(sphere)?, game, limits, bytes, wants_proof, progress)),
        65..=128 => Some(solve::<2>(Net::of(sphere)?, game, limits, bytes, wants_proof, progress)),
        _ => Some(solve::<4>(Net::of(sphere)?, game, limits, bytes, wants_proof, progress)),
    }
}

fn solve<const W: usize>(
    net: Net<W>,
    game: &Game<Board>,
    limits: Limits<'_>,
    bytes: usize,
    wants_proof: bool,
    mut progress: impl FnMut(usize, usize),
) -> Found {
    let stones = net.stones(game.board());
    let turns: Vec<_> = game.legal_turns().iter().collect();
    let mut connector = Connector::new(net, limits.stop);
    let most = (limits.nodes / COST).max(1).min((bytes / ENTRY_BYTES) as u64);
    progress(0, turns.len() + 1);
    connector.most = most.div_ceil(2).min(SPARING);
    let region = connector.region(&stones);
    connector.most = most - most / 4;
    let mut whole = if region.is_empty() { Some(false) } else { connector.wins(&stones) };
    let is = |value: Value| move |turn: &Solved| turn.score == Some(Score::only(value));
    let mut solved: Vec<Solved> = Vec::new();
    let ends = |turn| {
        let mut after = game.clone();
        after.play_unchecked(turn);
        after.outcome().is_some()
    };
    let wins_at_once = turns.iter().any(|&turn| ends(turn));
    for (at, &turn) in turns.iter().enumerate() {
        progress(at + 1, turns.len() + 1);
        let value = if whole == Some(false) || !region.contains(turn.index()) {
            Some(Value::Loss)
        } else {
            let left = (most - connector.searched.min(most)) / (turns.len() - at) as u64;
            // Of a won position one turn at least should be named.
            let is_missing =
                whole == Some(true) && !wins_at_once && !solved.iter().any(is(Value::Win));
            connector.most = connector.searched + left.max(is_missing.into());
            if ends(turn) {
                Some(Value::Win)
            } else {
                let loses = connector.wins(&stones.with(turn.index()));
                loses.map(|loses| if loses { Value::Loss } else { Value::Win })
            }
        };
        solved
            .push(Solved { turn: game.turn_name(turn).to_string(), score: value.map(Score::only) });
    }
    if solved.iter().any(is(Value::Win)) {
        whole = Some(true);
    } else if solved.iter().all(is(Value::Loss)) {
        whole = Some(false);
    }
    let is_black = game.board().to_move() == Colour::Dark;
    let connections = (wants_proof && whole == Some(is_black)).then(|| {
        connector.most = u64::MAX;
        let start = connector.net.stones(&Board::new(game.board().options()));
        let derivation = Builder::new(&mut connector).build(&stones)?;
        let played = |colour: usize| (stones.of[colour] & !start.of[colour]).iter().collect();
        Some(Connections {
            options: <Board as Tabled>::table_options(game.board().options()),
            stones: [played(0), played(1)],
            derivation,
        })
    });
    let value = whole.map(|wins| if wins { Value::Win } else { Value::Loss });
    Found {
        solution: Solution::new(value.map(Score::only), solved),
        positions: connector.searched,
        connections: connections.flatten(),
    }
}
