//! Proofs by virtual connections on spheres of Antipod that are too large for a table.

mod closure;
mod derivation;
mod fill;
mod net;
mod prover;

use std::cell::Cell;
use std::fmt;
use std::io::{self, BufRead, Read, Write};

use carrick_engine::proof_number::ProofNumbers;
use carrick_engine::tables::{ExactScore, Solution, Solved, Tabled};
use carrick_engine::{Limits, Value};
use carrick_games::antipod::{Board, Sphere};
use carrick_games::{AnyGame, Bits, Board as _, Colour, Game, TurnSet as _};
use serde::{Deserialize, Serialize};

use crate::solve::connections::closure::WinnerNeeds;
use crate::solve::connections::derivation::{Builder, Derivation};
use crate::solve::connections::fill::Vulnerable;
use crate::solve::connections::net::Net;
use crate::solve::connections::prover::{Connector, ProverEntry, ProverMemory, share};
use crate::solve::kept::{KeptError, SearchHead, SearchMoment};

/// Largest sphere that is searched for connections: 218 points.
const MAX_RADIUS: u8 = 7;
/// Number of nodes that a search for connections in one position counts as.
pub const COST: u64 = 100;
/// Approximate memory of one stored position, in bytes.
const ENTRY_BYTES: usize = 512;
/// Number of positions to search for a proof that saves turns by symmetry: if there is one, it is
/// short.
const SPARING: u64 = 10_000;

/// A proof that Black wins a position of Antipod, whatever White does: connections that follow from
/// one another.
#[derive(Debug, Clone)]
pub struct ConnectionProof {
    options: String,
    /// By colour, the stones that are not there at the start.
    stones: [Vec<usize>; 2],
    derivation: Derivation,
}

impl ConnectionProof {
    /// Number of steps of the proof.
    #[must_use]
    pub const fn steps(&self) -> usize {
        self.derivation.len()
    }

    /// Writes the proof in the format that `docs/certificates.md` describes.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        self.derivation.write(&self.options, &self.stones, out)
    }
}

/// Values of a position and its turns, found by connections.
pub struct ConnectionValues {
    /// The values.
    pub solution: Solution,
    /// Number of positions that were searched for connections.
    pub positions: u64,
    /// The proof, if it was requested and Black wins.
    pub connections: Option<ConnectionProof>,
}

impl fmt::Debug for ConnectionValues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Found").field("solution", &self.solution).finish_non_exhaustive()
    }
}

/// Whether connections are searched for in a game: Antipod up to radius 7.
#[must_use]
pub fn has_connections(game: &AnyGame) -> bool {
    matches!(game, AnyGame::Antipod(game) if game.board().options().radius() <= MAX_RADIUS)
}

/// Task of a search for connections.
pub struct Connecting<'a> {
    /// Its limits. A search for connections in one position counts as [`COST`] nodes, because it
    /// takes as long.
    pub limits: Limits<'a>,
    /// Maximum memory of stored positions, in bytes.
    pub bytes: usize,
    /// Whether to return the proof.
    pub proof: bool,
    /// The file of an earlier search to continue from, which may be for any position of the sphere.
    /// Its nodes count only if it searched the same position.
    pub begun: Option<&'a mut dyn BufRead>,
}

impl fmt::Debug for Connecting<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Connecting").field("limits", &self.limits.nodes).finish_non_exhaustive()
    }
}

impl<'a> Connecting<'a> {
    /// A search from its beginning, only for values.
    #[must_use]
    pub const fn new(limits: Limits<'a>, bytes: usize) -> Self {
        Self { limits, bytes, proof: false, begun: None }
    }
}

/// Proves values of a position and its turns by connections; `None` if connections are not searched
/// for, or the game is over.
///
/// The position itself comes first, with three quarters of the nodes; the turns that this does not
/// settle share the rest equally. Calls `hear` with the progress, every few hundred positions and
/// at the end.
///
/// ```
/// use carrick_engine::{Limits, Value};
/// use carrick_games::{AnyGame, AnyOptions, GameKind, SizeLimits};
/// use carrick_lab::solve::{Connecting, connect};
/// let options = AnyOptions::parse(GameKind::Antipod, &["-radius=3"], SizeLimits::Scripts)?;
/// let (game, limits) = (AnyGame::new(options), Limits::nodes(10_000));
/// let mut file = Vec::new();
/// let found = connect(&game, Connecting::new(limits, 1 << 24), |moment| {
///     file.clear();
///     moment.write(&mut file).unwrap();
/// })?;
/// let found = found.unwrap();
/// assert_eq!(found.solution.score.unwrap().value, Value::Loss);
/// // A search that goes on from its end has nothing to do.
/// let again = Connecting { begun: Some(&mut &file[..]), ..Connecting::new(limits, 1 << 24) };
/// assert_eq!(connect(&game, again, |_| ())?.unwrap().positions, found.positions);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns what is wrong with the file of the earlier search.
pub fn connect(
    game: &AnyGame,
    search: Connecting<'_>,
    mut hear: impl FnMut(&SearchMoment<'_>),
) -> Result<Option<ConnectionValues>, KeptError> {
    let AnyGame::Antipod(antipod) = game else { return Ok(None) };
    let sphere = Sphere::of(antipod.board().options());
    if sphere.radius() > MAX_RADIUS || antipod.outcome().is_some() {
        return Ok(None);
    }
    let options = <Board as Tabled>::table_options(antipod.board().options());
    let head = SearchHead::of("connections", game, options, String::new());
    let hear = &mut hear;
    match sphere.len() {
        ..=64 => Net::<1>::of(sphere).map(|net| solve(net, antipod, search, head, hear)),
        65..=128 => Net::<2>::of(sphere).map(|net| solve(net, antipod, search, head, hear)),
        _ => Net::<4>::of(sphere).map(|net| solve(net, antipod, search, head, hear)),
    }
    .transpose()
}

fn solve<const W: usize>(
    net: Net<W>,
    game: &Game<Board>,
    search: Connecting<'_>,
    head: SearchHead,
    hear: &mut dyn FnMut(&SearchMoment<'_>),
) -> Result<ConnectionValues, KeptError> {
    let Connecting { limits, bytes, proof, begun } = search;
    let stones = net.stones(game.board());
    let turns: Vec<_> = game.legal_turns().iter().collect();
    let (at, limit) = (Cell::new(0), Cell::new(0));
    let mut tell = |searched: u64, known: &ProverMemory<W>| {
        let nodes = searched * COST;
        let write = |out: &mut dyn Write| write(known, &head, nodes, out);
        hear(&SearchMoment {
            done: at.get(),
            of: turns.len() + 1,
            nodes,
            limit: limit.get(),
            write: &write,
        });
    };
    let mut connector = Connector::new(net, limits.stop, &mut tell);
    if let Some(file) = begun {
        let begun = head.read(file)?;
        connector.known = read(file, &begun, connector.net.len())?;
        // What is known about other positions helps, and costs nothing.
        connector.searched = if begun.turns == head.turns { begun.nodes / COST } else { 0 };
    }
    let most = (limits.nodes / COST).max(1).min(connector.most_within(bytes / ENTRY_BYTES));
    limit.set(most * COST);
    connector.most = most.div_ceil(2).min(SPARING);
    let region = connector.region(&stones);
    connector.most = most - most / 4;
    let mut whole = if region.is_empty() { Some(false) } else { connector.wins(&stones) };
    let is = |value: Value| move |turn: &Solved| turn.score == Some(ExactScore::only(value));
    let mut solved: Vec<Solved> = Vec::new();
    let ends = |turn| {
        let mut after = game.clone();
        after.play_unchecked(turn);
        after.outcome().is_some()
    };
    let wins_at_once = turns.iter().any(|&turn| ends(turn));
    for (number, &turn) in turns.iter().enumerate() {
        at.set(number + 1);
        let value = if whole == Some(false) || !region.contains(turn.index()) {
            Some(Value::Loss)
        } else {
            let before = if whole.is_some() { 0 } else { most - most / 4 };
            let end = before + share(most - before, number, turns.len());
            // At least one winning turn of a won position should be named.
            let is_missing =
                whole == Some(true) && !wins_at_once && !solved.iter().any(is(Value::Win));
            connector.most = end.max(connector.searched + u64::from(is_missing));
            if ends(turn) {
                Some(Value::Win)
            } else {
                let loses = connector.wins(&stones.with(turn.index()));
                loses.map(|loses| if loses { Value::Loss } else { Value::Win })
            }
        };
        solved.push(Solved {
            turn: game.turn_name(turn).to_string(),
            score: value.map(ExactScore::only),
        });
    }
    if solved.iter().any(is(Value::Win)) {
        whole = Some(true);
    } else if solved.iter().all(is(Value::Loss)) {
        whole = Some(false);
    }
    let is_black = game.board().to_move() == Colour::Dark;
    let connections = (proof && whole == Some(is_black)).then(|| {
        connector.most = u64::MAX;
        let start = connector.net.stones(&Board::new(game.board().options()));
        let derivation = Builder::new(&mut connector).build(&stones)?;
        let played = |colour: usize| (stones.of[colour] & !start.of[colour]).iter().collect();
        Some(ConnectionProof {
            options: <Board as Tabled>::table_options(game.board().options()),
            stones: [played(0), played(1)],
            derivation,
        })
    });
    at.set(turns.len() + 1);
    connector.tell();
    let value = whole.map(|wins| if wins { Value::Win } else { Value::Loss });
    Ok(ConnectionValues {
        solution: Solution::new(value.map(ExactScore::only), solved),
        positions: connector.searched,
        connections: connections.flatten(),
    })
}

// The memory of a search for connections in a file: a row for each position, in the format of the
// crate `postcard`. It applies to all positions of its sphere.

/// Points by number.
type PointList = Vec<u16>;

/// A stored position.
#[derive(Debug, Serialize, Deserialize)]
struct RememberedPosition {
    key: u128,
    numbers: [u32; 2],
    /// The turn that wins.
    turn: Option<u16>,
    /// Empty points and stones that the winner of a decided position needs.
    carrier: [PointList; 2],
    /// The rest of the search, if it is not decided.
    open: Option<OpenSearch>,
}

/// The rest of the search of a position.
#[derive(Debug, Default, Serialize, Deserialize)]
struct OpenSearch {
    turns: PointList,
    region: PointList,
    needed: [PointList; 2],
    vulnerable: Vec<Vulnerable>,
}

/// Writes the stored positions, in the order of their keys.
fn write<const W: usize>(
    known: &ProverMemory<W>,
    head: &SearchHead,
    nodes: u64,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut keys: Vec<u128> = known.keys().copied().collect();
    keys.sort_unstable();
    let body = |out: &mut dyn Write| {
        put(&(keys.len() as u64), out)?;
        keys.iter().try_for_each(|key| put(&row(*key, &known[key]), out))
    };
    head.write(nodes, &body, out)
}

/// Reads what was written, for a sphere with a number of points.
fn read<const W: usize>(
    file: &mut dyn BufRead,
    head: &SearchHead,
    points: usize,
) -> Result<ProverMemory<W>, KeptError> {
    head.body(file, |mut file| {
        let rows: u64 = get(&mut file)?;
        (0..rows).map(|_| entry(get(&mut file)?, points)).collect()
    })
}

fn put(value: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    postcard::to_io(value, out).map(drop).map_err(io::Error::other)
}

fn get<T: for<'a> Deserialize<'a>>(file: &mut dyn Read) -> Option<T> {
    postcard::from_io((file, &mut [])).ok().map(|(value, _)| value)
}

fn row<const W: usize>(key: u128, entry: &ProverEntry<W>) -> RememberedPosition {
    let list = |set: Bits<W>| set.iter().map(|point| point as u16).collect();
    let needs = |needs: WinnerNeeds<W>| [list(needs.empty), list(needs.stones)];
    RememberedPosition {
        key,
        numbers: [entry.numbers.win, entry.numbers.loss],
        turn: entry.turn,
        carrier: needs(entry.carrier),
        open: (!entry.numbers.is_proved()).then(|| OpenSearch {
            turns: entry.turns.to_vec(),
            region: list(entry.region),
            needed: needs(entry.needed),
            vulnerable: entry.vulnerable.to_vec(),
        }),
    }
}

/// A position from its row; `None` if the row names points that the sphere does not have.
fn entry<const W: usize>(row: RememberedPosition, points: usize) -> Option<(u128, ProverEntry<W>)> {
    let open = row.open.unwrap_or_default();
    let pairs = open.vulnerable.iter().flat_map(|&(turn, killer)| [turn, killer]);
    let mut named = open.turns.iter().copied().chain(row.turn).chain(pairs);
    let is_point = |point: u16| usize::from(point) < points;
    if !named.all(is_point) {
        return None;
    }
    let set = |list: PointList| -> Option<Bits<W>> {
        let is_whole = list.iter().copied().all(is_point);
        is_whole.then(|| list.into_iter().map(usize::from).collect())
    };
    let needs = |[empty, stones]: [PointList; 2]| {
        Some(WinnerNeeds { empty: set(empty)?, stones: set(stones)? })
    };
    let [win, loss] = row.numbers;
    let entry = ProverEntry {
        numbers: ProofNumbers { win, loss },
        turns: open.turns.into(),
        region: set(open.region)?,
        needed: needs(open.needed)?,
        vulnerable: open.vulnerable.into(),
        carrier: needs(row.carrier)?,
        turn: row.turn,
    };
    Some((row.key, entry))
}
