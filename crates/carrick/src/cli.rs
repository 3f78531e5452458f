//! The command line, as clap reads it.

use std::ffi::OsString;
use std::net::{IpAddr, SocketAddr};
use std::num::NonZeroUsize;
use std::path::PathBuf;

use carrick_engine::Level;
use carrick_engine::arena::{Openings, Sprt};
use carrick_service::{Address, Scope, Userid, UseridError};
use clap::{ArgGroup, Args, Parser, Subcommand, ValueEnum};
use jiff::Timestamp;

/// Reads the command line; prints help or what is wrong, and ends the program, when that is asked for.
pub(crate) fn read() -> Cli {
    Cli::parse_from(game_options_last(std::env::args_os().collect()))
}

/// Moves a game's options (`-size=5`), which clap would take for clusters of short flags, behind a
/// `--`. Commands for the server keep their order: there every word has its place. Turns between the same quotation
/// marks as an option stay where they are.
fn game_options_last(arguments: Vec<OsString>) -> Vec<OsString> {
    let serves = arguments.get(1).is_some_and(|mode| mode == "do");
    if serves || arguments.iter().any(|word| word == "--") {
        return arguments;
    }
    let is_game_option = |word: &str, before: &str| {
        let is_number = before.starts_with("--")
            && word.starts_with(|first: char| first == '.' || first.is_ascii_digit());
        !word.is_empty() && !is_number && !word.starts_with('-') && !["h", "V", "o"].contains(&word)
    };
    let (mut options, mut ordered): (Vec<OsString>, Vec<OsString>) = Default::default();
    for word in arguments {
        let before = ordered.last().map(|before| before.to_string_lossy()).unwrap_or_default();
        match word.to_string_lossy().strip_prefix('-') {
            Some(option)
                if is_game_option(option, &before) && option.contains(char::is_whitespace) =>
            {
                for part in word.to_string_lossy().split_whitespace().map(OsString::from) {
                    let is_option = part.as_encoded_bytes().starts_with(b"-");
                    if is_option { options.push(part) } else { ordered.push(part) }
                }
            }
            Some(option) if is_game_option(option, &before) => options.push(word),
            _ => ordered.push(word),
        }
    }
    if !options.is_empty() {
        ordered.push("--".into());
        ordered.extend(options);
    }
    ordered
}

/// Server and toolbox for four connection games: Ankor, Boche, Antipod and Anchor.
#[derive(Debug, Parser)]
#[command(version, arg_required_else_help = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) mode: Mode,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Mode {
    /// Carry out one command of the server, such as "ankor move 101 alice - d3"
    Do(DoArguments),
    /// Serve the site: games in the browser, against people and the computer
    #[command(after_help = SERVE_NOTES)]
    Serve(ServeArguments),
    /// Take a mail from standard input and do what it asks
    #[command(after_help = RECEIVE_NOTES)]
    Receive(ReceiveArguments),
    /// Set up what belongs to the server
    Setup(SetupArguments),
    /// See whether mail goes the whole round, by mailing oneself
    #[command(after_help = DOCTOR_NOTES)]
    Doctor(DoctorArguments),
    /// Look after mail on its way out: what waits, what was given up
    #[command(after_help = OUTBOX_NOTES)]
    Outbox(OutboxArguments),
    /// Do what is due: reminders, forfeits, boards that never began, vacations that end
    Tick(TickArguments),
    /// Play the computer's turns, until stopped
    Worker(WorkerArguments),
    /// Make a token with which a program plays for a user, and print it
    #[command(after_help = TOKEN_NOTES)]
    Token(TokenArguments),
    /// Make a link with which a user sets new passwords, and print it
    #[command(after_help = RESET_NOTES)]
    Reset(ResetArguments),
    /// Look after the ratings
    Ratings(RatingsArguments),
    /// Write games out as records: JSON, SGF or lines of plain moves
    #[command(after_help = EXPORT_NOTES)]
    Export(ExportArguments),
    /// Read records into the database, all of them or, when one is wrong, none
    #[command(after_help = IMPORT_NOTES)]
    Import(ImportArguments),
    /// Play a game at this terminal, two people in turn or one against the computer
    Play(PlayArguments),
    /// Find the best turns of a position, and what they are worth
    Analyse(AnalyseArguments),
    /// Print the legal turns of a position, one a line, sorted bytewise
    Legal(GameWords),
    /// Draw a position
    Show(ShowArguments),
    /// Play turns from the start, or a record (JSON, SGF, a line) named in place of the game, and
    /// print the final position
    Replay(ReplayArguments),
    /// Count the sequences of exactly so many turns
    Perft(PerftArguments),
    /// Draw a position into a file, as SVG or PNG
    Draw(DrawArguments),
    /// Let two computer players play a match, and say how much stronger one of them is
    Arena(ArenaArguments),
}

#[derive(Debug, Args)]
pub(crate) struct DoArguments {
    /// Act as this user, without a password: whoever holds the database is trusted
    #[arg(long = "as", value_name = "USERID", conflicts_with = "from")]
    pub(crate) user: Option<String>,
    /// Act as a mail from this address would
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) from: Option<String>,
    #[command(flatten)]
    pub(crate) database: DatabaseArguments,
    #[command(flatten)]
    pub(crate) clock: ClockArguments,
    /// A name for this very request: given again, it has no second effect and the same answer
    #[arg(long, value_name = "KEY")]
    pub(crate) id: Option<String>,
    /// Read the lines that go with the command from standard input (commands that make no sense
    /// without, such as chat, do so by themselves)
    #[arg(long)]
    pub(crate) body: bool,
    /// Leave what the computer is asked to `carrick worker`, and do not wait for its answer
    #[arg(long)]
    pub(crate) leave: bool,
    /// The command; several words are joined with blanks
    #[arg(required = true, allow_hyphen_values = true, trailing_var_arg = true)]
    pub(crate) command: Vec<String>,
}

const SERVE_NOTES: &str = "\
Without --base-url the site is for this machine and its network: it answers to plain HTTP as localhost
and as any IP address, and cookies travel unencrypted. --listen 0.0.0.0:8010 opens it to the network.
For the internet put it behind a proxy that speaks TLS and name the address that readers type:

  carrick serve --base-url https://carrick.example --trusted-proxy 127.0.0.1

A file for --config holds the same words, in TOML: listen, base_url, database, key, trusted_proxies
(a list), threads; and a section [mail] with address, relay and listen, with which mail comes in. Flags stand over the environment, and the environment over the file. CARRICK_LOG=info
logs more.";

#[derive(Debug, Args)]
pub(crate) struct ServeArguments {
    #[command(flatten)]
    pub(crate) config: ConfigArguments,
    /// The network address to listen on [default: 127.0.0.1:8010]
    #[arg(long, value_name = "ADDRESS:PORT", env = "CARRICK_LISTEN")]
    pub(crate) listen: Option<SocketAddr>,
    /// What readers type to come here: https:// and the name of the machine
    #[arg(long, value_name = "URL", env = "CARRICK_BASE_URL")]
    pub(crate) base_url: Option<String>,
    /// A proxy whose X-Forwarded-For is believed; may be given several times
    #[arg(
        long = "trusted-proxy",
        value_name = "ADDRESS",
        env = "CARRICK_TRUSTED_PROXIES",
        value_delimiter = ','
    )]
    pub(crate) trusted_proxies: Vec<IpAddr>,
    /// How many threads the computer may think with at once [default: as many as the machine has]
    #[arg(long, value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    pub(crate) threads: Option<usize>,
    /// Let everybody do everything as often as he likes: for tests and measurements
    #[arg(long)]
    pub(crate) no_limits: bool,
}

const RECEIVE_NOTES: &str = "\
For mail programs that hand each message to a program; where the relay speaks LMTP, `carrick serve` takes
many at once. The answer goes into the outbox, from which `carrick serve` sends it. Exit status: 0 when the mail is
taken (or deserves no answer), 67 when nobody here has the address, 75 when it should come again later.

  carrick receive --address games@carrick.example --from ann@example.org < mail.eml";

#[derive(Debug, Args)]
pub(crate) struct ReceiveArguments {
    /// The envelope's sender; nothing for a bounce
    #[arg(long, value_name = "ADDRESS", env = "SENDER")]
    pub(crate) from: String,
    /// The envelope's recipient, which may hold a token [default: the address for commands]
    #[arg(long, value_name = "ADDRESS", env = "ORIGINAL_RECIPIENT")]
    pub(crate) to: Option<String>,
    /// The address that commands are sent to, where no file of settings names it
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) address: Option<Address>,
    /// The name by which the relay signs Authentication-Results, where no file of settings names it
    #[arg(long, value_name = "NAME")]
    pub(crate) relay: Option<String>,
    #[command(flatten)]
    pub(crate) config: ConfigArguments,
    #[command(flatten)]
    pub(crate) clock: ClockArguments,
}

#[derive(Debug, Args)]
pub(crate) struct SetupArguments {
    #[command(subcommand)]
    pub(crate) what: SetupMode,
}

#[derive(Debug, Subcommand)]
pub(crate) enum SetupMode {
    /// Write the settings for mail, and say what belongs into the DNS and into the relay's own settings
    #[command(after_help = SETUP_NOTES)]
    Mail(SetupMailArguments),
}

const SETUP_NOTES: &str = "\
Whatever no flag says is asked at the terminal. The file of settings keeps its comments and all that has nothing to
do with mail; doing it again changes what is said anew.

  carrick setup mail --domain carrick.example --relay localhost --for postfix
  carrick setup mail --domain carrick.example --relay smtp.example.org --user carrick --print";

#[derive(Debug, Default, Args)]
pub(crate) struct SetupMailArguments {
    /// The domain of the server's addresses: commands go to games@ there
    #[arg(long, value_name = "NAME")]
    pub(crate) domain: Option<String>,
    /// The relay that mail is submitted to; localhost for one on this machine
    #[arg(long, value_name = "NAME[:PORT]")]
    pub(crate) relay: Option<String>,
    /// How the connection to the relay is protected: tls, starttls or none
    #[arg(long, value_name = "HOW")]
    pub(crate) security: Option<String>,
    /// The name to sign in with at the relay; the password comes from a file
    #[arg(long, value_name = "NAME")]
    pub(crate) user: Option<String>,
    /// A file (PEM) with who has signed the certificate of a relay of your own [default: those that browsers believe]
    #[arg(long, value_name = "FILE")]
    pub(crate) certificates: Option<PathBuf>,
    /// Where the site is, for links in mails
    #[arg(long, value_name = "URL")]
    pub(crate) base_url: Option<String>,
    /// The name of the machine that takes mail for the domain, and signs Authentication-Results
    #[arg(long, value_name = "NAME")]
    pub(crate) incoming: Option<String>,
    /// Where that machine delivers by LMTP: a socket or a port of this machine [default: 127.0.0.1:8024]
    #[arg(long, value_name = "PLACE")]
    pub(crate) listen: Option<String>,
    /// Say only what this program needs
    #[arg(long = "for", value_name = "PROGRAM", value_enum)]
    pub(crate) relay_program: Option<RelayProgram>,
    /// Print the settings, and write no file
    #[arg(long)]
    pub(crate) print: bool,
    /// The file of settings, in TOML [default: carrick.toml in this folder]
    #[arg(long, value_name = "FILE", env = "CARRICK_CONFIG")]
    pub(crate) config: Option<PathBuf>,
}

/// A program that takes mail for a domain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum RelayProgram {
    /// With OpenDKIM and OpenDMARC
    Postfix,
    /// With its own DMARC
    Exim,
    /// With rspamd
    Opensmtpd,
}

impl RelayProgram {
    pub(crate) const ALL: [Self; 3] = [Self::Postfix, Self::Exim, Self::Opensmtpd];
}

const DOCTOR_NOTES: &str = "\
Run it while `carrick serve` runs with the same settings. It sends a mail to the server itself, through the relay,
waits until it comes back, and sees whether the relay let something pass that was forged in its name. It mails
postmaster at the domain too, and sees whether that comes back. Without --config it reads carrick.toml in this
folder, if that is there. Exit status: 0 when all is well, 1 when something is not, 2 when it cannot begin.";

#[derive(Debug, Args)]
pub(crate) struct DoctorArguments {
    /// How many seconds to wait for the mail to come back
    #[arg(long, value_name = "SECONDS", default_value_t = 60, allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) timeout: u16,
    #[command(flatten)]
    pub(crate) config: ConfigArguments,
}

const OUTBOX_NOTES: &str = "\
A mail that the relay refuses for good, or for three days, is given up: a dead letter. `carrick serve` sends
mail by itself where the file of settings has a section [mail.out]; `send` does so once.

  carrick outbox list
  carrick outbox show 4711
  carrick outbox requeue 4711                  try again, from the beginning
  carrick outbox requeue --all
  carrick outbox prune --days 30";

#[derive(Debug, Args)]
pub(crate) struct OutboxArguments {
    #[command(subcommand)]
    pub(crate) what: OutboxMode,
    #[command(flatten)]
    pub(crate) config: ConfigArguments,
    #[command(flatten)]
    pub(crate) clock: ClockArguments,
}

#[derive(Debug, Subcommand)]
pub(crate) enum OutboxMode {
    /// How much mail waits, and every mail that was given up, with the reason
    List,
    /// A message: its text, and what became of each copy
    Show {
        /// The message's number
        number: i64,
    },
    /// Try what was given up again, from the beginning
    #[command(arg_required_else_help = true)]
    Requeue {
        /// The message's number
        #[arg(conflicts_with = "all")]
        number: Option<i64>,
        /// All that was given up
        #[arg(long)]
        all: bool,
    },
    /// Forget what was sent long ago
    Prune {
        /// What was sent so many days ago
        #[arg(long, default_value_t = 30, allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(1..))]
        days: u16,
    },
    /// Send what is due now, once
    Send,
}

/// What makes the server's programs parts of one server.
#[derive(Debug, Args)]
pub(crate) struct ConfigArguments {
    /// A file of settings, in TOML
    #[arg(long, value_name = "FILE", env = "CARRICK_CONFIG", global = true)]
    pub(crate) config: Option<PathBuf>,
    /// The server's secret key, made if it is not there [default: beside the database, ending in .key]
    #[arg(long, value_name = "FILE", env = "CARRICK_KEY")]
    pub(crate) key: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) database: DatabaseArguments,
}

/// Which database.
#[derive(Debug, Args)]
pub(crate) struct DatabaseArguments {
    /// The database, made if it is not there [default: carrick/carrick.db in the user's data folder]
    #[arg(long, value_name = "FILE", env = "CARRICK_DB")]
    pub(crate) db: Option<PathBuf>,
}

/// What time it is.
#[derive(Debug, Args)]
pub(crate) struct ClockArguments {
    /// Act as if it were this moment, such as 2008-05-01T12:00:00Z: for tests, and to play back what
    /// a backup lacks
    #[arg(long, value_name = "TIME", value_parser = moment)]
    pub(crate) now: Option<Timestamp>,
}

const TOKEN_NOTES: &str = "\
The token is printed once and kept nowhere; the database has its hash. The account page lists a user's
tokens, and revokes them.

  carrick token bot --scopes read,play         a token for examples/bot/bot.py";

#[derive(Debug, Args)]
pub(crate) struct TokenArguments {
    /// Whose it is
    pub(crate) user: String,
    /// What he calls it
    #[arg(long, default_value = "made on the server")]
    pub(crate) name: String,
    /// What it may do: read, play, challenge, chat, account
    #[arg(long, value_name = "SCOPE,…", value_delimiter = ',', required = true)]
    pub(crate) scopes: Vec<Scope>,
    /// For how many days it is good
    #[arg(long, default_value_t = 90, allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(1..=366))]
    pub(crate) days: u16,
    #[command(flatten)]
    pub(crate) database: DatabaseArguments,
    #[command(flatten)]
    pub(crate) clock: ClockArguments,
}

const RESET_NOTES: &str = "\
For a user whom no mail reaches, or where none goes out; hand the link to him alone. It is good for a day and
for one change, and a link that was made before is good no more. Give what `carrick serve` is given: the key
seals the link.

  carrick reset anna --config carrick.toml";

#[derive(Debug, Args)]
pub(crate) struct ResetArguments {
    /// Whose passwords
    pub(crate) user: String,
    /// What readers type to come to the site [default: base_url of the file, or http://127.0.0.1:8010]
    #[arg(long, value_name = "URL", env = "CARRICK_BASE_URL")]
    pub(crate) base_url: Option<String>,
    #[command(flatten)]
    pub(crate) config: ConfigArguments,
    #[command(flatten)]
    pub(crate) clock: ClockArguments,
}

#[derive(Debug, Args)]
pub(crate) struct TickArguments {
    #[command(flatten)]
    pub(crate) database: DatabaseArguments,
    #[command(flatten)]
    pub(crate) clock: ClockArguments,
}

const EXPORT_NOTES: &str = "\
Boards that have ended come first, in the order in which they did, then those in play; the same
database gives the same bytes. Queues, offers, chat, addresses and passwords stay where they are.

  carrick export ankor 101                     one board, as JSON
  carrick export ankor 101 -o game.sgf         the same, as SGF
  carrick export --all -o games.jsonl          every board, one a line
  carrick export --all boche -o games/ --format sgf";

const IMPORT_NOTES: &str = "\
Every turn is played by the rules. Players are the users whose names the records have; those who are
none get an account without a password (`carrick do --as ann \"change password ann - new\"` gives
them one). Boards keep their numbers where those are free. A game that is here already, turn for
turn, is not made again: importing what was exported changes nothing. Finished games count for
ratings, in the order in which they ended, unless their records say that they are unrated. Games
that are not over go on, and the player to move has the whole time for the turn.

  carrick import games.jsonl
  carrick import --dry-run old/*.sgf
  carrick import --players ann,bob --unrated - < moves.txt";

#[derive(Debug, Args)]
pub(crate) struct ExportArguments {
    #[command(flatten)]
    pub(crate) database: DatabaseArguments,
    /// Every board, or every board of the games that are named
    #[arg(long)]
    pub(crate) all: bool,
    /// A file, or a folder that gets a file for each board; standard output otherwise
    #[arg(short, long, value_name = "FILE|FOLDER")]
    pub(crate) out: Option<PathBuf>,
    /// By default what the file's name ends in (.json, .jsonl, .sgf, .txt), or else JSON
    #[arg(long, value_enum)]
    pub(crate) format: Option<RecordFormat>,
    /// A game and the numbers of its boards, such as ankor 101 102; with --all, games
    #[arg(value_name = "GAME|BOARD")]
    pub(crate) words: Vec<String>,
}

/// How games are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum RecordFormat {
    /// A game record of AbstractPlay, easy to read
    Json,
    /// The same, one game a line
    Jsonl,
    /// The Smart Game Format
    Sgf,
    /// One game a line: options, turns, result; no players and no times
    Line,
}

#[derive(Debug, Args)]
pub(crate) struct ImportArguments {
    #[command(flatten)]
    pub(crate) database: DatabaseArguments,
    #[command(flatten)]
    pub(crate) clock: ClockArguments,
    /// Only say what would happen
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// The userid of a player whom the records call otherwise; may be given several times
    #[arg(long = "player", value_name = "NAME=USERID", value_parser = renaming)]
    pub(crate) renamed: Vec<(String, Userid)>,
    /// The players of records that name none, such as lines of plain moves
    #[arg(long, value_name = "FIRST,SECOND", value_delimiter = ',', num_args = 1)]
    pub(crate) players: Vec<Userid>,
    /// Refuse games of players who have no account
    #[arg(long)]
    pub(crate) known_players: bool,
    /// Let no game count for ratings
    #[arg(long)]
    pub(crate) unrated: bool,
    /// Files of one or many records each: JSON, SGF, or lines of plain moves; - is standard input
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
}

/// Reads `Cameron Browne=camb`.
fn renaming(word: &str) -> Result<(String, Userid), String> {
    let (name, user) =
        word.rsplit_once('=').ok_or("expected a name, = and a userid, such as 'Ann B.=ann'")?;
    Ok((name.trim().to_owned(), user.parse().map_err(|error: UseridError| error.to_string())?))
}

#[derive(Debug, Args)]
pub(crate) struct WorkerArguments {
    /// Leave when nothing is left to do
    #[arg(long)]
    pub(crate) once: bool,
    /// How many threads may think at once [default: as many as the machine has]
    #[arg(long, value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    pub(crate) threads: Option<usize>,
    #[command(flatten)]
    pub(crate) database: DatabaseArguments,
    #[command(flatten)]
    pub(crate) clock: ClockArguments,
}

#[derive(Debug, Args)]
pub(crate) struct RatingsArguments {
    #[command(subcommand)]
    pub(crate) what: RatingsMode,
}

#[derive(Debug, Subcommand)]
pub(crate) enum RatingsMode {
    /// Compute all ratings from the games alone, in the order in which they ended; say what differs
    /// from what was stored, and correct it
    Rebuild(DatabaseArguments),
}

/// How the computer thinks.
#[derive(Debug, Args)]
pub(crate) struct ThinkingArguments {
    /// Look at so many positions, however long it takes
    #[arg(long, value_name = "N", value_parser = nodes, allow_negative_numbers = true)]
    pub(crate) nodes: Option<u64>,
    /// Think with so many threads [default: all; with --nodes one, which gives the same thoughts again]
    #[arg(long, value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    pub(crate) threads: Option<usize>,
    /// The beginning of all chance: with --nodes, the same seed gives the same turns
    #[arg(long, value_name = "N", value_parser = seed, allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
}

#[derive(Debug, Args)]
#[command(group = ArgGroup::new("where to").args(["out", "json"]).multiple(true))]
pub(crate) struct AnalyseArguments {
    /// Search for so long
    #[arg(long, value_name = "SECONDS", default_value_t = 5.0, value_parser = seconds, allow_negative_numbers = true, conflicts_with = "nodes")]
    pub(crate) seconds: f64,
    #[command(flatten)]
    pub(crate) thinking: ThinkingArguments,
    /// Show so many turns
    #[arg(long, value_name = "K", default_value_t = 5, value_parser = lines, allow_negative_numbers = true)]
    pub(crate) lines: usize,
    /// Print a JSON object a line, several as the search deepens: nodes, value, proved, lines; with
    /// --map a last one with the map
    #[arg(long)]
    pub(crate) json: bool,
    /// Draw a map of the board into a file, whose name ends in .svg or .png
    #[arg(short, long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// What the map shows that -o draws or --json prints; without a word of it, ownership for Anchor and worth for the other games
    #[arg(long, value_name = "WHAT", requires = "where to")]
    pub(crate) map: Option<MapKind>,
    /// Write numbers onto an ownership map
    #[arg(long, requires = "out")]
    pub(crate) numbers: bool,
    #[command(flatten)]
    pub(crate) game: GameWords,
}

/// What a map of a board shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum MapKind {
    /// What a turn at each place is worth to the player to move
    Worth,
    /// How often the player who takes a place wins, in random games
    Pivotal,
    /// Whose each point is in the end, in random games: for Anchor
    Ownership,
}

/// More threads than any search makes use of.
pub(crate) const MOST_THREADS: usize = 256;

/// Reads how many threads may think.
fn threads(text: &str) -> Result<usize, String> {
    let threads = text.parse().ok().filter(|threads| (1..=MOST_THREADS).contains(threads));
    threads.ok_or_else(|| format!("a number of threads from 1 to {MOST_THREADS} is expected"))
}

/// Reads how many positions may be looked at.
fn nodes(text: &str) -> Result<u64, String> {
    let nodes = text.parse().ok().filter(|&nodes| nodes >= 1);
    nodes.ok_or_else(|| format!("a number of positions from 1 to {} is expected", u64::MAX))
}

/// Reads what chance begins from.
fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("a whole number from 0 to {} is expected", u64::MAX))
}

/// Reads how many games may be played at once.
fn concurrency(text: &str) -> Result<NonZeroUsize, String> {
    let games = text.parse().ok().filter(|games: &NonZeroUsize| games.get() <= MOST_THREADS);
    games.ok_or_else(|| format!("a number of games from 1 to {MOST_THREADS} is expected"))
}

/// Reads how many turns to show.
fn lines(text: &str) -> Result<usize, String> {
    let lines = text.parse().ok().filter(|&lines| lines >= 1);
    lines.ok_or_else(|| format!("a number of turns from 1 to {} is expected", usize::MAX))
}

/// Reads a time that a search may take.
fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.001..=1e6).contains(seconds));
    seconds.ok_or_else(|| "a number of seconds from 0.001 to 1000000 is expected".to_owned())
}

/// Reads a time that a player has for a turn.
fn turn_seconds(text: &str) -> Result<f64, &'static str> {
    let seconds = text.parse().ok().filter(|seconds| (0.001..=3600.0).contains(seconds));
    seconds.ok_or("a time from 0.001 to 3600 is expected")
}

/// A game, its options, and the turns to begin with.
#[derive(Debug, Args)]
pub(crate) struct PlayArguments {
    /// Play against the computer at this level, 1 to 9
    #[arg(long, value_name = "1..9", allow_negative_numbers = true)]
    pub(crate) level: Option<Level>,
    /// You are the first player, who begins, and the computer is second: what holds when nothing is said. In Anchor with
    /// a handicap the first player has its stones, and the second begins
    #[arg(long, conflicts_with = "second")]
    pub(crate) first: bool,
    /// The computer is the first player, and you are second
    #[arg(long)]
    pub(crate) second: bool,
    #[command(flatten)]
    pub(crate) thinking: ThinkingArguments,
    /// ankor, boche, antipod or anchor
    pub(crate) game: String,
    /// Options such as -size=5, then turns that have been played already
    #[arg(value_name = "OPTION|TURN")]
    pub(crate) words: Vec<String>,
}

/// A game, its options, and turns.
#[derive(Debug, Args)]
pub(crate) struct GameWords {
    /// ankor, boche, antipod or anchor
    pub(crate) game: String,
    /// Options such as -size=5, then turns. Without turns, or where - stands, they are read from
    /// standard input unless that is a terminal
    #[arg(value_name = "OPTION|TURN")]
    pub(crate) words: Vec<String>,
}

#[derive(Debug, Args)]
pub(crate) struct ShowArguments {
    /// Without row letters, numbers and the names of spots
    #[arg(long)]
    pub(crate) bare: bool,
    /// With Anchor's dead stones and territory, as if the game ended here
    #[arg(long)]
    pub(crate) score: bool,
    #[command(flatten)]
    pub(crate) game: GameWords,
}

#[derive(Debug, Args)]
pub(crate) struct ReplayArguments {
    /// Print one JSON object: to_move, turns, result, reason, proof, cells, score
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) game: GameWords,
}

#[derive(Debug, Args)]
pub(crate) struct DrawArguments {
    /// The picture's file, whose name ends in .svg or .png
    #[arg(short, long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// How wide a PNG is, in pixels
    #[arg(long, value_name = "PIXELS", value_parser = whole_number, allow_negative_numbers = true)]
    pub(crate) width: Option<u32>,
    /// For dark pages
    #[arg(long)]
    pub(crate) dark: bool,
    /// Without labels
    #[arg(long)]
    pub(crate) bare: bool,
    /// With Anchor's dead stones and territory, as if the game ended here
    #[arg(long)]
    pub(crate) score: bool,
    /// Antipod's discs one above the other, for narrow pages
    #[arg(long)]
    pub(crate) stacked: bool,
    #[command(flatten)]
    pub(crate) game: GameWords,
}

#[derive(Debug, Args)]
pub(crate) struct PerftArguments {
    /// How many turns deep
    #[arg(long, value_name = "TURNS", value_parser = whole_number, allow_negative_numbers = true)]
    pub(crate) depth: u32,
    #[command(flatten)]
    pub(crate) game: GameWords,
}

/// A match between two players, and how it is kept.
#[derive(Debug, Args)]
pub(crate) struct ArenaArguments {
    /// random, uct, rave, level1 to level9, tree, or pairing (Antipod); uct:10000, rave:10000 and
    /// tree:10000 take so many nodes a turn; tree,prior=4,amaf=20 searches with other constants
    #[arg(value_name = "A")]
    pub(crate) a: String,
    /// His opponent
    #[arg(value_name = "B")]
    pub(crate) b: String,
    /// ankor, boche, antipod or anchor
    pub(crate) game: String,
    /// Options such as -size=5, and turns with which every game begins, before its opening
    #[arg(value_name = "OPTION|TURN")]
    pub(crate) words: Vec<String>,
    /// How many games, an even number [default: 100; with --sprt as many as it takes]
    #[arg(long, value_name = "COUNT", value_parser = whole_number, allow_negative_numbers = true)]
    pub(crate) games: Option<u32>,
    /// Stop as soon as it is clear whether A is better than so many Elo, or not better than so many:
    /// --sprt=0,20 (a sequential test that errs once in twenty)
    #[arg(long, value_name = "LOW,HIGH", allow_hyphen_values = true)]
    pub(crate) sprt: Option<Sprt>,
    /// How much processor time a player may use for a turn [default: 0.1]
    #[arg(long, value_name = "SECONDS", value_parser = turn_seconds, allow_negative_numbers = true, conflicts_with = "nodes")]
    pub(crate) seconds: Option<f64>,
    /// How many nodes a player may look at for a turn, in place of a time; then the same seed gives the
    /// same games
    #[arg(long, value_name = "COUNT", value_parser = nodes, allow_negative_numbers = true)]
    pub(crate) nodes: Option<u64>,
    /// How many games are played at once, on one thread each [default: one for every core]
    #[arg(long, value_name = "COUNT", value_parser = concurrency, allow_negative_numbers = true)]
    pub(crate) concurrency: Option<NonZeroUsize>,
    /// What the openings and the players' chances are drawn from
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = seed, allow_negative_numbers = true)]
    pub(crate) seed: u64,
    /// How games are opened, both of a pair alike: a number of random turns, or even:8 for turns that
    /// are chosen among random ones so that the game stays even, after the turns that were named. Where a
    /// swap is possible the opening goes on until it no longer is; with 0 the players open themselves
    #[arg(long, value_name = "[even:]TURNS", default_value = "2", allow_negative_numbers = true)]
    pub(crate) openings: Openings,
    /// Keep every game in this file, a line of JSON each; a match that was interrupted goes on from there
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Print the figures as one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

fn whole_number(word: &str) -> Result<u32, &'static str> {
    word.parse().map_err(|_| "expected a whole number")
}

fn moment(word: &str) -> Result<Timestamp, &'static str> {
    word.parse().map_err(|_| "expected a date, a time and its zone, such as 2008-05-01T12:00:00Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn reads(line: &str) -> Mode {
        let words = line.split(' ').map(OsString::from).collect();
        Cli::try_parse_from(game_options_last(words)).unwrap().mode
    }

    #[test]
    fn options_stand_anywhere() {
        for line in [
            "carrick perft --depth 3 anchor -handicap=2 E5",
            "carrick perft anchor -handicap=2 E5 --depth 3",
            "carrick perft anchor E5 --depth=3 -handicap=2",
        ] {
            let Mode::Perft(PerftArguments { depth: 3, game }) = reads(line) else {
                panic!("{line}");
            };
            assert_eq!(
                (game.game.as_str(), game.words.join(" ")),
                ("anchor", "E5 -handicap=2".into())
            );
        }
    }

    #[test]
    fn a_command_for_the_server_keeps_its_order() {
        let Mode::Do(arguments) =
            reads("carrick do --as ann ankor challenge -size=5 --unrated ann bob")
        else {
            panic!("not a command");
        };
        assert_eq!(arguments.user.as_deref(), Some("ann"));
        assert_eq!(arguments.command.join(" "), "ankor challenge -size=5 --unrated ann bob");
    }
}
