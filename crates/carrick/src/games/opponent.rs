//! Computer player at the terminal: opponent and source of hints.

use anyhow::{Result, bail};
use carrick_cli::tables;
use carrick_coach::analysis::chances;
use carrick_engine::tables::Tables;
use carrick_engine::{AnyPlayer, Choice, Level, Memory};
use carrick_games::{AnyGame, Seat};

use super::thinking::{Budget, shown};
use crate::cli::PlayArguments;

/// Computer players of a game at the terminal, and their search budget.
pub(crate) struct Computer {
    budget: Budget,
    /// The opponent and their seat, unless two people play.
    opponent: Option<(AnyPlayer, Seat)>,
    /// Gives hints: what the strongest level would play.
    adviser: AnyPlayer,
    tables: Tables,
}

impl Computer {
    /// Sets up the computer as the command line asks.
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
        let budget = arguments.thinking.budget(Budget::FULL);
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
    /// agree by themselves.
    pub(crate) fn agrees_to_draw(&mut self, game: &AnyGame) -> bool {
        let Some(seat) = self.seat() else { return true };
        let Some(Choice { thought, .. }) = self.advice(game) else { return true };
        let theirs =
            if game.seat_to_move() == Some(seat) { thought.value } else { 1.0 - thought.value };
        theirs <= 0.5
    }

    /// Best turn and its value for the player to move; `None` when the game is over.
    pub(crate) fn hint(&mut self, game: &AnyGame) -> Option<String> {
        let Choice { turn, thought } = self.advice(game)?;
        let line = thought.lines.iter().find(|line| line.turn == turn)?;
        Some(format!("{turn} ({})", chances(line.value, line.proved)))
    }

    fn advice(&mut self, game: &AnyGame) -> Option<Choice<String>> {
        let budget = self.budget;
        shown(|| budget.think(|limits| self.adviser.choose_by(game, limits, &self.tables)))
    }
}
