//! Tests of questions and answers as a page uses them.

use carrick_wasm::{RunningAnalysis, judge, position, report, turn};
use serde_json::Value;

fn parsed(answer: &str) -> Value {
    serde_json::from_str(answer).unwrap_or_else(|error| panic!("{error}: {answer}"))
}

/// The sentence that an answer refuses with.
#[track_caller]
fn refusal(answer: &str) -> String {
    parsed(answer)["error"].as_str().unwrap_or_else(|| panic!("{answer}")).to_owned()
}

#[test]
fn a_seed_repeats_a_turn_and_a_report() {
    let asked = r#"{"game":"antipod","options":"-radius=4","turns":"f4 e3","level":"level2",
        "seed":5,"nodes":60}"#;
    assert_eq!(turn(asked, &|| false), turn(asked, &|| false));
    assert_eq!(report(asked), report(asked));
    assert_eq!(parsed(&report(asked))["nodes"], 60);
}

#[test]
fn the_strongest_level_stops_when_its_time_is_up() {
    let asked = r#"{"game":"anchor","options":"-size=4","turns":"A1 B2","level":"level9"}"#;
    let played = parsed(&turn(asked, &|| true));
    assert!(played["turn"].is_string(), "{played}");
}

#[test]
fn a_turn_is_for_the_position_of_the_question() {
    let asked = r#"{"game":"antipod","turns":"f14 f9","ply":"1","then":"g7","level":"1"}"#;
    let played = parsed(&turn(asked, &|| false));
    let turn = played["turn"].as_str().unwrap();
    let view = position(&format!(r#"{{"game":"antipod","turns":"f14 g7 {turn}"}}"#));
    assert_eq!(parsed(&view)["number"], 4);
}

#[test]
fn faults_are_sentences() {
    assert!(refusal(&position(r#"{"game":"chess"}"#)).contains("antipod"));
    assert!(refusal(&judge(r#"{"game":"chess","step":1,"turn":""}"#)).contains("antipod"));
    let over = r#"{"game":"anchor","options":"-size=3","turns":"pass pass","level":"1"}"#;
    let sentence = refusal(&turn(over, &|| false));
    assert!(sentence.starts_with("the game is over: "), "{sentence}");
    assert_eq!(refusal(&RunningAnalysis::new(over).unwrap_err()), sentence);
    let level = turn(r#"{"game":"ankor","level":"level12"}"#, &|| false);
    assert!(refusal(&level).starts_with("levels are 1 to 9, and for beginners novice1 to "));
    let step = refusal(&judge(r#"{"game":"ankor","step":0,"turn":"c2"}"#));
    assert!(step.starts_with("the lesson has steps 1 to "), "{step}");
    let form = refusal(&position("[1"));
    assert!(form.starts_with("the question is not in the form that was expected"), "{form}");
    let twice = parsed(&position(r#"{"game":"antipod","turns":"f14 f14"}"#));
    assert_eq!((&twice["field"], &twice["number"]), (&"turns".into(), &2.into()));
}

#[test]
fn an_analysis_grows() {
    let asked = r#"{"game":"ankor","options":"-size=4","turns":"a1","nodes":5000,"map":false}"#;
    let mut analysing = RunningAnalysis::new(asked).unwrap();
    let reports: Vec<Value> =
        std::iter::from_fn(|| analysing.step()).map(|report| parsed(&report)).collect();
    let nodes: Vec<u64> = reports.iter().map(|report| report["nodes"].as_u64().unwrap()).collect();
    assert!(nodes.len() > 1 && nodes.is_sorted(), "{nodes:?}");
    assert_eq!(reports.last().unwrap()["done"], true);
}
