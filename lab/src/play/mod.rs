//! Games between computer players: settings of a match, a single game, many games at the same time.

mod settings;

use std::collections::BTreeMap;
use std::num::{NonZeroU64, NonZeroUsize};
use std::ops::ControlFlow;
use std::str::FromStr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, mpsc};
use std::time::{Duration, Instant};
use std::{fmt, thread};

use carrick_engine::{AnyEngine, Limits, Memory};
use carrick_games::{AnyGame, Seat};
use rustix::time::{ClockId, clock_gettime};

use crate::arena::{
    Contestant, Entrant, EntrantError, EntrantTurn, GameNumber, MatchSide, OpeningError, Spent,
};
pub use settings::{Match, MatchError, TurnAllowance};

// Work on several threads whose results arrive in order.

/// Maximum number of jobs started and not yet handed over. If one job takes very long, the others
/// wait before their results fill the memory.
const WINDOW: usize = 1024;

/// Jobs that are handed out to threads.
struct WorkQueue<J> {
    state: Mutex<WorkState<J>>,
    /// Signalled when the window has room again, or nothing is left to do.
    changed: Condvar,
}

struct WorkState<J> {
    jobs: J,
    /// Number of jobs handed out.
    out: usize,
    /// Number of results handed over.
    over: usize,
    ended: bool,
}

impl<J: Iterator> WorkQueue<J> {
    /// The next job and its number; `None` if there is none or the work has ended.
    fn take(&self) -> Option<(usize, J::Item)> {
        let mut state = self.lock();
        while !state.ended && state.out - state.over >= WINDOW {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if state.ended {
            return None;
        }
        let job = state.jobs.next()?;
        state.out += 1;
        Some((state.out - 1, job))
    }

    fn handed_over(&self) {
        self.lock().over += 1;
        self.changed.notify_all();
    }

    fn end(&self) {
        self.lock().ended = true;
        self.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, WorkState<J>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Ends the work when it is dropped, even by a panic, so that no thread waits for one that is gone.
struct EndOnDrop<'q, J: Iterator>(&'q WorkQueue<J>);

impl<J: Iterator> Drop for EndOnDrop<'_, J> {
    fn drop(&mut self) {
        self.0.end();
    }
}

/// Runs jobs on some threads, and calls `each` with the results in the order of the jobs, on the
/// calling thread, until it stops or fails. Jobs that are still running are then waited for, and
/// their results dropped.
///
/// ```
/// use std::num::NonZeroUsize;
/// use std::ops::ControlFlow;
/// use carrick_lab::play::in_order;
/// let mut squares = Vec::new();
/// let threads = NonZeroUsize::new(3).unwrap();
/// in_order(threads, 0..10, |job| job * job, |square| {
///     squares.push(square);
///     Ok::<_, ()>(if square < 36 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
/// }).unwrap();
/// assert_eq!(squares, [0, 1, 4, 9, 16, 25, 36]);
/// ```
///
/// # Errors
/// The first error of `each`.
pub fn in_order<J, R, E>(
    threads: NonZeroUsize,
    jobs: J,
    work: impl Fn(J::Item) -> R + Sync,
    mut each: impl FnMut(R) -> Result<ControlFlow<()>, E>,
) -> Result<(), E>
where
    J: Iterator + Send,
    R: Send,
{
    let state = Mutex::new(WorkState { jobs, out: 0, over: 0, ended: false });
    let queue = WorkQueue { state, changed: Condvar::new() };
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        let _ending = EndOnDrop(&queue);
        for _ in 0..threads.get() {
            let (sender, queue, work) = (sender.clone(), &queue, &work);
            scope.spawn(move || {
                let _ending = EndOnDrop(queue);
                while let Some((number, job)) = queue.take() {
                    if sender.send((number, work(job))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let (mut early, mut next) = (BTreeMap::new(), 0);
        for (number, result) in receiver {
            early.insert(number, result);
            while let Some(result) = early.remove(&next) {
                next += 1;
                queue.handed_over();
                if each(result)?.is_break() {
                    return Ok(());
                }
            }
        }
        Ok(())
    })
}

// A single game of a match, played with a time or node limit for each turn.

/// A game that was played to its end.
#[derive(Debug, Clone)]
pub struct Duel {
    /// The game after its opening.
    pub opening: AnyGame,
    /// The game at its end.
    pub game: AnyGame,
    /// Effort of the players, by [`MatchSide::index`].
    pub spent: [Spent; 2],
}

/// Why a game could not be played to its end.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum DuelError {
    /// The opening leaves no game to play.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// A player does not play the game.
    #[error(transparent)]
    Entrant(#[from] EntrantError),
    /// A player has no turn or makes an illegal one, which is a bug.
    #[error("{player} in game {game}: {fault}")]
    Turn {
        /// The player at fault.
        player: Entrant,
        /// Number of the game.
        game: u32,
        /// The turn and why it was refused.
        fault: String,
    },
}

/// Plays a game to its end; `None` if `over` cancelled it.
///
/// # Errors
/// If the opening leaves nothing to play, or a player is at fault.
pub fn play(
    settings: &Match,
    number: GameNumber,
    over: &(dyn Fn() -> bool + Sync),
) -> Result<Option<Duel>, DuelError> {
    let opening = settings.schedule().opening(number.pair())?;
    let seed = |side| settings.schedule().seed(number, side);
    let [a, b] =
        MatchSide::BOTH.map(|side| Contestant::new(settings.entrant(side), &opening, seed(side)));
    let mut players = [a?, b?];
    let mut spent = [Spent::default(); 2];
    let mut game = opening.clone();
    while let Some(seat) = game.seat_to_move() {
        let side = number.side_in(seat);
        let turn = think(settings, side, &mut players[side.index()], &game, over);
        if over() {
            return Ok(None);
        }
        let at_fault = |fault| DuelError::Turn {
            player: settings.entrant(side).clone(),
            game: number.0,
            fault,
        };
        let (chosen, took) = turn.ok_or_else(|| at_fault("no turn was found".to_owned()))?;
        spent[side.index()].add(took);
        game = game
            .play_text(&chosen.turn)
            .map_err(|refused| at_fault(format!("{}: {}", chosen.turn, refused.reason)))?;
    }
    Ok(Some(Duel { opening, game, spent }))
}

/// Chooses one turn of a player, on the calling thread, and measures the thread's processor time.
fn think(
    settings: &Match,
    side: MatchSide,
    player: &mut Contestant,
    game: &AnyGame,
    over: &(dyn Fn() -> bool + Sync),
) -> Option<(EntrantTurn, Spent)> {
    let (time, nodes) = match (settings.entrant(side).own_nodes(), settings.allowance()) {
        (Some(nodes), _) => (None, nodes.get()),
        (None, TurnAllowance::Time(time)) => (Some(time), u64::MAX),
        (None, TurnAllowance::Nodes(nodes)) => (None, nodes),
    };
    let clock = ThreadStopwatch::start(time);
    let stop = || clock.is_up() || over();
    let chosen = player.choose(game, Limits { nodes, stop: &stop, threads: 1 })?;
    let used = clock.used();
    let overshoot = time.map_or(Duration::ZERO, |allowed| used.saturating_sub(allowed));
    let spent = Spent { turns: 1, nodes: chosen.nodes, time: used, overshoot };
    Some((chosen, spent))
}

// A frozen judge: the value of every position of a game, always by the same search.

/// Seed of every judgement, so that it is a function of the position.
const SEED: u64 = 0;

/// A search that values positions: `tree` or `full` with a number of nodes.
///
/// ```
/// use carrick_lab::play::SearchJudge;
/// assert_eq!("tree:4096".parse::<SearchJudge>()?.to_string(), "tree:4096");
/// assert!("level8".parse::<SearchJudge>().is_err());
/// # Ok::<(), carrick_lab::play::JudgeError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct SearchJudge {
    entrant: Entrant,
    nodes: NonZeroU64,
}

/// Error for a text that does not name a judge.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum JudgeError {
    /// The player does not exist.
    #[error(transparent)]
    Player(#[from] EntrantError),
    /// The player does not value positions by a number of nodes.
    #[error("a judge is a search with a number of nodes, as in tree:4096 or full:20000")]
    NoSearch,
}

impl FromStr for SearchJudge {
    type Err = JudgeError;

    fn from_str(text: &str) -> Result<Self, JudgeError> {
        let entrant: Entrant = text.parse()?;
        match entrant {
            Entrant::Tree { nodes: Some(nodes), .. }
            | Entrant::Search { nodes: Some(nodes), .. } => Ok(Self { entrant, nodes }),
            _ => Err(JudgeError::NoSearch),
        }
    }
}

impl fmt::Display for SearchJudge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.entrant.fmt(f)
    }
}

impl SearchJudge {
    /// Values for the player in the first seat, 0 to 1, of the positions in which a player chose:
    /// the opening and each one after it except the last. `None` if `over` cancelled it.
    #[must_use]
    pub fn values(
        &self,
        opening: &AnyGame,
        game: &AnyGame,
        over: &(dyn Fn() -> bool + Sync),
    ) -> Option<Vec<f32>> {
        let mut at = opening.clone();
        let mut values = Vec::new();
        for turn in &game.turn_names()[opening.ply()..] {
            values.push(self.value(&at, over)?);
            at = at.play_text(turn).ok()?;
        }
        Some(values)
    }

    /// Value of a position to the player in the first seat, to four digits.
    fn value(&self, game: &AnyGame, over: &(dyn Fn() -> bool + Sync)) -> Option<f32> {
        let memory = Memory::default();
        let mut engine = match &self.entrant {
            Entrant::Search { parts, .. } => AnyEngine::with_parts(game, SEED, memory, *parts),
            Entrant::Tree { changes, .. } => {
                AnyEngine::tree(game, SEED, memory, |tuning| changes.apply(tuning))
            }
            // No other player is a judge.
            _ => return None,
        };
        let limits = Limits { nodes: self.nodes.get(), stop: over, threads: 1 };
        let value = engine.think(limits).value;
        let value = if game.seat_to_move()? == Seat::First { value } else { 1.0 - value };
        (!over()).then_some((value * 1e4).round() / 1e4)
    }
}

// Thinking time: processor time of the thread that searches. Other load on the machine does not
// count, so a busy machine measures the same as an idle one.

/// Stopwatch for the processor time of the thread that created it. Read it only on that thread.
pub(crate) struct ThreadStopwatch {
    started: Instant,
    used_before: Duration,
    allowed: Option<Duration>,
    /// Earliest moment when the time can be up, in nanoseconds since the start: a thread never uses
    /// more processor time than wall time, which can be read dozens of times faster.
    look_at: AtomicU64,
}

impl ThreadStopwatch {
    /// Starts a stopwatch; `None` means no limit.
    pub(crate) fn start(allowed: Option<Duration>) -> Self {
        Self {
            started: Instant::now(),
            used_before: used_by_thread(),
            allowed,
            look_at: AtomicU64::new(allowed.map_or(u64::MAX, nanoseconds)),
        }
    }

    /// Processor time used since the start.
    pub(crate) fn used(&self) -> Duration {
        used_by_thread().saturating_sub(self.used_before)
    }

    /// Whether the allowed time is used up.
    pub(crate) fn is_up(&self) -> bool {
        let Some(allowed) = self.allowed else { return false };
        let passed = nanoseconds(self.started.elapsed());
        if passed < self.look_at.load(Ordering::Relaxed) {
            return false;
        }
        let left = allowed.saturating_sub(self.used());
        self.look_at.store(passed.saturating_add(nanoseconds(left)), Ordering::Relaxed);
        left.is_zero()
    }
}

fn used_by_thread() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    // Neither number is negative: the kernel counts from the thread's start.
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}

/// Duration in whole nanoseconds; `u64` has room for five centuries.
fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use std::hint::black_box;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use carrick_games::{AnyOptions, GameKind, SizeLimits};

    use super::*;

    fn threads(count: usize) -> NonZeroUsize {
        NonZeroUsize::new(count).unwrap()
    }

    #[test]
    fn results_come_in_order_whichever_thread_is_first() {
        for count in [1, 2, 7] {
            let mut found = Vec::new();
            // Odd jobs take longer.
            let work =
                |job: usize| (0..(job % 2) * 20_000).fold(job, |sum, _| std::hint::black_box(sum));
            let each = |result| {
                found.push(result);
                Ok::<_, ()>(ControlFlow::Continue(()))
            };
            in_order(threads(count), 0..3000, work, each).unwrap();
            assert!(found.into_iter().eq(0..3000), "{count} threads");
        }
    }

    #[test]
    fn an_error_ends_the_work() {
        let begun = AtomicUsize::new(0);
        let work = |job: usize| begun.fetch_max(job, Ordering::Relaxed);
        let failed = in_order(threads(2), 0.., work, |_| Err::<ControlFlow<()>, _>("full"));
        assert_eq!(failed, Err("full"));
        assert!(begun.into_inner() < 2 * WINDOW);
    }

    #[test]
    fn at_most_a_window_of_jobs_starts_during_the_first_one() {
        let begun = AtomicUsize::new(0);
        let work = |job: usize| {
            begun.fetch_add(1, Ordering::Relaxed);
            while job == 0 && begun.load(Ordering::Relaxed) < WINDOW {
                thread::yield_now();
            }
            begun.load(Ordering::Relaxed)
        };
        let mut first = None;
        let each = |count| {
            first.get_or_insert(count);
            Ok::<_, ()>(ControlFlow::Continue(()))
        };
        in_order(threads(2), 0..2 * WINDOW, work, each).unwrap();
        assert_eq!(first, Some(WINDOW));
    }

    #[test]
    #[should_panic(expected = "a scoped thread panicked")]
    fn a_panic_is_passed_on() {
        let work = |job: usize| assert!(job < 5, "a bug");
        let _ = in_order(threads(2), 0..10_000, work, |()| Ok::<_, ()>(ControlFlow::Continue(())));
    }

    /// A game from its turns.
    fn game(turns: &[&str]) -> AnyGame {
        let options =
            AnyOptions::parse(GameKind::Antipod, &["-radius=4"], SizeLimits::Scripts).unwrap();
        let play = |game: AnyGame, turn: &&str| game.play_text(turn).unwrap();
        turns.iter().fold(AnyGame::new(options), play)
    }

    #[test]
    fn a_position_has_one_value_however_it_was_reached() {
        let judge: SearchJudge = "tree:200".parse().unwrap();
        let turns = ["c3", "e5", "f5", "e6", "d6", "f7", "e7", "e13", "d12", "e12"];
        let values = judge.values(&game(&[]), &game(&turns), &|| false).unwrap();
        assert_eq!(values.len(), turns.len());
        // The second player is to move and wins immediately.
        assert_eq!(values[9], 0.0, "{values:?}");
        let later = judge.values(&game(&turns[..4]), &game(&turns), &|| false).unwrap();
        assert_eq!(values[4..], later);
        assert_eq!(judge.values(&game(&[]), &game(&turns), &|| true), None);
    }

    /// Keeps the processor busy until the time is up, and returns how many times it read the clock.
    fn work_until_up(clock: &ThreadStopwatch) -> u64 {
        (1..).find(|&asked| black_box(asked) > 0 && clock.is_up()).unwrap_or(0)
    }

    #[test]
    fn time_is_up_exactly_when_it_is_used() {
        for allowed in [1, 5, 20].map(Duration::from_millis) {
            let clock = ThreadStopwatch::start(Some(allowed));
            assert!(work_until_up(&clock) > 1);
            assert!(clock.used() >= allowed);
            assert!(clock.is_up());
        }
    }

    #[test]
    fn waiting_for_others_uses_no_time() {
        let clock = ThreadStopwatch::start(Some(Duration::from_millis(20)));
        let other = std::thread::spawn(|| {
            let clock = ThreadStopwatch::start(Some(Duration::from_millis(200)));
            work_until_up(&clock);
            clock.started.elapsed()
        });
        let passed = other.join().unwrap();
        assert!(passed >= Duration::from_millis(200) && clock.started.elapsed() >= passed);
        assert!(!clock.is_up(), "{:?} used", clock.used());
    }

    #[test]
    fn without_a_limit_time_is_never_up() {
        let clock = ThreadStopwatch::start(None);
        assert!(!clock.is_up());
        assert!(clock.used() < Duration::from_secs(1));
    }
}
