//! A PostgreSQL server for the tests, on a socket in a temporary folder. With
//! `CARRICK_TEST_DATABASE=postgres` every test that does not need a file has a database there.

use std::io::Write as _;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock};
use std::time::{Duration, Instant};

use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions as _, PgConnection};

/// Whether the tests run on PostgreSQL.
pub(crate) fn is_wanted() -> bool {
    std::env::var("CARRICK_TEST_DATABASE").is_ok_and(|wanted| wanted == "postgres")
}

/// A running server. It stops with this process, whose end closes the pipe.
pub(crate) struct Cluster {
    folder: PathBuf,
    port: u16,
    pipe: Mutex<ChildStdin>,
}

/// Creates a server's files and runs it until standard input ends; then removes them. A line of
/// input stops it, as a crash would, and the next one starts it again.
const SCRIPT: &str = r#"
    bin=$1 folder=$2 port=$3 prepare=$4
    shift 4
    start() {
        "$bin/postgres" -D "$folder/data" -k "$folder" -p "$port" -c listen_addresses= -c fsync=off \
            -c full_page_writes=off -c autovacuum=off -c max_connections=400 "$@" >>"$folder/log" 2>&1 &
        server=$!
    }
    stop() {
        kill -QUIT $server
        wait $server
    }
    trap '' HUP INT TERM
    "$bin/initdb" -D "$folder/data" -U carrick --auth=trust -E UTF8 --locale=C.UTF-8 -N >"$folder/log" 2>&1
    eval "$prepare" >>"$folder/log" 2>&1
    start "$@"
    while read -r line; do
        stop
        read -r line && start "$@"
    done
    stop
    rm -rf "$folder"
"#;

/// Folder of the newest installed server.
fn programs() -> PathBuf {
    let found = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let versions = found.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let newest = versions.max().expect("PostgreSQL is installed");
    format!("/usr/lib/postgresql/{newest}/bin").into()
}

/// Number of a user, for a server that does not run as root.
fn id(flag: &str, user: &str) -> u32 {
    let found = Command::new("id").args([flag, user]).output().unwrap();
    String::from_utf8(found.stdout).unwrap().trim().parse().unwrap()
}

/// The server that most tests share.
fn cluster() -> &'static Cluster {
    static CLUSTER: OnceLock<Cluster> = OnceLock::new();
    CLUSTER.get_or_init(Cluster::start)
}

impl Cluster {
    pub(crate) fn start() -> Self {
        Self::run(5432, "", &[])
    }

    /// Starts a server with settings, after a script has prepared its files.
    pub(crate) fn run(port: u16, prepare: &str, settings: &[&str]) -> Self {
        let folder = tempfile::Builder::new().prefix("carrick-pg").tempdir().unwrap().keep();
        let mut server = Command::new("sh");
        server.args(["-c", SCRIPT, "sh"]).arg(programs()).arg(&folder);
        server.args([&port.to_string(), prepare]).stdin(Stdio::piped());
        server.args(settings.iter().flat_map(|setting| ["-c", setting]));
        if id("-u", "root") == 0
            && std::os::unix::fs::MetadataExt::uid(&folder.metadata().unwrap()) == 0
        {
            let (user, group) = (id("-u", "postgres"), id("-g", "postgres"));
            std::os::unix::fs::chown(&folder, Some(user), Some(group)).unwrap();
            server.uid(user).gid(group);
        }
        // A terminal's signals must not reach it before the tests are done.
        server.process_group(0);
        let pipe = Mutex::new(server.spawn().unwrap().stdin.take().unwrap());
        let cluster = Self { folder, port, pipe };
        cluster.wait_until(true);
        cluster
    }

    /// Folder of its socket.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Stops the server immediately, as a crash would.
    pub(crate) fn crash(&self) {
        self.pipe.lock().unwrap().write_all(b"stop\n").unwrap();
        self.wait_until(false);
    }

    /// Starts it after a crash.
    pub(crate) fn recover(&self) {
        self.pipe.lock().unwrap().write_all(b"start\n").unwrap();
        self.wait_until(true);
    }

    /// Waits until the server answers, or no longer answers.
    fn wait_until(&self, answers: bool) {
        let began = Instant::now();
        let ready = programs().join("pg_isready");
        let is_ready = || {
            let mut asked = Command::new(&ready);
            asked.arg("-q").arg("-h").arg(&self.folder).args(["-p", &self.port.to_string()]);
            asked.status().unwrap().success()
        };
        while is_ready() != answers {
            let log = || std::fs::read_to_string(self.folder.join("log")).unwrap_or_default();
            assert!(began.elapsed() < Duration::from_secs(60), "no server: {}", log());
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Creates an empty database; returns its address.
    pub(crate) async fn database(&self) -> String {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let name = format!("test{}", NUMBER.fetch_add(1, Ordering::Relaxed));
        let mut connection = raw(&address(&self.folder, "postgres")).await;
        let create = sqlx::AssertSqlSafe(format!("CREATE DATABASE {name} TEMPLATE template0"));
        sqlx::query(create).execute(&mut connection).await.unwrap();
        address(&self.folder, &name)
    }
}

/// Databases of the shared server whose tests have finished.
static FREE: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// A database of the shared server. Another test gets it when this one has finished, since creating
/// one takes half a second.
pub(crate) struct Database(pub(crate) String);

impl Database {
    pub(crate) async fn any() -> Self {
        let free = FREE.lock().unwrap().pop();
        let Some(url) = free else { return Self(cluster().database().await) };
        let mut connection = raw(&url).await;
        let schema = include_str!("../../migrations/postgres/0001_schema.sql");
        let players = &schema[schema.find(PLAYERS).unwrap()..];
        let empty = sqlx::AssertSqlSafe(format!("{EMPTY}\n{players}"));
        sqlx::raw_sql(empty).execute(&mut connection).await.unwrap();
        Self(url)
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        FREE.lock().unwrap().push(std::mem::take(&mut self.0));
    }
}

/// Ends all remaining connections and empties all tables.
const EMPTY: &str = "
    SELECT pg_terminate_backend(pid, 30000) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid();
    DO $$ DECLARE one TEXT; BEGIN
        SET session_replication_role = replica;
        FOR one IN SELECT tablename FROM pg_tables
            WHERE schemaname = 'public' AND tablename <> '_sqlx_migrations'
        LOOP
            EXECUTE format('DELETE FROM %I', one);
        END LOOP;
        SET session_replication_role = origin;
    END $$;
";

/// Line of the schema after which the computer's players are written.
const PLAYERS: &str = "-- The computer's players.";

fn address(folder: &Path, name: &str) -> String {
    let host = folder.to_str().unwrap().replace('/', "%2F");
    format!("postgres://carrick@{host}/{name}")
}

/// A connection that bypasses the store.
pub(crate) async fn raw(url: &str) -> PgConnection {
    url.parse::<PgConnectOptions>().unwrap().connect().await.unwrap()
}
