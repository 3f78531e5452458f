//! Clickable elements of a picture: holes, spots, cubes and points.

use crate::drawing::element::Element;
use crate::drawing::plane::At;

/// Clickable element: it shows a hole, a spot, a cube or a point.
#[derive(Debug, Clone, PartialEq)]
pub struct Spot {
    /// The element's `id`.
    pub id: String,
    /// The name of the place, as turns write it.
    pub place: String,
    /// Text of the element's `<title>`: the place, its contents and marks.
    pub title: String,
    /// `id` of the other element of the same rim point of Antipod.
    pub twin: Option<String>,
    /// Whether cubes cover it completely.
    pub hidden: bool,
    /// Horizontal position, in the units of the picture's `viewBox`.
    pub x: f64,
    /// Distance from the top edge, downwards.
    pub y: f64,
}

impl Spot {
    pub(crate) fn of(element: &Element, at: At) -> Option<Self> {
        Some(Self {
            id: element.attribute("id")?.to_owned(),
            place: element.attribute("data-place")?.to_owned(),
            title: element.said()?.to_owned(),
            twin: element.attribute("data-twin").map(str::to_owned),
            hidden: !element.has_picture(),
            x: (at.x * 10.0).round() / 10.0,
            y: (at.y * 10.0).round() / 10.0,
        })
    }
}
