//! Studies: trees of variations with names and comments.

use serde::{Deserialize, Serialize};

use super::{OneLine, Prose, Record, RecordError, RecordFault, sgf};
use crate::{AnyGame, AnyOptions, GameKind, SizeLimits};

/// Maximum number of turns in all variations of a study together.
pub const MAX_STUDY_TURNS: usize = 1000;

/// Maximum length of a study as JSON, in bytes.
pub const MAX_STUDY_BYTES: usize = 48 << 10;

/// Maximum number of turns in a row.
pub(super) const MAX_PLIES: usize = 400;

/// A tree of variations from the start of a game. Every turn is legal and canonical and comes after
/// its parent, and no two variations start with the same turn.
///
/// ```
/// use carrick_games::records::Study;
/// use carrick_games::{AnyOptions, GameKind, SizeLimits};
/// let options = AnyOptions::parse(GameKind::Antipod, &["-radius=4"], SizeLimits::Challenge)?;
/// let mut study = Study::new(options);
/// let main = study.add(None, &["f4", "e3"])?;
/// let other = study.add(Some(0), &["c3"])?;
/// study.note(other, "the corner", "Too far away?");
/// assert_eq!(study.to_sgf().matches('(').count(), 3);
/// assert_eq!(Study::read(&study.to_sgf())?, study);
/// assert_eq!(Study::read(&study.to_json())?, study);
/// assert_eq!(study.game(main).turn_names(), ["f4", "e3"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Study {
    options: AnyOptions,
    /// The title.
    pub title: OneLine,
    /// The comment on the study as a whole.
    pub comment: Prose,
    nodes: Vec<StudyNode>,
}

/// A turn of a study.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StudyNode {
    /// The previous turn; `None` for a first turn. Always an earlier node.
    pub parent: Option<usize>,
    /// The turn in canonical form.
    pub turn: String,
    /// Name of the variation that starts here; may be empty.
    pub name: OneLine,
    /// The comment on the turn.
    pub comment: Prose,
}

/// A study in its JSON form.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StudyJson {
    /// Version of the form: 1.
    study: u32,
    game: String,
    #[serde(default)]
    options: String,
    #[serde(default)]
    title: String,
    #[serde(default)]
    comment: String,
    nodes: Vec<WrittenNode>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenNode {
    /// The previous node, counted from 0; null for a first turn.
    parent: Option<usize>,
    turn: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    name: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    comment: String,
}

impl Study {
    /// A study without turns.
    #[must_use]
    pub fn new(options: AnyOptions) -> Self {
        Self { options, title: OneLine::default(), comment: Prose::default(), nodes: Vec::new() }
    }

    /// The options of the game.
    #[must_use]
    pub const fn options(&self) -> AnyOptions {
        self.options
    }

    /// The kind of game.
    #[must_use]
    pub const fn kind(&self) -> GameKind {
        self.options.kind()
    }

    /// All turns, each after its parent. The first variation at a place is the main one.
    #[must_use]
    pub fn nodes(&self) -> &[StudyNode] {
        &self.nodes
    }

    /// Turns that may follow a node, or the start; the main one first.
    pub fn children(&self, parent: Option<usize>) -> impl Iterator<Item = usize> {
        let follows = move |&(_, node): &(usize, &StudyNode)| node.parent == parent;
        self.nodes.iter().enumerate().filter(follows).map(|(index, _)| index)
    }

    /// Nodes from the start to a node, including that node.
    #[must_use]
    pub fn path(&self, node: Option<usize>) -> Vec<usize> {
        let up = |&node: &usize| self.nodes.get(node).and_then(|node| node.parent);
        let first = node.filter(|&node| node < self.nodes.len());
        let mut path: Vec<usize> = std::iter::successors(first, up).collect();
        path.reverse();
        path
    }

    /// The game at a node.
    #[must_use]
    pub fn game(&self, node: Option<usize>) -> AnyGame {
        let start = AnyGame::new(self.options);
        self.path(node).into_iter().fold(start, |game, node| {
            // Every turn was played when it was added.
            game.play_text(&self.nodes[node].turn).unwrap_or_else(|refused| refused.game)
        })
    }

    /// Plays turns after a node, following existing variations as far as possible; returns the node
    /// of the last turn.
    ///
    /// # Errors
    /// If a turn cannot be played, or the study is full. Then nothing is changed.
    pub fn add(
        &mut self,
        from: Option<usize>,
        turns: &[&str],
    ) -> Result<Option<usize>, RecordError> {
        let mut game = self.game(from);
        let (mut at, known) = (from, self.nodes.len());
        let mut refused = None;
        for turn in turns {
            let number = game.ply() + 1;
            game = match game.play_text(turn) {
                Ok(next) if number <= MAX_PLIES => next,
                Ok(_) => {
                    refused = Some(RecordError::whole(RecordFault::StudyTooLarge));
                    break;
                }
                Err(error) => {
                    let fault = RecordFault::Turn(error.reason);
                    refused = Some(RecordError::whole(fault).in_turn(number, turn));
                    break;
                }
            };
            let turn = game.last_turn().unwrap_or_default();
            let same = self.children(at).find(|&child| self.nodes[child].turn == turn);
            at = Some(same.unwrap_or_else(|| self.push(at, turn)));
        }
        if self.nodes.len() > MAX_STUDY_TURNS {
            refused = Some(RecordError::whole(RecordFault::StudyTooLarge));
        }
        match refused {
            None => Ok(at),
            Some(error) => {
                self.nodes.truncate(known);
                Err(error)
            }
        }
    }

    fn push(&mut self, parent: Option<usize>, turn: String) -> usize {
        let (name, comment) = (OneLine::default(), Prose::default());
        self.nodes.push(StudyNode { parent, turn, name, comment });
        self.nodes.len() - 1
    }

    /// Names the variation that starts at a node, and comments on its turn; with `None`, sets the
    /// title and the comment on the study.
    pub fn note(&mut self, node: Option<usize>, name: &str, comment: &str) {
        let (name, comment) = (OneLine::from(name), Prose::from(comment));
        match node {
            None => (self.title, self.comment) = (name, comment),
            Some(node) => {
                if let Some(node) = self.nodes.get_mut(node) {
                    (node.name, node.comment) = (name, comment);
                }
            }
        }
    }

    /// Makes the variation of a node the main one where it branches off; returns the new index of
    /// the node.
    pub fn promote(&mut self, node: usize) -> Option<usize> {
        let path = self.path(Some(node));
        let is_main = |at: usize| self.children(self.nodes[at].parent).next() == Some(at);
        let branch = path.into_iter().rev().find(|&at| !is_main(at));
        self.rebuild(branch, None).get(node).copied().flatten()
    }

    /// Deletes a node and everything after it; returns the new index of the previous node.
    pub fn delete(&mut self, node: usize) -> Option<usize> {
        let parent = self.nodes.get(node)?.parent;
        let places = self.rebuild(None, Some(node));
        parent.and_then(|parent| places[parent])
    }

    /// Sorts the nodes depth first, with one variation before the others and one removed. Returns
    /// the new indices of the nodes.
    fn rebuild(&mut self, front: Option<usize>, without: Option<usize>) -> Vec<Option<usize>> {
        let mut places = vec![None; self.nodes.len()];
        let mut nodes = Vec::with_capacity(self.nodes.len());
        // The next node is at the end.
        let mut open = self.in_order(None, front);
        while let Some(at) = open.pop() {
            if Some(at) == without {
                continue;
            }
            let mut node = self.nodes[at].clone();
            node.parent = node.parent.and_then(|parent| places[parent]);
            places[at] = Some(nodes.len());
            nodes.push(node);
            open.extend(self.in_order(Some(at), front));
        }
        self.nodes = nodes;
        places
    }

    /// The children of a node in reverse order.
    fn in_order(&self, parent: Option<usize>, front: Option<usize>) -> Vec<usize> {
        let mut children: Vec<usize> = self.children(parent).collect();
        children.reverse();
        children.sort_by_key(|&child| Some(child) == front);
        children
    }

    /// The study as JSON, with a line feed at its end.
    #[must_use]
    pub fn to_json(&self) -> String {
        let node = |node: &StudyNode| WrittenNode {
            parent: node.parent,
            turn: node.turn.clone(),
            name: node.name.to_string(),
            comment: node.comment.to_string(),
        };
        let written = StudyJson {
            study: 1,
            game: self.kind().name().to_owned(),
            options: self.options.to_string(),
            title: self.title.to_string(),
            comment: self.comment.to_string(),
            nodes: self.nodes.iter().map(node).collect(),
        };
        // Strings and numbers can always be serialised.
        serde_json::to_string(&written).unwrap_or_default() + "\n"
    }

    /// The study as SGF, with its variations and comments.
    #[must_use]
    pub fn to_sgf(&self) -> String {
        sgf::write_study(self)
    }

    /// Reads a study from JSON or SGF, or from a record of a game, which becomes its only
    /// variation.
    ///
    /// # Errors
    /// The first fault and its place: not a tree, an illegal turn, too many turns.
    pub fn read(text: &str) -> Result<Self, RecordError> {
        if text.len() > MAX_STUDY_BYTES {
            return Err(RecordError::whole(RecordFault::StudyTooLarge));
        }
        let start = text.trim_start_matches('\u{feff}').trim_start();
        if start.starts_with('{') && start.contains("\"study\"") {
            return Self::of_json(start);
        }
        if start.starts_with('(') {
            return sgf::read_study(start);
        }
        let record = Record::read(text)?;
        let mut study = Self::new(record.options());
        study.comment = record.details.comment.clone();
        let turns: Vec<&str> = record.turns().iter().map(|turn| turn.text.as_str()).collect();
        study.add(None, &turns)?;
        for (node, turn) in study.nodes.iter_mut().zip(record.turns()) {
            node.comment = turn.note.comment.clone();
        }
        Ok(study)
    }

    fn of_json(text: &str) -> Result<Self, RecordError> {
        let written: StudyJson = serde_json::from_str(text)
            .map_err(|error| RecordError::whole(RecordFault::Json(error.to_string())))?;
        if written.study != 1 {
            return Err(RecordError::field(
                "study",
                RecordFault::Expected("1, the version of this form"),
            ));
        }
        let kind = written
            .game
            .parse()
            .map_err(|error: crate::UnknownGame| RecordError::field("game", error))?;
        let words: Vec<&str> = written.options.split_ascii_whitespace().collect();
        let options = AnyOptions::parse(kind, &words, SizeLimits::Scripts)
            .map_err(|error| RecordError::field("options", error))?;
        let mut draft = StudyDraft::new(options);
        draft.study.note(None, &written.title, &written.comment);
        for (index, node) in written.nodes.iter().enumerate() {
            let parent = match node.parent {
                None => None,
                Some(parent) if parent < index => Some(parent),
                Some(_) => {
                    return Err(RecordError::field(
                        format!("nodes[{index}].parent"),
                        RecordFault::NotATree,
                    ));
                }
            };
            draft.add(parent, &node.turn, &node.name, &node.comment)?;
        }
        Ok(draft.study)
    }
}

/// A study that is being read, node by node.
pub(super) struct StudyDraft {
    pub(super) study: Study,
    /// The study's node for each node that was read: variations with the same start are merged.
    places: Vec<usize>,
    /// The game at each node of the study.
    games: Vec<AnyGame>,
    start: AnyGame,
}

impl StudyDraft {
    pub(super) fn new(options: AnyOptions) -> Self {
        let start = AnyGame::new(options);
        Self { study: Study::new(options), places: Vec::new(), games: Vec::new(), start }
    }

    /// The game at a node, numbered in the order of reading.
    pub(super) fn game(&self, node: Option<usize>) -> &AnyGame {
        node.map_or(&self.start, |node| &self.games[self.places[node]])
    }

    /// Plays a turn after a node, numbered in the order of reading; returns the new node's number.
    pub(super) fn add(
        &mut self,
        parent: Option<usize>,
        turn: &str,
        name: &str,
        comment: &str,
    ) -> Result<usize, RecordError> {
        let before = self.game(parent).clone();
        let number = before.ply() + 1;
        let game = before.play_text(turn).map_err(|refused| {
            RecordError::whole(RecordFault::Turn(refused.reason)).in_turn(number, turn)
        })?;
        let turn = game.last_turn().unwrap_or_default();
        let at = parent.map(|parent| self.places[parent]);
        let study = &mut self.study;
        let same = study.children(at).find(|&child| study.nodes[child].turn == turn);
        let place = match same {
            Some(same) => same,
            None => {
                if number > MAX_PLIES || study.nodes.len() >= MAX_STUDY_TURNS {
                    return Err(RecordError::whole(RecordFault::StudyTooLarge));
                }
                self.games.push(game);
                study.push(at, turn)
            }
        };
        let node = &mut study.nodes[place];
        if node.name.is_empty() {
            node.name = name.into();
        }
        node.comment.append(&comment.into());
        self.places.push(place);
        Ok(self.places.len() - 1)
    }

    /// Adds a comment to a node, numbered in the order of reading, or to the study.
    pub(super) fn comment(&mut self, node: Option<usize>, comment: &str) {
        let more = Prose::from(comment);
        match node {
            None => self.study.comment.append(&more),
            Some(node) => self.study.nodes[self.places[node]].comment.append(&more),
        }
    }
}
