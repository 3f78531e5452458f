//! Application state: the store, settings, limits and clock that every request shares.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::fmt;
use std::net::IpAddr;
use std::ops::Deref;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use carrick_server::{
    Analyses, AnalysisBounds, Attempt, Budget, Charge, Cost, FairQueue, Feed, Gate, Metrics,
    QueueBounds, RateLimiter, RateLimits, SteadyClock, TooMany,
};
use carrick_service::{Registration, Userid};
use carrick_store::Store;
use carrick_tokens::Keyring;
use jiff::Timestamp;
use tokio::runtime::Handle;
use tokio::sync::watch;
use tokio::time::Instant;

use crate::network::access::{AccessLog, AccessRefusal, ConnectionLimits, Refusals};
use crate::network::client::{Client, TrustedProxies};
use crate::network::limits::{KeyedSemaphore, STREAMS};
use crate::network::stream::StreamSlot;
use crate::site::{BaseUrl, Contact, Identity};

/// Settings of the site.
#[derive(Debug, Clone)]
pub struct SiteSetup {
    /// The address under which readers find the site.
    pub base_url: BaseUrl,
    /// Whether the site also answers as localhost and as any IP address. That is safe: no page on
    /// another site can make a browser use its own name for these.
    pub on_lan: bool,
    /// The proxies whose `Forwarded` or `X-Forwarded-For` header is believed.
    pub trusted_proxies: TrustedProxies,
    /// Where to report security problems of this site, if its administrator names a contact.
    pub security_contact: Option<Contact>,
    /// Keys that seal links.
    pub keys: Keyring,
}

/// Maximum number of passwords hashed at the same time: each takes 19 MiB and tens of milliseconds
/// of processor time.
const HASHES_AT_ONCE: usize = 2;

/// Maximum number of pictures waiting to be drawn, for one address (thirty browsers that each load
/// six at the same time) and in total.
const DRAWINGS_PER_ADDRESS: usize = 192;
const DRAWINGS: usize = 2048;

/// The clock of the site.
pub type SiteClock = Arc<dyn Fn() -> Timestamp + Send + Sync>;

/// Application state. Cheap to clone, because clones share the same state: every layer of the
/// router keeps one and clones it for each request.
#[derive(Clone)]
pub struct App(Arc<AppState>);

/// The state that the clones of an [`App`] share.
#[derive(Clone)]
pub struct AppState {
    pub(crate) store: Store,
    pub(crate) setup: SiteSetup,
    limits: RateLimits,
    /// Whether rate limits apply. Without them, only guesses of passwords are limited.
    pub(crate) limited: bool,
    /// Queue for drawing: gives each address its share of the processors.
    pub(crate) drawing: FairQueue,
    pub(crate) analyses: Analyses,
    clock: SiteClock,
    pub(crate) feed: Feed,
    pub(crate) gate: Gate,
    /// Whether visitors may play before they sign up.
    pub(crate) guests: bool,
    /// The latest guests: the key of the form that made each of them, and when.
    pub(crate) newcomers: Arc<tokio::sync::Mutex<VecDeque<(String, Timestamp, Userid)>>>,
    pub(crate) identity: Arc<Identity>,
    streams: KeyedSemaphore<String>,
    closing: watch::Sender<bool>,
    pub(crate) bounds: ConnectionLimits,
    pub(crate) access_log: Option<AccessLog>,
    pub(crate) metrics: Option<Metrics>,
    /// Runtime that makes pages, if not the one that serves connections.
    pub(crate) pages: Option<Handle>,
    refusals: Arc<Mutex<Refusals>>,
    start: Instant,
    /// Whether the log has already warned of a proxy that is not trusted.
    has_warned_of_proxy: Arc<AtomicBool>,
}

/// Limits that are shared with other processes if the database is on a server. A database file
/// belongs to a single `carrick serve`, which has no need to write its limits there.
fn shared(limits: RateLimits, store: &Store, clock: &SiteClock) -> RateLimits {
    if !store.is_on_server() {
        return limits;
    }
    let clock = clock.clone();
    limits.shared_through(store.clone(), move || clock())
}

impl App {
    /// Creates a site on a store. `feed` reports changes as long as the site runs.
    #[must_use]
    pub fn new(store: Store, feed: Feed, setup: SiteSetup, clock: SiteClock) -> Self {
        let closing = watch::Sender::new(false);
        let limits = shared(RateLimits::default(), &store, &clock);
        let gate = Gate::new(limits.clone(), HASHES_AT_ONCE);
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let drawing = QueueBounds {
            places: processors / 2,
            waiting_per_key: DRAWINGS_PER_ADDRESS,
            waiting: DRAWINGS,
        };
        // Most of the processors are for pages and for the computer's turns.
        let analyses =
            AnalysisBounds { places: processors.div_ceil(4), ..AnalysisBounds::default() };
        Self(Arc::new(AppState {
            store,
            setup,
            limits,
            limited: true,
            drawing: FairQueue::new(drawing),
            analyses: Analyses::new(analyses),
            clock,
            feed,
            gate,
            guests: true,
            newcomers: Arc::default(),
            identity: Arc::default(),
            streams: KeyedSemaphore::new(STREAMS),
            closing,
            bounds: ConnectionLimits::default(),
            access_log: None,
            metrics: None,
            pages: None,
            refusals: Arc::default(),
            start: Instant::now(),
            has_warned_of_proxy: Arc::default(),
        }))
    }

    /// Changes the state before it is shared.
    fn with(mut self, change: impl FnOnce(&mut AppState)) -> Self {
        change(Arc::make_mut(&mut self.0));
        self
    }

    /// Sets who may create an account, and whether visitors may play as guests.
    #[must_use]
    pub fn with_registration(self, registration: Registration, guests: bool) -> Self {
        let gate = self.gate.clone().with_registration(registration);
        self.with(|shared| {
            shared.gate = gate;
            shared.guests = guests && registration == Registration::Open;
        })
    }

    /// Sets the name of the site, and the links at the foot of every page.
    #[must_use]
    pub fn with_identity(self, identity: Identity) -> Self {
        self.with(|shared| shared.identity = Arc::new(identity))
    }

    /// Sets the connection limits.
    #[must_use]
    pub fn with_bounds(self, bounds: ConnectionLimits) -> Self {
        self.with(|shared| shared.bounds = bounds)
    }

    /// Makes pages on a separate runtime, so that new connections are served no matter how many
    /// pages are being drawn.
    #[must_use]
    pub fn with_pages_on(self, pages: Handle) -> Self {
        self.with(|shared| shared.pages = Some(pages))
    }

    /// Sets the access log.
    #[must_use]
    pub fn with_access_log(self, log: AccessLog) -> Self {
        self.with(|shared| shared.access_log = Some(log))
    }

    /// Counts requests, refusals and streams, if there are metrics to count in.
    #[must_use]
    pub fn with_metrics(self, metrics: Option<Metrics>) -> Self {
        self.with(|shared| shared.metrics = metrics)
    }

    /// Turns rate limits off, for tests and measurements.
    #[must_use]
    pub fn without_limits(self) -> Self {
        let bounds = self.bounds.for_one_address();
        self.with(|shared| {
            shared.limited = false;
            shared.gate = shared.gate.clone().without_prices();
            shared.streams = KeyedSemaphore::new(usize::MAX);
            shared.bounds = bounds;
        })
    }

    /// Sets the clock of rate limits, for tests.
    #[must_use]
    pub fn timed(self, clock: SteadyClock) -> Self {
        let limits = RateLimits::timed(RateLimiter::default(), clock);
        let limits = shared(limits, &self.store, &self.clock);
        let gate = Gate::new(limits.clone(), HASHES_AT_ONCE);
        self.with(|shared| {
            shared.limits = limits;
            shared.gate = gate;
        })
    }

    /// Charges rate limits before the work is done: all of them or none.
    ///
    /// # Errors
    /// When a limit is exceeded.
    pub(crate) fn charge(&self, charges: &[Charge<'_>]) -> Result<(), TooMany> {
        if self.limited { self.limits.charge(charges) } else { Ok(()) }
    }

    /// Charges an attempt to get in. Processes that share a database server also share this limit.
    ///
    /// # Errors
    /// When the limit is exceeded.
    pub(crate) async fn attempt(&self, attempt: Attempt, holder: &str) -> Result<(), TooMany> {
        if self.limited { self.limits.attempt(&[(attempt, holder)]).await } else { Ok(()) }
    }

    /// The part of a budget that a key has spent and not yet regained.
    #[must_use]
    pub fn spent(&self, budget: Budget, key: &str) -> Cost {
        self.limits.spent(budget, key)
    }

    pub(crate) fn refund(&self, charges: &[Charge<'_>]) {
        if self.limited {
            self.limits.refund(charges);
        }
    }

    /// The gate for passwords. Everything that checks passwords shares it, so all attempts count
    /// against the same limits.
    #[must_use]
    pub fn gate(&self) -> &Gate {
        &self.gate
    }

    /// A slot for one more event stream of an address; `None` when it has too many.
    pub(crate) fn listen(&self, client: &Client) -> Option<StreamSlot> {
        let _permit = self.streams.try_acquire(client.address.clone())?;
        Some(StreamSlot { _permit, _counted: self.metrics.as_ref().map(Metrics::stream) })
    }

    /// Logs a refused request: the first of each kind immediately, later ones as a count.
    pub(crate) fn log_refusal(&self, refusal: AccessRefusal, page: &str, from: &str) {
        if let Some(metrics) = &self.metrics {
            metrics.turned_away(refusal.label());
        }
        let mut refusals = self.refusals.lock().unwrap_or_else(PoisonError::into_inner);
        if !refusals.note(refusal, page, from, self.start.elapsed()) {
            return;
        }
        match page {
            "" => tracing::warn!(from, "{refusal}"),
            page => tracing::warn!(from, page, "{refusal}"),
        }
    }

    /// Keyed hash of a network address, stored instead of the address, which cannot be recovered
    /// from it.
    pub fn address_hash(&self, address: &str) -> String {
        self.setup.keys.fingerprint(&[b"place", address.as_bytes()])
    }

    /// Logs the counts of refused requests: those that are due, or all.
    pub(crate) fn log_refusal_counts(&self, all: bool) {
        let mut refusals = self.refusals.lock().unwrap_or_else(PoisonError::into_inner);
        for count in refusals.due(self.start.elapsed(), all) {
            let (refusal, page) = (count.refusal, count.page);
            let (addresses, most_from, count) = (count.addresses, count.most_from, count.count);
            tracing::warn!(count, addresses, most_from, page, "{refusal}: more of this kind");
        }
    }

    /// Notes a forwarding header from a peer that is not a trusted proxy. On a site with TLS, that
    /// peer is most likely the site's own proxy, and all readers behind it now count as one client.
    /// The log warns about it once.
    pub(crate) fn warn_of_untrusted_proxy(&self, peer: IpAddr) {
        if !self.setup.base_url.is_secure()
            || self.has_warned_of_proxy.swap(true, Ordering::Relaxed)
        {
            return;
        }
        tracing::warn!(
            %peer,
            "a request says that a proxy has forwarded it, but its sender is not among the trusted \
             proxies, so everyone behind it counts as one client. If it is this site's proxy, \
             start with --trusted-proxy {peer}"
        );
    }

    /// The queue of analyses, for the worker: analyses give way to its turns.
    #[must_use]
    pub fn analyses(&self) -> &Analyses {
        &self.analyses
    }

    /// Ends event streams, which would otherwise run forever, and analyses, so that the server can
    /// stop.
    pub fn close(&self) {
        self.closing.send_replace(true);
        self.analyses.close();
    }

    /// Waits until the server stops.
    pub(crate) async fn closed(&self) {
        let mut closing = self.closing.subscribe();
        // The sender lives as long as this handle.
        let _ = closing.wait_for(|&closing| closing).await;
    }

    /// The current time; [never before](Store::time) the latest that is known.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        self.store.time((self.clock)())
    }
}

impl Deref for App {
    type Target = AppState;

    fn deref(&self) -> &AppState {
        &self.0
    }
}

impl FromRequestParts<App> for Client {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Infallible> {
        Ok(Self::of_request(&parts.extensions, &parts.headers, &app.setup.trusted_proxies))
    }
}

impl fmt::Debug for App {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("App").field("setup", &self.setup).finish_non_exhaustive()
    }
}
