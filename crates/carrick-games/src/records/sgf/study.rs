//! Studies as SGF: variations are nested game trees, which every program can read.

use super::letter;
use super::read::Root;
use super::tree::{SgfNode, whole_tree};
use super::value::unescape;
use super::write::{end_line, property, write_game};
use crate::records::study::{Study, StudyDraft, StudyNode};
use crate::records::{RecordError, RecordFault};
use crate::{AnyGame, Colour};

pub(in crate::records) fn write_study(study: &Study) -> String {
    let mut sgf = String::from("(;");
    write_game(study.options(), &mut sgf);
    if !study.title.is_empty() {
        property(&mut sgf, "GN", study.title.as_str());
    }
    if !study.comment.is_empty() {
        property(&mut sgf, "GC", study.comment.as_str());
    }
    end_line(&mut sgf);
    write_after(study, None, &colours(study), &mut sgf);
    sgf.push_str(")\n");
    sgf
}

/// The colour of each turn.
fn colours(study: &Study) -> Vec<Colour> {
    let start = AnyGame::new(study.options());
    let mut games: Vec<AnyGame> = Vec::with_capacity(study.nodes().len());
    let colour = |node: &StudyNode| {
        let before = node.parent.map_or(&start, |parent| &games[parent]);
        let colour = before.colour_to_move().unwrap_or(Colour::Light);
        // Every turn of a study was played when it was added.
        let after = before.clone().play_text(&node.turn).unwrap_or_else(|refused| refused.game);
        games.push(after);
        colour
    };
    study.nodes().iter().map(colour).collect()
}

/// Writes everything after a node. If there are several variations, each is a tree on a separate
/// line.
fn write_after(study: &Study, parent: Option<usize>, colours: &[Colour], sgf: &mut String) {
    let children: Vec<usize> = study.children(parent).collect();
    for &child in &children {
        let node = &study.nodes()[child];
        let (opening, closing) = if children.len() > 1 { ("\n(;", ")") } else { (";", "") };
        sgf.push_str(opening);
        property(sgf, letter(colours[child]), &node.turn);
        if !node.name.is_empty() {
            property(sgf, "N", node.name.as_str());
        }
        if !node.comment.is_empty() {
            property(sgf, "C", node.comment.as_str());
        }
        write_after(study, Some(child), colours, sgf);
        sgf.push_str(closing);
    }
}

pub(in crate::records) fn read_study(text: &str) -> Result<Study, RecordError> {
    let nodes = whole_tree(text)?;
    let empty = SgfNode { properties: Vec::new() };
    let root = Root { text, node: nodes.first().map_or(&empty, |(_, node)| node) };
    root.check_format()?;
    let kind = root.kind()?;
    root.check_rules()?;
    let mut draft = StudyDraft::new(root.options(kind)?);
    let title = root.line("GN")?.unwrap_or_default();
    let comment = word(text, root.node, "GC")?.unwrap_or_default();
    draft.study.note(None, title.as_str(), &comment);
    // The node that each node of the text became; a node without a turn belongs to the previous
    // one.
    let mut became: Vec<Option<usize>> = Vec::with_capacity(nodes.len());
    for (parent, node) in &nodes {
        let parent = parent.and_then(|parent| became[parent]);
        became.push(read_node(text, node, parent, &mut draft)?);
    }
    Ok(draft.study)
}

/// Adds a node to the study; returns the turn that it belongs to.
fn read_node(
    text: &str,
    node: &SgfNode<'_>,
    parent: Option<usize>,
    draft: &mut StudyDraft,
) -> Result<Option<usize>, RecordError> {
    if let Some(property) =
        node.properties.iter().find(|property| matches!(property.name, "AB" | "AW" | "AE"))
    {
        return Err(property.error(text, RecordFault::SetUp));
    }
    let comment = word(text, node, "C")?.unwrap_or_default();
    let (black, white) = (node.get(text, "B")?, node.get(text, "W")?);
    let Some((turn, property)) = black.or(white) else {
        draft.comment(parent, &comment);
        return Ok(parent);
    };
    let game = draft.game(parent);
    if let Some(colour) = game.colour_to_move().filter(|&colour| letter(colour) != property.name) {
        return Err(property.error(text, RecordFault::WrongPlayer(game.kind().colour_name(colour))));
    }
    let name = word(text, node, "N")?.unwrap_or_default();
    draft.add(parent, unescape(turn).trim(), &name, &comment).map(Some)
}

/// A property's value, as a text.
fn word(text: &str, node: &SgfNode<'_>, name: &str) -> Result<Option<String>, RecordError> {
    Ok(node.get(text, name)?.map(|(raw, _)| unescape(raw)))
}
