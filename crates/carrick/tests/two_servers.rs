//! Two servers on one database: streams of either report every change, in order.
#![allow(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::ops::Range;
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::support::cluster;
use crate::support::{Club, Serving};

/// Maximum time until a stream reports a change.
const PATIENCE: Duration = Duration::from_secs(20);

const BOARDS: usize = 10;

/// A game, as far as it has been played.
const TURNS: [&str; 12] = ["c3", "c4", "c5", "c6", "d3", "d4", "d5", "d6", "e3", "e4", "e5", "e6"];

/// Number of turns at the start of a game: only a few others are open between two players.
const BEGUN: usize = 2;

fn connect(to: SocketAddr, head: &str, token: &str, body: &str) -> BufReader<TcpStream> {
    let mut stream = TcpStream::connect(to).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    let length = body.len();
    let request = format!(
        "{head} HTTP/1.1\r\nhost: {to}\r\nauthorization: Bearer {token}\r\nconnection: close\r\n\
         content-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
    );
    stream.write_all(request.as_bytes()).unwrap();
    BufReader::new(stream)
}

/// Sends a program's request, which must succeed.
#[track_caller]
fn post(to: SocketAddr, path: &str, token: &str, body: &Value) {
    let mut answer = String::new();
    let head = format!("POST /api/v1{path}");
    connect(to, &head, token, &body.to_string()).read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 20"), "{path} {body}: {answer}");
}

/// Number and generation of a board.
type Heard = (u32, u32);

/// Reads a user's stream of changes on a separate thread, and sends each to the channel of its
/// board. Returns when the stream is ready.
fn listen(to: SocketAddr, token: &str, boards: Vec<Sender<Heard>>) {
    let mut lines = connect(to, "GET /api/v1/events", token, "").lines();
    assert!(lines.any(|line| line.unwrap() == "event: ready"));
    thread::spawn(move || {
        let mut last = 0;
        for line in lines.map_while(Result::ok) {
            if let Some(number) = line.strip_prefix("id: ") {
                let number: u64 = number.parse().unwrap();
                assert!(number >= last, "{number} after {last}");
                last = number;
            }
            let Some(data) = line.strip_prefix("data: {\"game\"") else { continue };
            let data: Value = serde_json::from_str(&format!("{{\"game\"{data}")).unwrap();
            let [number, generation] =
                ["number", "generation"].map(|name| data[name].as_u64().unwrap() as u32);
            let _ = boards[(number - 101) as usize].send((number, generation));
        }
    });
}

/// A board, and what the streams of both servers report about it.
struct Table {
    number: u32,
    heard: [Receiver<Heard>; 2],
}

impl Table {
    /// Plays some turns, alternating between the servers, and waits until the streams of both have
    /// reported each. Returns the times that the other server's stream took.
    fn play(
        &self,
        turns: Range<usize>,
        sites: [SocketAddr; 2],
        tokens: &[String; 2],
    ) -> Vec<Duration> {
        let path = format!("/boards/antipod/{}/turns", self.number);
        let mut times = Vec::new();
        for at in turns {
            let ply = at as u32 + 1;
            let here = (ply + self.number) as usize % 2;
            let turn = json!({"number": ply, "turn": TURNS[at]});
            post(sites[here], &path, &tokens[at % 2], &turn);
            let played = Instant::now();
            for (site, stream) in self.heard.iter().enumerate() {
                let change = stream.recv_timeout(PATIENCE).expect("a change is heard");
                assert_eq!(change, (self.number, ply), "server {site}");
                if site != here {
                    times.push(played.elapsed());
                }
            }
        }
        times
    }
}

#[test]
fn streams_of_two_servers_report_every_turn_of_either() {
    if !cluster::is_wanted() {
        return;
    }
    let club = Club::new();
    let folder = tempfile::tempdir().unwrap();
    let mut servers = [(); 2].map(|()| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_carrick"));
        command.args(["serve", "--threads", "1", "--no-limits", "--listen", "127.0.0.1:0"]);
        command.arg("--db").arg(club.database()).arg("--key").arg(folder.path().join("key"));
        Serving::start({
            command.env_remove("CARRICK_LOG").stdin(Stdio::null());
            command
        })
    });
    let sites = servers.each_ref().map(|server| server.listens);
    let tokens = ["ann", "bob"].map(|name| {
        club.does(&[&format!("signup {name} {name}spass")]);
        let mut command = Command::new(env!("CARGO_BIN_EXE_carrick"));
        command
            .args(["token", name, "--scopes", "read,play,challenge", "--db"])
            .arg(club.database());
        String::from_utf8(command.output().unwrap().stdout).unwrap().trim().to_owned()
    });
    let mut tables = Vec::new();
    let mut senders: [Vec<Sender<Heard>>; 2] = Default::default();
    for number in (101..).take(BOARDS) {
        let heard = senders.each_mut().map(|senders| {
            let (sender, receiver) = channel();
            senders.push(sender);
            receiver
        });
        tables.push(Table { number, heard });
    }
    for (site, senders) in sites.into_iter().zip(senders) {
        listen(site, &tokens[1], senders);
    }
    for table in &tables {
        post(sites[0], "/challenges", &tokens[0], &json!({"game": "antipod", "opponent": "bob"}));
        for stream in &table.heard {
            assert_eq!(stream.recv_timeout(PATIENCE).unwrap(), (table.number, 0));
        }
        table.play(0..BEGUN, sites, &tokens);
    }
    let mut times: Vec<Duration> = thread::scope(|scope| {
        let play = |table: Table| table.play(BEGUN..TURNS.len(), sites, &tokens);
        let games: Vec<_> =
            tables.into_iter().map(|table| scope.spawn(move || play(table))).collect();
        games.into_iter().flat_map(|game| game.join().unwrap()).collect()
    });
    times.sort_unstable();
    assert_eq!(times.len(), BOARDS * (TURNS.len() - BEGUN));
    println!("heard after {:?}, at most {:?}", times[times.len() / 2], times[times.len() - 1]);
    for server in &mut servers {
        server.stop();
    }
}
