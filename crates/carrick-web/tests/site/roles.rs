//! Every form that a board's page shows to readers works for them.

use super::support::{Answer, Browser, Site, attributes, fields};

/// Progress of a game.
const STATES: [&str; 4] = ["new", "under way", "with an offer", "over"];

/// Readers of the page. Ann plays first, Bob second.
const ROLES: [&str; 6] = ["ann", "bob", "cleo", "a subscriber", "a guest", "nobody"];

/// A board of Antipod between Ann and Bob in a state.
async fn board<'a>(ann: &mut Browser<'a>, bob: &mut Browser<'a>, state: &str) -> String {
    let asked = [("opponent", "bob"), ("seat", "first"), ("-radius", "4")];
    let path = ann.post("/new/antipod/challenge", &asked).await.is(303).location().to_owned();
    if state == "new" {
        return path;
    }
    for (ply, turn) in ["c4", "e4"].into_iter().enumerate() {
        let mover = if ply % 2 == 0 { &mut *ann } else { &mut *bob };
        mover.post(&format!("{path}/turn"), &[("turn", turn)]).await.is(303);
    }
    let (who, action): (&mut Browser<'a>, _) = match state {
        "with an offer" => (bob, "propose"),
        "over" => (bob, "resign"),
        _ => return path,
    };
    let act = [("action", action), ("generation", "2")];
    who.post(&format!("{path}/act"), &act).await.is(303);
    path
}

/// Form of a page: URL, fields, and buttons with a value.
#[derive(Debug, Clone)]
struct Form {
    action: String,
    fields: Vec<(String, String)>,
    button: Option<(String, String)>,
}

/// Forms of a page that concern a board, one for each button.
fn forms(page: &Answer, path: &str) -> Vec<Form> {
    let mut found = Vec::new();
    for tag in page.text.split("<form ").skip(1) {
        let whole = format!("<form {}", tag.split("</form>").next().unwrap());
        let action = attributes(&whole, "<form", "action").pop().unwrap_or_default();
        if !action.starts_with(&format!("{path}/")) {
            continue;
        }
        let mut held: Vec<(String, String)> = fields(&whole).into_iter().collect();
        for (name, value) in &mut held {
            if name == "turn" && value.is_empty() {
                *value = "d5".to_owned();
            }
        }
        if whole.contains("<textarea name=\"text\"") {
            held.push(("text".to_owned(), "Hello.".to_owned()));
        }
        let names = attributes(&whole, "<button", "name");
        let values = attributes(&whole, "<button", "value");
        let form = Form { action, fields: held, button: None };
        if names.is_empty() {
            found.push(form);
            continue;
        }
        for button in names.into_iter().zip(values) {
            found.push(Form { button: Some(button), ..form.clone() });
        }
    }
    found
}

impl Form {
    /// Sends the form and returns the last response.
    async fn send(&self, browser: &mut Browser<'_>) -> Answer {
        let all = self.fields.iter().chain(&self.button);
        let pairs: Vec<(&str, &str)> =
            all.map(|(name, value)| (name.as_str(), value.as_str())).collect();
        browser.post(&self.action, &pairs).await
    }

    fn name(&self) -> String {
        let word = self.action.rsplit('/').next().unwrap();
        match &self.button {
            Some((_, value)) => format!("{word} {value}"),
            None => word.to_owned(),
        }
    }
}

/// Ends a game if it is not over, because no one may have many boards without a turn.
async fn end(player: &mut Browser<'_>, path: &str) {
    let page = player.get(path).await;
    let Some(generation) = fields(&page.text).remove("generation") else {
        player.post(&format!("{path}/answer"), &[("answer", "withdraw")]).await;
        return;
    };
    let resign = [("action", "resign"), ("generation", generation.as_str())];
    player.post(&format!("{path}/act"), &resign).await;
}

#[tokio::test]
async fn readers_can_send_every_form_they_see() {
    let site = Site::new().await;
    let names = ["ann", "bob", "cleo", "dan"];
    let [mut ann, mut bob, mut cleo, mut dan] = names.map(|_| site.browser());
    for (browser, name) in [&mut ann, &mut bob, &mut cleo, &mut dan].into_iter().zip(names) {
        browser.sign_up(name).await.is(303);
    }
    let mut guest = site.browser();
    guest.post("/new/antipod/computer", &[("level", "1")]).await.is(303);
    let mut nobody = site.browser();
    let mut table = String::new();
    for state in STATES {
        for role in ROLES {
            let mut number = 0;
            let mut shown = Vec::new();
            loop {
                // Each form is sent from a separate board.
                let path = board(&mut ann, &mut bob, state).await;
                if role == "a subscriber" {
                    dan.post(&format!("{path}/watch"), &[]).await.is(303);
                }
                let reader = match role {
                    "ann" => &mut ann,
                    "bob" => &mut bob,
                    "cleo" => &mut cleo,
                    "a subscriber" => &mut dan,
                    "a guest" => &mut guest,
                    _ => &mut nobody,
                };
                let page = reader.get(&path).await;
                let all = forms(page.is(200), &path);
                // The first request only asks, and changes nothing.
                let form = all.get(number).cloned();
                let Some(form) = form else {
                    end(&mut ann, &path).await;
                    break;
                };
                let answer = form.send(reader).await;
                assert_eq!(answer.status, 303, "{state}, {role}: {form:?}\n{}", answer.text);
                let there = answer.location();
                assert!(!there.starts_with("/sign"), "{state}, {role}: {form:?} {there}");
                shown.push(form.name());
                number += 1;
                end(&mut ann, &path).await;
                site.later(jiff::SignedDuration::from_mins(5));
            }
            let shown = if shown.is_empty() { "none".to_owned() } else { shown.join(", ") };
            table.push_str(&format!("{state:13} | {role:12} | {shown}\n"));
        }
    }
    expect_test::expect![[r#"
        new           | ann          | answer withdraw, turn, chat
        new           | bob          | answer accept, answer decline, chat
        new           | cleo         | watch
        new           | a subscriber | watch 1
        new           | a guest      | none
        new           | nobody       | none
        under way     | ann          | turn, act undo, act propose, act resign, chat
        under way     | bob          | act undo, act propose, act resign, queue, chat
        under way     | cleo         | watch
        under way     | a subscriber | watch 1
        under way     | a guest      | none
        under way     | nobody       | none
        with an offer | ann          | act accept, act reject, turn, act resign, chat
        with an offer | bob          | act undo, act resign, queue, chat
        with an offer | cleo         | watch
        with an offer | a subscriber | watch 1
        with an offer | a guest      | none
        with an offer | nobody       | none
        over          | ann          | rematch, review, retry, chat
        over          | bob          | rematch, review, retry, chat
        over          | cleo         | review, retry, watch
        over          | a subscriber | review, retry, chat, watch 1
        over          | a guest      | review, retry
        over          | nobody       | none
    "#]]
    .assert_eq(&table);
}

#[tokio::test]
async fn watchers_cannot_confirm_and_blocked_users_cannot_chat() {
    let site = Site::new().await;
    let [mut ann, mut bob, mut cleo] = [(); 3].map(|()| site.browser());
    for (browser, name) in [&mut ann, &mut bob, &mut cleo].into_iter().zip(["ann", "bob", "cleo"]) {
        browser.sign_up(name).await.is(303);
    }
    let path = board(&mut ann, &mut bob, "under way").await;
    let page = cleo.get(&path).await;
    assert!(!page.is(200).text.contains("Resign"), "{}", page.text);
    cleo.get(&path).await.says("Until the game ends, only the players can chat.");
    site.browser().get(&path).await.says("Until the game ends, only the players can chat.");
    bob.post("/account/block", &[("user", "ann")]).await.is(303);
    let page = ann.get(&path).await;
    assert!(!page.text.contains("Say something"), "{}", page.text);
    bob.get(&path).await.says("Say something");
    // Players also cannot offer the next game to someone who does not want games with them.
    ann.post(&format!("{path}/act"), &[("action", "resign"), ("generation", "2")]).await.is(303);
    assert!(!ann.get(&path).await.text.contains("Play again"));
    cleo.get(&path).await.says("Watch this board to join in.");
    site.browser().get(&path).await.says("and watch this board to join in");
}
