//! Elements of an SVG document, always well-formed.

use std::fmt::{self, Display, Write as _};

use crate::plane::{At, Num};

/// An element with its attributes and what it contains.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Element {
    name: &'static str,
    attributes: Vec<(&'static str, String)>,
    text: String,
    children: Vec<Element>,
    /// Where the place is in the plane that the element shows, if it shows one.
    stands: Option<At>,
}

impl Element {
    pub(crate) const fn new(name: &'static str) -> Self {
        Self {
            name,
            attributes: Vec::new(),
            text: String::new(),
            children: Vec::new(),
            stands: None,
        }
    }

    /// A group of elements.
    pub(crate) fn group(children: impl IntoIterator<Item = Self>) -> Self {
        Self::new("g").children(children)
    }

    /// A path with the given data.
    pub(crate) fn path(data: impl Display) -> Self {
        Self::new("path").with("d", data)
    }

    /// A circle.
    pub(crate) fn circle(centre: At, radius: f64) -> Self {
        Self::new("circle")
            .with("cx", Num(centre.x))
            .with("cy", Num(centre.y))
            .with("r", Num(radius))
    }

    /// With an attribute.
    pub(crate) fn with(mut self, name: &'static str, value: impl Display) -> Self {
        self.attributes.push((name, value.to_string()));
        self
    }

    /// With an attribute, if there is a value for it.
    pub(crate) fn with_some(self, name: &'static str, value: Option<impl Display>) -> Self {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    pub(crate) fn fill(self, colour: impl Display) -> Self {
        self.with("fill", colour)
    }

    pub(crate) fn stroke(self, colour: impl Display, width: f64) -> Self {
        self.with("stroke", colour).with("stroke-width", Num(width))
    }

    /// Only a line, round at its ends and corners.
    pub(crate) fn line(self, colour: impl Display, width: f64) -> Self {
        self.fill("none")
            .stroke(colour, width)
            .with("stroke-linecap", "round")
            .with("stroke-linejoin", "round")
    }

    /// What a browser tells about the element.
    pub(crate) fn title(self, text: impl Into<String>) -> Self {
        self.child(Self { text: text.into(), ..Self::new("title") })
    }

    /// What else there is to say about the element.
    pub(crate) fn description(self, text: impl Into<String>) -> Self {
        self.child(Self { text: text.into(), ..Self::new("desc") })
    }

    /// Says that the element shows a place, and where that is.
    pub(crate) fn standing(mut self, at: At) -> Self {
        self.stands = Some(at);
        self
    }

    /// All elements that show places, lowest first, each with where it stands.
    pub(crate) fn standings(&self) -> Vec<(&Self, At)> {
        let own = self.stands.map(|at| (self, at));
        own.into_iter().chain(self.children.iter().flat_map(Self::standings)).collect()
    }

    /// The value of an attribute.
    pub(crate) fn attribute(&self, name: &str) -> Option<&str> {
        let found = self.attributes.iter().find(|(own, _)| *own == name);
        found.map(|(_, value)| value.as_str())
    }

    /// Whether it contains anything but its title.
    pub(crate) fn has_picture(&self) -> bool {
        self.children.iter().any(|child| child.name != "title")
    }

    /// The text of its title.
    pub(crate) fn said(&self) -> Option<&str> {
        let title = self.children.iter().find(|child| child.name == "title");
        title.map(|title| title.text.as_str())
    }

    /// The picture without ids, names and titles, to stand beside one that has them.
    pub(crate) fn anonymous(mut self) -> Self {
        self.attributes.retain(|(name, _)| !matches!(*name, "id" | "data-place" | "data-mark"));
        self.children.retain(|child| child.name != "title");
        self.children = self.children.into_iter().map(Self::anonymous).collect();
        self
    }

    pub(crate) fn child(mut self, child: Self) -> Self {
        self.children.push(child);
        self
    }

    pub(crate) fn children(mut self, children: impl IntoIterator<Item = Self>) -> Self {
        self.children.extend(children);
        self
    }
}

impl Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<{}", self.name)?;
        for (name, value) in &self.attributes {
            write!(f, " {name}=\"{}\"", Escaped(value))?;
        }
        if self.text.is_empty() && self.children.is_empty() {
            return f.write_str("/>");
        }
        write!(f, ">{}", Escaped(&self.text))?;
        // A line for each part of the picture; what belongs to one part stays on its line.
        let lines =
            if matches!(self.name, "svg" | "g") && self.children.len() > 1 { "\n" } else { "" };
        for child in &self.children {
            write!(f, "{lines}{child}")?;
        }
        write!(f, "{lines}</{}>", self.name)
    }
}

/// A text in which nothing is markup.
struct Escaped<'a>(&'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|c| match c {
            '&' => f.write_str("&amp;"),
            '<' => f.write_str("&lt;"),
            '>' => f.write_str("&gt;"),
            '"' => f.write_str("&quot;"),
            c => f.write_char(c),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_in_texts_is_escaped() {
        let element = Element::new("g").with("data-place", "a\"<").title("x & y > z");
        let written = "<g data-place=\"a&quot;&lt;\"><title>x &amp; y &gt; z</title></g>";
        assert_eq!(element.to_string(), written);
    }
}
