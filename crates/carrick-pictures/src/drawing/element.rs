//! SVG elements; documents made of them are always well-formed.

use std::borrow::Cow;
use std::fmt::{self, Display};

use crate::drawing::plane::{At, Num};

/// Value of an attribute: most are constants, for which nothing is allocated.
pub(crate) type Value = Cow<'static, str>;

/// Number of children above which a group is large: its parts seldom change together.
const LARGE: usize = 16;

/// SVG element with its attributes and children.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Element {
    name: &'static str,
    attributes: Vec<(&'static str, Value)>,
    text: String,
    children: Vec<Element>,
    /// Position of the hole, spot, cube or point that the element shows, if it shows one.
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

    /// Path with the given data.
    pub(crate) fn path(data: impl Into<Value>) -> Self {
        Self::new("path").with("d", data)
    }

    /// A circle.
    pub(crate) fn circle(centre: At, radius: f64) -> Self {
        Self::new("circle")
            .with("cx", Num(centre.x))
            .with("cy", Num(centre.y))
            .with("r", Num(radius))
    }

    /// Adds an attribute.
    pub(crate) fn with(mut self, name: &'static str, value: impl Into<Value>) -> Self {
        self.attributes.push((name, value.into()));
        self
    }

    /// Adds an attribute, if there is a value for it.
    pub(crate) fn with_some(self, name: &'static str, value: Option<impl Into<Value>>) -> Self {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    pub(crate) fn fill(self, colour: impl Into<Value>) -> Self {
        self.with("fill", colour)
    }

    pub(crate) fn stroke(self, colour: impl Into<Value>, width: f64) -> Self {
        self.with("stroke", colour).with("stroke-width", Num(width))
    }

    /// Stroke only, with round ends and joins.
    pub(crate) fn line(self, colour: impl Into<Value>, width: f64) -> Self {
        self.fill("none")
            .stroke(colour, width)
            .with("stroke-linecap", "round")
            .with("stroke-linejoin", "round")
    }

    /// Adds a `<title>`, which browsers show as a tooltip.
    pub(crate) fn title(self, text: impl Into<String>) -> Self {
        self.child(Self::new("title").text(text))
    }

    /// Adds a `<desc>`.
    pub(crate) fn description(self, text: impl Into<String>) -> Self {
        self.child(Self::new("desc").text(text))
    }

    /// Marks the element as showing a place, at this position.
    pub(crate) fn standing(mut self, at: At) -> Self {
        self.stands = Some(at);
        self
    }

    /// Elements that show places, lowest first, with their positions.
    pub(crate) fn standings(&self) -> Vec<(&Self, At)> {
        let own = self.stands.map(|at| (self, at));
        own.into_iter().chain(self.children.iter().flat_map(Self::standings)).collect()
    }

    /// Value of an attribute.
    pub(crate) fn attribute(&self, name: &str) -> Option<&str> {
        let found = self.attributes.iter().find(|(own, _)| *own == name);
        found.map(|(_, value)| &**value)
    }

    /// Whether it has children other than its title.
    pub(crate) fn has_picture(&self) -> bool {
        self.children.iter().any(|child| child.name != "title")
    }

    /// Text of its title.
    pub(crate) fn said(&self) -> Option<&str> {
        let title = self.children.iter().find(|child| child.name == "title");
        title.map(|title| title.text.as_str())
    }

    /// A copy without ids, names and titles, to stand beside an element that has them. Animations
    /// keep their ids, which are those of a moment.
    pub(crate) fn anonymous(mut self) -> Self {
        if self.name != "set" {
            self.attributes.retain(|(name, _)| !matches!(*name, "id" | "data-place" | "data-mark"));
        }
        self.children.retain(|child| child.name != "title");
        self.children = self.children.into_iter().map(Self::anonymous).collect();
        self
    }

    /// A copy without an attribute, inside too.
    pub(crate) fn without(mut self, attribute: &str) -> Self {
        self.attributes.retain(|(name, _)| *name != attribute);
        self.children = self.children.into_iter().map(|child| child.without(attribute)).collect();
        self
    }

    /// The elements of which it consists, without ids and titles. Groups without attributes are
    /// taken apart, and so are large ones whose attributes children inherit: each part has them
    /// then.
    pub(crate) fn parts(self) -> Vec<Self> {
        let inherited =
            |(name, _): &(&str, Value)| name.starts_with("fill") || name.starts_with("stroke");
        let is_large = self.children.len() > LARGE && self.attributes.iter().all(inherited);
        if self.name != "g" || !(self.attributes.is_empty() || is_large) {
            return vec![self.anonymous()];
        }
        let attributes = self.attributes;
        let children = self.children.into_iter().filter(|child| child.name != "title");
        let parts = children.flat_map(Self::parts);
        let inheriting = |mut part: Self| {
            for (name, value) in &attributes {
                if part.attributes.iter().all(|(own, _)| own != name) {
                    part.attributes.push((*name, value.clone()));
                }
            }
            part
        };
        parts.map(inheriting).collect()
    }

    /// A path of several closed polygons in a translucent colour, as a path for each of them. Any
    /// other element stays whole.
    pub(crate) fn polygons(self) -> Vec<Self> {
        let Some(data) = self.attribute("d").filter(|_| self.is_translucent()) else {
            return vec![self];
        };
        let polygons: Vec<String> = data.split_inclusive('Z').map(str::to_owned).collect();
        polygons.into_iter().map(|data| self.clone().with_data(data)).collect()
    }

    /// Whether it lets through what lies below.
    pub(crate) fn is_translucent(&self) -> bool {
        self.attribute("fill-opacity").is_some()
    }

    /// Adds the polygons of another path to those of this one, if both look alike.
    pub(crate) fn take_in(&mut self, other: &Self) -> bool {
        let [own, more] = [&*self, other].map(|one| one.clone().with_data(String::new()));
        let (Some(data), Some(added), true) =
            (self.attribute("d"), other.attribute("d"), own == more)
        else {
            return false;
        };
        *self = own.with_data(format!("{data}{added}"));
        true
    }

    /// This element with other path data.
    fn with_data(mut self, data: String) -> Self {
        for (name, value) in &mut self.attributes {
            if *name == "d" {
                *value = data.clone().into();
            }
        }
        self
    }

    /// Sets the text.
    pub(crate) fn text(self, text: impl Into<String>) -> Self {
        Self { text: text.into(), ..self }
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

impl Element {
    /// Appends the element to a document.
    pub(crate) fn write_to(&self, out: &mut String) {
        out.push('<');
        out.push_str(self.name);
        for (name, value) in &self.attributes {
            out.push(' ');
            out.push_str(name);
            out.push_str("=\"");
            escape(value, out);
            out.push('"');
        }
        if self.text.is_empty() && self.children.is_empty() {
            out.push_str("/>");
            return;
        }
        out.push('>');
        escape(&self.text, out);
        // Each part of the picture gets a line; children of a part stay on its line.
        let has_lines = matches!(self.name, "svg" | "g") && self.children.len() > 1;
        let lines = if has_lines { "\n" } else { "" };
        for child in &self.children {
            out.push_str(lines);
            child.write_to(out);
        }
        out.push_str(lines);
        out.push_str("</");
        out.push_str(self.name);
        out.push('>');
    }
}

impl Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        self.write_to(&mut text);
        f.write_str(&text)
    }
}

/// Appends a text in which nothing is markup.
fn escape(text: &str, out: &mut String) {
    let is_markup = |byte| matches!(byte, b'&' | b'<' | b'>' | b'"');
    let mut rest = text;
    while let Some(at) = rest.bytes().position(is_markup) {
        out.push_str(&rest[..at]);
        out.push_str(match rest.as_bytes()[at] {
            b'&' => "&amp;",
            b'<' => "&lt;",
            b'>' => "&gt;",
            _ => "&quot;",
        });
        rest = &rest[at + 1..];
    }
    out.push_str(rest);
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
