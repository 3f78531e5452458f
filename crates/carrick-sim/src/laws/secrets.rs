//! Nobody sees what is not theirs: letters, queued turns, the addresses that play a turn.

use std::collections::BTreeSet;

use carrick_service::{BoardId, Message, Userid};

use crate::broken::{Broken, holds};

const LAW: &str = "nobody sees what is not theirs";

/// All secrets of a run.
#[derive(Debug, Default)]
pub(crate) struct Secrets {
    /// Words that stand in a letter, with those who may read it.
    letters: Vec<(String, BTreeSet<Userid>)>,
    /// Lines that were queued on a board, with their owner.
    queued: Vec<(String, BoardId, Userid)>,
}

impl Secrets {
    /// Draws up a new word for a letter.
    pub(crate) fn letter(&mut self, readers: [&Userid; 2]) -> String {
        let word = format!("whisper{}x", self.letters.len());
        self.letters.push((word.clone(), readers.into_iter().cloned().collect()));
        word
    }

    /// Notes a queued line of several turns.
    pub(crate) fn queue(&mut self, line: &str, board: BoardId, owner: &Userid) {
        self.queued.push((line.to_owned(), board, owner.clone()));
    }

    /// Checks a text that somebody reads; nobody is nobody known.
    pub(crate) fn check(
        &self,
        reader: Option<&Userid>,
        board: Option<BoardId>,
        text: &str,
    ) -> Result<(), Broken> {
        let may = |readers: &BTreeSet<Userid>| reader.is_some_and(|one| readers.contains(one));
        if text.contains("whisper") {
            let told = self.letters.iter().find(|(word, to)| text.contains(word) && !may(to));
            holds!(LAW, told.is_none(), "{reader:?} reads a letter of others: {told:?}");
        }
        let others = |of: &BoardId, owner: &Userid| board == Some(*of) && reader != Some(owner);
        let mut words = None;
        for (line, ..) in self.queued.iter().filter(|(_, of, owner)| others(of, owner)) {
            let words: &String =
                words.get_or_insert_with(|| text.split_whitespace().collect::<Vec<_>>().join(" "));
            holds!(LAW, !words.contains(line), "{reader:?} reads `{line}`, which another queued");
        }
        Ok(())
    }

    /// Checks messages to their readers; those to the sender go to this one.
    pub(crate) fn check_messages(
        &self,
        sender: Option<&Userid>,
        messages: &[Message],
    ) -> Result<(), Broken> {
        for message in messages {
            let reader = message.to.user().or(sender);
            self.check(reader, message.board, &message.subject)?;
            self.check(reader, message.board, &message.text)?;
        }
        Ok(())
    }
}
