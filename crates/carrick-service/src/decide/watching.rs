//! Watching boards, and stopping the emails about them.

use carrick_coach::review::Times;
use carrick_games::GameKind;

use crate::about::{About, Text};
use crate::decide::context::{
    DecisionContext, WaitingBounds, as_watched, is_declined, no_such_board, settings_changed,
};
use crate::effects::{Addressee, BoardEvent, Decision, Event, Link, Message, UserEvent};
use crate::people::{BoardId, GameSettings, UserSettings, Userid};
use crate::playing::{BoardInPlay, EngineUse};
use crate::refusal::{AfterEnd, EngineWork, Refusal, Stock};
use crate::reply;
use crate::requests::{Subscription, is_played};
use crate::state::{BoardRecord, ReviewNow, State, Stocks, User};

// Subscribing to a board; for its players, email about it.

/// Maximum number of boards that a user can watch individually.
const MOST_WATCHED: u32 = 100;

/// Maximum number of boards that the users of one network address can watch individually.
const MOST_WATCHED_FROM_PLACE: u32 = 400;

impl DecisionContext<'_> {
    pub(crate) fn subscribe(self, board: BoardId, on: bool) -> Result<Decision, Refusal> {
        let user = self.speaker()?;
        let record = self.state.boards.get(&board).ok_or_else(|| no_such_board(board))?;
        let BoardId { kind, number } = board;
        if record.seat_of(&user.id).is_some() {
            return self.mute(user, board, !on);
        }
        if is_declined(record.ended.as_ref()) {
            return Err(no_such_board(board));
        }
        if on && !record.subscribers.contains(&user.id) {
            self.may_watch_one_more(kind)?;
        }
        let mut after = as_watched(record);
        let watches_all = user.settings.game(kind).watches;
        let text = if on {
            after.subscribers.insert(user.id.clone());
            let head = format!(
                "You get every turn of this board, and what its players say. To stop that:\n\n  \
                 {kind} unsubscribe {number} {} <password>\n\n",
                user.id
            );
            let reader = self.snapshot().reader_known(Some(user));
            reply::whole_board(reader, &BoardInPlay::new(&after)?).below(&head)
        } else if watches_all {
            let still = format!(
                "You still get the turns of {board}, because you have subscribed to all boards. To \
                 stop that:"
            );
            let command = format!("{kind} unsubscribe all {} <password>", user.id);
            format!("{}\n  {command}\n", reply::wrapped(&still, 0)).into()
        } else {
            format!("You no longer get turns of {board}.\n").into()
        };
        let mut decision = told_of(board, text);
        // A user who watches all boards may still subscribe to this one, and keep it afterwards.
        if watches_all || record.subscribers.contains(&user.id) != on {
            decision.events.push(Event::Board(
                board,
                BoardEvent::SubscriptionSet { user: user.id.clone(), on },
            ));
        }
        Ok(decision)
    }

    /// # Errors
    /// When the user, or all users at their network address, already watch too many boards.
    fn may_watch_one_more(self, kind: GameKind) -> Result<(), Refusal> {
        let Stocks { watched, watched_from_place, .. } = self.state.stocks;
        let (what, count, most) = if watched >= MOST_WATCHED {
            (Stock::Watched(kind), watched, MOST_WATCHED)
        } else if watched_from_place >= MOST_WATCHED_FROM_PLACE {
            (Stock::WatchedFromPlace(kind), watched_from_place, MOST_WATCHED_FROM_PLACE)
        } else {
            return Ok(());
        };
        Err(Refusal::Full { what, count, most })
    }

    /// Stops all email about a board for one of its players, or resumes it.
    fn mute(self, user: &User, board: BoardId, on: bool) -> Result<Decision, Refusal> {
        let was_muted = user.muted.contains(&board);
        if !on && !was_muted {
            return Err(Refusal::PlaysThere(board));
        }
        let from = Subscription::Board(board);
        let text = if on {
            let what = from.what(self.state, &user.id);
            let warning = from.warning(self.state, &user.id).unwrap_or_default();
            let said = format!("You no longer get {what}. {warning} To get it again:");
            format!("{}\n  {}\n", reply::wrapped(&said, 0), from.commands(&user.id))
        } else {
            format!("You get email about {board} again.\n")
        };
        let mut decision = told_of(board, text);
        if was_muted != on {
            decision.events.push(Event::User(user.id.clone(), UserEvent::MuteSet { board, on }));
        }
        Ok(decision)
    }
}

/// Answer to the sender about their subscription to a board.
fn told_of(board: BoardId, text: impl Into<Text>) -> Decision {
    let Text { words, about } = text.into();
    let message = Message {
        to: Addressee::Sender,
        subject: format!("{} board {}: subscription", board.kind, board.number),
        text: words,
        board: Some(board),
        link: None,
        about,
    };
    Decision { messages: vec![message], ..Decision::default() }
}

// Emails that a user stops with one click or one email, and resumes.

/// Stops emails for a user. Emails that are already stopped stay stopped, and a user who has left
/// gets none anyway. `tells`: the user did this where no page could confirm it, so one last email
/// does.
///
/// `state` must hold what [`Subscription::needs`] asked for.
#[must_use]
pub fn decide_stop(state: &State, user: &Userid, from: Subscription, tells: bool) -> Decision {
    let Some(user) = state.users.get(user).filter(|user| user.deleted.is_none()) else {
        return Decision::default();
    };
    if from.is_stopped(state, user) {
        return Decision::default();
    }
    let id = || user.id.clone();
    let event = match from {
        Subscription::Board(board) => Some(match is_played(state, board, &user.id) {
            true => Event::User(id(), UserEvent::MuteSet { board, on: true }),
            false => Event::Board(board, BoardEvent::SubscriptionSet { user: id(), on: false }),
        }),
        _ => {
            let mut settings = user.settings.clone();
            set(&mut settings, from, false);
            settings_changed(user, settings)
        }
    };
    // A user who watches all boards still gets the turns of this one.
    let hears_on = matches!(from, Subscription::Board(board)
        if !is_played(state, board, &user.id) && user.settings.game(board.kind).watches);
    let messages = if tells && !hears_on { vec![last_mail(state, user, from)] } else { Vec::new() };
    Decision { events: event.into_iter().collect(), messages, refusal: None }
}

/// Resumes emails that a user had stopped, and all others as well if the user had stopped all
/// email.
///
/// `state` must hold what [`Subscription::needs`] asked for.
#[must_use]
pub fn decide_again(state: &State, user: &Userid, from: Subscription) -> Decision {
    let Some(user) = state.users.get(user).filter(|user| user.deleted.is_none()) else {
        return Decision::default();
    };
    let id = || user.id.clone();
    let mut events = Vec::new();
    let mut settings = user.settings.clone();
    if from.is_stopped(state, user) {
        match from {
            Subscription::Board(board) if is_played(state, board, &user.id) => {
                events.push(Event::User(id(), UserEvent::MuteSet { board, on: false }));
            }
            Subscription::Board(board) if state.boards.contains_key(&board) => {
                events.push(Event::Board(
                    board,
                    BoardEvent::SubscriptionSet { user: id(), on: true },
                ));
            }
            // What was chosen for the game is no longer known.
            _ if from.comes_again() => set(&mut settings, from, true),
            _ => {}
        }
    }
    if from.comes_again() {
        settings.quiet = false;
    }
    events.extend(settings_changed(user, settings));
    Decision { events, ..Decision::default() }
}

/// Changes the settings to stop these emails, or to resume them if that is a single choice.
fn set(settings: &mut UserSettings, from: Subscription, on: bool) {
    match from {
        Subscription::Board(_) => {}
        Subscription::Game(kind) => {
            let game = settings.game(kind);
            settings.set_game(kind, GameSettings { watches: on, notify: on, ..game });
        }
        Subscription::Puzzles(kind) => {
            let game = settings.game(kind);
            settings.set_game(kind, GameSettings { puzzles: None, ..game });
        }
        Subscription::News => settings.news = on,
        Subscription::Turns => settings.turn_mail = on,
        Subscription::Reminders => settings.reminders = on,
        Subscription::Letters => settings.letters = on,
        Subscription::Everything => settings.quiet = !on,
    }
}

/// The last email of its kind: which emails are stopped, which continue, and how to resume them.
fn last_mail(state: &State, user: &User, from: Subscription) -> Message {
    let id = &user.id;
    let what = from.what(state, id);
    let warning = from.warning(state, id).map(|warning| format!(" {warning}")).unwrap_or_default();
    let said = format!(
        "Someone clicked “unsubscribe” in an email program, or wrote to the address that \
         unsubscribes: {id} no longer gets {what}.{warning} To get it again, use this command or \
         the account page on the site:"
    );
    let mut text = format!("{}\n  {}\n", reply::wrapped(&said, 0), from.commands(id));
    let link = from.comes_again().then_some(Link::Again(from));
    if link.is_some() {
        text.push_str("\nOr press the button on this page:\n");
    }
    let board = from.board();
    let (to, subject) = (Addressee::User(id.clone()), "Carrick: mail stopped".to_owned());
    Message { to, subject, text, board, link, about: About::default() }
}

// Reviews of finished games: showing the existing one, and asking for one.

/// Limits of the queue, so that no review waits longer than an hour or two.
const REVIEWS: WaitingBounds = WaitingBounds { work: EngineWork::Reviews, most: 400 };

impl DecisionContext<'_> {
    /// Shows the review of a board, or asks for one.
    ///
    /// # Errors
    /// When the game cannot be reviewed, or too many reviews are queued.
    pub(crate) fn review(self, board: BoardId, times: Option<Times>) -> Result<Decision, Refusal> {
        let user = self.speaker()?;
        let record = self.state.boards.get(&board).ok_or_else(|| no_such_board(board))?;
        may_be_reviewed(record)?;
        if let Ok(game) = record.game() {
            self.must_be_lent(user, EngineUse::Game(&game))?;
        }
        let now = &self.state.review;
        let positions = record.turns.len() + 1;
        let enough = |done: Times| times.is_none_or(|times| done >= times);
        if let Some(done) = now.done.as_ref().filter(|done| enough(done.times)) {
            let text =
                reply::review(record, done, &user.id).ok_or(Refusal::ReviewDamaged(board))?;
            return Ok(told(board, text));
        }
        if let Some(under_way) = &now.under_way {
            if enough(under_way.times) {
                let text = format!("{} {}", under_way.told(positions), ask_again(board));
                return Ok(told(board, reply::wrapped(&text, 0)));
            }
            return Err(Refusal::ShorterReview(board));
        }
        let times = times.unwrap_or(Times::ONE);
        one_more_may_wait(now, times)?;
        let place = match now.queue.ahead {
            0 => "The review starts as soon as the computer has no turn to play.".to_owned(),
            1 => "The review is queued: one other comes before it.".to_owned(),
            ahead => format!("The review is queued: {ahead} others come before it."),
        };
        let text = format!("{place} {}", ask_again(board));
        let mut decision = told(board, reply::wrapped(&text, 0));
        decision.events.push(Event::Board(
            board,
            BoardEvent::ReviewAsked { times, asker: Some(user.id.clone()) },
        ));
        Ok(decision)
    }
}

/// Checks that the user whose requests were counted may ask for one more review of this length.
///
/// # Errors
/// When too many are already queued: by this user, from this network address, or in total.
pub fn one_more_may_wait(now: &ReviewNow, times: Times) -> Result<(), Refusal> {
    REVIEWS.must_have_room(&now.queue, times.get().into())
}

/// Checks that a game is over and has something to review.
fn may_be_reviewed(record: &BoardRecord) -> Result<(), Refusal> {
    let board = record.id;
    if is_declined(record.ended.as_ref()) {
        return Err(no_such_board(board));
    }
    if record.ended.is_none() {
        return Err(Refusal::NotOver { board, wanted: AfterEnd::Review });
    }
    if record.turns.is_empty() {
        return Err(Refusal::NoTurns(board));
    }
    Ok(())
}

fn ask_again(board: BoardId) -> String {
    let BoardId { kind, number } = board;
    format!("To see it: `{kind} review {number} <userid> <password>`, or the page of the board.")
}

fn told(board: BoardId, text: String) -> Decision {
    let message = Message {
        to: Addressee::Sender,
        subject: format!("{} board {}: review", board.kind, board.number),
        text,
        board: Some(board),
        link: None,
        about: About::default(),
    };
    Decision { messages: vec![message], ..Decision::default() }
}

#[cfg(test)]
mod tests {
    use carrick_games::{GameKind, Seat};
    use jiff::Timestamp;

    use super::*;
    use crate::about::MessageKind;
    use crate::people::{BoardId, PuzzleMail};
    use crate::requests::Notification;
    use crate::state::{BoardRecord, Terms};

    const ANKOR: GameKind = GameKind::Ankor;
    const BOARD: BoardId = BoardId { kind: ANKOR, number: 101 };

    fn state(user: User) -> State {
        let players = ["bob", "cyd"].map(|name| name.parse().unwrap());
        let mut board =
            BoardRecord::new(BOARD, players, "", Terms::default(), Timestamp::UNIX_EPOCH);
        board.subscribers.insert(user.id.clone());
        let mut state = State::default();
        assert_eq!(board.seat_of(&user.id), None::<Seat>);
        state.boards.insert(BOARD, board);
        state.users.insert(user.id.clone(), user);
        state
    }

    fn ann() -> User {
        User::new("ann".parse().unwrap(), Timestamp::UNIX_EPOCH, None)
    }

    /// A state in which ann plays on the board.
    fn playing(user: User) -> State {
        let mut state = state(user);
        if let Some(board) = state.boards.get_mut(&BOARD) {
            board.players[0] = "ann".parse().unwrap();
            board.subscribers.clear();
        }
        state
    }

    #[test]
    fn each_subscription_is_stopped_and_resumed_by_one_event() {
        let id = || "ann".parse::<Userid>().unwrap();
        let mut user = ann();
        user.settings.news = true;
        let puzzles = Some(PuzzleMail::Weekly);
        let game =
            GameSettings { watches: true, limit: Some(3), puzzles, ..GameSettings::default() };
        user.settings.set_game(ANKOR, game);
        let usual = user.settings.clone();
        let set = |settings| Event::User(id(), UserEvent::SettingsChanged(Box::new(settings)));
        let stopped = |stop: fn(&mut UserSettings)| {
            let mut settings = usual.clone();
            stop(&mut settings);
            set(settings)
        };
        let again = || Some(set(usual.clone()));
        let of_game = |game| set(usual.clone().with_game(ANKOR, game));
        let (watches, plays) = (state(user.clone()), playing(user.clone()));
        let subscribed = |on| Event::Board(BOARD, BoardEvent::SubscriptionSet { user: id(), on });
        let muted = |on| Event::User(id(), UserEvent::MuteSet { board: BOARD, on });
        let unwatched = of_game(GameSettings { watches: false, ..game });
        let unpuzzled = of_game(GameSettings { puzzles: None, ..game });
        for (state, from, stop, again) in [
            (&watches, Subscription::Board(BOARD), subscribed(false), Some(subscribed(true))),
            (&plays, Subscription::Board(BOARD), muted(true), Some(muted(false))),
            (&watches, Subscription::Game(ANKOR), unwatched, None),
            (&watches, Subscription::Puzzles(ANKOR), unpuzzled, None),
            (&watches, Subscription::News, stopped(|all| all.news = false), again()),
            (&plays, Subscription::Turns, stopped(|all| all.turn_mail = false), again()),
            (&plays, Subscription::Reminders, stopped(|all| all.reminders = false), again()),
            (&plays, Subscription::Letters, stopped(|all| all.letters = false), again()),
            (&plays, Subscription::Everything, stopped(|all| all.quiet = true), again()),
        ] {
            let decision = decide_stop(state, &id(), from, false);
            assert_eq!((&decision.events, decision.messages), (&vec![stop.clone()], vec![]));
            assert_eq!(decide_again(state, &id(), from), Decision::default(), "{from:?} comes");
            let after = applied(state, &stop);
            assert_eq!(decide_stop(&after, &id(), from, true), Decision::default(), "{from:?}");
            let again: Vec<Event> = again.into_iter().collect();
            assert_eq!(decide_again(&after, &id(), from).events, again, "{from:?}");
        }
    }

    /// The state after one of these events.
    fn applied(state: &State, event: &Event) -> State {
        let mut state = state.clone();
        state.apply(event, Timestamp::UNIX_EPOCH);
        state
    }

    #[test]
    fn resuming_one_kind_of_email_resumes_all_email() {
        let mut user = ann();
        user.settings.quiet = true;
        let again = decide_again(&playing(user), &"ann".parse().unwrap(), Subscription::Letters);
        let settings = UserEvent::SettingsChanged(Box::new(ann().settings));
        assert_eq!(again.events, vec![Event::User("ann".parse().unwrap(), settings)]);
    }

    #[test]
    fn an_email_belongs_to_the_subscription_that_its_reader_would_stop() {
        let watcher = |watches, notify| {
            let mut user = ann();
            let game = GameSettings { watches, notify, ..GameSettings::default() };
            user.settings.set_game(ANKOR, game);
            user
        };
        let usual = watcher(false, false);
        let (ann, bob) = ("ann".parse::<Userid>().unwrap(), "bob".parse::<Userid>().unwrap());
        let [all, ends] = [watcher(true, false), watcher(false, true)];
        let (on_board, of_game) = (Subscription::Board(BOARD), Subscription::Game(ANKOR));
        for (kind, board, plays, user, of) in [
            (MessageKind::Report, Some(BOARD), true, &usual, on_board),
            (MessageKind::NewBoard, Some(BOARD), true, &usual, on_board),
            (MessageKind::Chat(bob.clone()), Some(BOARD), true, &usual, on_board),
            (MessageKind::Reminder, Some(BOARD), true, &usual, Subscription::Reminders),
            (MessageKind::Report, Some(BOARD), false, &usual, on_board),
            (MessageKind::Report, Some(BOARD), false, &all, of_game),
            (MessageKind::Report, Some(BOARD), false, &ends, of_game),
            (MessageKind::Letter(bob), None, false, &usual, Subscription::Letters),
            (MessageKind::News(ann), None, false, &usual, Subscription::News),
            (MessageKind::Other, None, false, &usual, Subscription::Everything),
        ] {
            let notice = Notification { kind: &kind, board, plays };
            assert_eq!(Subscription::of(notice, user), of, "{kind:?}");
            assert!(!notice.is_stopped_by(user), "{kind:?}");
        }
    }

    #[test]
    fn stopped_emails_are_not_sent() {
        let mut deaf = ann();
        let settings = &mut deaf.settings;
        (settings.turn_mail, settings.reminders, settings.letters) = (false, false, false);
        let muted = User { muted: [BOARD].into(), ..ann() };
        let about = |kind, plays| Notification { kind, board: Some(BOARD), plays };
        let turn = about(&MessageKind::Report, true);
        let opened = about(&MessageKind::NewBoard, true);
        let reminder = about(&MessageKind::Reminder, true);
        let watched = about(&MessageKind::Report, false);
        let letter = MessageKind::Letter("bob".parse().unwrap());
        let letter = Notification { kind: &letter, board: None, plays: false };
        for (notice, by_kind, by_board) in [
            (turn, true, true),
            (opened, false, true),
            (reminder, true, true),
            (watched, false, true),
            (letter, true, false),
        ] {
            let stopped = [&deaf, &muted].map(|user| notice.is_stopped_by(user));
            assert_eq!(stopped, [by_kind, by_board], "{notice:?}");
        }
    }

    #[test]
    fn the_last_email_says_what_was_stopped_and_how_to_resume_it() {
        let told = decide_stop(&playing(ann()), &"ann".parse().unwrap(), Subscription::Turns, true);
        let [message] = &told.messages[..] else { panic!("{told:?}") };
        assert_eq!(message.link, Some(Link::Again(Subscription::Turns)));
        let text = message.text.replace('\n', " ");
        for said in [
            "no longer gets email about turns, offers, chat and results in the games of ann.",
            "a player who does not move in time loses",
            "ankor set ann password turnmail=on",
            "press the button",
        ] {
            assert!(text.contains(said), "{said}: {text}");
        }
        assert!(message.text.lines().all(|line| line.chars().count() <= 78), "{}", message.text);
        let game = Subscription::Game(ANKOR);
        let mut user = ann();
        let notified = GameSettings { notify: true, ..GameSettings::default() };
        user.settings.set_game(ANKOR, notified);
        let told = decide_stop(&state(user), &"ann".parse().unwrap(), game, true);
        assert!(told.messages[0].link.is_none());
        assert!(told.messages[0].text.contains("ankor notify ann password on"));
    }
}
