//! A Postfix for tests: all its files in a folder, on a port of the loopback interface, without
//! systemd.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use crate::support::free_port;

pub(crate) struct Postfix {
    config: PathBuf,
    port: u16,
    log: Receiver<String>,
    tail: Child,
}

/// Its services, without a chroot, because nothing is installed in one.
const MASTER: &str = "\
127.0.0.1:PORT inet n - n - - smtpd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
tlsmgr unix - - n 1000? 1 tlsmgr
smtp unix - - n - - smtp
lmtp unix - - n - - lmtp
virtual unix - n n - - virtual
local unix - n n - - local
error unix - - n - - error
retry unix - - n - - error
discard unix - - n - - discard
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
showq unix n - n - - showq
postlog unix-dgram n - n - 1 postlogd
";

/// Time that its log may be silent while a test waits: many times longer than an email takes on a
/// busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// Owner of the mailboxes.
const NOBODY: &str = "65534";

impl Postfix {
    /// Starts one that delivers all mail for carrick.example to a socket, in a folder that it may
    /// enter.
    pub(crate) fn start(folder: &Path, socket: &Path) -> Self {
        Self::start_with(folder, socket, "")
    }

    /// Starts it with more lines in its settings. ann@example.org and bob@example.org have
    /// mailboxes, which are Maildirs in `boxes`.
    pub(crate) fn start_with(folder: &Path, socket: &Path, more: &str) -> Self {
        Self::start_also(folder, socket, more, "")
    }

    /// Starts it with lmtp in a chroot, as Debian ships it.
    pub(crate) fn start_as_debian_has_it(folder: &Path, socket: &Path, more: &str) -> Self {
        let jailed = MASTER.replace("lmtp unix - - n", "lmtp unix - - y");
        Self::start_master(folder, socket, more, &jailed)
    }

    /// Starts it with more services, as lines of master.cf.
    pub(crate) fn start_also(folder: &Path, socket: &Path, more: &str, services: &str) -> Self {
        Self::start_master(folder, socket, more, &(MASTER.to_owned() + services))
    }

    fn start_master(folder: &Path, socket: &Path, more: &str, services: &str) -> Self {
        let port = free_port();
        let config = folder.join("postfix");
        for name in ["postfix", "spool", "data", "boxes"] {
            fs::create_dir_all(folder.join(name)).unwrap();
        }
        fs::set_permissions(folder, fs::Permissions::from_mode(0o755)).unwrap();
        run(Command::new("chown").arg("postfix").arg(folder.join("data")));
        run(Command::new("chown").arg(NOBODY).arg(folder.join("boxes")));
        let (home, log) = (folder.display(), folder.join("mail.log"));
        let main = format!(
            "compatibility_level = 3.6\nqueue_directory = {home}/spool\ndata_directory = {home}/data\n\
             maillog_file = {}\nmaillog_file_prefixes = {home}\nmyhostname = mx.carrick.example\n\
             inet_interfaces = 127.0.0.1\ninet_protocols = ipv4\nmynetworks = 127.0.0.0/8\n\
             mydestination =\nlocal_recipient_maps =\nalias_maps =\nrelay_domains = carrick.example\n\
             relay_transport = lmtp:unix:{}\nsmtpd_relay_restrictions = permit_mynetworks, reject\n\
             smtpd_peername_lookup = no\nbounce_queue_lifetime = 0\ntransport_retry_time = 1s\n\
             minimal_backoff_time = 1s\nmaximal_backoff_time = 1s\nqueue_run_delay = 1s\n\
             default_transport = discard\nlmtp_destination_concurrency_limit = 20\n\
             virtual_mailbox_domains = example.org\nvirtual_mailbox_base = {home}/boxes\n\
             virtual_mailbox_maps = inline:{{ {{ ann@example.org = ann/ }}, {{ bob@example.org = bob/ }} }}\n\
             virtual_uid_maps = static:{NOBODY}\nvirtual_gid_maps = static:{NOBODY}\n{more}",
            log.display(),
            socket.display(),
        );
        fs::write(config.join("main.cf"), main).unwrap();
        let services = services.replace("PORT", &port.to_string());
        fs::write(config.join("master.cf"), services).unwrap();
        run(Command::new("postfix").arg("-c").arg(&config).arg("start"));
        let mut tail = Command::new("tail")
            .args(["-n", "+1", "-F"])
            .arg(&log)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let log = lines(tail.stdout.take().unwrap());
        Self { config, port, log, tail }
    }

    /// Sends a message as a mail program would; returns its queue id.
    pub(crate) fn send(&self, from: &str, to: &str, message: &str) -> String {
        self.send_by(None, from, to, message)
    }

    /// Sends an email from another machine, if an address is given: Postfix accepts that address if
    /// its settings allow it (XCLIENT).
    pub(crate) fn send_by(
        &self,
        machine: Option<&str>,
        from: &str,
        to: &str,
        message: &str,
    ) -> String {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        let (mut reader, mut writer) = (BufReader::new(stream.try_clone().unwrap()), stream);
        let mut hear = || {
            let mut line = String::new();
            while line.as_bytes().get(3) != Some(&b' ') {
                line.clear();
                assert_ne!(reader.read_line(&mut line).unwrap(), 0, "Postfix hung up");
            }
            line
        };
        assert!(hear().starts_with("220 "));
        let body = message.replace('\n', "\r\n").replace("\r\n.", "\r\n..");
        let elsewhere = machine.map(|address| format!("XCLIENT ADDR={address}"));
        for line in ["EHLO client.example".to_owned()].into_iter().chain(elsewhere).chain([
            "EHLO client.example".to_owned(),
            format!("MAIL FROM:<{from}>"),
            format!("RCPT TO:<{to}>"),
            "DATA".to_owned(),
        ]) {
            write!(writer, "{line}\r\n").unwrap();
            let reply = hear();
            assert!(reply.starts_with(['2', '3']), "{line}: {reply}");
        }
        write!(writer, "{body}\r\n.\r\n").unwrap();
        queue_name(&hear())
    }

    /// Sends a message with swaks.
    pub(crate) fn swaks(
        &self,
        from: &str,
        to: &str,
        fields: &[(&str, &str)],
        body: &str,
    ) -> String {
        let mut swaks = Command::new("swaks");
        swaks.args(["--server", "127.0.0.1", "--port", &self.port.to_string()]);
        // With an empty body it would never end.
        let body = format!("{body}\n-- \nsent by swaks\n");
        swaks.args(["--from", from, "--to", to, "--body", &body]).stdin(Stdio::null());
        for (name, value) in fields {
            swaks.args(["--header", &format!("{name}: {value}")]);
        }
        let done = swaks.output().unwrap();
        let said = String::from_utf8_lossy(&done.stdout).into_owned();
        assert!(done.status.success(), "{said}");
        queue_name(said.lines().find(|line| line.contains("queued as")).unwrap())
    }

    /// Waits for the outcome of a message in the log.
    pub(crate) fn outcome(&mut self, queued: &str) -> String {
        let (of_it, told) = (format!(" {queued}: to=<"), "status=");
        let mut seen = Vec::new();
        loop {
            let line = self.line(&seen, &format!("an end of {queued}"));
            seen.push(line.clone());
            if let (true, Some((_, status))) = (line.contains(&of_it), line.split_once(told)) {
                return status.trim_end().to_owned();
            }
        }
    }

    /// The next line of the log.
    ///
    /// # Panics
    /// When none comes in time; the panic shows the expected line and the received ones.
    fn line(&self, seen: &[String], wanted: &str) -> String {
        self.log.recv_timeout(PATIENCE).unwrap_or_else(|_| {
            let seconds = PATIENCE.as_secs();
            panic!("waited {seconds} s for {wanted}; the log since then:\n{}", seen.join("\n"))
        })
    }

    /// The port on which it receives mail.
    pub(crate) const fn port(&self) -> u16 {
        self.port
    }

    /// Waits until this many more emails are in mailboxes.
    pub(crate) fn wait_for_mails(&mut self, count: usize) {
        let (mut found, mut seen) = (0, Vec::new());
        while found < count {
            let line =
                self.line(&seen, &format!("{count} mails in mailboxes, of which {found} came"));
            assert!(!line.contains("status=bounced"), "{line}");
            found += usize::from(line.contains("delivered to maildir"));
            seen.push(line);
        }
    }

    /// Statistics of the next SMTP session that ends, as Postfix logs them, such as `ehlo=1
    /// quit=1`; then waits until this many more emails are in mailboxes.
    pub(crate) fn conversation(&mut self, mails: usize) -> String {
        let (mut said, mut found, mut seen) = (None, 0, Vec::new());
        loop {
            if let (Some(said), true) = (&said, found >= mails) {
                return String::clone(said);
            }
            let line = self.line(&seen, &format!("a conversation and {mails} mails"));
            found += usize::from(line.contains("delivered to maildir"));
            if let Some((_, end)) = line.split_once(": disconnect from ") {
                let (_whom, counts) = end.split_once(' ').unwrap();
                said = Some(counts.split_once("commands=").unwrap().0.trim_end().to_owned());
            }
            seen.push(line);
        }
    }

    /// Changes its settings by a command such as `postconf -F …`, and reloads them.
    pub(crate) fn configure(&self, command: &[String]) {
        run(Command::new(&command[0]).arg("-c").arg(&self.config).args(&command[1..]));
        run(Command::new("postfix").arg("-c").arg(&self.config).arg("reload"));
    }

    /// Retries everything in the queue.
    pub(crate) fn flush(&self) {
        run(Command::new("postqueue").arg("-c").arg(&self.config).arg("-f"));
    }
}

impl Postfix {
    /// Stops it.
    pub(crate) fn stop(&self) {
        let _ = Command::new("postfix").arg("-c").arg(&self.config).arg("stop").output();
    }
}

impl Drop for Postfix {
    fn drop(&mut self) {
        self.stop();
        let _ = self.tail.kill();
        let _ = self.tail.wait();
    }
}

/// The folder for a socket that Postfix may connect to: new files in it belong to its group.
pub(crate) fn socket_folder(folder: &Path) -> PathBuf {
    let path = folder.join("lmtp");
    fs::create_dir_all(&path).unwrap();
    run(Command::new("chgrp").arg("postfix").arg(&path));
    fs::set_permissions(&path, fs::Permissions::from_mode(0o2750)).unwrap();
    path
}

/// The lines of a log, as they come.
fn lines(log: ChildStdout) -> Receiver<String> {
    let (tell, heard) = channel();
    std::thread::spawn(move || {
        for line in BufReader::new(log).lines().map_while(Result::ok) {
            if tell.send(line).is_err() {
                return;
            }
        }
    });
    heard
}

fn queue_name(reply: &str) -> String {
    let name = reply.split_once("queued as ").unwrap_or_else(|| panic!("{reply}")).1;
    name.trim().to_owned()
}

#[track_caller]
pub(crate) fn run(command: &mut Command) {
    let done = command.output().unwrap_or_else(|error| {
        panic!("{command:?}: {error}; `cargo xtask ci` installs what is needed")
    });
    assert!(done.status.success(), "{command:?}: {}", String::from_utf8_lossy(&done.stderr));
}
