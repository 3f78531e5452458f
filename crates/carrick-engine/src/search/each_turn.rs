//! The value of every turn, by a separate search for each.

use carrick_games::{Game, TurnSet as _};

use crate::report::{Report, ReportLine, Value};
use crate::searchable::Searchable;

/// Value of each legal turn to its player, in the order of the turns. `think` searches a position
/// after a turn; it is not called if the game is over.
///
/// A search for the best turn skips most of the work on the others. If they all matter, as on a map
/// of the board, each gets as much thought as the rest. Of turns that a symmetry of the position
/// maps onto each other, only one is searched, and the others get its value:
///
/// ```
/// use carrick_engine::{Engine, Limits, Memory, each_turn};
/// use carrick_games::{Game, TurnSet as _, antipod};
/// let game = Game::<antipod::Board>::new(antipod::Options::default());
/// let mut searches = 0;
/// let lines = each_turn(&game, |after| {
///     searches += 1;
///     Engine::new(after, 1, Memory::default()).think(Limits::nodes(1))
/// });
/// assert_eq!(lines.len(), game.legal_turns().len());
/// assert!(6 * searches < lines.len());
/// ```
pub fn each_turn<B: Searchable, T>(
    game: &Game<B>,
    mut think: impl FnMut(&Game<B>) -> Report<T>,
) -> Vec<ReportLine<B::Turn>> {
    let symmetries = game.symmetries();
    let options = game.board().options();
    let mut lines: Vec<ReportLine<B::Turn>> = Vec::new();
    for turn in game.legal_turns().iter() {
        let mut images = symmetries.iter().map(|&by| B::turn_image(options, turn, by));
        let known = images.find_map(|image| lines.iter().find(|line| line.turn == image));
        let line = match known {
            Some(line) => ReportLine { turn, ..line.clone() },
            None => line_of(game, turn, &mut think),
        };
        lines.push(line);
    }
    lines
}

/// Value of each legal turn to its player by a separate search, ignoring symmetries.
pub(crate) fn each_turn_alone<B: Searchable, T>(
    game: &Game<B>,
    mut think: impl FnMut(&Game<B>) -> Report<T>,
) -> Vec<ReportLine<B::Turn>> {
    game.legal_turns().iter().map(|turn| line_of(game, turn, &mut think)).collect()
}

/// The value of a turn to its player.
fn line_of<B: Searchable, T>(
    game: &Game<B>,
    turn: B::Turn,
    think: &mut impl FnMut(&Game<B>) -> Report<T>,
) -> ReportLine<B::Turn> {
    let mover = game.board().seat_to_move();
    let mut after = game.clone();
    after.play_unchecked(turn);
    let (value, proved, visits) = match after.outcome() {
        Some(outcome) => {
            let value = Value::of(after.board(), outcome, mover);
            (value.points(), Some(value), 1)
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
    ReportLine { turn, value, proved, margin: None, visits, continuation: Vec::new() }
}
