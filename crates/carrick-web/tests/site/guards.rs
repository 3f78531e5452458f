//! What stands before every page.

use axum::body::Body;
use axum::http::{Request, header};

use crate::support::{Site, password};

fn form(headers: &[(&str, &str)]) -> Request<Body> {
    let mut request = Request::post("/sign-in")
        .header(header::HOST, "carrick.example")
        .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded");
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    request.body(Body::from("user=ann&password=12345678")).unwrap()
}

#[tokio::test]
async fn a_form_of_another_site_does_nothing() {
    let site = Site::new().await;
    for (headers, status) in [
        (&[][..], 403),
        (&[("sec-fetch-site", "cross-site")], 403),
        (&[("sec-fetch-site", "same-site")], 403),
        (&[("sec-fetch-site", "none")], 403),
        (&[("origin", "https://evil.example")], 403),
        (&[("origin", "null")], 403),
        (&[("origin", "http://carrick.example")], 403),
        (&[("referer", "https://carrick.example.evil/")], 403),
        (&[("sec-fetch-site", "cross-site"), ("origin", "https://carrick.example")], 403),
        (&[("sec-fetch-site", "same-origin")], 422),
        (&[("origin", "https://carrick.example")], 422),
        (&[("referer", "https://carrick.example/sign-in")], 422),
    ] {
        assert_eq!(site.send(form(headers)).await.status().as_u16(), status, "{headers:?}");
    }
}

#[tokio::test]
async fn the_site_answers_by_its_own_name_only() {
    let site = Site::new().await;
    for (host, status) in [
        ("carrick.example", 200),
        ("CARRICK.example", 200),
        ("evil.example", 421),
        ("127.0.0.1", 421),
        ("carrick.example.evil", 421),
    ] {
        let request = Request::get("/").header(header::HOST, host).body(Body::empty()).unwrap();
        assert_eq!(site.send(request).await.status().as_u16(), status, "{host}");
    }
    let request = Request::get("/healthz").body(Body::empty()).unwrap();
    assert_eq!(site.send(request).await.status().as_u16(), 200, "a probe knows no names");
}

#[tokio::test]
async fn every_answer_has_its_headers() {
    let site = Site::new().await;
    let browser = site.browser();
    for path in ["/", "/nothing-here", "/sign-in", "/ankor/999", "/pictures/ankor.svg"] {
        let answer = browser.get(path).await;
        let policy = answer.headers["content-security-policy"].to_str().unwrap();
        assert!(policy.starts_with("default-src 'none'; script-src 'self'; style-src 'self'"));
        assert!(policy.contains("require-trusted-types-for 'script'"), "{policy}");
        assert!(policy.contains("frame-ancestors 'none'"), "{policy}");
        assert!(!policy.contains("unsafe"), "{policy}");
        assert_eq!(answer.headers["x-content-type-options"], "nosniff");
        assert_eq!(answer.headers["referrer-policy"], "same-origin");
        assert_eq!(
            answer.headers["strict-transport-security"],
            "max-age=31536000; includeSubDomains"
        );
        assert!(!answer.text.contains("<script>") && !answer.text.contains(" style="), "{path}");
        assert!(!answer.text.contains(" onclick="), "{path}");
    }
}

#[tokio::test]
async fn a_form_that_is_too_long_is_refused() {
    let site = Site::new().await;
    let mut browser = site.browser();
    let long = "x".repeat(100_000);
    browser.post("/sign-in", &[("user", "ann"), ("password", &long)]).await.is(400);
}

#[tokio::test]
async fn what_a_session_sees_is_kept_nowhere() {
    let site = Site::new().await;
    let mut ann = site.browser();
    ann.sign_up("ann").await.is(303);
    for path in ["/account", "/boards", "/account/export", "/"] {
        assert_eq!(ann.get(path).await.headers["cache-control"], "no-store, private", "{path}");
    }
    let anybody = site.browser();
    assert_eq!(anybody.get("/").await.headers["cache-control"], "no-cache, private");
}

/// Wherever a form says that its sender wants to go next, he stays on this site.
#[tokio::test]
async fn no_form_leads_to_another_site() {
    let site = Site::new().await;
    site.browser().sign_up("ann").await.is(303);
    for (to, place) in [
        ("/ankor/101?at=3#chat", "/ankor/101?at=3#chat"),
        ("https://carrick.example/games", "/games"),
        ("", "/boards"),
        ("//evil.example", "/boards"),
        ("https://evil.example/", "/boards"),
        ("/\\evil.example", "/boards"),
        ("/\t/evil.example", "/boards"),
        ("/\n/evil.example", "/boards"),
        ("/.//evil.example", "/boards"),
        ("/a/..//evil.example", "/boards"),
        ("http://carrick.example/", "/boards"),
        ("javascript:alert(1)", "/boards"),
    ] {
        let form = [("user", "ann"), ("password", &password("ann") as &str), ("to", to)];
        let answer = site.browser().post("/sign-in", &form).await;
        assert_eq!(answer.is(303).location(), place, "{to:?}");
    }
}

/// What anybody may ask for and costs the server work, an address may ask for so often.
#[tokio::test]
async fn positions_and_pictures_are_not_drawn_without_end() {
    let site = Site::new().await;
    let mut guest = site.browser();
    guest.post("/new/antipod/hotseat", &[]).await.is(303);
    guest.post("/new/antipod/computer", &[("-radius", "4")]).await.is(303);
    let anybody = site.browser();
    for (path, most) in [
        ("/antipod/101/preview.png", 30),
        ("/antipod/101/board.png", 0),
        ("/position?game=antipod&options=-radius=4", 240),
        ("/antipod/101/position", 0),
    ] {
        for _ in 0..most {
            anybody.get(path).await.is(200);
        }
        anybody.get(path).await.is(429).says("too often");
    }
    // Whoever has a session does not wait for others at his address.
    guest.get("/antipod/101/position").await.is(200);
    site.later(jiff::SignedDuration::from_secs(10));
    anybody.get("/antipod/101/position").await.is(200);
    anybody.get("/antipod/101/board.png").await.is(200);
}

#[tokio::test]
async fn an_address_listens_to_so_many_streams_at_once() {
    let site = Site::new().await;
    let mut guest = site.browser();
    guest.post("/new/antipod/computer", &[]).await.is(303);
    let listen = async |path: &str| {
        let request = Request::get(path).header(header::HOST, "carrick.example");
        site.send(request.body(Body::empty()).unwrap()).await
    };
    let paths = ["/antipod/101/events", "/api/v1/boards/antipod/101/events"];
    let mut streams = Vec::new();
    for path in paths.iter().cycle().take(100) {
        let stream = listen(path).await;
        assert_eq!(stream.status().as_u16(), 200);
        streams.push(stream);
    }
    for path in paths {
        assert_eq!(listen(path).await.status().as_u16(), 429, "{path}");
    }
    streams.pop();
    assert_eq!(listen(paths[0]).await.status().as_u16(), 200);
}
