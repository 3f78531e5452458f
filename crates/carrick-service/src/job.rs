//! Which of the computer's jobs is done next.

use jiff::Timestamp;

use crate::{BoardId, Userid};

/// A job of the computer's that nobody works on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WaitingJob {
    /// The board on which the computer is asked for something.
    pub board: BoardId,
    /// Who waits for it.
    pub opponent: Userid,
    /// Since when.
    pub since: Timestamp,
    /// The number of the job that was last begun for this opponent; jobs are numbered as they begin.
    pub served: Option<i64>,
}

/// The job to do next: opponents take turns, however many boards each has, and of an opponent's
/// boards the one that has waited longest comes first.
///
/// Who was served longest ago is next, so whoever comes with one board beside twenty of another
/// waits for one job of his at most.
#[must_use]
pub fn next_job(waiting: &[WaitingJob]) -> Option<BoardId> {
    let next = waiting.iter().min_by_key(|job| (job.served, job.since, job.board));
    next.map(|job| job.board)
}

#[cfg(test)]
mod tests {
    use super::*;
    use carrick_games::GameKind;
    use jiff::SignedDuration;

    fn job(number: u32, opponent: &str) -> WaitingJob {
        WaitingJob {
            board: BoardId { kind: GameKind::Ankor, number },
            opponent: opponent.parse().unwrap(),
            since: Timestamp::UNIX_EPOCH + SignedDuration::from_secs(number.into()),
            served: None,
        }
    }

    /// The order in which jobs are done, nothing being added, by the first letters of who waits.
    fn order(mut jobs: Vec<WaitingJob>) -> String {
        let mut order = String::new();
        for number in 1.. {
            let Some(board) = next_job(&jobs) else { break };
            let place = jobs.iter().position(|job| job.board == board).unwrap();
            let done = jobs.remove(place);
            order.push_str(&done.opponent.as_str()[..1]);
            let same = jobs.iter_mut().filter(|job| job.opponent == done.opponent);
            same.for_each(|job| job.served = Some(number));
        }
        order
    }

    #[test]
    fn twenty_boards_of_one_do_not_keep_two_others_waiting() {
        let alices = (101..119).map(|number| job(number, "alice"));
        let others = [job(119, "bob"), job(120, "carol")];
        assert_eq!(order(alices.chain(others).collect()), format!("abc{}", "a".repeat(17)));
    }

    #[test]
    fn opponents_take_turns_as_long_as_each_has_boards() {
        let boards = [(101, "bob"), (102, "alice"), (103, "alice"), (104, "alice"), (105, "bob")];
        let jobs = boards.map(|(number, opponent)| job(number, opponent));
        assert_eq!(order(jobs.into()), "babaa");
    }

    #[test]
    fn whoever_waits_longest_comes_first_among_those_not_served() {
        assert_eq!(order(vec![job(105, "alice"), job(101, "bob"), job(103, "carol")]), "bca");
        assert_eq!(next_job(&[]), None);
    }
}
