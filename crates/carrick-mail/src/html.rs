//! HTML as text, with quotations, signatures and doubtful words marked.
//!
//! The tokens follow the standard (`html5gum`), but of the tree only the open elements are known.
//! The effect of an element on its text is certain only for the elements in a list, without a style
//! that hides them. All other words are marked, and an email in which they are the sender's own is
//! not read.

use std::collections::BTreeMap;

use html5gum::{DefaultEmitter, HtmlString, StartTag, Token, Tokenizer};

use crate::style::{self, Look};
use crate::{Doubt, text};

/// Mark before words that a mail program may not show, or may show differently. No text contains
/// it.
pub(crate) const DOUBTFUL: char = '\u{fdd0}';
/// Mark at the beginning of a signature's lines. No text contains it.
pub(crate) const ASIDE: char = '\u{fdd1}';

/// The text of a page: blocks start lines, quotations start with `> `, lines of signatures with
/// [`ASIDE`], and words that may not be shown with [`DOUBTFUL`].
///
/// # Errors
/// When the page is too complicated.
pub(crate) fn to_text(html: &str) -> Result<String, Doubt> {
    let mut page = PageText { hiding: style::hiding(&sheets(html))?, ..PageText::default() };
    for token in tokens(html) {
        match token {
            Token::StartTag(tag) => page.open(&tag)?,
            Token::EndTag(tag) => page.close(&tag.name),
            Token::String(text) => page.text(&String::from_utf8_lossy(&text)),
            Token::Comment(_) | Token::Doctype(_) | Token::Error(_) => {}
        }
    }
    page.end_line(false);
    page.truncate(0);
    Ok(page.done)
}

/// The text of all style sheets.
fn sheets(html: &str) -> String {
    let mut sheets = String::new();
    let mut is_inside = false;
    for token in tokens(html) {
        match token {
            Token::StartTag(tag) => is_inside = tag.name.as_slice() == b"style",
            Token::String(css) if is_inside => sheets.push_str(&String::from_utf8_lossy(&css)),
            Token::EndTag(_) => is_inside = false,
            Token::String(_) | Token::Comment(_) | Token::Doctype(_) | Token::Error(_) => {}
        }
    }
    sheets
}

fn tokens(html: &str) -> impl Iterator<Item = Token> {
    let mut emitter = DefaultEmitter::default();
    emitter.naively_switch_states(true);
    Tokenizer::new_with_emitter(html, emitter).flatten()
}

/// The words of a text without the lines of signatures.
pub(crate) fn without_asides(text: &str) -> String {
    let lines = text.split_inclusive('\n').filter(|line| !line.starts_with(ASIDE));
    lines.collect()
}

/// Effects of an element on its text.
#[derive(Clone, Copy, Default)]
struct Effects {
    /// Its text is for programs, and never shown.
    drops: bool,
    signs: bool,
    quotes: bool,
    /// Quotes until a quotation inside it ends: players write below that.
    introduces: bool,
    /// Quotes or indents; its text shows which.
    cites: bool,
    /// Its text may not be shown as it is written.
    doubts: bool,
    /// Raises or lowers: letters keep their meaning, but digits may not.
    raises: bool,
    preserves: bool,
}

/// An open element.
struct OpenElement {
    name: HtmlString,
    effects: Effects,
    is_inline: bool,
    /// Where its text starts.
    start: usize,
    /// Number of items so far, for numbered lists.
    items: u32,
    /// Names by which selectors can match it.
    called: Vec<String>,
}

#[derive(Default)]
struct PageText {
    done: String,
    line: String,
    open: Vec<OpenElement>,
    /// Everything from here on is a quotation.
    is_over: bool,
    /// Selectors in style sheets that hide elements.
    hiding: Vec<Vec<String>>,
    /// How many open elements have each name, if names are used to hide elements.
    called: BTreeMap<String, u32>,
}

/// Elements that start and end lines.
const BLOCKS: [&[u8]; 47] = [
    b"html",
    b"head",
    b"body",
    b"div",
    b"p",
    b"blockquote",
    b"pre",
    b"center",
    b"h1",
    b"h2",
    b"h3",
    b"h4",
    b"h5",
    b"h6",
    b"ul",
    b"ol",
    b"li",
    b"dl",
    b"dt",
    b"dd",
    b"table",
    b"caption",
    b"colgroup",
    b"thead",
    b"tbody",
    b"tfoot",
    b"tr",
    b"td",
    b"th",
    b"address",
    b"article",
    b"aside",
    b"section",
    b"main",
    b"header",
    b"footer",
    b"nav",
    b"figure",
    b"figcaption",
    b"hgroup",
    b"form",
    b"fieldset",
    b"legend",
    b"dir",
    b"menu",
    b"hr",
    b"br",
];
/// Elements inside a line, two of them from QQ and Mailspring.
const INLINE: [&[u8]; 44] = [
    b"a",
    b"b",
    b"i",
    b"u",
    b"em",
    b"strong",
    b"span",
    b"font",
    b"big",
    b"small",
    b"sub",
    b"sup",
    b"code",
    b"tt",
    b"kbd",
    b"samp",
    b"var",
    b"cite",
    b"q",
    b"abbr",
    b"acronym",
    b"dfn",
    b"ins",
    b"mark",
    b"time",
    b"label",
    b"nobr",
    b"bdi",
    b"data",
    b"ruby",
    b"rb",
    b"rt",
    b"rp",
    b"map",
    b"picture",
    b"img",
    b"wbr",
    b"s",
    b"del",
    b"script",
    b"style",
    b"title",
    b"includetail",
    b"signature",
];
/// Elements without an end tag.
const VOID: [&[u8]; 18] = [
    b"area",
    b"base",
    b"basefont",
    b"bgsound",
    b"br",
    b"col",
    b"embed",
    b"frame",
    b"hr",
    b"img",
    b"input",
    b"link",
    b"meta",
    b"param",
    b"source",
    b"track",
    b"wbr",
    b"keygen",
];
/// Classes and ids that mail programs use for quotations.
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
/// Classes and ids that mail programs use for signatures.
const SIGNATURES: [&str; 6] = [
    "gmail_signature",
    "moz-signature",
    "protonmail_signature_block",
    "tutanota_signature",
    "ms-outlook-mobile-signature",
    "zm-_id_-sgn",
];
/// After an element with one of these ids, everything is a quotation.
const ENDS: [&str; 2] = ["divrplyfwdmsg", "appendonsend"];
/// Elements that end tags of others do not reach beyond.
const SCOPES: [&[u8]; 4] = [b"table", b"caption", b"td", b"th"];
/// Parts of a table.
const TABLE: [&[u8]; 8] = [b"table", b"caption", b"thead", b"tbody", b"tfoot", b"tr", b"td", b"th"];
/// Maximum depth of elements.
const DEEPEST: usize = 500;

impl PageText {
    fn open(&mut self, tag: &StartTag<()>) -> Result<(), Doubt> {
        let name = tag.name.as_slice();
        let attribute = |name: &[u8]| {
            let value = tag.attributes.get(name).map(|value| value.as_slice()).unwrap_or_default();
            String::from_utf8_lossy(value).to_lowercase()
        };
        let (class, id) = (attribute(b"class"), attribute(b"id"));
        let names = format!("{class} {id}");
        let look = style::look(&attribute(b"style"));
        self.close_before(name);
        let mut effects = effects(name, &names, look);
        effects.signs |= is_signature(&id);
        effects.doubts |= tag.attributes.contains_key(b"hidden".as_slice());
        if name == b"blockquote" && !effects.quotes {
            let is_cited =
                attribute(b"type") == "cite" || tag.attributes.contains_key(b"cite".as_slice());
            let is_named = ["quote", "cite", "reply"].iter().any(|part| names.contains(part));
            effects.quotes = is_cited || is_named;
            let is_inside = self.has(|outer| outer.quotes || outer.introduces || outer.cites);
            effects.cites = !effects.quotes && !look.is_indented && !is_inside;
        }
        let stands_alone = effects.signs || effects.quotes || effects.introduces || effects.cites;
        let is_inline = !stands_alone && look.is_inline.unwrap_or(!BLOCKS.contains(&name));
        if !is_inline {
            self.end_line(name == b"br");
        }
        self.is_over |= ENDS.iter().any(|end| names.contains(end));
        if name == b"img" {
            self.picture(&attribute(b"alt"));
        }
        if VOID.contains(&name) {
            return Ok(());
        }
        if self.open.len() == DEEPEST {
            return Err(Doubt::Layout);
        }
        if name == b"li" {
            self.number(attribute(b"value").trim());
        }
        let items =
            attribute(b"start").trim().parse().map_or(0, |first: u32| first.saturating_sub(1));
        let mut called = Vec::new();
        if !self.hiding.is_empty() {
            called.push(String::from_utf8_lossy(name).into_owned());
            called.extend(class.split_whitespace().map(|class| format!(".{class}")));
            called.extend((!id.is_empty()).then(|| format!("#{}", id.trim())));
            for name in &called {
                *self.called.entry(name.clone()).or_default() += 1;
            }
        }
        let start = self.done.len();
        let name = tag.name.clone();
        self.open.push(OpenElement { name, effects, is_inline, start, items, called });
        Ok(())
    }

    /// Closes elements that end where another one starts.
    fn close_before(&mut self, name: &[u8]) {
        const LISTS: [&[u8]; 7] = [b"ul", b"ol", b"dl", b"table", b"td", b"th", b"blockquote"];
        const ROWS: [&[u8]; 1] = [b"table"];
        if BLOCKS.contains(&name) && name != b"br" {
            self.close_one(&[b"p"], &SCOPES);
        }
        match name {
            b"li" => self.close_one(&[b"li"], &LISTS),
            b"dt" | b"dd" => self.close_one(&[b"dt", b"dd"], &LISTS),
            b"td" | b"th" => self.close_one(&[b"td", b"th"], &ROWS),
            b"tr" => self.close_one(&[b"tr"], &ROWS),
            b"tbody" | b"thead" | b"tfoot" => {
                self.close_one(&[b"tbody", b"thead", b"tfoot", b"tr"], &ROWS);
            }
            _ => {}
        }
    }

    /// Closes the innermost element with one of these names, but not beyond certain others.
    fn close_one(&mut self, names: &[&[u8]], beyond: &[&[u8]]) {
        let mut inner = self.open.iter().enumerate().rev();
        let found = inner.find(|(_, element)| {
            let name = element.name.as_slice();
            names.contains(&name) || beyond.contains(&name)
        });
        if let Some((at, element)) = found
            && names.contains(&element.name.as_slice())
        {
            if !self.open[at..].iter().all(|element| element.is_inline) {
                self.end_line(false);
            }
            self.truncate(at);
        }
    }

    fn close(&mut self, name: &HtmlString) {
        let name = name.as_slice();
        if matches!(name, b"body" | b"html") || VOID.contains(&name) {
            self.end_line(false);
            return;
        }
        let is_block = BLOCKS.contains(&name);
        if is_block && !self.open.iter().any(|element| element.name.as_slice() == name) {
            self.end_line(false);
        }
        match name {
            _ if TABLE.contains(&name) => self.close_one(&[name], &[b"table"]),
            _ if is_block => self.close_one(&[name], &SCOPES),
            // End tags do not reach beyond blocks.
            _ => self.close_one(&[name], &BLOCKS),
        }
    }

    fn truncate(&mut self, length: usize) {
        while self.open.len() > length {
            let Some(element) = self.open.pop() else { break };
            for name in &element.called {
                if let Some(count) = self.called.get_mut(name) {
                    *count -= 1;
                    if *count == 0 {
                        self.called.remove(name);
                    }
                }
            }
            if element.effects.cites {
                self.cite(element.start);
            }
            if element.effects.quotes && element.name.as_slice() == b"blockquote" {
                let outer = self.open.iter_mut().rev().find(|outer| outer.effects.introduces);
                if let Some(outer) = outer {
                    outer.effects.introduces = false;
                }
            }
        }
    }

    /// Marks the text from there on as a quotation, if it is quoted from an email.
    fn cite(&mut self, start: usize) {
        let cited = self.done.split_off(start);
        let introduces = |line: &str| {
            let line = line.trim_end();
            line.contains('@') && line.ends_with([':', '\u{ff1a}'])
        };
        let above = self.done.lines().rev().find(|line| !line.trim().is_empty());
        let is_quoted = above.is_some_and(introduces)
            || cited.lines().any(|line| introduces(line) || text::is_board_title(line));
        for line in cited.split_inclusive('\n') {
            if is_quoted {
                self.done.push_str("> ");
            } else if !line.trim().is_empty() && !line.starts_with(['>', ASIDE]) {
                self.done.push(DOUBTFUL);
            }
            self.done.push_str(line);
        }
    }

    fn has(&self, effect: impl Fn(&Effects) -> bool) -> bool {
        self.open.iter().any(|element| effect(&element.effects))
    }

    fn is_quoted(&self) -> bool {
        self.is_over || self.has(|effects| effects.quotes || effects.introduces)
    }

    /// Puts an item's number before it.
    fn number(&mut self, value: &str) {
        let is_list = |element: &&mut OpenElement| matches!(element.name.as_slice(), b"ol" | b"ul");
        let list = self.open.iter_mut().rev().find(is_list);
        if let Some(list) = list.filter(|list| list.name.as_slice() == b"ol") {
            list.items = value.parse().unwrap_or(list.items.saturating_add(1));
            let number = list.items;
            self.text(&format!("{number}. "));
        }
    }

    /// A picture does not count as words, except one of a face.
    fn picture(&mut self, alternative: &str) {
        /// Maximum number of letters of a face.
        const LONGEST: usize = 16;
        let is_face =
            alternative.chars().count() <= LONGEST && !alternative.contains(char::is_alphanumeric);
        if is_face {
            self.text(alternative);
        }
    }

    fn text(&mut self, text: &str) {
        if self.has(|effects| effects.drops) {
            return;
        }
        if self.is_doubtful(text) && !self.is_quoted() {
            self.line.push(DOUBTFUL);
        }
        let text = text.replace([DOUBTFUL, ASIDE], "");
        if self.has(|effects| effects.preserves) {
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

    /// Whether a text contains letters that may not be shown as they are written.
    fn is_doubtful(&self, text: &str) -> bool {
        let visible = |letter: char| !letter.is_whitespace() && !text::is_invisible(letter);
        if !text.contains(visible) {
            return false;
        }
        // Words between the cells of a table are shown above it.
        let is_of_table = |element: &&OpenElement| TABLE.contains(&element.name.as_slice());
        let cell = self.open.iter().rev().find(is_of_table).map(|element| element.name.as_slice());
        let is_misplaced = !matches!(cell, None | Some(b"td" | b"th" | b"caption"));
        let is_hidden =
            |selector: &Vec<String>| selector.iter().all(|name| self.called.contains_key(name));
        is_misplaced
            || text.contains(['\u{fffd}', '\u{202d}', '\u{202e}'])
            || self.has(|effects| effects.doubts)
            || self.has(|effects| effects.raises)
                && text.contains(|letter: char| visible(letter) && !letter.is_alphabetic())
            || self.hiding.iter().any(is_hidden)
    }

    /// Ends a line, if one has started or a blank one is wanted.
    fn end_line(&mut self, even_if_blank: bool) {
        if self.line.trim().is_empty() && !even_if_blank {
            self.line.clear();
            return;
        }
        if self.is_quoted() {
            self.done.push_str("> ");
        } else if self.has(|effects| effects.signs) {
            self.done.push(ASIDE);
        }
        self.done.push_str(self.line.trim_end_matches([' ', '\r']));
        self.done.push('\n');
        self.line.clear();
    }
}

/// Whether an id is that of a signature: Outlook's, or one of Fastmail's, which are numbered.
fn is_signature(id: &str) -> bool {
    let number = id.strip_prefix("sig").unwrap_or_default();
    id == "signature" || !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
}

/// Effects of an element, from its name, its classes and its style.
fn effects(name: &[u8], names: &str, look: Look) -> Effects {
    let is_one_of = |known: &[&str]| known.iter().any(|called| names.contains(called));
    let introduces = name != b"blockquote" && names.split(' ').any(|name| name == "gmail_quote");
    let is_known = BLOCKS.contains(&name) || INLINE.contains(&name) || name.contains(&b':');
    let is_struck = matches!(name, b"s" | b"del");
    Effects {
        drops: matches!(name, b"script" | b"style" | b"title"),
        signs: name == b"signature" || is_one_of(&SIGNATURES),
        introduces,
        quotes: !introduces && is_one_of(&QUOTES),
        cites: false,
        doubts: !is_known || is_struck || look.is_doubtful,
        raises: matches!(name, b"sub" | b"sup") || look.is_raised,
        preserves: name == b"pre" || look.preserves,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_start_lines_and_quotations_are_marked() {
        for (html, text) in [
            ("a<br>b<p>c  d\n e</p>f", "a\nb\nc d e\nf\n"),
            ("a<br><br>b", "a\n\nb\n"),
            ("<pre>a\n b</pre>c", "a\n b\nc\n"),
            ("<div style='white-space: pre-wrap'>a\n b</div>c", "a\n b\nc\n"),
            (
                "a<blockquote type=cite>b<blockquote>c</blockquote>d</blockquote>e",
                "a\n> b\n> c\n> d\ne\n",
            ),
            ("<head><title>x</title></head>a&nbsp;&lt;&#100;3&#x2019;", "a\u{a0}<d3\u{2019}\n"),
            ("<head><title>x</title><p>a", "a\n"),
            ("<style>a{}</style><script>b()</script><div>d", "d\n"),
            ("</div></blockquote>a<b", "a\n"),
            ("<div hidden", ""),
            ("<p style='font-size:0.9em'>d", "d\n"),
            ("<p>a<p>b<li>c<li>d", "a\nb\nc\nd\n"),
            ("<ol><li>a<li>b<ul><li>c</ul><li>d</ol>", "1. a\n2. b\nc\n3. d\n"),
            ("<ol start=3><li>a</ol>", "3. a\n"),
            ("d<div id=Signature>Ann</div>e", "d\n\u{fdd1}Ann\ne\n"),
            ("d<signature id=x>Ann</signature>e", "d\n\u{fdd1}Ann\ne\n"),
            ("a<img alt=':-)' src=x><img alt='a club' src=y>", "a:-)\n"),
            ("<div style='display:inline'>a</div><div style='display:inline'>b</div>", "ab\n"),
            ("a<span style='display:block'>b</span>c", "a\nb\nc\n"),
            ("<ruby>a<rp>(</rp><rt>b</rt><rp>)</rp></ruby>", "a(b)\n"),
        ] {
            assert_eq!(to_text(html).as_deref(), Ok(text), "{html}");
        }
    }

    #[test]
    fn gmail_quotes_until_a_quotation_ends() {
        let quoted = "<div class=gmail_quote><div class=gmail_attr>a wrote:</div>\
                      <blockquote class=gmail_quote>b</blockquote>c</div>d";
        assert_eq!(to_text(quoted).as_deref(), Ok("> a wrote:\n> b\nc\nd\n"));
        let forwarded = "<div class=gmail_quote><div class=gmail_attr>a wrote:</div>b</div>c";
        assert_eq!(to_text(forwarded).as_deref(), Ok("> a wrote:\n> b\nc\n"));
    }

    #[test]
    fn only_words_that_are_plainly_shown_are_certain() {
        let is_certain = |html: &str| to_text(html).is_ok_and(|text| !text.contains(DOUBTFUL));
        let deep = |depth: usize| "<div>".repeat(depth) + "<span style='display:none'>a</span>";
        for html in [
            "<p style='display:none'>a</p>b",
            "<p style='display : none !important'>a</p>b",
            "<table><tr><td style='visibility:hidden'>a</td></tr></table>",
            "<a style='opacity:0'>a</a>",
            "<font style='mso-hide:all'>a</font>",
            "<center style='max-height:0;overflow:hidden'>a</center>",
            "<div hidden>a</div>",
            "<span style='font-size: 0px'>a</span>",
            "<div style='font:0/0 a'>a</div>",
            "<div style='height:0;overflow:hidden'>a</div>",
            "<div style='position:absolute;left:-9999px'>a</div>",
            "<div style='color:transparent'>a</div>",
            "<div style='displ\\61y:none'>a</div>",
            "<style>.x{display:none}</style><p class=x>a</p>",
            "<p class='y X'>a</p><style>@media all { /* x */ p.x , i { opacity : 0 } }</style>",
            "<style>div > .x{display:none}</style><div><p class=x>a</p></div>",
            "<style>*{display:none}</style><p>a",
            "<s>a</s>",
            "<del>a</del>",
            "<strike>a</strike>",
            "<b style='text-decoration:line-through'>a</b>",
            "f2<sup>0</sup>",
            "c<sub>2</sub>",
            "f2<span style='vertical-align:super'>0</span>",
            "<svg><text>a</text></svg>",
            "<iframe>a</iframe>",
            "<noscript>a</noscript>",
            "<template>a</template>",
            "<select><option>a</select>",
            "<textarea>a</textarea>",
            "<button>a</button>",
            "<video>a</video>",
            "<object>a</object>",
            "<xml>a</xml>",
            "<bdo dir=rtl>20f</bdo>",
            "<table>a<tr><td>b</td></tr></table>",
            "<b><div style='display:none'></b>a</div>",
            "<span><div hidden></span>a</div>",
            "<div><table><tr><td hidden></div>a</table>",
            "<blockquote>a</blockquote>",
            "Lasker said:<blockquote>a</blockquote>",
            "&#0;",
            &deep(250),
            &deep(600),
        ] {
            assert!(!is_certain(html), "{html}");
        }
        for html in [
            "<p>the 5<sup>th</sup></p>",
            "<div style='display:none'> &nbsp;&zwnj;</div>a",
            "<blockquote style='margin:0 0 0 40px;border:none;padding:0px'>a</blockquote>",
            "a@b.example wrote:<blockquote>c</blockquote>",
            "<blockquote>Ankor board 101: ann (O) - bob (X)</blockquote>",
            "<blockquote type=cite><s>a</s></blockquote>",
            "<style>.x{display:none} p{color:red} @font-face{src:\\61} i .y{opacity:0}</style><p class=y>a",
            "<p style='text-indent:-18.0pt;font:400 12px/1.5 Arial;width:0'>a",
            &"<p>a".repeat(1000),
            &"<tr><td>a".repeat(1000),
        ] {
            assert!(is_certain(html) || html.starts_with("<tr>"), "{html}: {:?}", to_text(html));
        }
    }
}
