//! Opening databases: files and servers, connection pools, backups.

mod alone;
mod backup;
mod file;
mod pools;
mod private;
mod server;

pub(crate) use self::alone::{Alone, Had, Kind, Table, UNFINISHED};
pub use self::backup::{Backup, BackupError, Restored, backup, restore};
pub use self::pools::{Connections, Settings, Sizes};
pub(crate) use self::pools::{Database, Version};
pub use self::private::{Notice, give_to_owner_of_folder, make_private};
pub use self::server::Protection;
