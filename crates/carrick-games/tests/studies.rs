//! Studies: valid trees, texts that are read back as written, and texts that are not trees.

use carrick_games::records::{MAX_STUDY_TURNS, Record, Study};
use carrick_games::{AnyOptions, GameKind, SizeLimits};

/// A study of three variations with names and comments.
fn study() -> Study {
    let options = AnyOptions::parse(GameKind::Antipod, &["-radius=4"], SizeLimits::Challenge);
    let mut study = Study::new(options.expect("the options are sound"));
    study.note(None, "Corners", "All that I know [so far].");
    let main = study.add(None, &["f4", "e3", "c4", "b3"]).expect("turns are legal");
    let early = study.add(Some(0), &["c4", "d5"]).expect("turns are legal");
    let late = study.add(Some(2), &["d5"]).expect("turns are legal");
    study.note(main, "", "Calm.\nAnd even.");
    study.note(early, "not recommended", "");
    study.note(late, "sharp", "Back\\slash");
    study
}

/// The turns that lead to each leaf, in order.
fn lines(study: &Study) -> Vec<String> {
    let is_leaf = |&node: &usize| study.children(Some(node)).next().is_none();
    let leaves = (0..study.nodes().len()).filter(is_leaf);
    let turns = |leaf| {
        let path = study.path(Some(leaf)).into_iter();
        path.map(|node| study.nodes()[node].turn.clone()).collect::<Vec<_>>().join(" ")
    };
    leaves.map(turns).collect()
}

#[test]
fn both_forms_are_read_back_as_written() {
    let mut ordered = study();
    // Depth first, as in a text.
    ordered.promote(0);
    for text in [ordered.to_json(), ordered.to_sgf()] {
        assert_eq!(Study::read(&text).unwrap(), ordered, "{text}");
    }
    let sgf = ordered.to_sgf();
    assert!(sgf.contains("GN[Corners]") && sgf.contains("N[sharp]C[Back\\\\slash]"), "{sgf}");
    // Other readers of records see only the main line.
    let main = Record::read(&sgf).unwrap();
    assert_eq!(main.game().turn_names(), ["f4", "e3", "c4", "b3"]);
}

#[test]
fn turns_played_again_are_followed_and_not_duplicated() {
    let mut study = study();
    let before = study.clone();
    assert_eq!(study.add(None, &["f4", "e3"]).unwrap(), Some(1));
    assert_eq!(study, before);
    assert_eq!(study.game(Some(1)).turn_names(), ["f4", "e3"]);
}

#[test]
fn a_variation_is_promoted_where_it_branches_off() {
    let mut study = study();
    assert_eq!(lines(&study), ["f4 e3 c4 b3", "f4 c4 d5", "f4 e3 c4 d5"]);
    let sharp = study.nodes().iter().position(|node| node.name.as_str() == "sharp").unwrap();
    let now = study.promote(sharp);
    assert_eq!(now.map(|now| study.nodes()[now].name.to_string()), Some("sharp".to_owned()));
    assert_eq!(lines(&study), ["f4 e3 c4 d5", "f4 e3 c4 b3", "f4 c4 d5"]);
    // The main line does not change.
    let same = study.clone();
    study.promote(0);
    assert_eq!(study, same);
}

#[test]
fn deleting_a_turn_also_deletes_only_what_follows() {
    let mut study = study();
    assert_eq!(study.delete(1), Some(0));
    assert_eq!(lines(&study), ["f4 c4 d5"]);
    assert_eq!(study.delete(0), None);
    assert_eq!((study.nodes().len(), study.title.as_str()), (0, "Corners"));
    assert_eq!(study.delete(7), None);
}

#[test]
fn a_turn_that_cannot_be_played_changes_nothing() {
    let mut study = study();
    let before = study.clone();
    let error = study.add(Some(1), &["c4", "d5", "c4"]).unwrap_err();
    assert!(error.to_string().starts_with("turn 5 (c4): c4 is taken"), "{error}");
    assert_eq!(study, before);
}

#[track_caller]
fn check_refused(text: &str, said: &str) {
    let error = Study::read(text).expect_err("no study").to_string();
    assert!(error.contains(said), "{said:?} is not in: {error}");
}

#[test]
fn an_invalid_tree_is_refused_with_its_place() {
    let json = |nodes: &str| {
        format!(r#"{{"study":1,"game":"antipod","options":"-radius=4","nodes":[{nodes}]}}"#)
    };
    let first = r#"{"parent":null,"turn":"f4"}"#;
    check_refused(&json(r#"{"parent":0,"turn":"f4"}"#), "nodes[0].parent: this is not a tree");
    let circle = r#"{"parent":1,"turn":"f4"},{"parent":0,"turn":"e3"}"#;
    check_refused(&json(circle), "nodes[0].parent: this is not a tree");
    check_refused(&json(&format!(r#"{first},{{"parent":5,"turn":"e3"}}"#)), "nodes[1].parent");
    check_refused(
        &json(&format!(r#"{first},{{"parent":0,"turn":"f4"}}"#)),
        "turn 2 (f4): f4 is taken",
    );
    check_refused(&json(r#"{"parent":null}"#), "missing field `turn`");
    check_refused(r#"{"study":1,"game":"antipod""#, "this is not JSON");
    check_refused(r#"{"study":2,"game":"antipod","nodes":[]}"#, "expected 1");
    check_refused(r#"{"study":1,"game":"chess","nodes":[]}"#, "there is no such game");
    check_refused("(;GM[9];B[f4])", "not one of our games");
    check_refused("nonsense", "this is not a record of a game");
    let sgf = study().to_sgf();
    check_refused(&sgf.replacen("W[f4]", "B[f4]", 1), "it is the turn of White");
    check_refused(&sgf[..sgf.len() - 3], "closes this game");
    check_refused(&sgf.replacen("W[f4]", "AB[f4]", 1), "not positions that were set up");
}

#[test]
fn a_study_is_bounded() {
    check_refused(&" ".repeat(50_000), "a study holds at most 1000 turns");
    let turn = r#"{"parent":null,"turn":"f4"}"#;
    // Variations with the same start are merged.
    let many = vec![turn; MAX_STUDY_TURNS + 1].join(",");
    let text = format!(r#"{{"study":1,"game":"antipod","options":"-radius=4","nodes":[{many}]}}"#);
    assert_eq!(Study::read(&text).unwrap().nodes().len(), 1);
}

#[test]
fn a_record_of_a_game_becomes_a_study() {
    let study = Study::read("antipod -radius=4: f4 e3 c4 *").unwrap();
    assert_eq!(lines(&study), ["f4 e3 c4"]);
}
