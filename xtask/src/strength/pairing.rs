//! Which matches are played, in which order.

use std::fmt;

pub(super) const REFERENCES: [&str; 4] = ["random", "uct:1000", "rave", "uct:10000"];

/// A board of the page, and the levels that play on it: from the ninth down to one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Chapter {
    /// The game with its options.
    pub(super) game: String,
    pub(super) lowest: u32,
}

impl Chapter {
    /// A board on which all levels play.
    pub(super) fn full(game: &str) -> Self {
        Self { game: game.to_owned(), lowest: 1 }
    }

    /// What the page has when nothing else is asked for: the ninth level on the usual boards, and all
    /// levels on small ones, where a game takes a tenth of the time. A playout of Ankor is the longest, so
    /// its matches come last.
    pub(super) fn usual() -> Vec<Self> {
        let highest = |game: &str| Self { game: game.to_owned(), lowest: 9 };
        let usual = ["antipod", "boche", "anchor", "ankor"].map(highest);
        let small = ["antipod -radius=4", "boche -size=4", "anchor -size=5", "ankor -size=4"];
        usual.into_iter().chain(small.map(Self::full)).collect()
    }

    pub(super) fn levels(&self) -> impl Iterator<Item = u32> + use<> {
        (self.lowest..=9).rev()
    }
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

/// All matches with their numbers of games, what matters most first: the strongest level; the levels
/// below it, a few games of each before all of them.
pub(super) fn schedule(chapters: &[Chapter], full: u32) -> Vec<(Pairing, u32)> {
    let mut all = Vec::new();
    let antipod = chapters.iter().filter(|chapter| chapter.game.starts_with("antipod"));
    all.extend(antipod.map(|chapter| (Pairing::new(&chapter.game, "level9", "pairing"), full)));
    let mut add = |number: u32, count: u32| {
        for reference in REFERENCES {
            let playing = chapters.iter().filter(|chapter| chapter.lowest <= number);
            all.extend(
                playing
                    .map(|chapter| (Pairing::new(&chapter.game, &level(number), reference), count)),
            );
        }
    };
    add(9, full);
    for count in [full.min(20), full] {
        (1..=8).rev().for_each(|number| add(number, count));
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
                for other in REFERENCES {
                    let pairing = Pairing::new(&chapter.game, &level(number), other);
                    assert_eq!(all.contains(&(pairing, 200)), number >= chapter.lowest);
                }
            }
        }
        let last_of_nine = all.iter().rposition(|(pairing, _)| pairing.one == "level9");
        let first_lower = all.iter().position(|(pairing, _)| pairing.one == "level8");
        assert!(last_of_nine < first_lower);
        assert_eq!(all.iter().filter(|(pairing, _)| pairing.other == "pairing").count(), 2);
    }
}
