//! Lists of boards, and standings.

use carrick_games::{GameKind, Seat};
use carrick_service::{BoardFilter, BoardId, BoardSummary, Ended, Needs, RatingChange, SeatResult};

use crate::support::*;

const ANY: BoardFilter = BoardFilter { kind: None, player: None, running: true, ended_since: None };

fn boche(number: u32) -> BoardId {
    BoardId { kind: GameKind::Boche, number }
}

/// ```text
/// Ankor 101 ann bob  ended at 10     Boche 101 bob ann  in play
/// Ankor 102 bob ann  in play         Boche 102 cyd bob  ended at 20
/// Ankor 103 cyd ann  ended at 30
/// ```
async fn five_boards() -> Fixture {
    let events = vec![
        opened(ankor(101), ["ann", "bob"]),
        opened(boche(101), ["bob", "ann"]),
        opened(ankor(102), ["bob", "ann"]),
        opened(ankor(103), ["cyd", "ann"]),
        opened(boche(102), ["cyd", "bob"]),
        played(ankor(102), 1),
        played(ankor(101), 1),
        ended(ankor(101), SeatResult::Won(Seat::First), 10),
        ended(boche(102), SeatResult::Draw, 20),
        ended(ankor(103), SeatResult::Declined(Seat::Second), 30),
    ];
    Fixture::with(events).await
}

#[tokio::test]
async fn filters() {
    let fixture = five_boards().await;
    let (ann, bob, cyd) = (Some(name("ann")), Some(name("bob")), Some(name("cyd")));
    let since = |at| Some(minute(at));
    let ended = |at| BoardFilter { running: false, ended_since: since(at), ..ANY };
    let of = |player: &Option<_>, filter| BoardFilter { player: player.clone(), ..filter };
    let game = |kind, filter| BoardFilter { kind: Some(kind), ..filter };
    let never = BoardFilter { running: false, ..ANY };
    let everything = BoardFilter { ended_since: Some(jiff::Timestamp::MIN), ..ANY };
    let [a, b] = [GameKind::Ankor, GameKind::Boche];
    let cases: [(Vec<BoardFilter>, &str); 14] = [
        (vec![], ""),
        (vec![never], ""),
        (vec![ANY], "a102 b101"),
        (vec![everything.clone()], "a101 a102 a103 b101 b102"),
        (vec![ended(10)], "a101 a103 b102"),
        (vec![ended(11)], "a103 b102"),
        (vec![ended(31)], ""),
        (vec![game(b, everything.clone())], "b101 b102"),
        (vec![of(&ann, ANY)], "a102 b101"),
        (vec![of(&cyd, ANY)], ""),
        (vec![of(&bob, game(a, everything.clone()))], "a101 a102"),
        (vec![of(&cyd, BoardFilter { ended_since: since(20), ..ANY })], "a103 b102"),
        (vec![of(&cyd, everything.clone()), of(&ann, everything)], "a101 a102 a103 b101 b102"),
        (vec![of(&bob, ended(0)), of(&ann, game(a, ANY))], "a101 a102 b102"),
    ];
    for (filters, expected) in cases {
        let needs = Needs { listed: filters.clone(), ..Needs::default() };
        let state = fixture.store.read(&needs).await.unwrap();
        let short = |id: BoardId| format!("{}{}", &id.kind.name()[..1], id.number);
        let found: Vec<_> = state.summaries.iter().map(|board| short(board.id)).collect();
        assert_eq!(found.join(" "), expected, "{filters:?}");
        assert!(state.boards.is_empty() && state.users.is_empty());

        let needs = Needs { whole: filters.clone(), ..Needs::default() };
        let state = fixture.store.read(&needs).await.unwrap();
        let found: Vec<_> = state.boards.keys().map(|&id| short(id)).collect();
        assert_eq!(found.join(" "), expected, "{filters:?}");
        let players = state.boards.values().flat_map(|board| &board.players);
        assert!(players.into_iter().all(|player| state.users.contains_key(player)));
    }
}

#[tokio::test]
async fn a_summary_says_what_a_line_needs() {
    let fixture = five_boards().await;
    let filter = BoardFilter { kind: Some(GameKind::Ankor), ended_since: Some(minute(0)), ..ANY };
    let needs = Needs { listed: vec![filter], ..Needs::default() };
    let summaries = fixture.store.read(&needs).await.unwrap().summaries;
    let ended = |result, at| Some(Ended { result, reason: "path".into(), at: minute(at) });
    let summary = |number, players: [&str; 2], ply, to_move, ended, touched| BoardSummary {
        id: ankor(number),
        players: players.map(name),
        options: "-size=5".into(),
        ply,
        to_move,
        ended,
        touched: minute(touched),
    };
    let [first, second] = Seat::BOTH;
    let expected = [
        summary(101, ["ann", "bob"], 1, None, ended(SeatResult::Won(first), 10), 10),
        summary(102, ["bob", "ann"], 1, Some(second), None, 2),
        summary(103, ["cyd", "ann"], 0, None, ended(SeatResult::Declined(second), 30), 30),
    ];
    assert_eq!(summaries, expected);
}

#[tokio::test]
async fn a_clock_that_is_set_back_does_not_stop_a_game() {
    let fixture = Fixture::with(vec![opened(ankor(101), ["ann", "bob"])]).await;
    let mut early = turn(1, Seat::First);
    early.at = minute(-60);
    let event = carrick_service::Event::TurnPlayed {
        board: ankor(101),
        ply: 1,
        turn: early.clone(),
        to_move: Some(Seat::Second),
    };
    fixture.write(vec![event, ended(ankor(101), SeatResult::Draw, -50)]).await.unwrap();
    assert_eq!(fixture.board(ankor(101)).await.unwrap().turns, [early]);
}

#[tokio::test]
async fn standings_hold_everybody_of_one_game() {
    let fixture = five_boards().await;
    let change = |points| RatingChange { before: rating(1500.0, 0), after: rating(points, 1) };
    let [first, second] = Seat::BOTH;
    let events = vec![
        ended(ankor(102), SeatResult::Draw, 40),
        rated(ankor(102), "bob", first, change(1500.5)),
        rated(ankor(102), "ann", second, change(1499.5)),
        ended(boche(101), SeatResult::Draw, 40),
        rated(boche(101), "bob", first, change(1400.0)),
        rated(boche(101), "ann", second, change(1600.0)),
    ];
    fixture.write(events).await.unwrap();
    let needs = Needs { standings: Some(GameKind::Boche), ..Needs::default() };
    let state = fixture.store.read(&needs).await.unwrap();
    let boche = |user| (GameKind::Boche, name(user));
    let expected = [(boche("ann"), rating(1600.0, 1)), (boche("bob"), rating(1400.0, 1))];
    assert_eq!(state.ratings, expected.into());
    assert!(state.users.is_empty());
}

#[tokio::test]
async fn more_boards_and_users_than_one_statement_asks_for() {
    let fixture = Fixture::new().await;
    let joined = (0..250).map(|n| carrick_service::Event::UserJoined(user(&format!("u{n}"))));
    fixture.write(joined.collect()).await.unwrap();
    let boards = (0..250).map(|n| opened(ankor(101 + n), ["u1", &format!("u{n}")]));
    fixture.write(boards.collect()).await.unwrap();
    let turns = (0..250).map(|n| played(ankor(101 + n), 1));
    fixture.write(turns.collect()).await.unwrap();
    let needs = Needs { boards: (101..400).map(ankor).collect(), ..Needs::default() };
    let state = fixture.store.read(&needs).await.unwrap();
    assert_eq!((state.boards.len(), state.users.len()), (250, 250));
    assert!(state.boards.values().all(|board| board.turns.len() == 1));
}
