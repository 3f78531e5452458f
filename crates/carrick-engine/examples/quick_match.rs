//! scratch
use carrick_engine::{
    Limits, Searchable, Tuning,
    reference::{Uct, random},
    tree::Search,
};
use carrick_games::{Board, Game, GameOptions, Limits as L, Seat, TurnSet as _, antipod};
use std::time::Instant;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    match a[4].as_str() {
        "ankor" => go::<carrick_games::ankor::Board>(a),
        "boche" => go::<carrick_games::boche::Board>(a),
        "anchor" => go::<carrick_games::anchor::Board>(a),
        _ => go::<antipod::Board>(a),
    }
}
fn go<B: Searchable>(a: Vec<String>) {
    let ms: u128 = a[1].parse().unwrap();
    let n: usize = a[2].parse().unwrap();
    let opp = &a[3];
    let options = <B as Board>::Options::parse(&[a[5].as_str()], L::Scripts).unwrap();
    let mut t = B::TUNING;
    for kv in &a[6..] {
        let (k, v) = kv.split_once('=').unwrap();
        let v: f32 = v.parse().unwrap();
        match k {
            "prior" => t.prior_weight = v,
            "amaf" => t.amaf_weight = v,
            "amafg" => t.amaf_games = v,
            "c" => t.exploration = v,
            "expand" => t.expand_at = v as u32,
            "root" => t.root_batches = v as u32,
            "margin" => t.margin_share = v,
            "scale" => t.margin_scale = v,
            "try" => {
                t.tried = if v > 0.0 {
                    carrick_engine::Tried::All
                } else {
                    carrick_engine::Tried::Promising
                }
            }
            _ => panic!(),
        }
    }
    let (mut won, mut nodes, mut turns) = (0, 0u64, 0u64);
    let mut rng = fastrand::Rng::with_seed(5);
    for g in 0..n {
        let mut game = Game::<B>::new(options);
        if g % 2 == 0 {
            rng = fastrand::Rng::with_seed(g as u64 + 100);
        }
        let _ = &rng;
        let mut o = fastrand::Rng::with_seed((g / 2) as u64 + 7);
        for _ in 0..2 {
            let t = game.legal_turns();
            let t = t.nth(o.usize(..t.len())).unwrap();
            game.play_unchecked(t);
        }
        let me = if g % 2 == 0 { Seat::First } else { Seat::Second };
        let mut s = Search::with_tuning(&game, g as u64, t);
        let mut s2 = Search::new(&game, g as u64 + 1);
        while game.outcome().is_none() {
            let start = Instant::now();
            let stop = || start.elapsed().as_millis() >= ms;
            let limits = Limits { nodes: u64::MAX, stop: &stop, threads: 1 };
            let turn = if game.seat_to_move() == Some(me) {
                s.follow(&game);
                let r = s.run(limits);
                nodes += r.nodes;
                turns += 1;
                *r.best().unwrap()
            } else {
                match opp.as_str() {
                    "random" => random(&game, &mut rng).unwrap(),
                    "rave" => Uct::RAVE.choose(&game, limits, g as u64).unwrap(),
                    "tree" => {
                        s2.follow(&game);
                        *s2.run(limits).best().unwrap()
                    }
                    k => Uct::PLAIN
                        .choose(&game, Limits::nodes(k.parse().unwrap()), g as u64)
                        .unwrap(),
                }
            };
            game.play_unchecked(turn);
        }
        let r = match game.outcome().unwrap().winner() {
            None => 1,
            Some(w) if game.board().seat_of(w) == me => 2,
            _ => 0,
        };
        won += r;
        eprint!("{}", ['-', '=', '+'][r]);
    }
    println!("\n{} of {n}; {} nodes/turn", won as f32 / 2.0, nodes / turns.max(1));
}
