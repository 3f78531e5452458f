//! Settings as `set` names them.

use carrick_games::nearest_word;

use crate::command::language::{Arguments, Refusal, Word, did_you_mean};
use crate::command::parsed::Setting;
use crate::people::{UnknownPuzzleMail, Zone};

const NAMES: [&str; 10] = [
    "zone",
    "mail",
    "turnmail",
    "reminders",
    "letters",
    "pictures",
    "appearance",
    "labels",
    "turns",
    "puzzles",
];

/// Reads `name=value`, with or without a dash before it.
///
/// # Errors
/// When there is no such setting, or its value is not one of those it takes.
pub(super) fn read(args: &Arguments<'_>, word: Word<'_>) -> Result<Setting, Refusal> {
    let text = word.text.trim_start_matches('-').to_ascii_lowercase();
    let (name, value) = text.split_once('=').map_or((text.as_str(), ""), |pair| pair);
    let choice = |[off, on]: [&str; 2]| match value {
        value if value == on => Ok(true),
        value if value == off => Ok(false),
        _ => Err(args.refuse(format!("{name} is set as {name}={off} or {name}={on}"))),
    };
    match name {
        "zone" => value.parse().map(Setting::Zone).map_err(|_| {
            let names: Vec<String> = Zone::names().collect();
            let end = did_you_mean(nearest_zone(value, &names), "");
            args.refuse(format!(
                "zone is set as zone=UTC, or with a continent and a city as in zone=Europe/Paris{end}"
            ))
        }),
        "mail" => value
            .parse()
            .map(Setting::Mail)
            .map_err(|unknown: crate::people::UnknownMailing| args.refuse(unknown.to_string())),
        "turnmail" => choice(["off", "on"]).map(Setting::TurnMail),
        "reminders" => choice(["off", "on"]).map(Setting::Reminders),
        "letters" => choice(["off", "on"]).map(Setting::Letters),
        "pictures" => value
            .parse()
            .map(Setting::Pictures)
            .map_err(|unknown: crate::people::UnknownPictures| args.refuse(unknown.to_string())),
        "appearance" => value
            .parse()
            .map(Setting::Appearance)
            .map_err(|unknown: crate::people::UnknownAppearance| args.refuse(unknown.to_string())),
        "labels" => choice(["off", "on"]).map(Setting::Labels),
        "puzzles" if value == "off" => Ok(Setting::Puzzles(None)),
        "puzzles" => {
            let chosen = value.parse().map(|chosen| Setting::Puzzles(Some(chosen)));
            chosen.map_err(|unknown: UnknownPuzzleMail| args.refuse(unknown.to_string()))
        }
        "turns" => choice(["last", "all"]).map(Setting::AllTurns),
        _ => {
            let end = did_you_mean(
                nearest_word(name, NAMES),
                "; there are zone, mail, turnmail, reminders, letters, pictures, appearance, labels, turns and puzzles",
            );
            Err(args.refuse(format!("{} is not a setting{end}", word.ordinal())))
        }
    }
}

/// The zone of a city, or the one whose name is nearest.
fn nearest_zone<'a>(word: &str, names: &'a [String]) -> Option<&'a str> {
    let names = names.iter().map(String::as_str);
    let is_city = |name: &&str| {
        name.rsplit_once('/').is_some_and(|(_, city)| city.eq_ignore_ascii_case(word))
    };
    names.clone().find(is_city).or_else(|| nearest_word(word, names))
}
