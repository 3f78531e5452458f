//! The program is killed while it writes, again and again: every acknowledged turn is there
//! afterwards, and none is incomplete.
#![allow(clippy::unwrap_used)] // a test may stop at what it did not expect

use std::thread;
use std::time::{Duration, Instant};

use crate::support::{Club, Tables};

const KILLS: usize = 200;

/// Number of turns on a board, according to its table.
fn turns_written(club: &Club, board: u32) -> usize {
    let sql = format!("SELECT ply FROM boards WHERE kind = 'anchor' AND number = {board}");
    Tables::open(&club.database()).number(&sql).try_into().unwrap()
}

/// Number of turns on a board, according to the program.
fn turns_told(club: &Club, board: u32) -> usize {
    let shown = club.does(&[&format!("anchor show {board}")]);
    let next = shown.lines().find_map(|line| line.strip_prefix("Turn ")).unwrap();
    next.split(':').next().unwrap().parse::<usize>().unwrap() - 1
}

/// Checks that the tables about boards agree with each other.
fn check_consistency(club: &Club) {
    let database = Tables::open(&club.database());
    assert_eq!(database.text("PRAGMA integrity_check"), ["ok"]);
    assert!(database.text("PRAGMA foreign_key_check").is_empty());
    // The number of turns of a board is correct, and they are numbered without a gap.
    let off = "SELECT b.number || ':' || b.ply FROM boards b WHERE b.ply <> \
               (SELECT count(*) FROM turns t WHERE t.kind = b.kind AND t.number = b.number) OR b.ply <> \
               (SELECT coalesce(max(t.ply), 0) FROM turns t WHERE t.kind = b.kind AND t.number = b.number)";
    assert_eq!(database.text(off), Vec::<String>::new());
    // Every turn was reported to both players, and is in the log once.
    let turns = database.number("SELECT count(*) FROM turns");
    let told = database.number("SELECT count(*) FROM outbox WHERE subject LIKE '% to move'");
    let logged = database
        .number("SELECT count(*) FROM requests WHERE command LIKE '% move %' AND NOT refused");
    assert_eq!((told, logged), (2 * turns, turns));
}

/// All points of a board of Anchor of size 10, row by row: no game ends while stones are played.
fn points() -> Vec<String> {
    let pairs = (1..=19_i32).flat_map(|letter| (1..=19_i32).map(move |number| (letter, number)));
    pairs
        .filter(|(letter, number)| (letter - number).abs() <= 9)
        .map(|(letter, number)| format!("{}{number}", char::from(b'a' + letter as u8 - 1)))
        .collect()
}

#[test]
#[ignore = "takes minutes: cargo xtask release-check"]
fn two_hundred_kills_lose_nothing_and_leave_nothing_half_done() {
    let club = Club::new();
    for user in ["alice", "bob"] {
        club.does(&[&format!("signup {user} password")]);
    }
    let points = points();
    let mut random = fastrand::Rng::with_seed(7);
    let (mut killed, mut killed_after_commit) = (0, 0);
    // Kills are aimed at the commit, on a machine of any speed.
    let mut usual = Duration::from_millis(30);
    for board in 101.. {
        club.does(&["--as", "alice", "anchor challenge -size=10 -pie=none alice bob"]);
        let mut played = 0;
        while played < points.len() && killed < KILLS {
            let mover = ["alice", "bob"][played % 2];
            let command =
                format!("anchor move {board} {mover} - {}#{}", points[played], played + 1);
            let start = Instant::now();
            let mut child = club.command(&["--as", mover, &command]).spawn().unwrap();
            thread::sleep(usual.mul_f64(random.f64() * 1.2));
            let _ = child.kill();
            let output = child.wait_with_output().unwrap();
            let now = turns_written(&club, board);
            match output.status.code() {
                Some(0) => {
                    usual = usual.mul_f64(0.9) + start.elapsed().mul_f64(0.1);
                    assert_eq!(now, played + 1, "an acknowledged turn is lost");
                }
                Some(code) => {
                    panic!("{command}: exit {code}: {}", String::from_utf8_lossy(&output.stdout));
                }
                None => {
                    killed += 1;
                    assert!(now == played || now == played + 1, "{now} turns after {played}");
                    killed_after_commit += usize::from(now > played);
                    // If all are killed too soon, nothing shows how long a turn takes.
                    if now == played {
                        usual = usual.mul_f64(1.02);
                    }
                }
            }
            played = now;
        }
        check_consistency(&club);
        assert_eq!(turns_told(&club, board), played);
        if killed >= KILLS {
            break;
        }
    }
    assert!(killed_after_commit > 0, "some kills must come after the commit");
    assert!(killed_after_commit < killed, "and some before it");
}
