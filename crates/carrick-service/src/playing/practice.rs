//! Results of a player's last games against the computer, and the level that would be even.

use crate::people::{ComputerLevel, Userid, computer_level};
use crate::state::{BoardSummary, SeatResult};

/// Number of games, at most, of which the next level follows: what was longer ago says little.
const LATELY: usize = 4;

/// A player's last games against the level that they played last.
///
/// ```
/// use carrick_service::{ComputerLevel, Practice};
/// let level: ComputerLevel = "novice2".parse()?;
/// let practice = Practice { level, won: 3, drawn: 0, games: 4 };
/// assert_eq!(practice.next().name(), "novice3");
/// # Ok::<(), carrick_service::ComputerLevelError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Practice {
    /// The level that was played.
    pub level: ComputerLevel,
    /// Number of games that the player won.
    pub won: usize,
    /// Number of games that were drawn.
    pub drawn: usize,
    /// Number of games, those that the player lost included.
    pub games: usize,
}

impl Practice {
    /// The last games of a user among boards of one game, the latest end first: up to four against
    /// one level. `None` when none of them was played to an end against the computer.
    #[must_use]
    pub fn of(user: &Userid, boards: &[BoardSummary]) -> Option<Self> {
        let mut games = boards.iter().filter_map(|board| played(user, board)).peekable();
        let &(level, _) = games.peek()?;
        let lately: Vec<SeatOutcome> = games
            .take_while(|&(against, _)| against == level)
            .map(|(_, outcome)| outcome)
            .take(LATELY)
            .collect();
        let count = |wanted| lately.iter().filter(|&&outcome| outcome == wanted).count();
        Some(Self {
            level,
            won: count(SeatOutcome::Won),
            drawn: count(SeatOutcome::Drawn),
            games: lately.len(),
        })
    }

    /// The level to try next: a stronger one after three points of four or two of two, a weaker one
    /// after one of four or none of two, and otherwise this one again. A single game says nothing.
    #[must_use]
    pub fn next(&self) -> ComputerLevel {
        let (points, games) = (2 * self.won + self.drawn, self.games);
        let other = match games {
            0 | 1 => None,
            _ if 2 * points >= 3 * games => self.level.next(),
            _ if 2 * points <= games => self.level.previous(),
            _ => None,
        };
        other.unwrap_or(self.level)
    }
}

/// Result of a game for one of its players.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SeatOutcome {
    Won,
    Drawn,
    Lost,
}

/// The level that a user played on a board, and how that ended.
fn played(user: &Userid, board: &BoardSummary) -> Option<(ComputerLevel, SeatOutcome)> {
    // A game from a position of another one may be won or lost before it begins, and one with hints
    // tells of the hints.
    if board.given > 0 || board.hints > 0 {
        return None;
    }
    let seat = board.players.iter().position(|player| player == user)?;
    let level = computer_level(&board.players[1 - seat])?;
    let outcome = match board.ended.as_ref()?.result() {
        SeatResult::Declined(_) => return None,
        SeatResult::Draw => SeatOutcome::Drawn,
        SeatResult::Won(winner) if winner.index() == seat => SeatOutcome::Won,
        SeatResult::Won(_) => SeatOutcome::Lost,
    };
    Some((level, outcome))
}

#[cfg(test)]
mod tests {
    use carrick_games::{DrawBy, GameKind, Seat, WinBy};
    use jiff::Timestamp;

    use super::*;
    use crate::people::BoardId;
    use crate::state::{Ended, Ending};

    fn board(first: &str, second: &str, ended: Option<Ending>) -> BoardSummary {
        let at = Timestamp::UNIX_EPOCH;
        BoardSummary {
            id: BoardId { kind: GameKind::Ankor, number: 101 },
            players: [first, second].map(|name| name.parse().unwrap()),
            options: "-size=6".to_owned(),
            ply: 20,
            given: 0,
            hints: 0,
            to_move: None,
            ended: ended.map(|ending| Ended { ending, at }),
            touched: at,
        }
    }

    fn won(seat: Seat) -> Ending {
        Ending::Won(seat, WinBy::Path)
    }

    /// Games of ann, the latest first, in words: `novice2+` was won, `=` is a draw, `-` a loss.
    fn games(words: &str) -> Vec<BoardSummary> {
        let game = |(index, word): (usize, &str)| {
            let (level, sign) = word.split_at(word.len() - 1);
            let ann_sits = if index % 2 == 0 { Seat::First } else { Seat::Second };
            let ending = match sign {
                "+" => won(ann_sits),
                "-" => won(!ann_sits),
                _ => Ending::Drawn(DrawBy::Repetition),
            };
            match ann_sits {
                Seat::First => board("ann", level, Some(ending)),
                Seat::Second => board(level, "ann", Some(ending)),
            }
        };
        words.split_whitespace().enumerate().map(game).collect()
    }

    #[track_caller]
    fn check(words: &str, expected: &str) {
        let practice = Practice::of(&"ann".parse().unwrap(), &games(words)).unwrap();
        assert_eq!(practice.next().name(), expected, "{words}: {practice:?}");
    }

    #[test]
    fn the_level_follows_the_last_games() {
        check("novice1+", "novice1");
        check("novice1+ novice1+", "novice2");
        check("novice1+ novice1-", "novice1");
        check("novice2- novice2-", "novice1");
        check("novice2+ novice2- novice2+ novice2+", "novice3");
        check("novice2- novice2- novice2+ novice2-", "novice1");
        check("novice2- novice2+ novice2= novice2+", "novice2");
        check("novice2= novice2+ novice2= novice2+", "novice3");
        check("novice3+ novice3+ novice3-", "novice3");
        check("novice3+ novice3+ novice3+", "level1");
    }

    #[test]
    fn only_the_level_that_was_played_last_counts_and_four_games_of_it() {
        check("level1- novice3+ novice3+", "level1");
        check("level1- level1- novice3+", "novice3");
        check("level1+ level1+ level1+ level1- level1- level1- level1-", "level2");
    }

    #[test]
    fn the_ladder_has_two_ends() {
        check("novice1- novice1-", "novice1");
        check("level9+ level9+", "level9");
    }

    #[test]
    fn people_and_what_has_not_ended_do_not_count() {
        let ann = "ann".parse().unwrap();
        assert_eq!(Practice::of(&ann, &[]), None);
        let others = [
            board("ann", "bob", Some(won(Seat::First))),
            board("ann", "level3", None),
            board("bob", "level3", Some(won(Seat::Second))),
        ];
        assert_eq!(Practice::of(&ann, &others), None);
        let mut boards = others.to_vec();
        boards.extend(games("level4-"));
        let practice = Practice::of(&ann, &boards).unwrap();
        assert_eq!((practice.level.name(), practice.won, practice.games), ("level4", 0, 1));
    }
}
