//! Reads a message's data: removes stuffed dots and finds the end.

use super::Blocks;
use crate::incoming::Silence;

/// A message on its way in: removes stuffed dots (RFC 5321 section 4.5.2), finds the end, limits
/// its size.
pub(super) struct DataReader {
    bytes: Blocks,
    at: ScanState,
    /// Reason why it gets no answer, although it is read to its end.
    fault: Option<Silence>,
    /// Number of bytes received, whether kept or not.
    seen: usize,
    largest: usize,
}

/// Progress of reading a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ReadProgress {
    More,
    Whole,
    Endless,
}

/// State of the scan for line ends, dots and the end of the data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ScanState {
    LineStart,
    Text,
    Cr,
    /// A dot at the start of a line.
    Dot,
    DotCr,
}

impl DataReader {
    pub(super) fn new(largest: usize) -> Self {
        Self { bytes: Blocks::default(), at: ScanState::LineStart, fault: None, seen: 0, largest }
    }

    /// Takes bytes up to the message's end, or until `most` bytes have come without an end.
    pub(super) fn read(&mut self, input: &mut &[u8], most: usize) -> ReadProgress {
        while let Some((&byte, rest)) = input.split_first() {
            *input = rest;
            self.seen += 1;
            if self.take(byte) {
                return ReadProgress::Whole;
            }
            if self.seen > most {
                return ReadProgress::Endless;
            }
        }
        ReadProgress::More
    }

    pub(super) fn finish(self) -> Result<Blocks, Silence> {
        self.fault.map_or(Ok(self.bytes), Err)
    }

    fn take(&mut self, byte: u8) -> bool {
        self.at = match (self.at, byte) {
            (ScanState::DotCr, b'\n') => return true,
            (ScanState::Cr, b'\n') => {
                self.keep(b"\r\n");
                ScanState::LineStart
            }
            (ScanState::LineStart, b'.') => ScanState::Dot,
            (ScanState::Dot, b'\r') => ScanState::DotCr,
            (ScanState::LineStart | ScanState::Text, b'\r') => ScanState::Cr,
            // A wrong line ending: what follows is not the start of a line.
            (ScanState::Cr | ScanState::DotCr, _) | (_, b'\n') => {
                self.spoil(Silence::BareEnd);
                if byte == b'\r' { ScanState::Cr } else { ScanState::Text }
            }
            (ScanState::LineStart | ScanState::Text | ScanState::Dot, byte) => {
                self.keep(&[byte]);
                ScanState::Text
            }
        };
        false
    }

    fn keep(&mut self, bytes: &[u8]) {
        if self.fault.is_some() {
            return;
        }
        // One extra byte shows that it is too large.
        let room = (self.largest + 1).saturating_sub(self.bytes.len());
        bytes.iter().take(room).for_each(|&byte| self.bytes.push(byte));
    }

    /// Records a fault, and frees the bytes: a message that gets no answer need not be kept.
    fn spoil(&mut self, fault: Silence) {
        self.fault.get_or_insert(fault);
        self.bytes = Blocks::default();
    }
}
