//! Runs libFuzzer on `fuzz/targets`, to find inputs that break a law. Reproducible: seed, number
//! of runs and seed corpus are fixed.

use std::fs;
use std::io::{Error, Result};
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::Instant;

use crate::tools::{done, root, target};

pub(crate) const USAGE: &str = "cargo xtask fuzz [TARGET] [--runs N] [FILE …]";

/// Fuzz target: a parser of outside text.
struct Target {
    name: &'static str,
    /// Default number of inputs.
    runs: u32,
    /// Maximum length of an input, in bytes.
    longest: u32,
    /// Seed corpus, from the tables of the tests.
    seeds: fn(&Path) -> Result<Vec<Vec<u8>>>,
}

/// Together they take about half a minute. Mail gets the most, since anybody can send it.
const TARGETS: &[Target] = &[
    Target { name: "command", runs: 20_000, longest: 512, seeds: commands },
    Target { name: "turn", runs: 40_000, longest: 512, seeds: none },
    Target { name: "options", runs: 60_000, longest: 128, seeds: none },
    Target { name: "drawing", runs: 60_000, longest: 2_048, seeds: none },
    Target { name: "record", runs: 60_000, longest: 2_048, seeds: none },
    Target { name: "mail", runs: 40_000, longest: 8_192, seeds: mails },
    Target { name: "lmtp", runs: 20_000, longest: 2_048, seeds: dialogues },
];

/// Memory limit of a target, in MiB: the program, libFuzzer with its corpus, and the largest
/// input. `fuzz/README.md` has the maximum that was measured.
const MOST_MEMORY_MIB: u32 = 128;

/// Command-line arguments.
#[derive(Debug, PartialEq, Eq)]
struct Wish {
    /// Target to run; all when none is named.
    target: Option<String>,
    runs: Option<u32>,
    /// Inputs to run once, instead of fuzzing.
    files: Vec<String>,
}

pub(crate) fn run(words: impl Iterator<Item = String>) -> ExitCode {
    let wish = match wish(words) {
        Ok(wish) => wish,
        Err(wrong) => {
            eprintln!("{wrong}\nUsage: {USAGE}");
            return ExitCode::from(2);
        }
    };
    let named = |target: &&Target| wish.target.as_ref().is_none_or(|name| name == target.name);
    for target in TARGETS.iter().filter(named) {
        let start = Instant::now();
        if let Err(error) = fuzz(target, &wish) {
            eprintln!(
                "{}: {error}\nThe input lies in fuzz/artifacts/{}.",
                target.name, target.name
            );
            return ExitCode::FAILURE;
        }
        eprintln!("== {} in {} s", target.name, start.elapsed().as_secs());
    }
    ExitCode::SUCCESS
}

fn wish(mut words: impl Iterator<Item = String>) -> std::result::Result<Wish, String> {
    let mut wish = Wish { target: None, runs: None, files: Vec::new() };
    while let Some(word) = words.next() {
        if word == "--runs" {
            let runs = words.next().and_then(|runs| runs.parse().ok());
            wish.runs = Some(runs.ok_or("--runs needs a number")?);
        } else if wish.target.is_some() {
            wish.files.push(word);
        } else if TARGETS.iter().any(|target| target.name == word) {
            wish.target = Some(word);
        } else {
            let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
            return Err(format!("{word} is none of the targets: {}", names.join(", ")));
        }
    }
    Ok(wish)
}

/// Builds a target with the flags of `fuzz/.cargo/config.toml`, and runs it.
fn fuzz(of: &Target, wish: &Wish) -> Result<()> {
    let name = of.name;
    let folder = root().join("fuzz");
    let artifacts = folder.join("artifacts").join(name);
    fs::create_dir_all(&artifacts)?;
    let mut cargo = Command::new("cargo");
    cargo.args(["run", "--quiet", "--release", "--locked", "--bin", name, "--target-dir"]);
    cargo.arg(target().join("fuzz")).arg("--").current_dir(&folder);
    cargo.arg(format!("-artifact_prefix={}/", artifacts.display()));
    cargo.arg(format!("-rss_limit_mb={MOST_MEMORY_MIB}")).arg("-timeout=10");
    if !wish.files.is_empty() {
        let here = std::env::current_dir()?;
        return done(cargo.args(wish.files.iter().map(|file| here.join(file))));
    }
    let seeds = target().join("fuzz-seeds").join(name);
    lay_out(&(of.seeds)(root())?, &seeds)?;
    cargo.args(["-seed=1", "-print_final_stats=1", "-verbosity=0", "-dict=commands.dict"]);
    cargo.arg(format!("-runs={}", wish.runs.unwrap_or(of.runs)));
    done(cargo.arg(format!("-max_len={}", of.longest)).arg(seeds))
}

/// Writes seeds into an empty folder, without inputs from earlier runs.
fn lay_out(seeds: &[Vec<u8>], folder: &Path) -> Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error),
        _ => fs::create_dir_all(folder)?,
    }
    for (number, seed) in seeds.iter().enumerate() {
        fs::write(folder.join(format!("{number:04}")), seed)?;
    }
    Ok(())
}

fn none(_: &Path) -> Result<Vec<Vec<u8>>> {
    Ok(Vec::new())
}

/// Seeds of the target `mail`: whether a message goes to a turn's address, and the message; its
/// sender and Subject are the target's own.
fn mails(root: &Path) -> Result<Vec<Vec<u8>>> {
    let is_other = |line: &&str| !line.starts_with("From:") && !line.starts_with("Subject:");
    let mut seeds = Vec::new();
    for message in cases(root, "crates/carrick-mail/tests/mails.txt")? {
        let lines = message.lines().filter(is_other).filter(|line| !line.starts_with(['@', '^']));
        let message: String = lines.map(|line| format!("{line}\r\n")).collect();
        seeds.push(seed(&[0], &format!("d3\r\n{message}")));
        seeds.push(seed(&[1], &format!("d3\r\n{message}")));
    }
    for reply in cases(root, "crates/carrick-mail/tests/replies.txt")? {
        let head = "d3\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n";
        seeds.push(seed(&[1], &format!("{head}{}", reply.replace('\n', "\r\n"))));
    }
    for reply in cases(root, "crates/carrick-mail/tests/html_replies.txt")? {
        let head = "d3\r\nContent-Type: text/html; charset=utf-8\r\n\r\n";
        seeds.push(seed(&[1], &format!("{head}{}", reply.replace('\n', "\r\n"))));
    }
    Ok(seeds)
}

/// Seeds of the target `lmtp`: a relay's side of a dialogue, cut into lines of a length.
fn dialogues(root: &Path) -> Result<Vec<Vec<u8>>> {
    let cases = cases(root, "crates/carrick-mail/tests/dialogues.txt")?;
    let said = |case: &String| {
        let lines = case.lines().filter_map(|line| line.strip_prefix("C:"));
        let said: String = lines.map(|line| format!("{}\r\n", line.trim_start())).collect();
        seed(&[100], &said)
    };
    Ok(cases.iter().map(said).collect())
}

/// Seeds of the target `command`: the place and form of a password, and a command.
fn commands(root: &Path) -> Result<Vec<Vec<u8>>> {
    let text = fs::read_to_string(root.join("crates/carrick-service/tests/right_commands.txt"))?;
    let typed = text.lines().filter_map(|line| line.strip_prefix("> "));
    Ok(typed.map(|line| seed(&[4, 0], line)).collect())
}

/// Cases of a test table, without the expected results.
fn cases(root: &Path, table: &str) -> Result<Vec<String>> {
    let text = fs::read_to_string(root.join(table))?;
    let cases = text.split("\n=== ").skip(1);
    let case = |case: &str| {
        let lines = case.lines().skip(1);
        let lines = lines.take_while(|line| !line.starts_with("=> "));
        lines.map(|line| format!("{line}\n")).collect()
    };
    let cases: Vec<String> = cases.map(case).collect();
    if cases.is_empty() { Err(Error::other(format!("{table} has no cases"))) } else { Ok(cases) }
}

fn seed(head: &[u8], text: &str) -> Vec<u8> {
    [head, text.as_bytes()].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_target_is_here_and_has_seeds_that_it_may_have() {
        let mut names: Vec<_> = fs::read_dir(root().join("fuzz/targets"))
            .unwrap()
            .map(|file| file.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned())
            .collect();
        names.sort();
        let mut here: Vec<_> = TARGETS.iter().map(|target| target.name).collect();
        here.sort();
        assert_eq!(names, here);
        for target in TARGETS {
            let seeds = (target.seeds)(root()).unwrap();
            let longest = seeds.iter().map(Vec::len).max().unwrap_or(0);
            assert!(longest <= target.longest as usize, "{}: {longest}", target.name);
        }
    }

    #[test]
    fn what_is_asked_for() {
        let wish = |words: &str| wish(words.split_whitespace().map(str::to_owned));
        let all = Wish { target: None, runs: None, files: Vec::new() };
        assert_eq!(wish(""), Ok(all));
        let some =
            Wish { target: Some("mail".into()), runs: Some(7), files: vec!["crash-1".into()] };
        assert_eq!(wish("mail --runs 7 crash-1"), Ok(some));
        assert!(wish("male").unwrap_err().contains("none of the targets: command, turn"));
        assert!(wish("--runs many").unwrap_err().contains("needs a number"));
    }
}
