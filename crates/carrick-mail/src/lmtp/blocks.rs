//! Buffer for the bytes of a message, in blocks of one size.

/// Size of a block in bytes, chosen so that many blocks and their bookkeeping fit into an
/// allocator's page of half a megabyte.
const BLOCK: usize = 28 << 10;

/// A message in blocks of the same size. While a hundred large messages arrive, a block freed by
/// one of them fits a block of the next; messages in one piece left gaps between them that added up
/// to half their size.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Blocks {
    blocks: Vec<Vec<u8>>,
    len: usize,
}

impl Blocks {
    /// Size in bytes.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether it contains no bytes.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The message in one piece.
    #[must_use]
    pub fn into_bytes(mut self) -> Vec<u8> {
        if self.blocks.len() <= 1 {
            return self.blocks.pop().unwrap_or_default();
        }
        let mut whole = Vec::with_capacity(self.len);
        for block in self.blocks {
            whole.extend(block);
        }
        whole
    }

    pub(super) fn push(&mut self, byte: u8) {
        if self.blocks.last().is_none_or(|block| block.len() == BLOCK) {
            // Most messages are small: only one that fills a block gets full-size ones.
            let room = if self.blocks.is_empty() { 0 } else { BLOCK };
            self.blocks.push(Vec::with_capacity(room));
        }
        if let Some(block) = self.blocks.last_mut() {
            if block.len() == block.capacity() {
                block.reserve_exact(block.len().max(512).min(BLOCK - block.len()));
            }
            block.push(byte);
            self.len += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_one_message_again() {
        for len in [0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK + 7] {
            let bytes: Vec<u8> = (0..len).map(|at| (at % 251) as u8).collect();
            let mut blocks = Blocks::default();
            bytes.iter().for_each(|&byte| blocks.push(byte));
            assert_eq!((blocks.len(), blocks.is_empty()), (len, len == 0));
            assert!(blocks.blocks.iter().all(|block| block.capacity() <= BLOCK));
            assert_eq!(blocks.into_bytes(), bytes);
        }
    }
}
