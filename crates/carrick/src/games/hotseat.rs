//! `carrick play`: a game at the terminal, between two people or against the computer.

use std::io::{self, BufRead, IsTerminal as _, Write};
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use carrick_cli::signal::LastWords;
use carrick_cli::{signal, tables, words};
use carrick_coach::analysis::chances;
use carrick_engine::tables::Tables;
use carrick_engine::{AnyPlayer, ChosenTurn, Level, Limits, Memory};
use carrick_games::{AnyGame, Colour, DrawStyle, GameKind, Seat};
use carrick_service::{HelpTopic, help};

use crate::cli::{PlayArguments, ThinkingArguments};
use crate::system::processors;

/// Commands at the prompt, each with its explanation.
fn commands(game: &AnyGame) -> impl Iterator<Item = (&'static str, &'static str)> {
    let score = ("score", "the count as if the game ended now");
    let after_score = [
        ("draw", "ends the game as a draw, when your opponent agrees"),
        ("resign", "the player to move gives up"),
        ("quit", "leaves, and prints the turns, with which `carrick play` can continue"),
    ];
    [
        game.kind().facts().usage,
        ("legal [place]", "all legal turns, or those that name a place"),
        ("why turn", "why a turn is not legal"),
        ("hint", "the best turn, in the computer's opinion"),
        ("undo", "takes back your last turn, and the computer's answer if you play against it"),
        ("show", "draws the board again"),
        ("rules", "the rules of the game"),
    ]
    .into_iter()
    .chain(game.score().is_some().then_some(score))
    .chain(after_score)
}

/// Commands that take no argument.
const ALONE: [&str; 11] =
    ["help", "?", "rules", "quit", "exit", "show", "undo", "score", "hint", "draw", "resign"];

/// A game at the terminal.
struct HotseatGame<W> {
    game: AnyGame,
    computer: Computer,
    out: W,
}

/// Next step after a line of input.
#[derive(PartialEq)]
enum Then {
    Ask,
    DrawAndAsk,
    Leave,
}

/// Plays until a player quits or the input ends. `echo` repeats each line, for input that is not
/// typed and so is not visible.
pub(crate) fn run(
    arguments: &PlayArguments,
    input: &mut impl BufRead,
    echo: bool,
    out: &mut impl Write,
) -> Result<bool> {
    let (game, turns) = words::new_game(&arguments.game, &arguments.words)?;
    let game = words::play(game, &turns)?;
    let computer = Computer::new(arguments, &game)?;
    let last_words = LastWords::listen()?;
    let mut table = HotseatGame { game, computer, out };
    writeln!(
        table.out,
        "{} {}. `help` explains the commands.\n",
        table.game.kind().title(),
        table.game.options()
    )?;
    table.tell_of_handicap()?;
    table.draw()?;
    let mut bytes = Vec::new();
    loop {
        last_words.set(table.turns());
        table.let_computer_play()?;
        last_words.set(table.turns());
        table.prompt()?;
        table.out.flush()?;
        bytes.clear();
        if input.read_until(b'\n', &mut bytes)? == 0 {
            writeln!(table.out)?;
            break;
        }
        // Invalid UTF-8 is refused like an illegal turn.
        let line = String::from_utf8_lossy(&bytes);
        if echo {
            writeln!(table.out, "{}", line.trim())?;
        }
        match table.obey(line.trim())? {
            Then::Ask => {}
            Then::DrawAndAsk => table.draw()?,
            Then::Leave => break,
        }
    }
    writeln!(table.out, "{}", table.turns())?;
    Ok(true)
}

impl<W: Write> HotseatGame<W> {
    const fn kind(&self) -> GameKind {
        self.game.kind()
    }

    /// Turns so far, as the command line of `carrick play` accepts them.
    fn turns(&self) -> String {
        format!("Turns: {}", self.game.turn_names().join(" "))
    }

    /// Says who begins, if it is not the first player.
    fn tell_of_handicap(&mut self) -> Result<()> {
        if self.game.at(0).seat_to_move() != Some(Seat::Second) {
            return Ok(());
        }
        let who = match self.computer.seat() {
            None => "The first player has the handicap stones, and the second begins.",
            Some(Seat::First) => "The computer has the handicap stones, and you begin.",
            Some(Seat::Second) => "You have the handicap stones, and the computer begins.",
        };
        Ok(writeln!(self.out, "{who}\n")?)
    }

    fn help(&mut self) -> Result<()> {
        let width = commands(&self.game).map(|(command, _)| command.len()).max().unwrap_or(0);
        for (command, meaning) in commands(&self.game) {
            writeln!(self.out, "  {command:width$}  {meaning}")?;
        }
        Ok(())
    }

    fn draw(&mut self) -> Result<()> {
        write!(self.out, "{}", self.game.draw(DrawStyle::LABELLED))?;
        if let Some(hands) = self.game.in_hand() {
            let [light, dark] = Colour::BOTH.map(|colour| {
                format!("{} {}", self.kind().colour_name(colour), hands[colour.index()])
            });
            writeln!(self.out, "Cubes in hand: {light}, {dark}.")?;
        }
        if let Some(outcome) = self.game.outcome() {
            writeln!(self.out, "The game is over. {}.", outcome.sentence(self.kind()))?;
        }
        writeln!(self.out)?;
        Ok(())
    }

    fn prompt(&mut self) -> Result<()> {
        let (Some(colour), Some(seat)) = (self.game.colour_to_move(), self.game.seat_to_move())
        else {
            write!(self.out, "undo or quit> ")?;
            return Ok(());
        };
        let player = match seat {
            Seat::First => "first player",
            Seat::Second => "second player",
        };
        let name = self.kind().colour_name(colour);
        write!(self.out, "Turn {}, {player} for {name}> ", self.game.ply() + 1)?;
        Ok(())
    }

    fn obey(&mut self, line: &str) -> Result<Then> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let over = self.game.outcome().is_some();
        let command = word.to_ascii_lowercase();
        if ALONE.contains(&command.as_str()) && !rest.trim().is_empty() {
            writeln!(self.out, "`{command}` must be alone on its line; nothing was done.")?;
            return Ok(Then::Ask);
        }
        match command.as_str() {
            "" => {}
            "help" | "?" => self.help()?,
            "rules" => write!(self.out, "{}", help::text(Some(HelpTopic::Game(self.kind()))))?,
            "quit" | "exit" => return Ok(Then::Leave),
            "show" => return Ok(Then::DrawAndAsk),
            "undo" => return self.undo(),
            "legal" => self.legal(rest.trim())?,
            "why" => self.why(rest.trim())?,
            "score" => self.score()?,
            "hint" if !over => self.hint()?,
            "draw" if !over && !self.computer.agrees_to_draw(&self.game) => {
                writeln!(self.out, "The computer plays on.")?;
            }
            "draw" if !over => {
                self.game.agree_draw();
                return Ok(Then::DrawAndAsk);
            }
            "resign" if !over => {
                if let Some(seat) = self.game.seat_to_move() {
                    self.game.resign(seat);
                }
                return Ok(Then::DrawAndAsk);
            }
            _ => return self.play(line),
        }
        Ok(Then::Ask)
    }

    /// Plays the computer's turns while it is to move.
    fn let_computer_play(&mut self) -> Result<()> {
        self.out.flush()?;
        while let Some((name, turn)) = self.computer.turn(&self.game) {
            writeln!(self.out, "{name} plays {turn}.\n")?;
            if self.play(&turn)? != Then::DrawAndAsk {
                break;
            }
            self.draw()?;
        }
        Ok(())
    }

    fn hint(&mut self) -> Result<()> {
        self.out.flush()?;
        if let Some(hint) = self.computer.hint(&self.game) {
            writeln!(self.out, "Best is {hint}.")?;
        }
        Ok(())
    }

    fn play(&mut self, text: &str) -> Result<Then> {
        match self.game.clone().play_text(text) {
            Ok(game) => {
                let swapped = game.colour_of(Seat::First) != self.game.colour_of(Seat::First);
                self.game = game;
                if swapped {
                    writeln!(self.out, "The players have exchanged colours.")?;
                }
                Ok(Then::DrawAndAsk)
            }
            Err(error) => {
                let way_on = match self.game.outcome() {
                    None => "`legal` lists the legal turns.",
                    Some(_) => "`undo` goes back, `quit` leaves.",
                };
                writeln!(self.out, "No: {}. {way_on}", error.reason)?;
                Ok(Then::Ask)
            }
        }
    }

    fn undo(&mut self) -> Result<Then> {
        // Takes back a declared draw or resignation before a turn.
        let undeclared = self.game.at(self.game.ply());
        if undeclared.outcome().is_none() && self.game.outcome().is_some() {
            self.game = undeclared;
            return Ok(Then::DrawAndAsk);
        }
        let computers = |ply: &usize| {
            let mover = self.game.at(*ply).seat_to_move();
            mover.is_some() && mover == self.computer.seat()
        };
        let Some(before) = (0..self.game.ply()).rev().find(|ply| !computers(ply)) else {
            writeln!(self.out, "There is no turn to take back.")?;
            return Ok(Then::Ask);
        };
        self.game = self.game.at(before);
        Ok(Then::DrawAndAsk)
    }

    fn legal(&mut self, place: &str) -> Result<()> {
        let place = carrick_games::normalise(place);
        let names = self.game.legal();
        let wanted: Vec<&str> =
            names.iter().map(String::as_str).filter(|name| names_place(name, &place)).collect();
        match (wanted.as_slice(), self.game.check_text(&place)) {
            ([], Err(reason)) if !place.is_empty() => writeln!(self.out, "None: {reason}.")?,
            ([], _) => writeln!(self.out, "None.")?,
            (some, _) => writeln!(self.out, "{}", some.join(" "))?,
        }
        Ok(())
    }

    fn why(&mut self, text: &str) -> Result<()> {
        match self.game.check_text(text) {
            Ok(()) => writeln!(self.out, "That is a legal turn.")?,
            Err(reason) => writeln!(self.out, "Because {reason}.")?,
        }
        Ok(())
    }

    fn score(&mut self) -> Result<()> {
        if self.game.score().is_none() {
            writeln!(self.out, "{} is not decided by a count.", self.kind().title())?;
            return Ok(());
        }
        write!(self.out, "{}", self.game.draw(DrawStyle { labels: true, score: true }))?;
        Ok(())
    }
}

/// Whether a turn's name mentions a place; always true if no place is given.
fn names_place(turn: &str, place: &str) -> bool {
    place.is_empty()
        || turn.split(['-', ':']).any(|part| {
            part.trim_end_matches('+').eq_ignore_ascii_case(place.trim_end_matches('+'))
        })
}

// Computer player at the terminal: opponent and source of hints.

/// Computer players of a game at the terminal, and their search budget.
pub(crate) struct Computer {
    budget: TurnBudget,
    /// The opponent and their seat, unless two people play.
    opponent: Option<(AnyPlayer, Seat)>,
    /// Gives hints: what the strongest level would play.
    adviser: AnyPlayer,
    tables: Tables,
}

impl Computer {
    /// Sets up the computer as the command line demands.
    ///
    /// # Errors
    /// When a seat was chosen without an opponent, or a level that the game does not have.
    pub(crate) fn new(arguments: &PlayArguments, game: &AnyGame) -> Result<Self> {
        let seed = arguments.thinking.seed();
        let seat = if arguments.second { Seat::First } else { Seat::Second };
        if arguments.level.is_none() && (arguments.first || arguments.second) {
            bail!(
                "--first and --second say which player you are against the computer; add --level, as in --level=novice1 or --level=3"
            );
        }
        arguments.level.map_or(Ok(()), |level| level.check(game.kind()))?;
        let opponent = arguments
            .level
            .map(|level| (AnyPlayer::new(game, level, seed, Memory::default()), seat));
        let budget = arguments.thinking.budget(TurnBudget::FULL);
        Ok(Self {
            budget,
            opponent,
            adviser: AnyPlayer::new(game, Level::MAX, seed, Memory::default()),
            tables: tables::of_board(arguments.tables.tables.as_deref(), game.options())?,
        })
    }

    /// Seat of the computer.
    pub(crate) fn seat(&self) -> Option<Seat> {
        self.opponent.as_ref().map(|(_, seat)| *seat)
    }

    /// Name of the opponent and its turn, if the computer is to move.
    pub(crate) fn turn(&mut self, game: &AnyGame) -> Option<(String, String)> {
        let budget = self.budget;
        let (player, seat) = self.opponent.as_mut()?;
        if game.seat_to_move() != Some(*seat) {
            return None;
        }
        let tables = &self.tables;
        let choice = shown(|| budget.think(|limits| player.choose_by(game, limits, tables)))?;
        Some((player.level().to_string(), choice.turn))
    }

    /// Whether the opponent accepts a draw, which it does unless it thinks it is ahead. Two people
    /// settle that between themselves.
    pub(crate) fn agrees_to_draw(&mut self, game: &AnyGame) -> bool {
        let Some(seat) = self.seat() else { return true };
        let Some(ChosenTurn { thought, .. }) = self.advice(game) else { return true };
        let theirs =
            if game.seat_to_move() == Some(seat) { thought.value } else { 1.0 - thought.value };
        theirs <= 0.5
    }

    /// Best turn and its value for the player to move; `None` if the game is over.
    pub(crate) fn hint(&mut self, game: &AnyGame) -> Option<String> {
        let ChosenTurn { turn, thought } = self.advice(game)?;
        let line = thought.lines.iter().find(|line| line.turn == turn)?;
        Some(format!("{turn} ({})", chances(line.value, line.proved)))
    }

    fn advice(&mut self, game: &AnyGame) -> Option<ChosenTurn<String>> {
        let budget = self.budget;
        shown(|| budget.think(|limits| self.adviser.choose_by(game, limits, &self.tables)))
    }
}

// Search budget at a terminal: by nodes, which is reproducible, or by time.

/// Search budget for one turn.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TurnBudget {
    pub(crate) nodes: u64,
    pub(crate) time: Option<Duration>,
    pub(crate) threads: usize,
}

impl ThinkingArguments {
    /// Budget for one turn: the limits given on the command line, or else `time` on all processors.
    pub(crate) fn budget(&self, time: Duration) -> TurnBudget {
        let by_nodes = self.nodes.is_some();
        TurnBudget {
            nodes: self.nodes.unwrap_or(u64::MAX),
            time: (!by_nodes).then_some(time),
            threads: self.threads.unwrap_or(if by_nodes { 1 } else { processors() }),
        }
    }

    /// Random seed from the command line, or a random one.
    pub(crate) fn seed(&self) -> u64 {
        self.seed.unwrap_or_else(|| fastrand::u64(..))
    }
}

impl TurnBudget {
    /// Time that the strongest level may use for a turn.
    pub(crate) const FULL: Duration = Duration::from_millis(Level::FULL_TIME_MS);

    /// One of several equal parts of the budget, with at least one node.
    pub(crate) fn part(&self, parts: u32) -> Self {
        Self {
            nodes: (self.nodes / u64::from(parts)).max(1),
            time: self.time.map(|time| time / parts),
            ..*self
        }
    }

    /// Searches within these limits, or until [Ctrl-C](signal::end_thoughts).
    pub(crate) fn think<T>(&self, think: impl FnOnce(Limits<'_>) -> T) -> T {
        let start = Instant::now();
        let late = || self.time.is_some_and(|time| start.elapsed() >= time);
        let stop = || signal::ended_thoughts().is_some() || late();
        think(Limits { nodes: self.nodes, stop: &stop, threads: self.threads })
    }
}

/// Shows on a terminal that the computer is thinking.
pub(crate) fn shown<T>(think: impl FnOnce() -> T) -> T {
    let mut err = io::stderr();
    let shows = err.is_terminal();
    // The search does not depend on whether the message can be shown.
    if shows {
        let _ = write!(err, "Thinking …").and_then(|()| err.flush());
    }
    let thought = think();
    if shows {
        let _ = write!(err, "\r\u{1b}[K").and_then(|()| err.flush());
    }
    thought
}
