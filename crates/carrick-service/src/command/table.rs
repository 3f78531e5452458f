//! The commands there are: their list, and the specification of each.
//!
//! The matches have an arm for every command and none for the rest, so that the compiler names this
//! place when one is added. The arm's function stands in the file of the command's group, beside
//! its usage and its parser.

use carrick_games::GameKind;

use super::groups::{account, looking, playing, starting, talking, watching};
use super::language::{Refusal, Usage, Vocabulary};
use super::parsed::{ACTIONS, Command, GameCommand};
use super::spec::Spec;
use crate::people::{Userid, names};

/// Every command, in the order in which `help commands` lists each group. A command that is not
/// here cannot be typed.
pub(crate) static COMMANDS: [&Usage; 47] = [
    &looking::HELP,
    &looking::LIST,
    &looking::ALL_SHOW,
    &looking::PUZZLE,
    &looking::GAME_HELP,
    &looking::STANDINGS,
    &looking::HISTORY,
    &looking::GAMES,
    &looking::SHOW,
    &looking::PREVIEW,
    &starting::CHALLENGE,
    &starting::REMATCH,
    &starting::SEEK,
    &starting::TAKE,
    &starting::COMPUTER,
    &starting::RETRY,
    &starting::ACCEPT,
    &starting::REJECT,
    &starting::LIMIT,
    &playing::MOVE,
    &playing::RESIGN,
    &playing::SWAP,
    &playing::QUEUE,
    &playing::SUBMIT,
    &playing::CONFIRM,
    &playing::HINT,
    &playing::SET,
    &watching::SHOW_AS,
    &watching::SUBSCRIBE,
    &watching::UNSUBSCRIBE,
    &watching::NOTIFY,
    &watching::REVIEW,
    &talking::CHAT,
    &talking::MESSAGE,
    &talking::BROADCAST,
    &talking::NEWS,
    &talking::BLOCK,
    &talking::MULTIPLE,
    &account::SIGNUP,
    &account::ADD,
    &account::CHANGE_ADDRESS,
    &account::CHANGE_PASSWORD,
    &account::RESET,
    &account::VACATION,
    &account::SIGNOFF,
    &account::SIGNON,
    &account::DELETE,
];

/// The language of these commands.
pub(super) static VOCABULARY: Vocabulary = Vocabulary::new(&COMMANDS);

/// The commands that `help` explains by this name.
pub(crate) fn of_topic(topic: &str) -> impl Iterator<Item = &'static Usage> {
    let is_action = ACTIONS.contains(&topic) || ["pass", "swap"].contains(&topic);
    COMMANDS.into_iter().filter(move |&usage| {
        usage.name == topic
            || usage.name.split_once(' ').is_some_and(|(first, _)| first == topic)
            || is_action && std::ptr::eq(usage, &playing::MOVE)
    })
}

/// Whether a userid is a word of the command language, which no user can have: names of commands
/// and games, `all`, `new`, `next`, `active`, `inactive`, `computer`, `level1`, `novice1` and their
/// like.
#[must_use]
pub fn is_reserved(user: &Userid) -> bool {
    VOCABULARY.is_reserved(user)
}

/// Refuses a name that nobody can choose: a word of the command language, or a name that belongs to
/// guests, the computer or those who run a server, or looks like one of theirs.
pub(crate) fn check_new_name(user: &Userid) -> Result<(), Refusal> {
    if is_reserved(user) {
        return Err(Refusal::new("that name is a command or a game here; choose another"));
    }
    if names::is_protected(user) {
        return Err(Refusal::new(
            "that name belongs to guests, to the computer or to people who run the server, or looks like one \
             that does; choose another",
        ));
    }
    Ok(())
}

impl Command {
    /// Whether it begins a game: a board that is stored for good.
    #[must_use]
    pub const fn begins_a_game(&self) -> bool {
        use GameCommand::{Challenge, Computer, Rematch, Retry, Take};
        let Self::Game(_, command) = self else { return false };
        matches!(
            command,
            Challenge { .. } | Rematch(..) | Take(..) | Retry { .. } | Computer { .. }
        )
    }

    /// Specification of the command: whose right it takes, and the state it needs.
    pub(crate) fn spec(&self) -> Spec<'_> {
        match self {
            Self::Help(_) => looking::help(),
            Self::List(kinds) => looking::list(kinds),
            Self::AllShow(user, selector) => looking::all_show(user, *selector),
            Self::Puzzle(_) => looking::puzzle(),
            Self::Message(who, to) => talking::message(who, to),
            Self::Broadcast(who) => talking::broadcast(who),
            Self::News(who, on) => talking::news(who, *on),
            Self::Block(who, other, _) => talking::block(who, other),
            Self::Multiple => talking::multiple(),
            Self::Signup { user, password, .. } => account::signup(user, password),
            Self::AddAddresses(who, _) => account::add(who),
            Self::ChangeAddresses(who, _) => account::change_address(who),
            Self::ChangePassword(who, new) => account::change_password(who, new),
            Self::Reset(user) => account::reset(user),
            Self::Vacation(who, _) => account::vacation(who),
            Self::Signoff(who) => account::signoff(who),
            Self::Signon(who) => account::signon(who),
            Self::Delete(who) => account::delete(who),
            Self::Game(kind, command) => command.spec(*kind),
        }
    }
}

impl GameCommand {
    fn spec(&self, kind: GameKind) -> Spec<'_> {
        match self {
            Self::Help => looking::game_help(),
            Self::Standings => looking::standings(kind),
            Self::History(player) => looking::history(kind, player.as_ref()),
            Self::Games(users, selector) => looking::games(kind, users, *selector),
            Self::Show(boards) => looking::show(boards),
            Self::ShowOf(users, selector) => looking::show_of(kind, users, *selector),
            Self::Preview(board, ..) => looking::preview(*board),
            Self::PreviewNew(..) => looking::preview_new(),
            Self::Challenge { first, second, .. } => starting::challenge(kind, first, second),
            Self::Rematch(board, who) => starting::rematch(kind, *board, who),
            Self::Seek { who, .. } | Self::CancelSeeks(who) => starting::seek(kind, who),
            Self::Take(seek, who) => starting::take(kind, *seek, who),
            Self::Computer { level, given, who, .. } => {
                starting::computer(kind, *level, !given.is_empty(), who)
            }
            Self::Retry { board, level, who, .. } => starting::retry(kind, *board, *level, who),
            Self::Challenges(who, accept) => starting::challenges(who, *accept),
            Self::Limit(who, _) => starting::limit(kind, who),
            Self::Move { board, who, action, .. } => playing::a_move(*board, who, action),
            Self::Queue(board, who, _) => playing::queue(*board, who),
            Self::Submit(board, who, ..) => playing::submit(*board, who),
            Self::Confirm(board, who) => playing::confirm(*board, who),
            Self::Set(who, _) => playing::set(who),
            Self::ShowAs(who, boards, selector) => watching::show_as(kind, who, boards, *selector),
            Self::Subscribe(board, who, on) => watching::subscribe(*board, who, *on),
            Self::Notify(who, on) => watching::notify(who, *on),
            Self::Hint(board, who, _) => playing::hint(*board, who),
            Self::Review(board, who, _) => watching::review(*board, who),
            Self::Chat(board, who) => talking::chat(*board, who),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::parse;
    use std::collections::BTreeSet;

    /// A usage that is missing from the list would belong to a command that nobody can type.
    #[test]
    fn the_list_has_the_usage_of_every_command() {
        let lines = include_str!("../../tests/right_commands.txt").lines();
        let typed = lines.filter_map(|line| line.strip_prefix("> "));
        let mut seen = BTreeSet::from(["swap"]);
        for line in typed.filter(|line| !line.contains(['\\', '{'])) {
            let usage = parse(line).unwrap().spec().usage;
            assert!(COMMANDS.iter().any(|listed| std::ptr::eq(*listed, usage)), "{line}");
            seen.insert(usage.name);
        }
        let all: BTreeSet<_> = COMMANDS.iter().map(|usage| usage.name).collect();
        assert_eq!(seen, all);
    }

    #[test]
    fn every_usage_that_is_written_is_listed() {
        let groups = [
            include_str!("groups/looking.rs"),
            include_str!("groups/starting.rs"),
            include_str!("groups/playing.rs"),
            include_str!("groups/watching.rs"),
            include_str!("groups/talking.rs"),
            include_str!("groups/account.rs"),
        ];
        let written = groups.map(|group| group.matches(": Usage = Usage {").count());
        assert_eq!(written.iter().sum::<usize>(), COMMANDS.len());
    }

    #[test]
    fn usage_lines_begin_with_the_game_where_there_is_one() {
        for usage in COMMANDS {
            assert_eq!(usage.line.starts_with("<game> "), usage.is_about_game(), "{}", usage.line);
        }
    }

    #[test]
    fn every_name_calls_one_command() {
        for usage in COMMANDS {
            for name in usage.names() {
                let found = if usage.is_about_game() {
                    VOCABULARY.of_game(name)
                } else {
                    VOCABULARY.general(name)
                };
                assert!(found.is_some_and(|found| std::ptr::eq(found, usage)), "{name}");
            }
        }
    }

    /// `<game> seek userid password [-options] [n|cancel]` has two words that must be there.
    #[test]
    fn the_roles_agree_with_the_usage_lines() {
        for usage in COMMANDS {
            if usage.is_about_game() && ["show", "preview"].contains(&usage.name) {
                continue;
            }
            let (_, behind) = usage.line.split_once(usage.name).unwrap();
            let mut required = 0;
            let mut depth = 0;
            for word in behind.split_whitespace() {
                depth += usize::from(word.starts_with('['));
                required += usize::from(depth == 0 && word != "…");
                depth -= usize::from(word.ends_with(']') && depth > 0);
            }
            assert_eq!(required, usage.words.len(), "{}", usage.line);
            assert!(usage.most() >= required, "{}", usage.line);
        }
    }

    #[test]
    fn reserved() {
        for word in [
            "move", "mvoe", "qmove", "Antipod", "all", "next", "address", "level3", "novice1",
            "computer", "show",
        ] {
            assert!(is_reserved(&word.parse().unwrap()), "{word}");
        }
        for word in ["ann", "level", "levels", "level3a", "novice", "novices", "moves", "carrick"] {
            assert!(!is_reserved(&word.parse().unwrap()), "{word}");
        }
    }
}
