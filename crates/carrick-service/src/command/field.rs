//! Single words of commands, read from the fields of a form or from an answer to an email. Each is
//! checked as in a command line, and the error names the field.

use std::fmt;

use carrick_games::{GameKind, nearest_word};

use crate::command::action::{MOVES, Move};
use crate::command::arguments::is_machine;
use crate::command::table::is_reserved;
use crate::command::usage::{Role, whole_number};
use crate::command::words::{MAX_CHARS, TurnWord, Word};
use crate::command::{options, words};
use crate::people::{Address, ComputerLevel, Password, Userid};

pub use crate::command::options::{TermsBuilder, TermsError, TermsNumber};

/// An error in a text that was typed into a field.
///
/// ```
/// use carrick_service::command::field;
/// let error = field::days("99").unwrap_err();
/// assert_eq!(error.of("Days"), "“Days” should be a whole number of days from 1 to 30.");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldError {
    fault: String,
}

impl FieldError {
    fn new(fault: impl Into<String>) -> Self {
        Self { fault: fault.into() }
    }

    fn should_be(role: Role) -> Self {
        Self::new(format!("should be {}", role.form()))
    }

    /// The sentence about the field with this label.
    #[must_use]
    pub fn of(&self, label: &str) -> String {
        let end = if self.fault.ends_with(['.', '?', '!']) { "" } else { "." };
        format!("“{label}” {}{end}", self.fault)
    }
}

impl fmt::Display for FieldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the field {}", self.fault)
    }
}

impl std::error::Error for FieldError {}

/// Reads a move: a turn, a resignation or the like, with the number of the turn if given, as in
/// `d3#5`. Whether the turn is legal is decided later.
///
/// ```
/// use carrick_games::GameKind::Ankor;
/// use carrick_service::{Move, command::field};
/// assert_eq!(field::a_move(Ankor, "D3 - f4 #5"), Ok((Move::Play("d3-f4".into()), Some(5))));
/// assert_eq!(field::a_move(Ankor, "Resign"), Ok((Move::Resign, None)));
/// assert!(field::a_move(Ankor, "d3 f4").is_err());
/// ```
///
/// # Errors
/// When it cannot be a turn.
pub fn a_move(kind: GameKind, typed: &str) -> Result<(Move, Option<u32>), FieldError> {
    let typed_words: Vec<_> = numbered_words(typed).collect();
    let [TurnWord { text, number, .. }] = &words::join(&typed_words)[..] else {
        return Err(not_a_turn(kind, typed));
    };
    let number = match number {
        Some(number) => {
            let number = whole_number(number).filter(|&number| number > 0);
            Some(number.ok_or_else(|| FieldError::new("has a # without the number of a turn"))?)
        }
        None => None,
    };
    if let Some(chosen) = Move::named(text) {
        return Ok((chosen, number));
    }
    if !words::looks_like_turn(kind, text)
        && let Some(meant) = nearest_word(text, MOVES)
    {
        return Err(FieldError::new(format!("is not a move; did you mean {meant}?")));
    }
    match words::could_be_turn(text) {
        true => Ok((Move::Play(text.clone()), number)),
        false => Err(not_a_turn(kind, text)),
    }
}

/// Reads a line of conditional turns: `d3 f4, e2 e3`; `None` when there are none, which clears the
/// queue.
///
/// # Errors
/// When it is too long, or one of its words cannot be a turn.
pub fn line(kind: GameKind, typed: &str) -> Result<Option<String>, FieldError> {
    if typed.trim().is_empty() || typed.trim().eq_ignore_ascii_case("clear") {
        return Ok(None);
    }
    check_length(typed)?;
    words::line_text(typed).map(Some).ok_or_else(|| not_a_turn(kind, typed))
}

/// Reads the name of another user.
///
/// # Errors
/// When it cannot be a name.
pub fn user(typed: &str) -> Result<Userid, FieldError> {
    let user: Userid = typed.parse().map_err(|_| FieldError::should_be(Role::OtherUser))?;
    if is_reserved(&user) && !is_machine(&user) {
        let what = Role::OtherUser.name();
        let fault = format!("should be {what}, and command words cannot be used as userids");
        return Err(FieldError::new(fault));
    }
    Ok(user)
}

/// Reads the names of other users, with blanks between.
///
/// # Errors
/// When there are too many, or one of them cannot be a name.
pub fn users(typed: &str) -> Result<Vec<Userid>, FieldError> {
    check_length(typed)?;
    typed.split_whitespace().map(user).collect()
}

/// Reads a new command password.
///
/// # Errors
/// When it is not a valid password, could not be typed in a command, or is the placeholder from
/// help texts.
pub fn new_password(typed: &str) -> Result<Password, FieldError> {
    let expected = || FieldError::should_be(Role::NewPassword);
    if typed.eq_ignore_ascii_case("<password>") || words::check_text(typed).is_err() {
        return Err(expected());
    }
    typed.parse().map_err(|_| expected())
}

/// Reads an email address.
///
/// # Errors
/// When it is none.
pub fn address(typed: &str) -> Result<Address, FieldError> {
    typed.parse().map_err(|_| FieldError::should_be(Role::Address))
}

/// Reads the length of a vacation, in days.
///
/// # Errors
/// When it is not from 1 to 30.
pub fn days(typed: &str) -> Result<u16, FieldError> {
    let days = typed.parse().ok().filter(|days| (1..=30).contains(days));
    days.ok_or_else(|| FieldError::should_be(Role::Days))
}

/// Reads how many games a seek offers.
///
/// # Errors
/// When it is not from 1 to 20.
pub fn count(typed: &str) -> Result<u32, FieldError> {
    let count = whole_number(typed).filter(|count| (1..=20).contains(count));
    count.ok_or_else(|| FieldError::new("should be a whole number of games from 1 to 20"))
}

/// Reads how well the computer plays a game.
///
/// # Errors
/// When the game has no such level.
pub fn level(kind: GameKind, typed: &str) -> Result<ComputerLevel, FieldError> {
    let level = options::level(kind, typed);
    level.ok_or_else(|| FieldError::new(format!("takes {}", options::levels_in_words(kind))))
}

/// # Errors
/// When the text is longer than a whole command may be.
fn check_length(typed: &str) -> Result<(), FieldError> {
    if typed.chars().count() <= MAX_CHARS {
        return Ok(());
    }
    Err(FieldError::new(format!("is too long: the maximum is {MAX_CHARS} characters")))
}

fn numbered_words(typed: &str) -> impl Iterator<Item = Word<'_>> {
    typed.split_whitespace().zip(1..).map(|(text, position)| Word { text, position })
}

fn not_a_turn(kind: GameKind, text: &str) -> FieldError {
    FieldError::new(words::is_none(kind, text))
}
