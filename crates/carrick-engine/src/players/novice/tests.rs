//! Novices overlook threats at the stated rate, see every win, and play near the last turns.

use carrick_games::{
    AnyGame, AnyOptions, GameKind, Seat, SizeLimits, TurnSet as _, antipod, boche, match_game,
};

use super::*;
use crate::any::AnyPlayer;
use crate::players::{Level, Player};
use crate::searchable::Searchable;
use crate::searchable::tactics::{Answers, answers, winning_turn};
use crate::settings::{Limits, Memory};

fn levels(kind: GameKind) -> Vec<Level> {
    Level::all_of(kind).filter(|level| level.is_novice()).collect()
}

/// The weaknesses of the given levels in a game.
fn rows<B: Searchable>(levels: &[Level]) -> Vec<Habits> {
    levels.iter().filter_map(|level| level.habits::<B>()).collect()
}

/// A stronger novice overlooks less, judges more finely, and looks at least as far.
#[test]
fn each_novice_is_better_in_every_way_than_the_one_below() {
    for kind in GameKind::ALL {
        let levels = levels(kind);
        let options = AnyOptions::parse(kind, &[], SizeLimits::Scripts).unwrap();
        let rows = match_game!(options, AnyOptions(_options) of B => rows::<B>(&levels));
        assert_eq!(rows.len(), usize::from(kind.facts().novices));
        assert!(rows.is_sorted_by(|weak, strong| weak.overlooks > strong.overlooks), "{kind}");
        assert!(rows.is_sorted_by(|weak, strong| weak.temperature > strong.temperature), "{kind}");
        assert!(rows.is_sorted_by(|weak, strong| weak.reach <= strong.reach), "{kind}");
        let last = rows.last().unwrap();
        let first = Level::new(1).unwrap();
        let first = match_game!(options, AnyOptions(_options) of B => first.strength::<B>());
        assert!(last.temperature > first.temperature && last.overlooks > 0.0, "{kind}");
    }
}

/// In a game that started when there were more novices.
#[test]
fn an_unknown_novice_plays_like_the_strongest_one() {
    let [strongest, above, most] =
        ["novice2", "novice3", "novice11"].map(|name| name.parse::<Level>().unwrap());
    let game = new_game::<boche::Board>(&["-size=4"]);
    for level in [above, most] {
        assert!(level.check(GameKind::Boche).is_err());
        for seed in 0..4 {
            assert_eq!(play(&game, level, seed), play(&game, strongest, seed));
        }
    }
}

fn new_game<B: Searchable>(options: &[&str]) -> Game<B> {
    use carrick_games::GameOptions as _;
    Game::new(B::Options::parse(options, SizeLimits::Scripts).unwrap())
}

/// Positions of random games.
fn positions<B: Searchable>(options: &[&str], seeds: u64) -> Vec<Game<B>> {
    let mut positions = Vec::new();
    for seed in 0..seeds {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut game = new_game::<B>(options);
        while game.outcome().is_none() {
            positions.push(game.clone());
            let turns = game.legal_turns();
            let turn = turns.nth(rng.usize(..turns.len())).unwrap();
            game.play_unchecked(turn);
        }
    }
    positions
}

fn play<B: Searchable>(game: &Game<B>, level: Level, seed: u64) -> B::Turn {
    Player::new(game, level, seed, Memory::default()).choose(game, Limits::nodes(1)).unwrap().turn
}

#[test]
fn a_win_in_one_is_taken_and_a_threat_sometimes_overlooked() {
    let positions = positions::<antipod::Board>(&["-radius=4"], 40);
    let (won, rest): (Vec<_>, Vec<_>) =
        positions.into_iter().partition(|game| winning_turn(game).is_some());
    let threatened: Vec<_> = rest
        .into_iter()
        .filter_map(|game| match answers(&game) {
            Answers::Only(turns) if !turns.is_empty() => Some((game, turns)),
            Answers::Only(_) | Answers::Any => None,
        })
        .collect();
    assert!(won.len() > 20 && threatened.len() > 40, "{} {}", won.len(), threatened.len());
    let mut missed = Vec::new();
    for level in levels(GameKind::Antipod) {
        for (seed, game) in won.iter().enumerate() {
            let turn = play(game, level, seed as u64);
            let after = game.clone().play(turn).unwrap();
            assert!(after.outcome().is_some(), "{level}");
        }
        let misses = |(seed, (game, answers)): (usize, &(Game<_>, Vec<_>))| {
            !answers.contains(&play(game, level, seed as u64))
        };
        missed.push(threatened.iter().enumerate().filter(|&one| misses(one)).count());
    }
    let level1 = Level::new(1).unwrap();
    assert!(threatened.iter().all(|(game, answers)| answers.contains(&play(game, level1, 1))));
    // The first and second are too similar to be distinguished by so few positions.
    let [weak, middle, strong] = [0, missed.len() / 2, missed.len() - 1].map(|at| missed[at]);
    assert!(weak > middle && middle > strong, "{missed:?}");
    assert!(missed.iter().all(|&missed| missed > 0 && missed < threatened.len()), "{missed:?}");
}

/// If all turns are worth the same, those near the last two are likelier.
#[test]
fn near_turns_are_thought_of_first() {
    let mut game = new_game::<antipod::Board>(&[]);
    for name in ["f6", "f7"] {
        game.play_unchecked(game.parse_turn(name).unwrap());
    }
    let lines = game.legal_turns().iter().map(|turn| (turn, 0.5)).collect();
    let thought = crate::ChosenTurn::known(lines, None).unwrap().thought;
    let habits = Habits { overlooks: 0.0, temperature: 0.1, reach: 2.0 };
    let mut rng = fastrand::Rng::with_seed(3);
    let near = game.board().distances(game.turns()[0]);
    let mut count = [0_u32; 2];
    for _ in 0..1000 {
        let judged = judge(&game, &thought, habits, |_| true, &mut rng).unwrap();
        let careless = overlook(&game, habits, &mut rng).unwrap();
        for turn in [judged, careless] {
            count[usize::from(near(turn) > Some(4))] += 1;
        }
    }
    assert!(count[0] > 3 * count[1], "{count:?}");
}

/// A person who plays a novice is still learning which colour is theirs. The first level swaps when
/// it gains from that.
#[test]
fn novices_never_swap() {
    for (kind, first) in
        [(GameKind::Ankor, "d3"), (GameKind::Boche, "e:d3"), (GameKind::Anchor, "H8")]
    {
        for options in [&[][..], &["-size=5"]] {
            let options = AnyOptions::parse(kind, options, SizeLimits::Scripts).unwrap();
            let Ok(game) = AnyGame::new(options).play_text(first) else { continue };
            for level in levels(kind) {
                for seed in 0..4 {
                    let mut player = AnyPlayer::new(&game, level, seed, Memory::default());
                    let choice = player.choose(&game, Limits::nodes(1000)).unwrap();
                    assert_ne!(choice.turn, "swap", "{options} {level} {seed}");
                }
            }
        }
    }
    let options = AnyOptions::parse(GameKind::Ankor, &[], SizeLimits::Scripts).unwrap();
    let game = AnyGame::new(options).play_text("d3").unwrap();
    let mut player = AnyPlayer::new(&game, Level::new(1).unwrap(), 1, Memory::default());
    assert_eq!(player.choose(&game, Limits::nodes(1000)).unwrap().turn, "swap");
}

/// Players do not want to end a game of Anchor that has just started.
#[test]
fn novices_do_not_pass_while_points_are_open() {
    let mut game = AnyGame::new(
        AnyOptions::parse(GameKind::Anchor, &["-size=4"], SizeLimits::Scripts).unwrap(),
    );
    let mut player = AnyPlayer::new(&game, Level::MIN, 4, Memory::default());
    for _ in 0..8 {
        let choice = player.choose(&game, Limits::nodes(1)).unwrap();
        assert_ne!(choice.turn, "pass");
        game = game.play_text(&choice.turn).unwrap();
    }
}

/// Points of the first of two levels in games on a small board, in each seat.
fn points(levels: [Level; 2], games: u64) -> f32 {
    let options = AnyOptions::parse(GameKind::Antipod, &["-radius=4"], SizeLimits::Scripts);
    let start = AnyGame::new(options.unwrap());
    let mut points = 0.0;
    for seed in 0..games {
        let first = usize::from(seed % 2 == 1);
        let mut players =
            levels.map(|level| AnyPlayer::new(&start, level, seed, Memory::default()));
        let mut game = start.clone();
        while let Some(seat) = game.seat_to_move() {
            let player = &mut players[first ^ usize::from(seat == Seat::Second)];
            let choice = player.choose(&game, Limits::nodes(100)).unwrap();
            game = game.play_text(&choice.turn).unwrap();
        }
        let winner = game.outcome().and_then(|outcome| outcome.winner()).unwrap();
        let won = game.colour_of(if first == 0 { Seat::First } else { Seat::Second }) == winner;
        points += f32::from(u8::from(won));
    }
    points
}

#[test]
fn the_first_level_beats_the_weakest_novice() {
    let level1 = Level::new(1).unwrap();
    let points = points([level1, Level::MIN], 12);
    assert!(points >= 10.0, "{points} of 12");
}

/// A game of each level for each seed, against itself.
#[test]
fn a_seed_gives_the_same_turns() {
    for kind in GameKind::ALL {
        let options = AnyOptions::parse(kind, &[], SizeLimits::Scripts).unwrap();
        let turns = |level, seed| {
            let mut game = AnyGame::new(options);
            let mut player = AnyPlayer::new(&game, level, seed, Memory::default());
            let mut turns = Vec::new();
            for _ in 0..6 {
                let Some(choice) = player.choose(&game, Limits::nodes(20)) else { break };
                game = game.play_text(&choice.turn).unwrap();
                turns.push(choice.turn);
            }
            turns
        };
        for level in levels(kind) {
            assert_eq!(turns(level, 5), turns(level, 5), "{kind} {level}");
            assert_ne!(turns(level, 5), turns(level, 6), "{kind} {level}");
        }
    }
}

/// A beginner who has nothing left to do passes, and passes again.
#[test]
fn a_novice_passes_after_a_pass_when_nothing_can_be_gained() {
    let options = AnyOptions::parse(GameKind::Anchor, &["-size=3"], SizeLimits::Scripts).unwrap();
    for level in [levels(GameKind::Anchor)[0], levels(GameKind::Anchor)[10]] {
        for seed in 0..4 {
            let mut game = AnyGame::new(options);
            let mut player = AnyPlayer::new(&game, level, seed, Memory::default());
            let mut turns = 0;
            while game.outcome().is_none() {
                let choice = player.choose(&game, Limits::nodes(10)).unwrap();
                let passes = game.turn_names().last().is_some_and(|turn| turn == "pass");
                let gains_nothing = choice.thought.lines.iter().any(|line| line.turn == "pass");
                if choice.thought.settled && passes && gains_nothing {
                    assert_eq!(choice.turn, "pass", "{level} {seed}");
                }
                game = game.play_text(&choice.turn).unwrap();
                if game.outcome().is_none() {
                    game = game.play_text("pass").unwrap();
                }
                turns += 1;
            }
            assert!(turns < 19, "{level} {seed}: it filled the board in {turns} turns");
        }
    }
}
