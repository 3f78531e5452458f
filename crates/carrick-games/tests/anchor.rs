//! Anchor: recorded games, openings, endings, refusals. Invariants and drawings are in `anchor/`.
#![allow(clippy::unwrap_used)] // also in the helpers, where a panic is the failure of the test

mod drawings;
mod mirror;
mod properties;

use crate::support::{Recorded, new_game, perft_by_trial, play, replay_recorded};
use carrick_games::anchor::{Board, Opening, Options, Point, Setup, SetupError, Stage, Turn};
use carrick_games::{
    Board as _, Colour, DrawBy, Game, GameOptions, Outcome, OutcomeProof, Seat, Show as _,
    SizeLimits, WinBy, perft,
};

pub(crate) fn point(name: &str) -> Point {
    name.parse().unwrap()
}

/// The position on the author's page, and the stones that the page marks as dead.
pub(crate) fn worked_example() -> (Setup, Vec<String>) {
    let mut setup = Setup::new(Options::default());
    let mut dead = Vec::new();
    let listed = crate::support::figure("anchor-size8-dead-stones.txt");
    for line in listed.lines().filter(|line| !line.starts_with('#')) {
        let mut words = line.split(' ');
        let colour = match words.next() {
            Some("black") => Colour::Dark,
            _ => Colour::Light,
        };
        let place = words.next().unwrap();
        setup.stones.push((point(place), colour));
        dead.extend(words.next().map(|_| place.to_owned()));
    }
    dead.sort();
    (setup, dead)
}

#[test]
fn recorded_games() {
    let numbers = |record: &Recorded, key: &str| -> Vec<u16> {
        serde_json::from_value(record.rest[key].clone()).unwrap()
    };
    for (record, game) in replay_recorded::<Board>() {
        let score = game.board().score();
        let dead: Vec<String> = serde_json::from_value(record.rest["dead"].clone()).unwrap();
        assert_eq!(score.dead, dead);
        let [light, dark] = [0, 1];
        let both = |of: [u16; 2]| vec![of[dark], of[light]];
        assert_eq!(both(score.prisoners), numbers(&record, "prisoners"));
        assert_eq!(both(score.territory), numbers(&record, "territory"));
        assert_eq!(both(Colour::BOTH.map(|colour| score.total(colour))), numbers(&record, "score"));
        assert_eq!(game.proof(), OutcomeProof::Score(score));
    }
}

#[test]
fn the_worked_example_has_exactly_its_dead_stones() {
    let (setup, dead) = worked_example();
    assert_eq!(setup.stones.len(), 32);
    assert_eq!(dead, ["A1", "A2", "A4", "A7", "B2", "B3", "B4", "B8", "B9"]);
    let score = setup.board().unwrap().score();
    assert_eq!(score.dead, dead);
    assert_eq!(score.prisoners[Colour::Dark.index()], 5);
    assert_eq!(score.prisoners[Colour::Light.index()], 4);
}

/// Plays the turns and compares, before each turn and after the last, who moves for which colour:
/// `1B` means the first player for Black.
#[track_caller]
fn check_seats(options: &str, turns: &str, expected: &str) {
    let mut game = new_game::<Board>(options);
    let mut seen = vec![mover(&game)];
    for turn in turns.split_whitespace() {
        game = game.play_text(turn).unwrap();
        seen.push(mover(&game));
    }
    assert_eq!(seen.join(" "), expected, "{options}: {turns}");
}

fn mover(game: &Game<Board>) -> String {
    let seat = match game.seat_to_move() {
        Some(Seat::First) => "1",
        Some(Seat::Second) => "2",
        None => "-",
    };
    let colour = if game.board().to_move() == Colour::Dark { "B" } else { "W" };
    format!("{seat}{colour}")
}

#[test]
fn seats_and_colours_to_move() {
    check_seats("-pie=none", "H8 A1 A2", "1B 2W 1B 2W");
    check_seats("-pie=swap", "H8 A1 A2", "1B 2W 1B 2W");
    check_seats("-pie=swap", "H8 swap A1 A2", "1B 2W 1W 2B 1W");
    check_seats("-pie=swap", "pass A1 A2", "1B 2W 1B 2W");
    check_seats("-pie=refined", "H8 A1 A2 A3 A4", "1B 1W 1B 2W 1B 2W");
    check_seats("-pie=refined", "H8 A1 A2 swap A3 A4", "1B 1W 1B 2W 1W 2B 1W");
    check_seats("-pie=refined", "pass pass pass swap A3 A4", "1B 1W 1B 2W 1W 2B 1W");
    check_seats("-pie=refined", "pass pass pass pass A3", "1B 1W 1B 2W 1B 2W");
    check_seats("-handicap=2", "A1 A2 A3", "2W 1B 2W 1B");
}

/// Plays the turns and compares the result, as a word.
#[track_caller]
fn check_end(options: &str, turns: &str, expected: &str) {
    let turns: Vec<&str> = turns.split_whitespace().collect();
    let game = play::<Board>(options, &turns);
    let end = match game.outcome() {
        None => "open".to_owned(),
        Some(outcome) => format!("{}, {}", outcome.word(Board::KIND), outcome.reason()),
    };
    assert_eq!(end, expected, "{options}: {turns:?}");
}

#[test]
fn two_passes_end_the_game_except_during_the_setup() {
    check_end("-pie=swap", "pass pass", "draw, score");
    check_end("-pie=swap", "pass A1 pass", "open");
    check_end("-pie=swap", "H8 swap pass pass", "White, score");
    check_end("-pie=swap", "A1 swap pass pass", "Black, score");
    check_end("-pie=refined", "pass pass pass", "open");
    check_end("-pie=refined", "pass pass pass pass", "open");
    check_end("-pie=refined", "pass pass pass pass pass", "draw, score");
    check_end("-pie=refined", "pass pass pass swap pass", "open");
    check_end("-pie=refined", "pass pass pass swap pass pass", "draw, score");
    check_end("-handicap=7", "pass pass", "White, score");
    check_end("-handicap=7", "pass A1 pass H1 pass pass", "Black, score");
}

#[test]
fn the_end_has_a_sentence_and_a_proof() {
    let game = play::<Board>("-size=3 -pie=none", &["A1", "C3", "pass", "pass"]);
    let outcome = Outcome::Win { winner: Colour::Dark, by: WinBy::Score };
    assert_eq!(game.outcome(), Some(outcome));
    let OutcomeProof::Score(score) = game.proof() else { panic!("{:?}", game.proof()) };
    assert_eq!(score.dead, ["C3"]);
    assert_eq!(score.owners.len(), 18);
    assert!(score.owners.iter().all(|(_, owner)| *owner == Some(Colour::Dark)));
    assert_eq!(game.board().proof(Outcome::Draw(DrawBy::Agreement)), OutcomeProof::None);
    let refused = game.play_text("A2").unwrap_err();
    assert_eq!(refused.to_string(), "the game is over (Black wins: the higher score)");
}

#[test]
fn handicap_stones_are_on_the_board_at_the_start() {
    let cells = |options: &str| new_game::<Board>(options).board().cells().join(" ");
    assert_eq!(cells("-handicap=1"), "H3:Black");
    assert_eq!(cells("-handicap=4"), "C8:Black H3:Black H8:Black M13:Black");
    assert_eq!(
        cells("-handicap=7 -size=4"),
        "C3:Black C4:Black D3:Black D4:Black D5:Black E4:Black E5:Black"
    );
}

/// Plays turns, the last of which is refused, and compares the refusal.
#[track_caller]
fn refuse(options: &str, turns: &[&str], expected: &str) {
    let (last, before) = turns.split_last().unwrap();
    let refused = play::<Board>(options, before).play_text(last).unwrap_err();
    assert_eq!(refused.reason.plain().to_string(), expected);
    assert_eq!(refused.game.turns().len(), before.len());
}

#[test]
fn refused_turns() {
    refuse("", &["H8", "h8"], "H8 already holds a Black stone");
    refuse("", &["H8", "A1", "a1"], "A1 already holds a White stone");
    let early = "there is nothing to swap yet; the second player may swap the first stone";
    refuse("", &["swap"], early);
    refuse("", &["pass", "swap"], "a pass cannot be swapped, only a stone can");
    let late = "swap can only be the second turn of the game";
    refuse("", &["A1", "A2", "swap"], late);
    refuse("", &["A1", "swap", "swap"], late);
    refuse("", &["A1", "pass", "swap"], late);
    refuse("", &["pass", "A1", "swap"], late);
    let early = "there is nothing to swap yet; the first player sets up three turns first";
    refuse("-pie=refined", &["swap"], early);
    refuse("-pie=refined", &["A1", "pass", "swap"], early);
    let late = "swap can only follow the three set-up turns";
    refuse("-pie=refined", &["A1", "A2", "A3", "A4", "swap"], late);
    refuse("-pie=refined", &["A1", "A2", "A3", "swap", "swap"], late);
    refuse("-pie=none", &["A1", "swap"], "this game is played without a swap");
    refuse("-handicap=1", &["swap"], "this game is played without a swap");
}

#[test]
fn texts_that_are_not_turns() {
    let form = "that is not a turn; a turn looks like H8, pass or swap";
    for text in ["", "hunter2", "h", "8", "h08", "h8+", "h8'", "h8 a1", "h123", "é8", "passs"] {
        refuse("", &[text], form);
    }
    refuse("", &["P8"], "P8 is not on this board: letters run from A to O");
    refuse("", &["A9"], "A9 is not on this board: numbers after A run from 1 to 8");
    refuse("", &["O7"], "O7 is not on this board: numbers after O run from 8 to 15");
    refuse("", &["h99"], "H99 is not on this board: numbers after H run from 1 to 15");
    refuse("-size=3", &["b5"], "B5 is not on this board: numbers after B run from 1 to 4");
}

#[test]
fn points_of_larger_boards_are_refused() {
    let board = Board::new(Options::new(3, Opening::Plain).unwrap());
    let refused = board.check(Turn::Stone(point("F6"))).unwrap_err();
    assert_eq!(refused.to_string(), "F6 is not on this board of size 3");
    assert_eq!(board.turn_at(point("F6")), None);
    assert_eq!(board.turn_at(point("E5")), Some(Turn::Stone(point("E5"))));
}

#[track_caller]
fn parse_options(text: &str, limits: SizeLimits) -> Result<String, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let options = Options::parse(&words, limits).map_err(|error| error.to_string())?;
    let again: Vec<String> = options.to_string().split(' ').map(str::to_owned).collect();
    let again: Vec<&str> = again.iter().map(String::as_str).collect();
    assert_eq!(Options::parse(&again, limits), Ok(options));
    Ok(options.to_string())
}

#[test]
fn options_round_trip() {
    for size in 3..=10 {
        let mut openings = vec!["", " -pie=refined", " -pie=none"];
        if size > 3 {
            openings.extend([" -handicap=1", " -handicap=7"]);
        }
        for opening in openings {
            let text = format!("-size={size}{opening}");
            assert_eq!(parse_options(&text, SizeLimits::Challenge), Ok(text));
        }
    }
    let challenge = |text| parse_options(text, SizeLimits::Challenge);
    assert_eq!(challenge(""), Ok("-size=8".into()));
    assert_eq!(challenge("-PIE=Swap -SIZE=5"), Ok("-size=5".into()));
    assert_eq!(challenge("-handicap=3"), Ok("-size=8 -handicap=3".into()));
    assert_eq!(parse_options("-size=2", SizeLimits::Scripts), Ok("-size=2".into()));
}

#[test]
fn refused_options() {
    let refuse = |text, expected: &str| {
        assert_eq!(parse_options(text, SizeLimits::Challenge), Err(expected.to_owned()), "{text}");
    };
    refuse("-size=2", "-size takes a whole number from 3 to 10");
    refuse("-size=11", "-size takes a whole number from 3 to 10");
    refuse("-size", "-size needs a value, for example -size=8");
    refuse("-pie", "-pie needs a value, for example -pie=swap");
    refuse("-pie=apple", "-pie takes one of swap, refined, none");
    refuse("-handicap=0", "-handicap takes a whole number from 1 to 7");
    refuse("-handicap=8", "-handicap takes a whole number from 1 to 7");
    refuse("-handicap=1 -size=3", "-handicap needs -size=4 or more");
    refuse("-handicap=1 -pie=none", "-handicap and -pie cannot be used together");
    refuse("-pie=swap -handicap=1", "-handicap and -pie cannot be used together");
    refuse("-size=5 -size=5", "-size was given twice");
    refuse("-handicup=1", "that is not an option of this game; did you mean -handicap?");
    assert!(parse_options("-size=1", SizeLimits::Scripts).is_err());
    assert!(Options::new(8, Opening::Handicap(0)).is_err());
    let warned = Options::new(8, Opening::Handicap(2)).unwrap().warnings();
    assert_eq!(warned, ["a handicap game is not rated"]);
}

/// Counts in both ways, from the position that `turns` lead to.
#[track_caller]
fn check_perft(options: &str, turns: &[&str], expected: &[u64]) {
    let game = play::<Board>(options, turns);
    let names = game.board().points().map(|point| point.to_string());
    let candidates: Vec<String> = names.chain(["swap".into(), "pass".into()]).collect();
    for (depth, &nodes) in (1..).zip(expected) {
        assert_eq!(perft(&game, depth), nodes, "{options} {turns:?}, depth {depth}");
        assert_eq!(perft_by_trial(&game, &candidates, depth), nodes, "{options}, depth {depth}");
    }
}

#[test]
fn perft_tables() {
    // The first numbers, by hand: 7 stones and a pass; then 7 * (6 + 1) + 1 * (7 + 1).
    check_perft("-size=2 -pie=none", &[], &[8, 57, 350, 1855, 8316]);
    // One more answer to each first stone: the swap.
    check_perft("-size=2 -pie=swap", &[], &[8, 64, 399, 2156]);
    check_perft("-size=2 -pie=refined", &[], &[8, 57, 358, 2319]);
    check_perft("-size=3 -pie=none", &[], &[20, 381, 6878]);
    check_perft("-size=4 -handicap=2", &[], &[36, 1261]);
    // Near the end, with two empty points.
    check_perft("-size=2 -pie=none", &["A1", "A2", "B1", "B2", "B3"], &[3, 7, 10, 10, 6]);
}

/// Changes a valid position, and compares the refusal.
#[track_caller]
fn refuse_setup(options: &str, alter: impl Fn(&mut Setup), expected: SetupError) {
    let words: Vec<&str> = options.split_whitespace().collect();
    let mut setup = Setup::new(Options::parse(&words, SizeLimits::Scripts).unwrap());
    setup.stones = vec![(point("A1"), Colour::Dark), (point("C3"), Colour::Light)];
    assert!(setup.board().is_ok());
    alter(&mut setup);
    assert_eq!(setup.board(), Err(expected));
}

#[test]
fn refused_positions() {
    let f6 = point("F6");
    let off = SetupError::OffBoard { point: f6, size: 3 };
    refuse_setup("-size=3", |s| s.stones.push((f6, Colour::Dark)), off);
    let c3 = point("C3");
    refuse_setup("", |s| s.stones.push((c3, Colour::Dark)), SetupError::Repeated { point: c3 });
    let gone = |point, colour| SetupError::NoLastStone { point, colour };
    refuse_setup("", |s| s.last = Some(Turn::Stone(f6)), gone(f6, Colour::Light));
    refuse_setup(
        "",
        |s| (s.last, s.to_move) = (Some(Turn::Stone(c3)), Colour::Light),
        gone(c3, Colour::Dark),
    );
    refuse_setup("", |s| s.last = Some(Turn::Pass), SetupError::Passes);
    refuse_setup("", |s| s.passes = 1, SetupError::Passes);
    refuse_setup("", |s| (s.last, s.passes) = (Some(Turn::Pass), 3), SetupError::Passes);
    refuse_setup("", |s| s.last = Some(Turn::Swap), SetupError::Swap);
    refuse_setup("-pie=none", |s| s.black = Seat::Second, SetupError::Swap);
    refuse_setup("-handicap=1", |s| s.black = Seat::Second, SetupError::Swap);
    refuse_setup("-pie=none", |s| s.stage = Stage::MaySwap, SetupError::Stage);
    refuse_setup("", |s| s.stage = Stage::FirstSetUp, SetupError::Stage);
    refuse_setup("-pie=refined", |s| s.stage = Stage::FirstTurn, SetupError::Stage);
    refuse_setup("", |s| s.stage = Stage::MaySwap, SetupError::Opening);
    refuse_setup("-pie=refined", |s| s.stage = Stage::SecondSetUp, SetupError::Opening);
    refuse_setup("-pie=refined", |s| s.stage = Stage::MaySwap, SetupError::Opening);
}
