//! Anchor.

mod support;

use carrick_games::anchor::{Board, Opening, Options, Setup};
use carrick_games::{Board as _, Colour, DrawStyle, Game};
use support::{Recorded, replay_recorded};

fn numbers(record: &Recorded, key: &str) -> Vec<u16> {
    serde_json::from_value(record.rest[key].clone()).unwrap()
}

#[test]
fn recorded_games() {
    for (record, game) in replay_recorded::<Board>() {
        let score = game.board().score();
        let dead: Vec<String> = serde_json::from_value(record.rest["dead"].clone()).unwrap();
        assert_eq!(score.dead, dead);
        let both = |of: &dyn Fn(Colour) -> u16| [Colour::Dark, Colour::Light].map(of).to_vec();
        assert_eq!(both(&|c| score.prisoners[c.index()]), numbers(&record, "prisoners"));
        assert_eq!(both(&|c| score.territory[c.index()]), numbers(&record, "territory"));
        assert_eq!(both(&|c| score.total(c)), numbers(&record, "score"));
    }
}

#[test]
fn look() {
    for size in [2, 3, 5, 8, 10] {
        let game =
            support::random_game::<Board>(&format!("-size={size}"), 1, (size * size) as usize * 2);
        println!("{}", game.board().draw(DrawStyle::LABELLED));
        println!("{}", game.board().draw(DrawStyle { labels: true, score: true }));
    }
    println!("{}", Board::new(Options::default()).draw(DrawStyle::LABELLED));
}
