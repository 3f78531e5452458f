//! PostgreSQL servers of suites' own.

use std::fs;
use std::io::{Error, Result};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::tools::done;

/// Makes a server's files unless they are there, and runs it until standard input ends; then it
/// stops as in a crash. It listens for machines of the network `10.77.0.0/16` at an address, if it
/// is given one.
const SCRIPT: &str = r#"
    bin=$1 folder=$2 listens=$3
    trap '' HUP INT TERM
    if [ ! -d "$folder/data" ]; then
        "$bin/initdb" -D "$folder/data" -U carrick --auth=trust -E UTF8 --locale=C.UTF-8 -N
        echo "host all all 10.77.0.0/16 trust" >>"$folder/data/pg_hba.conf"
    fi >"$folder/log" 2>&1
    "$bin/postgres" -D "$folder/data" -k "$folder" -c listen_addresses="$listens" >>"$folder/log" 2>&1 &
    server=$!
    while read -r line; do :; done
    kill -QUIT $server 2>/dev/null
    wait $server
"#;

/// A PostgreSQL server on a socket in a folder, which ends with this value.
pub(super) struct Server {
    folder: PathBuf,
    programs: PathBuf,
    child: Child,
}

impl Server {
    /// Starts a server on a socket and makes its database.
    pub(super) fn start(folder: &Path) -> Result<Self> {
        let words = shell_of_owner(folder)?;
        let mut shell = Command::new(words[0]);
        shell.args(&words[1..]);
        let server = Self::run(folder, shell, "")?;
        server.make_database()?;
        Ok(server)
    }

    /// Starts a server whose files are in a folder, or will be, with a command that runs a shell as
    /// a user who may run PostgreSQL. It listens on a socket and at an address, if there is one.
    pub(super) fn run(folder: &Path, mut shell: Command, listens: &str) -> Result<Self> {
        let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
        let newest = versions.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
        let newest = newest.max().ok_or_else(|| Error::other("PostgreSQL is not installed"))?;
        let programs = PathBuf::from(format!("/usr/lib/postgresql/{newest}/bin"));
        shell.args(["-c", SCRIPT, "sh"]).arg(&programs).arg(folder).arg(listens);
        let child = shell.current_dir("/").stdin(Stdio::piped()).spawn()?;
        let server = Self { folder: folder.to_owned(), programs, child };
        for _ in 0..600 {
            let mut ready = Command::new(server.programs.join("pg_isready"));
            if ready.arg("-q").arg("-h").arg(folder).status()?.success() {
                return Ok(server);
            }
            thread::sleep(Duration::from_millis(100));
        }
        Err(Error::other(fs::read_to_string(folder.join("log"))?))
    }

    /// Makes the database `carrick`.
    pub(super) fn make_database(&self) -> Result<()> {
        let mut create = Command::new(self.programs.join("createdb"));
        done(create.arg("-h").arg(&self.folder).args(["-U", "carrick", "carrick"]))
    }

    /// The database's address, by way of the socket.
    pub(super) fn database(&self) -> String {
        let folder = self.folder.display().to_string().replace('/', "%2F");
        format!("postgres://carrick@{folder}/carrick")
    }
}

/// Words of a command that runs a shell as a user who may run PostgreSQL, which is not root, and
/// owns this folder from now on.
pub(super) fn shell_of_owner(folder: &Path) -> Result<&'static [&'static str]> {
    let is_root = std::os::unix::fs::MetadataExt::uid(&fs::metadata("/proc/self")?) == 0;
    if !is_root {
        return Ok(&["sh"]);
    }
    // In a user's own namespace there is nobody else, so its root takes another number.
    let users = fs::read_to_string("/proc/self/uid_map").unwrap_or_default();
    if users.split_whitespace().last() == Some("1") {
        return Ok(&["unshare", "--user", "--map-user=1", "--map-group=1", "sh"]);
    }
    done(Command::new("chown").arg("postgres").arg(folder))?;
    Ok(&["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", "sh"])
}

impl Drop for Server {
    fn drop(&mut self) {
        // The end of its input stops it.
        drop(self.child.stdin.take());
        let _ = self.child.wait();
    }
}
