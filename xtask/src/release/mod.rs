//! Releases: the version, and Debian's package.

pub(crate) mod deb;
pub(crate) mod version;
