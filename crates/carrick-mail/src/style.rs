//! Styles, as far as they affect whether and how words are shown.

use crate::Doubt;

/// Effect of a style on the words of its element.
#[derive(Clone, Copy, Default)]
pub(crate) struct Look {
    /// The words may be hidden, struck out or out of order.
    pub(crate) is_doubtful: bool,
    /// They are above or below the other words in their line.
    pub(crate) is_raised: bool,
    /// They have no border, as in an indented block.
    pub(crate) is_indented: bool,
    /// Line breaks of the source are kept.
    pub(crate) preserves: bool,
    /// Whether they are inside a line, if the style says so.
    pub(crate) is_inline: Option<bool>,
}

/// The effect of declarations, given in lower case.
pub(crate) fn look(style: &str) -> Look {
    let mut look = Look::default();
    let (mut is_flat, mut is_cut) = (false, false);
    for (name, value) in style.split(';').filter_map(|one| one.split_once(':')) {
        let (name, value) = (name.trim(), value.trim());
        look.is_doubtful |= name.contains('\\') || value.contains('\\') || hides(name, value);
        match name {
            "height" | "width" => is_flat |= is_number(value, |size| size < 1.5),
            "overflow" | "overflow-x" | "overflow-y" => is_cut |= !value.starts_with("visible"),
            "vertical-align" => look.is_raised |= value.starts_with("su"),
            "white-space" => {
                look.preserves |= value.starts_with("pre") || value.starts_with("break")
            }
            "border" => look.is_indented = value.starts_with("none") || value.starts_with('0'),
            "display" => {
                look.is_inline = Some(value.starts_with("inline") || value.starts_with("contents"));
            }
            _ => {}
        }
    }
    look.is_doubtful |= is_flat && is_cut;
    look
}

fn hides(name: &str, value: &str) -> bool {
    match name {
        "display" => value.starts_with("none"),
        "visibility" => value.starts_with("hidden") || value.starts_with("collapse"),
        "mso-hide" => value.starts_with("all"),
        "opacity" => is_number(value, |opacity| opacity < 0.2),
        "font-size" => is_tiny(value),
        "font" => value.split_whitespace().any(is_tiny),
        "max-height" | "max-width" => is_number(value, |size| size < 1.5),
        "text-decoration" | "text-decoration-line" => value.contains("line-through"),
        "color" => value.starts_with("transparent"),
        "text-indent" | "left" | "top" | "right" | "bottom" | "margin-left" | "margin-top"
        | "margin" => is_number(value, |shift| shift <= -100.0),
        "clip" | "clip-path" => !value.starts_with("auto") && !value.starts_with("none"),
        "transform" => value.contains("scale(0"),
        "unicode-bidi" => value.contains("override"),
        _ => false,
    }
}

/// Whether a size is too small to be read.
fn is_tiny(size: &str) -> bool {
    let relative = ["em", "ex", "ch"].iter().any(|unit| size.contains(unit));
    let least = match size {
        _ if relative => 0.3,
        _ if size.contains('%') => 30.0,
        _ if size.contains("px") || size.contains("pt") => 3.0,
        _ => 0.1,
    };
    is_number(size, |size| size < least)
}

/// Whether a value starts with a number that meets a condition.
fn is_number(value: &str, is_such: impl Fn(f64) -> bool) -> bool {
    let end = value.find(|c: char| !matches!(c, '0'..='9' | '.' | '-' | '+'));
    value[..end.unwrap_or(value.len())].parse().is_ok_and(is_such)
}

/// Selectors in a style sheet that hide elements: for each, the names of elements, classes (`.x`)
/// and ids (`#x`) that it requires.
///
/// # Errors
/// When there are too many.
pub(crate) fn hiding(sheet: &str) -> Result<Vec<Vec<String>>, Doubt> {
    /// Maximum number of hiding selectors.
    const MOST: usize = 64;
    let mut hiding = Vec::new();
    let mut open: Vec<&str> = Vec::new();
    let sheet = without(sheet, "/*", "*/").to_lowercase();
    let mut rest = sheet.as_str();
    while !rest.is_empty() {
        let end = rest.find(['{', '}']).unwrap_or(rest.len());
        let (piece, behind) = rest.split_at(end);
        if behind.starts_with('{') {
            open.push(piece.rsplit(';').next().unwrap_or_default());
        } else {
            let selectors = open.pop().unwrap_or("@");
            if !selectors.trim_start().starts_with('@') && look(piece).is_doubtful {
                let selectors = without(&without(selectors, "(", ")"), "[", "]");
                hiding.extend(selectors.split(',').map(names));
            }
        }
        rest = behind.get(1..).unwrap_or_default();
        if hiding.len() > MOST {
            return Err(Doubt::Layout);
        }
    }
    Ok(hiding)
}

/// The names that a selector requires of an element or its ancestors.
fn names(selector: &str) -> Vec<String> {
    if selector.contains('\\') {
        return Vec::new();
    }
    let selector = selector.replace("<!--", " ").replace("-->", " ");
    let around = selector.rsplit(['+', '~']).next().unwrap_or_default();
    let mut names = Vec::new();
    for part in around.split([' ', '>', '\n', '\r', '\t']) {
        let part = part.split(':').next().unwrap_or_default();
        let mut name = String::new();
        for letter in part.chars().chain(['.']) {
            if matches!(letter, '.' | '#') {
                names.extend(Some(name).filter(|name| {
                    name.len() > 1 || !name.is_empty() && !name.starts_with(['.', '#', '*'])
                }));
                name = String::new();
            }
            name.push(letter);
        }
    }
    names
}

/// A text without the parts between two marks.
fn without(text: &str, from: &str, to: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once(from) {
        kept.push_str(before);
        rest = behind.split_once(to).map_or("", |(_, behind)| behind);
    }
    kept + rest
}
