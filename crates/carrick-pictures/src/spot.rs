//! Clickable elements of a picture: holes, spots, cubes and points.

use crate::element::Element;
use crate::plane::At;

/// An element of a picture that shows a hole, a spot, a cube or a point.
#[derive(Debug, Clone, PartialEq)]
pub struct Spot {
    /// The element's `id`.
    pub id: String,
    /// The name of the place, as turns write it.
    pub place: String,
    /// What the element's `<title>` says: the place, what stands there, how it is marked.
    pub title: String,
    /// The `id` of the other element that shows the same rim point of Antipod.
    pub twin: Option<String>,
    /// Whether nothing of it can be seen: cubes cover it.
    pub hidden: bool,
    /// Where it is, in the units of the picture's `viewBox`.
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
