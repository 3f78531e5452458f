//! Minimal HTTP client for this site's responses: one connection, one request at a time.

use std::net::Ipv4Addr;

use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufStream};
use tokio::net::{TcpSocket, TcpStream};

use super::Outcome;

/// Beginning of the tokens of programs; others are those of sessions.
const PROGRAMS: &str = "carrick_";

pub(crate) struct Client {
    stream: BufStream<TcpStream>,
    host: String,
}

pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) location: String,
    pub(crate) body: String,
}

impl Client {
    pub(crate) async fn connect(address: &str) -> Outcome<Self> {
        Self::connect_from(Ipv4Addr::LOCALHOST, address).await
    }

    /// Connects from an address of this machine. The site works on a few requests of one address at
    /// once and no more, so clients that stand for many people must not share one.
    pub(crate) async fn connect_from(own: Ipv4Addr, address: &str) -> Outcome<Self> {
        let socket = TcpSocket::new_v4()?;
        socket.bind((own, 0).into())?;
        let stream = socket.connect(address.parse()?).await?;
        stream.set_nodelay(true)?;
        Ok(Self { stream: BufStream::with_capacity(1024, 1024, stream), host: address.to_owned() })
    }

    pub(crate) async fn get(&mut self, path: &str, token: Option<&str>) -> Outcome<Answer> {
        self.send("GET", path, token, None).await?;
        self.read().await
    }

    /// Sends a form, or an object of JSON.
    pub(crate) async fn post(&mut self, path: &str, token: &str, form: &str) -> Outcome<Answer> {
        self.send("POST", path, Some(token), Some(form)).await?;
        self.read().await
    }

    /// Requests a response that does not end.
    pub(crate) async fn begin(&mut self, path: &str, token: &str) -> Outcome<()> {
        self.send("GET", path, Some(token), None).await
    }

    /// Reads until a line begins with `start`.
    pub(crate) async fn hear(&mut self, start: &str) -> Outcome<()> {
        let mut line = String::new();
        while !line.starts_with(start) {
            line.clear();
            if self.stream.read_line(&mut line).await? == 0 {
                return Err("a stream ended".into());
            }
        }
        Ok(())
    }

    async fn send(
        &mut self,
        method: &str,
        path: &str,
        token: Option<&str>,
        form: Option<&str>,
    ) -> Outcome<()> {
        let Self { host, .. } = self;
        let mut head =
            format!("{method} {path} HTTP/1.1\r\nhost: {host}\r\norigin: http://{host}\r\n");
        head += &match token {
            Some(token) if token.starts_with(PROGRAMS) => {
                format!("authorization: Bearer {token}\r\n")
            }
            Some(token) => format!("cookie: session={token}\r\n"),
            None => String::new(),
        };
        if let Some(form) = form {
            let (length, is_json) = (form.len(), form.starts_with('{'));
            let what = if is_json { "json" } else { "x-www-form-urlencoded" };
            head += &format!("content-type: application/{what}\r\ncontent-length: {length}\r\n");
        }
        self.stream.write_all(format!("{head}\r\n{}", form.unwrap_or_default()).as_bytes()).await?;
        Ok(self.stream.flush().await?)
    }

    async fn read(&mut self) -> Outcome<Answer> {
        let (mut line, mut location, mut length) = (String::new(), String::new(), 0);
        self.stream.read_line(&mut line).await?;
        let status = line.split(' ').nth(1).ok_or("no answer")?.parse()?;
        loop {
            line.clear();
            self.stream.read_line(&mut line).await?;
            match line.trim().split_once(": ") {
                Some(("location", value)) => location = value.to_owned(),
                Some(("content-length", value)) => length = value.parse()?,
                Some(("transfer-encoding", _)) => return Err("an answer of unknown length".into()),
                Some(_) => {}
                None => break,
            }
        }
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body).await?;
        Ok(Answer { status, location, body: String::from_utf8(body)? })
    }
}
