//! Choice of the processor's instructions for a kernel, at run time.
//!
//! A block of Antipod at radius 6 takes 5.2 µs with 256-bit registers and 8.4 µs with the 128-bit
//! registers that every x86-64 has (Zen 4). With 512-bit registers it took 6.5 µs: a sweep waits
//! for the word it has just stored, and wider words take longer. So there is no third copy for
//! them.

use multiversion::multiversion;

/// The instructions that a kernel may use. Results do not depend on them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Instructions {
    /// The best available: AVX2 on an x86-64 that has it, and otherwise
    /// [`Portable`](Self::Portable).
    #[default]
    Best,
    /// Those that every processor of the architecture has.
    Portable,
}

/// A computation that runs with the given instructions.
///
/// `work` and everything that its inner loops call is marked `#[inline(always)]`: the copy inlined
/// into each caller is then compiled with that caller's instructions.
pub trait Kernel {
    /// The result of the computation.
    type Output;

    /// Runs the computation.
    fn work(self) -> Self::Output;
}

impl Instructions {
    /// All choices, best first.
    pub const ALL: [Self; 2] = [Self::Best, Self::Portable];

    /// Runs a kernel with these instructions.
    #[inline]
    pub fn run<K: Kernel>(self, kernel: K) -> K::Output {
        match self {
            // On other architectures both would be the same, so web pages do without the second
            // copy.
            Self::Best if cfg!(target_arch = "x86_64") => best(kernel),
            Self::Best | Self::Portable => kernel.work(),
        }
    }
}

#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
fn best<K: Kernel>(kernel: K) -> K::Output {
    kernel.work()
}
