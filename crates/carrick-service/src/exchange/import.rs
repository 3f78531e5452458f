//! Which incoming games are new, and the boards they become.
//!
//! Of each game a few words are kept ([`Import`]); a game is read again when it must be compared
//! with another. So an import of any size needs little memory. All games of two players in the same
//! seats are compared with each other and with the boards that these two have here, and with no
//! others.

use std::cmp::Reverse;
use std::collections::hash_map::RandomState;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};
use std::hash::{BuildHasher as _, Hash as _, Hasher as _};

use carrick_games::GameKind;
use jiff::Timestamp;

use crate::command::check_new_name;
use crate::exchange::{ImportFault, IncomingGame};
use crate::people::{BoardId, Userid, computer_level};
use crate::state::{BoardRecord, User};

/// Whether a game is already here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImportedGame {
    /// It is here, or comes twice.
    Already,
    /// It is to become this board.
    New(BoardId),
}

/// What is kept of an incoming game: enough to find similar ones.
#[derive(Debug, Clone)]
struct GameNote {
    /// Which file it came from.
    source: u32,
    /// Indices of the players in the list of all players.
    players: [u32; 2],
    /// Hash of the game: equal for games that may be the same.
    twin: u32,
    kind: GameKind,
    /// Its number where it was played, later that of its board; 0 when it has none.
    number: u32,
    is_known: bool,
    /// When it ended, in microseconds since 1970; [`GOES_ON`] when it has not.
    ended: i64,
}

/// No game ended then.
const GOES_ON: i64 = i64::MIN;

impl GameNote {
    /// Key of a series: the kind of game, and the players in their seats.
    const fn of(&self) -> (GameKind, [u32; 2]) {
        (self.kind, self.players)
    }
}

/// Games to be imported, in order, from one source after another.
#[derive(Debug, Default)]
pub struct Import {
    notes: Notes,
    /// Places of the notes, those of a pair together.
    by_pair: Vec<u32>,
    places: BTreeMap<Userid, u32>,
    names: Vec<Userid>,
    hasher: RandomState,
    faults: GameFaults,
}

/// Two players and a game, of which incoming games and boards have to be compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pair {
    /// The game.
    pub kind: GameKind,
    /// The players, first seat first.
    pub players: [Userid; 2],
    games: std::ops::Range<usize>,
}

impl Import {
    /// Notes a game from a source and returns its place among all games. Sources come one after
    /// another.
    pub fn note(&mut self, source: u32, incoming: &IncomingGame) -> usize {
        let board = &incoming.board;
        let players = board.players.each_ref().map(|player| match self.places.get(player) {
            Some(&place) => place,
            None => {
                let place = self.names.len() as u32;
                self.places.insert(player.clone(), place);
                self.names.push(player.clone());
                place
            }
        });
        let mut hasher = self.hasher.build_hasher();
        // Records without a number are one game only if they say the same.
        match incoming.numbered {
            true => board.id.number.hash(&mut hasher),
            false => incoming.fingerprint(&mut hasher),
        }
        self.notes.push(GameNote {
            source,
            players,
            // Half of it is enough, because games with the same hash are compared anyway.
            twin: hasher.finish() as u32,
            kind: board.id.kind,
            number: if incoming.numbered { board.id.number } else { 0 },
            is_known: false,
            ended: board.ended.as_ref().map_or(GOES_ON, |ended| ended.at.as_microsecond()),
        });
        self.notes.len - 1
    }

    /// How many games there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.notes.len
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.notes.len == 0
    }

    /// The players of all games.
    pub fn players(&self) -> &[Userid] {
        &self.names
    }

    /// Finds games that come twice. `read` reads a game again.
    ///
    /// Two records of the same number and beginning are one game, and so are two that say the same.
    /// If a game is in play in one record and further on in another, the longer one is used.
    ///
    /// # Errors
    /// Those of `read`.
    pub fn find_twins<E>(
        &mut self,
        mut read: impl FnMut(usize) -> Result<IncomingGame, E>,
    ) -> Result<(), E> {
        self.by_pair = (0..self.notes.len as u32).collect();
        let notes = &self.notes;
        self.by_pair.sort_unstable_by_key(|&at| {
            let note = notes.get(at as usize);
            (note.of(), note.twin, at)
        });
        let mut from = 0;
        while from < self.by_pair.len() {
            let twin = |at: u32| {
                let note = self.notes.get(at as usize);
                (note.of(), note.twin)
            };
            let first = twin(self.by_pair[from]);
            let alike = self.by_pair[from..].iter().take_while(|&&at| twin(at) == first).count();
            if alike > 1 {
                self.compare_twins(from..from + alike, &mut read)?;
            }
            from += alike;
        }
        Ok(())
    }

    fn compare_twins<E>(
        &mut self,
        alike: std::ops::Range<usize>,
        read: &mut impl FnMut(usize) -> Result<IncomingGame, E>,
    ) -> Result<(), E> {
        let mut order = Vec::new();
        for &at in &self.by_pair[alike] {
            let board = read(at as usize)?.board;
            order.push((Reverse((board.ended.is_some(), board.turns.len())), at as usize));
        }
        order.sort_unstable();
        let mut firsts: Vec<IncomingGame> = Vec::new();
        for (_, at) in order {
            let incoming = read(at)?;
            if firsts.contains(&incoming) {
                self.notes.get_mut(at).is_known = true;
            } else if let Some(same) =
                firsts.iter().find(|first| first.numbered && incoming.is_namesake_of(&first.board))
            {
                if !incoming.is_known_as(&same.board) {
                    let by = incoming.divergence_from(&same.board);
                    self.faults.add(at, ImportFault::DivergedThere { board: same.board.id, by });
                }
                self.notes.get_mut(at).is_known = true;
            } else {
                firsts.push(incoming);
            }
        }
        Ok(())
    }

    /// The next pair, after the last, whose games must be [compared](Self::compare) with their
    /// boards here.
    #[must_use]
    pub fn next_pair(&self, last: Option<&Pair>) -> Option<Pair> {
        let from = last.map_or(0, |pair| pair.games.end);
        let note = |at: &u32| self.notes.get(*at as usize);
        let first = note(self.by_pair.get(from)?);
        let count =
            self.by_pair[from..].iter().take_while(|at| note(at).of() == first.of()).count();
        let players = first.players.map(|place| self.names[place as usize].clone());
        Some(Pair { kind: first.kind, players, games: from..from + count })
    }

    /// Finds which games of a pair are already here, among all its boards of this game.
    ///
    /// A game is already here if there is a board with the same players in the same seats, the same
    /// options, turns and end, and every time that its record states; or if the record is of a game
    /// in play that has since continued here. Each board is one game, so records that differ only in
    /// their numbers each match a separate board.
    ///
    /// # Errors
    /// Those of `read`.
    pub fn compare<E>(
        &mut self,
        pair: &Pair,
        here: &[&BoardRecord],
        mut read: impl FnMut(usize) -> Result<IncomingGame, E>,
    ) -> Result<(), E> {
        if here.is_empty() {
            return Ok(());
        }
        let by_name: BTreeMap<BoardId, &BoardRecord> =
            here.iter().map(|&board| (board.id, board)).collect();
        let mut found = BTreeSet::new();
        let mut games: Vec<usize> =
            self.by_pair[pair.games.clone()].iter().map(|&at| at as usize).collect();
        games.retain(|&at| !self.notes.get(at).is_known);
        games.sort_unstable();
        // Boards of the same name come first, so that no other record takes them.
        for &at in &games {
            let note = self.notes.get(at);
            let id = BoardId { kind: note.kind, number: note.number };
            let Some(board) = by_name.get(&id) else { continue };
            let incoming = read(at)?;
            if !incoming.is_namesake_of(board) {
                continue;
            }
            if !incoming.is_known_as(board) {
                let by = incoming.divergence_from(board);
                self.faults.add(at, ImportFault::Diverged { board: board.id, by });
            }
            self.notes.get_mut(at).is_known = true;
            found.insert(board.id);
        }
        for at in games {
            if self.notes.get(at).is_known || found.len() == here.len() {
                continue;
            }
            let incoming = read(at)?;
            let mut fitting = here.iter().filter(|board| incoming.is_known_as(board));
            if let Some(board) = fitting.find(|board| !found.contains(&board.id)) {
                self.notes.get_mut(at).is_known = true;
                found.insert(board.id);
            }
        }
        Ok(())
    }

    /// Checks whether the players of the new games can play them. Returns those who have no account
    /// and need one.
    pub fn admit(&mut self, users: &BTreeMap<Userid, User>, new_players: bool) -> BTreeSet<Userid> {
        let mut strangers = BTreeSet::new();
        for at in 0..self.notes.len {
            let note = self.notes.get(at);
            if note.is_known {
                continue;
            }
            let players = note.players.map(|place| &self.names[place as usize]);
            // Guests play only the computer.
            let has_computer = players.iter().any(|user| computer_level(user).is_some());
            let is_allowed = |user: &Userid| match user.is_guest() {
                true => has_computer,
                false => check_new_name(user).is_ok(),
            };
            let fault = players.into_iter().find_map(|user| match users.get(user) {
                None if !new_players => Some(ImportFault::NoUser(user.clone())),
                None if strangers.contains(user) => None,
                None if !is_allowed(user) => Some(ImportFault::Reserved(user.clone())),
                None => {
                    strangers.insert(user.clone());
                    None
                }
                Some(known) if known.deleted.is_some() && note.ended == GOES_ON => {
                    Some(ImportFault::Left(user.clone()))
                }
                Some(_) => None,
            });
            if let Some(fault) = fault {
                self.faults.add(at, fault);
            }
        }
        strangers
    }

    /// Faults of games: how many games have one, and those of the first games, by place. If there
    /// are any, nothing should be changed.
    #[must_use]
    pub fn faults(&self) -> (usize, Vec<(usize, ImportFault)>) {
        let first = self.faults.first.clone().into_sorted_vec();
        (self.faults.count, first.into_iter().map(|fault| (fault.at, fault.fault)).collect())
    }

    /// Numbers the new boards: with their own numbers if those are free, otherwise with the next
    /// ones. `taken` are the names of all boards that ever existed, `next` the numbers of the next
    /// boards.
    pub fn number(&mut self, taken: &BTreeSet<BoardId>, next: &mut BTreeMap<GameKind, u32>) {
        // All pairs were compared.
        self.by_pair = Vec::new();
        let (mut nameless, mut given) = (Vec::new(), Runs::default());
        for at in 0..self.notes.len {
            let note = self.notes.get(at);
            let id = BoardId { kind: note.kind, number: note.number };
            if note.is_known {
                continue;
            }
            if note.number > 0 && !taken.contains(&id) && given.insert(id) {
                let after = next.entry(id.kind).or_insert(BoardId::FIRST_NUMBER);
                *after = (*after).max(id.number + 1);
            } else {
                nameless.push(at);
            }
        }
        for at in nameless {
            let note = self.notes.get_mut(at);
            let number = next.entry(note.kind).or_insert(BoardId::FIRST_NUMBER);
            note.number = *number;
            *number += 1;
        }
    }

    /// Result for a game, after all have been compared and numbered.
    #[must_use]
    pub fn known(&self, at: usize) -> ImportedGame {
        let note = self.notes.get(at);
        match note.is_known {
            true => ImportedGame::Already,
            false => ImportedGame::New(BoardId { kind: note.kind, number: note.number }),
        }
    }

    /// The new games that are over, in the order in which they ended, each with the time that
    /// counts for it. Games of one source keep their order, even if their times contradict it,
    /// because the source's clock may have been set back. For equal times, the earlier source comes
    /// first.
    #[must_use]
    pub fn ends(&self) -> Vec<ImportedEnd> {
        let is_new_end = |note: &GameNote| !note.is_known && note.ended != GOES_ON;
        let count = (0..self.notes.len).filter(|&at| is_new_end(self.notes.get(at))).count();
        let mut ends = Vec::with_capacity(count);
        let (mut source, mut latest) = (0, i64::MIN);
        for at in 0..self.notes.len {
            let note = self.notes.get(at);
            if !is_new_end(note) {
                continue;
            }
            if note.source != source {
                (source, latest) = (note.source, i64::MIN);
            }
            latest = latest.max(note.ended);
            ends.push(ImportedEnd { at_us: latest, game: at as u32 });
        }
        ends.sort_unstable();
        ends
    }
}

/// The end of a new game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ImportedEnd {
    /// Microseconds since 1970.
    at_us: i64,
    /// The game's place among all.
    pub game: u32,
}

impl ImportedEnd {
    /// The time that counts for it.
    #[must_use]
    pub fn at(self) -> Timestamp {
        Timestamp::from_microsecond(self.at_us).unwrap_or_default()
    }
}

/// Names of boards, those with consecutive numbers together: a million boards of one server are one
/// run.
#[derive(Debug, Default)]
struct Runs(BTreeMap<(GameKind, u32), u32>);

impl Runs {
    /// Adds a name, and returns whether it was new.
    fn insert(&mut self, BoardId { kind, number }: BoardId) -> bool {
        let before = self.0.range(..=(kind, number)).next_back();
        let before =
            before.map(|(&first, &last)| (first, last)).filter(|(first, _)| first.0 == kind);
        let first = match before {
            Some((_, last)) if number <= last => return false,
            Some((first, last)) if number == last + 1 => first,
            _ => (kind, number),
        };
        let joined = number.checked_add(1).and_then(|next| self.0.remove(&(kind, next)));
        self.0.insert(first, joined.unwrap_or(number));
        true
    }
}

/// Notes in blocks, so that growing does not copy the existing ones.
#[derive(Debug, Default)]
struct Notes {
    blocks: Vec<Vec<GameNote>>,
    len: usize,
}

const BLOCK: usize = 1 << 10;

impl Notes {
    fn push(&mut self, note: GameNote) {
        if self.len.is_multiple_of(BLOCK) {
            self.blocks.push(Vec::with_capacity(BLOCK));
        }
        if let Some(last) = self.blocks.last_mut() {
            last.push(note);
            self.len += 1;
        }
    }

    fn get(&self, at: usize) -> &GameNote {
        &self.blocks[at / BLOCK][at % BLOCK]
    }

    fn get_mut(&mut self, at: usize) -> &mut GameNote {
        &mut self.blocks[at / BLOCK][at % BLOCK]
    }
}

/// How many faults are kept.
const KEPT: usize = 20;

/// Faults of games: the first ones, and how many there are.
#[derive(Debug, Default)]
struct GameFaults {
    first: BinaryHeap<GameFault>,
    count: usize,
}

#[derive(Debug, Clone, PartialEq)]
struct GameFault {
    at: usize,
    fault: ImportFault,
}

impl Eq for GameFault {}

impl PartialOrd for GameFault {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for GameFault {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.at.cmp(&other.at)
    }
}

impl GameFaults {
    fn add(&mut self, at: usize, fault: ImportFault) {
        self.count += 1;
        self.first.push(GameFault { at, fault });
        if self.first.len() > KEPT {
            self.first.pop();
        }
    }
}

// In which order games have ended.

/// Finds the places of new games among those that have ended here.
///
/// Games keep their order, even if their times contradict it, because the server's clock may have
/// been set back. For equal times, the games that are already here come first.
///
/// ```
/// use carrick_service::exchange::EndOrder;
/// let day = |day: i64| jiff::Timestamp::from_second(day * 86_400).unwrap();
/// let new = [(day(5), "a"), (day(9), "b"), (day(20), "c")];
/// let mut order = EndOrder::new(new.iter().map(|(at, _)| *at));
/// for (place, at) in [(1, day(1)), (2, day(9)), (3, day(5)), (4, day(12))] {
///     order.pass(place, at);
/// }
/// // "a" comes behind the first, "b" behind the third, which ended after the second, and "c"
/// // behind all.
/// assert_eq!(order.finish(), [1, 3, 4]);
/// ```
#[derive(Debug)]
pub struct EndOrder<I: Iterator<Item = Timestamp>> {
    /// When the new games ended, in their order.
    new: std::iter::Peekable<I>,
    /// The latest end passed, and the place of the last one passed.
    latest: Timestamp,
    last: i64,
    behind: Vec<i64>,
}

impl<I: Iterator<Item = Timestamp>> EndOrder<I> {
    /// Starts with the ends of the new games, in order.
    pub fn new(new: impl IntoIterator<IntoIter = I>) -> Self {
        let new = new.into_iter();
        // The exact capacity: with a million games, a vector that grows by doubling would take
        // twice the memory.
        let behind = Vec::with_capacity(new.size_hint().0);
        Self { new: new.peekable(), latest: Timestamp::MIN, last: 0, behind }
    }

    /// The next game that has ended here, by its place in the order of ends.
    pub fn pass(&mut self, place: i64, at: Timestamp) {
        self.latest = self.latest.max(at);
        while self.new.next_if(|&new| new < self.latest).is_some() {
            self.behind.push(self.last);
        }
        self.last = place;
    }

    /// For each new game, the place of the game behind which it comes; 0 where it is the first.
    pub fn finish(mut self) -> Vec<i64> {
        let rest = self.new.count();
        self.behind.extend(std::iter::repeat_n(self.last, rest));
        self.behind
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_names_behave_like_a_set() {
        let (mut runs, mut names) = (Runs::default(), BTreeSet::new());
        // Out of order, some of them twice; 37 and 300 are coprime.
        for step in 0..1500_u32 {
            let kind = GameKind::ALL[step as usize / 7 % GameKind::ALL.len()];
            let id = BoardId { kind, number: 101 + step * 37 % 300 };
            assert_eq!(runs.insert(id), names.insert(id), "{id}");
        }
        let held: usize = runs.0.iter().map(|(first, last)| (last - first.1 + 1) as usize).sum();
        assert_eq!(held, names.len());
        assert!(runs.0.len() < names.len());
    }
}
