//! Specification of an action: who may do it, the state to load, and the function that decides it.

use carrick_games::GameKind;
use jiff::Timestamp;

use crate::command::action::Selector;
use crate::command::usage::Usage;
use crate::decide::DecisionContext;
use crate::effects::Decision;
use crate::people::{BoardId, Userid};
use crate::refusal::Refusal;
use crate::requests::{AccountChange, Evidence};
use crate::state::{BoardFilter, Needs};

/// Specification of an action.
pub(crate) struct Spec<'a> {
    /// Its words, usage and help.
    pub(crate) usage: &'static Usage,
    /// Whether it needs a user, proved by their password or by how the sender is known.
    pub(crate) takes_a_user: bool,
    /// Whether it changes its user's account or speaks to others in their name, so that the user
    /// must be a person. Playing is not included.
    pub(crate) takes_a_person: bool,
    /// The board it is about.
    pub(crate) board: Option<BoardId>,
    /// Whether it starts a game: a board that is stored permanently.
    pub(crate) begins_a_game: bool,
    /// Whether it asks for email: a user who had stopped all email then gets all of it again.
    pub(crate) wants_mail: bool,
    /// Whether it plays or prepares a turn, and so is too late once the clock has run out.
    pub(crate) is_timed: bool,
    /// Whether it only shows something and changes nothing.
    pub(crate) is_question: bool,
    /// Whether it needs a body.
    pub(crate) wants_body: bool,
    /// Adds the state it needs in addition to its user and its board.
    pub(super) load: Load<'a>,
    /// The change it makes to an account: a sender who is not known beyond doubt is emailed a link
    /// to confirm it.
    pub(crate) change: ChangeByLink<'a>,
    /// Decides it.
    pub(crate) decide: Decide<'a>,
}

/// Adds to the state to load.
type Load<'a> = Box<dyn FnOnce(&mut Needs, Sent<'_>) + 'a>;

/// The change that an action makes to an account, if any.
type ChangeByLink<'a> = Box<dyn FnOnce(&Evidence) -> Option<AccountChange> + 'a>;

/// The function that decides an action.
type Decide<'a> = Box<dyn FnOnce(DecisionContext<'_>) -> Result<Decision, Refusal> + 'a>;

/// When, how and by whom an action was sent.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sent<'a> {
    /// When.
    pub(crate) at: Timestamp,
    /// Whether it has a body.
    pub(crate) has_body: bool,
    /// The user whom the sender claims to be.
    pub(crate) who: Option<&'a Userid>,
}

impl Sent<'_> {
    /// The user who asks for it.
    pub(super) fn user(self) -> Option<Userid> {
        self.who.cloned()
    }

    /// The user who asks for it, and the time this many hours earlier.
    pub(super) fn user_since(self, hours: i64) -> Option<(Userid, Timestamp)> {
        Some((self.user()?, self.hours_before(hours)))
    }

    fn hours_before(self, hours: i64) -> Timestamp {
        self.at.saturating_sub(jiff::SignedDuration::from_hours(hours)).unwrap_or(Timestamp::MIN)
    }
}

impl<'a> Spec<'a> {
    /// An action that shows something to anyone.
    pub(super) fn question(usage: &'static Usage) -> Self {
        Self { is_question: true, ..Self::of(usage) }
    }

    /// An action of a user.
    pub(super) fn by_user(usage: &'static Usage) -> Self {
        Self { takes_a_user: true, ..Self::of(usage) }
    }

    /// An action about its user's account.
    pub(super) fn of_account(usage: &'static Usage) -> Self {
        Self { takes_a_person: true, ..Self::by_user(usage) }
    }

    /// An action with default values, which nothing decides yet.
    pub(super) fn of(usage: &'static Usage) -> Self {
        Self {
            usage,
            takes_a_user: false,
            takes_a_person: false,
            board: None,
            begins_a_game: false,
            wants_mail: false,
            is_timed: false,
            is_question: false,
            wants_body: false,
            load: Box::new(|_, _| {}),
            change: Box::new(|_| None),
            decide: Box::new(|_| Ok(Decision::default())),
        }
    }

    /// Makes the action one about a board, and loads that board.
    pub(super) fn on(self, board: BoardId) -> Self {
        Self { board: Some(board), ..self }
    }

    /// Adds to the state that the action needs.
    pub(super) fn loads(self, load: impl FnOnce(&mut Needs, Sent<'_>) + 'a) -> Self {
        Self { load: Box::new(load), ..self }
    }

    /// Makes the action a change of an account, which may need to be confirmed by a link.
    pub(super) fn by_link(
        self,
        change: impl FnOnce(&Evidence) -> Option<AccountChange> + 'a,
    ) -> Self {
        Self { change: Box::new(change), ..self }
    }

    /// Sets the function that decides it.
    pub(super) fn decides(
        self,
        decide: impl FnOnce(DecisionContext<'_>) -> Result<Decision, Refusal> + 'a,
    ) -> Self {
        Self { decide: Box::new(decide), ..self }
    }

    /// Adds the state to load before it is decided.
    pub(crate) fn add_to(self, needs: &mut Needs, sent: Sent<'_>) {
        needs.users.extend(sent.who.filter(|_| self.takes_a_user).cloned());
        needs.boards.extend(self.board);
        (self.load)(needs, sent);
    }
}

impl Needs {
    /// Adds the running games of a player, in whose positions no engine may help.
    pub fn running_games(&mut self, kind: GameKind, player: Option<&Userid>) {
        let Some(player) = player.cloned() else { return };
        let (kind, player) = (Some(kind), Some(player));
        self.whole.push(BoardFilter { kind, player, running: true, ended_since: None });
    }

    /// Adds the state that is needed before a board is opened between this player and another.
    pub(super) fn opening(&mut self, kind: GameKind, player: Option<&Userid>, sent: Sent<'_>) {
        self.new_board = Some(kind);
        self.in_play_from_place = sent.user();
        if let Some(player) = player {
            self.whole.push(filter(None, Some(player), Some(Selector::Active), sent));
        }
    }
}

/// How many days finished boards stay in `list` and `games … inactive`.
const LATELY_DAYS: i64 = 14;

/// The boards that a selector means: by default those in play and the recently finished ones.
pub(super) fn filter(
    kind: Option<GameKind>,
    player: Option<&Userid>,
    selector: Option<Selector>,
    sent: Sent<'_>,
) -> BoardFilter {
    let lately = sent.hours_before(24 * LATELY_DAYS);
    let (running, ended_since) = match selector {
        None => (true, Some(lately)),
        Some(Selector::All) => (true, Some(Timestamp::MIN)),
        Some(Selector::Active | Selector::Next) => (true, None),
        Some(Selector::Inactive) => (false, Some(Timestamp::MIN)),
    };
    BoardFilter { kind, player: player.cloned(), running, ended_since }
}
