//! Effects: facts about one turn, found by comparing the positions before and after it.

pub(crate) mod anchor;
pub(crate) mod ankor;
pub(crate) mod antipod;
pub(crate) mod boche;
mod deed;
mod sentence;
mod word;

use carrick_games::{AnyGame, DrawBy, Outcome, PASS, SWAP, WinBy, games};

pub use deed::deed_of;
use sentence::Subject;
pub use word::UnknownEffect;

/// A fact about one turn. `Display` and `FromStr` use the words of lesson files.
///
/// ```
/// use carrick_lessons::Effect;
/// assert_eq!("drops into b2".parse(), Ok(Effect::Drops("b2".to_owned())));
/// assert_eq!(Effect::Joins(2).to_string(), "joins 2 groups");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Effect {
    /// `wins by path`: the turn won the game for its player.
    Wins(WinBy),
    /// `loses by enclosure`: it won the game for the opponent.
    Loses(WinBy),
    /// `draws by repetition`: it ended the game without a winner.
    Draws(DrawBy),
    /// `swaps`: the players exchanged colours.
    Swaps,
    /// `passes`: the player passed.
    Passes,
    /// `level 1`: the cube is on this level.
    Level(u8),
    /// `drops into b2`: a column slid down, and its lowest cube is now at this place (Ankor).
    Drops(String),
    /// `pins c2`: the cube at this place now carries two cubes or more (Ankor).
    Pins(String),
    /// `frees c2`: the cube at this place now carries fewer than two (Ankor).
    Frees(String),
    /// `connects 1`: number of the player's cubes that the cube has visible contact with (Ankor).
    Connects(usize),
    /// `joins 2 groups`: number of the player's groups that are now one.
    Joins(usize),
    /// `splits into 2`: number of parts of an opponent's group, after the cube hid faces that
    /// joined them (Boche).
    Splits(usize),
    /// `touches 2 sides`: sides that the piece's group touches, if none of its parts touched as
    /// many before (in Boche, the maximum of all such groups).
    Touches(usize),
    /// `group of 5`: size of the player's largest group (Boche).
    GroupOf(usize),
    /// `rim`: the stone is on the rim, and so on both discs (Antipod).
    Rim,
    /// `pole`: the stone's group includes a pole (Antipod, Black).
    Pole,
    /// `bridges 1`: number of the player's other groups that share at least two empty neighbours
    /// with the stone (Antipod).
    Bridges(usize),
    /// `anchor`: the stone's group is an anchor (Anchor).
    Anchor,
    /// `dead`: the stone's group is not an anchor yet (Anchor).
    Dead,
    /// `owns 7`: the player's points of territory, if there are more than before (Anchor).
    Owns(usize),
}

/// Finds the effects of a turn that took a place, in the module of its game.
macro_rules! find {
    ($both:tt $mover:ident $effects:ident $($variant:ident $module:ident,)*) => {
        match $both {
            $((AnyGame::$variant(before), AnyGame::$variant(after)) => {
                $module::find(before.board(), after.board(), $mover, &mut $effects);
            })*
            // Unreachable: both are positions of one game.
            _ => {}
        }
    };
}

/// All effects of the turn that leads from one position to the next; empty if `after` is not one
/// turn later than `before`.
///
/// ```
/// use carrick_games::{AnyGame, AnyOptions, GameKind, SizeLimits};
/// use carrick_lessons::{Effect, effects_of};
/// let options = AnyOptions::parse(GameKind::Anchor, &["-size=4"], SizeLimits::Scripts).unwrap();
/// let before = AnyGame::new(options);
/// let after = before.clone().play_text("a1").unwrap(); // a home corner of Black's
/// assert!(effects_of(&before, &after).contains(&Effect::Anchor));
/// ```
#[must_use]
pub fn effects_of(before: &AnyGame, after: &AnyGame) -> Vec<Effect> {
    let (Some(mover), Some(turn)) = (before.colour_to_move(), after.last_turn()) else {
        return Vec::new();
    };
    if after.ply() != before.ply() + 1 {
        return Vec::new();
    }
    let mut effects = Vec::new();
    match after.outcome() {
        Some(Outcome::Win { winner, by }) if winner == mover => effects.push(Effect::Wins(by)),
        Some(Outcome::Win { by, .. }) => effects.push(Effect::Loses(by)),
        Some(Outcome::Draw(by)) => effects.push(Effect::Draws(by)),
        None => {}
    }
    match turn.as_str() {
        SWAP => effects.push(Effect::Swaps),
        PASS => effects.push(Effect::Passes),
        _ => games!(find! { (before, after) mover effects }),
    }
    effects
}

/// Sentences about a turn for a learner, one for each effect that isn't obvious from the board.
/// Each names its subject: which place, and whose piece. A turn that ended the game has none,
/// because its result is shown instead.
///
/// ```
/// use carrick_games::{AnyGame, AnyOptions, GameKind, SizeLimits};
/// let options = AnyOptions::parse(GameKind::Anchor, &["-size=4"], SizeLimits::Scripts).unwrap();
/// let before = AnyGame::new(options);
/// let dead = carrick_lessons::remarks_on(&before, &before.clone().play_text("d4").unwrap());
/// assert_eq!(dead, ["Black's stone at D4 is dead for now: its group touches no side."]);
/// ```
#[must_use]
pub fn remarks_on(before: &AnyGame, after: &AnyGame) -> Vec<String> {
    if after.outcome().is_some() {
        return Vec::new();
    }
    let Some(mover) = before.colour_to_move() else { return Vec::new() };
    let subject = Subject::new(after, mover);
    effects_of(before, after).iter().filter_map(|effect| effect.sentence(&subject)).collect()
}
