//! The command language, in two tables that a player can read: right commands with their meaning,
//! and wrong ones with the answer. `UPDATE_EXPECT=1` updates the answers.

use carrick_games::{AnyOptions, GameKind};
use carrick_service::command::{parse, redact};
use carrick_service::{Action, HelpTopic, help};
use expect_test::expect_file;

/// Stands for a secret in every table.
const PASSWORDS: [&str; 4] = ["hunter22", "hunter23", "hun!er22", "correct-horse"];

#[test]
fn right_commands() {
    let table = rewrite(include_str!("right_commands.txt"), 100, |command| {
        let meaning = parse(command).unwrap_or_else(|refusal| panic!("{command}\n{refusal}"));
        let log = redact(command);
        without_passwords(&log, command);
        let who = meaning.credential.map(|who| format!("\nby: {who:?}")).unwrap_or_default();
        format!("{:?}{who}\nlog: {log}", meaning.action)
    });
    expect_file!["right_commands.txt"].assert_eq(&table);
}

/// A written command is read as the same command, except for its passwords.
#[test]
fn commands_are_written_as_they_are_read() {
    let mut seen = 0;
    for line in include_str!("right_commands.txt").lines() {
        let Some(typed) = line.strip_prefix("> ") else { continue };
        let command = parse(typed).unwrap_or_else(|refusal| panic!("{typed}\n{refusal}"));
        let written = command.to_string();
        without_passwords(&written, typed);
        if matches!(command.action, Action::Signup(_) | Action::ChangePassword) {
            continue;
        }
        let again = parse(&written).unwrap_or_else(|refusal| panic!("{written}\n{refusal}"));
        let meant = format!("{command:?}").replace("Some(Password(…))", "None");
        assert_eq!(format!("{again:?}"), meant, "{written}");
        seen += 1;
    }
    assert!(seen > 80, "only {seen} commands are in the table");
}

#[test]
fn wrong_commands() {
    let table = rewrite(include_str!("wrong_commands.txt"), 400, |command| {
        let Err(refusal) = parse(command) else { panic!("understood: {command}") };
        without_passwords(&redact(command), command);
        refusal.to_string()
    });
    without_passwords(&answers(&table), "wrong_commands.txt");
    expect_file!["wrong_commands.txt"].assert_eq(&table);
}

/// Every command, every option of every game and of the server, and every setting is in the table
/// of wrong commands, in each way in which it can be wrong.
#[test]
fn everything_is_typed_wrong_at_least_once() {
    let table = include_str!("wrong_commands.txt");
    let mut lacking = Vec::new();
    let mut expect = |what: String, is_there: bool| {
        if !is_there {
            lacking.push(what);
        }
    };
    let has = |line: &str| table.lines().any(|answer| answer == line);
    for usage in usage_lines() {
        let games = GameKind::ALL.map(|kind| usage.replace("<game>", kind.name()));
        let is_there = games.iter().any(|line| has(&format!("Usage: {line}")));
        expect(format!("a wrong `{usage}`"), is_there);
        let calls = games.map(|line| format!("> {}", command_words(&line)));
        let bare = calls.iter().any(|call| has(call));
        let needs_words = usage.split(' ').any(|word| ROLES.contains(&word));
        expect(format!("`{usage}` without its words"), bare || !needs_words);
    }
    for kind in GameKind::ALL {
        for info in AnyOptions::described(kind) {
            for fault in option_faults(info.name, info.value) {
                expect(format!("{kind}: {fault}"), answered(table, kind.name(), &fault));
            }
        }
    }
    for option in server_options() {
        let (name, value) = option.split_once('=').unwrap_or((&option, ""));
        for fault in option_faults(name, value) {
            expect(fault.clone(), answered(table, "", &fault));
        }
    }
    for setting in ["zone", "labels", "turns"] {
        expect(
            format!("{setting} set wrong"),
            answered(table, "set", &format!("{setting} is set as")),
        );
        expect(format!("{setting} mistyped"), answered(table, "set", &format!("mean {setting}?")));
    }
    for action in ["propose", "undo", "accept", "reject", "resign"] {
        expect(format!("{action} mistyped"), answered(table, "move", &format!("mean {action}?")));
    }
    assert!(lacking.is_empty(), "the table lacks\n  {}", lacking.join("\n  "));
}

/// The words of usage lines that stand for required arguments.
const ROLES: [&str; 6] = ["userid", "userid1", "board", "board|all", "seek", "board[#n]"];

/// The commands in which an option is mistyped, given twice, or has no value, a wrong one or one
/// too many.
fn option_faults(name: &str, value: &str) -> Vec<String> {
    let mut faults = vec![format!("did you mean {name}?"), format!("{name} was given twice")];
    if value.is_empty() {
        faults.push(format!("{name} is a switch and takes no value"));
    } else {
        faults.push(format!("{name} takes "));
        faults.push(format!("{name} needs a value"));
    }
    faults
}

/// Whether a command with this word gets this answer.
fn answered(table: &str, word: &str, answer: &str) -> bool {
    table.split("\n> ").any(|entry| {
        let (command, rest) = entry.split_once('\n').unwrap_or((entry, ""));
        let rest = rest.to_lowercase();
        (word.is_empty() || command.to_lowercase().split(' ').any(|one| one == word))
            && rest.contains(&answer.to_lowercase())
    })
}

/// The usage lines as `help commands` lists them, without options.
fn usage_lines() -> Vec<String> {
    let page = help::text(Some(HelpTopic::Commands));
    let commands = page.split("\nSERVER OPTIONS").next().unwrap_or_default();
    let lines = commands.lines().filter_map(|line| line.strip_prefix("  "));
    // One usage line contains two forms of a command.
    let lines: Vec<_> = lines.filter(|line| !line.starts_with(' ')).map(str::to_owned).collect();
    let mut joined: Vec<String> = Vec::new();
    for line in lines {
        match joined.last_mut() {
            Some(last) if command_words(last) == command_words(&line) => {
                last.push_str("  or  ");
                last.push_str(&line);
            }
            _ => joined.push(line),
        }
    }
    joined
}

/// The words by which a command is called: `change password`, `ankor move`.
fn command_words(usage: &str) -> String {
    let words = match usage.split(' ').next() {
        Some(
            "help" | "list" | "message" | "broadcast" | "news" | "block" | "multiple" | "signup",
        ) => 1,
        Some("add" | "reset" | "vacation" | "signoff" | "signon" | "delete") => 1,
        _ => 2,
    };
    usage.split(' ').take(words).collect::<Vec<_>>().join(" ")
}

/// The server's options with their values, as `help commands` lists them.
fn server_options() -> Vec<String> {
    let page = help::text(Some(HelpTopic::Commands));
    let words = page.lines().filter_map(|line| line.strip_prefix("  --"));
    words.map(|line| format!("--{}", line.split(' ').next().unwrap_or_default())).collect()
}

/// The table with all answers updated. Commands are the lines that start with `> `.
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
