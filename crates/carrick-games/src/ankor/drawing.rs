//! Positions as text.

use crate::DrawStyle;

use super::Board;

/// Draws a position.
pub(super) fn draw(_board: &Board, _style: DrawStyle) -> String {
    String::new()
}
