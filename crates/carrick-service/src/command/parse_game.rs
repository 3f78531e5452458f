//! The commands about a game.

use carrick_games::GameKind;

use super::arguments::Arguments;
use super::parse::selector;
use super::roles::{Role, whole_number};
use super::turn::{self, TurnWord};
use super::usage::Verb;
use super::words::Word;
use super::{Action, Credential, GameCommand, Position, Refusal, Selector, options};
use crate::{BoardId, Userid};

/// Reads what follows a game's name.
///
/// # Errors
/// What was wrong and what was expected.
pub(super) fn parse(kind: GameKind, mut arguments: Arguments<'_>) -> Result<GameCommand, Refusal> {
    let args = &mut arguments;
    match args.heading.usage.verb {
        Verb::Challenge | Verb::Seek | Verb::Computer => with_options(kind, args),
        Verb::Preview => preview(kind, args),
        Verb::Move | Verb::Submit | Verb::Resign | Verb::Swap => a_turn(kind, args),
        Verb::Games | Verb::Show | Verb::ShowAs | Verb::History => looking(kind, args),
        Verb::Accept | Verb::Reject => challenges(kind, args),
        _ => plain(kind, args),
    }
}

fn plain(kind: GameKind, args: &mut Arguments<'_>) -> Result<GameCommand, Refusal> {
    args.check_count()?;
    Ok(match args.heading.usage.verb {
        Verb::Standings => GameCommand::Standings,
        Verb::Rematch => GameCommand::Rematch(args.board(kind)?, args.credential()?),
        Verb::Queue => queue(kind, args)?,
        Verb::Confirm => GameCommand::Confirm(args.board(kind)?, args.credential()?),
        Verb::Chat => GameCommand::Chat(args.board(kind)?, args.credential()?),
        Verb::Subscribe => {
            GameCommand::Subscribe(board_or_all(kind, args)?, args.credential()?, true)
        }
        Verb::Unsubscribe => {
            GameCommand::Subscribe(board_or_all(kind, args)?, args.credential()?, false)
        }
        Verb::Notify => GameCommand::Notify(args.credential()?),
        Verb::Limit => {
            GameCommand::Limit(args.credential()?, args.number_or(Role::Limit, 1..=1000, "none")?)
        }
        Verb::Take => {
            let word = args.expect(Role::Seek)?;
            let seek = whole_number(word.text).filter(|&number| number > 0);
            let seek = seek.ok_or_else(|| args.mismatch(word, Role::Seek))?;
            GameCommand::Take(seek, args.credential()?)
        }
        Verb::Set => set(args)?,
        // The one command that is left.
        _ => GameCommand::Help,
    })
}

fn with_options(kind: GameKind, args: &mut Arguments<'_>) -> Result<GameCommand, Refusal> {
    let chosen = options::take(args, kind)?;
    args.check_count()?;
    match args.heading.usage.verb {
        Verb::Challenge => Ok(GameCommand::Challenge {
            options: chosen.options,
            terms: chosen.terms,
            first: args.userid(Role::Userid)?,
            second: args.userid(Role::OtherUser)?,
        }),
        Verb::Computer => Ok(GameCommand::Computer {
            options: chosen.options,
            level: chosen.level,
            who: args.credential()?,
        }),
        _ => seek(args, chosen),
    }
}

fn seek(args: &mut Arguments<'_>, chosen: options::Chosen) -> Result<GameCommand, Refusal> {
    let who = args.credential()?;
    let count = match args.next() {
        None => 1,
        Some(word) if word.is("cancel") && chosen.any => {
            return Err(args.refuse("cancel takes back every offer, so no option goes with it"));
        }
        Some(word) if word.is("cancel") => return Ok(GameCommand::CancelSeeks(who)),
        Some(word) => {
            whole_number(word.text).filter(|count| (1..=20).contains(count)).ok_or_else(|| {
                args.refuse(format!(
                    "{} should be a whole number of games from 1 to 20, or cancel",
                    word.ordinal()
                ))
            })?
        }
    };
    Ok(GameCommand::Seek { who, options: chosen.options, terms: chosen.terms, count })
}

fn a_turn(kind: GameKind, args: &mut Arguments<'_>) -> Result<GameCommand, Refusal> {
    let mut turns = take_turns(args);
    let verb = args.heading.usage.verb;
    let takes_turn = matches!(verb, Verb::Move | Verb::Submit);
    // `ankor swap 101 ann hunter22 #2`: a number, and nothing before it.
    let number_alone = !takes_turn && turns.first().is_some_and(|turn| turn.text.is_empty());
    let first = if takes_turn || number_alone { turns.first().cloned() } else { None };
    if first.is_some() {
        turns.remove(0);
    }
    args.words.extend(first.iter().filter(|_| takes_turn).map(|turn| turn.word));
    args.words.extend(turns.iter().map(|turn| turn.word));
    args.check_count()?;
    let board = args.board(kind)?;
    let who = args.credential()?;
    let number = match &first {
        Some(turn) => turn_number(args, turn)?,
        None => None,
    };
    let text = first.map_or_else(String::new, |turn| turn.text);
    let action = match verb {
        Verb::Resign => Action::Resign,
        Verb::Swap => Action::Play("swap".to_owned()),
        Verb::Submit => {
            let text = checked_turn(kind, args, &text)?;
            return Ok(GameCommand::Submit(board, who, text, number));
        }
        _ => action(kind, args, &text)?,
    };
    Ok(GameCommand::Move { board, who, action, number })
}

/// Takes the words behind board, userid and password out of the arguments and joins them to turns.
fn take_turns<'a>(args: &mut Arguments<'a>) -> Vec<TurnWord<'a>> {
    let behind = args.words.len().min(3);
    let words = args.words.split_off(behind);
    turn::join(&words)
}

fn action(kind: GameKind, args: &mut Arguments<'_>, text: &str) -> Result<Action, Refusal> {
    Ok(match text {
        "propose" => Action::Propose,
        "undo" => Action::Undo,
        "accept" => Action::Accept,
        "reject" => Action::Reject,
        "resign" => Action::Resign,
        turn => Action::Play(checked_turn(kind, args, turn)?),
    })
}

fn checked_turn(kind: GameKind, args: &mut Arguments<'_>, text: &str) -> Result<String, Refusal> {
    if text.is_empty() {
        return Err(args.refuse("the move is missing before #"));
    }
    if turn::could_be_turn(text) {
        return Ok(text.to_owned());
    }
    let word = args.expect(Role::Turn)?;
    Err(not_a_turn(kind, args, word))
}

fn not_a_turn(kind: GameKind, args: &Arguments<'_>, word: Word<'_>) -> Refusal {
    let examples = turn::examples(kind);
    args.refuse(format!("{} is not a move; a move of {kind} looks like {examples}", word.ordinal()))
}

fn turn_number(args: &Arguments<'_>, turn: &TurnWord<'_>) -> Result<Option<u32>, Refusal> {
    let Some(number) = &turn.number else { return Ok(None) };
    match whole_number(number).filter(|&number| number > 0) {
        Some(number) => Ok(Some(number)),
        None => Err(args.refuse("after # comes the number of the turn, counted from 1: d3#5")),
    }
}

fn queue(kind: GameKind, args: &mut Arguments<'_>) -> Result<GameCommand, Refusal> {
    let board = args.board(kind)?;
    let who = args.credential()?;
    if let [only] = args.rest()
        && only.is("clear")
    {
        return Ok(GameCommand::Queue(board, who, None));
    }
    let mut line = Vec::new();
    for &word in args.rest() {
        let text = turn::plain(word.text).into_owned();
        let moves = text.split(',').filter(|turn| !turn.is_empty());
        if !moves.clone().all(turn::could_be_turn) {
            return Err(not_a_turn(kind, args, word));
        }
        line.push(text);
    }
    Ok(GameCommand::Queue(board, who, Some(line.join(" "))))
}

fn preview(kind: GameKind, args: &mut Arguments<'_>) -> Result<GameCommand, Refusal> {
    let missing = "the board's number is missing, or new for an empty board";
    let first = *args.words.first().ok_or_else(|| args.refuse(missing))?;
    if first.is("new") {
        args.words.remove(0);
        let chosen = options::take(args, kind)?;
        let turns = turn::join(&args.words);
        return Ok(GameCommand::PreviewNew(chosen.options, preview_turns(kind, args, &turns)?));
    }
    if let Some(option) = args.words.iter().find(|word| options::is_known(word.text, Some(kind))) {
        let ordinal = option.ordinal();
        return Err(args.refuse(format!(
            "{ordinal} is an option, and options go only with `{kind} preview new`"
        )));
    }
    let turns = turn::join(&args.words);
    let (board, position) = board_at(kind, args, &turns[0])?;
    Ok(GameCommand::Preview(board, position, preview_turns(kind, args, &turns[1..])?))
}

fn preview_turns(
    kind: GameKind,
    args: &Arguments<'_>,
    turns: &[TurnWord<'_>],
) -> Result<Vec<String>, Refusal> {
    let check = |turn: &TurnWord<'_>| {
        if turn.number.is_some() {
            return Err(args.refuse("# goes with the board's number: 101#5, then the moves"));
        }
        match turn::could_be_turn(&turn.text) {
            true => Ok(turn.text.clone()),
            false => Err(not_a_turn(kind, args, turn.word)),
        }
    };
    turns.iter().map(check).collect()
}

/// A board, perhaps with `#n`.
fn board_at(
    kind: GameKind,
    args: &Arguments<'_>,
    turn: &TurnWord<'_>,
) -> Result<(BoardId, Option<Position>), Refusal> {
    let board =
        BoardId::parse(kind, &turn.text).map_err(|_| args.mismatch(turn.word, Role::Board))?;
    let Some(number) = &turn.number else { return Ok((board, None)) };
    let position = match number.strip_prefix('-') {
        Some(back) => whole_number(back).map(Position::Back),
        None => whole_number(number).map(Position::After),
    };
    match position {
        Some(position) => Ok((board, Some(position))),
        None => Err(args.refuse(
            "after # comes the number of a turn: #0 is the start, #5 after turn 5, #-3 three turns \
             back",
        )),
    }
}

fn looking(kind: GameKind, args: &mut Arguments<'_>) -> Result<GameCommand, Refusal> {
    args.check_count()?;
    match args.heading.usage.verb {
        Verb::History => Ok(GameCommand::History(match args.rest() {
            [] => None,
            [user, ..] => Some(args.userid_from(*user, Role::Userid)?),
        })),
        Verb::Games => {
            let (users, selector) = users_and_selector(args)?;
            Ok(GameCommand::Games(users, selector))
        }
        Verb::ShowAs => show_as(kind, args),
        _ => show(kind, args),
    }
}

fn show(kind: GameKind, args: &mut Arguments<'_>) -> Result<GameCommand, Refusal> {
    let joined = turn::join(&args.words);
    let is_board = |turn: &TurnWord<'_>| turn.text.starts_with(|c: char| c.is_ascii_digit());
    let Some(first) = joined.first() else {
        return Err(args.refuse("the board's number or a userid is missing"));
    };
    if !is_board(first) {
        let (users, selector) = users_and_selector(args)?;
        if users.is_empty() {
            return Err(args.refuse("a userid is missing"));
        }
        return Ok(GameCommand::ShowOf(users, selector));
    }
    let boards = joined.iter().map(|turn| board_at(kind, args, turn));
    Ok(GameCommand::Show(boards.collect::<Result<_, _>>()?))
}

fn show_as(kind: GameKind, args: &mut Arguments<'_>) -> Result<GameCommand, Refusal> {
    let who = args.credential()?;
    if let [only] = args.rest()
        && let Some(selector) = selector(*only)
    {
        return Ok(GameCommand::ShowAs(who, Vec::new(), Some(selector)));
    }
    let read = |&word: &Word<'_>| {
        BoardId::parse(kind, word.text).map_err(|_| args.mismatch(word, Role::Board))
    };
    let boards = args.rest().iter().map(read).collect::<Result<_, _>>()?;
    Ok(GameCommand::ShowAs(who, boards, None))
}

/// Userids, and behind them perhaps a choice among their boards.
fn users_and_selector(args: &Arguments<'_>) -> Result<(Vec<Userid>, Option<Selector>), Refusal> {
    let words = args.rest();
    let (words, selector) = match words.split_last() {
        Some((last, before)) if selector(*last).is_some() => (before, selector(*last)),
        _ => (words, None),
    };
    let users = words.iter().map(|&word| args.userid_from(word, Role::Userid));
    Ok((users.collect::<Result<_, _>>()?, selector))
}

fn board_or_all(kind: GameKind, args: &mut Arguments<'_>) -> Result<Option<BoardId>, Refusal> {
    let word = args.expect(Role::BoardOrAll)?;
    if word.is("all") {
        return Ok(None);
    }
    match BoardId::parse(kind, word.text) {
        Ok(board) => Ok(Some(board)),
        Err(_) => Err(args.mismatch(word, Role::BoardOrAll)),
    }
}

/// `accept` and `reject` are about challenges; players also type them about an offer on a board.
fn challenges(kind: GameKind, args: &mut Arguments<'_>) -> Result<GameCommand, Refusal> {
    let heading = args.heading;
    if let Some(first) = args.words.first()
        && args.words.len() >= heading.usage.words.len()
        && Role::Board.fits(first.text, Some(kind))
    {
        let name = heading.name();
        let verb = heading.usage.name;
        return Err(args.refuse(format!(
            "{name} is about challenges, not about a board; to answer an offer on a board, type \
             `{kind} move board userid password {verb}`"
        )));
    }
    args.check_count()?;
    let who: Credential = args.credential()?;
    Ok(GameCommand::Challenges(who, heading.usage.verb == Verb::Accept))
}

fn set(args: &mut Arguments<'_>) -> Result<GameCommand, Refusal> {
    const LONGEST: usize = 40;
    let who = args.credential()?;
    let mut settings = Vec::new();
    for &word in args.rest() {
        let fits = word.text.len() <= LONGEST
            && word
                .text
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"-_=+/:".contains(&byte));
        if !fits {
            return Err(args.mismatch(word, Role::Setting));
        }
        settings.push(word.text.to_ascii_lowercase());
    }
    Ok(GameCommand::Set(who, settings))
}
