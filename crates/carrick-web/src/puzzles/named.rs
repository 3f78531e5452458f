//! Puzzles by the names that paths have for them: numbers and days.

use carrick_coach::puzzle::{Collection, Puzzle};
use carrick_games::GameKind;
use carrick_service::day::{day_named, in_words};

use crate::pages::fault::Fault;

/// A puzzle as a path names it.
pub(crate) struct Named {
    pub(crate) puzzle: &'static Puzzle,
    /// The day, where it is that of a day.
    pub(crate) day: Option<u32>,
    /// Its name for people: "Today's Boche", "Boche puzzle 17".
    pub(crate) title: String,
}

impl Named {
    /// The puzzle of a number, of `today`, or of a day such as `2026-11-24`.
    ///
    /// # Errors
    /// When there is no such puzzle or day.
    pub(crate) fn find(kind: GameKind, which: &str, today: u32) -> Result<Self, Fault> {
        let collection = Collection::of(kind);
        let game = kind.title();
        if let Ok(number) = which.parse() {
            let puzzle = collection
                .get(number)
                .filter(|puzzle| puzzle.number.to_string() == which)
                .ok_or(Fault::NotFound("There is no puzzle of this number."))?;
            return Ok(Self { puzzle, day: None, title: format!("{game} puzzle {number}") });
        }
        let (day, title) = match which {
            "today" => (today, format!("Today's {game}")),
            text => {
                let day = day_named(text).ok_or(Fault::PAGE)?;
                (day, format!("{game} of {}", in_words(day)))
            }
        };
        if day > today {
            return Err(Fault::NotFound(
                "This day has not come yet; a day begins at midnight, UTC.",
            ));
        }
        let puzzle = collection.of_day(day).ok_or(Fault::PAGE)?;
        Ok(Self { puzzle, day: Some(day), title })
    }
}
