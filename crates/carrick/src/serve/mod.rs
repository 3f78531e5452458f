//! `carrick serve`: site, mail, computer players and clocks, in one process.

mod access;
mod config;

use std::fs::{File, TryLockError};
use std::future::Future;
use std::io::{self, Write};
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use access::Writing;
use anyhow::{Context, Result, bail};
use carrick_cli::{signal, tables};
use carrick_engine::Exact;
use carrick_post::outbox::{Did, Outbox};
use carrick_post::{Bounds, MailReceiver};
use carrick_server::{
    Analyses, Feed, Metrics, PACE, Strength, Sweeper, Swept, WorkError, Worker, run_checkpoints,
};
use carrick_service::Outage;
use carrick_store::{Location, Protection, Settings, Store, StoreError};
use carrick_web::{App, BaseUrl, SiteSetup};
use config::Serving;
use jiff::{SignedDuration, Timestamp};
use tokio::net::TcpListener;
use tokio::runtime;
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::cli::{ServeArguments, unknown_variables};
use crate::config::{WrongSettings, key, make_default_folder};
use crate::program::commit;
use crate::system::{self, processors};

/// Grace period for requests in progress when the server is stopped.
const FAREWELL: Duration = Duration::from_secs(5);

/// Serves until a signal stops the server.
pub(crate) fn run(arguments: &ServeArguments, out: &mut impl Write) -> Result<bool> {
    let config = Serving::read(arguments).and_then(|config| {
        system::start(config.log_format, config.log_levels.as_deref())?;
        Ok(config)
    });
    let config = config.map_err(WrongSettings::mark)?;
    for name in unknown_variables() {
        tracing::warn!(
            "the variable {name} sets nothing; `carrick serve --help` lists the ones that do"
        );
    }
    warn_of_doubtful(&config);
    if arguments.check {
        return config::run(&config, out).map_err(WrongSettings::mark);
    }
    config::files(&config, &mut io::sink()).map_err(WrongSettings::mark)?;
    // Drawing a page takes milliseconds without a pause. With separate threads, a flood of page
    // requests does not delay accepting new connections.
    let threads = || runtime::Builder::new_multi_thread().enable_all().build();
    let (connections, pages) = (threads()?, threads()?);
    let served = connections.block_on(serve(config, pages.handle().clone(), out));
    // No one waits for the remaining pages.
    pages.shutdown_background();
    served?;
    Ok(true)
}

/// Warns of settings that are allowed but seldom intended.
fn warn_of_doubtful(config: &Serving) {
    let shared = &config.shared;
    if let Some(url) = shared.base_url.as_ref().filter(|url| is_in_the_clear(url)) {
        tracing::warn!(
            "visitors reach {url} without TLS, so other people on the network can read passwords \
             and sessions; put the site behind a proxy that speaks https (docs/host/proxies.md)"
        );
    }
    if shared.base_url.is_none() && shared.mail.as_ref().is_some_and(|mail| mail.out.is_some()) {
        tracing::warn!("emails have no links to games, because base_url is not set");
    }
    if let Some(address) = config.metrics.filter(|address| !address.ip().is_loopback()) {
        tracing::warn!(
            "other machines can read the metrics at {address}, unless a firewall stops them"
        );
    }
}

async fn serve(config: Serving, pages: runtime::Handle, out: &mut impl Write) -> Result<()> {
    let shared = &config.shared;
    let path = shared.key()?;
    make_default_folder(&shared.database)?;
    let store = Store::open(&shared.database, &Settings::default()).await;
    let store = store.map_err(WrongSettings::of_store)?;
    let _alone = alone(&shared.database)?;
    let keys = key::read_or_make(path).map_err(WrongSettings::of_opening)?;
    for notice in store.notices() {
        tracing::warn!("{notice}");
    }
    // Before the first request: no player's clock runs while no server runs.
    store.keep_pace();
    store.note_sweep(Timestamp::now()).await?.iter().for_each(tell_of_outage);
    let listener = config::listen_for_site(&config).map_err(WrongSettings::of_opening)?;
    let metrics_listener =
        config::listen_for_metrics(&config).map_err(WrongSettings::of_opening)?;
    let mail_listener =
        config::listen_for_mail(&config).await.map_err(WrongSettings::of_opening)?;
    let listens = listener.local_addr()?;
    let on_lan = shared.base_url.is_none();
    let base_url = match &shared.base_url {
        Some(url) => url.clone(),
        None => format!("http://{}", reachable(listens)).parse()?,
    };
    let setup = SiteSetup {
        base_url: base_url.clone(),
        on_lan,
        trusted_proxies: config.trusted_proxies,
        security_contact: config.security_contact,
        keys: keys.clone(),
    };
    let feed = Feed::of(store.clone()).await?;
    let app = App::new(store.clone(), feed.clone(), setup, Arc::new(Timestamp::now));
    let app = app.with_registration(shared.registration, config.guests);
    let app = app.with_identity(shared.identity.clone());
    let app = app.with_bounds(config.bounds).with_pages_on(pages);
    let written = match config.access_log {
        Some(place) => {
            let started = Writing::start(place, config.log_format);
            Some(started.map_err(WrongSettings::of_opening)?)
        }
        None => None,
    };
    let (app, access) = match written {
        Some((log, writing)) => (app.with_access_log(log), Some(writing)),
        None => (app, None),
    };
    // Metrics are counted only if they can be read.
    let metrics = config.metrics.map(|_| Metrics::new(env!("CARGO_PKG_VERSION"), commit()));
    let app = app.with_metrics(metrics.clone());
    let app = if config.no_limits { app.without_limits() } else { app };

    let clock: fn() -> Timestamp = Timestamp::now;
    let outbox = match &shared.mail {
        Some(mail) => {
            mail.outbox(store.clone(), &keys, &base_url, !on_lan, &shared.identity, clock)?
        }
        None => None,
    };
    let receiver = shared.mail.as_ref().map(|mail| {
        MailReceiver::new(store.clone(), app.gate(), keys.clone(), mail.site(), Timestamp::now)
            .with_strangers(mail.strangers())
            .with_metrics(metrics.clone())
    });

    let tables = tables::all(config.thinking.tables.as_deref(), |said| tracing::warn!("{said}"));
    let tables = tables.map_err(WrongSettings::mark)?;
    if !tables.is_empty() {
        tracing::info!(tables = tables.len(), "solved boards are known");
    }
    let tables: Arc<dyn Exact> = Arc::new(tables);

    // Installed before the server announces itself: after that, someone may stop it.
    let (to_stop, hangups) = (signal::to_stop()?, signal::hangups()?);
    match on_lan {
        true if listens.ip().is_unspecified() => {
            writeln!(out, "Carrick is at {base_url}, and at every address of this machine.")?;
        }
        true => writeln!(out, "Carrick is at {base_url}")?,
        false => writeln!(out, "Carrick is at {base_url}, and listens on {listens}.")?,
    }
    if let Some(listener) = &mail_listener {
        writeln!(out, "Mail comes in by LMTP at {}.", listener.address())?;
    }
    let database = &shared.database;
    let protection = store.protection();
    let protected = protection.map(|found| format!(" ({found})")).unwrap_or_default();
    writeln!(out, "The games are in {database}{protected}. Stop with Ctrl-C.")?;
    if protection == Some(Protection::None) {
        tracing::warn!(
            "the connection to {database} is not encrypted: end its address with \
             ?sslmode=verify-full (docs/host/postgresql.md)"
        );
    }
    let metrics_at = metrics_listener.as_ref().map(TcpListener::local_addr).transpose()?;
    if let Some(address) = metrics_at {
        writeln!(out, "Metrics are at http://{address}/metrics.")?;
    }
    out.flush()?;
    system::ready();
    tracing::info!(
        %listens,
        site = %base_url,
        connections = config.bounds.connections,
        per_address = config.bounds.per_address,
        metrics = metrics_at.map(tracing::field::display),
        "started"
    );

    let (stopping, stop) = watch::channel(false);
    let threads = config.thinking.threads.unwrap_or_else(processors).max(1);
    let mut loops = JoinSet::new();
    let memory = config.thinking.bytes;
    let analyses = app.analyses().clone();
    analyses.look_into(tables.clone());
    let worker = analyses
        .giving_way_to(Worker::new(store.clone(), Strength::default(), clock).with_pace(PACE))
        .with_metrics(metrics.clone())
        .with_exact(tables);
    let worker = match memory {
        Some(bytes) => worker.with_memory(bytes),
        None => worker,
    };
    loops.spawn(play(worker, threads, told(&stop)));
    loops.spawn(give_way(store.clone(), analyses, told(&stop)));
    if let (Some(listener), Some(metrics)) = (metrics_listener, metrics.clone()) {
        let (store, clock) = (store.clone(), Arc::new(Timestamp::now));
        let serving = carrick_web::serve_metrics(listener, metrics, store, clock, told(&stop));
        loops.spawn(serving);
    }
    loops.spawn(keep_time(store.clone(), config.kept_for, told(&stop)));
    loops.spawn(tell(feed, told(&stop)));
    loops.spawn(checkpoint(store.clone(), told(&stop)));
    if let (Some(listener), Some(receiver)) = (mail_listener, receiver) {
        loops.spawn(listener.serve(receiver, Bounds::default(), told(&stop)));
    }
    if let Some(outbox) = outbox {
        metrics.iter().for_each(Metrics::sends_mail);
        loops.spawn(send(outbox, metrics, told(&stop)));
    }
    let server = carrick_web::serve(listener, app.clone(), told(&stop));
    let farewell = async {
        let why = tokio::select! {
            _ = to_stop => "a signal to stop",
            () = hang_up(access.as_ref(), hangups) => "the terminal was closed",
        };
        tracing::info!(why, "stopping");
        app.close();
        stopping.send_replace(true);
        tokio::time::sleep(FAREWELL).await;
    };
    tokio::select! {
        () = server => {}
        () = farewell => {}
    }
    while loops.join_next().await.is_some() {}
    store.close().await;
    if let Some(access) = access {
        access.end();
    }
    Ok(())
}

/// Reopens the access log, if it is a file, on each SIGHUP. Returns if the signal came because the
/// terminal was closed.
async fn hang_up(access: Option<&Writing>, mut hangups: impl AsyncFnMut()) {
    let had_terminal = signal::has_terminal();
    loop {
        hangups().await;
        match access.filter(|access| access.is_file) {
            Some(access) => access.reopen(),
            None if had_terminal && !signal::has_terminal() => return,
            None => tracing::info!("SIGHUP: there is no access log to reopen"),
        }
    }
}

/// Whether users of a site send their passwords unencrypted over a network.
fn is_in_the_clear(site: &BaseUrl) -> bool {
    let host = site.host();
    let is_port = |port: &str| port.bytes().all(|byte| byte.is_ascii_digit());
    let name =
        host.rsplit_once(':').filter(|(_, port)| is_port(port)).map_or(host, |(name, _)| name);
    let address = name.trim_matches(['[', ']']).parse::<IpAddr>();
    let is_here = name == "localhost" || address.is_ok_and(|address| address.is_loopback());
    !site.is_secure() && !is_here
}

/// Completes when the server should stop.
fn told(stop: &watch::Receiver<bool>) -> impl Future<Output = ()> + Send + 'static {
    let mut stop = stop.clone();
    async move {
        // An error means that the sender is gone, which also means stop.
        let _ = stop.wait_for(|&stop| stop).await;
    }
}

/// Runs the computer players. The site's analyses pause while they search.
async fn play(worker: Worker<fn() -> Timestamp>, threads: usize, stop: impl Future<Output = ()>) {
    let report = |done: Result<_, WorkError>| {
        if let Err(error) = done
            && !matches!(&error, WorkError::Store(error) if error.is_in_the_log())
        {
            tracing::error!(%error, "the computer could not answer");
        }
    };
    worker.run(threads, stop, report).await;
}

/// Pauses the site's analyses for the turns of other processes.
async fn give_way(store: Store, analyses: Analyses, stop: impl Future<Output = ()>) {
    analyses.give_way(&store, Timestamp::now, stop).await;
}

/// Does what is due: reminders, forfeits, seeks.
async fn keep_time(store: Store, kept_for: SignedDuration, stop: impl Future<Output = ()>) {
    let report = |swept: Result<Swept, StoreError>| {
        if let Ok(Swept { outage: Some(outage), .. }) = &swept {
            tell_of_jump(outage);
        }
        if let Ok(Swept { failed: Some(error), .. }) | Err(error) = swept
            && !error.is_in_the_log()
        {
            tracing::error!(%error, "the work that is due could not be done");
        }
    };
    Sweeper::new(store, Timestamp::now).keeping(kept_for).run(stop, report).await;
}

/// Locks the database file for this server until the program ends. Each server counts requests and
/// wrong passwords separately, and sends the emails in the outbox.
fn alone(database: &Location) -> Result<Option<File>> {
    let Some(path) = database.file().filter(|_| cfg!(unix)) else { return Ok(None) };
    let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => bail!(
            "another `carrick serve` runs on {}; stop it first. To run a site on several servers, \
             use PostgreSQL (docs/host/several-machines.md)",
            path.display()
        ),
        // A filesystem without such locks does not keep a server from running.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(Some(file)),
    }
}

/// Reports an outage that a running server finds.
fn tell_of_jump(Outage { since, until }: &Outage) {
    tracing::warn!(
        %since,
        %until,
        "nothing could be done during this time: the clock went forward, the machine slept, or the \
         database was away; everything due is postponed by that time"
    );
}

fn tell_of_outage(Outage { since, until }: &Outage) {
    tracing::warn!(%since, %until, "no server ran; everything due is postponed by that time");
}

/// Sends outgoing mail.
async fn send(
    mut outbox: Outbox<fn() -> Timestamp>,
    metrics: Option<Metrics>,
    stop: impl Future<Output = ()>,
) {
    let mut is_stuck = false;
    let report = |done: Result<Did, StoreError>| match done {
        Ok(did) => {
            if is_stuck && did.sent > 0 {
                tracing::warn!(target: "carrick::outbox", "the relay accepts mail again");
            }
            is_stuck = did.sent == 0 && (is_stuck || !did.failed.is_empty());
            if let Some(metrics) = &metrics {
                metrics.mails_sent(did.sent, did.failed.len() as u64);
            }
            tracing::info!(target: "carrick::outbox", sent = did.sent, "mail");
            for (id, domain, error) in did.failed {
                tracing::warn!(number = id.message, copy = id.copy, %domain, %error, "not sent");
            }
        }
        Err(error) if error.is_in_the_log() => {}
        Err(error) => tracing::error!(%error, "the outbox cannot be read"),
    };
    outbox.run(stop, report).await;
}

/// Notifies live pages of changes.
async fn tell(feed: Feed, stop: impl Future<Output = ()>) {
    let report = |error: StoreError| {
        if !error.is_in_the_log() {
            tracing::error!(%error, "changes cannot be read");
        }
    };
    feed.run(stop, report).await;
}

/// Checkpoints the write-ahead log of a database file.
async fn checkpoint(store: Store, stop: impl Future<Output = ()>) {
    let report = |error: StoreError| {
        if !error.is_in_the_log() {
            tracing::warn!(%error, "the write-ahead log could not be checkpointed");
        }
    };
    run_checkpoints(store, stop, report).await;
}

/// The listening address as a client on this machine can reach it.
fn reachable(listens: SocketAddr) -> SocketAddr {
    let mut shown = listens;
    if listens.ip().is_unspecified() {
        shown.set_ip(if listens.is_ipv6() {
            std::net::Ipv6Addr::LOCALHOST.into()
        } else {
            std::net::Ipv4Addr::LOCALHOST.into()
        });
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_site_without_tls() {
        for (site, is_in_the_clear_there) in [
            ("https://carrick.example", false),
            ("http://carrick.example", true),
            ("http://carrick.example:8010", true),
            ("http://192.0.2.1", true),
            ("http://localhost:8010", false),
            ("http://127.0.0.1:8010", false),
            ("http://[::1]:8010", false),
        ] {
            assert_eq!(is_in_the_clear(&site.parse().unwrap()), is_in_the_clear_there, "{site}");
        }
    }
}
