//! The commands that look at boards.

use carrick_games::GameKind;

use super::arguments::Arguments;
use super::parse::selector;
use super::parse_turns::not_a_turn;
use super::roles::{Role, whole_number};
use super::turn::{self, TurnWord};
use super::words::Word;
use super::{GameCommand, Position, Refusal, Selector, options};
use crate::{BoardId, Userid};

pub(super) fn history(args: &mut Arguments<'_>) -> Result<GameCommand, Refusal> {
    args.check_count()?;
    let user = args.next().map(|word| args.userid_from(word, Role::Userid)).transpose()?;
    Ok(GameCommand::History(user))
}

pub(super) fn games(args: &mut Arguments<'_>) -> Result<GameCommand, Refusal> {
    args.check_count()?;
    let (users, selector) = users_and_selector(args)?;
    Ok(GameCommand::Games(users, selector))
}

pub(super) fn show(kind: GameKind, args: &mut Arguments<'_>) -> Result<GameCommand, Refusal> {
    args.check_count()?;
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

pub(super) fn show_as(kind: GameKind, args: &mut Arguments<'_>) -> Result<GameCommand, Refusal> {
    args.check_count()?;
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

pub(super) fn preview(kind: GameKind, args: &mut Arguments<'_>) -> Result<GameCommand, Refusal> {
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
