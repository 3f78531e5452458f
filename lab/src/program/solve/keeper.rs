//! Long work at a terminal: how far it is, kept in a file from time to time, broken off by Ctrl-C.

use std::fs::File;
use std::io::{self, BufWriter};
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::Result;
use carrick_cli::progress::Progress;
use carrick_cli::{interrupt, out_file};
use carrick_lab::solve::Moment;

/// Shortest interval at which work is kept in the file of `--resume`.
const KEEP_EVERY: Duration = Duration::from_secs(60);

/// Work under way.
pub(super) struct Keeper<'a> {
    progress: Progress,
    resume: Option<&'a Path>,
    /// The unit of the work: states or nodes.
    unit: &'static str,
    start: Instant,
    /// How much was done at the start, and is now.
    before: Option<u64>,
    done: u64,
    of: u64,
    kept: Instant,
    wait: Duration,
    /// Whether Ctrl-C was heard, and the work kept after it.
    stopped: bool,
}

impl<'a> Keeper<'a> {
    /// Begins with work of which `of` units have to be done at most.
    pub(super) fn new(resume: Option<&'a Path>, unit: &'static str, of: u64) -> Self {
        let (progress, start, wait) = (Progress::start(), Instant::now(), KEEP_EVERY);
        let (before, done, kept, stopped) = (None, 0, start, false);
        Self { progress, resume, unit, start, before, done, of, kept, wait, stopped }
    }

    /// Shows how far a search is, and keeps it when it is time.
    pub(super) fn hear(&mut self, moment: &Moment<'_>) -> Result<()> {
        self.of = moment.limit;
        let search = format!("search {} of {}: ", (moment.done + 1).min(moment.of), moment.of);
        self.show(moment.nodes, &search);
        self.keep(moment.done == moment.of, |out| moment.write(out))
    }

    /// Shows how far the work is, after some words.
    pub(super) fn show(&mut self, done: u64, words: &str) {
        self.done = done;
        let before = *self.before.get_or_insert(done);
        let Self { unit, start, of, .. } = self;
        self.progress.show(|| {
            let share = 100.0 * done as f64 / (*of).max(1) as f64;
            let left = of.saturating_sub(done) as f64;
            let rest = start.elapsed().as_secs_f64() * left / (done - before).max(1) as f64;
            // A search may end before all of its nodes are used.
            let about = if words.is_empty() { "about" } else { "at most" };
            format!("{words}{share:.1} % of {of} {unit}, {about} {rest:.0} s left")
        });
    }

    /// Keeps the work in the file of `--resume` when it is time, when it is done, or after Ctrl-C.
    pub(super) fn keep(
        &mut self,
        is_done: bool,
        write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
    ) -> Result<()> {
        let Some(path) = self.resume.filter(|_| !self.stopped) else { return Ok(()) };
        self.stopped = interrupt::ended_thoughts().is_some();
        if self.stopped || is_done || self.kept.elapsed() >= self.wait {
            let begun = Instant::now();
            out_file::replace(path, write)?;
            self.kept = Instant::now();
            // Of large work, a tenth of the time at most goes into keeping it.
            self.wait = KEEP_EVERY.max(9 * (self.kept - begun));
        }
        Ok(())
    }

    /// Ends the program if Ctrl-C was heard, and says how far the work was.
    pub(super) fn end_if_stopped(&mut self) {
        let Some(stop) = interrupt::ended_thoughts() else { return };
        self.progress.clear();
        let Self { done, of, unit, resume, .. } = self;
        let share = 100.0 * *done as f64 / (*of).max(1) as f64;
        let advice = match resume {
            Some(path) => format!("`--resume {}` goes on from there", path.display()),
            None => "with --resume FILE the work would be kept".to_owned(),
        };
        eprintln!("carrick-lab: broken off after {share:.1} % of {of} {unit}; {advice}");
        stop.end();
    }
}
