//! The review of a game, derived from its judged positions.

use carrick_games::{AnyGame, Colour, GameKind, Outcome, SWAP, Seat, WinBy, percent};
use carrick_lessons::deed_of;
use serde::Serialize;

use crate::review::{Course, Judged, LINE, Lead, LeadChange, ValuePoint};

/// Maximum number of turning points in a review.
const TURNING_POINTS: usize = 3;

/// Loss of value at which a turn is a mistake. Two searches of a position seldom differ by more.
const COSTLY: f32 = 0.1;

/// The same for a turn after which a loss is proved, so there is no doubt.
const COSTLY_PROVED: f32 = 0.02;

/// Value of a position to a player.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = WorthView))]
pub struct Worth {
    /// 0 to 1; if proved, 0, one half or 1.
    #[cfg_attr(feature = "schema", schema(minimum = 0, maximum = 1))]
    pub value: f32,
    /// Whether it is proved.
    pub proved: bool,
}

/// A turn of a reviewed game. Its values are those for its player.
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
    /// The best turn and those likely to follow.
    pub best: Vec<String>,
    /// The best answer to the turn that was played, and the turns likely to follow; empty if the
    /// game was over.
    pub answer: Vec<String>,
}

impl ReviewedTurn {
    /// Loss of value by this turn compared to the best one, 0 to 1.
    #[must_use]
    pub fn loss(&self) -> f32 {
        (self.before.value - self.after.value).max(0.0)
    }

    /// Whether the turn cost its player a significant amount, however far behind they were.
    #[must_use]
    pub fn is_mistake(&self) -> bool {
        let least = if self.after.is_lost() { COSTLY_PROVED } else { COSTLY };
        self.better().is_some() && self.loss() >= least
    }

    /// The best turn, if a different one was played.
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
    /// The lead before the turn.
    pub from: Lead,
    /// The lead after it.
    pub to: Lead,
    /// Distance between the values before and after, 0 to 1.
    pub swing: f32,
    /// What it let the opponent do, in the infinitive: "close the ring".
    pub let_in: Option<String>,
    /// What the better turn would have done, in the infinitive.
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
    /// Value of each position to the first seat, from the empty board to the last position.
    pub values: Vec<Worth>,
    /// All turns.
    pub turns: Vec<ReviewedTurn>,
    /// Up to three turns at which the game changed hands, those with the greatest swings, in the
    /// order of the game.
    pub turning_points: Vec<TurningPoint>,
}

/// Error for a number of judged positions that does not fit the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a game of {turns} turns has {} positions to judge, and these are {judged}", turns + 1)]
pub struct ReviewError {
    /// Number of turns of the game.
    pub turns: usize,
    /// Number of judged positions.
    pub judged: usize,
}

impl Review {
    /// Reviews a finished game from all its positions, in order.
    ///
    /// ```
    /// use carrick_coach::review::{ReviewBudget, Review, View};
    /// use carrick_games::{AnyGame, AnyOptions, GameKind, SizeLimits};
    /// let options = AnyOptions::parse(GameKind::Boche, &["-size=4"], SizeLimits::Challenge)?;
    /// let turns = ["d:d2", "b:c2", "c:d3"];
    /// let play = |game: AnyGame, turn: &&str| game.play_text(turn).unwrap();
    /// let game = turns.iter().fold(AnyGame::new(options), play);
    /// let budget = ReviewBudget { nodes: 20, seed: 1 };
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
    /// If the number of judged positions is not that of the game.
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
        let points: Vec<ValuePoint> = judged
            .iter()
            .map(|judged| ValuePoint { value: judged.value, proved: judged.proved })
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

    /// The last turning point, which decided the game.
    pub(super) fn last_change(&self) -> Option<LeadChange> {
        self.course.changes.last().copied()
    }

    /// How often the game changed hands.
    #[must_use]
    pub fn changes(&self) -> usize {
        self.course.changes.len()
    }

    /// The mistakes of the reader, or of both players for an onlooker; the most expensive come
    /// first.
    #[must_use]
    pub fn mistakes(&self, view: View) -> Vec<&ReviewedTurn> {
        let by_reader = |turn: &&ReviewedTurn| match view {
            View::Player(seat) => turn.seat == seat,
            View::Onlooker => true,
        };
        let mut found: Vec<&ReviewedTurn> =
            self.turns.iter().filter(by_reader).filter(|turn| turn.is_mistake()).collect();
        found.sort_by(|one, other| other.loss().total_cmp(&one.loss()));
        found
    }

    fn turning_point(&self, change: LeadChange, games: &[AnyGame]) -> TurningPoint {
        let LeadChange { turn: ply, from, to, swing } = change;
        let turn = &self.turns[ply - 1];
        let let_in = self.ended_by(change).or_else(|| deed(&games[ply], turn.answer.first()?));
        let missed = turn.better().and_then(|better| deed(&games[ply - 1], better));
        TurningPoint { ply, from, to, swing, let_in, missed }
    }

    /// The end on the board in the infinitive, if it came from the winner's last change.
    fn ended_by(&self, change: LeadChange) -> Option<String> {
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

    /// Whether a loss is proved.
    const fn is_lost(self) -> bool {
        self.proved && self.value < 0.25
    }

    /// "62 %", or the proved result.
    #[must_use]
    pub fn in_words(self) -> String {
        match (self.proved, self.value) {
            (true, value) if value > 0.75 => "won (proved)".to_owned(),
            (true, value) if value < 0.25 => "lost (proved)".to_owned(),
            (true, _) => "draw (proved)".to_owned(),
            (false, value) => percent(value),
        }
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

/// The most significant effect of a turn, in the infinitive.
fn deed(before: &AnyGame, turn: &str) -> Option<String> {
    deed_of(before, &before.clone().play_text(turn).ok()?)
}

/// The positions, with what the turns played prove: a position is won for a player who could, and
/// did, reach a won one.
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

// Summaries of reviews, in words that a beginner understands.

/// Number of turns below which a game is too short for a summary, except for a turn that decided
/// it.
const SHORT: usize = 4;

/// Reader of a summary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum View {
    /// The player in a seat, addressed as "you".
    Player(Seat),
    /// Anyone else: the players are called by their colours.
    Onlooker,
}

impl Review {
    /// The course of the game, in a few sentences.
    #[must_use]
    pub fn summary(&self, view: View) -> String {
        let turns = self.turns.len();
        let mut said = Vec::new();
        if turns < SHORT {
            let turns = if turns == 1 { "one turn".to_owned() } else { format!("{turns} turns") };
            let none = match self.turning_points.is_empty() {
                true => ", too soon to find the turn that decided it",
                false => "",
            };
            said.push(format!("The game was over after {turns}{none}."));
        }
        if turns >= SHORT || !self.turning_points.is_empty() {
            said.push(self.course_told(view));
        }
        said.extend(self.often());
        said.extend(self.beside_the_board(view));
        said.join(" ")
    }

    /// A turning point in two sentences: what the turn did, and what would have been better.
    #[must_use]
    pub fn told(&self, point: &TurningPoint, view: View) -> String {
        let turn = &self.turns[point.ply - 1];
        let did = self.did(turn, point.to, point.let_in.as_deref(), view);
        let better = match (turn.better(), &point.missed) {
            (Some(better), Some(missed)) => format!(" Better: {better}, to {missed}."),
            (Some(better), None) => format!(" Better: {better}."),
            (None, _) => " The computer found nothing better.".to_owned(),
        };
        did + &better
    }

    /// A mistake in two sentences: what it cost, and what would have been better.
    #[must_use]
    pub fn cost(&self, turn: &ReviewedTurn, view: View) -> String {
        let whose = match view == View::Player(turn.seat) {
            true => "Your chances".to_owned(),
            false => format!("{}’s chances", self.colour(turn.seat)),
        };
        let better = turn.better().map(|better| format!(" Better: {better}."));
        let (before, after) = (turn.before.in_words(), turn.after.in_words());
        format!("{whose} before it: {before}; after it: {after}.{}", better.unwrap_or_default())
    }

    fn course_told(&self, view: View) -> String {
        match (self.last_change(), self.course.first) {
            (Some(change), _) => self.change_told(change, view),
            (None, Some((Lead::Player(seat), at))) => self.one_lead_told(seat, at, view),
            (None, Some((Lead::Level, _))) => {
                "The game was a draw with best play, and neither player gave it away.".to_owned()
            }
            (None, None) => "Neither player was ever clearly ahead.".to_owned(),
        }
    }

    fn change_told(&self, change: LeadChange, view: View) -> String {
        let turn = &self.turns[change.turn - 1];
        let state = match change.from {
            Lead::Player(seat) => {
                format!("{} ahead until turn {}.", self.was(seat, view), change.turn)
            }
            Lead::Level => {
                format!("The game was a draw with best play until turn {}.", change.turn)
            }
        };
        let known = self.turning_points.iter().find(|point| point.ply == change.turn);
        let let_in = known.and_then(|point| point.let_in.as_deref());
        format!("{state} {}", self.did(turn, change.to, let_in, view))
    }

    /// A sentence about what a turn gave away.
    fn did(&self, turn: &ReviewedTurn, to: Lead, let_in: Option<&str>, view: View) -> String {
        let played = &turn.turn;
        match (to, let_in) {
            (Lead::Level, _) => format!("{played} gave the win away for a draw."),
            (Lead::Player(seat), Some(deed)) => {
                format!("{played} let {} {deed}.", self.whom(seat, view))
            }
            (Lead::Player(seat), None) => {
                format!("{played} let {} take the lead.", self.whom(seat, view))
            }
        }
    }

    /// A game in which only one player was ahead.
    fn one_lead_told(&self, seat: Seat, at: usize, view: View) -> String {
        let since = if at <= 1 { "the beginning".to_owned() } else { format!("turn {at}") };
        if self.winner == Some(seat) {
            if let Some(swap) = self.turns.iter().find(|turn| turn.turn == SWAP)
                && swap.seat == seat
                && at <= swap.ply
            {
                let who = self.who(seat, view);
                return format!(
                    "The swap decided the game: {who} took over the better side at turn {} and stayed ahead to \
                     the end.",
                    swap.ply
                );
            }
            if view == View::Player(!seat) {
                let other = self.who(seat, view);
                return format!("You were never ahead: {other} led from {since} on.");
            }
            return format!("{} ahead from {since} to the end.", self.was(seat, view));
        }
        let was = self.was(seat, view);
        match self.winner {
            Some(_) => format!("{was} ahead from {since} on, as far as the computer could see."),
            None => format!("{was} ahead from {since} on, but not enough to win."),
        }
    }

    /// How often the game changed hands, if more than once.
    fn often(&self) -> Option<String> {
        match self.changes() {
            0 | 1 => None,
            2 => Some("The game changed hands twice.".to_owned()),
            times => Some(format!("The game changed hands {times} times.")),
        }
    }

    /// An end that did not come from the board.
    fn beside_the_board(&self, view: View) -> Option<String> {
        let loser = !self.winner?;
        let Some(Outcome::Win { by, .. }) = self.outcome else { return None };
        let led = self.course.last() == Some(Lead::Player(loser));
        let who = self.who(loser, view);
        match by {
            WinBy::Resignation if led => {
                let possessive =
                    if view == View::Player(loser) { "you were" } else { "that side was" };
                Some(format!("{} resigned, although {possessive} ahead.", capital(&who)))
            }
            WinBy::Time if led => {
                Some(format!("Time decided the game: {} ahead when it ran out.", lower_was(&who)))
            }
            WinBy::Time => Some("Time decided before the board did.".to_owned()),
            WinBy::Resignation | WinBy::Path | WinBy::Ring | WinBy::Enclosure | WinBy::Score => {
                None
            }
        }
    }

    /// A player as the subject of a sentence: "you" or "White".
    fn who(&self, seat: Seat, view: View) -> String {
        if view == View::Player(seat) { "you".to_owned() } else { self.colour(seat).to_owned() }
    }

    /// A player as an object: "you" or "White".
    fn whom(&self, seat: Seat, view: View) -> String {
        self.who(seat, view)
    }

    /// A player at the beginning of a sentence, with "was" or "were".
    fn was(&self, seat: Seat, view: View) -> String {
        capital(&lower_was(&self.who(seat, view)))
    }
}

/// "you were" or "White was".
fn lower_was(who: &str) -> String {
    format!("{who} {}", if who == "you" { "were" } else { "was" })
}

/// A text with a capital letter.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use carrick_games::{AnyGame, AnyOptions, GameKind, SizeLimits};

    use super::*;
    use crate::review::Judged;

    /// A game of Antipod whose turns all lead nowhere, with values of its positions in % for the
    /// first seat; `!` marks a proved value. `end` ends the game off the board.
    #[track_caller]
    fn check(values: &str, end: &str, view: View, expected: &str) {
        let options = AnyOptions::parse(GameKind::Antipod, &[], SizeLimits::Challenge).unwrap();
        let turns = ["a2", "b2", "c3", "d3", "e4", "f4", "g5", "c9", "d9", "e9", "f9"];
        let words: Vec<&str> = values.split_whitespace().collect();
        let played = &turns[..words.len() - 1];
        let mut game =
            played.iter().fold(AnyGame::new(options), |game, turn| game.play_text(turn).unwrap());
        match end {
            "first resigns" => game.resign(Seat::First),
            "second resigns" => game.resign(Seat::Second),
            "first forfeits" => game.forfeit(Seat::First),
            _ => game.agree_draw(),
        }
        let judged = |word: &&str| Judged {
            value: word.trim_end_matches('!').parse::<f32>().unwrap() / 100.0,
            proved: word.ends_with('!'),
            line: Vec::new(),
        };
        let judged: Vec<Judged> = words.iter().map(judged).collect();
        assert_eq!(Review::of(&game, &judged).unwrap().summary(view), expected, "{values}");
    }

    const FIRST: View = View::Player(Seat::First);
    const SECOND: View = View::Player(Seat::Second);

    #[test]
    fn a_game_that_changed_hands() {
        let values = "62 62 64 30 28 25";
        let own = "You were ahead until turn 3. c3 let Black take the lead.";
        check(values, "first resigns", FIRST, own);
        let other = "White was ahead until turn 3. c3 let you take the lead.";
        check(values, "first resigns", SECOND, other);
        let neutral = "White was ahead until turn 3. c3 let Black take the lead.";
        check(values, "first resigns", View::Onlooker, neutral);
        let often = "You were ahead until turn 4. d3 let White take the lead. \
                 The game changed hands twice.";
        check("70 70 70 0! 100! 100!", "second resigns", SECOND, often);
    }

    #[test]
    fn a_game_without_a_turning_point() {
        let values = "50 55 62 70 80 90";
        check(values, "second resigns", FIRST, "You were ahead from turn 2 to the end.");
        check(values, "second resigns", SECOND, "You were never ahead: White led from turn 2 on.");
        check(values, "second resigns", View::Onlooker, "White was ahead from turn 2 to the end.");
        check("50 55 52 50 49", "draw", FIRST, "Neither player was ever clearly ahead.");
        let drawn = "White was ahead from turn 1 on, but not enough to win.";
        check("50 65 66 67 68", "draw", View::Onlooker, &drawn.replace("turn 1", "the beginning"));
    }

    #[test]
    fn mistakes_are_priced_even_when_already_behind() {
        let options = AnyOptions::parse(GameKind::Antipod, &[], SizeLimits::Challenge).unwrap();
        let turns = ["a2", "b2", "c3", "d3", "e4"];
        let game =
            turns.iter().fold(AnyGame::new(options), |game, turn| game.play_text(turn).unwrap());
        // Turn 1 costs 30 %, turn 3 the little that was left, and turn 5 nothing that counts.
        let values = [(0.6, false), (0.3, false), (0.2, false), (0.0, true), (0.4, false)];
        let judged = values.into_iter().chain([(0.35, false)]).map(|(value, proved)| Judged {
            value,
            proved,
            line: vec!["g5".to_owned()],
        });
        let review = Review::of(&game, &judged.collect::<Vec<_>>()).unwrap();
        let told = |view| {
            let mistakes = review.mistakes(view).into_iter();
            mistakes.map(|turn| (turn.ply, review.cost(turn, view))).collect::<Vec<_>>()
        };
        let own = told(FIRST);
        assert_eq!(own.iter().map(|(ply, _)| *ply).collect::<Vec<_>>(), [1, 3]);
        assert_eq!(own[1].1, "Your chances before it: 20 %; after it: lost (proved). Better: g5.");
        assert_eq!(told(View::Onlooker).len(), 3, "Black gave a proved win away at turn 4");
        assert!(told(View::Onlooker)[0].1.starts_with("Black’s chances before it: won (proved);"));
    }

    #[test]
    fn draws_that_were_thrown_away() {
        let values = "50 50! 50! 0! 0!";
        let said = "The game was a draw with best play until turn 3. c3 let Black take the lead.";
        check(values, "first resigns", View::Onlooker, said);
        let given = "You were ahead until turn 3. c3 gave the win away for a draw.";
        check("70 70 72 50! 50!", "draw", FIRST, given);
        let kept = "The game was a draw with best play, and neither player gave it away.";
        check("50! 50! 50! 50! 50!", "draw", FIRST, kept);
    }

    #[test]
    fn ends_off_the_board() {
        let values = "50 62 64 66 68";
        let resigned = "You were ahead from turn 1 on, as far as the computer could see. \
                    You resigned, although you were ahead.";
        check(values, "first resigns", FIRST, &resigned.replace("turn 1", "the beginning"));
        let time = "You were ahead from the beginning on, as far as the computer could see. \
                Time decided the game: you were ahead when it ran out.";
        check(values, "first forfeits", FIRST, time);
        let behind =
            "Black was ahead from the beginning to the end. Time decided before the board did.";
        check("50 38 36 34 32", "first forfeits", View::Onlooker, behind);
    }

    #[test]
    fn the_summary_of_a_short_game_mentions_its_length() {
        let short = "The game was over after one turn, too soon to find the turn that decided it.";
        check("50 70", "second resigns", FIRST, short);
        let time = "The game was over after 2 turns, too soon to find the turn that decided it. \
                Time decided before the board did.";
        check("50 50 50", "first forfeits", FIRST, time);
        let decided = "The game was over after 3 turns. You were ahead until turn 3. \
                   c3 let Black take the lead.";
        check("70 70 70 0!", "first resigns", FIRST, decided);
    }
}
