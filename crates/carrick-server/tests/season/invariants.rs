//! Invariants that hold after any season: one function for each.

use std::collections::BTreeMap;

use carrick_games::{AnyGame, DrawStyle, GameKind, Outcome, Seat};
use carrick_server::rebuild_ratings;
use carrick_service::{BoardRecord, Clock, Needs, SeatResult};

use super::club::{Club, opening, replayed};

pub(crate) async fn hold_every_week(club: &mut Club) {
    boards_equal_their_replays(club).await;
    turns_are_numbered_without_gaps(club).await;
    ends_are_numbered_in_their_order(club).await;
    generations_count_turns_and_undos(club).await;
    ratings_follow_from_the_games(club).await;
}

pub(crate) async fn hold_at_the_end(club: &mut Club) {
    hold_every_week(club).await;
    shown_boards_are_the_positions(club).await;
    lines_fit(club);
    results_add_up(club).await;
    nothing_waits_for_the_deleted(club).await;
    the_database_is_sound(club).await;
}

/// Replaying the stored turns of every board gives its player to move and its outcome.
async fn boards_equal_their_replays(club: &Club) {
    let state = club.everything().await;
    for summary in &state.summaries {
        let Some(record) = state.boards.get(&summary.id) else {
            panic!("{} is listed but cannot be loaded", summary.id)
        };
        let game = replayed_with_seats(record);
        match &record.ended {
            None => {
                assert_eq!(game.outcome(), None, "{} is over but goes on", record.id);
                assert_eq!(summary.to_move, game.seat_to_move(), "{}: who is to move", record.id);
            }
            Some(ended) => {
                let told = (ended.result(), ended.reason());
                match game.outcome() {
                    Some(outcome) => assert_eq!(by_rule(&game, outcome), told, "{}", record.id),
                    None => assert!(
                        ["resignation", "time", "agreement", "declined", "not begun"]
                            .contains(&told.1),
                        "{} ended by {told:?}, which its turns do not show",
                        record.id
                    ),
                }
            }
        }
    }
}

/// Replays a board, and checks that each turn is stored in canonical form and belongs to the seat
/// to move.
fn replayed_with_seats(record: &BoardRecord) -> AnyGame {
    let mut game = opening(record.id.kind, &record.options);
    assert_eq!(game.options().to_string(), record.options, "{}: options not canonical", record.id);
    for turn in &record.turns {
        assert_eq!(game.seat_to_move(), Some(turn.seat), "{}: whose turn {}", record.id, turn.text);
        game = game.play_text(&turn.text).unwrap_or_else(|error| {
            panic!("{}: {} cannot be played: {}", record.id, turn.text, error.reason)
        });
        assert_eq!(game.last_turn().as_deref(), Some(&*turn.text), "{}", record.id);
    }
    game
}

fn by_rule(game: &AnyGame, outcome: Outcome) -> (SeatResult, &'static str) {
    let result = match outcome.winner() {
        Some(colour) => SeatResult::Won(game.seat_of(colour)),
        None => SeatResult::Draw,
    };
    (result, outcome.reason())
}

/// One turn for each ply, from 1.
async fn turns_are_numbered_without_gaps(club: &mut Club) {
    let wrong = club
        .tables
        .text(
            "SELECT b.kind || ' ' || b.number FROM boards b LEFT JOIN turns t \
             ON t.kind = b.kind AND t.number = b.number GROUP BY b.kind, b.number \
             HAVING count(t.ply) <> b.ply OR coalesce(max(t.ply), 0) <> b.ply",
        )
        .await;
    assert!(wrong.is_empty(), "turns are missing or too many on {wrong:?}");
}

/// Finished boards are numbered in the order of their ends, each number once (an index guarantees
/// that). A reopened game leaves its number free.
async fn ends_are_numbered_in_their_order(club: &mut Club) {
    let wrong = club
        .tables
        .text(
            "SELECT kind || ' ' || number FROM (SELECT kind, number, ending, ended, \
             lag(ended) OVER (ORDER BY ending) AS before FROM boards WHERE ending IS NOT NULL) b \
             WHERE before > ended",
        )
        .await;
    assert!(wrong.is_empty(), "boards ended out of order: {wrong:?}");
}

/// A board's generation counts every turn ever played on it and every time that turns were taken
/// back.
async fn generations_count_turns_and_undos(club: &Club) {
    for (id, record) in club.everything().await.boards {
        let [turns, undos] = club.ever.get(&id).copied().unwrap_or_default();
        assert_eq!(record.generation(), turns + undos, "{id}: the generation");
    }
}

/// Replaying all games gives the stored ratings, to the last bit.
async fn ratings_follow_from_the_games(club: &Club) {
    let rebuilt = rebuild_ratings(&club.store).await.unwrap();
    assert_eq!(rebuilt.changed, 0, "games did something else to the ratings than was noted");
    assert_eq!(rebuilt.differences, [], "ratings are not what the games make them");
}

/// No board is past its due time after a sweep.
pub(crate) async fn clocks_are_not_overdue(club: &Club) {
    for record in club.running(None).await {
        let seat = replayed(&record).seat_to_move().unwrap();
        let needs = Needs { users: record.players.iter().cloned().collect(), ..Needs::default() };
        let users = club.state(needs).await.users;
        let absences = record.players.each_ref().map(|player| users[player].absences.as_slice());
        let deadline = Clock::new(&record, seat, absences).deadline();
        assert!(deadline > club.now, "{} was due at {deadline}, it is {}", record.id, club.now);
    }
}

/// Every visible board is shown as its turns make it.
async fn shown_boards_are_the_positions(club: &mut Club) {
    for (id, record) in club.everything().await.boards {
        let answer = club.hears(&format!("{} show {}", id.kind, id.number)).await;
        let declined =
            |ended: &carrick_service::Ended| matches!(ended.result(), SeatResult::Declined(_));
        let gone = record.ended.as_ref().is_some_and(declined);
        assert_eq!(answer.refused, gone, "{id} is shown, or not, against its end");
        if !gone {
            let drawn = replayed(&record).draw(DrawStyle::LABELLED);
            assert!(answer.messages[0].text.contains(&drawn), "{id} is not shown as it is");
        }
    }
}

/// No line is too long for an email of 78 columns, unless it draws a board.
fn lines_fit(club: &Club) {
    let lines: Vec<&str> = club.wide.iter().map(String::as_str).collect();
    assert!(lines.is_empty(), "lines of more than 78 columns:\n{}", lines.join("\n"));
}

/// One player's wins are another's losses, every draw counts for two players, and every rated game
/// is counted.
async fn results_add_up(club: &mut Club) {
    let mut games: BTreeMap<GameKind, u32> = BTreeMap::new();
    for record in club.everything().await.boards.values() {
        let played = record
            .ended
            .as_ref()
            .is_some_and(|ended| !matches!(ended.result(), SeatResult::Declined(_)));
        let both = Seat::BOTH.iter().all(|seat| record.turns.iter().any(|turn| turn.seat == *seat));
        *games.entry(record.id.kind).or_default() +=
            u32::from(played && both && record.terms.rated);
    }
    let sql = "SELECT kind || ' ' || sum(won) || ' ' || sum(drawn) || ' ' || sum(lost) \
               FROM ratings GROUP BY kind";
    for row in club.tables.text(sql).await {
        let (kind, numbers) = row.split_once(' ').unwrap();
        let kind: GameKind = kind.parse().unwrap();
        let numbers: Vec<u32> = numbers.split(' ').map(|number| number.parse().unwrap()).collect();
        let &[won, drawn, lost] = numbers.as_slice() else { panic!("three sums: {row}") };
        assert_eq!(won, lost, "{kind}: won and lost games");
        assert_eq!(drawn % 2, 0, "{kind}: half a draw");
        assert_eq!(won + drawn / 2, games[&kind], "{kind}: games in the ratings");
    }
}

/// No message is waiting for a user who has left, and none has been written to them since.
async fn nothing_waits_for_the_deleted(club: &mut Club) {
    let wrong = club
        .tables
        .text(
            "SELECT o.userid || ': ' || o.subject FROM outbox o JOIN users u ON u.userid = o.userid \
             WHERE u.deleted IS NOT NULL AND (o.state = 'pending' OR o.created > u.deleted)",
        )
        .await;
    assert!(wrong.is_empty(), "messages to deleted users: {wrong:?}");
}

async fn the_database_is_sound(club: &mut Club) {
    // A server checks references when they are written, and has no such command.
    if club.file().is_none() {
        return;
    }
    let broken = club.tables.text("SELECT \"table\" FROM pragma_foreign_key_check").await;
    assert!(broken.is_empty(), "rows that refer to nothing in {broken:?}");
    assert_eq!(club.tables.text("PRAGMA integrity_check").await, ["ok"]);
}

/// The database contains no password as it was typed.
pub(crate) async fn no_password_is_in_the_database(mut club: Club) {
    club.store.close().await;
    let mut bytes = Vec::new();
    if let Some(file) = club.file() {
        bytes.extend(std::fs::read(&file).unwrap());
        bytes.extend(std::fs::read(file.with_extension("db-wal")).unwrap_or_default());
    } else {
        let tables = "SELECT tablename::text FROM pg_tables WHERE schemaname = 'public'";
        for table in club.tables.text(tables).await {
            let rows = club.tables.text(&format!("SELECT t::text FROM {table} t")).await;
            bytes.extend(rows.join("\n").into_bytes());
        }
        assert!(bytes.len() > 100_000, "{} bytes", bytes.len());
    }
    let secret = b"Secret-of-";
    let found = bytes.windows(secret.len()).position(|window| window == secret);
    assert_eq!(found, None, "a password stands in the database");
}
