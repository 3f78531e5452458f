//! Endgames of Boche, solved exactly.

use std::sync::atomic::AtomicU8;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, OnceLock};

use carrick_games::boche::{Board, Options, Rotation, Turn};
use carrick_games::cubes::{CellId, Lattice};
use carrick_games::{Board as _, Colour, Outcome, hash_of};

use crate::endgame::end_solver::{EndSolver, Reach};
use crate::endgame::proof_number::{Child, ProofNumbers, Prover, Stopped, prove};
use crate::lockless::WordTable;
use crate::report::Value;

// Solver of the last cubes of Boche: depth-first proof-number search with a table that all threads
// share. Cubes never move, so positions do not repeat.

/// Maximum number of cubes left for which the solver works on the position of the game.
const MOST_LEFT_AT_THE_ROOT: usize = 14;
/// Maximum number of cubes left for which the solver works on a leaf of the tree.
const MOST_LEFT_AT_A_LEAF: usize = 6;
/// Number of positions between two calls of `stop`; they take about a fifth of a millisecond.
const POSITIONS_A_QUESTION: u32 = 32;

/// Solves the last cubes of games of Boche with the same options.
///
/// It treats positions that look the same from above as one. It allocates its table with the first
/// position it solves, so a game that never gets there needs none.
///
/// ```
/// use carrick_engine::LastCubes;
/// use carrick_engine::{EndSolver as _, Reach, Value};
/// use carrick_games::{Game, GameOptions as _, SizeLimits, TurnSet as _, boche};
/// let options = boche::Options::parse(&["-size=3", "-fill_board"], SizeLimits::Challenge)?;
/// let mut game = Game::<boche::Board>::new(options);
/// while game.turns().len() < 4 {
///     game.play_unchecked(game.legal_turns().nth(0).ok_or("no turn")?);
/// }
/// let mut solver = LastCubes::new(options, 1 << 20);
/// assert!(solver.reach(game.board()) >= Reach::Root);
/// let value = solver.solve(game.board(), 100_000, &|| false);
/// assert!(matches!(value, Some(Value::Win | Value::Loss)));
/// assert_eq!(value, solver.known(game.board()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct LastCubes {
    options: Options,
    shared: Arc<SharedSolve>,
    /// Number of positions looked at by this call.
    looked_at: u32,
    age: u8,
}

/// State that the solvers of all threads share.
#[derive(Debug)]
struct SharedSolve {
    faces: FaceHashes,
    table: OnceLock<WordTable>,
    /// Maximum size of the table, in bytes.
    memory: usize,
    age: AtomicU8,
}

/// One task of a solver, with its limits.
struct SolverWork<'a> {
    solver: &'a mut LastCubes,
    positions: u32,
    stop: &'a dyn Fn() -> bool,
}

impl LastCubes {
    /// Creates a solver of games with these options, with a table of at most `memory` bytes.
    #[must_use]
    pub fn new(options: Options, memory: usize) -> Self {
        let faces = FaceHashes::new(options);
        let shared = SharedSolve { faces, table: OnceLock::new(), memory, age: AtomicU8::new(0) };
        Self { options, shared: Arc::new(shared), looked_at: 0, age: 0 }
    }

    /// Number of positions that the last call of `solve` looked at.
    #[must_use]
    pub const fn looked_at(&self) -> u32 {
        self.looked_at
    }

    fn stored(&self, key: u128) -> Option<KnownNumbers> {
        self.shared.table.get()?.get(key).map(KnownNumbers::unpack)
    }

    /// Stores the numbers of a position that took `looked_at` positions.
    fn store(&self, key: u128, numbers: ProofNumbers, looked_at: u64) {
        let effort = looked_at.max(1).ilog2().min(15) as u8;
        let age = self.age;
        let data = KnownNumbers { numbers, effort }.pack(age);
        let table = self.shared.table.get_or_init(|| WordTable::new(self.shared.memory));
        table.put(key, data, |data| KnownNumbers::worth(data, age));
    }

    /// The turn with which a game continues from a position of known value, and whether it ends the
    /// game.
    fn next(&self, board: &Board, value: Value) -> Option<(Turn, bool)> {
        let key = self.shared.faces.key(board);
        let (mut best, mut last): (Option<(Turn, u8)>, _) = (None, None);
        for cell in board.spots().iter().map(CellId::from_index) {
            for &rotation in board.rotations_at(cell) {
                let turn = Turn::Place { cell, rotation };
                if let Some(outcome) = outcome_after(board, turn) {
                    if outcome.winner() == Some(board.to_move()) {
                        return Some((turn, true));
                    }
                    last = Some(turn);
                    continue;
                }
                let known = self.stored(self.shared.faces.after(board, key, cell, rotation));
                let Some(KnownNumbers { numbers, effort }) = known else { continue };
                let fits = if value == Value::Win { ProofNumbers::LOST } else { ProofNumbers::WON };
                // The winner takes the shortest proof, the loser the longest.
                let better = best.is_none_or(|(_, so_far)| match value {
                    Value::Win => effort < so_far,
                    _ => effort > so_far,
                });
                if numbers == fits && better {
                    best = Some((turn, effort));
                }
            }
        }
        let goes_on = best.map(|(turn, _)| (turn, false));
        goes_on.or_else(|| last.filter(|_| value == Value::Loss).map(|turn| (turn, true)))
    }
}

impl Prover for SolverWork<'_> {
    type Position = Board;
    type Turn = (CellId, Rotation);
    type Node = ();

    fn enter(&mut self) -> Result<(), Stopped> {
        let looked_at = self.solver.looked_at;
        let asks = looked_at.is_multiple_of(POSITIONS_A_QUESTION);
        if looked_at >= self.positions || asks && (self.stop)() {
            return Err(Stopped);
        }
        self.solver.looked_at += 1;
        Ok(())
    }

    fn looked_at(&self) -> u64 {
        u64::from(self.solver.looked_at)
    }

    /// On the first look at a position, every turn is tried for an immediate win.
    fn list(
        &mut self,
        board: &Board,
        key: u128,
        children: &mut Vec<Child<Self::Turn>>,
    ) -> Result<(), (ProofNumbers, ())> {
        let solver = &*self.solver;
        let tries = solver.stored(key).is_none();
        for cell in board.spots().iter().map(CellId::from_index) {
            for &rotation in board.rotations_at(cell) {
                let key = solver.shared.faces.after(board, key, cell, rotation);
                let numbers = match solver.stored(key) {
                    Some(known) => known.numbers,
                    None if tries => match outcome_after(board, placing((cell, rotation))) {
                        None => ProofNumbers::UNKNOWN,
                        Some(outcome) if outcome.winner() == Some(board.to_move()) => {
                            return Err((ProofNumbers::WON, ()));
                        }
                        Some(_) => {
                            solver.store(key, ProofNumbers::WON, 1);
                            ProofNumbers::WON
                        }
                    },
                    None => ProofNumbers::UNKNOWN,
                };
                children.push(Child { turn: (cell, rotation), key, numbers });
            }
        }
        Ok(())
    }

    fn after(&self, board: &Board, turn: Self::Turn) -> Result<Board, ProofNumbers> {
        let mut after = *board;
        after.play_unchecked(placing(turn));
        match after.outcome() {
            Some(outcome) if outcome.winner() == Some(board.to_move()) => Err(ProofNumbers::LOST),
            Some(_) => Err(ProofNumbers::WON),
            None => Ok(after),
        }
    }

    fn known(&self, key: u128) -> Option<ProofNumbers> {
        self.solver.stored(key).map(|known| known.numbers)
    }

    fn keep(
        &mut self,
        _: &Board,
        key: u128,
        numbers: ProofNumbers,
        (): &(),
        _: &[Child<Self::Turn>],
        looked_at: u64,
    ) {
        self.solver.store(key, numbers, looked_at);
    }
}

const fn placing((cell, rotation): (CellId, Rotation)) -> Turn {
    Turn::Place { cell, rotation }
}

impl EndSolver<Board> for LastCubes {
    fn for_thread(&self) -> Box<dyn EndSolver<Board>> {
        Box::new(Self {
            options: self.options,
            shared: Arc::clone(&self.shared),
            looked_at: 0,
            age: 0,
        })
    }

    fn begin(&mut self) {
        let age = self.shared.age.load(Relaxed);
        self.shared.age.store((age + 1) % KnownNumbers::AGES, Relaxed);
    }

    fn reach(&self, board: &Board) -> Reach {
        let ids = board.lattice().ids();
        let placed = ids.filter(|&id| board.rotation(id).is_some()).count();
        // The second turn may be a swap instead of a cube.
        if placed < 2 || board.options() != self.options || board.outcome().is_some() {
            return Reach::Never;
        }
        match board.lattice().len() - placed {
            left if left <= MOST_LEFT_AT_A_LEAF => Reach::Leaf,
            left if left <= MOST_LEFT_AT_THE_ROOT => Reach::Root,
            _ => Reach::Never,
        }
    }

    /// Random games take longer on larger boards, but a position hardly does.
    fn pace(&self) -> u32 {
        u32::from(self.options.size()).pow(2)
    }

    fn solve(&mut self, board: &Board, positions: u32, stop: &dyn Fn() -> bool) -> Option<Value> {
        if self.reach(board) == Reach::Never {
            return None;
        }
        self.looked_at = 0;
        if let Some(value) = self.known(board) {
            return Some(value);
        }
        self.age = self.shared.age.load(Relaxed);
        let key = self.shared.faces.key(board);
        let searched = prove(&mut SolverWork { solver: self, positions, stop }, board, key);
        searched.ok().and_then(value_of)
    }

    fn known(&self, board: &Board) -> Option<Value> {
        if self.reach(board) == Reach::Never {
            return None;
        }
        value_of(self.stored(self.shared.faces.key(board))?.numbers)
    }

    fn line(&self, board: &Board) -> Vec<Turn> {
        let (mut board, mut turns) = (*board, Vec::new());
        while let Some(value) = self.known(&board)
            && let Some((turn, ends)) = self.next(&board, value)
        {
            turns.push(turn);
            if ends {
                break;
            }
            board.play_unchecked(turn);
        }
        turns
    }

    fn bytes(&self) -> usize {
        self.shared.memory
    }
}

/// The outcome if a turn ends the game.
fn outcome_after(board: &Board, turn: Turn) -> Option<Outcome> {
    let mut after = *board;
    after.play_unchecked(turn);
    after.outcome()
}

/// The value that numbers prove for the player to move.
const fn value_of(numbers: ProofNumbers) -> Option<Value> {
    match numbers {
        ProofNumbers { win: 0, .. } => Some(Value::Win),
        ProofNumbers { loss: 0, .. } => Some(Value::Loss),
        _ => None,
    }
}

// Keys of positions by what is visible.
//
// The way a covered cube is turned cannot be seen from above, and the rules do not need it: groups
// and paths run along visible faces. So two positions that look the same have the same future. The
// visible faces also show which cells are full.

/// The numbers that make up the keys of one board's positions.
#[derive(Debug)]
struct FaceHashes {
    lattice: &'static Lattice,
    /// A number for each cell, axis and way in which the face is joined; a key is the exclusive or
    /// of the numbers of all visible faces.
    numbers: Vec<[[u128; 2]; 3]>,
    /// Part of the key when Light is to move.
    light_to_move: u128,
}

impl FaceHashes {
    fn new(options: Options) -> Self {
        let lattice = Lattice::of(options.size());
        let number = |cell: CellId, axis: u64, way: u64| hash_of([cell.index() as u64, axis, way]);
        let of_cell = |cell| [0, 1, 2].map(|axis| [0, 1].map(|way| number(cell, axis, way)));
        let numbers = lattice.ids().map(of_cell).collect();
        Self { lattice, numbers, light_to_move: hash_of([1]) }
    }

    /// The key of a position.
    fn key(&self, board: &Board) -> u128 {
        let nearest = board.nearest_corner(0);
        let mut key = hash_of([2 + u64::from(nearest == Some(Colour::Light))]);
        if board.to_move() == Colour::Light {
            key ^= self.light_to_move;
        }
        for cell in self.lattice.ids() {
            let Some(rotation) = board.rotation(cell) else { continue };
            for axis in 0..3 {
                let over = self.lattice.resting(cell, axis);
                if over.is_none_or(|over| board.rotation(over).is_none()) {
                    key ^= self.number(cell, axis, rotation);
                }
            }
        }
        key
    }

    /// The key of the position after a cube, from the key before it. Not for the first cube, which
    /// determines the colours of all corners.
    fn after(&self, board: &Board, key: u128, cell: CellId, rotation: Rotation) -> u128 {
        (0..3).fold(key ^ self.light_to_move, |key, axis| {
            let support = self.lattice.support(cell, axis);
            let hidden = support.and_then(|id| Some((id, board.rotation(id)?)));
            let hidden = hidden.map_or(0, |(id, rotation)| self.number(id, axis, rotation));
            key ^ hidden ^ self.number(cell, axis, rotation)
        })
    }

    fn number(&self, cell: CellId, axis: usize, rotation: Rotation) -> u128 {
        self.numbers[cell.index()][axis][usize::from(rotation.joins_nearest_along(axis))]
    }
}

// How proof numbers are stored.

/// Entry of the table: the numbers of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct KnownNumbers {
    numbers: ProofNumbers,
    /// Logarithm of the number of positions that the search took, at most 15.
    effort: u8,
}

impl KnownNumbers {
    /// Number of tasks after which ages start again from 0.
    const AGES: u8 = 16;

    /// Packs the numbers into the data of a word, with the age of the task.
    const fn pack(self, age: u8) -> u64 {
        let Self { numbers: ProofNumbers { win, loss }, effort } = self;
        win as u64 | (loss as u64) << 20 | (effort as u64) << 40 | (age as u64) << 44
    }

    const fn unpack(data: u64) -> Self {
        let (win, loss) =
            (data as u32 & ProofNumbers::NEVER, (data >> 20) as u32 & ProofNumbers::NEVER);
        Self { numbers: ProofNumbers { win, loss }, effort: (data >> 40 & 15) as u8 }
    }

    /// Worth of stored data at an age of the work: effort, minus an amount for its age.
    const fn worth(data: u64, now: u8) -> i32 {
        let age = (data >> 44 & 15) as u8;
        Self::unpack(data).effort as i32 - 2 * (now.wrapping_sub(age) % Self::AGES) as i32
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeSet, HashMap};

    use carrick_games::boche::Turn;
    use carrick_games::{GameOptions as _, SizeLimits, TurnSet as _};

    use super::*;

    /// The visible faces, named one by one.
    fn shown(board: &Board) -> BTreeSet<(usize, usize, bool)> {
        let lattice = board.lattice();
        let faces = lattice.ids().flat_map(|id| [0, 1, 2].map(|axis| (id, axis)));
        let shows = |&(id, axis): &(CellId, usize)| {
            lattice.resting(id, axis).is_none_or(|over| board.rotation(over).is_none())
        };
        let face = |(id, axis): (CellId, usize)| {
            Some((id.index(), axis, board.rotation(id)?.joins_nearest_along(axis)))
        };
        faces.filter(shows).filter_map(face).collect()
    }

    /// In random games, the updated key is the key of the whole position. Two positions have the
    /// same key exactly when they look the same, and then they have the same groups and spots.
    #[test]
    fn a_key_depends_on_what_is_visible_and_nothing_else() {
        let options = Options::parse(&["-size=3", "-fill_board"], SizeLimits::Scripts).unwrap();
        let faces = FaceHashes::new(options);
        let mut random = fastrand::Rng::with_seed(1);
        let (mut seen, mut hidden) = (HashMap::<u128, Board>::new(), 0);
        for _ in 0..4000 {
            let mut board = Board::new(options);
            let mut key = None;
            while board.outcome().is_none() {
                let turns = board.legal_turns();
                let turn = turns.nth(random.usize(..turns.len())).unwrap();
                let updated = match (turn, key) {
                    (Turn::Place { cell, rotation }, Some(key)) => {
                        Some(faces.after(&board, key, cell, rotation))
                    }
                    _ => None,
                };
                board.play_unchecked(turn);
                let whole = faces.key(&board);
                assert!(updated.is_none_or(|updated| updated == whole));
                key = Some(whole);
                let other = seen.entry(whole).or_insert(board);
                assert_eq!((shown(other), other.to_move()), (shown(&board), board.to_move()));
                assert_eq!(other.groups(), board.groups());
                assert_eq!(other.outcome(), board.outcome());
                assert_eq!(other.spots(), board.spots());
                hidden += u32::from(other.hash() != board.hash());
            }
        }
        assert!(hidden > 100, "{hidden} positions differ only in hidden faces");
    }

    #[test]
    fn stored_numbers_are_read_back() {
        for numbers in [ProofNumbers::WON, ProofNumbers::LOST, ProofNumbers::UNKNOWN] {
            for (effort, age) in [(0, 0), (7, 15), (15, 3)] {
                let known = KnownNumbers { numbers, effort };
                assert_eq!(KnownNumbers::unpack(known.pack(age)), known);
                assert_eq!(KnownNumbers::worth(known.pack(age), age), i32::from(effort));
                assert_eq!(
                    KnownNumbers::worth(known.pack(age), (age + 1) % 16),
                    i32::from(effort) - 2
                );
            }
        }
    }
}
