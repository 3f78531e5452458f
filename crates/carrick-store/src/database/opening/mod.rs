//! Opening databases: files and servers, connection pools, backups.

mod backup;
mod file;
mod pools;
mod private;
mod server;

pub use self::backup::{Backup, BackupError, Restored, backup, restore};
pub(crate) use self::pools::{Alone, ColumnType, Database, Had, TableShape, UNFINISHED, Version};
pub use self::pools::{Connections, Settings, Sizes};
pub use self::private::{Notice, give_to_owner_of_folder, make_private};
pub use self::server::Protection;
