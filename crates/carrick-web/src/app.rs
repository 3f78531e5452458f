//! What every request may use.

use std::collections::BTreeSet;
use std::fmt;
use std::net::IpAddr;
use std::sync::Arc;

use carrick_server::{Feed, Gate, Throttle};
use carrick_store::Store;
use carrick_tokens::Keyring;
use jiff::Timestamp;
use tokio::sync::watch;

use crate::BaseUrl;
use crate::client::Client;
use crate::limits::Limits;
use crate::listeners::{self, Listeners};

/// How the site is set up.
#[derive(Debug, Clone)]
pub struct Setup {
    /// Where readers find it.
    pub base_url: BaseUrl,
    /// Whether it also answers as localhost and as any IP address. No page elsewhere can make a browser
    /// take its own name for these.
    pub on_lan: bool,
    /// The addresses of proxies whose `X-Forwarded-For` is believed.
    pub trusted_proxies: BTreeSet<IpAddr>,
    /// What links are sealed with.
    pub keys: Keyring,
}

/// How many passwords are hashed at once: each takes 19 MiB and a processor for tens of milliseconds.
const HASHES_AT_ONCE: usize = 2;

/// The clock of the site.
pub type Clock = Arc<dyn Fn() -> Timestamp + Send + Sync>;

/// What every request may use. A clone is another handle of the same.
#[derive(Clone)]
pub struct App {
    pub(crate) store: Store,
    pub(crate) setup: Arc<Setup>,
    pub(crate) limits: Arc<Limits>,
    clock: Clock,
    pub(crate) feed: Feed,
    pub(crate) gate: Gate,
    listeners: Listeners,
    closing: watch::Sender<bool>,
}

impl App {
    /// A site on a store. `feed` tells it what changes, as long as it runs.
    #[must_use]
    pub fn new(store: Store, feed: Feed, setup: Setup, clock: Clock) -> Self {
        let closing = watch::Sender::new(false);
        let gate = Gate::new(Throttle::default(), HASHES_AT_ONCE);
        Self {
            store,
            setup: Arc::new(setup),
            limits: Arc::default(),
            clock,
            feed,
            gate,
            listeners: Listeners::default(),
            closing,
        }
    }

    /// The same for tests and measurements: everybody may do everything as often as he likes.
    #[must_use]
    pub fn without_limits(self) -> Self {
        Self { limits: Arc::new(Limits::off()), listeners: Listeners::off(), ..self }
    }

    /// The gate that passwords pass, for whatever else lets strangers in: there is one for all.
    #[must_use]
    pub const fn gate(&self) -> &Gate {
        &self.gate
    }

    /// A place for one more stream of events at an address; `None` when it has too many.
    pub(crate) fn listen(&self, client: &Client) -> Option<listeners::Place> {
        let place = self.listeners.admit(&client.address);
        if place.is_none() {
            tracing::warn!(from = client.address, "turned away: too many streams of events");
        }
        place
    }

    /// Ends what would otherwise go on for ever, so that the server can stop.
    pub fn close(&self) {
        self.closing.send_replace(true);
    }

    /// Waits until the server is to stop.
    pub(crate) async fn closed(&self) {
        let mut closing = self.closing.subscribe();
        // The sender lives as long as this handle.
        let _ = closing.wait_for(|&closing| closing).await;
    }

    /// The time.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        (self.clock)()
    }
}

impl fmt::Debug for App {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("App").field("setup", &self.setup).finish_non_exhaustive()
    }
}
