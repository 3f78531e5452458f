//! `cargo xtask lab`: the plan and the analyses of `docs/lab.md`, run and compared with the
//! laboratory's own report.

use std::collections::BTreeMap;
use std::fs;
use std::io::{Error, Result};
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

use crate::tools::{self, done, root, target};

const PAGE: &str = "docs/lab.md";

/// Points and turns of each cell, by options, player and openings.
type Figures = BTreeMap<[String; 3], [f64; 2]>;

/// Plays the plan and runs the analyses.
pub(crate) fn run() -> ExitCode {
    match agree() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("The analyses of {PAGE} do not hold: {error}");
            ExitCode::FAILURE
        }
    }
}

fn agree() -> Result<()> {
    let tools = tools::installed("lab")?;
    let program = tools::laboratory()?;
    let folder = target().join("lab");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    let page = fs::read_to_string(root().join(PAGE))?;
    let plan = folder.join("plan.toml");
    fs::write(&plan, blocks(&page, "toml").next().ok_or_else(|| fault("there is no plan"))?)?;
    let games = folder.join("games");
    let carrick = |words: &[&str]| {
        let mut command = Command::new(&program);
        command.arg("lab").args(words).stdout(Stdio::null());
        command
    };
    done(carrick(&["run"]).arg(&plan).arg("--out").arg(&games))?;
    done(carrick(&["report"]).arg(&games))?;
    let own = of_summary(&fs::read_to_string(games.join("summary.csv"))?)?;
    let scripts: Vec<String> = blocks(&page, "python").collect();
    if scripts.len() != 2 || own.is_empty() {
        return Err(fault("two analyses and a summary are expected"));
    }
    for script in scripts {
        done(Command::new(tools.join("python")).args(["-c", &script]).current_dir(&games))?;
    }
    for name in ["duckdb.csv", "polars.csv"] {
        compare(name, &of_analysis(&games.join(name))?, &own)?;
    }
    Ok(())
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

/// Fields of a line; the tables that are read here quote none that has a comma.
fn fields(line: &str) -> Vec<&str> {
    line.split(',').map(|field| field.trim_matches('"')).collect()
}

/// Figures of the laboratory's summary.
fn of_summary(text: &str) -> Result<Figures> {
    let mut figures = Figures::new();
    for line in text.lines().skip(1) {
        let fields = fields(line);
        let place = match fields.get(6) {
            Some(&"first player's points") => 0,
            Some(&"length") => 1,
            _ => continue,
        };
        let key = [fields[2], fields[3], fields[4]].map(str::to_owned);
        figures.entry(key).or_default()[place] = number(fields[7])?;
    }
    Ok(figures)
}

/// Figures of an analysis: options, player, openings, games, points, turns.
fn of_analysis(file: &Path) -> Result<Figures> {
    let text = fs::read_to_string(file)?;
    let figure = |line: &str| match fields(line)[..] {
        [options, player, openings, _, points, turns] => {
            let key = [options, player, openings].map(str::to_owned);
            Ok((key, [number(points)?, number(turns)?]))
        }
        _ => Err(fault(&format!("{}: {line}", file.display()))),
    };
    text.lines().skip(1).map(figure).collect()
}

/// Fails unless two analyses say the same, to the six digits of the summary.
fn compare(name: &str, found: &Figures, own: &Figures) -> Result<()> {
    let near = |one: &[f64; 2], other: &[f64; 2]| {
        one.iter().zip(other).all(|(one, other)| (one - other).abs() < 1e-6)
    };
    let same = found.len() == own.len()
        && own.iter().all(|(key, own)| found.get(key).is_some_and(|found| near(found, own)));
    if same { Ok(()) } else { Err(fault(&format!("{name} says {found:?}, the summary {own:?}"))) }
}

fn number(text: &str) -> Result<f64> {
    text.parse().map_err(|_| fault(&format!("{text} is no number")))
}

fn fault(sentence: &str) -> Error {
    Error::other(sentence.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_is_noticed() {
        let summary = "study,game,options,players,openings,first_turn,measure,value\n\
                       s,antipod,-radius=3,random,own,,first player's points,0.525000\n\
                       s,antipod,-radius=3,random,own,,length,17.500000\n";
        let own = of_summary(summary).unwrap();
        let key = ["-radius=3", "random", "own"].map(str::to_owned);
        assert_eq!(own, BTreeMap::from([(key.clone(), [0.525, 17.5])]));
        assert!(compare("a", &own, &own).is_ok());
        assert!(compare("a", &BTreeMap::from([(key, [0.525, 17.6])]), &own).is_err());
        assert!(compare("a", &Figures::new(), &own).is_err());
    }
}
