//! Which matches are played, in which order.

use std::fmt;

pub(super) const REFERENCES: [&str; 4] = ["random", "uct:1000", "rave", "uct:10000"];

/// A board of the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Chapter {
    /// The game with its options.
    pub(super) game: String,
    /// Whether every level plays every reference there. Else those below the ninth play only the two
    /// references that take little time, and each its neighbour.
    pub(super) is_full: bool,
}

impl Chapter {
    /// A board on which every level plays every reference.
    pub(super) fn full(game: &str) -> Self {
        Self { game: game.to_owned(), is_full: true }
    }

    /// What the page has when nothing else is asked for: the usual boards, and small ones, where a game takes
    /// a tenth of the time. A playout of Ankor is the longest, so its matches come last.
    pub(super) fn usual() -> Vec<Self> {
        let usual = ["antipod", "boche", "anchor", "ankor"];
        let small = ["antipod -radius=4", "boche -size=4", "anchor -size=5", "ankor -size=4"];
        let usual = usual.map(|game| Self { game: game.to_owned(), is_full: false });
        usual.into_iter().chain(small.map(Self::full)).collect()
    }

    /// Whom a level plays there.
    pub(super) fn references(&self, level: u32) -> &'static [&'static str] {
        if self.is_full || level == 9 { &REFERENCES } else { &REFERENCES[..2] }
    }

    /// The matches of neighbours, the strongest first.
    pub(super) fn steps(&self) -> Vec<Pairing> {
        let step = |number| Pairing::new(&self.game, &level(number), &level(number - 1));
        if self.is_full { Vec::new() } else { (2..=9).rev().map(step).collect() }
    }
}

/// How many games a control has.
const CONTROL_GAMES: u32 = 60;

/// A match that shows what strength can do on a board at all: the ninth level's own search, with about twelve
/// times as many positions a turn as it has time for, against the ninth level.
pub(super) fn control(game: &str) -> Option<Pairing> {
    let deeper = match game {
        "boche" => "tree:6000",
        _ => return None,
    };
    Some(Pairing::new(game, deeper, "level9"))
}

/// A match of the page.
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

    /// How its games are opened. Antipod needs many turns to be even; against the pairing the players begin
    /// themselves.
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

/// All matches with their numbers of games, what matters most first: the strongest level; how far the levels
/// are apart; the levels below the ninth, a few games of each before all of them.
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
    let controls = chapters.iter().filter_map(|chapter| control(&chapter.game));
    all.extend(controls.map(|pairing| (pairing, full.min(CONTROL_GAMES))));
    for count in [full.min(20), full] {
        let below = (1..=8).rev().flat_map(against_references);
        all.extend(below.map(|pairing| (pairing, count)));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

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
