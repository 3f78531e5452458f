//! The past of a game of Ankor: repetition and a hundred moves without an add.

use carrick_engine::Value;
use carrick_games::ankor::Board;
use carrick_games::{AnyGame, Board as _, Position, Seat, TurnSet as _};

use carrick_engine::tables::ExactScore;

use super::{options, solved};

/// Whether the player in a seat can win within some turns, by the rules with the whole past.
fn can_win(position: &Position<Board>, seat: Seat, turns: u16) -> bool {
    if let Some(outcome) = position.outcome() {
        return outcome.winner().is_some_and(|winner| position.board().seat_of(winner) == seat);
    }
    if turns == 0 {
        return false;
    }
    let legal = position.legal_turns();
    let mut after = legal.iter().map(|turn| {
        let mut next = position.clone();
        next.play_unchecked(turn);
        can_win(&next, seat, turns - 1)
    });
    if position.board().seat_to_move() == seat {
        after.any(|wins| wins)
    } else {
        after.all(|wins| wins)
    }
}

#[test]
fn short_wins_stay_as_short_with_the_whole_past() {
    let mut checked = 0;
    for board in ["ankor -size=3 -noswap", "ankor -size=3 -win_height=0 -noswap"] {
        let table = solved(board);
        let mut random = fastrand::Rng::with_seed(3);
        for _ in 0..60 {
            let mut game = AnyGame::new(options(board));
            while game.outcome().is_none() && game.ply() < 50 {
                let AnyGame::Ankor(typed) = &game else { unreachable!() };
                let score = table.solution(&game).unwrap().score;
                let seat = game.seat_to_move().unwrap();
                if let Some((value, turns @ 1..=4)) =
                    score.and_then(|s| Some((s.value, s.distance?)))
                {
                    let winner = if value == Value::Win { seat } else { !seat };
                    assert!(can_win(typed.position(), winner, turns), "{:?}", game.turn_names());
                    assert!(!can_win(typed.position(), winner, turns - 1));
                    checked += 1;
                }
                let turns = game.legal();
                game = game.play_text(&turns[random.usize(..turns.len())]).unwrap();
            }
        }
    }
    assert!(checked > 40, "{checked} positions");
}

#[test]
fn no_win_is_promised_after_a_position_occurred_twice() {
    let table = solved("ankor -size=3 -noswap");
    let mut random = fastrand::Rng::with_seed(5);
    let (mut open, mut draws) = (0, 0);
    for _ in 0..200 {
        let mut game = AnyGame::new(options("ankor -size=3 -noswap"));
        let mut seen = Vec::new();
        while game.outcome().is_none() && game.ply() < 60 {
            let position = (game.cells(), game.seat_to_move());
            let is_counted = game.last_turn().as_deref() != Some("pass");
            let is_repeated = is_counted && seen.contains(&position);
            seen.extend(is_counted.then_some(position));
            match table.solution(&game).unwrap().score {
                None => open += 1,
                Some(score) if is_repeated => {
                    let wins_now = score == ExactScore::win_in(1);
                    let is_draw = score.value == Value::Draw;
                    assert!(is_draw || wins_now, "{:?} {score:?}", game.turn_names());
                    draws += 1;
                }
                Some(_) => {}
            }
            let turns = game.legal();
            game = game.play_text(&turns[random.usize(..turns.len())]).unwrap();
        }
    }
    assert!(open > 0 && draws > 0, "{open} left open, {draws} drawn");
}
