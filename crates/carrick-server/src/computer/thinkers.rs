//! Cache of searches, kept from one turn to the next.

use std::sync::{Mutex, PoisonError};

use carrick_engine::{AnyPlayer, ChosenTurn, Exact, Level, Limits, Memory};
use carrick_service::{BoardId, ComputerLevel, ComputerTask};

/// Maximum number of cached searches.
const MOST_GAMES: usize = 16;

/// Minimum memory of a search, in bytes: the table of alpha-beta, and a tree as large as a short
/// search makes.
pub(crate) const LEAST_BYTES: usize = 16 << 20;

/// Maximum size of a search's table of positions, in bytes: larger ones make no difference in the
/// time that the strongest level has.
const MOST_TABLE_BYTES: usize = 64 << 20;

/// The engine's level for a level of the computer; every one has one.
pub(crate) fn engine_level(level: ComputerLevel) -> Option<Level> {
    level.name().parse().ok()
}

/// The computer's player on one board, with its tree of earlier turns.
#[derive(Debug)]
pub(crate) struct Thinker {
    board: BoardId,
    level: ComputerLevel,
    player: AnyPlayer,
}

impl Thinker {
    /// A player with an empty tree, for a search with this much memory. Its seed is derived from
    /// the board and its generation, so that another player that starts at the same position plays
    /// the same turns.
    pub(crate) fn new(task: &ComputerTask, granted: usize) -> Option<Self> {
        let board = (task.board.kind as u64) << 32 | u64::from(task.board.number);
        let seed = board << 24 | u64::from(task.generation);
        let level = engine_level(task.level)?;
        let player = AnyPlayer::new(&task.game, level, seed, memory(level, granted));
        Some(Self { board: task.board, level: task.level, player })
    }

    /// The turn that it would play. It follows the game anywhere, even backwards: it keeps the part
    /// of the tree that belongs to the position, or starts a new tree.
    pub(crate) fn choose(
        &mut self,
        task: &ComputerTask,
        limits: Limits<'_>,
        exact: &dyn Exact,
    ) -> Option<ChosenTurn<String>> {
        self.player.choose_by(&task.game, limits, exact)
    }

    fn is_for(&self, task: &ComputerTask) -> bool {
        self.board == task.board && self.level == task.level
    }
}

/// Memory limits of a search with this much memory. The strongest level gets half of it as a table
/// of positions; the others use the size with which they were measured.
fn memory(level: Level, granted: usize) -> Memory {
    let table = match level == Level::MAX {
        true => (granted / 2).clamp(Memory::TABLE, MOST_TABLE_BYTES),
        false => Memory::TABLE,
    };
    Memory { table, ..Memory::default() }
}

/// Cached players of a worker, and the memory that they and the running searches take together.
#[derive(Debug)]
pub(crate) struct SearchCache {
    most_bytes: usize,
    minds: Mutex<Minds>,
}

#[derive(Debug, Default)]
struct Minds {
    /// Cached players, the most recently used at the end.
    kept: Vec<Thinker>,
    /// Memory granted to running searches, in bytes.
    granted: usize,
}

/// A player that is searching, with the memory granted to it.
#[derive(Debug)]
pub(crate) struct CachedSearch<'t> {
    thinkers: &'t SearchCache,
    granted: usize,
    /// `Some` until it goes back to the cache.
    thinker: Option<Thinker>,
}

impl SearchCache {
    /// An empty cache with a memory limit, in bytes.
    pub(crate) fn new(most_bytes: usize) -> Self {
        Self { most_bytes, minds: Mutex::default() }
    }

    /// Memory limit, in bytes.
    pub(crate) const fn most_bytes(&self) -> usize {
        self.most_bytes
    }

    /// Takes the player of a board out of the cache, or creates one if none is cached, and grants
    /// it `bytes`, or what is left of the limit. The least recently used players are evicted to
    /// make room.
    pub(crate) fn take(&self, task: &ComputerTask, bytes: usize) -> Option<CachedSearch<'_>> {
        let (kept, granted) = self.locked(|minds| {
            let granted = bytes.min(self.most_bytes.saturating_sub(minds.granted)).max(1);
            minds.granted += granted;
            let place = minds.kept.iter().position(|thinker| thinker.is_for(task));
            let kept = place.map(|place| minds.kept.remove(place));
            minds.forget(self.most_bytes);
            (kept, granted)
        });
        let thinker = kept.or_else(|| Thinker::new(task, granted));
        let mut thinking = CachedSearch { thinkers: self, granted, thinker };
        thinking.thinker.as_mut()?.player.set_memory(granted);
        Some(thinking)
    }

    fn locked<T>(&self, act: impl FnOnce(&mut Minds) -> T) -> T {
        act(&mut self.minds.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Minds {
    /// Evicts the least recently used players beyond the limits of number and memory.
    fn forget(&mut self, most_bytes: usize) {
        let bytes: Vec<usize> = self.kept.iter().map(|one| one.player.bytes()).collect();
        self.kept.drain(..too_many(&bytes, most_bytes.saturating_sub(self.granted)));
    }
}

impl CachedSearch<'_> {
    /// The turn that it would play.
    pub(crate) fn choose(
        &mut self,
        task: &ComputerTask,
        limits: Limits<'_>,
        exact: &dyn Exact,
    ) -> Option<ChosenTurn<String>> {
        self.thinker.as_mut()?.choose(task, limits, exact)
    }
}

/// Puts the player back into the cache.
impl Drop for CachedSearch<'_> {
    fn drop(&mut self) {
        let thinker = self.thinker.take();
        self.thinkers.locked(|minds| {
            minds.granted -= self.granted;
            if let Some(thinker) = thinker {
                let same =
                    |other: &Thinker| (other.board, other.level) == (thinker.board, thinker.level);
                minds.kept.retain(|other| !same(other));
                minds.kept.push(thinker);
            }
            minds.forget(self.thinkers.most_bytes);
        });
    }
}

/// Number of least recently used players to evict, given the memory of each and the limit, in
/// bytes.
fn too_many(bytes: &[usize], most_bytes: usize) -> usize {
    let mut all = 0;
    let kept = bytes.iter().rev().take(MOST_GAMES).take_while(|&&bytes| {
        all += bytes;
        all <= most_bytes
    });
    bytes.len() - kept.count()
}

#[cfg(test)]
mod tests {
    use carrick_games::GameKind;
    use carrick_service::{BoardId, BoardRecord, Terms};
    use jiff::Timestamp;

    use super::*;

    /// The question for a turn on an empty board of Antipod.
    fn task(number: u32, level: u8) -> ComputerTask {
        let players =
            [format!("level{level}"), "alice".to_owned()].map(|name| name.parse().unwrap());
        let id = BoardId { kind: GameKind::Antipod, number };
        let terms = Terms::default();
        let record = BoardRecord::new(id, players, "-radius=6", terms, Timestamp::UNIX_EPOCH);
        ComputerTask::on(&record).unwrap()
    }

    const MIB: usize = 1 << 20;

    fn kept(thinkers: &SearchCache) -> Vec<u32> {
        thinkers.locked(|minds| minds.kept.iter().map(|one| one.board.number).collect())
    }

    #[test]
    fn a_thinker_continues_from_its_earlier_search() {
        let thinkers = SearchCache::new(64 * MIB);
        let mut values = Vec::new();
        for _ in 0..2 {
            let mut thinking = thinkers.take(&task(101, 8), 16 * MIB).unwrap();
            let choice = thinking.choose(&task(101, 8), Limits::nodes(50), &()).unwrap();
            values
                .push(choice.thought.lines.iter().map(|line| u64::from(line.visits)).sum::<u64>());
        }
        assert!(values[1] > values[0], "{values:?}");
        assert_eq!(kept(&thinkers), [101]);
    }

    #[test]
    fn the_most_recent_thinkers_are_kept() {
        let thinkers = SearchCache::new(64 * MIB);
        for number in (101..=116).chain([101, 117]) {
            drop(thinkers.take(&task(number, 3), MIB));
        }
        assert_eq!(kept(&thinkers), (103..=116).chain([101, 117]).collect::<Vec<_>>());
    }

    #[test]
    fn kept_searches_fit_into_memory() {
        let most = 100;
        for (bytes, forgotten) in [
            (&[][..], 0),
            (&[5], 0),
            (&[most], 0),
            (&[most + 1], 1),
            (&[1, most], 1),
            (&[most, 1], 1),
            (&[most / 2, 1, most / 2], 1),
            (&[most / 2, most / 2], 0),
            (&[0; 16], 0),
            (&[0; 18], 2),
        ] {
            assert_eq!(too_many(bytes, most), forgotten, "{bytes:?}");
        }
    }

    /// Many games, several of them searched at the same time, with trees far larger than the
    /// memory.
    #[test]
    fn all_searches_together_stay_within_their_memory() {
        let thinkers = SearchCache::new(3 * MIB);
        let bytes_of = |thinking: &[CachedSearch<'_>]| {
            let thinking = thinking.iter().flat_map(|one| &one.thinker);
            let thinking: usize = thinking.map(|one| one.player.bytes()).sum();
            thinking
                + thinkers
                    .locked(|minds| minds.kept.iter().map(|one| one.player.bytes()).sum::<usize>())
        };
        let (mut most, mut forgot) = (0, false);
        for round in 0..6 {
            let games: Vec<ComputerTask> =
                [0, 1, 2].map(|game| task(101 + (3 * round + game) % 9, 9)).into();
            let mut thinking: Vec<_> =
                games.iter().map(|task| thinkers.take(task, MIB).unwrap()).collect();
            for (one, task) in thinking.iter_mut().zip(&games) {
                one.choose(task, Limits::nodes(1500), &()).unwrap();
            }
            let bytes = bytes_of(&thinking);
            assert!(bytes <= 3 * MIB, "{bytes} bytes in round {round}");
            most = most.max(bytes);
            drop(thinking);
            let bytes = bytes_of(&[]);
            assert!(bytes <= 3 * MIB, "{bytes} bytes after round {round}");
            forgot |= kept(&thinkers).len() < 3 * (round as usize + 1).min(3);
        }
        assert!(most > MIB && forgot, "there was room for everything: {most}");
    }

    /// The other levels use the size with which they were measured, however much memory there is.
    #[test]
    fn the_strongest_level_has_a_table_of_half_its_memory() {
        for (granted, table) in [(1, 8), (8, 8), (40, 20), (120, 60), (1000, 64)] {
            let of = |level| memory(level, granted * MIB).table / MIB;
            let levels = Level::all().map(|level| (level, of(level)));
            let expected =
                Level::all().map(|level| (level, if level == Level::MAX { table } else { 8 }));
            assert!(levels.eq(expected), "{granted} MiB");
        }
    }

    #[test]
    fn no_search_gets_more_memory_than_is_left() {
        let thinkers = SearchCache::new(3 * MIB);
        let first = thinkers.take(&task(101, 9), 2 * MIB).unwrap();
        let second = thinkers.take(&task(102, 9), 2 * MIB).unwrap();
        assert_eq!([first.granted, second.granted], [2 * MIB, MIB]);
        drop(first);
        assert_eq!(thinkers.take(&task(103, 9), 5 * MIB).unwrap().granted, 2 * MIB);
    }

    #[test]
    fn every_level_has_an_engine_level_in_the_same_order() {
        let players: Vec<Level> = ComputerLevel::all().filter_map(engine_level).collect();
        assert!(players.iter().copied().eq(Level::all()));
        let names = players.iter().map(Level::to_string);
        assert!(names.eq(ComputerLevel::all().map(ComputerLevel::name)));
    }

    #[test]
    fn two_levels_on_one_board_do_not_share_a_search() {
        let thinkers = SearchCache::new(64 * MIB);
        drop(thinkers.take(&task(101, 3), MIB));
        let other = thinkers.take(&task(101, 4), MIB).unwrap();
        assert_eq!(other.thinker.as_ref().unwrap().level.name(), "level4");
        assert_eq!(kept(&thinkers), [101]);
    }
}
