//! Symmetries of Anchor boards. Half of them exchange the players' home corners, and so the
//! colours.

use crate::{Board as _, HexSymmetry, Symmetric};

use super::topology::Points;
use super::{Board, History, Options, Point, Turn};

/// The image of a point of the board.
fn image(size: u8, point: Point, by: HexSymmetry) -> Point {
    let centre = size as i8;
    let from_centre = (point.letter() as i8 - centre, point.number() as i8 - centre);
    let (letter, number) = by.image(from_centre);
    let image = Point::new((centre + letter) as u8, (centre + number) as u8);
    image.expect("the images of a board's points are its points")
}

/// The 12 symmetries of a hexagon. Six of them exchange the home corners, and so the colours.
impl Symmetric for Board {
    type Symmetry = HexSymmetry;

    fn exchanges_colours(symmetry: HexSymmetry) -> bool {
        symmetry.exchanges_corners()
    }

    fn turn_image(options: Options, turn: Turn, by: HexSymmetry) -> Turn {
        match turn {
            Turn::Stone(point) => Turn::Stone(image(options.size(), point, by)),
            Turn::Swap | Turn::Pass => turn,
        }
    }

    fn image(&self, by: HexSymmetry) -> Self {
        let size = self.options.size();
        let mut board = Self {
            stones: self.stones.map(|stones| {
                stones.iter().map(|at| image(size, Point::at(at), by).index()).collect::<Points>()
            }),
            last: self.last.map(|turn| Self::turn_image(self.options(), turn, by)),
            ..*self
        };
        if Self::exchanges_colours(by) {
            board.stones.reverse();
            board.to_move = !self.to_move;
            board.black = !self.black;
            board.outcome = self.outcome.map(crate::Outcome::with_colours_exchanged);
        }
        board
    }

    fn history_image(history: &History, _: Options, by: HexSymmetry) -> History {
        history.image(by)
    }
}
