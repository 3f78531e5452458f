//! Deeds: the most important effect of a turn, as words that follow "to" or "let White".

use carrick_games::{AnyGame, GameKind, WinBy};

use super::{Effect, effects_of};

/// The most important effect of the turn that leads from one position to the next, in the
/// infinitive; `None` if none of its effects is worth mentioning.
///
/// ```
/// use carrick_games::{AnyGame, AnyOptions, GameKind, SizeLimits};
/// use carrick_lessons::deed_of;
/// let options = AnyOptions::parse(GameKind::Anchor, &["-size=4"], SizeLimits::Scripts)?;
/// let before = AnyGame::new(options);
/// let after = before.clone().play_text("a1").unwrap();
/// assert_eq!(deed_of(&before, &after).as_deref(), Some("make an anchor"));
/// # Ok::<(), carrick_games::OptionError>(())
/// ```
#[must_use]
pub fn deed_of(before: &AnyGame, after: &AnyGame) -> Option<String> {
    let effects = effects_of(before, after);
    let told = effects.iter().filter_map(|effect| Some((rank(effect), effect.deed(after.kind())?)));
    told.min_by_key(|&(rank, _)| rank).map(|(_, deed)| deed)
}

/// Ranks an effect among those of its turn; the most important has the lowest rank.
const fn rank(effect: &Effect) -> u8 {
    match effect {
        Effect::Wins(_) | Effect::Swaps => 0,
        Effect::Splits(_) => 1,
        Effect::Joins(_) => 2,
        Effect::Anchor | Effect::Pole => 3,
        Effect::Touches(_) | Effect::Bridges(_) => 4,
        Effect::Pins(_) => 5,
        Effect::Drops(_) => 6,
        Effect::Frees(_) => 7,
        Effect::Loses(_)
        | Effect::Draws(_)
        | Effect::Passes
        | Effect::Level(_)
        | Effect::Connects(_)
        | Effect::GroupOf(_)
        | Effect::Rim
        | Effect::Dead
        | Effect::Owns(_) => u8::MAX,
    }
}

impl Effect {
    /// The effect in the infinitive, as words that follow "to" or "let White"; `None` for one that
    /// means little on its own.
    ///
    /// ```
    /// use carrick_games::{GameKind, WinBy};
    /// use carrick_lessons::Effect;
    /// let deed = Effect::Wins(WinBy::Ring).deed(GameKind::Antipod);
    /// assert_eq!(deed.as_deref(), Some("close the ring"));
    /// ```
    #[must_use]
    pub fn deed(&self, kind: GameKind) -> Option<String> {
        Some(match self {
            Self::Wins(by) => won(*by, kind)?,
            Self::Swaps => "take over the better side".to_owned(),
            Self::Splits(_) => "split a group".to_owned(),
            Self::Joins(2) => "join two groups".to_owned(),
            Self::Joins(groups) => format!("join {groups} groups"),
            Self::Touches(3) => "touch all three sides".to_owned(),
            Self::Touches(2) => "touch a second side".to_owned(),
            Self::Pole => "reach a pole".to_owned(),
            Self::Bridges(_) => "reach another group by two ways at once".to_owned(),
            Self::Anchor => "make an anchor".to_owned(),
            Self::Pins(place) => format!("pin the cube at {place}"),
            Self::Drops(place) => format!("make a cube drop into {place}"),
            Self::Frees(place) => format!("free the cube at {place}"),
            Self::Loses(_)
            | Self::Draws(_)
            | Self::Passes
            | Self::Level(_)
            | Self::Connects(_)
            | Self::Touches(_)
            | Self::GroupOf(_)
            | Self::Rim
            | Self::Dead
            | Self::Owns(_) => return None,
        })
    }
}

/// A win on the board in the infinitive; `None` for one that did not happen on the board.
fn won(by: WinBy, kind: GameKind) -> Option<String> {
    Some(match by {
        WinBy::Path => format!("join the {}", kind.facts().joins.unwrap_or("sides")),
        WinBy::Ring => "close the ring".to_owned(),
        WinBy::Enclosure => "enclose a group".to_owned(),
        WinBy::Score => "own more of the board".to_owned(),
        WinBy::Resignation | WinBy::Time => return None,
    })
}
