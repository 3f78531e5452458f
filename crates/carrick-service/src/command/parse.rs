//! A text becomes a command.

use carrick_games::nearest_word;

use super::arguments::Arguments;
use super::heading::Heading;
use super::parse_game;
use super::refusal::did_you_mean;
use super::roles::Role;
use super::usage::{self, Alone, Verb};
use super::words::{self, Word};
use super::{Command, HelpTopic, Refusal, Selector};

/// Reads a command as a player types it.
///
/// What mail programs add (`Re:`, a trailing ` **`) and the case of every word but passwords are
/// ignored.
///
/// ```
/// use carrick_service::{Command, GameCommand, command};
/// let command = command::parse("Re: Ankor move 101 Ann hunter22 D3-f4 #5").unwrap();
/// assert!(matches!(command, Command::Game(_, GameCommand::Move { number: Some(5), .. })));
///
/// let refusal = command::parse("ankor move 101 ann d3-f4#5").unwrap_err();
/// assert!(refusal.to_string().starts_with("The password is missing."));
/// ```
///
/// # Errors
/// What was wrong and what was expected, in a sentence that repeats no word that could be a secret.
pub fn parse(text: &str) -> Result<Command, Refusal> {
    let words = words::split(text)?;
    let heading = Heading::read(&words)?;
    let arguments = Arguments::new(heading, words[heading.length..].to_vec());
    match (heading.usage.verb, heading.kind) {
        (Verb::Alone(verb), _) => alone(verb, arguments),
        (Verb::OfGame(verb), Some(kind)) => {
            parse_game::parse(kind, verb, arguments).map(|game| Command::Game(kind, game))
        }
        (Verb::OfGame(_), None) => Err(arguments.refuse("the name of a game comes first")),
    }
}

fn alone(verb: Alone, mut arguments: Arguments<'_>) -> Result<Command, Refusal> {
    let args = &mut arguments;
    args.check_count()?;
    Ok(match verb {
        Alone::Help => Command::Help(help_topics(args)?),
        Alone::Signup => signup(args)?,
        Alone::Add => Command::AddAddresses(args.credential()?, args.addresses()?),
        Alone::ChangeAddress => Command::ChangeAddresses(args.credential()?, args.addresses()?),
        Alone::ChangePassword => Command::ChangePassword(args.credential()?, args.new_password()?),
        Alone::Delete => Command::Delete(args.credential()?),
        Alone::Signoff => Command::Signoff(args.credential()?),
        Alone::Signon => Command::Signon(args.credential()?),
        Alone::Reset => Command::Reset(args.userid(Role::Userid)?),
        Alone::Vacation => {
            let who = args.credential()?;
            let days = args.number_or(Role::Days, 1..=30, "off")?;
            Command::Vacation(who, days.and_then(|days| u16::try_from(days).ok()))
        }
        Alone::List => Command::List(games(args)?),
        Alone::Message => {
            let who = args.credential()?;
            let to = args.rest().iter().map(|&word| args.userid_from(word, Role::OtherUser));
            Command::Message(who, to.collect::<Result<_, _>>()?)
        }
        Alone::Broadcast => Command::Broadcast(args.credential()?),
        Alone::News => {
            let who = args.credential()?;
            let word = args.expect(Role::OnOff)?;
            Command::News(who, args.on_or_off(word)?)
        }
        Alone::Block => {
            let (who, other) = (args.credential()?, args.userid(Role::OtherUser)?);
            Command::Block(who, other, args.on_unless_off()?)
        }
        Alone::AllShow => all_show(args)?,
        Alone::Multiple => Command::Multiple,
    })
}

fn signup(args: &mut Arguments<'_>) -> Result<Command, Refusal> {
    let word = args.rest().first().copied();
    let user = args.userid(Role::Userid)?;
    if super::is_reserved(&user) {
        let ordinal = word.map_or_else(String::new, |word| word.ordinal());
        return Err(args.refuse(format!(
            "{ordinal} should be the userid, and words of the command language are no userids"
        )));
    }
    let password = args.new_password()?;
    Ok(Command::Signup { user, password, addresses: args.addresses()? })
}

fn all_show(args: &mut Arguments<'_>) -> Result<Command, Refusal> {
    let user = args.userid(Role::Userid)?;
    let selector = match args.next() {
        None => None,
        Some(word) => match selector(word) {
            Some(selector @ (Selector::Next | Selector::Active)) => Some(selector),
            _ => return Err(args.refuse(format!("{} should be next or active", word.ordinal()))),
        },
    };
    Ok(Command::AllShow(user, selector))
}

fn help_topics(args: &mut Arguments<'_>) -> Result<Vec<HelpTopic>, Refusal> {
    let mut topics = Vec::new();
    while let Some(word) = args.next() {
        // `help ankor rules` asks for what `help ankor` has.
        if word.is("rules") {
            continue;
        }
        let topic = match args.rest().first().and_then(|next| name_of_two(word, *next)) {
            Some(name) => {
                args.next();
                HelpTopic::Command(name)
            }
            None => help_topic(word).ok_or_else(|| no_subject(args, word))?,
        };
        if !topics.contains(&topic) {
            topics.push(topic);
        }
    }
    Ok(topics)
}

/// `change password`, `all show`.
fn name_of_two(first: Word<'_>, second: Word<'_>) -> Option<&'static str> {
    let is_called = |name: &str| {
        name.split_once(' ').is_some_and(|(one, other)| first.is(one) && second.is(other))
    };
    usage::general_names().find(|name| is_called(name))
}

fn help_topic(word: Word<'_>) -> Option<HelpTopic> {
    if let Ok(kind) = word.text.parse() {
        Some(HelpTopic::Game(kind))
    } else if word.is("tutorial") {
        Some(HelpTopic::Tutorial)
    } else if word.is("commands") {
        Some(HelpTopic::Commands)
    } else {
        usage::explained(word.text).map(HelpTopic::Command)
    }
}

fn no_subject(args: &Arguments<'_>, word: Word<'_>) -> Refusal {
    let commands = usage::general_words().chain(usage::game_words());
    let known = usage::games().chain(["commands", "tutorial"]).chain(commands);
    let otherwise = "; there is help on commands, tutorial, ankor, boche, antipod and anchor, and on \
                     each command by its name";
    let end = did_you_mean(nearest_word(word.text, known), otherwise);
    args.refuse(format!("{} is not a subject of help{end}", word.ordinal()))
}

fn games(args: &mut Arguments<'_>) -> Result<Vec<carrick_games::GameKind>, Refusal> {
    let mut kinds = Vec::new();
    while let Some(word) = args.next() {
        let kind = word.text.parse().map_err(|_| {
            let otherwise = "; the games are ankor, boche, antipod and anchor";
            let end = did_you_mean(nearest_word(word.text, usage::games()), otherwise);
            args.refuse(format!("{} is not a game{end}", word.ordinal()))
        })?;
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    Ok(kinds)
}

/// The word as a choice among boards.
pub(super) fn selector(word: Word<'_>) -> Option<Selector> {
    match word.text.to_ascii_lowercase().as_str() {
        "all" => Some(Selector::All),
        "active" => Some(Selector::Active),
        "inactive" => Some(Selector::Inactive),
        "next" => Some(Selector::Next),
        _ => None,
    }
}
