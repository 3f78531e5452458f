//! The site itself: its address, name and contact, embedded files, cookies and links, encodings.
//!
//! Imports no other folder.

pub(crate) mod assets;
mod base_url;
mod bundle;
mod contact;
pub(crate) mod cookie;
pub(crate) mod encode;
mod identity;
pub(crate) mod reset_link;
pub(crate) mod stylesheet;

pub use assets::page_engine_bytes;
pub(crate) use base_url::usual_host;
pub use base_url::{BaseUrl, BaseUrlError};
pub use contact::{Contact, ContactError};
pub use identity::{FootLink, Identity, IdentityError, SiteName};
pub use reset_link::reset_link;
