//! Facts about the games for lists, forms and file formats. Those of each game are in its folder.

use crate::{Colour, GameKind, Seat};

/// Facts about a game for lists, forms and file formats: everything except its rules.
///
/// ```
/// use carrick_games::GameKind;
/// let facts = GameKind::Antipod.facts();
/// assert_eq!((facts.title, facts.tagline), ("Antipod", "Hex on a sphere"));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Facts {
    /// The name in commands.
    pub name: &'static str,
    /// The name as a title.
    pub title: &'static str,
    /// Inventor of the game, and year.
    pub credit: &'static str,
    /// The subject of the game in a few words, without a full stop.
    pub tagline: &'static str,
    /// How the game is won, in a sentence or two.
    pub aim: &'static str,
    /// The names of the colours, by [`Colour::index`].
    pub colours: [&'static str; 2],
    /// An example of a turn as typed.
    pub turn: &'static str,
    /// All forms of turns, listed for use in a sentence.
    pub turns: &'static str,
    /// Turns and what they do, for a list of commands.
    pub usage: (&'static str, &'static str),
    /// The places that a winning path joins; `None` in a game without paths.
    pub joins: Option<&'static str>,
    /// Results that a record may claim, listed for use in a sentence.
    pub results: &'static str,
    /// A short sample game on the usual board, turn by turn.
    pub sample: &'static str,
    /// A whole short game on the usual board, turn by turn.
    pub whole_game: &'static str,
    /// The option that sets the size of the board.
    pub size_option: &'static str,
    /// The option that forbids swaps; `None` in a game without swaps.
    pub no_swap: Option<&'static str>,
    /// Number of the computer's levels for beginners, below its first level: enough to reach that
    /// one in steps that a player can climb.
    pub novices: u8,
    /// The seat for which the game is easier between beginners, on the usual board and without a
    /// swap (`docs/findings`).
    pub easier_seat: Seat,
    /// The game's number in SGF (`GM`). Never changes: records outlive versions.
    pub sgf: u32,
    /// The game's number in sealed tokens. Never changes: tokens outlive versions.
    pub wire: u8,
}

impl GameKind {
    /// Facts about the game for lists, forms and file formats.
    #[must_use]
    pub const fn facts(self) -> &'static Facts {
        macro_rules! table {
            ($($variant:ident $module:ident,)*) => { [$(crate::$module::FACTS),*] };
        }
        static ALL: [Facts; GameKind::ALL.len()] = games!(table! {});
        &ALL[self as usize]
    }

    /// The name in commands.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.facts().name
    }

    /// The name as a title.
    #[must_use]
    pub const fn title(self) -> &'static str {
        self.facts().title
    }

    /// Inventor of the game, and year.
    #[must_use]
    pub const fn credit(self) -> &'static str {
        self.facts().credit
    }

    /// Name of a colour in this game.
    #[must_use]
    pub const fn colour_name(self, colour: Colour) -> &'static str {
        self.facts().colours[colour.index()]
    }

    /// Number of the computer's levels for beginners in the game that has the most.
    pub const MOST_NOVICES: u8 = {
        let (mut most, mut index) = (0, 0);
        while index < Self::ALL.len() {
            let count = Self::ALL[index].facts().novices;
            if count > most {
                most = count;
            }
            index += 1;
        }
        most
    };

    /// The names of the computer's levels for beginners, for use in a sentence.
    ///
    /// ```
    /// use carrick_games::GameKind;
    /// assert_eq!(GameKind::Boche.novices_in_words(), "novice1, novice2");
    /// ```
    #[must_use]
    pub fn novices_in_words(self) -> String {
        match self.facts().novices {
            1 => "novice1".to_owned(),
            2 => "novice1, novice2".to_owned(),
            most => format!("novice1 to novice{most}"),
        }
    }

    /// Number of games, as a word: `four`.
    pub const COUNT_WORD: &str = {
        const WORDS: [&str; 10] =
            ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
        WORDS[Self::ALL.len()]
    };

    /// The names and titles of all games, in the usual order.
    #[must_use]
    pub fn names_and_titles() -> [(&'static str, &'static str); Self::ALL.len()] {
        Self::ALL.map(|kind| (kind.name(), kind.title()))
    }

    /// The names of all games, listed for use in a sentence, with a word before the last.
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
    fn every_game_has_its_own_numbers_and_names() {
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
    fn facts_about_turns_and_options_hold() {
        for kind in GameKind::ALL {
            let facts = kind.facts();
            assert_eq!(facts.name, format!("{kind:?}").to_lowercase(), "the name of its module");
            let new = |words: &[&str]| {
                AnyOptions::parse(kind, words, SizeLimits::Challenge).map(AnyGame::new).unwrap()
            };
            assert!(new(&[]).check_text(facts.turn).is_ok(), "{kind}");
            let sample = facts.sample.split(' ');
            let game = sample.fold(new(&[]), |game, turn| game.play_text(turn).unwrap());
            assert_eq!(game.outcome(), None, "{kind}");
            let whole = facts.whole_game.split(' ');
            let game = whole.fold(new(&[]), |game, turn| game.play_text(turn).unwrap());
            assert!(game.outcome().is_some(), "{kind}");
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
