//! Two people on one machine sign up, challenge each other and play complete games of all four
//! kinds, only by typed commands.
#![allow(clippy::unwrap_used)] // a test may stop at what it did not expect

use std::collections::BTreeMap;

use crate::support::Club;
use serde_json::Value;

/// A finished game of the rules library's test data: options, turns, result.
struct Recorded {
    options: Vec<String>,
    turns: Vec<String>,
    result: String,
}

fn recorded(game: &str, fits: impl Fn(&Recorded) -> bool) -> Recorded {
    include_str!("../../carrick-games/tests/data/games.jsonl")
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .filter(|record| record["game"] == game)
        .map(|record| Recorded {
            options: record["options"].as_str().unwrap().split(' ').map(str::to_owned).collect(),
            turns: record["moves"]
                .as_array()
                .unwrap()
                .iter()
                .map(|turn| turn.as_str().unwrap().to_owned())
                .collect(),
            result: record["result"].as_str().unwrap().to_owned(),
        })
        .find(fits)
        .unwrap()
}

/// A club in which Alice and Bob have signed up with these passwords.
fn club() -> Club {
    let club = Club::new();
    club.does(&["signup alice alicepass alice@example.org"]);
    club.does(&["signup bob bobspass"]);
    club
}

/// Plays a recorded game on board 101, each turn with its player's password, and returns the answer
/// to the last one. `before` is called before each turn with its number and whose turn it is.
fn play(club: &Club, game: &str, record: &Recorded, mut before: impl FnMut(usize, &str)) -> String {
    let mut challenge = vec!["--as", "alice", game, "challenge"];
    challenge.extend(record.options.iter().map(String::as_str));
    challenge.extend(["alice", "bob"]);
    let opened = club.does(&challenge);
    assert!(opened.contains(&format!("Subject: New {game} board 101 (alice-bob)")), "{opened}");
    assert!(opened.contains("To: alice\n") && opened.contains("To: bob\n"), "{opened}");

    let mut last = String::new();
    for (index, turn) in record.turns.iter().enumerate() {
        let (user, password) = [("alice", "alicepass"), ("bob", "bobspass")][index % 2];
        before(index + 1, user);
        last = club.does(&[&format!("{game} move 101 {user} {password} {turn}#{}", index + 1)]);
    }
    last
}

#[track_caller]
fn check_end(club: &Club, game: &str, record: &Recorded, last: &str) {
    assert!(last.contains("\nOver: "), "{last}");
    if record.result == "draw" {
        assert!(last.contains(&format!("Subject: {game} board 101: draw (")), "{last}");
    } else {
        assert!(last.contains(&format!("{} wins: ", record.result)), "{last}");
    }
    let standings = club.does(&[&format!("{game} standings")]);
    assert!(standings.contains("alice") && standings.contains("bob"), "{standings}");
    assert!(standings.contains("provisional"), "{standings}");
    let list = club.does(&["list"]);
    assert!(list.contains("alice-bob"), "{list}");
    let shown = club.does(&[&format!("{game} show 101")]);
    for turn in &record.turns {
        assert!(shown.contains(turn.as_str()), "{turn} is missing:\n{shown}");
    }
    let refused = club.refuses(&[&format!("{game} move 101 alice alicepass a1")]);
    assert!(refused.contains("is over"), "{refused}");
}

#[test]
fn ankor_with_a_draw_offer_refused() {
    let club = club();
    let record = recorded("ankor", |record| record.result != "draw" && record.turns.len() > 12);
    let last = play(&club, "ankor", &record, |number, user| {
        if number == 5 {
            assert_eq!(user, "alice");
            let offered = club.does(&["ankor move 101 alice alicepass propose"]);
            assert!(offered.contains("alice proposes a draw"), "{offered}");
            let rejected = club.does(&["ankor move 101 bob bobspass reject"]);
            assert!(rejected.contains("bob has rejected it"), "{rejected}");
            let again = club.refuses(&["ankor move 101 alice alicepass propose"]);
            assert!(again.contains("after the next turn"), "{again}");
        }
    });
    check_end(&club, "ankor", &record, &last);
}

#[test]
fn boche_with_a_swap() {
    let club = club();
    let swapped = |record: &Recorded| record.turns.get(1).is_some_and(|turn| turn == "swap");
    let record = recorded("boche", swapped);
    let mut seats = BTreeMap::new();
    let last = play(&club, "boche", &record, |number, user| {
        seats.insert(number, user.to_owned());
        if number == 3 {
            let shown = club.does(&["boche show 101"]);
            assert!(shown.contains("alice (Dark) - bob (Light)"), "{shown}");
        }
    });
    assert_eq!(seats[&3], "alice", "after the swap the first player moves, for the other colour");
    check_end(&club, "boche", &record, &last);
}

#[test]
fn antipod() {
    let club = club();
    let record = recorded("antipod", |record| record.options == ["-radius=4"]);
    let last = play(&club, "antipod", &record, |_, _| {});
    check_end(&club, "antipod", &record, &last);
}

#[test]
fn anchor_is_counted() {
    let club = club();
    let plain = |record: &Recorded| {
        record.options.contains(&"-pie=swap".to_owned())
            && !record.turns.contains(&"swap".to_owned())
            && record.result != "draw"
    };
    let record = recorded("anchor", plain);
    let last = play(&club, "anchor", &record, |_, _| {});
    assert!(last.contains("prisoners, "), "{last}");
    check_end(&club, "anchor", &record, &last);
}

#[test]
fn a_game_agreed_drawn_and_a_game_resigned() {
    let club = club();
    club.does(&["--as", "alice", "antipod challenge alice bob"]);
    club.does(&["--as", "bob", "antipod challenge bob alice"]);
    club.does(&["antipod move 101 alice alicepass f14"]);
    club.does(&["antipod move 101 bob bobspass f10"]);
    club.does(&["antipod move 101 bob bobspass propose"]);
    let accepted = club.does(&["antipod move 101 alice alicepass accept"]);
    assert!(accepted.contains("Subject: antipod board 101: draw (agreement)"), "{accepted}");

    club.does(&["antipod move 102 bob bobspass f14"]);
    let declined = club.does(&["antipod resign 102 alice alicepass"]);
    assert!(declined.contains("alice has declined"), "{declined}");
    club.refuses(&["antipod show 102"]);

    club.does(&["--as", "alice", "antipod challenge alice bob"]);
    club.does(&["antipod move 103 alice alicepass f14"]);
    club.does(&["antipod move 103 bob bobspass f10"]);
    let resigned = club.does(&["antipod resign 103 alice alicepass"]);
    assert!(resigned.contains("Subject: antipod board 103: bob wins (resignation)"), "{resigned}");
    let standings = club.does(&["antipod standings"]);
    let first = standings.lines().find(|line| line.trim_start().starts_with('1')).unwrap();
    assert!(first.contains("bob") && first.contains('?'), "{standings}");
}

#[test]
fn a_repeated_command_has_one_effect_and_the_same_answer() {
    let club = club();
    let twice = |arguments: &[&str]| {
        let first = club.does(arguments);
        let second = club.does(arguments);
        (first, second)
    };
    let (first, second) = twice(&["signup carol carolpass"]);
    assert_eq!(first, second);
    let key = ["--as", "alice", "--id", "delivery-1", "ankor challenge alice bob"];
    let (first, second) = twice(&key);
    assert_eq!(first, second);
    assert!(
        club.does(&["ankor games"]).lines().filter(|line| line.contains("alice-bob")).count() == 1
    );
    // Without a name for the request a second challenge is a second board.
    club.does(&["--as", "alice", "ankor challenge alice bob"]);
    assert!(club.does(&["ankor games"]).contains("102"));

    let (first, second) = twice(&["ankor move 101 bob bobspass accept"]);
    let told = first.replace("bob has accepted the game.\n", "");
    assert!(told != first && told.contains(second.trim_end()), "{first}\n----\n{second}");
    let to_alice = |said: &str| said.split("To: bob").next().unwrap().to_owned();
    for command in ["ankor move 101 alice alicepass d3", "ankor move 101 alice alicepass propose"] {
        let (first, second) = twice(&[command]);
        assert_eq!(to_alice(&first).trim_end(), second.trim_end(), "{command}");
    }
    let (first, second) = twice(&["ankor move 101 bob bobspass reject"]);
    assert!(first.contains(second.trim_end()), "{first}\n----\n{second}");
    let (first, second) = twice(&["ankor resign 101 bob bobspass"]);
    assert_eq!(first, second);
    let (first, second) = twice(&["--as", "bob", "change password bob bobspass newbobspass"]);
    assert_eq!(first, second);
    club.does(&["ankor move 102 alice alicepass d3"]);
    club.does(&["ankor move 102 bob newbobspass d4"]);
}
