//! Outlines of groups in the cube games, as path data.
//!
//! The visible part of a group is a set of pieces: faces in Ankor, painted parts of faces in Boche.
//! All pieces have their edges in the same direction of rotation. So the edge between two pieces
//! of a group is there in both directions, and drops out; those that are left form closed lines.

use std::collections::BTreeMap;

use crate::drawing::plane::{At, nearest};
use crate::shapes::cubes::{Arc, Face};

/// Units of positions for comparing: fine enough to tell corners apart, and such that none lies
/// halfway between two of them.
const PER_UNIT: f64 = 8.0;

/// A position on the grid for comparing.
type Key = [i64; 2];

/// Edges of pieces, by where they begin and end. Arcs never drop out: another group lies behind.
#[derive(Debug, Default)]
pub(crate) struct Outline {
    edges: BTreeMap<Key, Vec<Edge>>,
}

#[derive(Debug)]
struct Edge {
    from: At,
    to: At,
    arc: Option<Arc>,
}

impl Outline {
    /// Adds a whole face.
    pub(crate) fn add_face(&mut self, face: &Face) {
        for at in 0..4 {
            self.line(face.corners[at], face.corners[(at + 1) % 4]);
        }
    }

    /// Adds the quarter of a disc around a corner of a face.
    pub(crate) fn add_quarter(&mut self, face: &Face, corner: usize) {
        let (at, arc) = (face.corners[corner], face.arc(corner));
        let [from, to] = arc.ends;
        self.line(at, from);
        self.push(Edge { from, to, arc: Some(arc) });
        self.line(to, at);
    }

    /// Adds the band of a face that joins a corner, 0 or 1, to the opposite one.
    pub(crate) fn add_band(&mut self, face: &Face, corner: usize) {
        for first in [corner, corner + 2] {
            let arc = face.arc((first + 1) % 4).reversed();
            let [from, to] = arc.ends;
            self.line(face.corners[first], from);
            self.push(Edge { from, to, arc: Some(arc) });
            self.line(to, face.corners[(first + 2) % 4]);
        }
    }

    fn line(&mut self, from: At, to: At) {
        let back = self.edges.get_mut(&key(to));
        let twin = back.and_then(|edges| {
            let at =
                edges.iter().position(|edge| edge.arc.is_none() && key(edge.to) == key(from))?;
            Some(edges.swap_remove(at))
        });
        if twin.is_none() {
            self.push(Edge { from, to, arc: None });
        }
    }

    fn push(&mut self, edge: Edge) {
        self.edges.entry(key(edge.from)).or_default().push(edge);
    }

    /// Path data of the closed lines.
    pub(crate) fn into_path(mut self) -> String {
        let mut data = String::new();
        while let Some(mut edges) = self.edges.first_entry() {
            let Some(first) = edges.get_mut().pop() else {
                edges.remove();
                continue;
            };
            data.push('M');
            first.from.write_to(&mut data);
            let mut next = Some(first);
            while let Some(edge) = next {
                match &edge.arc {
                    Some(arc) => arc.write_curve(&mut data),
                    None => {
                        data.push('L');
                        edge.to.write_to(&mut data);
                    }
                }
                next = self.edges.get_mut(&key(edge.to)).and_then(Vec::pop);
            }
            data.push('Z');
        }
        data
    }
}

fn key(at: At) -> Key {
    [at.x, at.y].map(|place| nearest(place * PER_UNIT))
}
