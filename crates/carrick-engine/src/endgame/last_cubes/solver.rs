//! Solver of the last cubes of Boche: depth-first proof-number search with a table that all threads
//! share. A cube stays where it is, so no position comes twice.

use std::sync::atomic::{AtomicU8, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};

use carrick_games::boche::{Board, Options, Rotation, Turn};
use carrick_games::cubes::CellId;
use carrick_games::{Board as _, Outcome};

use super::faces::Faces;
use super::numbers::Known;
use crate::endgame::end_solver::{EndSolver, Reach};
use crate::endgame::proof_number::{Child, Numbers, Prover, Stopped, prove};
use crate::lockless::Words;
use crate::report::Value;

/// Most cubes left for which the position of the game is solved.
const MOST_LEFT_AT_THE_ROOT: usize = 14;
/// Most cubes left for which a leaf of the tree is solved.
const MOST_LEFT_AT_A_LEAF: usize = 6;
/// Number of positions between two calls of `stop`, about a fifth of a millisecond.
const POSITIONS_A_QUESTION: u32 = 32;

/// Solves the last cubes of games of Boche with the same options.
///
/// Positions that look the same from above are one to it. Its table is allocated when the first
/// position is solved; a game that never gets there needs none.
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
    shared: Arc<Shared>,
    /// Number of positions looked at by this call.
    looked_at: u32,
    age: u8,
}

/// State that the solvers of all threads share.
#[derive(Debug)]
struct Shared {
    faces: Faces,
    table: OnceLock<Words>,
    /// Maximum size of the table, in bytes.
    memory: usize,
    age: AtomicU8,
}

/// One piece of work of a solver, with its limits.
struct Work<'a> {
    solver: &'a mut LastCubes,
    positions: u32,
    stop: &'a dyn Fn() -> bool,
}

impl LastCubes {
    /// A solver of games with these options, with a table of at most `memory` bytes.
    #[must_use]
    pub fn new(options: Options, memory: usize) -> Self {
        let faces = Faces::new(options);
        let shared = Shared { faces, table: OnceLock::new(), memory, age: AtomicU8::new(0) };
        Self { options, shared: Arc::new(shared), looked_at: 0, age: 0 }
    }

    /// Number of positions that the last call of `solve` looked at.
    #[must_use]
    pub const fn looked_at(&self) -> u32 {
        self.looked_at
    }

    fn stored(&self, key: u128) -> Option<Known> {
        self.shared.table.get()?.get(key).map(Known::unpack)
    }

    /// Stores the numbers of a position, for which `looked_at` positions were looked at.
    fn store(&self, key: u128, numbers: Numbers, looked_at: u64) {
        let effort = looked_at.max(1).ilog2().min(15) as u8;
        let age = self.age;
        let data = Known { numbers, effort }.pack(age);
        let table = self.shared.table.get_or_init(|| Words::new(self.shared.memory));
        table.put(key, data, |data| Known::worth(data, age));
    }

    /// The turn with which a game goes on from a position of a known value, and whether it ends
    /// there.
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
                let Some(Known { numbers, effort }) = known else { continue };
                let fits = if value == Value::Win { Numbers::LOST } else { Numbers::WON };
                // A winner takes the shortest proof, a loser the longest.
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

impl Prover for Work<'_> {
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

    /// The first time a position is looked at, every turn is tried for a win at once.
    fn list(
        &mut self,
        board: &Board,
        key: u128,
        children: &mut Vec<Child<Self::Turn>>,
    ) -> Result<(), (Numbers, ())> {
        let solver = &*self.solver;
        let tries = solver.stored(key).is_none();
        for cell in board.spots().iter().map(CellId::from_index) {
            for &rotation in board.rotations_at(cell) {
                let key = solver.shared.faces.after(board, key, cell, rotation);
                let numbers = match solver.stored(key) {
                    Some(known) => known.numbers,
                    None if tries => match outcome_after(board, placing((cell, rotation))) {
                        None => Numbers::UNKNOWN,
                        Some(outcome) if outcome.winner() == Some(board.to_move()) => {
                            return Err((Numbers::WON, ()));
                        }
                        Some(_) => {
                            solver.store(key, Numbers::WON, 1);
                            Numbers::WON
                        }
                    },
                    None => Numbers::UNKNOWN,
                };
                children.push(Child { turn: (cell, rotation), key, numbers });
            }
        }
        Ok(())
    }

    fn after(&self, board: &Board, turn: Self::Turn) -> Result<Board, Numbers> {
        let mut after = *board;
        after.play_unchecked(placing(turn));
        match after.outcome() {
            Some(outcome) if outcome.winner() == Some(board.to_move()) => Err(Numbers::LOST),
            Some(_) => Err(Numbers::WON),
            None => Ok(after),
        }
    }

    fn known(&self, key: u128) -> Option<Numbers> {
        self.solver.stored(key).map(|known| known.numbers)
    }

    fn keep(
        &mut self,
        _: &Board,
        key: u128,
        numbers: Numbers,
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
        self.shared.age.store((age + 1) % Known::AGES, Relaxed);
    }

    fn reach(&self, board: &Board) -> Reach {
        let ids = board.lattice().ids();
        let placed = ids.filter(|&id| board.rotation(id).is_some()).count();
        // The second cube may be a swap instead.
        if placed < 2 || board.options() != self.options || board.outcome().is_some() {
            return Reach::Never;
        }
        match board.lattice().len() - placed {
            left if left <= MOST_LEFT_AT_A_LEAF => Reach::Leaf,
            left if left <= MOST_LEFT_AT_THE_ROOT => Reach::Root,
            _ => Reach::Never,
        }
    }

    /// Random games take longer on larger boards, and a position hardly does.
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
        let searched = prove(&mut Work { solver: self, positions, stop }, board, key);
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
const fn value_of(numbers: Numbers) -> Option<Value> {
    match numbers {
        Numbers { win: 0, .. } => Some(Value::Win),
        Numbers { loss: 0, .. } => Some(Value::Loss),
        _ => None,
    }
}
