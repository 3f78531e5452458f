//! Errors about faulty lesson files.

use carrick_lessons::Lesson;

const STEP: &str = "# Anchor\noptions: -size=4 -pie=none\n## Corners\nkept: 1\nsay: Corners count.\nask: Play.\neffect: anchor\npraise: Good.\notherwise: No.\nhint: A1.\n";

#[track_caller]
fn check(text: &str, expected: &str) {
    match Lesson::parse(text) {
        Err(error) => assert_eq!(error.to_string(), expected),
        Ok(_) => panic!("there is no fault in {text}"),
    }
}

#[test]
fn a_step_with_all_it_needs_is_read() {
    let lesson = Lesson::parse(STEP).unwrap();
    assert_eq!(lesson.steps.len(), 1);
    assert_eq!(lesson.steps[0].goal.accepted(&lesson.steps[0].start), ["A1", "D7", "G4"]);
}

#[test]
fn faults_of_form() {
    check("", "line 1: a lesson starts with a line such as `# Ankor`");
    check("\nAnkor", "line 2: a lesson starts with a line such as `# Ankor`");
    check(
        "# Ancor",
        "line 1: there is no such game; the games are ankor, boche, antipod and anchor; did you mean ankor?",
    );
    check("# Ankor", "line 1: the lesson has no step");
    check("# Ankor\nsay: Hello.", "line 2: `say` belongs in a step: start one with `## Title`");
    check("# Ankor\n## ", "line 2: nothing follows `##`");
    check(
        &format!("{STEP}hello"),
        "line 11: a line is `## Title of a step`, or a key, a colon and a text",
    );
    check(
        &format!("{STEP}color: red"),
        "line 11: there is no key `color`; the keys of a step are kept, options, start, show, figure, say, ask, more, accept, \
         effect, praise, wrong, otherwise and hint",
    );
    check(&format!("{STEP}say: Again."), "line 11: the step already has `say`");
    check(&format!("{STEP}hint: B1."), "line 11: the step already has `hint`");
    check(&format!("{STEP}say:"), "line 11: nothing follows `say`");
    check(&format!("{STEP}wrong: B1"), "line 11: nothing follows `wrong`");
    check(&STEP.replace("kept: 1\n", ""), "line 3: the step “Corners” has no `kept`");
    check(&STEP.replace("kept: 1", "kept: 17"), "line 4: the number of a step is from 1 to 16");
    let again = STEP.replace("# Anchor\noptions: -size=4 -pie=none\n", "");
    let twice = "line 12: the step “Corners” already has the number 1";
    check(&format!("{STEP}{}", again.replace("Corners", "More")), twice);
    check(
        &format!("{STEP}figure: cone"),
        "line 11: there is no figure `cone`; the only figure is cube",
    );
    check(&STEP.replace("say: Corners count.\n", ""), "line 3: the step “Corners” has no `say`");
    check(&STEP.replace("hint: A1.\n", ""), "line 3: the step “Corners” has no `hint`");
    check(&STEP.replace("effect: anchor\n", ""), "line 3: the step “Corners” has no `accept`");
}

#[test]
fn faults_against_the_rules() {
    check(
        &format!("{STEP}start: A1 A1"),
        "line 11: turn 2, A1, cannot be played: A1 already holds a Black stone",
    );
    check(
        &format!("{STEP}start: pass pass"),
        "line 3: the game is over before the step starts: Draw: equal scores",
    );
    check(
        &STEP.replace("anchor", "anchor long"),
        "line 7: that is not an effect of a turn; effects are written like `wins by path`, `draws by repetition`, \
         `swaps`, `passes`, `level 1`, `drops into b2`, `pins c2`, `frees c2`, `connects 1`, \
         `joins 2 groups`, `splits into 2`, `touches 2 sides`, `group of 5`, `rim`, `pole`, `bridges 1`, `anchor`, `dead` or `owns 7`",
    );
    check(&format!("{STEP}accept: A2"), "line 11: A2 has these effects: touches 1 sides, dead");
    check(
        &format!("{STEP}accept: A9"),
        "line 11: A9 is accepted but cannot be played: A9 is not on this board: numbers after A run from 1 to 4",
    );
    check(
        &format!("{STEP}wrong: A1 No."),
        "line 11: A1 has these effects: touches 2 sides, anchor, owns 36",
    );
    check(
        &STEP.replace("anchor", "wins by score"),
        "line 3: 0 of the 38 legal turns are right; a step needs some that are right and some that are not",
    );
}
