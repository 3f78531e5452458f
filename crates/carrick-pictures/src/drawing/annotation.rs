//! Annotations: marks over the position for the things that a text next to it mentions.

use std::fmt;
use std::str::FromStr;

use crate::drawing::label;
use crate::drawing::palette::{MarkStroke, NOTE, Palette};
use crate::drawing::picture::{Element, Vector, polyline};

/// Something that a text mentions. `Display` and `FromStr` use the notation of the rules pages. A
/// place is written as in turns; `b1/b2/c2` is the middle of several.
///
/// ```
/// use carrick_pictures::Annotation;
/// let arrow = Annotation::Arrow("b2".to_owned(), "c3'".to_owned());
/// assert_eq!("arrow b2 c3'".parse(), Ok(arrow));
/// assert!("circle b2".parse::<Annotation>().is_err());
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Annotation {
    /// `ring b2 c3`: a ring around each place.
    Ring(Vec<String>),
    /// `cross b2 c3`: a cross over each place, for what cannot be played.
    Cross(Vec<String>),
    /// `arrow b2 c3`: an arrow from one place to another.
    Arrow(String, String),
    /// `line b2 c3 c4`: a line from place to place.
    Line(Vec<String>),
    /// `group b2 c3`: the outline of the group at each place; with stones, a ring around each.
    Group(Vec<String>),
    /// `name b2 c3`: a plate with its name on each place.
    Name(Vec<String>),
    /// `label b2 1`: a plate with a text of up to three characters.
    Label(String, String),
}

/// Why an annotation cannot be read or drawn.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AnnotationError {
    /// The text is not an annotation.
    #[error(
        "“{given}” is not an annotation; annotations are written like `ring b2 c3`, `cross b2`, `arrow b2 c3`, \
         `line b2 c3 c4`, `group b2`, `name b2'` and `label b2 1`"
    )]
    Form {
        /// The text as given.
        given: String,
    },
    /// The board has no such place.
    #[error("there is no place {place} on this board")]
    Place {
        /// The place as given.
        place: String,
    },
    /// The place is empty, or its group is not visible there.
    #[error("no group shows at {place}")]
    Group {
        /// The place.
        place: String,
    },
}

impl fmt::Display for Annotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ring(places) => write!(f, "ring {}", places.join(" ")),
            Self::Cross(places) => write!(f, "cross {}", places.join(" ")),
            Self::Arrow(from, to) => write!(f, "arrow {from} {to}"),
            Self::Line(places) => write!(f, "line {}", places.join(" ")),
            Self::Group(places) => write!(f, "group {}", places.join(" ")),
            Self::Name(places) => write!(f, "name {}", places.join(" ")),
            Self::Label(place, text) => write!(f, "label {place} {text}"),
        }
    }
}

impl FromStr for Annotation {
    type Err = AnnotationError;

    fn from_str(text: &str) -> Result<Self, AnnotationError> {
        let mut words = text.split_whitespace().map(str::to_owned);
        let (word, rest) = (words.next().unwrap_or_default(), words.collect::<Vec<_>>());
        Ok(match (word.as_str(), rest.as_slice()) {
            ("ring", [_, ..]) => Self::Ring(rest),
            ("cross", [_, ..]) => Self::Cross(rest),
            ("arrow", [from, to]) => Self::Arrow(from.clone(), to.clone()),
            ("line", [_, _, ..]) => Self::Line(rest),
            ("group", [_, ..]) => Self::Group(rest),
            ("name", [_, ..]) => Self::Name(rest),
            ("label", [place, said]) if said.chars().count() <= 3 => {
                Self::Label(place.clone(), said.clone())
            }
            _ => return Err(AnnotationError::Form { given: text.to_owned() }),
        })
    }
}

/// The visible part of a group.
pub(crate) enum GroupShape {
    /// Its outline, as path data.
    Outline(String),
    /// The positions of its stones.
    Stones(Vec<Vector>),
}

/// What annotations need to know about a drawn board.
pub(crate) trait Ground {
    /// The distance between neighbouring points, or the length of a cube's edge.
    fn unit(&self) -> f64;

    /// Positions at which a place is shown: two for a rim point of Antipod; empty if the board has
    /// no such place.
    fn sites(&self, place: &str) -> Vec<Vector>;

    /// The group that is visible at a place.
    fn group(&self, place: &str) -> Option<GroupShape>;
}

/// Draws annotations.
///
/// # Errors
/// If a place is not on the board, or no group is visible there.
pub(crate) fn layer(
    ground: &dyn Ground,
    notes: &[Annotation],
    palette: &Palette,
) -> Result<Element, AnnotationError> {
    let drawing = AnnotationDrawing { ground, palette, unit: ground.unit() };
    let drawn = notes.iter().map(|note| drawing.note(note));
    let drawn: Vec<Vec<Element>> = drawn.collect::<Result<_, _>>()?;
    Ok(Element::group(drawn.into_iter().flatten()))
}

struct AnnotationDrawing<'a> {
    ground: &'a dyn Ground,
    palette: &'a Palette,
    unit: f64,
}

impl AnnotationDrawing<'_> {
    fn note(&self, note: &Annotation) -> Result<Vec<Element>, AnnotationError> {
        Ok(match note {
            Annotation::Ring(places) => self.each(places, |at| self.ring(at))?,
            Annotation::Cross(places) => self.each(places, |at| self.cross(at))?,
            Annotation::Arrow(from, to) => vec![self.arrow(from, to)?],
            Annotation::Line(places) => vec![self.line(places)?],
            Annotation::Group(places) => {
                let groups = places.iter().map(|place| self.group(place));
                groups.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect()
            }
            Annotation::Name(places) => {
                let plates = places.iter().map(|place| self.plates(place, place));
                plates.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect()
            }
            Annotation::Label(place, text) => self.plates(place, text)?,
        })
    }

    /// Positions of a place, or the middle of several: `b1/b2/c2`.
    fn sites(&self, place: &str) -> Result<Vec<Vector>, AnnotationError> {
        let parts = place.split('/').map(|part| match self.ground.sites(part) {
            sites if sites.is_empty() => Err(AnnotationError::Place { place: part.to_owned() }),
            sites => Ok(sites),
        });
        let mut parts: Vec<Vec<Vector>> = parts.collect::<Result<_, _>>()?;
        if parts.len() == 1 {
            return Ok(parts.remove(0));
        }
        // A rim point of Antipod is drawn twice; use the copy near the other places.
        let single = parts.iter().find(|sites| sites.len() == 1).and_then(|sites| sites.first());
        let beside = single.or_else(|| parts.first()?.first()).copied().unwrap_or_default();
        let far = |at: &Vector| (*at - beside).length();
        let near = parts.iter().filter_map(|sites| {
            sites.iter().copied().min_by(|one, other| far(one).total_cmp(&far(other)))
        });
        let share = 1.0 / parts.len() as f64;
        Ok(vec![near.fold(Vector::default(), |sum, at| sum + at * share)])
    }

    fn each(
        &self,
        places: &[String],
        draw: impl Fn(Vector) -> Element,
    ) -> Result<Vec<Element>, AnnotationError> {
        let sites = places.iter().map(|place| self.sites(place));
        Ok(sites.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().map(draw).collect())
    }

    /// A ring that leaves the contents of its place visible.
    fn ring(&self, at: Vector) -> Element {
        let ring = |mark: &'static str, width: f64| {
            Element::circle(at, 0.48 * self.unit).fill("none").stroke(mark, width * self.unit)
        };
        Element::group([ring(NOTE.casing, 0.16), ring(NOTE.core, 0.09)])
    }

    fn cross(&self, at: Vector) -> Element {
        let corner = |x: f64, y: f64| at + Vector::new(x, y) * (0.26 * self.unit);
        let falling = polyline(&[corner(-1.0, -1.0), corner(1.0, 1.0)]);
        self.stroke(&(falling + &polyline(&[corner(-1.0, 1.0), corner(1.0, -1.0)])))
    }

    /// An arrow that starts and ends a little away from the middles of its places.
    fn arrow(&self, from: &str, to: &str) -> Result<Element, AnnotationError> {
        let (from, to) = self.nearest(from, to)?;
        let way = to - from;
        let length = way.length().max(f64::MIN_POSITIVE);
        let ahead = way * (self.unit / length);
        // A long arrow doesn't cover the pieces at its ends.
        let gap = |most: f64| most.min(0.3 * length / self.unit);
        let across = Vector::new(-ahead.y, ahead.x);
        let (start, tip) = (from + ahead * gap(0.3), to - ahead * gap(0.52));
        let wing = |side: f64| tip - ahead * 0.3 + across * (side * 0.22);
        Ok(self.stroke(&(polyline(&[start, tip]) + &polyline(&[wing(-1.0), tip, wing(1.0)]))))
    }

    fn line(&self, places: &[String]) -> Result<Element, AnnotationError> {
        let pairs = places.windows(2).map(|pair| self.nearest(&pair[0], &pair[1]));
        let pairs = pairs.collect::<Result<Vec<_>, _>>()?;
        let data: String = pairs.iter().map(|&(from, to)| polyline(&[from, to])).collect();
        Ok(self.stroke(&data))
    }

    /// Positions of two places, on the same disc if one shows both.
    fn nearest(&self, from: &str, to: &str) -> Result<(Vector, Vector), AnnotationError> {
        let (starts, ends) = (self.sites(from)?, self.sites(to)?);
        let pairs = starts.iter().flat_map(|&start| ends.iter().map(move |&end| (start, end)));
        let length = |&(start, end): &(Vector, Vector)| (end - start).length();
        let near = pairs.min_by(|one, other| length(one).total_cmp(&length(other)));
        near.ok_or_else(|| AnnotationError::Place { place: from.to_owned() })
    }

    fn group(&self, place: &str) -> Result<Vec<Element>, AnnotationError> {
        match self.ground.group(place) {
            Some(GroupShape::Outline(data)) if !data.is_empty() => Ok(vec![self.stroke(&data)]),
            Some(GroupShape::Stones(stones)) => {
                Ok(stones.into_iter().map(|at| self.ring(at)).collect())
            }
            _ => {
                self.sites(place)?;
                Err(AnnotationError::Group { place: place.to_owned() })
            }
        }
    }

    fn plates(&self, place: &str, text: &str) -> Result<Vec<Element>, AnnotationError> {
        Ok(self.sites(place)?.into_iter().map(|at| self.plate(at, text)).collect())
    }

    fn plate(&self, at: Vector, text: &str) -> Element {
        let disc = Element::circle(at, 0.36 * self.unit)
            .fill(self.palette.paper)
            .stroke(NOTE.core, 0.05 * self.unit);
        let height = if text.chars().count() > 2 { 0.22 } else { 0.28 } * self.unit;
        Element::group([disc, label::centred(text, at, height, self.palette.ink)])
    }

    fn stroke(&self, data: &str) -> Element {
        let MarkStroke { core, casing } = NOTE;
        Element::group([
            Element::path(data.to_owned()).line(casing, 0.18 * self.unit),
            Element::path(data.to_owned()).line(core, 0.1 * self.unit),
        ])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn annotations_are_read_back_as_they_are_written() {
        for text in [
            "ring b2 c3'",
            "cross a1",
            "arrow b2 c3",
            "line a1 b2 c3",
            "group d4",
            "name b2' c2''",
            "label H3 1",
        ] {
            assert_eq!(text.parse::<Annotation>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn other_texts_are_refused_with_the_valid_forms() {
        for text in
            ["", "ring", "arrow b2", "arrow b2 c3 d4", "line a1", "label a1", "label a1 four"]
        {
            let error = text.parse::<Annotation>().unwrap_err();
            assert!(error.to_string().contains("`arrow b2 c3`"), "{text}: {error}");
        }
    }
}
