//! Shares in percent.

/// An estimated share, in percent. It is never shown as certain.
///
/// ```
/// use carrick_games::percent;
/// assert_eq!(percent(0.63), "63 %");
/// assert_eq!(percent(0.9999), "over 99 %");
/// assert_eq!(percent(0.0), "under 1 %");
/// ```
#[must_use]
pub fn percent(share: f32) -> String {
    match share {
        0.995.. => "over 99 %".to_owned(),
        ..0.005 => "under 1 %".to_owned(),
        share => format!("{:.0} %", 100.0 * share),
    }
}
