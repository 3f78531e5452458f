//! One table of what is said about the games in lists, forms and file formats.

use crate::{Colour, GameKind};

/// What is said about a game in lists, forms and file formats: all that is not rules.
///
/// ```
/// use carrick_games::GameKind;
/// let facts = GameKind::Antipod.facts();
/// assert_eq!((facts.title, facts.tagline), ("Antipod", "Hex on a sphere"));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Facts {
    /// Which game.
    pub kind: GameKind,
    /// The name as it is typed in commands.
    pub name: &'static str,
    /// The name as a title.
    pub title: &'static str,
    /// Who invented the game, and when.
    pub credit: &'static str,
    /// What the game is about, in a few words without a full stop.
    pub tagline: &'static str,
    /// How the game is won, in a sentence or two.
    pub aim: &'static str,
    /// The names of the colours, by [`Colour::index`].
    pub colours: [&'static str; 2],
    /// A turn as it may be typed.
    pub turn: &'static str,
    /// All forms of turns, as a list in a sentence.
    pub turns: &'static str,
    /// Turns and what they do, for a list of commands.
    pub usage: (&'static str, &'static str),
    /// What a winning path joins; `None` in a game without paths.
    pub joins: Option<&'static str>,
    /// Results as a record may claim them, as a list in a sentence.
    pub results: &'static str,
    /// A game on the usual board that shows what it is about, turn by turn.
    pub sample: &'static str,
    /// The option that makes the board larger or smaller.
    pub size_option: &'static str,
    /// The option with which nobody may swap; `None` in a game without a swap.
    pub no_swap: Option<&'static str>,
    /// The game's number in SGF (`GM`). Never changes: records outlive versions.
    pub sgf: u32,
    /// The game's number in sealed tokens. Never changes: tokens outlive versions.
    pub wire: u8,
}

impl Facts {
    const ALL: [Self; GameKind::ALL.len()] = [
        Self {
            kind: GameKind::Ankor,
            name: "ankor",
            title: "Ankor",
            credit: "Cameron Browne, 2008",
            tagline: "cubes climb to join three sides",
            aim: "Stack tilted cubes into a pyramid, and move them once they stand. Join the three \
                  sides.",
            colours: ["O", "X"],
            turn: "d3",
            turns: "d3, d3-f4, swap or pass",
            usage: ("d3, d3-f4", "add a cube, or move one"),
            joins: Some("three sides"),
            results: "X+path, O+resignation, draw+agreement, or * for none",
            sample: "d3 c2 d2 e3 c1 d4 c3 b2 e4",
            size_option: "-size",
            no_swap: Some("-noswap"),
            sgf: 8001,
            wire: 1,
        },
        Self {
            kind: GameKind::Boche,
            name: "boche",
            title: "Boche",
            credit: "Cameron Browne, 2008",
            tagline: "two-coloured cubes enclose or join",
            aim: "Cubes painted with curves meet edge to edge. Enclose a group of the other colour, \
                  or join the three sides.",
            colours: ["Light", "Dark"],
            turn: "c:d3",
            turns: "c:d3 or swap",
            usage: ("c:d3", "rotation c at d3; `rules` draws the eight rotations"),
            joins: Some("three sides"),
            results: "Dark+enclosure, Light+resignation, or * for none",
            sample: "c:d3 d:c2 b:d2 a:c1 c:d1 d:e3",
            size_option: "-size",
            no_swap: Some("-noswap"),
            sgf: 8002,
            wire: 2,
        },
        Self {
            kind: GameKind::Antipod,
            name: "antipod",
            title: "Antipod",
            credit: "Cameron Browne, 2003",
            tagline: "Hex on a sphere",
            aim: "Two discs are one sphere. Black joins the two poles; White draws a ring between \
                  them.",
            colours: ["White", "Black"],
            turn: "f14",
            turns: "f4 or f14",
            usage: ("f14", "a stone on a point"),
            joins: Some("two centres"),
            results: "Black+path, White+ring, White+resignation, or * for none",
            sample: "f14 f9 g14 e14 h14 e15 c4 d4 d5 g7",
            size_option: "-radius",
            no_swap: None,
            sgf: 8003,
            wire: 3,
        },
        Self {
            kind: GameKind::Anchor,
            name: "anchor",
            title: "Anchor",
            credit: "Steven Meyers, 2000",
            tagline: "territory, and life from the sides",
            aim: "Stones live when they reach the sides. Whoever owns more of the board wins.",
            colours: ["White", "Black"],
            turn: "h8",
            turns: "e5, swap or pass",
            usage: ("H8, pass", "a stone on a point, or none"),
            joins: None,
            results: "Black+score, White+time, draw+score, or * for none",
            sample: "E5 H8 K11 F9 J6 G5 L9 H11 E8 I5",
            size_option: "-size",
            no_swap: Some("-pie=none"),
            sgf: 8004,
            wire: 4,
        },
    ];
}

// A game's place in the table is that of its kind.
const _: () = {
    let mut at = 0;
    while at < Facts::ALL.len() {
        assert!(Facts::ALL[at].kind as usize == at && GameKind::ALL[at] as usize == at);
        at += 1;
    }
};

impl GameKind {
    /// What is said about the game in lists, forms and file formats.
    #[must_use]
    pub const fn facts(self) -> &'static Facts {
        static ALL: [Facts; GameKind::ALL.len()] = Facts::ALL;
        &ALL[self as usize]
    }

    /// The name as it is typed in commands.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.facts().name
    }

    /// The name as a title.
    #[must_use]
    pub const fn title(self) -> &'static str {
        self.facts().title
    }

    /// Who invented the game, and when.
    #[must_use]
    pub const fn credit(self) -> &'static str {
        self.facts().credit
    }

    /// What this game calls a colour.
    #[must_use]
    pub const fn colour_name(self, colour: Colour) -> &'static str {
        self.facts().colours[colour.index()]
    }

    /// The name and the title of every game, in their order.
    #[must_use]
    pub fn names_and_titles() -> [(&'static str, &'static str); Self::ALL.len()] {
        Self::ALL.map(|kind| (kind.name(), kind.title()))
    }

    /// The names of all games as a list in a sentence, with a word before the last.
    ///
    /// ```
    /// use carrick_games::GameKind;
    /// assert_eq!(GameKind::listed("or"), "ankor, boche, antipod or anchor");
    /// ```
    #[must_use]
    pub fn listed(word: &str) -> String {
        let [others @ .., last] = Self::ALL.map(Self::name);
        format!("{} {word} {last}", others.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::{AnyGame, AnyOptions, SizeLimits, TurnError};

    #[test]
    fn numbers_and_names_are_the_games_own() {
        let all = GameKind::ALL.map(GameKind::facts);
        for one in [
            all.iter().map(|facts| facts.name.to_owned()).collect::<HashSet<_>>(),
            all.iter().map(|facts| facts.sgf.to_string()).collect(),
            all.iter().map(|facts| facts.wire.to_string()).collect(),
        ] {
            assert_eq!(one.len(), all.len());
        }
    }

    #[test]
    fn what_is_said_of_turns_and_options_is_so() {
        for kind in GameKind::ALL {
            let facts = kind.facts();
            let new = |words: &[&str]| {
                AnyOptions::parse(kind, words, SizeLimits::Challenge).map(AnyGame::new).unwrap()
            };
            assert!(new(&[]).check_text(facts.turn).is_ok(), "{kind}");
            let sample = facts.sample.split(' ');
            let game = sample.fold(new(&[]), |game, turn| game.play_text(turn).unwrap());
            assert_eq!(game.outcome(), None, "{kind}");
            let may_swap = |game: AnyGame| {
                let refused = game.play_text(facts.turn).unwrap().check_text("swap");
                !matches!(refused, Err(TurnError::Notation(_) | TurnError::Illegal(_)))
            };
            assert_eq!(may_swap(new(&[])), facts.no_swap.is_some(), "{kind}");
            if let Some(option) = facts.no_swap {
                assert!(!may_swap(new(&[option])), "{kind}");
            }
            new(&[&format!("{}=5", facts.size_option)]);
        }
    }
}
