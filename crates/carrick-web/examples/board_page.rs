//! Page with nothing but a board, for looking at boards and for the browser tests of their
//! scripts.
//! `cargo run -p carrick-web --example board_page` prints a URL; add parameters of the position
//! endpoint, such as `?game=ankor&options=-size=4&turns=b1+b2`, and `mode=play` or another mode.
#![allow(clippy::print_stdout)]

use std::collections::BTreeMap;
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::Path;

use carrick_position::{PositionQuery, answer};

/// The site's Content-Security-Policy, with the Trusted Types policy of the board's scripts.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; \
                      form-action 'self'; require-trusted-types-for 'script'; trusted-types carrick";

fn main() -> io::Result<()> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    println!("http://{}/", listener.local_addr()?);
    for stream in listener.incoming() {
        let stream = stream?;
        std::thread::spawn(move || serve(stream));
    }
    Ok(())
}

fn serve(mut stream: TcpStream) -> io::Result<()> {
    let mut lines = BufReader::new(stream.try_clone()?).lines();
    let first = lines.next().transpose()?.unwrap_or_default();
    for line in lines {
        if line?.is_empty() {
            break;
        }
    }
    let target = first.split(' ').nth(1).unwrap_or("/");
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let (status, kind, body) = respond(path, query);
    write!(
        stream,
        "HTTP/1.1 {status} Answer\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\
         Content-Security-Policy: {POLICY}\r\nConnection: close\r\n\r\n{body}",
        body.len(),
    )
}

fn respond(path: &str, query: &str) -> (u16, &'static str, String) {
    let html = "text/html; charset=utf-8";
    match path {
        "/" => (200, html, page(query)),
        "/position" => position(query),
        _ => {
            let name = Path::new(path).file_name().unwrap_or_default();
            let assets = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/assets"));
            let kind = if path.ends_with(".css") { "text/css" } else { "text/javascript" };
            let read = |folder: &str| std::fs::read_to_string(assets.join(folder).join(name)).ok();
            match ["board", "solid", "vendor"].into_iter().find_map(read) {
                // A page has the background of its theme.
                Some(text) if kind == "text/css" => {
                    (200, kind, text + "\nbody { background: var(--board-paper); }\n")
                }
                Some(text) => (200, kind, text),
                None => (404, "text/plain", String::new()),
            }
        }
    }
}

fn position(query: &str) -> (u16, &'static str, String) {
    let kind = "application/json";
    match answer(&read(query).0) {
        Ok(view) => (200, kind, serde_json::to_string(&view).unwrap_or_default()),
        Err(error) => (422, kind, serde_json::to_string(&error.problem()).unwrap_or_default()),
    }
}

fn page(query: &str) -> String {
    let (asked, mode) = read(query);
    let svg = answer(&asked).map_or_else(|error| error.to_string(), |view| view.svg);
    let url = format!("/position?{query}").replace('&', "&amp;").replace('"', "&quot;");
    format!(
        "<!doctype html><html lang=en><meta charset=utf-8>\
         <meta name=viewport content=\"width=device-width, initial-scale=1\">\
         <meta name=color-scheme content=\"light dark\">\
         <title>A board</title><link rel=stylesheet href=/board.css>\
         <script type=module src=/board.js></script>\
         <main><h1>{game}</h1>\
         <p>A word about <a href=\"#board\" data-light=f14>f14</a>.</p>\
         <div id=board data-game=\"{game}\" data-mode=\"{mode}\" data-position-url=\"{url}\">{svg}</div>\
         <form id=turn-form action=/ method=get><label>Turn <input name=turn></label> \
         <button>Send</button><input type=hidden name=line></form></main></html>",
        game = asked.game,
    )
}

/// The parameters of a query, and the board's mode.
fn read(query: &str) -> (PositionQuery, String) {
    let mut given: BTreeMap<String, String> = query
        .split('&')
        .filter_map(|pair| pair.split_once('='))
        .map(|(name, value)| (name.to_owned(), decoded(value)))
        .collect();
    let mut take = |name: &str| given.remove(name).unwrap_or_default();
    let mode = take("mode");
    let asked = PositionQuery {
        game: take("game"),
        options: take("options"),
        turns: take("turns"),
        ply: take("ply"),
        then: take("then"),
        select: take("select"),
        show: take("show"),
        theme: take("theme"),
    };
    (asked, mode)
}

fn decoded(value: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = value.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'+' => b' ',
            b'%' => {
                let mut digit = || char::from(rest.next()?).to_digit(16);
                digit().zip(digit()).map_or(b'%', |(high, low)| (16 * high + low) as u8)
            }
            byte => byte,
        });
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
