//! Middleware: host check, CSRF, security headers, rate limits.

use std::io::Read as _;

use axum::body::{Body, to_bytes};
use axum::http::{Request, header};
use carrick_server::Budget;
use carrick_store::Settings;
use data_encoding::BASE64;
use sha2::{Digest as _, Sha256};

use super::support::{Browser, Site, password};

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
async fn a_form_from_another_site_does_nothing() {
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
async fn the_site_answers_only_to_its_own_name() {
    let site = Site::new().await;
    for (host, status) in [
        ("carrick.example", 200),
        ("CARRICK.example", 200),
        ("carrick.example:443", 200),
        ("carrick.example.", 200),
        ("Carrick.Example.:443", 200),
        ("carrick.example:80", 421),
        ("carrick.example:8443", 421),
        (".carrick.example", 421),
        ("evil.example", 421),
        ("127.0.0.1", 421),
        ("carrick.example.evil", 421),
    ] {
        let request = Request::get("/").header(header::HOST, host).body(Body::empty()).unwrap();
        assert_eq!(site.send(request).await.status().as_u16(), status, "{host}");
    }
    // Under each of its names, a form belongs to this site.
    for (host, origin, status) in [
        ("carrick.example:443", "https://carrick.example", 303),
        ("carrick.example.", "https://carrick.example.", 303),
        ("carrick.example", "https://carrick.example:443", 303),
        ("carrick.example:443", "http://carrick.example", 403),
        ("carrick.example:443", "https://carrick.example:8443", 403),
        ("carrick.example.", "https://carrick.example.evil", 403),
        ("carrick.example", "null", 403),
    ] {
        for (name, value) in
            [(header::ORIGIN, origin.to_owned()), (header::REFERER, format!("{origin}/sign-in"))]
        {
            let request = Request::post("/account/feed").header(header::HOST, host);
            let request = request.header(name, value).body(Body::empty()).unwrap();
            assert_eq!(site.send(request).await.status().as_u16(), status, "{host} {origin}");
        }
    }
    for path in ["/healthz", "/readyz"] {
        let request = Request::get(path).body(Body::empty()).unwrap();
        assert_eq!(site.send(request).await.status().as_u16(), 200, "a probe does not need a name");
    }
}

/// Compressed bodies are not accepted here, in whatever form the answer is expected.
#[tokio::test]
async fn a_compressed_body_is_refused_with_an_explanation() {
    let site = Site::new().await;
    let token = {
        site.browser().sign_up("ann").await.is(303);
        site.token("ann", "play").await
    };
    for (path, coding, status) in [
        ("/api/v1/boards/ankor/101/turns", "gzip", 415),
        ("/api/v1/challenges", "br", 415),
        ("/api/v1/challenges", "GZIP, identity", 415),
        ("/api/v1/nowhere", "deflate", 415),
        ("/sign-in", "gzip", 415),
        ("/position", "zstd", 415),
        ("/api/v1/challenges", "identity", 400),
    ] {
        let request = Request::post(path)
            .header(header::HOST, "carrick.example")
            .header(header::AUTHORIZATION, format!("Bearer {token}"))
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::CONTENT_ENCODING, coding);
        let request = request.body(Body::from("{\"game\": \"ankor\"}")).unwrap();
        let answer = Browser::read(site.send(request).await).await;
        answer.is(status);
        if status == 415 {
            answer.says("does not read compressed bodies").says("Content-Encoding");
            let is_problem = answer.headers[header::CONTENT_TYPE] == "application/problem+json";
            assert_eq!(is_problem, path.starts_with("/api"), "{path}");
        }
    }
}

/// Texts are compressed for browsers that understand it, and the reader pays for that.
#[tokio::test]
async fn answers_are_compressed_for_readers_who_understand_it_and_can_pay() {
    let site = Site::new().await;
    let get = async |path: &str, codings: &str| {
        let request = Request::get(path)
            .header(header::HOST, "carrick.example")
            .header(header::ACCEPT_ENCODING, codings)
            .extension(axum::extract::ConnectInfo(std::net::SocketAddr::from((
                [192, 0, 2, 1],
                4000,
            ))));
        let answer = site.send(request.body(Body::empty()).unwrap()).await;
        let coding = answer.headers().get(header::CONTENT_ENCODING).cloned();
        let varies =
            answer.headers().get_all(header::VARY).iter().any(|one| one == "accept-encoding");
        let bytes = axum::body::to_bytes(answer.into_body(), 1 << 22).await.unwrap();
        (coding.map(|coding| coding.to_str().unwrap().to_owned()), varies, bytes)
    };
    let (_, _, plain) = get("/rules/antipod", "identity").await;
    let spent = || site.app.spent(Budget::Time, "192.0.2.1");
    let before = spent();
    let (coding, varies, packed) = get("/rules/antipod", "br, gzip").await;
    assert!(coding.as_deref() == Some("gzip") && varies && packed.len() < plain.len() / 3);
    let price = spent() - before;
    assert!(price > 50 + u32::try_from(plain.len() / 10_000).unwrap(), "{price}");
    let mut text = String::new();
    flate2::read::GzDecoder::new(&packed[..]).read_to_string(&mut text).unwrap();
    assert_eq!(text.as_bytes(), plain);
    for (path, codings) in
        [("/rules/antipod", "gzip;q=0"), ("/rules/antipod", "br"), ("/icon-192.png", "gzip")]
    {
        assert_eq!(get(path, codings).await.0, None, "{path} {codings}");
    }
    // A file of the site is compressed once.
    let page = String::from_utf8(plain.to_vec()).unwrap();
    let script = page.split('"').find(|part| part.ends_with("/board.js")).unwrap();
    let [first, second] = [get(script, "gzip").await, get(script, "gzip").await];
    assert_eq!(first.0.as_deref(), Some("gzip"));
    assert_eq!(first.2.as_ptr(), second.2.as_ptr());
}

#[tokio::test]
async fn a_busy_database_is_answered_with_503_and_a_time_to_retry() {
    let settings =
        Settings { busy_timeout: std::time::Duration::from_millis(20), ..Settings::default() };
    let site = Site::with(&settings).await;
    let mut ann = site.browser();
    ann.sign_up("ann").await.is(303);
    let token = site.token("ann", "challenge").await;
    let challenges = async || {
        let request = Request::post("/api/v1/challenges")
            .header(header::HOST, "carrick.example")
            .header(header::AUTHORIZATION, format!("Bearer {token}"))
            .header(header::CONTENT_TYPE, "application/json")
            .body(Body::from(r#"{"game": "antipod", "opponent": "level1"}"#));
        Browser::read(site.send(request.unwrap()).await).await
    };
    let probe = async |path: &str| {
        let request = Request::get(path).body(Body::empty()).unwrap();
        let answer = Browser::read(site.send(request).await).await;
        (answer.status.as_u16(), answer.text)
    };
    let other = site.other_program().await;
    let kept = other.begin_import().await.unwrap();
    for answer in [ann.post("/account/feed", &[]).await, challenges().await] {
        answer.is(503);
        assert_eq!(answer.headers[header::RETRY_AFTER], "5");
    }
    assert_eq!(probe("/readyz").await, (503, "busy\n".to_owned()));
    assert_eq!(probe("/healthz").await, (200, "ok\n".to_owned()));
    drop(kept);
    other.close().await;
    ann.post("/account/feed", &[]).await.is(200);
    challenges().await.is(201);
}

#[tokio::test]
async fn a_request_that_names_two_hosts_is_refused() {
    let site = Site::new().await;
    for path in ["/", "/healthz", "/api/v1/games"] {
        for second in ["carrick.example", "evil.example"] {
            let request = Request::get(path)
                .header(header::HOST, "carrick.example")
                .header(header::HOST, second)
                .body(Body::empty())
                .unwrap();
            assert_eq!(site.send(request).await.status().as_u16(), 400, "{path} {second}");
        }
    }
}

/// Answers to requests with a token are not cached anywhere.
#[tokio::test]
async fn what_a_token_sees_is_kept_nowhere() {
    let site = Site::new().await;
    site.browser().sign_up("ann").await.is(303);
    let token = site.token("ann", "read").await;
    for (path, status) in [("/api/v1/me", 200), ("/api/v1/games", 200), ("/api/v1/me/tokens", 403)]
    {
        let request = Request::get(path)
            .header(header::HOST, "carrick.example")
            .header(header::AUTHORIZATION, format!("Bearer {token}"))
            .body(Body::empty())
            .unwrap();
        let answer = site.send(request).await;
        assert_eq!(answer.status().as_u16(), status, "{path}");
        assert_eq!(answer.headers()[header::CACHE_CONTROL], "no-store, private", "{path}");
    }
    let request = Request::get("/api/v1/games").header(header::HOST, "carrick.example");
    let answer = site.send(request.body(Body::empty()).unwrap()).await;
    assert_eq!(answer.headers()[header::CACHE_CONTROL], "no-cache, private");
}

/// A visitor who comes from another site waits for only one file. From page to page, the browser
/// already has the stylesheets.
#[tokio::test]
async fn a_page_contains_its_stylesheets_for_visitors_from_other_sites() {
    let site = Site::new().await;
    for (path, sheets) in [("/", 2), ("/about", 1), ("/explore/anchor", 3), ("/nothing-here", 1)] {
        for (from, arrives) in [("none", true), ("cross-site", true), ("same-origin", false)] {
            let request = Request::get(path)
                .header(header::HOST, "carrick.example")
                .header("sec-fetch-dest", "document")
                .header("sec-fetch-site", from);
            let answer = site.send(request.body(Body::empty()).unwrap()).await;
            let policy = answer.headers()[header::CONTENT_SECURITY_POLICY].to_str().unwrap();
            let policy = policy.to_owned();
            let page = to_bytes(answer.into_body(), usize::MAX).await.unwrap();
            let page = String::from_utf8(page.to_vec()).unwrap();
            let within: Vec<&str> = page
                .split("<style>")
                .skip(1)
                .filter_map(|rest| rest.split("</style>").next())
                .collect();
            let links = page.matches(r#"<link rel="stylesheet""#).count();
            // The font of texts arrives with the second page.
            let expected = if arrives { (sheets, 0) } else { (0, sheets + 1) };
            assert_eq!((within.len(), links), expected, "{path} from {from}");
            for sheet in within {
                let hash = BASE64.encode(&Sha256::digest(sheet));
                assert!(policy.contains(&format!(" 'sha256-{hash}'")), "{path}: {policy}");
            }
            assert_eq!(policy.contains("sha256"), arrives, "{policy}");
            assert!(
                policy.ends_with("trusted-types carrick carrick-app carrick-engine carrick-live")
            );
        }
    }
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

/// Forms that name the next page never lead to another site.
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

/// Uses up the budget of an address or a user. Lists cost most, even if they redirect to signing
/// in.
async fn use_up(browser: &Browser<'_>) {
    for path in ["/boards", "/about"] {
        let mut left = 700;
        while browser.get(path).await.status.as_u16() != 429 {
            assert!(left > 0, "{path} has no limit");
            left -= 1;
        }
    }
}

/// Every public route has a price, and its refusal has the route's own form.
#[tokio::test]
async fn nothing_is_shown_without_end() {
    let site = Site::new().await;
    let mut guest = site.browser();
    guest.post("/new/antipod/hotseat", &[]).await.is(303);
    guest.post("/new/antipod/computer", &[("-radius", "4")]).await.is(303);
    let mut ann = site.browser();
    ann.sign_up("ann").await.is(303);
    let feed = ann.post("/account/feed", &[]).await.text;
    let feed = feed.split("/feeds/").nth(1).unwrap().split('/').next().unwrap();
    let feed = format!("/feeds/{feed}/turns.ics");
    let shown = [
        ("/explore/antipod?options=-radius=10&turns=f14", "text/html; charset=utf-8"),
        ("/explore?board=antipod/101", "text/html; charset=utf-8"),
        ("/position?game=antipod", "application/json"),
        ("/pictures/antipod.svg", "text/plain; charset=utf-8"),
        ("/antipod/101", "text/html; charset=utf-8"),
        ("/antipod/101?try=a1", "text/html; charset=utf-8"),
        ("/antipod/101?at=0", "text/html; charset=utf-8"),
        ("/antipod/101/position", "application/json"),
        ("/antipod/101/board.svg", "text/plain; charset=utf-8"),
        ("/antipod/101/board.png", "text/plain; charset=utf-8"),
        ("/antipod/101/preview.png", "text/plain; charset=utf-8"),
        ("/antipod/101/game.sgf", "text/plain; charset=utf-8"),
        ("/antipod/101/events", "text/plain; charset=utf-8"),
        ("/", "text/html; charset=utf-8"),
        ("/games", "text/html; charset=utf-8"),
        ("/players", "text/html; charset=utf-8"),
        ("/standings/ankor", "text/html; charset=utf-8"),
        ("/search?q=ann", "text/html; charset=utf-8"),
        ("/rules/boche", "text/html; charset=utf-8"),
        ("/nothing-here", "text/html; charset=utf-8"),
        ("/api", "text/html; charset=utf-8"),
        ("/api/v1/nothing", "application/problem+json"),
        ("/api/v1/position?game=antipod", "application/problem+json"),
        ("/api/v1/boards", "application/problem+json"),
        ("/api/v1/boards/antipod/101", "application/problem+json"),
        ("/api/v1/boards/antipod/101/position", "application/problem+json"),
        ("/api/v1/users", "application/problem+json"),
        ("/api/v1/standings/ankor", "application/problem+json"),
        ("/api/v1/seeks", "application/problem+json"),
    ];
    let anybody = site.browser();
    for (path, _) in shown.iter().filter(|(path, _)| !path.ends_with("/events")) {
        assert!(anybody.get(path).await.status.as_u16() < 500, "{path}");
    }
    use_up(&anybody).await;
    for (path, form) in shown {
        let answer = anybody.get(path).await;
        answer.is(429).says("Too many requests").says("Try again in ");
        let content = answer.headers[header::CONTENT_TYPE].to_str().unwrap();
        assert_eq!(content, form, "{path}");
        let wait: u32 = answer.headers[header::RETRY_AFTER].to_str().unwrap().parse().unwrap();
        assert!((1..10).contains(&wait), "{path}: {wait}");
    }
    // A guest shares the budget of their address; users who have signed up, and other addresses,
    // are not affected.
    guest.get("/antipod/101").await.is(429);
    ann.get("/antipod/101").await.is(200);
    ann.get(&feed).await.is(200);
    site.browser_at("198.51.100.7").get("/antipod/101").await.is(200);
    // Sending forms also does not use it up: forms have separate limits.
    site.browser()
        .post("/sign-in", &[("user", "ann"), ("password", &password("ann"))])
        .await
        .is(303);
    // Each user has a budget, and their programs have another; everyone at one address also shares
    // one.
    use_up(&ann).await;
    ann.get("/antipod/101").await.is(429);
    assert_ne!(ann.get("/assets/x/site.css").await.status.as_u16(), 429, "files cost nothing");
    site.later(jiff::SignedDuration::from_secs(10));
    anybody.get("/antipod/101").await.is(200);
    ann.get("/antipod/101").await.is(200);
    anybody.get("/antipod/101/board.png").await.is(200);
}

/// Thirty people at one address look at boards and lists, one each second with everything that a
/// page loads, and none of them meets a limit. Neither do watchers of a board in play.
#[tokio::test]
async fn a_club_behind_one_address_meets_no_limit() {
    let site = Site::new().await;
    site.browser_at("198.51.100.7").post("/new/antipod/computer", &[]).await.is(303);
    let anybody = site.browser();
    for second in 0..10 {
        for reader in 0..30 {
            let paths: &[&str] = match (second + reader) % 4 {
                0 => &["/antipod/101", "/antipod/101/position"],
                1 => &["/games", "/antipod/101/small.svg"],
                _ => &["/about"],
            };
            for path in paths {
                anybody.get(path).await.is(200);
            }
        }
        site.later(jiff::SignedDuration::from_secs(1));
    }
}

/// A class that starts to play from one address gets in; if it meets the limit, the form keeps its
/// values.
#[tokio::test]
async fn a_form_over_the_limit_keeps_what_was_typed() {
    let site = Site::new().await;
    let chosen = [("-radius", "4"), ("level", "7")];
    for _ in 0..50 {
        site.browser().post("/new/antipod/computer", &chosen).await.is(303);
    }
    for path in ["/new/antipod/computer", "/new/antipod/hotseat"] {
        let answer = site.browser().post(path, &chosen).await;
        answer.is(429).says("Try again in ").says("<option value=\"4\" selected>4 points");
        let wait: u32 = answer.headers[header::RETRY_AFTER].to_str().unwrap().parse().unwrap();
        assert!((30..=60).contains(&wait), "{wait}");
    }
    let mut ann = site.browser();
    ann.sign_up("ann").await.is(303);
    let letter = [("to", "nobody_here"), ("text", "a long letter")];
    let mut answer = ann.post("/write", &letter).await;
    for _ in 0..130 {
        answer = ann.post("/write", &letter).await;
    }
    answer.is(429).says("a long letter").says("nobody_here").says("Try again in ");
    assert!(answer.headers.contains_key(header::RETRY_AFTER));
    let answer = ann.post("/account/feed", &[]).await;
    answer.is(429).says("Try again in 1 second");
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
