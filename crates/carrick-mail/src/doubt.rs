//! Emails that cannot be read with certainty.

/// Reason why an email is neither played nor passed on: it is not certain what it says. The text
/// tells its sender.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Doubt {
    /// Part of the text was lost on its way.
    #[error(
        "your email arrived damaged: part of its text was lost on the way, so nothing was done. Please send it \
         again, as plain text if your program lets you choose"
    )]
    Damaged,
    /// Words that may be the sender's own or quoted from another email.
    #[error(
        "it is not certain which words of your email are yours and which are quoted, so nothing was done. Please \
         answer again with only your own words: your turn on the first line, what you want to say below it, and \
         no quotation"
    )]
    Quotation,
    /// Words that are not shown plainly.
    #[error(
        "some words of your email are hidden, struck out, raised or indented, so it is not certain what it says, and \
         nothing was done. Please send it again as plain text"
    )]
    Layout,
    /// Texts next to each other, or versions of one text that differ.
    #[error(
        "your email contains several texts that differ, so nothing was done. Please send it again as plain \
         text, with nothing attached"
    )]
    Texts,
    /// A format that Carrick does not read.
    #[error(
        "your email has a format that Carrick cannot read, so nothing was done. Please send it again as plain text, \
         with nothing attached"
    )]
    Form,
    /// More than is read.
    #[error(
        "your email is too large to be read, so nothing was done. Please send it again with only your own words, \
         without a quotation and with nothing attached"
    )]
    TooLarge,
}
