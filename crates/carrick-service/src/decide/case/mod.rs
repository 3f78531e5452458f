//! The case before the decision: the request with its sender and lines, its evidence, and the
//! state. Also the pieces that decisions about different things have in common.

mod answer;
mod board;
mod body;
mod ending;
mod link;
mod queue;
mod speaker;

use std::collections::BTreeMap;

use carrick_games::GameKind;
use jiff::Timestamp;

use crate::playing::{Reader, Scene};
use crate::requests::{Evidence, Request};
use crate::state::{Seek, State};

pub use answer::answer_refusal;
pub(in crate::decide) use answer::{chosen, settings_changed, told};
pub(in crate::decide) use board::{as_watched, has_blocked, is_declined, no_such_board, played};
pub(in crate::decide) use ending::end;
pub use link::LINKS_A_DAY;
pub(in crate::decide) use link::{NO_ADDRESS, ask_for_challenge, ask_for_change};
pub(in crate::decide) use queue::QueueBounds;
pub(in crate::decide) use speaker::SUSPENDED;

/// Everything a decision may look at.
#[derive(Clone, Copy)]
pub(in crate::decide) struct Case<'a> {
    pub(in crate::decide) state: &'a State,
    pub(in crate::decide) request: &'a Request,
    pub(in crate::decide) evidence: &'a Evidence,
    pub(in crate::decide) now: Timestamp,
}

impl<'a> Case<'a> {
    pub(in crate::decide) const fn scene(self) -> Scene<'a> {
        Scene { state: self.state, now: self.now }
    }

    /// The sender as the reader of the answer.
    pub(in crate::decide) fn reader(self) -> Reader<'a> {
        self.scene().reader_known(self.known())
    }

    /// The open games of a kind that wait for an opponent, by their numbers.
    pub(in crate::decide) fn open_seeks(self, kind: GameKind) -> &'a BTreeMap<u32, Seek> {
        const NONE: &BTreeMap<u32, Seek> = &BTreeMap::new();
        self.state.seeks.get(&kind).map_or(NONE, |(seeks, _)| seeks)
    }
}
