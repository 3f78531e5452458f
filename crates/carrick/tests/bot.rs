//! The example bot plays: two of them meet on a real server, to the end of a game.

#![allow(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::support::Running;

const BOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/bot/bot.py");

fn carrick(database: &Path, mode: &str, rest: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_carrick"));
    command.arg(mode).arg("--db").arg(database).args(rest);
    command
}

#[track_caller]
fn output(mut command: Command) -> String {
    let done = command.output().unwrap();
    let text = String::from_utf8_lossy(&done.stdout).into_owned();
    assert!(done.status.success(), "{text}{}", String::from_utf8_lossy(&done.stderr));
    text
}

#[test]
fn two_bots_play_a_game_to_its_end() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("carrick.db");
    for words in ["signup ann tulip7", "signup bob rose88"] {
        output(carrick(&database, "do", &[words]));
    }
    let mut server = carrick(&database, "serve", &["--no-limits", "--listen", "127.0.0.1:0"]);
    let mut server = Running(server.stdout(Stdio::piped()).spawn().unwrap());
    let mut said = String::new();
    BufReader::new(server.0.stdout.take().unwrap()).read_line(&mut said).unwrap();
    let site = said.trim().rsplit(' ').next().unwrap().to_owned();

    let bots = ["ann", "bob"].map(|user| {
        let token = output(carrick(&database, "token", &[user, "--scopes", "read,play"]));
        let mut bot = Command::new("python3");
        bot.args([BOT, &site, "--games", "1", "--seed", "7"]);
        bot.env("CARRICK_TOKEN", token.trim()).stdout(Stdio::piped());
        Running(bot.spawn().expect("python3 is needed for this test"))
    });
    // They hear of it from another process, whether they are already listening or not.
    output(carrick(&database, "do", &["--as", "ann", "antipod challenge -radius=4 ann bob"]));
    for mut bot in bots {
        let lines = BufReader::new(bot.0.stdout.take().unwrap()).lines();
        let lines: Vec<String> = lines.map(Result::unwrap).collect();
        assert!(bot.0.wait().unwrap().success());
        assert!(lines[0].starts_with("antipod 101: #"), "{lines:?}");
        assert!(lines.last().unwrap().starts_with("antipod 101: won by "), "{lines:?}");
    }
    let shown = output(carrick(&database, "do", &["antipod show 101"]));
    assert!(shown.contains("Over: ") && shown.contains(" wins (path)."), "{shown}");
}
