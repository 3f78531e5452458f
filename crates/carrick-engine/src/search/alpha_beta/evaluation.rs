//! Static evaluation of Ankor: distances from connecting the sides, mobility, tempo.

use crate::ankor::{AnkorPosition, BoardMap, Distance, DistanceScratch};

/// Weights of the features, in hundredths of a placement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Weights {
    /// For half a placement less to go than the opponent.
    pub(crate) distance: i32,
    /// For one more cell where cheapest trees meet.
    pub(crate) ways: i32,
    /// For one more cube that carries at most one other, and so may move.
    pub(crate) free: i32,
    /// For one more cube in hand.
    pub(crate) hand: i32,
    /// For the right to move.
    pub(crate) tempo: i32,
}

impl Weights {
    /// Distance and the right to move alone lost 4 to 22 against these weights, with 14 draws, at
    /// 1,500 nodes a turn on size 6; doubling the weight of free cubes won 11 to 15.
    pub(crate) const CHOSEN: Self = Self { distance: 50, ways: 3, free: 6, hand: 0, tempo: 30 };
}

/// Static evaluation for the player to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Evaluation {
    /// In hundredths of a placement.
    pub(crate) score: i32,
    /// Distance of the player to move from connecting the sides.
    pub(crate) own: Distance,
}

pub(crate) fn evaluate<const W: usize>(
    map: &BoardMap<W>,
    distances: &mut DistanceScratch<W>,
    weights: &Weights,
    position: &AnkorPosition<W>,
) -> Evaluation {
    let (me, them) = (position.to_move, !position.to_move);
    let own = distances.find(map, position, me);
    let other = distances.find(map, position, them);
    let all = position.all();
    let free = |colour: carrick_games::Colour| {
        let cubes = position.cubes[colour.index()];
        cubes.iter().filter(|&at| (map.cells[at].above & all).len() <= 1).count() as i32
    };
    let hand = |colour: carrick_games::Colour| i32::from(position.hands[colour.index()]);
    // Beyond a few cells, more ways make no difference.
    let ways = |distance: Distance| i32::from(distance.ways.min(8));
    let score = weights.distance * (i32::from(other.price) - i32::from(own.price))
        + weights.ways * (ways(own) - ways(other))
        + weights.free * (free(me) - free(them))
        + weights.hand * (hand(me) - hand(them))
        + weights.tempo;
    Evaluation { score, own }
}
