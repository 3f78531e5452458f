//! A law that does not hold.

/// The law and the finding against it, in words.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{law}: {finding}")]
pub struct Broken {
    /// The law, in a few words.
    pub law: &'static str,
    /// The finding against it.
    pub finding: String,
}

impl Broken {
    pub(crate) fn new(law: &'static str, finding: impl Into<String>) -> Self {
        Self { law, finding: finding.into() }
    }
}

/// Fails with a law unless a condition holds.
macro_rules! holds {
    ($law:expr, $condition:expr, $($finding:tt)+) => {
        if !$condition {
            return Err($crate::broken::Broken::new($law, format!($($finding)+)));
        }
    };
}
pub(crate) use holds;
