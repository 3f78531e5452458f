//! Proof numbers: how far a position is from being proved, and how they are stored.

/// The proof numbers of a position, as its player to move sees them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Numbers {
    /// Least number of positions that have to be proved so that the player to move is proved to
    /// win: 0 if that is proved, [`Numbers::NEVER`] if the opposite is.
    pub(super) win: u32,
    /// Likewise for the proof that the player to move loses.
    pub(super) loss: u32,
}

impl Numbers {
    /// The number of what is disproved.
    pub(super) const NEVER: u32 = (1 << 20) - 1;
    /// The greatest number of what is not.
    const MOST: u32 = Self::NEVER - 1;
    /// A position of which nothing is known.
    pub(super) const UNKNOWN: Self = Self { win: 1, loss: 1 };
    pub(super) const WON: Self = Self { win: 0, loss: Self::NEVER };
    pub(super) const LOST: Self = Self { win: Self::NEVER, loss: 0 };

    /// Whether the value of the position is proved.
    pub(super) const fn is_proved(self) -> bool {
        self.win == 0 || self.loss == 0
    }

    /// The numbers of a position from those of the positions after its turns, of which there is at
    /// least one: to win, one of them has to be lost; to lose, all have to be won.
    pub(super) fn of(after: impl Iterator<Item = Self>) -> Self {
        let (mut win, mut loss) = (Self::NEVER, 0_u32);
        for numbers in after {
            win = win.min(numbers.loss);
            loss = match numbers.win {
                Self::NEVER => Self::NEVER,
                _ if loss == Self::NEVER => loss,
                more => (loss + more).min(Self::MOST),
            };
        }
        Self { win, loss }
    }
}

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
    fn a_win_takes_one_turn_and_a_loss_takes_all() {
        let numbers = |win, loss| Numbers { win, loss };
        for (after, expected) in [
            (&[Numbers::LOST, Numbers::UNKNOWN][..], Numbers::WON),
            (&[Numbers::WON, Numbers::WON], Numbers::LOST),
            (&[Numbers::WON, Numbers::UNKNOWN], Numbers::UNKNOWN),
            (&[numbers(3, 2), numbers(4, 9)], numbers(2, 7)),
            (&[numbers(Numbers::MOST, 5), numbers(7, 6)], numbers(5, Numbers::MOST)),
        ] {
            assert_eq!(Numbers::of(after.iter().copied()), expected, "{after:?}");
        }
    }

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
