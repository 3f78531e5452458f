//! Ankor: retrograde analysis of sizes 2 to 4.
//!
//! A state is a stack with a colour for each of its cubes, from the view of the player to move. A
//! cube never leaves the board, so the states with a given number of cubes of each colour are
//! solved after all states with more: adding leads to those, and moving keeps the numbers. Within a
//! group, values spread backwards from the end of the game, nearest first, and what remains is
//! drawn.
//!
//! If [`history_allows`] accepts a value, neither repetition nor a hundred moves without an add can
//! change it; see `docs/certificates.md` for the argument.

use std::collections::HashMap;
use std::ops::Range;

use carrick_games::ankor::{Board, MOVES_WITHOUT_ADD, Options, WinHeight};
use carrick_games::{Board as _, Colour, Game, Position, Show as _};

use crate::Value;
use crate::tables::sets::{Stacks, cells, spread, squeeze};
use crate::tables::table::{
    Coding, ExactScore, MAX_DISTANCE, TableLayout, Tabled, TooFar, loss_byte, win_byte,
};

/// Largest board that is solved by a table.
const MAX_SIZE: u8 = 4;

/// The table of a board of Ankor.
#[derive(Debug)]
pub struct Ankor {
    states: States,
    sides: Sides,
}

impl Tabled for Board {
    type Shape = Ankor;

    fn shape(options: Options) -> Option<Ankor> {
        (options.size() <= MAX_SIZE).then(|| {
            let states = States::of(options.size(), options.cubes_each().into());
            let sides = Sides::of(states.stacks(), options.highest_touch());
            Ankor { states, sides }
        })
    }

    /// Equivalent win heights share the same table.
    fn table_options(options: Options) -> String {
        let any = options.highest_touch() + 1 == options.size();
        let height = match options.win_height() {
            _ if any => -1,
            WinHeight::Any => -1,
            WinHeight::Level(level) => i32::from(level),
        };
        format!("-size={} -win_height={height}", options.size())
    }
}

impl TableLayout<Board> for Ankor {
    const CODING: Coding = Coding::Distance;

    fn states(&self) -> usize {
        self.states.len()
    }

    fn working_bytes(&self) -> usize {
        // Edges forwards and backwards of the largest group of states, some thirty per state.
        self.states.largest_group() * 300
    }

    fn fill(&self, table: &mut [u8], filled: usize) -> Result<usize, TooFar> {
        let cubes = self.states.layer_before(filled);
        for own in self.states.own_counts(cubes) {
            if 2 * own <= cubes {
                solve(&self.states, &self.sides, table, cubes, own)?;
            }
        }
        Ok(self.states.layer(cubes).start)
    }

    fn index(&self, position: &Position<Board>) -> Option<usize> {
        let board = position.board();
        let masks = masks(board);
        let mover = board.to_move().index();
        // The table ignores swaps.
        let swap_is_ahead = board.options().swap() && masks == [0; 2];
        (!swap_is_ahead && !board.can_swap())
            .then(|| self.states.index(masks[mover], masks[1 - mover]))
    }
}

/// The cubes of each colour as masks.
fn masks(board: &Board) -> [u32; 2] {
    let mut masks = [0; 2];
    for id in board.lattice().ids() {
        if let Some(colour) = board.cube(id) {
            masks[colour.index()] |= 1 << id.index();
        }
    }
    masks
}

/// Whether a score from the table is valid in a game with its past.
///
/// The table knows nothing of the past. A draw is valid whatever happened before: each player can
/// stay in drawn positions, and the rules about the past only lead to draws. A winner who hurries
/// never repeats a position, because each of their turns brings the end closer. So a win is valid
/// if no position has occurred twice since the last add, and if it takes no more moves than are
/// left of the hundred. A turn that ends the game does so whatever happened before.
pub(crate) fn history_allows(game: &Game<Board>, score: ExactScore) -> bool {
    let Some(distance) = score.distance.filter(|&distance| distance > 1) else { return true };
    let moves = game.history().moves_without_add();
    if moves == 0 {
        return usize::from(distance) <= usize::from(MOVES_WITHOUT_ADD);
    }
    let mut seen: HashMap<(Vec<String>, Colour), u32> = HashMap::new();
    let mut again = Position::<Board>::new(game.board().options());
    let last_add = game.turns().len() - turns_since_add(game);
    for (ply, &turn) in game.turns().iter().enumerate() {
        again.play_unchecked(turn);
        let is_counted = !Board::is_pass(turn) && !Board::is_swap(turn);
        if ply + 1 >= last_add && is_counted {
            *seen.entry((again.board().cells(), again.board().to_move())).or_default() += 1;
        }
    }
    let is_repeated = seen.values().any(|&times| times > 1);
    !is_repeated && moves + usize::from(distance) <= usize::from(MOVES_WITHOUT_ADD)
}

/// Number of turns after the last add.
fn turns_since_add(game: &Game<Board>) -> usize {
    use carrick_games::ankor::Turn;
    game.turns().iter().rev().take_while(|turn| !matches!(turn, Turn::Add(_))).count()
}

// Numbers of Ankor's states: stack, then the mover's cubes among its cubes.

/// Marks sets of cubes in which one player would have too many.
const NONE: u32 = u32::MAX;

/// All states of a board, by stack, then by the set of the mover's cubes.
///
/// The set is a mask over the cubes of the stack, the lowest cell first. Sets with more cubes of
/// either colour than a player has are left out.
#[derive(Debug)]
pub(crate) struct States {
    stacks: Stacks,
    hand: usize,
    /// The first state of each stack; the last entry is the number of all states.
    starts: Vec<usize>,
    /// By number of cubes, the rank of each possible set of the mover's cubes.
    ranks: Vec<Vec<u32>>,
    /// By number of cubes, the possible sets in order.
    sets: Vec<Vec<u32>>,
}

impl States {
    /// The states of a board of a size on which each player has `hand` cubes.
    pub(crate) fn of(size: u8, hand: usize) -> Self {
        let stacks = Stacks::of(size);
        let (mut ranks, mut sets) = (Vec::new(), Vec::new());
        for cubes in 0..=stacks.cells() {
            let counts = |set: u32| {
                let own = set.count_ones() as usize;
                own <= hand && cubes - own <= hand
            };
            let listed: Vec<u32> = (0..1 << cubes).filter(|&set| counts(set)).collect();
            let mut rank = vec![NONE; 1 << cubes];
            for (at, &set) in listed.iter().enumerate() {
                rank[set as usize] = at as u32;
            }
            ranks.push(rank);
            sets.push(listed);
        }
        let mut starts = vec![0];
        let mut end = 0;
        for mask in stacks.masks() {
            end += sets[mask.count_ones() as usize].len();
            starts.push(end);
        }
        Self { stacks, hand, starts, ranks, sets }
    }

    pub(crate) const fn stacks(&self) -> &Stacks {
        &self.stacks
    }

    /// Number of states.
    pub(crate) fn len(&self) -> usize {
        self.starts[self.stacks.masks().len()]
    }

    /// Number of cubes that each player has.
    pub(crate) const fn hand(&self) -> usize {
        self.hand
    }

    /// The index of a state, given the mover's cubes and the opponent's.
    pub(crate) fn index(&self, own: u32, other: u32) -> usize {
        let mask = own | other;
        let stack = self.stacks.number(mask).expect("cubes are on their supports");
        let rank = self.ranks[mask.count_ones() as usize][squeeze(own, mask)];
        debug_assert_ne!(rank, NONE);
        self.starts[stack] + rank as usize
    }

    /// The states with a number of cubes.
    pub(crate) fn layer(&self, cubes: usize) -> Range<usize> {
        let stacks = self.stacks.layer(cubes);
        self.starts[stacks.start]..self.starts[stacks.end]
    }

    /// Number of cubes in the states just before an index where a layer starts or ends.
    pub(crate) fn layer_before(&self, index: usize) -> usize {
        (0..=self.stacks.cells()).rfind(|&cubes| self.layer(cubes).start < index).unwrap_or(0)
    }

    /// The possible numbers of the mover's cubes among `cubes`.
    pub(crate) fn own_counts(&self, cubes: usize) -> Range<usize> {
        cubes.saturating_sub(self.hand)..cubes.min(self.hand) + 1
    }

    /// All states with a number of cubes, with the mover's cubes and the opponent's, in order.
    pub(crate) fn each(&self, cubes: usize) -> impl Iterator<Item = (usize, u32, u32)> {
        self.stacks.layer(cubes).flat_map(move |stack| {
            let mask = self.stacks.masks()[stack];
            self.sets[cubes].iter().enumerate().map(move |(rank, &set)| {
                let own = spread(set as usize, mask);
                (self.starts[stack] + rank, own, mask & !own)
            })
        })
    }

    /// Number of states in the largest group that is solved together.
    pub(crate) fn largest_group(&self) -> usize {
        let group = |cubes: usize| {
            let ways = self.own_counts(cubes).map(|own| binomial(cubes, own)).max();
            2 * self.stacks.layer(cubes).len() * ways.unwrap_or(0)
        };
        (0..=self.stacks.cells()).map(group).max().unwrap_or(0)
    }
}

fn binomial(n: usize, k: usize) -> usize {
    (0..k).fold(1, |ways, at| ways * (n - at) / (at + 1))
}

// Moves and winning paths of Ankor on masks of cells.

/// The cells where a cube touches each side.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sides([u32; 3]);

impl Sides {
    /// The sides of a board where cubes touch them up to a level.
    pub(crate) fn of(stacks: &Stacks, highest: u8) -> Self {
        let mut sides = [0; 3];
        for id in stacks.lattice.ids().filter(|&id| stacks.lattice.level(id) <= highest) {
            let coordinates = stacks.lattice.cell(id).coordinates();
            for (side, coordinate) in sides.iter_mut().zip(coordinates) {
                if coordinate == 0 {
                    *side |= 1 << id.index();
                }
            }
        }
        Self(sides)
    }

    /// Whether connected cubes of `own` touch all three sides.
    ///
    /// Source: rules of Ankor, "The end".
    pub(crate) fn are_joined(&self, stacks: &Stacks, own: u32, all: u32) -> bool {
        let mut left = own;
        if self.0.iter().any(|side| own & side == 0) {
            return false;
        }
        while left & self.0[0] != 0 {
            let mut open = lowest(left & self.0[0]);
            let mut group = 0;
            while open != 0 {
                group |= open;
                left &= !open;
                let near = cells(open).fold(0, |near, at| near | contacts(stacks, left, all, at));
                open = near;
            }
            if self.0.iter().all(|side| group & side != 0) {
                return true;
            }
        }
        false
    }
}

const fn lowest(mask: u32) -> u32 {
    mask & mask.wrapping_neg()
}

/// The cells of `own` that are connected to the cube in a cell: one rests on the other, and the
/// contact is visible unless cubes rest on both other sides of the upper one.
///
/// Source: rules of Ankor, "Where they go".
fn contacts(stacks: &Stacks, own: u32, all: u32, at: usize) -> u32 {
    let shows = |upper: usize, axis: usize| {
        let others = stacks.above[upper] & !stacks.resting[upper][axis];
        // If there is no cell above on a side, nothing covers the contact there.
        others.count_ones() < 2 || others & !all != 0
    };
    let mut found = 0;
    for axis in 0..3 {
        let below = stacks.support[at][axis] & own;
        if below != 0 && shows(at, axis) {
            found |= below;
        }
        let over = stacks.resting[at][axis] & own;
        if over != 0 && shows(over.trailing_zeros() as usize, axis) {
            found |= over;
        }
    }
    found
}

/// Calls `to` with the cubes of both players after every move, the mover's first.
pub(crate) fn each_move(stacks: &Stacks, own: u32, other: u32, mut to: impl FnMut(u32, u32)) {
    let all = own | other;
    let spots = stacks.spots(all);
    let mut left = own;
    while left != 0 {
        let (group, near) = linked(stacks, left, all);
        left &= !group;
        let reach = near & spots;
        for from in cells(group).filter(|&at| (stacks.above[at] & all).count_ones() <= 1) {
            let (own, other, top) = lifted(stacks, own, other, from);
            let lost = stacks.above[from] | stacks.above[top];
            for spot in cells(reach & !lost) {
                to(own | 1 << spot, other);
            }
        }
    }
}

/// The cubes that can be reached from the lowest of `own` by steps between connected or adjacent
/// ones, and the cells next to them or on them.
fn linked(stacks: &Stacks, own: u32, all: u32) -> (u32, u32) {
    let (mut left, mut open) = (own & !lowest(own), lowest(own));
    let (mut group, mut near) = (0, 0);
    while open != 0 {
        group |= open;
        let mut next = 0;
        for at in cells(open) {
            next |= (contacts(stacks, left, all, at) | stacks.beside[at]) & left;
            near |= stacks.above[at] | stacks.beside[at];
        }
        left &= !next;
        open = next;
    }
    (group, near)
}

/// The cubes after one has been removed and the column on it has dropped, and the former top cell
/// of that column.
fn lifted(stacks: &Stacks, mut own: u32, mut other: u32, from: usize) -> (u32, u32, usize) {
    own &= !(1 << from);
    let mut gap = from;
    let axis = (0..3).find(|&axis| stacks.resting[from][axis] & (own | other) != 0);
    if let Some(axis) = axis {
        loop {
            let over = stacks.resting[gap][axis];
            if over & own != 0 {
                own = own & !over | 1 << gap;
            } else if over & other != 0 {
                other = other & !over | 1 << gap;
            } else {
                break;
            }
            gap = over.trailing_zeros() as usize;
        }
    }
    (own, other, gap)
}

// Values spread backwards among the states with the same numbers of cubes.

/// Solves all states with `cubes` cubes of which one of the players has `own`. The states with more
/// cubes are already solved; states that stay 0 are drawn.
fn solve(
    states: &States,
    sides: &Sides,
    table: &mut [u8],
    cubes: usize,
    own: usize,
) -> Result<(), TooFar> {
    let mut group = StateGroup::of(states, sides, table, cubes, own)?;
    let before = Before::of(group.waiting.len(), &std::mem::take(&mut group.moves));
    let bytes = &mut table[states.layer(cubes)];
    let mut distance = 0;
    while let Some(ring) = group.rings.get_mut(usize::from(distance)).map(std::mem::take) {
        for found in ring {
            group.settle(&before, bytes, distance, found)?;
        }
        distance += 1;
    }
    Ok(())
}

/// States that lead to one another by moves, numbered within their layer.
struct StateGroup {
    /// The values found, by distance; shorter distances are settled first.
    rings: Vec<Vec<FoundValue>>,
    waiting: Vec<UnsettledTurns>,
    /// Moves from state to state.
    moves: Vec<(u32, u32)>,
}

/// A value that was found.
struct FoundValue {
    at: u32,
    won: bool,
}

/// The turns of an unsettled state, as far as they are known.
#[derive(Clone, Copy, Default)]
struct UnsettledTurns {
    /// Number of turns that may save the mover: those that are not known to let the opponent win.
    saving: u16,
    /// Distance of the loss if no turn saves the mover.
    loss: u8,
    settled: bool,
}

impl StateGroup {
    fn of(
        states: &States,
        sides: &Sides,
        table: &[u8],
        cubes: usize,
        count: usize,
    ) -> Result<Self, TooFar> {
        let layer = states.layer(cubes);
        let waiting = vec![UnsettledTurns::default(); layer.len()];
        let mut group = Self { rings: Vec::new(), waiting, moves: Vec::new() };
        for (index, own, other) in states.each(cubes) {
            let mine = own.count_ones() as usize;
            if mine != count && cubes - mine != count {
                continue;
            }
            let at = (index - layer.start) as u32;
            // The player who moved last wins first.
            if sides.are_joined(states.stacks(), other, own | other) {
                group.find(0, FoundValue { at, won: false })?;
            } else if sides.are_joined(states.stacks(), own, own | other) {
                group.find(0, FoundValue { at, won: true })?;
            } else {
                group.look_ahead(states, table, at, own, other)?;
            }
        }
        Ok(group)
    }

    /// Looks at all turns of a state in which the game is not over.
    fn look_ahead(
        &mut self,
        states: &States,
        table: &[u8],
        at: u32,
        own: u32,
        other: u32,
    ) -> Result<(), TooFar> {
        let start = states.layer((own | other).count_ones() as usize).start;
        let mut waiting = UnsettledTurns::default();
        let mut win: Option<u8> = None;
        if (own.count_ones() as usize) < states.hand() {
            for hole in cells(states.stacks().holes & !(own | other)) {
                let next = Coding::Distance.read(table[states.index(other, own | 1 << hole)]);
                let turns = next.distance.unwrap_or_default() as u8 + 1;
                waiting.saving += u16::from(next.value != Value::Win);
                match next.value {
                    Value::Win => waiting.loss = waiting.loss.max(turns),
                    Value::Draw => {}
                    Value::Loss => win = Some(win.map_or(turns, |win| win.min(turns))),
                }
            }
        }
        let (adds, moves) = (waiting.saving > 0 || waiting.loss > 0, self.moves.len());
        each_move(states.stacks(), own, other, |own, other| {
            self.moves.push((at, (states.index(other, own) - start) as u32));
            waiting.saving += 1;
        });
        // A pass, if nothing else is possible. Two consecutive passes draw, and so does continuing
        // like that.
        if !adds && self.moves.len() == moves {
            self.moves.push((at, (states.index(other, own) - start) as u32));
            waiting.saving += 1;
        }
        self.waiting[at as usize] = waiting;
        match win {
            Some(turns) => self.find(turns, FoundValue { at, won: true }),
            None if waiting.saving == 0 => self.find(waiting.loss, FoundValue { at, won: false }),
            None => Ok(()),
        }
    }

    fn find(&mut self, distance: u8, found: FoundValue) -> Result<(), TooFar> {
        if distance > MAX_DISTANCE {
            return Err(TooFar);
        }
        let distance = usize::from(distance);
        if self.rings.len() <= distance {
            self.rings.resize_with(distance + 1, Vec::new);
        }
        self.rings[distance].push(found);
        Ok(())
    }

    /// Settles a state, and informs the states from which a move leads to it.
    fn settle(
        &mut self,
        before: &Before,
        bytes: &mut [u8],
        distance: u8,
        found: FoundValue,
    ) -> Result<(), TooFar> {
        let at = found.at as usize;
        if std::mem::replace(&mut self.waiting[at].settled, true) {
            return Ok(());
        }
        bytes[at] = if found.won { win_byte(distance) } else { loss_byte(distance) };
        for &from in before.of_state(at) {
            let waiting = &mut self.waiting[from as usize];
            if waiting.settled {
                continue;
            }
            if !found.won {
                self.find(distance + 1, FoundValue { at: from, won: true })?;
                continue;
            }
            waiting.saving -= 1;
            waiting.loss = waiting.loss.max(distance + 1);
            if waiting.saving == 0 {
                let loss = waiting.loss;
                self.find(loss, FoundValue { at: from, won: false })?;
            }
        }
        Ok(())
    }
}

/// Moves, indexed by their target.
struct Before {
    ends: Vec<u32>,
    from: Vec<u32>,
}

impl Before {
    fn of(states: usize, moves: &[(u32, u32)]) -> Self {
        let mut ends = vec![0u32; states + 1];
        for &(_, to) in moves {
            ends[to as usize + 1] += 1;
        }
        for at in 0..states {
            ends[at + 1] += ends[at];
        }
        let mut next = ends.clone();
        let mut from = vec![0; moves.len()];
        for &(state, to) in moves {
            from[next[to as usize] as usize] = state;
            next[to as usize] += 1;
        }
        Self { ends, from }
    }

    /// The states from which a move leads to a state.
    fn of_state(&self, state: usize) -> &[u32] {
        &self.from[self.ends[state] as usize..self.ends[state + 1] as usize]
    }
}
