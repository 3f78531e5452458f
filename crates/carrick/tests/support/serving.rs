//! `carrick serve` during a test: its address, and its log; and ports for programs that cannot take
//! any free one.

use std::io::{BufRead as _, BufReader, Read as _};
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{self, Command, Stdio};
use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::Running;

/// Maximum time to wait for a line of the log.
const PATIENCE: Duration = Duration::from_secs(30);

/// A running server.
pub struct Serving {
    pub program: Running,
    pub listens: SocketAddr,
    log: Receiver<String>,
    /// Its log so far, up to the line that a test has waited for.
    pub logged: Vec<String>,
}

/// `carrick serve` in a folder, on its own port, not yet started. `ulimit` limits its open files.
pub fn serve(folder: &Path, ulimit: Option<u32>, arguments: &[&str]) -> Command {
    let database: PathBuf = folder.join("carrick.db");
    let mut command = match ulimit {
        Some(files) => {
            let mut command = Command::new("sh");
            command.args(["-c", &format!("ulimit -n {files}; exec \"$0\" \"$@\"")]);
            command.arg(env!("CARGO_BIN_EXE_carrick"));
            command
        }
        None => Command::new(env!("CARGO_BIN_EXE_carrick")),
    };
    command.args(["serve", "--threads", "1", "--db"]).arg(database).args(arguments);
    if !arguments.contains(&"--listen") {
        command.args(["--listen", "127.0.0.1:0"]);
    }
    command.env_remove("CARRICK_LOG").stdin(Stdio::null());
    command
}

impl Serving {
    /// Starts a server and waits until it listens.
    pub fn start(mut command: Command) -> Self {
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut program = Running(command.spawn().unwrap());
        let (sender, log) = channel();
        let lines = BufReader::new(program.0.stderr.take().unwrap()).lines();
        thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        // The rest is not read; it is small, and the pipe must stay open.
        let mut said = BufReader::new(program.0.stdout.take().unwrap());
        thread::spawn(move || _ = said.read_to_end(&mut Vec::new()));
        let mut serving =
            Self { program, listens: ([127, 0, 0, 1], 0).into(), log, logged: Vec::new() };
        let started = serving.logs("started");
        let listens = started.split("listens").nth(1).unwrap();
        let address = listens.trim_start_matches(['=', '"', ':']);
        let end = address.find([' ', '"']).unwrap_or(address.len());
        serving.listens = address[..end].parse().unwrap();
        serving
    }

    /// Waits for a line of the log that contains this.
    #[track_caller]
    pub fn logs(&mut self, part: &str) -> String {
        let deadline = Instant::now() + PATIENCE;
        loop {
            match self.log.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(line) => {
                    let found = line.contains(part);
                    self.logged.push(line.clone());
                    if found {
                        return line;
                    }
                }
                Err(_) => panic!("{part:?} is not in the log:\n{}", self.logged.join("\n")),
            }
        }
    }

    /// Sends a signal.
    pub fn signal(&self, signal: rustix::process::Signal) {
        let id = i32::try_from(self.program.0.id()).unwrap();
        rustix::process::kill_process(rustix::process::Pid::from_raw(id).unwrap(), signal).unwrap();
    }

    /// Asks it to stop, and returns the time that took; its log until then is in `logged`.
    pub fn stop(&mut self) -> Duration {
        let start = Instant::now();
        self.signal(rustix::process::Signal::TERM);
        assert!(self.program.0.wait().unwrap().success());
        let took = start.elapsed();
        self.logged.extend(self.log.iter());
        took
    }
}

/// A port of the loopback interface that no program listens on, and that no other test of this
/// program gets. It is below those that the system assigns, so that no connection takes it in the
/// meantime.
pub fn free_port() -> u16 {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    let first = 10_000 + (process::id() % 20_000) as u16;
    loop {
        let port = first + NEXT.fetch_add(1, Ordering::Relaxed);
        if TcpListener::bind(("127.0.0.1", port)).is_ok() {
            return port;
        }
    }
}
