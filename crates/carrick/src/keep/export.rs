//! `carrick export`: writes boards as game records.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use carrick_cli::out_file::{self, OutFile};
use carrick_cli::printed::ProgressLine;
use carrick_games::GameKind;
use carrick_games::records::Record;
use carrick_service::exchange::record_of;
use carrick_service::{BoardId, BoardRecord, Needs, SeatResult};
use carrick_store::Store;

use crate::cli::{ExportArguments, RecordFileFormat};
use crate::shell::with_existing_store_to_read;

/// Writes the requested boards. Returns whether all of them were intact.
pub(crate) fn run(arguments: &ExportArguments, out: &mut impl Write) -> Result<bool> {
    let selection = BoardSelection::read(arguments)?;
    let mut target = ExportTarget::open(arguments, &selection, out)?;
    let mut whole = true;
    with_existing_store_to_read(&arguments.database, async |store| {
        selection
            .each(store, |board| {
                match record_of(&board) {
                    Ok(record) => target.write(board.id, &record)?,
                    // The other boards may still be exported.
                    Err(damaged) => {
                        whole = false;
                        writeln!(io::stderr(), "carrick: {damaged}")?;
                    }
                }
                Ok(())
            })
            .await
    })?;
    target.finish()?;
    Ok(whole)
}

/// Boards to export.
enum BoardSelection {
    All(Vec<GameKind>),
    These(Vec<BoardId>),
}

impl BoardSelection {
    fn read(arguments: &ExportArguments) -> Result<Self> {
        let words = &arguments.words;
        if arguments.all {
            let kinds: Vec<GameKind> =
                words.iter().map(|word| word.parse()).collect::<Result<_, _>>()?;
            return Ok(Self::All(if kinds.is_empty() { GameKind::ALL.to_vec() } else { kinds }));
        }
        let [game, numbers @ ..] = &**words else {
            bail!("which board? Name it, as in `carrick export ankor 101`, or add --all");
        };
        let kind: GameKind = game.parse()?;
        if numbers.is_empty() {
            bail!(
                "which board of {kind}? Name it, as in `carrick export {kind} 101`, or add --all"
            );
        }
        let board = |word: &String| BoardId::parse(kind, word).with_context(|| word.clone());
        Ok(Self::These(numbers.iter().map(board).collect::<Result<_>>()?))
    }

    const fn is_one(&self) -> bool {
        matches!(self, Self::These(boards) if boards.len() == 1)
    }

    async fn each(
        &self,
        store: &Store,
        mut visit: impl FnMut(BoardRecord) -> Result<()>,
    ) -> Result<()> {
        match self {
            Self::All(kinds) => {
                let (mut progress, mut done) = (ProgressLine::start(), 0);
                let visit = |all, board| {
                    done += 1;
                    progress.show(|| format!("writing game {done} of {all}"));
                    visit(board)
                };
                store.each_board(kinds, visit).await
            }
            Self::These(ids) => {
                let needs = Needs { boards: ids.iter().copied().collect(), ..Needs::default() };
                let mut boards = store.read(&needs).await?.boards;
                for id in ids {
                    let declined = |board: &BoardRecord| {
                        let result = board.ended.as_ref().map(|ended| ended.result());
                        matches!(result, Some(SeatResult::Declined(_)))
                    };
                    let Some(board) = boards.remove(id).filter(|board| !declined(board)) else {
                        bail!(
                            "there is no {id}; `carrick do \"{} games\"` lists its boards",
                            id.kind
                        );
                    };
                    visit(board)?;
                }
                Ok(())
            }
        }
    }
}

/// Destination and format of the records.
struct ExportTarget<'a> {
    format: RecordFileFormat,
    sink: Sink<'a>,
}

enum Sink<'a> {
    Output(&'a mut dyn Write),
    File(OutFile),
    Folder(PathBuf),
}

impl<'a> ExportTarget<'a> {
    fn open(
        arguments: &ExportArguments,
        selection: &BoardSelection,
        out: &'a mut impl Write,
    ) -> Result<Self> {
        let usual =
            if selection.is_one() { RecordFileFormat::Json } else { RecordFileFormat::Jsonl };
        let Some(path) = &arguments.out else {
            return Ok(Self { format: arguments.format.unwrap_or(usual), sink: Sink::Output(out) });
        };
        let named_as_folder = path.as_os_str().to_string_lossy().ends_with(std::path::is_separator);
        if named_as_folder || path.is_dir() {
            let format = arguments.format.unwrap_or(RecordFileFormat::Json);
            return Ok(Self { format, sink: Sink::Folder(path.clone()) });
        }
        let format = match arguments.format.or_else(|| format_of(path)) {
            Some(format) => format,
            None => bail!(
                "{} should end in .json, .jsonl, .sgf or .txt, or in / for a folder; or add --format",
                path.display()
            ),
        };
        Ok(Self { format, sink: Sink::File(OutFile::create(path)?) })
    }

    fn write(&mut self, board: BoardId, record: &Record) -> Result<()> {
        let text = match self.format {
            RecordFileFormat::Json => record.to_json(),
            RecordFileFormat::Jsonl => record.to_json_line(),
            RecordFileFormat::Sgf => record.to_sgf(),
            RecordFileFormat::Line => record.to_line(),
        };
        match &mut self.sink {
            Sink::Output(out) => out.write_all(text.as_bytes())?,
            Sink::File(file) => file.write_all(text.as_bytes()).context("cannot write the file")?,
            Sink::Folder(folder) => {
                fs::create_dir_all(&*folder)
                    .with_context(|| format!("cannot make {}", folder.display()))?;
                let name = format!("{}-{}.{}", board.kind, board.number, ending(self.format));
                out_file::write(&folder.join(name), text.as_bytes())?;
            }
        }
        Ok(())
    }

    fn finish(self) -> Result<()> {
        match self.sink {
            Sink::File(file) => file.finish(),
            Sink::Output(_) | Sink::Folder(_) => Ok(()),
        }
    }
}

const ENDINGS: [(RecordFileFormat, &str); 4] = [
    (RecordFileFormat::Json, "json"),
    (RecordFileFormat::Jsonl, "jsonl"),
    (RecordFileFormat::Sgf, "sgf"),
    (RecordFileFormat::Line, "txt"),
];

fn format_of(path: &Path) -> Option<RecordFileFormat> {
    let ending = path.extension()?.to_str()?;
    let known = ENDINGS.into_iter().find(|(_, known)| known.eq_ignore_ascii_case(ending));
    known.map(|(format, _)| format)
}

fn ending(format: RecordFileFormat) -> &'static str {
    ENDINGS.into_iter().find(|(known, _)| *known == format).map_or("json", |(_, ending)| ending)
}
