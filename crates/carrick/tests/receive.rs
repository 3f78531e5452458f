//! `carrick receive`: an email from standard input, and the exit status for a relay.
#![allow(clippy::unwrap_used)] // a test may stop at what it did not expect

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::support::{Club, Tables};

const GAMES: &str = "games@carrick.example";

fn receive(club: &Club) -> Command {
    receive_into(club, &club.database())
}

fn receive_into(club: &Club, database: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_carrick"));
    command.args(["receive", "--db"]).arg(database).arg("--key").arg(club.file("club.key"));
    command
}

/// Passes a message on; returns the exit status and the output.
#[track_caller]
fn hand_over(command: &mut Command, message: &[u8]) -> (i32, String) {
    let mut child = command.stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // It need not read an unwanted email to the end.
    let _ = child.stdin.take().unwrap().write_all(message);
    let done = child.wait_with_output().unwrap();
    (done.status.code().unwrap(), String::from_utf8(done.stderr).unwrap())
}

fn mail(subject: &str) -> Vec<u8> {
    format!(
        "From: ann@example.org\nTo: {GAMES}\nMessage-ID: <1@example.org>\nSubject: {subject}\n\n"
    )
    .into_bytes()
}

#[test]
fn an_email_is_accepted_once_and_its_answer_is_queued() {
    let club = Club::new();
    let address = ["--address", GAMES, "--from", "ann@example.org"];
    for said in ["carrick: accepted\n", "carrick: already received\n"] {
        let done = hand_over(receive(&club).args(address), &mail("signup ann tulip777"));
        assert_eq!(done, (0, said.to_owned()));
    }
    let tables = Tables::open(&club.database());
    let waiting =
        tables.text("SELECT userid || ': ' || subject FROM outbox WHERE state = 'pending'");
    assert_eq!(waiting, ["ann: Is this the address of ann?"]);
    assert!(club.does(&["antipod seek ann tulip777"]).contains("seek"));
}

#[test]
fn relays_pass_envelope_and_mailbox_in_their_own_ways() {
    let club = Club::new();
    let mut command = receive(&club);
    command.args(["--address", GAMES]);
    command.env("SENDER", "ann@example.org").env("ORIGINAL_RECIPIENT", "Games@carrick.example");
    let message = [b"From ann@example.org Thu May  1 12:00:00 2008\n".as_slice(), &mail("list")];
    assert_eq!(hand_over(&mut command, &message.concat()), (0, "carrick: accepted\n".to_owned()));
    // A bounce has no sender.
    let mut command = receive(&club);
    command.args(["--address", GAMES, "--from", ""]);
    let (status, said) = hand_over(&mut command, &mail("list"));
    assert!(
        status == 0 && said.starts_with("carrick: no answer: it is a bounce"),
        "{status} {said}"
    );
}

#[test]
fn the_exit_status_shows_what_is_not_accepted() {
    let club = Club::new();
    let mut command = receive(&club);
    command.args(["--address", GAMES, "--from", "ann@example.org", "--to", "root@carrick.example"]);
    assert_eq!(hand_over(&mut command, &mail("list")).0, 67);
    let mut command = receive(&club);
    let (status, said) = hand_over(command.args(["--from", "ann@example.org"]), &mail("list"));
    assert!(status == 75 && said.contains("--address"), "{status} {said}");
    std::fs::write(club.file("no.db"), "this is no database").unwrap();
    let mut command = receive_into(&club, &club.file("no.db"));
    command.args(["--address", GAMES, "--from", "ann@example.org"]);
    let (status, said) = hand_over(&mut command, &mail("list"));
    assert!(status == 75 && said.contains("not an SQLite database"), "{status} {said}");
    let huge = [mail("list"), vec![b'x'; 5 << 20]].concat();
    let mut command = receive(&club);
    command.args(["--address", GAMES, "--from", "ann@example.org"]);
    // Its sender learns that it is too large.
    assert_eq!(hand_over(&mut command, &huge), (0, "carrick: accepted\n".to_owned()));
    let answers = "SELECT count(*) FROM outbox WHERE body LIKE '%is too large%'";
    assert_eq!(Tables::open(&club.database()).number(answers), 1);
}

#[test]
fn settings_come_from_the_file() {
    let club = Club::new();
    let settings = club.file("club.toml");
    let text = format!(
        "database = \"{}\"\nkey = \"{}\"\n[mail]\naddress = \"{GAMES}\"\nrelay = \"mx\"\n",
        club.database().display(),
        club.file("club.key").display()
    );
    std::fs::write(&settings, text).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_carrick"));
    command.args(["receive", "--from", "ann@example.org", "--config"]).arg(&settings);
    let mut message = b"Authentication-Results: mx; dmarc=pass header.from=example.org\n".to_vec();
    message.extend(mail("signup ann tulip777"));
    assert_eq!(hand_over(&mut command, &message).0, 0);
    let tables = Tables::open(&club.database());
    assert_eq!(tables.text("SELECT address FROM addresses"), ["ann@example.org"]);
    assert!(settings.with_extension("key").exists());
}

/// Each email has its own process: its counts must be there for the next one.
#[test]
fn wrong_passwords_are_counted_across_emails() {
    let club = Club::new();
    club.does(&["signup ann tulip777"]);
    let now = ["--now", "2008-05-01T12:00:00Z"];
    for guess in ["rose111", "rose222", "tulip777"] {
        let mut command = receive(&club);
        command.args(["--address", GAMES, "--from", "eve@example.net"]).args(now);
        let message = format!(
            "From: eve@example.net\nTo: {GAMES}\nMessage-ID: <{guess}@example.net>\nSubject: news ann {guess} on\n\n"
        );
        assert_eq!(hand_over(&mut command, message.as_bytes()).0, 0);
    }
    let tables = Tables::open(&club.database());
    let empty_for = "SELECT budget || ': ' || holder || ', ' || (full_at / 1000000 - 1209643200) \
         FROM buckets ORDER BY holder";
    // Two guesses were wrong; the right password was not a guess.
    assert_eq!(
        tables.text(empty_for),
        [
            "sign-in: guess by, mail from elsewhere: eve@example.net, 240",
            "sign-in: guess of, mail from elsewhere: ann, 120",
        ]
    );
}
