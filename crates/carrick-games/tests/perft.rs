//! Checks the table of `docs/notation.md` that other programs can compare with.

use carrick_games::{AnyGame, AnyOptions, GameKind, SizeLimits};

/// The largest number that is counted again.
const MOST: u64 = 30_000;

#[test]
fn the_numbers_on_the_page_are_right() {
    let page = include_str!("../../../docs/notation.md");
    let (_, table) = page.split_once("\n## Perft\n").unwrap();
    let mut checked = 0;
    for row in table.lines().filter_map(|line| line.strip_prefix("| `")) {
        let (game, counts) = row.split_once("` |").unwrap();
        let mut words = game.split(' ');
        let kind: GameKind = words.next().unwrap().parse().unwrap();
        let words: Vec<&str> = words.collect();
        let options = AnyOptions::parse(kind, &words, SizeLimits::Scripts).unwrap();
        let counts = counts.split('|').filter_map(|count| count.trim().parse::<u64>().ok());
        for (depth, count) in (1..).zip(counts).filter(|&(_, count)| count <= MOST) {
            assert_eq!(AnyGame::new(options).perft(depth), count, "{game}, depth {depth}");
            checked += 1;
        }
    }
    assert!(checked > 80, "only {checked} numbers were checked");
}
