//! A message out of bytes.

use super::Blocks;
use crate::incoming::Silence;

/// A message on its way in: dots unstuffed (RFC 5321 section 4.5.2), the end found, sizes kept.
pub(super) struct DataReader {
    bytes: Blocks,
    at: Place,
    /// Why nothing comes of it, though it is read to its end.
    fault: Option<Silence>,
    /// How many bytes came, whether they were kept or not.
    seen: usize,
    largest: usize,
}

/// How far a message has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Progress {
    More,
    Whole,
    Endless,
}

/// What the next byte is next to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    LineStart,
    Text,
    Cr,
    /// A dot that begins a line.
    Dot,
    DotCr,
}

impl DataReader {
    pub(super) fn new(largest: usize) -> Self {
        Self { bytes: Blocks::default(), at: Place::LineStart, fault: None, seen: 0, largest }
    }

    /// Takes bytes up to the message's end, or until so many have come that there may be none.
    pub(super) fn read(&mut self, input: &mut &[u8], most: usize) -> Progress {
        while let Some((&byte, rest)) = input.split_first() {
            *input = rest;
            self.seen += 1;
            if self.take(byte) {
                return Progress::Whole;
            }
            if self.seen > most {
                return Progress::Endless;
            }
        }
        Progress::More
    }

    pub(super) fn finish(self) -> Result<Blocks, Silence> {
        self.fault.map_or(Ok(self.bytes), Err)
    }

    fn take(&mut self, byte: u8) -> bool {
        self.at = match (self.at, byte) {
            (Place::DotCr, b'\n') => return true,
            (Place::Cr, b'\n') => {
                self.keep(b"\r\n");
                Place::LineStart
            }
            (Place::LineStart, b'.') => Place::Dot,
            (Place::Dot, b'\r') => Place::DotCr,
            (Place::LineStart | Place::Text, b'\r') => Place::Cr,
            // An end of a line that is none: after it nothing is the start of one.
            (Place::Cr | Place::DotCr, _) | (_, b'\n') => {
                self.spoil(Silence::BareEnd);
                if byte == b'\r' { Place::Cr } else { Place::Text }
            }
            (Place::LineStart | Place::Text | Place::Dot, byte) => {
                self.keep(&[byte]);
                Place::Text
            }
        };
        false
    }

    fn keep(&mut self, bytes: &[u8]) {
        if self.fault.is_some() {
            return;
        }
        if self.bytes.len() + bytes.len() > self.largest {
            self.spoil(Silence::TooLarge);
            return;
        }
        bytes.iter().for_each(|&byte| self.bytes.push(byte));
    }

    /// What is met with silence need not be kept.
    fn spoil(&mut self, fault: Silence) {
        self.fault.get_or_insert(fault);
        self.bytes = Blocks::default();
    }
}
