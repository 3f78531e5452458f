//! Tactics: decisive turns, which win immediately, and anti-decisive ones, which prevent the
//! opponent's.
//!
//! A player who can win immediately does so (a decisive turn). Otherwise, if the opponent could win
//! with the next turn, only turns that prevent it are considered (anti-decisive turns). Both are
//! found by playing turns on boards; each game excludes turns that cannot end it.

use carrick_games::{Board, Game, Seat, TurnSet as _};

/// What a game knows about turns that may end it.
pub trait Tactics: Board {
    /// Whether a legal turn may end the game; `false` only if that is impossible.
    fn may_end(&self, turn: Self::Turn) -> bool;

    /// Whether a turn that wins for a player keeps winning until a player makes that very turn. If
    /// so, one turn answers one threat.
    const THREATS_STAY: bool = false;
}

/// Turns that answer a threat of the opponent to win with the next turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answers<T> {
    /// No turn lets the opponent win immediately.
    Any,
    /// After any other turn, the opponent wins immediately or has already won. If the list is
    /// empty, the game is lost, unless the player to move wins first.
    Only(Vec<T>),
}

/// A turn that wins the game immediately.
///
/// ```
/// use carrick_engine::tactics::winning_turn;
/// use carrick_games::{Game, anchor};
/// let mut game = Game::<anchor::Board>::new(anchor::Options::default());
/// for turn in ["A1", "pass"] {
///     game = game.play_text(turn)?;
/// }
/// assert_eq!(winning_turn(&game), Some(anchor::Turn::Pass));
/// # Ok::<(), carrick_games::PlayError<Game<anchor::Board>>>(())
/// ```
#[must_use]
pub fn winning_turn<B: Tactics>(game: &Game<B>) -> Option<B::Turn> {
    winning_turn_among(game.board(), &game.legal_turns())
}

/// A legal turn of a board that wins immediately.
pub(crate) fn winning_turn_among<B: Tactics>(board: &B, turns: &B::Turns) -> Option<B::Turn> {
    turns.iter().find(|&turn| winner(board, turn) == Some(board.seat_to_move()))
}

/// All turns that win the game immediately.
#[must_use]
pub fn winning_turns<B: Tactics>(game: &Game<B>) -> Vec<B::Turn> {
    let board = game.board();
    let turns = game.legal_turns();
    turns.iter().filter(|&turn| winner(board, turn) == Some(board.seat_to_move())).collect()
}

/// Maximum number of turns tried in a search for threats.
const TRIED: usize = 24;

/// The turns with which the opponent threatens to win immediately: if half or more of the player's
/// turns allow such a win, those that are allowed most often.
///
/// If only few turns allow it, such as a pass after a pass, those are errors, and there is no
/// threat. If threats do not [stay](Tactics::THREATS_STAY), at most 24 turns are tried, spread
/// evenly over all legal ones, so that the work grows with the number of turns and not with its
/// square.
///
/// ```
/// use carrick_engine::tactics::threats;
/// use carrick_games::{Game, GameOptions as _, SizeLimits, antipod};
/// let options = antipod::Options::parse(&["-radius=2"], SizeLimits::Scripts)?;
/// let game = Game::<antipod::Board>::new(options);
/// assert_eq!(threats(&game), []);
/// # Ok::<(), carrick_games::OptionError>(())
/// ```
#[must_use]
pub fn threats<B: Tactics>(game: &Game<B>) -> Vec<B::Turn> {
    let (board, turns) = (game.board(), game.legal_turns());
    if B::THREATS_STAY {
        return lasting_threats(board, &turns, |_| true);
    }
    let opponent = !board.seat_to_move();
    let (mut tried, mut lost) = (0_usize, 0_usize);
    let mut found: Vec<(B::Turn, usize)> = Vec::new();
    for turn in turns.iter().step_by(turns.len().div_ceil(TRIED).max(1)) {
        let mut after = *board;
        after.play_unchecked(turn);
        if after.outcome().is_some() {
            continue;
        }
        tried += 1;
        let replies = after.legal_turns();
        let mut is_lost = false;
        for reply in replies.iter().filter(|&reply| winner(&after, reply) == Some(opponent)) {
            is_lost = true;
            match found.iter_mut().find(|(known, _)| *known == reply) {
                Some((_, times)) => *times += 1,
                None => found.push((reply, 1)),
            }
        }
        lost += usize::from(is_lost);
    }
    if 2 * lost < tried {
        return Vec::new();
    }
    let most = found.iter().map(|&(_, times)| times).max().unwrap_or(0);
    found.into_iter().filter(|&(_, times)| 2 * times > most).map(|(turn, _)| turn).collect()
}

/// The turns that keep the opponent from winning immediately.
#[must_use]
pub fn answers<B: Tactics>(game: &Game<B>) -> Answers<B::Turn> {
    answers_among(game.board(), &game.legal_turns())
}

/// The legal turns of a board that keep the opponent from winning immediately.
pub(crate) fn answers_among<B: Tactics>(board: &B, turns: &B::Turns) -> Answers<B::Turn> {
    if B::THREATS_STAY {
        return answers_to(&lasting_threats(board, turns, |_| true));
    }
    let safe: Vec<B::Turn> = turns.iter().filter(|&turn| is_safe(board, turn)).collect();
    if safe.len() == turns.len() { Answers::Any } else { Answers::Only(safe) }
}

/// The turns that keep the opponent from winning immediately, if only suspected turns may be
/// threats; `None` in a game whose threats do not stay.
pub(crate) fn answers_to_suspects<B: Tactics>(
    board: &B,
    turns: &B::Turns,
    suspected: impl Fn(B::Turn) -> bool,
) -> Option<Answers<B::Turn>> {
    B::THREATS_STAY.then(|| answers_to(&lasting_threats(board, turns, suspected)))
}

/// One turn answers one lasting threat, and no turn answers two.
fn answers_to<T: Copy>(threats: &[T]) -> Answers<T> {
    match *threats {
        [] => Answers::Any,
        [threat] => Answers::Only(vec![threat]),
        _ => Answers::Only(Vec::new()),
    }
}

/// The winner after a turn, if it ends the game.
fn winner<B: Tactics>(board: &B, turn: B::Turn) -> Option<Seat> {
    if !board.may_end(turn) {
        return None;
    }
    let mut after = *board;
    after.play_unchecked(turn);
    Some(after.seat_of(after.outcome()?.winner()?))
}

/// Whether the opponent has not won after a turn, and cannot win with the next one.
fn is_safe<B: Tactics>(board: &B, turn: B::Turn) -> bool {
    let mover = board.seat_to_move();
    let mut after = *board;
    after.play_unchecked(turn);
    match after.outcome() {
        Some(outcome) => outcome.winner().is_none_or(|winner| after.seat_of(winner) == mover),
        None => after.legal_turns().iter().all(|reply| winner(&after, reply) != Some(!mover)),
    }
}

/// The suspected turns with which the opponent would win, in a game whose threats stay. Such a game
/// has no pass, so a first turn stands in for one, and a second turn tests the first.
fn lasting_threats<B: Tactics>(
    board: &B,
    turns: &B::Turns,
    suspected: impl Fn(B::Turn) -> bool,
) -> Vec<B::Turn> {
    if !turns.iter().any(&suspected) {
        return Vec::new();
    }
    let opponent = !board.seat_to_move();
    let after = |turn| {
        let mut after = *board;
        after.play_unchecked(turn);
        after
    };
    let mut stand_ins = turns.iter().filter(|&turn| after(turn).outcome().is_none());
    let Some(first) = stand_ins.next() else { return Vec::new() };
    let board = after(first);
    let wins = |board: &B, reply| suspected(reply) && winner(board, reply) == Some(opponent);
    let mut threats: Vec<B::Turn> =
        board.legal_turns().iter().filter(|&reply| wins(&board, reply)).collect();
    if let Some(second) = stand_ins.next()
        && wins(&after(second), first)
    {
        threats.push(first);
    }
    threats
}
