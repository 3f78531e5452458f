//! PostgreSQL servers of suites' own.

use std::fs;
use std::io::{Error, Result};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::tools::done;

/// Runs a server on a socket in a folder until standard input ends; then stops it as in a crash.
const SCRIPT: &str = r#"
    bin=$1 folder=$2
    trap '' HUP INT TERM
    exec >"$folder/log" 2>&1
    "$bin/initdb" -D "$folder/data" -U carrick --auth=trust -E UTF8 --locale=C.UTF-8 -N
    "$bin/postgres" -D "$folder/data" -k "$folder" -c listen_addresses= &
    server=$!
    while read -r line; do :; done
    kill -QUIT $server 2>/dev/null
    wait $server
"#;

/// A PostgreSQL server on a socket in a folder, which ends with this value.
pub(super) struct Server {
    folder: PathBuf,
    child: Child,
}

impl Server {
    /// Starts a server and makes its database.
    pub(super) fn start(folder: &Path) -> Result<Self> {
        let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
        let newest = versions.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
        let newest = newest.max().ok_or_else(|| Error::other("PostgreSQL is not installed"))?;
        let programs = PathBuf::from(format!("/usr/lib/postgresql/{newest}/bin"));
        let mut shell = Command::new("sh");
        // PostgreSQL refuses to run as root.
        if std::os::unix::fs::MetadataExt::uid(&fs::metadata("/proc/self")?) == 0 {
            done(Command::new("chown").arg("postgres").arg(folder))?;
            shell = Command::new("setpriv");
            shell.args(["--reuid=postgres", "--regid=postgres", "--clear-groups", "sh"]);
        }
        shell.args(["-c", SCRIPT, "sh"]).arg(&programs).arg(folder);
        let child = shell.current_dir("/").stdin(Stdio::piped()).spawn()?;
        let server = Self { folder: folder.to_owned(), child };
        for _ in 0..600 {
            let mut ready = Command::new(programs.join("pg_isready"));
            if ready.arg("-q").arg("-h").arg(folder).status()?.success() {
                let mut create = Command::new(programs.join("createdb"));
                done(create.arg("-h").arg(folder).args(["-U", "carrick", "carrick"]))?;
                return Ok(server);
            }
            thread::sleep(Duration::from_millis(100));
        }
        Err(Error::other(fs::read_to_string(folder.join("log"))?))
    }

    /// The database's address, by way of the socket.
    pub(super) fn database(&self) -> String {
        let folder = self.folder.display().to_string().replace('/', "%2F");
        format!("postgres://carrick@{folder}/carrick")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // The end of its input stops it.
        drop(self.child.stdin.take());
        let _ = self.child.wait();
    }
}
