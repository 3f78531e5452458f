//! Results of matches, stored next to the page: statistics, commit and machine.

use std::collections::BTreeMap;
use std::path::Path;
use std::{fmt, fs};

use serde_json::{Value, json};

use crate::arena::MatchFigures;

/// Result of a match, which may be incomplete.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct MatchRecord {
    /// Output of `carrick-lab arena --json`.
    pub(super) figures: MatchFigures,
    /// The commit that played it.
    pub(super) commit: String,
    /// The day of the result.
    pub(super) day: String,
    /// The processor and its number of cores.
    pub(super) machine: String,
}

impl MatchRecord {
    pub(super) fn games(&self) -> u32 {
        self.figures.games.try_into().unwrap_or(u32::MAX)
    }
}

/// Conditions of a match; results under different ones are not compared.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct MatchTerms {
    /// Seconds per turn, in the shortest form.
    seconds: String,
    pub(super) seed: u64,
}

impl MatchTerms {
    pub(super) fn new(seconds: f64, seed: u64) -> Self {
        Self { seconds: seconds.to_string(), seed }
    }

    pub(super) fn seconds(&self) -> &str {
        &self.seconds
    }

    fn of(figures: &MatchFigures) -> Option<Self> {
        Some(Self::new(figures.seconds?, figures.seed))
    }
}

/// Results of all matches, in a file with one line each.
#[derive(Debug, PartialEq)]
pub(super) struct Records {
    /// Conditions of the matches to look up.
    terms: MatchTerms,
    matches: BTreeMap<(Pairing, MatchTerms), MatchRecord>,
}

impl Records {
    /// Reads a file, for lookups under some conditions; empty if there is no file.
    pub(super) fn read(file: &Path, terms: MatchTerms) -> Result<Self, String> {
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

    pub(super) fn get(&self, pairing: &Pairing) -> Option<&MatchRecord> {
        self.matches.get(&(pairing.clone(), self.terms.clone()))
    }

    /// Number of known games of a match.
    pub(super) fn games(&self, pairing: &Pairing) -> u32 {
        self.get(pairing).map_or(0, MatchRecord::games)
    }

    /// Adds a result, unless one with more games is known.
    pub(super) fn learn(&mut self, pairing: &Pairing, record: MatchRecord) {
        if record.games() >= self.games(pairing) {
            self.matches.insert((pairing.clone(), self.terms.clone()), record);
        }
    }

    /// Commits with results, and the last day of each, by machine.
    pub(super) fn commits(&self) -> BTreeMap<&str, BTreeMap<&str, &str>> {
        let mut machines = BTreeMap::<_, BTreeMap<_, _>>::new();
        let asked_for = self.matches.iter().filter(|((_, terms), _)| *terms == self.terms);
        for (_, MatchRecord { machine, commit, day, .. }) in asked_for {
            let commits = machines.entry(machine.as_str()).or_default();
            let last = commits.entry(commit.as_str()).or_insert(day.as_str());
            *last = (*last).max(day);
        }
        machines
    }
}

fn line(Pairing { game, one, other }: &Pairing, record: &MatchRecord) -> String {
    let MatchRecord { figures, commit, day, machine } = record;
    let line = json!({
        "game": game, "one": one, "other": other, "commit": commit, "day": day, "machine": machine,
        "figures": figures,
    });
    format!("{line}\n")
}

fn parse(line: &str) -> Option<((Pairing, MatchTerms), MatchRecord)> {
    let mut line: Value = serde_json::from_str(line).ok()?;
    let figures: MatchFigures = serde_json::from_value(line["figures"].take()).ok()?;
    let word = |name| line[name].as_str();
    let pairing = Pairing::new(word("game")?, word("one")?, word("other")?);
    let own = |name| word(name).map(str::to_owned);
    let (commit, day, machine) = (own("commit")?, own("day")?, own("machine")?);
    Some(((pairing, MatchTerms::of(&figures)?), MatchRecord { figures, commit, day, machine }))
}

// Schedule of the matches that measure strength.

pub(super) const REFERENCES: [&str; 4] = ["random", "uct:1000", "uct:10000", "rave"];

/// Section of the page: a board and its matches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Chapter {
    /// The game with its options.
    pub(super) game: String,
    /// Whether the game is usually played on this board: if so, the strongest level has aims, and
    /// each level plays its neighbour.
    pub(super) is_usual: bool,
    /// Opponents of the levels below the ninth; the ninth plays all references.
    below: &'static [&'static str],
}

impl Chapter {
    /// A board on which every level plays every reference.
    pub(super) fn full(game: &str) -> Self {
        Self { game: game.to_owned(), is_usual: false, below: &REFERENCES }
    }

    /// Default sections of the page: the usual boards, and small ones, where a game takes a tenth
    /// of the time. Playouts of Ankor take longest, so its matches come last.
    pub(super) fn usual() -> Vec<Self> {
        // Matches of eight levels against the last two references take hours in Anchor and Ankor,
        // and those against the last one most of an hour in Antipod.
        let usual = [("antipod", 3), ("boche", 4), ("anchor", 2), ("ankor", 2)];
        let usual = usual.map(|(game, count)| Self {
            game: game.to_owned(),
            is_usual: true,
            below: &REFERENCES[..count],
        });
        let small = ["antipod -radius=4", "boche -size=4", "anchor -size=5", "ankor -size=4"];
        usual.into_iter().chain(small.map(Self::full)).collect()
    }

    /// Opponents of a level on this board.
    pub(super) const fn references(&self, level: u32) -> &'static [&'static str] {
        if level == 9 { &REFERENCES } else { self.below }
    }

    /// Matches of neighbouring levels, the strongest first.
    pub(super) fn steps(&self) -> Vec<Pairing> {
        let step = |number| Pairing::new(&self.game, &level(number), &level(number - 1));
        if self.is_usual { (2..=9).rev().map(step).collect() } else { Vec::new() }
    }

    /// Matches that explain the table of this board.
    pub(super) fn studies(&self) -> Vec<SideMatch> {
        match self.game.as_str() {
            "boche" => {
                let sizes = [4, 5, 6].map(|size| SideMatch::Seats { size });
                [SideMatch::Deeper].into_iter().chain(sizes).collect()
            }
            "ankor" => vec![SideMatch::Tree],
            _ => Vec::new(),
        }
    }
}

/// Match that is not in a table but explains one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SideMatch {
    /// Effect of deeper search in Boche: the ninth level against the same search with about twelve
    /// times the number of positions that the level has time for.
    Deeper,
    /// Advantage of a seat in Boche of a size, between two players of equal strength.
    Seats {
        /// Number of holes per side.
        size: u64,
    },
    /// The search chosen for Ankor against the alternative.
    Tree,
}

impl SideMatch {
    pub(super) fn pairing(self) -> Pairing {
        match self {
            Self::Deeper => Pairing::new("boche", "tree:6000", "level9"),
            Self::Seats { size: 6 } => Pairing::new("boche", "tree:64", "tree:64"),
            Self::Seats { size } => {
                Pairing::new(&format!("boche -size={size}"), "tree:64", "tree:64")
            }
            Self::Tree => Pairing::new("ankor", "level9", "tree"),
        }
    }

    /// Number of games, if other matches have `full`.
    fn games(self, full: u32) -> u32 {
        match self {
            // A game of it takes minutes.
            Self::Deeper => full.min(60),
            Self::Seats { .. } | Self::Tree => full,
        }
    }
}

/// Match of the page.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Pairing {
    /// The game with its options.
    pub(super) game: String,
    pub(super) one: String,
    pub(super) other: String,
}

impl Pairing {
    pub(super) fn new(game: &str, one: &str, other: &str) -> Self {
        Self { game: game.to_owned(), one: one.to_owned(), other: other.to_owned() }
    }

    /// How its games are opened. Antipod needs many random turns to be even; against the pairing
    /// strategy, the players choose their first turns.
    pub(super) fn openings(&self) -> &'static str {
        match self.game.split(' ').next() {
            _ if self.other == "pairing" => "0",
            Some("antipod") => "even:12",
            _ => "even:4",
        }
    }
}

impl fmt::Display for Pairing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} against {}, {}", self.one, self.other, self.game)
    }
}

/// A level's name.
pub(super) fn level(number: u32) -> String {
    format!("level{number}")
}

/// All matches with their numbers of games, the most important first: the strongest level, the
/// neighbouring levels, then the levels below the ninth, a few games of each before all of them.
pub(super) fn schedule(chapters: &[Chapter], full: u32) -> Vec<(Pairing, u32)> {
    let against_references = |number: u32| {
        REFERENCES.into_iter().flat_map(move |reference| {
            let playing = chapters
                .iter()
                .filter(move |chapter| chapter.references(number).contains(&reference));
            playing.map(move |chapter| Pairing::new(&chapter.game, &level(number), reference))
        })
    };
    let in_full = |pairing| (pairing, full);
    let mut all = Vec::new();
    let antipod = chapters.iter().filter(|chapter| chapter.game.starts_with("antipod"));
    all.extend(antipod.map(|chapter| (Pairing::new(&chapter.game, "level9", "pairing"), full)));
    all.extend(against_references(9).map(in_full));
    all.extend(chapters.iter().flat_map(Chapter::steps).map(in_full));
    let studies = chapters.iter().flat_map(Chapter::studies);
    all.extend(studies.map(|study| (study.pairing(), study.games(full))));
    for count in [full.min(20), full] {
        let below = (1..=8).rev().flat_map(against_references);
        all.extend(below.map(|pairing| (pairing, count)));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn none(seconds: f64) -> Records {
        Records { terms: MatchTerms::new(seconds, 1), matches: BTreeMap::new() }
    }

    fn record(games: u32, commit: &str) -> MatchRecord {
        let (share, seconds) = (Some(0.5), Some(0.1));
        let games = games.into();
        let figures = MatchFigures { games, share, seconds, seed: 1, ..MatchFigures::default() };
        let (commit, day) = (commit.to_owned(), "2026-11-22".to_owned());
        MatchRecord { figures, commit, day, machine: "one core".to_owned() }
    }

    #[test]
    fn a_commit_is_listed_under_each_machine_that_played_it() {
        let mut records = none(0.1);
        for (other, machine, day) in [
            ("random", "one core", "2026-11-21"),
            ("rave", "one core", "2026-11-22"),
            ("uct:1000", "two cores", "2026-11-23"),
        ] {
            let (machine, day) = (machine.to_owned(), day.to_owned());
            let played = MatchRecord { machine, day, ..record(40, "a") };
            records.learn(&Pairing::new("ankor", "level9", other), played);
        }
        let on = |day| BTreeMap::from([("a", day)]);
        assert_eq!(
            records.commits(),
            BTreeMap::from([("one core", on("2026-11-22")), ("two cores", on("2026-11-23"))])
        );
    }

    #[test]
    fn a_match_is_kept_with_its_commit_until_a_longer_one_is_known() {
        let pairing = Pairing::new("ankor -size=4", "level9", "uct:1000");
        let mut records = none(0.1);
        records.learn(&pairing, record(40, "a"));
        records.learn(&pairing, record(20, "b"));
        assert_eq!(records.get(&pairing), Some(&record(40, "a")));
        records.learn(&pairing, record(200, "c"));
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("matches.jsonl");
        let read = |seconds| Records::read(&file, MatchTerms::new(seconds, 1));
        assert_eq!(read(0.1), Ok(none(0.1)));
        records.write(&file).unwrap();
        assert_eq!(read(0.1), Ok(records));

        let mut on_other_terms = read(0.02).unwrap();
        assert_eq!(on_other_terms.get(&pairing), None);
        assert!(on_other_terms.commits().is_empty());
        let mut quick = record(20, "d");
        quick.figures.seconds = Some(0.02);
        on_other_terms.learn(&pairing, quick.clone());
        on_other_terms.write(&file).unwrap();
        assert_eq!(read(0.02).unwrap().get(&pairing), Some(&quick));
        assert_eq!(read(0.1).unwrap().get(&pairing), Some(&record(200, "c")));

        fs::write(&file, "{}\n").unwrap();
        assert!(read(0.1).unwrap_err().ends_with("line 1: no match"));
    }

    #[test]
    fn every_cell_of_the_page_is_played_in_full_the_strongest_level_first() {
        let all = schedule(&Chapter::usual(), 200);
        for chapter in Chapter::usual() {
            for number in 1..=9 {
                for other in chapter.references(number) {
                    let pairing = Pairing::new(&chapter.game, &level(number), other);
                    assert!(all.contains(&(pairing.clone(), 200)), "{pairing}");
                }
            }
            for step in chapter.steps() {
                assert!(all.contains(&(step.clone(), 200)), "{step}");
            }
            for study in chapter.studies() {
                let games = if study == SideMatch::Deeper { 60 } else { 200 };
                assert!(all.contains(&(study.pairing(), games)), "{study:?}");
            }
        }
        let against = |pairing: &Pairing, one: &str| {
            pairing.one == one && REFERENCES.contains(&pairing.other.as_str())
        };
        let last_of_nine = all.iter().rposition(|(pairing, _)| against(pairing, "level9"));
        let first_lower = all.iter().position(|(pairing, _)| against(pairing, "level8"));
        assert!(last_of_nine < first_lower);
        assert_eq!(all.iter().filter(|(pairing, _)| pairing.other == "pairing").count(), 2);
        let steps = all.iter().filter(|(pairing, _)| pairing.other.starts_with("level"));
        assert_eq!(steps.count(), 4 * 8 + 1);
    }
}
