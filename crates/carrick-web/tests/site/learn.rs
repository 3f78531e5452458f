//! Lessons: every step can be read, tried and finished with only its URL.

use carrick_games::GameKind;
use carrick_lessons::Lesson;

use super::support::{Site, password};

/// How a list shows that some steps of a game's lesson are done.
fn done(steps: usize, kind: GameKind) -> String {
    format!("{steps} of {} steps done", Lesson::of(kind).steps.len())
}

/// A turn as part of a URL.
fn typed(turn: &str) -> String {
    turn.replace('\'', "%27").replace(':', "%3A")
}

#[tokio::test]
async fn every_step_can_be_finished_without_scripts() {
    let site = Site::new().await;
    let mut browser = site.browser();
    for kind in GameKind::ALL {
        let steps = &Lesson::of(kind).steps;
        for (step, number) in steps.iter().zip(1..) {
            let path = format!("/learn/{kind}/{number}");
            let page = browser.get(&path).await;
            page.is(200).says("name=\"turn\"").says("<meta name=\"description\"");
            assert!(page.headers.get("set-cookie").is_none());
            let right = &step.goal.accepted(&step.start)[0];
            let page = browser.get(&format!("{path}?turn={}", typed(right))).await;
            page.is(200).says("<b>Right.</b>").says("data-mode=\"watch\"");
            let cookie = page.headers["set-cookie"].to_str().unwrap();
            assert!(cookie.starts_with("learned="), "{cookie}");
            let next = format!("href=\"/learn/{kind}/{}\"", number + 1);
            let end = format!("action=\"/new/{kind}/computer\"");
            page.says(if number < steps.len() { &next } else { &end });
        }
    }
    browser.post("/new/ankor/computer", &[("level", "1")]).await.is(303);
}

#[tokio::test]
async fn a_wrong_try_is_answered_and_nothing_is_finished() {
    let site = Site::new().await;
    let browser = site.browser();
    let page = browser.get("/learn/ankor/4?turn=c1-c3").await;
    page.is(200).says("<b>Not yet.</b>").says("data-mode=\"play\"").says("value=\"c1-c3\"");
    assert!(page.headers.get("set-cookie").is_none());
    let page = browser.get("/learn/ankor/4?turn=d4-c3").await;
    page.is(200).says("The rules do not allow d4-c3.").says("belongs to X, and you play O.");
    let page = browser.get("/learn/ankor/4?turn=%3Cb%3E").await;
    page.is(200).says("The rules do not allow &#60;b&#62;.").says("is not a turn");
    for path in ["/learn/chess", "/learn/ankor/0", "/learn/ankor/99"] {
        browser.get(path).await.is(404);
    }
}

#[tokio::test]
async fn the_lists_show_what_was_finished() {
    let site = Site::new().await;
    let mut browser = site.browser();
    browser.get("/learn").await.is(200).says(&done(0, GameKind::Ankor)).says("Learn to play");
    browser.get("/").await.is(200).says("href=\"/learn/boche\"");
    browser.cookie = Some("learned=ankor.101".to_owned());
    browser.get("/learn").await.says(&done(2, GameKind::Ankor)).says("Continue with step 3");
    browser.get("/learn/ankor").await.says("<small>done</small>").says("href=\"/learn/ankor/3\"");
}

/// A reader who skipped steps is led back to them; one who finished them all is led to a game.
#[tokio::test]
async fn the_last_step_offers_the_skipped_ones() {
    let site = Site::new().await;
    let mut browser = site.browser();
    let steps = &Lesson::of(GameKind::Antipod).steps;
    let last = steps.len();
    for number in [1, 3, last] {
        let step = &steps[number - 1];
        let right = typed(&step.goal.accepted(&step.start)[0]);
        let page = browser.get(&format!("/learn/antipod/{number}?turn={right}")).await;
        let cookie = page.headers["set-cookie"].to_str().unwrap();
        browser.cookie = cookie.split(';').next().map(str::to_owned);
        if number < last {
            page.says("Next step");
            continue;
        }
        page.says(&format!("3 of {last} steps done"));
        assert!(!page.text.contains("You have done all"));
        for number in 1..=last {
            let link = format!("href=\"/learn/antipod/{number}\">Step {number}</a>");
            let is_left = ![1, 3, last].contains(&number);
            assert_eq!(page.text.contains(&link), is_left, "{number}");
        }
    }
    browser.cookie = Some("learned=antipod.ff".to_owned());
    let step = &steps[last - 1];
    let right = typed(&step.goal.accepted(&step.start)[0]);
    let page = browser.get(&format!("/learn/antipod/{last}?turn={right}")).await;
    page.says(&format!("You have done all {last} steps"));
}

/// A guest's finished steps stay when they sign up, and appear on another device.
#[tokio::test]
async fn a_users_progress_is_saved_in_the_account() {
    let site = Site::new().await;
    let mut desk = site.browser();
    desk.cookie = Some("learned=ankor.101".to_owned());
    desk.sign_up("ann").await.is(303);
    let mut phone = site.browser();
    let entry = [("user", "ann"), ("password", &password("ann"))];
    phone.post("/sign-in", &entry).await.is(303);
    phone.get("/learn").await.says("Continue with step 3");
    let step = &Lesson::of(GameKind::Ankor).steps[2];
    let right = &step.goal.accepted(&step.start)[0];
    phone.get(&format!("/learn/ankor/3?turn={}", typed(right))).await.says("<b>Right.</b>");
    desk.get("/learn").await.says("Continue with step 4");
    desk.get("/learn/ankor").await.says("href=\"/learn/ankor/4\"");
    let data: serde_json::Value =
        serde_json::from_str(&desk.get("/account/export").await.is(200).text).unwrap();
    let titles: Vec<&str> =
        Lesson::of(GameKind::Ankor).steps[..3].iter().map(|step| &*step.title).collect();
    assert_eq!(data["lessons"], serde_json::json!({ "ankor": titles }));
    site.browser().get("/learn").await.says(&done(0, GameKind::Ankor));
}

/// A try made without the server names the step it was for, because its place in the lesson may
/// have changed since.
#[tokio::test]
async fn a_try_from_an_older_lesson_finishes_its_own_step() {
    let site = Site::new().await;
    let steps = &Lesson::of(GameKind::Boche).steps;
    let (index, step) = steps.iter().enumerate().find(|(_, step)| step.title == "Cutting").unwrap();
    let right = typed(&step.goal.accepted(&step.start)[0]);
    for place in [1, index + 1, 99] {
        let url = format!("/learn/boche/{place}?turn={right}&kept={}", step.kept);
        let page = site.browser().get(&url).await;
        page.is(200).says("<b>Right.</b>").says(&format!("step {} of", index + 1));
        let cookie = page.headers["set-cookie"].to_str().unwrap();
        let bit = 1_u16 << (step.kept - 1);
        assert!(cookie.starts_with(&format!("learned=boche.{bit:x};")), "{cookie}");
    }
    site.browser().get("/learn/boche/99?turn=x&kept=99").await.is(404);
}

#[tokio::test]
async fn exploring_starts_with_a_choice_of_games() {
    let site = Site::new().await;
    let page = site.browser().get("/explore").await;
    page.is(200).says("<h1>Explore a game</h1>");
    for kind in carrick_games::GameKind::ALL {
        page.says(&format!("href=\"/explore/{kind}\""));
        site.browser().get(&format!("/explore/{kind}")).await.is(200);
    }
    site.browser().get("/explore?board=/chess/1").await.is(404);
}

#[tokio::test]
async fn the_first_steps_show_only_what_they_are_about() {
    let site = Site::new().await;
    let browser = site.browser();
    browser.get("/learn/antipod/1").await.says("data-front=\"e12\"");
    let first = browser.get("/learn/anchor/1").await;
    assert!(!first.text.contains("dead stone"), "step 6 teaches it");
    browser.get("/learn/anchor/7").await.says("a dead stone");
}
