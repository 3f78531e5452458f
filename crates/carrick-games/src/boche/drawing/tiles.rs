//! The pictures of the eight rotations, used to draw and read boards.

use crate::Colour;
use crate::boche::rotation::Rotation;
use crate::cubes::drawing::Face;
use crate::text::canvas::Canvas;

/// Rows of a picture.
pub(in crate::boche) const ROWS: usize = 7;
/// Columns of a picture.
pub(in crate::boche) const COLUMNS: usize = 13;

/// A drawn cube: Dark is `o`, Light is blank. Outside the hexagon the picture is blank.
type Tile = [[u8; COLUMNS]; ROWS];

/// One picture for each rotation. Source: the inventor's diagram of the rotations.
#[rustfmt::skip]
const TILES: [Tile; 8] = [
    // a
    [
        *br"   +---oo+   ",
        *br"  / \ ooooo  ",
        *br" ooooooooo \ ",
        *br"+ooooo+oo---+",
        *br" ooooooooo / ",
        *br"  \ / ooooo  ",
        *br"   +---oo+   ",
    ],
    // b
    [
        *br"   +---oo+   ",
        *br"  / \   ooo  ",
        *br" ooooooo   \ ",
        *br"+ooooo+oo---+",
        *br" ooooooo   / ",
        *br"  \ /   ooo  ",
        *br"   +---oo+   ",
    ],
    // c
    [
        *br"   +---oo+   ",
        *br"  / \ ooooo  ",
        *br" o   oooo  \ ",
        *br"+oo oo+oo---+",
        *br" o   ooo   / ",
        *br"  \ /   ooo  ",
        *br"   +---oo+   ",
    ],
    // d
    [
        *br"   +---oo+   ",
        *br"  / \   ooo  ",
        *br" o   ooo   \ ",
        *br"+oo oo+oo---+",
        *br" o   oooo  / ",
        *br"  \ / ooooo  ",
        *br"   +---oo+   ",
    ],
    // e
    [
        *br"   +ooo--+   ",
        *br"  oooo    \  ",
        *br" /   \    oo ",
        *br"+     +--ooo+",
        *br" \   /    oo ",
        *br"  oooo    /  ",
        *br"   +ooo--+   ",
    ],
    // f
    [
        *br"   +ooo--+   ",
        *br"  ooooooo \  ",
        *br" /   \  oooo ",
        *br"+     +--ooo+",
        *br" \   /  oooo ",
        *br"  ooooooo /  ",
        *br"   +ooo--+   ",
    ],
    // g
    [
        *br"   +ooo--+   ",
        *br"  oooo    \  ",
        *br" /ooo\    oo ",
        *br"+  oo +--ooo+",
        *br" \ooo/  oooo ",
        *br"  ooooooo /  ",
        *br"   +ooo--+   ",
    ],
    // h
    [
        *br"   +ooo--+   ",
        *br"  ooooooo \  ",
        *br" /ooo\  oooo ",
        *br"+  oo +--ooo+",
        *br" \ooo/    oo ",
        *br"  oooo    /  ",
        *br"   +ooo--+   ",
    ],
];

/// Positions of a cube's corners in its picture: six around it as in
/// [`RING`](crate::boche::topology::RING), then the nearest.
const CORNERS: [(usize, usize); 7] = [(3, 12), (6, 9), (6, 3), (3, 0), (0, 3), (0, 9), (3, 6)];

/// The corners of the left, the upper right and the lower right face.
const FACES: [[usize; 4]; 3] = [[6, 2, 3, 4], [6, 4, 5, 0], [6, 0, 1, 2]];

/// Draws the eight rotations with their letters.
///
/// ```
/// let sheet = carrick_games::boche::draw_rotations();
/// let row = sheet.lines().nth(3);
/// assert_eq!(row, Some(" +ooooo+oo---+  +ooooo+oo---+  +oo oo+oo---+  +oo oo+oo---+"));
/// ```
#[must_use]
pub fn draw_rotations() -> String {
    let mut canvas = Canvas::default();
    for (index, rotation) in Rotation::ALL.into_iter().enumerate() {
        let (top, left) = (index / 4 * (ROWS + 2), 1 + index % 4 * (COLUMNS + 2));
        for (row, column, c) in characters(rotation) {
            canvas.put(top + row, left + column, char::from(c));
        }
        canvas.put(top + ROWS, left + CORNERS[6].1, rotation.letter());
    }
    canvas.finish()
}

/// The characters of a cube's hexagon, with their rows and columns.
pub(in crate::boche) fn characters(rotation: Rotation) -> impl Iterator<Item = (usize, usize, u8)> {
    let tile = &TILES[rotation as usize];
    (0..ROWS).flat_map(move |row| {
        let margin = row.abs_diff(3);
        (margin..COLUMNS - margin).map(move |column| (row, column, tile[row][column]))
    })
}

/// The paint inside a face, with rows and columns. The middle row is left out, because it may
/// contain the name of a spot.
pub(in crate::boche) fn inside(
    rotation: Rotation,
    face: Face,
) -> impl Iterator<Item = (usize, usize, u8)> {
    characters(rotation).filter(move |&(row, column, _)| {
        let margin = row.abs_diff(3);
        let edges = [margin, if row < 3 { 3 + row } else { 9 - row }, COLUMNS - 1 - margin];
        !matches!(row, 0 | 3 | 6) && !edges.contains(&column) && face_at(row, column) == face
    })
}

/// The corner of a cube that a painted character belongs to, numbered as in [`CORNERS`]; `None` for
/// the lines between the faces.
pub(in crate::boche) fn painted(rotation: Rotation, row: usize, column: usize) -> Option<usize> {
    let colour = match TILES[rotation as usize][row][column] {
        b'o' => Colour::Dark,
        b' ' => Colour::Light,
        _ => return None,
    };
    let like_nearest = colour == rotation.nearest();
    FACES[face_at(row, column) as usize]
        .into_iter()
        .filter(|corner| (corner % 2 == 1 || *corner == 6) == like_nearest)
        .min_by_key(|&corner| {
            let (corner_row, corner_column) = CORNERS[corner];
            // The height of a row is the width of a column times the square root of three.
            3 * row.abs_diff(corner_row).pow(2) + column.abs_diff(corner_column).pow(2)
        })
}

/// The face at a row and column; for a line between two faces, one of the two.
fn face_at(row: usize, column: usize) -> Face {
    if column < if row <= 3 { 3 + row } else { 9 - row } {
        Face::Left
    } else if row <= 3 {
        Face::UpperRight
    } else {
        Face::LowerRight
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sheet_of_the_diagram() {
        let figure = include_str!("../../../tests/data/figures/boche-rotations.txt");
        let trimmed: String = figure.lines().flat_map(|line| [line.trim_end(), "\n"]).collect();
        assert_eq!(draw_rotations(), trimmed);
    }

    #[test]
    fn both_ends_of_every_joined_face_have_paint() {
        for rotation in Rotation::ALL {
            let mut met = [false; 7];
            for (row, column, _) in characters(rotation) {
                if let Some(corner) = painted(rotation, row, column) {
                    met[corner] = true;
                }
            }
            assert_eq!(met, [true; 7], "{rotation}");
        }
    }
}
