//! Runs libFuzzer on `fuzz/targets`, to find inputs that break an invariant. Runs are reproducible:
//! the seed, the number of runs and the seed corpus are fixed.

use std::fs;
use std::io::{Error, Result};
use std::process::Command;

use crate::tools::{done, emptied, root, target, usage};

/// Fuzz targets, with the default number of inputs and their maximum length in bytes. Together they
/// take about half a minute. Mail gets the most, because it comes from anywhere.
const TARGETS: &[(&str, u32, u32)] = &[
    ("command", 20_000, 512),
    ("turn", 40_000, 512),
    ("options", 60_000, 128),
    ("drawing", 60_000, 2_048),
    ("record", 60_000, 2_048),
    ("mail", 40_000, 8_192),
    ("lmtp", 20_000, 2_048),
];

/// Runs all targets, or one of them; if files are given, only with those inputs.
pub(crate) fn fuzz(words: &[&str]) -> Result<()> {
    let (words, runs) = match words {
        [words @ .., "--runs", runs] | ["--runs", runs, words @ ..] => {
            (words, Some(runs.parse::<u32>().map_err(|_| usage())?))
        }
        _ => (words, None),
    };
    let Some((wanted, files)) = words.split_first() else {
        return TARGETS.iter().try_for_each(|&(name, default, longest)| {
            run(name, runs.unwrap_or(default), longest, &[])
        });
    };
    let target = TARGETS.iter().find(|(name, ..)| name == wanted);
    let &(name, default, longest) = target.ok_or_else(|| {
        let names: Vec<_> = TARGETS.iter().map(|(name, ..)| *name).collect();
        Error::other(format!("{wanted} is not a target; the targets are {}", names.join(", ")))
    })?;
    run(name, runs.unwrap_or(default), longest, files)
}

/// Builds a target with the flags of `fuzz/.cargo/config.toml`, and runs it.
fn run(name: &str, runs: u32, longest: u32, files: &[&str]) -> Result<()> {
    eprintln!("== {name}; an input that breaks its invariant will be in fuzz/artifacts/{name}");
    let artifacts = root().join("fuzz/artifacts").join(name);
    fs::create_dir_all(&artifacts)?;
    let mut cargo = Command::new("cargo");
    cargo.args(["run", "--quiet", "--release", "--locked", "--bin", name, "--target-dir"]);
    cargo.arg(target().join("fuzz")).arg("--").current_dir(root().join("fuzz"));
    cargo.arg(format!("-artifact_prefix={}/", artifacts.display()));
    // For the measured maximum of memory, see fuzz/README.md.
    cargo.args(["-rss_limit_mb=128", "-timeout=10"]);
    if !files.is_empty() {
        let here = std::env::current_dir()?;
        return done(cargo.args(files.iter().map(|file| here.join(file))));
    }
    let corpus = target().join("fuzz-seeds").join(name);
    emptied(&corpus)?;
    for (number, seed) in seeds(name)?.into_iter().enumerate() {
        fs::write(corpus.join(format!("{number:04}")), seed)?;
    }
    cargo.args(["-seed=1", "-print_final_stats=1", "-verbosity=0", "-dict=commands.dict"]);
    done(cargo.arg(format!("-runs={runs}")).arg(format!("-max_len={longest}")).arg(corpus))
}

/// Seed corpus of a target, from the tables of the tests.
fn seeds(target: &str) -> Result<Vec<Vec<u8>>> {
    let mut seeds = Vec::new();
    let mut add = |head: &[u8], text: &str| seeds.push([head, text.as_bytes()].concat());
    match target {
        // The place and form of a password, and a command.
        "command" => {
            let table = root().join("crates/carrick-service/tests/right_commands.txt");
            for line in fs::read_to_string(table)?.lines() {
                line.strip_prefix("> ").into_iter().for_each(|typed| add(&[4, 0], typed));
            }
        }
        // Whether a message goes to a turn's address, and the message; the target adds the sender
        // and Subject.
        "mail" => {
            for message in cases("mails.txt")? {
                let own = ["From:", "Subject:", "@", "^"];
                let lines = message.lines().filter(|line| !own.iter().any(|o| line.starts_with(o)));
                let message: String = lines.map(|line| format!("{line}\r\n")).collect();
                add(&[0], &format!("d3\r\n{message}"));
                add(&[1], &format!("d3\r\n{message}"));
            }
            for (table, kind) in [("replies.txt", "plain"), ("html_replies.txt", "html")] {
                for reply in cases(table)? {
                    let head = format!("d3\r\nContent-Type: text/{kind}; charset=utf-8\r\n\r\n");
                    add(&[1], &format!("{head}{}", reply.replace('\n', "\r\n")));
                }
            }
        }
        // A relay's side of a dialogue, cut into lines of a length.
        "lmtp" => {
            for case in cases("dialogues.txt")? {
                let said = case.lines().filter_map(|line| line.strip_prefix("C:"));
                let said: String = said.map(|line| format!("{}\r\n", line.trim_start())).collect();
                add(&[100], &said);
            }
        }
        _ => {}
    }
    Ok(seeds)
}

/// Cases of a test table of mail, without the expected results.
fn cases(table: &str) -> Result<Vec<String>> {
    let text = fs::read_to_string(root().join("crates/carrick-mail/tests").join(table))?;
    let case = |case: &str| {
        let lines = case.lines().skip(1).take_while(|line| !line.starts_with("=> "));
        lines.map(|line| format!("{line}\n")).collect()
    };
    Ok(text.split("\n=== ").skip(1).map(case).collect())
}
