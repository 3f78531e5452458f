//! The commands by which users talk: `chat`, `message`, `broadcast`, `news`, `block`; and
//! `multiple`.

use crate::command::arguments::Arguments;
use crate::command::parsed::{Command, Credential, GameCommand};
use crate::command::syntax_error::SyntaxError;
use crate::command::table::{Spec, Who, since};
use crate::command::usage::{CommandGroup, MANY, Role, Usage};
use crate::people::{BoardId, Userid};

pub(in crate::command) static CHAT: Usage = Usage {
    words: &[Role::Board, Role::Userid, Role::Password],
    line: "<game> chat board userid password",
    purpose: "sends the body to the players and subscribers of a board; these may answer when the game is over",
    ..Usage::of_game("chat", CommandGroup::Talking, |kind, args| {
        args.on_board(kind, GameCommand::Chat)
    })
};

pub(in crate::command) fn chat(board: BoardId, who: &Credential) -> Spec<'_> {
    Spec { wants_body: true, ..Spec::by(&CHAT, who).on(board) }.loads(move |needs, sent| {
        needs.letters = since(who, 1, sent);
        needs.stocks = Some((who.user.clone(), Some(board)));
    })
}

pub(in crate::command) static MESSAGE: Usage = Usage {
    words: &[Role::Userid, Role::Password, Role::OtherUser],
    more: MANY,
    line: "message userid password to …",
    purpose: "sends the body to other players, at most 10 of them and 20 times an hour",
    ..Usage::alone("message", CommandGroup::Talking, parse_message)
};

pub(in crate::command) fn message<'a>(who: &'a Credential, to: &'a [Userid]) -> Spec<'a> {
    Spec { wants_body: true, ..Spec::of_account(&MESSAGE, who) }.loads(|needs, sent| {
        needs.users.extend(to.iter().cloned());
        needs.letters = since(who, 1, sent);
    })
}

fn parse_message(args: &mut Arguments<'_>) -> Result<Command, SyntaxError> {
    args.check_count()?;
    let who = args.credential()?;
    let to = args.rest().iter().map(|&word| args.userid_from(word, Role::OtherUser));
    Ok(Command::Message(who, to.collect::<Result<_, _>>()?))
}

pub(in crate::command) static BROADCAST: Usage = Usage {
    words: &[Role::Userid, Role::Password],
    line: "broadcast userid password",
    purpose: "for operators: sends the body to all who read the news, at most twice a day",
    ..Usage::alone("broadcast", CommandGroup::Talking, |args| args.of_user(Command::Broadcast))
};

pub(in crate::command) fn broadcast(who: &Credential) -> Spec<'_> {
    Spec { wants_body: true, ..Spec::of_account(&BROADCAST, who) }.loads(|needs, sent| {
        needs.news = true;
        needs.letters = since(who, 24, sent);
    })
}

pub(in crate::command) static NEWS: Usage = Usage {
    words: &[Role::Userid, Role::Password, Role::OnOff],
    line: "news userid password on|off",
    purpose: "sends you the news, or stops it",
    shows: |_, _, word| word.is("on") || word.is("off"),
    ..Usage::alone("news", CommandGroup::Talking, parse_news)
};

pub(in crate::command) fn news(who: &Credential, on: bool) -> Spec<'_> {
    Spec { wants_mail: on, ..Spec::of_account(&NEWS, who) }
}

fn parse_news(args: &mut Arguments<'_>) -> Result<Command, SyntaxError> {
    args.check_count()?;
    let who = args.credential()?;
    let word = args.expect(Role::OnOff)?;
    Ok(Command::News(who, args.on_or_off(word)?))
}

pub(in crate::command) static BLOCK: Usage = Usage {
    words: &[Role::Userid, Role::Password, Role::OtherUser],
    more: 1,
    line: "block userid password user [on|off]",
    purpose: "keeps a player from challenging you and writing to you, or allows it again",
    ..Usage::alone("block", CommandGroup::Talking, parse_block)
};

pub(in crate::command) fn block<'a>(who: &'a Credential, other: &'a Userid) -> Spec<'a> {
    Spec::of_account(&BLOCK, who).loads(|needs, _| _ = needs.users.insert(other.clone()))
}

fn parse_block(args: &mut Arguments<'_>) -> Result<Command, SyntaxError> {
    args.check_count()?;
    let (who, other) = (args.credential()?, args.userid(Role::OtherUser)?);
    Ok(Command::Block(who, other, args.on_unless_off()?))
}

pub(in crate::command) static MULTIPLE: Usage = Usage {
    line: "multiple",
    purpose: "carries out the body, one command a line",
    ..Usage::alone("multiple", CommandGroup::Talking, |args| {
        args.check_count().map(|()| Command::Multiple)
    })
};

pub(in crate::command) fn multiple<'a>() -> Spec<'a> {
    Spec { wants_body: true, ..Spec::of(&MULTIPLE, Who::Anybody) }
}
