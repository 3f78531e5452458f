//! Every page that links lead to exists, for every visitor.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use jiff::SignedDuration;

use super::support::{Browser, Site, attributes};

/// Every page has a description, and no two pages share one; addresses of the same page may differ
/// in their queries.
#[track_caller]
fn described(page: &str, path: &str, told: &mut BTreeMap<String, String>) {
    let text = attributes(page, "<meta name=\"description\"", "content").pop().unwrap_or_default();
    assert!((20..400).contains(&text.len()), "{path} is described as {text:?}");
    let page = path.split('?').next().unwrap().to_owned();
    let other = told.entry(text.clone()).or_insert_with(|| page.clone());
    assert_eq!(*other, page, "both are described as {text:?}");
}

async fn crawl(browser: &Browser<'_>, least: usize) {
    let mut seen: BTreeSet<String> = BTreeSet::new();
    let mut told = BTreeMap::new();
    let mut waiting: VecDeque<(String, String)> = [("/".to_owned(), "start".to_owned())].into();
    while let Some((path, from)) = waiting.pop_front() {
        if !seen.insert(path.clone()) || seen.len() > 400 {
            continue;
        }
        // In the long run, the rate limit on pictures is one a minute.
        if path.contains(".png") {
            browser.site.later(SignedDuration::from_mins(1));
        }
        let answer = browser.get(&path).await;
        let status = answer.status.as_u16();
        assert!([200, 303].contains(&status), "{path} from {from}: {status}\n{}", answer.text);
        if status == 303 {
            waiting.push_back((answer.location().to_owned(), path));
            continue;
        }
        if !answer.headers["content-type"].to_str().unwrap().starts_with("text/html") {
            continue;
        }
        assert_eq!(answer.text.matches("<h1").count(), 1, "{path}");
        described(&answer.text, &path, &mut told);
        for (start, name) in
            [("<a ", "href"), ("<img ", "src"), ("<link ", "href"), ("<script ", "src")]
        {
            for link in attributes(&answer.text, start, name) {
                let link = link.split('#').next().unwrap().to_owned();
                if link.starts_with('/') && link != "/account/export" {
                    waiting.push_back((link, path.clone()));
                }
            }
        }
        for action in attributes(&answer.text, "<form action", "=") {
            waiting.push_back((action, path.clone()));
        }
    }
    assert!(seen.len() >= least, "only {} pages: {seen:#?}", seen.len());
}

#[tokio::test]
async fn all_links_lead_somewhere() {
    let site = Site::new().await;
    let (mut ann, mut bob) = (site.browser(), site.browser());
    ann.sign_up("ann").await;
    bob.sign_up("bob").await;
    for kind in ["ankor", "boche", "antipod", "anchor"] {
        ann.post(&format!("/new/{kind}/challenge"), &[("opponent", "bob")]).await.is(303);
        let begun = ann.post(&format!("/new/{kind}/computer"), &[]).await;
        begun.is(303);
    }
    let path = "/antipod/101";
    ann.post(&format!("{path}/turn"), &[("turn", "c3")]).await.is(303);
    bob.post(&format!("{path}/turn"), &[("turn", "c4")]).await.is(303);
    ann.post("/new/boche/seek", &[]).await.is(303);
    crawl(&site.browser(), 60).await;
    crawl(&ann, 60).await;
    let mut guest = site.browser();
    guest.post("/new/ankor/computer", &[]).await.is(303);
    guest.post("/new/boche/hotseat", &[]).await.is(303);
    crawl(&guest, 60).await;
}
