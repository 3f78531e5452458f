//! Recomputed ratings equal the stored ones, and a handicap is suggested from them.

use crate::support::{Club, Tables};
use expect_test::expect;

/// A club with games that ended in every way, some of them at the same time and some while the
/// clock was set back.
fn club() -> Club {
    let club = Club::new();
    let users = ["alice", "bob", "carol"];
    for user in users {
        club.does(&[&format!("signup {user} password")]);
    }
    for (game, number) in (0..12_usize).zip(101..) {
        let [first, second] = [users[game % 3], users[(game + 1) % 3]];
        let now = format!("2008-05-{:02}T12:00:00Z", [9, 9, 5, 20][game % 4]);
        let options = if game % 5 == 4 { "--unrated" } else { "" };
        let does = |user: &str, command: &str| club.does_at(&now, &["--as", user, command]);
        does(first, &format!("antipod challenge -radius=4 {options} {first} {second}"));
        let moves =
            |user: &str, turn: &str| does(user, &format!("antipod move {number} {user} - {turn}"));
        moves(first, "a2");
        match game % 4 {
            0 => _ = (moves(second, "d12"), moves(first, "resign")),
            1 => _ = (moves(second, "d12"), moves(first, "propose"), moves(second, "accept")),
            2 => _ = (moves(second, "d12"), moves(second, "resign")),
            _ => _ = moves(second, "resign"),
        }
    }
    club.does_at(
        "2008-06-01T12:00:00Z",
        &["--as", "alice", "antipod challenge -radius=4 alice bob"],
    );
    club.does_at("2008-06-01T12:00:00Z", &["--as", "alice", "antipod move 113 alice - a2"]);
    club.does_at("2008-06-01T12:00:00Z", &["--as", "bob", "antipod move 113 bob - d12"]);
    club.tick("2008-08-01T12:00:00Z");
    club
}

#[test]
fn the_same_games_give_the_same_numbers() {
    let club = club();
    let before = Tables::open(&club.database()).dump();
    let (told, unchanged) = club.rebuild_ratings();
    expect![[r#"
        8 rated games: all ratings are correct
    "#]]
    .assert_eq(&told);
    assert!(unchanged);
    assert_eq!(Tables::open(&club.database()).dump(), before);
}

#[test]
fn wrong_ratings_are_reported_and_corrected() {
    let club = club();
    let before = Tables::open(&club.database()).dump();
    let tables = Tables::open(&club.database());
    tables
        .text("UPDATE ratings SET rating = rating + 1e-9 WHERE userid = 'alice' RETURNING userid");
    tables.text("DELETE FROM ratings WHERE userid = 'bob' RETURNING userid");
    tables.text(
        "UPDATE rating_history SET won_after = won_after + 1 WHERE number = 101 RETURNING userid",
    );
    let (told, unchanged) = club.rebuild_ratings();
    let told: Vec<&str> = told.lines().collect();
    assert!(!unchanged);
    assert_eq!(told.len(), 3, "{told:?}");
    assert!(
        told[0].starts_with("antipod alice: ") && told[0].contains(" corrected to "),
        "{told:?}"
    );
    assert!(told[1].starts_with("antipod bob: none corrected to "), "{told:?}");
    assert!(told[2].ends_with(" rated games, 1 of them with wrong ratings"), "{told:?}");
    assert_eq!(Tables::open(&club.database()).dump(), before);
    assert!(club.rebuild_ratings().1);
}

#[test]
fn a_handicap_is_suggested_between_established_ratings() {
    let club = Club::new();
    for user in ["alice", "bob"] {
        club.does(&[&format!("signup {user} password")]);
    }
    let challenge = |options: &str| {
        club.does(&["--as", "alice", &format!("anchor challenge {options} alice bob")])
    };
    assert!(!challenge("").contains("By their ratings"));
    let tables = Tables::open(&club.database());
    let rate = |user: &str, rating: f64, deviation: f64| {
        tables.text(&format!(
            "INSERT INTO ratings (kind, userid, rating, deviation, volatility, won, drawn, lost) \
             VALUES ('anchor', '{user}', {rating:?}, {deviation:?}, 0.06, 9, 0, 9) \
             ON CONFLICT DO UPDATE SET deviation = excluded.deviation RETURNING userid"
        ));
    };
    rate("alice", 1900.0, 80.0);
    rate("bob", 1480.0, 120.0);
    assert!(!challenge("").contains("By their ratings"));
    rate("bob", 1480.0, 80.0);
    let opened = challenge("--forfeittime=30");
    let suggestion = opened.split("\n\n").skip_while(|part| !part.starts_with("By their")).take(2);
    expect![[r#"
        By their ratings (1900 and 1480), bob could get a handicap from alice:

          anchor challenge -size=8 -handicap=2 bob alice"#]]
    .assert_eq(&suggestion.collect::<Vec<_>>().join("\n\n"));
    let handicap = club.does(&["--as", "bob", "anchor challenge -size=8 -handicap=2 bob alice"]);
    assert!(!handicap.contains("By their ratings"));
}
