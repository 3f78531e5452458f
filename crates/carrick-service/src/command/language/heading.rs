//! Which command it is: the game's name and the command's.

use carrick_games::{GameKind, nearest_word};

use super::{Refusal, Usage, Vocabulary, Word, did_you_mean, game_names};

/// A command's name, understood.
#[derive(Debug, Clone, Copy)]
pub(in crate::command) struct Heading {
    /// The language that it is of.
    pub(in crate::command) vocabulary: Vocabulary,
    /// The game it is about; `None` for commands that stand by themselves.
    pub(in crate::command) kind: Option<GameKind>,
    pub(in crate::command) usage: &'static Usage,
    /// How many words it took.
    pub(in crate::command) length: usize,
}

impl Heading {
    /// Reads it from the beginning of a command.
    ///
    /// # Errors
    /// When there is no such command, or a game's name is missing or too many.
    pub(in crate::command) fn read(
        vocabulary: Vocabulary,
        words: &[Word<'_>],
    ) -> Result<Self, Refusal> {
        let Some(first) = words.first() else {
            return Err(Refusal::new(
                "the command is empty; `help` explains the server, `help commands` lists its commands",
            ));
        };
        if let Ok(kind) = first.text.parse() {
            return Self::read_game(vocabulary, kind, words);
        }
        match first.text.to_ascii_lowercase().as_str() {
            "change" => {
                Self::read_second(vocabulary, words, &["change address", "change password"])
            }
            "all" => Self::read_second(vocabulary, words, &["all show"]),
            name => match vocabulary.general(name) {
                Some(usage) => Ok(Self { vocabulary, kind: None, usage, length: 1 }),
                None => Err(unknown_beginning(vocabulary, *first, words.get(1))),
            },
        }
    }

    /// The command that was most likely meant, where a game's name or a command's is mistyped.
    pub(in crate::command) fn nearest(vocabulary: Vocabulary, words: &[Word<'_>]) -> Option<Self> {
        let [first, second @ ..] = words else { return None };
        let second = second.first();
        let known = game_names().chain(vocabulary.general_words());
        let meant = nearest_word(first.text, known)?;
        if let Ok(kind) = meant.parse() {
            let name = nearest_word(second?.text, vocabulary.game_words())?;
            return Some(Self {
                vocabulary,
                kind: Some(kind),
                usage: vocabulary.of_game(name)?,
                length: 2,
            });
        }
        if let Some(usage) = vocabulary.general(meant) {
            return Some(Self { vocabulary, kind: None, usage, length: 1 });
        }
        // A name of two words.
        let seconds = vocabulary
            .general_names()
            .filter_map(|name| name.strip_prefix(meant)?.strip_prefix(' '));
        let end = nearest_word(second?.text, seconds)?;
        Some(Self {
            vocabulary,
            kind: None,
            usage: vocabulary.general(&format!("{meant} {end}"))?,
            length: 2,
        })
    }

    /// As refusals call it: `` `ankor move` ``.
    pub(in crate::command) fn name(&self) -> String {
        match self.kind {
            Some(kind) => format!("`{kind} {}`", self.usage.name),
            None => format!("`{}`", self.usage.name),
        }
    }

    /// A refusal with this command's usage line.
    pub(in crate::command) fn refuse(&self, sentence: impl Into<String>) -> Refusal {
        Refusal::new(sentence).with_usage(self.usage.line_for(self.kind))
    }

    fn read_game(
        vocabulary: Vocabulary,
        kind: GameKind,
        words: &[Word<'_>],
    ) -> Result<Self, Refusal> {
        let Some(second) = words.get(1) else {
            return Err(Refusal::new(format!(
                "{kind} is a game; say what to do, for example `{kind} help` or `{kind} games`"
            )));
        };
        if let Some(usage) = vocabulary.of_game(second.text) {
            return Ok(Self { vocabulary, kind: Some(kind), usage, length: 2 });
        }
        if let Some(word) = vocabulary.general_words().find(|word| second.is(word)) {
            return Err(Refusal::new(format!(
                "`{word}` stands by itself, without a game's name before it"
            ))
            .with_usage(match word {
                "all" => "all show userid [next|active]",
                "change" => "change address|password userid password …",
                name => vocabulary.general(name).map_or("", |usage| usage.line),
            }));
        }
        let suggestion = did_you_mean(
            nearest_word(second.text, vocabulary.game_words()),
            "; `help commands` lists them",
        );
        Err(Refusal::new(format!("the second word is not a command of {kind}{suggestion}")))
    }

    /// For names of two words.
    fn read_second(
        vocabulary: Vocabulary,
        words: &[Word<'_>],
        names: &[&'static str],
    ) -> Result<Self, Refusal> {
        let seconds = || names.iter().filter_map(|name| name.split(' ').nth(1));
        let named = words.get(1).and_then(|second| seconds().position(|name| second.is(name)));
        if let Some(usage) = named.and_then(|index| vocabulary.general(names[index])) {
            return Ok(Self { vocabulary, kind: None, usage, length: 2 });
        }
        let suggestion = words.get(1).and_then(|second| nearest_word(second.text, seconds()));
        let suggested = names.iter().find(|name| suggestion.is_some_and(|end| name.ends_with(end)));
        Err(Refusal::new(match suggested {
            Some(name) => format!("the second word is wrong; did you mean {name}?"),
            None => format!("the command is `{}`", names.join("` or `")),
        }))
    }
}

fn unknown_beginning(
    vocabulary: Vocabulary,
    first: Word<'_>,
    second: Option<&Word<'_>>,
) -> Refusal {
    if let Some(usage) = vocabulary.of_game(first.text) {
        let name = usage.names().find(|name| first.is(name)).unwrap_or(usage.name);
        let known = second.and_then(|second| second.text.parse::<GameKind>().ok());
        let sentence = match known {
            Some(kind) => format!("the game's name comes first: `{kind} {name} …`"),
            None => format!(
                "`{name}` is about a game, whose name comes first: {}",
                GameKind::listed("or")
            ),
        };
        return Refusal::new(sentence).with_usage(usage.line_for(known));
    }
    let known = game_names().chain(vocabulary.general_words()).chain(vocabulary.game_words());
    let suggestion = did_you_mean(
        nearest_word(first.text, known),
        "; a command begins with its own name or a game's, and `help commands` lists them",
    );
    Refusal::new(format!("the first word is neither a command nor a game{suggestion}"))
}
