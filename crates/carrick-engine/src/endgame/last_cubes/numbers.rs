//! How proof numbers are stored.

use crate::endgame::proof_number::Numbers;

/// Entry of the table: the numbers of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Known {
    pub(super) numbers: Numbers,
    /// Logarithm of the number of positions that were looked at for it, at most 15.
    pub(super) effort: u8,
}

impl Known {
    /// Number of pieces of work after which ages begin again.
    pub(super) const AGES: u8 = 16;

    /// As the data of a word, with the age of the work.
    pub(super) const fn pack(self, age: u8) -> u64 {
        let Self { numbers: Numbers { win, loss }, effort } = self;
        win as u64 | (loss as u64) << 20 | (effort as u64) << 40 | (age as u64) << 44
    }

    pub(super) const fn unpack(data: u64) -> Self {
        let (win, loss) = (data as u32 & Numbers::NEVER, (data >> 20) as u32 & Numbers::NEVER);
        Self { numbers: Numbers { win, loss }, effort: (data >> 40 & 15) as u8 }
    }

    /// Worth of stored data in the work of an age: effort, less for what is old.
    pub(super) const fn worth(data: u64, now: u8) -> i32 {
        let age = (data >> 44 & 15) as u8;
        Self::unpack(data).effort as i32 - 2 * (now.wrapping_sub(age) % Self::AGES) as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stored_is_read_back() {
        for numbers in [Numbers::WON, Numbers::LOST, Numbers::UNKNOWN] {
            for (effort, age) in [(0, 0), (7, 15), (15, 3)] {
                let known = Known { numbers, effort };
                assert_eq!(Known::unpack(known.pack(age)), known);
                assert_eq!(Known::worth(known.pack(age), age), i32::from(effort));
                assert_eq!(Known::worth(known.pack(age), (age + 1) % 16), i32::from(effort) - 2);
            }
        }
    }
}
