//! `carrick serve`: the site, the mail, the computer and the clock, in one program.

mod config;

use std::future::Future;
use std::io::Write;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use carrick_post::outbox::{Did, Outbox};
use carrick_post::{Bounds, Listener, Postman};
use carrick_server::{Feed, Strength, Sweeper, Swept, WorkError, Worker};
use carrick_store::{Settings, Store, StoreError};
use carrick_web::{App, Setup};
use jiff::Timestamp;
use tokio::net::TcpListener;
use tokio::runtime;
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::cli::ServeArguments;
use crate::worker::processors;
use crate::{key, signal};
pub(crate) use config::DEFAULT_LISTEN;
use config::Serving;

/// How long requests under way may still take when the server is stopped.
const FAREWELL: Duration = Duration::from_secs(5);

/// Serves until it is told to stop.
pub(crate) fn run(arguments: &ServeArguments, out: &mut impl Write) -> Result<bool> {
    tracing_subscriber::fmt()
        .with_env_filter(
            tracing_subscriber::EnvFilter::try_from_env("CARRICK_LOG")
                .unwrap_or_else(|_| "warn".into()),
        )
        .with_writer(std::io::stderr)
        .init();
    let config = Serving::read(arguments)?;
    runtime::Builder::new_multi_thread().enable_all().build()?.block_on(serve(config, out))?;
    Ok(true)
}

async fn serve(config: Serving, out: &mut impl Write) -> Result<()> {
    let shared = config.shared;
    let keys = key::read_or_make(&shared.key)?;
    let store = Store::open(&shared.database, &Settings::default()).await?;
    let listener = TcpListener::bind(config.listen)
        .await
        .with_context(|| format!("cannot listen on {}", config.listen))?;
    let listens = listener.local_addr()?;
    let on_lan = shared.base_url.is_none();
    let base_url = match shared.base_url {
        Some(url) => url,
        None => format!("http://{}", reachable(listens)).parse()?,
    };
    let setup = Setup {
        base_url: base_url.clone(),
        on_lan,
        trusted_proxies: config.trusted_proxies,
        keys: keys.clone(),
    };
    let feed = Feed::of(store.clone()).await?;
    let app = App::new(store.clone(), feed.clone(), setup, Arc::new(Timestamp::now));
    let app = if config.no_limits { app.without_limits() } else { app };

    let clock: fn() -> Timestamp = Timestamp::now;
    let outbox = match &shared.mail {
        Some(mail) => mail.outbox(store.clone(), &keys, &base_url, clock)?,
        None => None,
    };
    let postman = shared.mail.as_ref().map(|mail| {
        Postman::new(store.clone(), app.gate(), keys.clone(), mail.site(), Timestamp::now)
            .with_strangers(mail.strangers())
    });
    let mail = match shared.mail.as_ref().and_then(|mail| mail.listen.as_ref()) {
        Some(place) => Some(Listener::bind(place).await?),
        None => None,
    };

    // Whoever reads that it runs may stop it.
    let to_stop = signal::to_stop()?;
    writeln!(out, "Carrick is at {base_url}")?;
    if let Some(listener) = &mail {
        writeln!(out, "Mail comes in by LMTP at {}.", listener.place())?;
    }
    writeln!(out, "The games are in {}. Stop with Ctrl-C.", shared.database.display())?;
    out.flush()?;

    let (stopping, stop) = watch::channel(false);
    let threads = config.threads.unwrap_or_else(processors).max(1);
    let mut loops = JoinSet::new();
    loops.spawn(play(store.clone(), threads, told(&stop)));
    loops.spawn(keep_time(store.clone(), told(&stop)));
    loops.spawn(tell(feed, told(&stop)));
    if let (Some(listener), Some(postman)) = (mail, postman) {
        loops.spawn(listener.serve(postman, Bounds::default(), told(&stop)));
    }
    if let Some(outbox) = outbox {
        loops.spawn(send(outbox, told(&stop)));
    }
    let server = carrick_web::serve(listener, app.clone(), told(&stop));
    let farewell = async {
        to_stop.await;
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
    Ok(())
}

/// Ready when the server is told to stop.
fn told(stop: &watch::Receiver<bool>) -> impl Future<Output = ()> + Send + 'static {
    let mut stop = stop.clone();
    async move {
        // An error says that nobody is left who could tell.
        let _ = stop.wait_for(|&stop| stop).await;
    }
}

/// Plays the computer's turns.
async fn play(store: Store, threads: usize, stop: impl Future<Output = ()>) {
    let report = |done: Result<_, WorkError>| {
        if let Err(error) = done {
            tracing::error!(%error, "the computer could not answer");
        }
    };
    Worker::new(store, Strength::default(), Timestamp::now).run(threads, stop, report).await;
}

/// Does what falls due.
async fn keep_time(store: Store, stop: impl Future<Output = ()>) {
    let report = |swept: Result<Swept, StoreError>| {
        if let Ok(Swept { failed: Some(error), .. }) | Err(error) = swept {
            tracing::error!(%error, "what is due was not done");
        }
    };
    Sweeper::new(store, Timestamp::now).run(stop, report).await;
}

/// Sends what is said.
async fn send(mut outbox: Outbox<fn() -> Timestamp>, stop: impl Future<Output = ()>) {
    let report = |done: Result<Did, StoreError>| match done {
        Ok(did) => {
            tracing::info!(sent = did.sent, "mail");
            for (id, domain, error) in did.failed {
                tracing::warn!(number = id.message, copy = id.copy, %domain, %error, "not sent");
            }
        }
        Err(error) => tracing::error!(%error, "the outbox cannot be read"),
    };
    outbox.run(stop, report).await;
}

/// Tells live pages what changes.
async fn tell(feed: Feed, stop: impl Future<Output = ()>) {
    feed.run(stop, |error| tracing::error!(%error, "changes cannot be read")).await;
}

/// The address that works on this machine.
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
