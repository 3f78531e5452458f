//! Refusals and errors, worded for pages: with the labels of options, and what the reader can do on
//! a page.

use carrick_games::{AnyOptions, GameKind, OptionError};
use carrick_position::PositionError;
use carrick_service::command::field::{TermsError, TermsNumber};
use carrick_service::{Refusal, Way};

use super::labels::{ended, sentence};

/// The reason, and the page that helps.
pub(crate) fn in_words(refusal: &Refusal) -> String {
    let fault = refusal.fault();
    match refusal.way().as_ref().and_then(way) {
        Some(way) => sentence(&format!("{fault}; {way}")),
        None => sentence(&fault),
    }
}

/// What a page offers in place of a command.
const fn way(way: &Way) -> Option<&'static str> {
    Some(match way {
        Way::SignUp => "see the list of players",
        Way::ListGames(_) => "see the list of games",
        Way::ListSeeks(_) => "see the list of open games",
        Way::Challenge(_) => "you can challenge someone to a new game",
        Way::Seek { .. } => "you can offer an open game on the page “New game”",
        Way::CancelSeeks { .. } => "you can cancel your open games on the page “Open games”",
        Way::Subscribe { .. } => "watch the game to become one",
        Way::Unsubscribe(_) => "you can stop watching one on the page “Watching”",
        Way::Limit { .. } => "you can change that limit on your account page",
        Way::Unblock { .. } => "you can change whom you block on your account page",
        Way::ChangeAddresses => "you can change them on your account page",
        Way::EndVacation => "you can end it on your account page",
        Way::Practise(_) => "hints are for practice games",
        Way::CheckOrSignUp
        | Way::ShowBoard(_)
        | Way::ProveChallenge(_)
        | Way::ChallengeAs(_)
        | Way::Rematch(_)
        | Way::Submit { .. }
        | Way::ClearQueue
        | Way::WithoutNumber(_)
        | Way::ConfirmAddress
        | Way::Message
        | Way::WriteBelow
        | Way::Puzzle(_)
        | Way::ListUsers
        | Way::OperatorGames(_) => return None,
    })
}

/// Why a game cannot have these options.
pub(crate) fn of_options(error: &OptionError) -> String {
    ended(&match *error {
        OptionError::Unknown { .. } => "That is not an option of this game".to_owned(),
        OptionError::NoValue { option, .. } => format!("“{}” needs a value", label(option)),
        OptionError::UnexpectedValue { option } => format!("“{}” takes no value", label(option)),
        OptionError::OutOfRange { option, low, high } => {
            format!("“{}” must be a whole number from {low} to {high}", label(option))
        }
        OptionError::NotAChoice { option, choices } => {
            format!("“{}” must be one of {choices}", label(option))
        }
        OptionError::Repeated { option } => format!("“{}” was given twice", label(option)),
        OptionError::Excludes { first, second } => {
            format!("“{}” and “{}” cannot be used together", label(first), label(second))
        }
        OptionError::NeedsSize { option, least } => {
            format!("“{}” needs “{}” {least} or more", label(option), label("-size"))
        }
    })
}

/// The label of a game's option.
fn label(option: &'static str) -> &'static str {
    let mut all = GameKind::ALL.into_iter().flat_map(AnyOptions::described);
    all.find(|info| info.name == option).map_or(option, |info| info.label)
}

/// Why a game cannot have these terms.
pub(crate) fn of_terms(error: TermsError) -> String {
    match error {
        TermsError::OutOfRange(which) => {
            let unit = match which {
                TermsNumber::ForfeitDays | TermsNumber::NagDays | TermsNumber::TotalDays => "days",
                TermsNumber::IncrementHours => "hours",
            };
            let (label, most) = (of_number(which), which.most());
            format!("“{label}” must be a whole number of {unit} from 1 to {most}.")
        }
        TermsError::IncrementAlone => format!(
            "“{}” needs “{}”, to which it adds time.",
            of_number(TermsNumber::IncrementHours),
            of_number(TermsNumber::TotalDays)
        ),
    }
}

/// The label of a number in the terms.
pub(crate) const fn of_number(number: TermsNumber) -> &'static str {
    match number {
        TermsNumber::ForfeitDays => "Time for a turn",
        TermsNumber::NagDays => "Remind after",
        TermsNumber::TotalDays => "Time in all",
        TermsNumber::IncrementHours => "Time added",
    }
}

/// Why a query does not describe a position.
pub(crate) fn of_position(error: &PositionError) -> String {
    match error {
        PositionError::Options(error) => of_options(error),
        error => sentence(error),
    }
}

#[cfg(test)]
mod tests {
    use carrick_service::{BoardId, SyntaxError, command};

    use super::*;

    #[test]
    fn an_option_of_several_games_has_one_label() {
        for info in GameKind::ALL.into_iter().flat_map(AnyOptions::described) {
            assert_eq!(label(info.name), info.label, "{}", info.name);
        }
    }

    #[test]
    fn pages_name_the_page_that_helps() {
        let me = || "ann".parse().unwrap();
        let board = BoardId { kind: GameKind::Ankor, number: 101 };
        for (refusal, said) in [
            (
                Refusal::OwnSeek { kind: GameKind::Ankor, seek: 1, me: me() },
                "Seek 1 is your own; you can cancel your open games on the page “Open games”.",
            ),
            (
                Refusal::NothingSubmitted { board, me: me() },
                "You have submitted no turn on Ankor board 101, or a turn has been played since.",
            ),
            (Refusal::NoLine, "The line of moves is missing."),
        ] {
            assert_eq!(in_words(&refusal), said);
        }
    }

    #[test]
    fn a_refused_line_is_shown_without_its_usage() {
        let error: SyntaxError = command::parse("signoff").unwrap_err();
        assert_eq!(in_words(&error.into()), "The userid and the password are missing.");
    }
}
