//! HTML as text, with quotations marked as such.
//!
//! The tokens are those of the standard (`html5gum`). Of the tree only those elements are kept that
//! mark a quotation or a signature, or are not shown.

use html5gum::{DefaultEmitter, HtmlString, StartTag, Token, Tokenizer};

/// The text of a page: blocks begin lines, quotations begin with `> `, signatures are left out.
pub(crate) fn to_text(html: &str) -> String {
    let mut emitter = DefaultEmitter::default();
    emitter.naively_switch_states(true);
    let mut page = Page::default();
    for token in Tokenizer::new_with_emitter(html, emitter) {
        let Ok(token) = token;
        match token {
            Token::StartTag(tag) => page.open(&tag),
            Token::EndTag(tag) => page.close(&tag.name),
            Token::String(text) => page.text(&String::from_utf8_lossy(&text)),
            Token::Comment(_) | Token::Doctype(_) | Token::Error(_) => {}
        }
    }
    page.end_line(false);
    page.done
}

/// Effect of an element on the text inside.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Effect {
    Nothing,
    Hides,
    Quotes,
    Preserves,
}

#[derive(Default)]
struct Page {
    done: String,
    line: String,
    open: Vec<(HtmlString, Effect)>,
    /// Everything from here on is a quotation.
    is_over: bool,
}

/// Elements that are not closed by themselves, and that may quote or hide. Only they are
/// remembered.
const CONTAINERS: [&[u8]; 14] = [
    b"div",
    b"blockquote",
    b"span",
    b"pre",
    b"table",
    b"section",
    b"script",
    b"style",
    b"head",
    b"title",
    b"noscript",
    b"template",
    b"textarea",
    b"select",
];
/// Elements inside a line.
const INLINE: [&[u8]; 20] = [
    b"a", b"b", b"i", b"u", b"s", b"em", b"strong", b"span", b"font", b"big", b"small", b"sub",
    b"sup", b"code", b"tt", b"img", b"o:p", b"abbr", b"wbr", b"label",
];
/// Names of quotations in the classes and ids of mail programs.
const QUOTES: [&str; 9] = [
    "gmail_quote",
    "gmail_attr",
    "yahoo_quoted",
    "protonmail_quote",
    "tutanota_quote",
    "moz-cite-prefix",
    "zmail_extra",
    "moz-forward-container",
    "gmx_quote",
];
/// Names of signatures in the classes and ids of mail programs.
const SIGNATURES: [&str; 6] = [
    "gmail_signature",
    "moz-signature",
    "protonmail_signature_block",
    "tutanota_signature",
    "ms-outlook-mobile-signature",
    "zm-_id_-sgn",
];
/// After an element with one of these ids, all is quotation.
const ENDS: [&str; 2] = ["divrplyfwdmsg", "appendonsend"];
/// Maximum depth of elements: no mail that anybody wrote nests deeper.
const DEEPEST: usize = 200;

impl Page {
    fn open(&mut self, tag: &StartTag<()>) {
        let name = tag.name.as_slice();
        let attribute = |name: &[u8]| {
            let value = tag.attributes.get(name).map(|value| value.as_slice()).unwrap_or_default();
            String::from_utf8_lossy(value).to_lowercase()
        };
        let names = attribute(b"class") + " " + &attribute(b"id");
        if !INLINE.contains(&name) {
            self.end_line(name == b"br");
        }
        self.is_over |= ENDS.iter().any(|end| names.contains(end));
        if CONTAINERS.contains(&name) && !tag.self_closing && self.open.len() < DEEPEST {
            let style = attribute(b"style").replace(' ', "");
            let effect = match name {
                b"script" | b"style" | b"head" | b"title" | b"template" | b"textarea"
                | b"select" => Effect::Hides,
                _ if SIGNATURES.iter().any(|called| names.contains(called)) => Effect::Hides,
                _ if names.split(' ').any(|name| name == "signature") => Effect::Hides,
                _ if is_hidden(&style) => Effect::Hides,
                b"blockquote" => Effect::Quotes,
                _ if QUOTES.iter().any(|called| names.contains(called)) => Effect::Quotes,
                b"pre" => Effect::Preserves,
                _ => Effect::Nothing,
            };
            self.open.push((tag.name.clone(), effect));
        }
    }

    fn close(&mut self, name: &HtmlString) {
        if !INLINE.contains(&name.as_slice()) {
            self.end_line(false);
        }
        if let Some(at) = self.open.iter().rposition(|(open, _)| open == name) {
            self.open.truncate(at);
        }
    }

    fn has(&self, effect: Effect) -> bool {
        self.open.iter().any(|(_, inside)| *inside == effect)
    }

    fn text(&mut self, text: &str) {
        if self.has(Effect::Hides) {
            return;
        }
        if self.has(Effect::Preserves) {
            let mut lines = text.split('\n').peekable();
            while let Some(line) = lines.next() {
                self.line.push_str(line);
                if lines.peek().is_some() {
                    self.end_line(true);
                }
            }
            return;
        }
        for letter in text.chars() {
            let is_blank = matches!(letter, ' ' | '\n' | '\r' | '\t' | '\u{c}');
            if !is_blank {
                self.line.push(letter);
            } else if !self.line.is_empty() && !self.line.ends_with(' ') {
                self.line.push(' ');
            }
        }
    }

    /// Ends a line, if one has begun or a blank one is wanted.
    fn end_line(&mut self, even_if_blank: bool) {
        if self.line.trim().is_empty() && !even_if_blank {
            self.line.clear();
            return;
        }
        if self.is_over || self.has(Effect::Quotes) {
            self.done.push_str("> ");
        }
        self.done.push_str(self.line.trim_end_matches([' ', '\r']));
        self.done.push('\n');
        self.line.clear();
    }
}

/// Whether a style, without blanks, hides its element.
fn is_hidden(style: &str) -> bool {
    let mut declarations = style.split(';').filter_map(|one| one.split_once(':'));
    declarations.any(|(name, value)| match name {
        "display" => value.starts_with("none"),
        "visibility" => value.starts_with("hidden"),
        "font-size" => {
            value.trim_start_matches(['0', '.']).trim_end_matches(char::is_alphabetic).is_empty()
                && value.starts_with('0')
        }
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_begin_lines_and_quotations_are_marked() {
        for (html, text) in [
            ("a<br>b<p>c  d\n e</p>f", "a\nb\nc d e\nf\n"),
            ("a<br><br>b", "a\n\nb\n"),
            ("<pre>a\n b</pre>c", "a\n b\nc\n"),
            ("a<blockquote>b<blockquote>c</blockquote>d</blockquote>e", "a\n> b\n> c\n> d\ne\n"),
            ("<head><title>x</title></head>a&nbsp;&lt;&#100;3&#x2019;", "a\u{a0}<d3\u{2019}\n"),
            ("<style>a{}</style><script>b()</script><div style='display: none'>c</div>d", "d\n"),
            ("</div></blockquote>a<b", "a\n"),
            ("<div hidden", ""),
            ("<span style='font-size: 0px'>a</span><p style='font-size:0.9em'>d", "d\n"),
            ("d<div id=Signature>Ann</div>", "d\n"),
        ] {
            assert_eq!(to_text(html), text, "{html}");
        }
    }
}
