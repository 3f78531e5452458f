//! Invariants that hold in every position of Antipod, one per test.

use super::*;
use carrick_games::Show as _;

fn position() -> impl Strategy<Value = Game<Board>> {
    (2..=10u8, any::<u64>(), 0.0..1.1)
        .prop_map(|(radius, seed, part)| {
            let limit = sphere(radius).len() as f64 * part;
            random_game(&format!("-radius={radius}"), seed, limit as usize)
        })
        .no_shrink()
}

/// The 24 symmetries: six rotations, with or without a reflection, with or without an exchange of
/// the halves.
fn symmetry(turns: u8, reflect: bool, swap: bool) -> impl Fn(Coord) -> Coord {
    move |(mut a, mut b, mut half)| {
        if reflect {
            (a, b) = (b, a);
        }
        for _ in 0..turns {
            (a, b) = (b, b - a);
        }
        if swap && half < 2 {
            half = 1 - half;
        }
        (a, b, half)
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn names_read_back(game in position()) {
        let radius = game.board().options().radius();
        for turn in game.legal_turns().iter() {
            let name = game.turn_name(turn).to_string();
            prop_assert_eq!(game.parse_turn(&name).unwrap(), turn);
            prop_assert_eq!(game.parse_turn(&name.to_uppercase()).unwrap(), turn);
            if let Some(left) = name.strip_suffix('+') {
                let number: u8 = left[1..].parse().unwrap();
                let right = format!("{}{}", &left[..1], number + 2 * radius - 1);
                for other in [left.to_owned(), format!("{right}+"), right] {
                    prop_assert_eq!(game.parse_turn(&other).unwrap(), turn);
                }
            }
        }
    }

    #[test]
    fn legal_turns_are_those_that_check_accepts(game in position()) {
        let legal = game.legal_turns();
        let accepted: PointSet =
            sphere(10).points().iter().filter(|&turn| game.check(turn).is_ok()).collect();
        prop_assert_eq!(legal, accepted);
        for (index, turn) in legal.iter().enumerate() {
            prop_assert_eq!(legal.nth(index), Some(turn));
            prop_assert_eq!(game.board().turns_at(turn).iter().collect::<Vec<_>>(), [turn]);
        }
        prop_assert_eq!(legal.nth(legal.len()), None);
    }

    #[test]
    fn drawings_read_back(game in position()) {
        let board = game.board();
        for style in [DrawStyle::BARE, DrawStyle::LABELLED] {
            let drawn = board.draw(style);
            let seen = drawing::read(&drawn).unwrap();
            prop_assert_eq!(seen.stones, Colour::BOTH.map(|colour| board.stones(colour)));
            let again = seen.setup(board.to_move()).board().unwrap();
            prop_assert_eq!(again.draw(style), drawn);
            if style == DrawStyle::LABELLED {
                prop_assert_eq!(again, *board);
                let proof = match game.proof() {
                    OutcomeProof::Path(names) | OutcomeProof::Ring(names) => names,
                    _ => Vec::new(),
                };
                let sphere = board.sphere();
                let marked: PointSet = proof.iter().map(|n| sphere.parse(n).unwrap()).collect();
                prop_assert_eq!(seen.marked, marked);
            }
        }
    }

    #[test]
    fn damaged_drawings_are_refused_or_read(
        game in position(),
        damage in prop::collection::vec((any::<prop::sample::Index>(), "[ -~\n]"), 1..4),
    ) {
        let mut drawn: Vec<char> = game.board().draw(DrawStyle::LABELLED).chars().collect();
        for (at, c) in damage {
            let at = at.index(drawn.len());
            drawn[at] = c.chars().next().unwrap();
        }
        let text: String = drawn.into_iter().collect();
        if let Ok(seen) = drawing::read(&text) {
            prop_assert_eq!(seen.options, game.board().options());
            let [light, dark] = seen.stones;
            prop_assert!(light.iter().all(|point| !dark.has(point)));
        }
    }

    #[test]
    fn any_text_is_refused_without_panic(text in "(?s).{0,200}", word in "[a-z]?[0-9]{0,3}.{0,2}") {
        let _ = drawing::read(&text);
        let _ = sphere(6).parse(&text);
        let _ = sphere(10).parse(&word);
    }

    #[test]
    fn exactly_one_side_wins_a_full_board(
        radius in 2..=10u8, seed: u64, share in 0.3..0.7,
    ) {
        let (sphere, model) = (sphere(radius), Model::new(radius));
        let mut random = fastrand::Rng::with_seed(seed);
        let mut setup = Setup::bare(options(radius));
        for point in sphere.points() {
            if !sphere.centres().contains(&point) {
                let colour = if random.f64() < share { Colour::Light } else { Colour::Dark };
                setup.stones.push((point, colour));
            }
        }
        random.shuffle(&mut setup.stones);
        let board = setup.board().unwrap();
        let joined = model.joins(&coords(&model, &board, Colour::Dark));
        let parted = model.parts(&coords(&model, &board, Colour::Light));
        prop_assert_ne!(joined, parted);
        prop_assert_eq!(board.outcome(), Some(if joined { PATH } else { RING }));
        check_proof(&board);
    }

    #[test]
    fn the_end_is_found_immediately(radius in 3..=10u8, seed: u64) {
        let model = Model::new(radius);
        let game = random_game::<Board>(&format!("-radius={radius}"), seed, usize::MAX);
        let mut replayed = Game::<Board>::new(options(radius));
        for &turn in game.turns() {
            prop_assert_eq!(replayed.outcome(), None);
            replayed.play_unchecked(turn);
            let joined = model.joins(&coords(&model, replayed.board(), Colour::Dark));
            let parted = model.parts(&coords(&model, replayed.board(), Colour::Light));
            let expected = if joined { Some(PATH) } else { parted.then_some(RING) };
            prop_assert_eq!(replayed.outcome(), expected);
        }
        check_proof(game.board());
    }

    #[test]
    fn symmetric_games_are_the_same_game(
        radius in 3..=7u8, seed: u64, turns in 0..6u8, reflect: bool, swap: bool,
    ) {
        let (sphere, model) = (sphere(radius), Model::new(radius));
        let map = symmetry(turns, reflect, swap);
        let image = |point: Point| {
            let at = map(model.coord_of[&sphere.place(point).to_string()]);
            sphere.parse(&model.name_of[&at]).unwrap()
        };
        let game = random_game::<Board>(&format!("-radius={radius}"), seed, usize::MAX);
        let mut original = Game::<Board>::new(options(radius));
        let mut mirrored = original.clone();
        for &turn in game.turns() {
            let mapped: PointSet = original.legal_turns().iter().map(image).collect();
            prop_assert_eq!(mirrored.legal_turns(), mapped);
            original.play_unchecked(turn);
            mirrored.play_unchecked(image(turn));
            prop_assert_eq!(mirrored.outcome(), original.outcome());
        }
        let length = |game: &Game<Board>| match game.proof() {
            OutcomeProof::Path(proof) | OutcomeProof::Ring(proof) => proof.len(),
            _ => 0,
        };
        prop_assert_eq!(length(&mirrored), length(&original));
    }

    #[test]
    fn undo_restores(game in position(), back in any::<prop::sample::Index>()) {
        let ply = back.index(game.turns().len() + 1);
        let earlier = game.at(ply);
        prop_assert_eq!(earlier.turns(), &game.turns()[..ply]);
        let again = game.turns()[ply..].iter().fold(earlier, |game, &turn| {
            game.play(turn).unwrap()
        });
        prop_assert_eq!(again.board(), game.board());
        prop_assert_eq!(again.outcome(), game.outcome());
    }

    #[test]
    fn positions_can_be_listed_and_set_up_again(game in position(), seed: u64) {
        let mut setup = Setup::from(game.board());
        fastrand::Rng::with_seed(seed).shuffle(&mut setup.stones);
        let board = setup.board().unwrap();
        prop_assert_eq!(&board, game.board());
        prop_assert_eq!(board.outcome(), game.board().outcome());
        prop_assert_eq!(board.cells(), game.board().cells());
    }
}
