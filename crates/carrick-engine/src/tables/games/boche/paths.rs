//! Paths that may pass round a point only where cubes share faces: the parts of points.

use super::groups::{FREE, Groups, Node};
use super::points::{Points, class, corners};
use super::shown;
use crate::tables::sets::{MAX_CELLS, Stacks, cells};

/// The faces of a stack that show, and the part of each of their corners that they are at: the
/// faces round a point between which a path may pass are one part of it.
///
/// Source: rules of Boche, `-join_face`: steps between cubes that share a face, chained through
/// any face at the point, whichever pair that face joins.
pub(super) struct Parts {
    /// By cell and axis.
    faces: Box<[[Corners; 3]; MAX_CELLS]>,
}

/// The corners of a face: of each the site, and the node of its part.
type Corners = [(usize, Node); 4];

impl Parts {
    /// The parts of all points of a stack, added to the groups with the sides that they touch.
    pub(super) fn of(points: &Points, stacks: &Stacks, mask: u32, groups: &mut Groups) -> Self {
        let mut faces = Box::new([[[(usize::MAX, 0); 4]; 3]; MAX_CELLS]);
        // All corners of faces that show, with their sites.
        let mut open = Vec::new();
        for at in cells(mask) {
            for axis in (0..3).filter(|axis| shown(stacks, mask, at) >> axis & 1 != 0) {
                for (corner, point) in corners(stacks, at, axis).into_iter().enumerate() {
                    open.push((at, axis, corner, point));
                }
            }
        }
        while let Some(first @ (.., point)) = open.pop() {
            let site = points.site(point);
            let node = groups.add(Some(class(stacks, point)), points.sides(site) | FREE);
            let mut part = vec![first];
            while let Some((at, axis, corner, _)) = part.pop() {
                faces[at][axis][corner] = (site, node);
                let is_near = |other: &(usize, usize, usize, _)| {
                    points.site(other.3) == site && share_a_face(stacks, at, other.0)
                };
                part.extend(open.extract_if(.., |other| is_near(other)));
            }
        }
        Self { faces }
    }

    /// The part of a site that a face of a cube is at.
    pub(super) fn node(&self, at: usize, axis: usize, site: usize) -> Node {
        let corners = self.faces[at][axis];
        corners.iter().find(|corner| corner.0 == site).expect("a corner of the face").1
    }
}

/// Whether two cubes are one, or share a face.
fn share_a_face(stacks: &Stacks, one: usize, other: usize) -> bool {
    let near = (stacks.above[one] | stacks.supports[one]) >> other & 1 != 0;
    one == other || near
}
