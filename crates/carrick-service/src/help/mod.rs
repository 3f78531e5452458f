//! Help.
use crate::HelpTopic;
/// Text.
#[must_use]
pub fn text(_topic: Option<HelpTopic>) -> String {
    String::new()
}
