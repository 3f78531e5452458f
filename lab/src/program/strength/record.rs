//! Results of matches, kept beside the page: statistics, commit and machine.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::pairing::Pairing;

/// Result of a match, which may be incomplete.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Record {
    /// Output of `carrick-lab arena --json`.
    pub(super) figures: Value,
    /// The commit that played it.
    pub(super) commit: String,
    /// The day of the result.
    pub(super) day: String,
    /// The processor and its number of cores.
    pub(super) machine: String,
}

impl Record {
    pub(super) fn games(&self) -> u32 {
        self.figures["games"].as_u64().and_then(|games| games.try_into().ok()).unwrap_or(0)
    }
}

/// Conditions of a match; results under different ones are not compared.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Terms {
    /// Seconds a turn, in the shortest form.
    seconds: String,
    pub(super) seed: u64,
}

impl Terms {
    pub(super) fn new(seconds: f64, seed: u64) -> Self {
        Self { seconds: seconds.to_string(), seed }
    }

    pub(super) fn seconds(&self) -> &str {
        &self.seconds
    }

    fn of(figures: &Value) -> Option<Self> {
        Some(Self::new(figures["seconds"].as_f64()?, figures["seed"].as_u64()?))
    }
}

/// Results of all matches, in a file with one line each.
#[derive(Debug, PartialEq)]
pub(super) struct Records {
    /// Conditions of the matches to look up.
    terms: Terms,
    matches: BTreeMap<(Pairing, Terms), Record>,
}

impl Records {
    /// Reads a file, for lookups under some conditions; empty if there is no file.
    pub(super) fn read(file: &Path, terms: Terms) -> Result<Self, String> {
        let mut records = Self { terms, matches: BTreeMap::new() };
        let Ok(text) = fs::read_to_string(file) else { return Ok(records) };
        for (index, line) in text.lines().enumerate() {
            let (key, record) = parse(line)
                .ok_or_else(|| format!("{}, line {}: no match", file.display(), index + 1))?;
            records.matches.insert(key, record);
        }
        Ok(records)
    }

    pub(super) fn write(&self, file: &Path) -> Result<(), String> {
        let lines: String =
            self.matches.iter().map(|((pairing, _), record)| line(pairing, record)).collect();
        fs::write(file, lines).map_err(|error| format!("{}: {error}", file.display()))
    }

    pub(super) fn get(&self, pairing: &Pairing) -> Option<&Record> {
        self.matches.get(&(pairing.clone(), self.terms.clone()))
    }

    /// Number of known games of a match.
    pub(super) fn games(&self, pairing: &Pairing) -> u32 {
        self.get(pairing).map_or(0, Record::games)
    }

    /// Adds a result, unless one with more games is known.
    pub(super) fn learn(&mut self, pairing: &Pairing, record: Record) {
        if record.games() >= self.games(pairing) {
            self.matches.insert((pairing.clone(), self.terms.clone()), record);
        }
    }

    /// Commits with results, and the last day of each, by machine.
    pub(super) fn commits(&self) -> BTreeMap<&str, BTreeMap<&str, &str>> {
        let mut machines = BTreeMap::<_, BTreeMap<_, _>>::new();
        let asked_for = self.matches.iter().filter(|((_, terms), _)| *terms == self.terms);
        for (_, Record { machine, commit, day, .. }) in asked_for {
            let commits = machines.entry(machine.as_str()).or_default();
            let last = commits.entry(commit.as_str()).or_insert(day.as_str());
            *last = (*last).max(day);
        }
        machines
    }
}

fn line(Pairing { game, one, other }: &Pairing, record: &Record) -> String {
    let Record { figures, commit, day, machine } = record;
    let line = json!({
        "game": game, "one": one, "other": other, "commit": commit, "day": day, "machine": machine,
        "figures": figures,
    });
    format!("{line}\n")
}

fn parse(line: &str) -> Option<((Pairing, Terms), Record)> {
    let line: Value = serde_json::from_str(line).ok()?;
    let word = |name| line[name].as_str();
    let pairing = Pairing::new(word("game")?, word("one")?, word("other")?);
    let figures = line["figures"].is_object().then(|| line["figures"].clone())?;
    let own = |name| word(name).map(str::to_owned);
    let (commit, day, machine) = (own("commit")?, own("day")?, own("machine")?);
    Some(((pairing, Terms::of(&figures)?), Record { figures, commit, day, machine }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn none(seconds: f64) -> Records {
        Records { terms: Terms::new(seconds, 1), matches: BTreeMap::new() }
    }

    fn record(games: u32, commit: &str) -> Record {
        let figures = json!({"games": games, "share": 0.5, "seconds": 0.1, "seed": 1});
        let (commit, day) = (commit.to_owned(), "2026-11-22".to_owned());
        Record { figures, commit, day, machine: "one core".to_owned() }
    }

    #[test]
    fn a_commit_stands_under_each_machine_that_played_it_with_its_last_day_there() {
        let mut records = none(0.1);
        for (other, machine, day) in [
            ("random", "one core", "2026-11-21"),
            ("rave", "one core", "2026-11-22"),
            ("uct:1000", "two cores", "2026-11-23"),
        ] {
            let (machine, day) = (machine.to_owned(), day.to_owned());
            let played = Record { machine, day, ..record(40, "a") };
            records.learn(&Pairing::new("ankor", "level9", other), played);
        }
        let on = |day| BTreeMap::from([("a", day)]);
        assert_eq!(
            records.commits(),
            BTreeMap::from([("one core", on("2026-11-22")), ("two cores", on("2026-11-23"))])
        );
    }

    #[test]
    fn a_match_is_kept_with_its_commit_until_more_of_it_is_known() {
        let pairing = Pairing::new("ankor -size=4", "level9", "uct:1000");
        let mut records = none(0.1);
        records.learn(&pairing, record(40, "a"));
        records.learn(&pairing, record(20, "b"));
        assert_eq!(records.get(&pairing), Some(&record(40, "a")));
        records.learn(&pairing, record(200, "c"));
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("matches.jsonl");
        let read = |seconds| Records::read(&file, Terms::new(seconds, 1));
        assert_eq!(read(0.1), Ok(none(0.1)));
        records.write(&file).unwrap();
        assert_eq!(read(0.1), Ok(records));

        let mut on_other_terms = read(0.02).unwrap();
        assert_eq!(on_other_terms.get(&pairing), None);
        assert!(on_other_terms.commits().is_empty());
        let mut quick = record(20, "d");
        quick.figures["seconds"] = json!(0.02);
        on_other_terms.learn(&pairing, quick.clone());
        on_other_terms.write(&file).unwrap();
        assert_eq!(read(0.02).unwrap().get(&pairing), Some(&quick));
        assert_eq!(read(0.1).unwrap().get(&pairing), Some(&record(200, "c")));

        fs::write(&file, "{}\n").unwrap();
        assert!(read(0.1).unwrap_err().ends_with("line 1: no match"));
    }
}
