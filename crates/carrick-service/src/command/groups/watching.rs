//! The commands of those who watch: `showas`, `subscribe`, `notify`, `review`.

use carrick_coach::review::Times;
use carrick_games::GameKind;

use crate::command::arguments::Arguments;
use crate::command::groups::looking::selector;
use crate::command::parsed::{Credential, GameCommand, Selector};
use crate::command::syntax_error::SyntaxError;
use crate::command::table::{Spec, filter};
use crate::command::usage::{CommandGroup, MANY, Role, Usage, is_number};
use crate::command::words::Word;
use crate::people::BoardId;

pub(in crate::command) static SHOW_AS: Usage = Usage {
    words: &[Role::Userid, Role::Password],
    more: MANY,
    line: "<game> showas userid password [board … | all|active|inactive|next]",
    purpose: "shows boards drawn for you, with what only you may see",
    shows: |_, _, word| is_number(word) || selector(word).is_some(),
    ..Usage::of_game("showas", CommandGroup::Watching, parse_show_as)
};

pub(in crate::command) fn show_as<'a>(
    kind: GameKind,
    who: &'a Credential,
    boards: &'a [BoardId],
    selector: Option<Selector>,
) -> Spec<'a> {
    Spec { is_question: true, ..Spec::by(&SHOW_AS, who) }.loads(move |needs, sent| {
        if boards.is_empty() {
            let selector = selector.unwrap_or(Selector::Active);
            needs.whole.push(filter(Some(kind), Some(&who.user), Some(selector), sent));
        }
        needs.boards.extend(boards);
    })
}

fn parse_show_as(kind: GameKind, args: &mut Arguments<'_>) -> Result<GameCommand, SyntaxError> {
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

pub(in crate::command) static SUBSCRIBE: Usage = Usage {
    synonyms: &["sub"],
    words: &[Role::BoardOrAll, Role::Userid, Role::Password],
    line: "<game> subscribe board|all userid password",
    purpose: "sends you every turn of a board, or of all boards",
    shows: |_, _, word| is_number(word) || word.is("all"),
    ..Usage::of_game("subscribe", CommandGroup::Watching, |kind, args| {
        parse_subscribe(kind, args, true)
    })
};

pub(in crate::command) static UNSUBSCRIBE: Usage = Usage {
    synonyms: &["unsub"],
    words: &[Role::BoardOrAll, Role::Userid, Role::Password],
    line: "<game> unsubscribe board|all userid password",
    purpose: "stops that, or all mail about a board that you play on",
    shows: |_, _, word| is_number(word) || word.is("all"),
    ..Usage::of_game("unsubscribe", CommandGroup::Watching, |kind, args| {
        parse_subscribe(kind, args, false)
    })
};

pub(in crate::command) fn subscribe(
    board: Option<BoardId>,
    who: &Credential,
    on: bool,
) -> Spec<'_> {
    let verb = if on { &SUBSCRIBE } else { &UNSUBSCRIBE };
    Spec { board, wants_mail: on, ..Spec::of_account(verb, who) }
        .loads(move |needs, _| needs.stocks = Some((who.user.clone(), None)))
}

fn parse_subscribe(
    kind: GameKind,
    args: &mut Arguments<'_>,
    subscribe: bool,
) -> Result<GameCommand, SyntaxError> {
    let board = board_or_all(kind, args)?;
    Ok(GameCommand::Subscribe(board, args.credential()?, subscribe))
}

fn board_or_all(kind: GameKind, args: &mut Arguments<'_>) -> Result<Option<BoardId>, SyntaxError> {
    args.check_count()?;
    let word = args.expect(Role::BoardOrAll)?;
    if word.is("all") {
        return Ok(None);
    }
    match BoardId::parse(kind, word.text) {
        Ok(board) => Ok(Some(board)),
        Err(_) => Err(args.mismatch(word, Role::BoardOrAll)),
    }
}

pub(in crate::command) static NOTIFY: Usage = Usage {
    words: &[Role::Userid, Role::Password],
    more: 1,
    line: "<game> notify userid password [on|off]",
    purpose: "sends you a mail at the end of each game, or stops that",
    ..Usage::of_game("notify", CommandGroup::Watching, parse_notify)
};

pub(in crate::command) fn notify(who: &Credential, on: bool) -> Spec<'_> {
    Spec { wants_mail: on, ..Spec::of_account(&NOTIFY, who) }
}

fn parse_notify(_: GameKind, args: &mut Arguments<'_>) -> Result<GameCommand, SyntaxError> {
    args.check_count()?;
    Ok(GameCommand::Notify(args.credential()?, args.on_unless_off()?))
}

pub(in crate::command) static REVIEW: Usage = Usage {
    words: &[Role::Board, Role::Userid, Role::Password],
    more: 1,
    line: "<game> review board userid password [times]",
    purpose: "shows where a finished game was decided; times is 1 to 8, for a longer look",
    shows: |_, _, word| is_number(word),
    ..Usage::of_game("review", CommandGroup::Watching, parse_review)
};

pub(in crate::command) fn review(board: BoardId, who: &Credential) -> Spec<'_> {
    Spec::by(&REVIEW, who).on(board).loads(move |needs, _| {
        needs.review = Some((board, who.user.clone()));
        needs.running_games(board.kind, &who.user);
    })
}

fn parse_review(kind: GameKind, args: &mut Arguments<'_>) -> Result<GameCommand, SyntaxError> {
    args.check_count()?;
    let (board, who) = (args.board(kind)?, args.credential()?);
    let times = args.next().map(|word| {
        let fault =
            "should be a whole number from 1 to 8: how many times longer the review may take";
        word.text
            .parse::<Times>()
            .map_err(|_| args.refuse_word(word, fault.to_owned(), ", or be left out"))
    });
    Ok(GameCommand::Review(board, who, times.transpose()?))
}
