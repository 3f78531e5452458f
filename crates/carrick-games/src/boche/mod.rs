//! Boche.

/// Why a turn is against the rules.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {}
pub use crate::ankor::{Board, Options};
