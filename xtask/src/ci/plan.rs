//! The order in which steps are run, and what runs beside what.

use std::fs::{self, File};
use std::io::{Error, Result};
use std::iter;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::thread;

use super::step::{Ran, Step, Verdict, passed};
use super::suite::Suite;

/// Steps, in the order in which a mistake is found soonest.
pub(super) struct Plan {
    /// Run one after another.
    pub(super) first: Vec<Step>,
    /// Run after those, side by side.
    pub(super) prepared: [Vec<Step>; 2],
    /// Run after those, one after another.
    pub(super) compiled: Vec<Step>,
    /// Run after those: steps that keep the processors busy, or cargo's folder.
    pub(super) computing: Vec<Step>,
    /// Run beside `computing`: steps that wait for pages and answers half of the time.
    pub(super) waiting: Vec<Step>,
    /// Run by themselves, most of them on one processor: whichever of the other lists ends first
    /// goes on with these.
    pub(super) either: Vec<Step>,
    /// Run beside both, with what these leave of the processors: steps that need little of them.
    pub(super) spare: Vec<Step>,
    /// Folder into which steps write that run beside those that write to the terminal.
    pub(super) logs: PathBuf,
}

impl Plan {
    /// Runs all steps whose suites can run. One of the first that fails ends the run; after those
    /// all others run, so that one run names all that is to be mended.
    pub(super) fn run(&self) -> Result<Vec<Ran>> {
        let runs = |step: &&Step| step.suite.is_none_or(Suite::can_run);
        let mut all = run_until_failure(self.first.iter().filter(runs), None);
        if passed(&all) {
            let [engine, scripts] = &self.prepared;
            let scripts = |log: &File| run_until_failure(scripts.iter().filter(runs), Some(log));
            let engine = || run_until_failure(engine.iter().filter(runs), None);
            let both = side_by_side(&self.logs, engine, [&scripts])?;
            all.extend(both.into_iter().flatten());
        }
        if passed(&all) {
            all.extend(run_until_failure(self.compiled.iter().filter(runs), None));
        }
        if !passed(&all) {
            return Ok(all);
        }
        let either = Mutex::new(self.either.iter().filter(runs));
        let computing: Vec<&Step> = self.computing.iter().filter(runs).collect();
        let waiting: Vec<&Step> = self.waiting.iter().filter(runs).collect();
        let compute = || run_with_rest(&computing, &either, None);
        let wait = |log: &File| run_with_rest(&waiting, &either, Some(log));
        let spare: Vec<&Step> = self.spare.iter().filter(runs).collect();
        let spare = |log: &File| run_with_rest(&spare, &either, Some(log));
        let mut lists = side_by_side(&self.logs, compute, [&wait, &spare])?;
        // Beside compilers a page may be too late. Run by itself, the step shows whether it is
        // wrong; if not, it is still named at the end.
        for (step, ran) in waiting.into_iter().zip(&mut lists[1]) {
            if ran.verdict == Verdict::Failed && step.run(None).verdict == Verdict::Passed {
                ran.verdict = Verdict::Flaky;
            }
        }
        all.extend(lists.into_iter().flatten());
        Ok(all)
    }
}

/// Runs steps one after another, up to the first that fails.
fn run_until_failure<'a>(
    steps: impl IntoIterator<Item = &'a Step>,
    log: Option<&File>,
) -> Vec<Ran> {
    let mut all = Vec::new();
    for step in steps {
        all.push(step.run(log));
        if !passed(&all) {
            break;
        }
    }
    all
}

/// Runs steps one after another, and then those of a list that others take from too.
fn run_with_rest<'a>(
    own: &[&'a Step],
    either: &Mutex<impl Iterator<Item = &'a Step>>,
    log: Option<&File>,
) -> Vec<Ran> {
    // Taken out by itself: no step runs while the list is held.
    let next = || either.lock().unwrap_or_else(PoisonError::into_inner).next();
    own.iter().copied().chain(iter::from_fn(next)).map(|step| step.run(log)).collect()
}

/// A list of steps that are run beside others, and write into a log.
type Beside<'b> = &'b (dyn Fn(&File) -> Vec<Ran> + Sync);

/// Runs lists of steps at the same time. All but the first write into logs in a folder; one is
/// printed if a step of its list fails.
fn side_by_side<const OTHERS: usize>(
    logs: &Path,
    first: impl FnOnce() -> Vec<Ran>,
    others: [Beside<'_>; OTHERS],
) -> Result<Vec<Vec<Ran>>> {
    let path = |place: usize| logs.join(format!("ci-beside-{place}.log"));
    let files = (0..OTHERS).map(|place| File::create(path(place))).collect::<Result<Vec<_>>>()?;
    let mut all = thread::scope(|scope| {
        let beside: Vec<_> =
            others.iter().zip(&files).map(|(run, log)| scope.spawn(move || run(log))).collect();
        let first = Ok(first());
        iter::once(first).chain(beside.into_iter().map(|list| list.join())).collect::<Vec<_>>()
    });
    let mut ran = Vec::new();
    for (place, list) in all.drain(..).enumerate() {
        let list = list.map_err(|_| Error::other("a step ended without a result"))?;
        if place > 0 && !passed(&list) {
            eprintln!("\n== What ran beside the other steps printed:\n");
            eprintln!("{}", fs::read_to_string(path(place - 1))?);
        }
        ran.push(list);
    }
    Ok(ran)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A plan whose steps do nothing but pass, and the folder of its logs.
    fn plan_of(names: &[&str]) -> (Plan, tempfile::TempDir) {
        let folder = tempfile::tempdir().expect("a folder");
        let step = |name: &str| Step::program(name, "true", &[], ".");
        let plan = Plan {
            first: vec![step("first")],
            prepared: [vec![step("engine")], vec![step("scripts")]],
            compiled: vec![step("compilation")],
            computing: vec![step("tests")],
            waiting: vec![step("pages")],
            either: names.iter().copied().map(step).collect(),
            spare: vec![step("simulation")],
            logs: folder.path().to_owned(),
        };
        (plan, folder)
    }

    fn verdicts(plan: &Plan) -> Vec<(String, Verdict)> {
        let ran = plan.run().expect("steps that start");
        let mut all: Vec<_> = ran.into_iter().map(|ran| (ran.name, ran.verdict)).collect();
        all.sort_by(|one, other| one.0.cmp(&other.0));
        all
    }

    #[test]
    fn every_step_runs_once_whichever_list_takes_it() {
        let (plan, _folder) = plan_of(&["a", "b", "c", "d"]);
        let names = [
            "a",
            "b",
            "c",
            "compilation",
            "d",
            "engine",
            "first",
            "pages",
            "scripts",
            "simulation",
            "tests",
        ];
        let passed = names.map(|name| (name.to_owned(), Verdict::Passed));
        assert_eq!(verdicts(&plan), passed);
    }

    #[test]
    fn a_failure_beside_the_engine_ends_the_run_before_anything_is_compiled() {
        let (mut plan, _folder) = plan_of(&["a"]);
        plan.prepared[1].insert(0, Step::program("licences", "false", &[], "."));
        let ran = [
            ("engine", Verdict::Passed),
            ("first", Verdict::Passed),
            ("licences", Verdict::Failed),
        ];
        assert_eq!(verdicts(&plan), ran.map(|(name, verdict)| (name.to_owned(), verdict)));
    }

    #[test]
    fn a_spare_step_that_fails_has_failed() {
        let (mut plan, folder) = plan_of(&["a"]);
        plan.spare.push(Step::program("a law is broken", "false", &[], "."));
        let all = verdicts(&plan);
        let failed: Vec<_> = all.iter().filter(|ran| ran.1 != Verdict::Passed).collect();
        assert_eq!(failed, [&("a law is broken".to_owned(), Verdict::Failed)]);
        assert!(folder.path().join("ci-beside-1.log").is_file());
    }

    #[test]
    fn a_step_that_fails_beside_others_and_alone_has_failed_and_ends_nothing() {
        let (mut plan, _folder) = plan_of(&["a", "b"]);
        plan.waiting.insert(0, Step::program("wrong page", "false", &[], "."));
        let all = verdicts(&plan);
        let failed: Vec<_> = all.iter().filter(|ran| ran.1 != Verdict::Passed).collect();
        assert_eq!(failed, [&("wrong page".to_owned(), Verdict::Failed)]);
        assert_eq!(all.len(), 10);
    }
}
