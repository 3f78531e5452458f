//! A folder as a Maildir: a mail is written in `tmp` and then moved to `new`, so that readers see whole
//! mails only.

use std::io;
use std::path::{Path, PathBuf};

use carrick_mail::outgoing::Composed;
use tokio::fs;
use tokio::io::AsyncWriteExt as _;

use super::SendError;
use super::error::Reason;

/// A folder of mails.
#[derive(Debug)]
pub struct Maildir {
    folder: PathBuf,
}

impl Maildir {
    pub(super) const fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// Writes a mail. It is named after its `Message-ID`: put there twice, it is there once, unless it was
    /// read in between.
    pub(super) async fn put(&self, mail: &Composed) -> Result<(), SendError> {
        self.write(mail).await.map_err(|error| {
            let folder = self.folder.display();
            SendError::Unreachable(Reason::new(&format!("cannot write to {folder}: {error}")))
        })
    }

    async fn write(&self, mail: &Composed) -> io::Result<()> {
        for part in ["tmp", "new", "cur"] {
            fs::create_dir_all(self.folder.join(part)).await?;
        }
        let name = &mail.id;
        let (draft, done) =
            (self.folder.join("tmp").join(name), self.folder.join("new").join(name));
        let mut file = fs::File::create(&draft).await?;
        file.write_all(&without_carriage_returns(&mail.bytes)).await?;
        file.sync_all().await?;
        drop(file);
        fs::rename(&draft, &done).await?;
        sync_folder(&self.folder.join("new")).await
    }
}

/// Files have the line ends of their system.
fn without_carriage_returns(bytes: &[u8]) -> Vec<u8> {
    let ends = |at: usize| bytes[at] == b'\r' && bytes.get(at + 1) == Some(&b'\n');
    (0..bytes.len()).filter(|&at| !ends(at)).map(|at| bytes[at]).collect()
}

/// Makes a new name last.
#[cfg(unix)]
async fn sync_folder(folder: &Path) -> io::Result<()> {
    fs::File::open(folder).await?.sync_all().await
}

#[cfg(not(unix))]
async fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}
