//! Random games one after another: stones are placed on random empty points until a player has won.

use super::board::Board;

const MAX_POINTS: usize = 128;
/// A neighbour that does not exist.
const NOWHERE: u8 = MAX_POINTS as u8 - 1;

/// The chains of both colours: a union-find structure whose roots store the sides that their chain
/// touches.
pub(crate) struct Chains {
    around: Vec<[u8; 6]>,
    sides: Vec<u8>,
    goals: [u8; 2],
    points: Vec<u8>,
    /// For each player and point, which of its neighbours are the player's.
    near: [[u8; MAX_POINTS]; 2],
    parent: [u8; MAX_POINTS],
    touched: [u8; MAX_POINTS],
}

impl Chains {
    pub(crate) fn new(board: &Board) -> Self {
        let around = |neighbours: &[Option<usize>; 6]| {
            neighbours.map(|next| next.map_or(NOWHERE, |next| next as u8))
        };
        Self {
            around: board.neighbours.iter().map(around).collect(),
            sides: board.sides.clone(),
            goals: board.goals,
            points: (0..board.sides.len() as u8).collect(),
            near: [[0; MAX_POINTS]; 2],
            parent: [0; MAX_POINTS],
            touched: [0; MAX_POINTS],
        }
    }

    /// Plays a random game to its end; returns how many stones it took.
    pub(crate) fn play(&mut self, rng: &mut fastrand::Rng) -> usize {
        self.near = [[0; MAX_POINTS]; 2];
        let count = self.points.len();
        for ply in 0..count {
            self.points.swap(ply, rng.usize(ply..count));
            let player = ply % 2;
            if self.put(usize::from(self.points[ply]), player as u8) {
                return ply + 1;
            }
        }
        unreachable!("a full board has a winner")
    }

    /// Whether the first player has won on a full board, given each point's owner.
    pub(crate) fn first_wins(&mut self, is_first: impl Fn(usize) -> bool) -> bool {
        self.near = [[0; MAX_POINTS]; 2];
        let mut won = [false; 2];
        for point in 0..self.points.len() {
            let player = u8::from(!is_first(point));
            won[usize::from(player)] |= self.put(point, player);
        }
        assert_ne!(won[0], won[1], "exactly one player wins a full board");
        won[0]
    }

    /// Places a stone; returns whether its chain now touches all sides its owner wants.
    #[inline]
    fn put(&mut self, point: usize, player: u8) -> bool {
        let mut root = point as u8;
        self.parent[point % MAX_POINTS] = root;
        let mut touched = self.sides[point];
        let mut firsts = self.firsts_of_runs(point, player);
        self.tell_neighbours(point, player);
        while firsts != 0 {
            let next = self.around[point][firsts.trailing_zeros() as usize % 6];
            let other = self.find(next);
            if other != root {
                touched |= self.touched[usize::from(other) % MAX_POINTS];
                self.parent[usize::from(root) % MAX_POINTS] = other;
                root = other;
            }
            firsts &= firsts - 1;
        }
        self.touched[usize::from(root) % MAX_POINTS] = touched;
        let goal = self.goals[usize::from(player)];
        touched & goal == goal
    }

    /// The first stone of each run of a player's stones around a point: the others are connected to
    /// it.
    #[inline]
    fn firsts_of_runs(&self, point: usize, player: u8) -> u32 {
        let own = u32::from(self.near[usize::from(player) % 2][point % MAX_POINTS]);
        if own == 0b11_1111 { 1 } else { own & !(own << 1 | own >> 5) }
    }

    /// Adds a new stone to its neighbours' sets, in the opposite direction.
    #[inline]
    fn tell_neighbours(&mut self, point: usize, player: u8) {
        let near = &mut self.near[usize::from(player) % 2];
        for (k, &next) in self.around[point].iter().enumerate() {
            near[usize::from(next) % MAX_POINTS] |= 1 << ((k + 3) % 6);
        }
    }

    #[inline]
    fn find(&mut self, mut point: u8) -> u8 {
        loop {
            let parent = self.parent[usize::from(point) % MAX_POINTS];
            if parent == point {
                return point;
            }
            let above = self.parent[usize::from(parent) % MAX_POINTS];
            self.parent[usize::from(point) % MAX_POINTS] = above;
            point = above;
        }
    }
}
