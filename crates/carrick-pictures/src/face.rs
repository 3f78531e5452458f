//! Tiles that represent players in lists: a cube of Boche.

use carrick_games::boche::Rotation;
use carrick_games::cubes::{CellId, Lattice};

use crate::Style;
use crate::drawing::picture::{Element, Num, Vector};
use crate::games::boche::painted_face;
use crate::shapes::cubes::{EDGE, Projection};

/// Background colours, pale enough for both colours of the cube.
const GROUNDS: [&str; 6] = ["#f6dfae", "#d3e0f0", "#dbe8cf", "#f3d3c6", "#dfd7ea", "#cfe5e3"];

/// Half the width of a tile.
const REACH: f64 = 1.08 * EDGE;

/// The level whose cubes are drawn at full brightness.
const LIT: u8 = 3;

/// Draws the tile of a player as a small SVG document: a cube of Boche in one of its rotations, on
/// one of a few background colours. Both depend on the name.
///
/// ```
/// let tile = carrick_pictures::face("ann");
/// assert!(tile.starts_with("<svg ") && tile.len() < 2000);
/// assert_eq!(tile, carrick_pictures::face("ann"));
/// assert_ne!(tile, carrick_pictures::face("bob"));
/// ```
#[must_use]
pub fn face(name: &str) -> String {
    let hash = hash(name);
    let rotation = Rotation::ALL[hash % Rotation::ALL.len()];
    let ground = GROUNDS[hash / Rotation::ALL.len() % GROUNDS.len()];
    let view = Projection::new(Lattice::of(1), &Style::default());
    let cell = CellId::from_index(0);
    let corner = view.middle(cell) - Vector::new(REACH, REACH);
    let faces = (0..3).map(|axis| view.face(cell, axis));
    let size = Num(2.0 * REACH).to_string();
    let square =
        Element::new("path").with("d", format!("M{corner}h{size}v{size}h-{size}z")).fill(ground);
    Element::new("svg")
        .with("xmlns", "http://www.w3.org/2000/svg")
        .with("viewBox", format!("{corner} {size} {size}"))
        .child(square)
        .children(faces.flat_map(|face| painted_face(rotation, &face, LIT, "#4a3810")))
        .to_string()
}

/// A hash of a name (FNV-1a), the same in every release.
fn hash(name: &str) -> usize {
    let hash = name
        .bytes()
        .fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    // The lowest bits on their own would depend on only a few of the letters.
    (hash ^ hash >> 16) as usize
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn similar_names_have_different_tiles() {
        let tiles: BTreeSet<String> =
            (0..1000).map(|number| face(&format!("guest_{number}"))).collect();
        assert_eq!(tiles.len(), Rotation::ALL.len() * GROUNDS.len());
    }
}
