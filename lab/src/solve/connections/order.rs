//! The order in which points are tried: by the current that flows through them from pole to pole.
//!
//! Black's stones conduct, empty points resist, White's insulate; points that Black can join though
//! White moves first are joined by a wire as well (V. Anshelevich, A hierarchical approach to
//! computer Hex, 2002). The point that carries most is the best for either player.

use carrick_games::Bits;

use super::closure::Closure;
use super::net::Net;

/// Resistance of a stone; that of an empty point is 1.
const STONE: f32 = 0.02;
/// Conductance of a virtual connection, as a share of that of neighbours.
const VIRTUAL: f32 = 0.5;
/// Number of sweeps of the relaxation.
const SWEEPS: usize = 40;

/// The empty points of a region, the most important first.
pub(super) fn by_current<const W: usize>(
    net: &Net<W>,
    black: &Closure<'_, W>,
    free: Bits<W>,
    region: Bits<W>,
) -> Vec<u16> {
    let points = net.len();
    let resistance = |at: usize| if free.contains(at) { 1.0 } else { STONE };
    let mut wires: Vec<Vec<(usize, f32)>> = vec![Vec::new(); points];
    for [one, two] in black.pairs() {
        let is_near = net.near[one].iter().any(|&(next, _)| black.head(next) == two)
            || net.near[two].iter().any(|&(next, _)| black.head(next) == one);
        let share = if is_near { 1.0 } else { VIRTUAL };
        let conductance = share / (resistance(one) + resistance(two));
        wires[one].push((two, conductance));
        wires[two].push((one, conductance));
    }
    let [source, sink] = net.poles.map(|pole| black.head(pole));
    let mut potential = vec![0.5_f32; points];
    (potential[source], potential[sink]) = (1.0, 0.0);
    for _ in 0..SWEEPS {
        for at in 0..points {
            if at == source || at == sink || wires[at].is_empty() {
                continue;
            }
            let (sum, all) = wires[at].iter().fold((0.0, 0.0), |(sum, all), &(next, wire)| {
                (sum + wire * potential[next], all + wire)
            });
            potential[at] = sum / all;
        }
    }
    let current = |at: usize| -> f32 {
        wires[at].iter().map(|&(next, wire)| wire * (potential[at] - potential[next]).abs()).sum()
    };
    let mut order: Vec<(f32, u16)> =
        (region & free).iter().map(|at| (current(at), at as u16)).collect();
    order.sort_by(|(one, a), (two, b)| two.total_cmp(one).then(a.cmp(b)));
    order.into_iter().map(|(_, at)| at).collect()
}
