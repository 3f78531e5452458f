//! The commands of a player on a board, `move` first among them, and `set`.

use carrick_coach::hint::{Step, StepError};
use carrick_games::{GameKind, nearest_word};

use crate::command::action::{Action, BoardAction, MOVES, Move};
use crate::command::arguments::CommandArguments;
use crate::command::groups::{starting, talking, watching};
use crate::command::spec::Spec;
use crate::command::syntax_error::{SyntaxError, did_you_mean};
use crate::command::usage::{CommandGroup, MANY, Role, Usage, is_number, whole_number};
use crate::command::words;
use crate::command::words::{TurnWord, Word};
use crate::people::{BoardId, SettingCommand, SettingsPatch, UserSetting, Zone, and};

pub(in crate::command) static MOVE: Usage = Usage {
    synonyms: &["mvoe"],
    words: &[Role::Board, Role::Userid, Role::Password, Role::Turn],
    line: "<game> move board userid password move[#n]",
    purpose: "plays a move, or pass, swap, propose, undo, accept, reject or resign",
    ..Usage::of_game("move", CommandGroup::Playing, parse_move)
};

pub(in crate::command) static RESIGN: Usage = Usage {
    words: &[Role::Board, Role::Userid, Role::Password],
    line: "<game> resign board userid password",
    purpose: "gives a game up; before your first move, declines it",
    ..Usage::of_game("resign", CommandGroup::Playing, |kind, args| {
        parse_without_turn(kind, args, Move::Resign)
    })
};

pub(in crate::command) static SWAP: Usage = Usage {
    words: &[Role::Board, Role::Userid, Role::Password],
    line: "<game> swap board userid password",
    purpose: "exchanges colours instead of moving, where the rules allow it",
    ..Usage::of_game("swap", CommandGroup::Playing, |kind, args| {
        parse_without_turn(kind, args, Move::Play("swap".to_owned()))
    })
};

/// `move`, and `resign` and `swap`, which are other ways to write it.
pub(in crate::command) fn a_move(board: BoardId, chosen: &Move, number: Option<u32>) -> Spec<'_> {
    let verb = if *chosen == Move::Resign { &RESIGN } else { &MOVE };
    timed(verb, board).decides(move |context| context.play(board, chosen, number))
}

/// A command that plays, prepares or answers a turn. It loads what its player said recently, to
/// know whether the text that comes with a repeated command was already sent with the first.
fn timed<'a>(verb: &'static Usage, board: BoardId) -> Spec<'a> {
    Spec { is_timed: true, ..Spec::by_user(verb).on(board) }.loads(|needs, sent| {
        if sent.has_body {
            needs.letters = sent.user_since(24);
        }
    })
}

fn parse_move(kind: GameKind, args: &mut CommandArguments<'_>) -> Result<Action, SyntaxError> {
    let turn = take_turn(args);
    args.check_count()?;
    let board = args.board_and_user(kind)?;
    let number = turn_number(args, turn.as_ref())?;
    let chosen = chosen(kind, args, &turn.map_or_else(String::new, |turn| turn.text))?;
    Ok(Action::Board(board, BoardAction::Move(chosen, number)))
}

/// `resign` and `swap`; a `#n` after it is accepted.
fn parse_without_turn(
    kind: GameKind,
    args: &mut CommandArguments<'_>,
    chosen: Move,
) -> Result<Action, SyntaxError> {
    let is_number = |word: &Word<'_>| word.text.starts_with('#');
    let turn = match args.words.get(PLACE) {
        Some(word) if is_number(word) => take_turn(args),
        _ => None,
    };
    if turn.is_some() {
        args.words.remove(PLACE);
    }
    args.check_count()?;
    let board = args.board_and_user(kind)?;
    let number = turn_number(args, turn.as_ref())?;
    Ok(Action::Board(board, BoardAction::Move(chosen, number)))
}

pub(in crate::command) static HINT: Usage = Usage {
    words: &[Role::Board, Role::Userid, Role::Password],
    more: 1,
    line: "<game> hint board userid password [step]",
    purpose: "helps in a practice game: step 1 says where to look, 2 the move, 3 why",
    shows: |_, _, word| is_number(word),
    ..Usage::of_game("hint", CommandGroup::Playing, parse_hint)
};

pub(in crate::command) fn hint<'a>(board: BoardId, step: Option<Step>) -> Spec<'a> {
    Spec::by_user(&HINT)
        .on(board)
        .loads(move |needs, sent| {
            needs.hint = sent.user().map(|user| (board, user));
            needs.running_games(board.kind, sent.who);
        })
        .decides(move |context| context.hint(board, step))
}

fn parse_hint(kind: GameKind, args: &mut CommandArguments<'_>) -> Result<Action, SyntaxError> {
    args.check_count()?;
    let board = args.board_and_user(kind)?;
    let step = args.next().map(|word| {
        let fault = "should be 1 (where to look), 2 (which move) or 3 (why)".to_owned();
        let refused = |StepError| args.refuse_word(word, fault, ", or be left out");
        word.text.parse::<Step>().map_err(refused)
    });
    Ok(Action::Board(board, BoardAction::Hint(step.transpose()?)))
}

pub(in crate::command) static QUEUE: Usage = Usage {
    synonyms: &["qmove"],
    words: &[Role::Board, Role::Userid, Role::Password, Role::Line],
    more: MANY,
    line: "<game> queue board userid password line|clear",
    purpose: "plays ahead: `d3 f4, e2 e3` answers d3 with f4, and e2 with e3",
    ..Usage::of_game("queue", CommandGroup::Playing, parse_queue)
};

pub(in crate::command) fn queue(board: BoardId, line: Option<&str>) -> Spec<'_> {
    timed(&QUEUE, board).decides(move |context| context.queue(board, line))
}

fn parse_queue(kind: GameKind, args: &mut CommandArguments<'_>) -> Result<Action, SyntaxError> {
    args.check_count()?;
    let board = args.board_and_user(kind)?;
    if let [only] = args.rest()
        && only.is("clear")
    {
        return Ok(Action::Board(board, BoardAction::Queue(None)));
    }
    let mut line = Vec::new();
    for &word in args.rest() {
        let text = words::plain(word.text).into_owned();
        let moves = text.split(',').filter(|turn| !turn.is_empty());
        if !moves.clone().all(words::could_be_turn) {
            return Err(args.not_a_turn(kind, word));
        }
        line.push(text);
    }
    Ok(Action::Board(board, BoardAction::Queue(Some(line.join(" ")))))
}

pub(in crate::command) static SUBMIT: Usage = Usage {
    words: &[Role::Board, Role::Userid, Role::Password, Role::Turn],
    line: "<game> submit board userid password move[#n]",
    purpose: "shows only you what a move would do; confirm then plays it",
    ..Usage::of_game("submit", CommandGroup::Playing, parse_submit)
};

pub(in crate::command) fn submit(board: BoardId, turn: &str, number: Option<u32>) -> Spec<'_> {
    timed(&SUBMIT, board).decides(move |context| context.submit(board, turn, number))
}

fn parse_submit(kind: GameKind, args: &mut CommandArguments<'_>) -> Result<Action, SyntaxError> {
    let turn = take_turn(args);
    args.check_count()?;
    let board = args.board_and_user(kind)?;
    let number = turn_number(args, turn.as_ref())?;
    let text = checked_turn(kind, args, &turn.map_or_else(String::new, |turn| turn.text))?;
    Ok(Action::Board(board, BoardAction::Submit(text, number)))
}

pub(in crate::command) static CONFIRM: Usage = Usage {
    words: &[Role::Board, Role::Userid, Role::Password],
    line: "<game> confirm board userid password",
    purpose: "plays the move that was submitted",
    ..Usage::of_game("confirm", CommandGroup::Playing, |kind, args| {
        args.on_board(kind, BoardAction::Confirm)
    })
};

pub(in crate::command) fn confirm<'a>(board: BoardId) -> Spec<'a> {
    timed(&CONFIRM, board).decides(move |context| context.confirm(board))
}

pub(in crate::command) static SET: Usage = Usage {
    words: &[Role::Userid, Role::Password, Role::Setting],
    more: MANY,
    line: "<game> set userid password option …",
    purpose: "changes what you are sent and shown: zone=Europe/Paris (times), \
              mail=each|daily|never, turnmail|reminders|letters=on|off (kinds of email), \
              pictures=usual|all|none (in emails), appearance=dark.wood.sound (of pages), \
              labels=on|off (places on the board), turns=last|all (after a turn)",
    ..Usage::of_game("set", CommandGroup::Playing, parse_set)
};

/// `set`, and the commands that set one thing.
pub(in crate::command) fn change_settings(patch: &SettingsPatch) -> Spec<'_> {
    let own = patch.by_own_command();
    let usage = match own {
        Some(SettingCommand::News(_)) => &talking::NEWS,
        Some(SettingCommand::Notify(_)) => &watching::NOTIFY,
        Some(SettingCommand::Watches(true)) => &watching::SUBSCRIBE,
        Some(SettingCommand::Watches(false)) => &watching::UNSUBSCRIBE,
        Some(SettingCommand::Challenges(true)) => &starting::ACCEPT,
        Some(SettingCommand::Challenges(false)) => &starting::REJECT,
        Some(SettingCommand::Limit(_)) => &starting::LIMIT,
        None => &SET,
    };
    let takes_a_person = !patch.changes().all(|(setting, _)| setting.is_about_play);
    Spec { takes_a_person, ..Spec::by_user(usage) }
        .loads(move |needs, _| {
            needs.new_board = patch.game.filter(|_| matches!(own, Some(SettingCommand::Limit(_))));
        })
        .decides(move |context| context.change_settings(patch))
}

fn parse_set(kind: GameKind, args: &mut CommandArguments<'_>) -> Result<Action, SyntaxError> {
    args.check_count()?;
    args.credential()?;
    let mut patch = SettingsPatch::new(Some(kind));
    args.rest().iter().try_for_each(|&word| read_setting(args, word, &mut patch))?;
    Ok(Action::ChangeSettings(patch))
}

/// Reads `name=value`, with or without a dash before it.
///
/// # Errors
/// When there is no such setting, or it does not take this value.
fn read_setting(
    args: &CommandArguments<'_>,
    word: Word<'_>,
    patch: &mut SettingsPatch,
) -> Result<(), SyntaxError> {
    let text = word.text.trim_start_matches('-').to_ascii_lowercase();
    let (name, value) = text.split_once('=').unwrap_or((&text, ""));
    let Some(setting) = UserSetting::named(name) else {
        let listed = UserSetting::ALL.iter().filter(|setting| setting.command.is_none());
        let names: Vec<_> = listed.map(|setting| setting.name).collect();
        let otherwise = format!("; there are {}", and(&names));
        let end = did_you_mean(nearest_word(name, names.iter().copied()), &otherwise);
        return Err(args.refuse(format!("{} is not a setting{end}", word.ordinal())));
    };
    patch.set(setting, value).map_err(|_| {
        let zones: Vec<String> = match setting.name == UserSetting::ZONE.name {
            true => Zone::names().collect(),
            false => Vec::new(),
        };
        let end = did_you_mean(nearest_zone(value, &zones), "");
        args.refuse(setting.usage() + &end)
    })
}

/// The zone of a city, or the one whose name is nearest.
fn nearest_zone<'a>(word: &str, names: &'a [String]) -> Option<&'a str> {
    let names = names.iter().map(String::as_str);
    let is_city = |name: &&str| {
        name.rsplit_once('/').is_some_and(|(_, city)| city.eq_ignore_ascii_case(word))
    };
    names.clone().find(is_city).or_else(|| nearest_word(word, names))
}

/// Number of words before the move: board, userid, password.
const PLACE: usize = 3;

/// Joins the words from the move on into turns, so that each turn is one word, and returns the
/// first.
fn take_turn<'a>(args: &mut CommandArguments<'a>) -> Option<TurnWord<'a>> {
    let words = args.words.split_off(args.words.len().min(PLACE));
    let turns = words::join(&words);
    args.words.extend(turns.iter().map(|turn| turn.word));
    turns.into_iter().next()
}

fn chosen(
    kind: GameKind,
    args: &mut CommandArguments<'_>,
    text: &str,
) -> Result<Move, SyntaxError> {
    if let Some(chosen) = Move::named(text) {
        return Ok(chosen);
    }
    if !words::looks_like_turn(kind, text)
        && let Some(meant) = nearest_word(text, MOVES)
    {
        let word = args.expect(Role::Turn)?;
        let fault = format!("is not a move; did you mean {meant}?");
        return Err(args.refuse_word(word, fault, ""));
    }
    Ok(Move::Play(checked_turn(kind, args, text)?))
}

fn checked_turn(
    kind: GameKind,
    args: &mut CommandArguments<'_>,
    text: &str,
) -> Result<String, SyntaxError> {
    if text.is_empty() {
        return Err(args.refuse("the move is missing before #"));
    }
    if words::could_be_turn(text) {
        return Ok(text.to_owned());
    }
    let word = args.expect(Role::Turn)?;
    Err(args.not_a_turn(kind, word))
}

fn turn_number(
    args: &CommandArguments<'_>,
    turn: Option<&TurnWord<'_>>,
) -> Result<Option<u32>, SyntaxError> {
    let Some(number) = turn.and_then(|turn| turn.number.as_deref()) else { return Ok(None) };
    match whole_number(number).filter(|&number| number > 0) {
        Some(number) => Ok(Some(number)),
        None => Err(args.refuse("after # comes the number of the turn, counted from 1: d3#5")),
    }
}
