//! Reads records from SGF.

use super::letter;
use super::tree::{Property, SgfNode, main_line};
use super::value::{parse_clocks, parse_dates, unescape};
use crate::records::claim::EndClaim;
use crate::records::options::parse_options;
use crate::records::replay::RecordReplay;
use crate::records::{
    Details, GameSite, Moment, NotAMoment, OneLine, Prose, RULES, Record, RecordError, RecordFault,
    Tournament,
};
use crate::{AnyOptions, Colour, GameKind};

/// The root node of an SGF text, and the text for use in errors.
pub(super) struct Root<'a> {
    pub(super) text: &'a str,
    pub(super) node: &'a SgfNode<'a>,
}

pub(in crate::records) fn read(text: &str) -> Result<Record, RecordError> {
    let nodes = main_line(text)?;
    let empty = SgfNode { properties: Vec::new() };
    let root = Root { text, node: nodes.first().unwrap_or(&empty) };
    root.check_format()?;
    let kind = root.kind()?;
    root.check_rules()?;
    let mut details = root.details()?;
    let mut replay = RecordReplay::new(root.options(kind)?);
    for node in &nodes {
        replay = play_node(text, node, replay, &mut details)?;
    }
    if let Some((value, property)) = root.value("RE")? {
        parse_result(&value)
            .ok_or(RecordFault::Result("B+R, W+T, B+, W+12, Draw or ?"))
            .and_then(|claim| replay.settle(claim))
            .map_err(|fault| property.error(text, fault))?;
    }
    let mut record = replay.finish(details);
    root.players(&mut record)?;
    root.dates(&mut record)?;
    Ok(record)
}

impl<'a> Root<'a> {
    /// A property's value as text of one line.
    fn value(&self, name: &str) -> Result<Option<(String, &'a Property<'a>)>, RecordError> {
        let found = self.node.get(self.text, name)?;
        Ok(found
            .map(|(raw, property)| (OneLine::from(&*unescape(raw)).as_str().to_owned(), property)))
    }

    /// A property's value as one line, without any restriction on its contents.
    pub(super) fn line(&self, name: &str) -> Result<Option<OneLine>, RecordError> {
        Ok(self.value(name)?.map(|(value, _)| OneLine::from(&*value)))
    }

    pub(super) fn check_format(&self) -> Result<(), RecordError> {
        if let Some((version, property)) = self.value("FF")?
            && !matches!(&*version, "1" | "2" | "3" | "4")
        {
            return Err(property.error(self.text, RecordFault::Version));
        }
        // All encodings used in SGF files include ASCII.
        if let Some((encoding, property)) = self.value("CA")?
            && !self.text.is_ascii()
            && !["UTF-8", "UTF8"].iter().any(|name| encoding.eq_ignore_ascii_case(name))
        {
            return Err(property.error(self.text, RecordFault::Encoding));
        }
        Ok(())
    }

    pub(super) fn kind(&self) -> Result<GameKind, RecordError> {
        let Some((number, property)) = self.value("GM")? else {
            return Err(RecordError::whole(RecordFault::Missing("the property GM")));
        };
        let known = |kind: &GameKind| kind.facts().sgf.to_string() == number;
        let kind = GameKind::ALL.into_iter().find(known);
        kind.ok_or_else(|| property.error(self.text, RecordFault::GameNumber))
    }

    /// Other programs may write other names of rules; ours ends with the version.
    pub(super) fn check_rules(&self) -> Result<(), RecordError> {
        let Some((rules, property)) = self.value("RU")? else { return Ok(()) };
        let version = rules.rsplit_once(' ').and_then(|(_, version)| version.parse().ok());
        match version {
            Some(version) if !(1..=RULES).contains(&version) => {
                Err(property.error(self.text, RecordFault::Rules(version)))
            }
            _ => Ok(()),
        }
    }

    /// Reads `OPTIONS`, or else `SZ`. If both are present, they must agree.
    pub(super) fn options(&self, kind: GameKind) -> Result<AnyOptions, RecordError> {
        let size = self.value("SZ")?;
        let word = |size: &str| format!("{}={size}", kind.facts().size_option);
        let Some((typed, property)) = self.value("OPTIONS")? else {
            let words: Vec<String> = size.iter().map(|(size, _)| word(size)).collect();
            let words: Vec<&str> = words.iter().map(|word| &**word).collect();
            return parse_options(kind, &words).map_err(|bad| match size {
                Some((_, property)) => property.error(self.text, bad.fault),
                None => RecordError::whole(bad.fault.into()),
            });
        };
        let words: Vec<&str> = typed.split_ascii_whitespace().collect();
        let options =
            parse_options(kind, &words).map_err(|bad| property.error(self.text, bad.fault))?;
        match size {
            Some((size, property)) if !options.to_string().split(' ').any(|w| w == word(&size)) => {
                Err(property.error(self.text, RecordFault::Size))
            }
            _ => Ok(options),
        }
    }

    fn details(&self) -> Result<Details, RecordError> {
        let event = match (self.line("EV")?, self.line("RO")?) {
            (None, None) => None,
            (name, round) => Some(Tournament {
                name: name.unwrap_or_default(),
                round: round.unwrap_or_default(),
            }),
        };
        let site = match (self.line("PC")?, self.line("GN")?) {
            (None, None) => None,
            (name, id) => {
                Some(GameSite { name: name.unwrap_or_default(), game_id: id.unwrap_or_default() })
            }
        };
        let clocks = self.value("CLOCK")?.map(|(clocks, property)| {
            let fault = RecordFault::Expected("clocks such as turn-days=21 seconds-left=3600,7200");
            parse_clocks(&clocks).ok_or_else(|| property.error(self.text, fault))
        });
        let comment = self.node.get(self.text, "GC")?;
        Ok(Details {
            event,
            site,
            started: moment(self.text, self.node, "BEGUN")?,
            ended: moment(self.text, self.node, "ENDED")?,
            generated: moment(self.text, self.node, "GENERATED")?,
            unrated: self.value("UNRATED")?.is_some(),
            clocks: clocks.transpose()?,
            comment: comment.map_or_else(Prose::default, |(raw, _)| unescape(raw).as_str().into()),
            ..Details::default()
        })
    }

    /// Uses the dates in `DT` as the start and the end of the game, if no exact times are given.
    fn dates(&self, record: &mut Record) -> Result<(), RecordError> {
        let Some((dates, _)) = self.value("DT")? else { return Ok(()) };
        let days = parse_dates(&dates);
        let is_over = record.outcome().is_some();
        let details = &mut record.details;
        if details.started.is_some() || details.ended.is_some() {
            return Ok(());
        }
        details.started = days.first().copied();
        if is_over {
            details.ended = days.last().copied();
        }
        Ok(())
    }

    /// Reads the players, who are listed under the colours that they have at the end.
    fn players(&self, record: &mut Record) -> Result<(), RecordError> {
        for colour in Colour::BOTH {
            let named = |name: &str| format!("{name}{}", letter(colour));
            let seat = record.game().seat_of(colour);
            let player = &mut record.details.players[seat.index()];
            player.name = self.line(&named("P"))?.unwrap_or_default();
            player.userid = self.line(&named("USER"))?.unwrap_or_default();
            player.is_computer = self.value(&named("COMPUTER"))?.is_some();
        }
        Ok(())
    }
}

/// Plays the turn of a node, if it has one, and adds its comment. A comment without a turn belongs
/// to the previous turn, or to the game.
fn play_node(
    text: &str,
    node: &SgfNode,
    mut replay: RecordReplay,
    details: &mut Details,
) -> Result<RecordReplay, RecordError> {
    let is_set_up = |property: &&Property| matches!(property.name, "AB" | "AW" | "AE" | "PL");
    if let Some(property) = node.properties.iter().find(is_set_up) {
        return Err(property.error(text, RecordFault::SetUp));
    }
    let turns = [
        (Colour::Dark, node.get(text, letter(Colour::Dark))?),
        (Colour::Light, node.get(text, letter(Colour::Light))?),
    ];
    let turn = match turns {
        [(_, Some(_)), (_, Some((_, second)))] => {
            return Err(
                second.error(text, RecordFault::Expected("one turn in a node, of B or of W"))
            );
        }
        [(colour, Some(turn)), _] | [_, (colour, Some(turn))] => Some((colour, turn)),
        [(_, None), (_, None)] => None,
    };
    if let Some((colour, (raw, property))) = turn {
        let turn = unescape(raw);
        let turn = turn.trim();
        let number = replay.next_number();
        let wrong = |fault: RecordFault| property.error(text, fault).in_turn(number, turn);
        if let Some((_, expected)) = replay.to_move().filter(|&(_, expected)| expected != colour) {
            return Err(wrong(RecordFault::WrongPlayer(replay.colour_name(expected))));
        }
        replay = replay.play(turn).map_err(wrong)?;
        if let Some(note) = replay.last_note_mut() {
            note.at = moment(text, node, "STAMP")?;
        }
    }
    if let Some((raw, _)) = node.get(text, "C")? {
        let comment = Prose::from(&*unescape(raw));
        let note = replay.last_note_mut().map(|note| &mut note.comment);
        note.unwrap_or(&mut details.comment).append(&comment);
    }
    Ok(replay)
}

fn moment(text: &str, node: &SgfNode, name: &str) -> Result<Option<Moment>, RecordError> {
    let Some((raw, property)) = node.get(text, name)? else { return Ok(None) };
    let moment = unescape(raw).trim().parse();
    moment.map(Some).map_err(|fault: NotAMoment| property.error(text, fault))
}

/// The result in `RE`; `None` if it has none of the mandatory forms that are possible here.
fn parse_result(result: &str) -> Option<EndClaim> {
    let is = |word: &str| result.eq_ignore_ascii_case(word);
    if is("0") || is("draw") {
        return Some(EndClaim::Drawn);
    }
    if is("?") || is("void") || is("") {
        return Some(EndClaim::Nothing);
    }
    let (winner, how) = result.split_once('+')?;
    let winner = Colour::BOTH.into_iter().find(|&c| winner.eq_ignore_ascii_case(letter(c)))?;
    let ended = |by| EndClaim::Ended(crate::Outcome::Win { winner, by });
    Some(match &*how.to_ascii_lowercase() {
        "" => EndClaim::Won(winner),
        "r" | "resign" => ended(crate::WinBy::Resignation),
        "t" | "time" => ended(crate::WinBy::Time),
        margin => EndClaim::Scored(winner, margin.parse().ok()?),
    })
}
