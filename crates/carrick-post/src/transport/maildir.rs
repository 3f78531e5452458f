//! A folder as a Maildir: a mail is written in `tmp` and then moved to `new`, so that readers see
//! whole mails only.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Once;

use carrick_mail::outgoing::Composed;
use carrick_store::make_private;
use tokio::fs;
use tokio::io::AsyncWriteExt as _;

use super::SendError;
use super::error::Reason;

/// A folder of mails.
#[derive(Debug)]
pub struct Maildir {
    folder: PathBuf,
    /// Whether permissions of older files were mended.
    mended: Once,
}

impl Maildir {
    pub(super) const fn new(folder: PathBuf) -> Self {
        Self { folder, mended: Once::new() }
    }

    /// Writes a mail. It is named after its `Message-ID`: put there twice, it is there once, unless
    /// it was read in between.
    pub(super) async fn put(&self, mail: &Composed) -> Result<(), SendError> {
        self.write(mail).await.map_err(|error| {
            let folder = self.folder.display();
            SendError::Unreachable(Reason::new(&format!("cannot write to {folder}: {error}")))
        })
    }

    async fn write(&self, mail: &Composed) -> io::Result<()> {
        for part in ["tmp", "new", "cur"] {
            private_folder(&self.folder.join(part)).await?;
        }
        self.mended.call_once(|| mend(&self.folder));
        let name = &mail.id;
        let (draft, done) =
            (self.folder.join("tmp").join(name), self.folder.join("new").join(name));
        let mut options = fs::OpenOptions::new();
        options.write(true).create(true).truncate(true);
        #[cfg(unix)]
        options.mode(0o600);
        let mut file = options.open(&draft).await?;
        file.write_all(&without_carriage_returns(&mail.bytes)).await?;
        file.sync_all().await?;
        drop(file);
        fs::rename(&draft, &done).await?;
        sync_folder(&self.folder.join("new")).await
    }
}

/// Makes a folder, with those above it that are missing, for its owner alone.
async fn private_folder(folder: &Path) -> io::Result<()> {
    let mut maker = fs::DirBuilder::new();
    maker.recursive(true);
    #[cfg(unix)]
    maker.mode(0o700);
    maker.create(folder).await
}

/// Removes other users' permissions on a Maildir that was made before, and says so in a line.
fn mend(folder: &Path) {
    let parts = ["tmp", "new", "cur"].map(|part| folder.join(part));
    let mails = parts.iter().filter_map(|part| std::fs::read_dir(part).ok());
    let mails = mails.flatten().flatten().map(|entry| entry.path());
    let all = [folder.to_owned()].into_iter().chain(parts.clone()).chain(mails);
    // All are mended, whether or not anybody hears of it.
    let notices: Vec<_> = all.filter_map(|path| make_private(&path)).collect();
    if let [first, more @ ..] = &*notices {
        tracing::warn!(and_more = more.len(), "{first}");
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
