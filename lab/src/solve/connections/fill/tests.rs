//! Compares fills and carriers with the values of nearly full positions, found by trying all turns.

use std::collections::HashMap;

use carrick_games::Board as _;
use carrick_games::antipod::Sphere;
use carrick_games::{AnyGame, AnyOptions, GameKind, SizeLimits};

use super::*;
use crate::solve::connections::prover::Connector;

type Known = HashMap<u128, bool>;

fn net(radius: u8) -> (Net<1>, Stones<1>) {
    let option = format!("-radius={radius}");
    let options = AnyOptions::parse(GameKind::Antipod, &[&option], SizeLimits::Scripts).unwrap();
    let AnyGame::Antipod(game) = AnyGame::new(options) else { unreachable!() };
    let net = Net::of(Sphere::of(game.board().options())).unwrap();
    let stones = net.stones(game.board());
    (net, stones)
}

fn joins(net: &Net<1>, black: Bits<1>) -> bool {
    let mut reached: Bits<1> = Bits::single(net.poles[0]);
    loop {
        let next = reached.iter().fold(reached, |all, at| all | net.around[at]) & black;
        if next == reached {
            return reached.contains(net.poles[1]);
        }
        reached = next;
    }
}

/// Whether Black wins, by trying all turns.
fn black_wins(net: &Net<1>, stones: &Stones<1>, known: &mut Known) -> bool {
    let free = stones.free(net);
    if joins(net, stones.of[0]) {
        return true;
    }
    if !joins(net, stones.of[0] | free) {
        return false;
    }
    if let Some(&wins) = known.get(&stones.key()) {
        return wins;
    }
    let is_black = stones.to_move == Colour::Dark;
    let mut turns = free.iter();
    let wins = turns.any(|turn| black_wins(net, &stones.with(turn), known) == is_black) == is_black;
    known.insert(stones.key(), wins);
    wins
}

/// Positions with a number of empty points, the others shared evenly, with either player to move.
fn positions(net: &Net<1>, start: &Stones<1>, empty: usize, many: usize) -> Vec<Stones<1>> {
    let mut random = fastrand::Rng::with_seed(5);
    let mut found = Vec::new();
    while found.len() < many {
        let mut stones = *start;
        let mut free: Vec<usize> = stones.free(net).iter().collect();
        random.shuffle(&mut free);
        if random.bool() {
            stones = stones.passed();
        }
        for &point in &free[empty..] {
            stones = stones.with(point);
        }
        if !joins(net, stones.of[0]) && joins(net, stones.of[0] | stones.free(net)) {
            found.push(stones);
        }
    }
    found
}

#[test]
fn a_filled_position_keeps_its_value() {
    let (mut dead, mut captured) = (0, [0; 2]);
    for radius in [3, 4] {
        let (net, start) = net(radius);
        for stones in positions(&net, &start, 9, 400) {
            let filled = fill(&net, &stones);
            let mut known = Known::new();
            let values =
                [&stones, &filled.stones].map(|stones| black_wins(&net, stones, &mut known));
            assert_eq!(values[0], values[1], "{stones:?} {filled:?}");
            let pairs = filled.captured.map(|set| set.len());
            dead += filled.filled.len() - pairs[0] - pairs[1];
            captured = [captured[0] + pairs[0], captured[1] + pairs[1]];
        }
    }
    assert!(dead > 100 && captured.iter().all(|&many| many > 100), "{dead} {captured:?}");
}

#[test]
fn a_winner_can_win_without_vulnerable_turns() {
    let mut left_out = 0;
    for radius in [3, 4] {
        let (net, start) = net(radius);
        for stones in positions(&net, &start, 9, 300) {
            let mut known = Known::new();
            let is_black = stones.to_move == Colour::Dark;
            if black_wins(&net, &stones, &mut known) != is_black {
                continue;
            }
            let vulnerable = PlayerGroups::of(&net, &stones).vulnerable(stones.to_move);
            left_out += vulnerable.len();
            let mut turns = stones.free(&net).iter();
            let wins = turns.any(|turn| {
                vulnerable.iter().all(|&(other, _)| usize::from(other) != turn)
                    && black_wins(&net, &stones.with(turn), &mut known) == is_black
            });
            assert!(wins, "{stones:?} {vulnerable:?}");
        }
    }
    assert!(left_out > 100, "{left_out}");
}

#[test]
fn a_winner_needs_no_point_outside_the_carrier() {
    let (net, start) = net(4);
    let positions = positions(&net, &start, 10, 60);
    let mut deaf = |_: u64, _: &_| ();
    let mut connector = Connector::new(net, &|| false, &mut deaf);
    connector.most = u64::MAX;
    let mut spared = 0;
    for stones in positions {
        for turn in stones.free(&connector.net).iter() {
            let after = stones.with(turn);
            let wins = connector.wins(&after).unwrap();
            let needs = connector.needs_after(&stones, turn as u16).unwrap();
            let winner = if wins { after.to_move } else { !after.to_move };
            let outside = after.free(&connector.net) & !needs.empty;
            spared += outside.len();
            let mut full = after;
            full.of[index(!winner)] |= outside;
            let is_black = winner == Colour::Dark;
            let net = &connector.net;
            assert_eq!(black_wins(net, &full, &mut Known::new()), is_black, "{after:?} {needs:?}");
        }
    }
    assert!(spared > 1000, "{spared}");
}
