//! The memory of a search for connections in a file: a row for each position, in the format of
//! the crate `postcard`. It holds for all positions of its sphere.

use std::io::{self, BufRead, Read, Write};

use carrick_engine::proof_number::Numbers;
use carrick_games::Bits;
use serde::{Deserialize, Serialize};

use super::closure::Needs;
use super::fill::Vulnerable;
use super::prover::{Entry, Known};
use crate::solve::kept::{Head, KeptError};

/// Points by number.
type Points = Vec<u16>;

/// A position that is remembered.
#[derive(Debug, Serialize, Deserialize)]
struct Row {
    key: u128,
    numbers: [u32; 2],
    /// The turn that wins.
    turn: Option<u16>,
    /// Empty points and stones that the winner of a decided position needs.
    carrier: [Points; 2],
    /// The rest of the search, where it is not decided.
    open: Option<Open>,
}

/// The rest of the search of a position.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Open {
    turns: Points,
    region: Points,
    needed: [Points; 2],
    vulnerable: Vec<Vulnerable>,
}

/// Writes what is remembered, in the order of the keys.
pub(super) fn write<const W: usize>(
    known: &Known<W>,
    head: &Head,
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

/// Reads what was written, of a sphere with so many points.
pub(super) fn read<const W: usize>(
    file: &mut dyn BufRead,
    head: &Head,
    points: usize,
) -> Result<Known<W>, KeptError> {
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

fn row<const W: usize>(key: u128, entry: &Entry<W>) -> Row {
    let list = |set: Bits<W>| set.iter().map(|point| point as u16).collect();
    let needs = |needs: Needs<W>| [list(needs.empty), list(needs.stones)];
    Row {
        key,
        numbers: [entry.numbers.win, entry.numbers.loss],
        turn: entry.turn,
        carrier: needs(entry.carrier),
        open: (!entry.numbers.is_proved()).then(|| Open {
            turns: entry.turns.to_vec(),
            region: list(entry.region),
            needed: needs(entry.needed),
            vulnerable: entry.vulnerable.to_vec(),
        }),
    }
}

/// A position by its row; `None` where it names points that the sphere does not have.
fn entry<const W: usize>(row: Row, points: usize) -> Option<(u128, Entry<W>)> {
    let open = row.open.unwrap_or_default();
    let pairs = open.vulnerable.iter().flat_map(|&(turn, killer)| [turn, killer]);
    let mut named = open.turns.iter().copied().chain(row.turn).chain(pairs);
    let is_point = |point: u16| usize::from(point) < points;
    if !named.all(is_point) {
        return None;
    }
    let set = |list: Points| -> Option<Bits<W>> {
        let is_whole = list.iter().copied().all(is_point);
        is_whole.then(|| list.into_iter().map(usize::from).collect())
    };
    let needs =
        |[empty, stones]: [Points; 2]| Some(Needs { empty: set(empty)?, stones: set(stones)? });
    let [win, loss] = row.numbers;
    let entry = Entry {
        numbers: Numbers { win, loss },
        turns: open.turns.into(),
        region: set(open.region)?,
        needed: needs(open.needed)?,
        vulnerable: open.vulnerable.into(),
        carrier: needs(row.carrier)?,
        turn: row.turn,
    };
    Some((row.key, entry))
}
