//! A command on its way in, and what was found out about it on the way.

use carrick_games::GameKind;
use jiff::Timestamp;

use crate::command::{Command, Credential, GameCommand, Selector};
use crate::computer;
use crate::{Address, BoardFilter, BoardId, Keeps, Needs, Origin, Password, PasswordHash, Userid};

/// How the sender of a command is known before he says a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Sender {
    /// Not at all.
    Nobody,
    /// Nobody in particular, at the keyboard of the server: may open a board between any two, since whoever types
    /// there holds the database, and counts as nobody otherwise.
    Console,
    /// Beyond doubt: a session, a token, or someone who holds the database.
    User(Userid),
    /// By a mail address that was proved to be his; counts as the user who confirmed it.
    Address(Address),
    /// By a mail address that nothing proves; counts as nobody, but whoever confirmed it can be asked.
    Claim(Address),
}

/// A command on its way in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// Who sent it.
    pub sender: Sender,
    /// What.
    pub command: Command,
    /// The lines that came with it, if any.
    pub body: Option<String>,
    /// The [generation](crate::BoardRecord::generation) of the board that the sender had before him,
    /// where a carrier knows it: a page, a program, a token that was mailed. Then a turn or an answer
    /// changes the board only while it is of that generation.
    pub seen: Option<u32>,
}

/// What was found out about a request's passwords before it is decided, since hashing is slow and
/// salts are random.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Evidence {
    /// The stored hash that the given password was found to match.
    pub verified: Option<PasswordHash>,
    /// The hash of the new password, for `signup` and `change password`.
    pub hashed: Option<PasswordHash>,
    /// For `change password`: the stored hash that the *new* password was found to match, so that a
    /// repeat is answered as the first was.
    pub new_verified: Option<PasswordHash>,
    /// For `change password`: what its user, on the account page, has ticked to be kept.
    pub keeps: Keeps,
}

/// How long ended boards stay in `list` and `games … inactive`.
const LATELY_DAYS: i64 = 14;

impl Request {
    /// The password to verify, and whose it should be.
    #[must_use]
    pub fn password(&self) -> Option<(&Userid, &Password)> {
        if let Command::Signup { user, password, .. } = &self.command {
            return Some((user, password));
        }
        let credential = self.command.credential()?;
        Some((&credential.user, credential.password.as_ref()?))
    }

    /// The new password to hash, and whose it will be.
    #[must_use]
    pub const fn new_password(&self) -> Option<(&Userid, &Password)> {
        match &self.command {
            Command::Signup { user, password, .. } => Some((user, password)),
            Command::ChangePassword(credential, new) => Some((&credential.user, new)),
            _ => None,
        }
    }

    /// What has to be seen to decide it.
    #[must_use]
    pub fn needs(&self, now: Timestamp) -> Needs {
        let mut needs = Needs::default();
        match &self.sender {
            Sender::Nobody | Sender::Console => {}
            Sender::User(user) => _ = needs.users.insert(user.clone()),
            Sender::Address(address) | Sender::Claim(address) => {
                needs.addresses.insert(address.clone());
            }
        }
        if let Some(credential) = self.command.credential() {
            needs.users.insert(credential.user.clone());
        }
        match &self.command {
            Command::Signup { user, .. } => _ = needs.users.insert(user.clone()),
            Command::Reset(user) => _ = needs.users.insert(user.clone()),
            Command::Delete(who) => {
                let active = Some(Selector::Active);
                needs.whole.push(filter(None, Some(who.user.clone()), active, now));
            }
            Command::Message(who, to) => {
                needs.users.extend(to.iter().cloned());
                needs.letters = Some((who.user.clone(), hours_before(now, 1)));
            }
            Command::Broadcast(who) => {
                needs.news = true;
                needs.letters = Some((who.user.clone(), hours_before(now, 24)));
            }
            Command::Block(_, other, _) => _ = needs.users.insert(other.clone()),
            Command::List(kinds) => {
                let all = if kinds.is_empty() { &GameKind::ALL[..] } else { kinds };
                needs.seeks.extend(all);
                let kinds: Vec<_> = match kinds.as_slice() {
                    [] => vec![None],
                    some => some.iter().copied().map(Some).collect(),
                };
                needs.listed.extend(kinds.into_iter().map(|kind| BoardFilter {
                    kind,
                    player: None,
                    running: true,
                    ended_since: Some(lately(now)),
                }));
            }
            Command::AllShow(user, selector) => {
                needs.users.insert(user.clone());
                let selector = selector.unwrap_or(Selector::Active);
                needs.whole.push(filter(None, Some(user.clone()), Some(selector), now));
            }
            Command::Game(kind, command) => match command {
                GameCommand::History(player) => {
                    needs.users.extend(player.clone());
                    needs.history = Some((*kind, player.clone()));
                    let inactive = Some(Selector::Inactive);
                    needs.listed.push(filter(Some(*kind), player.clone(), inactive, now));
                }
                GameCommand::ShowAs(who, boards, selector) if boards.is_empty() => {
                    let selector = selector.unwrap_or(Selector::Active);
                    let player = Some(who.user.clone());
                    needs.whole.push(filter(Some(*kind), player, Some(selector), now));
                }
                GameCommand::ShowAs(_, boards, _) => needs.boards.extend(boards),
                GameCommand::Queue(board, ..)
                | GameCommand::Preview(board, ..)
                | GameCommand::Submit(board, ..)
                | GameCommand::Confirm(board, _) => _ = needs.boards.insert(*board),
                GameCommand::Standings => needs.standings = Some(*kind),
                GameCommand::Games(users, selector) => {
                    needs.users.extend(users.iter().cloned());
                    let players: Vec<_> = match users.as_slice() {
                        [] => vec![None],
                        some => some.iter().cloned().map(Some).collect(),
                    };
                    let filter = |player| filter(Some(*kind), player, *selector, now);
                    needs.listed.extend(players.into_iter().map(filter));
                }
                GameCommand::Show(boards) => {
                    needs.boards.extend(boards.iter().map(|(board, _)| *board))
                }
                GameCommand::ShowOf(users, selector) => {
                    needs.users.extend(users.iter().cloned());
                    let filter = |user: &Userid| {
                        filter(
                            Some(*kind),
                            Some(user.clone()),
                            Some(selector.unwrap_or(Selector::Active)),
                            now,
                        )
                    };
                    needs.whole.extend(users.iter().map(filter));
                }
                GameCommand::Challenge { first, second, .. } => {
                    needs.users.extend([first.clone(), second.clone()]);
                    needs.opening(*kind, first, now);
                }
                GameCommand::Move { board, who, .. } => {
                    needs.boards.insert(*board);
                    // Whether words beside a turn that comes again were said with the first.
                    let speaks = self.body.as_ref().map(|_| who.user.clone());
                    needs.letters = speaks.map(|user| (user, hours_before(now, 24)));
                }
                GameCommand::Subscribe(Some(board), ..) => _ = needs.boards.insert(*board),
                GameCommand::Computer { level, who, .. } => {
                    needs.users.extend(computer::account(*level));
                    needs.opening(*kind, &who.user, now);
                }
                GameCommand::Rematch(board, who) => {
                    needs.boards.insert(*board);
                    needs.offspring = Some((*kind, Origin::RematchOf(board.number)));
                    needs.opening(*kind, &who.user, now);
                }
                GameCommand::Take(seek, who) => {
                    needs.seeks.insert(*kind);
                    needs.offspring = Some((*kind, Origin::Seek(*seek)));
                    needs.opening(*kind, &who.user, now);
                }
                GameCommand::Seek { .. } | GameCommand::CancelSeeks(_) => {
                    needs.seeks.insert(*kind);
                }
                GameCommand::Limit(..) => needs.new_board = Some(*kind),
                GameCommand::Chat(board, who) => {
                    needs.boards.insert(*board);
                    needs.letters = Some((who.user.clone(), hours_before(now, 1)));
                }
                _ => {}
            },
            _ => {}
        }
        needs
    }

    /// The board the command is about, if it is about one.
    #[must_use]
    pub const fn board(&self) -> Option<BoardId> {
        match &self.command {
            Command::Game(
                _,
                GameCommand::Move { board, .. }
                | GameCommand::Rematch(board, _)
                | GameCommand::Chat(board, _)
                | GameCommand::Subscribe(Some(board), ..)
                | GameCommand::Queue(board, ..)
                | GameCommand::Preview(board, ..)
                | GameCommand::Submit(board, ..)
                | GameCommand::Confirm(board, _),
            ) => Some(*board),
            _ => None,
        }
    }
}

impl Needs {
    /// What must be seen before a board is opened between this player and another.
    fn opening(&mut self, kind: GameKind, player: &Userid, now: Timestamp) {
        self.new_board = Some(kind);
        self.whole.push(filter(None, Some(player.clone()), Some(Selector::Active), now));
    }
}

impl Command {
    /// Whether the command only asks for something to be shown, so that it changes nothing whoever sends it.
    #[must_use]
    pub const fn is_question(&self) -> bool {
        matches!(
            self,
            Self::Help(_)
                | Self::List(_)
                | Self::AllShow(..)
                | Self::Game(
                    _,
                    GameCommand::Help
                        | GameCommand::Standings
                        | GameCommand::History(_)
                        | GameCommand::Games(..)
                        | GameCommand::Show(_)
                        | GameCommand::ShowOf(..)
                        | GameCommand::ShowAs(..)
                        | GameCommand::Preview(..)
                        | GameCommand::PreviewNew(..)
                )
        )
    }

    /// Whether the command makes no sense without the lines that go with it, so that a carrier which
    /// must be asked for them asks.
    #[must_use]
    pub const fn wants_body(&self) -> bool {
        matches!(
            self,
            Self::Message(..)
                | Self::Broadcast(_)
                | Self::Multiple
                | Self::Game(_, GameCommand::Chat(..))
        )
    }

    /// The user about whose account the command is, or in whose name it is said to others; nobody where it is about
    /// games: who plays them, and how many.
    pub(crate) fn account(&self) -> Option<&Userid> {
        let who = match self {
            Self::Game(
                _,
                GameCommand::Set(who, _)
                | GameCommand::Notify(who, _)
                | GameCommand::Subscribe(_, who, _),
            ) => Some(who),
            Self::Game(..) => None,
            _ => self.credential(),
        };
        who.map(|who| &who.user)
    }

    /// The userid and password that the command carries.
    #[must_use]
    pub const fn credential(&self) -> Option<&Credential> {
        match self {
            Self::AddAddresses(who, _)
            | Self::ChangeAddresses(who, _)
            | Self::ChangePassword(who, _)
            | Self::Delete(who)
            | Self::Signoff(who)
            | Self::Signon(who)
            | Self::Vacation(who, _)
            | Self::Message(who, _)
            | Self::Broadcast(who)
            | Self::News(who, _)
            | Self::Block(who, ..) => Some(who),
            Self::Game(_, command) => command.credential(),
            Self::Help(_)
            | Self::Signup { .. }
            | Self::Reset(_)
            | Self::List(_)
            | Self::Multiple
            | Self::AllShow(..) => None,
        }
    }
}

impl GameCommand {
    const fn credential(&self) -> Option<&Credential> {
        match self {
            Self::ShowAs(who, ..)
            | Self::Rematch(_, who)
            | Self::Move { who, .. }
            | Self::Queue(_, who, _)
            | Self::Submit(_, who, ..)
            | Self::Confirm(_, who)
            | Self::Chat(_, who)
            | Self::Subscribe(_, who, _)
            | Self::Notify(who, _)
            | Self::Challenges(who, _)
            | Self::Limit(who, _)
            | Self::Seek { who, .. }
            | Self::CancelSeeks(who)
            | Self::Take(_, who)
            | Self::Set(who, _)
            | Self::Computer { who, .. } => Some(who),
            Self::Help
            | Self::Standings
            | Self::History(_)
            | Self::Games(..)
            | Self::Show(_)
            | Self::ShowOf(..)
            | Self::Challenge { .. }
            | Self::Preview(..)
            | Self::PreviewNew(..) => None,
        }
    }
}

/// The boards that a selector means: those in play and lately finished, unless it says otherwise.
fn filter(
    kind: Option<GameKind>,
    player: Option<Userid>,
    selector: Option<Selector>,
    now: Timestamp,
) -> BoardFilter {
    let (running, ended_since) = match selector {
        None => (true, Some(lately(now))),
        Some(Selector::All) => (true, Some(Timestamp::MIN)),
        Some(Selector::Active | Selector::Next) => (true, None),
        Some(Selector::Inactive) => (false, Some(Timestamp::MIN)),
    };
    BoardFilter { kind, player, running, ended_since }
}

fn lately(now: Timestamp) -> Timestamp {
    hours_before(now, 24 * LATELY_DAYS)
}

fn hours_before(now: Timestamp, hours: i64) -> Timestamp {
    now.saturating_sub(jiff::SignedDuration::from_hours(hours)).unwrap_or(Timestamp::MIN)
}
