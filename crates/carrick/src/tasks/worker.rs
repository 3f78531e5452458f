//! `carrick worker`: plays the computer's turns for as long as it runs.

use std::future::pending;
use std::io::{self, Write};
use std::net::SocketAddr;
use std::sync::Arc;

use anyhow::{Context as _, Result};
use carrick_cli::{signal, tables};
use carrick_server::{Metrics, Strength, WorkError, Worker};
use carrick_service::{BoardId, Message, Sender};
use carrick_store::Store;
use jiff::{SignedDuration, Timestamp};
use tokio::net::TcpListener;

use super::act::print;
use crate::cli::WorkerArguments;
use crate::config::{File, Thinking, WrongSettings};
use crate::program::version::commit;
use crate::shell::with_store_in;
use crate::system::processors;

/// Works through the computer's jobs and prints every message that results.
pub(crate) fn run(arguments: &WorkerArguments, out: &mut impl Write) -> Result<bool> {
    let settings = || -> Result<_> {
        let mut file = File::read_of(&arguments.database)?;
        let (memory, tables) = (&arguments.memory, &arguments.tables);
        let thinking = Thinking::of(arguments.threads, memory, tables, &mut file)?;
        Ok((thinking, arguments.database.location_beside(file.database.take())?))
    };
    let (thinking, location) = settings().map_err(WrongSettings::mark)?;
    let threads = thinking.threads.unwrap_or_else(processors).max(1);
    let clock = arguments.clock.running();
    let tables = tables::all(thinking.tables.as_deref(), |said| {
        let _ = writeln!(io::stderr(), "carrick: {said}");
    })?;
    let (mut unanswered, mut unwritten) = (0, None);
    with_store_in(&location, async |store| {
        let now = clock.clone();
        let worker = Worker::new(store.clone(), Strength::default(), clock);
        let metrics = arguments.metrics.map(|_| Metrics::new(env!("CARGO_PKG_VERSION"), commit()));
        let worker = worker.with_exact(Arc::new(tables)).with_metrics(metrics.clone());
        let worker = match thinking.bytes {
            Some(bytes) => worker.with_memory(bytes),
            None => worker,
        };
        let mut failure = None;
        let report = |done| match tell(done, &mut failure, out, &mut io::stderr()) {
            Ok(answered) => unanswered += u32::from(!answered),
            Err(error) => unwritten = Some(error),
        };
        if arguments.once {
            let wait = |board, until: Timestamp| tell_of_wait(board, until.duration_since(now()));
            worker.run_once(threads, report, wait).await?;
        } else {
            // A worker that stops while it searches returns the job, so that the next need not wait
            // for it.
            let stop = signal::to_stop()?;
            let _ = writeln!(
                io::stderr(),
                "carrick: the computer plays for {location}, on {threads} thread{}",
                if threads == 1 { "" } else { "s" }
            );
            let serving = match arguments.metrics.zip(metrics) {
                Some((at, metrics)) => Some(serve_metrics(at, metrics, store, now).await?),
                None => None,
            };
            let stop = async {
                stop.await;
            };
            tokio::select! {
                () = worker.run(threads, stop, report) => {}
                // So that a turn of another process is answered at once.
                never = store.listen() => match never {},
                () = async {
                    if let Some(serving) = serving {
                        serving.await;
                    }
                    pending().await
                } => {}
            }
        }
        Ok(())
    })
    .map_err(|error| match error.downcast() {
        Ok(error) => WrongSettings::of_store(error),
        Err(error) => error,
    })?;
    match unwritten {
        Some(error) => Err(error.into()),
        None => Ok(unanswered == 0),
    }
}

/// Begins to serve metrics at an address; they are served while the future that is returned runs.
async fn serve_metrics(
    at: SocketAddr,
    metrics: Metrics,
    store: &Store,
    now: impl Fn() -> Timestamp + Send + Sync + 'static,
) -> Result<impl Future<Output = ()>> {
    let listener = TcpListener::bind(at).await;
    let listener = listener.with_context(|| format!("cannot serve metrics on {at}"))?;
    let address = listener.local_addr()?;
    let _ = writeln!(io::stderr(), "carrick: metrics are at http://{address}/metrics");
    Ok(carrick_web::serve_metrics(listener, metrics, store.clone(), Arc::new(now), pending()))
}

/// Prints the result of a job; a failure once, until something succeeds. Returns whether it
/// succeeded; if not, it is retried later.
fn tell(
    done: Result<Vec<Message>, WorkError>,
    failure: &mut Option<String>,
    out: &mut impl Write,
    errors: &mut impl Write,
) -> io::Result<bool> {
    match done {
        Ok(messages) => {
            if failure.take().is_some() {
                let _ = writeln!(errors, "carrick: the computer answers again");
            }
            for message in &messages {
                print(message, &Sender::Nobody, out)?;
                writeln!(out)?;
            }
            out.flush()?;
            Ok(true)
        }
        Err(error) => {
            let said = error.to_string();
            if failure.as_ref() != Some(&said) {
                let _ = writeln!(errors, "carrick: {said}");
                *failure = Some(said);
            }
            Ok(false)
        }
    }
}

/// Says why nothing happens for a while.
fn tell_of_wait(board: BoardId, at_most: SignedDuration) {
    let seconds = at_most.as_secs().max(0) + 1;
    let _ = writeln!(
        io::stderr(),
        "carrick: another worker has {board}; waiting until it is answered, or {seconds} s if it has died"
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_is_told_once_until_something_succeeds() {
        let (mut failure, mut out, mut errors) = (None, Vec::new(), Vec::new());
        let busy = || Err(WorkError::Store(carrick_store::StoreError::Busy));
        for (done, answered) in
            [(busy(), false), (busy(), false), (Ok(Vec::new()), true), (busy(), false)]
        {
            assert_eq!(tell(done, &mut failure, &mut out, &mut errors).unwrap(), answered);
        }
        let said = busy().map(drop).unwrap_err();
        let told =
            format!("carrick: {said}\ncarrick: the computer answers again\ncarrick: {said}\n");
        assert_eq!(String::from_utf8(errors).unwrap(), told);
        assert!(out.is_empty());
    }
}
