//! Form for a new game: the board and its rules, the opponent, sides and time. All choices come
//! from lists, and defaults have no value.

use std::collections::BTreeSet;

use askama::Template;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use carrick_games::{AnyOptions, GameKind, OptionInfo};
use carrick_server::TooMany;
use carrick_service::command::{CheckedOptions, field};
use carrick_service::{ComputerLevel, Userid};

use crate::pages::fault::{Fault, away};
use crate::pages::fields::{Fields, once};
use crate::pages::labels::{ListedLevel, level_list};
use crate::pages::page::{Frame, show};
use crate::pages::refusal;
use crate::pages::session::Visitor;
use crate::routes::shared::{GameIntro, OptionFinding, known, pictures};
use crate::site::assets::{self, Stylesheet};

/// Default level of the computer in the form. A first game should be winnable.
pub(super) const DEFAULT_LEVEL: ComputerLevel = ComputerLevel::MIN;

/// Kinds of opponents in the form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Against {
    Computer,
    /// A named person: a challenge.
    Person,
    /// The person who accepts first: an open game.
    Anyone,
    /// The person who has the link: an invitation.
    Link,
    /// Two people at this screen.
    Screen,
}

impl Against {
    const ALL: [Self; 5] = [Self::Computer, Self::Person, Self::Anyone, Self::Link, Self::Screen];

    const fn word(self) -> &'static str {
        match self {
            Self::Computer => "computer",
            Self::Person => "person",
            Self::Anyone => "anyone",
            Self::Link => "link",
            Self::Screen => "screen",
        }
    }

    const fn label(self) -> &'static str {
        match self {
            Self::Computer => "The computer",
            Self::Person => "A person by name",
            Self::Anyone => "Anyone who accepts",
            Self::Link => "A friend, by a link",
            Self::Screen => "Both sides on this screen",
        }
    }

    /// Whether it needs an account.
    pub(super) const fn is_for_members(self) -> bool {
        matches!(self, Self::Person | Self::Anyone | Self::Link)
    }

    /// The kind of opponent in a form. A form with only a name means that person.
    pub(super) fn of(fields: &Fields) -> Self {
        let word = fields.text("against");
        let named = Self::ALL.into_iter().find(|against| against.word() == word);
        named.unwrap_or(match fields.ticked("opponent") {
            true => Self::Person,
            false => Self::Computer,
        })
    }
}

/// One of the choices of a list.
#[derive(Debug, Clone)]
pub(crate) struct ListChoice {
    pub(crate) value: String,
    pub(crate) label: String,
    pub(crate) chosen: bool,
}

impl ListChoice {
    fn new(value: impl Into<String>, label: impl Into<String>, typed: &str) -> Self {
        let value = value.into();
        Self { label: label.into(), chosen: value == typed, value }
    }
}

/// Marks the typed choice. A value that is not in the list is added, so that nothing typed is lost.
fn with_typed(mut choices: Vec<ListChoice>, typed: &str) -> Vec<ListChoice> {
    if !choices.iter().any(|choice| choice.chosen) {
        choices.push(ListChoice::new(typed, typed, typed));
    }
    choices
}

/// A list of choices in the form.
#[derive(Debug, Clone)]
pub(crate) struct List {
    pub(crate) name: &'static str,
    pub(crate) label: &'static str,
    pub(crate) choices: Vec<ListChoice>,
    /// Whether it is a switch of a game. The value of a switch is not part of the command.
    pub(crate) is_switch: bool,
    /// The finding about the choices.
    pub(crate) known: Option<&'static OptionFinding>,
}

/// Lists of a game's options, with the chosen values.
pub(crate) fn option_lists(kind: GameKind, fields: &Fields) -> Vec<List> {
    let described = AnyOptions::described(kind).iter();
    described.filter_map(|info| List::of_option(kind, info, fields)).collect()
}

impl List {
    fn of_option(kind: GameKind, info: &OptionInfo, fields: &Fields) -> Option<Self> {
        let typed = fields.text(info.name);
        let offered = info.offered().into_iter();
        let choices: Vec<ListChoice> =
            offered.map(|(value, effect)| ListChoice::new(value, effect, typed)).collect();
        // An option without choices can only be typed in commands.
        (!choices.is_empty()).then(|| Self {
            name: info.name,
            label: info.label,
            choices: with_typed(choices, typed),
            is_switch: info.value.is_empty(),
            known: known(kind, info.name),
        })
    }

    /// Choices of numbers. One may be the default; otherwise, the default is to leave it out.
    fn numbers(
        fields: &Fields,
        (name, label): (&'static str, &'static str),
        of: NumberList,
    ) -> Self {
        let typed = match fields.text(name) {
            typed if typed.parse() == Ok(of.usual) => "",
            typed => typed,
        };
        let unset = (of.usual == 0).then(|| ListChoice::new("", of.none, typed));
        let numbers = of.values.iter().map(|&number| match number == of.usual {
            true if number == 1 => ListChoice::new("", format!("{} (usual)", of.one), typed),
            true => ListChoice::new("", format!("{number} {} (usual)", of.unit), typed),
            false if number == 1 => ListChoice::new("1", of.one, typed),
            false => ListChoice::new(number.to_string(), format!("{number} {}", of.unit), typed),
        });
        let choices = unset.into_iter().chain(numbers).collect();
        Self { name, label, choices: with_typed(choices, typed), is_switch: false, known: None }
    }
}

/// The numbers in a list.
#[derive(Debug, Clone, Copy)]
struct NumberList {
    values: &'static [u16],
    /// The default; 0 for none.
    usual: u16,
    unit: &'static str,
    one: &'static str,
    none: &'static str,
}

const COUNT: NumberList =
    NumberList { values: &[1, 2, 3, 5, 10], usual: 1, unit: "games", one: "One game", none: "" };
const TURN: NumberList = NumberList {
    values: &[1, 2, 3, 5, 7, 14, 21, 30, 60],
    usual: 21,
    unit: "days",
    one: "One day",
    none: "",
};
const REMINDER: NumberList =
    NumberList { values: &[1, 2, 3, 5, 7, 14], usual: 7, unit: "days", one: "One day", none: "" };
const WHOLE: NumberList = NumberList {
    values: &[30, 60, 90, 180, 365],
    usual: 0,
    unit: "days for all turns of a player",
    one: "",
    none: "No limit (usual)",
};
const ADDED: NumberList = NumberList {
    values: &[6, 12, 24, 48],
    usual: 0,
    unit: "hours more after each turn",
    one: "",
    none: "Nothing (usual)",
};

/// Opponent in the form.
#[derive(Debug, Clone)]
struct Opponent {
    word: &'static str,
    label: &'static str,
    chosen: bool,
    /// Whether the reader must sign up first.
    closed: bool,
}

#[derive(Template)]
#[template(path = "begin.html")]
pub(super) struct BeginPage {
    frame: Frame,
    doors_css: Stylesheet,
    begin_js: String,
    game: GameIntro,
    /// The first option, which sets the size of the board.
    size: Option<List>,
    options: Vec<List>,
    /// Whether any of the other options was changed.
    chosen: bool,
    /// URLs of the pictures of a board with these options, for light and dark themes.
    pictures: [String; 2],
    opponents: Vec<Opponent>,
    member: bool,
    said: String,
    /// Whether there is no player with the typed name.
    nobody: bool,
    levels: Levels,
    opponent: String,
    /// Number of the offered board that this offer replaces; empty for none.
    counter: String,
    /// Suggestions while typing a name.
    recent: BTreeSet<Userid>,
    stand_ins: Levels,
    seats: Vec<ListChoice>,
    count: List,
    turn: List,
    times: [List; 3],
    /// Whether any time other than the time for a turn was changed.
    timed: bool,
    unrated: bool,
    teaching: bool,
    /// Key that makes the form create only one game, however often it is sent.
    once: String,
}

impl BeginPage {
    pub(super) fn new(
        kind: GameKind,
        visitor: Option<&Visitor>,
        fields: &Fields,
        said: String,
    ) -> Self {
        let mut options = option_lists(kind, fields).into_iter();
        let (size, options) = (options.next(), options.collect::<Vec<_>>());
        let words = game_options(kind, fields).ok();
        let words = words.filter(|words| read_options(kind, words).is_ok()).unwrap_or_default();
        let member = visitor.is_some_and(|visitor| !visitor.guest);
        let against = Against::of(fields);
        Self {
            once: once(),
            frame: Frame::new(format!("A game of {}", kind.title()), visitor).described(format!(
                "Start a game of {} with the board and the opponent of your choice. {}",
                kind.title(),
                kind.facts().aim
            )),
            doors_css: Stylesheet("doors.css"),
            begin_js: assets::url("begin.js"),
            game: GameIntro::of(kind),
            size,
            chosen: options.iter().any(|option| fields.ticked(option.name)),
            options,
            // If the options are not valid, shows the default board.
            pictures: pictures(kind, &words, "", "no-labels"),
            opponents: opponents(against, member),
            member,
            said,
            nobody: false,
            levels: levels(kind, fields.text("level")),
            opponent: fields.text("opponent").to_owned(),
            counter: fields.text("counter").to_owned(),
            recent: BTreeSet::new(),
            stand_ins: stand_ins(kind, fields.text("stand_in")),
            seats: seats(fields.text("seat")),
            count: List::numbers(fields, ("count", "Games"), COUNT),
            turn: List::numbers(fields, ("forfeit", "Time for a turn"), TURN),
            times: [
                List::numbers(fields, ("nag", "Remind after"), REMINDER),
                List::numbers(fields, ("total", "Time in all"), WHOLE),
                List::numbers(fields, ("increment", "Time added"), ADDED),
            ],
            timed: ["nag", "total", "increment"].into_iter().any(|name| fields.ticked(name)),
            unrated: fields.ticked("unrated"),
            teaching: fields.ticked("teaching"),
        }
    }
}

impl BeginPage {
    /// Chooses a level of the computer, if none was requested.
    pub(super) fn propose(&mut self, kind: GameKind, level: ComputerLevel) {
        self.levels = levels(kind, level.word());
    }
}

impl BeginPage {
    /// Suggests opponents and, to a new player, an unrated game.
    pub(super) fn suggest(&mut self, opponents: BTreeSet<Userid>, is_new: bool) {
        self.recent = opponents;
        self.unrated |= is_new && self.counter.is_empty();
    }
}

fn opponents(chosen: Against, member: bool) -> Vec<Opponent> {
    let opponent = |against: Against| Opponent {
        word: against.word(),
        label: against.label(),
        chosen: against == chosen && (member || !against.is_for_members()),
        closed: !member && against.is_for_members(),
    };
    let mut all = Against::ALL.map(opponent);
    if !all.iter().any(|opponent| opponent.chosen) {
        all[0].chosen = true;
    }
    all.into()
}

/// List of the computer's levels, with other choices above them.
#[derive(Debug)]
struct Levels {
    others: Vec<ListChoice>,
    levels: Vec<ListedLevel>,
}

impl Levels {
    /// The levels of a game, after other choices. The typed value is chosen, and is added if it is
    /// not in the list.
    fn new(kind: GameKind, others: Vec<ListChoice>, typed: &str) -> Self {
        let level = field::level(kind, typed).ok();
        let others = if level.is_some() { others } else { with_typed(others, typed) };
        Self { others, levels: level_list(kind, level) }
    }
}

fn levels(kind: GameKind, typed: &str) -> Levels {
    let typed = if typed.is_empty() { DEFAULT_LEVEL.word() } else { typed };
    Levels::new(kind, Vec::new(), typed)
}

fn stand_ins(kind: GameKind, typed: &str) -> Levels {
    let typed = if typed.is_empty() { "nearest" } else { typed };
    let choices = vec![
        ListChoice::new("nearest", "the computer does (usual)", typed),
        ListChoice::new("people", "it waits for people", typed),
    ];
    Levels::new(kind, choices, typed)
}

fn seats(typed: &str) -> Vec<ListChoice> {
    let typed = if typed.is_empty() { "lot" } else { typed };
    let choices = [
        ("lot", "At random (usual)"),
        ("first", "You move first"),
        ("second", "Your opponent moves first"),
    ];
    with_typed(choices.map(|(value, label)| ListChoice::new(value, label, typed)).into(), typed)
}

/// # Errors
/// A sentence for the user, if these are not options of the game or cannot be combined.
pub(super) fn read_options(kind: GameKind, words: &str) -> Result<CheckedOptions, String> {
    let words: Vec<&str> = words.split_whitespace().collect();
    CheckedOptions::read(kind, &words).map_err(|error| refusal::of_options(&error))
}

/// The game's options as words of a command. Each is a single word, like the form's fields.
pub(super) fn game_options(kind: GameKind, fields: &Fields) -> Result<String, String> {
    let mut words = String::new();
    for info in AnyOptions::described(kind).iter().filter(|info| fields.ticked(info.name)) {
        if info.value.is_empty() {
            words.push_str(&format!(" {}", info.name));
        } else {
            let value = fields.word(info.name);
            let value = value.ok_or_else(|| format!("“{}” must be a single word.", info.label))?;
            words.push_str(&format!(" {}={value}", info.name));
        }
    }
    Ok(words)
}

/// The refused form with the typed values.
pub(super) fn refused(
    kind: GameKind,
    visitor: Option<&Visitor>,
    fields: &Fields,
    said: String,
) -> Result<Response, Fault> {
    let page = BeginPage::new(kind, visitor, fields, said);
    Ok((StatusCode::UNPROCESSABLE_ENTITY, show(&page)?).into_response())
}

/// The refused form with the typed values: there is no player with the opponent's name.
pub(super) fn nobody_called(
    name: &str,
    kind: GameKind,
    visitor: &Visitor,
    fields: &Fields,
) -> Result<Response, Fault> {
    let said = format!("There’s no player called “{name}”.");
    let page = BeginPage { nobody: true, ..BeginPage::new(kind, Some(visitor), fields, said) };
    Ok((StatusCode::UNPROCESSABLE_ENTITY, show(&page)?).into_response())
}

/// The form with the typed values, refused by a rate limit.
pub(super) fn put_off(
    kind: GameKind,
    fields: &Fields,
    too_many: TooMany,
) -> Result<Response, Fault> {
    let said = format!(
        "Many games were started from your network just now. Try again in {}, or sign in.",
        too_many.in_words()
    );
    away(too_many.into(), &BeginPage::new(kind, None, fields, said))
}
