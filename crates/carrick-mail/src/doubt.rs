//! Mails that cannot be read with certainty.

/// Reason why a mail is neither played nor passed on: what it says is not certain. The text tells
/// its sender.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Doubt {
    /// Something of the text was lost on its way.
    #[error(
        "your mail arrived damaged: part of its text was lost on the way, so nothing was done. Please send it \
         again, as plain text if your program lets you choose"
    )]
    Damaged,
    /// Words that may be the sender's own or those of a quoted mail.
    #[error(
        "it is not certain which words of your mail are yours and which are quoted, so nothing was done. Please \
         answer again with only your own words: your turn on the first line, what you want to say below it, and \
         no quotation"
    )]
    Quotation,
    /// Words that are not plainly shown.
    #[error(
        "some words of your mail are hidden, struck out, raised or indented, so it is not certain what it says, and \
         nothing was done. Please send it again as plain text"
    )]
    Layout,
    /// Texts side by side, or versions of one text that differ.
    #[error(
        "your mail has several texts that do not say the same, so nothing was done. Please send it again as plain \
         text, with nothing attached"
    )]
    Texts,
    /// A form that Carrick does not read.
    #[error(
        "your mail has a form that Carrick cannot read, so nothing was done. Please send it again as plain text, \
         with nothing attached"
    )]
    Form,
    /// More than is read.
    #[error(
        "your mail is too large to be read, so nothing was done. Please send it again with only your own words, \
         without a quotation and with nothing attached"
    )]
    TooLarge,
}
