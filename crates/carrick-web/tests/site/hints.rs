//! Hints in practice games: through the page's form, through the API, and in what the game shows.

use serde_json::json;

use super::api::Program;
use super::play::game;
use super::support::{Browser, Site};

/// A practice game from a position of another one, in which it is ann's turn; its path.
async fn practice<'s>(site: &'s Site) -> (Browser<'s>, Browser<'s>, String) {
    let (mut ann, mut bob) = (site.browser(), site.browser());
    ann.sign_up("ann").await.is(303);
    bob.sign_up("bob").await.is(303);
    let sent = [("opponent", "bob"), ("seat", "first"), ("-radius", "4")];
    let path = ann.post("/new/antipod/challenge", &sent).await.is(303).location().to_owned();
    for (ply, turn) in ["c3", "e5", "f5", "e6", "d6"].into_iter().enumerate() {
        let mover = if ply % 2 == 0 { &mut ann } else { &mut bob };
        mover.post(&format!("{path}/turn"), &[("turn", turn)]).await.is(303);
    }
    let form = format!("{path}/hint");
    ann.post(&form, &[("step", "1")]).await.is(422).says("it is a game between people");
    let ends = [("action", "resign"), ("generation", "5")];
    ann.post(&format!("{path}/act"), &ends).await.is(303);
    ann.post(&form, &[("step", "1")]).await.is(422).says("is over");
    let sent = [("turn", "5"), ("level", "novice1")];
    let path = ann.post(&format!("{path}/retry"), &sent).await.is(303).location().to_owned();
    (ann, bob, path)
}

#[tokio::test]
async fn a_hint_has_three_steps_and_marks_the_game() {
    let site = Site::new().await;
    let (mut ann, mut bob, path) = practice(&site).await;
    let form = format!("{path}/hint");
    let page = ann.get(&path).await;
    page.says("Where should I look?").says("Games in which hints were used are marked.");
    assert!(!bob.get(&path).await.text.contains("Where should I look?"), "the game is not theirs");
    bob.post(&form, &[("step", "1")]).await.is(422).says("not by you");
    ann.post(&form, &[("step", "4")]).await.is(400).says("three steps").says("3 says why");
    ann.post(&form, &[]).await.is(400);
    ann.post(&form, &[("step", "1"), ("generation", "3")]).await.is(422).says("has moved on");
    let there = ann.post(&form, &[("step", "1"), ("generation", "4")]).await;
    assert_eq!(there.is(303).location(), format!("{path}#hint"));
    let page = ann.get(&path).await;
    page.says("The computer looks for a hint as soon as it has no turn to play.");
    page.says("with a hint at 1 turn").says("Look again");
    assert!(!page.text.contains("Where should I look?"), "it was asked for");

    site.let_computer_answer().await;
    let page = ann.get(&path).await;
    page.says("Look near ").says("Rings on the board mark the places.").says("Which turn?");
    page.says("pointer-events=\"none\"");
    assert!(!page.text.contains("The turn is"), "{}", page.text);
    let view: serde_json::Value =
        serde_json::from_str(&ann.get(&format!("{path}/position")).await.text).unwrap();
    assert!(view["noted"].as_array().unwrap().len() > 1, "{view}");
    let before = ann.get(&format!("{path}/position?ply=2")).await.text;
    let before: serde_json::Value = serde_json::from_str(&before).unwrap();
    assert!(before.get("noted").is_none(), "the hint is for the present position");

    ann.post(&form, &[("step", "2"), ("generation", "4")]).await.is(303);
    let page = ann.get(&path).await;
    page.says("The turn is ").says("Why?");
    ann.post(&form, &[("step", "3"), ("generation", "4")]).await.is(303);
    let page = ann.get(&path).await;
    page.says("Play may continue with").says("For you, the position is worth");
    page.says("Numbers on the board show the line");

    // The mark is in the lists, in the record and in the text of the game.
    ann.get("/games?who=computer").await.says("with a hint at 1 turn");
    let sgf = ann.get(&format!("{path}/game.sgf")).await;
    sgf.says("GC[Played with a hint at 1 turn from the computer.]");
    ann.get(&format!("{path}/game.json")).await.says("Played with a hint at 1 turn");

    // The next turn has no hint yet, and the game stays marked.
    let turn = game(&site, &path).await.legal().swap_remove(0);
    ann.post(&format!("{path}/turn"), &[("turn", &turn)]).await.is(303);
    ann.post(&form, &[("step", "1")]).await.is(422).says("turn");
    site.let_computer_answer().await;
    let page = ann.get(&path).await;
    page.says("with a hint at 1 turn");
    assert!(!page.text.contains("The turn is "), "{}", page.text);
}

#[tokio::test]
async fn a_program_asks_for_hints() {
    let site = Site::new().await;
    let (_ann, _bob, path) = practice(&site).await;
    let ann = Program { site: &site, token: Some(site.token("ann", "play").await) };
    let hint = format!("/boards{path}/hint");
    ann.get(&hint).await.is(404).says("No hint was requested");
    ann.post(&hint, json!({"step": 0})).await.is(422);
    ann.post(&hint, json!({"step": 1})).await.is(202);
    let waits = json!({"generation": 4, "ahead": 0, "told": [], "places": []});
    assert_eq!(ann.get(&hint).await.json(), waits);
    site.let_computer_answer().await;
    let first = ann.get(&hint).await.json();
    assert_eq!((&first["step"], first.get("turn")), (&json!(1), None));
    assert!(first["places"].as_array().unwrap().len() > 1, "{first}");
    ann.post(&hint, json!({"step": 3})).await.is(202);
    let third = ann.get(&hint).await.json();
    assert_eq!(third["told"].as_array().unwrap().len(), 3);
    assert_eq!(third["why"]["line"][0], third["turn"]);
    assert_eq!(third["places"], first["places"], "it is the same hint");
    let board = ann.get(&format!("/boards{path}")).await.json();
    assert_eq!(board["hints"], 1);
    let nobody = Program { site: &site, token: None };
    nobody.post(&hint, json!({"step": 1})).await.is(401);
}
