//! The commands that look around: `help`, `list`, `show` and their like.

use carrick_games::{GameKind, nearest_word};

use crate::command::action::{Action, BoardAction, GameAction, HelpTopic, PlyRef, Selector};
use crate::command::arguments::CommandArguments;
use crate::command::spec::{Spec, filter};
use crate::command::syntax_error::{SyntaxError, did_you_mean};
use crate::command::usage::{
    CommandGroup, MANY, OptionSet, Role, Usage, Vocabulary, game_names, is_number, whole_number,
};
use crate::command::words::{TurnWord, Word};
use crate::command::{options, words};
use crate::decide::help_answer;
use crate::people::{BoardId, Userid};

pub(in crate::command) static HELP: Usage = Usage {
    synonyms: &["rules"],
    more: MANY,
    line: "help [commands|tutorial|game|command …]",
    purpose: "explains the server, its commands, a first game, the rules of a game, or a command",
    shows: |heading, _, word| heading.vocabulary.is_word(word.text),
    ..Usage::alone("help", CommandGroup::Looking, parse_help)
};

pub(in crate::command) fn help(topics: &[HelpTopic]) -> Spec<'_> {
    Spec::question(&HELP).decides(|_| Ok(help_answer(topics)))
}

fn parse_help(args: &mut CommandArguments<'_>) -> Result<Action, SyntaxError> {
    args.check_count()?;
    let mut topics = Vec::new();
    while let Some(word) = args.next() {
        // `help ankor rules` means `help ankor`.
        if word.is("rules") {
            continue;
        }
        let topic = match args
            .rest()
            .first()
            .and_then(|next| name_of_two(args.heading.vocabulary, word, *next))
        {
            Some(name) => {
                args.next();
                HelpTopic::Command(name)
            }
            None => {
                help_topic(args.heading.vocabulary, word).ok_or_else(|| no_subject(args, word))?
            }
        };
        if !topics.contains(&topic) {
            topics.push(topic);
        }
    }
    Ok(Action::Help(topics))
}

/// `change password`, `all show`.
fn name_of_two(vocabulary: Vocabulary, first: Word<'_>, second: Word<'_>) -> Option<&'static str> {
    let is_called = |name: &str| {
        name.split_once(' ').is_some_and(|(one, other)| first.is(one) && second.is(other))
    };
    vocabulary.general_names().find(|name| is_called(name))
}

fn help_topic(vocabulary: Vocabulary, word: Word<'_>) -> Option<HelpTopic> {
    if let Ok(kind) = word.text.parse() {
        Some(HelpTopic::Game(kind))
    } else if word.is("tutorial") {
        Some(HelpTopic::Tutorial)
    } else if word.is("commands") {
        Some(HelpTopic::Commands)
    } else {
        vocabulary.explained(word.text).map(HelpTopic::Command)
    }
}

fn no_subject(args: &CommandArguments<'_>, word: Word<'_>) -> SyntaxError {
    let vocabulary = args.heading.vocabulary;
    let commands = vocabulary.general_words().chain(vocabulary.game_words());
    let known = game_names().chain(["commands", "tutorial"]).chain(commands);
    let games = GameKind::listed("and");
    let otherwise = format!("; there is help on commands, tutorial, {games}, and each command");
    let end = did_you_mean(nearest_word(word.text, known), &otherwise);
    args.refuse(format!("{} is not a subject of help{end}", word.ordinal()))
}

pub(in crate::command) static LIST: Usage = Usage {
    more: MANY,
    line: "list [game …]",
    purpose: "lists the boards in play and those that ended recently",
    shows: |heading, _, word| heading.vocabulary.is_word(word.text),
    ..Usage::alone("list", CommandGroup::Looking, parse_list)
};

pub(in crate::command) fn list(kinds: &[GameKind]) -> Spec<'_> {
    Spec::question(&LIST)
        .loads(move |needs, sent| {
            let all = if kinds.is_empty() { &GameKind::ALL[..] } else { kinds };
            needs.seeks.extend(all);
            let kinds: Vec<_> = match kinds {
                [] => vec![None],
                some => some.iter().copied().map(Some).collect(),
            };
            needs.listed.extend(kinds.into_iter().map(|kind| filter(kind, None, None, sent)));
        })
        .decides(|context| Ok(context.list(kinds)))
}

fn parse_list(args: &mut CommandArguments<'_>) -> Result<Action, SyntaxError> {
    games_in(args).map(Action::List)
}

/// Names of games, each once.
fn games_in(args: &mut CommandArguments<'_>) -> Result<Vec<GameKind>, SyntaxError> {
    args.check_count()?;
    let mut kinds = Vec::new();
    while let Some(word) = args.next() {
        let kind = word.text.parse().map_err(|_| {
            let otherwise = format!("; the games are {}", GameKind::listed("and"));
            let end = did_you_mean(nearest_word(word.text, game_names()), &otherwise);
            args.refuse(format!("{} is not a game{end}", word.ordinal()))
        })?;
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    Ok(kinds)
}

pub(in crate::command) static PUZZLE: Usage = Usage {
    more: MANY,
    line: "puzzle [game …]",
    purpose: "shows today's puzzles; by email, reply with your turn",
    shows: |heading, _, word| heading.vocabulary.is_word(word.text),
    ..Usage::alone("puzzle", CommandGroup::Looking, parse_puzzle)
};

pub(in crate::command) fn puzzle(kinds: &[GameKind]) -> Spec<'_> {
    Spec::question(&PUZZLE).decides(|context| Ok(context.puzzle(kinds)))
}

fn parse_puzzle(args: &mut CommandArguments<'_>) -> Result<Action, SyntaxError> {
    games_in(args).map(Action::Puzzle)
}

pub(in crate::command) static ALL_SHOW: Usage = Usage {
    words: &[Role::Userid],
    more: 1,
    line: "all show userid [next|active]",
    purpose: "shows a player's boards in all games",
    shows: |_, _, word| selector(word).is_some(),
    ..Usage::alone("all show", CommandGroup::Looking, parse_all_show)
};

pub(in crate::command) fn all_show(user: &Userid, selector: Option<Selector>) -> Spec<'_> {
    Spec::question(&ALL_SHOW)
        .loads(move |needs, sent| {
            needs.users.insert(user.clone());
            let selector = selector.unwrap_or(Selector::Active);
            needs.whole.push(filter(None, Some(user), Some(selector), sent));
        })
        .decides(move |context| context.all_show(user, selector))
}

fn parse_all_show(args: &mut CommandArguments<'_>) -> Result<Action, SyntaxError> {
    args.check_count()?;
    let user = args.userid(Role::Userid)?;
    let selector = match args.next() {
        None => None,
        Some(word) => match selector(word) {
            Some(selector @ (Selector::Next | Selector::Active)) => Some(selector),
            Some(Selector::All | Selector::Inactive) | None => {
                return Err(args.refuse(format!("{} should be next or active", word.ordinal())));
            }
        },
    };
    Ok(Action::AllShow(user, selector))
}

pub(in crate::command) static GAME_HELP: Usage = Usage {
    synonyms: &["rules"],
    line: "<game> help",
    purpose: "explains a game: its rules, notation and options",
    ..Usage::of_game("help", CommandGroup::Looking, |kind, args| {
        args.check_count().map(|()| Action::Game(kind, GameAction::Help))
    })
};

pub(in crate::command) fn game_help<'a>(kind: GameKind) -> Spec<'a> {
    Spec::question(&GAME_HELP).decides(move |_| Ok(help_answer(&[HelpTopic::Game(kind)])))
}

pub(in crate::command) static STANDINGS: Usage = Usage {
    synonyms: &["ratings"],
    line: "<game> standings",
    purpose: "lists the players by rating",
    ..Usage::of_game("standings", CommandGroup::Looking, |kind, args| {
        args.check_count().map(|()| Action::Game(kind, GameAction::Standings))
    })
};

pub(in crate::command) fn standings<'a>(kind: GameKind) -> Spec<'a> {
    Spec::question(&STANDINGS)
        .loads(move |needs, _| needs.standings = Some(kind))
        .decides(move |context| Ok(context.standings(kind)))
}

pub(in crate::command) static HISTORY: Usage = Usage {
    more: 1,
    line: "<game> history [userid]",
    purpose: "lists the finished games of all players or of one",
    ..Usage::of_game("history", CommandGroup::Looking, parse_history)
};

pub(in crate::command) fn history(kind: GameKind, player: Option<&Userid>) -> Spec<'_> {
    Spec::question(&HISTORY)
        .loads(move |needs, sent| {
            needs.users.extend(player.cloned());
            needs.history = Some((kind, player.cloned()));
            needs.listed.push(filter(Some(kind), player, Some(Selector::Inactive), sent));
        })
        .decides(move |context| context.history(kind, player))
}

fn parse_history(kind: GameKind, args: &mut CommandArguments<'_>) -> Result<Action, SyntaxError> {
    args.check_count()?;
    let user = args.next().map(|word| args.userid_from(word, Role::Userid)).transpose()?;
    Ok(Action::Game(kind, GameAction::History(user)))
}

pub(in crate::command) static GAMES: Usage = Usage {
    more: MANY,
    line: "<game> games [userid …] [all|active|inactive|next]",
    purpose: "lists boards, one line each",
    shows: |_, _, word| is_number(word) || selector(word).is_some(),
    ..Usage::of_game("games", CommandGroup::Looking, parse_games)
};

pub(in crate::command) fn games(
    kind: GameKind,
    users: &[Userid],
    selector: Option<Selector>,
) -> Spec<'_> {
    Spec::question(&GAMES)
        .loads(move |needs, sent| {
            needs.users.extend(users.iter().cloned());
            let players: Vec<_> = match users {
                [] => vec![None],
                some => some.iter().map(Some).collect(),
            };
            let filter = |player| filter(Some(kind), player, selector, sent);
            needs.listed.extend(players.into_iter().map(filter));
        })
        .decides(move |context| context.games(kind, users, selector))
}

fn parse_games(kind: GameKind, args: &mut CommandArguments<'_>) -> Result<Action, SyntaxError> {
    args.check_count()?;
    let (users, selector) = users_and_selector(args)?;
    Ok(Action::Game(kind, GameAction::Games(users, selector)))
}

pub(in crate::command) static SHOW: Usage = Usage {
    synonyms: &["board"],
    more: MANY,
    line: "<game> show board[#n] …  or  <game> show userid … [all|active|inactive|next]",
    purpose: "shows boards, or the position after turn n (#-3: three turns back)",
    shows: |_, _, word| is_board_or_selector(word),
    ..Usage::of_game("show", CommandGroup::Looking, parse_show)
};

/// `<game> show board[#n] …`
pub(in crate::command) fn show(kind: GameKind, boards: &[(BoardId, Option<PlyRef>)]) -> Spec<'_> {
    Spec::question(&SHOW)
        .loads(|needs, _| needs.boards.extend(boards.iter().map(|(board, _)| *board)))
        .decides(move |context| context.show(kind, boards))
}

/// `<game> show userid … [selector]`
pub(in crate::command) fn show_of(
    kind: GameKind,
    users: &[Userid],
    selector: Option<Selector>,
) -> Spec<'_> {
    Spec::question(&SHOW)
        .loads(move |needs, sent| {
            needs.users.extend(users.iter().cloned());
            let selector = Some(selector.unwrap_or(Selector::Active));
            let filter = |user| filter(Some(kind), Some(user), selector, sent);
            needs.whole.extend(users.iter().map(filter));
        })
        .decides(move |context| context.show_of(kind, users, selector))
}

fn is_board_or_selector(word: Word<'_>) -> bool {
    let is_number = |text: &str| whole_number(text).is_some();
    let (board, at) = word.text.split_once('#').unwrap_or((word.text, "0"));
    let at = at.strip_prefix('-').unwrap_or(at);
    (is_number(board) || board.is_empty()) && is_number(at) || selector(word).is_some()
}

fn parse_show(kind: GameKind, args: &mut CommandArguments<'_>) -> Result<Action, SyntaxError> {
    args.check_count()?;
    let joined = words::join(&args.words);
    let is_board = |turn: &TurnWord<'_>| turn.text.starts_with(|c: char| c.is_ascii_digit());
    let Some(first) = joined.first() else {
        return Err(args.refuse("the board's number or a userid is missing"));
    };
    if !is_board(first) {
        let (users, selector) = users_and_selector(args)?;
        if users.is_empty() {
            return Err(args.refuse("a userid is missing"));
        }
        return Ok(Action::Game(kind, GameAction::ShowOf(users, selector)));
    }
    let boards = joined.iter().map(|turn| board_at(kind, args, turn));
    Ok(Action::Game(kind, GameAction::Show(boards.collect::<Result<_, _>>()?)))
}

pub(in crate::command) static PREVIEW: Usage = Usage {
    synonyms: &["prev"],
    options: OptionSet::Game,
    more: MANY,
    line: "<game> preview board[#n] move …  or  <game> preview new [-options] move …",
    purpose: "shows only you the position that some moves would lead to",
    shows: |heading, place, word| match place {
        0 => {
            let board = word.text.split('#').next().unwrap_or("");
            word.is("new") || whole_number(board).is_some()
        }
        _ => words::is_turn_part(heading.kind, word),
    },
    ..Usage::of_game("preview", CommandGroup::Looking, parse_preview)
};

/// `<game> preview board[#n] move …`
pub(in crate::command) fn preview(
    board: BoardId,
    at: Option<PlyRef>,
    turns: &[String],
) -> Spec<'_> {
    Spec::question(&PREVIEW).on(board).decides(move |context| context.preview(board, at, turns))
}

/// `<game> preview new [-options] move …`
pub(in crate::command) fn preview_new<'a>(
    kind: GameKind,
    options: &'a str,
    turns: &'a [String],
) -> Spec<'a> {
    Spec::question(&PREVIEW).decides(move |context| context.preview_new(kind, options, turns))
}

fn parse_preview(kind: GameKind, args: &mut CommandArguments<'_>) -> Result<Action, SyntaxError> {
    let missing = "the board's number is missing, or new for an empty board";
    let first = *args.words.first().ok_or_else(|| args.refuse(missing))?;
    if first.is("new") {
        args.words.remove(0);
        let chosen = options::take(args, kind)?;
        let turns = words::join(&args.words);
        let turns = turns_of(kind, args, &turns)?;
        return Ok(Action::Game(kind, GameAction::PreviewNew(chosen.options, turns)));
    }
    if let Some(option) = args.words.iter().find(|word| options::is_known(word.text, Some(kind))) {
        let ordinal = option.ordinal();
        return Err(args.refuse(format!(
            "{ordinal} is an option, and options go only with `{kind} preview new`"
        )));
    }
    let turns = words::join(&args.words);
    let (board, position) = board_at(kind, args, &turns[0])?;
    let turns = turns_of(kind, args, &turns[1..])?;
    Ok(Action::Board(board, BoardAction::Preview(position, turns)))
}

/// Reads words as turns.
///
/// # Errors
/// When a word is not a turn.
pub(in crate::command) fn turns_of(
    kind: GameKind,
    args: &CommandArguments<'_>,
    turns: &[TurnWord<'_>],
) -> Result<Vec<String>, SyntaxError> {
    let check = |turn: &TurnWord<'_>| {
        if turn.number.is_some() {
            return Err(args.refuse("# goes with the board's number: 101#5, then the moves"));
        }
        match words::could_be_turn(&turn.text) {
            true => Ok(turn.text.clone()),
            false => Err(args.not_a_turn(kind, turn.word)),
        }
    };
    turns.iter().map(check).collect()
}

/// A board, perhaps with `#n`.
fn board_at(
    kind: GameKind,
    args: &CommandArguments<'_>,
    turn: &TurnWord<'_>,
) -> Result<(BoardId, Option<PlyRef>), SyntaxError> {
    let board =
        BoardId::parse(kind, &turn.text).map_err(|_| args.mismatch(turn.word, Role::Board))?;
    let Some(number) = &turn.number else { return Ok((board, None)) };
    let position = match number.strip_prefix('-') {
        Some(back) => whole_number(back).map(PlyRef::Back),
        None => whole_number(number).map(PlyRef::After),
    };
    match position {
        Some(position) => Ok((board, Some(position))),
        None => Err(args.refuse(
            "after # comes the number of a turn: #0 is the start, #5 after turn 5, #-3 three turns \
             back",
        )),
    }
}

/// Userids, perhaps followed by a choice among their boards.
fn users_and_selector(
    args: &CommandArguments<'_>,
) -> Result<(Vec<Userid>, Option<Selector>), SyntaxError> {
    let words = args.rest();
    let (words, selector) = match words.split_last() {
        Some((last, before)) if selector(*last).is_some() => (before, selector(*last)),
        _ => (words, None),
    };
    let users = words.iter().map(|&word| args.userid_from(word, Role::Userid));
    Ok((users.collect::<Result<_, _>>()?, selector))
}

/// The word as a choice among boards.
pub(in crate::command) fn selector(word: Word<'_>) -> Option<Selector> {
    match word.text.to_ascii_lowercase().as_str() {
        "all" => Some(Selector::All),
        "active" => Some(Selector::Active),
        "inactive" => Some(Selector::Inactive),
        "next" => Some(Selector::Next),
        _ => None,
    }
}
