//! Turn list of a game in two columns.

use carrick_games::Seat;
use carrick_service::BoardRecord;

/// A turn in the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Cell {
    /// Its number.
    pub(crate) ply: usize,
    pub(crate) text: String,
    /// Whether this turn's position is shown.
    pub(crate) here: bool,
}

/// A row of the list: a turn of the first player and the answer of the second. Where a player
/// moves twice in a row, the other's cell is empty.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Round {
    pub(crate) cells: [Option<Cell>; 2],
}

/// All turns of a board; the one whose position is shown is marked.
pub(crate) fn rounds(record: &BoardRecord, at: usize) -> Vec<Round> {
    let mut rounds: Vec<Round> = Vec::new();
    for (ply, turn) in (1..).zip(&record.turns) {
        let cell = Cell { ply, text: turn.text.to_string(), here: ply == at };
        match rounds.last_mut() {
            Some(round) if turn.seat == Seat::Second && round.cells[1].is_none() => {
                round.cells[1] = Some(cell);
            }
            _ => {
                let mut round = Round::default();
                round.cells[turn.seat.index()] = Some(cell);
                rounds.push(round);
            }
        }
    }
    rounds
}

#[cfg(test)]
mod tests {
    use super::*;
    use carrick_games::GameKind;
    use carrick_service::{BoardId, Terms, TurnRecord};

    #[test]
    fn two_turns_of_one_player_stand_in_two_rows() {
        let at = "2008-05-01T12:00:00Z".parse().unwrap();
        let id = BoardId { kind: GameKind::Ankor, number: 101 };
        let players = ["ann".parse().unwrap(), "bob".parse().unwrap()];
        let mut record = BoardRecord::new(id, players, "-size=6", Terms::default(), at);
        for (text, seat) in [
            ("d3", Seat::First),
            ("swap", Seat::Second),
            ("e2", Seat::First),
            ("f4", Seat::Second),
            ("f3", Seat::Second),
        ] {
            record.turns.push(TurnRecord { text: text.into(), seat, at });
        }
        let texts = |round: &Round| {
            let text = |cell: &Option<Cell>| cell.as_ref().map_or("", |cell| &cell.text).to_owned();
            [text(&round.cells[0]), text(&round.cells[1])]
        };
        let rows: Vec<_> = rounds(&record, 3).iter().map(texts).collect();
        assert_eq!(rows, [["d3", "swap"], ["e2", "f4"], ["", "f3"]]);
        assert!(rounds(&record, 3)[1].cells[0].as_ref().unwrap().here);
    }
}
