//! Lists of boards, and standings.

use carrick_games::{GameKind, Seat};
use carrick_service::{
    BoardEvent, BoardFilter, BoardId, BoardSummary, Ended, Needs, RatingChange, SeatResult,
};
use carrick_store::{BoardKey, BoardList, Cursor, Part};

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
        // Declined boards are in no list.
        let games = expected.split(' ').filter(|board| *board != "a103");
        assert_eq!(found.join(" "), games.collect::<Vec<_>>().join(" "), "{filters:?}");
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
async fn a_summary_has_what_a_line_needs() {
    let fixture = five_boards().await;
    let filter = BoardFilter { kind: Some(GameKind::Ankor), ended_since: Some(minute(0)), ..ANY };
    let needs = Needs { listed: vec![filter], ..Needs::default() };
    let summaries = fixture.store.read(&needs).await.unwrap().summaries;
    let ended = |result, at| Some(Ended { ending: ending(result), at: minute(at) });
    let summary = |number, players: [&str; 2], ply, to_move, ended, touched| BoardSummary {
        id: ankor(number),
        players: players.map(name),
        options: "-size=5".into(),
        ply,
        given: 0,
        hints: 0,
        to_move,
        offered_to: None,
        ended,
        touched: minute(touched),
    };
    let [first, second] = Seat::BOTH;
    let expected = [
        summary(101, ["ann", "bob"], 1, None, ended(SeatResult::Won(first), 10), 10),
        summary(102, ["bob", "ann"], 1, Some(second), None, 2),
    ];
    assert_eq!(summaries, expected);
}

#[tokio::test]
async fn a_clock_that_is_set_back_does_not_stop_a_game() {
    let fixture = Fixture::with(vec![opened(ankor(101), ["ann", "bob"])]).await;
    let mut early = turn(1, Seat::First);
    early.at = minute(-60);
    let event = carrick_service::Event::Board(
        ankor(101),
        BoardEvent::TurnPlayed { ply: 1, turn: early.clone(), to_move: Some(Seat::Second) },
    );
    fixture.write(vec![event, ended(ankor(101), SeatResult::Draw, -50)]).await.unwrap();
    assert_eq!(*fixture.board(ankor(101)).await.unwrap().turns, [early]);
}

#[tokio::test]
async fn standings_contain_all_players_of_one_game() {
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
async fn more_boards_and_users_than_fit_into_one_statement() {
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

/// Walks a whole list, three rows at a time; backwards gives the same boards.
async fn walk(fixture: &Fixture, list: &BoardList) -> Vec<BoardId> {
    let (mut found, mut from) = (Vec::new(), Cursor::Start);
    let mut back = Vec::new();
    loop {
        let page = fixture.store.boards_page(list, from, 3).await.unwrap();
        assert_eq!(page.before, from != Cursor::Start);
        found.extend(page.rows.iter().map(|board| board.id));
        let Some(last) = page.rows.last() else { break };
        if page.before {
            let before = Cursor::Before(BoardKey::of(&page.rows[0]));
            back = fixture.store.boards_page(list, before, 3).await.unwrap().rows;
            let ids: Vec<BoardId> = back.iter().map(|board| board.id).collect();
            let end = found.len() - page.rows.len();
            assert_eq!(ids, found[end - 3..end], "{list:?}");
        }
        from = Cursor::After(BoardKey::of(last));
        if !page.after {
            break;
        }
    }
    assert!(back.is_empty() || back.len() == 3);
    found
}

#[tokio::test]
async fn the_pages_of_a_list_add_up_to_the_list() {
    let fixture = Fixture::new().await;
    let users = ["ann", "bob", "cyd"].map(|name| carrick_service::Event::UserJoined(user(name)));
    fixture.write(users.to_vec()).await.unwrap();
    let pairs = [["ann", "bob"], ["bob", "ann"], ["cyd", "ann"], ["bob", "cyd"]];
    let mut random = fastrand::Rng::with_seed(3);
    for number in 101..150 {
        for id in [ankor(number), boche(number)] {
            let mut events = vec![opened(id, pairs[random.usize(..4)])];
            events.extend((1..=random.u32(0..4)).map(|ply| played(id, ply)));
            if random.bool() {
                let result = [
                    SeatResult::Won(Seat::First),
                    SeatResult::Won(Seat::Second),
                    SeatResult::Draw,
                    SeatResult::Declined(Seat::First),
                ][random.usize(..4)];
                // Many boards with the same time.
                events.push(ended(id, result, random.i64(10..15)));
            }
            fixture.write(events).await.unwrap();
        }
    }
    let everything = BoardFilter { ended_since: Some(jiff::Timestamp::MIN), ..ANY };
    let needs = Needs { listed: vec![everything], ..Needs::default() };
    let mut all = fixture.store.read(&needs).await.unwrap().summaries;
    all.retain(|board| {
        !matches!(&board.ended, Some(ended) if matches!(ended.result(), SeatResult::Declined(_)))
    });
    let (ann, bob) = (name("ann"), name("bob"));
    for kind in [None, Some(GameKind::Boche)] {
        for players in [vec![], vec![ann.clone()], vec![ann.clone(), bob.clone()]] {
            let mut boards: Vec<&BoardSummary> = all.iter().collect();
            boards.retain(|board| {
                kind.is_none_or(|kind| board.id.kind == kind)
                    && players.iter().all(|player| board.players.contains(player))
            });
            let list = |parts: &[Part]| BoardList {
                kind,
                player: players.first().cloned(),
                opponent: players.get(1).cloned(),
                parts: parts.to_vec(),
            };
            let name = |board: &BoardSummary| (board.id.kind.name(), board.id.number);
            let over = Part::Over(minute(11));
            let mut by_name = boards.clone();
            by_name.retain(|board| board.ended.is_none());
            by_name.sort_by_key(|board| name(board));
            let mut ended = boards.clone();
            ended.retain(|board| board.ended.as_ref().is_some_and(|end| end.at >= minute(11)));
            let at = |board: &BoardSummary| board.ended.as_ref().map(|ended| ended.at);
            ended.sort_by_key(|board| std::cmp::Reverse((at(board), name(board))));
            let ids = |boards: &[&BoardSummary]| -> Vec<BoardId> {
                boards.iter().map(|board| board.id).collect()
            };
            let expected = [ids(&by_name), ids(&ended)].concat();
            assert!(expected.len() > 5, "{expected:?}");
            assert_eq!(walk(&fixture, &list(&[Part::ByName, over])).await, expected);
            if players.len() == 2 {
                continue;
            }
            let mut latest = by_name;
            latest.sort_by_key(|board| std::cmp::Reverse((board.touched, name(board))));
            let expected = [ids(&latest), ids(&ended)].concat();
            assert_eq!(walk(&fixture, &list(&[Part::Playing, over])).await, expected);
            let to_move = |board: &BoardSummary| {
                board.to_move.map(|seat| board.players[seat.index()].clone())
            };
            latest.reverse();
            match players.first() {
                None => {
                    latest.reverse();
                    latest.retain(|board| board.ply >= 2);
                    assert_eq!(walk(&fixture, &list(&[Part::Begun])).await, ids(&latest));
                }
                Some(player) => {
                    let (mine, theirs): (Vec<&BoardSummary>, Vec<&BoardSummary>) = latest
                        .into_iter()
                        .partition(|board| to_move(board).as_ref() == Some(player));
                    assert_eq!(walk(&fixture, &list(&[Part::Waiting])).await, ids(&mine));
                    assert_eq!(walk(&fixture, &list(&[Part::Theirs])).await, ids(&theirs));
                }
            }
        }
    }
    check_counts(&fixture).await;
    // The stored counts follow every statement that changes the tables.
    for sql in [
        "UPDATE boards SET first_player = 'cyd' WHERE first_player = 'ann' AND second_player = 'bob'",
        "UPDATE boards SET result = NULL, reason = NULL, ended = NULL, ending = NULL, due = 0 \
         WHERE result = 'draw' AND kind = 'boche'",
        "UPDATE boards SET result = 'draw' WHERE result = 'first' AND number < 110",
        "DELETE FROM turns WHERE number > 140",
        "DELETE FROM board_changes WHERE number > 140",
        "DELETE FROM boards WHERE number > 140",
    ] {
        fixture.execute(sql).await;
        check_counts(&fixture).await;
    }
}

/// Compares the stored counts with fresh ones.
async fn check_counts(fixture: &Fixture) {
    let games = "SELECT first_player AS one, second_player AS other, kind, 'first' AS seat, result \
                 FROM boards WHERE result IN ('first', 'second', 'draw') \
                 UNION ALL SELECT second_player, first_player, kind, 'second', result \
                 FROM boards WHERE result IN ('first', 'second', 'draw')";
    let sums = "count(*) FILTER (WHERE result = seat) AS won, \
                count(*) FILTER (WHERE result = 'draw') AS drawn, \
                count(*) FILTER (WHERE result NOT IN (seat, 'draw')) AS lost";
    let counted = format!(
        "FROM (SELECT one, kind, other, {sums} FROM ({games}) g GROUP BY one, kind, other \
         UNION ALL SELECT one, kind, '', {sums} FROM ({games}) g GROUP BY one, kind \
         UNION ALL SELECT 'all', kind, 'games', count(*), 0, 0 FROM boards \
         WHERE result IN ('first', 'second', 'draw') GROUP BY kind) c"
    );
    let kept = "FROM (SELECT userid AS one, kind, opponent AS other, won, drawn, lost FROM scores \
                UNION ALL SELECT 'all', kind, 'games', over, 0, 0 FROM tallies WHERE over > 0) c";
    let columns = "one, kind, other, won, drawn, lost";
    let mut counted = fixture.rows(columns, &counted).await;
    let mut kept = fixture.rows(columns, kept).await;
    counted.sort();
    kept.sort();
    assert!(counted.len() > 6);
    assert_eq!(kept, counted);
}
