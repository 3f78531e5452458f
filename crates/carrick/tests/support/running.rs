//! Programs that run during a test.

use std::process::Child;

/// A program that is killed when the test ends, however it ends.
pub struct Running(pub Child);

impl Drop for Running {
    fn drop(&mut self) {
        // It has already ended if all went well.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
