//! The English of refusals, for the command line and for email.

use std::borrow::Cow;
use std::fmt;

use crate::decide::Declinable;
use crate::people::BoardId;
use crate::people::time::Spoken;
use crate::refusal::{
    AfterEnd, EngineHelp, EngineWork, NoLetters, NotPaired, QueueShare, Refusal, Sentence, Speech,
    Stock, UserRole, Way,
};
use crate::state::OfferKind;

impl fmt::Display for Refusal {
    /// Writes the fault and the way on as a sentence.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Self::Syntax(error) = self {
            return error.fmt(f);
        }
        match self.way() {
            Some(way) => Sentence(&format!("{}; {way}", self.fault())).fmt(f),
            None => Sentence(&self.fault()).fmt(f),
        }
    }
}

impl Refusal {
    /// What is wrong, as a clause without a capital letter: the same words for every front end.
    #[must_use]
    pub fn fault(&self) -> Cow<'static, str> {
        let said = match self {
            Self::Syntax(error) => error.sentence().to_owned(),
            Self::InWords(sentence) => return sentence.clone(),
            Self::EmptyBody => {
                return "the body is empty; multiple runs the commands in the body, one a line"
                    .into();
            }
            Self::NestedMultiple => {
                return "the body of multiple cannot contain multiple again; write its commands \
                        there directly"
                    .into();
            }
            Self::Suspended => {
                return "an operator of this server has suspended your account, and your games are \
                        paused; ask the administrator"
                    .into();
            }
            Self::KnownAs(me) => {
                format!("you are known here as {me}, and - stands only for your own password")
            }
            Self::PasswordNeeded => {
                return "- stands for the password only where the server already knows you; type \
                        your command password instead"
                    .into();
            }
            Self::WrongPassword => {
                return "that userid and password do not match".into();
            }
            Self::NoSuchUser(role) => format!("the {role} is not a user of this server"),
            Self::NoSuchAccount(user) => format!("there is no user {user}"),
            Self::Computer(is_computer) => is_computer.to_string(),
            Self::NoAddress => {
                return "from here you can change your account only through a link sent to a \
                        confirmed email address, and you have not confirmed one"
                    .into();
            }
            Self::AccountDeleted => {
                return "the account that got this email has been deleted, so nothing was done"
                    .into();
            }
            Self::Full { what, count, most } => what.fault(*count, *most),
            Self::TooOften { what, most } => what.fault(*most),
            Self::QueueFull { work, whose, waiting, cost, most } => {
                queue_full(*work, *whose, *waiting, *cost, *most)
            }
            Self::NoSuchBoard(BoardId { kind, number }) => {
                format!("there is no {kind} board {number}")
            }
            Self::Damaged(board) => {
                format!("{board} is damaged on this server; please tell the administrator")
            }
            Self::NotYourBoard { board, players: [first, second], .. } => {
                format!("{board} is played by {first} and {second}, not by you")
            }
            Self::Changed(_) => {
                return "the game has moved on since the position you saw, so nothing was done"
                    .into();
            }
            Self::Over { board, result, is_undo: false } => format!("{board} is over: {result}"),
            Self::Over { board, result, is_undo: true } => format!(
                "{board} is over: {result}. After the end, turns can be taken back only in \
                 practice games against the computer"
            ),
            Self::NotOver { board, wanted } => match wanted {
                AfterEnd::Rematch => format!(
                    "{board} is not over; you can ask for a rematch when \
                                              it is"
                ),
                AfterEnd::Retry => {
                    format!("the game on {board} is not over; you can play on from it when it is")
                }
                AfterEnd::Review => {
                    format!("the game on {board} is not over; you can have it reviewed when it is")
                }
            },
            Self::NotYourTurn { board, opponent } => format!("it is {opponent}'s turn on {board}"),
            Self::Turn { reason, .. } | Self::TriedTurn { number: None, reason } => {
                reason.to_string()
            }
            Self::TriedTurn { number: Some(number), reason } => {
                format!("move {number} cannot be played: {reason}")
            }
            Self::TurnNumber { number, next } => {
                let past = match number < next {
                    true => "has already been played",
                    false => "has not been reached yet",
                };
                format!("turn {number} {past}; the next is turn {next}")
            }
            Self::PerhapsLate(number) => format!(
                "turn {number} was played before and taken back, so this may be a late email from \
                 that time"
            ),
            Self::NoSuchPosition { board, turns } => {
                let count =
                    if *turns == 1 { "1 turn".to_owned() } else { format!("{turns} turns") };
                format!(
                    "{board} has {count}: #0 is the start, #{turns} the current position, and #-1 \
                     one turn back"
                )
            }
            Self::NoSuchTurn { board, turn, turns } => {
                format!("there is no turn {turn} on {board}, whose game has {turns}")
            }
            Self::NoTurns(board) => {
                format!("no turn has been played on {board}, so there is nothing to review")
            }
            Self::Rejected { offer: OfferKind::Draw, by } => {
                format!(
                    "your draw offer was rejected by {by}; you may try again after the next turn"
                )
            }
            Self::Rejected { offer: OfferKind::Undo, by } => {
                format!(
                    "your undo request was rejected by {by}; you may try again after the next turn"
                )
            }
            Self::NoOffer { opponent, accepts } => {
                let verb = if *accepts { "accept" } else { "reject" };
                format!("there is no offer from {opponent} to {verb}")
            }
            Self::OfferWaits { offer, by } => {
                format!("accept or reject this offer first: {by} {}", offer.verb())
            }
            Self::NothingToUndo(board) => {
                format!("you have played no turn on {board} that could be taken back")
            }
            Self::NothingToUndoOf(opponent) => {
                format!("{opponent} has played no turn that could be taken back")
            }
            Self::NoLine => return "the line of moves is missing".into(),
            Self::NothingToQueue => {
                return "after that it is your turn again, so there is nothing to queue yet; play \
                        it first"
                    .into();
            }
            Self::QueueBeginsWithAnswer => {
                return "it is your turn, so there is no move to answer yet: start the line with \
                        the move that you play now, or play it with move and then queue the rest"
                    .into();
            }
            Self::QueueBeginsDifferently => {
                return "it is your turn, so every line must start with the same move, which is \
                        played now"
                    .into();
            }
            Self::TwoAnswers(turn) => format!("the lines have two answers to {turn}"),
            Self::MovesAgain { line, place } => format!(
                "in line {line} the same player moves again after move {place}; in conditional \
                 moves the players take turns"
            ),
            Self::QueuedTurn { line, place, reason } => {
                format!("move {place} of line {line} cannot be queued: {reason}")
            }
            Self::NothingSubmitted { board, .. } => {
                format!("you have submitted no turn on {board}, or a turn has been played since")
            }
            Self::NoHints { board, is_rated } => {
                let why = match is_rated {
                    true => "the game is rated",
                    false => "it is a game between people",
                };
                format!("there are no hints on {board}: {why}, so you find your turns yourself")
            }
            Self::BelongsToGame { board, wanted } => match wanted {
                EngineHelp::Game => format!(
                    "this position belongs to {board}, which you are playing; you can try it \
                     against the computer when that game has ended"
                ),
                EngineHelp::Hint => format!(
                    "this position belongs to {board}, which you are playing; the computer helps \
                     with it when that game has ended"
                ),
                EngineHelp::Review => format!(
                    "a position of this game also occurs on {board}, which you are playing; you \
                     can have it reviewed when that game has ended"
                ),
            },
            Self::ReviewDamaged(board) => format!(
                "the review of {board} is damaged on this \
                                                   server"
            ),
            Self::ShorterReview(board) => format!(
                "a shorter review of {board} is already under way; ask for a longer one when it is \
                 done"
            ),
            Self::Level(error) => error.to_string(),
            Self::NoGame => return "these options do not make a game".into(),
            Self::OverAtOnce => {
                return "the game is over after these turns; leave out the last one".into();
            }
            Self::GivenDamaged => return "the game to start from is damaged on this server".into(),
            Self::UnprovedChallenge(_) => {
                return "a challenge must come from one of the two players; the command takes no \
                        password, so nothing here proves that you are one of them"
                    .into();
            }
            Self::ChallengeOfOthers(me) => {
                format!("a challenge must come from one of the two players, and you are {me}")
            }
            Self::AgainstOneself => {
                return "a game needs two players; you have named one twice".into();
            }
            Self::NoChallenges { opponent, kind, .. } => format!(
                "you cannot challenge {opponent}, who does not accept your challenges to {}",
                kind.title()
            ),
            Self::HaveBlocked { opponent, .. } => format!("you have blocked {opponent}"),
            Self::OpponentSuspended(opponent) => format!(
                "you cannot play {opponent} now: an operator of this server has suspended this \
                 player"
            ),
            Self::OpponentAway(opponent) => {
                format!(
                    "you cannot play {opponent} now: this player has signed off; try again \
                         later"
                )
            }
            Self::NotPaired { user, why } => match why {
                NotPaired::Blocks(other) => format!("{user} has blocked {other}"),
                NotPaired::NoChallenges(kind) => {
                    format!("{user} does not accept challenges to {}", kind.title())
                }
                NotPaired::Suspended => format!("{user} is suspended by an operator"),
                NotPaired::Away => format!("{user} has signed off; try again later"),
                NotPaired::AtLimit { kind, limit } => format!(
                    "{user} plays at most {} of {} at the same time and has reached that limit",
                    boards(*limit),
                    kind.title()
                ),
            },
            Self::NoSuchSeek { kind, seek } => {
                format!("there is no open seek {seek} of {}", kind.title())
            }
            Self::OwnSeek { seek, .. } => format!("seek {seek} is your own"),
            Self::PeopleOnly(seek) => format!("seek {seek} is for people only"),
            Self::NoWords => return "there is no text to send".into(),
            Self::OnlyPlayersTalk { board, players: [first, second] } => {
                format!("only {first} and {second} can talk on {board} while the game is in play")
            }
            Self::OnlySubscribersTalk { board, .. } => {
                format!("only the players and subscribers of {board} can talk there")
            }
            Self::NoLetters { to, why } => match why {
                NoLetters::Blocked => format!(
                    "you cannot write to {to}, who does not accept your messages; nothing was sent"
                ),
                NoLetters::Suspended => format!(
                    "you cannot write to {to} now: an operator of this server has suspended this \
                     player; nothing was sent"
                ),
                NoLetters::Computer => format!(
                    "{to} is one of the computer's players and reads no messages; nothing was sent"
                ),
            },
            Self::LetterToOneself => {
                return "you need not write to yourself; nothing was sent".into();
            }
            Self::OperatorsOnly => {
                return "only operators of this server can write to all readers of the news; the \
                        administrator appoints operators"
                    .into();
            }
            Self::BlocksOneself => return "you cannot block yourself".into(),
            Self::PlaysThere(board) => format!("you play on {board} and get every turn anyway"),
            Self::Registration(registration) => {
                return registration.refusal().unwrap_or_default().into();
            }
            Self::NameTaken => {
                return "that name is taken; choose another, or use its password if it is yours"
                    .into();
            }
            Self::NameTakenBy(user) => format!("the name {user} is taken; choose another"),
            Self::ReservedName => {
                return "that name is a command or a game here; choose another".into();
            }
            Self::ProtectedName => {
                return "that name is reserved for guests, the computer or the people who run the \
                        server, or looks like such a name; choose another"
                    .into();
            }
            Self::NotHashed => return "the new password could not be stored".into(),
            Self::VacationPassed => {
                return "your vacation has already lasted longer than that".into();
            }
            Self::VacationUsedUp { left } if left.is_zero() => {
                return "you have 30 days of vacation a year, and have used them all".into();
            }
            Self::VacationUsedUp { left } => {
                format!("you have 30 days of vacation a year, and only {} left", Spoken(*left))
            }
            Self::NoDayLeft => {
                return "signing off uses your vacation, and none of this year's 30 days are left"
                    .into();
            }
            Self::CannotDecline { board, stands } => match stands {
                Declinable::Over => format!("{board} is already over"),
                Declinable::Begun => format!(
                    "you have moved on {board}, so you can no longer decline it, only resign"
                ),
                Declinable::Gone | Declinable::Yes => format!("{board} is already gone"),
            },
            Self::NoSuchPuzzle { kind, number } => format!(
                "there is no {} puzzle {number} like the one in the email that you answered",
                kind.title()
            ),
            Self::PuzzleTurn(reason) => carrick_coach::puzzle::said::refused(reason),
            Self::NoBoardToOperate(board) => format!("there is no {board}"),
            Self::InPlay(board) => format!("{board} is in play, so there is nothing to reopen"),
            Self::NotByTime { board, result } => {
                format!(
                    "{board} did not run out of time ({result}), and only games that did can be reopened"
                )
            }
            Self::HasLeft { board, user } => {
                format!("{user} has left, so {board} could not continue")
            }
        };
        said.into()
    }
}

impl Stock {
    fn fault(&self, count: u32, most: u32) -> String {
        match self {
            Self::Seeks { kind, .. } => {
                format!("you already have {count} seeks of {}, which is the maximum", kind.title())
            }
            Self::SeeksFromPlace => format!(
                "{count} seeks come from your network address, and the maximum is {most}; cancel \
                 one first, or wait until one is taken"
            ),
            Self::Watched(_) => {
                format!("you watch {count} boards, and the maximum is {most}")
            }
            Self::WatchedFromPlace(_) => format!(
                "{count} boards are watched from your network address, and the maximum is {most}"
            ),
            Self::Blocked(_) => format!("you have blocked {most} users, which is the maximum"),
            Self::Remarks(board) => {
                format!("{most} remarks have been made on {board}, which is the maximum")
            }
            Self::Addresses => {
                format!(
                    "an account can have up to {most} email addresses, and that would make \
                         {count}"
                )
            }
            Self::Recipients => {
                format!("a message can go to up to {most} players; nothing was sent")
            }
            Self::Text => format!(
                "your text has {count} characters, and the maximum is {most}; nothing was done"
            ),
            Self::Commands => format!(
                "the body contains {count} commands, and the maximum is {most}; none of them was \
                 run"
            ),
            Self::Unbegun(opponent) => format!(
                "you and {opponent} have {count} boards that have not started; play on those \
                 first, or resign them"
            ),
            Self::UnbegunOf([one, other]) => format!(
                "{one} and {other} already have {count} boards that have not started; they must \
                 play or resign one first"
            ),
            Self::Unanswered { opponent, kind } => format!(
                "{count} games of {} from your network address wait for the first turn of \
                 {opponent}, which is the maximum; try again when some have started",
                kind.title()
            ),
            Self::InPlayFromPlace => format!(
                "{count} games from your network address are in play, and the maximum is {most}; \
                 try again when some have ended"
            ),
            Self::OwnBoards { kind, .. } => {
                format!("you play at most {} of {} at the same time", boards(most), kind.title())
            }
            Self::BoardsOf { opponent, kind } => format!(
                "you cannot open a board with {opponent}, who plays at most {} of {} at the same \
                 time and has reached that limit; try again when one has ended",
                boards(most),
                kind.title()
            ),
            Self::InPlay { user, kind } => format!(
                "{user} plays {most} games of {} at the same time, which is the maximum; try again \
                 when one has ended",
                kind.title()
            ),
        }
    }
}

impl Speech {
    fn fault(self, most: u32) -> String {
        match self {
            Self::Remarks => {
                format!("you have reached the limit of {most} remarks an hour; try again later")
            }
            Self::Letters => {
                format!("you have reached the limit of {most} messages an hour; try again later")
            }
            Self::News => {
                format!("you have reached the limit of {most} messages a day; try again tomorrow")
            }
            Self::AddressesAsked => format!(
                "each new email address gets an email, and the maximum is {most} a day; try again \
                 tomorrow"
            ),
        }
    }
}

fn queue_full(work: EngineWork, whose: QueueShare, waiting: u32, cost: u32, most: u32) -> String {
    let (what, wait) = match work {
        EngineWork::Hints => ("hints", "a few minutes"),
        EngineWork::Reviews => ("reviews", "an hour"),
    };
    match whose {
        QueueShare::Yours => format!(
            "you are waiting for {waiting} {what}, and the maximum is {most}; ask again when one of \
             them is done"
        ),
        QueueShare::FromPlace => {
            let longer = match cost {
                1 => String::new(),
                cost => format!(" and this one counts as {cost},"),
            };
            format!(
                "{waiting} {what} requested from your network address are waiting,{longer} and the \
                 maximum is {most}; ask again when one of them is done"
            )
        }
        QueueShare::All => {
            format!("{waiting} {what} are waiting, and the maximum is {most}; ask again in {wait}")
        }
    }
}

/// `1 board`, `5 boards`.
pub(crate) fn boards(count: u32) -> String {
    if count == 1 { "1 board".to_owned() } else { format!("{count} boards") }
}

impl fmt::Display for UserRole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Player => "player",
            Self::FirstPlayer => "first player",
            Self::SecondPlayer => "second player",
            Self::OtherPlayer => "other player",
            Self::Seeker => "player who seeks",
            Self::Recipient => "recipient",
            Self::Blocked => "player to block",
            Self::PlayerNumber(number) => return write!(f, "player number {number}"),
            Self::RecipientNumber(number) => return write!(f, "recipient number {number}"),
        })
    }
}

impl fmt::Display for Way {
    /// Writes the way on, in commands.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SignUp => f.write_str("new players sign up with `signup <userid> <password>`"),
            Self::CheckOrSignUp => {
                f.write_str("check both, or sign up with `signup <userid> <password>`")
            }
            Self::ListGames(kind) => write!(f, "`{kind} games` lists the boards"),
            Self::ListSeeks(kind) => write!(f, "`list {kind}` shows the open ones"),
            Self::ShowBoard(BoardId { kind, number }) => {
                write!(f, "`{kind} show {number}` shows the board")
            }
            Self::Challenge(kind) => write!(f, "`{kind} challenge` starts a game of your own"),
            Self::ProveChallenge(kind) => write!(
                f,
                "challenge on the pages, where you are signed in; or by email from an address that \
                 you have confirmed; or with `carrick do --as`. From anywhere, `{kind} seek \
                 <userid> <password>` offers a game to anyone, and `{kind} rematch <board> \
                 <userid> <password>` another game to the same opponent"
            ),
            Self::ChallengeAs(user) => {
                write!(f, "`--as {user}` makes one in that player's name")
            }
            Self::Rematch(BoardId { kind, number }) => write!(
                f,
                "the players can start another with `{kind} rematch {number} userid password`"
            ),
            Self::Seek { kind, me } => {
                write!(f, "`{kind} seek {me} <password>` offers a game to anyone")
            }
            Self::CancelSeeks { kind, me } => {
                write!(f, "`{kind} seek {me} <password> cancel` cancels your seeks")
            }
            Self::Practise(kind) => {
                write!(f, "hints are for practice games, which `{kind} computer` starts")
            }
            Self::Submit { board: BoardId { kind, number }, me } => write!(
                f,
                "`{kind} submit {number} {me} <password> <turn>` shows what a turn would do"
            ),
            Self::ClearQueue => f.write_str("`clear` instead of a line deletes your queue"),
            Self::WithoutNumber(number) => {
                write!(f, "if it is not, type it again without #{number}")
            }
            Self::Subscribe { board: BoardId { kind, number }, me } => {
                write!(f, "to be one, type `{kind} subscribe {number} {me} <password>`")
            }
            Self::Unsubscribe(kind) => write!(
                f,
                "`{kind} unsubscribe` stops one of yours, and each board's page shows its turns"
            ),
            Self::Limit { kind, me } => {
                write!(f, "`{kind} limit {me} <password> none` removes your limit")
            }
            Self::Unblock { me, other: Some(other) } => {
                write!(f, "`block {me} <password> {other} off` unblocks this player")
            }
            Self::Unblock { me, other: None } => {
                write!(f, "`block {me} <password> <userid> off` unblocks a player")
            }
            Self::ChangeAddresses => f.write_str("`change address` replaces the existing ones"),
            Self::ConfirmAddress => f.write_str(
                "to get the question whether it is yours again, type `add <userid> <password> \
                 <address>` with the address that you signed up with; or change your account on \
                 its page",
            ),
            Self::EndVacation => f.write_str("`vacation <userid> <password> off` ends it"),
            Self::Message => f.write_str("`message` writes to players by name"),
            Self::WriteBelow => f.write_str(
                "write it below the command: in the body of an email, or on the standard input of \
                 `carrick do`",
            ),
            Self::Puzzle(kind) => write!(f, "`puzzle {kind}` sends you today's"),
            Self::ListUsers => f.write_str("`carrick admin users` lists all users"),
            Self::OperatorGames(kind) => {
                write!(f, "`carrick do \"{kind} games\"` lists the boards of {}", kind.title())
            }
        }
    }
}
