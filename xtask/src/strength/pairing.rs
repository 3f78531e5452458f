//! Which matches are played, in which order.

use std::fmt;

pub(super) const REFERENCES: [&str; 4] = ["rave", "uct:10000", "uct:1000", "random"];

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

/// All matches with their numbers of games, what matters most first: the strongest level; the steps
/// between levels; the lower levels, a few games of each before all of them.
pub(super) fn schedule(games: &[String], full: u32) -> Vec<(Pairing, u32)> {
    let mut all = Vec::new();
    let mut add = |one: &str, other: &str, count: u32| {
        for game in games {
            all.push((Pairing::new(game, one, other), count));
        }
    };
    for reference in REFERENCES {
        add("level9", reference, full);
    }
    for number in (2..=9).rev() {
        add(&level(number), &level(number - 1), full);
    }
    for count in [full.min(20), full] {
        for number in (1..=8).rev() {
            for reference in REFERENCES {
                add(&level(number), reference, count);
            }
        }
    }
    let antipod = games.iter().filter(|game| game.starts_with("antipod"));
    let inventors = antipod.map(|game| (Pairing::new(game, "level9", "pairing"), full));
    inventors.chain(all).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_of_the_page_is_played_in_full_the_strongest_level_first() {
        let games = ["ankor", "antipod -radius=4"].map(str::to_owned);
        let all = schedule(&games, 200);
        for game in &games {
            for number in 1..=9 {
                for other in REFERENCES {
                    assert!(all.contains(&(Pairing::new(game, &level(number), other), 200)));
                }
            }
        }
        let last_of_nine = all.iter().rposition(|(pairing, _)| pairing.one == "level9");
        let first_lower = all.iter().position(|(pairing, _)| pairing.one == "level8");
        assert!(last_of_nine < first_lower);
        assert_eq!(all.iter().filter(|(pairing, _)| pairing.other == "pairing").count(), 1);
    }
}
