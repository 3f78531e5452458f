//! Plane geometry: x to the right, y downwards.

use std::borrow::Cow;
use std::fmt;
use std::ops::{Add, Mul, Sub};

/// Height of an equilateral triangle with sides of 1: half the square root of three.
pub(crate) const TRIANGLE: f64 = 0.866_025_403_784_438_6;

/// Point or vector in the plane.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct At {
    pub(crate) x: f64,
    pub(crate) y: f64,
}

impl At {
    pub(crate) const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    /// The point at a distance and an angle from the origin, clockwise from the right.
    pub(crate) fn polar(distance: f64, degrees: f64) -> Self {
        let (sin, cos) = degrees.to_radians().sin_cos();
        Self::new(distance * cos, distance * sin)
    }

    /// Angle of a vector, clockwise from the right, in degrees from -180 to 180.
    pub(crate) fn degrees(self) -> f64 {
        self.y.atan2(self.x).to_degrees()
    }

    pub(crate) fn length(self) -> f64 {
        self.x.hypot(self.y)
    }

    /// The point at a share of the way to another.
    pub(crate) fn towards(self, other: Self, share: f64) -> Self {
        self + (other - self) * share
    }

    /// Cross product: positive when the turn from one vector to the other is clockwise on the
    /// screen.
    pub(crate) fn cross(self, other: Self) -> f64 {
        self.x * other.y - self.y * other.x
    }
}

impl Add for At {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self::new(self.x + other.x, self.y + other.y)
    }
}

impl Sub for At {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self::new(self.x - other.x, self.y - other.y)
    }
}

impl Mul<f64> for At {
    type Output = Self;

    fn mul(self, factor: f64) -> Self {
        Self::new(self.x * factor, self.y * factor)
    }
}

impl At {
    /// Appends the coordinates, with a space between.
    pub(crate) fn write_to(self, out: &mut String) {
        Num(self.x).write_to(out);
        out.push(' ');
        Num(self.y).write_to(out);
    }
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", Num(self.x), Num(self.y))
    }
}

/// Number format of pictures: one decimal at most. That is precise enough, keeps files small, and
/// hides the last bits, in which sines differ between machines.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Num(pub(crate) f64);

impl Num {
    /// Appends the number. A picture has thousands of them.
    pub(crate) fn write_to(self, out: &mut String) {
        let tenths = nearest(self.0 * 10.0);
        if tenths < 0 {
            out.push('-');
        }
        let (whole, tenth) = (tenths.unsigned_abs() / 10, tenths.unsigned_abs() % 10);
        let mut digits = itoa::Buffer::new();
        out.push_str(digits.format(whole));
        if tenth != 0 {
            out.push('.');
            out.push_str(digits.format(tenth));
        }
    }
}

impl fmt::Display for Num {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        self.write_to(&mut text);
        f.write_str(&text)
    }
}

impl From<Num> for Cow<'static, str> {
    fn from(number: Num) -> Self {
        let mut text = String::new();
        number.write_to(&mut text);
        text.into()
    }
}

/// The nearest whole number, halves away from zero. Unlike [`f64::round`] it calls no function
/// where the processor has no instruction for that.
pub(crate) fn nearest(number: f64) -> i64 {
    (number + 0.5_f64.copysign(number)) as i64
}

/// Bounding box.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Bounds {
    pub(crate) least: At,
    pub(crate) most: At,
}

impl Bounds {
    /// Bounding box of points, with a margin.
    pub(crate) fn around(places: impl IntoIterator<Item = At>, margin: f64) -> Self {
        let far = At::new(f64::INFINITY, f64::INFINITY);
        let mut bounds = Self { least: far, most: far * -1.0 };
        for at in places {
            bounds.least = At::new(bounds.least.x.min(at.x), bounds.least.y.min(at.y));
            bounds.most = At::new(bounds.most.x.max(at.x), bounds.most.y.max(at.y));
        }
        let margin = At::new(margin, margin);
        Self { least: bounds.least - margin, most: bounds.most + margin }
    }

    pub(crate) fn size(&self) -> At {
        self.most - self.least
    }
}

/// Path data of a polygon.
pub(crate) fn polygon(corners: &[At]) -> String {
    let mut data = polyline(corners);
    data.push('Z');
    data
}

/// Path data of a polyline.
pub(crate) fn polyline(places: &[At]) -> String {
    let mut data = String::new();
    for (index, at) in places.iter().enumerate() {
        data.push(if index == 0 { 'M' } else { 'L' });
        at.write_to(&mut data);
    }
    data
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let cases = [
            (0.04, "0"),
            (-0.04, "0"),
            (-0.05, "-0.1"),
            (12.0, "12"),
            (-3.149, "-3.1"),
            (1023.96, "1024"),
            (f64::NEG_INFINITY, "-922337203685477580.8"),
        ];
        for (number, written) in cases {
            assert_eq!(Num(number).to_string(), written);
        }
    }

    #[test]
    fn angles_run_clockwise() {
        assert_eq!(At::new(0.0, 1.0).degrees(), 90.0);
        assert_eq!(At::polar(2.0, 90.0).to_string(), "0 2");
        assert!(At::new(1.0, 0.0).cross(At::new(0.0, 1.0)) > 0.0);
    }
}
