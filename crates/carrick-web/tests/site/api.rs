//! The API compared with its OpenAPI document, and used by programs.

use std::collections::BTreeSet;

use axum::body::Body;
use axum::http::{Method, Request, header};
use carrick_service::{Scope, Scopes};
use carrick_web::openapi;
use serde_json::{Value, json};

use super::support::*;

/// A program with a token, or without one.
pub(crate) struct Program<'a> {
    pub(crate) site: &'a Site,
    pub(crate) token: Option<String>,
}

impl Program<'_> {
    pub(crate) async fn send(&self, method: &str, path: &str, body: Option<Value>) -> Answer {
        let mut request = Request::builder()
            .method(Method::from_bytes(method.as_bytes()).unwrap())
            .uri(format!("/api/v1{path}"))
            .header(header::HOST, "carrick.example");
        if let Some(token) = &self.token {
            request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
        }
        let body = match body {
            Some(body) => {
                request = request.header(header::CONTENT_TYPE, "application/json");
                Body::from(body.to_string())
            }
            None => Body::empty(),
        };
        Browser::read(self.site.send(request.body(body).unwrap()).await).await
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.send("GET", path, None).await
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> Answer {
        self.send("POST", path, Some(body)).await
    }
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {}", self.text))
    }

    /// Checks that the answer is a problem of this status, in the common form.
    #[track_caller]
    fn is_problem(&self, status: u16) -> &Self {
        self.is(status);
        assert_eq!(self.headers[header::CONTENT_TYPE], "application/problem+json");
        let problem = self.json();
        assert_eq!(problem["status"], status);
        assert!(problem["detail"].as_str().unwrap().ends_with(['.', '?', '!']), "{}", self.text);
        self
    }
}

/// Clients generated from the document expect each operation to have one format. They cannot read a
/// format that no other operation has.
#[tokio::test]
async fn each_operation_has_one_format_that_generated_clients_can_read() {
    let document = openapi();
    for (method, path, operation) in operations(&document) {
        for (status, response) in operation["responses"].as_object().unwrap() {
            let Some(content) = response["content"].as_object() else { continue };
            let formats: Vec<&str> = content.keys().map(String::as_str).collect();
            let known =
                ["application/json", "application/problem+json", "text/plain", "text/event-stream"];
            assert!(
                formats.len() == 1 && known.contains(&formats[0]),
                "{method} {path} {status}: {formats:?}"
            );
        }
    }
    let site = Site::new().await;
    site.browser().post("/new/ankor/computer", &[]).await.is(303);
    let program = Program { site: &site, token: None };
    let record = "/boards/ankor/101/record";
    for (path, format, start) in [
        ("", "application/json", "{"),
        (".sgf", "text/plain; charset=utf-8", "(;"),
        (".txt", "text/plain; charset=utf-8", "ankor"),
        ("?format=sgf", "application/x-go-sgf", "(;"),
        ("?format=text", "text/plain; charset=utf-8", "ankor"),
        ("?format=json", "application/json", "{"),
    ] {
        let answer = program.get(&format!("{record}{path}")).await;
        assert!(answer.is(200).text.starts_with(start), "{path}: {}", answer.text);
        assert_eq!(answer.headers[header::CONTENT_TYPE], format, "{path}");
    }
    program.get(&format!("{record}.png")).await.is_problem(404);
}

pub(crate) const ALL: &str = "read play challenge chat account";

/// Signs up a user, and makes a token with these scopes on the account page.
pub(crate) async fn program<'a>(site: &'a Site, name: &str, scopes: &str) -> Program<'a> {
    let mut browser = site.browser();
    if browser.sign_up(name).await.status.as_u16() != 303 {
        browser.post("/sign-in", &[("user", name), ("password", &password(name))]).await.is(303);
    }
    let proof = password(name);
    let mut fields = vec![("name", "test"), ("days", "30"), ("current", proof.as_str())];
    fields.extend(scopes.split(' ').map(|scope| (scope, "1")));
    let page = browser.post("/account/tokens", &fields).await;
    let token = page.is(200).text.split("<code id=\"token\">").nth(1).unwrap();
    let token = token.split('<').next().unwrap().to_owned();
    assert!(token.starts_with("carrick_") && token.len() == 72, "{token}");
    browser.get("/account/security").await.is(200).says("never used");
    Program { site, token: Some(token) }
}

/// Operations of the document: method, path and description.
fn operations(document: &Value) -> Vec<(String, String, Value)> {
    let mut operations = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            operations.push((method.to_uppercase(), path.clone(), operation.clone()));
        }
    }
    operations
}

/// A path with its parameters filled in.
fn filled(path: &str) -> String {
    path.replace("{game}", "antipod")
        .replace("{number}", "101")
        .replace("{userid}", "bob")
        .replace("{which}", "today")
        .replace("{token}", "abc")
}

/// A value from a schema's examples.
fn example(document: &Value, schema: &Value) -> Value {
    if let Some(name) = schema["$ref"].as_str() {
        let name = name.rsplit('/').next().unwrap();
        return example(document, &document["components"]["schemas"][name]);
    }
    for key in ["example", "default"] {
        if let Some(value) = schema.get(key) {
            return value.clone();
        }
    }
    if let Some(first) = schema["examples"].get(0).or_else(|| schema["enum"].get(0)) {
        return first.clone();
    }
    if let Some(one) = schema["oneOf"].as_array().and_then(|all| all.last()) {
        return example(document, one);
    }
    let kind = match &schema["type"] {
        Value::Array(kinds) => kinds[0].clone(),
        kind => kind.clone(),
    };
    match kind.as_str() {
        Some("object") => {
            let fields = schema["properties"].as_object().into_iter().flatten();
            let filled = fields.map(|(name, field)| (name.clone(), example(document, field)));
            Value::Object(filled.collect())
        }
        Some("array") => json!([example(document, &schema["items"])]),
        Some("boolean") => json!(true),
        Some("integer") => schema["minimum"].as_u64().unwrap_or(1).into(),
        _ => json!("text"),
    }
}

fn body(document: &Value, operation: &Value) -> Option<Value> {
    let schema = operation["requestBody"]["content"].get("application/json")?;
    let mut body = example(document, &schema["schema"]);
    // These two exclude each other.
    if let Some(fields) = body.as_object_mut()
        && fields.contains_key("stand_in")
    {
        fields.remove("level");
    }
    Some(body)
}

#[test]
fn the_document_is_complete() {
    let document = openapi();
    assert_eq!(document["openapi"], "3.1.0");
    let mut names = BTreeSet::new();
    for (method, path, operation) in operations(&document) {
        let what = format!("{method} {path}");
        assert!(names.insert(operation["operationId"].to_string()), "{what}: twice of one name");
        assert!(operation["summary"].is_string(), "{what}: no summary");
        assert!(operation["tags"][0].is_string(), "{what}: no tag");
        assert!(operation["security"].is_array(), "{what}: who may is not said");
        let answers = operation["responses"].as_object().unwrap();
        let wanted: &[&str] = match method.as_str() {
            "GET" => &["400", "401", "404", "429", "500", "503"],
            _ => &["401", "403", "429", "500", "503"],
        };
        for status in wanted {
            assert!(answers.contains_key(*status), "{what}: {status} is not described");
        }
    }
    // All references resolve.
    let text = document.to_string();
    for reference in text.split("\"#/components/schemas/").skip(1) {
        let name = reference.split('"').next().unwrap();
        assert!(document["components"]["schemas"].get(name).is_some(), "{name} is nowhere");
    }
}

#[tokio::test]
async fn the_document_describes_exactly_what_exists() {
    let site = Site::new().await;
    let stranger = Program { site: &site, token: None };
    let served = stranger.get("/openapi.json").await.is(200).json();
    let document = openapi();
    assert_eq!(served, document);
    for (path, item) in document["paths"].as_object().unwrap() {
        for method in ["GET", "POST", "PUT", "PATCH", "DELETE"] {
            let described = item.get(method.to_lowercase()).is_some();
            if method == "GET" && path.ends_with("/events") {
                continue;
            }
            let answer = stranger.send(method, &filled(path), None).await;
            let is_there = answer.status.as_u16() != 405;
            assert_eq!(is_there, described, "{method} {path}: {}", answer.text);
            if !is_there {
                answer.is_problem(405);
            }
        }
    }
    stranger.get("/nowhere").await.is_problem(404);
    let page = site.browser().get("/api").await;
    page.is(200).says("/boards/{game}/{number}/turns").says("Play a turn");
}

/// Without a token, or without the scope that the document names, nothing happens.
#[tokio::test]
async fn scopes_are_enforced() {
    let site = Site::new().await;
    let document = openapi();
    let stranger = Program { site: &site, token: None };
    let bob = program(&site, "bob", ALL).await;
    let ann = program(&site, "ann", ALL).await;
    let new = json!({"game": "antipod", "opponent": "bob"});
    ann.post("/challenges", new).await.is(201);
    let mut guarded = 0;
    for (method, path, operation) in operations(&document) {
        let Some(scope) = operation["security"][0]["token"][0].as_str() else { continue };
        guarded += 1;
        let path = filled(&path);
        let body = body(&document, &operation);
        stranger.send(&method, &path, body.clone()).await.is_problem(401);
        let others: Scopes = Scope::ALL.into_iter().filter(|other| other.name() != scope).collect();
        let weak = site.token("ann", &others.to_string()).await;
        let weak = Program { site: &site, token: Some(weak) };
        let refused = weak.send(&method, &path, body).await;
        assert_eq!(refused.status.as_u16(), 403, "{method} {path}: {}", refused.text);
        refused.is_problem(403).says(scope);
    }
    assert!(guarded > 15, "{guarded}");
    // None of these requests changed anything.
    let board = bob.get("/boards/antipod/101").await.json();
    assert_eq!(board["turns"], json!([]));
}

/// The document's examples are understood, whatever the answer.
#[tokio::test]
async fn every_example_is_understood() {
    let site = Site::new().await;
    let document = openapi();
    program(&site, "camb", ALL).await;
    program(&site, "bob", ALL).await;
    let ann = program(&site, "ann", ALL).await;
    ann.post("/challenges", json!({"game": "antipod", "opponent": "bob"})).await.is(201);
    for (method, path, operation) in operations(&document) {
        let Some(body) = body(&document, &operation) else { continue };
        let answer = ann.send(&method, &filled(&path), Some(body.clone())).await;
        let understood = matches!(answer.status.as_u16(), 200 | 201 | 204 | 409);
        assert!(understood, "{method} {path} {body}: {} {}", answer.status, answer.text);
    }
}

#[tokio::test]
async fn a_turn_that_is_sent_repeatedly_is_played_once() {
    let site = Site::new().await;
    let ann = program(&site, "ann", ALL).await;
    let bob = program(&site, "bob", ALL).await;
    let made = ann.post("/challenges", json!({"game": "antipod", "opponent": "bob"})).await;
    assert_eq!(made.is(201).location(), "/api/v1/boards/antipod/101");
    let board = made.json();
    assert_eq!((&board["next"], &board["to_move"]["userid"]), (&json!(1), &json!("ann")));
    let legal = board["legal"].as_array().unwrap();
    let turn = json!({"number": 1, "turn": legal[0], "remark": "Good luck!"});

    let path = "/boards/antipod/101/turns";
    bob.post(path, turn.clone())
        .await
        .is_problem(409)
        .says("It is ann's turn")
        .says("\"code\":\"not-your-turn\"");
    let first = ann.post(path, turn.clone()).await.is(200).json();
    let again = ann.post(path, turn.clone()).await.is(200).json();
    assert_eq!(first, again);
    assert_eq!(first["turns"].as_array().unwrap().len(), 1);
    assert_eq!(
        ann.get("/boards/antipod/101/remarks").await.json()["remarks"][0]["text"],
        "Good luck!"
    );

    let other = json!({"number": 1, "turn": legal[1]});
    ann.post(path, other).await.is_problem(409).says("Turn 1 has already been played");
    bob.post(path, json!({"number": 3, "turn": legal[1]})).await.is_problem(409);
    bob.post(path, json!({"number": 2, "turn": legal[0]})).await.is_problem(409);
    bob.post(path, json!({"number": 2, "turn": "x#y"})).await.is_problem(422);
    bob.post(path, json!({"turn": "f4"})).await.is_problem(400).says("missing field `number`");
    bob.post("/boards/antipod/999/turns", turn).await.is_problem(404);
    bob.post(path, json!({"number": 2, "turn": "resign"})).await.is_problem(422);
    // A program that was disconnected learns the result.
    let waiting = bob.get("/boards?player=bob&state=waiting").await.json();
    assert_eq!(waiting["boards"][0]["number"], 101);
}

/// A program continues after an undo, and its turn is not mistaken for a late one.
#[tokio::test]
async fn a_program_continues_after_an_undo() {
    let site = Site::new().await;
    let ann = program(&site, "ann", ALL).await;
    let bob = program(&site, "bob", ALL).await;
    ann.post("/challenges", json!({"game": "antipod", "opponent": "bob"})).await.is(201);
    let path = "/boards/antipod/101";
    let play = async |who: &Program<'_>, turn: &str| {
        let board = who.get(path).await.is(200).json();
        assert_eq!(
            who.get(&format!("{path}/position")).await.json()["generation"],
            board["generation"]
        );
        let turn =
            json!({"number": board["next"], "generation": board["generation"], "turn": turn});
        who.post(&format!("{path}/turns"), turn.clone()).await.is(200);
        turn
    };
    play(&ann, "c4").await;
    play(&bob, "e6").await;
    let late = play(&ann, "d8").await;
    let act =
        async |who: &Program<'_>, body: Value| who.post(&format!("{path}/actions"), body).await;
    act(&ann, json!({"action": "undo", "generation": 2})).await.is_problem(409).says("moved on");
    act(&ann, json!({"action": "undo", "generation": 3})).await.is(200);
    act(&bob, json!({"action": "accept", "generation": 3})).await.is(200);
    let turns = format!("{path}/turns");
    ann.post(&turns, late).await.is_problem(409).says("moved on");
    let bare = json!({"number": 3, "turn": "g5"});
    ann.post(&turns, bare).await.is_problem(409).says("taken back");
    let turn = play(&ann, "g5").await;
    let again = ann.post(&turns, turn).await.is(200).json();
    assert_eq!(again["turns"].as_array().unwrap().len(), 3);
    assert_eq!(again["turns"][2]["turn"], "g5");
}

/// A remark sent with a turn also needs the scope `chat`.
#[tokio::test]
async fn a_remark_with_a_turn_needs_the_scope_to_chat() {
    let site = Site::new().await;
    program(&site, "bob", ALL).await;
    let ann = program(&site, "ann", ALL).await;
    ann.post("/challenges", json!({"game": "antipod", "opponent": "bob"})).await.is(201);
    let quiet = Program { site: &site, token: Some(site.token("ann", "read play").await) };
    let path = "/boards/antipod/101/turns";
    let loud = json!({"number": 1, "turn": "f4", "remark": "hello"});
    quiet.post(path, loud).await.is_problem(403).says("chat");
    assert_eq!(ann.get("/boards/antipod/101").await.json()["turns"], json!([]));
    quiet.post(path, json!({"number": 0, "turn": "f4"})).await.is_problem(422).says("at least 1");
    quiet.post(path, json!({"number": 1, "turn": "f4"})).await.is(200);
}

#[tokio::test]
async fn a_challenge_with_a_key_is_made_once() {
    let site = Site::new().await;
    let ann = program(&site, "ann", ALL).await;
    program(&site, "bob", ALL).await;
    let send = async |key: &str, options: &str| {
        let body = json!({"game": "antipod", "opponent": "bob", "options": options});
        let request = Request::post("/api/v1/challenges")
            .header(header::HOST, "carrick.example")
            .header(header::AUTHORIZATION, format!("Bearer {}", ann.token.as_ref().unwrap()))
            .header(header::CONTENT_TYPE, "application/json")
            .header("idempotency-key", key)
            .body(Body::from(body.to_string()));
        Browser::read(site.send(request.unwrap()).await).await
    };
    let first = send("one", "").await.is(201).json();
    assert_eq!(send("one", "").await.is(201).json()["number"], first["number"]);
    assert_ne!(send("two", "").await.is(201).json()["number"], first["number"]);
    assert_ne!(send("one", "-radius=4").await.is(201).json()["number"], first["number"]);
    send("two words", "").await.is_problem(400);
}

#[tokio::test]
async fn a_board_that_has_not_changed_is_not_sent_again() {
    let site = Site::new().await;
    let ann = program(&site, "ann", ALL).await;
    let new = json!({"game": "boche", "level": 1});
    let board = ann.post("/computer-games", new).await.is(201).json();
    let path = format!("/boards/boche/{}", board["number"]);
    let first = ann.get(&path).await;
    let tag = first.is(200).headers[header::ETAG].clone();
    let ask = async |tag: &str| {
        let request = Request::get(format!("/api/v1{path}"))
            .header(header::HOST, "carrick.example")
            .header(header::AUTHORIZATION, format!("Bearer {}", ann.token.as_ref().unwrap()))
            .header(header::IF_NONE_MATCH, tag)
            .body(Body::empty());
        site.send(request.unwrap()).await.status().as_u16()
    };
    assert_eq!(ask(tag.to_str().unwrap()).await, 304);
    let turn = json!({"number": 1, "turn": board["legal"][0]});
    ann.post(&format!("{path}/turns"), turn).await.is(200);
    assert_eq!(ask(tag.to_str().unwrap()).await, 200);
}

#[tokio::test]
async fn tokens_make_tokens_and_expire() {
    let site = Site::new().await;
    let ann = program(&site, "ann", "read account").await;
    let new = json!({"name": "bot", "scopes": ["read"], "days": 2});
    let made = ann.post("/me/tokens", new).await.is(201).json();
    let bot = Program { site: &site, token: Some(made["token"].as_str().unwrap().to_owned()) };
    assert_eq!(bot.get("/me").await.is(200).json()["scopes"], json!(["read"]));
    bot.get("/me/tokens").await.is_problem(403);
    let greedy = json!({"name": "bot", "scopes": ["read", "play"]});
    ann.post("/me/tokens", greedy).await.is_problem(403).says("play");
    // The program's own token is valid for thirty days, and makes none that lasts longer.
    for days in [31, 366] {
        let lasting = json!({"name": "heir", "scopes": ["account"], "days": days});
        ann.post("/me/tokens", lasting).await.is_problem(409).says("this token is valid until");
    }
    let unsaid = json!({"name": "heir", "scopes": ["account"]});
    let heir = ann.post("/me/tokens", unsaid).await.is(201).json();
    let listed = ann.get("/me/tokens").await.is(200).json();
    assert_eq!(heir["expires"], listed["tokens"][2]["expires"], "{listed}");
    ann.send("DELETE", &format!("/me/tokens/{}", heir["number"]), None).await.is(204);

    site.later(jiff::SignedDuration::from_hours(48));
    bot.get("/me").await.is_problem(401);
    let listed = ann.get("/me/tokens").await.is(200).json();
    assert_eq!(listed["tokens"].as_array().unwrap().len(), 1, "an expired token is not listed");
    let number = listed["tokens"][0]["number"].to_string();
    ann.send("DELETE", &format!("/me/tokens/{number}"), None).await.is(204);
    ann.get("/me").await.is_problem(401);
    let wrong = Program { site: &site, token: Some("carrick_123".to_owned()) };
    wrong.get("/games").await.is_problem(401);
}

#[tokio::test]
async fn other_sites_may_call_and_cookies_are_ignored() {
    let site = Site::new().await;
    let mut browser = site.browser();
    browser.sign_up("ann").await.is(303);
    let mut request = Request::get("/api/v1/me").header(header::HOST, "carrick.example");
    request = request.header(header::COOKIE, browser.cookie.clone().unwrap());
    request = request.header(header::ORIGIN, "https://elsewhere.example");
    let answer = Browser::read(site.send(request.body(Body::empty()).unwrap()).await).await;
    answer.is_problem(401);
    assert_eq!(answer.headers[header::ACCESS_CONTROL_ALLOW_ORIGIN], "*");
    assert!(!answer.headers.contains_key(header::ACCESS_CONTROL_ALLOW_CREDENTIALS));
}

#[tokio::test]
async fn a_client_over_the_limit_waits() {
    let site = Site::new().await;
    let stranger = Program { site: &site, token: None };
    let ann = program(&site, "ann", "read account").await;
    for (who, most) in [(&stranger, 600..=720), (&ann, 600..=750)] {
        let mut shown = 0;
        let answer = loop {
            let answer = who.get("/boards").await;
            if answer.status.as_u16() != 200 {
                break answer;
            }
            shown += 1;
        };
        assert!(most.contains(&shown), "{shown}");
        answer.is_problem(429).says("Try again in 1 second.");
        assert_eq!(answer.headers[header::RETRY_AFTER], "1");
        assert_eq!(answer.headers[header::ACCESS_CONTROL_ALLOW_ORIGIN], "*");
    }
    site.later(jiff::SignedDuration::from_secs(1));
    stranger.get("/boards").await.is(200);
    ann.get("/boards").await.is(200);
    // Requests that change something have a separate limit.
    let mut statuses = Vec::new();
    for _ in 0..122 {
        statuses.push(ann.send("DELETE", "/me/vacation", None).await.status.as_u16());
    }
    assert!(statuses[..120].iter().all(|status| *status != 429));
    assert_eq!(statuses[121], 429);
}

#[tokio::test]
async fn messages_and_rating_histories_are_read_page_by_page() {
    let site = Site::new().await;
    let ann = program(&site, "ann", ALL).await;
    let bob = program(&site, "bob", ALL).await;
    for _ in 0..2 {
        let new = json!({ "opponent": "bob", "game": "ankor", "options": "" });
        let made = ann.post("/challenges", new).await;
        if made.status.as_u16() != 201 {
            panic!("{}", made.text);
        }
    }
    let page = bob.get("/me/messages?limit=1").await.is(200).json();
    let [latest, next] = [&page["messages"][0], &page["next"]];
    assert_eq!(latest["board"], json!({ "game": "ankor", "number": 102 }));
    let earlier = bob.get(&format!("/me/messages?limit=1&before={next}")).await.is(200).json();
    assert_eq!(earlier["messages"][0]["board"]["number"], 101);
    assert!(earlier["messages"][0]["number"].as_u64() < latest["number"].as_u64());
    bob.get("/me/messages?limit=0").await.is_problem(400);
    Program { site: &site, token: None }.get("/me/messages").await.is_problem(401);

    let plays = [(&ann, "d3"), (&bob, "e2"), (&ann, "f4"), (&bob, "f2")];
    for (number, (who, turn)) in (1..).zip(plays) {
        let turn = json!({ "number": number, "turn": turn });
        who.post("/boards/ankor/101/turns", turn).await.is(200);
    }
    let empty = ann.get("/users/ann/rating-history").await.is(200).json();
    assert_eq!(empty["games"], json!([]));
    ann.post("/boards/ankor/101/actions", json!({ "action": "resign" })).await.is(200);
    let history = ann.get("/users/ANN/rating-history").await.is(200).json();
    assert_eq!(history["games"][0]["number"], 101);
    assert_eq!(history["games"][0]["after"]["lost"], 1);
    ann.get("/users/nobody/rating-history").await.is_problem(404);
}
