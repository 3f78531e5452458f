//! Games against the computer: opening one, trying a position again, and the computer's answers.

use carrick_games::{GameKind, Seat};
use jiff::Timestamp;

use crate::command::Move;
use crate::decide::context::{DecisionContext, is_declined, no_such_board, played};
use crate::decide::dispatch::decide;
use crate::decide::starting::GameOpening;
use crate::effects::Decision;
use crate::people::computer::account;
use crate::people::{BoardId, ComputerLevel, ComputerLevelError};
use crate::playing::{ComputerTask, EngineUse, new_game, running_game_of};
use crate::refusal::{AfterEnd, EngineHelp, Refusal};
use crate::requests::Evidence;
use crate::state::{Origin, State, Terms, User};

// Games against the computer.

/// Choices for a practice game against the computer.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PracticeChoices<'a> {
    pub(crate) level: ComputerLevel,
    /// Whether it should be a teaching game.
    pub(crate) teaching: bool,
    /// The person's seat; with `None` it is decided at random or, after given turns, is the one to
    /// move.
    pub(crate) seat: Option<Seat>,
    /// Turns after which the game starts.
    pub(crate) given: &'a [String],
}

impl DecisionContext<'_> {
    /// `<game> computer`: an unrated practice game, in which turns may be taken back, even after
    /// the end. For a rated game, challenge `level5` by name. In a teaching game the board's page
    /// also says what the computer threatens.
    pub(crate) fn computer(
        self,
        kind: GameKind,
        options: &str,
        PracticeChoices { level, teaching, seat, given }: PracticeChoices<'_>,
    ) -> Result<Decision, Refusal> {
        let speaker = self.speaker()?;
        let computer = account(level).and_then(|user| self.state.users.get(&user));
        let computer = computer.ok_or(ComputerLevelError::Unknown)?;
        self.must_be_open_to(speaker, computer, kind, false)?;
        let terms = Terms { rated: false, ..Terms::default() };
        let seat = seat.or(self.seat_after(speaker, kind, options, given)?);
        let mut players = [&speaker.id, &computer.id];
        if !seat.map_or_else(|| self.is_first_by_lot(kind), |seat| seat == Seat::First) {
            players.reverse();
        }
        let given = given.to_vec();
        let origin = Origin::Challenge;
        let offered_to = None;
        self.open(GameOpening {
            kind,
            options,
            terms,
            players,
            origin,
            teaching,
            given,
            offered_to,
        })
    }

    /// The seat that is to move after given turns; `None` without any.
    ///
    /// # Errors
    /// When they cannot be played, end the game, or lead to a position of a running game in which
    /// the speaker must play without help.
    fn seat_after(
        self,
        speaker: &User,
        kind: GameKind,
        options: &str,
        given: &[String],
    ) -> Result<Option<Seat>, Refusal> {
        if given.is_empty() {
            return Ok(None);
        }
        let game = new_game(kind, options).ok_or(Refusal::NoGame)?;
        let game = played(game, given)?;
        let Some(seat) = game.seat_to_move() else {
            return Err(Refusal::OverAtOnce);
        };
        self.must_be_lent(speaker, EngineUse::Position(&game))?;
        Ok(Some(seat))
    }

    /// # Errors
    /// When the question belongs to a running game in which the speaker must play without help.
    pub(crate) fn must_be_lent(self, speaker: &User, of: EngineUse<'_>) -> Result<(), Refusal> {
        let Some(board) = running_game_of(&speaker.id, of, self.state.boards.values()) else {
            return Ok(());
        };
        let wanted = match of {
            EngineUse::Position(_) => EngineHelp::Game,
            EngineUse::Practice(_) | EngineUse::Turn(_) => EngineHelp::Hint,
            EngineUse::Game(_) => EngineHelp::Review,
        };
        Err(Refusal::BelongsToGame { board, wanted })
    }

    /// `<game> retry`: a practice game from a position of a finished game, in the seat of the
    /// player who was to move there.
    pub(crate) fn retry(
        self,
        board: BoardId,
        turn: u32,
        level: ComputerLevel,
    ) -> Result<Decision, Refusal> {
        let speaker = self.speaker()?;
        let computer = account(level).and_then(|user| self.state.users.get(&user));
        let computer = computer.ok_or(ComputerLevelError::Unknown)?;
        let record = self.state.boards.get(&board).ok_or_else(|| no_such_board(board))?;
        if is_declined(record.ended.as_ref()) {
            return Err(no_such_board(board));
        }
        if record.ended.is_none() {
            return Err(Refusal::NotOver { board, wanted: AfterEnd::Retry });
        }
        let turns = record.turns.len();
        let Some(before) = turn.checked_sub(1).map(|turn| turn as usize).filter(|&at| at < turns)
        else {
            return Err(Refusal::NoSuchTurn { board, turn, turns });
        };
        self.must_be_open_to(speaker, computer, board.kind, false)?;
        if let Ok(game) = record.game() {
            self.must_be_lent(speaker, EngineUse::Practice(&game.at(before)))?;
        }
        let mover = record.turns[before].seat;
        let mut players = [&speaker.id, &computer.id];
        if mover == Seat::Second {
            players.reverse();
        }
        let given = record.turns[..before].iter().map(|turn| turn.text.to_string()).collect();
        self.open(GameOpening {
            kind: board.kind,
            options: &record.options,
            terms: Terms { rated: false, ..Terms::default() },
            players,
            origin: Origin::Challenge,
            teaching: false,
            given,
            offered_to: None,
        })
    }
}

/// Decides the computer's answer, a turn or an answer to an offer, as if a person had typed it. If
/// the question is no longer open, nothing happens, so only one of two answers to it counts. `said`
/// is a text for the opponent.
///
/// `state` must hold the board.
#[must_use]
pub fn decide_answer(
    state: &State,
    task: &ComputerTask,
    chosen: Move,
    said: Option<String>,
    now: Timestamp,
) -> Decision {
    let record = state.boards.get(&task.board).filter(|record| task.is_current(record));
    let Some(record) = record else { return Decision::default() };
    let request = task.request(&record.players[task.seat.index()], chosen, said);
    decide(state, &request, &Evidence::default(), now)
}
