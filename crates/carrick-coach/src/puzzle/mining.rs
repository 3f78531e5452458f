//! Mining puzzles: positions with exactly one winning turn.

use carrick_engine::tactics::{Answers, answers, winning_turns};
use carrick_engine::{Exact, Searchable, opening};
use carrick_games::{AnyGame, Game, Notation, TurnSet as _, match_game};

use crate::puzzle::proof::{
    Certainty, Effort, KnownValue, ProofFinding, ProofVerdict, WinJudge, may_repeat,
};

// Finding puzzles: positions with exactly one winning turn, and the solution that starts there.

/// Maximum number of the solver's turns in a puzzle.
pub const MOST_OWN_TURNS: usize = 5;

/// Number of replies, the most stubborn first, among which the best defence is sought.
const DEFENCES: usize = 3;

/// Maximum value of the second-best turn if it is not proved to fail, 0 to 1. It may be hard to
/// beat, but must not be a win that the search merely failed to prove.
const MOST_SECOND: f32 = 0.6;

/// A position with exactly one winning turn.
#[derive(Debug, Clone, PartialEq)]
pub struct MinedPosition {
    /// The winning turn, the best defence, the next winning turn and so on; the first and the last
    /// turn are those of the player to move.
    pub solution: Vec<String>,
    /// How certain it is that no other turn wins.
    pub certainty: Certainty,
    /// Whether the first turn wins immediately.
    pub at_once: bool,
}

/// Looks for exactly one winning turn in a game's current position, and for the line that follows.
///
/// The solution continues with the best defence as long as exactly one turn wins. The best defence
/// is the reply that takes the longest search to refute, among those after which exactly one turn
/// wins. Looks up in `exact` what the search does not settle.
///
/// ```
/// use carrick_coach::puzzle::{Dull, Effort, examine};
/// use carrick_games::{AnyGame, AnyOptions, GameKind, SizeLimits};
/// let options = AnyOptions::parse(GameKind::Boche, &["-size=2"], SizeLimits::Scripts)?;
/// let game = AnyGame::new(options);
/// let effort = Effort::mining(GameKind::Boche);
/// assert_eq!(examine(&game, effort, 1, &()), Err(Dull::NotInPlay)); // a swap may follow
/// # Ok::<(), carrick_games::OptionError>(())
/// ```
///
/// # Errors
/// Returns why the position is not a puzzle.
pub fn examine(
    game: &AnyGame,
    effort: Effort,
    seed: u64,
    exact: &dyn Exact,
) -> Result<MinedPosition, Dull> {
    match_game!(game, AnyGame(game) => {
        examine_game(game, effort, seed, &|game| exact.value(&game.clone().into()), false)
    })
}

/// Looks for puzzles after each of the most stubborn replies in a lost position: those after which
/// exactly one turn of the opponent wins. Returns each one with the game after the reply.
///
/// In games, the loser seldom defends so well that the winner has to find the only winning turn;
/// these replies do.
#[must_use]
pub fn examine_defences(
    game: &AnyGame,
    effort: Effort,
    seed: u64,
    exact: &dyn Exact,
) -> Vec<(AnyGame, MinedPosition)> {
    match_game!(game, AnyGame(game) => {
        let known = |game: &Game<_>| exact.value(&game.clone().into());
        let found = examine_replies(game, effort, seed, &known).into_iter();
        found.map(|(game, found)| (game.into(), found)).collect()
    })
}

fn examine_replies<B: Searchable + Notation>(
    game: &Game<B>,
    effort: Effort,
    seed: u64,
    known: KnownValue<'_, B>,
) -> Vec<(Game<B>, MinedPosition)> {
    let Some(loser) = game.seat_to_move() else { return Vec::new() };
    let mut judge = WinJudge::new(!loser, effort.times(ROOT), seed, known);
    if game.turns().len() <= opening::LATEST_SWAP_PLY as usize
        || judge.judge(game).verdict != ProofVerdict::Wins
    {
        return Vec::new();
    }
    judge.set_effort(effort);
    let mut found = Vec::new();
    for (_, after) in stubborn_replies(&judge, game, REPLIES) {
        if winning_turns(&after).is_empty()
            && let Ok(one) = examine_game(&after, effort, seed, known, true)
        {
            found.push((after, one));
        }
    }
    found
}

/// Number of replies after which puzzles are sought.
const REPLIES: usize = 24;

/// See [`examine`]; `is_won` means that some turn is known to win.
fn examine_game<B: Searchable + Notation>(
    game: &Game<B>,
    effort: Effort,
    seed: u64,
    known: KnownValue<'_, B>,
    is_won: bool,
) -> Result<MinedPosition, Dull> {
    let mover = game.seat_to_move().ok_or(Dull::NotInPlay)?;
    if game.turns().len() <= opening::LATEST_SWAP_PLY as usize {
        return Err(Dull::NotInPlay);
    }
    if game.legal_turns().len() < 2 {
        return Err(Dull::Forced);
    }
    let at_once = winning_turns(game);
    match at_once.len() {
        0 => match answers(game) {
            Answers::Only(turns) if turns.len() == 1 => return Err(Dull::Forced),
            Answers::Only(turns) if turns.is_empty() => return Err(Dull::NoWin),
            Answers::Only(_) | Answers::Any => {}
        },
        1 => {}
        _ => return Err(Dull::Several),
    }
    let mut judge = WinJudge::new(mover, effort.times(ROOT), seed, known);
    match if is_won { ProofVerdict::Wins } else { judge.judge(game).verdict } {
        ProofVerdict::Wins => {}
        ProofVerdict::Fails => return Err(Dull::NoWin),
        ProofVerdict::Open(_) => return Err(Dull::Unclear),
    }
    judge.set_effort(effort);
    let (first, certainty) = only_win(&mut judge, game)?;
    let mut after = game.clone();
    after.play_unchecked(first);
    let mut solution = vec![first];
    // A solution that starts with a proof has proofs throughout: it stops where they do.
    let proved = certainty.is_proved();
    solution.extend(defend(&mut judge, &after, SolutionLine { own: 1, proved }));
    Ok(MinedPosition { solution: names(game, &solution), certainty, at_once: !at_once.is_empty() })
}

/// How many times the effort for one turn the search spends on whether any turn wins.
const ROOT: u64 = 2;

/// The only winning turn of a position, and how certain that is.
pub(in crate::puzzle) fn only_win<B: Searchable>(
    judge: &mut WinJudge<'_, B>,
    game: &Game<B>,
) -> Result<(B::Turn, Certainty), Dull> {
    let findings = judge.only_win(game).ok_or(Dull::Several)?;
    let wins = |(_, finding): &&(B::Turn, ProofFinding)| finding.verdict == ProofVerdict::Wins;
    let &(turn, _) = findings.iter().find(wins).ok_or(Dull::Unclear)?;
    let nodes = findings.iter().map(|(_, finding)| finding.nodes).sum();
    let open = |finding: &ProofFinding| match finding.verdict {
        ProofVerdict::Open(value) => Some(value),
        ProofVerdict::Wins | ProofVerdict::Fails => None,
    };
    let second = findings.iter().filter_map(|(_, finding)| open(finding)).reduce(f32::max);
    match second {
        None => Ok((turn, Certainty::Proved { nodes })),
        Some(second) if may_repeat(B::KIND) && second <= MOST_SECOND => {
            // The value is no more accurate than a hundredth.
            let second = (second * 100.0).round() / 100.0;
            Ok((turn, Certainty::Searched { nodes, second }))
        }
        Some(_) => Err(Dull::Unclear),
    }
}

/// The solution so far.
#[derive(Debug, Clone, Copy)]
struct SolutionLine {
    /// Number of the solver's turns in it.
    own: usize,
    /// Whether each of them is proved to be the only one that wins.
    proved: bool,
}

/// The best defence in a lost position and the line that follows, as long as exactly one turn wins;
/// see [`SolutionLine`].
fn defend<B: Searchable>(
    judge: &mut WinJudge<'_, B>,
    game: &Game<B>,
    so_far: SolutionLine,
) -> Vec<B::Turn> {
    if so_far.own == MOST_OWN_TURNS || game.outcome().is_some() {
        return Vec::new();
    }
    for (reply, after) in stubborn_replies(judge, game, DEFENCES) {
        let Ok((turn, certainty)) = only_win(judge, &after) else { continue };
        if so_far.proved && !certainty.is_proved() {
            continue;
        }
        let mut next = after;
        next.play_unchecked(turn);
        let mut line = vec![reply, turn];
        line.extend(defend(judge, &next, SolutionLine { own: so_far.own + 1, ..so_far }));
        return line;
    }
    Vec::new()
}

/// The most stubborn replies, each with the game after it: those that do not let the attacker win
/// immediately, if there are any, and of these the ones that take the longest search.
fn stubborn_replies<B: Searchable>(
    judge: &WinJudge<'_, B>,
    game: &Game<B>,
    most: usize,
) -> Vec<(B::Turn, Game<B>)> {
    let mut replies: Vec<(u64, B::Turn, Game<B>)> = Vec::new();
    for turn in game.legal_turns().iter() {
        let mut after = game.clone();
        after.play_unchecked(turn);
        if after.outcome().is_none() {
            // A search that starts from nothing is enough to tell hard refutations from easy ones.
            let at_once = !winning_turns(&after).is_empty();
            let nodes = if at_once { 0 } else { judge.afresh().judge(&after).nodes };
            replies.push((nodes, turn, after));
        }
    }
    replies.sort_by_key(|(nodes, ..)| std::cmp::Reverse(*nodes));
    if replies.first().is_some_and(|&(nodes, ..)| nodes > 0) {
        replies.retain(|&(nodes, ..)| nodes > 0);
    }
    replies.into_iter().take(most).map(|(_, turn, after)| (turn, after)).collect()
}

/// Names of the turns of a line, each in the position where it is played.
fn names<B: Searchable + Notation>(game: &Game<B>, line: &[B::Turn]) -> Vec<String> {
    let mut game = game.clone();
    let name = |&turn| {
        let name = game.turn_name(turn).to_string();
        game.play_unchecked(turn);
        name
    };
    line.iter().map(name).collect()
}

// Reasons to reject a position.

/// Why a position was rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, thiserror::Error)]
pub enum Dull {
    /// The game is over, or the players have not settled their sides yet.
    #[error("not in play")]
    NotInPlay,
    /// At most one turn is legal, or at most one keeps the opponent from winning immediately.
    #[error("forced replies")]
    Forced,
    /// No win was found for the player to move.
    #[error("no win found")]
    NoWin,
    /// More than one turn wins.
    #[error("more than one winning turn")]
    Several,
    /// The searches could not settle whether another turn also wins.
    #[error("not settled within the limits")]
    Unclear,
    /// One turn wins immediately, or only passing wins, and there are enough such puzzles.
    #[error("wins at once or by passing")]
    AtOnce,
    /// The first level finds a puzzle of one turn.
    #[error("one turn, obvious to level1")]
    Obvious,
    /// The position, or its image under a symmetry, is already a puzzle.
    #[error("twins")]
    Twin,
    /// Another puzzle on the same kind of board has this solution of several turns, so they look
    /// alike.
    #[error("solution of another puzzle")]
    SameSolution,
    /// The game has already provided a puzzle from a similar stage.
    #[error("near another puzzle of the game")]
    SameGame,
}

impl Dull {
    /// All reasons, in the order in which they are checked.
    pub const ALL: [Self; 10] = [
        Self::NotInPlay,
        Self::Forced,
        Self::NoWin,
        Self::Several,
        Self::Unclear,
        Self::AtOnce,
        Self::Obvious,
        Self::Twin,
        Self::SameSolution,
        Self::SameGame,
    ];
}
