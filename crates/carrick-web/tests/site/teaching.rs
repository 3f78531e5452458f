//! Teaching games: threats are named, losing turns lead to one warning, and turns can be taken back
//! freely.

use carrick_engine::{threats_by_name, winning_turns_by_name};
use carrick_games::AnyGame;

use super::play::game;
use super::support::{Browser, Site, fields};

/// Plays turns that do not win until the computer threatens to; returns the board's path.
async fn is_threatened(site: &Site, guest: &mut Browser<'_>) -> String {
    for _ in 0..10 {
        let chosen = [("level", "3"), ("-radius", "4"), ("teaching", "1")];
        let path = guest.post("/new/antipod/computer", &chosen).await.is(303).location().to_owned();
        site.let_computer_answer().await;
        loop {
            let now = game(site, &path).await;
            if now.outcome().is_some() {
                break;
            }
            if threats_by_name(&now).len() == 1 && now.ply() > 3 {
                return path;
            }
            let wins = winning_turns_by_name(&now);
            let turn = now.legal().into_iter().find(|turn| !wins.contains(turn)).unwrap();
            let sent = [("turn", turn.as_str()), ("warned", turn.as_str())];
            guest.post(&format!("{path}/turn"), &sent).await.is(303);
            site.let_computer_answer().await;
        }
    }
    panic!("the computer never threatens to win");
}

/// A turn that does not stop the threat.
fn careless(now: &AnyGame) -> String {
    let threats = threats_by_name(now);
    let stops = |turn: &String| threats.contains(turn) || winning_turns_by_name(now).contains(turn);
    now.legal().into_iter().find(|turn| !stops(turn)).unwrap()
}

#[tokio::test]
async fn the_computer_teaches() {
    let site = Site::new().await;
    let mut guest = site.browser();
    guest.get("/new/antipod").await.says("Teaching game");
    let path = is_threatened(&site, &mut guest).await;
    let now = game(&site, &path).await;
    let threat = &threats_by_name(&now)[0];
    let page = guest.get(&path).await;
    page.says(&format!("The computer threatens to win with {threat}"));
    page.says("class=\"threat outer\"").says("unrated, a teaching game");
    let view = guest.get(&format!("{path}/position")).await.text;
    let view: serde_json::Value = serde_json::from_str(&view).unwrap();
    assert_eq!(view["teaching"]["turns"][0], threat.as_str());
    assert_eq!(view["teaching"]["warns"], false);

    // It warns of a careless turn once, in a preview or before the turn is played.
    let turn = careless(&now);
    let warning = format!("after {turn} the computer wins immediately with {threat}");
    guest.get(&format!("{path}?try={turn}")).await.says(&warning);
    let form = fields(&page.text);
    let sent = [("turn", turn.as_str()), ("generation", &form["generation"]), ("warned", "")];
    let warned = guest.post(&format!("{path}/turn"), &sent).await;
    warned.is(422).says("Not played yet.").says(&warning);
    assert_eq!(game(&site, &path).await.ply(), now.ply());
    // The form that it shows plays the turn anyway.
    warned.says(&format!("name=\"warned\" value=\"{turn}\""));

    // The turn that stops the threat gets no comment, and can be taken back without a question.
    let sent = [("turn", threat.as_str()), ("generation", &form["generation"]), ("warned", "")];
    guest.post(&format!("{path}/turn"), &sent).await.is(303);
    site.let_computer_answer().await;
    let page = guest.get(&path).await;
    page.says("Take back");
    let generation = fields(&page.text)["generation"].clone();
    let back = [("action", "undo"), ("generation", generation.as_str())];
    guest.post(&format!("{path}/act"), &back).await.is(303);
    assert_eq!(game(&site, &path).await.turn_names(), now.turn_names());

    // Players who insist lose.
    let sent = [("turn", turn.as_str()), ("warned", turn.as_str())];
    guest.post(&format!("{path}/turn"), &sent).await.is(303);
    site.let_computer_answer().await;
    let over = guest.get(&path).await;
    over.says("You lost");
    assert!(!over.text.contains("The computer threatens"));
    over.says("Take back my last turn");
}

#[tokio::test]
async fn other_games_do_not_mention_threats() {
    let site = Site::new().await;
    let mut guest = site.browser();
    let path = guest.post("/new/antipod/computer", &[("level", "1")]).await.location().to_owned();
    site.let_computer_answer().await;
    let page = guest.get(&path).await;
    assert!(!page.text.contains("warned") && !page.text.contains("Take back"));
    assert!(!guest.get(&format!("{path}/position")).await.text.contains("teaching"));
}

/// The learner plays the same turns in a game with a person.
#[tokio::test]
async fn the_computer_does_not_teach_for_another_game() {
    let site = Site::new().await;
    let (mut ann, mut bob) = (site.browser(), site.browser());
    ann.sign_up("ann").await.is(303);
    bob.sign_up("bob").await.is(303);
    let path = is_threatened(&site, &mut ann).await;
    ann.get(&path).await.says("The computer threatens to win");
    let now = game(&site, &path).await;
    let sent = [("opponent", "bob"), ("seat", "first"), ("-radius", "4")];
    let other = ann.post("/new/antipod/challenge", &sent).await.is(303).location().to_owned();
    for (ply, turn) in now.turn_names().iter().enumerate() {
        let mover = if ply % 2 == 0 { &mut ann } else { &mut bob };
        mover.post(&format!("{other}/turn"), &[("turn", turn.as_str())]).await.is(303);
    }
    let page = ann.get(&path).await;
    assert!(!page.is(200).text.contains("The computer threatens"));
    let view = ann.get(&format!("{path}/position")).await.is(200).json();
    assert!(view.get("teaching").is_none_or(serde_json::Value::is_null), "{view}");
    let turn = careless(&now);
    let tried = ann.get(&format!("{path}?try={turn}")).await;
    assert!(!tried.is(200).text.contains("the computer wins immediately"));
    let generation = now.ply().to_string();
    let resigns = [("action", "resign"), ("generation", generation.as_str())];
    ann.post(&format!("{other}/act"), &resigns).await.is(303);
    ann.get(&path).await.says("The computer threatens to win");
}
