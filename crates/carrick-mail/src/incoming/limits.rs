//! Limits on messages: sizes of heads, parts and texts.

/// Maximum size of a message, in bytes. Of larger ones only the head is read, and their senders are
/// told.
pub const MAX_MESSAGE_BYTES: usize = 1 << 20;
/// Maximum size of a message's head, in bytes.
pub const MAX_HEADER_BYTES: usize = 64 << 10;
/// Maximum size of a part's head, in bytes.
pub(super) const MAX_PART_HEADER_BYTES: usize = 8 << 10;
/// Maximum number of parts of a message, those that hold others included.
pub const MAX_PARTS: usize = 100;
/// Maximum depth of parts in one another.
pub const MAX_DEPTH: usize = 20;
/// Maximum size of the text, in bytes. It has room for the most commands that a body may have, and
/// for more than anybody may say.
pub(super) const MAX_TEXT_BYTES: usize = 128 << 10;
