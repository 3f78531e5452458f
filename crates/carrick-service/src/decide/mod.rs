//! What a command does: pure decisions on a snapshot of the state.

mod absences;
mod accounts;
mod addresses;
mod admin;
mod audience;
mod boards;
mod body;
mod by_link;
mod challenge;
mod chat;
pub use chat::may_talk;
mod choices;
mod computer;
mod course;
mod decline;
mod ending;
mod leaving;
mod letters;
mod opening;
mod overdue;
mod play;
mod preview;
mod queue;
mod reopen;
mod schedule;
mod seeks;
mod settings;
mod speaker;
mod stand_in;
mod submit;
mod subscriptions;
mod undo;
mod watching;

use carrick_games::GameKind;
use jiff::Timestamp;

use self::boards::is_declined;
use self::seeks::Wanted;
use crate::command::{Command, GameCommand, Refusal, Who};
use crate::effects::{Addressee, Decision, Message};
use crate::help;
use crate::people::{BoardId, Userid, must_be_a_person};
use crate::playing::{Reader, Scene, Table};
use crate::reply;
use crate::requests::{Evidence, Request};
use crate::state::{BoardRecord, State};

pub use admin::{AdminAction, decide_admin};
pub use by_link::{LINKS_A_DAY, decide_change};
pub use computer::decide_answer;
pub use decline::{Declinable, decide_decline, decline_request};
pub use overdue::decide_due;
pub use reopen::{decide_reopen, reopen_needs};
pub use subscriptions::{decide_again, decide_stop};

/// Decides a command: the events that happen and the messages that go out.
///
/// `state` must hold what [`Request::needs`] asked for. The sender is always answered; a refused
/// command has no events.
#[must_use]
pub fn decide(state: &State, request: &Request, evidence: &Evidence, now: Timestamp) -> Decision {
    decide_with(Case { state, request, evidence, now }, |refusal| {
        refusal.with_usage_if_needed(|| request.command.usage_line())
    })
}

/// Decides a request that nobody has typed as a command, such as the first line of an answer to a
/// turn's mail: its refusal ends with no usage line.
#[must_use]
pub fn decide_untyped(
    state: &State,
    request: &Request,
    evidence: &Evidence,
    now: Timestamp,
) -> Decision {
    decide_with(Case { state, request, evidence, now }, |refusal| refusal)
}

fn decide_with(case: Case<'_>, complete: impl FnOnce(Refusal) -> Refusal) -> Decision {
    let request = case.request;
    let mut decision = case.decide().unwrap_or_else(|refusal| {
        answer_refusal(request.command.kind(), request.board(), &complete(refusal))
    });
    watching::end_quiet(case, &mut decision);
    schedule::schedule(case.scene(), &mut decision);
    audience::tell(case.scene(), &mut decision);
    computer::call(case.scene(), &mut decision);
    decision
}

/// The answer to a command that was refused, or could not be understood at all.
#[must_use]
pub fn answer_refusal(
    kind: Option<GameKind>,
    board: Option<BoardId>,
    refusal: &Refusal,
) -> Decision {
    let subject = match (board, kind) {
        (Some(BoardId { kind, number }), _) => format!("{kind} board {number}: error"),
        (None, Some(kind)) => format!("{kind}: error"),
        (None, None) => "Carrick: error".to_owned(),
    };
    let text = refusal.to_string().lines().map(|line| reply::wrapped(line, 0)).collect();
    let message = Message { to: Addressee::Sender, subject, text, board, link: None };
    Decision { events: Vec::new(), messages: vec![message], refused: true }
}

/// Adds the board as it is to what a player is told who has answered a mail about it, since that is
/// what they answer next. Where it cannot be shown, what they are told stands alone.
#[must_use]
pub fn with_board_below(
    state: &State,
    board: BoardId,
    player: &Userid,
    mut told: Decision,
    now: Timestamp,
) -> Decision {
    let record = state.boards.get(&board).filter(|record| !is_declined(record.ended.as_ref()));
    let table = record.and_then(|record| Table::new(record).ok());
    let seat = table.as_ref().and_then(|table| table.record.seat_of(player));
    if let (Some(table), Some(seat)) = (table, seat) {
        let shown = reply::report(Scene { state, now }, &table, seat, None).text;
        let answers = told.messages.iter_mut().filter(|message| message.to == Addressee::Sender);
        answers.for_each(|message| message.text = format!("{}\n{shown}", message.text));
    }
    told
}

/// Everything a decision may look at.
#[derive(Clone, Copy)]
struct Case<'a> {
    state: &'a State,
    request: &'a Request,
    evidence: &'a Evidence,
    now: Timestamp,
}

#[deny(clippy::wildcard_enum_match_arm)]
impl<'a> Case<'a> {
    const fn scene(self) -> Scene<'a> {
        Scene { state: self.state, now: self.now }
    }

    /// Whoever asked, as the reader of the answer.
    fn reader(self) -> Reader<'a> {
        self.scene().reader_known(self.known())
    }

    fn decide(self) -> Result<Decision, Refusal> {
        let spec = self.request.command.spec();
        if let Some(user) = spec.who.user().filter(|_| spec.takes_a_person) {
            must_be_a_person(user)?;
        }
        if let Some(decision) = self.by_link()? {
            return Ok(decision);
        }
        match &self.request.command {
            Command::Help(topics) => Ok(help_answer(topics)),
            Command::Signup { user, addresses, .. } => self.signup(user, addresses),
            Command::ChangePassword(who, _) => self.change_password(who),
            Command::List(kinds) => Ok(self.list(kinds)),
            Command::Game(kind, command) => self.decide_game(*kind, command),
            Command::AddAddresses(who, new) => self.add_addresses(who, new),
            Command::ChangeAddresses(who, new) => self.change_addresses(who, new),
            Command::Delete(who) => self.delete(who),
            Command::Vacation(who, Some(days)) => self.vacation(who, *days),
            Command::Vacation(who, None) | Command::Signon(who) => self.back(who),
            Command::Signoff(who) => self.signoff(who),
            Command::Reset(user) => Ok(self.reset(user)),
            Command::Message(who, to) => self.message(who, to),
            Command::Broadcast(who) => self.broadcast(who),
            Command::News(who, on) => self.news(who, *on),
            Command::Block(who, other, on) => self.block(who, other, *on),
            // Whoever brings a body opens it; one that is still closed lay inside another.
            Command::Multiple => Err(Refusal::new(
                "multiple cannot stand in the body of another multiple; write its commands there",
            )),
            Command::AllShow(user, selector) => self.all_show(user, *selector),
        }
    }

    fn decide_game(self, kind: GameKind, command: &GameCommand) -> Result<Decision, Refusal> {
        let spec = self.request.command.spec();
        if let (Some(board), Who::User(who), true) = (spec.board, spec.who, spec.is_timed)
            && let Some(expired) = self.too_late(board, who)?
        {
            return Ok(expired);
        }
        let decision = self.of_game(kind, command)?;
        match spec.board.filter(|_| !decision.events.is_empty()) {
            Some(board) => self.as_seen(board).map(|()| decision),
            None => Ok(decision),
        }
    }

    /// Whether a board is as whoever asked for a change has seen it, as far as that is known. What
    /// changes nothing needs not be asked: a turn that comes twice is answered twice.
    ///
    /// # Errors
    /// It has gone on, or back.
    fn as_seen(self, board: BoardId) -> Result<(), Refusal> {
        let now = self.state.boards.get(&board).map(BoardRecord::generation);
        match (self.request.seen, now) {
            (Some(seen), Some(now)) if seen != now => Err(Refusal::new(format!(
                "the game has gone on since the position that was seen, so nothing was done; `{} show \
                 {}` shows the board",
                board.kind, board.number
            ))),
            _ => Ok(()),
        }
    }

    fn of_game(self, kind: GameKind, command: &GameCommand) -> Result<Decision, Refusal> {
        match command {
            GameCommand::Help => Ok(help_answer(&[crate::command::HelpTopic::Game(kind)])),
            GameCommand::Standings => Ok(self.standings(kind)),
            GameCommand::Games(users, selector) => self.games(kind, users, *selector),
            GameCommand::Show(boards) => self.show(kind, boards),
            GameCommand::ShowOf(users, selector) => self.show_of(kind, users, *selector),
            GameCommand::Challenge { options, terms, first, second } => {
                self.challenge(kind, options, *terms, [first, second])
            }
            GameCommand::Move { board, who, action, number } => {
                self.play(*board, who, action, *number)
            }
            GameCommand::Set(who, settings) => self.set(kind, who, settings),
            GameCommand::Rematch(board, who) => self.rematch(*board, who),
            GameCommand::Seek { who, options, terms, count, stand_in } => self.seek(
                kind,
                who,
                Wanted { options, terms: *terms, count: *count, stand_in: *stand_in },
            ),
            GameCommand::CancelSeeks(who) => self.cancel_seeks(kind, who),
            GameCommand::Take(seek, who) => self.take(kind, *seek, who),
            GameCommand::Challenges(who, accept) => self.challenges(kind, who, *accept),
            GameCommand::Limit(who, limit) => self.limit(kind, who, *limit),
            GameCommand::Notify(who, on) => self.notify(kind, who, *on),
            GameCommand::Subscribe(Some(board), who, on) => self.subscribe(*board, who, *on),
            GameCommand::Subscribe(None, who, on) => self.subscribe_all(kind, who, *on),
            GameCommand::Chat(board, who) => self.chat(*board, who),
            GameCommand::History(player) => self.history(kind, player.as_ref()),
            GameCommand::ShowAs(who, boards, selector) => {
                self.show_as(kind, who, boards, *selector)
            }
            GameCommand::Queue(board, who, line) => self.queue(*board, who, line.as_deref()),
            GameCommand::Preview(board, at, moves) => self.preview(*board, *at, moves),
            GameCommand::PreviewNew(options, moves) => self.preview_new(kind, options, moves),
            GameCommand::Submit(board, who, turn, number) => {
                self.submit(*board, who, turn, *number)
            }
            GameCommand::Confirm(board, who) => self.confirm(*board, who),
            GameCommand::Computer { options, level, who } => {
                self.computer(kind, who, options, *level)
            }
        }
    }
}

/// An answer to the sender alone, without effects.
fn told(subject: impl Into<String>, text: impl Into<String>) -> Decision {
    let message = Message {
        to: Addressee::Sender,
        subject: subject.into(),
        text: text.into(),
        board: None,
        link: None,
    };
    Decision { events: Vec::new(), messages: vec![message], refused: false }
}

fn help_answer(topics: &[crate::command::HelpTopic]) -> Decision {
    let text = match topics {
        [] => help::text(None),
        some => some.iter().map(|&topic| help::text(Some(topic))).collect::<Vec<_>>().join("\n"),
    };
    told("Carrick: help", text)
}
