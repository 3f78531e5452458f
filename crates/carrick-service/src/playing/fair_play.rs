//! Fair play: in which games the engine is not available, and which positions belong to them.

use carrick_games::{AnyGame, Board as _, GameOptions as _, match_game};

use crate::people::{BoardId, Userid, computer_level};
use crate::state::BoardRecord;

/// Maximum number of turns by which a position may be ahead of a running game and still belong to
/// it.
const AHEAD: usize = 6;

/// Maximum number of turns by which it may be behind.
const BEHIND: usize = 2;

/// Number of pieces up to which positions are alike by chance.
const FEW: usize = 3;

/// Number of turns from which a game counts as separate.
const SHARED: usize = 2;

/// Whether a board must be played without help: a game between people, rated or not, or a rated
/// game against the computer, until it has ended.
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

/// Purpose for which a user wants an engine.
#[derive(Debug, Clone, Copy)]
pub enum EngineUse<'a> {
    /// A position that they name: an analysis, or a game against the computer that starts there.
    Position(&'a AnyGame),
    /// The current position of a practice game, or the position of a finished game from which one
    /// starts: a hint, another try.
    Practice(&'a AnyGame),
    /// Every position of a game: a review.
    Game(&'a AnyGame),
    /// The position of a practice game in which the computer is to move. The first turns of many
    /// games are the same, and belong to none.
    Turn(&'a AnyGame),
}

/// The running game among some boards because of which the user may not use the engine: they must
/// play it without help, and what they ask about belongs to it. Everything that shows what the
/// computer thinks of a position checks this first.
#[must_use]
pub fn running_game_of<'a>(
    user: &Userid,
    of: EngineUse<'_>,
    boards: impl IntoIterator<Item = &'a BoardRecord>,
) -> Option<BoardId> {
    let (EngineUse::Position(game)
    | EngineUse::Practice(game)
    | EngineUse::Game(game)
    | EngineUse::Turn(game)) = of;
    let is_theirs = |record: &&BoardRecord| {
        record.id.kind == game.kind() && record.seat_of(user).is_some() && plays_alone(record)
    };
    let is_near = |game: &AnyGame, running: &AnyGame| {
        comes_through(game, game.ply().saturating_sub(AHEAD), running) || is_before(game, running)
    };
    let belongs = |running: &AnyGame| match of {
        EngineUse::Position(position) => is_of_game(position, running),
        EngineUse::Practice(game) => is_near(game, running),
        EngineUse::Turn(game) => game.ply().min(running.ply()) > FEW && is_near(game, running),
        EngineUse::Game(game) => comes_through(game, 0, running),
    };
    let mut running = boards.into_iter().filter(is_theirs);
    running.find(|record| record.game().is_ok_and(|running| belongs(&running))).map(|it| it.id)
}

/// Whether an analysed position belongs to a running game: it is the one on its board, up to a few
/// turns ahead of it, or a turn or two behind, in any symmetry of the board.
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
/// // All turns but the last, in whatever order.
/// let running = game("f4 e3 d5 c4 b3 e5 d3 c3");
/// assert!(is_of_game(&game("f4 e3 d5 c4 b3 c3 d3"), &running));
/// # Ok::<(), carrick_games::OptionError>(())
/// ```
#[must_use]
pub fn is_of_game(analysed: &AnyGame, running: &AnyGame) -> bool {
    if analysed.kind() != running.kind() || size(analysed) != size(running) {
        return false;
    }
    let here = analysed.cells();
    if is_before(analysed, running) {
        return true;
    }
    let images = running.images();
    // Moved cubes leave their places, so the turns in between count as well.
    let way = (0..=AHEAD.min(analysed.ply())).map(|turns| analysed.at(analysed.ply() - turns));
    way.map(|game| game.cells()).any(|cells| images.contains(&cells))
        || images.iter().any(|image| holds(&here, image))
}

/// Whether a game that was played for itself comes, after so many turns, through a position that
/// belongs to a running game: the one on its board, or one that holds all its pieces and a few
/// more. Openings are too much alike for that.
fn comes_through(game: &AnyGame, after: usize, running: &AnyGame) -> bool {
    let alike = game.kind() == running.kind() && size(game) == size(running);
    if !alike || running.ply() < SHARED {
        return false;
    }
    let images = running.images();
    (after..=game.ply()).any(|ply| {
        let here = game.at(ply).cells();
        images.iter().any(|image| *image == here || image.len() > FEW && holds(&here, image))
    })
}

/// Whether a position came a turn or two before that of a running game, or has all its pieces but
/// one or two, played in whatever order. The empty board and first turn belong to all games.
fn is_before(game: &AnyGame, running: &AnyGame) -> bool {
    if game.kind() != running.kind() || size(game) != size(running) {
        return false;
    }
    let here = game.cells();
    let lacks_few = |image: &Vec<String>| {
        image.len() > here.len() && image.len() - here.len() <= BEHIND && covers(image, &here)
    };
    if here.len() > FEW && running.images().iter().any(lacks_few) {
        return true;
    }
    let before = (1..=BEHIND).filter_map(|turns| running.ply().checked_sub(turns));
    let before = before.filter(|&ply| ply >= SHARED).map(|ply| running.at(ply));
    before.flat_map(|game| game.images()).any(|image| image == here)
}

/// Whether a position holds all pieces of an image and a few more.
fn holds(here: &[String], image: &[String]) -> bool {
    let is_near = (image.len()..=image.len() + AHEAD).contains(&here.len());
    is_near && covers(here, image)
}

fn covers(here: &[String], pieces: &[String]) -> bool {
    pieces.iter().all(|piece| here.contains(piece))
}

fn size(game: &AnyGame) -> u8 {
    match_game!(game, AnyGame(game) => game.board().options().size())
}
