//! Two people at one terminal: `carrick play`.

use std::io::{BufRead, Write};

use anyhow::Result;
use carrick_games::{AnyGame, Colour, DrawStyle};

use crate::cli::GameWords;
use crate::script;

const HELP: &str = "\
  a turn         as the board names places; `legal` lists them all
  legal [d3]     the legal turns, all or those that name a place
  why d3-f2      why a turn is not legal
  undo           takes the last turn back
  show           draws the board again
  score          Anchor: the count as if the game ended now
  draw           ends the game as a draw, when both of you agree
  resign         the player to move gives up
  quit           leaves; the turns are printed, and can be given to `carrick play` again
";

/// A game at the terminal.
struct Table<W> {
    game: AnyGame,
    out: W,
}

/// What a line asks for next.
#[derive(PartialEq)]
enum Then {
    Ask,
    DrawAndAsk,
    Leave,
}

pub(crate) fn run(
    words: &GameWords,
    input: &mut impl BufRead,
    out: &mut impl Write,
) -> Result<bool> {
    let (mut game, turns) = script::new_game(words)?;
    for turn in turns {
        game = game
            .play_text(&turn)
            .map_err(|error| anyhow::anyhow!("turn {}: {}", error.game.ply() + 1, error.reason))?;
    }
    let mut table = Table { game, out };
    writeln!(
        table.out,
        "{} {}. `help` explains the commands.\n",
        table.game.kind().title(),
        table.game.options()
    )?;
    table.draw()?;
    let mut line = String::new();
    loop {
        if table.game.outcome().is_none() {
            table.prompt()?;
        } else {
            table.farewell()?;
            write!(table.out, "undo or quit> ")?;
        }
        table.out.flush()?;
        line.clear();
        if input.read_line(&mut line)? == 0 {
            writeln!(table.out)?;
            break;
        }
        match table.obey(line.trim())? {
            Then::Ask => {}
            Then::DrawAndAsk => table.draw()?,
            Then::Leave => break,
        }
    }
    writeln!(table.out, "Turns: {}", table.game.turn_names().join(" "))?;
    Ok(true)
}

impl<W: Write> Table<W> {
    fn draw(&mut self) -> Result<()> {
        write!(self.out, "{}", self.game.draw(DrawStyle::LABELLED))?;
        if let Some(hands) = self.game.in_hand() {
            let [light, dark] = hands;
            writeln!(self.out, "In hand: O {light}, X {dark}.")?;
        }
        writeln!(self.out)?;
        Ok(())
    }

    fn prompt(&mut self) -> Result<()> {
        let colour = self.game.colour_to_move().unwrap_or(Colour::Light);
        let name = self.game.kind().colour_name(colour);
        write!(self.out, "Turn {}, {name}> ", self.game.ply() + 1)?;
        Ok(())
    }

    fn farewell(&mut self) -> Result<()> {
        if let Some(outcome) = self.game.outcome() {
            writeln!(self.out, "The game is over. {}.", outcome.sentence(self.game.kind()))?;
            if self.game.ply() > 0 && self.game.score().is_some() {
                self.score()?;
            }
        }
        Ok(())
    }

    fn obey(&mut self, line: &str) -> Result<Then> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let over = self.game.outcome().is_some();
        match word.to_ascii_lowercase().as_str() {
            "" => {}
            "help" | "?" => write!(self.out, "{HELP}")?,
            "quit" | "exit" => return Ok(Then::Leave),
            "show" => return Ok(Then::DrawAndAsk),
            "undo" => return self.undo(),
            "legal" => self.legal(rest.trim())?,
            "why" => self.why(rest.trim())?,
            "score" => self.score()?,
            "draw" if !over => self.game.agree_draw(),
            "resign" if !over => {
                if let Some(seat) = self.game.seat_to_move() {
                    self.game.resign(seat);
                }
            }
            _ => return self.play(line),
        }
        Ok(Then::Ask)
    }

    fn play(&mut self, text: &str) -> Result<Then> {
        match self.game.clone().play_text(text) {
            Ok(game) => {
                self.game = game;
                Ok(Then::DrawAndAsk)
            }
            Err(error) => {
                writeln!(self.out, "No: {}. `legal` lists the turns there are.", error.reason)?;
                Ok(Then::Ask)
            }
        }
    }

    fn undo(&mut self) -> Result<Then> {
        // A draw or resignation that was only declared is taken back before any turn is.
        let undeclared = self.game.at(self.game.ply());
        if undeclared.outcome().is_none() && self.game.outcome().is_some() {
            self.game = undeclared;
            return Ok(Then::DrawAndAsk);
        }
        let Some(before) = self.game.ply().checked_sub(1) else {
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
        match wanted.as_slice() {
            [] => writeln!(self.out, "No legal turn there.")?,
            some => writeln!(self.out, "{}", some.join(" "))?,
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
        let Some(score) = self.game.score() else {
            writeln!(self.out, "Only Anchor is counted.")?;
            return Ok(());
        };
        write!(self.out, "{}", self.game.draw(DrawStyle { labels: true, score: true }))?;
        for colour in [Colour::Dark, Colour::Light] {
            writeln!(
                self.out,
                "{}: {} = {} prisoners + {} territory",
                self.game.kind().colour_name(colour),
                score.total(colour),
                score.prisoners[colour.index()],
                score.territory[colour.index()]
            )?;
        }
        Ok(())
    }
}

/// Whether a turn's name mentions a place; every turn does when no place is asked for.
fn names_place(turn: &str, place: &str) -> bool {
    place.is_empty()
        || turn.split(['-', ':']).any(|part| {
            part.trim_end_matches('+').eq_ignore_ascii_case(place.trim_end_matches('+'))
        })
}
