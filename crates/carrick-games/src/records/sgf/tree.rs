//! The syntax of SGF: trees of nodes with properties. Records keep only the main line.
//!
//! ```text
//! Collection = GameTree { GameTree }
//! GameTree   = "(" Sequence { GameTree } ")"
//! Sequence   = Node { Node }
//! Node       = ";" { Property }
//! Property   = PropIdent PropValue { PropValue }
//! PropIdent  = UcLetter { UcLetter }
//! PropValue  = "[" CValueType "]"
//! ```

use crate::records::{MAX_DEPTH, MAX_TURNS, RecordError, RecordFault};

/// There may be nodes that have only comments, in addition to those with turns.
pub(in crate::records) const MAX_NODES: usize = 2 * MAX_TURNS;

/// A node of the main line.
pub(super) struct SgfNode<'a> {
    pub(super) properties: Vec<Property<'a>>,
}

/// A property with its values as written between the brackets.
pub(super) struct Property<'a> {
    pub(super) name: &'a str,
    /// The byte at which it starts.
    pub(super) byte: usize,
    pub(super) values: Vec<&'a str>,
}

/// Whether a game tree starts anywhere in the text.
pub(in crate::records) fn begins_somewhere(text: &str) -> bool {
    beginning(text).is_some()
}

/// The nodes of the main line of the only game in a text. Text before the game, such as the headers
/// of an email, is skipped, as the specification recommends.
pub(super) fn main_line(text: &str) -> Result<Vec<SgfNode<'_>>, RecordError> {
    Ok(only_tree(text, false)?.into_iter().map(|(_, node)| node).collect())
}

/// All nodes of the only game in a text, each with the index of the previous node.
pub(super) fn whole_tree(text: &str) -> Result<Nodes<'_>, RecordError> {
    only_tree(text, true)
}

/// Nodes, each with the index of the previous node.
type Nodes<'a> = Vec<(Option<usize>, SgfNode<'a>)>;

fn only_tree(text: &str, all: bool) -> Result<Nodes<'_>, RecordError> {
    let Some(start) = beginning(text) else {
        return Err(RecordError::at(
            text,
            text.len(),
            RecordFault::Expected("a game, starting with (;"),
        ));
    };
    let mut parser = Parser { text, next: start };
    let nodes = parser.game_tree(all)?;
    parser.skip_blanks();
    match parser.peek() {
        None => Ok(nodes),
        Some(b'(') => Err(parser.error(RecordFault::SecondGame)),
        Some(_) => Err(parser.error(RecordFault::Trailing)),
    }
}

impl<'a> SgfNode<'a> {
    /// The only value of a property; `None` if the node does not have it.
    pub(super) fn get(
        &self,
        text: &str,
        name: &str,
    ) -> Result<Option<(&'a str, &Property<'a>)>, RecordError> {
        let mut found = self.properties.iter().filter(|property| property.name == name);
        let Some(property) = found.next() else { return Ok(None) };
        match (&*property.values, found.next()) {
            (&[value], None) => Ok(Some((value, property))),
            (_, None) => Err(property.error(text, RecordFault::Repeated)),
            (_, Some(second)) => Err(second.error(text, RecordFault::Repeated)),
        }
    }
}

impl Property<'_> {
    /// An error about the property.
    pub(super) fn error(&self, text: &str, fault: impl Into<RecordFault>) -> RecordError {
        RecordError::property(text, self.name, self.byte, fault.into())
    }
}

/// The byte at which the next game of a collection starts; text before the first is skipped.
pub(in crate::records) fn next_tree(text: &str, from: usize) -> Option<usize> {
    beginning(&text[from..]).map(|byte| from + byte)
}

/// The byte after the bracket that closes the game tree starting at a byte; the end of the text if
/// it is never closed. Nothing else is checked.
pub(in crate::records) fn end_of_tree(text: &str, start: usize) -> usize {
    let (mut depth, mut in_value, mut escaped) = (0_usize, false, false);
    for (byte, &sign) in text.as_bytes().iter().enumerate().skip(start) {
        match sign {
            _ if escaped => escaped = false,
            b'\\' if in_value => escaped = true,
            b']' => in_value = false,
            _ if in_value => {}
            b'[' => in_value = true,
            b'(' => depth += 1,
            b')' if depth <= 1 => return byte + 1,
            b')' => depth -= 1,
            _ => {}
        }
    }
    text.len()
}

/// The byte of the first opening bracket that is followed by a semicolon.
fn beginning(text: &str) -> Option<usize> {
    let brackets = text.match_indices('(').map(|(byte, _)| byte);
    brackets.into_iter().find(|&byte| text[byte + 1..].trim_start().starts_with(';'))
}

struct Parser<'a> {
    text: &'a str,
    /// The byte to read next.
    next: usize,
}

/// What a parser has read last in a game tree.
#[derive(Clone, Copy, PartialEq)]
enum After {
    /// An opening bracket: a node must follow.
    Opening,
    /// A node: anything may follow.
    Node,
    /// A closing bracket: only brackets may follow.
    Closing,
}

impl<'a> Parser<'a> {
    /// Parses a tree up to the bracket that closes it. This needs no recursion, and variations are
    /// kept only if `all` is set; otherwise, neither depth nor width costs memory.
    fn game_tree(&mut self, all: bool) -> Result<Nodes<'a>, RecordError> {
        let start = self.next;
        let mut nodes: Nodes<'a> = Vec::new();
        // The node before the next one, and the nodes before the brackets that are open.
        let (mut before, mut branches) = (None, Vec::new());
        let (mut depth, mut after) = (0, After::Closing);
        // The main line follows the first child of each node, up to the first closing bracket.
        let mut in_main_line = true;
        loop {
            self.skip_blanks();
            match (self.peek(), after) {
                (Some(b'('), After::Node | After::Closing) => {
                    depth += 1;
                    if depth > MAX_DEPTH {
                        return Err(self.error(RecordFault::TooDeep));
                    }
                    self.next += 1;
                    branches.push(before);
                    after = After::Opening;
                }
                (Some(b';'), After::Opening | After::Node) => {
                    let node = self.node()?;
                    if in_main_line || all {
                        nodes.push((before, node));
                        before = Some(nodes.len() - 1);
                    }
                    if nodes.len() > MAX_NODES {
                        return Err(self.error(RecordFault::TooManyNodes));
                    }
                    after = After::Node;
                }
                (Some(b')'), After::Node | After::Closing) => {
                    self.next += 1;
                    depth -= 1;
                    before = branches.pop().flatten();
                    in_main_line = false;
                    after = After::Closing;
                    if depth == 0 {
                        return Ok(nodes);
                    }
                }
                (None, _) => {
                    return Err(RecordError::at(
                        self.text,
                        start,
                        RecordFault::Expected("a ) somewhere that closes this game"),
                    ));
                }
                (Some(_), After::Opening) => return Err(self.expected("a node, starting with ;")),
                (Some(_), After::Node) => return Err(self.expected("a property, ; ( or )")),
                (Some(_), After::Closing) => return Err(self.expected("( or )")),
            }
        }
    }

    fn node(&mut self) -> Result<SgfNode<'a>, RecordError> {
        self.next += 1;
        let mut properties = Vec::new();
        loop {
            self.skip_blanks();
            if !self.peek().is_some_and(|byte| byte.is_ascii_uppercase()) {
                return Ok(SgfNode { properties });
            }
            properties.push(self.property()?);
        }
    }

    fn property(&mut self) -> Result<Property<'a>, RecordError> {
        let byte = self.next;
        let name = self.take_while(|byte| byte.is_ascii_uppercase());
        let mut values = Vec::new();
        loop {
            self.skip_blanks();
            if self.peek() != Some(b'[') {
                break;
            }
            values.push(self.value()?);
        }
        if values.is_empty() {
            return Err(self.expected("a value in [ ] after the name of a property"));
        }
        Ok(Property { name, byte, values })
    }

    /// A value up to the bracket that closes it; a backslash escapes the next byte.
    fn value(&mut self) -> Result<&'a str, RecordError> {
        let open = self.next;
        self.next += 1;
        loop {
            self.take_while(|byte| byte != b']' && byte != b'\\');
            match self.peek() {
                Some(b']') => break,
                Some(_) => self.next += 2,
                None => {
                    let fault = RecordFault::Expected("a ] somewhere that closes this value");
                    return Err(RecordError::at(self.text, open, fault));
                }
            }
        }
        let value = &self.text[open + 1..self.next];
        self.next += 1;
        Ok(value)
    }

    fn take_while(&mut self, belongs: impl Fn(u8) -> bool) -> &'a str {
        let rest = self.text.as_bytes().get(self.next..).unwrap_or_default();
        let length = rest.iter().take_while(|&&byte| belongs(byte)).count();
        let start = self.next;
        self.next += length;
        self.text.get(start..self.next).unwrap_or_default()
    }

    fn skip_blanks(&mut self) {
        self.take_while(|byte| byte.is_ascii_whitespace() || byte == b'\x0b');
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.next).copied()
    }

    fn error(&self, fault: RecordFault) -> RecordError {
        RecordError::at(self.text, self.next, fault)
    }

    fn expected(&self, what: &'static str) -> RecordError {
        self.error(RecordFault::Expected(what))
    }
}
