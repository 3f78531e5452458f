//! The commands there are: their list, and the specification of each.
//!
//! The matches have an arm for every command and none for the rest, so that the compiler names this
//! place when one is added. The arm's function stands in the file of the command's group, beside
//! its usage and its parser.

use carrick_games::GameKind;
use jiff::Timestamp;

use crate::command::arguments::Heading;
use crate::command::groups::{account, looking, playing, starting, talking, watching};
use crate::command::parsed::{ACTIONS, Command, Credential, GameCommand, Selector};
use crate::command::usage::{Usage, Vocabulary};
use crate::command::words;
use crate::people::{BoardId, Password, Userid, names};
use crate::refusal::Refusal;
use crate::state::{BoardFilter, Needs};

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
        return Err(Refusal::ReservedName);
    }
    if names::is_protected(user) {
        return Err(Refusal::ProtectedName);
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

// Specification of a command: whose right it takes, and the state that has to be loaded to decide
// it.

/// Specification of a command.
pub(crate) struct Spec<'a> {
    /// Its words, usage and help.
    pub(crate) usage: &'static Usage,
    /// Whose right it takes, and the proof of that.
    pub(crate) who: Who<'a>,
    /// The new command password of the user, to be hashed before it is decided.
    pub(crate) new_password: Option<&'a Password>,
    /// Whether it is about the account of its user, or said to others in their name: then that must
    /// be a person. Who plays, and how many games, is not.
    pub(crate) takes_a_person: bool,
    /// The board it is about.
    pub(crate) board: Option<BoardId>,
    /// Whether it asks for mail: a user who wanted none any more then gets all again.
    pub(crate) wants_mail: bool,
    /// Whether it is a turn, or prepares one: then it comes too late once the clock has run out.
    pub(crate) is_timed: bool,
    /// Whether it only asks for something to be shown, so that it changes nothing.
    pub(crate) is_question: bool,
    /// Whether it makes no sense without the lines that go with it.
    pub(crate) wants_body: bool,
    /// Adds the state it needs beside its user and its board.
    pub(super) load: Load<'a>,
}

/// Adds to the state that has to be loaded to decide a command.
type Load<'a> = Box<dyn FnOnce(&mut Needs, Sent) + 'a>;

/// When and how a command was sent.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sent {
    /// When.
    pub(crate) at: Timestamp,
    /// Whether lines go with it.
    pub(crate) has_body: bool,
}

/// Whose right a command takes.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Who<'a> {
    /// Anybody's.
    Anybody,
    /// A user's: proved by their password, or by how the sender is known.
    User(&'a Credential),
    /// That of a user whose account it makes, with this password.
    New(&'a Userid, &'a Password),
}

impl<'a> Who<'a> {
    /// The user, if it takes one.
    pub(crate) const fn user(self) -> Option<&'a Userid> {
        match self {
            Self::Anybody => None,
            Self::User(who) => Some(&who.user),
            Self::New(user, _) => Some(user),
        }
    }
}

impl<'a> Spec<'a> {
    /// A command by which anybody has something shown.
    pub(super) fn question(usage: &'static Usage) -> Self {
        Self { is_question: true, ..Self::of(usage, Who::Anybody) }
    }

    /// A command that a user gives.
    pub(super) fn by(usage: &'static Usage, who: &'a Credential) -> Self {
        Self::of(usage, Who::User(who))
    }

    /// A command about its user's account.
    pub(super) fn of_account(usage: &'static Usage, who: &'a Credential) -> Self {
        Self { takes_a_person: true, ..Self::by(usage, who) }
    }

    /// A command without anything special.
    pub(super) fn of(usage: &'static Usage, who: Who<'a>) -> Self {
        Self {
            usage,
            who,
            new_password: None,
            takes_a_person: false,
            board: None,
            wants_mail: false,
            is_timed: false,
            is_question: false,
            wants_body: false,
            load: Box::new(|_, _| {}),
        }
    }

    /// Makes the command one about a board, which it needs to see.
    pub(super) fn on(self, board: BoardId) -> Self {
        Self { board: Some(board), ..self }
    }

    /// Adds to the state that the command needs.
    pub(super) fn loads(self, load: impl FnOnce(&mut Needs, Sent) + 'a) -> Self {
        Self { load: Box::new(load), ..self }
    }

    /// Adds the state that has to be loaded to decide it.
    pub(crate) fn add_to(self, needs: &mut Needs, sent: Sent) {
        needs.users.extend(self.who.user().cloned());
        needs.boards.extend(self.board);
        (self.load)(needs, sent);
    }
}

impl Needs {
    /// Adds the running games of a player, for which no engine is lent.
    pub fn running_games(&mut self, kind: GameKind, player: &Userid) {
        let (kind, player) = (Some(kind), Some(player.clone()));
        self.whole.push(BoardFilter { kind, player, running: true, ended_since: None });
    }

    /// Adds the state that is needed before a board is opened between this player and another.
    pub(super) fn opening(&mut self, kind: GameKind, player: &Userid, sent: Sent) {
        self.new_board = Some(kind);
        self.whole.push(filter(None, Some(player), Some(Selector::Active), sent));
    }
}

/// How long ended boards stay in `list` and `games … inactive`, in days.
const LATELY_DAYS: i64 = 14;

/// The boards that a selector means: those in play and lately finished, unless it says otherwise.
pub(super) fn filter(
    kind: Option<GameKind>,
    player: Option<&Userid>,
    selector: Option<Selector>,
    sent: Sent,
) -> BoardFilter {
    let lately = hours_before(sent, 24 * LATELY_DAYS);
    let (running, ended_since) = match selector {
        None => (true, Some(lately)),
        Some(Selector::All) => (true, Some(Timestamp::MIN)),
        Some(Selector::Active | Selector::Next) => (true, None),
        Some(Selector::Inactive) => (false, Some(Timestamp::MIN)),
    };
    BoardFilter { kind, player: player.cloned(), running, ended_since }
}

/// A user, and the hours before a command.
pub(super) fn since(who: &Credential, hours: i64, sent: Sent) -> Option<(Userid, Timestamp)> {
    Some((who.user.clone(), hours_before(sent, hours)))
}

fn hours_before(sent: Sent, hours: i64) -> Timestamp {
    sent.at.saturating_sub(jiff::SignedDuration::from_hours(hours)).unwrap_or(Timestamp::MIN)
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

/// The usage line of the command that a text begins with, whether or not the rest is right; `None`
/// when it begins with no command.
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
