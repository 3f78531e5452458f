//! Counts of everything that happened: the table at the end, and the list of events that must
//! occur.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use carrick_games::{Colour, DrawBy, Outcome, WinBy};
use carrick_service::{BoardEvent, Event, Move, OfferKind};

/// Counters of a season.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    /// By usage line: accepted, refused.
    pub(crate) commands: BTreeMap<&'static str, [u32; 2]>,
    /// Accepted moves.
    pub(crate) moves: BTreeMap<&'static str, u32>,
    pub(crate) events: BTreeMap<String, u32>,
    pub(crate) offers: BTreeMap<&'static str, [u32; 3]>,
    /// Commands that were sent a second time.
    pub(crate) repeated: u32,
    pub(crate) messages: u32,
    /// Commands without a known usage line.
    pub(crate) unknown: u32,
}

/// Names of every variant of an enum: a new one does not compile until it is listed here.
macro_rules! names {
    ($list:ident, $name:ident, $of:ident: $($variant:ident)*) => {
        pub(crate) const $list: &[&str] = &[$(stringify!($variant)),*];

        pub(crate) const fn $name(one: &$of) -> &'static str {
            match one {
                $($of::$variant { .. } => stringify!($variant),)*
            }
        }
    };
}

/// Every event except those of operators.
pub(crate) const EVENTS: &[&str] = &[
    "UserJoined",
    "PasswordChanged",
    "ResetAsked",
    "AbsenceSet",
    "AddressesSet",
    "MuteSet",
    "SettingsChanged",
    "BlockSet",
    "PuzzleTried",
    "PuzzlesScheduled",
    "Deleted",
    "LetterWritten",
    "SeekSet",
    "BoardOpened",
    "TurnPlayed",
    "TurnsUndone",
    "Accepted",
    "OfferMade",
    "OfferRejected",
    "PlansChanged",
    "Expired",
    "Reopened",
    "Ended",
    "RatingChanged",
    "Said",
    "SubscriptionSet",
    "Scheduled",
    "Nagged",
    "JobMade",
    "JobGone",
    "ReviewAsked",
    "HintAsked",
    "HintFound",
    "HintTold",
];

/// The name of an event's innermost variant.
fn name(event: &Event) -> String {
    let text = match event {
        Event::Board(_, event) => format!("{event:?}"),
        Event::User(_, event) => format!("{event:?}"),
        event => format!("{event:?}"),
    };
    text.chars().take_while(|c| c.is_alphanumeric()).collect()
}

names!(MOVES, chosen, Move: Play Propose Undo Accept Reject Resign);
names!(OFFERS, offer, OfferKind: Draw Undo);

/// Every way in which a rule or a player ends a game, and the two in which a board is never played.
pub(crate) fn endings() -> Vec<String> {
    // A new way does not compile until it is listed here.
    let next_win = |by: &WinBy| match by {
        WinBy::Path => Some(WinBy::Ring),
        WinBy::Ring => Some(WinBy::Enclosure),
        WinBy::Enclosure => Some(WinBy::Score),
        WinBy::Score => Some(WinBy::Resignation),
        WinBy::Resignation => Some(WinBy::Time),
        WinBy::Time => None,
    };
    let next_draw = |by: &DrawBy| match by {
        DrawBy::Score => Some(DrawBy::Repetition),
        DrawBy::Repetition => Some(DrawBy::NoProgress),
        DrawBy::NoProgress => Some(DrawBy::Passes),
        DrawBy::Passes => Some(DrawBy::Agreement),
        DrawBy::Agreement => None,
    };
    let won = |by| format!("won: {}", Outcome::Win { winner: Colour::Light, by }.reason());
    let drawn = |by| format!("drawn: {}", Outcome::Draw(by).reason());
    let wins = std::iter::successors(Some(WinBy::Path), next_win).map(won);
    let draws = std::iter::successors(Some(DrawBy::Score), next_draw).map(drawn);
    let nothing = ["no game: declined", "no game: not begun"].map(str::to_owned);
    wins.chain(draws).chain(nothing).collect()
}

impl Tally {
    pub(crate) fn happened(&mut self, events: &[Event]) {
        for one in events {
            *self.events.entry(name(one)).or_default() += 1;
            match one {
                Event::Board(_, BoardEvent::OfferMade(made)) => self.offers_of(made.kind)[0] += 1,
                Event::Board(_, BoardEvent::TurnsUndone { .. }) => {
                    self.offers_of(OfferKind::Undo)[1] += 1
                }
                Event::Board(_, BoardEvent::Ended(ended)) if ended.reason() == "agreement" => {
                    self.offers_of(OfferKind::Draw)[1] += 1;
                }
                _ => {}
            }
        }
    }

    pub(crate) fn offers_of(&mut self, kind: OfferKind) -> &mut [u32; 3] {
        self.offers.entry(offer(&kind)).or_default()
    }

    /// Table of all counters, for a reader.
    pub(crate) fn table(&self) -> String {
        let mut text = String::from("accepted  refused\n");
        for (line, [accepted, refused]) in &self.commands {
            let _ = writeln!(text, "{accepted:8} {refused:8}  {line}");
        }
        let _ = writeln!(text, "{:8} {:8}  (no command)", "", self.unknown);
        let _ = writeln!(text, "\nwith a turn");
        for (chosen, count) in &self.moves {
            let _ = writeln!(text, "{count:8}  {chosen}");
        }
        let _ = writeln!(text, "\n made  accepted  rejected");
        for (kind, [made, accepted, rejected]) in &self.offers {
            let _ = writeln!(text, "{made:5} {accepted:9} {rejected:9}  {kind}");
        }
        let _ = writeln!(text, "\nevents");
        for (event, count) in &self.events {
            let _ = writeln!(text, "{count:8}  {event}");
        }
        let _ =
            writeln!(text, "\n{} messages; {} commands came twice", self.messages, self.repeated);
        text
    }
}
