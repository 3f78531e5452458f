//! The four lessons: every step can be solved, and every try gets an answer.

use std::collections::HashSet;

use carrick_games::{AnyGame, GameKind, TurnError};
use carrick_lessons::{Effect, Lesson, LessonStep, TryVerdict, effects_of};

#[test]
fn every_lesson_has_six_to_ten_steps_with_different_titles() {
    for kind in GameKind::ALL {
        let lesson = Lesson::of(kind);
        assert_eq!(lesson.kind, kind);
        assert!((6..=10).contains(&lesson.steps.len()), "{kind}: {}", lesson.steps.len());
        let titles: HashSet<_> = lesson.steps.iter().map(|step| &step.title).collect();
        assert_eq!(titles.len(), lesson.steps.len(), "{kind}");
    }
}

#[test]
fn every_accepted_turn_is_legal_and_has_the_effects_of_the_step() {
    for kind in GameKind::ALL {
        for step in &Lesson::of(kind).steps {
            let accepted = step.goal.accepted(&step.start);
            assert!(!accepted.is_empty(), "{kind}: {}", step.title);
            for turn in accepted {
                let TryVerdict::Right { after } = step.judge(&turn) else {
                    panic!("{kind}: {}: {turn} is not right", step.title)
                };
                let found = effects_of(&step.start, &after);
                for effect in &step.goal.effects {
                    assert!(found.contains(effect), "{kind}: {}: {turn}: {effect}", step.title);
                }
            }
        }
    }
}

#[test]
fn every_other_turn_is_answered() {
    for kind in GameKind::ALL {
        for step in &Lesson::of(kind).steps {
            let accepted = step.goal.accepted(&step.start);
            for turn in step.start.legal().into_iter().filter(|turn| !accepted.contains(turn)) {
                let TryVerdict::Wrong { said } = step.judge(&turn) else {
                    panic!("{kind}: {}: {turn}", step.title)
                };
                assert!(said.ends_with('.'), "{said}");
            }
            for wrong in &step.wrong {
                let TryVerdict::Wrong { said } = step.judge(&wrong.turn) else {
                    panic!("{kind}: {}: {}", step.title, wrong.turn)
                };
                assert_eq!(said, wrong.said);
            }
        }
    }
}

/// An answer that counts the sides of the reader's stones is true for every try that gets it.
#[test]
fn answers_about_sides_are_true() {
    let mut checked = 0;
    for step in &Lesson::of(GameKind::Anchor).steps {
        for turn in step.start.legal() {
            let TryVerdict::Wrong { said } = step.judge(&turn) else { continue };
            let expected = if said.contains("one side only") {
                1
            } else if said.contains("two sides") {
                2
            } else {
                continue;
            };
            // The step is about the largest group.
            let after = step.start.clone().play_text(&turn).unwrap();
            let AnyGame::Anchor(game) = after else { panic!("{}", step.title) };
            let own = step.start.colour_to_move().unwrap();
            let groups = game.board().groups().into_iter().filter(|group| group.colour == own);
            let largest = groups.max_by_key(|group| group.points.len()).unwrap();
            let touched = largest.sides.iter().filter(|&&touched| touched).count();
            assert_eq!(touched, expected, "{}: {turn}: {said}", step.title);
            checked += 1;
        }
    }
    assert!(checked > 40, "{checked}");
}

#[test]
fn the_texts_are_sentences_and_short() {
    for kind in GameKind::ALL {
        for step in &Lesson::of(kind).steps {
            for text in step.more.iter().chain([
                &step.say,
                &step.ask,
                &step.praise,
                &step.otherwise,
                &step.hint,
            ]) {
                assert!(text.ends_with(['.', '?', '!']), "{kind}: {}: {text}", step.title);
                assert!(text.split_whitespace().count() <= 60, "{kind}: {}: {text}", step.title);
            }
        }
    }
}

/// Readers act before they read on. Naming their colour takes three words.
#[test]
fn at_most_forty_words_come_before_the_first_action() {
    for kind in GameKind::ALL {
        for step in &Lesson::of(kind).steps {
            let before = format!("You play X. {} {}", step.say, step.ask);
            let words = before.split_whitespace().count();
            assert!(words <= LessonStep::MOST_WORDS, "{kind}: {}: {words} words", step.title);
        }
    }
}

/// The first step of each lesson shows on the board how a game is won.
#[test]
fn every_lesson_starts_with_the_winning_condition() {
    for (kind, effect) in [
        (GameKind::Ankor, "wins by path"),
        (GameKind::Boche, "wins by enclosure"),
        (GameKind::Antipod, "wins by path"),
        (GameKind::Anchor, "owns 7"),
    ] {
        let effects = Lesson::of(kind).steps[0].goal.effects.iter().map(Effect::to_string);
        assert_eq!(effects.collect::<Vec<_>>(), [effect], "{kind}");
    }
}

#[test]
fn a_refusal_gives_the_reason_from_the_rules() {
    #[track_caller]
    fn check(kind: GameKind, step: usize, turn: &str, expected: &str) {
        match Lesson::of(kind).steps[step].judge(turn) {
            TryVerdict::Refused { said } => assert_eq!(said, expected),
            other => panic!("{turn}: {other:?}"),
        }
    }
    check(GameKind::Ankor, 2, "d4-c3", "The cube at d4 belongs to X, and you play O.");
    check(GameKind::Ankor, 6, "d2-c1", "The cube at d2 belongs to X, and you play O.");
    check(
        GameKind::Ankor,
        8,
        "d4-c3'",
        "c3' rests on d4 and loses its support when that cube leaves.",
    );
    check(
        GameKind::Boche,
        3,
        "a:d3",
        "The nearest corner at d3 must be Light, and in rotation a it is Dark; e, f, g or h would fit.",
    );
    check(GameKind::Anchor, 0, "C5", "C5 already holds a Black stone.");
    check(
        GameKind::Antipod,
        0,
        "hello",
        "That is not a turn; a turn looks like f4 (left board), f14 (right board) or a3+ (rim).",
    );
}

/// The ideas that a lesson is for, as the effects that its steps ask for.
#[test]
fn the_lessons_teach_what_decides_games() {
    let asked = |kind: GameKind| -> Vec<String> {
        let steps = Lesson::of(kind).steps.iter();
        steps.flat_map(|step| step.goal.effects.iter().map(Effect::to_string)).collect()
    };
    for (kind, ideas) in [
        (
            GameKind::Ankor,
            &[
                "level 1",
                "pins d2",
                "drops into c1",
                "connects 3",
                "wins by path",
                "draws by repetition",
            ][..],
        ),
        (
            GameKind::Boche,
            &[
                "group of 4",
                "level 1",
                "joins 2 groups",
                "wins by enclosure",
                "touches 1 sides",
                "wins by path",
                "swaps",
            ],
        ),
        (GameKind::Antipod, &["rim", "pole", "wins by path", "bridges 1", "wins by ring"]),
        (
            GameKind::Anchor,
            &["anchor", "touches 3 sides", "joins 2 groups", "owns 7", "wins by score", "swaps"],
        ),
    ] {
        let asked = asked(kind);
        for idea in ideas {
            assert!(asked.iter().any(|effect| effect == idea), "{kind}: {idea}");
        }
    }
}

#[test]
fn a_pinned_cube_is_refused_as_pinned() {
    let step = &Lesson::of(GameKind::Ankor).steps[6];
    let TryVerdict::Right { after } = step.judge("b1-c1'") else { panic!() };
    let refused = after.check_text("d2-b1").unwrap_err();
    let TurnError::Illegal(carrick_games::Illegal::Ankor(reason)) = refused.plain() else {
        panic!("{refused}")
    };
    assert!(matches!(reason, carrick_games::ankor::Illegal::Pinned { carried: 2, .. }));
}
