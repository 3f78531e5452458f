//! The list of all commands, and the specification of each.
//!
//! The matches have an arm for every command and no catch-all, so that the compiler points here
//! when a command is added. Each arm calls a function in the file of the command's group, next to
//! its usage and its parser.

use carrick_games::GameKind;

use crate::command::action::{Action, BoardAction, GameAction, MOVES};
use crate::command::arguments::Heading;
use crate::command::groups::{account, looking, playing, starting, talking, watching};
use crate::command::spec::Spec;
use crate::command::usage::{Usage, Vocabulary};
use crate::command::words;
use crate::decide::{PracticeChoices, SeekOffer};
use crate::people::{BoardId, Userid, names};
use crate::refusal::Refusal;

/// Every command, in the order in which `help commands` lists each group. A command that is missing
/// here cannot be typed.
pub(crate) static COMMANDS: [&Usage; 49] = [
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
    &starting::COUNTER,
    &starting::INVITE,
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
    let is_action = MOVES.contains(&topic) || ["pass", "swap"].contains(&topic);
    COMMANDS.into_iter().filter(move |&usage| {
        usage.name == topic
            || usage.name.split_once(' ').is_some_and(|(first, _)| first == topic)
            || is_action && std::ptr::eq(usage, &playing::MOVE)
    })
}

/// Whether a userid is a command word, which no user can have: names of commands and games, `all`,
/// `new`, `next`, `active`, `inactive`, `computer`, `level1`, `novice1` and their like.
#[must_use]
pub fn is_reserved(user: &Userid) -> bool {
    VOCABULARY.is_reserved(user)
}

/// Refuses a name that no one can choose: a command word, or a name that is reserved for guests,
/// the computer or the people who run a server, or looks like one.
pub(crate) fn check_new_name(user: &Userid) -> Result<(), Refusal> {
    if is_reserved(user) {
        return Err(Refusal::ReservedName);
    }
    if names::is_protected(user) {
        return Err(Refusal::ProtectedName);
    }
    Ok(())
}

impl Action {
    /// Specification of the action: who may do it, the state it needs, how it is decided.
    pub(crate) fn spec(&self) -> Spec<'_> {
        match self {
            Self::Help(topics) => looking::help(topics),
            Self::List(kinds) => looking::list(kinds),
            Self::AllShow(user, selector) => looking::all_show(user, *selector),
            Self::Puzzle(kinds) => looking::puzzle(kinds),
            Self::Message(to) => talking::message(to),
            Self::Broadcast => talking::broadcast(),
            Self::ChangeSettings(patch) => playing::change_settings(patch),
            Self::Block(other, on) => talking::block(other, *on),
            Self::Multiple => talking::multiple(),
            Self::Signup(addresses) => account::signup(addresses),
            Self::AddAddresses(new) => account::add(new),
            Self::ChangeAddresses(new) => account::change_address(new),
            Self::ChangePassword => account::change_password(),
            Self::Reset(user) => account::reset(user),
            Self::Vacation(days) => account::vacation(*days),
            Self::Signoff => account::signoff(),
            Self::Signon => account::signon(),
            Self::Delete => account::delete(),
            Self::Game(kind, action) => action.spec(*kind),
            Self::Board(board, action) => action.spec(*board),
        }
    }
}

impl GameAction {
    fn spec(&self, kind: GameKind) -> Spec<'_> {
        match self {
            Self::Help => looking::game_help(kind),
            Self::Standings => looking::standings(kind),
            Self::History(player) => looking::history(kind, player.as_ref()),
            Self::Games(users, selector) => looking::games(kind, users, *selector),
            Self::Show(boards) => looking::show(kind, boards),
            Self::ShowOf(users, selector) => looking::show_of(kind, users, *selector),
            Self::ShowAs(boards, selector) => watching::show_as(kind, boards, *selector),
            Self::PreviewNew(options, turns) => looking::preview_new(kind, options, turns),
            Self::Challenge { options, terms, first, second } => {
                starting::challenge(kind, options, *terms, [first, second])
            }
            Self::Seek { options, terms, count, stand_in } => {
                let (terms, count, stand_in) = (*terms, *count, *stand_in);
                starting::seek(kind, SeekOffer { options, terms, count, stand_in })
            }
            Self::Invite { options, terms } => starting::invite(kind, options, *terms),
            Self::CancelSeeks(which) => starting::cancel_seeks(kind, *which),
            Self::Take(seek) => starting::take(kind, *seek),
            Self::Computer { options, level, teaching, seat, given } => {
                let (level, teaching, seat) = (*level, *teaching, *seat);
                starting::computer(kind, options, PracticeChoices { level, teaching, seat, given })
            }
        }
    }
}

impl BoardAction {
    fn spec(&self, board: BoardId) -> Spec<'_> {
        match self {
            Self::Move(chosen, number) => playing::a_move(board, chosen, *number),
            Self::Queue(line) => playing::queue(board, line.as_deref()),
            Self::Preview(at, turns) => looking::preview(board, *at, turns),
            Self::Submit(turn, number) => playing::submit(board, turn, *number),
            Self::Confirm => playing::confirm(board),
            Self::Hint(step) => playing::hint(board, *step),
            Self::Chat => talking::chat(board),
            Self::Subscribe(on) => watching::subscribe(board, *on),
            Self::Review(times) => watching::review(board, *times),
            Self::Rematch => starting::rematch(board),
            Self::Counter { options, terms, seat } => {
                starting::counter(board, options, *terms, *seat)
            }
            Self::Retry { turn, level } => starting::retry(board, *turn, *level),
        }
    }
}

// Usage lines, for programs that count, complete or document the commands.

/// The usage line of every command, in the order of `help commands`; `<game>` stands for a game's
/// name.
///
/// ```
/// use carrick_service::command::usages;
/// assert!(usages().any(|line| line == "<game> rematch board userid password"));
/// ```
pub fn usages() -> impl Iterator<Item = &'static str> {
    COMMANDS.iter().map(|usage| usage.line)
}

/// The usage line of the command that a text starts with, whether or not the rest is correct;
/// `None` when it does not start with a command.
///
/// ```
/// use carrick_service::command::usage_of;
/// assert_eq!(usage_of("Re: chall"), None); // of which game?
/// let line = usage_of("Re: ankor chall").unwrap();
/// assert_eq!(line, "<game> challenge [-options] [--options] userid1 userid2");
/// ```
#[must_use]
pub fn usage_of(text: &str) -> Option<&'static str> {
    let words = words::split(text).ok()?;
    Some(Heading::read(VOCABULARY, &words).ok()?.usage.line)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::command::parse;

    /// A usage that is missing from the list would belong to a command that no one can type.
    #[test]
    fn the_list_has_the_usage_of_every_command() {
        let lines = include_str!("../../tests/right_commands.txt").lines();
        let typed = lines.filter_map(|line| line.strip_prefix("> "));
        let mut seen = BTreeSet::from(["swap"]);
        for line in typed.filter(|line| !line.contains(['\\', '{'])) {
            let usage = parse(line).unwrap().action.spec().usage;
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

    /// `<game> seek userid password [-options] [n|cancel]` has two required words.
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
