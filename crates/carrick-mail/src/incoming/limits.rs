//! How much of a message is read.

/// The largest message that is read, in bytes; larger ones are met with silence.
pub const MAX_MESSAGE_BYTES: usize = 1 << 20;
/// The longest head of a message, in bytes.
pub const MAX_HEADER_BYTES: usize = 64 << 10;
/// The longest head of one of its parts, in bytes; a part with a longer one is passed over.
pub(super) const MAX_PART_HEADER_BYTES: usize = 8 << 10;
/// The most parts of a message, those that hold others included.
pub const MAX_PARTS: usize = 100;
/// How deep parts may lie in one another.
pub const MAX_DEPTH: usize = 20;
/// The longest text that is looked at, in bytes; longer ones are cut at a line's end. It holds the
/// most commands that a body may have, and more than anybody may say.
pub(super) const MAX_TEXT_BYTES: usize = 128 << 10;
