//! `cargo xtask machines`: sites on two machines with one database play while everything between
//! them fails. The machines are network namespaces; `docs/design/simulation.md` tells of it.
#![allow(clippy::print_stdout, reason = "printing is what it does")]

mod faults;
mod network;

use std::env;
use std::fs::{self, File};
use std::io::{BufRead as _, BufReader, Error, Result};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use self::faults::Faults;
use self::network::{DATABASE, Machine, Network, PLAYERS, SITES, address};
use super::postgres::{Server, shell_of_owner};
use crate::tools::{BUILT, carrick, done, example};

pub(crate) const USAGE: &str = "cargo xtask machines [--seconds N] [--seed N]";

/// Word with which the task calls itself in namespaces of its own.
const INSIDE: &str = "inside";

/// How long faults go on, in seconds.
const SECONDS: u64 = 60;

/// Port of the sites.
const PORT: u16 = 8010;

/// How long games may take to go on when everything is mended.
const PATIENCE: Duration = Duration::from_secs(90);

/// How long a site may take to stop.
const STOPS_WITHIN: Duration = Duration::from_secs(60);

/// Choices on the command line.
struct Wanted {
    seconds: u64,
    seed: u64,
}

impl Wanted {
    fn read(words: &[String]) -> Option<Self> {
        let mut wanted = Self { seconds: SECONDS, seed: 1 };
        for pair in words.chunks(2) {
            match pair.iter().map(String::as_str).collect::<Vec<_>>()[..] {
                ["--seconds", number] => wanted.seconds = number.parse().ok()?,
                ["--seed", number] => wanted.seed = number.parse().ok()?,
                _ => return None,
            }
        }
        Some(wanted)
    }
}

/// Plays on several machines as the words say.
pub(crate) fn run(words: impl Iterator<Item = String>) -> ExitCode {
    let mut words: Vec<String> = words.collect();
    let is_inside = words.first().is_some_and(|word| word == INSIDE);
    if is_inside {
        words.remove(0);
    }
    let Some(wanted) = Wanted::read(&words) else {
        eprintln!("Usage: {USAGE}");
        return ExitCode::from(2);
    };
    let played = if is_inside { play_in_folder(&wanted) } else { step_inside(&words) };
    match played {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Builds the programs, and runs the task again where networks can be made that nobody else sees.
/// All that is started there ends with it.
fn step_inside(words: &[String]) -> Result<()> {
    carrick()?;
    example("carrick-web", "load")?;
    let spaces = ["--net", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"];
    let own = ["--user", "--map-root-user"];
    let unshare = |as_user: bool| {
        let mut command = Command::new("unshare");
        command.args(own.iter().take(if as_user { own.len() } else { 0 })).args(spaces);
        command
    };
    let is_allowed = |as_user| {
        let tried = unshare(as_user).arg("true").stderr(Stdio::null()).status();
        tried.is_ok_and(|status| status.success())
    };
    let as_user = [false, true].into_iter().find(|&as_user| is_allowed(as_user)).ok_or_else(|| {
        Error::other(
            "Machines are network namespaces, and none can be made here: run it as root, or where \
             users may make namespaces (`unshare --user --net true` succeeds).",
        )
    })?;
    // Only a shell that waits for signals gets them as the first process of its namespace.
    let wait = "trap 'exit 130' INT TERM; \"$@\" & wait $!";
    let mut command = unshare(as_user);
    command.args(["sh", "-c", wait, "sh"]).arg(env::current_exe()?);
    done(command.args(["machines", INSIDE]).args(words).env(BUILT, "yes"))
}

fn play_in_folder(wanted: &Wanted) -> Result<()> {
    let folder = env::temp_dir().join(format!("carrick-machines-{}", wanted.seed));
    // One of an earlier run.
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder)?;
    let played = play(wanted, &folder);
    match &played {
        Ok(()) => fs::remove_dir_all(&folder)?,
        Err(_) => eprintln!("What the programs have logged is in {}.", folder.display()),
    }
    played
}

fn play(wanted: &Wanted, folder: &Path) -> Result<()> {
    let mut cluster = Cluster::start(folder)?;
    let sites = SITES.map(|site| format!("{}:{PORT}", address(site))).join(",");
    let mut players = cluster.network.on(PLAYERS, example("carrick-web", "load")?);
    players.args(["--db", &cluster.database, "--sites", &sites]);
    players.args(["--from", &format!("10.77.{}.0", PLAYERS + 1)]);
    let mut players = players.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let mut said = BufReader::new(players.stdout.take().ok_or_else(|| Error::other("no output"))?);
    // It opens the boards first.
    said.read_line(&mut String::new())?;
    cluster.start_sites()?;

    let start = Instant::now();
    let mut faults = Faults::new(wanted.seed);
    while start.elapsed() < Duration::from_secs(wanted.seconds) {
        if let Some(status) = players.try_wait()? {
            return Err(Error::other(format!("the players have left: {status}")));
        }
        faults.one(&mut cluster, start)?;
    }
    println!("{:6.1} s: everything is mended", start.elapsed().as_secs_f64());
    let mended = Instant::now();
    // The end of their input lets the players finish.
    drop(players.stdin.take());
    loop {
        cluster.tend()?;
        if let Some(status) = players.try_wait()? {
            said.lines().map_while(Result::ok).for_each(|line| println!("{line}"));
            return match status.success() {
                true => Ok(()),
                false => Err(Error::other("the players are not content")),
            };
        }
        if mended.elapsed() > PATIENCE {
            let _ = players.kill();
            return Err(Error::other("games do not go on"));
        }
        thread::sleep(Duration::from_millis(50));
    }
}

/// Everything that runs, on its machines.
struct Cluster {
    network: Network,
    folder: PathBuf,
    carrick: PathBuf,
    database: String,
    server: Option<Server>,
    sites: [Site; 2],
}

/// `carrick serve` on a machine.
#[derive(Default)]
struct Site {
    running: Option<Child>,
    /// Whether it is to run.
    wanted: bool,
}

impl Cluster {
    fn start(folder: &Path) -> Result<Self> {
        fs::create_dir(folder.join("postgres"))?;
        let mut cluster = Self {
            network: Network::new()?,
            folder: folder.to_owned(),
            carrick: carrick()?,
            database: format!("postgres://carrick@{}/carrick", address(DATABASE)),
            server: None,
            sites: Default::default(),
        };
        cluster.start_database()?;
        if let Some(server) = &cluster.server {
            server.make_database()?;
        }
        Ok(cluster)
    }

    fn start_database(&mut self) -> Result<()> {
        let folder = self.folder.join("postgres");
        let words = shell_of_owner(&folder)?;
        let mut shell = self.network.on(DATABASE, words[0]);
        shell.args(&words[1..]);
        self.server = Some(Server::run(&folder, shell, &address(DATABASE))?);
        Ok(())
    }

    fn start_sites(&mut self) -> Result<()> {
        for site in &mut self.sites {
            site.wanted = true;
        }
        self.tend()
    }

    /// Starts sites that are to run and do not, as a service manager would: one that finds no
    /// database when it starts has ended.
    fn tend(&mut self) -> Result<()> {
        for (at, machine) in SITES.into_iter().enumerate() {
            let ended = match &mut self.sites[at].running {
                Some(child) => child.try_wait()?.is_some(),
                None => true,
            };
            if ended && self.sites[at].wanted {
                self.sites[at].running = Some(self.serve(machine)?);
            }
        }
        Ok(())
    }

    fn serve(&self, machine: Machine) -> Result<Child> {
        let log = self.folder.join(format!("site-{machine}.log"));
        let log = File::options().create(true).append(true).open(log)?;
        let mut serve = self.network.on(machine, &self.carrick);
        serve.args(["serve", "--no-limits", "--threads", "1", "--db", &self.database, "--key"]);
        serve.arg(self.folder.join("key")).arg("--listen");
        serve.arg(format!("{}:{PORT}", address(machine))).env_remove("CARRICK_LOG");
        serve.stdin(Stdio::null()).stdout(log.try_clone()?).stderr(log).spawn()
    }

    /// Kills a site, which gets no time for anything.
    fn kill_site(&mut self, at: usize) -> Result<()> {
        let Some(mut child) = self.sites[at].running.take() else { return Ok(()) };
        child.kill()?;
        child.wait().map(drop)
    }

    /// Asks a site to stop, and waits until it has.
    fn stop_site(&mut self, at: usize) -> Result<()> {
        let Some(mut child) = self.sites[at].running.take() else { return Ok(()) };
        // It may have ended by itself.
        let _ = Command::new("kill").args(["-TERM", &child.id().to_string()]).status()?;
        let start = Instant::now();
        while child.try_wait()?.is_none() {
            if start.elapsed() > STOPS_WITHIN {
                child.kill()?;
                child.wait()?;
                return Err(Error::other("a site that was asked to stop goes on"));
            }
            thread::sleep(Duration::from_millis(20));
        }
        Ok(())
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        for at in 0..SITES.len() {
            let _ = self.kill_site(at);
        }
    }
}
