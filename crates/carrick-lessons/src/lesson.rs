//! The lessons of the four games.

use std::sync::LazyLock;

use carrick_games::{GameKind, text_of};

use crate::LessonStep;

/// A lesson: the steps that teach one game.
#[derive(Debug, Clone)]
pub struct Lesson {
    /// The kind of game.
    pub kind: GameKind,
    /// The steps, in order.
    pub steps: Vec<LessonStep>,
}

impl Lesson {
    /// The text file of a game's lesson.
    #[must_use]
    pub const fn source(kind: GameKind) -> &'static str {
        text_of!(kind, "../lessons/", ".txt")
    }

    /// The lesson of a game, parsed once.
    ///
    /// ```
    /// use carrick_games::GameKind;
    /// use carrick_lessons::{Lesson, TryVerdict};
    /// let step = &Lesson::of(GameKind::Ankor).steps[1];
    /// assert!(matches!(step.judge("c2"), TryVerdict::Right { .. }));
    /// ```
    ///
    /// # Panics
    /// If a lesson file has a fault. The files are part of the program, and tests read all of them.
    #[must_use]
    pub fn of(kind: GameKind) -> &'static Self {
        static ALL: LazyLock<[Lesson; GameKind::ALL.len()]> = LazyLock::new(|| {
            GameKind::ALL.map(|kind| match Lesson::parse(Lesson::source(kind)) {
                Ok(lesson) => lesson,
                Err(error) => panic!("the lesson in {kind}: {error}"),
            })
        });
        &ALL[kind as usize]
    }
}
