//! Which first turns are the same by a symmetry of the board, from their names alone.

/// A game whose first turns may be swapped.
#[derive(Clone, Copy)]
pub(crate) enum Symmetric {
    Ankor,
    Boche,
    Anchor,
}

impl Symmetric {
    pub(crate) const fn game(self) -> &'static str {
        match self {
            Self::Ankor => "ankor",
            Self::Boche => "boche",
            Self::Anchor => "anchor",
        }
    }

    /// The option with which nobody may swap.
    pub(crate) const fn without_swap(self) -> &'static str {
        match self {
            Self::Ankor | Self::Boche => "-noswap",
            Self::Anchor => "-pie=none",
        }
    }
}

/// The six ways to exchange the three axes.
const EXCHANGES: [[usize; 3]; 6] =
    [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// A turn and all that are the same by a symmetry, sorted.
pub(crate) fn alike(board: Symmetric, size: u8, turn: &str) -> Result<Vec<String>, String> {
    let turns = match board {
        Symmetric::Ankor => holes(size, turn).map(|holes| holes.map(|(hole, _)| hole).to_vec()),
        Symmetric::Boche => cubes(size, turn),
        Symmetric::Anchor => points(size, turn),
    };
    let mut turns = turns.ok_or_else(|| format!("{turn} is no first turn"))?;
    turns.sort_unstable();
    turns.dedup();
    Ok(turns)
}

/// A letter and a number, both counted from 1.
fn letter_and_number(name: &str) -> Option<(u8, u8)> {
    let mut letters = name.chars();
    let letter = letters.next()?.to_ascii_lowercase();
    Some(((letter as u8).checked_sub(b'a' - 1)?, letters.as_str().parse().ok()?))
}

/// The holes that are like one: hole (x, y, z) is letter y + z + 1, number y + 1, and the three
/// axes may be exchanged.
fn holes(size: u8, name: &str) -> Option<[(String, [usize; 3]); 6]> {
    let (letter, number) = letter_and_number(name)?;
    let at = [size.checked_sub(letter)?, number.checked_sub(1)?, letter.checked_sub(number)?];
    Some(EXCHANGES.map(|axes| {
        let [_, y, z] = axes.map(|axis| at[axis]);
        (format!("{}{}", char::from(b'a' + y + z), y + 1), axes)
    }))
}

/// Boche's rotations b, c, d belong to an axis each, as do f, g, h; a and e look the same from
/// everywhere.
fn cubes(size: u8, turn: &str) -> Option<Vec<String>> {
    let (rotation, hole) = turn.split_once(':')?;
    let letters = ["bcd", "fgh"].into_iter().find(|letters| letters.contains(rotation));
    let rotated = |axes: [usize; 3]| {
        let Some(letters) = letters else { return Some(rotation.to_owned()) };
        let axis = letters.find(rotation)?;
        let to = axes.iter().position(|&from| from == axis)?;
        Some(letters.get(to..=to)?.to_owned())
    };
    holes(size, hole)?
        .into_iter()
        .map(|(hole, axes)| Some(format!("{}:{hole}", rotated(axes)?)))
        .collect()
}

/// The points that are like one: those to which thirds of a turn and reflections in the long
/// diagonals carry it. They leave each player his home corners.
fn points(size: u8, name: &str) -> Option<Vec<String>> {
    let (letter, number) = letter_and_number(name)?;
    let centre = i32::from(size);
    let point = (i32::from(letter) - centre, i32::from(number) - centre);
    let third = |(u, v): (i32, i32)| (-v, u - v);
    let turned = [point, third(point), third(third(point))];
    turned
        .into_iter()
        .flat_map(|(u, v)| [(u, v), (v, u)])
        .map(|(u, v)| {
            let letter = u8::try_from(u + centre - 1).ok()?;
            Some(format!("{}{}", char::from(b'A' + letter), v + centre))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_and_centres_are_like_no_others() {
        for (board, size, turn, same) in [
            (Symmetric::Ankor, 6, "a1", &["a1", "f1", "f6"][..]),
            (Symmetric::Ankor, 4, "c2", &["c2"]),
            (Symmetric::Ankor, 4, "b1", &["b1", "b2", "c1", "c3", "d2", "d3"]),
            (Symmetric::Boche, 4, "a:c2", &["a:c2"]),
            (Symmetric::Boche, 4, "b:c2", &["b:c2", "c:c2", "d:c2"]),
            (Symmetric::Anchor, 8, "A1", &["A1", "H15", "O8"]),
            (Symmetric::Anchor, 8, "A8", &["A8", "H1", "O15"]),
            (Symmetric::Anchor, 8, "H8", &["H8"]),
            (Symmetric::Anchor, 3, "A2", &["A2", "B1", "B4", "D2", "D5", "E4"]),
        ] {
            assert_eq!(alike(board, size, turn).unwrap(), same, "{turn}");
        }
    }

    /// Hole (0, 0, 5) looks along z at the corner; the rotation that joins away from a side follows
    /// it.
    #[test]
    fn a_rotation_goes_with_its_axis() {
        let corner = |turn| alike(Symmetric::Boche, 6, turn).unwrap();
        assert_eq!(corner("b:a1"), ["b:a1", "c:f6", "d:f1"]);
        assert_eq!(corner("c:a1"), ["b:f1", "b:f6", "c:a1", "c:f1", "d:a1", "d:f6"]);
    }
}
