//! Limit on open files (`RLIMIT_NOFILE`), and the limits on connections that follow from it.

use std::num::NonZeroUsize;

use anyhow::{Result, bail};
use carrick_web::{Bounds, METRICS_CONNECTIONS};

/// File descriptors reserved for the database, incoming mail (a hundred conversations), outgoing
/// mail, and connections that are closed but still lingering.
const RESERVE: usize = 200;

/// Raises the limit on open files as far as the system allows, and returns it; `None` if there is
/// no limit.
#[cfg(unix)]
pub(super) fn raise_limit() -> Option<usize> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit { current: limit.maximum, maximum: limit.maximum };
    let now = match setrlimit(Resource::Nofile, raised) {
        Ok(()) => limit.maximum,
        Err(_) => limit.current,
    };
    now.map(|files| usize::try_from(files).unwrap_or(usize::MAX))
}

#[cfg(not(unix))]
pub(super) fn raise_limit() -> Option<usize> {
    None
}

/// Limits on connections, in all and per address, that fit the limit on open files. Metrics have a
/// reserve of their own.
pub(super) fn bounds(
    files: Option<usize>,
    has_metrics: bool,
    connections: Option<NonZeroUsize>,
    per_address: Option<NonZeroUsize>,
) -> Result<Bounds> {
    let usual = Bounds::default();
    let reserve = if has_metrics { RESERVE + METRICS_CONNECTIONS } else { RESERVE };
    // With very few files, three quarters of them are reserved.
    let room =
        files.map_or(usize::MAX, |files| files.saturating_sub(reserve).max(files / 4).max(1));
    let connections = match connections.map(NonZeroUsize::get) {
        Some(asked) if asked > room => bail!(
            "max_connections is {asked}, but this program may open {} files at once, of which it keeps \
             {reserve} for the database and mail; say {room} at most, or raise the limit (LimitNOFILE= in a unit \
             of systemd, `ulimit -Hn` in a shell)",
            files.unwrap_or_default()
        ),
        Some(asked) => asked,
        None => usual.connections.min(room),
    };
    let quarter = (connections / 4).max(1);
    if let Some(asked) = per_address.map(NonZeroUsize::get).filter(|asked| *asked > connections) {
        bail!(
            "max_connections_per_address is {asked}, but there are {connections} connections in all; say \
             {connections} at most"
        );
    }
    let per_address = per_address.map_or_else(|| usual.per_address.min(quarter), NonZeroUsize::get);
    Ok(Bounds { connections, per_address, ..usual })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_leave_files_for_the_rest() {
        let asked = |number| NonZeroUsize::new(number);
        for (files, all, one, found) in [
            (Some(1024), None, None, (824, 206)),
            (Some(1_048_576), None, None, (10_000, 500)),
            (None, None, None, (10_000, 500)),
            (Some(250), None, None, (62, 15)),
            (Some(1024), asked(100), None, (100, 25)),
            (Some(1024), asked(824), asked(800), (824, 800)),
            (None, asked(50_000), None, (50_000, 500)),
        ] {
            let bounds = bounds(files, false, all, one).unwrap();
            assert_eq!(
                (bounds.connections, bounds.per_address),
                found,
                "{files:?} {all:?} {one:?}"
            );
        }
        let error = bounds(None, false, asked(10), asked(11)).unwrap_err().to_string();
        assert!(error.contains("say 10 at most"), "{error}");
        let error = bounds(Some(1024), false, asked(825), None).unwrap_err().to_string();
        assert!(error.contains("say 824 at most"), "{error}");
        assert_eq!(super::bounds(Some(1024), true, None, None).unwrap().connections, 808);
    }
}
