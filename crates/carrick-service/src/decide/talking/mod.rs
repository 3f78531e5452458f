//! Talking: at a board, in messages, in the news.

mod chat;
mod letters;
mod readers;

pub(in crate::decide) use chat::to_subscribers;
pub use chat::{MOST_REMARKS, may_talk};
