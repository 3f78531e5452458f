//! How a user wants pages and boards to look and sound.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A choice among a few, by words.
macro_rules! choice {
    ($(#[$about:meta])* $name:ident { $($(#[$note:meta])* $variant:ident = $word:literal;)+ }) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
        pub enum $name { $($(#[$note])* $variant,)+ }

        impl $name {
            /// All choices, the usual one first.
            pub const ALL: &[Self] = &[$(Self::$variant,)+];

            /// The word by which it is chosen.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self { $(Self::$variant => $word,)+ }
            }

            /// The choice of a word.
            #[must_use]
            pub fn of(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|choice| choice.word() == word)
            }
        }
    };
}

choice! {
    /// Colours of pages.
    Theme {
        /// Light or dark, as the reader's system is.
        #[default]
        System = "system";
        /// Dark on light.
        Light = "light";
        /// Light on dark.
        Dark = "dark";
        /// Black on white, without greys.
        Contrast = "contrast";
    }
}

choice! {
    /// Colours of boards.
    Look {
        /// Pale, as if printed.
        #[default]
        Paper = "paper";
        /// The colours of wood.
        Wood = "wood";
    }
}

choice! {
    /// Height of boards.
    BoardSize {
        /// As high as the window.
        #[default]
        Large = "large";
        /// Three quarters of it.
        Medium = "medium";
        /// About half of it.
        Small = "small";
    }
}

choice! {
    /// How boards are drawn.
    BoardView {
        /// From straight above.
        #[default]
        Flat = "flat";
        /// In three dimensions, where scripts can show that.
        Solid = "solid";
    }
}

choice! {
    /// When boards remark on what a turn did.
    Remarks {
        /// In the first games of a kind; always for those who have no account.
        #[default]
        Learning = "learning";
        /// Always.
        Wordy = "wordy";
        /// Never; the aims of the game are not told either.
        Terse = "terse";
    }
}

/// A user's choices for pages and boards.
///
/// As text, it is the words of those that are not the usual ones, with dots between them, or
/// `usual`:
///
/// ```
/// use carrick_service::{Appearance, Theme};
/// let chosen: Appearance = "sound.dark".parse()?;
/// assert_eq!((chosen.theme, chosen.sound), (Theme::Dark, true));
/// assert_eq!(chosen.to_string(), "dark.sound");
/// assert_eq!(Appearance::default().to_string(), "usual");
/// # Ok::<(), carrick_service::UnknownAppearance>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize)]
#[serde(try_from = "String", into = "String")]
pub struct Appearance {
    /// Colours of pages.
    pub theme: Theme,
    /// Colours of boards.
    pub look: Look,
    /// Height of boards.
    pub size: BoardSize,
    /// How boards are drawn.
    pub view: BoardView,
    /// Boards without row letters, numbers and names of spots.
    pub bare: bool,
    /// Turns are shown without movement.
    pub still: bool,
    /// Turns are heard.
    pub sound: bool,
    /// When boards remark on what a turn did.
    pub remarks: Remarks,
}

/// The text has a word that chooses nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "appearance is set as appearance=usual, or as words with dots between them, such as \
     dark.wood.sound: system, light, dark or contrast; paper or wood; large, medium or small; \
     flat or solid; bare (no coordinates), still (no movement), sound; \
     learning (remarks in the first games of a kind), wordy (always) or terse (never)"
)]
pub struct UnknownAppearance;

impl Appearance {
    /// The choices of a text, without words that choose nothing: a later release may have written
    /// them.
    #[must_use]
    pub fn lenient(text: &str) -> Self {
        let mut read = Self::default();
        for word in text.split('.') {
            _ = read.choose(word);
        }
        read
    }

    /// Makes the choice of a word.
    fn choose(&mut self, word: &str) -> Result<(), UnknownAppearance> {
        if let Some(theme) = Theme::of(word) {
            self.theme = theme;
        } else if let Some(look) = Look::of(word) {
            self.look = look;
        } else if let Some(size) = BoardSize::of(word) {
            self.size = size;
        } else if let Some(view) = BoardView::of(word) {
            self.view = view;
        } else if let Some(remarks) = Remarks::of(word) {
            self.remarks = remarks;
        } else {
            let switch = match word {
                "bare" => &mut self.bare,
                "still" => &mut self.still,
                "sound" => &mut self.sound,
                _ => return Err(UnknownAppearance),
            };
            *switch = true;
        }
        Ok(())
    }
}

/// The word for the usual choices.
const USUAL: &str = "usual";

impl fmt::Display for Appearance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut words = Vec::new();
        words.extend((self.theme != Theme::default()).then(|| self.theme.word()));
        words.extend((self.look != Look::default()).then(|| self.look.word()));
        words.extend((self.size != BoardSize::default()).then(|| self.size.word()));
        words.extend((self.view != BoardView::default()).then(|| self.view.word()));
        words.extend(self.bare.then_some("bare"));
        words.extend(self.still.then_some("still"));
        words.extend(self.sound.then_some("sound"));
        words.extend((self.remarks != Remarks::default()).then(|| self.remarks.word()));
        f.pad(if words.is_empty() { USUAL.to_owned() } else { words.join(".") }.as_str())
    }
}

impl FromStr for Appearance {
    type Err = UnknownAppearance;

    fn from_str(text: &str) -> Result<Self, UnknownAppearance> {
        let mut read = Self::default();
        if text != USUAL {
            text.split('.').try_for_each(|word| read.choose(word))?;
        }
        Ok(read)
    }
}

impl TryFrom<String> for Appearance {
    type Error = UnknownAppearance;

    fn try_from(text: String) -> Result<Self, UnknownAppearance> {
        text.parse()
    }
}

impl From<Appearance> for String {
    fn from(value: Appearance) -> Self {
        value.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, canonical: &str) {
        let read: Appearance = text.parse().unwrap();
        assert_eq!(read.to_string(), canonical, "{text}");
        assert_eq!(canonical.parse(), Ok(read));
        assert_eq!(Appearance::lenient(text), read);
    }

    #[test]
    fn choices_are_written_as_a_short_text() {
        check("usual", "usual");
        let all = "dark.wood.small.solid.bare.still.sound.terse";
        check(all, all);
        check("sound.contrast", "contrast.sound");
        check("system.paper.large.flat.learning", "usual");
        check("wordy.sound", "sound.wordy");
        check("dark.light", "light");
    }

    #[test]
    fn words_that_choose_nothing_are_refused_or_left_out() {
        for text in ["", "neon", "dark..sound", "dark=1", "usual.dark"] {
            assert_eq!(text.parse::<Appearance>(), Err(UnknownAppearance), "{text}");
        }
        for (text, canonical) in
            [("", "usual"), ("neon..sound.\"><script>", "sound"), ("usual.dark", "dark")]
        {
            assert_eq!(Appearance::lenient(text).to_string(), canonical, "{text}");
        }
    }
}
