//! Results of a player's last games against the computer, and the level that would be even.

use carrick_games::GameKind;

use crate::people::{ComputerLevel, Userid, computer_level};
use crate::state::{BoardSummary, SeatResult};

/// Maximum number of games that determine the next level; older ones say little.
const LATELY: usize = 4;

/// A player's last games against the level that they played last.
///
/// ```
/// use carrick_games::GameKind;
/// use carrick_service::{ComputerLevel, Practice};
/// let level: ComputerLevel = "novice2".parse()?;
/// let practice = Practice { kind: GameKind::Anchor, level, won: 3, drawn: 0, games: 4 };
/// assert_eq!(practice.next().name(), "novice3");
/// # Ok::<(), carrick_service::ComputerLevelError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Practice {
    /// The game.
    pub kind: GameKind,
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
        let &(kind, level, _) = games.peek()?;
        let lately: Vec<SeatOutcome> = games
            .take_while(|&(_, against, _)| against == level)
            .map(|(_, _, outcome)| outcome)
            .take(LATELY)
            .collect();
        let count = |wanted| lately.iter().filter(|&&outcome| outcome == wanted).count();
        Some(Self {
            kind,
            level,
            won: count(SeatOutcome::Won),
            drawn: count(SeatOutcome::Drawn),
            games: lately.len(),
        })
    }

    /// The level to try next: the one above after three points of four or two of two, the one below
    /// after one of four or none of two, and otherwise this one again. Three or four games all won,
    /// or all lost, are two steps: a step is about 220 Elo points, at which one game of five is
    /// lost. A single game says nothing.
    #[must_use]
    pub fn next(&self) -> ComputerLevel {
        let (points, games) = (2 * self.won + self.drawn, self.games);
        let steps = if games > 2 && (points == 0 || points == 2 * games) { 2 } else { 1 };
        let level = self.level.nearest_in(self.kind);
        match games {
            0 | 1 => level,
            _ if 2 * points >= 3 * games => level.stronger(self.kind, steps),
            _ if 2 * points <= games => level.weaker(self.kind, steps),
            _ => level,
        }
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
fn played(user: &Userid, board: &BoardSummary) -> Option<(GameKind, ComputerLevel, SeatOutcome)> {
    // A game from a position of another one may be won or lost before it starts, and one with hints
    // shows the strength of the hints.
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
    Some((board.id.kind, level, outcome))
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
            offered_to: None,
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
        check_in(GameKind::Ankor, words, expected);
    }

    #[track_caller]
    fn check_in(kind: GameKind, words: &str, expected: &str) {
        let mut boards = games(words);
        for board in &mut boards {
            board.id.kind = kind;
        }
        let practice = Practice::of(&"ann".parse().unwrap(), &boards).unwrap();
        assert_eq!(practice.next().name(), expected, "{kind} {words}: {practice:?}");
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
    }

    #[test]
    fn three_games_all_won_or_all_lost_are_two_steps() {
        check("novice3+ novice3+", "novice4");
        check("novice3+ novice3+ novice3+", "novice5");
        check("novice3+ novice3+ novice3+ novice3=", "novice4");
        check("novice4- novice4- novice4- novice4-", "novice2");
        check("novice2- novice2- novice2-", "novice1");
        check("level8+ level8+ level8+", "level9");
    }

    #[test]
    fn every_game_has_its_own_ladder() {
        check_in(GameKind::Boche, "novice2+ novice2+", "level1");
        check_in(GameKind::Ankor, "novice2+ novice2+", "novice3");
        check_in(GameKind::Boche, "level1- level1-", "novice2");
        // On a board from a time when there were more of them.
        check_in(GameKind::Boche, "novice3+ novice3+", "level1");
        check_in(GameKind::Boche, "novice3-", "novice2");
    }

    #[test]
    fn only_the_level_that_was_played_last_counts_and_four_games_of_it() {
        check("level1- novice3+ novice3+", "level1");
        check("level2- level2- novice3+", "level1");
        check("level1+ level1+ level1+ level1- level1- level1- level1-", "level2");
    }

    #[test]
    fn the_ladder_has_two_ends() {
        check("novice1- novice1-", "novice1");
        check("level9+ level9+", "level9");
    }

    #[test]
    fn games_with_people_and_running_games_do_not_count() {
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
