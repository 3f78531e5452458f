//! What each command takes and needs, asked in one place: [`Command::spec`].
//!
//! The match has an arm for every command and none for the rest, so that the compiler names this
//! place to whoever adds one. What an arm returns stands in the file of the command's group, beside
//! its usage and its parser.

use carrick_games::GameKind;
use jiff::Timestamp;

use super::usage::Verb;
use super::{
    Command, Credential, GameCommand, Selector, account, looking, playing, starting, talking,
    watching,
};
use crate::people::{BoardId, Password, Userid};
use crate::state::{BoardFilter, Needs};

/// What a command takes and needs.
pub(crate) struct Spec<'a> {
    /// Its words, usage and help.
    pub(crate) verb: Verb,
    /// Whose right it takes, and what proves that.
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
    /// Whether it only asks for something to be shown, so that it changes nothing whoever sends it.
    pub(crate) is_question: bool,
    /// Whether it makes no sense without the lines that go with it.
    pub(crate) wants_body: bool,
    /// Adds what it needs to see beside its user and its board.
    pub(super) load: Load<'a>,
}

/// Adds to what has to be seen to decide a command.
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
    pub(super) fn question(verb: Verb) -> Self {
        Self { is_question: true, ..Self::of(verb, Who::Anybody) }
    }

    /// A command that a user gives.
    pub(super) fn by(verb: Verb, who: &'a Credential) -> Self {
        Self::of(verb, Who::User(who))
    }

    /// A command about its user's account.
    pub(super) fn of_account(verb: Verb, who: &'a Credential) -> Self {
        Self { takes_a_person: true, ..Self::by(verb, who) }
    }

    /// A command without anything special.
    pub(super) fn of(verb: Verb, who: Who<'a>) -> Self {
        Self {
            verb,
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

    /// Adds to what the command needs to see.
    pub(super) fn loads(self, load: impl FnOnce(&mut Needs, Sent) + 'a) -> Self {
        Self { load: Box::new(load), ..self }
    }

    /// Adds what has to be seen to decide it.
    pub(crate) fn add_to(self, needs: &mut Needs, sent: Sent) {
        needs.users.extend(self.who.user().cloned());
        needs.boards.extend(self.board);
        (self.load)(needs, sent);
    }
}

impl Command {
    /// What the command takes and needs.
    pub(crate) fn spec(&self) -> Spec<'_> {
        match self {
            Self::Help(_) => looking::help(),
            Self::List(kinds) => looking::list(kinds),
            Self::AllShow(user, selector) => looking::all_show(user, *selector),
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
            Self::Computer { level, who, .. } => starting::computer(kind, *level, who),
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
            Self::Chat(board, who) => talking::chat(*board, who),
        }
    }
}

impl Needs {
    /// Adds what must be seen before a board is opened between this player and another.
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

/// What a user wrote in the hours before a command.
pub(super) fn letters(who: &Credential, hours: i64, sent: Sent) -> Option<(Userid, Timestamp)> {
    Some((who.user.clone(), hours_before(sent, hours)))
}

fn hours_before(sent: Sent, hours: i64) -> Timestamp {
    sent.at.saturating_sub(jiff::SignedDuration::from_hours(hours)).unwrap_or(Timestamp::MIN)
}
