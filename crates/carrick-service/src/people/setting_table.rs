//! The table of settings, from which commands, the account page, the API and the export follow, and
//! changes of some of them.

use std::collections::BTreeMap;
use std::fmt;

use carrick_games::GameKind;

use super::settings::{GameSettings, Mailing, Pictures, PuzzleMail, USUAL, UserSettings};

/// A setting: its names, how it is typed, what it takes, and where the document stores it.
pub struct UserSetting {
    /// Name in the command `set`.
    pub name: &'static str,
    /// Name in JSON and in forms.
    pub field: &'static str,
    /// Label on the account page.
    pub label: &'static str,
    /// Path below `/account` of its form.
    pub form: &'static str,
    /// Meaning, for the API's document.
    pub about: &'static str,
    /// Values that it takes.
    pub values: SettingValues,
    /// How it is typed, as the end of "… is set as".
    typed: &'static str,
    /// Whether it is about games that others start. The computer's accounts also have such
    /// settings.
    pub(crate) is_about_play: bool,
    /// Whether it asks for email unless it is `off`: a user who had stopped all email then gets all
    /// of it again.
    pub(crate) asks_for_mail: bool,
    /// The command that sets only this to the value of a word. The answer to `set` does not list it.
    pub(crate) command: Option<fn(&str) -> SettingCommand>,
    place: SettingPlace,
}

/// Values of a setting, as words and in JSON.
#[derive(Debug, Clone, Copy)]
pub enum SettingValues {
    /// One of two words: `false` and `true` in JSON.
    Switch([&'static str; 2]),
    /// One of some words, each with its label.
    Choice(&'static [(&'static str, &'static str)]),
    /// A number up to this maximum, or `none`, which is 0 in JSON and left out of answers.
    Limit(u32),
    /// A text, left out of answers while it is not chosen.
    Text {
        /// Example.
        example: &'static str,
        /// Maximum length.
        most: usize,
        /// What it takes, in words that follow its name.
        takes: &'static str,
    },
}

/// Command that sets one setting, with its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SettingCommand {
    /// `news`.
    News(bool),
    /// `accept` and `reject`.
    Challenges(bool),
    /// `limit`.
    Limit(Option<u32>),
    /// `notify`.
    Notify(bool),
    /// `subscribe all` and `unsubscribe all`.
    Watches(bool),
}

/// Where the document stores a setting: a switch, or functions that read a word and replace it if
/// the setting has such a value.
enum SettingPlace {
    UserSwitch(fn(&mut UserSettings) -> &mut bool),
    User(fn(&UserSettings) -> Option<String>, fn(&mut UserSettings, &str) -> Option<()>),
    GameSwitch(fn(&mut GameSettings) -> &mut bool),
    Game(fn(&GameSettings) -> Option<String>, fn(&mut GameSettings, &str) -> Option<()>),
}

const ON_OFF: SettingValues = SettingValues::Switch(["off", "on"]);

impl UserSetting {
    /// A setting with these values, without descriptions.
    const fn new(name: &'static str, values: SettingValues, place: SettingPlace) -> Self {
        Self {
            name,
            field: name,
            label: "",
            form: "",
            about: "",
            values,
            typed: "",
            is_about_play: false,
            asks_for_mail: false,
            command: None,
            place,
        }
    }

    /// All settings, in the order in which they are listed.
    pub const ALL: &[&Self] = &[
        &Self::ZONE,
        &Self::MAIL,
        &Self::TURN_MAIL,
        &Self::REMINDERS,
        &Self::LETTERS,
        &Self::PICTURES,
        &Self::APPEARANCE,
        &Self::NEWS,
        &Self::CHALLENGES,
        &Self::LIMIT,
        &Self::NOTIFY,
        &Self::WATCHES,
        &Self::LABELS,
        &Self::TURNS,
        &Self::PUZZLES,
    ];

    /// The time zone in which times are shown.
    pub const ZONE: Self = Self {
        label: "Zone",
        form: "zone",
        about: "A continent and a city, such as Europe/Paris, or UTC.",
        typed: "zone=UTC, or as a continent and a city, such as zone=Europe/Paris",
        ..Self::new(
            "zone",
            SettingValues::Text {
                example: "Europe/Paris",
                most: 40,
                takes: "takes UTC, or a continent and a city such as Europe/Paris",
            },
            SettingPlace::User(
                |all| Some(all.zone.to_string()),
                |all, word| word.parse().ok().map(|zone| all.zone = zone),
            ),
        )
    };
    /// How the user gets email other than answers to their own.
    pub const MAIL: Self = Self {
        label: "Email me about turns, reminders, messages and news",
        form: "mail",
        about: "How often you get email about turns, reminders, messages and news.",
        typed: "mail=each, mail=daily or mail=never",
        ..Self::new(
            "mail",
            SettingValues::Choice(&[
                ("each", "individually"),
                ("daily", "one email a day with all of them"),
                ("never", "no email"),
            ]),
            SettingPlace::User(
                |all| Some(all.mailing().word().to_owned()),
                |all, word| Mailing::of(word).map(|mailing| all.set_mailing(mailing)),
            ),
        )
    };
    /// Email about the boards that the user plays on.
    pub const TURN_MAIL: Self = Self {
        field: "turn_mail",
        label: "turns, offers, chat and results in my games",
        form: "mail/kinds",
        about: "Whether turns in your games are emailed to you.",
        ..Self::new("turnmail", ON_OFF, SettingPlace::UserSwitch(|all| &mut all.turn_mail))
    };
    /// Reminders that it is the user's turn.
    pub const REMINDERS: Self = Self {
        label: "reminders when I have not moved for a while",
        form: "mail/kinds",
        about: "Whether you are reminded by email when you have not moved for a while.",
        ..Self::new("reminders", ON_OFF, SettingPlace::UserSwitch(|all| &mut all.reminders))
    };
    /// Mail with messages of other users.
    pub const LETTERS: Self = Self {
        label: "messages from other players",
        form: "mail/kinds",
        about: "Whether messages from other players are emailed to you.",
        ..Self::new("letters", ON_OFF, SettingPlace::UserSwitch(|all| &mut all.letters))
    };
    /// Which emails also show the board as a picture.
    pub const PICTURES: Self = Self {
        label: "Show the board as a picture",
        form: "mail/kinds",
        about: "Which emails also show the board as a picture.",
        typed: "pictures=usual (except in copies of your own turns), pictures=all or pictures=none",
        ..Self::new(
            "pictures",
            SettingValues::Choice(&[
                ("usual", "except in copies of my own turns"),
                ("all", "in all emails"),
                ("none", "in no emails"),
            ]),
            SettingPlace::User(
                |all| Some(all.pictures.word().to_owned()),
                |all, word| Pictures::of(word).map(|chosen| all.pictures = chosen),
            ),
        )
    };
    /// How pages and boards look and sound.
    pub const APPEARANCE: Self = Self {
        label: "Appearance",
        about: "How pages and boards look and sound; absent until you choose.",
        typed: "appearance=usual, or as words with dots between them, such as \
                dark.wood.sound: system, light, dark or contrast; paper or wood; large, medium or small; \
                flat or solid; bare (no coordinates), still (no movement), sound, quick (turns without \
                 confirming); \
                learning (remarks in the first games of a kind), wordy (always) or terse (never)",
        ..Self::new(
            "appearance",
            SettingValues::Text { example: "dark.wood.sound", most: 80, takes: "" },
            SettingPlace::User(
                |all| all.appearance.map(|chosen| chosen.to_string()),
                |all, word| word.parse().ok().map(|chosen| all.appearance = Some(chosen)),
            ),
        )
    };
    /// News that operators broadcast.
    pub const NEWS: Self = Self {
        label: "Receive announcements from the operators",
        form: "news",
        about: "Whether you get news from the operators.",
        asks_for_mail: true,
        command: Some(|word| SettingCommand::News(word == "on")),
        ..Self::new("news", ON_OFF, SettingPlace::UserSwitch(|all| &mut all.news))
    };
    /// Whether others may challenge the user.
    pub const CHALLENGES: Self = Self {
        label: "Others may challenge me",
        form: "games",
        about: "Whether others may challenge you.",
        is_about_play: true,
        command: Some(|word| SettingCommand::Challenges(word == "on")),
        ..Self::new("challenges", ON_OFF, SettingPlace::GameSwitch(|game| &mut game.challenges))
    };
    /// Maximum number of games that the user plays at the same time.
    pub const LIMIT: Self = Self {
        label: "Maximum number of games",
        form: "games",
        about: "Maximum number of games you play at the same time; 0 or absent for no limit.",
        typed: "limit=none, or as a number of boards from 1 to 1000, such as limit=10",
        is_about_play: true,
        command: Some(|word| SettingCommand::Limit(word.parse().ok())),
        ..Self::new(
            "limit",
            SettingValues::Limit(Self::MOST_BOARDS),
            SettingPlace::Game(
                |game| game.limit.map(|limit| limit.to_string()),
                |game, word| {
                    game.limit = match word {
                        "none" => None,
                        number => {
                            let limit = number.parse().ok();
                            Some(limit.filter(|limit| (1..=Self::MOST_BOARDS).contains(limit))?)
                        }
                    };
                    Some(())
                },
            ),
        )
    };
    /// An email at the end of each game.
    pub const NOTIFY: Self = Self {
        label: "Email me when any game ends",
        form: "games",
        about: "Whether you get an email when any game ends.",
        asks_for_mail: true,
        command: Some(|word| SettingCommand::Notify(word == "on")),
        ..Self::new("notify", ON_OFF, SettingPlace::GameSwitch(|game| &mut game.notify))
    };
    /// Every turn of every board.
    pub const WATCHES: Self = Self {
        label: "Watch every board",
        form: "games",
        about: "Whether you watch every board.",
        asks_for_mail: true,
        command: Some(|word| SettingCommand::Watches(word == "on")),
        ..Self::new("watches", ON_OFF, SettingPlace::GameSwitch(|game| &mut game.watches))
    };
    /// Names of rows and places around and on the board.
    pub const LABELS: Self = Self {
        label: "Coordinates on boards in emails",
        form: "games",
        about: "Whether boards in emails show coordinates.",
        ..Self::new("labels", ON_OFF, SettingPlace::GameSwitch(|game| &mut game.labels))
    };
    /// Whether emails after a turn list the last four rounds or all turns.
    pub const TURNS: Self = Self {
        field: "all_turns",
        label: "List all turns in emails, not just the last few",
        form: "games",
        about: "Whether emails list all turns.",
        ..Self::new(
            "turns",
            SettingValues::Switch(["last", "all"]),
            SettingPlace::GameSwitch(|game| &mut game.all_turns),
        )
    };
    /// The game's puzzle of the day by email.
    pub const PUZZLES: Self = Self {
        label: "Puzzle of the day by email",
        form: "games",
        about: "How often the puzzle of the day is emailed to you.",
        typed: "puzzles=off, puzzles=daily or puzzles=weekly (on Mondays)",
        asks_for_mail: true,
        ..Self::new(
            "puzzles",
            SettingValues::Choice(&[
                ("off", "no"),
                ("daily", "every day"),
                ("weekly", "on Mondays"),
            ]),
            SettingPlace::Game(
                |game| Some(game.puzzles.map_or("off", PuzzleMail::word).to_owned()),
                |game, word| {
                    game.puzzles = if word == "off" { None } else { Some(PuzzleMail::of(word)?) };
                    Some(())
                },
            ),
        )
    };

    /// Maximum value of [`LIMIT`](Self::LIMIT).
    pub const MOST_BOARDS: u32 = 1000;

    /// The word for a switch.
    #[must_use]
    pub const fn on_off(on: bool) -> &'static str {
        if on { "on" } else { "off" }
    }

    /// The setting of this name in the command `set`.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        Self::ALL.iter().copied().find(|setting| setting.name == name)
    }

    /// Whether each game has its own.
    #[must_use]
    pub const fn is_of_game(&self) -> bool {
        matches!(self.place, SettingPlace::Game(..) | SettingPlace::GameSwitch(_))
    }

    /// Its value as a word; `None` if none has been chosen.
    #[must_use]
    pub fn get(&self, all: &UserSettings, kind: GameKind) -> Option<String> {
        let on = match self.place {
            SettingPlace::User(get, _) => return get(all),
            SettingPlace::Game(get, _) => return get(&all.game(kind)),
            SettingPlace::UserSwitch(field) => *field(&mut all.clone()),
            SettingPlace::GameSwitch(field) => *field(&mut all.game(kind)),
        };
        let SettingValues::Switch(words) = self.values else { return None };
        Some(words[usize::from(on)].to_owned())
    }

    /// Changes it to the value of a word, if it has such a value. A setting of a game is changed in
    /// the game that is named.
    fn change(&self, all: &mut UserSettings, kind: Option<GameKind>, word: &str) -> Option<()> {
        let on = || match self.values {
            SettingValues::Switch(words) => {
                words.iter().position(|one| *one == word).map(|at| at == 1)
            }
            _ => None,
        };
        let mut game = kind.map(|kind| all.game(kind));
        match self.place {
            SettingPlace::UserSwitch(field) => *field(all) = on()?,
            SettingPlace::User(_, set) => set(all, word)?,
            SettingPlace::GameSwitch(field) => *field(game.as_mut()?) = on()?,
            SettingPlace::Game(_, set) => set(game.as_mut()?, word)?,
        }
        if let (true, Some(kind), Some(game)) = (self.is_of_game(), kind, game) {
            all.set_game(kind, game);
        }
        Some(())
    }

    /// Its value as a word to type.
    #[must_use]
    pub fn word(&self, all: &UserSettings, kind: GameKind) -> String {
        self.get(all, kind).unwrap_or_else(|| match self.values {
            SettingValues::Limit(_) => "none".to_owned(),
            _ => USUAL.to_owned(),
        })
    }

    /// How it is set in a command, as a sentence.
    #[must_use]
    pub fn usage(&self) -> String {
        match self.values {
            SettingValues::Switch([off, on]) => {
                format!("{0} is set as {0}={off} or {0}={on}", self.name)
            }
            _ => format!("{} is set as {}", self.name, self.typed),
        }
    }

    /// What it takes, in words that follow its label.
    #[must_use]
    pub fn takes(&self) -> String {
        let words = |words: &[&str]| format!("takes {}", words.join(" or "));
        match self.values {
            SettingValues::Switch(choices) => words(&choices),
            SettingValues::Choice(choices) => {
                words(&choices.iter().map(|(word, _)| *word).collect::<Vec<_>>())
            }
            SettingValues::Limit(most) => {
                format!("should be a whole number from 1 to {most}")
            }
            SettingValues::Text { takes, .. } => takes.to_owned(),
        }
    }
}

impl fmt::Debug for UserSetting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// The setting has no such value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the setting has no such value")]
pub struct NoSuchValue;

/// A change of some settings: of those that all games share, and of those of one game.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SettingsPatch {
    /// The game.
    pub game: Option<GameKind>,
    /// Words by the names of settings, each checked.
    words: BTreeMap<&'static str, String>,
}

impl SettingsPatch {
    /// A patch of the settings that all games share, and of a game's.
    #[must_use]
    pub const fn new(game: Option<GameKind>) -> Self {
        Self { game, words: BTreeMap::new() }
    }

    /// The patch with another value.
    ///
    /// # Errors
    /// Those of [`set`](Self::set).
    pub fn with(mut self, setting: &UserSetting, word: &str) -> Result<Self, NoSuchValue> {
        self.set(setting, word)?;
        Ok(self)
    }

    /// Sets a value by its word.
    ///
    /// # Errors
    /// When the setting has no such value, or it belongs to a game and the patch names none.
    pub fn set(&mut self, setting: &UserSetting, word: &str) -> Result<(), NoSuchValue> {
        let mut tried = UserSettings::default();
        setting.change(&mut tried, self.game, word).ok_or(NoSuchValue)?;
        // As it is written.
        self.words.insert(setting.name, setting.word(&tried, self.kind()));
        Ok(())
    }

    /// The game whose settings are changed, or any where that does not matter.
    pub(crate) fn kind(&self) -> GameKind {
        self.game.unwrap_or(GameKind::Ankor)
    }

    /// Whether nothing is changed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// The settings that are changed, with their words, in the order of their table.
    pub fn changes(&self) -> impl Iterator<Item = (&'static UserSetting, &str)> {
        let word = |setting: &UserSetting| self.words.get(setting.name).map(String::as_str);
        UserSetting::ALL.iter().filter_map(move |setting| Some((*setting, word(setting)?)))
    }

    /// The command that makes the change, if only one setting is changed and has its own command.
    pub(crate) fn by_own_command(&self) -> Option<SettingCommand> {
        let mut changes = self.changes();
        let (Some((setting, word)), None) = (changes.next(), changes.next()) else { return None };
        Some(setting.command?(word))
    }

    /// Whether the answer to the command `set` lists a setting.
    pub(crate) fn lists(&self, setting: &UserSetting) -> bool {
        setting.command.is_none() || self.words.contains_key(setting.name)
    }

    /// Changes settings. A user who had stopped all email and asks for some gets all of it again.
    pub fn apply(&self, settings: &mut UserSettings) {
        let before = settings.clone();
        for (setting, word) in self.changes() {
            // Each word was checked.
            let _ = setting.change(settings, self.game, word);
        }
        let kind = self.kind();
        let asks = |(setting, word): (&UserSetting, &str)| {
            let is_new = || self.words.len() == 1 || setting.word(&before, kind) != word;
            setting.asks_for_mail && word != "off" && is_new()
        };
        if settings.quiet && self.changes().any(asks) {
            (settings.quiet, settings.daily) = (false, before.daily);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KIND: GameKind = GameKind::Boche;

    fn patch(words: &[(&str, &str)]) -> SettingsPatch {
        let mut patch = SettingsPatch::new(Some(KIND));
        for (name, word) in words {
            patch.set(UserSetting::named(name).unwrap(), word).unwrap();
        }
        patch
    }

    #[test]
    fn every_setting_takes_its_own_words_and_no_others() {
        for setting in UserSetting::ALL {
            let words: Vec<&str> = match setting.values {
                SettingValues::Switch(words) => words.to_vec(),
                SettingValues::Choice(choices) => choices.iter().map(|(word, _)| *word).collect(),
                SettingValues::Limit(_) => vec!["none", "1", "1000"],
                SettingValues::Text { example, .. } => vec![example],
            };
            for word in words {
                let mut all = UserSettings::default();
                patch(&[(setting.name, word)]).apply(&mut all);
                assert_eq!(setting.word(&all, KIND), word, "{setting:?}");
            }
            for word in ["", "hunter22", "0", "1001", "-"] {
                let refused = SettingsPatch::new(Some(KIND)).with(setting, word);
                assert_eq!(refused, Err(NoSuchValue), "{setting:?}");
            }
            let shared = SettingsPatch::new(None)
                .with(setting, &setting.word(&UserSettings::default(), KIND));
            assert_eq!(shared.is_err(), setting.is_of_game(), "{setting:?}");
        }
    }

    #[test]
    fn a_user_who_asks_for_mail_gets_mail_again() {
        let is_quiet = |notify, words: &[(&str, &str)]| {
            let game = GameSettings { notify, ..GameSettings::default() };
            let quiet = UserSettings { quiet: true, ..UserSettings::default() };
            let mut all = quiet.with_game(KIND, game);
            patch(words).apply(&mut all);
            all.quiet
        };
        assert!(!is_quiet(false, &[("news", "on")]));
        assert!(!is_quiet(true, &[("notify", "on")]), "said again");
        assert!(is_quiet(true, &[("notify", "off")]));
        assert!(is_quiet(true, &[("labels", "off")]));
        // A form sends all its settings, whichever was changed.
        assert!(is_quiet(true, &[("notify", "on"), ("limit", "5")]));
        assert!(!is_quiet(false, &[("notify", "on"), ("limit", "5")]));
    }
}
