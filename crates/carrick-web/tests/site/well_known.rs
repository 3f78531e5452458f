//! Well-known URLs: icons, `robots.txt`, `security.txt`.

use carrick_web::{Contact, FootLink, Identity};

use super::support::{Site, password};

#[tokio::test]
async fn icons_are_pictures_that_pages_link_to() {
    let site = Site::new().await;
    let browser = site.browser();
    let home = browser.get("/").await;
    for link in [
        "<link rel=\"icon\" href=\"/favicon.ico\" sizes=\"32x32\">",
        "<link rel=\"apple-touch-icon\" href=\"/apple-touch-icon.png\">",
    ] {
        home.says(link);
    }
    let icon = browser.get_bytes("/favicon.ico").await;
    // An ICO file of three pictures; each is a PNG at the offset in its entry.
    assert_eq!(icon[..6], [0, 0, 1, 0, 3, 0]);
    for (entry, width) in [16_u32, 32, 48].into_iter().enumerate() {
        let entry = &icon[6 + 16 * entry..][..16];
        assert_eq!(u32::from(entry[0]), width);
        let long = |at: usize| u32::from_le_bytes(entry[at..at + 4].try_into().unwrap()) as usize;
        let picture = &icon[long(12)..][..long(8)];
        assert_eq!(&picture[..8], b"\x89PNG\r\n\x1a\n");
        assert_eq!(u32::from_be_bytes(picture[16..20].try_into().unwrap()), width);
    }
    let touch = browser.get_bytes("/apple-touch-icon.png").await;
    assert_eq!(u32::from_be_bytes(touch[16..20].try_into().unwrap()), 180);
    for (path, media_type) in
        [("/favicon.ico", "image/vnd.microsoft.icon"), ("/apple-touch-icon.png", "image/png")]
    {
        let answer = browser.get(path).await;
        assert_eq!(answer.is(200).headers["content-type"], media_type);
        assert_eq!(answer.headers["cache-control"], "public, max-age=86400");
    }
}

#[tokio::test]
async fn robots_are_kept_away_from_private_and_costly_pages() {
    let site = Site::new().await;
    let robots = site.browser().get("/robots.txt").await;
    assert_eq!(robots.is(200).headers["content-type"], "text/plain; charset=utf-8");
    let rules: Vec<&str> =
        robots.text.lines().filter_map(|line| line.strip_prefix("Disallow: ")).collect();
    // As robots read it: `*` stands for anything, and a rule applies to every path that begins with
    // it.
    let allows = |path: &str| {
        !rules.iter().any(|rule| {
            let mut parts = rule.split('*');
            let Some(mut rest) = path.strip_prefix(parts.next().unwrap()) else { return false };
            parts.all(|part| match rest.find(part) {
                Some(at) => {
                    rest = &rest[at + part.len()..];
                    true
                }
                None => false,
            })
        })
    };
    for path in [
        "/",
        "/about",
        "/rules",
        "/rules/ankor",
        "/findings",
        "/findings/ankor-draws",
        "/games",
        "/games?game=ankor",
        "/players",
        "/players/ann",
        "/standings/anchor",
        "/seeks",
        "/antipod/101",
        "/api",
        "/new/boche",
        "/assets/1234/site.css",
        "/pictures/ankor.svg",
        "/explore/ankor",
        "/ankor/101/small.svg",
    ] {
        assert!(allows(path), "{path}");
    }
    for path in [
        "/account",
        "/account/export",
        "/boards",
        "/next",
        "/explore/ankor?turns=d3",
        "/explore?board=/antipod/101",
        "/position?game=ankor",
        "/api/v1/games",
        "/rules/ankor?figure=2&turn=3",
        "/antipod/101?at=3",
        "/antipod/101?try=c4",
        "/anchor/101?at=2&count=1",
        "/anchor/101/board.png",
        "/pictures/ankor.svg?options=-size%3D9",
        "/search?q=ann",
        "/events",
        "/antipod/101/events",
        "/antipod/101/position",
        "/hotseat/1",
        "/feeds/abc/turns.atom",
        "/reset/abc",
        "/confirm/abc",
        "/stop/abc",
        "/change/abc",
        "/commands",
        "/write?to=ann",
        "/watching",
        "/sign-in?to=/boards",
        "/sign-up",
    ] {
        assert!(!allows(path), "{path}");
    }
}

#[tokio::test]
async fn security_txt_names_the_operators_contact() {
    let site = Site::new().await;
    let none = site.browser().get("/.well-known/security.txt").await;
    none.is(404).says("has not given a contact for security reports").says("SECURITY.md");
    site.browser().get("/about").await.is(200).says("has not given a contact for security reports");
    let contact: Contact = "security@carrick.example".parse().unwrap();
    let site = Site::with_contact(contact).await;
    let browser = site.browser();
    let text = browser.get("/.well-known/security.txt").await;
    assert_eq!(text.is(200).headers["content-type"], "text/plain; charset=utf-8");
    // The clock shows 1 May 2008.
    assert_eq!(
        text.text,
        "Contact: mailto:security@carrick.example\n\
         Expires: 2008-10-28T00:00:00Z\n\
         Canonical: https://carrick.example/.well-known/security.txt\n\
         Preferred-Languages: en\n\
         Policy: https://carrick.example/about#security\n"
    );
    let about = browser.get("/about").await;
    about.is(200).says("id=\"security\"").says("href=\"mailto:security@carrick.example\"");
}

#[tokio::test]
async fn programs_find_where_to_change_a_password() {
    let site = Site::new().await;
    let mut ann = site.browser();
    ann.sign_up("ann").await.is(303);
    let there = ann.get("/.well-known/change-password").await;
    assert_eq!(there.is(303).location(), "/account/security#web-password");
    ann.get("/account/security").await.is(200).says("<section id=\"web-password\">");
}

#[tokio::test]
async fn a_site_has_its_operators_name_and_links() {
    let links = [("Imprint", "/imprint"), ("Write <us>", "ann@club.example")];
    let links = links.map(|(text, url)| FootLink::new(text, url).unwrap());
    let identity = Identity::new("Kant's & co".parse().unwrap(), links.into()).unwrap();
    let site = Site::new().await.with_identity(identity);
    let mut browser = site.browser();
    browser.sign_up("ann").await.is(303);
    let elsewhere = site.browser();
    for (browser, path, status) in [
        (&elsewhere, "/", 200),
        (&elsewhere, "/sign-in", 200),
        (&elsewhere, "/explore/ankor", 200),
        (&elsewhere, "/nowhere", 404),
        (&browser, "/boards", 200),
        (&browser, "/nowhere", 404),
    ] {
        let page = browser.get(path).await;
        page.is(status)
            .says(" · Kant's &#38; co</title>")
            .says("<a class=\"name\" href=\"/\">Kant's &#38; co</a>")
            .says("<a href=\"/imprint\">Imprint</a>")
            .says("<a href=\"mailto:ann@club.example\">Write &#60;us&#62;</a></nav>");
        assert!(!page.text.contains("Carrick"), "{path}");
    }
    elsewhere.get("/about").await.is(200).says("<p>Kant's &#38; co is the home");
    elsewhere.get("/manifest.webmanifest").await.says("\"short_name\":\"Kant's & co\"");
    let factor = browser.post("/account/factor", &[("current", &password("ann"))]).await;
    factor
        .is(200)
        .says("otpauth://totp/Kant%27s%20%26%20co:ann?")
        .says("issuer=Kant%27s%20%26%20co");
}
