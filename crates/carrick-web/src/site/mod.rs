//! The site itself: its address, name and contact, embedded files, cookies and links, encodings.

pub(crate) mod address;
pub(crate) mod assets;
mod identity;

pub(crate) use address::usual_host;
pub use address::{BaseUrl, BaseUrlError, Contact, ContactError, reset_link};
pub use identity::{FootLink, Identity, IdentityError, SiteName};
