//! A board in play: the record together with the game it describes, and who reads about it.

use std::cell::OnceCell;

use carrick_games::{AnyGame, AnyOptions, DrawStyle, GameKind, Outcome, Seat, SizeLimits, WinBy};
use jiff::Timestamp;

use crate::people::{Absence, GameSettings, Userid, Zone};
use crate::playing::Clock;
use crate::refusal::Refusal;
use crate::state::{BoardRecord, Ended, Ending, State, User};

/// A board with its game replayed.
#[derive(Debug, Clone)]
pub(crate) struct BoardInPlay<'a> {
    pub(crate) record: &'a BoardRecord,
    pub(crate) game: AnyGame,
    /// The position as a text, without and with labels: both players and all watchers get the same.
    drawings: [OnceCell<String>; 2],
}

impl<'a> BoardInPlay<'a> {
    /// Replays a record, and declares the result that its turns alone do not give.
    ///
    /// # Errors
    /// When the record does not hold a game, which means that the database was damaged.
    pub(crate) fn new(record: &'a BoardRecord) -> Result<Self, Refusal> {
        let options = options_of(record.id.kind, &record.options);
        let game = options.and_then(|options| record.turns.game(options));
        let mut game = game.ok_or(Refusal::Damaged(record.id))?;
        if let (Some(ended), None) = (&record.ended, game.outcome()) {
            declare(&mut game, ended);
        }
        Ok(Self::with(record, game))
    }

    /// A record with the game that it describes.
    pub(crate) const fn with(record: &'a BoardRecord, game: AnyGame) -> Self {
        Self { record, game, drawings: [const { OnceCell::new() }; 2] }
    }

    /// The position as a text.
    pub(crate) fn drawing(&self, labels: bool) -> &str {
        let style = DrawStyle { labels, ..DrawStyle::LABELLED };
        self.drawings[usize::from(labels)].get_or_init(|| self.game.draw(style))
    }

    /// The refusal for a board whose record holds no game.
    pub(crate) const fn damaged(&self) -> Refusal {
        Refusal::Damaged(self.record.id)
    }

    pub(crate) const fn kind(&self) -> GameKind {
        self.record.id.kind
    }

    pub(crate) const fn player(&self, seat: Seat) -> &Userid {
        &self.record.players[seat.index()]
    }

    pub(crate) fn colour_name(&self, seat: Seat) -> &'static str {
        self.kind().colour_name(self.game.colour_of(seat))
    }

    /// Whether a seat has played a turn.
    pub(crate) fn has_moved(&self, seat: Seat) -> bool {
        self.record.turns.iter().any(|turn| turn.seat == seat)
    }

    /// Number of turns before a seat's last one; `None` when it has played none.
    pub(crate) fn last_turn_of(&self, seat: Seat) -> Option<usize> {
        self.record.turns.iter().rposition(|turn| turn.seat == seat)
    }

    /// The result in a few words: `alice wins (path)`, `draw (agreement)`; `None` while it is in
    /// play.
    pub(crate) fn result(&self) -> Option<String> {
        let outcome = self.game.outcome()?;
        Some(match outcome.winner() {
            Some(colour) => {
                format!("{} wins ({})", self.player(self.game.seat_of(colour)), outcome.reason())
            }
            None => format!("draw ({})", outcome.reason()),
        })
    }

    /// The end of the game as the store keeps it; `None` while it is in play.
    pub(crate) fn ended(&self, at: Timestamp) -> Option<Ended> {
        Ending::of(&self.game).map(|ending| Ended { ending, at })
    }

    /// How the game ended, in the game's own words.
    pub(crate) fn sentence(&self) -> Option<String> {
        self.game.outcome().map(|outcome: Outcome| outcome.sentence(self.kind()).to_string())
    }
}

impl BoardRecord {
    /// The game on the board, with the result that its turns alone do not give.
    ///
    /// # Errors
    /// When the record does not hold a game, which means that the database was damaged.
    pub fn game(&self) -> Result<AnyGame, Refusal> {
        BoardInPlay::new(self).map(|table| table.game)
    }
}

/// A new game with options in their canonical form.
pub(crate) fn new_game(kind: GameKind, options: &str) -> Option<AnyGame> {
    options_of(kind, options).map(AnyGame::new)
}

fn options_of(kind: GameKind, options: &str) -> Option<AnyOptions> {
    let words: Vec<&str> = options.split_whitespace().collect();
    AnyOptions::parse(kind, &words, SizeLimits::Challenge).ok()
}

fn declare(game: &mut AnyGame, ended: &Ended) {
    match ended.ending {
        Ending::Won(winner, WinBy::Time) => game.forfeit(!winner),
        Ending::Won(winner, _) => game.resign(!winner),
        Ending::Declined(seat) | Ending::NotBegun(seat) => game.resign(seat),
        Ending::Drawn(_) => game.agree_draw(),
    }
}

// The surroundings of a board for decisions and replies: the users and the moment.

/// The state at a moment.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Snapshot<'a> {
    pub(crate) state: &'a State,
    pub(crate) now: Timestamp,
}

/// Reader of a reply; unknown readers see UTC.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ReplyReader<'a> {
    pub(crate) snapshot: Snapshot<'a>,
    user: Option<&'a User>,
    in_utc: bool,
}

impl<'a> Snapshot<'a> {
    pub(crate) fn absences(self, user: &Userid) -> &'a [Absence] {
        self.state.users.get(user).map_or(&[], |user| &user.absences)
    }

    pub(crate) fn clock(self, record: &BoardRecord, to_move: Seat) -> Clock<'_> {
        let absences = [0, 1].map(|index| self.absences(&record.players[index]));
        Clock::at(self.now, record, to_move, absences)
    }

    pub(crate) fn reader(self, user: &Userid) -> ReplyReader<'a> {
        self.reader_known(self.state.users.get(user))
    }

    pub(crate) const fn reader_known(self, user: Option<&'a User>) -> ReplyReader<'a> {
        ReplyReader { snapshot: self, user, in_utc: false }
    }
}

impl ReplyReader<'_> {
    /// A reader who only watches a board. They all see UTC, so that a few texts serve all of them.
    pub(crate) const fn who_watches(self) -> Self {
        Self { in_utc: true, ..self }
    }

    /// A moment, to the minute.
    pub(crate) fn time(self, at: Timestamp) -> String {
        self.zone().show(at)
    }

    /// A day.
    pub(crate) fn date(self, at: Timestamp) -> String {
        self.zone().show_date(at)
    }

    pub(crate) fn display(self, kind: GameKind) -> GameSettings {
        self.user.map(|user| user.settings.game(kind)).unwrap_or_default()
    }

    fn zone(self) -> Zone {
        let user = self.user.filter(|_| !self.in_utc);
        user.map_or_else(Zone::default, |user| user.settings.zone.clone())
    }
}
