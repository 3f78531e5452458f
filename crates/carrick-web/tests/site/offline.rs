//! The site as an app: manifest, icons, service worker.

use carrick_coach::puzzle::{Collection, Puzzle};
use carrick_games::GameKind;
use serde_json::Value;

use super::support::{Answer, Browser, Site, attributes};

#[tokio::test]
async fn the_site_can_be_installed() {
    let site = Site::new().await;
    let browser = site.browser();
    let home = browser.get("/").await;
    let links = attributes(&home.text, "<link rel=\"manifest\"", "href");
    assert_eq!(links, ["/manifest.webmanifest"]);
    let policy = home.headers["content-security-policy"].to_str().unwrap();
    assert!(policy.contains("manifest-src 'self'"), "{policy}");
    let answer = browser.get(&links[0]).await;
    assert_eq!(answer.is(200).headers["content-type"], "application/manifest+json");
    let manifest: Value = serde_json::from_str(&answer.text).unwrap();
    assert_eq!((&manifest["start_url"], &manifest["scope"]), (&"/".into(), &"/".into()));
    let icons = manifest["icons"].as_array().unwrap();
    assert!(icons.iter().any(|icon| icon["purpose"] == "maskable"));
    for icon in icons {
        let (path, sizes) = (icon["src"].as_str().unwrap(), icon["sizes"].as_str().unwrap());
        let picture = browser.get_bytes(path).await;
        assert_eq!(&picture[..8], b"\x89PNG\r\n\x1a\n", "{path}");
        let side = |at: usize| u32::from_be_bytes(picture[at..at + 4].try_into().unwrap());
        assert_eq!(format!("{}x{}", side(16), side(20)), sizes, "{path}");
    }
    for shortcut in manifest["shortcuts"].as_array().unwrap() {
        let path = shortcut["url"].as_str().unwrap();
        let status = browser.get(path).await.status.as_u16();
        assert!([200, 303].contains(&status), "{path}: {status}");
    }
}

/// The list of what a service worker keeps, from its script.
async fn kept(site: &Site) -> Value {
    let answer = site.browser().get("/service-worker.js").await;
    assert_eq!(answer.is(200).headers["content-type"], "text/javascript; charset=utf-8");
    assert_eq!(answer.headers["cache-control"], "no-cache");
    let line = answer.text.lines().next().unwrap();
    let list = line.strip_prefix("self.SITE = ").and_then(|rest| rest.strip_suffix(';')).unwrap();
    serde_json::from_str(list).unwrap()
}

fn paths(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|path| path.as_str().unwrap()).collect()
}

#[tokio::test]
async fn everything_that_a_kept_page_loads_is_also_kept() {
    let site = Site::new().await;
    let browser = site.browser();
    let kept = kept(&site).await;
    let (essential, more) = (paths(&kept["essential"]), paths(&kept["more"]));
    let all: Vec<&str> = [essential.clone(), more].concat();
    assert!(essential.contains(&"/offline"));
    for path in ["/findings", "/findings/solved", "/findings/antipod-size.svg"] {
        assert!(all.contains(&path), "{path}");
    }
    let prefix = kept["assets"].as_str().unwrap();
    for path in &all {
        let answer = browser.get(path).await;
        answer.is(200);
        if !answer.headers["content-type"].to_str().unwrap().starts_with("text/html") {
            continue;
        }
        // From this, the worker knows which release a page belongs to, and where to put its
        // sentence.
        answer.says(prefix).says("<html ").says("<main id=\"main\" tabindex=\"-1\">");
        for (start, name) in
            [("<script ", "src"), ("<link rel=\"stylesheet\"", "href"), ("<img ", "src")]
        {
            for link in attributes(&answer.text, start, name) {
                assert!(all.contains(&link.as_str()), "{path} loads {link}");
            }
        }
    }
}

/// Copies are shown to everyone who uses the browser.
#[tokio::test]
async fn copies_contain_nothing_personal() {
    let site = Site::new().await;
    let mut ann = site.browser();
    ann.sign_up("ann").await.is(303);
    let kept = kept(&site).await;
    for path in [paths(&kept["essential"]), paths(&kept["more"])].concat() {
        for private in
            ["/boards", "/account", "/commands", "/write", "/watching", "/hotseat", "/next"]
        {
            assert!(!path.starts_with(private), "{path}");
        }
        if path.starts_with("/learn") || path.starts_with("/offline") {
            let copy = site.browser().get(path).await;
            assert!(!copy.text.contains("/account\">ann"), "{path}");
            assert!(copy.headers.get("set-cookie").is_none(), "{path}");
        }
    }
}

const ID: &str = "0d9e3a52-5f1b-4c8e-9b1a-2f6c7d8e9f00";

/// The fields of a game that is handed in.
fn played<'a>(game: &'a str, options: &'a str, turns: &'a str) -> Vec<(&'a str, &'a str)> {
    vec![("id", ID), ("game", game), ("options", options), ("turns", turns)]
}

#[tokio::test]
async fn a_game_that_is_handed_in_twice_is_kept_once() {
    let site = Site::new().await;
    let mut ann = site.browser();
    ann.sign_up("ann").await.is(303);
    let mut fields = played("anchor", "-size=5", "e5 C3");
    fields.extend([("level", "level3"), ("seat", "2")]);
    let first = ann.post("/offline/games", &fields).await;
    let path = first.is(303).location().to_owned();
    assert!(path.starts_with("/hotseat/"), "{path}");
    let page = ann.get(&path).await;
    page.is(200).says("Played offline against the computer (Granite); you moved second.");
    page.says("Turn 3: Black to move.");
    // Its answer was lost, and the game continued offline.
    fields[3].1 = "E5 C3 D4";
    let again = ann.post("/offline/games", &fields).await;
    assert_eq!(again.is(303).location(), path);
    ann.get(&path).await.says("Turn 4: White to move.");
    // Fewer turns than the server knows take nothing back.
    fields[3].1 = "E5";
    assert_eq!(ann.post("/offline/games", &fields).await.is(303).location(), path);
    ann.get(&path).await.says("Turn 4: White to move.");
    // Others are refused, because the game continued elsewhere.
    fields[3].1 = "E5 D4";
    ann.post("/offline/games", &fields).await.is(422).says("continued it differently").says(&path);
    // A resignation comes with the turns after which it was given, and ends with the next turn.
    fields[3].1 = "E5 C3 D4 D5";
    fields.push(("resigned", "2"));
    assert_eq!(ann.post("/offline/games", &fields).await.is(303).location(), path);
    let page = ann.get(&path).await;
    page.says("White resigned. Here you play on");
    // A finished game against the computer is reviewed automatically, once.
    page.says("The review starts as soon as the computer has no turn to play.");
    site.let_computer_answer().await;
    ann.get(&path).await.says("review-graph");
    ann.post("/offline/games", &fields).await.is(303);
    let page = ann.get(&path).await;
    page.says("review-graph").says("Review again with 2 times");
    fields.pop();
    let export: Value = serde_json::from_str(&ann.get("/account/export").await.text).unwrap();
    assert_eq!(export["hotseats"][0]["resigned"], 2);
    let games = site.store.hotseats_of(&"ann".parse().unwrap()).await.unwrap();
    assert_eq!(games.len(), 1);
    assert_eq!(games[0].turns, "E5 C3 D4 D5");
    // Another user who hands in the game gets a separate copy.
    let mut bob = site.browser();
    bob.sign_up("bob").await.is(303);
    let other = bob.post("/offline/games", &fields).await;
    assert_ne!(other.is(303).location(), path);
    let export: Value = serde_json::from_str(&bob.get("/account/export").await.text).unwrap();
    assert_eq!(export["hotseats"][0]["handed_in"], true);
}

#[tokio::test]
async fn an_invalid_game_is_refused_with_an_explanation() {
    let site = Site::new().await;
    let mut ann = site.browser();
    ann.sign_up("ann").await.is(303);
    let long = "pass ".repeat(1001);
    for (game, options, turns, said) in [
        ("chess", "", "", "The game was not accepted."),
        ("anchor", "-size=99", "", "The game was not accepted."),
        ("anchor", "-colour=red", "", "The game was not accepted."),
        ("anchor", "-size=5", "E5 E5", "Turn 2"),
        ("anchor", "-size=5", "E5 Z99", "Turn 2"),
        ("anchor", "-size=5", &long, "1000"),
    ] {
        let answer = ann.post("/offline/games", &played(game, options, turns)).await;
        answer.is(422).says("role=\"alert\"").says(said);
    }
    for (name, value, said) in [
        ("id", "", "no name to recognise it by"),
        ("id", "../../etc/passwd, which is no name ..", "no name to recognise it by"),
        ("level", "level77", "evel"),
        ("seat", "3", "must be 1 or 2"),
        ("resigned", "3", "must be 1 or 2"),
    ] {
        let mut fields = played("anchor", "", "");
        fields.extend([("level", "level3"), ("seat", "1"), ("resigned", "")]);
        for field in fields.iter_mut().filter(|field| field.0 == name) {
            field.1 = value;
        }
        ann.post("/offline/games", &fields).await.is(422).says(said);
    }
    let user = "ann".parse().unwrap();
    assert_eq!(site.store.hotseats_of(&user).await.unwrap(), []);
}

#[tokio::test]
async fn a_stranger_hands_in_as_a_guest_and_a_full_list_is_reported() {
    let site = Site::new().await;
    let mut guest = site.browser();
    let first = guest.post("/offline/games", &played("boche", "", "")).await;
    let path = first.is(303).location().to_owned();
    guest
        .get(&path)
        .await
        .is(200)
        .says("You play as a guest")
        .says("Played offline and handed in.");
    for _ in 1..50 {
        guest.post("/new/boche/hotseat", &[]).await.is(303);
    }
    let mut other = played("boche", "", "");
    other[0].1 = "11111111-2222-3333-4444-555555555555";
    guest.post("/offline/games", &other).await.is(422).says("You have 50 games").says("delete one");
    // A game that already exists does not count again.
    guest.post("/offline/games", &played("boche", "", "")).await.is(303);
}

#[tokio::test]
async fn every_game_has_a_page_for_offline_games() {
    let site = Site::new().await;
    for kind in ["ankor", "boche", "antipod", "anchor"] {
        let page = site.browser().get(&format!("/offline/{kind}")).await;
        page.is(200).says("data-rules=\"here\"").says("stored in your browser");
    }
    site.browser().get("/offline/chess").await.is(404);
}

/// The puzzle of a day; the tests start on day 14,000.
fn of_day(kind: GameKind, day: u32) -> &'static Puzzle {
    Collection::of(kind).of_day(day).unwrap()
}

/// The turns of a whole solution, as they are handed in.
fn solution(puzzle: &Puzzle) -> Vec<String> {
    let own = puzzle.solution.iter().step_by(2).enumerate();
    own.map(|(found, turn)| format!("{found}:{turn}")).collect()
}

async fn answers(browser: &mut Browser<'_>, puzzle: &Puzzle, tries: &str) -> Answer {
    let (game, number) = (puzzle.kind().name(), puzzle.number.to_string());
    let fields = [("game", game), ("number", &number), ("tries", tries)];
    browser.post("/offline/puzzles", &fields).await
}

#[tokio::test]
async fn the_week_has_seven_puzzles_of_each_game() {
    let site = Site::new().await;
    let all = site.browser().get("/puzzles").await;
    for kind in GameKind::ALL {
        let path = format!("/offline/puzzles/{kind}");
        all.says(&format!("<a href=\"{path}\">"));
        let page = site.browser().get(&path).await;
        page.is(200).says("data-rules=\"here\"").says("<a class=\"row\" href=\"/puzzles/");
        let days = attributes(&page.text, "<li ", "data-day");
        assert_eq!(days.len(), 7);
        assert_eq!((&*days[0], &*days[6]), ("2008-05-01", "2008-04-25"));
        let numbers = attributes(&page.text, "<li ", "data-number");
        assert_eq!(numbers[0], of_day(kind, 14_000).number.to_string());
        assert_eq!(numbers[6], of_day(kind, 13_994).number.to_string());
    }
    site.browser().get("/offline/puzzles/chess").await.is(404);
}

#[tokio::test]
async fn answers_that_are_handed_in_twice_count_once() {
    let site = Site::new().await;
    let mut ann = site.browser();
    ann.sign_up("ann").await.is(303);
    let puzzle = of_day(GameKind::Boche, 14_000);
    let all = solution(puzzle).join(" ");
    let first = answers(&mut ann, puzzle, &all).await;
    first.is(200).says("Handed in. You solved it at the first try.").says("counts for your streak");
    let again = answers(&mut ann, puzzle, &all).await;
    assert_eq!(again.is(200).text, first.text, "the rating is as it was");
    ann.get("/puzzles").await.says("Your streak: 1 day ");
    // What was tried earlier, here or there, is the first answer.
    let other = of_day(GameKind::Anchor, 14_000);
    let wrong = other.start.legal().into_iter().find(|turn| *turn != other.solution[0]).unwrap();
    let rest = solution(other).join(" ");
    answers(&mut ann, other, &format!("0:{wrong} {rest}"))
        .await
        .is(200)
        .says("You solved it, not at the first try.");
    answers(&mut ann, other, &rest).await.is(200).says("not at the first try");
    let third = of_day(GameKind::Antipod, 14_000);
    answers(&mut ann, third, "0:").await.is(200).says("Your first try has counted");
}

/// The browser's clock is not used: what arrives late is late.
#[tokio::test]
async fn a_late_answer_to_a_daily_puzzle_counts_but_not_for_the_streak() {
    let site = Site::new().await;
    let mut ann = site.browser();
    ann.sign_up("ann").await.is(303);
    let puzzle = of_day(GameKind::Boche, 13_999);
    let taken = answers(&mut ann, puzzle, &solution(puzzle).join(" ")).await;
    taken.is(200).says("You solved it at the first try. Your rating as a solver of Boche is ");
    taken.says("Its day is over, so your streak is as it was.");
    ann.get("/puzzles").await.says("to start a streak");
}

#[tokio::test]
async fn invalid_answers_are_refused_with_an_explanation() {
    let site = Site::new().await;
    let puzzle = of_day(GameKind::Boche, 14_000);
    let number = puzzle.number.to_string();
    let mut ann = site.browser();
    answers(&mut ann, puzzle, "0:").await.is(401).says("sign in");
    ann.sign_up("ann").await.is(303);
    let right = format!("0:{}", puzzle.solution[0]);
    let many = "0: ".repeat(201);
    for (game, number, tries, said) in [
        ("chess", &*number, &*right, "The answers were not accepted"),
        ("boche", "0", &right, "no puzzle of Boche with this number"),
        ("boche", "many", &right, "no puzzle of Boche with this number"),
        ("boche", &number, "", "1 to 200 turns"),
        ("boche", &number, &many, "1 to 200 turns"),
        ("boche", &number, "c3", "as in 0:c3"),
        ("boche", &number, "one:c3", "as in 0:c3"),
        ("boche", &number, "9:a:a1", "has only"),
        ("boche", &number, "0:z99", "z99 cannot be played in that position"),
    ] {
        let fields = [("game", game), ("number", number), ("tries", tries)];
        ann.post("/offline/puzzles", &fields).await.is(422).says(said);
    }
    let user = "ann".parse().unwrap();
    assert!(site.store.puzzle_tries(&user, GameKind::Boche).await.unwrap().is_empty());
}
