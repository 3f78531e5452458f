//! Conditional moves: answers of a player to possible turns of the opponent.

use std::fmt;

use carrick_games::{AnyGame, Illegal, Seat, TurnError};

use crate::refusal::Refusal;

/// The lines of play that a player has queued, separated by commas as they are typed.
///
/// A line of an even number of turns begins with one of the opponent's: `d3 f4` answers d3 with f4,
/// and `e2 e3 c1 c2` answers e2 with e3 and then c1 with c2. A line of an odd number begins with
/// the player's own turn, which they play whatever the opponent has played.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct QueuedTurns {
    lines: Vec<AlternatingTurns>,
}

/// Turns of the opponent and the player, alternating; the last is the player's.
type AlternatingTurns = Vec<String>;

/// Outcome of a queue when its owner is to move.
#[derive(Debug)]
pub(crate) enum QueueAnswer {
    /// They play.
    Play {
        /// The game after their turn.
        game: Box<AnyGame>,
        /// The rest of the queue.
        rest: QueuedTurns,
    },
    /// No line continues with the opponent's turn.
    Unforeseen,
    /// The turn that was to be played is not legal.
    Illegal {
        /// The turn as it was queued.
        turn: String,
        /// Why.
        reason: String,
    },
}

impl QueuedTurns {
    /// Reads normalised text: turns separated by blanks, lines by commas.
    pub(crate) fn read(text: &str) -> Self {
        let lines =
            text.split(',').map(|line| line.split_whitespace().map(str::to_owned).collect());
        Self { lines: lines.filter(|line: &AlternatingTurns| !line.is_empty()).collect() }
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// As the store keeps it: nothing when it is empty.
    pub(crate) fn stored(&self) -> Option<String> {
        (!self.is_empty()).then(|| self.to_string())
    }

    /// The turn that its owner, who is to move, plays now, and the rest of the queue.
    ///
    /// # Errors
    /// When it starts with a turn of the opponent, or with different turns of the owner.
    pub(crate) fn split_first(self) -> Result<(String, Self), Refusal> {
        let mut lines = self.lines.into_iter();
        let mut first = None;
        let mut rest = Vec::new();
        for mut line in lines.by_ref() {
            if line.len() % 2 == 0 {
                return Err(Refusal::QueueBeginsWithAnswer);
            }
            let turn = line.remove(0);
            if *first.get_or_insert_with(|| turn.clone()) != turn {
                return Err(Refusal::QueueBeginsDifferently);
            }
            rest.push(line);
        }
        rest.retain(|line| !line.is_empty());
        let first = first.ok_or(Refusal::NoLine)?;
        Ok((first, Self { lines: rest }))
    }

    /// Checks it before the opponent of `owner` moves, and writes the turns that can be read in
    /// their canonical form. `skipped` is the number of turns at the start of each line that have
    /// already been played.
    ///
    /// # Errors
    /// When a turn cannot be played, with the reason, or when one turn has two answers.
    pub(crate) fn checked(
        self,
        game: &AnyGame,
        owner: Seat,
        skipped: usize,
    ) -> Result<Self, Refusal> {
        let mut lines: Vec<AlternatingTurns> = Vec::new();
        for (index, line) in self.lines.iter().enumerate() {
            let line = match line.len() % 2 {
                0 => played_out(line, [index, skipped], game, owner)?,
                _ => read_at_least(line, [index, skipped], game)?,
            };
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
        for (index, line) in lines.iter().enumerate() {
            if let Some(turn) = lines[..index].iter().find_map(|other| contradiction(other, line)) {
                return Err(Refusal::TwoAnswers(turn.to_owned()));
            }
        }
        Ok(Self { lines })
    }

    /// The answer of its owner, who is to move in `now`, to the opponent's turn that followed
    /// `before`.
    pub(crate) fn answer(&self, before: &AnyGame, now: &AnyGame) -> QueueAnswer {
        let going_on: Vec<&[String]> = self
            .lines
            .iter()
            .filter_map(|line| match (line.len() % 2, line.split_first()?) {
                (0, (first, rest)) => {
                    (played(before, first)?.last_turn() == now.last_turn()).then_some(rest)
                }
                _ => Some(line.as_slice()),
            })
            .collect();
        let mut refused = QueueAnswer::Unforeseen;
        for line in &going_on {
            let Some(turn) = line.first() else { continue };
            match now.clone().play_text(turn) {
                Ok(game) => {
                    let rest = going_on.iter().filter_map(|line| {
                        let (turn, rest) = line.split_first()?;
                        let same = played(now, turn)?.last_turn() == game.last_turn();
                        (same && !rest.is_empty()).then(|| rest.to_vec())
                    });
                    let rest = Self { lines: rest.collect() };
                    return QueueAnswer::Play { game: Box::new(game), rest };
                }
                Err(error) => {
                    if matches!(refused, QueueAnswer::Unforeseen) {
                        let reason = error.reason.to_string();
                        refused = QueueAnswer::Illegal { turn: (*turn).clone(), reason };
                    }
                }
            }
        }
        refused
    }
}

impl fmt::Display for QueuedTurns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, line) in self.lines.iter().enumerate() {
            let separator = if index == 0 { "" } else { ", " };
            write!(f, "{separator}{}", line.join(" "))?;
        }
        Ok(())
    }
}

fn played(game: &AnyGame, turn: &str) -> Option<AnyGame> {
    game.clone().play_text(turn).ok()
}

/// Checks a line that starts with the opponent's turn by playing all its turns.
fn played_out(
    line: &AlternatingTurns,
    [index, skipped]: [usize; 2],
    game: &AnyGame,
    owner: Seat,
) -> Result<AlternatingTurns, Refusal> {
    let mut game = game.clone();
    for (place, turn) in line.iter().enumerate() {
        let mover = if place % 2 == 0 { !owner } else { owner };
        game = game.play_text(turn).map_err(|error| wrong(index, place + skipped, error.reason))?;
        let next = game.seat_to_move();
        if next.is_some_and(|seat| seat == mover) {
            return Err(Refusal::MovesAgain { line: index + 1, place: place + skipped + 1 });
        }
    }
    Ok(game.turn_names().split_off(game.ply() - line.len()))
}

/// Checks a line that starts with the owner's turn: since it depends on earlier turns, only whether
/// this board has such turns at all.
fn read_at_least(
    line: &AlternatingTurns,
    [index, skipped]: [usize; 2],
    game: &AnyGame,
) -> Result<AlternatingTurns, Refusal> {
    for (place, turn) in line.iter().enumerate() {
        if let Err(reason) = game.check_text(turn)
            && reason.is_notation()
        {
            return Err(wrong(index, place + skipped, reason));
        }
    }
    Ok(line.clone())
}

const fn wrong(line: usize, place: usize, reason: TurnError<Illegal>) -> Refusal {
    Refusal::QueuedTurn { line: line + 1, place: place + 1, reason }
}

/// The opponent's turn to which two lines have different answers.
fn contradiction<'a>(one: &'a AlternatingTurns, other: &AlternatingTurns) -> Option<&'a str> {
    if ![one, other].iter().all(|line| line.len().is_multiple_of(2)) {
        return None;
    }
    let apart = one.iter().zip(other).position(|(one, other)| one != other)?;
    (apart % 2 == 1).then(|| one[apart - 1].as_str())
}
