//! Effects of turns and the remarks on them, as tables.

use carrick_games::{AnyGame, AnyOptions, Colour, GameKind, SizeLimits};
use carrick_lessons::{aim_of, effects_of, remarks_on};

/// Checks the effects of the last of several turns.
#[track_caller]
fn check(kind: GameKind, options: &str, turns: &str, expected: &str) {
    let words: Vec<&str> = options.split_whitespace().collect();
    let game = AnyGame::new(AnyOptions::parse(kind, &words, SizeLimits::Scripts).unwrap());
    let after = turns.split_whitespace().fold(game, |game, turn| game.play_text(turn).unwrap());
    let before = after.at(after.ply() - 1);
    let effects: Vec<String> =
        effects_of(&before, &after).iter().map(ToString::to_string).collect();
    assert_eq!(effects.join(", "), expected, "{kind} {options} {turns}");
}

#[test]
fn ankor() {
    let check = |turns: &str, expected: &str| check(GameKind::Ankor, "-size=3", turns, expected);
    check("b2", "level 0, touches 1 sides");
    check("b2 swap", "swaps");
    let full = "a1 c3 c2 c1 b2 b1 a1-b2' a1";
    check(&format!("{full} b2-b1'"), "level 1, drops into b2, connects 1");
    let path = "c2 b1 c1 b1-b2 c2-b1 b2-c2 c3 c2-b2 c1-a1 b2-c2 b2 c2-c1 c2 pass c3-b1' c3";
    check(
        &format!("{path} a1-b2'"),
        "wins by path, level 1, pins c2, connects 2, joins 2 groups, touches 3 sides",
    );
}

#[test]
fn boche() {
    let check = |turns: &str, expected: &str| check(GameKind::Boche, "-size=4", turns, expected);
    check("e:c2", "level 0, group of 4");
    check("e:c2 f:d2 e:c1", "level 0, joins 2 groups, touches 1 sides, group of 7");
    check("d:d2 b:c2 c:d3", "wins by enclosure, level 0, group of 6");
}

#[test]
fn antipod() {
    let check =
        |turns: &str, expected: &str| check(GameKind::Antipod, "-radius=4", turns, expected);
    check("a2", "rim");
    check("d3 a2 d5 b1", "rim, bridges 1");
    check("d3 a2 d5 b1 b2 b9", "joins 2 groups");
    check("c3 e5", "pole");
    check("c3 e5 f5 e6 d6 f7 e7 e13 d12 e12", "wins by path, joins 2 groups, pole");
}

#[test]
fn anchor() {
    let check = |turns: &str, expected: &str| check(GameKind::Anchor, "-size=4", turns, expected);
    check("A1", "touches 2 sides, anchor, owns 36");
    check("D1", "touches 2 sides, dead");
    check("D4", "dead");
    check("A1 C2 C3 B3 D4 E5 B2", "joins 2 groups, anchor");
    check("pass pass", "draws by score, passes");
}

#[test]
fn positions_that_do_not_follow_on_each_other_have_no_effects() {
    let options = AnyOptions::parse(GameKind::Anchor, &[], SizeLimits::Challenge).unwrap();
    let game = AnyGame::new(options);
    let later = game.clone().play_text("A1").unwrap().play_text("A2").unwrap();
    assert_eq!(effects_of(&game, &later), []);
    assert_eq!(effects_of(&game, &game), []);
}

/// Checks the remarks on the last of several turns.
#[track_caller]
fn says(kind: GameKind, options: &str, turns: &str, expected: &[&str]) {
    let words: Vec<&str> = options.split_whitespace().collect();
    let game = AnyGame::new(AnyOptions::parse(kind, &words, SizeLimits::Scripts).unwrap());
    let after = turns.split_whitespace().fold(game, |game, turn| game.play_text(turn).unwrap());
    assert_eq!(remarks_on(&after.at(after.ply() - 1), &after), expected, "{kind} {turns}");
}

#[test]
fn remarks() {
    let ankor = |turns, expected: &[&str]| says(GameKind::Ankor, "-size=4", turns, expected);
    ankor("d2", &[]);
    let pin = "c2 d2 c1 d3 d1 d4 c3 a1 c3-c2' b2 b1 a1-c3 b1-c1'";
    ankor(
        pin,
        &[
            "X's cube at d2 carries two cubes or more: it is pinned.",
            "The cube at c1' has joined two groups of O into one.",
        ],
    );
    // On a larger board a place three levels up has the same name.
    let pinned = "X's cube at d2 carries two cubes or more: it is pinned.";
    let joined = "The cube at c1' has joined two groups of O into one.";
    says(GameKind::Ankor, "-size=6", pin, &[pinned, joined]);
    says(
        GameKind::Ankor,
        "-size=3",
        "a1 c3 c2 c1 b2 b1 a1-b2' a1 b2-b1'",
        &[
            "O's cube at b2 has dropped into the gap, as does every cube above it in the same straight line.",
        ],
    );
    says(
        GameKind::Boche,
        "-size=4",
        "e:c2 f:d2 e:c1",
        &["The cube at c1 has joined two groups of Light into one."],
    );
    // The result of the game is shown elsewhere.
    says(GameKind::Boche, "-size=4", "d:d2 b:c2 c:d3", &[]);
    let rim = "a2+ is a rim point: White's stone there is on both discs.";
    says(GameKind::Antipod, "-radius=4", "a2", &[rim]);
    let anchor = |turns, expected: &[&str]| says(GameKind::Anchor, "-size=4", turns, expected);
    let bridge = "Black's stone at b1+ can be joined to another group of Black's by b2 and b9; \
                  White can close only one of them in a turn.";
    says(
        GameKind::Antipod,
        "-radius=4",
        "d3 a2 d5 b1",
        &["b1+ is a rim point: Black's stone there is on both discs.", bridge],
    );
    let at_home = "Black's group with the stone at A1 touches two sides, which do not meet at a home corner \
                   of White's: it is an anchor.";
    anchor("A1", &[at_home]);
    anchor("D4", &["Black's stone at D4 is dead for now: its group touches no side."]);
    anchor("B1", &["Black's stone at B1 is dead for now: its group touches one side only."]);
    let away = "Black's stone at D1 is dead for now: its group touches only two sides, which meet at a \
                home corner of White's.";
    anchor("D1", &[away]);
    let three = "Black's group with the stone at A1 touches three sides: it is an anchor.";
    anchor("B1 F7 C1 F6 D2 E6 E2 D5 A1", &[three]);
    anchor("D4 swap", &[]);
}

#[test]
fn the_aim_of_each_colour_follows_the_options() {
    #[track_caller]
    fn check(kind: GameKind, options: &str, colour: Colour, expected: &str) {
        let words: Vec<&str> = options.split_whitespace().collect();
        let options = AnyOptions::parse(kind, &words, SizeLimits::Scripts).unwrap();
        let aim = aim_of(options, colour);
        assert!(aim.contains(expected), "{aim}");
    }
    use Colour::{Dark, Light};
    check(GameKind::Ankor, "", Light, "Cubes touch a side up to level 1.");
    check(GameKind::Ankor, "-win_height=0", Dark, "Cubes touch a side in holes only.");
    check(GameKind::Ankor, "-win_height=-1", Dark, "Cubes touch a side at any level.");
    check(GameKind::Boche, "-kill=6", Dark, "Enclose Light: a group of 6 points or more");
    check(
        GameKind::Boche,
        "-immediate",
        Light,
        "be the first to join the three sides by one group of Light",
    );
    check(GameKind::Boche, "-fill_board", Light, "When the board is full");
    check(GameKind::Antipod, "", Light, "a closed ring of white stones");
    check(GameKind::Anchor, "", Dark, "a home corner of White's");
}
