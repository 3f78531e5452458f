//! Invariants that hold in every position of Anchor.

use std::collections::{HashMap, HashSet};

use carrick_games::anchor::{Board, Options, Point, Setup, Turn, drawing};
use carrick_games::{
    Board as _, Colour, DrawStyle, Game, Notation as _, Outcome, Show as _, TurnSet,
};
use proptest::prelude::*;

use crate::support::random_game;

/// A position in a random game of any size and opening.
fn games() -> impl Strategy<Value = Game<Board>> {
    let openings = ["", "-pie=refined", "-pie=none", "-handicap=3", "-handicap=7"];
    (2..=10_usize, 0..openings.len(), any::<u64>(), 0..=100_usize).prop_map(
        move |(size, opening, seed, percent)| {
            let opening = if size < 4 { opening % 3 } else { opening };
            let limit = (3 * size * (size - 1) + 6) * percent / 100;
            random_game(&format!("-size={size} {}", openings[opening]), seed, limit)
        },
    )
}

/// A turn on the board rotated by 120 degrees, which maps each player's home corners to themselves.
fn turn_by_a_third(size: i32, name: &str) -> String {
    let Ok(number) = name[1..].parse::<i32>() else { return name.to_owned() };
    let (a, b) = (i32::from(name.as_bytes()[0] - b'A') + 1 - size, number - size);
    let letter = char::from(b'A' + (size - b - 1) as u8);
    format!("{letter}{}", a - b + size)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn notation_round_trips(game in games()) {
        for turn in game.legal_turns().iter() {
            let name = game.turn_name(turn).to_string();
            prop_assert_eq!(game.parse_turn(&name), Ok(turn));
            prop_assert_eq!(game.parse_turn(&format!(" {} ", name.to_lowercase())), Ok(turn));
        }
    }

    #[test]
    fn a_board_turned_by_a_third_has_its_legal_turns_turned(game in games()) {
        let size = i32::from(game.board().options().size());
        let turned = |turn: Turn| turn_by_a_third(size, &game.turn_name(turn).to_string());
        let mut other = Game::<Board>::new(game.board().options());
        for &turn in game.turns() {
            other = other.play_text(&turned(turn)).unwrap();
        }
        let legal: HashSet<String> = game.legal_turns().iter().map(turned).collect();
        let others: HashSet<String> =
            other.legal_turns().iter().map(|turn| other.turn_name(turn).to_string()).collect();
        prop_assert_eq!(legal, others);
        prop_assert_eq!(game.outcome(), other.outcome());
    }

    #[test]
    fn undo_by_replay_restores(game in games(), part in 0.0..1.0_f64) {
        let ply = (game.turns().len() as f64 * part) as usize;
        let mut replayed = Game::<Board>::new(game.board().options());
        for &turn in &game.turns()[..ply] {
            replayed = replayed.play(turn).unwrap();
        }
        let undone = game.at(ply);
        prop_assert_eq!(undone.board(), replayed.board());
        prop_assert_eq!(undone.turns(), replayed.turns());
        prop_assert!(undone.legal_turns().iter().eq(replayed.legal_turns().iter()));
        for &turn in &game.turns()[ply..] {
            replayed = replayed.play(turn).unwrap();
        }
        prop_assert_eq!(replayed.board(), game.board());
    }

    #[test]
    fn legal_turns_are_those_that_check_accepts(game in games()) {
        let points = (1..=19).flat_map(|a| (1..=19).filter_map(move |b| Point::new(a, b)));
        let all = points.map(Turn::Stone).chain([Turn::Swap, Turn::Pass]);
        let accepted: Vec<Turn> = all.filter(|&turn| game.check(turn).is_ok()).collect();
        prop_assert!(game.legal_turns().iter().eq(accepted));
    }

    #[test]
    fn a_set_of_turns_agrees_with_itself(game in games()) {
        let turns = game.legal_turns();
        prop_assert_eq!(turns.iter().count(), turns.len());
        prop_assert_eq!(turns.is_empty(), game.outcome().is_some());
        for (index, turn) in turns.iter().enumerate() {
            prop_assert_eq!(turns.nth(index), Some(turn));
            prop_assert!(turns.contains(&turn));
        }
        prop_assert_eq!(turns.nth(turns.len()), None);
        prop_assert!(turns.iter().is_sorted());
    }

    #[test]
    fn positions_can_be_listed_and_set_up_again(game in games()) {
        prop_assert_eq!(Setup::from(game.board()).board(), Ok(*game.board()));
    }

    #[test]
    fn drawings_parse_back(game in games(), labels: bool, score: bool, indent in 0..4_usize) {
        let style = DrawStyle { labels, score };
        let drawn = game.board().draw(style);
        let seen = drawing::DrawnPosition::of(game.board(), style);
        prop_assert_eq!(drawing::read(&drawn), Ok(seen));
        let moved: String = drawn.lines().map(|line| format!("{:indent$}{line}\n", "")).collect();
        prop_assert_eq!(drawing::read(&moved), Ok(seen));
        let stones = Setup::from(game.board()).stones;
        prop_assert!(seen.stones().eq(stones));
    }

    #[test]
    fn no_text_makes_the_readers_panic(text in "[ xo.bw+()\\[\\]/A-C0-9\n-]{0,200}", lines: String) {
        let board = Board::new(Options::default());
        for text in [text, lines] {
            let _ = drawing::read(&text);
            if let Err(error) = board.parse_turn(&text) {
                prop_assert!(error.to_string().len() < 120);
            }
        }
    }

    #[test]
    fn the_count_is_that_of_the_rules_read_literally(game in games()) {
        let board = game.board();
        let plain = Plain::count(board);
        let score = board.score();
        let dead: HashSet<String> = score.dead.iter().cloned().collect();
        prop_assert_eq!(&dead, &plain.dead.iter().map(Point::to_string).collect());
        for colour in Colour::BOTH {
            let owned = score.owners.iter().filter(|(_, owner)| *owner == Some(colour)).count();
            prop_assert_eq!(owned, plain.territory[colour.index()]);
            prop_assert_eq!(usize::from(score.total(colour)), plain.total(board, colour));
            prop_assert_eq!(board.count().total(colour), score.total(colour));
        }
        let surviving = Colour::BOTH.map(|colour| board.stones(colour)).iter().sum::<usize>();
        let empty = board.points().count() - (surviving - dead.len());
        prop_assert_eq!(score.owners.len(), empty);
        prop_assert!(score.dead.is_sorted() && score.owners.is_sorted());
    }

    /// The difference between Black's and White's scores is the difference between their areas,
    /// plus the number of stones played by White, minus those played by Black. (Area: surviving
    /// stones and territory.)
    #[test]
    fn area_and_score_differ_by_the_stones_played(game in games()) {
        let board = game.board();
        let plain = Plain::count(board);
        let both = |of: &dyn Fn(Colour) -> usize| of(Colour::Dark) as i32 - of(Colour::Light) as i32;
        let area = both(&|colour| plain.alive(board, colour) + plain.territory[colour.index()]);
        let played = both(&|colour| board.stones(colour));
        let score = board.score();
        prop_assert_eq!(both(&|colour| score.total(colour).into()), area - played);
    }

    /// A mirrored board with exchanged colours has a mirrored count.
    #[test]
    fn mirrored_boards_have_mirrored_counts(game in games(), which in 0..4_usize) {
        let board = game.board();
        let size = board.options().size();
        let mirror = |point: Point| {
            let centre = size as i8;
            let (a, b) = (point.letter() as i8 - centre, point.number() as i8 - centre);
            let (a, b) = [(-a, -b), (a, a - b), (b - a, b), (-b, -a)][which];
            Point::new((a + centre) as u8, (b + centre) as u8).unwrap()
        };
        let mut setup = Setup::new(board.options());
        let stones = Setup::from(board).stones.into_iter();
        setup.stones = stones.map(|(point, colour)| (mirror(point), !colour)).collect();
        let (here, there) = (board.count(), setup.board().unwrap().count());
        for colour in Colour::BOTH {
            prop_assert_eq!(here.prisoners(colour), there.prisoners(!colour));
            prop_assert_eq!(here.territory(colour), there.territory(!colour));
        }
        for point in board.points() {
            prop_assert_eq!(here.is_dead(point), there.is_dead(mirror(point)));
            prop_assert_eq!(here.owner(point), there.owner(mirror(point)).map(|owner| !owner));
        }
        let exchanged = match there.outcome() {
            Outcome::Win { winner, by } => Outcome::Win { winner: !winner, by },
            draw => draw,
        };
        prop_assert_eq!(here.outcome(), exchanged);
    }

    #[test]
    fn whole_games_end_by_two_passes_and_the_higher_score(seed: u64, size in 2..=6_u8) {
        let game = random_game::<Board>(&format!("-size={size}"), seed, usize::MAX);
        prop_assert!(game.turns().ends_with(&[Turn::Pass, Turn::Pass]));
        prop_assert_eq!(game.outcome(), Some(game.board().count().outcome()));
        prop_assert_eq!(*game.at(game.turns().len()).board(), *game.board());
    }
}

/// The rules of scoring read literally, without any of the library's counting.
struct Plain {
    dead: HashSet<Point>,
    territory: [usize; 2],
}

impl Plain {
    fn count(board: &Board) -> Self {
        let size = board.options().size();
        let mut stones: HashMap<Point, Option<Colour>> =
            board.points().map(|point| (point, board.stone_at(point))).collect();
        let mut dead = HashSet::new();
        for (colour, group) in regions(&stones) {
            let Some(colour) = colour else { continue };
            let mut sides: Vec<usize> = group.iter().flat_map(|&p| sides(size, p)).collect();
            sides.sort();
            sides.dedup();
            // Side k runs from corner k to corner k + 1; White's home corners are the odd ones.
            let home = |corner: usize| [Colour::Dark, Colour::Light][corner % 2];
            let lives = match sides[..] {
                [] | [_] => false,
                [0, 5] => home(0) == colour,
                [a, b] => b != a + 1 || home(b) == colour,
                _ => true,
            };
            if !lives {
                dead.extend(group);
            }
        }
        for point in &dead {
            stones.insert(*point, None);
        }
        let mut territory = [0; 2];
        for (_, region) in regions(&stones).into_iter().filter(|(colour, _)| colour.is_none()) {
            let border: HashSet<Colour> = region
                .iter()
                .flat_map(|&point| around(point))
                .filter_map(|point| stones.get(&point).copied().flatten())
                .collect();
            if let [owner] = border.into_iter().collect::<Vec<_>>()[..] {
                territory[owner.index()] += region.len();
            }
        }
        Self { dead, territory }
    }

    fn alive(&self, board: &Board, colour: Colour) -> usize {
        let alive = |p: &Point| board.stone_at(*p) == Some(colour) && !self.dead.contains(p);
        board.points().filter(alive).count()
    }

    fn total(&self, board: &Board, colour: Colour) -> usize {
        let taken = self.dead.iter().filter(|&&p| board.stone_at(p) == Some(!colour)).count();
        taken + self.territory[colour.index()]
    }
}

fn around(point: Point) -> impl Iterator<Item = Point> {
    [(1, 0), (0, 1), (1, 1), (-1, 0), (0, -1), (-1, -1)].into_iter().filter_map(move |(a, b)| {
        Point::new(point.letter().checked_add_signed(a)?, point.number().checked_add_signed(b)?)
    })
}

fn sides(size: u8, point: Point) -> impl Iterator<Item = usize> {
    let (a, b, far) = (point.letter(), point.number(), 2 * size - 1);
    let on = [a == 1, b + 1 == a + size, b == far, a == far, a + 1 == b + size, b == 1];
    (0..6).filter(move |&side| on[side])
}

fn regions(stones: &HashMap<Point, Option<Colour>>) -> Vec<(Option<Colour>, Vec<Point>)> {
    let mut seen = HashSet::new();
    let mut regions = Vec::new();
    for (&start, &colour) in stones {
        if !seen.insert(start) {
            continue;
        }
        let mut region = vec![start];
        let mut next = 0;
        while let Some(&point) = region.get(next) {
            next += 1;
            for near in around(point) {
                if stones.get(&near) == Some(&colour) && seen.insert(near) {
                    region.push(near);
                }
            }
        }
        regions.push((colour, region));
    }
    regions
}
