//! Settings of a user: one document, which is stored whole.

use std::collections::BTreeMap;

use carrick_games::GameKind;
use serde::{Deserialize, Serialize};

use super::{Appearance, Mailing, Pictures, PuzzleMail, Zone};

/// Settings of a user. As JSON, a field that is missing has its usual value.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default)]
pub struct UserSettings {
    /// The time zone in which times are shown to them.
    pub zone: Zone,
    /// How pages and boards look to them; `None` until they choose, when each of their browsers
    /// has its own choices.
    pub appearance: Option<Appearance>,
    /// Whether they want no mail but answers to their commands.
    pub quiet: bool,
    /// Whether all that they did not ask for comes in one mail a day.
    pub daily: bool,
    /// Whether mail comes about the boards that they play on; new boards and reminders have their
    /// own say.
    pub turn_mail: bool,
    /// Whether they are reminded of a turn that waits for long.
    pub reminders: bool,
    /// Whether messages of other users come by mail.
    pub letters: bool,
    /// In which mails the board is a picture too.
    pub pictures: Pictures,
    /// Whether they read the news that other users broadcast.
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
    /// Maximum number of boards that they play on at once.
    pub limit: Option<u32>,
    /// Whether they get every turn of every board.
    pub watches: bool,
    /// Whether they get a mail at each game's end.
    pub notify: bool,
    /// How often the puzzle of the day comes by mail, if it does.
    pub puzzles: Option<PuzzleMail>,
    /// Row letters, numbers and the names of spots on the board.
    pub labels: bool,
    /// After a turn all turns, and not only those of the last four rounds.
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

    /// How mail comes that answers none of their own.
    #[must_use]
    pub const fn mailing(&self) -> Mailing {
        match (self.quiet, self.daily) {
            (true, _) => Mailing::Never,
            (false, true) => Mailing::Daily,
            (false, false) => Mailing::Each,
        }
    }

    /// Sets how mail comes that answers none of their own.
    pub const fn set_mailing(&mut self, mailing: Mailing) {
        self.quiet = matches!(mailing, Mailing::Never);
        self.daily = matches!(mailing, Mailing::Daily);
    }
}
