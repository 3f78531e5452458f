//! Effects as lesson files write them.

use std::fmt;
use std::str::FromStr;

use carrick_games::{DrawBy, WinBy};

use super::Effect;

/// The words do not name an effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "that is not an effect of a turn; effects are written like `wins by path`, `draws by repetition`, \
         `swaps`, `passes`, `level 1`, `drops into b2`, `pins c2`, `frees c2`, `connects 1`, \
         `joins 2 groups`, `splits into 2`, `touches 2 sides`, `group of 5`, `rim`, `pole`, `bridges 1`, `anchor`, `dead` \
         or `owns 7`"
)]
pub struct UnknownEffect;

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wins(by) => write!(f, "wins by {}", by.reason()),
            Self::Loses(by) => write!(f, "loses by {}", by.reason()),
            Self::Draws(by) => write!(f, "draws by {}", by.reason()),
            Self::Swaps => f.write_str("swaps"),
            Self::Passes => f.write_str("passes"),
            Self::Level(level) => write!(f, "level {level}"),
            Self::Drops(place) => write!(f, "drops into {place}"),
            Self::Pins(place) => write!(f, "pins {place}"),
            Self::Frees(place) => write!(f, "frees {place}"),
            Self::Connects(cubes) => write!(f, "connects {cubes}"),
            Self::Joins(groups) => write!(f, "joins {groups} groups"),
            Self::Splits(parts) => write!(f, "splits into {parts}"),
            Self::Touches(sides) => write!(f, "touches {sides} sides"),
            Self::GroupOf(size) => write!(f, "group of {size}"),
            Self::Rim => f.write_str("rim"),
            Self::Pole => f.write_str("pole"),
            Self::Bridges(groups) => write!(f, "bridges {groups}"),
            Self::Anchor => f.write_str("anchor"),
            Self::Dead => f.write_str("dead"),
            Self::Owns(points) => write!(f, "owns {points}"),
        }
    }
}

impl FromStr for Effect {
    type Err = UnknownEffect;

    fn from_str(text: &str) -> Result<Self, UnknownEffect> {
        fn number<T: FromStr>(text: &str) -> Result<T, UnknownEffect> {
            text.parse().map_err(|_| UnknownEffect)
        }
        let words: Vec<&str> = text.split_whitespace().collect();
        Ok(match words.as_slice() {
            ["wins", "by", why] => Self::Wins(win(why)?),
            ["loses", "by", why] => Self::Loses(win(why)?),
            ["draws", "by", why @ ..] => Self::Draws(draw(&why.join(" "))?),
            ["swaps"] => Self::Swaps,
            ["passes"] => Self::Passes,
            ["level", level] => Self::Level(number(level)?),
            ["drops", "into", place] => Self::Drops((*place).to_owned()),
            ["pins", place] => Self::Pins((*place).to_owned()),
            ["frees", place] => Self::Frees((*place).to_owned()),
            ["connects", cubes] => Self::Connects(number(cubes)?),
            ["splits", "into", parts] => Self::Splits(number(parts)?),
            ["joins", groups, "groups"] => Self::Joins(number(groups)?),
            ["touches", sides, "sides" | "side"] => Self::Touches(number(sides)?),
            ["group", "of", size] => Self::GroupOf(number(size)?),
            ["rim"] => Self::Rim,
            ["pole"] => Self::Pole,
            ["bridges", groups] => Self::Bridges(number(groups)?),
            ["anchor"] => Self::Anchor,
            ["dead"] => Self::Dead,
            ["owns", points] => Self::Owns(number(points)?),
            _ => return Err(UnknownEffect),
        })
    }
}

fn win(why: &str) -> Result<WinBy, UnknownEffect> {
    WinBy::ALL.into_iter().find(|by| by.reason() == why).ok_or(UnknownEffect)
}

fn draw(why: &str) -> Result<DrawBy, UnknownEffect> {
    DrawBy::ALL.into_iter().find(|by| by.reason() == why).ok_or(UnknownEffect)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_effect_is_read_back_as_it_is_written() {
        let all = [
            Effect::Wins(WinBy::Ring),
            Effect::Loses(WinBy::Enclosure),
            Effect::Draws(DrawBy::NoProgress),
            Effect::Swaps,
            Effect::Passes,
            Effect::Level(2),
            Effect::Drops("d3'".to_owned()),
            Effect::Pins("c2".to_owned()),
            Effect::Frees("c2".to_owned()),
            Effect::Connects(1),
            Effect::Joins(2),
            Effect::Splits(2),
            Effect::Touches(3),
            Effect::GroupOf(5),
            Effect::Rim,
            Effect::Pole,
            Effect::Bridges(1),
            Effect::Anchor,
            Effect::Dead,
            Effect::Owns(7),
        ];
        for effect in all {
            assert_eq!(effect.to_string().parse(), Ok(effect.clone()), "{effect}");
        }
        for text in ["", "wins", "wins by luck", "level x", "joins two groups", "anchor long"] {
            assert_eq!(text.parse::<Effect>(), Err(UnknownEffect), "{text}");
        }
    }
}
