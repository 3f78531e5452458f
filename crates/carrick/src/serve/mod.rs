//! `carrick serve`: the site, the computer and the clock, in one program.

mod config;
mod key;
mod signal;

use std::io::Write;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use carrick_server::{Strength, Worker, sweep};
use carrick_store::{Settings, Store};
use carrick_web::{App, Setup, router};
use jiff::Timestamp;
use tokio::net::TcpListener;
use tokio::runtime;

use crate::cli::ServeArguments;
use crate::worker::processors;
use config::Config;

/// How often what is due is looked for.
const SWEEP_EVERY: Duration = Duration::from_secs(30);

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
    let config = Config::read(arguments)?;
    runtime::Builder::new_multi_thread().enable_all().build()?.block_on(serve(config, out))?;
    Ok(true)
}

async fn serve(config: Config, out: &mut impl Write) -> Result<()> {
    let key = key::read_or_make(&config.key)?;
    let store = Store::open(&config.database, &Settings::default()).await?;
    let listener = TcpListener::bind(config.listen)
        .await
        .with_context(|| format!("cannot listen on {}", config.listen))?;
    let listens = listener.local_addr()?;
    let base_url = match config.base_url {
        Some(url) => url,
        None => format!("http://{}", reachable(listens)).parse()?,
    };
    let setup = Setup {
        base_url: base_url.clone(),
        on_lan: config.on_lan,
        trusted_proxies: config.trusted_proxies,
        key,
    };
    let app = App::new(store.clone(), setup, Arc::new(Timestamp::now));

    writeln!(out, "Carrick is at {base_url}")?;
    writeln!(out, "The games are in {}. Stop with Ctrl-C.", config.database.display())?;
    out.flush()?;

    let threads = config.threads.unwrap_or_else(|| processors().saturating_sub(1)).max(1);
    let computer = tokio::spawn(play(store.clone(), threads));
    let clock = tokio::spawn(keep_time(store.clone()));
    let site = router(app.clone()).into_make_service_with_connect_info::<SocketAddr>();
    let (stop, stopped) = tokio::sync::oneshot::channel();
    let server = axum::serve(listener, site).with_graceful_shutdown(async move {
        signal::to_stop().await;
        app.close();
        let _ = stop.send(());
    });
    tokio::select! {
        served = server => served?,
        () = async {
            let _ = stopped.await;
            tokio::time::sleep(FAREWELL).await;
        } => {}
    }
    computer.abort();
    clock.abort();
    store.close().await;
    Ok(())
}

/// Plays the computer's turns.
async fn play(store: Store, threads: usize) {
    let worker = Worker::new(store, Strength::default(), Timestamp::now);
    loop {
        let report = |done| {
            if let Err(error) = done {
                tracing::error!(%error, "the computer could not answer");
            }
        };
        if let Err(error) = worker.run(threads, false, report).await {
            tracing::error!(%error, "the computer's jobs cannot be read");
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
}

/// Does what falls due.
async fn keep_time(store: Store) {
    loop {
        match sweep(&store, Timestamp::now()).await.map(|swept| swept.failed) {
            Ok(None) => {}
            Ok(Some(error)) | Err(error) => tracing::error!(%error, "what is due was not done"),
        }
        tokio::time::sleep(SWEEP_EVERY).await;
    }
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
