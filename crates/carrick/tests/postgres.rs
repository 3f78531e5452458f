//! The program with a database on a PostgreSQL server.
#![allow(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::support::cluster::{self, Cluster};
use crate::support::{Club, Serving};

/// Maximum time to wait for a server that was away.
const PATIENCE: Duration = Duration::from_secs(30);

fn run(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_carrick"));
    command.args(arguments).stdin(Stdio::null());
    command.output().unwrap()
}

#[track_caller]
fn refuses(arguments: &[&str], parts: &[&str]) {
    let output = run(arguments);
    let is_service = arguments.starts_with(&["serve"]);
    assert_eq!(output.status.code(), Some(if is_service { 78 } else { 2 }), "{arguments:?}");
    let said = String::from_utf8(output.stderr).unwrap();
    for part in parts {
        assert!(said.contains(part), "{part:?} is not in:\n{said}");
    }
    assert!(!said.contains("hush"), "the password is repeated:\n{said}");
}

#[test]
fn a_password_in_an_address_is_never_repeated() {
    for address in ["postgres://ann:hush@host:port/games", "mysql://ann:hush@host/games"] {
        refuses(&["do", "--db", address, "help"], &["cannot be understood", "USER@HOST"]);
    }
    let nowhere = "postgres://ann:hush@127.0.0.1:1/games";
    refuses(&["do", "--db", nowhere, "list"], &["postgres://ann@127.0.0.1:1/games", "cannot be"]);
    let output = Command::new(env!("CARGO_BIN_EXE_carrick"))
        .args(["do", "--help"])
        .env("CARRICK_DB", nowhere)
        .output()
        .unwrap();
    assert!(output.status.success());
    assert!(!String::from_utf8(output.stdout).unwrap().contains("hush"));
}

#[test]
fn a_password_in_the_file_of_settings_is_never_repeated() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("carrick.toml");
    let path = file.to_str().unwrap();
    for (settings, part) in [
        ("database = \"postgres://ann:hush@host:port/games\"", "cannot be understood"),
        ("listen = \"127.0.0.1:1\"\ndatabase = \"postgres://ann:hush@host/games", "line 2"),
        ("\ndatabase = [\"postgres://ann:hush@host/games\"]", "line 2"),
    ] {
        std::fs::write(&file, settings).unwrap();
        refuses(&["serve", "--config", path], &[part]);
    }
    std::fs::write(&file, "listen = \"here\"").unwrap();
    refuses(&["serve", "--config", path], &["listen = \"here\""]);
}

#[test]
fn commands_that_copy_files_refuse_servers() {
    let address = "postgres://ann:hush@127.0.0.1:1/games";
    refuses(&["backup", "--db", address, "copy.db"], &["pg_dump", "postgres://ann@127.0.0.1:1"]);
    refuses(&["restore", "--db", address, "copy.db"], &["pg_restore"]);
    refuses(&["serve", "--db", address], &["--key", "the same on every machine"]);
}

fn get(to: SocketAddr, path: &str) -> String {
    let mut stream = TcpStream::connect(to).unwrap();
    let host = to.to_string();
    write!(stream, "GET {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

/// `carrick serve` on a database, with the key in a folder.
fn serve(folder: &Path, database: &str) -> Serving {
    let mut command = Command::new(env!("CARGO_BIN_EXE_carrick"));
    command.args(["serve", "--threads", "1", "--listen", "127.0.0.1:0", "--db", database]);
    command.arg("--key").arg(folder.join("carrick.key"));
    command.env_remove("CARRICK_LOG").stdin(Stdio::null());
    Serving::start(command)
}

#[test]
fn several_servers_share_a_database() {
    if !cluster::is_wanted() {
        return;
    }
    let club = Club::new();
    let folder = tempfile::tempdir().unwrap();
    let database = club.database();
    let mut servers = [(); 2].map(|()| serve(folder.path(), database.to_str().unwrap()));
    club.does(&["signup alice alicepass"]);
    club.does(&["signup bob bobspass"]);
    club.does(&["--as", "alice", "antipod", "challenge", "alice", "bob"]);
    for server in &mut servers {
        let answer = get(server.listens, "/antipod/101");
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
        server.stop();
    }
}

/// Someone who alternates between two servers gets no more attempts than from one.
#[test]
fn servers_of_a_database_share_the_limits_that_protect_passwords() {
    if !cluster::is_wanted() {
        return;
    }
    let club = Club::new();
    let folder = tempfile::tempdir().unwrap();
    let database = club.database();
    let start = || serve(folder.path(), database.to_str().unwrap());
    let mut servers = [start(), start()];
    for attempt in 0..10 {
        let answer = get(servers[attempt % 2].listens, "/reset/nothing");
        assert!(answer.starts_with("HTTP/1.1 404"), "{attempt}: {answer}");
    }
    for server in &servers {
        let answer = get(server.listens, "/reset/nothing");
        assert!(answer.starts_with("HTTP/1.1 429"), "{answer}");
    }
    // A restart does not reset the limits either.
    servers[0].stop();
    servers[0] = start();
    assert!(get(servers[0].listens, "/reset/nothing").starts_with("HTTP/1.1 429"));
    for server in &mut servers {
        server.stop();
    }
}

#[test]
fn a_server_without_its_database_answers_503_and_recovers() {
    if !cluster::is_wanted() {
        return;
    }
    let cluster = Cluster::start();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let database = runtime.block_on(cluster.database());
    let folder = tempfile::tempdir().unwrap();
    let mut server = serve(folder.path(), &database);
    let site = server.listens;
    assert!(get(site, "/players").starts_with("HTTP/1.1 200"));
    cluster.crash();
    for path in ["/players", "/api/v1/users/alice"] {
        let answer = get(site, path);
        assert!(answer.starts_with("HTTP/1.1 503"), "{path}: {answer}");
        assert!(answer.contains("\r\nretry-after: "), "{path}: {answer}");
    }
    assert!(get(site, "/readyz").starts_with("HTTP/1.1 503"));
    cluster.recover();
    let began = Instant::now();
    for path in ["/players", "/readyz"] {
        while !get(site, path).starts_with("HTTP/1.1 200") {
            assert!(began.elapsed() < PATIENCE, "{path} does not heal");
        }
    }
    server.stop();
    let log = server.logged.join("\n");
    assert!(log.contains("its server cannot be reached"), "{log}");
    assert!(log.contains("again"), "{log}");
}

/// A certificate for `localhost`, and its authority. Over the network, TLS and a password are
/// required.
const WITH_TLS: &str = r#"
    cd "$folder"
    key="-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes"
    openssl req -x509 $key -days 2 -subj "/CN=Authority" -keyout ca.key -out ca.pem
    openssl req $key -subj "/CN=localhost" -addext subjectAltName=DNS:localhost -keyout tls.key -out tls.csr
    openssl x509 -req -in tls.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 \
        -copy_extensions copy -out tls.pem
    chmod 600 tls.key
    printf 'local all all trust\nhostssl all all all scram-sha-256\n' >data/pg_hba.conf
"#;

/// A server that can also be reached by `localhost` and the port, and a database `games` of a user
/// there. Its authority's certificate is in its folder, as `ca.pem`.
fn with_tls() -> (Cluster, u16) {
    // No other program takes the port immediately after it was freed.
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = free.local_addr().unwrap().port();
    drop(free);
    let settings = [
        "listen_addresses=127.0.0.1",
        "ssl=on",
        "ssl_cert_file=../tls.pem",
        "ssl_key_file=../tls.key",
        "log_connections=on",
    ];
    let cluster = Cluster::run(port, WITH_TLS, &settings);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let folder = cluster.folder().to_str().unwrap().replace('/', "%2F");
        let administrator = format!("postgres://carrick@{folder}:{port}/postgres");
        let mut connection = cluster::raw(&administrator).await;
        let role = "CREATE ROLE ann LOGIN PASSWORD 'hush'";
        for command in [role, "CREATE DATABASE games OWNER ann TEMPLATE template0"] {
            sqlx::query(command).execute(&mut connection).await.unwrap();
        }
    });
    (cluster, port)
}

/// Between the server and a database on another machine, no one can listen, and no one can take the
/// database's place.
#[test]
fn a_database_is_reached_over_tls() {
    if !cluster::is_wanted() {
        return;
    }
    let (cluster, port) = with_tls();
    let at = |host: &str, query: &str| format!("postgres://ann:hush@{host}:{port}/games{query}");
    let authority = cluster.folder().join("ca.pem").display().to_string();
    let trusted = format!("?sslmode=verify-full&sslrootcert={authority}");
    for query in ["", "?sslmode=require", &trusted] {
        let output = run(&["do", "--db", &at("localhost", query), "list"]);
        assert!(output.status.success(), "{query}: {}", String::from_utf8_lossy(&output.stderr));
    }
    // A password that is in no address.
    let folder = tempfile::tempdir().unwrap();
    let passwords = folder.path().join("passwords");
    std::fs::write(&passwords, format!("localhost:{port}:games:ann:hush\n")).unwrap();
    std::fs::set_permissions(&passwords, std::fs::Permissions::from_mode(0o600)).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_carrick"));
    let silent = at("localhost", &trusted).replace(":hush", "");
    command.args(["do", "--db", &silent, "list"]).env("PGPASSFILE", &passwords);
    assert!(command.output().unwrap().status.success());
    let log = std::fs::read_to_string(cluster.folder().join("log")).unwrap();
    let connected = log.lines().filter(|line| line.contains("authorized: user=ann"));
    let (safe, open): (Vec<&str>, Vec<&str>) =
        connected.partition(|line| line.contains("SSL enabled (protocol=TLSv1.3"));
    assert!(safe.len() >= 4 && open.is_empty(), "{safe:?} {open:?}");
    for (host, query, parts) in [
        ("localhost", "?sslmode=disable", ["no encryption", "does the server run"]),
        // The authority is unknown, and the certificate is for another name.
        ("localhost", "?sslmode=verify-full", ["UnknownIssuer", "`sslrootcert`"]),
        ("127.0.0.1", &trusted, ["not valid for name", "for this name"]),
        (
            "localhost",
            "?sslmode=verify-full&sslrootcert=/no.pem",
            ["No such file", "`sslrootcert`"],
        ),
    ] {
        refuses(&["do", "--db", &at(host, query), "list"], &parts);
    }
}
