//! Reads command lines, ended by CRLF.

/// A line on its way in.
#[derive(Default)]
pub(super) struct LineReader {
    bytes: Vec<u8>,
    is_after_cr: bool,
    fault: Option<LineFault>,
}

/// Reason why a line is not a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LineFault {
    TooLong,
    BareEnd,
}

impl LineReader {
    /// Takes bytes up to the end of a line; returns the line with its CRLF when it is complete.
    pub(super) fn read(
        &mut self,
        input: &mut &[u8],
        longest: usize,
    ) -> Option<Result<Vec<u8>, LineFault>> {
        while let Some((&byte, rest)) = input.split_first() {
            *input = rest;
            let ends = self.is_after_cr && byte == b'\n';
            if !ends && (self.is_after_cr || byte == b'\n') {
                self.fault.get_or_insert(LineFault::BareEnd);
            }
            self.is_after_cr = byte == b'\r';
            if self.bytes.len() < longest {
                self.bytes.push(byte);
            } else {
                self.fault.get_or_insert(LineFault::TooLong);
            }
            if ends {
                let line = std::mem::take(self);
                return Some(line.fault.map_or(Ok(line.bytes), Err));
            }
        }
        None
    }
}
