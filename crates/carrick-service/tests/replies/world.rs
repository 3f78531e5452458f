//! The state in memory, doing the work of a store.

use std::collections::BTreeMap;

use carrick_coach::{hint, review::ReviewBudget};
use carrick_games::{GameKind, Seat};
use carrick_service::{
    Addressee, AskedHint, BoardEvent, BoardFilter, BoardId, BoardRecord, BoardSummary,
    ComputerLevel, ComputerTask, Decision, DoneReview, Event, Evidence, HintNow, QueueNow, Request,
    ReviewNow, ReviewUnderWay, SeatResult, Sender, State, User, Userid, command, decide,
    decide_hint,
};
use jiff::{SignedDuration, Timestamp};

/// Some players and their boards.
pub(crate) struct World {
    state: State,
    now: Timestamp,
    reviews: BTreeMap<BoardId, ReviewNow>,
    /// The last hint of each board, and who asked for it.
    hints: BTreeMap<BoardId, (AskedHint, Userid)>,
    /// The generation of a board that the next speaker has seen, if known.
    pub(crate) seen: Option<u32>,
}

impl World {
    /// A world in which these users have signed up.
    pub(crate) fn of(users: &[&str]) -> Self {
        let now = "2008-05-01T12:00:00Z".parse().unwrap();
        let mut state = State::default();
        let computers: Vec<String> = ComputerLevel::all().map(|level| level.to_string()).collect();
        for user in users.iter().copied().chain(computers.iter().map(String::as_str)) {
            let id: carrick_service::Userid = user.parse().unwrap();
            state.users.insert(id.clone(), User::new(id, now, None));
        }
        let reviews = BTreeMap::new();
        Self { state, now, reviews, hints: BTreeMap::new(), seen: None }
    }

    /// The decision of a command that a user types, a minute after the last one.
    #[track_caller]
    pub(crate) fn says(&mut self, user: &str, text: &str, body: Option<&str>) -> Decision {
        self.now += SignedDuration::from_mins(1);
        let command = command::parse(text).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
        let sender = Sender::User(user.parse().unwrap());
        let request =
            Request { seen: self.seen, ..Request::typed(sender, command, body.map(str::to_owned)) };
        let decision = decide(&self.state_for(&request), &request, &Evidence::default(), self.now);
        assert!(decision.events.is_empty() || decision.refusal.is_none(), "{text}");
        for event in &decision.events {
            self.apply(event);
        }
        decision
    }

    /// The answer as text: every message with its addressee. Only lines of a board may be too long.
    #[track_caller]
    pub(crate) fn hears(&mut self, user: &str, text: &str, body: Option<&str>) -> String {
        let mut told = String::new();
        for message in self.says(user, text, body).messages {
            let to = match &message.to {
                Addressee::User(user) | Addressee::Listener(user) => user.as_str(),
                Addressee::Sender => user,
            };
            assert!(!message.subject.contains('\n') && message.subject.len() <= 78);
            told += &format!("To: {to}\nSubject: {}\n\n{}\n", message.subject, message.text);
        }
        told
    }

    /// The player to move on a board.
    #[track_caller]
    pub(crate) fn mover(&self, board: BoardId) -> String {
        let seat = to_move(&self.state.boards[&board]).unwrap();
        self.state.boards[&board].players[seat.index()].to_string()
    }

    /// Makes the requested review of a board, with few nodes.
    #[track_caller]
    pub(crate) fn review(&mut self, board: BoardId) {
        let now = self.reviews.get_mut(&board).unwrap();
        let times = now.under_way.take().unwrap().times;
        let game = self.state.boards[&board].game().unwrap();
        let budget = ReviewBudget { nodes: 40 * u64::from(times.get()), seed: 1 };
        let judged = (0..=game.ply()).map(|ply| budget.judge(&game, ply, &|| false).unwrap());
        now.done = Some(DoneReview { times, judged: judged.collect() });
    }

    /// Finds the requested hint of a board, with few nodes.
    #[track_caller]
    pub(crate) fn find_hint(&mut self, board: BoardId) {
        let game = self.state.boards[&board].game().unwrap();
        let found = hint::HintBudget { nodes: 40, seed: 1 }.find(&game, &|| false).unwrap();
        let (asked, asker) = self.hints[&board].clone();
        let generation = asked.generation;
        let hint = HintNow { asked: Some(asked), ..HintNow::default() };
        let state = State { hint, ..self.state.clone() };
        for event in &decide_hint(&state, board, generation, &asker, found, false).events {
            self.apply(event);
        }
    }

    fn computer_is_asked(&self, board: BoardId) -> bool {
        ComputerTask::on(&self.state.boards[&board]).is_some()
    }

    /// The state that a store would load for a request.
    fn state_for(&self, request: &Request) -> State {
        let needs = request.needs(self.now);
        let mut state = State { boards: BTreeMap::new(), ..self.state.clone() };
        for board in self.state.boards.values() {
            if needs.boards.contains(&board.id) || matches(&needs.whole, board) {
                state.boards.insert(board.id, board.clone());
            }
            if matches(&needs.listed, board) {
                state.summaries.push(self.summary(board));
            }
        }
        if let Some((kind, player)) = &needs.history {
            for board in self.state.boards.values().filter(|board| board.id.kind == *kind) {
                let result = board.ended.as_ref().map(|ended| ended.result());
                let Some(result) =
                    result.filter(|result| !matches!(result, SeatResult::Declined(_)))
                else {
                    continue;
                };
                let seat = player.as_ref().map(|player| board.seat_of(player));
                let Some(seat) = seat.unwrap_or(Some(Seat::First)) else { continue };
                state.over += 1;
                let place = match result.winner() {
                    Some(winner) if winner == seat => 0,
                    Some(_) => 2,
                    None => 1,
                };
                let opponent = board.players[(!seat).index()].clone();
                state.scores.entry(opponent).or_default()[place] += 1;
            }
        }
        if let Some((board, asker)) = &needs.review {
            state.review = self.reviews.get(board).cloned().unwrap_or_default();
            let under_way = || self.reviews.values().filter_map(|now| now.under_way.as_ref());
            let of_asker = under_way().filter(|one| one.asker.as_ref() == Some(asker)).count();
            let waiting = under_way().count() as u32;
            let of_asker = of_asker as u32;
            state.review.queue = QueueNow { waiting, of_asker, of_place: of_asker, ahead: waiting };
        }
        if let Some((board, asker)) = &needs.hint {
            let generation = |board: &BoardId| self.state.boards[board].generation();
            let is_of = |(id, (asked, _)): &(&BoardId, &(AskedHint, Userid))| {
                asked.generation == generation(id)
            };
            let now = || self.hints.iter().filter(is_of);
            let waits = || now().filter(|(_, (asked, _))| asked.hint.is_none());
            state.hint = HintNow {
                asked: now().find(|(id, _)| *id == board).map(|(_, (asked, _))| asked.clone()),
                queue: QueueNow {
                    waiting: waits().count() as u32,
                    of_asker: waits().filter(|(_, (_, of))| of == asker).count() as u32,
                    of_place: 0,
                    ahead: waits().count() as u32,
                },
            };
        }
        for kind in GameKind::ALL {
            let boards = self.state.boards.keys().filter(|board| board.kind == kind).count();
            state.next_number.insert(kind, BoardId::FIRST_NUMBER + boards as u32);
        }
        state
    }

    fn summary(&self, board: &BoardRecord) -> BoardSummary {
        BoardSummary {
            id: board.id,
            players: board.players.clone(),
            options: board.options.clone(),
            ply: board.turns.len() as u32,
            given: board.given,
            hints: board.hints,
            to_move: to_move(board),
            offered_to: board.offered_to,
            ended: board.ended.clone(),
            touched: board.turns.last().map_or(board.created, |turn| turn.at),
        }
    }

    #[track_caller]
    fn apply(&mut self, event: &Event) {
        self.state.apply(event, self.now);
        let Event::Board(board, event) = event else { return };
        match event {
            BoardEvent::Reopened { .. } => _ = self.reviews.remove(board),
            BoardEvent::HintAsked { generation, asker, mailed } => {
                let (told, hint, ahead) = (None, None, 0);
                let (generation, mailed) = (*generation, *mailed);
                let asked = AskedHint { generation, told, hint, ahead, mailed };
                self.hints.insert(*board, (asked, asker.clone()));
            }
            BoardEvent::HintFound { hint, .. } => {
                self.hints.get_mut(board).unwrap().0.hint = Some(hint.clone());
            }
            BoardEvent::HintTold { step, .. } => {
                self.hints.get_mut(board).unwrap().0.told = Some(*step);
            }
            BoardEvent::ReviewAsked { times, asker } => {
                let ahead = self.reviews.values().filter(|now| now.under_way.is_some()).count();
                let (times, asker, since) = (*times, asker.clone(), self.now);
                let ahead = ahead as u32;
                let under_way = ReviewUnderWay { times, asker, since, judged: 0, ahead };
                self.reviews.entry(*board).or_default().under_way = Some(under_way);
            }
            BoardEvent::JobMade { .. } => assert!(self.computer_is_asked(*board)),
            BoardEvent::JobGone => assert!(!self.computer_is_asked(*board)),
            _ => {}
        }
    }
}

/// The seat to move on a board.
fn to_move(board: &BoardRecord) -> Option<Seat> {
    board.game().unwrap().seat_to_move()
}

/// Whether a board is one of the requested ones.
fn matches(filters: &[BoardFilter], board: &BoardRecord) -> bool {
    filters.iter().any(|filter| {
        let time = match &board.ended {
            None => filter.running,
            Some(ended) => filter.ended_since.is_some_and(|since| ended.at >= since),
        };
        let player = filter.player.as_ref();
        time && filter.kind.is_none_or(|kind| kind == board.id.kind)
            && player.is_none_or(|player| board.players.contains(player))
    })
}
