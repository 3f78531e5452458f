//! The usage line of a command that was understood.

use carrick_games::GameKind;

use super::usage::{Alone, COMMANDS, OfGame, Verb};
use super::{Action, Command, GameCommand};

impl Command {
    /// How the command is typed, with the game's name where there is one.
    #[must_use]
    pub fn usage_line(&self) -> String {
        let (kind, verb) = self.verb();
        let usage = COMMANDS.iter().find(|usage| usage.verb == verb);
        usage.map_or_else(String::new, |usage| usage.line_for(kind))
    }

    const fn verb(&self) -> (Option<GameKind>, Verb) {
        let alone = match self {
            Self::Help(_) => Alone::Help,
            Self::Signup { .. } => Alone::Signup,
            Self::AddAddresses(..) => Alone::Add,
            Self::ChangeAddresses(..) => Alone::ChangeAddress,
            Self::ChangePassword(..) => Alone::ChangePassword,
            Self::Delete(_) => Alone::Delete,
            Self::Signoff(_) => Alone::Signoff,
            Self::Signon(_) => Alone::Signon,
            Self::Reset(_) => Alone::Reset,
            Self::Vacation(..) => Alone::Vacation,
            Self::List(_) => Alone::List,
            Self::Message(..) => Alone::Message,
            Self::Broadcast(_) => Alone::Broadcast,
            Self::News(..) => Alone::News,
            Self::Block(..) => Alone::Block,
            Self::Multiple => Alone::Multiple,
            Self::AllShow(..) => Alone::AllShow,
            Self::Game(kind, command) => return (Some(*kind), Verb::OfGame(command.verb())),
        };
        (None, Verb::Alone(alone))
    }
}

impl GameCommand {
    const fn verb(&self) -> OfGame {
        match self {
            Self::Help => OfGame::Help,
            Self::Standings => OfGame::Standings,
            Self::History(_) => OfGame::History,
            Self::Games(..) => OfGame::Games,
            Self::Show(_) | Self::ShowOf(..) => OfGame::Show,
            Self::ShowAs(..) => OfGame::ShowAs,
            Self::Challenge { .. } => OfGame::Challenge,
            Self::Rematch(..) => OfGame::Rematch,
            Self::Move { action: Action::Resign, .. } => OfGame::Resign,
            Self::Move { .. } => OfGame::Move,
            Self::Queue(..) => OfGame::Queue,
            Self::Preview(..) | Self::PreviewNew(..) => OfGame::Preview,
            Self::Submit(..) => OfGame::Submit,
            Self::Confirm(..) => OfGame::Confirm,
            Self::Chat(..) => OfGame::Chat,
            Self::Subscribe(_, _, true) => OfGame::Subscribe,
            Self::Subscribe(_, _, false) => OfGame::Unsubscribe,
            Self::Notify(..) => OfGame::Notify,
            Self::Challenges(_, true) => OfGame::Accept,
            Self::Challenges(_, false) => OfGame::Reject,
            Self::Limit(..) => OfGame::Limit,
            Self::Seek { .. } | Self::CancelSeeks(_) => OfGame::Seek,
            Self::Take(..) => OfGame::Take,
            Self::Set(..) => OfGame::Set,
            Self::Computer { .. } => OfGame::Computer,
        }
    }
}
