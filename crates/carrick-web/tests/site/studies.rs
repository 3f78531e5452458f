//! Studies used only with forms: kept, changed, shared, exported.

use super::support::{Browser, Site, fields};

const KEPT: [(&str, &str); 3] =
    [("game", "antipod"), ("options", "-radius=4"), ("turns", "f4 e3 c4 b3")];

/// Ann with a study; its path.
async fn kept(site: &Site) -> (Browser<'_>, String) {
    let mut ann = site.browser();
    ann.sign_up("ann").await.is(303);
    let page = ann.get("/explore/antipod?options=-radius=4&turns=f4+e3+c4+b3").await;
    page.is(200).says("Keep as a study");
    let path = ann.post("/studies", &KEPT).await.is(303).location().to_owned();
    (ann, path)
}

/// Sends a change of the study with its current page; returns where it leads.
async fn changes(browser: &mut Browser<'_>, page: &str, sent: &[(&str, &str)]) -> String {
    let shown = browser.get(page).await;
    let form = fields(&shown.is(200).text);
    let path = page.split('?').next().unwrap();
    let mut all = vec![("version", form["version"].as_str()), ("at", form["at"].as_str())];
    all.extend(sent);
    browser.post(&format!("{path}/change"), &all).await.is(303).location().to_owned()
}

#[tokio::test]
async fn a_study_grows_by_forms() {
    let site = Site::new().await;
    let (mut ann, path) = kept(&site).await;
    let note = [("action", "note"), ("name", "Corners"), ("comment", "All that I know.")];
    changes(&mut ann, &path, &note).await;
    let at = format!("{path}?at=1");
    let added = changes(&mut ann, &at, &[("action", "add"), ("turns", "d5 c5")]).await;
    ann.get(&added).await.is(200).says("After turn 4, c5").says("Make it the main line");
    let note = [("action", "note"), ("name", "sharp"), ("comment", "Better?")];
    changes(&mut ann, &added, &note).await;
    ann.get(&path).await.says("<h1>Corners</h1>").says("All that I know.").says("has a comment");
    ann.get("/studies").await.says("Corners");
    let sgf = ann.get(&format!("{path}/study.sgf")).await.is(200).text.clone();
    assert!(sgf.contains("(;W[c4];B[b3])") && sgf.contains("N[sharp]C[Better?]"), "{sgf}");

    let promoted = changes(&mut ann, &added, &[("action", "promote")]).await;
    let sgf = ann.get(&format!("{path}/study.sgf")).await.text.clone();
    assert!(sgf.find("W[d5]") < sgf.find("W[c4]"), "{sgf}");
    let page = ann.get(&promoted).await;
    assert!(!page.is(200).text.contains("Make it the main line"));
    let before = changes(&mut ann, &promoted, &[("action", "delete"), ("sure", "1")]).await;
    ann.get(&before).await.is(200).says("After turn 3, d5");
    changes(&mut ann, &path, &[("action", "drop"), ("sure", "1")]).await;
    ann.get(&path).await.is(404);
}

#[tokio::test]
async fn others_read_a_study_and_change_nothing() {
    let site = Site::new().await;
    let (_, path) = kept(&site).await;
    let stranger = site.browser();
    let page = stranger.get(&format!("{path}?at=2")).await;
    page.is(200).says("After turn 3, c4").says("Only they can change it");
    assert!(!page.text.contains("Delete"), "{}", page.text);
    let mut bob = site.browser();
    bob.sign_up("bob").await;
    let sent = [("action", "drop"), ("sure", "1"), ("version", "1"), ("at", "")];
    bob.post(&format!("{path}/change"), &sent).await.is(400).says("Only its owner");
    bob.get("/studies").await.is(200).says("You have no studies yet");
    stranger.get("/studies/0123456789abcdef").await.is(404).says("no study at this address");
}

#[tokio::test]
async fn a_refused_change_loses_nothing() {
    let site = Site::new().await;
    let (mut ann, path) = kept(&site).await;
    let change = format!("{path}/change");
    let sent = [("action", "add"), ("version", "1"), ("at", "1"), ("turns", "d5 zz")];
    ann.post(&change, &sent).await.is(422).says("value=\"d5 zz\"").says("Turn 4 (zz)");
    let sent = [("action", "delete"), ("version", "1"), ("at", "1")];
    ann.post(&change, &sent).await.is(422).says("tick the box");
    let sent = [("action", "note"), ("version", "7"), ("at", "1"), ("name", "x")];
    ann.post(&change, &sent).await.is(422).says("changed in the meantime");
    let json = ann.get(&format!("{path}/study.json")).await.json();
    assert_eq!(json["nodes"].as_array().unwrap().len(), 4);
}

#[tokio::test]
async fn a_study_is_exported_and_imported() {
    let site = Site::new().await;
    let (mut ann, path) = kept(&site).await;
    changes(&mut ann, &format!("{path}?at=0"), &[("action", "add"), ("turns", "c4")]).await;
    for file in ["study.sgf", "study.json"] {
        let text = ann.get(&format!("{path}/{file}")).await.is(200).text.clone();
        let copy = ann.post("/studies", &[("text", &text), ("title", "A copy")]).await;
        let copy = copy.is(303).location().to_owned();
        ann.get(&copy).await.is(200).says("<h1>A copy</h1>");
        let again = ann.get(&format!("{copy}/study.json")).await.json();
        assert_eq!(again["nodes"].as_array().unwrap().len(), 5, "{file}");
    }
    // Each quotation mark takes more room as JSON, in which studies are stored.
    let long = format!("(;GM[8003]C[{}])", "\"".repeat(26_000));
    for (text, said) in [
        (long.as_str(), "would be too long"),
        (
            "{\"study\":1,\"game\":\"antipod\",\"nodes\":[{\"parent\":0,\"turn\":\"f4\"}]}",
            "this is not a tree",
        ),
        ("{\"study\":1", "not JSON"),
        ("(;GM[1];B[aa])", "not one of our games"),
    ] {
        let refused = ann.post("/studies", &[("text", text)]).await;
        refused.is(422).says(said).says("Nothing was saved; your text is below");
    }
    let data = ann.get("/account/export").await.json();
    assert_eq!(data["studies"].as_array().unwrap().len(), 3);
}

#[tokio::test]
async fn a_guest_has_five_studies() {
    let site = Site::new().await;
    let mut guest = site.browser();
    guest.post("/new/boche/hotseat", &[]).await.is(303);
    for _ in 0..5 {
        guest.post("/studies", &KEPT).await.is(303);
    }
    guest.post("/studies", &KEPT).await.is(422).says("You have 5 studies, which is the maximum");
}

#[tokio::test]
async fn a_damaged_study_can_be_deleted_by_its_owner() {
    let site = Site::new().await;
    let (mut ann, path) = kept(&site).await;
    let address = path.trim_start_matches("/studies/").to_owned();
    let mut study = site.store.study(&address).await.unwrap().unwrap();
    study.body = "torn".to_owned();
    study.version += 1;
    assert!(site.store.save_study(&study).await.unwrap());
    site.browser().get(&path).await.is(404).says("This study is damaged");
    let page = ann.get(&path).await;
    let form = fields(&page.is(404).says("Delete it permanently").text);
    let sent = [("action", "drop"), ("sure", "1"), ("version", &form["version"] as &str)];
    ann.post(&format!("{path}/change"), &sent).await.is(303);
    ann.get(&path).await.is(404).says("no study at this address");
    ann.get("/studies").await.says("You have no studies yet");
}
