//! Where settings come from: flags, variables, files.
#![allow(clippy::unwrap_used)] // a test may stop at what it did not expect

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// Output of a command, with only these variables.
fn said(folder: &Path, line: &str, variables: &[(&str, &str)]) -> (String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_carrick"));
    command.env_clear().env("HOME", folder).envs(variables.iter().copied());
    command.args(line.split(' ')).current_dir(folder).stdin(Stdio::null());
    let output = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr))
}

#[test]
fn an_empty_variable_counts_as_unset() {
    let folder = tempfile::tempdir().unwrap();
    let help = said(folder.path(), "serve --help", &[]).0;
    let variables: Vec<&str> =
        help.split("[env: ").skip(1).map(|rest| rest.split('=').next().unwrap()).collect();
    assert!(variables.len() > 12, "{variables:?}");
    let empty: Vec<(&str, &str)> = variables.iter().map(|name| (*name, "")).collect();
    let folder = tempfile::tempdir().unwrap();
    // A port that is not available stops the server when everything else is correct.
    let line = "serve --listen 192.0.2.1:1";
    let told = said(folder.path(), line, &empty).1;
    assert!(told.contains("cannot listen on 192.0.2.1:1"), "{told}");
    assert!(folder.path().join(".local/share/carrick/carrick.db").exists());
    for name in variables {
        let told = said(folder.path(), line, &[(name, "")]).1;
        assert!(told.contains("cannot listen on 192.0.2.1:1"), "{name}: {told}");
    }
}

#[test]
fn a_wrong_value_is_attributed_to_its_variable() {
    let folder = tempfile::tempdir().unwrap();
    for (name, value) in [
        ("CARRICK_LISTEN", "8010"),
        ("CARRICK_TRUSTED_PROXIES", "here"),
        ("CARRICK_MAX_CONNECTIONS", "many"),
        ("CARRICK_LOG_FORMAT", "xml"),
        ("CARRICK_THREADS", "0"),
    ] {
        let told = said(folder.path(), "serve", &[(name, value)]).1;
        assert!(told.contains(&format!("The value comes from the variable {name}.")), "{told}");
    }
    let told = said(folder.path(), "serve --listen 8010", &[("CARRICK_LISTEN", "[::1]:1")]).1;
    assert!(!told.contains("The value comes from"), "{told}");
}

#[test]
fn a_misspelled_variable_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let line = "serve --listen 192.0.2.1:1";
    let told = said(folder.path(), line, &[("CARRICK_LISTN", "[::1]:1"), ("OTHER", "x")]).1;
    assert!(told.contains("the variable CARRICK_LISTN sets nothing"), "{told}");
    assert_eq!(told.matches("sets nothing").count(), 1, "{told}");
}

#[test]
fn a_relative_data_folder_is_ignored() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path().join("home");
    let variables = [("XDG_DATA_HOME", "rel"), ("HOME", home.to_str().unwrap())];
    said(folder.path(), "do signup ann tulip77", &variables);
    assert!(!folder.path().join("rel").exists());
    assert!(home.join(".local/share/carrick/carrick.db").exists());
    let (_, told) = said(folder.path(), "do signup ann tulip77", &[("HOME", "rel")]);
    assert!(told.contains("there is no home folder"), "{told}");
}

#[test]
fn every_command_finds_the_settings_in_its_folder() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    fs::write(here.join("carrick.toml"), "database = \"club.db\"\n").unwrap();
    said(here, "do signup ann tulip77", &[]);
    assert!(here.join("club.db").exists());
    assert!(said(here, "admin users", &[]).0.contains("\nann "));
    let (out, told) = said(here, "backup copy.db", &[]);
    assert!(out.contains("copy.db is a backup of club.db: "), "{out}{told}");
    assert!(said(here, "token ann --scopes read", &[]).1.is_empty());
    said(here, "do --db other.db signup bob tulip77", &[]);
    assert!(!said(here, "admin users", &[]).0.contains("bob"));
    assert!(said(here, "admin users", &[("CARRICK_DB", "other.db")]).0.contains("\nbob "));
}

/// Exit status and errors of a server that does not start.
fn status(folder: &Path, line: &str) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_carrick"));
    command.env_clear().env("HOME", folder).args(line.split(' ')).current_dir(folder);
    let output = command.stdin(Stdio::null()).output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn wrong_settings_have_an_exit_status() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    fs::write(here.join("wrong.toml"), "database = \"x.db\"\nacess_log = \"-\"\n").unwrap();
    fs::write(here.join("no.db"), "this is no database, and long enough to see that").unwrap();
    fs::write(here.join("empty.toml"), "database = \"\"\n").unwrap();
    for line in [
        "serve --config empty.toml",
        "serve --config wrong.toml",
        "serve --config nowhere.toml",
        "serve --listen 8010",
        "serve --bogus",
        "serve --log loud",
        "serve --db no.db",
        "serve --db x.db --key no.db",
        "serve --check --db no.db",
        "serve --check --db nowhere/x.db",
        "serve --db nowhere/x.db",
        "serve --check --db x.db --listen 192.0.2.1:1",
        "serve --check --db x.db --metrics 192.0.2.1:1",
        "serve --check --db x.db --access-log nowhere/access.log",
        "worker --config wrong.toml",
        "worker --db no.db",
        "worker --threads 0",
    ] {
        let (status, told) = status(here, line);
        assert_eq!(status, Some(78), "{line}: {told}");
    }
    // The network with that address may come up later.
    for line in ["do --db no.db list", "serve --db x.db --listen 192.0.2.1:1"] {
        assert_eq!(status(here, line).0, Some(2), "{line}");
    }
}

#[test]
fn a_file_can_contain_the_address_of_the_database() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    fs::write(here.join("address"), "club.db\n").unwrap();
    fs::write(here.join("carrick.toml"), "database = \"other.db\"\n").unwrap();
    // An image may name its own database.
    let by_file = [("CARRICK_DB_FILE", "address"), ("CARRICK_DB", "images.db")];
    let (_, told) = said(here, "do signup ann tulip77", &by_file);
    assert!(here.join("club.db").exists() && !here.join("images.db").exists(), "{told}");
    assert!(said(here, "admin users", &by_file).0.contains("\nann "));
    assert!(said(here, "admin users --db third.db", &by_file).1.contains("third.db"));
    let line = "serve --listen 192.0.2.1:1";
    let told = said(here, line, &by_file).1;
    assert!(told.contains("cannot listen") && !told.contains("sets nothing"), "{told}");
    for (address, wrong) in [
        ("", "address is empty"),
        (
            "postgres://ann:s3cret@h/db?sslmod=x",
            "cannot read the address of the database in address",
        ),
    ] {
        fs::write(here.join("address"), address).unwrap();
        let told = said(here, "admin users", &by_file).1;
        assert!(told.contains(wrong) && !told.contains("s3cret"), "{told}");
    }
    let told = said(here, "admin users", &[("CARRICK_DB_FILE", "nowhere")]).1;
    assert!(told.contains("cannot read the address of the database in nowhere"), "{told}");
}

#[test]
fn days_to_keep_are_a_flag_and_a_variable() {
    let folder = tempfile::tempdir().unwrap();
    let (right, wrong) = ("serve --check --db x.db --keep-days 7", "a number of days from 1 to");
    assert!(said(folder.path(), right, &[]).0.ends_with("are correct.\n"));
    let told = said(folder.path(), "serve --check --db x.db", &[("CARRICK_KEEP_DAYS", "0")]).1;
    assert!(told.contains(wrong) && told.contains("from the variable CARRICK_KEEP_DAYS"), "{told}");
}

/// Doubtful settings, each with the sentence that a check prints about it. All except the last ones
/// are refused.
#[test]
fn doubtful_settings_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let mail = |lines: &str| format!("[mail]\naddress = \"games@c.example\"\n{lines}");
    let out = |lines: &str| mail(&format!("[mail.out]\n{lines}"));
    let link = |text: &str, url: &str| {
        format!("[site]\nlinks = [{{ text = \"{text}\", url = \"{url}\" }}]")
    };
    for (settings, wrong) in [
        ("threads = 0".into(), "threads: a number of threads from 1 to 256 is expected"),
        ("threads = 100000".into(), "threads: a number of threads from 1 to 256 is expected"),
        (
            "thinking_memory = 1048576".into(),
            "thinking_memory is 1048576 MiB, but this program may",
        ),
        ("thinking_memory = 2000000".into(), "thinking_memory: a number of MiB from 64 to 1048576"),
        ("max_connections = 5\nmax_connections_per_address = 6".into(), "the maximum is 5"),
        ("trusted_proxies = [\"0.0.0.0/0\"]".into(), "trusts everybody on the internet"),
        ("trusted_proxies = [\"10.0.0.1/8\"]".into(), "write 10.0.0.0/8 for the whole network"),
        ("log = \"warn,carrick_wbe=info\"".into(), "log=warn,carrick_wbe=info cannot be read"),
        ("log = \"loud\"".into(), "log=loud cannot be read"),
        ("keep_days = 0".into(), "nonzero"),
        ("database = \"\"".into(), "database: the name of a file is missing"),
        ("database = \"nowhere/x.db\"".into(), "database: there is no folder "),
        ("database = \".\"".into(), "it is a folder"),
        ("access_log = \".\"".into(), "access_log: "),
        ("access_log = \"nowhere/access.log\"".into(), "access_log: "),
        ("base_url = \"carrick.example\"".into(), "base_url: expected http:// or https://"),
        ("[site]\nname = \"\"".into(), "name: a name must have 1 to 40 characters"),
        (link("", "/imprint"), "links: \"\": the text of a link must have 1 to 40 characters"),
        (
            link("Imprint", "javascript:alert(1)"),
            "links: \"Imprint\": the url of a link must be a path",
        ),
        ("access_log = \"\"".into(), "access_log: the name of a file is missing"),
        ("key = \"\"".into(), "key: the name of a file is missing"),
        ("key = \"nowhere/x.key\"".into(), "key: there is no folder "),
        ("key = \".\"".into(), "is not a file"),
        (
            "listen = \"127.0.0.1:8010\"\nmetrics = \"127.0.0.1:8010\"".into(),
            "metrics: 127.0.0.1:8010 is also used for listen",
        ),
        ("metrics = \"0.0.0.0:8010\"".into(), "metrics: 0.0.0.0:8010 is also used for listen"),
        (mail("listen = \"127.0.0.1:8010\""), "listen in [mail]: 127.0.0.1:8010 is also used for"),
        (
            format!("metrics = \"[::1]:9464\"\n{}", mail("listen = \"[::1]:9464\"")),
            "listen in [mail]: [::1]:9464 is also used for metrics",
        ),
        (mail("listen = \"/dev/null\""), "/dev/null exists but is not a socket"),
        (out("host = \"my relay\""), "[mail.out]: host: \"my relay\" is not the name"),
        (out("host = \"r.example\"\nport = 0"), "[mail.out]: port: a number from 1 to 65535"),
        (mail("relay = \"mx carrick\""), "the name of a machine is expected"),
        ("[mail]\naddress = \"games+x@c.example\"".into(), "it cannot contain a +"),
        (mail("listen = \"/nowhere/lmtp\""), "listen in [mail]: there is no folder /nowhere"),
        (out("host = \"localhost\"\nsecurity = \"none\"\nconnections = 0"), "nonzero"),
        (out("host = \"localhost\"\nsecurity = \"none\"\nper_domain = 0"), "nonzero"),
        (out("maildir = \"/nowhere/a/b\""), "[mail.out]: maildir: there is no folder to create"),
        (out("maildir = \"/proc\""), "[mail.out]: maildir: cannot write into /proc"),
    ] {
        fs::write(here.join("doubtful.toml"), settings.as_bytes()).unwrap();
        for line in ["serve --check --config doubtful.toml", "serve --config doubtful.toml"] {
            let (status, told) = status(here, line);
            let is_refused = status == Some(78) && told.contains(wrong);
            assert!(is_refused, "{line}: {settings}\n{status:?} {told}");
        }
    }
    for (settings, doubtful) in [
        (out("maildir = \"mail\""), "emails have no links to games, because base_url is not set"),
        ("base_url = \"http://c.example\"".into(), "visitors reach http://c.example without TLS"),
        (
            "metrics = \"0.0.0.0:9464\"".into(),
            "other machines can read the metrics at 0.0.0.0:9464",
        ),
    ] {
        fs::write(here.join("doubtful.toml"), format!("database = \"x.db\"\n{settings}")).unwrap();
        let (status, told) = status(here, "serve --check --config doubtful.toml");
        assert!(status == Some(0) && told.contains(doubtful), "{settings}\n{status:?} {told}");
    }
}

#[test]
fn a_check_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let names = || {
        let mut names: Vec<_> =
            fs::read_dir(here).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    };
    fs::write(
        here.join("carrick.toml"),
        format!(
            "[mail]\naddress = \"games@c.example\"\nlisten = \"{}\"\n",
            here.join("lmtp").display()
        ),
    )
    .unwrap();
    let (out, told) = said(here, "serve --check --db new.db", &[]);
    assert!(out.contains("no database new.db yet") && out.ends_with("correct.\n"), "{out}{told}");
    assert_eq!(names(), ["carrick.toml"]);
    said(here, "do --db club.db signup ann tulip77", &[]);
    let (before, bytes) = (names(), fs::read(here.join("club.db")).unwrap());
    let line = "serve --check --db club.db --access-log access.log";
    let (out, told) = said(here, line, &[]);
    assert!(out.contains("The database club.db is valid."), "{out}{told}");
    assert_eq!((names(), fs::read(here.join("club.db")).unwrap()), (before, bytes));
    // It does not need the resources of a running server either.
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let _lmtp = std::os::unix::net::UnixListener::bind(here.join("lmtp")).unwrap();
    let line = format!("serve --check --db new.db --listen {}", taken.local_addr().unwrap());
    let (out, told) = said(here, &line, &[]);
    assert!(out.contains("perhaps this server") && out.ends_with("correct.\n"), "{out}{told}");
    assert!(here.join("lmtp").exists());
}

#[test]
fn mail_is_set_up_by_variables() {
    let folder = tempfile::tempdir().unwrap();
    let mail = [
        ("CARRICK_MAIL_ADDRESS", "games@carrick.example"),
        ("CARRICK_MAIL_OUT_HOST", "localhost"),
        ("CARRICK_MAIL_OUT_SECURITY", "none"),
        ("CARRICK_MAIL_OUT_PORT", "2525"),
        ("CARRICK_MAIL_RELAY", ""),
    ];
    let (out, told) = said(folder.path(), "serve --check --db x.db", &mail);
    assert!(out.ends_with("The settings are correct.\n"), "{out}{told}");
    for (name, value, wrong) in [
        ("CARRICK_MAIL_OUT_PORT", "many", "cannot be used: invalid type: string \"many\""),
        ("CARRICK_MAIL_OUT_SECURITY", "ssl", "cannot be used: unknown variant `ssl`"),
    ] {
        let variables: Vec<_> = mail.into_iter().chain([(name, value)]).collect();
        let (_, told) = said(folder.path(), "serve --check --db x.db", &variables);
        assert!(told.contains(wrong), "{told}");
    }
}

#[test]
fn a_key_is_rotated() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    assert!(said(here, "key rotate --db x.db", &[]).1.contains("there is no key x.key"));
    said(here, "do --db x.db signup ann tulip77", &[]);
    said(here, "reset ann --db x.db", &[]);
    let keys = || -> Vec<String> {
        let text = fs::read_to_string(here.join("x.key")).unwrap();
        text.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect()
    };
    let first = keys();
    assert!(said(here, "key rotate --db x.db", &[]).0.contains("Older links keep working."));
    let both = keys();
    assert!(both.len() == 2 && both[0] == first[0] && both[1].starts_with("2 "));
    said(here, "key rotate --drop-old --db x.db", &[]);
    assert!(keys().len() == 1 && keys()[0].starts_with("3 "));
}

#[test]
fn a_service_manager_is_told_when_the_server_is_ready() {
    let unit = |name: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packaging/debian").join(name);
        fs::read_to_string(path).unwrap()
    };
    let (service, worker) = (unit("carrick.service"), unit("carrick-worker.service"));
    // The only program that reports readiness.
    assert!(service.contains("\nType=notify\n") && worker.contains("\nType=exec\n"));
    for unit in [&service, &worker] {
        assert!(unit.contains("\nRestartPreventExitStatus=78\n"), "{unit}");
    }
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("notify");
    let socket = std::os::unix::net::UnixDatagram::bind(&place).unwrap();
    socket.set_read_timeout(Some(std::time::Duration::from_secs(30))).unwrap();
    let mut command = crate::support::serve(folder.path(), None, &[]);
    command.env("NOTIFY_SOCKET", &place);
    let mut server = crate::support::Serving::start(command);
    let mut said = [0; 64];
    let length = socket.recv(&mut said).unwrap();
    assert_eq!(&said[..length], b"READY=1\n");
    std::net::TcpStream::connect(server.listens).unwrap();
    // As `systemctl reload` does.
    assert!(service.contains("\nExecReload=/bin/kill -HUP $MAINPID\n"));
    server.signal(rustix::process::Signal::HUP);
    server.logs("there is no access log to reopen");
    server.stop();
}

#[test]
fn a_closed_site_accepts_only_invited_users() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let settings = "database = \"club.db\"\nregistration = \"invite\"\nbase_url = \"https://c.example\"\n\
                    [mail]\naddress = \"games@c.example\"\n";
    fs::write(here.join("carrick.toml"), settings).unwrap();
    // A user who can open the database may sign others up.
    assert!(said(here, "do signup ann tulip77ann", &[]).0.contains("Welcome"));
    let (link, told) = said(here, "admin invite bob", &[]);
    assert!(link.starts_with("https://c.example/reset/"), "{link}{told}");
    assert!(
        said(here, "admin invite bob", &[]).1.contains("The name bob is taken; choose another.")
    );
    for (name, why) in [
        ("list", "is a command or a game here"),
        ("guest_70", "is reserved for guests"),
        ("admin", "is reserved for guests"),
        ("leve1", "is reserved for guests"),
        ("level12", "is a command or a game here"),
    ] {
        let told = said(here, &format!("admin invite {name}"), &[]).1;
        assert!(told.contains(why), "{name}: {told}");
    }
    // By email.
    let mut command = Command::new(env!("CARGO_BIN_EXE_carrick"));
    command.env_clear().current_dir(here).args(["receive", "--from", "eve@e.example"]);
    command.stdin(Stdio::piped()).stderr(Stdio::piped());
    let mut program = command.spawn().unwrap();
    let mail = b"From: eve@e.example\nTo: games@c.example\nMessage-ID: <1@e.example>\nSubject: signup eve tulip77eve\n\n";
    std::io::Write::write_all(&mut program.stdin.take().unwrap(), mail).unwrap();
    assert!(program.wait_with_output().unwrap().status.success());
    let users = said(here, "admin users", &[]).0;
    assert!(users.contains("\nbob ") && !users.contains("eve"), "{users}");
    // On the page, also for guests.
    let mut command = crate::support::serve(here, None, &["--registration", "closed"]);
    command.current_dir(here);
    let mut server = crate::support::Serving::start(command);
    let to = server.listens;
    let post = |path: &str, body: &str| {
        use std::io::{Read as _, Write as _};
        let mut stream = std::net::TcpStream::connect(to).unwrap();
        let request = format!(
            "POST {path} HTTP/1.1\r\nhost: {to}\r\norigin: http://{to}\r\n\
             content-type: application/x-www-form-urlencoded\r\ncontent-length: {}\r\n\
             connection: close\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    };
    let answer = post("/sign-up", "user=eve&password=tulip77eve");
    assert!(answer.contains("This site does not take new players."), "{answer}");
    let answer = post("/new/antipod", "against=computer&level=level1");
    assert!(answer.contains("this site has no guests"), "{answer}");
    server.stop();
}
