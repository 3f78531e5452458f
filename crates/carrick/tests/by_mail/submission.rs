//! Submission to a Postfix that requires TLS and a password, like other providers' relays: emails
//! that are sent, emails that are not, and messages for the operator.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use jiff::{SignedDuration, Timestamp};
use tempfile::TempDir;

use super::postfix::{self, Postfix, run};
use crate::support::free_port;

const RIGHT: &str = "tulip-of-may";
const WRONG: &str = "crocus-of-march";

/// SMTP commands of a session that signs in and submits an email.
const SUBMITTED: &str = "auth=1 mail=1 rcpt=1 data=1 quit=1";

/// SMTP commands of the doctor, which writes to the server and to postmaster.
const EXAMINED: &str = "auth=1 mail=2 rcpt=2 data=2 quit=1";

/// Security of a port.
#[derive(Debug, Clone, Copy)]
enum Port {
    /// TLS after STARTTLS, and a password only then.
    StartTls,
    /// TLS from the first byte.
    Tls,
    /// No TLS, but passwords are accepted.
    Bare,
    /// TLS after STARTTLS, but no way to sign in.
    NoLogin,
    /// TLS from the first byte, with a certificate for another machine.
    OtherName,
    /// TLS from the first byte, with a self-signed certificate.
    OwnWord,
}

const PORTS: [Port; 6] =
    [Port::StartTls, Port::Tls, Port::Bare, Port::NoLogin, Port::OtherName, Port::OwnWord];

impl Port {
    /// Postfix's settings for the port.
    const fn options(self) -> &'static str {
        match self {
            Self::StartTls => "-o smtpd_tls_security_level=encrypt -o smtpd_sasl_auth_enable=yes",
            Self::Tls => "-o smtpd_tls_wrappermode=yes -o smtpd_sasl_auth_enable=yes",
            Self::Bare => "-o smtpd_tls_security_level=none -o smtpd_sasl_auth_enable=yes",
            Self::NoLogin => "-o smtpd_tls_security_level=encrypt",
            Self::OtherName => {
                "-o smtpd_tls_wrappermode=yes -o smtpd_sasl_auth_enable=yes \
                 -o smtpd_tls_chain_files=$data_directory/other.pem"
            }
            Self::OwnWord => {
                "-o smtpd_tls_wrappermode=yes -o smtpd_sasl_auth_enable=yes \
                 -o smtpd_tls_chain_files=$data_directory/own.pem"
            }
        }
    }
}

/// A relay, and a database with a queued email to Ann.
struct Office {
    postfix: Postfix,
    ports: [u16; PORTS.len()],
    folder: TempDir,
}

impl Office {
    fn open() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        let socket = postfix::socket_folder(path).join("socket");
        let data = path.join("data");
        fs::create_dir_all(&data).unwrap();
        let authority = Authority::new(&data);
        authority.signs("relay", "DNS:localhost,IP:127.0.0.1");
        authority.signs("other", "DNS:other.example");
        // A self-signed certificate that is not marked as an authority.
        authority.makes("own", "DNS:localhost", "basicConstraints=critical,CA:FALSE");
        let sasl = sasl(path);
        let settings = format!(
            "smtpd_tls_chain_files = {data}/relay.pem\nsmtpd_tls_auth_only = no\n\
             smtpd_sasl_local_domain = carrick.example\ncyrus_sasl_config_path = {sasl}\n",
            data = data.display(),
            sasl = sasl.display()
        );
        let ports = PORTS.map(|_| free_port());
        let mut services = String::new();
        for (kind, port) in PORTS.iter().zip(ports) {
            services += &format!(
                "127.0.0.1:{port} inet n - n - - smtpd {} \
                 -o smtpd_relay_restrictions=permit_sasl_authenticated,reject\n",
                kind.options()
            );
        }
        let postfix = Postfix::start_also(path, &socket, &settings, &services);
        let office = Self { postfix, ports, folder };
        let database = office.path("club.db");
        let signup = "signup ann hunter22 ann@example.org";
        office.carrick(&["do", "--db", database.to_str().unwrap(), signup]);
        office
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes the settings that submit to a port.
    fn submits_to(&self, port: Port, security: &str, password: &str, believed: Option<&str>) {
        let at = self.ports[port as usize];
        let file = self.path("password");
        fs::write(&file, format!("{password}\n")).unwrap();
        let mut settings = format!(
            "base_url = \"https://carrick.example\"\ndatabase = {:?}\n\n[mail]\naddress = \
             \"games@carrick.example\"\n\n[mail.out]\nhost = \"localhost\"\nport = {at}\nsecurity = \
             {security:?}\nuser = \"carrick\"\npassword_file = {file:?}\n",
            self.path("club.db")
        );
        if let Some(name) = believed {
            settings += &format!("certificates = {:?}\n", self.path("data").join(name));
        }
        fs::write(self.path("carrick.toml"), settings).unwrap();
    }

    /// Output of the program and all its logs, which must not contain a password.
    #[track_caller]
    fn carrick(&self, words: &[&str]) -> String {
        let done = Command::new(env!("CARGO_BIN_EXE_carrick"))
            .args(words)
            .env("CARRICK_LOG", "trace")
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let said = [done.stdout, done.stderr].concat();
        let said = String::from_utf8(said).unwrap();
        for secret in [RIGHT, WRONG, &base64(RIGHT), &base64(WRONG)] {
            assert!(!said.contains(secret), "{said}");
        }
        said
    }

    fn with_settings(&self, words: &[&str]) -> String {
        let file = self.path("carrick.toml");
        self.carrick(&[words, &["--config", file.to_str().unwrap()]].concat())
    }
}

/// Makes certificates in a folder, and signs them.
struct Authority<'a>(&'a Path);

impl<'a> Authority<'a> {
    fn new(folder: &'a Path) -> Self {
        let authority = Self(folder);
        authority.makes("authority", "DNS:authority.example", "basicConstraints=critical,CA:TRUE");
        authority
    }

    /// A self-signed certificate, with its key.
    fn makes(&self, name: &str, subject: &str, constraint: &str) {
        self.request(name, subject, &["-addext", constraint]);
    }

    /// A certificate signed by the authority.
    fn signs(&self, name: &str, subject: &str) {
        let file = |end: &str| self.0.join(format!("authority.{end}"));
        let signed = ["-addext", "basicConstraints=critical,CA:FALSE", "-CA"];
        let (crt, key) = (file("crt"), file("key"));
        let [crt, key] = [&crt, &key].map(|path| path.to_str().unwrap());
        self.request(name, subject, &[&signed[..], &[crt, "-CAkey", key]].concat());
    }

    fn request(&self, name: &str, subject: &str, more: &[&str]) {
        let file = |end: &str| self.0.join(format!("{name}.{end}"));
        let names = format!("subjectAltName={subject}");
        let mut openssl = Command::new("openssl");
        openssl.args(["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"]);
        openssl.args(["-nodes", "-days", "2", "-subj", &format!("/CN={name}"), "-addext", &names]);
        run(openssl.args(more).arg("-keyout").arg(file("key")).arg("-out").arg(file("crt")));
        let [key, crt] = ["key", "crt"].map(|end| fs::read(file(end)).unwrap());
        fs::write(file("pem"), [key, crt].concat()).unwrap();
    }
}

/// A folder with the settings of Cyrus SASL, which knows one user and their password. Debian's
/// Postfix looks for it only next to its own settings.
fn sasl(folder: &Path) -> PathBuf {
    let path = folder.join("postfix/sasl");
    fs::create_dir_all(&path).unwrap();
    let users = path.join("users");
    let settings = format!(
        "pwcheck_method: auxprop\nauxprop_plugin: sasldb\nsasldb_path: {}\nmech_list: PLAIN LOGIN\n",
        users.display()
    );
    fs::write(path.join("smtpd.conf"), settings).unwrap();
    let typed = path.join("typed");
    fs::write(&typed, RIGHT).unwrap();
    let mut saslpasswd = Command::new("saslpasswd2");
    saslpasswd.args(["-p", "-c", "-u", "carrick.example", "-f"]).arg(&users).arg("carrick");
    run(saslpasswd.stdin(fs::File::open(typed).unwrap()));
    run(Command::new("chown").arg("postfix").arg(&users));
    path
}

/// A password in SASL's PLAIN encoding.
fn base64(password: &str) -> String {
    data_encoding::BASE64.encode(format!("\0carrick\0{password}").as_bytes())
}

#[test]
#[ignore = "needs Postfix and root: cargo xtask ci --install"]
fn mail_is_accepted_with_tls_and_the_password() {
    for (port, security, believed, before) in [
        (Port::StartTls, "starttls", "authority.crt", "ehlo=2 starttls=1 "),
        (Port::Tls, "tls", "authority.crt", "ehlo=1 "),
        (Port::OwnWord, "tls", "own.crt", "ehlo=1 "),
    ] {
        let mut office = Office::open();
        office.submits_to(port, security, RIGHT, Some(believed));
        let said = office.with_settings(&["outbox", "send"]);
        assert!(said.starts_with("1 sent."), "{port:?}: {said}");
        assert_eq!(office.postfix.conversation(1), format!("{before}{SUBMITTED}"), "{port:?}");
        let said = office.with_settings(&["doctor", "--timeout", "1"]);
        assert!(said.contains("ok    the relay accepts our mail"), "{port:?}: {said}");
        assert_eq!(office.postfix.conversation(0), format!("{before}{EXAMINED}"), "{port:?}");
    }
}

/// Each refused relay, the commands sent to it, and the messages for the operator: from the doctor,
/// when the outbox is sent, and when they ask why mail waits. Carrick gives up on nothing, and the
/// email goes out as soon as the settings are correct.
#[test]
#[ignore = "needs Postfix and root: cargo xtask ci --install"]
fn faults_are_reported_and_mail_waits() {
    let believed = Some("authority.crt");
    let mut office = Office::open();
    // Mail that failed because the relay was down waits behind other mail for some seconds.
    let mut now = Timestamp::now();
    let mut sends = |office: &Office| {
        now += SignedDuration::from_mins(1);
        office.with_settings(&["outbox", "--now", &now.to_string(), "send"])
    };
    for (port, security, password, believed, conversation, told) in [
        (
            Port::StartTls,
            "starttls",
            RIGHT,
            None,
            "ehlo=1 starttls=0/1",
            "its certificate is not signed by a trusted authority",
        ),
        (Port::Tls, "tls", RIGHT, None, "", "its certificate is not signed by a trusted authority"),
        (
            Port::OtherName,
            "tls",
            RIGHT,
            believed,
            "",
            "its certificate is for another name; host in [mail.out] must be a name in the certificate",
        ),
        (
            Port::Bare,
            "starttls",
            RIGHT,
            believed,
            "ehlo=1 quit=1",
            "the relay does not offer STARTTLS, and nothing is sent without TLS",
        ),
        (
            Port::Bare,
            "tls",
            RIGHT,
            believed,
            "",
            "the relay does not speak TLS from the first byte",
        ),
        (
            Port::NoLogin,
            "starttls",
            RIGHT,
            believed,
            "ehlo=2 starttls=1 quit=1",
            "the relay offers no way to sign in (PLAIN or LOGIN)",
        ),
        (
            Port::StartTls,
            "starttls",
            WRONG,
            believed,
            "ehlo=2 starttls=1 auth=0/1 quit=1",
            "the relay refused the sign-in: permanent error (535): 5.7.8 Error: authentication failed",
        ),
        (
            Port::Tls,
            "tls",
            WRONG,
            believed,
            "ehlo=1 auth=0/1 quit=1",
            "the relay refused the sign-in: permanent error (535): 5.7.8 Error: authentication failed",
        ),
    ] {
        let case = format!("{port:?} by {security} with {password}");
        office.submits_to(port, security, password, believed);
        let told = format!("localhost: {told}");
        for tries in [&mut sends as &mut dyn FnMut(&Office) -> String, &mut |office| {
            office.with_settings(&["doctor"])
        }] {
            let said = tries(&office);
            assert!(said.contains(&told), "{case}: {said}");
            assert_eq!(office.postfix.conversation(0), conversation, "{case}");
        }
        let said = office.with_settings(&["outbox", "list"]);
        assert!(said.contains(&format!("last failure: {told}")), "{case}: {said}");
        assert!(said.contains("given up              0"), "{case}: {said}");
    }
    office.submits_to(Port::StartTls, "starttls", RIGHT, believed);
    let said = sends(&office);
    assert!(said.starts_with("1 sent."), "{said}");
    office.postfix.wait_for_mails(1);
}
