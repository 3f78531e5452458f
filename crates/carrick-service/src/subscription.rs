//! Mails that a user gets without having asked for each, and how they are stopped.

use carrick_games::GameKind;

use crate::{BoardId, Choices, Decision, Event, Needs, State, Userid};

/// What can be left with one click, or with one mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subscription {
    /// The turns of one board.
    Board(BoardId),
    /// The turns of all boards of a game, and the mails at their ends.
    Game(GameKind),
    /// The news.
    News,
    /// Reminders and every mail that is no answer to one of the user's own; until he subscribes to something
    /// again.
    Everything,
}

impl Subscription {
    /// What has to be seen before it is stopped for a user.
    #[must_use]
    pub fn needs(self, user: &Userid) -> Needs {
        let boards = match self {
            Self::Board(board) => [board].into(),
            _ => Default::default(),
        };
        Needs { users: [user.clone()].into(), boards, ..Needs::default() }
    }
}

/// Stops mails for a user. Nobody is told: programs click such links by themselves. What is stopped already
/// stays so, and who has left gets nothing anyway.
///
/// `state` must hold what [`Subscription::needs`] asked for.
#[must_use]
pub fn decide_stop(state: &State, user: &Userid, from: Subscription) -> Decision {
    let Some(user) = state.users.get(user).filter(|user| user.deleted.is_none()) else {
        return Decision::default();
    };
    let id = || user.id.clone();
    let mut events = Vec::new();
    match from {
        Subscription::Board(board) => {
            let record = state.boards.get(&board);
            if record.is_some_and(|record| record.subscribers.contains(&user.id)) {
                events.push(Event::SubscriptionSet { user: id(), board, on: false });
            }
        }
        Subscription::Game(kind) => {
            let before = user.choices(kind);
            let choices = Choices { watches: false, notify: false, ..before };
            if choices != before {
                events.push(Event::ChoicesSet { user: id(), kind, choices });
            }
        }
        Subscription::News if user.news => events.push(Event::NewsSet { user: id(), on: false }),
        Subscription::News => {}
        Subscription::Everything if user.quiet => {}
        Subscription::Everything => events.push(Event::QuietSet { user: id(), on: true }),
    }
    Decision { events, ..Decision::default() }
}

#[cfg(test)]
mod tests {
    use carrick_games::Seat;
    use jiff::Timestamp;

    use super::*;
    use crate::{BoardRecord, Terms, User};

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

    #[test]
    fn each_is_stopped_by_one_event_and_then_by_none() {
        let ann: Userid = "ann".parse().unwrap();
        let mut user = User::new(ann.clone(), Timestamp::UNIX_EPOCH, None);
        user.news = true;
        let choices = Choices { watches: true, limit: Some(3), ..Choices::default() };
        user.choices.insert(ANKOR, choices);
        let kept = Choices { watches: false, ..choices };
        for (from, event) in [
            (
                Subscription::Board(BOARD),
                Event::SubscriptionSet { user: ann.clone(), board: BOARD, on: false },
            ),
            (
                Subscription::Game(ANKOR),
                Event::ChoicesSet { user: ann.clone(), kind: ANKOR, choices: kept },
            ),
            (Subscription::News, Event::NewsSet { user: ann.clone(), on: false }),
            (Subscription::Everything, Event::QuietSet { user: ann.clone(), on: true }),
        ] {
            let decision = decide_stop(&state(user.clone()), &ann, from);
            assert_eq!((decision.events, decision.messages), (vec![event], vec![]), "{from:?}");
        }
        let mut stopped = User { news: false, quiet: true, ..user };
        stopped.choices.clear();
        let mut stopped = state(stopped);
        if let Some(board) = stopped.boards.get_mut(&BOARD) {
            board.subscribers.clear();
        }
        for from in [Subscription::Board(BOARD), Subscription::Game(ANKOR), Subscription::News] {
            assert_eq!(decide_stop(&stopped, &ann, from), Decision::default(), "{from:?}");
        }
        assert_eq!(decide_stop(&stopped, &ann, Subscription::Everything), Decision::default());
    }
}
