//! The review of a game, drawn from its judged positions.

use carrick_games::{AnyGame, Colour, GameKind, Outcome, Seat};
use carrick_lessons::deed_of;

use super::course::{Change, Course, Lead, Point};
use super::judged::{Judged, LINE};

/// Maximum number of turning points that a review tells of.
const TURNING_POINTS: usize = 3;

/// Value of a position to one player.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Worth {
    /// 0 to 1; when proved 0, one half or 1.
    pub value: f32,
    /// Whether it is proved.
    pub proved: bool,
}

/// A turn of a reviewed game. Its values are those to its player.
#[derive(Debug, Clone, PartialEq)]
pub struct ReviewedTurn {
    /// Its number, from 1.
    pub ply: usize,
    /// The turn that was played.
    pub turn: String,
    /// The seat of its player.
    pub seat: Seat,
    /// Value of the position before it.
    pub before: Worth,
    /// Value of the position after it.
    pub after: Worth,
    /// The best turn and those that are likely to follow.
    pub best: Vec<String>,
    /// The best answer to the turn that was played, and what is likely to follow; empty when the
    /// game was over.
    pub answer: Vec<String>,
}

impl ReviewedTurn {
    /// Loss of value by this turn instead of the best one, 0 to 1.
    #[must_use]
    pub fn loss(&self) -> f32 {
        (self.before.value - self.after.value).max(0.0)
    }

    /// The best turn, if another one was played.
    #[must_use]
    pub fn better(&self) -> Option<&str> {
        self.best.first().map(String::as_str).filter(|&best| best != self.turn)
    }
}

/// A turn at which the game changed hands.
#[derive(Debug, Clone, PartialEq)]
pub struct TurningPoint {
    /// Number of the turn, from 1.
    pub ply: usize,
    /// The lead before.
    pub from: Lead,
    /// The lead since then.
    pub to: Lead,
    /// Distance between the values before and after, 0 to 1.
    pub swing: f32,
    /// Deed of the opponent that it let happen, in the infinitive: "close the ring".
    pub let_in: Option<String>,
    /// Deed of the better turn, in the infinitive.
    pub missed: Option<String>,
}

/// The review of a finished game.
#[derive(Debug, Clone, PartialEq)]
pub struct Review {
    pub(super) kind: GameKind,
    /// The colours that the seats hold at the end.
    pub(super) colours: [Colour; 2],
    pub(super) outcome: Option<Outcome>,
    /// The winner's seat.
    pub(super) winner: Option<Seat>,
    pub(super) course: Course,
    /// Value of each position to the first seat, from the empty board to the last.
    pub values: Vec<Worth>,
    /// All turns.
    pub turns: Vec<ReviewedTurn>,
    /// The turns at which the game changed hands, with the greatest swings, three at most, in the
    /// order of the game.
    pub turning_points: Vec<TurningPoint>,
}

/// Error of judged positions that are not those of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a game of {turns} turns has {} positions to judge, and these are {judged}", turns + 1)]
pub struct ReviewError {
    /// Number of turns of the game.
    pub turns: usize,
    /// Number of judged positions.
    pub judged: usize,
}

impl Review {
    /// The review of a finished game, by all its positions in order.
    ///
    /// ```
    /// use carrick_coach::review::{Budget, Review, View};
    /// use carrick_games::{AnyGame, AnyOptions, GameKind, SizeLimits};
    /// let options = AnyOptions::parse(GameKind::Boche, &["-size=4"], SizeLimits::Challenge)?;
    /// let turns = ["d:d2", "b:c2", "c:d3"];
    /// let play = |game: AnyGame, turn: &&str| game.play_text(turn).unwrap();
    /// let game = turns.iter().fold(AnyGame::new(options), play);
    /// let budget = Budget { nodes: 20, seed: 1 };
    /// let judge = |ply| budget.judge(&game, ply, &|| false);
    /// let judged: Vec<_> = (0..=3).filter_map(judge).collect();
    /// let review = Review::of(&game, &judged)?;
    /// assert_eq!(review.turns.len(), 3);
    /// let said = "The game was over after 3 turns, too soon to find the turn that decided it.";
    /// assert_eq!(review.summary(View::Onlooker), said);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When there are more or fewer judged positions than the game has.
    pub fn of(game: &AnyGame, judged: &[Judged]) -> Result<Self, ReviewError> {
        let names = game.turn_names();
        if judged.len() != names.len() + 1 {
            return Err(ReviewError { turns: names.len(), judged: judged.len() });
        }
        let games = positions(game, &names);
        let movers: Vec<Seat> = games[..names.len()]
            .iter()
            .map(|game| game.seat_to_move().unwrap_or(Seat::First))
            .collect();
        let judged = with_proofs_of_turns(judged, &names, &movers);
        let points: Vec<Point> = judged
            .iter()
            .map(|judged| Point { value: judged.value, proved: judged.proved })
            .collect();
        let course = Course::of(&points, &movers);
        let turns = names.iter().zip(&movers).enumerate().map(|(before, (turn, &seat))| {
            let [is, was] = [&judged[before + 1], &judged[before]];
            ReviewedTurn {
                ply: before + 1,
                turn: turn.clone(),
                seat,
                before: Worth::of(was, seat),
                after: Worth::of(is, seat),
                best: was.line.clone(),
                answer: is.line.clone(),
            }
        });
        let outcome = game.outcome();
        let mut review = Self {
            kind: game.kind(),
            colours: Seat::BOTH.map(|seat| game.colour_of(seat)),
            outcome,
            winner: outcome.and_then(Outcome::winner).map(|winner| game.seat_of(winner)),
            values: judged.iter().map(|judged| Worth::of(judged, Seat::First)).collect(),
            turns: turns.collect(),
            turning_points: Vec::new(),
            course,
        };
        let greatest = review.course.greatest(TURNING_POINTS);
        review.turning_points =
            greatest.into_iter().map(|change| review.turning_point(change, &games)).collect();
        Ok(review)
    }

    /// The last turning point, with which the game was decided.
    pub(super) fn last_change(&self) -> Option<Change> {
        self.course.changes.last().copied()
    }

    /// How often the game changed hands.
    #[must_use]
    pub fn changes(&self) -> usize {
        self.course.changes.len()
    }

    fn turning_point(&self, change: Change, games: &[AnyGame]) -> TurningPoint {
        let Change { turn: ply, from, to, swing } = change;
        let turn = &self.turns[ply - 1];
        let let_in = self.ended_by(change).or_else(|| deed(&games[ply], turn.answer.first()?));
        let missed = turn.better().and_then(|better| deed(&games[ply - 1], better));
        TurningPoint { ply, from, to, swing, let_in, missed }
    }

    /// The end on the board in the infinitive, if it was the winner's last change that led there.
    fn ended_by(&self, change: Change) -> Option<String> {
        let Lead::Player(seat) = change.to else { return None };
        let last = self.last_change()?;
        let Some(Outcome::Win { by, .. }) = self.outcome else { return None };
        (Some(seat) == self.winner && last == change)
            .then(|| carrick_lessons::Effect::Wins(by).deed(self.kind))
            .flatten()
    }

    /// Name of the colour that a seat holds at the end.
    #[must_use]
    pub const fn colour(&self, seat: Seat) -> &'static str {
        self.kind.colour_name(self.colours[seat.index()])
    }
}

impl Worth {
    /// Value of a judged position to a seat.
    #[must_use]
    pub fn of(judged: &Judged, seat: Seat) -> Self {
        let value = if seat == Seat::First { judged.value } else { 1.0 - judged.value };
        Self { value, proved: judged.proved }
    }
}

/// The game before each turn, and after the last one.
fn positions(game: &AnyGame, names: &[String]) -> Vec<AnyGame> {
    let mut games = vec![game.at(0)];
    for (ply, name) in (1..).zip(names) {
        let next = games[ply - 1].clone().play_text(name);
        games.push(next.unwrap_or_else(|_| game.at(ply)));
    }
    games
}

/// The most telling effect of a turn, in the infinitive.
fn deed(before: &AnyGame, turn: &str) -> Option<String> {
    deed_of(before, &before.clone().play_text(turn).ok()?)
}

/// The positions with what the turns that were played prove: a position is won for a player who
/// could, and did, play to a position that is.
fn with_proofs_of_turns(judged: &[Judged], names: &[String], movers: &[Seat]) -> Vec<Judged> {
    let mut judged = judged.to_vec();
    for ply in (0..names.len()).rev() {
        let won = if movers[ply] == Seat::First { 1.0 } else { 0.0 };
        let after = &judged[ply + 1];
        if after.proved && after.value == won && !judged[ply].proved {
            let line = std::iter::once(&names[ply]).chain(&after.line).take(LINE).cloned();
            judged[ply] = Judged { value: won, proved: true, line: line.collect() };
        }
    }
    judged
}
