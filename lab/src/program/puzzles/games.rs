//! The games that are mined: self-play and files.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail, ensure};
use carrick_cli::words::new_game;
use carrick_coach::puzzle::PuzzleSource;
use carrick_engine::{AnyPlayer, Level, Limits, Memory};
use carrick_games::records::pieces;
use carrick_games::{AnyGame, AnyOptions, GameKind, Seat, SizeLimits};
use carrick_lab::arena::{GameNumber, Openings, Schedule};
use serde::Deserialize;

use crate::cli::MineArguments;

/// The games of a run, in order.
pub(super) enum RunGames {
    /// Played now, between two levels.
    SelfPlay {
        schedule: Box<Schedule>,
        players: [Level; 2],
        seed: u64,
        /// Number of games.
        games: u32,
    },
    /// Read from files.
    Read(Vec<(AnyGame, PuzzleSource)>),
}

/// Opening turns of games that are played now: random, so that no two games are alike.
const OPENINGS: Openings = Openings { turns: 3, even: false };

/// Memory of a player: the levels below the ninth search little.
const MEMORY: Memory = Memory { tree: 64 << 20, table: 1 << 20 };

impl RunGames {
    /// The games that the arguments ask for, and a name for them that is the same in each run.
    ///
    /// # Errors
    /// A sentence about the first argument, file or board that is wrong.
    pub(super) fn open(arguments: &MineArguments) -> Result<(Self, GameKind, String)> {
        let kind: GameKind = arguments.game.parse()?;
        if !arguments.files.is_empty() {
            let mut games = Vec::new();
            for path in &arguments.files {
                games.extend(read(path)?.into_iter().filter(|(game, _)| game.kind() == kind));
            }
            ensure!(!games.is_empty(), "these files contain no game of {kind}");
            let names = arguments.files.iter().map(|path| path.display().to_string());
            return Ok((Self::Read(games), kind, names.collect::<Vec<_>>().join(" ")));
        }
        let (start, turns) = new_game(&arguments.game, &arguments.words)?;
        if let Some(turn) = turns.first() {
            bail!("{turn} is not an option; self-play starts with the first turn");
        }
        let words = start.options().to_string();
        let words: Vec<&str> = words.split_whitespace().collect();
        let options = AnyOptions::parse(kind, &words, SizeLimits::Challenge)
            .context("puzzles are for boards on which people play")?;
        let players: [Level; 2] =
            arguments.players.clone().try_into().map_err(|given: Vec<_>| {
                anyhow!("--players takes two levels, such as level1,level3, not {}", given.len())
            })?;
        players.iter().try_for_each(|player| player.check(kind))?;
        ensure!(
            !players.contains(&Level::MAX),
            "{} plays by the clock, so its games cannot be repeated; name level8 or less",
            Level::MAX
        );
        let name = format!(
            "{kind} {options} {} against {}, seed {}",
            players[0], players[1], arguments.seed
        );
        let schedule = Box::new(Schedule::new(AnyGame::new(options), OPENINGS, arguments.seed));
        schedule.opening(0)?;
        let (seed, games) = (arguments.seed, arguments.games);
        Ok((Self::SelfPlay { schedule, players, seed, games }, kind, name))
    }

    /// The game at an index, played or read; `None` after the last.
    ///
    /// # Errors
    /// If no game can be opened.
    pub(super) fn get(&self, index: u64) -> Result<Option<(AnyGame, PuzzleSource)>> {
        match self {
            Self::Read(games) => {
                Ok(usize::try_from(index).ok().and_then(|at| games.get(at).cloned()))
            }
            Self::SelfPlay { schedule, players, seed, games } => {
                let number = u32::try_from(index).ok().filter(|number| number < games);
                let Some(number) = number.map(GameNumber) else { return Ok(None) };
                let seats = Seat::BOTH.map(|seat| number.side_in(seat));
                let game = play(schedule, *players, number)?;
                let source = PuzzleSource {
                    from: "self-play".to_owned(),
                    game: index,
                    players: seats.map(|side| players[side.index()].to_string()),
                    varied: false,
                    seed: Some(*seed),
                };
                Ok(Some((game, source)))
            }
        }
    }
}

/// Plays a game between two levels.
fn play(schedule: &Schedule, players: [Level; 2], number: GameNumber) -> Result<AnyGame> {
    // Every game has its own opening, even the second of a pair.
    let mut game = schedule.opening(number.0)?;
    let mut seats = Seat::BOTH.map(|seat| {
        let side = number.side_in(seat);
        AnyPlayer::new(&game, players[side.index()], schedule.seed(number, side), MEMORY)
    });
    while let Some(seat) = game.seat_to_move() {
        let chosen = seats[seat.index()].choose(&game, Limits::nodes(u64::MAX));
        let turn = chosen.context("a level found no turn")?.turn;
        game = game.play_text(&turn).map_err(|refused| anyhow!("{turn}: {}", refused.reason))?;
    }
    Ok(game)
}

/// The required part of the header of a match's file.
#[derive(Deserialize)]
struct MatchHeader {
    #[serde(rename = "carrick_arena")]
    _version: u32,
    game: String,
}

/// The required part of a game of a match.
#[derive(Deserialize)]
struct MatchGame {
    game: u64,
    players: [String; 2],
    opening: Vec<String>,
    turns: Vec<String>,
}

/// Reads the games of a file.
fn read(path: &Path) -> Result<Vec<(AnyGame, PuzzleSource)>> {
    let text =
        fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let from = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let first = text.lines().next().unwrap_or_default();
    let games = match serde_json::from_str::<MatchHeader>(first) {
        Ok(header) => of_match(&header, text.lines().skip(1), &from),
        Err(_) => of_records(&text, &from),
    };
    games.with_context(|| path.display().to_string())
}

fn of_match<'t>(
    header: &MatchHeader,
    lines: impl Iterator<Item = &'t str>,
    from: &str,
) -> Result<Vec<(AnyGame, PuzzleSource)>> {
    let (start, _) = new_game(&header.game, &[])?;
    let game = |(line, number): (&str, usize)| {
        let place = || format!("line {number} is not a game of this match");
        let played: MatchGame = serde_json::from_str(line).with_context(place)?;
        let mut game = start.clone();
        for turn in played.opening.iter().chain(&played.turns) {
            game = game
                .play_text(turn)
                .map_err(|refused| anyhow!("turn {turn}: {}", refused.reason))
                .with_context(place)?;
        }
        let (from, players) = (from.to_owned(), played.players);
        Ok((game, PuzzleSource { from, game: played.game, players, varied: false, seed: None }))
    };
    lines.zip(2..).map(game).collect()
}

fn of_records(text: &str, from: &str) -> Result<Vec<(AnyGame, PuzzleSource)>> {
    let game = |(index, piece): (usize, &carrick_games::records::RecordText<'_>)| {
        let record = piece.read()?;
        // A game in progress, which `carrick export` also writes: a puzzle would help its players.
        let details = &record.details;
        if details.started.is_some() && details.ended.is_none() {
            return Ok(None);
        }
        let players = record.details.players.clone().map(|player| player.name.to_string());
        let source = PuzzleSource {
            from: from.to_owned(),
            game: index as u64,
            players,
            varied: false,
            seed: None,
        };
        Ok(Some((record.game().clone(), source)))
    };
    pieces(text)?.iter().enumerate().map(game).filter_map(Result::transpose).collect()
}
