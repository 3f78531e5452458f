//! Fair play: which games lend nobody an engine, and which positions belong to them.

use std::collections::BTreeSet;

use carrick_games::{AnyGame, Board as _, GameOptions as _, match_game};

use crate::people::computer_level;
use crate::state::BoardRecord;

/// Number of turns by which a position may go beyond a running game's and still belong to it.
const AHEAD: usize = 6;

/// Number of turns by which it may lie before.
const BEHIND: usize = 2;

/// Whether players must find their turns on a board by themselves: a game between people, rated or
/// not, and a rated one against the computer, until it has ended.
///
/// ```
/// # use carrick_games::GameKind;
/// use carrick_service::{BoardId, BoardRecord, Terms, plays_alone};
/// # use jiff::Timestamp;
/// # let id = BoardId { kind: GameKind::Antipod, number: 101 };
/// let board = |players: [&str; 2], rated| {
///     let players = players.map(|name| name.parse().unwrap());
///     let terms = Terms { rated, ..Terms::default() };
///     BoardRecord::new(id, players, "-radius=6", terms, Timestamp::UNIX_EPOCH)
/// };
/// assert!(plays_alone(&board(["ann", "bob"], false)));
/// assert!(plays_alone(&board(["ann", "level3"], true)));
/// assert!(!plays_alone(&board(["ann", "level3"], false)));
/// ```
#[must_use]
pub fn plays_alone(board: &BoardRecord) -> bool {
    let is_practice =
        !board.terms.rated && board.players.iter().any(|user| computer_level(user).is_some());
    board.ended.is_none() && !is_practice
}

/// Whether an analysed position belongs to a running game: it is the one on its board, or comes
/// from it by a few turns, or came a turn or two before; or a symmetry of the board makes it so.
///
/// ```
/// use carrick_games::{AnyGame, AnyOptions, GameKind, SizeLimits};
/// use carrick_service::is_of_game;
/// let options = AnyOptions::parse(GameKind::Antipod, &["-radius=4"], SizeLimits::Challenge)?;
/// let game = |turns: &str| {
///     let play = |game: AnyGame, turn| game.play_text(turn).unwrap();
///     turns.split(' ').fold(AnyGame::new(options), play)
/// };
/// let running = game("f4 e3 d5 c4");
/// assert!(is_of_game(&game("f4 e3 d5 c4"), &running));
/// assert!(is_of_game(&game("d5 e3 f4 c4 b3"), &running));
/// assert!(is_of_game(&game("f4 e3"), &running));
/// assert!(!is_of_game(&game("b3 e3 d5 c4"), &running));
/// # Ok::<(), carrick_games::OptionError>(())
/// ```
#[must_use]
pub fn is_of_game(analysed: &AnyGame, running: &AnyGame) -> bool {
    if analysed.kind() != running.kind() || size(analysed) != size(running) {
        return false;
    }
    let here = analysed.cells();
    // The empty board and the first turn belong to all games.
    let before = (1..=BEHIND).filter_map(|turns| running.ply().checked_sub(turns));
    let before = before.filter(|&ply| ply > 1).map(|ply| running.at(ply));
    if before.flat_map(|game| game.images()).any(|image| image == here) {
        return true;
    }
    let images = running.images();
    // Cubes that were moved leave their places, so the way there counts too.
    let way = (0..=AHEAD.min(analysed.ply())).map(|turns| analysed.at(analysed.ply() - turns));
    if way.map(|game| game.cells()).any(|cells| images.contains(&cells)) {
        return true;
    }
    let pieces: BTreeSet<&String> = here.iter().collect();
    let holds = |image: &Vec<String>| {
        here.len() <= image.len() + AHEAD && image.iter().all(|piece| pieces.contains(piece))
    };
    images.iter().any(holds)
}

fn size(game: &AnyGame) -> u8 {
    match_game!(game, AnyGame(game) => game.board().options().size())
}
