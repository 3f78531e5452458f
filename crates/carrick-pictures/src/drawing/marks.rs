//! Markers drawn over a position: the last turn, winning paths, rings and groups.

use std::collections::BTreeSet;

use carrick_games::{Game, Proof, Show};

use crate::Style;

/// Winning places, and the place of the last turn. Empty when nothing is to be marked.
#[derive(Debug, Default)]
pub(crate) struct Marks {
    /// Kind of the proof: `path`, `ring` or `enclosure`.
    pub(crate) kind: &'static str,
    /// Places of the proof in its order, as [`Proof`] writes them.
    pub(crate) proof: Vec<String>,
    places: BTreeSet<String>,
}

impl Marks {
    /// Marks of a position.
    pub(crate) fn of<B: Show>(game: &Game<B>, style: &Style) -> Self {
        if !style.marks {
            return Self::default();
        }
        let (kind, proof) = match game.proof() {
            Proof::Path(places) => ("path", places),
            Proof::Ring(places) => ("ring", places),
            Proof::Enclosure(places) => ("enclosure", places),
            Proof::None | Proof::Score(_) => ("", Vec::new()),
        };
        Self { kind, places: proof.iter().cloned().collect(), proof }
    }

    /// Whether a place is part of the proof.
    pub(crate) fn won(&self, place: &str) -> bool {
        self.places.contains(place)
    }

    /// Words for `data-mark`: the kind of proof, and whether it was the last turn.
    pub(crate) fn words(&self, place: &str, last: bool) -> Vec<&'static str> {
        let won = self.won(place).then_some(self.kind);
        won.into_iter().chain(last.then_some("last")).collect()
    }
}

/// Words of marks as a title has them.
pub(crate) fn said(words: &[&'static str]) -> String {
    let said = words.iter().map(|&word| match word {
        "path" => ", on the winning path",
        "ring" => ", in the winning ring",
        "enclosure" => ", in the enclosed group",
        "last" => ", last turn",
        "dead" => ", dead",
        other => other,
    });
    said.collect()
}
