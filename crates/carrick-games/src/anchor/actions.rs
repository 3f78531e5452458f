//! The action space of Anchor: points, then swap and pass.

use crate::ActionSpace;

use super::{Board, Options, Point, Turn};

/// Number of points of a board.
const fn points(size: usize) -> usize {
    3 * size * (size - 1) + 1
}

/// Number of points in the lines before a letter; letters are counted from 0.
const fn points_before(size: usize, letter: usize) -> usize {
    if letter <= size {
        letter * size + letter * letter.saturating_sub(1) / 2
    } else {
        // The lines after the middle one are as long as those before it.
        points(size) - points_before(size, 2 * size - 1 - letter)
    }
}

/// The first number of a line, both counted from 0.
const fn first_number(size: usize, letter: usize) -> usize {
    (letter + 1).saturating_sub(size)
}

/// With `n` points on the board, numbered by letter and then by number (`A1`, `A2`, and so on):
///
/// | turn | number |
/// |---|---|
/// | point `p` | `p` |
/// | swap | `n` |
/// | pass | `n + 1` |
impl ActionSpace for Board {
    fn actions(options: Options) -> usize {
        points(options.size().into()) + 2
    }

    fn action(options: Options, turn: Turn) -> usize {
        let size = usize::from(options.size());
        match turn {
            Turn::Stone(point) => {
                let letter = usize::from(point.letter() - 1);
                let number = usize::from(point.number() - 1);
                points_before(size, letter) + number - first_number(size, letter)
            }
            Turn::Swap => points(size),
            Turn::Pass => points(size) + 1,
        }
    }

    fn turn_of(options: Options, action: usize) -> Option<Turn> {
        let size = usize::from(options.size());
        match action.checked_sub(points(size)) {
            Some(0) => Some(Turn::Swap),
            Some(1) => Some(Turn::Pass),
            Some(_) => None,
            None => {
                let ends_behind = |&letter: &usize| action < points_before(size, letter + 1);
                let letter = (0..2 * size - 1).find(ends_behind)?;
                let number = action - points_before(size, letter) + first_number(size, letter);
                Point::new(letter as u8 + 1, number as u8 + 1).map(Turn::Stone)
            }
        }
    }
}
