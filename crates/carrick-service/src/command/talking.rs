//! The commands by which users talk: `chat`, `message`, `broadcast`, what they read of it, and
//! `multiple`.

use super::arguments::Arguments;
use super::roles::Role;
use super::spec::{Spec, Who, letters};
use super::usage::{Group, MANY, Usage, Verb};
use super::{Command, Credential, GameCommand, Refusal};
use crate::people::{BoardId, Userid};

pub(super) static CHAT: Usage = Usage {
    words: &[Role::Board, Role::Userid, Role::Password],
    line: "<game> chat board userid password",
    purpose: "sends the body to the players and subscribers of a board; these may answer when the game is over",
    ..Usage::of_game("chat", Group::Talking, |kind, args| args.on_board(kind, GameCommand::Chat))
};

pub(super) fn chat(board: BoardId, who: &Credential) -> Spec<'_> {
    Spec { wants_body: true, ..Spec::by(Verb::Chat, who).on(board) }
        .loads(|needs, sent| needs.letters = letters(who, 1, sent))
}

pub(super) static MESSAGE: Usage = Usage {
    words: &[Role::Userid, Role::Password, Role::OtherUser],
    more: MANY,
    line: "message userid password to …",
    purpose: "sends the body to other players, at most 10 of them and 20 times an hour",
    ..Usage::alone("message", Group::Talking, parse_message)
};

pub(super) fn message<'a>(who: &'a Credential, to: &'a [Userid]) -> Spec<'a> {
    Spec { wants_body: true, ..Spec::of_account(Verb::Message, who) }.loads(|needs, sent| {
        needs.users.extend(to.iter().cloned());
        needs.letters = letters(who, 1, sent);
    })
}

fn parse_message(args: &mut Arguments<'_>) -> Result<Command, Refusal> {
    args.check_count()?;
    let who = args.credential()?;
    let to = args.rest().iter().map(|&word| args.userid_from(word, Role::OtherUser));
    Ok(Command::Message(who, to.collect::<Result<_, _>>()?))
}

pub(super) static BROADCAST: Usage = Usage {
    words: &[Role::Userid, Role::Password],
    line: "broadcast userid password",
    purpose: "for operators: sends the body to all who read the news, at most twice a day",
    ..Usage::alone("broadcast", Group::Talking, |args| args.of_user(Command::Broadcast))
};

pub(super) fn broadcast(who: &Credential) -> Spec<'_> {
    Spec { wants_body: true, ..Spec::of_account(Verb::Broadcast, who) }.loads(|needs, sent| {
        needs.news = true;
        needs.letters = letters(who, 24, sent);
    })
}

pub(super) static NEWS: Usage = Usage {
    words: &[Role::Userid, Role::Password, Role::OnOff],
    line: "news userid password on|off",
    purpose: "sends you the news, or stops it",
    shows: |_, _, word| word.is("on") || word.is("off"),
    ..Usage::alone("news", Group::Talking, parse_news)
};

pub(super) fn news(who: &Credential, on: bool) -> Spec<'_> {
    Spec { wants_mail: on, ..Spec::of_account(Verb::News, who) }
}

fn parse_news(args: &mut Arguments<'_>) -> Result<Command, Refusal> {
    args.check_count()?;
    let who = args.credential()?;
    let word = args.expect(Role::OnOff)?;
    Ok(Command::News(who, args.on_or_off(word)?))
}

pub(super) static BLOCK: Usage = Usage {
    words: &[Role::Userid, Role::Password, Role::OtherUser],
    more: 1,
    line: "block userid password user [on|off]",
    purpose: "keeps a player from challenging you and writing to you, or allows it again",
    ..Usage::alone("block", Group::Talking, parse_block)
};

pub(super) fn block<'a>(who: &'a Credential, other: &'a Userid) -> Spec<'a> {
    Spec::of_account(Verb::Block, who).loads(|needs, _| _ = needs.users.insert(other.clone()))
}

fn parse_block(args: &mut Arguments<'_>) -> Result<Command, Refusal> {
    args.check_count()?;
    let (who, other) = (args.credential()?, args.userid(Role::OtherUser)?);
    Ok(Command::Block(who, other, args.on_unless_off()?))
}

pub(super) static MULTIPLE: Usage = Usage {
    line: "multiple",
    purpose: "carries out the body, one command a line",
    ..Usage::alone("multiple", Group::Talking, |args| {
        args.check_count().map(|()| Command::Multiple)
    })
};

pub(super) fn multiple<'a>() -> Spec<'a> {
    Spec { wants_body: true, ..Spec::of(Verb::Multiple, Who::Anybody) }
}
