//! Tables: a byte for every state of a small board, filled from the end of the game to its start.

use carrick_games::{Board, Colour, Outcome, Position, Seat, TurnSet as _};

use crate::tables::score::{Coding, Score};

/// Version of the format of certificates.
pub const FORMAT: u32 = 1;
/// Version of the rules. It grows whenever a rule changes so that a value could.
pub const RULES: u32 = 1;

/// A game whose small boards are solved by a table.
pub trait Tabled: Board {
    /// The shape of the table of one board.
    type Shape: Shape<Self>;

    /// The table of a board with these options; `None` where it would be too large.
    fn shape(options: Self::Options) -> Option<Self::Shape>;

    /// The options as they stand in the head of a table: those on which its bytes depend.
    fn table_options(options: Self::Options) -> String;

    /// Dark's points less Light's if the game ended here, in games that are decided by points.
    #[must_use]
    fn lead_of_dark(&self) -> Option<i16> {
        None
    }
}

/// The states of a board in the order of its table, and how their values follow from one another.
pub trait Shape<B: Board> {
    /// Meaning of the bytes.
    const CODING: Coding;

    /// Number of states: the length of the table in bytes.
    fn states(&self) -> usize;

    /// Memory in use beside the table while it is filled, in bytes, about.
    fn working_bytes(&self) -> usize;

    /// Fills a part of the table: the bytes from `filled` on are done, and those from the returned
    /// index on will be.
    ///
    /// # Errors
    /// A distance does not fit into a byte.
    fn fill(&self, table: &mut [u8], filled: usize) -> Result<usize, TooFar>;

    /// The index of a position of a game that is not over; `None` where its value follows from
    /// those of the positions after it only: in the opening.
    fn index(&self, position: &Position<B>) -> Option<usize>;
}

/// A game in which the winner needs more turns than a byte can tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a win takes more turns than this kind of table can hold")]
pub struct TooFar;

/// Score of a position for the player in a seat, by a complete table.
pub fn score_of<B: Tabled>(
    shape: &B::Shape,
    table: &[u8],
    position: &Position<B>,
    seat: Seat,
) -> Score {
    if let Some(outcome) = position.outcome() {
        return ended(position.board(), outcome, seat);
    }
    let mover = position.board().seat_to_move();
    let for_seat = |score: Score| if mover == seat { score } else { score.for_opponent() };
    if let Some(index) = shape.index(position) {
        return for_seat(B::Shape::CODING.read(table[index]));
    }
    let turns = position.legal_turns();
    let scores = turns.iter().map(|turn| {
        let mut next = position.clone();
        next.play_unchecked(turn);
        score_of::<B>(shape, table, &next, mover).one_turn_earlier()
    });
    let best = scores.reduce(|best, score| if score.compare(best).is_gt() { score } else { best });
    // A game that is not over has a turn.
    for_seat(best.unwrap_or(Score::DRAW))
}

/// Score of a finished game for the player in a seat.
fn ended<B: Tabled>(board: &B, outcome: Outcome, seat: Seat) -> Score {
    if let Some(lead) = board.lead_of_dark() {
        let is_dark = board.colour_of(seat) == Colour::Dark;
        return Score::by_points(if is_dark { lead } else { -lead });
    }
    match outcome.winner() {
        None => Score::DRAW,
        Some(winner) if board.seat_of(winner) == seat => Score::win_in(0),
        Some(_) => Score::loss_in(0),
    }
}
