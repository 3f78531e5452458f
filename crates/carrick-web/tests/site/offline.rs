//! The site as an app: manifest, icons, service worker.

use serde_json::Value;

use super::support::{Site, attributes};

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

/// What a service worker keeps, as its script says.
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
async fn whatever_a_kept_page_loads_is_kept_too() {
    let site = Site::new().await;
    let browser = site.browser();
    let kept = kept(&site).await;
    let (essential, more) = (paths(&kept["essential"]), paths(&kept["more"]));
    let all: Vec<&str> = [essential.clone(), more].concat();
    assert!(essential.contains(&"/offline"));
    let prefix = kept["assets"].as_str().unwrap();
    for path in &all {
        let answer = browser.get(path).await;
        answer.is(200);
        if !answer.headers["content-type"].to_str().unwrap().starts_with("text/html") {
            continue;
        }
        // The worker tells by this which release a page is of, and writes its sentence there.
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

/// Copies are shown to everybody who uses the browser.
#[tokio::test]
async fn nothing_that_is_kept_is_anybodys_own() {
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
