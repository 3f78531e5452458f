//! Puzzles of the day: requested, emailed every day or week, and answered by email.

use carrick_coach::puzzle::{Answer, Puzzle};
use carrick_games::GameKind;
use jiff::Timestamp;

use crate::about::Text;
use crate::decide::context::{DecisionContext, answer_refusal, told};
use crate::effects::{Addressee, Decision, Event, Link, Message, UserEvent};
use crate::people::{Mailing, Userid, Zone, day};
use crate::playing::{Snapshot, solve};
use crate::refusal::Refusal;
use crate::reply::{puzzle, puzzle as texts};
use crate::requests::{MailedPuzzle, PuzzleReply, Sender};
use crate::state::{
    PUZZLE_HOUR, PuzzleSchedule, PuzzleStep, PuzzleTried, PuzzleTurn, RatingRecord, State, User,
};

// `puzzle`: today's puzzles.

impl DecisionContext<'_> {
    /// Shows the puzzles of the day. A known sender of an email gets one to reply to with their
    /// turn; if they ask for several, each comes in a separate email.
    pub(crate) fn puzzle(self, kinds: &[GameKind]) -> Decision {
        let kinds = if kinds.is_empty() { &GameKind::ALL[..] } else { kinds };
        let reader = self.known().or(self.claimed());
        let day =
            reader.map_or_else(Zone::default, |user| user.settings.zone.clone()).day(self.now);
        let mailed: Vec<MailedPuzzle> =
            kinds.iter().filter_map(|&kind| MailedPuzzle::of_day(kind, day)).collect();
        let by_mail = matches!(self.request.sender, Sender::Address(_) | Sender::Claim(_));
        let solver = reader.filter(|user| by_mail && user.suspended.is_none());
        match (solver, mailed.as_slice()) {
            // Their address is one of this user's, so no one else sees the answer.
            (Some(_), &[only]) => {
                let letter = puzzle::letter(only, Addressee::Sender);
                Decision { messages: letter.into_iter().collect(), ..Decision::default() }
            }
            (Some(user), _) if matches!(self.request.sender, Sender::Address(_)) => {
                several(user, &mailed)
            }
            _ => {
                told("Carrick: today's puzzles", puzzle::shown(&mailed, by_mail, solver.is_some()))
            }
        }
    }
}

/// The answer that names the puzzles, and an email with each.
fn several(user: &User, mailed: &[MailedPuzzle]) -> Decision {
    let mut decision = told("Carrick: today's puzzles", puzzle::announced(mailed));
    let to = || Addressee::User(user.id.clone());
    decision.messages.extend(mailed.iter().filter_map(|&one| puzzle::letter(one, to())));
    decision
}

// An answer to the email with a puzzle.

/// Decides the result of a user's answer to the email with a puzzle.
///
/// `state` must hold what [`MailedPuzzle::needs`] asked for.
#[must_use]
pub fn decide_puzzle(
    state: &State,
    user: &Userid,
    mailed: MailedPuzzle,
    reply: &PuzzleReply,
    now: Timestamp,
) -> Decision {
    let context = Solving { state, mailed, now };
    context
        .decide(user, reply)
        .unwrap_or_else(|refusal| answer_refusal(Some(mailed.kind), None, refusal))
}

/// A puzzle with its solver.
#[derive(Clone, Copy)]
struct Solving<'a> {
    state: &'a State,
    mailed: MailedPuzzle,
    now: Timestamp,
}

impl Solving<'_> {
    fn decide(self, user: &Userid, reply: &PuzzleReply) -> Result<Decision, Refusal> {
        let user = self.solver(user)?;
        let MailedPuzzle { kind, number, found, .. } = self.mailed;
        let found_all = |puzzle: &&Puzzle| found as usize >= puzzle.own_turns();
        let puzzle = self.mailed.puzzle().filter(|puzzle| !found_all(puzzle));
        let puzzle = puzzle.ok_or(Refusal::NoSuchPuzzle { kind, number })?;
        if self.state.puzzle.tried.solved {
            return Ok(self.told(texts::solved_before(puzzle, self.state.puzzle.tried)));
        }
        if !self.mailed.is_open(&user.settings.zone, self.now) {
            return Ok(self.told(texts::over(puzzle, self.mailed.day)));
        }
        Ok(match reply {
            PuzzleReply::Turn(answer) => self.judged(&user.id, puzzle, answer),
            PuzzleReply::GiveUp => self.given_up(&user.id, puzzle),
            PuzzleReply::Unclear(refusal) => self.refused(refusal.clone()),
        })
    }

    /// The user to whom the email was sent.
    fn solver(&self, user: &Userid) -> Result<&User, Refusal> {
        let user = self.state.users.get(user).filter(|user| user.deleted.is_none());
        let user = user.ok_or(Refusal::AccountDeleted)?;
        match user.suspended {
            Some(_) => Err(Refusal::Suspended),
            None => Ok(user),
        }
    }

    /// The verdict on a turn, and its consequences.
    fn judged(self, user: &Userid, puzzle: &Puzzle, answer: &Answer) -> Decision {
        let onward = MailedPuzzle { found: self.mailed.found + 1, ..self.mailed };
        match answer {
            Answer::Refused { reason } => self.refused(Refusal::PuzzleTurn(reason.clone())),
            Answer::Right { .. } => {
                let tried = self.tries(puzzle, PuzzleTurn::Right);
                let text = texts::right(puzzle, onward);
                self.answered(user, tried, text, Some(onward))
            }
            Answer::Wrong { after, refutation } => {
                let tried = self.tries(puzzle, PuzzleTurn::Wrong);
                let turn = after.last_turn().unwrap_or_default();
                let counts = self.counts(tried.as_ref());
                let text = texts::wrong(
                    puzzle,
                    self.mailed,
                    &turn,
                    refutation.as_ref(),
                    counts.as_deref(),
                );
                self.answered(user, tried, text, Some(self.mailed))
            }
            Answer::Solved { .. } => {
                let tried = self.tries(puzzle, PuzzleTurn::Solved);
                let kept = self.kept(tried.as_ref());
                self.answered(user, tried, texts::solved(puzzle, &kept).into(), None)
            }
        }
    }

    /// The solution, for a solver who gives up; it counts as a wrong try.
    fn given_up(self, user: &Userid, puzzle: &Puzzle) -> Decision {
        let tried = self.tries(puzzle, PuzzleTurn::Wrong);
        let text = texts::given_up(puzzle, self.counts(tried.as_ref()).as_deref());
        self.answered(user, tried, text.into(), None)
    }

    fn tries(self, puzzle: &Puzzle, turn: PuzzleTurn) -> Option<PuzzleTried> {
        let MailedPuzzle { kind, number, day, found } = self.mailed;
        let begins_at =
            RatingRecord { rating: puzzle.grade.rating(kind), ..RatingRecord::default() };
        let step = PuzzleStep { kind, number, found, turn, day: Some(day), begins_at };
        solve(&self.state.puzzle, &step)
    }

    /// The change of the rating by a try, as a sentence, if it counted.
    fn counts(self, tried: Option<&PuzzleTried>) -> Option<String> {
        let [after, _] = tried?.ratings?;
        let before = self.state.puzzle.solver.unwrap_or_default();
        Some(texts::rating(self.mailed.kind, &before, &after))
    }

    /// Streak and rating after a puzzle was solved.
    fn kept(self, tried: Option<&PuzzleTried>) -> String {
        let mut days = self.state.puzzle.days.clone();
        days.extend(tried.and_then(|tried| tried.day));
        days.sort_unstable_by(|one, other| other.cmp(one));
        days.dedup();
        let streak = day::streak(&days, day::day_of(self.now));
        texts::kept(streak, self.counts(tried).as_deref())
    }

    /// A refusal that shows the puzzle again, so that the user can reply to it.
    fn refused(self, refusal: Refusal) -> Decision {
        let text = texts::once_more(self.mailed, &refusal.to_string());
        Decision { refusal: Some(refusal), ..self.message(text, Some(self.mailed)) }
    }

    fn told(self, text: impl Into<Text>) -> Decision {
        told(texts::subject(self.mailed), text)
    }

    fn answered(
        self,
        user: &Userid,
        tried: Option<PuzzleTried>,
        text: Text,
        onward: Option<MailedPuzzle>,
    ) -> Decision {
        let event = |tried| Event::User(user.clone(), UserEvent::PuzzleTried(tried));
        Decision { events: tried.map(event).into_iter().collect(), ..self.message(text, onward) }
    }

    fn message(self, text: Text, onward: Option<MailedPuzzle>) -> Decision {
        let message = Message {
            to: Addressee::Sender,
            subject: texts::subject(self.mailed),
            text: text.words,
            board: None,
            link: onward.map(Link::Puzzle),
            about: text.about,
        };
        Decision { messages: vec![message], ..Decision::default() }
    }
}

// The puzzles of the day, for users who get them regularly.

/// Emails a user the puzzles of their day, if they are due, and records when the next ones are.
/// They come once a day, even if the user changes their time zone, and are skipped during outages.
pub(crate) fn mail_puzzles(snapshot: Snapshot<'_>, id: &Userid) -> Decision {
    let now = snapshot.now;
    let Some(user) = snapshot.state.users.get(id) else { return Decision::default() };
    if user.puzzles.due.is_none_or(|due| due > now) {
        return Decision::default();
    }
    let scheduled = |schedule| Event::User(id.clone(), UserEvent::PuzzlesScheduled(schedule));
    if user.deleted.is_some() || GameKind::ALL.iter().all(|&kind| !wants_any(user, kind)) {
        let none = PuzzleSchedule { due: None, ..user.puzzles };
        return Decision { events: vec![scheduled(none)], ..Decision::default() };
    }
    let day = user.settings.zone.day(now);
    let gets_mail = user.suspended.is_none() && user.settings.mailing() != Mailing::Never;
    let is_new = user.puzzles.last.is_none_or(|last| last < day);
    let comes = |kind: &GameKind| {
        user.settings.game(*kind).puzzles.is_some_and(|chosen| chosen.comes_on(day))
    };
    let letter =
        |kind| puzzle::letter(MailedPuzzle::of_day(kind, day)?, Addressee::User(id.clone()));
    let kinds = GameKind::ALL.into_iter().filter(comes).filter(|_| gets_mail && is_new);
    let next = PuzzleSchedule {
        due: Some(user.settings.zone.next(PUZZLE_HOUR, now)),
        last: user.puzzles.last.max(Some(day)),
    };
    Decision {
        messages: kinds.filter_map(letter).collect(),
        events: vec![scheduled(next)],
        refusal: None,
    }
}

fn wants_any(user: &User, kind: GameKind) -> bool {
    user.settings.game(kind).puzzles.is_some()
}
