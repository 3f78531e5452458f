//! Puzzles: solved only with forms, rated for members, one a day.

use carrick_coach::puzzle::{Collection, Puzzle};
use carrick_games::GameKind;
use jiff::SignedDuration;

use super::support::{Browser, Site};

/// A puzzle of several turns.
fn long(kind: GameKind) -> &'static Puzzle {
    Collection::of(kind).puzzles.iter().find(|puzzle| puzzle.own_turns() > 1).unwrap()
}

/// A legal turn that is not the right one.
fn wrong(puzzle: &Puzzle) -> String {
    puzzle.start.legal().into_iter().find(|turn| *turn != puzzle.solution[0]).unwrap()
}

async fn sends(browser: &mut Browser<'_>, path: &str, found: usize, turn: &str) -> String {
    let fields = [("found", &*found.to_string()), ("turn", turn)];
    browser.post(path, &fields).await.is(303).location().to_owned()
}

/// Plays all turns of the solution.
async fn solves(browser: &mut Browser<'_>, path: &str, puzzle: &Puzzle) -> String {
    let mut at = path.to_owned();
    for (found, turn) in puzzle.solution.iter().step_by(2).enumerate() {
        at = sends(browser, path, found, turn).await;
        assert_eq!(at, format!("{path}?found={}", found + 1));
    }
    at
}

#[tokio::test]
async fn a_guest_solves_puzzles_of_every_game_without_scripts() {
    let site = Site::new().await;
    let mut browser = site.browser();
    for kind in GameKind::ALL {
        let puzzle = long(kind);
        let path = format!("/puzzles/{kind}/{}", puzzle.number);
        let page = browser.get(&path).await;
        page.is(200).says("name=\"turn\"").says("data-mode=\"play\"").says("You play ");
        assert!(!page.text.contains("Proved"), "the proof is mentioned only at the end");
        let first = sends(&mut browser, &path, 0, &puzzle.solution[0]).await;
        let page = browser.get(&first).await;
        page.is(200).says("<b>Right.</b>").says("defends with");
        let end = solves(&mut browser, &path, puzzle).await;
        let page = browser.get(&end).await;
        page.is(200).says("<b>Solved.</b>").says("data-mode=\"watch\"");
        if puzzle.after(puzzle.own_turns()).outcome().is_none() {
            page.says(" threatens ");
        }
    }
}

#[tokio::test]
async fn a_wrong_turn_is_answered_and_an_illegal_one_is_explained() {
    let site = Site::new().await;
    let mut browser = site.browser();
    let puzzle = long(GameKind::Antipod);
    let path = format!("/puzzles/antipod/{}", puzzle.number);
    let at = sends(&mut browser, &path, 0, &wrong(puzzle)).await;
    let page = browser.get(&at).await;
    page.is(200).says("<b>Not this one.</b>").says("answers").says("See it on a board");
    assert!(!page.text.contains("No member has tried it yet"), "this guest has");
    let shown = page.text.split("href=\"/explore/antipod?").nth(1).unwrap();
    let shown = shown.split('"').next().unwrap().replace("&#38;", "&").replace("&amp;", "&");
    browser.get(&format!("/explore/antipod?{shown}")).await.is(200);
    let at = sends(&mut browser, &path, 0, "z99").await;
    browser.get(&at).await.is(200).says("The rules do not allow z99.");
    let at = browser.post(&path, &[("found", "0"), ("show", "1")]).await.location().to_owned();
    let page = browser.get(&at).await;
    page.is(200).says("<b>The solution.</b>").says("Next puzzle");
    assert!(!page.text.contains("Solved."), "it has not been solved");
}

#[tokio::test]
async fn invalid_requests_get_an_explanation() {
    let site = Site::new().await;
    let mut browser = site.browser();
    for (path, status, said) in [
        ("/puzzles/chess", 404, "There is no page here."),
        ("/puzzles/ankor/99999", 404, "There is no puzzle with this number."),
        ("/puzzles/ankor/2999-01-01", 404, "This day has not come yet"),
        ("/puzzles/ankor/2008-02-30", 404, "There is no page here."),
        ("/puzzles/ankor/1?found=99", 400, "does not have that many turns"),
        ("/puzzles/ankor/1?found=x", 400, "changed since its page made it"),
        ("/puzzles/ankor/days?before=yesterday", 400, "Write the day as in 2026-11-24."),
    ] {
        browser.get(path).await.is(status).says(said);
    }
    let first = &Collection::of(GameKind::Ankor).puzzles[0];
    let path = format!("/puzzles/ankor/{}", first.number);
    browser.post(&path, &[("found", "0"), ("turn", "")]).await.is(400).says("no turn in this form");
    let all = first.own_turns().to_string();
    browser.post(&path, &[("found", &all), ("turn", "a1")]).await.is(400).says("already solved");
}

#[tokio::test]
async fn a_member_has_a_rating_and_the_first_try_counts() {
    let site = Site::new().await;
    let mut ann = site.browser();
    ann.sign_up("ann").await.is(303);
    let puzzle = long(GameKind::Boche);
    let path = format!("/puzzles/boche/{}", puzzle.number);
    ann.get(&path)
        .await
        .says("The first try counts for your rating.")
        .says("No member has tried it yet");
    // A right turn that does not end it also counts as a try; the page shows facts again after
    // each.
    sends(&mut ann, &path, 0, &puzzle.solution[0]).await;
    ann.get(&format!("{path}?found=1"))
        .await
        .says("You are the first member to try it")
        .says("data-live=\"facts\"");
    solves(&mut ann, &path, puzzle).await;
    ann.get(&path).await.says("You solved it at the first try.").says("1 of 1 solved it");
    ann.get("/puzzles/boche").await.says("you have solved 1").says(", solved");
    let mut bob = site.browser();
    bob.sign_up("bob").await.is(303);
    sends(&mut bob, &path, 0, &wrong(puzzle)).await;
    solves(&mut bob, &path, puzzle).await;
    bob.get(&path).await.says("You solved it, not at the first try.").says("1 of 2 solved it");
    let data = ann.get("/account/export").await.is(200).text.clone();
    let data: serde_json::Value = serde_json::from_str(&data).unwrap();
    assert_eq!(data["puzzles"]["boche"]["solved"], serde_json::json!([puzzle.number]));
}

#[tokio::test]
async fn every_day_has_a_puzzle_and_days_in_a_row_are_a_streak() {
    let site = Site::new().await;
    let mut ann = site.browser();
    ann.sign_up("ann").await.is(303);
    ann.get("/puzzles").await.is(200).says("1 May 2008").says("to start a streak");
    for (day, streak) in [(14_000, "1 day "), (14_001, "2 days in a row")] {
        let puzzle = Collection::of(GameKind::Ankor).of_day(day).unwrap();
        ann.get("/puzzles/ankor/today").await.is(200).says("<h1>Today's Ankor</h1>");
        // The puzzle of the day also counts under its number.
        solves(&mut ann, &format!("/puzzles/ankor/{}", puzzle.number), puzzle).await;
        ann.get("/puzzles").await.says(&format!("Your streak: {streak}"));
        site.later(SignedDuration::from_hours(24));
    }
    ann.get("/puzzles/ankor/2008-05-01")
        .await
        .is(200)
        .says("Ankor of 1 May 2008")
        .says("The day after");
    ann.get("/puzzles/ankor/days")
        .await
        .is(200)
        .says("3 May 2008")
        .says("2 May 2008</a> <small>puzzle");
    ann.get("/puzzles/ankor/days?before=2008-05-02")
        .await
        .is(200)
        .says("1 May 2008")
        .says(", solved");
    // The puzzle of an earlier day is solved too late for the streak.
    site.later(SignedDuration::from_hours(24));
    let late = Collection::of(GameKind::Boche).of_day(14_002).unwrap();
    solves(&mut ann, "/puzzles/boche/2008-05-03", late).await;
    ann.get("/puzzles").await.says("to start a streak");
}

#[tokio::test]
async fn puzzles_are_linked_from_where_people_look() {
    let site = Site::new().await;
    let browser = site.browser();
    browser.get("/").await.says("/today\"").says("href=\"/puzzles\"");
    browser.get("/rules/boche").await.says("href=\"/puzzles/boche/today\"");
    let page = browser.get("/puzzles/anchor").await;
    page.is(200).says("Found by").says("href=\"/puzzles/anchor/days\"");
}

/// A shown solution leaves nothing to try.
#[tokio::test]
async fn a_shown_solution_invites_no_further_tries() {
    let site = Site::new().await;
    let mut ann = site.browser();
    ann.sign_up("ann").await.is(303);
    let puzzle = long(GameKind::Boche);
    let path = format!("/puzzles/boche/{}", puzzle.number);
    let wrong = sends(&mut ann, &path, 0, &wrong(puzzle)).await;
    ann.get(&wrong).await.says("Your first try has counted; you can go on trying.");
    let given_up = ann.post(&path, &[("found", "0"), ("show", "1")]).await;
    let page = ann.get(given_up.is(303).location()).await;
    page.is(200).says("<b>The solution.</b>").says("Your first try has counted.");
    assert!(!page.text.contains("go on trying"));
}

/// The names of its accounts are only for commands.
#[tokio::test]
async fn the_computer_is_called_by_its_level() {
    let site = Site::new().await;
    let browser = site.browser();
    let page = browser.get("/puzzles/boche/1").await;
    page.is(200).says("finds it is Opal.").says("Computer, Topaz against Computer, Quartz.");
    let list = browser.get("/puzzles/boche").await;
    list.is(200).says("Found by Opal<");
    let week = browser.get("/offline/puzzles/boche").await;
    assert!(!week.is(200).text.contains("against level"), "{}", week.text);
}
