//! A command becomes a text: as a player would type it, without its passwords.

use std::fmt;

use carrick_games::Seat;

use super::{Command, Credential, GameCommand, HelpTopic, PlyRef, Selector, Setting};
use crate::state::{StandIn, Terms};

/// Placeholder for a new password.
const HIDDEN: &str = "•";

impl fmt::Display for Command {
    /// Writes the line that means this command. `-` stands for every password that proves who
    /// speaks; a password that is to be set is not shown at all, so that the two commands which set
    /// one are written but cannot be read back.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Help(topics) => {
                f.write_str("help")?;
                each(f, topics)
            }
            Self::Signup { user, addresses, .. } => {
                write!(f, "signup {user} {HIDDEN}")?;
                each(f, addresses)
            }
            Self::AddAddresses(who, addresses) => {
                write!(f, "add {who}")?;
                each(f, addresses)
            }
            Self::ChangeAddresses(who, addresses) => {
                write!(f, "change address {who}")?;
                each(f, addresses)
            }
            Self::ChangePassword(who, _) => write!(f, "change password {who} {HIDDEN}"),
            Self::Delete(who) => write!(f, "delete {who}"),
            Self::Signoff(who) => write!(f, "signoff {who}"),
            Self::Signon(who) => write!(f, "signon {who}"),
            Self::Reset(user) => write!(f, "reset {user}"),
            Self::Vacation(who, Some(days)) => write!(f, "vacation {who} {days}"),
            Self::Vacation(who, None) => write!(f, "vacation {who} off"),
            Self::List(kinds) => {
                f.write_str("list")?;
                each(f, kinds)
            }
            Self::Puzzle(kinds) => {
                f.write_str("puzzle")?;
                each(f, kinds)
            }
            Self::Message(who, to) => {
                write!(f, "message {who}")?;
                each(f, to)
            }
            Self::Broadcast(who) => write!(f, "broadcast {who}"),
            Self::News(who, on) => write!(f, "news {who} {}", on_off(*on)),
            Self::Block(who, other, on) => write!(f, "block {who} {other} {}", on_off(*on)),
            Self::Multiple => f.write_str("multiple"),
            Self::AllShow(user, selector) => {
                write!(f, "all show {user}")?;
                each(f, selector)
            }
            Self::Game(kind, command) => write!(f, "{kind} {command}"),
        }
    }
}

impl fmt::Display for GameCommand {
    /// Writes the words behind the name of the game.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Help => f.write_str("help"),
            Self::Standings => f.write_str("standings"),
            Self::History(user) => {
                f.write_str("history")?;
                each(f, user)
            }
            Self::Games(users, selector) => {
                f.write_str("games")?;
                each(f, users)?;
                each(f, selector)
            }
            Self::Show(boards) => {
                f.write_str("show")?;
                boards.iter().try_for_each(|(board, at)| {
                    write!(f, " {}", board.number)?;
                    at.map_or(Ok(()), |at| write!(f, "{at}"))
                })
            }
            Self::ShowOf(users, selector) => {
                f.write_str("show")?;
                each(f, users)?;
                each(f, selector)
            }
            Self::ShowAs(who, boards, selector) => {
                write!(f, "showas {who}")?;
                each(f, boards.iter().map(|board| board.number))?;
                each(f, selector)
            }
            Self::Challenge { options, terms, first, second } => {
                f.write_str("challenge")?;
                chosen(f, options, terms)?;
                write!(f, " {first} {second}")
            }
            Self::Rematch(board, who) => write!(f, "rematch {} {who}", board.number),
            Self::Move { board, who, action, number } => {
                write!(f, "move {} {who} {action}", board.number)?;
                number.map_or(Ok(()), |number| write!(f, "#{number}"))
            }
            Self::Queue(board, who, line) => {
                let line = line.as_deref().unwrap_or("clear");
                write!(f, "queue {} {who} {line}", board.number)
            }
            Self::Preview(board, at, turns) => {
                write!(f, "preview {}", board.number)?;
                at.map_or(Ok(()), |at| write!(f, "{at}"))?;
                each(f, turns)
            }
            Self::PreviewNew(options, turns) => {
                f.write_str("preview new")?;
                each(f, options.split_whitespace())?;
                each(f, turns)
            }
            Self::Submit(board, who, turn, number) => {
                write!(f, "submit {} {who} {turn}", board.number)?;
                number.map_or(Ok(()), |number| write!(f, "#{number}"))
            }
            Self::Confirm(board, who) => write!(f, "confirm {} {who}", board.number),
            Self::Hint(board, who, step) => {
                write!(f, "hint {} {who}", board.number)?;
                each(f, step)
            }
            Self::Chat(board, who) => write!(f, "chat {} {who}", board.number),
            Self::Subscribe(board, who, on) => {
                let verb = if *on { "subscribe" } else { "unsubscribe" };
                match board {
                    Some(board) => write!(f, "{verb} {} {who}", board.number),
                    None => write!(f, "{verb} all {who}"),
                }
            }
            Self::Review(board, who, times) => {
                write!(f, "review {} {who}", board.number)?;
                each(f, times)
            }
            Self::Notify(who, on) => write!(f, "notify {who} {}", on_off(*on)),
            Self::Challenges(who, true) => write!(f, "accept {who}"),
            Self::Challenges(who, false) => write!(f, "reject {who}"),
            Self::Limit(who, Some(limit)) => write!(f, "limit {who} {limit}"),
            Self::Limit(who, None) => write!(f, "limit {who} none"),
            Self::Seek { who, options, terms, count, stand_in } => {
                f.write_str("seek")?;
                chosen(f, options, terms)?;
                match stand_in {
                    StandIn::Nobody => f.write_str(" --people")?,
                    StandIn::Nearest => {}
                    StandIn::Level(level) => write!(f, " --level={}", level.word())?,
                }
                write!(f, " {who} {count}")
            }
            Self::CancelSeeks(who) => write!(f, "seek {who} cancel"),
            Self::Take(seek, who) => write!(f, "take {seek} {who}"),
            Self::Set(who, settings) => {
                write!(f, "set {who}")?;
                each(f, settings)
            }
            Self::Retry { board, turn, level, who } => {
                write!(f, "retry {} {who} {turn} {}", board.number, level.word())
            }
            Self::Computer { options, level, teaching, seat, given, who } => {
                f.write_str("computer")?;
                each(f, options.split_whitespace())?;
                let teaching = if *teaching { " --teaching" } else { "" };
                let seat = match seat {
                    Some(Seat::First) => " --first",
                    Some(Seat::Second) => " --second",
                    None => "",
                };
                write!(f, " --level={}{teaching}{seat} {who}", level.word())?;
                each(f, given)
            }
        }
    }
}

impl fmt::Display for Credential {
    /// Writes the userid, and `-` where a password would stand.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} -", self.user)
    }
}

impl fmt::Display for PlyRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::After(ply) => write!(f, "#{ply}"),
            Self::Back(turns) => write!(f, "#-{turns}"),
        }
    }
}

impl fmt::Display for Selector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::All => "all",
            Self::Active => "active",
            Self::Inactive => "inactive",
            Self::Next => "next",
        })
    }
}

impl fmt::Display for HelpTopic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Commands => f.write_str("commands"),
            Self::Tutorial => f.write_str("tutorial"),
            Self::Game(kind) => write!(f, "{kind}"),
            Self::Command(name) => f.write_str(name),
        }
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Zone(zone) => write!(f, "zone={}", zone.name()),
            Self::Mail(mailing) => write!(f, "mail={mailing}"),
            Self::TurnMail(on) => write!(f, "turnmail={}", on_off(*on)),
            Self::Reminders(on) => write!(f, "reminders={}", on_off(*on)),
            Self::Letters(on) => write!(f, "letters={}", on_off(*on)),
            Self::Pictures(chosen) => write!(f, "pictures={chosen}"),
            Self::Appearance(chosen) => write!(f, "appearance={chosen}"),
            Self::Labels(on) => write!(f, "labels={}", on_off(*on)),
            Self::Puzzles(Some(chosen)) => write!(f, "puzzles={chosen}"),
            Self::Puzzles(None) => f.write_str("puzzles=off"),
            Self::AllTurns(true) => f.write_str("turns=all"),
            Self::AllTurns(false) => f.write_str("turns=last"),
        }
    }
}

impl fmt::Display for Terms {
    /// Writes the options that are not at their defaults, each with a blank before it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let usual = Self::default();
        if self.forfeit_days != usual.forfeit_days {
            write!(f, " --forfeittime={}", self.forfeit_days)?;
        }
        if self.nag_days != usual.nag_days {
            write!(f, " --nagtime={}", self.nag_days)?;
        }
        if let Some(days) = self.total_days {
            write!(f, " --totaltime={days}")?;
        }
        if let Some(hours) = self.increment_hours {
            write!(f, " --increment={hours}")?;
        }
        if self.rated { Ok(()) } else { f.write_str(" --unrated") }
    }
}

fn chosen(f: &mut fmt::Formatter<'_>, options: &str, terms: &Terms) -> fmt::Result {
    each(f, options.split_whitespace())?;
    write!(f, "{terms}")
}

fn each<T: fmt::Display>(
    f: &mut fmt::Formatter<'_>,
    words: impl IntoIterator<Item = T>,
) -> fmt::Result {
    words.into_iter().try_for_each(|word| write!(f, " {word}"))
}

const fn on_off(on: bool) -> &'static str {
    if on { "on" } else { "off" }
}
