//! The integration tests, in one program: it is linked once, and its tests share the cores.

mod hostile;
mod letters;
mod lmtp;
mod mails;
mod picture_sizes;
mod replies;
