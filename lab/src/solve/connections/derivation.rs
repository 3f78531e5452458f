//! Derivations: a proof that Black wins, as a list of connections, each of which follows from
//! earlier ones by a rule. For the format, see `docs/certificates.md`.

use std::collections::HashMap;
use std::io::{self, Write};
use std::rc::Rc;

use carrick_engine::tables::{FORMAT, RULES};
use carrick_games::{Bits, Colour};
use data_encoding::HEXLOWER;
use serde::Serialize;
use sha2::{Digest as _, Sha256};

use super::closure::{Closure, ConnectionRule, StopWhen};
use super::fill::fill;
use super::net::{Image, Net, Stones};
use super::prover::Connector;
use crate::solve::connections::net::{Id, by_current};

/// Word in the head that identifies it as the head of a derivation.
const KIND: &str = "carrick connections";

/// Number of a step, which is that of its line.
type StepNumber = usize;

/// A step of a derivation.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum DerivationStep {
    /// Stones or ends in a row, each a neighbour of the previous one.
    Path(Vec<usize>),
    /// Two full connections that share an end.
    Series(StepNumber, StepNumber),
    /// A full connection that needs a stone which Black still has to play; with a semi-connection,
    /// Black would move twice in a row.
    Key(usize, StepNumber),
    /// Connections that no single stone of White's stops.
    All(Vec<StepNumber>),
    /// The image of a connection by a map.
    Image(usize, StepNumber),
}

/// A proof that Black connects the poles.
#[derive(Debug, Clone, Default)]
pub(super) struct Derivation {
    /// The symmetries in use, as lists of images.
    maps: Vec<Vec<usize>>,
    steps: Vec<DerivationStep>,
}

/// The first line of a file.
#[derive(Serialize)]
struct DerivationHead<'s> {
    certificate: &'static str,
    format: u32,
    rules: u32,
    game: &'static str,
    options: &'s str,
    winner: &'static str,
    #[serde(skip_serializing_if = "<[usize]>::is_empty")]
    black: &'s [usize],
    #[serde(skip_serializing_if = "<[usize]>::is_empty")]
    white: &'s [usize],
    steps: usize,
    sha256: String,
}

impl Derivation {
    /// Number of steps.
    pub(super) const fn len(&self) -> usize {
        self.steps.len()
    }

    /// Writes the derivation of Black's win on a board, with stones that are not there at the
    /// start: its head as a line of JSON, then a line for each map and each step.
    pub(super) fn write(
        &self,
        options: &str,
        [black, white]: &[Vec<usize>; 2],
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let mut body = Vec::new();
        for map in &self.maps {
            writeln!(body, "map{}", words(map))?;
        }
        for step in &self.steps {
            match step {
                DerivationStep::Path(points) => writeln!(body, "path{}", words(points))?,
                DerivationStep::Series(one, other) => writeln!(body, "series {one} {other}")?,
                DerivationStep::Key(point, of) => writeln!(body, "key {point} {of}")?,
                DerivationStep::All(of) => writeln!(body, "all{}", words(of))?,
                DerivationStep::Image(map, of) => writeln!(body, "image {map} {of}")?,
            }
        }
        let head = DerivationHead {
            certificate: KIND,
            format: FORMAT,
            rules: RULES,
            game: "antipod",
            options,
            winner: "second",
            black,
            white,
            steps: self.len(),
            sha256: HEXLOWER.encode(&Sha256::digest(&body)),
        };
        serde_json::to_writer(&mut *out, &head)?;
        out.write_all(b"\n")?;
        out.write_all(&body)?;
        out.flush()
    }
}

fn words(numbers: &[usize]) -> String {
    numbers.iter().map(|number| format!(" {number}")).collect()
}

/// A connection in a derivation, and the empty points that it needs.
#[derive(Debug, Clone, Copy)]
struct Made<const W: usize> {
    line: StepNumber,
    /// Points that have to be black.
    stones: Bits<W>,
    carrier: Bits<W>,
}

/// Writes down why Black wins positions that were proved.
pub(super) struct Builder<'c, 's, const W: usize> {
    connector: &'c mut Connector<'s, W>,
    derivation: Derivation,
    numbers: HashMap<DerivationStep, StepNumber>,
    /// By symmetry, the number of its map.
    maps: HashMap<Image, usize>,
    /// Connections of positions that are the least of their images.
    made: HashMap<u128, Made<W>>,
}

impl<'c, 's, const W: usize> Builder<'c, 's, W> {
    pub(super) fn new(connector: &'c mut Connector<'s, W>) -> Self {
        Self {
            connector,
            derivation: Derivation::default(),
            numbers: HashMap::new(),
            maps: HashMap::new(),
            made: HashMap::new(),
        }
    }

    /// The derivation of Black's win in a position; `None` if the search stops first.
    pub(super) fn build(mut self, stones: &Stones<W>) -> Option<Derivation> {
        let last = match stones.to_move {
            Colour::Dark => self.from(stones)?,
            Colour::Light => self.whole(stones)?,
        };
        // The last step is the claim, so later ones are not needed.
        self.derivation.steps.truncate(last.line + 1);
        Some(self.derivation)
    }

    /// The connection against every turn of White's: the images of the one that avoids a point of
    /// each kind, if there is one.
    fn whole(&mut self, stones: &Stones<W>) -> Option<Made<W>> {
        let Some(spared) = self.connector.spared else { return self.against(stones) };
        let made = self.from(&spared)?;
        let mut region = stones.free(self.net());
        let mut ways = Vec::new();
        for by in self.net().stabilizer(stones) {
            let carrier = self.net().set(made.carrier, by);
            if (region & carrier) != region {
                region &= carrier;
                ways.push(self.image(made, by));
            }
        }
        Some(self.all(&ways))
    }

    fn net(&self) -> &Rc<Net<W>> {
        &self.connector.net
    }

    fn step(&mut self, step: DerivationStep) -> StepNumber {
        let next = self.derivation.steps.len();
        let line = *self.numbers.entry(step.clone()).or_insert(next);
        if line == next {
            self.derivation.steps.push(step);
        }
        line
    }

    /// The connection of the poles in a won position with White to move.
    fn against(&mut self, stones: &Stones<W>) -> Option<Made<W>> {
        let (least, by) = self.net().least(stones);
        let key = least.key();
        let made = match self.made.get(&key) {
            Some(made) => *made,
            None => {
                let made = self.against_least(&least)?;
                self.made.insert(key, made);
                made
            }
        };
        Some(self.image(made, self.net().inverse(by)))
    }

    fn against_least(&mut self, stones: &Stones<W>) -> Option<Made<W>> {
        let net = self.net().clone();
        let closure = Closure::of(&net, stones, Colour::Dark, StopWhen::Full);
        if closure.reached {
            return Some(self.path(&closure, net.poles[0], net.poles[1]));
        }
        let mut ids = HashMap::new();
        if let Some(&(_, id)) = closure.full_goals.iter().min_by_key(|(carrier, _)| carrier.len()) {
            return Some(self.claim(&closure, id, &mut ids));
        }
        let mut region = stones.free(&net);
        let mut ways = Vec::new();
        for &(carrier, id) in &closure.semi_goals {
            if (region & carrier) != region {
                let made = self.claim(&closure, id, &mut ids);
                region &= made.carrier;
                ways.push(made);
            }
        }
        let turns = by_current(&net, &closure, stones.free(&net), region);
        drop(closure);
        while !region.is_empty() {
            let left = turns.iter().map(|&turn| usize::from(turn));
            let left: Vec<usize> = left.filter(|&turn| region.contains(turn)).collect();
            let is_known =
                |&turn: &usize| self.connector.known_win(&stones.with(turn)) == Some(true);
            let turn = left.iter().copied().find(is_known).or(left.first().copied())?;
            let made = self.from(&stones.with(turn))?;
            region &= made.carrier;
            ways.push(made);
        }
        Some(self.all(&ways))
    }

    /// The connection of the poles in a won position with Black to move.
    fn from(&mut self, stones: &Stones<W>) -> Option<Made<W>> {
        self.connector.wins(stones).filter(|&wins| wins)?;
        let net = self.net().clone();
        let closure = Closure::of(&net, stones, Colour::Dark, StopWhen::Semi);
        if closure.reached {
            return Some(self.path(&closure, net.poles[0], net.poles[1]));
        }
        let ways = closure.semi_goals.iter().chain(&closure.full_goals);
        if let Some(&(_, id)) = ways.min_by_key(|(carrier, _)| carrier.len()) {
            return Some(self.claim(&closure, id, &mut HashMap::new()));
        }
        let turn = self.answer(stones)?;
        let made = self.against(&stones.with(turn))?;
        Some(self.key(turn, made))
    }

    /// A winning turn for Black in a won position.
    ///
    /// The search knows positions with the points filled in that need no turn, and no turn where
    /// connections decide. In that case the turn is the key of one, or a filled point.
    fn answer(&mut self, stones: &Stones<W>) -> Option<usize> {
        let net = self.net().clone();
        let filled = fill(&net, stones);
        let (least, by) = net.least(&filled.stones);
        let entry = self.connector.entry(&least)?;
        if let Some(turn) = entry.turn {
            return Some(net.point(usize::from(turn), net.inverse(by)));
        }
        let carrier = net.set(entry.carrier.empty, net.inverse(by));
        let closure = Closure::of(&net, &filled.stones, Colour::Dark, StopWhen::Semi);
        let key = |&(_, id): &(Bits<W>, Id)| match closure.claims[id as usize].why {
            ConnectionRule::Series(_, middle) => Some(middle),
            _ => None,
        };
        let keys: Vec<usize> = closure.semi_goals.iter().filter_map(key).collect();
        drop(closure);
        let mut others = (carrier | filled.captured[0] | filled.filled) & stones.free(&net);
        for &key in &keys {
            others.remove(key);
        }
        let turns: Vec<usize> = keys.into_iter().chain(others.iter()).collect();
        let joins = |&turn: &usize| {
            let closure = Closure::of(&net, &stones.with(turn), Colour::Dark, StopWhen::Full);
            closure.reached || !closure.full_goals.is_empty()
        };
        if let Some(turn) = turns.iter().copied().find(joins) {
            return Some(turn);
        }
        turns.into_iter().find(|&turn| self.connector.wins(&stones.with(turn)) == Some(false))
    }

    /// Writes down a connection that H-search found.
    fn claim(
        &mut self,
        closure: &Closure<'_, W>,
        id: Id,
        ids: &mut HashMap<Id, Made<W>>,
    ) -> Made<W> {
        if let Some(made) = ids.get(&id) {
            return *made;
        }
        let claim = &closure.claims[id as usize];
        let made = match &claim.why {
            ConnectionRule::Near => {
                let [from, to] = claim.ends;
                self.path(closure, from, to)
            }
            ConnectionRule::Series([one, other], middle) => {
                let (one, other) =
                    (self.claim(closure, *one, ids), self.claim(closure, *other, ids));
                let made = Made {
                    line: self.step(DerivationStep::Series(one.line, other.line)),
                    stones: one.stones | other.stones | Bits::single(*middle),
                    carrier: one.carrier | other.carrier,
                };
                if closure.is_free(*middle) { self.key(*middle, made) } else { made }
            }
            ConnectionRule::Together(together) => {
                let ways: Vec<_> =
                    together.iter().map(|&way| self.claim(closure, way, ids)).collect();
                self.all(&ways)
            }
        };
        ids.insert(id, made);
        made
    }

    /// Two ends, where the second one is a neighbour of the first, or of the group of the first.
    fn path(&mut self, closure: &Closure<'_, W>, from: usize, to: usize) -> Made<W> {
        let points = closure.path(from, to);
        let inner = &points[1..points.len() - 1];
        let stones = inner.iter().copied().collect();
        Made { line: self.step(DerivationStep::Path(points)), stones, carrier: Bits::EMPTY }
    }

    fn key(&mut self, point: usize, mut made: Made<W>) -> Made<W> {
        if made.stones.contains(point) {
            made.line = self.step(DerivationStep::Key(point, made.line));
            made.stones.remove(point);
            made.carrier.insert(point);
        }
        made
    }

    fn all(&mut self, ways: &[Made<W>]) -> Made<W> {
        // A full connection needs no other.
        if let [way] = ways {
            return *way;
        }
        let none = Made { line: 0, stones: Bits::EMPTY, carrier: Bits::EMPTY };
        let all = ways.iter().fold(none, |all, way| Made {
            stones: all.stones | way.stones,
            carrier: all.carrier | way.carrier,
            ..all
        });
        Made {
            line: self.step(DerivationStep::All(ways.iter().map(|way| way.line).collect())),
            ..all
        }
    }

    fn image(&mut self, made: Made<W>, by: Image) -> Made<W> {
        let points: Vec<usize> = (0..self.net().len()).map(|at| self.net().point(at, by)).collect();
        if points.iter().enumerate().all(|(at, &image)| at == image) {
            return made;
        }
        let next = self.derivation.maps.len();
        let map = *self.maps.entry(by).or_insert(next);
        if map == next {
            self.derivation.maps.push(points);
        }
        Made {
            line: self.step(DerivationStep::Image(map, made.line)),
            stones: self.net().set(made.stones, by),
            carrier: self.net().set(made.carrier, by),
        }
    }
}
