//! Which of the processor's instructions a kernel may use, chosen while the program runs.

use multiversion::multiversion;

/// The widest instructions that a kernel may use. What the processor does not have is never chosen:
/// each level falls back to the next.
///
/// Results do not depend on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Instructions {
    /// Registers of 512 bits, where there are any (AVX-512 as of Ice Lake and Zen 4).
    #[default]
    Widest,
    /// Registers of 256 bits at most (AVX2).
    UpTo256,
    /// Those that every processor of the architecture has: 128 bits on x86-64 and ARM.
    Portable,
}

/// Work whose `work` is marked `#[inline(always)]`, together with all that it calls in its inner
/// loops: the copy inlined into each caller is then compiled with that caller's instructions.
pub trait Kernel {
    /// What comes of it.
    type Output;

    /// Does it.
    fn work(self) -> Self::Output;
}

impl Instructions {
    /// All levels, widest first.
    pub const ALL: [Self; 3] = [Self::Widest, Self::UpTo256, Self::Portable];

    /// Does some work with the widest instructions that this level and the processor allow.
    #[inline]
    pub fn run<K: Kernel>(self, kernel: K) -> K::Output {
        match self {
            Self::Widest => widest(kernel),
            Self::UpTo256 => up_to_256(kernel),
            Self::Portable => kernel.work(),
        }
    }
}

#[multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512dq+avx512vl+avx512vpopcntdq+popcnt+bmi1+bmi2+lzcnt",
    "x86_64+avx2+popcnt+bmi1+bmi2+lzcnt"
))]
fn widest<K: Kernel>(kernel: K) -> K::Output {
    kernel.work()
}

#[multiversion(targets("x86_64+avx2+popcnt+bmi1+bmi2+lzcnt"))]
fn up_to_256<K: Kernel>(kernel: K) -> K::Output {
    kernel.work()
}
