//! Settings of a user: one document, which is stored whole; how pages look, which mail is wanted.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use carrick_games::GameKind;
use serde::{Deserialize, Serialize};

use crate::people::Zone;

/// Settings of a user. As JSON, a field that is missing has its usual value.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default)]
pub struct UserSettings {
    /// The time zone in which times are shown to them.
    pub zone: Zone,
    /// How pages and boards look to them; `None` until they choose, when each of their browsers
    /// has its own choices.
    pub appearance: Option<Appearance>,
    /// Whether they want no email except answers to their commands.
    pub quiet: bool,
    /// Whether everything they did not ask for comes in one email a day.
    pub daily: bool,
    /// Whether they get email about the boards that they play on; new boards and reminders are
    /// separate.
    pub turn_mail: bool,
    /// Whether they are reminded if they have not moved for a while.
    pub reminders: bool,
    /// Whether messages from other users come by email.
    pub letters: bool,
    /// Which emails also show the board as a picture.
    pub pictures: Pictures,
    /// Whether they get the news from operators.
    pub news: bool,
    /// Settings for games, where these are not the usual ones.
    pub games: BTreeMap<GameKind, GameSettings>,
}

/// Settings of a user for one game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default)]
pub struct GameSettings {
    /// Whether others may challenge them.
    pub challenges: bool,
    /// Maximum number of games that they play at the same time.
    pub limit: Option<u32>,
    /// Whether they get every turn of every board.
    pub watches: bool,
    /// Whether they get an email at the end of each game.
    pub notify: bool,
    /// How often the puzzle of the day comes by email, if at all.
    pub puzzles: Option<PuzzleMail>,
    /// Row letters, numbers and the names of spots on the board.
    pub labels: bool,
    /// Whether emails after a turn list all turns, not only the last four rounds.
    pub all_turns: bool,
}

impl Default for UserSettings {
    fn default() -> Self {
        Self {
            zone: Zone::default(),
            appearance: None,
            quiet: false,
            daily: false,
            turn_mail: true,
            reminders: true,
            letters: true,
            pictures: Pictures::Usual,
            news: false,
            games: BTreeMap::new(),
        }
    }
}

impl Default for GameSettings {
    fn default() -> Self {
        Self {
            challenges: true,
            limit: None,
            watches: false,
            notify: false,
            puzzles: None,
            labels: true,
            all_turns: false,
        }
    }
}

impl UserSettings {
    /// The settings for a game.
    #[must_use]
    pub fn game(&self, kind: GameKind) -> GameSettings {
        self.games.get(&kind).copied().unwrap_or_default()
    }

    /// Replaces the settings for a game.
    pub fn set_game(&mut self, kind: GameKind, settings: GameSettings) {
        if settings == GameSettings::default() {
            self.games.remove(&kind);
        } else {
            self.games.insert(kind, settings);
        }
    }

    /// These settings with others for a game.
    #[must_use]
    pub fn with_game(mut self, kind: GameKind, settings: GameSettings) -> Self {
        self.set_game(kind, settings);
        self
    }

    /// How they get email other than answers to their own.
    #[must_use]
    pub const fn mailing(&self) -> Mailing {
        match (self.quiet, self.daily) {
            (true, _) => Mailing::Never,
            (false, true) => Mailing::Daily,
            (false, false) => Mailing::Each,
        }
    }

    /// Sets how they get email other than answers to their own.
    pub const fn set_mailing(&mut self, mailing: Mailing) {
        self.quiet = matches!(mailing, Mailing::Never);
        self.daily = matches!(mailing, Mailing::Daily);
    }
}

// How a user wants pages and boards to look and sound.

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
        /// As the page opens them: in three dimensions in lessons that these explain, and otherwise
        /// from straight above.
        #[default]
        Page = "page";
        /// From straight above.
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
        /// Never; the aims of the game are not shown either.
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
    /// Turns are played without being confirmed.
    pub quick: bool,
    /// When boards remark on what a turn did.
    pub remarks: Remarks,
}

/// The text has a word that is not a choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the text has a word that is not a choice")]
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
                "quick" => &mut self.quick,
                _ => return Err(UnknownAppearance),
            };
            *switch = true;
        }
        Ok(())
    }
}

/// The word for the usual choices.
pub(super) const USUAL: &str = "usual";

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
        words.extend(self.quick.then_some("quick"));
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

// A user's choices about email on events that they did not cause.

choice! {
    /// How often a user gets email other than answers: turns, reminders, messages, news. Answers,
    /// and links that they asked for, always come.
    Mailing {
        /// An email for each thing that happens.
        #[default]
        Each = "each";
        /// One email a day with everything that has happened.
        Daily = "daily";
        /// None.
        Never = "never";
    }
}

choice! {
    /// Which emails show the board as a picture in addition to its text drawing.
    #[derive(Deserialize, Serialize)]
    #[serde(rename_all = "lowercase")]
    Pictures {
        /// In all except copies of the user's own turns.
        #[default]
        Usual = "usual";
        /// In all.
        All = "all";
        /// In none.
        None = "none";
    }
}

choice! {
    /// How often the puzzle of the day comes by email.
    #[derive(Deserialize, Serialize)]
    #[serde(rename_all = "lowercase")]
    PuzzleMail {
        /// Every day.
        #[default]
        Daily = "daily";
        /// On Mondays.
        Weekly = "weekly";
    }
}

impl PuzzleMail {
    /// Whether a puzzle comes on a day, counted from 1970-01-01, a Thursday.
    ///
    /// ```
    /// use carrick_service::{PuzzleMail, day};
    /// let monday = day::day_named("2026-11-23").unwrap();
    /// assert!(PuzzleMail::Weekly.comes_on(monday) && !PuzzleMail::Weekly.comes_on(monday + 1));
    /// ```
    #[must_use]
    pub const fn comes_on(self, day: u32) -> bool {
        match self {
            Self::Daily => true,
            Self::Weekly => day % 7 == 4,
        }
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
        check("system.paper.large.learning", "usual");
        check("system.flat.quick", "flat.quick");
        check("wordy.sound", "sound.wordy");
        check("dark.light", "light");
    }

    #[test]
    fn unknown_words_are_refused_or_left_out() {
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
