//! Connections that are not well used.

use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

use crate::support::Site;

async fn connect(site: &Site) -> TcpStream {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(carrick_web::serve(listener, site.app.clone(), std::future::pending()));
    TcpStream::connect(address).await.unwrap()
}

/// Everything that comes until the server hangs up.
async fn rest(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).await.unwrap();
    String::from_utf8_lossy(&bytes).into_owned()
}

#[tokio::test]
async fn a_head_that_does_not_end_is_not_waited_for() {
    let site = Site::new().await;
    let mut stream = connect(&site).await;
    stream.write_all(b"GET / HTTP/1.1\r\nhost: carrick.example\r\nx-slow: ").await.unwrap();
    // From here on time passes by itself when everybody waits.
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
    // The server may hang up before all is sent.
    let _ = stream.write_all(long.as_bytes()).await;
    let answer = rest(&mut stream).await;
    assert!(answer.starts_with("HTTP/1.1 431"), "{answer}");
}
