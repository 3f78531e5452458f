//! A relay that follows a plan: real sockets, and every way in which a relay can fail.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};

/// Behaviour of a relay with one email.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Does {
    /// Accepts it.
    Takes,
    /// Answers a step with this line.
    Says(SmtpStep, &'static str),
    /// Ends the connection at a step.
    Drops(SmtpStep),
    /// Never answers a step.
    Sleeps(SmtpStep),
    /// Answers each recipient whose address starts like this with this line and hangs up; accepts
    /// all others.
    HangsUpOn(&'static str, &'static str),
}

/// A step of an SMTP conversation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SmtpStep {
    Greeting,
    /// When the client signs in, which is offered to every client.
    Login,
    Mail,
    Rcpt,
    Data,
    /// In the middle of the email's text.
    Middle,
    /// After the last dot.
    End,
}

/// An email that was accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Taken {
    pub(crate) from: String,
    pub(crate) to: String,
    pub(crate) text: String,
}

#[derive(Debug, Default)]
struct Log {
    plan: VecDeque<Does>,
    taken: Vec<Taken>,
    connections: usize,
}

/// A relay on a port of this machine.
#[derive(Debug, Clone)]
pub(crate) struct Peer {
    at: SocketAddr,
    log: Arc<Mutex<Log>>,
}

impl Peer {
    /// A relay that does this with the first emails, one after another, and accepts all others.
    pub(crate) async fn new(plan: impl IntoIterator<Item = Does>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let at = listener.local_addr().unwrap();
        let log = Log { plan: plan.into_iter().collect(), ..Log::default() };
        let peer = Self { at, log: Arc::new(Mutex::new(log)) };
        let listening = peer.clone();
        tokio::spawn(async move {
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                let peer = listening.clone();
                tokio::spawn(async move {
                    // A client that hangs up has finished.
                    let _ = peer.serve(stream).await;
                });
            }
        });
        peer
    }

    pub(crate) const fn port(&self) -> u16 {
        self.at.port()
    }

    pub(crate) fn taken(&self) -> Vec<Taken> {
        self.log.lock().unwrap().taken.clone()
    }

    pub(crate) fn connections(&self) -> usize {
        self.log.lock().unwrap().connections
    }

    /// Behaviour with the next email, if it is planned for this step.
    fn plan(&self, step: SmtpStep) -> Option<Does> {
        let mut log = self.log.lock().unwrap();
        let now = match log.plan.front()? {
            Does::Takes => step == SmtpStep::End,
            Does::Says(at, _) | Does::Drops(at) | Does::Sleeps(at) => *at == step,
            Does::HangsUpOn(..) => false,
        };
        if now { log.plan.pop_front() } else { None }
    }

    async fn serve(&self, stream: TcpStream) -> std::io::Result<()> {
        self.log.lock().unwrap().connections += 1;
        let (read, mut write) = stream.into_split();
        let mut read = BufReader::new(read);
        if !self.step(&mut write, SmtpStep::Greeting, "220 peer ESMTP").await? {
            return Ok(());
        }
        let (mut from, mut to) = (String::new(), String::new());
        loop {
            let Some(line) = line(&mut read).await? else { return Ok(()) };
            let verb = line.split([' ', ':']).next().unwrap().to_ascii_uppercase();
            let goes_on = match verb.as_str() {
                "MAIL" => {
                    from = within(&line);
                    self.step(&mut write, SmtpStep::Mail, "250 ok").await?
                }
                "RCPT" => {
                    to = within(&line);
                    if let Some(said) = self.hangs_up_on(&to) {
                        write.write_all(format!("{said}\r\n").as_bytes()).await?;
                        return Ok(());
                    }
                    self.step(&mut write, SmtpStep::Rcpt, "250 ok").await?
                }
                "DATA" => {
                    if !self.step(&mut write, SmtpStep::Data, "354 go on").await? {
                        return Ok(());
                    }
                    let Some(text) = self.text(&mut read).await? else { return Ok(()) };
                    let is_taken = !matches!(
                        self.log.lock().unwrap().plan.front(),
                        Some(Does::Says(SmtpStep::End, _))
                    );
                    if is_taken {
                        let taken = Taken { from: from.clone(), to: to.clone(), text };
                        self.log.lock().unwrap().taken.push(taken);
                    }
                    self.step(&mut write, SmtpStep::End, "250 taken").await?
                }
                "EHLO" => {
                    write.write_all(b"250-peer\r\n250 AUTH PLAIN\r\n").await?;
                    true
                }
                "AUTH" => self.step(&mut write, SmtpStep::Login, "235 2.7.0 welcome").await?,
                "QUIT" => {
                    write.write_all(b"221 bye\r\n").await?;
                    return Ok(());
                }
                _ => {
                    write.write_all(b"250 ok\r\n").await?;
                    true
                }
            };
            if !goes_on {
                return Ok(());
            }
        }
    }

    /// Answers a step as planned. Returns whether the connection continues.
    async fn step(
        &self,
        write: &mut OwnedWriteHalf,
        step: SmtpStep,
        usual: &str,
    ) -> std::io::Result<bool> {
        match self.plan(step) {
            None | Some(Does::Takes) => write.write_all(format!("{usual}\r\n").as_bytes()).await?,
            Some(Does::Says(_, line)) => write.write_all(format!("{line}\r\n").as_bytes()).await?,
            Some(Does::Drops(_) | Does::HangsUpOn(..)) => return Ok(false),
            Some(Does::Sleeps(_)) => std::future::pending().await,
        }
        Ok(true)
    }

    /// Reply to a recipient on whom it hangs up, however often they come.
    fn hangs_up_on(&self, to: &str) -> Option<&'static str> {
        match self.log.lock().unwrap().plan.front()? {
            Does::HangsUpOn(name, said) if to.starts_with(name) => Some(said),
            _ => None,
        }
    }

    /// The text up to the dot; `None` if the connection is to end in the middle of it.
    async fn text(&self, read: &mut BufReader<OwnedReadHalf>) -> std::io::Result<Option<String>> {
        let mut text = String::new();
        while let Some(line) = line(read).await? {
            if text.len() > 100 && self.plan(SmtpStep::Middle).is_some() {
                return Ok(None);
            }
            if line == "." {
                return Ok(Some(text));
            }
            text.push_str(line.strip_prefix('.').unwrap_or(&line));
            text.push('\n');
        }
        Ok(None)
    }
}

async fn line(read: &mut BufReader<OwnedReadHalf>) -> std::io::Result<Option<String>> {
    let mut line = String::new();
    let count = read.read_line(&mut line).await?;
    Ok((count > 0).then(|| line.trim_end_matches(['\r', '\n']).to_owned()))
}

fn within(line: &str) -> String {
    let after = line.split_once('<').unwrap().1;
    after.split_once('>').unwrap().0.to_owned()
}
