//! Standard output, with a clear error when it cannot be written.

use std::io::{self, Write};

use serde::Serialize;

/// Writer for standard output whose errors name it.
#[derive(Debug)]
pub(crate) struct Printed<W>(pub(crate) W);

impl<W: Write> Write for Printed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes).map_err(explained)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().map_err(explained)
    }
}

fn explained(error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("the output cannot be written: {error}"))
}

/// Prints a value as one line of JSON.
pub(crate) fn json_line(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    writeln!(out)
}
