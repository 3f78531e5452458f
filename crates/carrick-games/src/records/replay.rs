//! Plays the turns of a record while reading it.

use super::claim::EndClaim;
use super::{Details, MAX_TURNS, Note, Record, RecordFault, RecordedTurn};
use crate::{AnyGame, AnyOptions, Colour, Seat};

/// A game that is being read.
pub(super) struct RecordReplay {
    game: AnyGame,
    turns: Vec<RecordedTurn>,
}

impl RecordReplay {
    /// Before the first turn.
    pub(super) fn new(options: AnyOptions) -> Self {
        Self { game: AnyGame::new(options), turns: Vec::new() }
    }

    /// The number of the next turn.
    pub(super) fn next_number(&self) -> usize {
        self.turns.len() + 1
    }

    /// The seat and the colour to move; `None` when the game is over.
    pub(super) fn to_move(&self) -> Option<(Seat, Colour)> {
        self.game.seat_to_move().zip(self.game.colour_to_move())
    }

    /// The game's name for a colour.
    pub(super) fn colour_name(&self, colour: Colour) -> &'static str {
        self.game.kind().colour_name(colour)
    }

    /// Plays a turn.
    pub(super) fn play(mut self, text: &str) -> Result<Self, RecordFault> {
        if self.turns.len() == MAX_TURNS {
            return Err(RecordFault::TooManyTurns);
        }
        let to_move = self.to_move();
        self.game =
            self.game.play_text(text).map_err(|refused| RecordFault::Turn(refused.reason))?;
        // A turn was played, so there was a player to move, and there is a last turn now.
        if let (Some((seat, colour)), Some(text)) = (to_move, self.game.last_turn()) {
            self.turns.push(RecordedTurn { seat, colour, text, note: Note::default() });
        }
        Ok(self)
    }

    /// The note on a turn; turns are counted from 1.
    pub(super) fn note_mut(&mut self, number: usize) -> Option<&mut Note> {
        self.turns.get_mut(number.checked_sub(1)?).map(|turn| &mut turn.note)
    }

    /// The note on the last turn.
    pub(super) fn last_note_mut(&mut self) -> Option<&mut Note> {
        self.note_mut(self.turns.len())
    }

    /// The game so far.
    pub(super) const fn game(&self) -> &AnyGame {
        &self.game
    }

    /// Checks the claimed end against the turns, and ends the game if only the players can have
    /// ended it.
    pub(super) fn settle(&mut self, claim: EndClaim) -> Result<(), RecordFault> {
        claim.settle(&mut self.game)
    }

    /// The record.
    pub(super) fn finish(self, details: Details) -> Record {
        Record { game: self.game, turns: self.turns, details }
    }
}
