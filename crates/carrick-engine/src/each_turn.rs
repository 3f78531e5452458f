//! What every turn is worth, by a search of its own for each.

use carrick_games::{AnyGame, Game, TurnSet as _};

use crate::{Line, Report, Searchable, Thought, Value};

/// What each legal turn is worth to its player, in no order that means anything. `think` tells what a position
/// after one is worth to whoever is to move there; it is not asked where the game is over.
///
/// A search for the best turn spares itself most of the others. Where they all matter, as on a map of
/// the board, each is given as much thought as the rest:
///
/// ```
/// use carrick_engine::{Engine, Limits, each_turn};
/// use carrick_games::{AnyGame, AnyOptions, GameKind, Limits as Sizes};
/// let options = AnyOptions::parse(GameKind::Antipod, &["-radius=2"], Sizes::Scripts)?;
/// let game = AnyGame::new(options);
/// let lines = each_turn(&game, |after| Engine::new(after, 1).think(Limits::nodes(10)));
/// assert_eq!(lines.len(), game.legal().len());
/// assert!(lines.iter().all(|line| line.visits <= 10));
/// # Ok::<(), carrick_games::OptionError>(())
/// ```
pub fn each_turn(game: &AnyGame, mut think: impl FnMut(&AnyGame) -> Thought) -> Vec<Line<String>> {
    macro_rules! each {
        ($($variant:ident)*) => {
            match game {$(
                AnyGame::$variant(game) => {
                    let lines = of(game, |after| think(&AnyGame::$variant(after.clone())));
                    let name = |line: Line<_>| line.named_from(game.position());
                    lines.into_iter().map(name).collect()
                }
            )*}
        };
    }
    each!(Ankor Boche Antipod Anchor)
}

/// The same for a game of one kind, in the order of its turns.
pub(crate) fn of<B: Searchable, T>(
    game: &Game<B>,
    mut think: impl FnMut(&Game<B>) -> Report<T>,
) -> Vec<Line<B::Turn>> {
    let mover = game.board().seat_to_move();
    let line = |turn| {
        let mut after = game.clone();
        after.play_unchecked(turn);
        let (value, proved, visits) = match after.outcome() {
            Some(outcome) => {
                let worth = Value::of(after.board(), outcome, mover);
                (worth.points(), Some(worth), 1)
            }
            None => {
                let report = think(&after);
                let visits = u32::try_from(report.nodes).unwrap_or(u32::MAX);
                if after.board().seat_to_move() == mover {
                    (report.value, report.proved, visits)
                } else {
                    (1.0 - report.value, report.proved.map(Value::reversed), visits)
                }
            }
        };
        Line { turn, value, proved, margin: None, visits, continuation: Vec::new() }
    };
    game.legal_turns().iter().map(line).collect()
}
