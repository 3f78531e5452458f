//! The faults of a run: how often what goes wrong.

use fastrand::Rng;

/// Chances of faults, in a thousand.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Faults {
    /// That a round of work ends in a crash.
    pub(crate) crash: u32,
    /// That a writer finds the database busy.
    pub(crate) busy: u32,
    /// That a statement of a writer fails.
    pub(crate) statement: u32,
    /// That a commit fails and is not done.
    pub(crate) commit: u32,
    /// That a commit is done and reported as failed.
    pub(crate) committed: u32,
    /// That the disk is full in a round.
    pub(crate) full: u32,
    /// That the relay is not there.
    pub(crate) absent: u32,
    /// That the relay puts a mail off.
    pub(crate) put_off: u32,
    /// That the relay takes a mail, and nobody hears of it.
    pub(crate) unheard: u32,
    /// That a client gives up in the middle of a request.
    pub(crate) gives_up: u32,
    /// That a request or a mail comes a second time.
    pub(crate) doubled: u32,
    /// That an answer is lost on its way, so that the request is sent again.
    pub(crate) lost: u32,
    /// That the clock is set back.
    pub(crate) set_back: u32,
}

impl Faults {
    /// Some of all faults; each run has others.
    pub(crate) fn drawn(rng: &mut Rng) -> Self {
        let mut chance = |often: u32| if rng.u8(..3) == 0 { 0 } else { rng.u32(1..=often) };
        Self {
            crash: chance(150),
            busy: chance(60),
            statement: chance(15),
            commit: chance(40),
            committed: chance(40),
            full: chance(150),
            absent: chance(200),
            put_off: chance(300),
            unheard: chance(200),
            gives_up: chance(100),
            doubled: chance(400),
            lost: chance(200),
            set_back: chance(60),
        }
    }
}

/// Whether something of so many chances in a thousand happens.
pub(crate) fn happens(rng: &mut Rng, chance: u32) -> bool {
    chance > 0 && rng.u32(..1000) < chance
}
