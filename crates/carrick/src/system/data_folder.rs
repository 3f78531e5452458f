//! Place of the user's data.

use std::path::PathBuf;

/// The program's folder for the user's data (XDG base directory specification); `None` for a user
/// without a home.
pub(crate) fn data_folder() -> Option<PathBuf> {
    let data = match (std::env::var_os("XDG_DATA_HOME"), std::env::var_os("HOME")) {
        (Some(data), _) if !data.is_empty() => PathBuf::from(data),
        (_, Some(home)) if !home.is_empty() => PathBuf::from(home).join(".local/share"),
        _ => return None,
    };
    Some(data.join("carrick"))
}
