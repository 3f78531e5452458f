//! The sessions in docs/command-line.md and in two-games.md next to this file are the program's
//! output. With `UPDATE_EXPECT=1` in the environment, they are played and rewritten.

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};

use crate::support::Club;
use expect_test::expect_file;

/// Splits a command line at spaces, except between double quotes.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (index, part) in line.split('"').enumerate() {
        if index % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}

/// Runs a line such as `carrick do "list"` on the club's database, with this standard input.
fn run(club: &Club, line: &str, typed: &str) -> String {
    let words = words(line);
    assert_eq!(words[0], "carrick", "{line}");
    let arguments: Vec<&str> = words[1..].iter().map(String::as_str).collect();
    if let ["do", arguments @ ..] = arguments.as_slice() {
        return club.run(arguments).out;
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_carrick"));
    command.args(&arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A program that asks nothing has already left.
    let _ = child.stdin.take().unwrap().write_all(typed.as_bytes());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// A page with its sessions played again.
fn played(page: &str) -> String {
    let club = Club::of_2008();
    let (mut told, mut in_session, mut commands) = (String::new(), false, 0);
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        if line.starts_with("```") {
            in_session = line == "```console";
        }
        match line.strip_prefix("$ ").filter(|_| in_session) {
            Some(command) => {
                let _ = writeln!(told, "{line}");
                let mut typed = String::new();
                let command = match command.split_once(" <<") {
                    Some((command, end)) => {
                        for line in lines.by_ref() {
                            let _ = writeln!(told, "{line}");
                            if line == end {
                                break;
                            }
                            let _ = writeln!(typed, "{line}");
                        }
                        command
                    }
                    None => command,
                };
                let _ = writeln!(told, "{}", run(&club, command, &typed).trim_end());
                commands += 1;
            }
            None if in_session && line != "```console" => {}
            None => {
                let _ = writeln!(told, "{line}");
            }
        }
    }
    assert!(commands > 1, "the page shows no session");
    told
}

#[test]
fn the_sessions_of_the_command_line_are_true() {
    let page = include_str!("../../../../docs/command-line.md");
    expect_file!["../../../../docs/command-line.md"].assert_eq(&played(page));
}

#[test]
fn the_games_with_the_computer_are_games() {
    let page = include_str!("two-games.md");
    expect_file!["two-games.md"].assert_eq(&played(page));
    // A person wins the first game, and loses the second.
    let ends: Vec<_> = page.lines().filter(|line| line.starts_with("The game is over.")).collect();
    assert_eq!(ends, ["The game is over. Black wins: a path joins the two poles."; 2]);
}
