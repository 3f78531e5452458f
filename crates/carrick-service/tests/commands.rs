//! The command language, in two tables that a player can read: what is right and what it means, and
//! what is wrong and how it is answered. `UPDATE_EXPECT=1` writes the answers anew.

use carrick_service::command::{parse, redact};
use expect_test::expect_file;

/// Stands for a secret in every table.
const PASSWORDS: [&str; 4] = ["hunter22", "hunter23", "hun!er22", "correct-horse"];

#[test]
fn right_commands() {
    let table = rewrite(include_str!("right_commands.txt"), 100, |command| {
        let meaning = parse(command).unwrap_or_else(|refusal| panic!("{command}\n{refusal}"));
        let log = redact(command);
        without_passwords(&log, command);
        format!("{meaning:?}\nlog: {log}")
    });
    expect_file!["right_commands.txt"].assert_eq(&table);
}

#[test]
fn wrong_commands() {
    let table = rewrite(include_str!("wrong_commands.txt"), 300, |command| {
        let Err(refusal) = parse(command) else { panic!("understood: {command}") };
        without_passwords(&redact(command), command);
        refusal.to_string()
    });
    without_passwords(&answers(&table), "wrong_commands.txt");
    expect_file!["wrong_commands.txt"].assert_eq(&table);
}

/// The table with every answer written anew. Commands are the lines that begin with `> `.
fn rewrite(table: &str, at_least: usize, answer: impl Fn(&str) -> String) -> String {
    let mut written = String::new();
    let mut commands = 0;
    let mut answered = false;
    for line in table.lines() {
        if let Some(command) = line.strip_prefix('>') {
            let answer = answer(&unescape(command.trim_start()));
            written.push_str(&format!("{line}\n{answer}\n"));
            commands += 1;
            answered = true;
        } else if line.is_empty() {
            written.push('\n');
            answered = false;
        } else if !answered {
            written.push_str(&format!("{line}\n"));
        }
    }
    assert!(commands >= at_least, "only {commands} commands");
    written
}

/// `\n`, `\t`, `\u{7}` and `{x*12}` in the tables.
fn unescape(command: &str) -> String {
    let mut text = command.replace("\\n", "\n").replace("\\t", "\t");
    while let Some((before, rest)) = text.split_once("\\u{") {
        let (code, behind) = rest.split_once('}').expect("\\u{ is closed");
        let c = u32::from_str_radix(code, 16).ok().and_then(char::from_u32).expect("a character");
        text = format!("{before}{c}{behind}");
    }
    while let Some((before, rest)) = text.split_once('{') {
        let (repeat, behind) = rest.split_once('}').expect("{ is closed");
        let (letter, times) = repeat.split_once('*').expect("{x*12}");
        text = format!("{before}{}{behind}", letter.repeat(times.parse().expect("a number")));
    }
    text
}

fn answers(table: &str) -> String {
    table.lines().filter(|line| !line.starts_with('>')).collect::<Vec<_>>().join("\n")
}

#[track_caller]
fn without_passwords(text: &str, of: &str) {
    for password in PASSWORDS {
        assert!(!text.contains(password), "{password} in the answer to {of}:\n{text}");
    }
}
