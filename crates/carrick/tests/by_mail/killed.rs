//! Mail senders are killed while they speak with Postfix, again and again.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use carrick_games::GameKind;
use carrick_service::BoardId;
use fastrand::Rng;
use jiff::{SignedDuration, Timestamp};

use super::next_turn;
use super::round::{Round, parsed};
use crate::support::Tables;

const TURNS: usize = 30;
const KILLS: usize = 30;

#[test]
#[ignore = "needs Postfix and root: cargo xtask ci --install"]
fn an_email_that_comes_twice_is_the_same_email_and_none_is_missing() {
    let mut round = Round::new("");
    round.signs_up("ann");
    round.signs_up("bob");
    round.mails("ann");
    round.mails("bob");
    round.server.stop();
    let board = BoardId { kind: GameKind::Anchor, number: 101 };
    does(&round, "ann", "anchor challenge -size=8 -pie=none ann bob");
    let mut random = Rng::with_seed(3);
    for _ in 0..TURNS {
        let record = round.server.board(board);
        let (seat, turn) = next_turn(&record, &mut random).unwrap();
        let mover = record.players[seat.index()].as_str();
        does(&round, mover, &format!("anchor move 101 {mover} - {turn}"));
    }
    let settings = settings(&round);
    let database = Tables::open(&round.settings().with_file_name("club.db"));
    let mut mails: Vec<String> = Vec::new();
    // The claim of a killed sender expires within twenty minutes.
    let mut now = Timestamp::now();
    for kill in 0..KILLS {
        now += SignedDuration::from_mins(21);
        let mut sender = sender(&settings, now);
        let (seen, patience) = (mails.len(), Instant::now());
        while mails.len() == seen && sender.try_wait().unwrap().is_none() {
            assert!(patience.elapsed() < Duration::from_secs(60), "nothing arrives");
            thread::sleep(Duration::from_millis(1));
            mails.extend(["ann", "bob"].iter().flat_map(|user| round.mails(user)));
        }
        // In every second round the sender cannot record what it has sent, because another process
        // is writing.
        let is_locked = kill % 2 == 0;
        if is_locked {
            database.text("BEGIN IMMEDIATE");
        }
        thread::sleep(Duration::from_millis(random.u64(..40)));
        sender.kill().unwrap();
        sender.wait().unwrap();
        if is_locked {
            database.text("ROLLBACK");
        }
    }
    assert!(sender(&settings, now + SignedDuration::from_mins(21)).wait().unwrap().success());
    let mut copies: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let patience = Instant::now();
    while copies.len() < 2 * (1 + TURNS) {
        assert!(patience.elapsed() < Duration::from_secs(60), "{} mails arrive", copies.len());
        mails.extend(["ann", "bob"].iter().flat_map(|user| round.mails(user)));
        for mail in mails.drain(..) {
            copies.entry(parsed(&mail).message_id().unwrap().to_owned()).or_default().push(mail);
        }
    }
    // Postfix writes its own lines above ours.
    let ours = |mail: &String| mail.split_once("\nMessage-ID:").unwrap().1.to_owned();
    for mails in copies.values() {
        assert!(mails.iter().all(|mail| ours(mail) == ours(&mails[0])), "{mails:?}");
    }
    let twice = copies.values().filter(|mails| mails.len() > 1).count();
    assert!(twice > 0, "no sender was killed at the moment that matters");
}

/// The server's settings, with a name for its pages, which otherwise only `carrick serve` knows.
fn settings(round: &Round) -> PathBuf {
    let settings = fs::read_to_string(round.settings()).unwrap();
    let file = round.settings().with_file_name("sender.toml");
    fs::write(&file, format!("base_url = \"http://carrick.example\"\n{settings}")).unwrap();
    file
}

fn does(round: &Round, user: &str, command: &str) {
    let mut carrick = Command::new(env!("CARGO_BIN_EXE_carrick"));
    carrick.arg("do").arg("--db").arg(round.settings().with_file_name("club.db"));
    let done = carrick.args(["--as", user, command]).output().unwrap();
    assert!(done.status.success(), "{command}: {done:?}");
}

fn sender(settings: &Path, now: Timestamp) -> Child {
    let mut carrick = Command::new(env!("CARGO_BIN_EXE_carrick"));
    carrick.args(["outbox", "--config"]).arg(settings);
    carrick.args(["--now", &now.to_string(), "send"]).stdout(Stdio::null());
    carrick.spawn().unwrap()
}
