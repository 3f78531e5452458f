//! Searches of any game: the tree, alpha-beta for Ankor, and a separate search for every turn.

mod alpha_beta;
mod each_turn;
mod engine;
mod evaluate;
pub mod tree;

pub use self::alpha_beta::AlphaBeta;
pub use self::each_turn::each_turn;
pub use self::engine::Engine;
pub use self::evaluate::{Evaluate, Leaf, PlayoutEvaluator};
