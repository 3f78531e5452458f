//! The one table of all commands: the parser, its refusals, `help commands` and the suggestions for
//! mistyped words read it.

use carrick_games::GameKind;

use super::roles::Role::{self, *};

/// One command, described.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Usage {
    pub(super) verb: Verb,
    /// The word or words it is called by, without the game's name.
    pub(super) name: &'static str,
    /// Other words for the same.
    pub(crate) synonyms: &'static [&'static str],
    /// Where `help commands` lists it.
    pub(crate) group: Group,
    /// The words it must have, in their order, options aside.
    pub(super) words: &'static [Role],
    /// How many words it can have, options aside.
    pub(super) most: usize,
    /// Which options it takes.
    pub(crate) options: OptionSet,
    /// The usage line.
    pub(crate) line: &'static str,
    /// What it does, in one sentence.
    pub(crate) purpose: &'static str,
}

/// What a command does, whatever it was called by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verb {
    /// It stands by itself.
    Alone(Alone),
    /// The name of a game comes first.
    OfGame(OfGame),
}

/// The commands that stand by themselves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Alone {
    Help,
    Signup,
    Add,
    ChangeAddress,
    ChangePassword,
    Delete,
    Signoff,
    Signon,
    Reset,
    Vacation,
    List,
    Message,
    Broadcast,
    News,
    Block,
    Multiple,
    AllShow,
}

/// The commands about a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OfGame {
    Help,
    Standings,
    History,
    Games,
    Show,
    ShowAs,
    Challenge,
    Rematch,
    Move,
    Resign,
    Swap,
    Queue,
    Preview,
    Submit,
    Confirm,
    Chat,
    Subscribe,
    Unsubscribe,
    Notify,
    Accept,
    Reject,
    Limit,
    Seek,
    Take,
    Set,
    Computer,
}

/// The chapters of `help commands`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Group {
    Looking,
    Playing,
    Starting,
    Watching,
    Talking,
    Account,
}

/// Which options a command takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OptionSet {
    /// None.
    None,
    /// The game's.
    Game,
    /// The game's, and `--forfeittime` and its like.
    GameAndTerms,
    /// Those, and who of the computer answers.
    GameTermsAndStandIn,
    /// The game's, and `--level`.
    GameAndLevel,
}

impl Group {
    pub(crate) const ALL: [Self; 6] = [
        Self::Looking,
        Self::Starting,
        Self::Playing,
        Self::Watching,
        Self::Talking,
        Self::Account,
    ];

    pub(crate) const fn title(self) -> &'static str {
        match self {
            Self::Looking => "Looking around (nobody need be known here)",
            Self::Starting => "Starting a game",
            Self::Playing => "Playing",
            Self::Watching => "Watching",
            Self::Talking => "Talking",
            Self::Account => "Your account",
        }
    }
}

impl Usage {
    /// Whether the name of a game comes first.
    pub(super) fn is_about_game(&self) -> bool {
        matches!(self.verb, Verb::OfGame(_))
    }

    /// The usage line, with the game's name where it is known.
    pub(super) fn line_for(&self, kind: Option<GameKind>) -> String {
        match kind {
            Some(kind) => self.line.replace("<game>", kind.name()),
            None => self.line.to_owned(),
        }
    }

    fn is_called(&self, word: &str) -> bool {
        let names = std::iter::once(&self.name).chain(self.synonyms);
        names.into_iter().any(|name| name.eq_ignore_ascii_case(word))
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &'static str> + use<> {
        std::iter::once(self.name).chain(self.synonyms.iter().copied())
    }
}

/// The command of a game with this name or synonym.
pub(super) fn of_game(word: &str) -> Option<&'static Usage> {
    COMMANDS.iter().find(|usage| usage.is_about_game() && usage.is_called(word))
}

/// The command without a game with this name.
pub(super) fn general(name: &str) -> Option<&'static Usage> {
    COMMANDS.iter().find(|usage| !usage.is_about_game() && usage.is_called(name))
}

/// Every name of a command that does not begin with a game's name: of one word, or of two.
pub(super) fn general_names() -> impl Iterator<Item = &'static str> {
    COMMANDS.iter().filter(|usage| !usage.is_about_game()).flat_map(Usage::names)
}

/// The first words of these.
pub(super) fn general_words() -> impl Iterator<Item = &'static str> {
    general_names().filter_map(|name| name.split(' ').next())
}

/// What `help` calls the command that a word names: its first name, of a name of two words the part that was
/// given, or the word that is typed in a move's place.
pub(super) fn explained(word: &str) -> Option<&'static str> {
    let called = COMMANDS.iter().find(|usage| usage.is_called(word)).map(|usage| usage.name);
    let part = || {
        let parts = general_names().filter_map(|name| name.split_once(' '));
        parts.map(|(first, _)| first).find(|first| first.eq_ignore_ascii_case(word))
    };
    let action =
        || ACTIONS.into_iter().chain(["pass"]).find(|action| action.eq_ignore_ascii_case(word));
    called.or_else(part).or_else(action)
}

/// The commands that `help` explains by this name.
pub(crate) fn of_topic(topic: &str) -> impl Iterator<Item = &'static Usage> {
    let is_action = ACTIONS.contains(&topic) || ["pass", "swap"].contains(&topic);
    COMMANDS.iter().filter(move |usage| {
        usage.name == topic
            || usage.name.split_once(' ').is_some_and(|(first, _)| first == topic)
            || is_action && usage.verb == Verb::OfGame(OfGame::Move)
    })
}

/// Whether a word is one of the command language.
pub(super) fn is_word(word: &str) -> bool {
    let known = games().chain(general_names()).chain(game_words()).chain(ACTIONS);
    known
        .chain(["active", "inactive", "next", "commands", "tutorial"])
        .any(|name| word.eq_ignore_ascii_case(name))
}

/// Every word that can follow a game's name.
pub(super) fn game_words() -> impl Iterator<Item = &'static str> {
    COMMANDS.iter().filter(|usage| usage.is_about_game()).flat_map(Usage::names)
}

/// The names of the games.
pub(super) fn games() -> impl Iterator<Item = &'static str> {
    GameKind::ALL.into_iter().map(GameKind::name)
}

/// What can stand in a move's place besides the game's own turns.
pub(super) const ACTIONS: [&str; 5] = ["propose", "undo", "accept", "reject", "resign"];

const MANY: usize = usize::MAX;

/// A table row without options and synonyms.
const fn row(
    verb: Verb,
    name: &'static str,
    group: Group,
    words: &'static [Role],
    most: usize,
    line: &'static str,
    purpose: &'static str,
) -> Usage {
    Usage { verb, name, synonyms: &[], group, words, most, options: OptionSet::None, line, purpose }
}

const fn also(synonyms: &'static [&'static str], usage: Usage) -> Usage {
    Usage { synonyms, ..usage }
}

const fn with(options: OptionSet, usage: Usage) -> Usage {
    Usage { options, ..usage }
}

/// Every command, in the order in which `help commands` lists each group.
#[rustfmt::skip]
pub(crate) static COMMANDS: [Usage; 43] = [
    also(&["rules"], row(Verb::Alone(Alone::Help), "help", Group::Looking, &[], MANY,
        "help [commands|tutorial|game|command …]",
        "explains the server, its commands, a first game, the rules of a game, or a command")),
    row(Verb::Alone(Alone::List), "list", Group::Looking, &[], MANY,
        "list [game …]",
        "lists the boards in play and those that ended lately"),
    row(Verb::Alone(Alone::AllShow), "all show", Group::Looking, &[Userid], 2,
        "all show userid [next|active]",
        "shows a player's boards in all games"),
    also(&["rules"], row(Verb::OfGame(OfGame::Help), "help", Group::Looking, &[], 0,
        "<game> help",
        "explains a game: its rules, notation and options")),
    also(&["ratings"], row(Verb::OfGame(OfGame::Standings), "standings", Group::Looking, &[], 0,
        "<game> standings",
        "lists the players by rating")),
    row(Verb::OfGame(OfGame::History), "history", Group::Looking, &[], 1,
        "<game> history [userid]",
        "lists the finished games, of everybody or of one player"),
    row(Verb::OfGame(OfGame::Games), "games", Group::Looking, &[], MANY,
        "<game> games [userid …] [all|active|inactive|next]",
        "lists boards, one line each"),
    also(&["board"], row(Verb::OfGame(OfGame::Show), "show", Group::Looking, &[], MANY,
        "<game> show board[#n] …  or  <game> show userid … [all|active|inactive|next]",
        "shows boards, or the position after turn n (#-3: three turns back)")),
    also(&["prev"], with(OptionSet::Game, row(Verb::OfGame(OfGame::Preview), "preview", Group::Looking, &[], MANY,
        "<game> preview board[#n] move …  or  <game> preview new [-options] move …",
        "shows the position that moves would lead to, to you alone"))),

    also(&["chall"], with(OptionSet::GameAndTerms, row(Verb::OfGame(OfGame::Challenge), "challenge", Group::Starting, &[Userid, OtherUser], 2,
        "<game> challenge [-options] [--options] userid1 userid2",
        "opens a board; userid1 moves first, and you must be one of the two (at the keyboard of the server you need not be)"))),
    row(Verb::OfGame(OfGame::Rematch), "rematch", Group::Starting, &[Board, Userid, Password], 3,
        "<game> rematch board userid password",
        "opens a board with the same opponent and options, colours exchanged"),
    with(OptionSet::GameTermsAndStandIn, row(Verb::OfGame(OfGame::Seek), "seek", Group::Starting, &[Userid, Password], 3,
        "<game> seek userid password [-options] [--options] [n|cancel]",
        "offers n open games to whoever takes them, or takes the offers back")),
    row(Verb::OfGame(OfGame::Take), "take", Group::Starting, &[Seek, Userid, Password], 3,
        "<game> take seek userid password",
        "takes an open game that another player seeks"),
    with(OptionSet::GameAndLevel, row(Verb::OfGame(OfGame::Computer), "computer", Group::Starting, &[Userid, Password], 2,
        "<game> computer [-options] [--level=1..9] userid password",
        "a game against the computer (it answers within seconds)")),
    row(Verb::OfGame(OfGame::Accept), "accept", Group::Starting, &[Userid, Password], 2,
        "<game> accept userid password",
        "lets other players challenge you"),
    row(Verb::OfGame(OfGame::Reject), "reject", Group::Starting, &[Userid, Password], 2,
        "<game> reject userid password",
        "refuses all challenges"),
    row(Verb::OfGame(OfGame::Limit), "limit", Group::Starting, &[Userid, Password, Limit], 3,
        "<game> limit userid password n|none",
        "sets how many boards you play at once"),

    also(&["mvoe"], row(Verb::OfGame(OfGame::Move), "move", Group::Playing, &[Board, Userid, Password, Turn], 4,
        "<game> move board userid password move[#n]",
        "plays a move, or pass, swap, propose, undo, accept, reject or resign")),
    row(Verb::OfGame(OfGame::Resign), "resign", Group::Playing, &[Board, Userid, Password], 3,
        "<game> resign board userid password",
        "gives a game up; before your first move, declines it"),
    row(Verb::OfGame(OfGame::Swap), "swap", Group::Playing, &[Board, Userid, Password], 3,
        "<game> swap board userid password",
        "exchanges the colours instead of a move, where the rules allow it"),
    also(&["qmove"], row(Verb::OfGame(OfGame::Queue), "queue", Group::Playing, &[Board, Userid, Password, Line], MANY,
        "<game> queue board userid password line|clear",
        "plays ahead: `d3 f4, e2 e3` answers d3 with f4, and e2 with e3")),
    row(Verb::OfGame(OfGame::Submit), "submit", Group::Playing, &[Board, Userid, Password, Turn], 4,
        "<game> submit board userid password move[#n]",
        "shows you alone what a move would do; confirm then plays it"),
    row(Verb::OfGame(OfGame::Confirm), "confirm", Group::Playing, &[Board, Userid, Password], 3,
        "<game> confirm board userid password",
        "plays the move that was submitted"),
    row(Verb::OfGame(OfGame::Set), "set", Group::Playing, &[Userid, Password, Setting], MANY,
        "<game> set userid password option …",
        "chooses what you are told and shown: zone=Europe/Paris (times), mail=each|daily|never, turnmail|reminders|letters=on|off (kinds of mail), pictures=usual|all|none (in mails), labels=on|off (places on the board), turns=last|all (after a turn)"),

    row(Verb::OfGame(OfGame::ShowAs), "showas", Group::Watching, &[Userid, Password], MANY,
        "<game> showas userid password [board … | all|active|inactive|next]",
        "shows boards drawn for you, with what only you may see"),
    also(&["sub"], row(Verb::OfGame(OfGame::Subscribe), "subscribe", Group::Watching, &[BoardOrAll, Userid, Password], 3,
        "<game> subscribe board|all userid password",
        "sends you every turn of a board, or of all boards")),
    also(&["unsub"], row(Verb::OfGame(OfGame::Unsubscribe), "unsubscribe", Group::Watching, &[BoardOrAll, Userid, Password], 3,
        "<game> unsubscribe board|all userid password",
        "stops that, or all mail about a board that you play on")),
    row(Verb::OfGame(OfGame::Notify), "notify", Group::Watching, &[Userid, Password], 3,
        "<game> notify userid password [on|off]",
        "sends you a mail at the end of each game, or stops that"),

    row(Verb::OfGame(OfGame::Chat), "chat", Group::Talking, &[Board, Userid, Password], 3,
        "<game> chat board userid password",
        "sends the body to the players and subscribers of a board; these may answer when the game is over"),
    row(Verb::Alone(Alone::Message), "message", Group::Talking, &[Userid, Password, OtherUser], MANY,
        "message userid password to …",
        "sends the body to other players, at most 10 of them and 20 times an hour"),
    row(Verb::Alone(Alone::Broadcast), "broadcast", Group::Talking, &[Userid, Password], 2,
        "broadcast userid password",
        "for operators: sends the body to all who read the news, at most twice a day"),
    row(Verb::Alone(Alone::News), "news", Group::Talking, &[Userid, Password, OnOff], 3,
        "news userid password on|off",
        "sends you the news, or stops it"),
    row(Verb::Alone(Alone::Block), "block", Group::Talking, &[Userid, Password, OtherUser], 4,
        "block userid password user [on|off]",
        "keeps a player from challenging you and writing to you, or allows it again"),
    row(Verb::Alone(Alone::Multiple), "multiple", Group::Talking, &[], 0,
        "multiple",
        "carries out the body, one command a line"),

    row(Verb::Alone(Alone::Signup), "signup", Group::Account, &[Userid, NewPassword], 5,
        "signup userid password [address …]",
        "makes an account; give at most three mail addresses"),
    row(Verb::Alone(Alone::Add), "add", Group::Account, &[Userid, Password, Address], 5,
        "add userid password address …",
        "adds mail addresses to your account"),
    row(Verb::Alone(Alone::ChangeAddress), "change address", Group::Account, &[Userid, Password, Address], 5,
        "change address userid password address …",
        "replaces your mail addresses"),
    row(Verb::Alone(Alone::ChangePassword), "change password", Group::Account, &[Userid, Password, NewPassword], 3,
        "change password userid old new",
        "changes the command password"),
    row(Verb::Alone(Alone::Reset), "reset", Group::Account, &[Userid], 1,
        "reset userid",
        "mails a link that sets a new password, at most one an hour"),
    row(Verb::Alone(Alone::Vacation), "vacation", Group::Account, &[Userid, Password, Days], 3,
        "vacation userid password days|off",
        "stops your clocks, up to 30 days a year"),
    row(Verb::Alone(Alone::Signoff), "signoff", Group::Account, &[Userid, Password], 2,
        "signoff userid password",
        "pauses everything until signon; charged to the vacation"),
    row(Verb::Alone(Alone::Signon), "signon", Group::Account, &[Userid, Password], 2,
        "signon userid password",
        "takes everything up again"),
    row(Verb::Alone(Alone::Delete), "delete", Group::Account, &[Userid, Password], 2,
        "delete userid password",
        "resigns your games and removes your account"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usage_lines_begin_with_the_game_where_there_is_one() {
        for usage in &COMMANDS {
            assert_eq!(usage.line.starts_with("<game> "), usage.is_about_game(), "{}", usage.line);
        }
    }

    #[test]
    fn every_name_calls_one_command() {
        for usage in &COMMANDS {
            for name in usage.names() {
                let found = if usage.is_about_game() { of_game(name) } else { general(name) };
                assert_eq!(found, Some(usage), "{name}");
            }
        }
    }

    /// `<game> seek userid password [-options] [n|cancel]` has two words that must be there.
    #[test]
    fn the_roles_agree_with_the_usage_lines() {
        for usage in &COMMANDS {
            if matches!(usage.verb, Verb::OfGame(OfGame::Show | OfGame::Preview)) {
                continue;
            }
            let (_, behind) = usage.line.split_once(usage.name).unwrap();
            let mut required = 0;
            let mut depth = 0;
            for word in behind.split_whitespace() {
                depth += usize::from(word.starts_with('['));
                required += usize::from(depth == 0 && word != "…");
                depth -= usize::from(word.ends_with(']') && depth > 0);
            }
            assert_eq!(required, usage.words.len(), "{}", usage.line);
            assert!(usage.most >= required, "{}", usage.line);
        }
    }
}
