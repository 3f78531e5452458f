//! The lines that docs/host/mail.md shows for Postfix.

use std::path::Path;

/// The page, with the socket of a test instead of its own.
pub(crate) struct Page(String);

/// The socket on the page.
const SOCKET: &str = "/run/carrick/mail/lmtp";

impl Page {
    pub(crate) fn with_socket(socket: &Path) -> Self {
        let page = include_str!("../../../../docs/host/mail.md");
        let (_, rest) = page.split_once("<!-- printed: postfix -->").unwrap();
        let (section, _) = rest.split_once("<!-- end of: postfix -->").unwrap();
        Self(section.replace(SOCKET, socket.to_str().unwrap()))
    }

    /// The lines that belong in a file.
    pub(crate) fn lines_in(&self, file: &str) -> String {
        let (_, rest) = self.0.split_once(&format!("n `{file}`:\n")).unwrap();
        self.block_in(rest).to_owned()
    }

    /// The lines that the commands write into Postfix's main.cf.
    pub(crate) fn main_cf(&self) -> String {
        let settings = self.0.lines().filter_map(|line| line.strip_prefix("postconf -e '"));
        settings.map(|line| format!("{}\n", line.strip_suffix('\'').unwrap())).collect()
    }

    /// The command that starts with these words.
    pub(crate) fn command(&self, begins: &str) -> Vec<String> {
        let line = self.0.lines().find(|line| line.starts_with(begins)).unwrap();
        line.split_whitespace().map(str::to_owned).collect()
    }

    fn block_in<'p>(&self, text: &'p str) -> &'p str {
        let (_, block) = text.split_once("```text\n").unwrap();
        block.split_once("```").unwrap().0
    }
}
