//! Talking: at a board, in messages, in the news.

mod chat;
mod letters;
mod readers;

pub use chat::{MOST_REMARKS, may_talk};
