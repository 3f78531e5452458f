//! Analyses by forms, scripts and programs; and fair play.

use axum::body::Body;
use axum::http::{Request, header};
use carrick_server::{Incoming, handle};
use carrick_service::Sender;
use futures_util::StreamExt as _;
use serde_json::{Value, json};

use super::api::Program;
use super::play::game;
use super::support::{Answer, Browser, Site};

const POSITION: [(&str, &str); 4] =
    [("game", "antipod"), ("options", "-radius=4"), ("turns", "f4 e3"), ("nodes", "50")];

/// Follows an analysis until it is done.
async fn finished(browser: &Browser<'_>, path: &str) -> Answer {
    loop {
        let page = browser.get(path).await;
        if !page.is(200).text.contains("Look again") {
            return page;
        }
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_position_is_analysed_without_scripts() {
    let site = Site::new().await;
    let mut stranger = site.browser();
    let page = stranger.get("/explore/antipod?options=-radius=4&turns=f4+e3").await;
    page.is(200).says("action=\"/analysis\"").says("name=\"turns\" value=\"f4 e3\"");
    let path = stranger.post("/analysis", &POSITION).await.is(303).location().to_owned();
    let page = finished(&stranger, &path).await;
    page.says("(search, 50 positions).").says("Best turns for White, who is to move");
    page.says("Each spot shows what a turn there is worth to White").says("data-value");
    page.says("href=\"/explore/antipod?options=-radius%3D4&#38;turns=f4%20e3%20");
    let map = page.text.matches("data-value").count();
    assert!(map > 20, "{map} places have a value");
    stranger.get("/analysis/0123").await.is(404).says("Ask again from the page of the position");
}

#[tokio::test]
async fn an_invalid_position_is_refused_with_an_explanation() {
    let site = Site::new().await;
    let mut stranger = site.browser();
    let wrong = [("game", "antipod"), ("options", "-radius=4"), ("turns", "f4 z9")];
    stranger
        .post("/analysis", &wrong)
        .await
        .is(400)
        .says("Turn 2 cannot be played: z9 is not on this board");
    stranger.post("/analysis", &[("game", "chess")]).await.is(400).says("There is no such game");
    let over = [("game", "anchor"), ("options", "-size=4"), ("turns", "A1 pass pass")];
    stranger.post("/analysis", &over).await.is(422).says("There is nothing to analyse: Black wins");
    let page = "/explore/anchor?options=-size%3D4&turns=A1+pass+pass";
    stranger.get(page).await.is(200).says("The game is over here.");
}

#[tokio::test]
async fn a_script_follows_an_analysis_and_leaving_ends_it() {
    let site = Site::new().await;
    let name = asked_by_script(&site, &POSITION).await.is(200).json()["name"].clone();
    let name = name.as_str().unwrap();
    let stream = async |name: &str| {
        let request = Request::get(format!("/analysis/{name}/events"))
            .header(header::HOST, "carrick.example");
        site.send(request.body(Body::empty()).unwrap()).await.into_body().into_data_stream()
    };
    let mut heard = String::new();
    let mut events = stream(name).await;
    while let Some(part) = events.next().await {
        heard.push_str(std::str::from_utf8(&part.unwrap()).unwrap());
    }
    let last = heard.trim().rsplit("data: ").next().unwrap();
    let last: Value = serde_json::from_str(last).unwrap();
    assert_eq!(last["state"], "done");
    assert_eq!(last["report"]["nodes"], 50);
    assert_eq!(last["report"]["to_move"]["name"], "White");
    assert!(last["report"]["map"]["values"].as_object().unwrap().len() > 20);

    // The maximum number of positions.
    let long = &POSITION[..3];
    let name = asked_by_script(&site, long).await.json()["name"].as_str().unwrap().to_owned();
    let mut events = stream(&name).await;
    events.next().await.unwrap().unwrap();
    drop(events);
    loop {
        let page = site.browser().get(&format!("/analysis/{name}")).await;
        if page.status == 404 || page.text.contains("It was cancelled") {
            break;
        }
        assert!(!page.text.contains("Best turns") || page.text.contains("Look again"), "it ended");
        tokio::task::yield_now().await;
    }
}

async fn asked_by_script(site: &Site, fields: &[(&str, &str)]) -> Answer {
    let fields: Vec<String> =
        fields.iter().map(|(name, value)| format!("{name}={}", value.replace(' ', "+"))).collect();
    let request = Request::post("/analysis")
        .header(header::HOST, "carrick.example")
        .header(header::ORIGIN, super::support::BASE)
        .header("sec-fetch-site", "same-origin")
        .header(header::ACCEPT, "application/json")
        .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded");
    Browser::read(site.send(request.body(fields.join("&").into()).unwrap()).await).await
}

#[tokio::test]
async fn a_program_analyses_within_the_limits() {
    let site = Site::new().await;
    let program = Program { site: &site, token: None };
    let body = json!({"game": "antipod", "options": "-radius=4", "turns": "f4 e3", "nodes": 40});
    let answer = program.post("/analyses", body).await;
    let name = answer.is(201).json()["name"].as_str().unwrap().to_owned();
    let path = format!("/analyses/{name}");
    assert_eq!(answer.headers[header::LOCATION], format!("/api/v1{path}"));
    let report = loop {
        let view = program.get(&path).await.is(200).json();
        if view["state"] == "done" {
            break view["report"].clone();
        }
    };
    assert_eq!((&report["nodes"], &report["how"]["kind"]), (&json!(40), &json!("search")));
    assert_eq!(report["lines"].as_array().unwrap().len(), 3);
    program.send("DELETE", &path, None).await.is(204);
    program.get(&path).await.is(200);
    let unknown = json!({"game": "antipod", "seconds": 5});
    program.post("/analyses", unknown).await.is(400);
    let illegal = json!({"game": "antipod", "turns": "zz"});
    assert_eq!(program.post("/analyses", illegal).await.is(422).json()["field"], "turns");
    program.get("/analyses/0").await.is(404);
}

#[tokio::test]
async fn a_client_over_the_limit_is_told_when_to_come_back() {
    let site = Site::new().await;
    let mut stranger = site.browser();
    let small: Vec<_> =
        POSITION.into_iter().take(3).chain([("nodes", "1"), ("lines", "1")]).collect();
    let mut asked = 0;
    let refused = loop {
        let answer = stranger.post("/analysis", &small).await;
        match answer.status.as_u16() {
            303 => asked += 1,
            // The queue is full until the earlier ones are done. A refused request also counts as a
            // change.
            503 => {
                site.later(jiff::SignedDuration::from_millis(125));
                tokio::task::yield_now().await;
            }
            _ => break answer,
        }
        assert!(asked <= 150);
    };
    refused.is(429).says("Too many requests. Try again in ");
    let other = site.browser_at("198.51.100.7").post("/analysis", &POSITION).await;
    other.is(303);
}

/// Two players with a game, and the path of its board.
async fn running<'s>(site: &'s Site, turns: &[&str]) -> (Browser<'s>, Browser<'s>, String) {
    let (mut ann, mut bob) = (site.browser(), site.browser());
    ann.sign_up("ann").await.is(303);
    bob.sign_up("bob").await.is(303);
    let challenge = [("opponent", "bob"), ("-radius", "4")];
    let path = ann.post("/new/antipod/challenge", &challenge).await.location().to_owned();
    for (index, turn) in turns.iter().enumerate() {
        let mover = if index % 2 == 0 { &mut ann } else { &mut bob };
        mover.post(&format!("{path}/turn"), &[("turn", turn)]).await.is(303);
    }
    (ann, bob, path)
}

async fn asks(browser: &mut Browser<'_>, turns: &str) -> Answer {
    let fields = [("game", "antipod"), ("options", "-radius=4"), ("turns", turns), ("nodes", "5")];
    browser.post("/analysis", &fields).await
}

#[tokio::test]
async fn players_get_no_engine_for_their_running_games() {
    let site = Site::new().await;
    let (mut ann, mut bob, path) = running(&site, &["f4", "e3", "d5", "c4"]).await;
    for page in [ann.get(&path).await, bob.get(&path).await, site.browser().get(&path).await] {
        page.is(200).says("No engine help in this game");
        assert!(!page.text.contains("action=\"/analysis\""), "its page lends no engine");
    }
    let refusal = "This position belongs to Antipod board 101, which you are playing";
    for turns in ["f4 e3 d5 c4", "d5 e3 f4 c4", "f4 e3 d5 c4 b3 d6", "f4 e3"] {
        asks(&mut ann, turns).await.is(403).says(refusal).says("try turns by hand");
        asks(&mut bob, turns).await.is(403).says(refusal);
        let asked = format!("/analysis/lent?game=antipod&options=-radius=4&turns={turns}");
        let asked = asked.replace(' ', "+");
        let lent = ann.get(&asked).await.is(200).json();
        assert_eq!(lent["lent"], false);
        assert!(lent["error"].as_str().unwrap().starts_with(refusal));
        assert_eq!(site.browser().get(&asked).await.is(200).json(), json!({"lent": true}));
    }
    asks(&mut ann, "b3 e3 d6").await.is(303);
    asks(&mut site.browser(), "f4 e3 d5 c4").await.is(303);
    // The same applies to programs.
    let token = Some(site.token("ann", "read").await);
    let program = Program { site: &site, token };
    let body = json!({"game": "antipod", "options": "-radius=4", "turns": "f4 e3 d5 c4"});
    let detail = program.post("/analyses", body).await.is(409).json()["detail"].clone();
    assert!(detail.as_str().unwrap().starts_with(refusal));
    // Trying turns by hand stays possible.
    ann.get("/explore/antipod?options=-radius=4&turns=f4+e3+d5+c4").await.is(200).says("Analyse");

    let resigns = [("action", "resign"), ("generation", "4")];
    ann.post(&format!("{path}/act"), &resigns).await.is(303);
    ann.get(&path).await.says("action=\"/analysis\"");
    asks(&mut ann, "f4 e3 d5 c4").await.is(303);
}

/// A copy of a running game that is handed in as one played offline.
#[tokio::test]
async fn a_handed_in_copy_of_a_running_game_is_reviewed_when_that_has_ended() {
    let site = Site::new().await;
    let (mut ann, _bob, path) = running(&site, &["f4", "e3", "d5", "c4"]).await;
    let said =
        "This game has a position of Antipod board 101, which you are playing; it can be reviewed";
    for (place, turns) in
        ["f4 e3 d5 c4", "f4 e3 d5 c4 b3 d6 e5", "d5 c4 f4 e3", "d5 e3 b3 c4 f4"].iter().enumerate()
    {
        let id = format!("0123456{place}-1234-1234-1234-0123456789ab");
        let fields = [
            ("id", id.as_str()),
            ("game", "antipod"),
            ("options", "-radius=4"),
            ("turns", turns),
            ("level", "level5"),
            ("seat", "1"),
            ("resigned", "2"),
        ];
        let copy = ann.post("/offline/games", &fields).await.is(303).location().to_owned();
        let page = ann.get(&copy).await;
        page.is(200).says(said);
        assert!(!page.text.contains("/review\""), "{turns}: no review is offered");
        ann.post(&format!("{copy}/review"), &[("times", "1")]).await.is(422).says(said);
    }
    assert_eq!(site.store.backlog(site.now()).await.unwrap().reviews.count, 0);
    let resigns = [("action", "resign"), ("generation", "4")];
    ann.post(&format!("{path}/act"), &resigns).await.is(303);
    let games = site.store.hotseats_of(&"ann".parse().unwrap()).await.unwrap();
    let copy = format!("/hotseat/{}", games[0].number);
    ann.get(&copy).await.is(200).says(&format!("action=\"{copy}/review\""));
    ann.post(&format!("{copy}/review"), &[("times", "1")]).await.is(303);
}

/// A practice game that reaches the position of a running one: the computer continues to play, but
/// says that it does not think, and why.
#[tokio::test]
async fn the_computers_turn_reveals_nothing_about_a_running_game() {
    let site = Site::new().await;
    let (mut ann, _bob, path) = running(&site, &["f4", "e3", "d5", "c4"]).await;
    let said = "since this position belongs to Antipod board 101, which you are playing";
    let begun = [("level", "level9"), ("seat", "first"), ("-radius", "4")];
    let practice = ann.post("/new/antipod/computer", &begun).await.is(303).location().to_owned();
    let plays = async |user: &str, turn: &str| {
        let sender = Sender::User(user.parse().unwrap());
        let text = format!("antipod move 102 {user} - {turn}");
        let incoming = Incoming { sender, text: &text, body: None, id: None };
        let done = handle(&site.store, None, incoming, site.now()).await.unwrap();
        assert!(!done.refused, "{turn}: {}", done.messages[0].text);
    };
    for (user, turn) in [("ann", "f4"), ("level9", "e3"), ("ann", "d5"), ("level9", "c4")] {
        plays(user, turn).await;
    }
    plays("ann", "b3").await;
    site.let_computer_answer().await;
    let page = ann.get(&practice).await;
    page.is(200).says("I play a turn without thinking").says(said).says("Your turn.");
    let resigns = [("action", "resign"), ("generation", "4")];
    ann.post(&format!("{path}/act"), &resigns).await.is(303);
    let turn = game(&site, &practice).await.legal().remove(0);
    plays("ann", &turn).await;
    site.let_computer_answer().await;
    let page = ann.get(&practice).await;
    assert_eq!(page.text.matches("I play a turn without thinking").count(), 1, "it thinks again");
}

/// A practice game that reaches the position of a running one, and is reviewed then.
#[tokio::test]
async fn hints_and_reviews_of_practice_games_reveal_nothing_about_running_ones() {
    let site = Site::new().await;
    let (ann, _bob, _) = running(&site, &["f4", "e3", "d5", "c4"]).await;
    drop(ann);
    let says = async |user: &str, text: &str| {
        let sender = Sender::User(user.parse().unwrap());
        let incoming = Incoming { sender, text, body: None, id: None };
        let done = handle(&site.store, None, incoming, site.now()).await.unwrap();
        (done.refused, done.messages.into_iter().map(|message| message.text).collect::<String>())
    };
    let refused = async |text: &str| {
        let (refused, said) = says("ann", text).await;
        assert!(refused && said.contains("Antipod board 101"), "{text}: {said}");
    };
    assert!(!says("ann", "antipod computer -radius=4 --level=novice1 --first ann -").await.0);
    for (user, turn) in [("ann", "f4"), ("novice1", "e3"), ("ann", "d5"), ("novice1", "c4")] {
        let done = says(user, &format!("antipod move 102 {user} - {turn}")).await;
        assert!(!done.0, "{turn}: {}", done.1);
    }
    refused("antipod hint 102 ann -").await;
    refused("antipod computer -radius=4 ann - f4 e3 d5").await;
    assert!(!says("ann", "antipod resign 102 ann -").await.0);
    refused("antipod review 102 ann -").await;
    refused("antipod retry 102 ann - 4").await;
    let elsewhere = says("bob", "antipod resign 101 bob -").await;
    assert!(!elsewhere.0, "{}", elsewhere.1);
    assert!(!says("ann", "antipod review 102 ann -").await.0);
}

#[tokio::test]
async fn practice_games_offer_an_engine_and_rated_ones_do_not() {
    let site = Site::new().await;
    let mut guest = site.browser();
    let chosen = [("level", "novice1"), ("-radius", "4")];
    let path = guest.post("/new/antipod/computer", &chosen).await.is(303).location().to_owned();
    site.let_computer_answer().await;
    guest.get(&path).await.is(200).says("action=\"/analysis\"");
    let turns = super::play::game(&site, &path).await.turn_names().join(" ");
    asks(&mut guest, &turns).await.is(303);
}

#[tokio::test]
async fn a_page_explains_fair_play() {
    let site = Site::new().await;
    let page = site.browser().get("/fair-play").await;
    page.is(200).says("These checks catch honest slips");
    site.browser().get("/").await.says("href=\"/fair-play\"");
}
