//! Roles of words in a usage line: a board, a userid, a password, a turn.

use carrick_games::GameKind;

use super::{Heading, Word, turn};
use crate::command::parsed::ACTIONS;
use crate::people::{Address, BoardId, Password, Userid};

/// The part a word plays in a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::command) enum Role {
    Board,
    BoardOrAll,
    Userid,
    OtherUser,
    Password,
    NewPassword,
    Address,
    Turn,
    Line,
    Days,
    OnOff,
    Limit,
    Seek,
    Setting,
}

impl Role {
    /// As it is called in sentences.
    pub(in crate::command) const fn name(self) -> &'static str {
        match self {
            Self::Board => "the board's number",
            Self::BoardOrAll => "the board's number (or all)",
            Self::Userid => "the userid",
            Self::OtherUser => "the other player's userid",
            Self::Password => "the password",
            Self::NewPassword => "the new password",
            Self::Address => "the mail address",
            Self::Turn => "the move",
            Self::Line => "the line of moves",
            Self::Days => "the number of days (or off)",
            Self::OnOff => "the word on or off",
            Self::Limit => "the number of boards (or none)",
            Self::Seek => "the number of the seek",
            Self::Setting => "the setting",
        }
    }

    /// Form of such a word, as the end of "the third word should be …".
    pub(in crate::command) const fn form(self) -> &'static str {
        match self {
            Self::Board => "the board's number, such as 101",
            Self::BoardOrAll => "the board's number, such as 101, or all",
            Self::Userid => {
                "the userid, which is a letter followed by 1 to 19 letters, digits or underscores"
            }
            Self::OtherUser => {
                "a player's userid, which is a letter followed by 1 to 19 letters, digits or \
                 underscores"
            }
            Self::Password => {
                "the password, which has 4 to 64 characters (or - where you are known without it)"
            }
            Self::NewPassword => "the new password, which has 4 to 64 characters",
            Self::Address => {
                "a mail address, which looks like name@example.org and has at most 254 characters"
            }
            Self::Turn => "the move",
            Self::Line => "the line of moves",
            Self::Days => "a whole number of days from 1 to 30",
            Self::OnOff => "on or off",
            Self::Limit => "a whole number of boards from 1 to 1000",
            Self::Seek => "the number of the seek, such as 12",
            Self::Setting => "a setting",
        }
    }

    /// Another word that may stand there instead, as the sentence goes on.
    pub(in crate::command) const fn instead(self) -> &'static str {
        match self {
            Self::Line => ", or clear",
            Self::Days => ", or off",
            Self::Limit => ", or none",
            Self::Board
            | Self::BoardOrAll
            | Self::Userid
            | Self::OtherUser
            | Self::Password
            | Self::NewPassword
            | Self::Address
            | Self::Turn
            | Self::OnOff
            | Self::Seek
            | Self::Setting => "",
        }
    }

    /// Whether a word could play this part; decides only which word a refusal says is missing.
    pub(in crate::command) fn fits(self, word: &str, heading: Heading) -> bool {
        let kind = heading.kind;
        let board = |word: &str| BoardId::parse(kind.unwrap_or(GameKind::Ankor), word).is_ok();
        match self {
            Self::Board | Self::Seek => board(word),
            Self::BoardOrAll => board(word) || word.eq_ignore_ascii_case("all"),
            Self::Userid | Self::OtherUser => {
                word.parse::<Userid>().is_ok_and(|user| !heading.vocabulary.is_reserved(&user))
            }
            Self::Password => word == "-" || Self::NewPassword.fits(word, heading),
            // `d3-f4` could be a password, but it is much more likely a move.
            Self::NewPassword => {
                word.parse::<Password>().is_ok()
                    && !kind.is_some_and(|kind| turn::looks_like_turn(kind, word))
                    && !(word.contains('.') && Self::Address.fits(word, heading))
            }
            Self::Address => word.parse::<Address>().is_ok(),
            Self::Turn | Self::Line => {
                kind.is_none_or(|kind| turn::looks_like_turn(kind, word))
                    || ACTIONS.iter().any(|action| word.eq_ignore_ascii_case(action))
            }
            Self::Days => word.eq_ignore_ascii_case("off") || whole_number(word).is_some(),
            Self::OnOff => ["on", "off"].iter().any(|choice| word.eq_ignore_ascii_case(choice)),
            Self::Limit => word.eq_ignore_ascii_case("none") || whole_number(word).is_some(),
            Self::Setting => true,
        }
    }
}

/// A whole number of up to nine digits and nothing else: no sign, no point.
pub(in crate::command) fn whole_number(word: &str) -> Option<u32> {
    let digits = word.bytes().all(|byte| byte.is_ascii_digit());
    if digits && word.len() <= 9 { word.parse().ok() } else { None }
}

/// Whether a word is a whole number and nothing else.
pub(in crate::command) fn is_number(word: Word<'_>) -> bool {
    whole_number(word.text).is_some()
}
