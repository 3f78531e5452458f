//! Projection of Antipod's sphere: each half as a disc.
//!
//! A half is a hexagon of points. Its ring of points `k` steps from the centre, a hexagon of `6k`
//! points, becomes a circle with the points evenly on it; so the rim of either disc is a circle,
//! and the same point of it stands at the same angle on both.

use carrick_games::antipod::{Half, Site, Sphere};

use crate::drawing::plane::{At, TRIANGLE};
use crate::shapes::stones::SPACING;

/// One half of the sphere in the plane.
pub(crate) struct Disc<'a> {
    pub(crate) sphere: &'a Sphere,
    pub(crate) half: Half,
    /// The middle of the disc.
    pub(crate) centre: At,
}

impl Disc<'_> {
    /// Radius of the rim.
    pub(crate) fn rim(sphere: &Sphere) -> f64 {
        f64::from(sphere.radius() - 1) * SPACING
    }

    /// All sites of the disc, row by row.
    pub(crate) fn sites(&self) -> impl Iterator<Item = Site> + '_ {
        self.sphere.half_sites(self.half)
    }

    /// Projection of a site.
    pub(crate) fn at(&self, site: Site) -> At {
        let (ring, degrees) = self.bearing(site);
        self.centre + At::polar(f64::from(ring) * SPACING, degrees)
    }

    /// A position beside the rim, outside a site, rotated a little around the disc.
    pub(crate) fn beside(&self, site: Site, distance: f64, turn: f64) -> At {
        let (ring, degrees) = self.bearing(site);
        self.centre + At::polar(f64::from(ring) * SPACING + distance, degrees + turn)
    }

    /// Steps of a site from the centre, and its direction in degrees clockwise from the right.
    fn bearing(&self, site: Site) -> (u8, f64) {
        let radius = self.sphere.radius();
        let (row, column) = (f64::from(site.row), f64::from(site.column));
        let ring = site
            .row
            .abs_diff(radius)
            .max(site.column.abs_diff(radius))
            .max(site.row.abs_diff(site.column));
        let middle = f64::from(radius);
        let hexagonal =
            At::new((column - middle) - (row - middle) / 2.0, (row - middle) * TRIANGLE);
        (ring, evenly(hexagonal.degrees()))
    }
}

/// Converts an angle in a hexagon to one in a circle: points in equal steps along a side get equal
/// angles.
fn evenly(degrees: f64) -> f64 {
    let corner = (degrees / 60.0).floor();
    let beyond = (degrees - 60.0 * corner).to_radians();
    let left = (60.0_f64).to_radians() - beyond;
    let share = beyond.sin() / (beyond.sin() + left.sin());
    60.0 * (corner + share)
}

#[cfg(test)]
mod tests {
    use carrick_games::antipod::Options;

    use super::*;

    #[test]
    fn points_stand_evenly_on_every_ring() {
        let sphere = Sphere::of(Options::default());
        let disc = Disc { sphere, half: Half::Left, centre: At::default() };
        for ring in 1..sphere.radius() {
            let on_ring = disc.sites().map(|site| disc.bearing(site)).filter(|&(k, _)| k == ring);
            let mut angles: Vec<f64> =
                on_ring.map(|(_, angle)| angle.rem_euclid(359.999)).collect();
            angles.sort_by(f64::total_cmp);
            assert_eq!(angles.len(), 6 * usize::from(ring));
            let step = 60.0 / f64::from(ring);
            for (index, angle) in angles.into_iter().enumerate() {
                assert!((angle - step * index as f64).abs() < 0.01, "{ring}: {angle}");
            }
        }
    }
}
