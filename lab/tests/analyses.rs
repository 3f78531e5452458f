//! The plan and the analyses of `docs/lab.md`, run in DuckDB and in polars and compared with the
//! laboratory's own report.
#![allow(clippy::unwrap_used)] // a test may stop at what it did not expect

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

/// The versions of DuckDB and polars.
const REQUIREMENTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/analyses.txt");

/// Points and turns of each cell, by options, player and openings.
type Figures = BTreeMap<[String; 3], [f64; 2]>;

#[test]
#[ignore = "needs Python and the network: cargo xtask release-check"]
fn other_tools_find_what_the_report_shows() {
    let folder = tempfile::tempdir().unwrap();
    let [tools, plan, games] = ["tools", "plan.toml", "games"].map(|name| folder.path().join(name));
    passes(Command::new("python3").args(["-m", "venv"]).arg(&tools));
    passes(Command::new(tools.join("bin/pip")).args(["install", "--quiet", "-r", REQUIREMENTS]));
    let page = include_str!("../../docs/lab.md");
    fs::write(&plan, blocks(page, "toml").next().unwrap()).unwrap();
    let lab = || Command::new(env!("CARGO_BIN_EXE_carrick-lab"));
    passes(lab().args(["lab", "run"]).arg(&plan).arg("--out").arg(&games));
    passes(lab().args(["lab", "report"]).arg(&games));
    let own = of_summary(&fs::read_to_string(games.join("summary.csv")).unwrap());
    let scripts: Vec<String> = blocks(page, "python").collect();
    assert_eq!((scripts.len(), own.is_empty()), (2, false));
    for script in scripts {
        let mut python = Command::new(tools.join("bin/python"));
        passes(python.args(["-c", &script]).current_dir(&games));
    }
    for name in ["duckdb.csv", "polars.csv"] {
        let found = of_analysis(&games.join(name));
        assert!(agree(&found, &own), "{name} says {found:?}, the summary {own:?}");
    }
}

#[track_caller]
fn passes(command: &mut Command) {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
}

/// The blocks of a page in one language.
fn blocks<'p>(page: &'p str, language: &'p str) -> impl Iterator<Item = String> + 'p {
    let begins = move |part: &&str| part.starts_with(&format!("{language}\n"));
    page.split("```")
        .skip(1)
        .step_by(2)
        .filter(begins)
        .map(|part| part.split_once('\n').map_or(String::new(), |(_, text)| text.to_owned()))
}

/// Fields of a line; the tables that this reads quote no field with a comma.
fn fields(line: &str) -> Vec<&str> {
    line.split(',').map(|field| field.trim_matches('"')).collect()
}

/// Figures of the laboratory's summary.
fn of_summary(text: &str) -> Figures {
    let mut figures = Figures::new();
    for line in text.lines().skip(1) {
        let fields = fields(line);
        let place = match fields.get(6) {
            Some(&"first player's points") => 0,
            Some(&"length") => 1,
            _ => continue,
        };
        let key = [fields[2], fields[3], fields[4]].map(str::to_owned);
        figures.entry(key).or_default()[place] = fields[7].parse().unwrap();
    }
    figures
}

/// Figures of an analysis: options, player, openings, games, points, turns.
fn of_analysis(file: &Path) -> Figures {
    let figure = |line: &str| match fields(line)[..] {
        [options, player, openings, _, points, turns] => {
            let key = [options, player, openings].map(str::to_owned);
            (key, [points.parse().unwrap(), turns.parse().unwrap()])
        }
        _ => panic!("{}: {line}", file.display()),
    };
    fs::read_to_string(file).unwrap().lines().skip(1).map(figure).collect()
}

/// Whether two analyses agree, to the six digits of the summary.
fn agree(found: &Figures, own: &Figures) -> bool {
    let near = |one: &[f64; 2], other: &[f64; 2]| {
        one.iter().zip(other).all(|(one, other)| (one - other).abs() < 1e-6)
    };
    found.len() == own.len()
        && own.iter().all(|(key, own)| found.get(key).is_some_and(|found| near(found, own)))
}
