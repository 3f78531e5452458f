//! A relay for tests: sends lines, and reads replies.

use carrick_post::LmtpAddress;
use tokio::io::{AsyncBufReadExt as _, AsyncRead, AsyncWrite, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpStream, UnixStream};

pub(crate) trait Stream: AsyncRead + AsyncWrite + Unpin + Send {}
impl<T: AsyncRead + AsyncWrite + Unpin + Send> Stream for T {}

pub(crate) struct Client {
    stream: BufReader<Box<dyn Stream>>,
}

impl Client {
    /// Connects, without waiting for a greeting.
    pub(crate) async fn connect(place: &LmtpAddress) -> Self {
        let stream: Box<dyn Stream> = match place {
            LmtpAddress::Socket(path) => Box::new(UnixStream::connect(path).await.unwrap()),
            LmtpAddress::Port(address) => Box::new(TcpStream::connect(address).await.unwrap()),
        };
        Self { stream: BufReader::new(stream) }
    }

    /// Connects and introduces itself.
    pub(crate) async fn greeted(place: &LmtpAddress) -> Self {
        let mut client = Self::connect(place).await;
        assert_eq!(client.hear().await, "220 carrick.example LMTP Carrick");
        assert!(client.ask("LHLO relay.example").await.starts_with("250 "));
        client
    }

    pub(crate) async fn say(&mut self, bytes: &[u8]) {
        self.try_say(bytes).await.unwrap();
    }

    /// Sends bytes to a server that may have hung up.
    pub(crate) async fn try_say(&mut self, bytes: &[u8]) -> std::io::Result<()> {
        self.stream.get_mut().write_all(bytes).await?;
        self.stream.get_mut().flush().await
    }

    /// The last line of a reply; nothing if the server has hung up.
    pub(crate) async fn hear(&mut self) -> String {
        loop {
            let mut line = String::new();
            // A reset connection also counts as hung up.
            if self.stream.read_line(&mut line).await.unwrap_or(0) == 0 {
                return String::new();
            }
            if line.as_bytes().get(3) != Some(&b'-') {
                return line.trim_end().to_owned();
            }
        }
    }

    pub(crate) async fn ask(&mut self, line: &str) -> String {
        self.say(format!("{line}\r\n").as_bytes()).await;
        self.hear().await
    }

    /// Starts a message, up to the server's invitation to send it.
    pub(crate) async fn begin(&mut self, recipients: &[&str]) {
        assert_eq!(self.ask("MAIL FROM:<ann@example.org>").await, "250 2.1.0 Sender accepted");
        for recipient in recipients {
            let noted = self.ask(&format!("RCPT TO:<{recipient}>")).await;
            assert_eq!(noted, "250 2.1.5 Recipient accepted");
        }
        assert!(self.ask("DATA").await.starts_with("354 "));
    }

    /// Sends a message and reads the reply for each recipient.
    pub(crate) async fn send(&mut self, recipients: &[&str], message: &str) -> Vec<String> {
        self.begin(recipients).await;
        self.say(format!("{}\r\n.\r\n", message.replace('\n', "\r\n")).as_bytes()).await;
        let mut statuses = Vec::new();
        for _ in recipients {
            statuses.push(self.hear().await);
        }
        statuses
    }
}
