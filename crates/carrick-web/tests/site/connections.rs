//! Misused connections: slow, idle, too many, too long.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use carrick_web::{Access, AccessLog, App, ConnectionLimits, SiteSetup};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

use super::support::Site;

async fn connect(site: &Site) -> TcpStream {
    connect_to(site.app.clone()).await
}

async fn connect_to(app: App) -> TcpStream {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(carrick_web::serve(listener, app, std::future::pending()));
    TcpStream::connect(address).await.unwrap()
}

/// The head of one response, and as much of its body as the head announces.
async fn one_answer(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    while !bytes.ends_with(b"\r\n\r\n") {
        let byte = stream.read_u8().await;
        bytes.push(byte.unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&bytes))));
    }
    let head = String::from_utf8(bytes).unwrap();
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
    let mut body = vec![0; length.map_or(0, |length| length.parse().unwrap())];
    stream.read_exact(&mut body).await.unwrap();
    head + &String::from_utf8(body).unwrap()
}

/// Everything until the server closes the connection.
async fn rest(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).await.unwrap();
    String::from_utf8_lossy(&bytes).into_owned()
}

#[tokio::test]
async fn an_endless_head_times_out() {
    let site = Site::new().await;
    let mut stream = connect(&site).await;
    stream.write_all(b"GET / HTTP/1.1\r\nhost: carrick.example\r\nx-slow: ").await.unwrap();
    // Time now advances automatically whenever all tasks are waiting.
    tokio::time::pause();
    let start = tokio::time::Instant::now();
    let ended = tokio::time::timeout(Duration::from_secs(120), rest(&mut stream)).await;
    assert!(ended.is_ok(), "still open after two minutes");
    assert!(start.elapsed() >= Duration::from_secs(10));
}

#[tokio::test]
async fn a_head_without_bounds_is_refused() {
    let site = Site::new().await;
    let mut stream = connect(&site).await;
    let long =
        format!("GET / HTTP/1.1\r\nhost: carrick.example\r\nx: {}\r\n\r\n", "a".repeat(40_000));
    // The server may close the connection before everything is sent.
    let _ = stream.write_all(long.as_bytes()).await;
    let answer = rest(&mut stream).await;
    assert!(answer.starts_with("HTTP/1.1 431"), "{answer}");
}

/// A length next to a transfer encoding does not count, and the connection ends after the answer;
/// two equal lengths count as one. So nothing that follows a body is mistaken for a part of it.
#[tokio::test]
async fn a_request_with_two_lengths_smuggles_nothing() {
    let site = Site::new().await;
    for (lengths, body, status, ends) in [
        ("content-length: 4\r\ntransfer-encoding: chunked", "7\r\nx=12345\r\n0\r\n\r\n", 303, true),
        ("transfer-encoding: chunked\r\ncontent-length: 4", "7\r\nx=12345\r\n0\r\n\r\n", 303, true),
        ("content-length: 7\r\ncontent-length: 7", "x=12345", 303, false),
        ("content-length: 7\r\ncontent-length: 8", "x=12345", 400, true),
        ("content-length: 7, 7", "x=12345", 400, true),
        ("content-length: +7", "x=12345", 400, true),
        ("transfer-encoding: gzip", "x=12345", 400, true),
        ("transfer-encoding: chunked, gzip", "x=12345", 400, true),
    ] {
        let mut stream = connect(&site).await;
        let smuggled = "GET /about HTTP/1.1\r\nhost: carrick.example\r\n\r\n";
        let request = format!(
            "POST /account/feed HTTP/1.1\r\nhost: carrick.example\r\norigin: https://carrick.example\r\n\
             content-type: application/x-www-form-urlencoded\r\n{lengths}\r\n\r\n{body}"
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        let answer = one_answer(&mut stream).await;
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{lengths}: {answer}");
        let _ = stream.write_all(smuggled.as_bytes()).await;
        let next = tokio::time::timeout(Duration::from_secs(5), stream.read_u8()).await.unwrap();
        assert_eq!(next.is_err(), ends, "{lengths}");
    }
}

/// A form whose handler does not read it, sent in two parts.
#[tokio::test]
async fn a_body_that_nobody_reads_costs_no_answer() {
    let site = Site::new().await;
    let mut stream = connect(&site).await;
    for round in 0..20 {
        let head = "POST /account/feed HTTP/1.1\r\nhost: carrick.example\r\norigin: https://carrick.example\r\n\
                    content-type: application/x-www-form-urlencoded\r\ncontent-length: 7\r\n\r\n";
        stream.write_all(head.as_bytes()).await.unwrap();
        stream.flush().await.unwrap();
        tokio::time::sleep(Duration::from_millis(2)).await;
        stream.write_all(b"x=12345").await.unwrap();
        let answer = one_answer(&mut stream).await;
        assert!(answer.starts_with("HTTP/1.1 303"), "{round}: {answer}");
        assert!(!answer.contains("connection: close"), "{answer}");
    }
}

/// A client that sends a form that is too long can read why it is refused, even if it sends all of
/// it.
#[tokio::test]
async fn a_body_that_is_too_long_is_answered_before_the_connection_ends() {
    let site = Site::new().await;
    for length in [Some(2_000_000), None] {
        let mut stream = connect(&site).await;
        let framing = length.map_or_else(
            || "transfer-encoding: chunked".to_owned(),
            |length: usize| format!("content-length: {length}"),
        );
        let head = format!(
            "POST /sign-in HTTP/1.1\r\nhost: carrick.example\r\norigin: https://carrick.example\r\n\
             content-type: application/x-www-form-urlencoded\r\n{framing}\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        let part = [b'x'; 10_000];
        for _ in 0..200 {
            if length.is_none() {
                stream.write_all(b"2710\r\n").await.unwrap();
            }
            stream.write_all(&part).await.unwrap();
            if length.is_none() {
                stream.write_all(b"\r\n").await.unwrap();
            }
        }
        let answer = one_answer(&mut stream).await;
        assert!(answer.starts_with("HTTP/1.1 4"), "{answer}");
        assert!(answer.contains("connection: close"), "{answer}");
    }
}

#[tokio::test]
async fn a_missing_body_times_out() {
    let site = Site::new().await;
    let mut stream = connect(&site).await;
    let head =
        "POST /sign-in HTTP/1.1\r\nhost: carrick.example\r\ncontent-length: 100\r\n\r\nuser=";
    stream.write_all(head.as_bytes()).await.unwrap();
    tokio::time::pause();
    let answer = tokio::time::timeout(Duration::from_secs(60), rest(&mut stream)).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
    assert!(answer.contains("connection: close"), "{answer}");
}

#[tokio::test]
async fn an_idle_connection_is_closed() {
    let site = Site::new().await;
    let mut stream = connect(&site).await;
    stream.write_all(b"GET /about HTTP/1.1\r\nhost: carrick.example\r\n\r\n").await.unwrap();
    assert!(one_answer(&mut stream).await.starts_with("HTTP/1.1 200"));
    tokio::time::pause();
    let start = tokio::time::Instant::now();
    let left = tokio::time::timeout(Duration::from_secs(600), rest(&mut stream)).await.unwrap();
    assert_eq!(left, "");
    assert!((50..70).contains(&start.elapsed().as_secs()), "{:?}", start.elapsed());
}

/// An event stream sends keep-alives, and lasts as long as it is read.
#[tokio::test]
async fn a_stream_lasts_as_long_as_it_is_read() {
    let site = Site::new().await;
    site.browser().post("/new/antipod/computer", &[]).await.is(303);
    let mut stream = connect(&site).await;
    let request = b"GET /antipod/101/events HTTP/1.1\r\nhost: carrick.example\r\n\r\n";
    stream.write_all(request).await.unwrap();
    assert!(one_answer(&mut stream).await.starts_with("HTTP/1.1 200"));
    tokio::time::pause();
    let mut bytes = [0; 4096];
    let (start, mut heard) = (tokio::time::Instant::now(), 0);
    while start.elapsed() < Duration::from_secs(1200) {
        let read = stream.read(&mut bytes).await.unwrap();
        assert_ne!(read, 0, "ended after {:?}", start.elapsed());
        heard += 1;
    }
    assert!(heard > 20, "{heard}");
}

/// Behind a proxy, all connections are the proxy's, so requests under way are counted for each
/// client.
#[tokio::test]
async fn each_client_behind_a_proxy_has_its_own_limit() {
    let site = Site::new().await;
    let setup = SiteSetup {
        base_url: super::support::BASE.parse().unwrap(),
        on_lan: false,
        trusted_proxies: [IpAddr::V4(Ipv4Addr::LOCALHOST).to_string().parse().unwrap()]
            .into_iter()
            .collect(),
        security_contact: None,
        keys: site.keys.clone(),
    };
    let app = App::new(site.store.clone(), site.feed.clone(), setup, {
        let now = site.now();
        Arc::new(move || now)
    });
    site.browser().post("/new/antipod/computer", &[]).await.is(303);
    let app = app.with_bounds(ConnectionLimits { per_address: 2, ..ConnectionLimits::default() });
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(carrick_web::serve(listener, app, std::future::pending()));
    let ask = async |client: &str| {
        let mut stream = TcpStream::connect(address).await.unwrap();
        let request = format!(
            "GET /antipod/101/events HTTP/1.1\r\nhost: carrick.example\r\nx-forwarded-for: {client}\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        (one_answer(&mut stream).await, stream)
    };
    let mut open = Vec::new();
    for (client, status) in [
        ("192.0.2.1", 200),
        ("6.6.6.6, 192.0.2.1:4711", 200),
        ("6.6.6.7, 192.0.2.1", 429),
        ("192.0.2.2", 200),
        ("[2001:db8::1]:80", 200),
        ("2001:db8::2", 200),
        ("2001:db8::3", 429),
    ] {
        let (answer, stream) = ask(client).await;
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{client}: {answer}");
        assert_eq!(answer.contains("retry-after: 1"), status == 429, "{answer}");
        open.push(stream);
    }
    // One of them ends.
    drop(open.remove(0));
    tokio::time::timeout(Duration::from_secs(10), async {
        while !ask("192.0.2.1").await.0.starts_with("HTTP/1.1 200") {}
    })
    .await
    .unwrap();
}

/// The entries of the access log, which contain no secrets.
#[tokio::test]
async fn the_access_log_has_a_line_for_each_request_and_no_secret() {
    const SECRET: &str = "c2VjcmV0c2VjcmV0";
    let site = Site::new().await;
    let lines = Arc::new(Mutex::new(Vec::<Access>::new()));
    let log = {
        let lines = lines.clone();
        AccessLog::new(move |access| lines.lock().unwrap().push(access.clone()))
    };
    let mut stream = connect_to(site.app.clone().with_access_log(log)).await;
    let secret = format!("carrick_{}", "a1".repeat(32));
    let requests = [
        ("GET /about", 200, "/about"),
        ("HEAD /about", 200, "/about"),
        (&format!("GET /feeds/{SECRET}/turns.atom"), 404, "/feeds/{token}/turns.atom"),
        (&format!("GET /feeds/{SECRET}/turns.ics"), 404, "/feeds/{token}/turns.ics"),
        (&format!("GET /feed/{SECRET}/turns.ics"), 404, "/{game}/{number}/{file}"),
        (&format!("GET /a/b/c/{SECRET}"), 404, "-"),
        (&format!("GET /reset/{SECRET}"), 404, "/reset/{token}"),
        (&format!("GET /confirm/{SECRET}"), 404, "/confirm/{token}"),
        (&format!("GET /change/{SECRET}"), 404, "/change/{token}"),
        (&format!("GET /stop/{SECRET}"), 404, "/stop/{token}"),
        (&format!("GET /search?q={SECRET}"), 200, "/search"),
        (&format!("GET /sign-in?to=/reset/{SECRET}"), 200, "/sign-in"),
        (&format!("GET /players/{SECRET}"), 404, "/players/{user}"),
        (&format!("GET /antipod/{SECRET}"), 404, "/{game}/{number}"),
        (&format!("{SECRET} /about"), 405, "/about"),
        ("GET /rules/ankor", 200, "/rules/ankor"),
        ("GET /api/v1/me", 401, "/api/v1/me"),
        (&format!("GET /api/v1/{SECRET}"), 401, "/api/v1/{*rest}"),
    ];
    for (line, ..) in &requests {
        let request = format!(
            "{line} HTTP/1.1\r\nhost: carrick.example\r\norigin: https://carrick.example\r\n\
             authorization: Bearer {secret}\r\ncookie: __Host-session={SECRET}\r\n\
             referer: https://carrick.example/reset/{SECRET}\r\nuser-agent: {SECRET}\r\n\
             x-forwarded-for: {SECRET}\r\nconnection: close\r\n\r\n"
        );
        let mut stream = TcpStream::connect(stream.peer_addr().unwrap()).await.unwrap();
        stream.write_all(request.as_bytes()).await.unwrap();
        rest(&mut stream).await;
    }
    // A client that leaves in the middle of a request.
    stream
        .write_all(b"POST /sign-in HTTP/1.1\r\nhost: carrick.example\r\ncontent-length: 9\r\n\r\nx")
        .await
        .unwrap();
    drop(stream);
    let wait = async {
        while lines.lock().unwrap().len() <= requests.len() {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(10), wait).await.unwrap();
    let lines = lines.lock().unwrap();
    for ((request, status, path), access) in requests.iter().zip(lines.iter()) {
        assert_eq!((access.status, &*access.path), (Some(*status), *path), "{request}");
        assert_eq!(access.address, "127.0.0.1");
        assert_eq!(access.bytes > 0, !request.starts_with("HEAD"), "{request}");
        assert!(!access.to_string().contains(SECRET) && !format!("{access:?}").contains(SECRET));
    }
    assert_eq!(lines.last().unwrap().method, "POST");
}
