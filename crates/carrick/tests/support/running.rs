//! Programs that run beside a test.

use std::process::Child;

/// A program that is killed when the test ends, in any way.
pub struct Running(pub Child);

impl Drop for Running {
    fn drop(&mut self) {
        // It has ended already if all went well.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
