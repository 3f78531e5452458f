//! The commands that carry moves.

use carrick_games::{GameKind, nearest_word};

use super::arguments::Arguments;
use super::roles::{Role, whole_number};
use super::turn::{self, TurnWord};
use super::usage::ACTIONS;
use super::words::Word;
use super::{Action, GameCommand, Refusal};

/// `<game> move board userid password move[#n]`
pub(super) fn a_move(kind: GameKind, args: &mut Arguments<'_>) -> Result<GameCommand, Refusal> {
    let turn = take_turn(args);
    args.check_count()?;
    let (board, who) = (args.board(kind)?, args.credential()?);
    let number = turn_number(args, turn.as_ref())?;
    let action = action(kind, args, &turn.map_or_else(String::new, |turn| turn.text))?;
    Ok(GameCommand::Move { board, who, action, number })
}

/// `<game> submit board userid password move[#n]`
pub(super) fn submit(kind: GameKind, args: &mut Arguments<'_>) -> Result<GameCommand, Refusal> {
    let turn = take_turn(args);
    args.check_count()?;
    let (board, who) = (args.board(kind)?, args.credential()?);
    let number = turn_number(args, turn.as_ref())?;
    let text = checked_turn(kind, args, &turn.map_or_else(String::new, |turn| turn.text))?;
    Ok(GameCommand::Submit(board, who, text, number))
}

/// `<game> resign board userid password`, `<game> swap …`; a `#n` behind it is understood.
pub(super) fn without_turn(
    kind: GameKind,
    args: &mut Arguments<'_>,
    action: Action,
) -> Result<GameCommand, Refusal> {
    let is_number = |word: &Word<'_>| word.text.starts_with('#');
    let turn = match args.words.get(PLACE) {
        Some(word) if is_number(word) => take_turn(args),
        _ => None,
    };
    if turn.is_some() {
        args.words.remove(PLACE);
    }
    args.check_count()?;
    let (board, who) = (args.board(kind)?, args.credential()?);
    let number = turn_number(args, turn.as_ref())?;
    Ok(GameCommand::Move { board, who, action, number })
}

/// `<game> queue board userid password line|clear`
pub(super) fn queue(kind: GameKind, args: &mut Arguments<'_>) -> Result<GameCommand, Refusal> {
    args.check_count()?;
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

pub(super) fn not_a_turn(kind: GameKind, args: &Arguments<'_>, word: Word<'_>) -> Refusal {
    let examples = turn::examples(kind);
    let fault = match turn::looks_latin(word.text) {
        true => format!(
            "has a letter of another alphabet that looks like a Latin one; with Latin letters a move of {kind} \
             looks like {examples}"
        ),
        false => format!("is not a move; a move of {kind} looks like {examples}"),
    };
    args.refuse_word(word, fault, "")
}

/// How many words stand before the move: board, userid, password.
const PLACE: usize = 3;

/// Joins the words in the move's place and behind it to turns, of which each then is one word, and
/// returns the first.
fn take_turn<'a>(args: &mut Arguments<'a>) -> Option<TurnWord<'a>> {
    let words = args.words.split_off(args.words.len().min(PLACE));
    let turns = turn::join(&words);
    args.words.extend(turns.iter().map(|turn| turn.word));
    turns.into_iter().next()
}

fn action(kind: GameKind, args: &mut Arguments<'_>, text: &str) -> Result<Action, Refusal> {
    Ok(match text {
        "propose" => Action::Propose,
        "undo" => Action::Undo,
        "accept" => Action::Accept,
        "reject" => Action::Reject,
        "resign" => Action::Resign,
        turn => {
            if !turn::looks_like_turn(kind, turn)
                && let Some(meant) = nearest_word(turn, ACTIONS)
            {
                let word = args.expect(Role::Turn)?;
                let fault = format!("is not a move; did you mean {meant}?");
                return Err(args.refuse_word(word, fault, ""));
            }
            Action::Play(checked_turn(kind, args, turn)?)
        }
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

fn turn_number(args: &Arguments<'_>, turn: Option<&TurnWord<'_>>) -> Result<Option<u32>, Refusal> {
    let Some(number) = turn.and_then(|turn| turn.number.as_deref()) else { return Ok(None) };
    match whole_number(number).filter(|&number| number > 0) {
        Some(number) => Ok(Some(number)),
        None => Err(args.refuse("after # comes the number of the turn, counted from 1: d3#5")),
    }
}
