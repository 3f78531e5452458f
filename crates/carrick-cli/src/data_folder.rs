//! Place of the user's data.

use std::path::PathBuf;

/// The program's folder for the user's data (XDG base directory specification); `None` for a user
/// without a home. Paths that are not absolute are ignored, as that specification wants it.
pub fn data_folder() -> Option<PathBuf> {
    let named = |variable| {
        std::env::var_os(variable).map(PathBuf::from).filter(|folder| folder.is_absolute())
    };
    let data = named("XDG_DATA_HOME").or_else(|| Some(named("HOME")?.join(".local/share")))?;
    Some(data.join("carrick"))
}
