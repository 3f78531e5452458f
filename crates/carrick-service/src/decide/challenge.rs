//! Challenges: a board at once.

use carrick_games::{GameKind, Seat};

use super::Case;
use crate::command::Refusal;
use crate::table::{Table, new_game};
use crate::{
    Addressee, BoardId, BoardRecord, Decision, Event, Message, Plans, Terms, Undone, Userid, reply,
};

/// How many boards a pair may have open on which not both have moved.
const MAX_UNBEGUN: usize = 5;

impl Case<'_> {
    pub(super) fn challenge(
        self,
        kind: GameKind,
        options: &str,
        terms: Terms,
        [first, second]: [&Userid; 2],
    ) -> Result<Decision, Refusal> {
        let speaker = self.known().ok_or_else(|| {
            Refusal::new(
                "a challenge comes from one of its two players, and you are not known here; name \
                 yourself (on the command line with --as)",
            )
        })?;
        self.existing(first, "first player")?;
        self.existing(second, "second player")?;
        if first == second {
            return Err(Refusal::new("a game needs two players; you have named one twice"));
        }
        if speaker.id != *first && speaker.id != *second {
            return Err(Refusal::new(format!(
                "a challenge comes from one of its two players, and you are {}",
                speaker.id
            )));
        }
        let unbegun = self.unbegun_boards(first, second);
        if unbegun >= MAX_UNBEGUN {
            return Err(Refusal::new(format!(
                "there are {unbegun} boards of {first} and {second} that have not begun; play on those \
                 first, or resign them"
            )));
        }
        let number = self.state.next_number.get(&kind).copied().unwrap_or(BoardId::FIRST_NUMBER);
        let record = BoardRecord {
            id: BoardId { kind, number },
            players: [first.clone(), second.clone()],
            options: options.to_owned(),
            terms,
            created: self.now,
            turns: Vec::new(),
            offer: None,
            plans: Plans::default(),
            undone: Undone::default(),
            ended: None,
            rating_changes: None,
        };
        let game =
            new_game(kind, options).ok_or_else(|| Refusal::new("those options make no game"))?;
        let table = Table { record: &record, game };
        let subject = format!("New {kind} board {number} ({first}-{second})");
        let messages = Seat::BOTH
            .map(|seat| Message {
                to: Addressee::User(table.player(seat).clone()),
                subject: subject.clone(),
                text: reply::new_board(&table, &speaker.id),
                board: Some(record.id),
            })
            .into();
        let to_move = table.game.seat_to_move().unwrap_or(Seat::First);
        let events = vec![Event::BoardOpened { board: Box::new(record), to_move }];
        Ok(Decision { events, messages, refused: false })
    }

    fn unbegun_boards(self, first: &Userid, second: &Userid) -> usize {
        let both = |record: &&BoardRecord| {
            record.players.contains(first) && record.players.contains(second)
        };
        self.state
            .boards
            .values()
            .filter(both)
            .filter(|record| record.ended.is_none() && !record.has_begun())
            .count()
    }
}
