//! Settings of a player.

use crate::people::{Appearance, Mailing, Pictures, PuzzleMail, Zone};

/// A setting of a player: times, mail, pictures, display.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Setting {
    /// `zone=Europe/Paris`: times as clocks there show them; in all games.
    Zone(Zone),
    /// `mail=each|daily|never`: a mail for each thing that happens, one a day, or none; in all
    /// games.
    Mail(Mailing),
    /// `turnmail=on|off`: mail about the boards that one plays on; in all games.
    TurnMail(bool),
    /// `reminders=on|off`: reminders of a turn that waits; in all games.
    Reminders(bool),
    /// `letters=on|off`: mail with messages of other users; in all games.
    Letters(bool),
    /// `pictures=usual|all|none`: in which mails the board is a picture too; in all games.
    Pictures(Pictures),
    /// `appearance=dark.wood`: how pages and boards look and sound; in all games.
    Appearance(Appearance),
    /// `labels=on|off`: names of rows and places around and on the board.
    Labels(bool),
    /// `turns=last|all`: after a turn the last four rounds, or all turns.
    AllTurns(bool),
    /// `puzzles=off|daily|weekly`: the game's puzzle of the day by mail.
    Puzzles(Option<PuzzleMail>),
}
