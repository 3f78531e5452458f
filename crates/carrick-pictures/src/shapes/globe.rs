//! Antipod's sphere as a globe: each disc drawn over one half of it.

use carrick_games::antipod::{Half, Point, Sphere};

use crate::drawing::plane::At;
use crate::shapes::disc::Disc;

/// The direction from the centre of the globe to a point, as a vector of length 1: x to the right,
/// y up, z towards the viewer. The left centre is at the top, and the rim round the equator. `None`
/// for a point that the sphere does not have.
///
/// Rings about a centre are parallels, equally far apart, and the points of each stand evenly on
/// it, at the angles at which the discs show them.
///
/// ```
/// use carrick_games::antipod::{Options, Sphere};
/// let sphere = Sphere::of(Options::default());
/// let [left, right] = sphere.centres();
/// assert_eq!(carrick_pictures::direction(sphere, left), Some([0.0, 1.0, 0.0]));
/// assert_eq!(carrick_pictures::direction(sphere, right), Some([0.0, -1.0, 0.0]));
/// ```
#[must_use]
pub fn direction(sphere: &Sphere, point: Point) -> Option<[f64; 3]> {
    let site = sphere.site(point)?;
    let disc = Disc { sphere, half: site.half, centre: At::default() };
    let at = disc.at(site);
    // How far it is from the centre of its disc is how far it is from the pole.
    let share = at.length() / Disc::rim(sphere);
    let (aside, along) = (share * std::f64::consts::FRAC_PI_2).sin_cos();
    let bearing = at.degrees().to_radians();
    let up = if site.half == Half::Left { along } else { -along };
    Some([aside * bearing.cos(), up, aside * bearing.sin()].map(rounded))
}

/// Six decimals: what machines' sines differ in stays hidden, and answers stay short.
fn rounded(share: f64) -> f64 {
    // Adding zero makes a negative zero an ordinary one.
    (share * 1e6).round() / 1e6 + 0.0
}

#[cfg(test)]
mod tests {
    use carrick_games::antipod::Options;

    use super::*;

    fn between([a, b, c]: [f64; 3], [x, y, z]: [f64; 3]) -> f64 {
        (a * x + b * y + c * z).clamp(-1.0, 1.0).acos()
    }

    #[test]
    fn points_are_apart_and_neighbours_are_near() {
        for radius in [2, 4, 6, 10] {
            let sphere = Sphere::of(Options::with_radius(radius).unwrap());
            let step = std::f64::consts::FRAC_PI_2 / f64::from(radius - 1);
            let at = |point| direction(sphere, point).unwrap();
            for one in sphere.points() {
                let length = at(one).iter().map(|share| share * share).sum::<f64>();
                assert!((length - 1.0).abs() < 1e-5, "{length}");
                for other in sphere.points().into_iter().filter(|&other| other > one) {
                    assert!(between(at(one), at(other)) > 0.6 * step);
                }
                for next in sphere.neighbours(one) {
                    assert!(between(at(one), at(next)) < 1.9 * step);
                }
            }
        }
    }
}
