//! Memory of an import, an export and a rebuild of ratings: it does not grow with the number of
//! games.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used)] // a test may stop at what it did not expect

use std::fmt::Write as _;
use std::fs;
use std::process::{Command, Stdio};

use crate::support::Club;

/// Finished games between 50 players, in the order of their ends.
fn games(count: u32) -> String {
    let mut text = String::new();
    for n in 0..count {
        let [first, second] = [n % 50, (n / 50 + n + 1) % 50];
        let second = if first == second { (second + 1) % 50 } else { second };
        let (day, hour, minute) = (1 + n / 1440 % 28, n / 60 % 24, n % 60);
        let at = format!("20{:02}-01-{day:02}T{hour:02}:{minute:02}:00Z", n / 1440 / 28);
        let _ = writeln!(
            text,
            r#"{{"header":{{"game":{{"name":"Antipod","variants":["-radius=4"]}},"site":{{"name":"Carrick","gameid":"{}"}},"date-start":"{at}","date-end":"{at}","players":[{{"name":"player{first}"}},{{"name":"player{second}"}}],"carrick":{{"result":"White+resignation"}}}},"moves":[["a2","d12"]]}}"#,
            101 + n
        );
    }
    text
}

/// Runs the program, and returns its peak memory, in kB.
fn peak_kb(club: &Club, arguments: &[&str]) -> u64 {
    let mut command = Command::new(env!("CARGO_BIN_EXE_carrick"));
    command.args(arguments).env("CARRICK_DB", club.database()).stdout(Stdio::null());
    let mut child = command.spawn().unwrap();
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    loop {
        let text = fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kb = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse().ok());
        peak = peak.max(kb.unwrap_or_default());
        if let Some(status) = child.try_wait().unwrap() {
            assert!(status.success(), "{arguments:?}");
            return peak;
        }
        std::thread::yield_now();
    }
}

#[test]
#[ignore = "takes minutes: cargo xtask release-check"]
fn memory_does_not_grow_with_the_number_of_games() {
    let _alone = crate::ALONE.blocking_lock();
    let peaks = [2_000, 10_000].map(|count| {
        let club = Club::new();
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str| folder.path().join(name).display().to_string();
        fs::write(file("in.jsonl"), games(count)).unwrap();
        let peaks = [
            peak_kb(&club, &["import", &file("in.jsonl")]),
            peak_kb(&club, &["export", "--all", "-o", &file("out.jsonl")]),
            peak_kb(&club, &["ratings", "rebuild"]),
            // The exported games already exist.
            peak_kb(&club, &["import", &file("out.jsonl")]),
        ];
        let [sent, back] =
            ["in.jsonl", "out.jsonl"].map(|name| fs::read_to_string(file(name)).unwrap());
        assert_eq!(back.lines().count(), sent.lines().count());
        peaks
    });
    for (few, many) in peaks[0].into_iter().zip(peaks[1]) {
        // A few words for each game are kept, and caches fill; all of 8,000 games would be more
        // than 26 MB.
        assert!(many < few + 15_000 && many < 80_000, "{peaks:?}");
    }
}
